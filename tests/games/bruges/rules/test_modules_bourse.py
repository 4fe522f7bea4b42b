"""The bourse: one card a round improves an action for the first players who use it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from server.authoring.scenes import Scene
from server.games import bruges
from server.games.bruges.cards import BOX
from server.games.bruges.flow import Majorities, Refill, Roll, StartTurns
from server.games.bruges.state import DRAWING, BrugesOptions
from server.games.bruges.turn.bourse import OpenBourse
from server.games.bruges.turn.turn import Play
from server.games.kernel import ALL, settle
from tests.games.bruges.city import BOURSE, card, city, named, of, threats, workers

from .rounds import public, seen

ON = {"bourse": True}
TWELVE = [*range(12)]


def exchange(name: str, *, markers: int = 6, **fields: Any) -> Scene:
    """A turn with this bourse card in force; the duke, a blue card, is in hand."""
    number = BOURSE.index(name)
    options = {**ON, **fields.pop("options", {})}
    mine = {"hand": ["duke"], **fields.pop("mine", {})}
    pile = [one for one in TWELVE if one != number]
    return city(mine=mine, bourse=pile, traded=[number], markers=markers, options=options, **fields)


@pytest.mark.rule("BRU-16.1", "BRU-16.11")
def test_twelve_cards_two_for_each_action_and_six_markers() -> None:
    assert Counter(card.action for card in BOX.bourse) == dict.fromkeys(
        ["workers", "guilders", "threat", "canal", "house", "hire"], 2
    )
    assert BOX.box.action_markers == 6 and {card.markers for card in BOX.bourse} == {5, 6}
    piles = set()
    for seed in range(4):
        game: Any = bruges.setup(2, seed, msgspec.convert(ON, BrugesOptions))
        settle(game)
        assert sorted(game.bourse) == TWELVE
        piles.add(tuple(game.bourse))
    assert len(piles) == 4


@pytest.mark.rule("BRU-16.2", "BRU-16.3", "BRU-16.4")
@pytest.mark.parametrize(("name", "markers"), [("quartus", 5), ("secundus", 6)])
def test_a_card_is_turned_up_when_all_hands_are_full(name: str, markers: int) -> None:
    number = BOURSE.index(name)
    pile = [*(one for one in TWELVE if one != number), number]
    hand = ["duke", "count", "baron", "margrave"]
    game = city(
        mine={"hand": hand},
        stack=[Refill(0), OpenBourse(), StartTurns()],
        phase=DRAWING,
        bourse=pile,
        options=ON,
    )
    assert public(game)["markers"] == 0 and public(game)["traded"] == []
    game.act("stack", 0)
    assert (game.traded, game.markers) == ([number], markers) and game.game.sealed == ALL
    assert public(game)["traded"] == [number] and public(game)["markers"] == markers
    assert not any(game.rolled), "before the dice are rolled"


@pytest.mark.rule("BRU-16.3")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_later_cards_are_hidden(seat: int | None) -> None:
    game = exchange("quartus")
    before = seen(game, seat)
    game.bourse.reverse()
    assert seen(game, seat) == before


@pytest.mark.rule("BRU-16.4")
def test_phase_2_follows_unchanged() -> None:
    game = city(
        stack=[OpenBourse(), Roll()], phase=DRAWING, options=ON, dice=[1, 3, 3, 5, 3], mine={"guilders": 3}
    )
    assert game.asked == [(0, "advance")] and game.offers("advance") == [1]
    assert [me.threats[3] for me in game.players] == [1, 1]


# -- using it --------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-16.5", "BRU-16.9", "BRU-8.6")
def test_the_improvement_may_be_used_for_a_marker() -> None:
    """A violet card and a violet die of 1: five guilders instead of one."""
    mine = {"hand": ["prince"]}
    game = exchange("quartus", markers=5, mine=mine, rolled=[6, 6, 6, 6, 1])
    assert game.offers("guilders") == game.offers("guilders_bourse") == ["prince"]
    assert of(game.act("guilders_bourse", "prince")).guilders == 5 and game.markers == 4
    plain = exchange("quartus", markers=5, mine=mine, rolled=[6, 6, 6, 6, 1]).act("guilders", "prince")
    assert of(plain).guilders == 1 and plain.markers == 5, "or not"


@pytest.mark.rule("BRU-16.5", "BRU-16.6")
def test_only_the_named_action_of_a_card_is_improved() -> None:
    mine: dict[str, Any] = {
        "people": ["barmaid", "cook"],
        "workers": {"brown": 1},
        "guilders": 9,
        "houses": ["red"] * 3,
    }
    game = exchange("quartus", mine=mine, rolled=[1] * 5)
    assert [verb for verb in game.verbs() if verb.endswith("_bourse")] == ["guilders_bourse"]
    assert of(game.act("use", "barmaid")).guilders == 12 and game.markers == 6, "not what a person brings"
    workers_card = exchange("secundus", mine=mine).act("use", "cook").act("take_worker", "red")
    assert workers_card.markers == 6
    canal = exchange("octavus", mine={"people": ["acrobat"], "workers": {"red": 1}, "guilders": 4})
    canal.act("use", "acrobat").act("side", 0)
    assert of(canal).guilders == 2 and canal.markers == 6


@pytest.mark.rule("BRU-16.7", "BRU-16.8")
def test_first_come_first_served_until_the_last_marker() -> None:
    mine = {"hand": ["duke", "earl", "princess"]}
    other = {"hand": ["margrave", "king"]}
    game = exchange("secundus", markers=2, mine=mine, others=[other], stack=[StartTurns()])
    game.act("workers_bourse", "duke").act("done")
    game.act("workers", "king", seat=1).act("done", seat=1)
    assert game.markers == 1
    game.act("workers_bourse", "earl").act("done")
    assert workers(game) == {"blue": 6}, "no limit for a player"
    assert game.markers == 0 and game.offers("workers_bourse", seat=1) == []
    assert game.offers("workers", seat=1) == ["margrave"]


@pytest.mark.rule("BRU-16.10")
def test_the_card_goes_at_the_end_of_the_round_and_another_comes() -> None:
    game = exchange("secundus", markers=4, stack=[Majorities()], round=3)
    assert game.markers == 0 and public(game)["markers"] == 0
    game = exchange("secundus", markers=0, stack=[OpenBourse(), StartTurns()])
    assert game.traded[-1] != BOURSE.index("secundus") and len(game.traded) == 2
    assert game.markers == BOX.bourse[game.traded[-1]].markers


@pytest.mark.rule("BRU-16.12")
def test_there_is_no_thirteenth_card() -> None:
    game = city(
        mine={"hand": ["duke"]},
        stack=[OpenBourse(), StartTurns()],
        bourse=[],
        traded=TWELVE,
        options=ON,
        round=13,
    )
    assert game.markers == 0 and not any(verb.endswith("_bourse") for verb in game.verbs())
    assert game.traded == TWELVE


@pytest.mark.rule("BRU-16.13")
def test_extra_cards_may_use_the_improvement_too() -> None:
    mine: dict[str, Any] = {"people": ["messenger"], "workers": {"red": 1}, "hand": ["duke", "margrave"]}
    game = exchange("secundus", mine=mine).act("workers_bourse", "duke").act("use", "messenger")
    game.act("workers_bourse", "margrave")
    assert workers(game) == {"blue": 3, "red": 3} and game.markers == 4
    drawn = exchange("secundus", mine={"drawn": ["margrave"]}, stack=[Play(0, "drawn"), StartTurns()])
    assert workers(drawn.act("workers_bourse", "margrave")) == {"red": 3} and drawn.markers == 5


@pytest.mark.rule("BRU-16.14", "BRU-9.18")
def test_improvement_and_infinity_both_apply_in_the_better_order() -> None:
    """Magistrate: two guilders more; stargazer: a die counts four at least; reeve: one worker more."""
    die: dict[str, Any] = {"rolled": [2, 1, 1, 1, 1]}
    assert (
        of(
            exchange("quartus", mine={"people": ["magistrate"]}, **die).act("guilders_bourse", "duke")
        ).guilders
        == 7
    )
    both = exchange("quintus", mine={"people": ["stargazer"]}, **die).act("guilders_bourse", "duke")
    assert of(both).guilders == 4 + 2
    assert workers(exchange("secundus", mine={"people": ["reeve"]}).act("workers_bourse", "duke")) == {
        "blue": 4
    }
    tailor = {"people": ["tailor"], "hand": ["mayor"], "guilders": 5, "houses": ["red"] * 2}
    assert of(exchange("duodecimus", mine=tailor).act("hire_bourse", "mayor")).guilders == 0


# -- the improvements ------------------------------------------------------------------------------


@pytest.mark.rule("BRU-16.11")
def test_what_the_twelve_cards_improve() -> None:
    ready: dict[str, Any] = {"guilders": 9, "workers": {"blue": 1}, "threats": {"blue": 1, "red": 1}}
    assert workers(exchange("secundus").act("workers_bourse", "duke")) == {"blue": 3}
    any_two = (
        exchange("tertius")
        .act("workers_bourse", "duke")
        .act("take_worker", "red")
        .act("take_worker", "violet")
    )
    assert workers(any_two) == {"red": 1, "violet": 1} and any_two.markers == 5
    assert of(exchange("quintus", rolled=[3] * 5).act("guilders_bourse", "duke")).guilders == 5
    two = exchange("sextus", mine=ready).act("threat_bourse", "duke")
    while "return_threat" in two.verbs():
        two.act("return_threat", two.offers("return_threat")[0])
    assert threats(two) == {} and of(two).points == 2
    more = exchange("septimus", mine=ready).act("threat_bourse", "duke")
    assert threats(more) == {"red": 1} and of(more).points == 3
    free = exchange("octavus", mine={**ready, "guilders": 0}).act("canal_bourse", "duke")
    assert of(free).canals == [1, 0] and of(free).guilders == 0
    wrong_colour = {**ready, "hand": ["count"]}
    other = exchange("nonus", mine=wrong_colour).act("canal_bourse", "count").act("side", 1)
    assert of(other).canals == [0, 1] and of(other).guilders == 8
    house = exchange("decimus", mine={**ready, "workers": {}}).act("house_bourse", "duke")
    assert named(of(house).houses) == ["duke"]
    paid = exchange("undecimus", mine=ready).act("house_bourse", "duke")
    assert of(paid).guilders == 11 and workers(paid) == {}
    cheap = exchange("duodecimus", mine={**ready, "guilders": 3, "houses": ["red"]}).act(
        "hire_bourse", "duke"
    )
    assert of(cheap).guilders == 0 and cheap.markers == 5


@pytest.mark.rule("BRU-18.26", "BRU-16.11", "BRU-18.22")
def test_primus_activates_somebody_even_without_benefit() -> None:
    """The archivist has no red house; his activation brings nothing, but takes a marker from the others."""
    mine: dict[str, Any] = {
        "people": ["archivist"],
        "houses": ["violet"] * 2,
        "guilders": 6,
        "workers": {"yellow": 1},
    }
    game = exchange("primus", markers=5, mine=mine)
    assert game.offers("use") == [], "by hand he cannot be activated"
    game.act("hire_bourse", "duke")
    assert ("activates", 0, card("archivist")) in game.said, "he is the only one"
    assert game.markers == 4 and of(game).points == 0 and of(game).guilders == 0


# -- fewer markers ---------------------------------------------------------------------------------


@pytest.mark.rule("BRU-18.10", "BRU-18.11", "BRU-18.12")
@pytest.mark.parametrize(("name", "printed"), [("secundus", 6), ("quartus", 5)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_as_an_option_there_are_fewer_markers_with_fewer_players(name: str, printed: int, seats: int) -> None:
    assert BrugesOptions().fewer_markers is False
    number = BOURSE.index(name)
    pile = [*(one for one in TWELVE if one != number), number]
    have: dict[str, Any] = {
        "bourse": pile,
        "others": [{}] * (seats - 1),
        "stack": [OpenBourse(), StartTurns()],
    }
    assert city(**have, options={**ON, "fewer_markers": True}).markers == printed - (5 - seats)
    assert city(**have, options=ON).markers == printed
