"""The city on the Zwin: ships arrive, and a player who builds a canal with a card may use one."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from server.authoring.scenes import Scene
from server.games import bruges
from server.games.bruges.cards import BOX
from server.games.bruges.flow import Majorities, Roll, StartTurns
from server.games.bruges.state import COLOURS, DRAWING, NONE, BrugesOptions
from server.games.kernel import ALL, settle
from tests.games.bruges.city import SHIPS, city, named, of, threats, workers

from .rounds import dice, public, rolling, seen

ZWIN = {"zwin": True}
ACTIONS = (
    "three_workers",
    "return_two_threats",
    "six_guilders",
    "activate_lightning",
    "extra_action",
    "advance",
)
TOPS = [SHIPS.index(f"{colour} advance") for colour in COLOURS]
"""In these scenes the ships lie as in the box: the advance ship on top of each stack."""


def harbour(*ships: str, **fields: Any) -> Scene:
    """A turn with these active ships; the first card in hand is the duke, a blue one."""
    active = [SHIPS.index(ship) for ship in ships]
    stacks = [[n for n, ship in enumerate(SHIPS) if ship.startswith(colour)] for colour in COLOURS]
    berths = [next((n for n in active if n in stack), NONE) for stack in stacks]
    left = [[n for n in stack if n not in active] for stack in stacks]
    options = {**ZWIN, **fields.pop("options", {})}
    mine = {"hand": ["duke"], "guilders": 5, **fields.pop("mine", {})}
    return city(mine=mine, berths=berths, ships=left, options=options, **fields)


# -- coming in -------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-15.1", "BRU-15.2", "BRU-15.3", "BRU-15.9")
def test_thirty_ships_six_of_each_colour_one_of_each_kind() -> None:
    assert len(BOX.ships) == 30
    for colour in COLOURS:
        assert sorted(ship.action for ship in BOX.ships if ship.colour == colour) == sorted(ACTIONS)
    orders = set()
    for seed in range(4):
        game: Any = bruges.setup(2, seed, msgspec.convert(ZWIN, BrugesOptions))
        settle(game)
        orders.add(str(game.ships))
        for colour, stack in zip(COLOURS, game.ships, strict=True):
            assert len(stack) == 6 and all(BOX.ships[ship].colour == colour for ship in stack)
        view = bruges.public(game)
        assert view["next"] == [stack[-1] for stack in game.ships] and view["berths"] == [NONE] * 5
    assert len(orders) == 4, "shuffled"


@pytest.mark.rule("BRU-15.4", "BRU-15.5", "BRU-15.6", "BRU-15.7", "BRU-15.8")
def test_threes_and_fours_bring_the_top_ship_to_its_berth() -> None:
    game = rolling({"blue": 3, "yellow": 4, "red": 5, "brown": 6, "violet": 5}, options=ZWIN)
    assert game.berths == [TOPS[0], NONE, TOPS[2], NONE, NONE] == public(game)["berths"]
    below = [TOPS[0] - 1, TOPS[1], TOPS[2] - 1, TOPS[3], TOPS[4]]
    assert public(game)["next"] == below, "the next ones are turned face up, the others stay"
    assert public(game)["ships"] == [5, 6, 5, 6, 6]


@pytest.mark.rule("BRU-15.9")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_order_below_the_top_ship_is_hidden(seat: int | None) -> None:
    game = city(options=ZWIN)
    before = seen(game, seat)
    game.ships[0][0], game.ships[0][3] = game.ships[0][3], game.ships[0][0]
    assert seen(game, seat) == before
    game.ships[0][0], game.ships[0][5] = game.ships[0][5], game.ships[0][0]
    assert seen(game, seat) != before


@pytest.mark.rule("BRU-18.8", "BRU-18.9")
def test_online_the_ships_come_in_before_markers_and_advance() -> None:
    """Blue three, red five, violet one: ship, markers and damage, then the advance for a guilder."""
    mine = {"guilders": 2, "threats": {"red": 2}, "houses": ["red", "blue"]}
    pips = {"blue": 3, "red": 5, "violet": 1}
    game = city(
        mine=mine, stack=[Roll()], phase=DRAWING, dice=dice(pips, 6), options=ZWIN, others=[{"guilders": 0}]
    )
    assert game.berths[0] == TOPS[0] and game.asked == [(0, "fire")]
    game.act("lose_house", 0)
    assert game.asked == [(0, "advance")] and game.offers("advance") == [1]
    printed = city(
        mine=mine,
        stack=[Roll()],
        phase=DRAWING,
        dice=dice(pips, 6),
        options={**ZWIN, "ships_first": False},
        others=[{"guilders": 0}],
    )
    assert printed.berths == [NONE] * 5 and printed.asked == [(0, "fire")]
    printed.act("lose_house", 0)
    assert printed.berths == [NONE] * 5 and printed.asked == [(0, "advance")]
    assert printed.act("advance", 1).berths[0] == TOPS[0]


# -- using them ------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-15.8", "BRU-15.10", "BRU-15.11", "BRU-15.12", "BRU-15.15", "BRU-15.16")
def test_after_a_canal_token_any_active_ship_may_be_used_for_a_worker_of_its_colour() -> None:
    """A blue card on a blue space; a yellow worker for the yellow ship: two blue workers and a violet one."""
    ships = ("blue six_guilders", "yellow three_workers")
    game = harbour(*ships, mine={"workers": {"yellow": 1}}).act("canal", "duke")
    assert of(game).canals == [1, 0] and game.offers("ship") == ["yellow three_workers"]
    game.act("ship", "yellow three_workers")
    for colour in ("blue", "blue", "violet"):
        assert game.offers("take_worker") == list(COLOURS)
        game.act("take_worker", colour)
    assert workers(game) == {"blue": 2, "violet": 1}
    both = harbour(*ships, mine={"workers": {"yellow": 1, "blue": 1}}).act("canal", "duke")
    assert both.offers("ship") == list(ships) and "decline" in both.verbs()
    assert of(both.act("decline")).guilders == 4 and workers(both) == {"yellow": 1, "blue": 1}


@pytest.mark.rule("BRU-15.8", "BRU-15.13")
def test_a_used_ship_can_be_used_again_by_anyone() -> None:
    """Seat 0 builds with a blue card, seat 1 with a red one; one ship each time."""
    mine = {"workers": {"yellow": 2}}
    other = {"hand": ["margrave"], "guilders": 1, "workers": {"yellow": 1}}
    game = harbour("yellow six_guilders", mine=mine, others=[other], stack=[StartTurns()])
    game.act("canal", "duke").act("ship", "yellow six_guilders")
    assert game.verbs() == ["done"] and workers(game) == {"yellow": 1}, "one ship for an action"
    game.act("done").act("canal", "margrave", seat=1).act("ship", "yellow six_guilders", seat=1)
    assert of(game, 1).guilders == 6 and workers(game, 1) == {}


@pytest.mark.rule("BRU-15.14", "BRU-15.10")
def test_no_ship_after_a_token_built_by_a_person_or_another_action() -> None:
    mine = {"people": ["acrobat"], "workers": {"red": 1, "yellow": 1}}
    game = harbour("yellow six_guilders", mine=mine).act("use", "acrobat").act("side", 0)
    assert of(game).canals == [1, 0] and "ship" not in game.verbs()
    for verb in ("workers", "guilders"):
        other = harbour("yellow six_guilders", mine=mine, rolled=[3] * 5).act(verb, "duke")
        assert "ship" not in other.verbs()


@pytest.mark.rule("BRU-15.17")
@pytest.mark.parametrize("colours", [["red"], ["red", "blue"], ["red", "red"]])
def test_the_ship_that_discards_two_markers(colours: list[str]) -> None:
    mine = {"workers": {"blue": 1}, "threats": {"red": 2, "blue": 1}}
    game = (
        harbour("blue return_two_threats", mine=mine)
        .act("canal", "duke")
        .act("ship", "blue return_two_threats")
    )
    for colour in colours:
        game.act("return_threat", colour)
    if len(colours) == 1:
        game.act("enough")
    assert of(game).points == len(colours) and game.verbs() == ["done"]
    assert sum(threats(game).values()) == 3 - len(colours)
    assert Counter(colours) == Counter({"red": 2, "blue": 1}) - Counter(threats(game))


@pytest.mark.rule("BRU-15.18")
def test_the_ship_with_six_guilders() -> None:
    game = harbour("blue six_guilders", mine={"workers": {"blue": 1}}).act("canal", "duke")
    assert of(game.act("ship", "blue six_guilders")).guilders == 5 - 1 + 6


@pytest.mark.rule("BRU-15.19", "BRU-15.24", "BRU-9.7")
def test_the_ship_that_activates_a_lightning_person_once() -> None:
    mine = {"workers": {"blue": 1}, "people": ["alchemist", "astronomer", "barmaid", "singer"]}
    game = (
        harbour("blue activate_lightning", mine=mine)
        .act("canal", "duke")
        .act("ship", "blue activate_lightning")
    )
    assert game.offers("activate") == ["alchemist", "singer"]
    game.act("activate", "alchemist")
    assert of(game).guilders == 4 + 6 and game.verbs() == ["done"], "the astronomer doubles recruiting only"


@pytest.mark.rule("BRU-15.24", "BRU-18.28")
def test_that_may_be_one_with_decisions_of_opponents() -> None:
    mine = {"workers": {"blue": 1}, "people": ["beggar"]}
    others = [{"workers": {"red": 2, "blue": 2}}]
    game = harbour("blue activate_lightning", mine=mine, others=others).act("canal", "duke")
    game.act("ship", "blue activate_lightning")
    assert game.asked == [(0, "interrupt")]
    game.act("interrupt")
    assert game.asked[0][0] == 1 and game.offers("give_worker", seat=1) == ["blue", "red"]


@pytest.mark.rule("BRU-15.20", "BRU-15.25", "BRU-15.23")
def test_the_ship_with_an_extra_action() -> None:
    """The margrave, drawn on the right, must be played at once; a token built with it allows a ship."""
    mine = {"workers": {"blue": 3}, "hand": ["duke", "earl"]}
    game = harbour("blue extra_action", mine=mine, tops=(["count"], ["margrave"]))
    game.act("canal", "duke").act("ship", "blue extra_action")
    assert game.offers("stack") == [0, 1]
    game.act("stack", 1)
    assert game.game.sealed == ALL, "a front was seen"
    assert set(game.verbs()) == {"workers", "guilders", "canal"} and game.offers("workers") == ["margrave"]
    game.act("canal", "margrave")
    assert of(game).canals == [2, 0] and game.offers("ship") == ["blue extra_action"]
    assert named(of(game.act("decline")).hand) == ["earl"]
    assert game.verbs() == ["done"]


@pytest.mark.rule("BRU-15.21")
def test_the_ship_that_advances() -> None:
    game = (
        harbour("blue advance", mine={"workers": {"blue": 1}})
        .act("canal", "duke")
        .act("ship", "blue advance")
    )
    assert of(game).step == 1 and of(game).guilders == 4, "nothing more to pay"


@pytest.mark.rule("BRU-15.22")
def test_the_tower_warden_and_a_statue_come_before_the_ship() -> None:
    mine = {
        "workers": {"blue": 1},
        "people": ["tower_warden"],
        "threats": {"red": 1},
        "hand": ["margrave"],
        "canals": [0, 4],
    }
    game = harbour("blue six_guilders", mine=mine).act("canal", "margrave")
    assert game.verbs() == ["return_threat", "enough"] and of(game).statues == [7]
    assert game.act("return_threat", "red").verbs() == ["ship", "decline"]


@pytest.mark.rule("BRU-15.23")
def test_an_extra_card_of_the_messenger_allows_a_ship_again() -> None:
    mine = {"workers": {"blue": 2, "red": 1}, "people": ["messenger"], "hand": ["duke", "margrave"]}
    game = harbour("blue six_guilders", mine=mine).act("canal", "duke").act("ship", "blue six_guilders")
    game.act("use", "messenger").act("canal", "margrave").act("ship", "blue six_guilders")
    assert of(game).guilders == 5 - 1 + 6 - 2 + 6


@pytest.mark.rule("BRU-15.26", "BRU-18.22")
@pytest.mark.parametrize(
    ("ship", "mine"),
    [
        ("return_two_threats", {}),
        ("advance", {"step": 12}),
        ("activate_lightning", {"people": ["barmaid"]}),
    ],
)
def test_a_ship_without_effect_is_not_offered(ship: str, mine: dict[str, Any]) -> None:
    game = harbour(f"blue {ship}", mine={"workers": {"blue": 1}, **mine}).act("canal", "duke")
    assert game.offers("ship") == [] and of(game).canals == [1, 0]
    useful = {"threats": {"red": 1}, "step": 11, "people": ["alchemist"]}
    better = harbour(f"blue {ship}", mine={"workers": {"blue": 1}, **useful}).act("canal", "duke")
    assert better.offers("ship") == [f"blue {ship}"]


# -- leaving ---------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-15.27", "BRU-15.5")
def test_at_the_end_of_the_round_the_active_ships_are_cleared_away() -> None:
    game = harbour("blue advance", "red six_guilders", stack=[Majorities()])
    assert game.berths == [NONE] * 5 and [SHIPS[ship] for ship in game.sailed] == [
        "blue advance",
        "red six_guilders",
    ]
    assert public(game)["ships"] == [5, 6, 6, 5, 6], "they are not on the stacks again"


@pytest.mark.rule("BRU-15.28", "BRU-15.29")
def test_an_empty_stack_is_made_anew_of_the_ships_cleared_away() -> None:
    blue = [n for n, ship in enumerate(SHIPS) if ship.startswith("blue")]
    stacks = [[], *([n for n, ship in enumerate(SHIPS) if ship.startswith(colour)] for colour in COLOURS[1:])]
    fields: dict[str, Any] = {
        "ships": stacks,
        "berths": [blue[5], NONE, NONE, NONE, NONE],
        "sailed": blue[:5],
        "options": ZWIN,
    }
    during = city(**fields)
    assert public(during)["next"][0] == NONE, "no next ship can be seen until the end of the round"
    orders = set()
    for seed in range(6):
        game = city(
            stack=[Majorities()], rolls=[(seed + place) % (5 - place + 1) for place in range(5)], **fields
        )
        assert sorted(game.ships[0]) == blue and game.sailed == []
        assert public(game)["next"][0] == game.ships[0][-1]
        orders.add(tuple(game.ships[0]))
        assert game.game.sealed == ALL
    assert len(orders) > 1, "shuffled"
