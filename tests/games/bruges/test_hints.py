"""Hints of prices, gains, limits and majorities, in exact figures."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import bruges
from server.games.advising import advise
from server.games.bruges.cards import BOX, WORKER
from server.games.bruges.flow import OfferAdvance
from server.games.bruges.hints import ACTIONS
from server.games.bruges.state import COLOURS
from server.games.kernel import Step

from .city import BOURSE, NAMES, SHIPS, Have, activated, card, city, trading

NEW = {"new_citizens": True}


def told(game: Scene, seat: int | None = 0) -> dict[str, Any]:
    """The hints of a seat, or of a watcher."""
    ask = next((ask for ask in game.asks if ask.seat == seat), None)
    return bruges.hints(game.game, seat, ask)


def amounts(game: Scene, verb: str, noun: str | int = -1) -> dict[str, int | list[int]] | None:
    """The certain changes of an option, or None if they are not given."""
    number = NAMES[verb].index(noun) if isinstance(noun, str) else noun
    rows = [change for *option, change in told(game)["amounts"] if option == [verb, number]]
    assert len(rows) < 2
    return rows[0] if rows else None


DUKE: Have = {"hand": ["duke"]}
"""A blue card."""


@pytest.mark.rule("BRU-8.1", "BRU-16.14")
@pytest.mark.parametrize(
    ("people", "bourse", "change"),
    [
        ([], "", {"workers": 2, "blue_workers": 2}),
        (["reeve"], "", {"workers": 3, "blue_workers": 3}),
        (["tanner"], "", {"workers": 2}),
        ([], "secundus", {"workers": 3, "blue_workers": 3}),
        (["reeve"], "secundus", {"workers": 4, "blue_workers": 4}),
        ([], "tertius", {"workers": 2}),
    ],
)
def test_workers(people: list[str], bourse: str, change: dict[str, int]) -> None:
    mine = {**DUKE, "people": people}
    game = trading(bourse, mine=mine) if bourse else city(mine=mine, options=NEW)
    assert amounts(game, "workers_bourse" if bourse else "workers", "duke") == change


@pytest.mark.rule("BRU-8.4", "BRU-16.9", "BRU-16.14")
@pytest.mark.parametrize(
    ("people", "bourse", "die", "gain"),
    [
        ([], "", 2, 2),
        (["magistrate"], "", 2, 4),
        (["stargazer"], "", 2, 4),
        (["stargazer"], "", 6, 6),
        (["stargazer", "magistrate"], "", 1, 6),
        ([], "quartus", 6, 5),
        (["magistrate"], "quartus", 1, 7),
        (["stargazer"], "quintus", 3, 6),
    ],
)
def test_guilders(people: list[str], bourse: str, die: int, gain: int) -> None:
    have: Any = {"mine": {**DUKE, "people": people}, "rolled": [die, 3, 3, 3, 3]}
    game = trading(bourse, **have) if bourse else city(**have)
    verb = "guilders_bourse" if bourse else "guilders"
    assert amounts(game, verb, "duke") == {"guilders": gain}


@pytest.mark.rule("BRU-8.8", "BRU-8.11")
@pytest.mark.parametrize(
    ("people", "bourse", "threats", "change"),
    [
        ([], "", {"blue": 2}, {"threats": 1, "points": 1, "blue_threats": 1}),
        ([], "", {"red": 2}, None),
        (["sexton"], "", {"red": 1}, {"threats": 1, "points": 1, "red_threats": 1}),
        (["sexton"], "", {"red": 2}, {"threats": [1, 2], "points": [1, 2], "red_threats": [1, 2]}),
        (["sexton"], "", {"red": 1, "blue": 2}, {"threats": [1, 2], "points": [1, 2]}),
        ([], "sextus", {"red": 1, "blue": 2}, {"threats": [1, 2], "points": [1, 2]}),
        ([], "septimus", {"blue": 1}, {"threats": 1, "points": 3, "blue_threats": 1}),
        (["sexton"], "septimus", {"blue": 1, "red": 1}, {"threats": [1, 2], "points": [3, 4]}),
    ],
)
def test_threat_markers(
    people: list[str], bourse: str, threats: dict[str, int], change: dict[str, Any] | None
) -> None:
    mine = {**DUKE, "people": people, "threats": threats}
    game = trading(bourse, mine=mine) if bourse else city(mine=mine)
    assert amounts(game, "threat_bourse" if bourse else "threat", "duke") == change


@pytest.mark.rule("BRU-8.14", "BRU-8.15", "BRU-8.16")
@pytest.mark.parametrize(
    ("mine", "more", "name", "guilders"),
    [
        ({"guilders": 1}, {}, "duke", -1),
        ({"guilders": 9, "canals": [2, 1]}, {}, "baron", [-3, -2]),
        ({"guilders": 2, "canals": [2, 1]}, {}, "baron", -2),
        ({"guilders": 1, "canals": [2, 1]}, {}, "baron", None),
        ({"canals": [2, 0]}, {"free_canal": True}, "baron", 0),
        ({"guilders": 5, "canals": [4, 5]}, {}, "count", -5),
        ({"guilders": 9, "canals": [5, 5]}, {}, "count", None),
    ],
)
def test_canals(mine: Have, more: dict[str, Any], name: str, guilders: int | list[int] | None) -> None:
    change = amounts(city(mine={"hand": [name], **mine}, **more), "canal", name)
    assert change == (None if guilders is None else {"canals": 1, "guilders": guilders})


def test_canals_by_the_bourse() -> None:
    free = trading("octavus", mine={"hand": ["baron"], "canals": [2, 1]})
    assert amounts(free, "canal_bourse", "baron") == {"canals": 1, "guilders": 0}
    assert amounts(free, "canal", "baron") is None
    any_colour = trading("nonus", mine={"hand": ["count"], "canals": [2, 1], "guilders": 3})
    assert amounts(any_colour, "canal_bourse", "count") == {"canals": 1, "guilders": [-3, -2]}


@pytest.mark.rule("BRU-8.25")
@pytest.mark.parametrize(
    ("people", "bourse", "workers", "change"),
    [
        ([], "", {"blue": 1}, {"houses": 1, "workers": -1, "blue_workers": -1}),
        ([], "", {"red": 1}, None),
        (["carpenter"], "", {"red": 1}, {"houses": 1, "workers": -1}),
        ([], "decimus", {}, {"houses": 1, "workers": 0}),
        ([], "undecimus", {"blue": 1}, {"houses": 1, "workers": -1, "blue_workers": -1, "guilders": 2}),
    ],
)
def test_houses(people: list[str], bourse: str, workers: Have, change: dict[str, int] | None) -> None:
    mine = {**DUKE, "people": people, "workers": workers}
    game = trading(bourse, mine=mine) if bourse else city(mine=mine)
    assert amounts(game, "house_bourse" if bourse else "house", "duke") == change


@pytest.mark.rule("BRU-8.29")
@pytest.mark.parametrize(
    ("people", "bourse", "name", "price"),
    [
        ([], "", "duke", 6),
        (["tailor"], "", "duke", 5),
        ([], "duodecimus", "duke", 3),
        (["tailor"], "duodecimus", "duke", 2),
        (["tailor"], "duodecimus", "burgrave", 0),
        ([], "primus", "duke", 6),
    ],
)
def test_persons(people: list[str], bourse: str, name: str, price: int) -> None:
    mine = {"hand": [name], "people": people, "houses": ["red", "red"], "guilders": 9}
    game = trading(bourse, mine=mine) if bourse else city(mine=mine)
    change = amounts(game, "hire_bourse" if bourse else "hire", name)
    assert change == {"persons": 1, "guilders": -price}


def test_a_person_who_pays_for_markers_is_counted() -> None:
    game = city(mine={**DUKE, "people": ["abbess"], "threats": {"blue": 1}})
    assert amounts(game, "threat", "duke") == {"threats": 1, "points": 1, "blue_threats": 1, "guilders": 1}


@pytest.mark.rule("BRU-13.26")
def test_a_colour_that_was_named_counts_for_the_action() -> None:
    game = city(mine={**DUKE, "workers": {"red": 1}}, rolled=[1, 2, 3, 5, 6], recolour=True)
    assert told(game)["amounts"] == [] and told(game)["colours"] == []
    game.act("play", "duke").act("colour", "red")
    assert told(game)["colours"] == told(game, 1)["colours"] == [[card("duke"), COLOURS.index("red")]]
    assert amounts(game, "guilders", "duke") == {"guilders": 5}
    assert amounts(game, "workers", "duke") == {"workers": 2, "red_workers": 2}
    assert amounts(game, "house", "duke") == {"houses": 1, "workers": -1, "red_workers": -1}


# -- facts -----------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-7.2", "BRU-7.3", "BRU-17.61")
def test_majorities() -> None:
    """Two are level in steps, and one has the judge; three have no tokens; one alone has two persons."""
    mine = {"step": 3, "people": ["judge"]}
    game = city(mine=mine, others=[{"step": 3}, {"people": ["duke", "count"]}], options={"pets": True})
    assert told(game)["standing"] == [
        [[3, 1], [1, 0], [0, 0], [0, 0]],
        [[3, 0], [0, 0], [0, 0], [0, 0]],
        [[0, 0], [2, 1], [0, 0], [0, 0]],
    ]
    without = city(mine={"canals": [1, 2]}, others=[{"canals": [0, 3]}, {"canals": [2, 0]}])
    assert told(without)["standing"] == [[[0, 0], [0, 0], [n, 0]] for n in (3, 3, 2)]


@pytest.mark.rule("BRU-8.30")
def test_empty_houses() -> None:
    game = city(mine={"people": ["duke"], "houses": ["blue", "red", "red"]}, others=[{"people": ["count"]}])
    assert told(game)["rooms"] == [2, 0]


@pytest.mark.rule("BRU-5.8", "BRU-10.23")
def test_limits() -> None:
    game = city(mine={"people": ["watchdog", "bodyguard"]}, others=[{}])
    assert told(game)["limits"] == [[3, 3, 4, 3, 4], [3] * 5]


@pytest.mark.rule("BRU-8.14", "BRU-8.15")
def test_next_spaces() -> None:
    """Only the token of the active player is free; a complete section has no next space."""
    game = city(mine={"canals": [2, 5]}, others=[{"canals": [1, 0]}])
    side, colour, price = told(game)["spaces"][0][0]
    assert (side, price) == (0, 3) and len(told(game)["spaces"][0]) == 1
    assert [row[::2] for row in told(game)["spaces"][1]] == [[0, 2], [1, 1]]
    game.game.free_canal = True
    assert told(game)["spaces"][0] == [[0, colour, 0]]
    assert [row[::2] for row in told(game)["spaces"][1]] == [[0, 2], [1, 1]]


@pytest.mark.rule("BRU-5.5", "BRU-5.11", "BRU-15.4")
@pytest.mark.parametrize(
    ("rolled", "dice", "price", "prices"),
    [
        ([1, 2, 3, 5, 6], ["step", "step", "ship", "threat", "threat"], 3, [1, 3, 3]),
        ([1, 4, 3, 5, 6], ["step", "ship", "ship", "threat", "threat"], 1, [0, 1, 1]),
        ([3, 4, 3, 5, 6], ["ship", "ship", "ship", "threat", "threat"], 0, [-1, 4, -1]),
        ([0] * 5, [""] * 5, 0, [-1, -1, -1]),
    ],
)
def test_the_dice(rolled: list[int], dice: list[str], price: int, prices: list[int]) -> None:
    game = city(mine={"people": ["notary"]}, others=[{"people": ["earl"]}, {}], rolled=rolled)
    found = told(game)
    assert (found["dice"], found["advance"], found["advances"]) == (dice, price, prices)


@pytest.mark.rule("BRU-5.15")
def test_the_advance() -> None:
    steps: list[Step[Any]] = [OfferAdvance(0)]
    mine = {"guilders": 5, "people": ["notary"]}
    game = city(mine=mine, stack=steps, phase=2, rolled=[1, 2, 2, 5, 6], last=1, extra=[])
    assert amounts(game, "advance", 3) == {"guilders": -3, "step": 1}
    assert [option[0] for option in told(game)["amounts"]] == ["advance"]


@pytest.mark.rule("BRU-6.2")
@pytest.mark.parametrize(("turn", "which"), [(0, 1), (1, 1), (2, 2), (7, 4), (8, 4)])
def test_the_turn_of_a_round(turn: int, which: int) -> None:
    assert told(city(turn=turn))["turn"] == which


@pytest.mark.rule("BRU-16.7")
def test_the_bourse_card_is_in_force_while_it_has_markers() -> None:
    game = trading("quartus", mine=DUKE)
    assert told(game)["bourse"] == BOURSE.index("quartus")
    game.game.markers = 0
    assert told(game)["bourse"] == told(city())["bourse"] == -1


def test_watchers_are_told_the_facts_alone() -> None:
    game = city(mine=DUKE)
    own = told(game)
    assert own.pop("amounts") and own.pop("refusals")
    assert told(game, None) == told(game, 1) == own


# -- persons, ships, sections, sales ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mine", "change"),
    [
        ("spice_merchant", {}, {"guilders": 4}),
        ("market_woman", {"guilders": 5}, {"guilders": -2}),
        ("goldsmith", {"guilders": 5}, {"guilders": -4, "points": 3}),
        ("painter", {"guilders": 5}, {"guilders": -2, "step": 1}),
        ("philosopher", {}, {}),
    ],
)
def test_persons_of_the_own_city(name: str, mine: Have, change: dict[str, int]) -> None:
    """The worker that they cost, and the certain part of their effect."""
    worker = WORKER[card(name)]
    has = {COLOURS[worker]: 1} if worker != -1 else {}
    price = {"workers": -1, f"{COLOURS[worker]}_workers": -1} if worker != -1 else {}
    assert amounts(city(mine={"people": [name], "workers": has, **mine}), "use", name) == {**price, **change}


def test_the_end_of_the_track_is_counted() -> None:
    mine = {"hand": ["young_prince"], "people": ["astronomer"], "houses": ["red"] * 2, "guilders": 9}
    game = city(mine={**mine, "step": 9}).act("hire", "young_prince")
    assert amounts(game, "again", "young_prince") == {"step": 1}


@pytest.mark.rule("BRU-8.14", "BRU-17.20")
def test_the_sections_of_a_canal() -> None:
    game = city(mine={"hand": ["baron"], "guilders": 9, "canals": [2, 1]}).act("canal", "baron")
    assert amounts(game, "side", 0) == {"canals": 1, "guilders": -3}
    assert amounts(game, "side", 1) == {"canals": 1, "guilders": -2}
    dear = activated("acrobat", mine={"guilders": 9, "canals": [2, 1]})
    assert amounts(dear, "side", 0) == {"canals": 1, "guilders": -6}


@pytest.mark.rule("BRU-15.18")
@pytest.mark.parametrize(
    ("kind", "gain"), [("six_guilders", {"guilders": 6}), ("advance", {"step": 1}), ("three_workers", {})]
)
def test_ships(kind: str, gain: dict[str, int]) -> None:
    ship = SHIPS.index(f"yellow {kind}")
    stacks = [
        [n for n, name in enumerate(SHIPS) if name.startswith(c) and n != ship]
        for c in ("blue", "brown", "yellow", "red", "violet")
    ]
    mine = {"hand": ["duke"], "guilders": 1, "workers": {"yellow": 1}}
    game = city(mine=mine, options={"zwin": True}, ships=stacks, berths=[-1, -1, ship, -1, -1])
    change = amounts(game.act("canal", "duke"), "ship", ship)
    assert change == {"workers": -1, "yellow_workers": -1, **gain}


def test_sales() -> None:
    seller = next(row for row in BOX.persons if row.effect.get("type") == "sell_workers")
    each = seller.effect["guilders"]
    game = activated(seller.id, mine={"workers": {"red": 2}})
    assert amounts(game, "sell", "red") == {"workers": -1, "red_workers": -1, "guilders": each}
    assert amounts(game, "sell_all", "red") == {"workers": -2, "red_workers": -2, "guilders": 2 * each}
    trader = next(row for row in BOX.persons if row.effect.get("type") == "barter")
    game = activated(trader.id, mine={"workers": {"red": 1}, "guilders": 9})
    each = trader.effect["guilders"]
    assert amounts(game, "buy", "blue") == {"workers": 1, "blue_workers": 1, "guilders": -each}
    assert amounts(game, "sell", "red") == {"workers": -1, "red_workers": -1, "guilders": each}


# -- what is out of the question -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "mine", "reasons"),
    [
        ("duke", {}, [["threat", "no_marker", 0], ["canal", "guilders", 1], ["house", "no_worker", 0]]),
        ("duke", {"canals": [1, 0]}, [["canal", "no_space", 0]]),
        ("baron", {"canals": [2, 1], "guilders": 1}, [["canal", "guilders", 2]]),
        ("duke", {}, [["hire", "no_room", 0]]),
        ("duke", {"houses": ["red"], "guilders": 5}, [["hire", "guilders", 6]]),
        ("duke", {"houses": ["red", "red"], "people": ["tailor"], "guilders": 4}, [["hire", "guilders", 5]]),
    ],
)
def test_why_an_action_is_out_of_the_question(name: str, mine: Have, reasons: list[list[Any]]) -> None:
    found = told(city(mine={"hand": [name], **mine}))["refusals"]
    assert all([action, card(name), *why] in found for action, *why in reasons)


def test_each_action_is_offered_or_says_why_not() -> None:
    """This also holds for a named colour; cards that cannot be played now have no reasons."""
    mine = {"hand": ["duke", "baron", "count"], "workers": {"blue": 1}, "threats": {"red": 1}}
    game = city(mine=mine, recolour=True)
    assert told(game)["refusals"] == [] == told(game, 1).get("refusals", [])
    game.act("play", "duke").act("colour", "red")
    assert [action for action, *_ in told(game)["refusals"]] == ["canal", "house", "hire"]
    plain = city(mine=mine)
    for name in mine["hand"]:
        offered = [verb for verb in ACTIONS if name in plain.offers(verb)]
        refused = [action for action, number, *_ in told(plain)["refusals"] if number == card(name)]
        assert sorted(offered + refused) == sorted(ACTIONS)


@pytest.mark.rule("BRU-7.7")
@pytest.mark.parametrize(
    ("die", "turned", "said"),
    [(1, 0, "cheap_step"), (1, 1, "cheap_point"), (2, 0, "dear_step"), (2, 1, "dear_step")],
)
def test_a_majority_that_is_had_is_no_advice_to_advance(die: int, turned: int, said: str) -> None:
    """Two dice show it: up to 3 guilders are cheap, 4 are dear."""
    mine = {"guilders": 5, "marks": [turned, 0, 0, 0]}
    game = city(mine=mine, stack=[OfferAdvance(0)], rolled=[die, die, 3, 3, 3], phase=2)
    assert advise(bruges.advices, game.game, game.ask()) == [said]
