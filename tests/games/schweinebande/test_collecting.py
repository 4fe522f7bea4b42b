"""Phase C: rows of tiles, in the order of the order tiles."""

from __future__ import annotations

import pytest

from server.games.kernel import choose, settle
from server.games.schweinebande.flow import after_collecting

from .market import NAMES, ROW, SPACE, TILE, begin, collecting, fair, held


def lying(game: object) -> dict[str, str]:
    """The open tiles of the market, by space."""
    market: list[int] = game.market  # type: ignore[attr-defined]
    return {SPACE[space]: TILE[kind] for space, kind in enumerate(market) if kind < 7}


EVERYWHERE = dict.fromkeys(SPACE[:16], "goat") | dict.fromkeys(SPACE[16:], "pig")


@pytest.mark.rule("SWB-6.1", "SWB-6.10")
@pytest.mark.parametrize(("seats", "passes"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_by_order_tile_and_as_often_round_as_there_are_farmers(seats: int, passes: int) -> None:
    order = [3, 1, 5, 2, 4][:seats] if seats > 3 else [2, 1] if seats == 2 else [2, 3, 1]
    order = [sorted(order).index(tile) + 1 for tile in order]
    spots = iter(["A1", "A3", "A5", "C1", "C3", "C5", "E1", "E3", "E5", "B2"])
    farmers = {next(spots): seat for seat in range(seats) for _ in range(passes)}
    options = {"direct_scoring": False}
    game = collecting(farmers, seats=seats, market=EVERYWHERE, order=order, options=options)
    turns = []
    while game.asked[0][1] == "collect":
        turns.append(game.asked[0][0])
        game.act(*game.ask(turns[-1]).options[-1], seat=turns[-1])
    expected = sorted(range(seats), key=order.__getitem__)
    assert turns == expected * passes and turns != sorted(turns), "not clockwise"


@pytest.mark.rule("SWB-6.2", "SWB-6.5")
def test_any_own_farmer_and_one_of_six_directions() -> None:
    game = collecting({"C3": 0, "A1": 0, "E5": 1}, seats=2, market=EVERYWHERE)
    assert game.asked == [(0, "collect")]
    assert game.offers("collect") == [
        "A1 e", "A1 se", "C3 e", "C3 se", "C3 sw", "C3 w", "C3 nw", "C3 ne",
    ]  # fmt: skip
    assert game.offers("alone") == ["A1"], "all directions from C3 have tiles"
    rows = {
        "e": ["C4", "C5"], "se": ["D3", "E3"], "sw": ["D2", "E1"],
        "w": ["C2", "C1"], "nw": ["B3", "A3"], "ne": ["B4", "A5"],
    }  # fmt: skip
    for way, row in rows.items():
        again = collecting({"C3": 0, "A1": 0, "E5": 1}, seats=2, market=EVERYWHERE)
        again.act("collect", f"C3 {way}")
        assert set(EVERYWHERE) - set(lying(again)) == {"C3", *row}


@pytest.mark.rule("SWB-6.3", "SWB-6.4", "SWB-6.9")
def test_the_tile_under_the_farmer_and_the_row() -> None:
    tiles = {"B1": "pig", "B2": "goat", "B3": "feed_sack", "B5": "goat", "C1": "cattle", "E5": "sheep"}
    game = collecting({"B1": 0, "E5": 1}, seats=2, market={**tiles, "E4": "goat"})
    game.act("collect", "B1 e").act("sack", 3)
    assert game.said[0] == ("collected_4", 0, 1 * 6, 4, 2, 6, 2), "from B1 to the east"
    assert held(game) == {"pig": 1, "goat": 2}
    assert lying(game) == {"C1": "cattle", "E4": "goat", "E5": "sheep"}
    assert 0 not in game.farmers, "the farmer is back with its owner"


@pytest.mark.rule("SWB-6.6", "SWB-6.7", "SWB-6.8")
def test_a_gap_does_not_end_a_row_but_a_farmer_does() -> None:
    tiles = {"A1": "pig", "A3": "goat", "A4": "donkey", "A5": "sheep"}
    game = collecting({"A1": 0, "A4": 1}, seats=2, market=tiles)
    game.act("collect", "A1 e")
    assert held(game) == {"pig": 1, "goat": 1}
    assert lying(game) == {"A4": "donkey", "A5": "sheep"}


@pytest.mark.rule("SWB-13.10")
def test_three_tiles_in_a_row_with_a_gap_and_a_farmer() -> None:
    tiles = {"A1": "pig", "A2": "goat", "A4": "sheep", "A5": "donkey"}
    game = collecting({"A1": 0, "A5": 1}, seats=2, market={**tiles, "B5": "pig"})
    game.act("collect", "A1 e")
    assert held(game) == {"pig": 1, "goat": 1, "sheep": 1}, "the own one and two"
    assert lying(game) == {"A5": "donkey", "B5": "pig"}


@pytest.mark.rule("SWB-6.6")
def test_a_row_ends_at_the_edge_or_with_its_last_tile() -> None:
    game = collecting(
        {"D4": 0, "A1": 1}, seats=2, market={"D4": "pig", "D2": "goat", "D5": "sheep", "A1": "pig"}
    )
    assert game.offers("collect") == ["D4 e", "D4 w"]
    game.act("collect", "D4 w")
    assert held(game) == {"pig": 1, "goat": 1}


@pytest.mark.rule("SWB-6.8")
def test_own_farmers_are_in_the_way_too() -> None:
    tiles = dict.fromkeys(["A1", "A2", "A3", "A4"], "goat") | {"E5": "pig", "E4": "pig"}
    game = collecting({"A1": 0, "A3": 0, "E5": 1}, seats=2, market=tiles).act("collect", "A1 e")
    assert set(lying(game)) == {"A3", "A4", "E5", "E4"}


@pytest.mark.rule("SWB-6.11", "SWB-6.10")
def test_who_placed_fewer_farmers_is_passed_over_afterwards() -> None:
    farmers = {"A1": 0, "C1": 0, "E1": 0, "A5": 1}
    game = collecting(farmers, seats=2, market=EVERYWHERE, options={"direct_scoring": False})
    turns = []
    while game.asked[0][1] == "collect":
        turns.append(game.asked[0][0])
        game.act(*game.ask(turns[-1]).options[-1], seat=turns[-1])
    assert turns == [0, 1, 0, 0]


@pytest.mark.rule("SWB-6.12")
def test_a_direction_without_tiles_may_be_chosen() -> None:
    game = collecting({"A1": 0, "C3": 1}, seats=2, market={"A1": "pig", "A2": "goat", "C3": "goat"})
    assert game.offers("collect") == ["A1 e"] and game.offers("alone") == ["A1"]
    game.act("alone", "A1")
    assert held(game) == {"pig": 1} and lying(game)["A2"] == "goat"


@pytest.mark.rule("SWB-6.12")
def test_where_nothing_can_be_chosen_it_goes_by_itself() -> None:
    game = collecting({"A1": 0, "C3": 1}, seats=2, market={"A1": "feed_sack", "C3": "goat", "C4": "pig"})
    assert ("collected_1", 0, 0, 6) in game.said and held(game) == {"feed_sack": 1}
    assert game.asked == [(1, "collect")], "without an animal there is nothing to feed either"
    two = collecting({"A1": 0, "E5": 0, "C3": 1}, seats=2, market={"A1": "pig", "E5": "goat", "C3": "pig"})
    assert two.offers("alone") == ["A1", "E5"], "which of two farmers is a choice"


@pytest.mark.rule("SWB-6.13")
def test_one_to_five_tiles() -> None:
    most = collecting({"A1": 0, "E5": 1}, seats=2, market=EVERYWHERE).act("collect", "A1 e")
    assert sum(held(most).values()) == 5
    sizes = set()
    for seed in range(12):
        game = begin(3, seed)
        asks = settle(game)
        while asks:
            if asks[0].prompt == "collect":
                assert len(asks[0].options) == len(set(asks[0].options)) <= 3 * 7
            asks = choose(game, asks[0], asks[0].options[seed % len(asks[0].options)])
            sizes |= {len(line) - 3 for line in game.said if line[0].startswith("collected")}
    assert sizes == {1, 2, 3, 4, 5}


@pytest.mark.rule("SWB-6.15")
@pytest.mark.parametrize("direct", [True, False])
def test_what_is_left_leaves_the_game(direct: bool) -> None:
    tiles = {"A1": "pig", "C3": "goat", "E4": "cattle", "E5": "feed_sack"}
    game = collecting({"A1": 0, "C3": 1}, seats=2, market=tiles, options={"direct_scoring": direct})
    if direct:
        game.act("sell", "pig").act("sell", "goat", seat=1)
    assert lying(game) == {} and game.said[-2:] == [("cleared", 5, 1), ("cleared", 6, 1)]
    assert game.box[TILE.index("cattle")] >= 1 and game.box[TILE.index("feed_sack")] >= 1


def test_nothing_left_is_not_told() -> None:
    game = begin(2)
    game.market = [7] * 25
    after_collecting(game)[0].run(game)
    assert all(line[0] != "cleared" for line in game.said)


@pytest.mark.rule("SWB-13.1")
def test_three_have_collected_and_the_fourth_has_three_rows() -> None:
    """The places of the tiles are ours; the results of the three and blue's three rows are from the
    example."""
    tiles = {
        "A1": "chicken", "A2": "chicken", "A3": "donkey", "A4": "cattle",
        "B1": "chicken", "B2": "donkey", "B3": "pig",
        "E1": "chicken", "E2": "sheep", "E3": "cattle",
        "C5": "goat", "C4": "pig", "D4": "sheep", "D5": "goat",
        "D1": "pig", "D2": "pig", "D3": "goat", "A5": "goat",
    }  # fmt: skip
    red, yellow, green, blue = range(4)
    first = {"A1": red, "B1": yellow, "E1": green, "C5": blue}
    farmers = {**first, "A5": red, "D1": yellow, "D3": green, "D2": blue}
    game = collecting(farmers, seats=4, market=tiles)
    for row, seat in (("A1 e", red), ("B1 e", yellow), ("E1 e", green)):
        game.act("collect", row, seat=seat)
    assert held(game, red) == {"chicken": 2, "donkey": 1, "cattle": 1}
    assert held(game, yellow) == {"chicken": 1, "donkey": 1, "pig": 1}
    assert held(game, green) == {"chicken": 1, "sheep": 1, "cattle": 1}
    rows = [row for row in game.offers("collect", seat=blue) if row.startswith("C5")]
    assert rows == ["C5 se", "C5 sw", "C5 w"]


def test_the_names_are_right() -> None:
    assert NAMES["collect"][SPACE.index("C3") * 6] == "C3 e" and len(ROW) == 150
    game = fair(*begin(2).stack[::-1], covered=True)
    assert game.offers("reveal") == SPACE
