"""The functions of the twelve buildings."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice

from .town import BUILDINGS, CUBANS, START, demand, holds, town, use, visit


def gain(**more: int) -> dict[str, int]:
    """The start holdings with these changes."""
    both = {item: START.get(item, 0) + more.get(item, 0) for item in {**START, **more}}
    return {item: n for item, n in both.items() if n}


@pytest.mark.rule("SAN-8.4", "SAN-10.23")
@pytest.mark.parametrize("building", BUILDINGS)
def test_using_a_building_is_optional(building: str) -> None:
    game = use(building, held={0: {"rum": 1, "wood": 1}})
    before = [held.copy() for held in game.held]
    assert game.asked == [(0, building)]
    game.act("decline")
    assert game.held == before and game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-10.1", "SAN-10.2")
def test_bank_and_church() -> None:
    assert holds(use("bank").act("use")) == gain(peso=2)
    assert holds(use("church").act("use")) == gain(vp=1)


@pytest.mark.rule("SAN-10.3", "SAN-10.4")
@pytest.mark.parametrize(
    ("building", "raw", "made"), [("distillery", "sugar_cane", "rum"), ("cigar_factory", "tobacco", "cigars")]
)
def test_refining_any_number(building: str, raw: str, made: str) -> None:
    for units in range(1, 5):
        game = use(building, held={0: {raw: 4}})
        assert game.offers("convert") == [1, 2, 3, 4]
        game.act("convert", units)
        assert holds(game).get(raw, 0) == 4 - units and holds(game)[made] == units
        assert sum(game.supply) + sum(sum(held[:6]) for held in game.held) == 48


@pytest.mark.rule("SAN-10.5")
def test_refining_as_far_as_the_supply_goes() -> None:
    assert use("distillery", held={0: {"sugar_cane": 7}}).offers("convert") == [1, 2, 3, 4, 5, 6, 7]
    game = use("distillery", held={0: {"sugar_cane": 4}, 1: {"rum": 6}})
    assert game.offers("convert") == [1, 2]
    assert use("cigar_factory", held={0: {"tobacco": 4}, 1: {"cigars": 8}}).asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-10.6", "SAN-10.7")
def test_black_market() -> None:
    game = use("black_market", held={0: {"wood": 2}, 1: {"rum": 8}})
    assert game.offers("swap_give") == ["sugar_cane", "citrus_fruit", "tobacco"], "no wood"
    game.act("swap_give", "tobacco")
    assert game.offers("swap_take") == ["sugar_cane", "citrus_fruit", "cigars"], (
        "another kind, in supply, no wood"
    )
    game.act("swap_take", "cigars")
    assert holds(game) == gain(tobacco=-1, cigars=1, wood=2)


@pytest.mark.rule("SAN-10.7")
def test_black_market_sold_out() -> None:
    out = {"sugar_cane": 7, "citrus_fruit": 7, "rum": 8, "cigars": 8}
    game = use("black_market", held={0: {"tobacco": 1}, 1: {**out, "tobacco": 1}})
    assert game.offers("swap_give") == ["sugar_cane", "citrus_fruit"], (
        "tobacco would only come back as tobacco"
    )
    game.act("swap_give", "sugar_cane")
    assert holds(game) == gain(sugar_cane=-1, tobacco=1), "the only other one is taken unasked"


@pytest.mark.rule("SAN-10.8")
def test_sawmill() -> None:
    game = use("sawmill", held={0: {"wood": 2}}).act("use")
    assert holds(game) == gain(wood=1, vp=1, peso=1) and game.asked == [(0, "end_turn")], "once"
    assert use("sawmill").asked == [(0, "end_turn")], "without wood nothing"


@pytest.mark.rule("SAN-10.9", "SAN-16.5")
def test_cafe() -> None:
    both = {0: {"rum": 2, "cigars": 2}}
    assert holds(use("cafe", held=both).act("sell_both")) == gain(rum=1, cigars=1, vp=4)
    assert holds(use("cafe", held=both).act("sell", "rum")) == gain(rum=1, cigars=2, vp=2)
    assert holds(use("cafe", held=both).act("sell", "cigars")) == gain(rum=2, cigars=1, vp=2)
    assert use("cafe", held=both).act("sell", "rum").asked == [(0, "end_turn")], "two rum are illegal"
    one = use("cafe", held={0: {"rum": 2}})
    assert one.offers("sell") == ["rum"] and "sell_both" not in one.verbs()


@pytest.mark.rule("SAN-10.10", "SAN-10.11")
def test_customs_office() -> None:
    game = use("customs_office", ship={"rum": 3, "tobacco": 0, "citrus_fruit": 1}, beside="cigars")
    assert game.offers("cancel") == ["citrus_fruit", "rum"], "no die at 0, nor the one beside the board"
    game.act("cancel", "rum")
    assert demand(game) == {"citrus_fruit": 1}
    fruits = use("customs_office", ship={"citrus_fruit": 4, "rum": 1}).act("cancel", "citrus_fruit")
    assert demand(fruits) == {"rum": 1}, "to 0 from any value"
    shown = use("customs_office", ship={"rum": 3}, faces=[0, 0, 0, 3, 2], beside="cigars")
    assert shown.offers("cancel") == ["rum"]


@pytest.mark.rule("SAN-10.12", "SAN-10.13", "SAN-16.7")
def test_casino() -> None:
    game = use("casino", held={0: {"peso": 6, "vp": 2}})
    assert game.offers("buy_vp") == [1, 2] and game.offers("sell_vp") == [1, 2]
    assert holds(use("casino", held={0: {"peso": 6}}).act("buy_vp", 2)) == gain(peso=-3, vp=2)
    sold = use("casino", held={0: {"vp": 2}}).act("sell_vp", 2)
    assert holds(sold) == gain(peso=6, vp=-2)
    assert sold.asked == [(0, "end_turn")], "and not back again"
    rich = use("casino", held={0: {"peso": 14, "vp": 5}})
    assert rich.offers("buy_vp") == [1, 2, 3, 4] and rich.offers("sell_vp") == [1, 2, 3, 4, 5]
    five = use("casino", held={0: {"peso": 5}})
    assert five.offers("buy_vp") == [1]
    assert holds(five.act("buy_vp", 1)) == gain(peso=-1, vp=1)


@pytest.mark.rule("SAN-10.14", "SAN-10.15")
def test_harbor_office() -> None:
    for value, verbs in ((2, ["raise"]), (3, ["lower", "raise"]), (4, ["lower", "raise"])):
        assert use("harbor_office", value=value).verbs() == [*verbs, "decline"]
    assert use("harbor_office", value=2).act("raise").value == 3
    assert use("harbor_office", value=4).act("lower").value == 3


@pytest.mark.rule("SAN-10.16")
def test_harbor_office_sends_the_ship_off() -> None:
    game = use("harbor_office", value=4).act("raise")
    assert (game.departed, game.value) == (1, 2) and game.asked == [(0, "roll")]


@pytest.mark.rule("SAN-10.17", "SAN-16.6")
@pytest.mark.parametrize("value", [2, 3, 4])
def test_trading_office(value: int) -> None:
    mine = {"rum": 2, "wood": 3}
    game = use("trading_office", value=value, ship={"rum": 2, "cigars": 1}, held={0: mine})
    assert game.offers("trade") == ["rum"], "demanded and owned, no wood"
    game.act("trade", "rum")
    assert holds(game) == gain(rum=1, wood=3, vp=2) and demand(game) == {"rum": 1, "cigars": 1}
    assert game.supply[3] == 7 and game.value == value
    shown = use(
        "trading_office", ship={"rum": 1}, faces=[0, 0, 0, 1, 2], beside="cigars", held={0: {"cigars": 1}}
    )
    assert shown.asked == [(0, "end_turn")], "what the die beside the board shows is not demanded"


@pytest.mark.rule("SAN-10.18", "SAN-10.19", "SAN-10.21", "SAN-10.22")
def test_newspaper() -> None:
    game = use("newspaper", face_down=["pedro"], car=2)
    assert game.offers("turn_down") == CUBANS[1:], (
        "any one face up, also José, where the car stands; no harbor"
    )
    assert holds(use("newspaper").act("use")) == gain(peso=1), "the peso alone"
    game.act("turn_down", "maria")
    assert holds(game) == gain(peso=1)
    assert [CUBANS[cuban] for cuban, down in enumerate(game.down) if down] == ["pedro", "maria"]


@pytest.mark.rule("SAN-10.20")
def test_a_face_down_cuban_comes_back_behind_the_car() -> None:
    game = town(face_down=["jose", "conchita", "miguel", "maria"], car=1).act("drive", 3)
    down = [CUBANS[cuban] for cuban, down in enumerate(game.down) if down]
    assert down == ["miguel", "maria"], "driven past: up again; stopped at: not yet"
    game.act("done")
    game.seat = 1
    game.act("drive", 1)
    assert [CUBANS[cuban] for cuban, down in enumerate(game.down) if down] == ["maria"], "left behind"


@pytest.mark.rule("SAN-10.20", "SAN-5.5")
def test_once_around_a_face_down_cuban_is_there_again() -> None:
    game = town(face_down=["jose"], car=2, held={0: {"peso": 9}}).act("drive", 10)
    assert game.car == 2 and game.asked == [(0, "jose")] and not any(game.down)


@pytest.mark.rule("SAN-10.20")
def test_nobody_comes_back_as_the_car_leaves_the_harbor() -> None:
    for cuban in CUBANS[1:]:
        game = town(face_down=[cuban], car=0).act("drive", 1)
        assert [CUBANS[i] for i, down in enumerate(game.down) if down] == [cuban]


@pytest.mark.rule("SAN-10.21")
def test_turning_down_the_cuban_where_the_car_stands_has_no_effect() -> None:
    game = use("newspaper", car=2).act("turn_down", "jose")
    assert [CUBANS[cuban] for cuban, down in enumerate(game.down) if down] == ["jose"], "it is turned"
    game.act("done")
    game.seat = 1
    assert not any(game.act("drive", 1).down)


@pytest.mark.rule("SAN-10.23")
@pytest.mark.parametrize(
    "building", ["distillery", "cigar_factory", "black_market", "sawmill", "cafe", "casino", "trading_office"]
)
def test_with_nothing_to_give_nothing_is_asked(building: str) -> None:
    poor = dict.fromkeys(START, 0)
    assert use(building, held={0: poor}).asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-10.17", "SAN-10.6")
def test_wood_is_refused() -> None:
    for building, verb in (("trading_office", "trade"), ("black_market", "swap_give")):
        with pytest.raises(IllegalChoice):
            use(building, held={0: {"wood": 2}}).act(verb, "wood")


@pytest.mark.rule("SAN-13.2")
def test_what_is_given_back_can_be_taken_at_once() -> None:
    game = use("cafe", held={0: {"rum": 1}, 1: {"rum": 7}}).act("sell", "rum").act("done")
    game.seat = 1
    game.game.car = CUBANS.index("pablo")
    assert game.act("drive", 1).offers("take") == ["sugar_cane", "citrus_fruit", "tobacco", "rum", "cigars"]


@pytest.mark.rule("SAN-13.8")
def test_a_ship_may_leave_in_the_middle_of_a_turn() -> None:
    owners = {"trading_office": 0, "customs_office": 0}
    mine = {0: {"rum": 1}}
    for building in owners:
        game = visit("alonso", owners=owners, held=mine, ship={"rum": 1}).act("employ", building)
        assert game.departed == 1 and game.asked == [(0, "enter")], "part B still follows"
        assert game.act("enter", "bank").act("use").asked == [(0, "roll")]
