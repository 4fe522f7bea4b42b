"""Logs that are not what they should be are told of in a line, whatever is in them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.frames import Sit
from server.entries import Entry, Made, TimedOut, decode_entry
from server.games.catalogue import digest
from server.replay import BadLog, play

from .tables import ID, Sitting


def finished() -> list[Entry]:
    """The log of a whole game, as it would be downloaded."""
    t = Sitting(seats=2, options={"play_out": False}).start()
    pick = random.Random(5)
    t.play(pick.choice, until=lambda: False)
    first, *rest = map(decode_entry, t.log)
    assert type(first.what) is Made
    return [replace(first, what=replace(first.what, digest=digest("machi_koro"))), *rest]


def made(entries: list[Entry], **other: object) -> list[Entry]:
    """The same log of a table that was made otherwise."""
    return [replace(entries[0], what=replace(entries[0].what, **other)), *entries[1:]]


def test_a_log_is_played_to_its_end() -> None:
    assert play(finished(), False).table.state.phase == "over"


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda log: made(log, rules=0), "other rules"),
        (lambda log: made(log, digest="0"), "other rules"),
        (lambda log: made(log, game="chess"), "other rules"),
        (lambda log: made(log, options={"colour": "red"}), "can't be made"),
        (lambda log: made(log, secret="no hex"), "can't be played"),
        (lambda log: [log[0], replace(log[1], what=Sit(7, ID, 9)), *log[2:]], "can't be played"),
        (lambda log: [*log[:5], replace(log[5], what=TimedOut(1, ID, [99], "away"))], "can't be played"),
        (lambda log: [*log[:4], replace(log[4], what=replace(log[4].what, seat=9))], "can't be played"),
    ],
)
def test_a_spoiled_log_is_told_of_in_a_line(spoil: Callable[[list[Entry]], list[Entry]], told: str) -> None:
    with pytest.raises(BadLog, match=told):
        play(spoil(finished()), False)
