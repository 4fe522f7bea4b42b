"""Phase 1 and the draw stacks: how hands are filled, and when the end approaches."""

from __future__ import annotations

from typing import Any

import pytest

from server.games import bruges
from server.games.bruges.cards import BACK
from server.games.bruges.flow import Refill, StartTurns
from server.games.bruges.state import DICE, DRAWING, TURNS
from server.games.bruges.turn.drawing import Draw
from server.games.kernel import ALL, Ask, Choice
from tests.games.bruges.city import card, city, named, of

from .rounds import play_out, playing, public, refilling, seen

FIVE = ["duke", "count", "baron", "margrave", "prince"]


@pytest.mark.rule("BRU-3.2", "BRU-4.1", "BRU-4.6", "BRU-4.7")
def test_in_the_first_round_everybody_draws_five_one_after_the_other() -> None:
    """The second seat begins, the others follow clockwise, and each fills the whole hand."""
    game = refilling(1, 2, 0, others=[{}, {}])
    drawing = []
    while game.asked and game.asked[0][1] == "refill":
        assert len(game.asked) == 1
        drawing.append(game.asked[0][0])
        game.act("stack", len(drawing) % 2, seat=drawing[-1])
    assert drawing == [1] * 5 + [2] * 5 + [0] * 5
    assert [len(me.hand) for me in game.players] == [5, 5, 5]


@pytest.mark.rule("BRU-4.7")
def test_who_used_four_cards_draws_four() -> None:
    game = refilling(0, mine={"hand": ["duke"]})
    for _ in range(4):
        game.act("stack", 0)
    assert game.asked == [(0, "turn")] and len(of(game).hand) == 5 and of(game).hand[0] == card("duke")


@pytest.mark.rule("BRU-4.2")
def test_each_card_comes_from_a_stack_chosen_anew() -> None:
    game = refilling(0, mine={"hand": ["duke", "count"]}, tops=(["baron", "earl"], ["prince", "king"]))
    assert game.offers("stack") == [0, 1]
    game.act("stack", 0)
    assert game.offers("stack") == [0, 1]
    game.act("stack", 1).act("stack", 0)
    assert named(of(game).hand) == ["duke", "count", "baron", "prince", "earl"]


@pytest.mark.rule("BRU-4.3", "BRU-4.4", "BRU-4.5")
def test_fronts_are_seen_when_the_hand_is_full() -> None:
    """Before that, the owner sees the same as the others: backs, and the back of the next card."""
    left, right = ["duke", "count", "baron"], ["margrave", "prince"]
    game = refilling(0, mine={"hand": ["king"]}, others=[{}, {}], tops=(left, right), sizes=(9, 9))
    tops = [[BACK[card("duke")], BACK[card("margrave")]]]
    for stack in (0, 1, 0):
        before = public(game)["tops"]
        game.act("stack", stack)
        tops.append(public(game)["tops"])
        assert tops[-2] == before and bruges.private(game.game, 0) == {"hand": [card("king")]}
    assert tops[1:] == [
        [BACK[card("count")], BACK[card("margrave")]],
        [BACK[card("count")], BACK[card("prince")]],
        [BACK[card("baron")], BACK[card("prince")]],
    ]
    assert public(game)["fresh"][0] == [BACK[card(name)] for name in ("duke", "margrave", "count")]
    game.act("stack", 1)
    assert named(bruges.private(game.game, 0)["hand"]) == ["king", "duke", "margrave", "count", "prince"]
    assert public(game)["fresh"][0] == []
    assert public(game)["hand"][0][:5] == [1, 1, 0, 2, 1], "blue, brown, yellow, red, violet"
    assert "hand" not in bruges.private(game.game, 1)


@pytest.mark.rule("BRU-4.3")
def test_fresh_cards_with_equal_backs_look_alike_to_their_owner() -> None:
    worlds = [
        refilling(0, mine={"hand": ["king"], "fresh": [one]}, tops=([other], []))
        for one, other in (("duke", "earl"), ("earl", "duke"))
    ]
    assert seen(worlds[0], 0) == seen(worlds[1], 0)


@pytest.mark.rule("BRU-4.8")
@pytest.mark.parametrize("more", [[], ["king"], ["king", "queen"]])
def test_a_hand_of_five_or_more_stays_as_it_is(more: list[str]) -> None:
    game = refilling(0, mine={"hand": [*FIVE, *more]})
    assert game.asked == [(0, "turn")] and named(of(game).hand) == [*FIVE, *more]
    assert [len(stack) for stack in game.stacks] == [30, 30]


# -- when a stack is empty -------------------------------------------------------------------------


@pytest.mark.rule("BRU-4.9", "BRU-4.11", "BRU-4.14", "BRU-3.3")
def test_in_phase_1_the_extra_stack_comes_at_once_and_this_round_is_the_last() -> None:
    game = refilling(0, 1, mine={"hand": ["duke"]}, sizes=(2, 30), round=4)
    extra = [*game.extra]
    game.act("stack", 0)
    assert (game.last, game.extra) == (0, extra)
    game.act("stack", 0)
    assert game.stacks[0] == extra and game.extra == [] and game.last == 4
    assert ("extra_stack", 4) in game.said
    game.act("stack", 0).act("stack", 0)
    assert len(of(game).hand) == 5 and len(game.stacks[0]) == len(extra) - 2, "refilling goes on"


