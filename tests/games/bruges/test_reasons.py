"""Reasons in scenes: everything on the board is offered, or has a true reason."""

from __future__ import annotations

from random import Random

import pytest

from server.authoring.reasons import some_reasons_hold
from server.authoring.scenes import Scene
from server.authoring.walks import Question
from server.games.bruges.state import COLOURS
from server.games.reasons import Line, why_not

from .city import activated, card, city

ALL = 1000
"""More things than a board shows."""


def all_hold(game: Scene) -> int:
    """Examine all shown things for the asked seats; returns how many have a reason."""
    return some_reasons_hold(Question(game.engine, game.game, game.asks, Random(0)), ALL)


def why(game: Scene, thing: str, noun: int = 0) -> list[Line]:
    """The reasons why the scene's seat cannot choose a thing."""
    return why_not(game.engine.things, game.game, game.ask(), thing, noun)


@pytest.mark.rule("BRU-13.25")
def test_while_a_colour_may_be_named_the_card_is_still_to_be_played() -> None:
    """The card is chosen first, then its colour, then its action: no action is offered alone."""
    game = activated("norwegian", mine={"hand": ["duke", "baron"], "threats": {"red": 1}, "canals": (1, 0)})
    assert game.verbs() == ["play"]
    for thing in ("house", "worker", "threat", "side"):
        assert why(game, thing) == [("by_card",)]
    assert all_hold(game)
    game.act("play", "duke")
    assert why(game, "worker") == [("another",)]
    assert all_hold(game)
    game.act("colour", "blue")
    assert all_hold(game)


@pytest.mark.rule("BRU-6.1")
def test_what_cards_bring_waits_until_one_is_played() -> None:
    game = city(mine={"hand": ["duke"], "houses": ["red"]})
    assert [why(game, thing) for thing in ("house", "worker", "threat", "side")] == [[("by_card",)]] * 4
    assert all_hold(game)
    game.act("workers", "duke")
    assert why(game, "worker") == [("another",)]
    assert all_hold(game)


@pytest.mark.rule("BRU-18.27")
@pytest.mark.parametrize(
    ("workers", "reason"),
    [
        ({"violet": 1}, [("useless",)]),
        ({}, [("useless",)]),
        ({"red": 1}, [("no_worker", COLOURS.index("violet"))]),
        ({"violet": 2}, []),
    ],
)
def test_a_person_lacks_a_worker_only_where_none_is_there(
    workers: dict[str, int], reason: list[Line]
) -> None:
    """The shoemaker exchanges workers, and the violet one that pays him cannot be exchanged."""
    game = city(mine={"people": ["shoemaker"], "hand": ["duke"], "workers": workers})
    assert why(game, "person", card("shoemaker")) == reason
    assert all_hold(game)


@pytest.mark.rule("BRU-18.22", "BRU-17.23", "BRU-5.17")
def test_who_lacks_guilders_is_told_how_many() -> None:
    """After payment each of them would have an effect; the night watchman has no marker at any price."""
    folk = ["broker", "acrobat", "market_woman", "night_watchman"]
    mine = {"people": folk, "hand": ["duke"], "workers": {"red": 1, "violet": 1}, "guilders": 1}
    game = city(mine=mine)
    reasons = {name: why(game, "person", card(name)) for name in folk}
    assert reasons == {
        "broker": [("short", 2)],
        "acrobat": [("short", 1)],
        "market_woman": [("short", 1)],
        "night_watchman": [("useless",)],
    }
    assert all_hold(game)
    idle = city(mine={**mine, "workers": {}})
    assert why(idle, "person", card("broker")) == [("no_worker", COLOURS.index("violet")), ("short", 2)]
    assert all_hold(idle)


@pytest.mark.rule("BRU-18.15", "BRU-18.14", "BRU-17.9")
def test_whom_the_swede_can_not_activate_is_told_why() -> None:
    theirs = ["hangman", "market_woman", "baker", "mayor", "reeve", "singer"]
    game = activated("swede", mine={"people": ["maid"]}, others=[{"people": theirs}])
    assert game.offers("activate") == ["baker", "singer"]
    reasons = {name: why(game, "person", card(name)) for name in ("hangman", "market_woman", "mayor", "maid")}
    assert reasons == {
        "hangman": [("excepted",)],
        "market_woman": [("short", 2)],
        "mayor": [("endgame",)],
        "maid": [("own",)],
    }
    assert all_hold(game)
