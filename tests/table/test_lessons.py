"""Tables of guided games: they are marked, are dealt equally, and their rematch is an ordinary game."""

from __future__ import annotations

import pytest

from protocol.frames import Make, Sit
from server.games.engine import OptionsRefused
from server.games.lessons import lessons
from server.table.document import face, private
from server.table.entries import Rematched
from server.table.making import again, as_taught

from .tables import ID, Sitting, guest

DEAL = lessons("machi_koro")["first"].deal


def test_the_same_is_dealt_whatever_the_parts_of_the_seats() -> None:
    def dealt(lesson: str, luck: str) -> bytes:
        t = Sitting(lesson=lesson, secret=DEAL, sit=False)
        for seat in range(3):
            t.do(guest(seat), Sit(t.id(), ID, seat, luck))
        match = t.start().table.match
        assert match is not None
        return match.state.game

    assert dealt("first", "one") == dealt("first", "another")
    assert dealt("", "one") != dealt("", "another")


def test_everybody_sees_that_it_is_a_lesson() -> None:
    assert face(Sitting(lesson="first").table)["table"]["lesson"] == "first"
    assert "lesson" not in face(Sitting().table)["table"]


def test_only_who_wants_hints_is_taught() -> None:
    t = Sitting(lesson="first", secret=DEAL).start()
    assert private(t.table, 0, hinted=True)["hints"]["lesson"]["pages"]
    assert "hints" not in private(t.table, 0)
    assert "lesson" not in private(t.table, -1, hinted=True)["hints"]
    assert "lesson" not in private(Sitting(secret=DEAL).start().table, 0, hinted=True)["hints"]


def test_a_rematch_of_a_lesson_is_a_game_like_any_other() -> None:
    t = Sitting(lesson="first", secret=DEAL).start()
    made = again(t.table, Rematched(1, ID, "next-table"))
    assert made.lesson == "" and made.secret != DEAL and made.table == "next-table"


def test_a_lesson_has_its_own_seats_and_options_and_is_not_listed() -> None:
    wish = Make(1, "machi_koro", 2, {"tv_auto": False}, True, ["casual"], [60_000, 0], lesson="first")
    frame, secret = as_taught(wish)
    first = lessons("machi_koro")["first"]
    assert (frame.seats, frame.options, frame.clock, frame.public) == (first.seats, first.options, [], False)
    assert secret == first.deal
    plain, other = as_taught(Make(1, "machi_koro", 2))
    assert plain.public and other != first.deal
    with pytest.raises(OptionsRefused):
        as_taught(Make(1, "machi_koro", 2, lesson="none"))
