"""The Zwin: a scene for each ship."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games.bruges.state import COLOURS, NONE
from server.games.reasons import why_not

from .city import BOURSE, SHIPS, city, harbour, named, of, people, threats, workers

ZWIN = {"zwin": True}


def in_port(*ships: str, mine: dict[str, Any] | None = None, **fields: Any) -> Scene:
    """A canal token has just been built with a blue card, and these ships are active."""
    have = {"hand": ["duke"], **(mine or {})}
    have["guilders"] = have.get("guilders", 0) + 1
    return harbour(*ships, mine=have, **fields).act("canal", "duke")


@pytest.mark.rule("BRU-15.10", "BRU-16.5")
def test_an_improved_canal_token_allows_a_ship_as_well() -> None:
    octavus = BOURSE.index("octavus")
    ship = SHIPS.index("yellow six_guilders")
    game = city(
        mine={"hand": ["duke"], "workers": {"yellow": 1}},
        options={**ZWIN, "bourse": True},
        bourse=[number for number in range(len(BOURSE)) if number != octavus],
        traded=[octavus],
        markers=5,
        berths=[NONE, NONE, ship, NONE, NONE],
        ships=[[n for n, name in enumerate(SHIPS) if name.startswith(c) and n != ship] for c in COLOURS],
    )
    game.act("canal_bourse", "duke")
    assert of(game).canals == [1, 0] and game.markers == 4
    assert game.offers("ship") == ["yellow six_guilders"]
    assert of(game.act("ship", "yellow six_guilders")).guilders == 6


@pytest.mark.rule("BRU-15.3", "BRU-15.12", "BRU-15.16")
@pytest.mark.parametrize("colour", COLOURS)
def test_three_workers(colour: str) -> None:
    game = in_port(f"{colour} three_workers", mine={"workers": {colour: 1}})
    game.act("ship", f"{colour} three_workers")
    for taken in ("blue", "blue", "violet"):
        game.act("take_worker", taken)
    assert workers(game) == {"blue": 2, "violet": 1}


@pytest.mark.rule("BRU-15.17", "BRU-15.26")
@pytest.mark.parametrize("colour", COLOURS)
def test_two_threat_markers(colour: str) -> None:
    ship = f"{colour} return_two_threats"
    game = in_port(ship, mine={"workers": {colour: 1}, "threats": {"red": 2, "blue": 1}}).act("ship", ship)
    game.act("return_threat", "red").act("return_threat", "blue")
    assert threats(game) == {"red": 1} and of(game).points == 2 and workers(game) == {}
    assert in_port(ship, mine={"workers": {colour: 1}}).asked == [(0, "end_turn")], "nothing to discard"


@pytest.mark.rule("BRU-15.18")
@pytest.mark.parametrize("colour", COLOURS)
def test_six_guilders(colour: str) -> None:
    ship = f"{colour} six_guilders"
    game = in_port(ship, mine={"workers": {colour: 1}}).act("ship", ship)
    assert of(game).guilders == 6 and workers(game) == {}


@pytest.mark.rule("BRU-15.19", "BRU-15.24", "BRU-15.26")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_lightning_again(colour: str) -> None:
    ship = f"{colour} activate_lightning"
    mine = {"workers": {colour: 1}, "people": ["astronomer", "alchemist", "smith", "bookkeeper"]}
    game = in_port(ship, mine=mine).act("ship", ship)
    assert game.offers("activate") == ["alchemist", "smith"]
    game.act("activate", "alchemist")
    assert of(game).guilders == 6 and game.verbs() == ["use", "done"], "the astronomer does not double it"
    assert in_port(ship, mine={"workers": {colour: 1}}).asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-15.26", "BRU-18.27")
def test_a_lightning_that_needs_the_worker_that_is_paid_makes_no_ship_useful() -> None:
    """The peddler exchanges workers: none is left where the only one mans the ship."""
    ship = "blue activate_lightning"
    assert in_port(ship, mine={"workers": {"blue": 1}, "people": ["peddler"]}).asked == [(0, "end_turn")]
    two = in_port(ship, "red three_workers", mine={"workers": {"blue": 2, "red": 1}, "people": ["peddler"]})
    assert two.offers("ship") == [ship, "red three_workers"]
    mine = {"workers": {"blue": 1, "red": 1}, "people": ["peddler"], "threats": {"red": 1}}
    other = in_port(ship, "red return_two_threats", mine=mine)
    assert other.offers("ship") == [ship, "red return_two_threats"], "the red worker can be exchanged"
    one = in_port(ship, "red advance", mine={"workers": {"red": 1}, "people": ["peddler"]})
    assert one.offers("ship") == ["red advance"]
    lacking = why_not(one.engine.things, one.game, one.ask(), "ship", SHIPS.index(ship))
    assert lacking == [("no_worker", COLOURS.index("blue"))], "with a blue one the red one can be exchanged"
    idle = in_port(ship, "red advance", mine={"workers": {"red": 1, "blue": 1}, "people": ["baker"]})
    assert idle.offers("ship") == ["red advance"]
    nobody = why_not(idle.engine.things, idle.game, idle.ask(), "ship", SHIPS.index(ship))
    assert nobody == [("useless",)]


@pytest.mark.rule("BRU-15.20", "BRU-15.25", "BRU-15.23")
@pytest.mark.parametrize("colour", COLOURS)
def test_one_more_action_with_a_drawn_card(colour: str) -> None:
    ship = f"{colour} extra_action"
    mine = {"workers": {colour: 2}, "guilders": 2}
    game = in_port(ship, mine=mine, tops=(["margrave"], ["prince"])).act("ship", ship).act("stack", 0)
    assert named(of(game).drawn) == ["margrave"] and "enough" not in game.verbs()
    game.act("canal", "margrave")
    assert of(game).canals == [2, 0] and of(game).drawn == []
    assert game.offers("ship") == [ship], "a card played again: a ship again"
    assert game.act("decline").asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-15.21", "BRU-15.26")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_step_for_nothing(colour: str) -> None:
    ship = f"{colour} advance"
    game = in_port(ship, mine={"workers": {colour: 1}, "step": 4}).act("ship", ship)
    assert of(game).step == 5 and workers(game) == {}
    end = in_port(ship, mine={"workers": {colour: 1}, "step": 12})
    assert end.asked == [(0, "end_turn")]


def test_every_ship_has_had_its_scene() -> None:
    actions = [
        "three_workers",
        "return_two_threats",
        "six_guilders",
        "activate_lightning",
        "extra_action",
        "advance",
    ]
    assert sorted(SHIPS) == sorted(f"{colour} {action}" for colour in COLOURS for action in actions)


@pytest.mark.rule("BRU-15.11", "BRU-15.15", "BRU-15.10")
def test_any_active_ship_may_be_used_or_none() -> None:
    mine = {"workers": {"yellow": 1, "blue": 1}}
    game = in_port("blue six_guilders", "yellow three_workers", mine=mine)
    assert game.offers("ship") == ["blue six_guilders", "yellow three_workers"]
    game.act("ship", "yellow three_workers")
    for taken in ("blue", "blue", "violet"):
        game.act("take_worker", taken)
    assert workers(game) == {"blue": 3, "violet": 1}
    declined = in_port("blue six_guilders", mine=mine).act("decline")
    assert workers(declined) == {"yellow": 1, "blue": 1} and people(declined) == []


@pytest.mark.rule("BRU-15.13")
def test_a_used_ship_stays_for_the_others() -> None:
    game = in_port(
        "blue six_guilders",
        mine={"workers": {"blue": 1}},
        others=[{"hand": ["free_lord"], "workers": {"blue": 1}, "guilders": 9, "canals": [2, 0]}],
    )
    game.act("ship", "blue six_guilders").act("done")
    game.act("canal", "free_lord", seat=1)
    assert game.offers("ship", 1) == ["blue six_guilders"]
