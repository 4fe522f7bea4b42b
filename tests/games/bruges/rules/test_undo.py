"""What can be taken back, and how far."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import bruges
from server.games.bruges.flow import Majorities, StartTurns
from server.games.bruges.state import COLOURS, NONE
from server.games.bruges.turn.bourse import OpenBourse
from server.games.kernel import ALL, OPEN, Choice
from server.games.packing import pack
from server.table.entries import MatchState
from server.table.match import ChangePolicy, Match, Sealed
from tests.games.bruges.city import SHIPS, card, city, of

from .rounds import public, refilling, rolling

RICH: dict[str, Any] = {
    "guilders": 20,
    "workers": dict.fromkeys(COLOURS, 3),
    "threats": dict.fromkeys(COLOURS, 2),
    "houses": ["red", "blue", "yellow", "red"],
    "people": ["barmaid"],
    "hand": ["duke", "earl", "alchemist"],
}


def sealed(game: Scene) -> int:
    """The seal of the last choice."""
    found: int = game.game.sealed
    return found


def match_of(game: Scene) -> Match:
    """The scene as a game at a table, where choices can be taken back."""
    return Match(bruges, MatchState(pack(game.game), b""))


def position(match: Match) -> Any:
    return match.game


def act(match: Match, seat: int, verb: str, noun: str | int = -1) -> None:
    number = card(noun) if isinstance(noun, str) else noun
    match.act(seat, Choice(verb, number), ChangePolicy(1, lambda _: False))


# -- the own turn ----------------------------------------------------------------------------------


@pytest.mark.rule("BRU-19.17", "BRU-19.16")
@pytest.mark.parametrize("verb", ["workers", "guilders", "threat", "canal", "house", "hire"])
def test_playing_a_card_for_any_action_can_be_taken_back(verb: str) -> None:
    game = city(mine=RICH, rolled=[3] * 5)
    assert sealed(game.act(verb, "duke")) == OPEN
    if verb == "hire":
        assert sealed(game.act("move_in", 2)) == OPEN


@pytest.mark.rule("BRU-19.17", "BRU-21.1")
def test_step_by_step_back_to_the_start_of_the_turn() -> None:
    """Others see the steps, and each is taken back exactly."""
    game = city(mine={**RICH, "people": ["barmaid", "actor"]}, rolled=[3] * 5)
    match = match_of(game)
    states = [match.state.game]
    seen = [public(game)]
    for verb, noun in (("use", "barmaid"), ("hire", "alchemist"), ("move_in", 2), ("use", "actor")):
        act(match, 0, verb, noun)
        states.append(match.state.game)
        seen.append(bruges.public(position(match)))
    assert seen[1]["guilders"][0] == 23 and seen[3]["persons"][0][2] == card("alchemist")
    for state in reversed(states[:-1]):
        match.undo(0, 1)
        assert match.state.game == state
    with pytest.raises(Sealed):
        match.undo(0, 1)


@pytest.mark.rule("BRU-19.17", "BRU-21.1")
def test_ships_improvements_and_the_discard_pile_without_draws_can_be_taken_back() -> None:
    ship = SHIPS.index("yellow six_guilders")
    stacks = [[n for n, name in enumerate(SHIPS) if name.startswith(c) and n != ship] for c in COLOURS]
    game = city(mine=RICH, options={"zwin": True}, ships=stacks, berths=[NONE, NONE, ship, NONE, NONE])
    assert sealed(game.act("canal", "duke").act("ship", ship)) == OPEN
    bourse = city(mine=RICH, options={"bourse": True}, bourse=[*range(1, 12)], traded=[0], markers=6)
    assert sealed(bourse.act("workers_bourse", "duke")) == OPEN
    mine = {**RICH, "hand": ["brewer"]}
    fetch = city(mine=mine, discard=["mason"], options={"new_citizens": True})
    assert sealed(fetch.act("hire", "brewer").act("move_in", 1).act("fetch", "mason")) == OPEN


@pytest.mark.rule("BRU-21.2", "BRU-19.17", "BRU-21.1")
def test_not_past_a_card_that_was_drawn() -> None:
    game = city(mine={**RICH, "people": ["farmhand", "barmaid"]})
    match = match_of(game)
    act(match, 0, "use", "barmaid")
    act(match, 0, "use", "farmhand")
    match.undo(0, 1)
    act(match, 0, "use", "farmhand")
    act(match, 0, "stack", 1)
    with pytest.raises(Sealed):
        match.undo(0, 1)
    act(match, 0, "workers", "duke")
    match.undo(0, 1)
    with pytest.raises(Sealed):
        match.undo(0, 1)
    assert len(position(match).players[0].hand) == 4


@pytest.mark.rule("BRU-21.1", "BRU-19.17")
def test_nor_past_drawn_cards_that_everybody_sees_discarded() -> None:
    """The student keeps one of three; the fronts of the others are revealed."""
    game = city(mine={"people": ["student"], "workers": dict.fromkeys(COLOURS, 1)}).act("use", "student")
    for _ in range(3):
        game.act("stack", 0)
    drawn = [*of(game).drawn]
    assert sealed(game.act("keep", drawn[0])) == ALL and game.discard[-2:] == drawn[1:]
    match = match_of(city(mine={"people": ["student"], "workers": dict.fromkeys(COLOURS, 1)}))
    act(match, 0, "use", "student")
    for _ in range(3):
        act(match, 0, "stack", 0)
    act(match, 0, "keep", drawn[0])
    with pytest.raises(Sealed):
        match.undo(0, 1)


@pytest.mark.rule("BRU-19.17")
def test_nor_past_the_end_of_the_turn() -> None:
    game = city(mine=RICH, stack=[StartTurns()]).act("workers", "duke")
    assert sealed(game.act("done")) == ALL


# -- opponents in one's turn -----------------------------------------------------------------------


@pytest.mark.rule("BRU-18.28", "BRU-18.29", "BRU-18.30", "BRU-21.1")
def test_an_activation_is_taken_back_or_the_turn_is_interrupted() -> None:
    mine = {"hand": ["beggar", "duke"], "guilders": 6, "houses": ["red"]}
    game = city(mine=mine, others=[{"workers": {"red": 2, "blue": 2}}], stack=[StartTurns()])
    match = match_of(game)
    before = match.state.game
    act(match, 0, "hire", "beggar")
    assert [(ask.seat, ask.prompt) for ask in match.asks] == [(0, "interrupt")]
    match.undo(0, 1)
    assert match.state.game == before
    act(match, 0, "hire", "beggar")
    act(match, 0, "interrupt")
    with pytest.raises(Sealed):
        match.undo(0, 1)
    for colour in (0, 3):
        assert [ask.seat for ask in match.asks] == [1]
        act(match, 1, "give_worker", colour)
        with pytest.raises(Sealed):
            match.undo(1, 1)
    assert [(ask.seat, ask.prompt) for ask in match.asks] == [(0, "end_turn")], "the turn goes on"


@pytest.mark.rule("BRU-18.31")
def test_without_a_real_choice_of_an_opponent_there_is_no_interruption() -> None:
    mine = {"hand": ["beggar", "duke"], "guilders": 6, "houses": ["red"]}
    for held in ({"red": 4}, {"red": 1, "blue": 1}, {"violet": 1}):
        match = match_of(city(mine=mine, others=[{"workers": held}], stack=[StartTurns()]))
        before = match.state.game
        act(match, 0, "hire", "beggar")
        assert [(ask.seat, ask.prompt) for ask in match.asks] == [(0, "end_turn")]
        match.undo(0, 1)
        assert match.state.game == before


@pytest.mark.rule("BRU-18.32", "BRU-17.80")
def test_while_interrupted_only_the_asked_opponents_act_each_without_the_others() -> None:
    mine = {"hand": ["beggar", "duke"], "guilders": 6, "houses": ["red"]}
    has = {"workers": {"red": 2, "blue": 2}}
    game = city(mine=mine, others=[has, {"workers": {"red": 1}}, has]).act("hire", "beggar").act("interrupt")
    assert [seat for seat, _ in game.asked] == [1, 3]
    game.act("give_worker", "red", seat=3).act("give_worker", "red", seat=3)
    assert [seat for seat, _ in game.asked] == [1]
    game.act("give_worker", "blue", seat=1).act("give_worker", "red", seat=1)
    assert sum(of(game).workers) == 2 + 1 + 2 and game.asked[0][0] == 0


# -- the other phases ------------------------------------------------------------------------------


@pytest.mark.rule("BRU-19.17")
def test_decisions_of_phases_1_and_2_stand() -> None:
    assert sealed(refilling(0).act("stack", 0)) == ALL
    rich = {"guilders": 5}
    for verb, noun in (("advance", 1), ("stay", -1)):
        assert sealed(rolling({"blue": 1}, mine=rich, others=[rich]).act(verb, noun)) == ALL
    both = {"threats": {"red": 2, "brown": 2}, "people": ["duke", "earl"]}
    struck = rolling({"red": 6, "brown": 5}, mine=both)
    assert sealed(struck.act("suffer", "brown")) == ALL
    assert sealed(struck.act("lose_person", "duke")) == ALL
    assert sealed(struck.act("lose_house", 0)) == ALL
    canal = rolling({"red": 6}, mine={"threats": {"red": 2}, "canals": [1, 1]})
    assert sealed(canal.act("lose_canal", 0)) == ALL


@pytest.mark.rule("BRU-19.17")
def test_what_is_rolled_or_turned_up_stands() -> None:
    assert sealed(rolling({"blue": 4})) == ALL
    assert (
        sealed(city(stack=[OpenBourse(), StartTurns()], bourse=[*range(12)], options={"bourse": True})) == ALL
    )
    assert sealed(city(stack=[Majorities()], round=5, last=5, extra=[])) == OPEN, "nothing came out here"


@pytest.mark.rule("BRU-19.17")
def test_hand_cards_and_houses_given_up_for_an_opponent_stand() -> None:
    victim = {"hand": ["king", "queen"], "houses": ["red", "blue"]}
    mine = {"hand": ["robber", "vandal", "duke"], "guilders": 15, "houses": ["red", "red"]}
    game = city(mine=mine, others=[victim]).act("hire", "robber").act("move_in", 0)
    assert sealed(game.act("interrupt")) == ALL
    assert sealed(game.act("discard", "king", seat=1)) == ALL
    game = city(mine=mine, others=[victim]).act("hire", "vandal").act("move_in", 0).act("interrupt")
    assert sealed(game.act("lose_house", 0, seat=1)) == ALL
