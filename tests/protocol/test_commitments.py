"""A guest's parts of the random source: revealed after all have promised, and not to a server that shows
another commitment."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.commitments import Commitments, promise_of
from server.table import tokens

SECRET, OTHER = "5e" * 32, "66" * 32
YOURS = promise_of("yours")


def look(lucks: Commitments, table: Any) -> list[tuple[int, str]]:
    """The parts to reveal now, for a document that has only the fields of the random source."""
    public: Any = {"table": table}
    return lucks.look("t", public)


def begun(**more: Any) -> tuple[Commitments, str, dict[str, Any]]:
    """A seated guest, the part that it has promised, and the table while it starts."""
    lucks = Commitments()
    frame = lucks.sit(1, "t", 0)
    assert frame.luck == "" and frame.promise
    luck = lucks.tables["t"].lucks[frame.promise]
    assert promise_of(luck) == frame.promise == tokens.promise(luck)
    table = {
        "commitment": tokens.commitment(SECRET),
        "secret": "",
        "luck": [],
        "promises": [frame.promise, ""],
    }
    assert look(lucks, {**table, "phase": "open"}) == []
    table |= {"phase": "starting", "promises": [frame.promise, YOURS]} | more
    return lucks, luck, table


def test_the_own_part_is_told_once_when_all_have_promised() -> None:
    lucks, luck, table = begun()
    assert look(lucks, table) == [(0, luck)]
    assert look(lucks, table) == []
    end = {**table, "phase": "over", "secret": SECRET, "luck": [luck, "yours"]}
    assert look(lucks, {**end, "phase": "playing", "secret": ""}) == []
    assert look(lucks, end) == []
    assert lucks.wrong == [] and lucks.tables == {}


def test_nothing_is_told_to_a_server_that_has_changed_its_secret() -> None:
    lucks, _, table = begun(commitment=tokens.commitment(OTHER))
    assert look(lucks, table) == []


def test_nothing_is_told_before_the_start_nor_after_the_begin() -> None:
    for phase in ("open", "playing"):
        lucks, _, table = begun(phase=phase)
        assert look(lucks, table) == []


def test_a_revealed_part_is_not_revealed_again_for_other_promises() -> None:
    lucks, luck, table = begun()
    assert look(lucks, table) == [(0, luck)]
    chosen = [table["promises"][0], promise_of("chosen")]
    look(lucks, {**table, "phase": "playing", "promises": chosen, "luck": [luck, "chosen"]})
    assert lucks.wrong == ["table t: the promises are others than when the own part was told"]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"secret": OTHER, "commitment": tokens.commitment(OTHER)}, "the hash of the server's secret"),
        ({"secret": OTHER}, "the server's secret does not have the hash"),
        ({"luck": ["chosen", "yours"]}, "seat 0: something else stands in the place of the own part"),
        ({"luck": None}, "seat 1 has added something else"),
        ({"promises": ["", YOURS], "luck": ["", "yours"]}, "the own promise is gone"),
    ],
)
def test_differences_at_the_end_are_reported(change: dict[str, Any], wrong: str) -> None:
    lucks, luck, table = begun()
    look(lucks, table)
    end = {**table, "phase": "over", "secret": SECRET, "luck": [luck, "yours"], **change}
    end["luck"] = end["luck"] or [luck, "chosen"]
    look(lucks, end)
    assert any(wrong in one for one in lucks.wrong)


def test_a_part_that_was_left_out_is_said_once_and_is_no_proof_of_anything() -> None:
    """A slow connection can cause that as well."""
    lucks, _, table = begun()
    look(lucks, table)
    end = {**table, "phase": "playing", "luck": ["", "yours"]}
    look(lucks, end)
    look(lucks, {**end, "phase": "over", "secret": SECRET})
    assert lucks.wrong == []
    assert lucks.late == ["table t: seat 0: the own part of the chance was left out"]


def test_seats_that_were_not_to_be_had_are_forgotten() -> None:
    lucks = Commitments()
    one, two = lucks.promise("t"), lucks.promise("t")
    lucks.forget("t", one)
    assert list(lucks.tables["t"].lucks) == [two]
    lucks.forget("t", two)
    assert lucks.tables == {}
    lucks.promise("t")
    lucks.forget("t")
    lucks.forget("t")
    assert lucks.tables == {}


def test_a_game_that_begins_without_a_guest_who_asked_for_a_seat_is_fair() -> None:
    lucks = Commitments()
    lucks.sit(1, "t", 0)  # others were faster, but the refusal has not arrived yet
    theirs = promise_of("theirs")
    table = {
        "commitment": tokens.commitment(SECRET),
        "secret": "",
        "luck": [],
        "promises": [theirs, YOURS],
    }
    assert look(lucks, {**table, "phase": "starting"}) == []
    assert look(lucks, {**table, "phase": "playing", "luck": ["theirs", "yours"]}) == []
    assert lucks.wrong == []
