"""Bugs of the clients."""

from __future__ import annotations

from typing import Any

from bots.filler import tip_service
from protocol.frames import Browse, Diff
from protocol.mirror import Mirror
from protocol.session import Session


def not_sent_again() -> list[Any]:
    """Unanswered changes are not repeated on the next socket."""

    def welcome(self: Session, frame: Any) -> None:
        self.person, self.welcomed = frame.person, True
        if self.browsing:
            self.outbox.append(Browse())
        for mirror in self.mirrors.values():
            self._join(mirror)
        self.wake()

    return [(Session, "_welcome", welcome)]


def not_joined_again() -> list[Any]:
    """Tables are not subscribed to again on a new socket."""

    def welcome(self: Session, frame: Any) -> None:
        self.person, self.welcomed = frame.person, True
        self.outbox.extend(self.pending.values())
        self.wake()

    return [(Session, "_welcome", welcome)]


def patched_in_part() -> list[Any]:
    """The seat's private part of a diff is dropped."""
    follow = Mirror._follow

    def public_only(self: Mirror, frame: Diff) -> bool:
        return follow(self, Diff(frame.channel, frame.version, frame.public, type(frame.mine)(b"\x90")))

    return [(Mirror, "_follow", public_only)]


def tip_thought_about_once() -> list[Any]:
    """If the first attempt finds no tip, there is no second one."""
    return [(tip_service, "MAX_ATTEMPTS", 1)]
