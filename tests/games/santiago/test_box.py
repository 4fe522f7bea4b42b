"""The components, and the board."""

from __future__ import annotations

from itertools import permutations, product
from math import prod
from unittest.mock import patch

import pytest

from server.authoring.engines import texts_of
from server.games import santiago
from server.games.engine import OptionsRefused
from server.games.kernel import Game, settle
from server.games.santiago.cards import BOX, FLOWERS, PER_FLOWER, spaces_under
from server.games.santiago.state import GOODS, ITEMS, SantiagoOptions

from .town import BUILDINGS, CUBANS, harbor, holds, town, use, visit

DICE = {good.id: good.die for good in BOX.goods if good.die}


@pytest.mark.rule("SAN-1.1", "SAN-1.2")
def test_tiles_and_wooden_pieces() -> None:
    assert len(BUILDINGS) == len(set(BUILDINGS)) == 12
    assert len(CUBANS) == len(set(CUBANS)) == 9
    game = town(seats=4)
    assert len(game.pawns) == 4 and BOX.track.markers == 3 and len(BOX.players) * 3 == 12
    assert game.car == 0 and game.value == 2 and len(game.down) == 9


@pytest.mark.rule("SAN-1.3", "SAN-1.6", "SAN-1.7")
def test_five_dice() -> None:
    assert list(DICE) == ["sugar_cane", "citrus_fruit", "tobacco", "rum", "cigars"]
    for good, die in DICE.items():
        assert die == ([0, 1, 2, 2, 3, 4] if good == "citrus_fruit" else [0, 1, 1, 2, 2, 3])


@pytest.mark.rule("SAN-1.4", "SAN-1.5", "SAN-16.14")
def test_48_goods_in_their_colours() -> None:
    assert {good.id: good.pieces for good in BOX.goods} == {**dict.fromkeys(DICE, 8), "wood": 8}
    assert sum(good.pieces for good in BOX.goods) == 48
    colours = {good.id: good.colour for good in BOX.goods}
    assert colours == {
        "sugar_cane": "white",
        "tobacco": "green",
        "citrus_fruit": "orange",
        "rum": "red",
        "cigars": "black",
        "wood": "brown",
    }
    for seats in santiago.seats:
        game = town(seats=seats)
        assert sum(game.supply) + sum(sum(held[good] for good in GOODS) for held in game.held) == 48


@pytest.mark.rule("SAN-1.8")
def test_coins_and_point_tiles() -> None:
    assert {row.value: row.pieces for row in BOX.coins} == {1: 24, 3: 12}
    assert {row.value: row.pieces for row in BOX.vp_tiles} == {1: 10, 2: 20, 3: 10, 5: 10, 10: 10}
    assert sum(row.pieces for row in BOX.coins) == 36 and sum(row.pieces for row in BOX.vp_tiles) == 60


@pytest.mark.rule("SAN-1.9", "SAN-13.1")
def test_two_to_four_players_by_the_same_rules() -> None:
    assert list(santiago.seats) == [2, 3, 4]
    assert texts_of(santiago, "en")["facts"]["players"] == "2 to 4"
    for seats in santiago.seats:
        game = visit("miguel", seats=seats).act("use")
        assert holds(game)["wood"] == 2 and game.offers("enter") == ["cafe", "customs_office", "casino"]
    with pytest.raises(OptionsRefused):
        SantiagoOptions(start_player="fourth").check(3)


@pytest.mark.rule("SAN-1.10")
def test_money_and_points_never_run_out() -> None:
    game = visit("martinez", held={1: {"peso": 72, "vp": 200}}).act("use")
    assert holds(game)["peso"] == 6
    assert holds(use("church", held={0: {"vp": 999}}).act("use"))["vp"] == 1000


@pytest.mark.rule("SAN-1.11", "SAN-6.10", "SAN-16.11")
@pytest.mark.parametrize(("left", "received"), [(5, 2), (2, 2), (1, 1), (0, 0)])
def test_goods_are_scarce(left: int, received: int) -> None:
    game = visit("pedro", held={0: {"tobacco": 1}, 1: {"tobacco": 7 - left}})
    if received:
        game.act("use")
    else:
        assert game.asked == [(0, "enter")], "a player with nothing to give is not asked"
    assert holds(game)["tobacco"] == 1 + received and game.supply[2] == left - received