@pytest.mark.rule("BRU-4.14")
def test_the_last_card_of_the_last_player_is_enough() -> None:
    game = refilling(1, 0, mine={"hand": FIVE[:4]}, others=[{"hand": []}], sizes=(6, 30), round=4)
    for _ in range(5):
        game.act("stack", 0, seat=1)
    assert game.last == 0
    game.act("stack", 0)
    assert game.phase == TURNS and game.last == 4 and game.extra == [] and game.stacks[0]


@pytest.mark.rule("BRU-4.10", "BRU-4.16", "BRU-4.17")
@pytest.mark.parametrize(("size", "upper", "lower"), [(8, 4, 4), (7, 4, 3), (2, 1, 1), (1, 1, 0)])
def test_later_the_other_stack_is_halved(size: int, upper: int, lower: int) -> None:
    """The upper half stays, the larger one if they differ; nothing is shuffled."""
    game = refilling(0, mine={"hand": FIVE[:4]}, sizes=(1, size), extra=[], round=5, last=5)
    pile = [*game.stacks[1]]
    game.act("stack", 0)
    assert game.stacks[1] == pile[lower:] and len(game.stacks[1]) == upper
    assert game.stacks[0] == pile[:lower] and len(game.stacks[0]) == lower
    assert game.last == 5 and game.drawn == 0, "the end stays where it was, and nothing is random"


@pytest.mark.rule("BRU-4.16")
def test_a_stack_that_empties_in_the_last_round_moves_nothing() -> None:
    for phase in (DRAWING, TURNS):
        game = city(stack=[Draw(0, 2)], phase=phase, sizes=(1, 9), extra=[], round=5, last=5)
        game.act("stack", 0)
        assert game.last == 5
        assert [len(stack) for stack in game.stacks] == [4, 5], "the other one is halved in either phase"
    game = city(stack=[Draw(0, 2)], phase=DRAWING, sizes=(1, 9), extra=[], round=5, last=6)
    assert game.act("stack", 0).last == 6


@pytest.mark.rule("BRU-4.12", "BRU-4.13")
def test_in_phase_3_the_following_round_is_the_last() -> None:
    have: dict[str, Any] = {"people": ["farmhand"], "workers": {"red": 1}}
    game = city(mine=have, sizes=(1, 30), round=4).act("use", "farmhand")
    extra = [*game.extra]
    game.act("stack", 0)
    assert game.stacks[0] == extra and game.extra == [] and game.last == 5
    assert public(game)["last"] == 5, "all players know it"


@pytest.mark.rule("BRU-4.15")
def test_in_phase_2_as_well() -> None:
    game = city(stack=[Draw(0), StartTurns()], phase=DICE, sizes=(1, 30), round=4).act("stack", 0)
    assert game.last == 5 and game.extra == []


@pytest.mark.rule("BRU-4.13", "BRU-4.12", "BRU-11.1")
def test_and_that_round_is_played_to_its_end() -> None:
    """The farmhand empties a stack in round 1; the game is over after the majorities of round 2."""
    mine: dict[str, Any] = {"people": ["farmhand"], "workers": {"red": 1}}
    game = playing(mine=mine, sizes=(1, 30)).act("use", "farmhand").act("stack", 0)
    rounds = []
    while not game.is_over:
        rounds.append(game.round)
        seat = game.asks[0].seat
        choice = plainly(game.game, game.asks[0])
        game.act(choice.verb, choice.noun, seat=seat)
    assert game.last == 2 and rounds[-1] == 2 and 1 in rounds
    assert game.phase == 4


@pytest.mark.rule("BRU-4.18")
def test_when_everything_is_empty_nobody_draws() -> None:
    game = refilling(0, 1, mine={"hand": ["duke"]}, sizes=(1, 1), extra=[], round=5, last=5)
    game.act("stack", 1)
    assert game.phase == TURNS and game.stacks == [[], []], "the last card came by itself"
    assert len(of(game, 0).hand) == 3 and of(game, 1).hand == []
    assert game.discard, "it is not shuffled"
    mine: dict[str, Any] = {"people": ["farmhand"], "workers": {"red": 1}}
    game = city(mine=mine, sizes=(0, 0), extra=[], round=5, last=5)
    assert game.offers("use") == [], "drawing would bring nothing"
    game = city(stack=[Draw(0, 3), Refill(0), StartTurns()], sizes=(0, 0), extra=[], round=5, last=5)
    assert game.asked == [(0, "end_turn")] and of(game).hand == []


@pytest.mark.rule("BRU-4.4")
def test_every_single_card_seals() -> None:
    game = refilling(0)
    for _ in range(5):
        game.act("stack", 0)
        assert game.game.sealed == ALL


# -- how long a game takes -------------------------------------------------------------------------


def plainly(game: Any, ask: Ask, balanced: bool = False) -> Choice:
    """Cards for workers, no activation, no advance; from the smaller stack, or from the larger one."""
    verbs = {choice.verb for choice in ask.options}
    if "stack" in verbs:
        size = [len(stack) for stack in game.stacks]
        best = max(size) if balanced else min(size)
        return next(c for c in ask.options if c.verb == "stack" and size[c.noun] == best)
    wanted = next(verb for verb in ("stay", "done", "workers", ask.options[0].verb) if verb in verbs)
    return next(choice for choice in ask.options if choice.verb == wanted)


@pytest.mark.rule("BRU-3.3", "BRU-3.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("balanced", "rounds"), [(False, 4), (True, 8)])
def test_the_last_round_is_the_fourth_at_the_earliest_and_the_eighth_at_the_latest(
    seats: int, balanced: bool, rounds: int
) -> None:
    game = play_out(seats, 3, lambda game, ask: plainly(game, ask, balanced))
    assert game.round == game.last == rounds
    assert all(len(me.hand) == 1 for me in game.players)
