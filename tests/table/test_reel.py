"""A finished game as a reel: every document of every seat as it was. A running game has no reel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.codec import packed, unpacked
from protocol.diff import patch
from protocol.frames import WATCH, Reveal
from server.table.document import face, private, public
from server.table.entries import Entry, Made
from server.table.log import BadLog, play, read, written
from server.table.reel import NotOver, reel

from .finished import changed, finished


def documents(data: bytes) -> list[Any]:
    """What a reel contains of each version: the public part, and the parts of watchers and seats."""
    told = unpacked(data)
    now, words = (told["public"], told["mine"]), told["words"]
    found = [unpacked(packed(now))]
    for _, node, nodes in told["deltas"]:
        patched = [patch(mine, one, words) for mine, one in zip(now[1], nodes, strict=True)]
        now = patch(now[0], node, words), patched
        found.append(unpacked(packed(now)))
    return found


def test_a_reel_has_every_document_of_every_seat() -> None:
    entries = read(written(finished()))
    told = unpacked(data := reel(entries))
    seen = [
        unpacked(
            packed((public(table, face(table)), [private(table, n, hinted=True) for n in (WATCH, 0, 1)]))
        )
        for table in play(entries)
        if table.match is not None
    ]
    assert documents(data) == seen
    assert told["version"] + len(told["deltas"]) == len(entries)
    assert told["table"] == "table-for-tests"


def test_there_is_no_reel_of_a_game_that_goes_on() -> None:
    entries = read(written(finished()))
    for exact in (True, False):
        with pytest.raises(NotOver):
            reel(entries[:-1], exact)
        with pytest.raises(BadLog):
            reel(entries[:3], exact)


def first(**other: object) -> Callable[[list[Entry]], list[Entry]]:
    """Another creation of the table."""

    def spoil(log: list[Entry]) -> list[Entry]:
        made = log[0].what
        assert type(made) is Made
        return [replace(log[0], what=replace(made, **other)), *log[1:]]

    return spoil


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (changed(9, check=1), "the state is another"),
        (first(seats=10**9), "is for 2 to"),
        (first(secret="5e"), "its secret has not 32 bytes"),
        (first(secret="no hex at all"), "such a table can’t be made"),
        (first(options={"no such": 1}), "such a table can’t be made"),
        (first(game="chess"), "other rules or cards"),
        (first(lesson="no such"), "version"),
        (changed(4, what=Reveal(4, "table-for-tests", 0, "luck")), "told its part"),
    ],
)
def test_a_log_from_anywhere_is_held_against_itself(
    spoil: Callable[[list[Entry]], list[Entry]], told: str
) -> None:
    with pytest.raises(BadLog, match=told):
        reel(spoil(read(written(finished()))))


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seats": 9}, "„Machi Koro“ ist für 2 bis 4 Personen"),
        ({"secret": "5e"}, "sein Geheimnis hat nicht 32 Byte"),
        ({"options": {"no such": 1}}, "seine Optionen passen nicht zusammen oder nicht zu"),
    ],
)
def test_why_no_server_has_made_such_a_table_is_told_in_german(other: dict[str, Any], told: str) -> None:
    with pytest.raises(BadLog) as wrong:
        reel(first(**other)(read(written(finished()))))
    assert wrong.value.said("de").startswith(f"so ein Tisch lässt sich nicht anlegen: {told}")