@pytest.mark.rule("SAN-2.1", "SAN-2.2")
def test_a_ring_of_ten_stations() -> None:
    game = town(held={0: {"peso": 9}})
    assert BOX.track.stations == 10 and len(game.street) == 10
    assert [station for station, cuban in enumerate(game.street) if cuban < 0] == [0], "one harbor"
    for steps in range(1, 11):
        reached = town(held={0: {"peso": 9}}).act("drive", steps)
        assert reached.car == steps % 10, "the arrow shows to the first station behind the harbor"


@pytest.mark.rule("SAN-2.3", "SAN-2.4")
def test_flowers_belong_to_the_spaces() -> None:
    assert len(FLOWERS) == 4 and PER_FLOWER == 3
    swapped = ["newspaper", "casino", "sawmill"]
    game = visit("pedro", under={"white": swapped}).act("use")
    assert game.offers("enter") == swapped, "at every place"
    spaces = sorted(space for cuban in range(9) for space in spaces_under(cuban))
    assert spaces == sorted([*range(12), *range(12)]), "and each colour leads to three of them"


@pytest.mark.rule("SAN-2.5", "SAN-2.6")
def test_tracks() -> None:
    assert BOX.track.values == [2, 3, 4], "and behind them the chequered flag"
    assert BOX.track.ships == 7 and BOX.track.dice_on_ship == 4
    ship = {"sugar_cane": 1, "citrus_fruit": 2, "tobacco": 1, "rum": 3}
    game = harbor(ship=ship)
    assert sum(game.game.demand(good) > 0 for good in range(5)) == 4


@pytest.mark.rule("SAN-6.26", "SAN-6.27")
def test_the_flowers_of_the_cubans() -> None:
    flowers = {row.id: row.flower for row in BOX.cubans}
    assert flowers == {
        "pedro": "white",
        "alonso": "white",
        "miguel": "dark_blue",
        "pablo": "dark_blue",
        "jose": "yellow",
        "martinez": "yellow",
        "conchita": "red",
        "maria": "red",
        "el_zorro": "none",
    }
    own = {row.id for row in BOX.cubans if row.origin == "own"}
    assert own == {"conchita", "martinez", "pablo", "maria"}, "the colours that are not published"


@pytest.mark.rule("SAN-16.13")
def test_what_dice_show_on_average_and_at_most() -> None:
    """Each face of each die once: six rolls, in which all dice fall on the same of their faces."""
    rolls = []
    for face in range(6):
        game = use("customs_office", ship={"rum": 1}).act("cancel", "rum").pin(rolls=[face] * 5).act("roll")
        rolls.append(list(game.faces))
    assert sum(map(sum, rolls)) / 6 == pytest.approx(8.0) and sum(map(max, zip(*rolls, strict=True))) == 16
    assert sum(roll[ITEMS.index("citrus_fruit")] for roll in rolls) / 6 == pytest.approx(2.0)
    dice = [*zip(*rolls, strict=True)]
    assert [die.count(0) for die in dice] == [1] * 5
    zeros = [roll.count(0) for roll in product(*dice)]
    assert (sum(n >= 4 for n in zeros), sum(n == 5 for n in zeros), len(zeros)) == (26, 1, 7776)


@pytest.mark.rule("SAN-16.15", "SAN-3.4")
def test_how_many_towns_there_are() -> None:
    """The number equals the possible draws of the setup, which draws for every tile except the last of its
    kind."""
    ways: list[int] = []

    def last_way(game: Game, sides: int) -> int:
        ways.append(sides)
        return sides - 1

    with patch.object(Game, "roll", last_way):
        settle(santiago.setup(2, 0, SantiagoOptions(start_player="first")))
    assert len(ways) == 11 + 8, "then the first ship is asked for"
    assert prod(ways[11:19]) == 362_880
    group = BUILDINGS[:PER_FLOWER]
    towns = [visit("pedro", under={"white": order}).act("use") for order in permutations(group)]
    alike = [town for town in towns if sorted(town.offers("enter")) == sorted(group)]
    assert prod(ways[:11]) // len(alike) ** len(FLOWERS) == 369_600, (
        "the order under a flower changes nothing"
    )
