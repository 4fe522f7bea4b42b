"""Blunders: each is detected where it is one, and not elsewhere; whole games are counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import GAMES
from server.games.bruges.state import COLOURS, TURNS
from server.games.bruges.turn.discarding import ReturnThreats
from server.games.kernel import Choice
from server.games.loyang.cards import GOODS
from server.games.loyang.flow import LAST_ROUND
from server.games.loyang.state import BOUGHT
from server.games.loyang.turn import Advance
from server.games.machi_koro.flow import Build
from server.games.machi_koro.state import EFFECTIVE
from server.games.santiago.flow import UseCuban
from server.games.schweinebande.flow import NextReveal
from server.games.schweinebande.verbs import Place
from tests.follies import (
    KNOWN,
    ExaminedChoice,
    bruges,
    follies_of,
    loyang,
    machi_koro,
    santiago,
    schweinebande,
)
from tests.follies.__main__ import Counts, main, of_game
from tests.follies.loyang import brings_home_what_it_has_borrowed, stops_short_at_the_end
from tests.games.bruges.city import city
from tests.games.loyang.village import turn, village
from tests.games.machi_koro.town import ALL_BUT_ONE, income, town
from tests.games.santiago.town import CUBANS
from tests.games.santiago.town import town as santiago_town
from tests.games.santiago.town import use as santiago_use
from tests.games.schweinebande.market import PRINTED, ROW, TILE, collecting, fair, farming, feeding

advance = partial(village, stack=[Advance(0)])


def chosen(
    scene: Scene, verb: str, noun: int = -1, *earlier: Choice, before: Sequence[Scene] = ()
) -> ExaminedChoice:
    """An option of the asked seat."""
    seat = scene.asks[0].seat
    choice = Choice(verb, noun)
    assert choice in scene.ask(seat).options
    return ExaminedChoice(scene.game, scene.ask(seat), choice, earlier, [it.game for it in before])


def test_a_good_for_itself() -> None:
    folly = loyang.gives_what_it_gets
    mine = {"cart": {"leek": 1, "turnip": 2, "pumpkin": 1}, "stalls": ["stall_11"]}
    trading = turn(mine).act("trade", "pumpkin")
    pumpkin, turnip = GOODS.index("pumpkin"), GOODS.index("turnip")
    assert folly(chosen(trading, "give", pumpkin)) and not folly(chosen(trading, "give", turnip))


@pytest.mark.parametrize(
    ("mine", "silly"),
    [
        ({"helpers": ["trader"]}, False),
        ({"helpers": ["trader", "maid"], "cash": 0}, True),
        ({"helpers": ["trader"], "stalls": ["stall_11"]}, True),
        ({"helpers": ["trader"], "stalls": ["stall_11"], "under": {"trader": "regular_09"}}, False),
    ],
    ids=["a pack gets cheaper", "it is too dear", "it costs as much", "it covers a card"],
)
def test_a_helper_thrown_away(mine: dict[str, Any], silly: bool) -> None:
    """Throwing away a helper is useful if it makes a pack cheaper or uncovers a card."""
    scene = turn({"cash": 3, **mine})
    discard = next(it for it in scene.ask(0).options if it.verb == "discard")
    assert loyang.throws_a_helper_away(chosen(scene, *discard)) == silly
    scene.game.farms[0].lasting |= BOUGHT
    assert loyang.throws_a_helper_away(chosen(scene, *discard)) == (silly or "under" not in mine)


def test_the_landmark_that_wins() -> None:
    folly = machi_koro.leaves_the_landmark_that_wins
    rich = town(stack=[Build()], coins=[30, 0], landmarks={0: ALL_BUT_ONE})
    assert folly(chosen(rich, "build", 0)) and folly(chosen(rich, "pass"))
    assert not folly(chosen(rich, "landmark", 3))
    poor = town(stack=[Build()], coins=[3, 0], landmarks={0: ALL_BUT_ONE})
    assert not folly(chosen(poor, "pass"))
    assert not folly(chosen(town(stack=[Build()], coins=[30, 0]), "build", 0)), "three more are missing"


def test_nothing_built_with_money_for_any_landmark() -> None:
    folly = machi_koro.builds_nothing_with_money_for_any_landmark
    rich, saving, poor = (town(stack=[Build()], coins=[coins, 0]) for coins in (22, 21, 3))
    assert folly(chosen(rich, "pass"))
    assert not folly(chosen(rich, "build", 0)) and not folly(chosen(poor, "pass"))
    assert not folly(chosen(saving, "pass")), "for the dearest"


def test_the_television_takes_what_it_can() -> None:
    folly = machi_koro.takes_from_who_has_less
    game = income(6, seat=1, cities={1: {"tv_station": 1}}, coins=[4, 0, 9], seats=3)
    assert folly(chosen(game, "tv", 0)) and not folly(chosen(game, "tv", 2))
    even = income(6, seat=1, cities={1: {"tv_station": 1}}, coins=[5, 0, 9], seats=3)
    assert not folly(chosen(even, "tv", 0)), "it takes 5 at most"


def test_two_dice_for_a_city_that_waits_for_one() -> None:
    folly = machi_koro.rolls_two_dice_for_nothing
    station = {0: {"train_station": EFFECTIVE}}
    fields = {"wheat_field": 3, "bakery": 2}
    low, high = (town(cities={0: {**fields, **more}}, landmarks=station) for more in ({}, {"mine": 1}))
    assert folly(chosen(low, "roll", 2)) and not folly(chosen(low, "roll", 1))
    assert not folly(chosen(high, "roll", 2)), "9 is for two dice"
    park = town(cities={0: fields}, landmarks={0: {**station[0], "amusement_park": EFFECTIVE}})
    assert not folly(chosen(park, "roll", 2)), "a double is another turn"
    robbed = town(cities={0: {"wheat_field": 1, "bakery": 1}, 1: {"cafe": 6}}, landmarks=station)
    assert not folly(chosen(robbed, "roll", 2)), "a 3 is dear"


def test_a_loan_that_is_brought_home() -> None:
    rich, poor, loan = advance({"cash": 8, "space": 4}), advance({"cash": 4, "space": 4}), Choice("loan")
    assert brings_home_what_it_has_borrowed(chosen(rich, "step", 1, loan))
    assert not brings_home_what_it_has_borrowed(chosen(rich, "step", 1))
    assert not brings_home_what_it_has_borrowed(chosen(rich, "step", 2, loan))
    assert not brings_home_what_it_has_borrowed(chosen(poor, "step", 1, loan))
    broke, paid = turn({"cash": 2}), turn({"cash": 7})
    folly = brings_home_what_it_has_borrowed
    leek, serve = Choice("buy", GOODS.index("leek")), Choice("serve", 30)
    assert not folly(chosen(rich, "step", 1, loan, leek, serve, before=[broke, paid, broke]))
    assert folly(chosen(rich, "step", 1, loan, leek, serve, before=[broke, paid, paid])), "2 were enough"
    assert folly(chosen(rich, "step", 1, loan, leek, loan, before=[broke, paid, paid])), "the second one"


def test_goods_bought_and_sold_again() -> None:
    wheat, leek = GOODS.index("wheat"), GOODS.index("leek")
    game = turn({"cart": {"leek": 1}})
    assert loyang.trades_back_and_forth(chosen(game, "buy", wheat, Choice("sell", wheat)))
    assert loyang.trades_back_and_forth(chosen(game, "sell", leek, Choice("buy", leek)))
    assert not loyang.trades_back_and_forth(chosen(game, "sell", leek, Choice("buy", wheat)))
    assert not loyang.trades_back_and_forth(chosen(game, "sell", leek))


def test_the_step_for_1() -> None:
    assert loyang.leaves_the_step_for_1(chosen(advance({"cash": 1}), "step", 0))
    assert not loyang.leaves_the_step_for_1(chosen(advance({"cash": 1}), "step", 1))
    assert not loyang.leaves_the_step_for_1(chosen(advance({"cash": 0}), "step", 0)), "it can't be paid for"


def test_the_last_steps_of_all() -> None:
    last, before = (
        advance({"cash": 30, "space": 9}, round=number) for number in (LAST_ROUND, LAST_ROUND - 1)
    )
    most = max(last.offers("step"))
    assert stops_short_at_the_end(chosen(last, "step", most - 1))
    assert not stops_short_at_the_end(chosen(last, "step", most))
    assert not stops_short_at_the_end(chosen(before, "step", most - 1)), "cash can still be used"


def test_a_threat_that_is_left_at_two() -> None:
    red, blue = COLOURS.index("red"), COLOURS.index("blue")
    mine = {"threats": {"red": 2, "blue": 1}, "canals": [1, 0]}
    game = city(mine=mine, stack=[ReturnThreats(0, 1)])
    assert bruges.leaves_a_threat_at_two(chosen(game, "enough"))
    assert bruges.leaves_a_threat_at_two(chosen(game, "return_threat", blue))
    assert not bruges.leaves_a_threat_at_two(chosen(game, "return_threat", red))
    harmless = city(mine={"threats": {"red": 1, "blue": 1}}, stack=[ReturnThreats(0, 1)])
    assert not bruges.leaves_a_threat_at_two(chosen(harmless, "enough"))


def test_a_threat_at_two_that_can_still_be_returned_or_does_no_harm() -> None:
    folly, blue = bruges.leaves_a_threat_at_two, COLOURS.index("blue")
    mine: dict[str, Any] = {"threats": {"red": 2, "blue": 1}, "canals": [1, 0]}
    both = city(mine=mine, stack=[ReturnThreats(0, 2)])
    assert not folly(chosen(both, "return_threat", blue)), "the red one may follow"
    assert folly(chosen(both, "enough"))
    over = city(mine=mine, stack=[ReturnThreats(0, 1)], round=6, last=6, phase=TURNS, extra=[])
    assert not folly(chosen(over, "enough")), "no dice will bring a third"
    patient = city(mine={**mine, "people": ["fire_watchman"]}, stack=[ReturnThreats(0, 1)])
    assert not folly(chosen(patient, "enough")), "the damage comes with the fourth"


@pytest.mark.parametrize(
    ("colour", "fields"),
    [
        ("blue", {"workers": {"red": 1}}),
        ("yellow", {"guilders": 1}),
        ("violet", {"points": 1}),
        ("brown", {"people": ["fire_watchman"]}),
        ("red", {"canals": [1, 0]}),
    ],
)
def test_a_threat_at_two_that_would_take_nothing(colour: str, fields: dict[str, Any]) -> None:
    """A flood is no threat to a seat without workers; but having no marker at all for it costs a point."""
    folly, other = bruges.leaves_a_threat_at_two, "yellow" if colour == "blue" else "blue"
    nothing: dict[str, Any] = {"workers": {}, "guilders": 0, "points": 0, "threats": {colour: 2, other: 1}}
    poor, rich = (city(mine={**nothing, **it}, stack=[ReturnThreats(0, 1)]) for it in ({}, fields))
    returned = COLOURS.index(other)
    assert folly(chosen(rich, "return_threat", returned)) and folly(chosen(rich, "enough"))
    assert not folly(chosen(poor, "return_threat", returned)) and folly(chosen(poor, "enough"))


def test_a_gift_that_is_declined() -> None:
    folly = santiago.declines_what_costs_nothing
    gift, bargain = (santiago_town(stack=[UseCuban(CUBANS.index(name))]) for name in ("pedro", "el_zorro"))
    assert folly(chosen(gift, "decline")) and not folly(chosen(gift, "use"))
    assert not folly(chosen(bargain, "decline")), "what it brings, others say"
    swap = santiago_use("black_market").act("swap_give", "tobacco")
    assert not folly(chosen(swap, "decline")), "the tobacco comes back"


def test_points_that_are_left_at_the_end_of_schweinebande() -> None:
    folly = schweinebande.leaves_points_at_the_end
    goat, pig, cattle = (TILE.index(name) for name in ("goat", "pig", "cattle"))
    bonus = farming({"pig": 4}, round=4)
    assert folly(chosen(bonus, "keep")) and not folly(chosen(bonus, "four", pig))
    assert not folly(chosen(farming({"pig": 4}, round=3), "keep"))
    even = farming({"goat": 4}, round=4, feed={0: 4})
    assert not folly(chosen(even, "keep")), "the final group brings as much"
    short = feeding({"cattle": 4, "goat": 1}, round=4)
    assert folly(chosen(short, "sell", cattle)) and not folly(chosen(short, "sell", goat))


@pytest.mark.parametrize("options", [{}, {"options": PRINTED}])
def test_the_very_last_row_of_schweinebande(options: dict[str, Any]) -> None:
    folly = schweinebande.leaves_points_at_the_end
    tiles, pens = {"A1": "goat", "A2": "goat", "B1": "chicken", "E5": "sheep"}, {0: {"goat": 2}}
    order, turn = [1, 2], 4
    game = collecting({"A1": 0}, seats=2, turn=turn, order=order, market=tiles, pens=pens, round=4, **options)
    good, bad = (ROW.index(row) for row in ("A1 e", "A1 se"))
    assert folly(chosen(game, "collect", bad)) and not folly(chosen(game, "collect", good))
    others = {"A1": 0, "E5": 1}
    busy = collecting(others, seats=2, turn=turn, order=order, market=tiles, pens=pens, round=4, **options)
    assert not folly(chosen(busy, "collect", bad)), "it may take from the other what it leaves itself"


def test_four_that_are_kept_and_cannot_be_fed() -> None:
    folly = schweinebande.keeps_four_that_it_cannot_feed
    assert folly(chosen(farming({"goat": 4, "pig": 1}), "keep"))
    assert not folly(chosen(farming({"goat": 4}), "four", TILE.index("goat")))
    assert not folly(chosen(farming({"goat": 4, "pig": 1}, feed={0: 5}), "keep"))
    assert not folly(chosen(farming({"goat": 4, "feed_sack": 1}), "keep"))
    assert not folly(chosen(farming({"pig": 4}), "keep")), "they wait for their bonus"


def test_one_of_four_that_is_sold() -> None:
    folly, goat, pig = schweinebande.sells_from_a_complete_group, TILE.index("goat"), TILE.index("pig")
    game = feeding({"pig": 4, "goat": 1})
    assert folly(chosen(game, "sell", pig)) and not folly(chosen(game, "sell", goat))
    assert not folly(chosen(feeding({"pig": 5}), "sell", pig)), "one is left over"


def test_a_sack_for_two_animals() -> None:
    folly = schweinebande.wastes_a_sack_on_a_few
    few = feeding({"goat": 2, "feed_sack": 1}, feed=2)
    assert folly(chosen(few, "sack", 2)) and not folly(chosen(few, "pay", 2))
    assert not folly(chosen(feeding({"goat": 2, "feed_sack": 1}, feed=1), "sack", 2)), "feed is short"
    assert not folly(chosen(feeding({"goat": 3, "feed_sack": 1}, feed=3), "sack", 3))
    assert not folly(chosen(feeding({"goat": 2, "feed_sack": 1}, feed=2, round=4), "sack", 2))
    assert folly(chosen(feeding({"goat": 2, "feed_sack": 2}, feed=2, round=2), "sack", 2))
    assert not folly(chosen(feeding({"goat": 2, "feed_sack": 2}, feed=2, round=3), "sack", 2)), "one is over"


def test_a_farmer_that_stays_in_hand() -> None:
    folly = schweinebande.leaves_a_farmer_in_hand
    late, early = (
        fair(Place(0), NextReveal(), seats=3, left=[2, 1, 1], market={"A1": "pig"}, hidden=hidden)
        for hidden in ({"E5": "goat"}, {"E4": "goat", "E5": "goat"})
    )
    assert folly(chosen(late, "decline")) and not folly(chosen(late, "place"))
    assert not folly(chosen(early, "decline")), "two tiles for two farmers"


def test_a_whole_game_is_counted_by_folly_and_mind() -> None:
    engine, random = GAMES["machi_koro"], Random(2)
    game = engine.setup(3, 5, engine.options())
    everything = {"chooses": lambda it: True, "rolls": lambda it: it.choice.verb == "roll"}
    found: Counts = of_game(engine, game, ["whim", "whim", "greedy"], everything, random, 0)
    assert found["chooses", "whim"] > found["rolls", "whim"] > 10 > found["rolls", "greedy"] > 0


def test_earlier_choices_are_those_of_the_own_turn() -> None:
    engine, turns = GAMES["loyang"], list[int]()

    def length(it: ExaminedChoice) -> bool:
        turns.append(len(it.earlier))
        return False

    of_game(engine, engine.setup(2, 5, engine.options()), ["whim"] * 2, {"": length}, Random(1), 0)
    assert turns[0] == 0 and max(turns) > 3 and turns.count(0) > 10
    assert all(after in (0, before + 1) for before, after in pairwise(turns))


def test_the_command_prints_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machi_koro", "--games", "1", "--minds", "whim,beginner", "--ms", "1"]) == 0
    printed = capsys.readouterr().out
    assert all(folly.split()[0] in printed for folly in follies_of("machi_koro")) and "beginner" in printed
    assert main(["machi_koro", "--games", "1", "--minds", "whim, beginner", "--ms", "1"]) == 0


@pytest.mark.parametrize("arguments", ["--minds nobody", "--games 0", "--ms -1"])
def test_invalid_arguments_of_follies_are_refused_in_one_line(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["machi_koro", *arguments.split()]) == 2
    told = capsys.readouterr().err
    assert told.startswith("follies: ") and len(told.splitlines()) == 1
    assert set(KNOWN) <= set(GAMES)
