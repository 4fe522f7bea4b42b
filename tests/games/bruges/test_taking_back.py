"""The effects of persons on opponents, and how far they can be taken back."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene
from server.games import bruges
from server.games.bruges.cards import COST
from server.games.bruges.flow import StartTurns
from server.games.kernel import OPEN, Choice
from server.games.packing import pack
from server.table.entries import MatchState
from server.table.match import ChangePolicy, Match, Sealed

from .city import Have, card, city


def match_of(game: Scene) -> Match:
    """The scene as a game at a table, where choices can be taken back."""
    return Match(bruges, MatchState(pack(game.game), b""))


STRUCK: dict[str, Have] = {
    "troublemaker": {"canals": [2, 0]},
    "arsonist": {"canals": [2, 0], "threats": {"red": 2}},
    "assassin": {"people": ["duke"]},
    "beggar": {"workers": {"red": 2}},
    "quack": {"people": ["duke"], "threats": {"brown": 2}},
    "sluice_breaker": {"workers": {"red": 2}, "threats": {"blue": 2}},
}


@pytest.mark.rule("BRU-18.31", "BRU-21.1")
@pytest.mark.parametrize("person", STRUCK)
def test_effects_without_choice_or_reveal_can_be_taken_back(person: str) -> None:
    mine = {"hand": [person], "guilders": COST[card(person)], "houses": ["blue"]}
    match = match_of(city(mine=mine, others=[STRUCK[person]], stack=[StartTurns()]))
    before = match.state.game
    match.act(0, Choice("hire", card(person)), ChangePolicy(1, lambda _: False))
    assert [(ask.seat, ask.prompt) for ask in match.asks] == [(0, "end_turn")]
    assert match.game.sealed == OPEN
    match.undo(0, 1)
    assert match.state.game == before


SHOWN: dict[str, Have] = {
    "vandal": {"houses": ["red"]},
    "robber": {"hand": ["duke"]},
    "arsonist": {"houses": ["red"], "threats": {"red": 2}},
}


@pytest.mark.rule("BRU-18.28", "BRU-18.29", "BRU-21.1")
@pytest.mark.parametrize("person", SHOWN)
def test_before_a_front_comes_to_light_the_owner_is_asked(person: str) -> None:
    """A house or a hand card that is lost without a choice is seen by all, so it can't be taken back."""
    mine = {"hand": [person], "guilders": COST[card(person)], "houses": ["blue"]}
    match = match_of(city(mine=mine, others=[SHOWN[person]], stack=[StartTurns()]))
    before = match.state.game
    match.act(0, Choice("hire", card(person)), ChangePolicy(1, lambda _: False))
    assert [(ask.seat, ask.prompt) for ask in match.asks] == [(0, "strike")]
    match.undo(0, 1)
    assert match.state.game == before
    match.act(0, Choice("hire", card(person)), ChangePolicy(1, lambda _: False))
    match.act(0, Choice("strike"), ChangePolicy(1, lambda _: False))
    lost = match.game.players[1]  # type: ignore[attr-defined]
    assert not lost.houses and not lost.hand and [ask.prompt for ask in match.asks] == ["end_turn"]
    with pytest.raises(Sealed):
        match.undo(0, 1)


@pytest.mark.rule("BRU-18.28", "BRU-18.31", "BRU-19.15")
@pytest.mark.parametrize("person", ["beggar", "vandal"])
def test_a_table_that_answers_by_itself_leaves_the_interruption_to_the_person(person: str) -> None:
    """There is only one option, but an automatic answer would end what can still be taken back."""
    mine = {"hand": [person, "duke"], "guilders": COST[card(person)], "houses": ["blue"]}
    victim = {"workers": {"red": 2, "blue": 2}, "houses": ["red"]}
    match = match_of(city(mine=mine, others=[victim], stack=[StartTurns()]))
    before = match.state.game
    match.act(0, Choice("hire", card(person)), ChangePolicy(1, lambda _: True))
    assert [(ask.seat, len(ask.options)) for ask in match.asks] == [(0, 1)]
    match.undo(0, 1)
    assert match.state.game == before
    match.act(0, Choice("hire", card(person)), ChangePolicy(1, lambda _: True))
    match.act(0, match.asks[0].options[0], ChangePolicy(1, lambda _: True))
    assert [ask.seat for ask in match.asks] == [1 if person == "beggar" else 0]


@pytest.mark.rule("BRU-18.31")
def test_nobody_is_asked_where_nothing_is_lost() -> None:
    for person in SHOWN:
        mine = {"hand": [person], "guilders": COST[card(person)], "houses": ["blue"]}
        game = city(mine=mine, others=[{"guilders": 1}]).act("hire", person)
        assert game.asked == [(0, "end_turn")] and game.sealed == OPEN
