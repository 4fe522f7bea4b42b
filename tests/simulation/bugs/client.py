"""Bugs of the clients."""

from __future__ import annotations

from typing import Any

from bots import tipping
from bots.mirror import Mirror
from bots.session import Session
from protocol.frames import Browse, Diff


def not_sent_again() -> list[Any]:
    """What was not answered is not sent over the next socket."""

    def welcome(self: Session, frame: Any) -> None:
        self.person, self.welcomed = frame.person, True
        if self.browsing:
            self.outbox.append(Browse())
        for mirror in self.mirrors.values():
            self._join(mirror)
        self.wake()

    return [(Session, "_welcome", welcome)]


def not_joined_again() -> list[Any]:
    """After a new socket the tables are not followed again."""

    def welcome(self: Session, frame: Any) -> None:
        self.person, self.welcomed = frame.person, True
        self.outbox.extend(self.pending.values())
        self.wake()

    return [(Session, "_welcome", welcome)]


def patched_in_part() -> list[Any]:
    """What a diff says of the seat's own part is left out."""
    follow = Mirror._follow

    def public_only(self: Mirror, frame: Diff) -> bool:
        return follow(self, Diff(frame.channel, frame.version, frame.public, type(frame.mine)(b"\x90")))

    return [(Mirror, "_follow", public_only)]


def tip_thought_about_once() -> list[Any]:
    """Where nothing was found for a tip, nobody thinks about it any more."""
    return [(tipping, "TRIES", 1)]
