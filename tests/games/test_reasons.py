"""At some hundred questions of random games every shown thing has a reason, or is offered."""

from __future__ import annotations

import pytest

from server.authoring import boards
from server.authoring.reasons import some_reasons_hold
from server.authoring.walks import Walk, draw_deal
from server.games import GAMES

from .engines import ENGINES

QUESTIONS = 200
THINGS = 8
EVERY = 3
"""One of this many questions is examined, so that more games are."""


@pytest.mark.parametrize("name", ENGINES)
def test_everything_shown_has_a_true_reason_or_is_offered(name: str) -> None:
    looked = found = number = 0
    while looked < QUESTIONS:
        walk = Walk(draw_deal(name, number))
        while walk.asks and looked < QUESTIONS:
            if not walk.for_laws.randrange(EVERY):
                found += some_reasons_hold(walk.question(), THINGS)
                looked += 1
            walk.choose(*walk.pick())
        number += 1
    assert found > QUESTIONS


@pytest.mark.parametrize("name", ENGINES)
def test_the_board_asks_why_of_every_thing_and_every_verb_concerns_one_or_is_plain(name: str) -> None:
    assert [*boards.violations(ENGINES[name])] == []
    assert bool(boards.code_of(ENGINES[name])) == (name in GAMES)


def test_what_a_board_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "code_of", lambda engine: 'whyNot(play, "row", card); whyNot(play, "cat", 1)')
    monkeypatch.setattr(boards, "plain", lambda engine: frozenset({"draw", "take", "fly"}))
    told = [*boards.violations(ENGINES["toy"])]
    assert any("of the kind hand, and has no whyNot" in line for line in told)
    assert any("why of the kind cat" in line for line in told)
    assert any("pass chooses no thing" in line for line in told)
    assert any("no choices.fly" in line for line in told)
    assert any("take is in PLAIN, and chooses things" in line for line in told)
