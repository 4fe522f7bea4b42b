"""Hints of Santiago de Cuba: fares, exchanges and deliveries."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import santiago
from server.games.advising import advise
from server.games.reasons import why_not
from server.games.santiago import hints
from server.games.santiago.state import ITEMS

from .town import BUILDINGS, CUBANS, SCREENS, START, cargo, harbor, town, use, visit


def amounts(game: Scene, seat: int = 0) -> dict[tuple[str, int], dict[str, int]]:
    """The certain changes of each option, by the names of the items."""
    rows = hints(game.game, seat, game.ask(seat))["amounts"]
    return {(verb, noun): {named(key): n for key, n in change.items()} for verb, noun, change in rows}


def named(key: str) -> str:
    return ITEMS[int(key.removeprefix("item "))] if key.startswith("item ") else key


def item(name: str) -> int:
    return ITEMS.index(name)


def test_each_station_but_the_first_costs_a_peso() -> None:
    game = town(car=8)
    assert amounts(game) == {("drive", n): {"peso": 1 - n} for n in range(1, 5)}
    told: dict[str, Any] = hints(game.game, 0, game.ask())
    assert told["stations"] == [[1, 9], [2, 0], [3, 1], [4, 2]]


def test_what_a_cuban_gives_as_far_as_it_is_there() -> None:
    assert amounts(visit("pedro")) == {("use", -1): {"tobacco": 2}}
    assert amounts(visit("pedro", held={1: {"tobacco": 6}})) == {("use", -1): {"tobacco": 1}}
    assert amounts(visit("maria")) == {("use", -1): {"vp": 2}}


def test_exchanges_say_what_is_paid_and_what_is_got() -> None:
    casino = use("casino", held={0: {"peso": 6, "vp": 1}})
    assert amounts(casino) == {
        ("buy_vp", 1): {"peso": -3, "vp": 1},
        ("buy_vp", 2): {"peso": -6, "vp": 2},
        ("sell_vp", 1): {"vp": -1, "peso": 3},
    }
    distillery = use("distillery", held={0: {"sugar_cane": 3}})
    assert amounts(distillery) == {("convert", n): {"sugar_cane": -n, "rum": n} for n in (1, 2, 3)}
    cafe = amounts(use("cafe", held={0: {"rum": 1, "cigars": 1}}))
    assert cafe["sell", item("rum")] == {"rum": -1, "vp": 2}
    assert cafe["sell_both", -1] == {"rum": -1, "cigars": -1, "vp": 4}
    sawmill = amounts(use("sawmill", held={0: {"wood": 1}}))
    assert sawmill == {("use", -1): {"wood": -1, "vp": 1, "peso": 1}}


def test_a_delivery_brings_the_value_of_the_flag_and_wood_one_point_each() -> None:
    game = harbor(held={0: {"rum": 2, "wood": 1}}, ship={"rum": 2, "cigars": 3}, value=3)
    certain = amounts(game)
    assert certain["deliver", cargo("rum", 2)] == {"rum": -2, "vp": 6}
    assert certain["deliver", cargo("rum", 1)] == {"rum": -1, "vp": 3}
    assert certain["deliver_wood", cargo("cigars", 1)] == {"wood": -1, "vp": 1}
    assert ("pass", -1) not in certain


def test_the_swap_at_the_black_market_is_certain_once_both_goods_are() -> None:
    game = use("black_market", held={0: {"rum": 1}})
    assert ("swap_give", item("rum")) not in amounts(game), "the item in return has yet to be chosen"
    game.act("swap_give", "rum")
    assert amounts(game)["swap_take", item("cigars")] == {"cigars": 1}
    assert amounts(game)["decline", -1] == {"rum": 1}
    gone = {"rum": 0, "tobacco": 8, "sugar_cane": 8, "citrus_fruit": 8}
    one = use("black_market", held={0: {"rum": 1} | dict.fromkeys(START, 0), 1: gone})
    assert amounts(one)["swap_give", item("rum")] == {"rum": -1, "cigars": 1}


def test_claims_and_employment() -> None:
    game = visit("alonso", owners={"sawmill": 0, "distillery": 0}, held={0: {"sugar_cane": 1}})
    certain = amounts(game)
    assert certain["claim", BUILDINGS.index("casino")] == {"buildings": 1}
    assert certain["employ", BUILDINGS.index("distillery")] == {"sugar_cane": -1, "rum": 1}
    assert hints(game.game, None, None)["markers"] == [1, 3]
    hidden = visit("alonso", owners={"distillery": 0}, held={0: {"sugar_cane": 1}}, options=SCREENS)
    assert ("employ", BUILDINGS.index("distillery")) not in amounts(hidden), "it may still be declined"


def test_gifts_are_known_to_who_gives_alone() -> None:
    game = visit("el_zorro").act("use")
    assert amounts(game, 1)["give_peso", -1] == {"peso": -1}
    assert amounts(game, 1)["give", item("tobacco")] == {"tobacco": -1}


def test_the_last_ship_is_told() -> None:
    assert hints(town().game, 0, None)["last"] is False
    game = harbor(held={0: {"rum": 1}}, ship={"rum": 1}, departed=6).act("deliver", cargo("rum", 1))
    assert game.departed == 7 and hints(game.game, None, None)["last"] is True


def advice(game: Scene) -> set[str]:
    return {*advise(santiago.advices, game.game, game.ask())}


@pytest.mark.rule("SAN-12.5")
def test_pesos_are_to_be_kept_or_to_be_changed_and_not_both() -> None:
    for departed, key in ((0, "pesos_early"), (5, "pesos_late")):
        assert advice(use("casino", departed=departed, held={0: {"peso": 6}})) == {key}


@pytest.mark.rule("SAN-10.3", "SAN-11.6")
def test_what_a_ship_wants_is_made_and_for_what_none_wants_there_is_the_cafe() -> None:
    assert advice(use("distillery", ship={"rum": 2})) == {"refine"}
    assert advice(use("distillery", ship={"tobacco": 2})) == {"cafe"}
    assert advice(use("distillery", ship={}, beside=-1)) == set(), "there is no ship"


@pytest.mark.rule("SAN-10.22")
def test_nobody_at_the_harbor_is_turned_face_down_even_where_nobody_else_is_left() -> None:
    for face_down in ((), CUBANS):
        game = use("newspaper", face_down=face_down)
        assert why_not(santiago.things, game.game, game.ask(), "station", 0) == [("harbor",)]
