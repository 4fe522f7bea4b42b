"""Tips: who may ask for one, how many, who receives them, and how long one stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from protocol.codec import check_value, unpacked
from protocol.diff import patch
from protocol.frames import Back, Leave, Sit, Start, Teach, Tip
from server.table.document import face, private, public, summary
from server.table.entries import TimedOut
from server.table.rights import Refusal, Who
from server.table.viewers import Viewers
from tests.table.tables import BOT, HOST, ID, Sitting, guest

ADA = guest(0)

MORE = [("build", 1)], [("income", 1, 0)]
"""Entries of a tip: what its choice prepares, and what all its choices change."""


def running(people: int = 1, **made: Any) -> Sitting:
    """A table of two where Ada is asked; the other seat has a bot or another person."""
    t = Sitting(seats=2, sit=False, wants=["", "greedy"][: 3 - people], **made)
    t.do(ADA, Sit(t.id(), ID, 0, "luck"))
    if people == 2:
        t.do(guest(1), Sit(t.id(), ID, 1, "luck"))
    else:
        t.take(1)
    t.do(HOST, Start(t.id(), ID))
    other = guest(1) if people == 2 else BOT
    while t.asked() != 0 or len(t.offers(0)) < 2:
        seat = t.asked()
        t.act(seat, *t.offers(seat)[0], who=(ADA, other)[seat])
    return t


def tip(t: Sitting, ask: int | None = None) -> Tip:
    return Tip(t.id(), ID, 0, t.number(0) if ask is None else ask)


def teach(t: Sitting) -> Teach:
    best, second = t.offers(0)[:2]
    number = t.table.question(0)
    return Teach(t.id(), ID, 0, number, *best, [(*second,)], [600, 400], [("coins", 1, 10)], [], *MORE)


def seen(t: Sitting, seat: int = 0) -> Any:
    return private(t.table, seat).get("tip")


def test_a_person_asks_for_a_tip_and_all_are_told() -> None:
    t = running()
    number = t.number(0)
    assert seen(t) == {"left": 10} and seen(t, 1) is None
    assert "puzzled" not in summary(t.table)
    t.do(ADA, tip(t))
    assert t.number(0) == number, "the question is as it was"
    assert seen(t) == {"left": 9, "ask": number}
    assert public(t.table, face(t.table))["log"][-1] == ["tip", 0]
    assert summary(t.table)["puzzled"] == [[0, number]]
    assert t.replayed().pack() == t.table.pack()


def test_the_answer_stands_in_the_seat_s_document_until_the_question_is_over() -> None:
    t = running()
    t.do(ADA, tip(t))
    answer = teach(t)
    old = private(t.table, 0)
    t.do(BOT, answer)
    said = seen(t)
    assert (said["verb"], said["noun"], said["second"]) == (answer.verb, answer.noun, answer.second)
    assert (said["shares"], said["brings"], said["rather"]) == ([600, 400], [("coins", 1, 10)], [])
    assert (said["then"], said["together"]) == MORE
    assert private(t.table, 0, old) != old, "earlier documents are known to differ"
    assert seen(t, 1) is None and "puzzled" not in summary(t.table)
    assert t.replayed().pack() == t.table.pack()
    t.act(0, *t.offers(0)[0], who=ADA)
    assert seen(t) == {"left": 9}
    if 0 in t.table.match.state.undo:  # type: ignore[union-attr]
        t.do(ADA, t.undo_frame(0))
        assert seen(t) == {"left": 9}, "it was for the question that was answered"


def test_an_answer_for_a_question_that_has_passed_is_thrown_away() -> None:
    t = running()
    t.do(ADA, tip(t))
    answer = teach(t)
    arranged = t.table.arranged
    t.act(0, *t.offers(0)[0], who=ADA)
    assert t.table.arranged > arranged, "the lobby is told that the tip is no longer wanted"
    assert t.refused(BOT, answer) == "stale"
    assert not t.table.puzzled()


@pytest.mark.parametrize(
    ("made", "people", "code"),
    [
        ({}, 1, ""),
        ({}, 2, "no-tips"),
        ({"tips": "always"}, 2, ""),
        ({"tips": "never"}, 1, "no-tips"),
        ({"tips_each": 0}, 1, "no-tips-left"),
    ],
)
def test_who_may_ask_for_tips(made: dict[str, Any], people: int, code: str) -> None:
    t = running(people, **made)
    assert (seen(t) is None) == (code == "no-tips")
    if code:
        assert t.refused(ADA, tip(t)) == code
    else:
        t.do(ADA, tip(t))


def test_refusals_of_tips() -> None:
    t = running(tips_each=1)
    assert t.refused(guest(1), tip(t)) == "not-your-seat"
    assert t.refused(BOT, Tip(t.id(), ID, 1, 1)) == "not-your-seat"
    assert t.refused(ADA, Tip(t.id(), ID, 7, 1)) == "unknown-seat"
    assert t.refused(ADA, tip(t, t.number(0) - 1)) == "stale"
    assert t.refused(BOT, teach(t)) == "stale", "there is no request for a tip"
    t.do(ADA, tip(t))
    assert t.refused(ADA, tip(t)) == "taken"
    assert t.refused(Who("stranger", "Sam"), teach(t)) == "not-a-bot"
    wrong = Teach(t.id(), ID, 0, t.number(0), "nonsense")
    assert t.refused(BOT, wrong) == "illegal"
    t.do(BOT, teach(t))
    assert t.refused(BOT, teach(t)) == "stale", "the first answer counts"
    t.act(0, *t.offers(0)[0], who=ADA)
    while t.asked() != 0:
        t.act(1, *t.offers(1)[0], who=BOT)
    assert t.refused(ADA, tip(t)) == "no-tips-left"


def test_nobody_is_given_tips_while_a_bot_stands_in() -> None:
    t = running()
    t.itself(TimedOut(table=ID, seats=[0], why="away"))
    assert seen(t) is None and t.refused(ADA, tip(t)) == "no-tips"


def test_who_gives_up_the_seat_waits_for_no_tip_any_more() -> None:
    t = running()
    t.do(ADA, tip(t))
    t.do(ADA, Leave(t.id(), ID, 0))
    assert not t.table.puzzled() and seen(t) is None


@pytest.mark.parametrize("made", [{}, {"tips": "always", "tips_each": 3}, {"tips_each": 1}])
@pytest.mark.parametrize("people", [1, 2])
def test_diffs_bring_all_that_becomes_of_tips(made: dict[str, Any], people: int) -> None:
    """Whatever happens, and in any order: the copies that diffs lead to are the documents."""
    done = {kind for number in range(8) for kind in walked(running(people, **made), Random(number))}
    given = people == 1 or made.get("tips") == "always"
    assert done == {"act", "undo", "away", "back", *(("tip", "teach") if given else ())}


def walked(t: Sitting, chance: Random) -> Iterator[str]:
    """Make any changes until the game is over, compare after each, and give its kind."""
    viewers = Viewers(t.table, 1000)
    copies = {seat: unpacked(viewers.full(t.table, seat))[-1] for seat in (0, 1)}
    changes: dict[str, Callable[[], Any]] = {
        "act": lambda: t.act(t.asked(), *chance.choice(t.offers(t.asked())), who=t.player(t.asked())),
        "undo": lambda: t.do(ADA, t.undo_frame(0)),
        "tip": lambda: t.do(ADA, tip(t)),
        "teach": lambda: t.do(BOT, teach(t)),
        "away": lambda: t.itself(TimedOut(table=ID, seats=[0], why="away")),
        "back": lambda: t.do(ADA, Back(t.id(), ID, 0)),
    }
    while t.table.state.phase == "playing":
        kind = chance.choice([*changes, "act", "act", "tip", "teach"])
        if kind in ("tip", "teach") and len(t.offers(0)) < 2:
            continue  # for such a question nobody needs one
        try:
            changes[kind]()
        except Refusal:
            continue
        delta = viewers.advance(t.table)
        for seat, copy in copies.items():
            patch(copy, unpacked(delta.mine[seat]), viewers.words)
            assert check_value(copy) == check_value(private(t.table, seat)), f"seat {seat} after {kind}"
        yield kind
