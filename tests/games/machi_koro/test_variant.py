"""The variant with ten open kinds of cards; the others come from the draw pile."""

from __future__ import annotations

import pytest

from server.games import machi_koro
from server.games.kernel import ALL, OPEN, settle
from server.games.machi_koro.cards import PURPLE
from server.games.machi_koro.state import EFFECTIVE, EXTRA, MachiKoro, MachiKoroOptions

from .town import ALL_FOUR, KINDS, later, opened, variable

TEN = KINDS[:10]
PURPLE_KINDS = ["stadium", "tv_station", "business_center"]
NAMES_OF_TEN = [*TEN[:9], TEN[0], TEN[0], TEN[9]]
"""A draw pile that shows ten kinds with its twelfth card; three of them are the first kind."""


def begun(seats: int, seed: int) -> MachiKoro:
    game = machi_koro.setup(seats, seed, MachiKoroOptions(supply="come_what_may"))
    settle(game)
    return game


@pytest.mark.rule("MAC-10.1")
def test_everything_else_stays_as_it_is() -> None:
    game = begun(3, 1)
    standard = machi_koro.setup(3, 1, MachiKoroOptions())
    settle(standard)
    assert (game.cities, game.landmarks) == (standard.cities, standard.landmarks)


@pytest.mark.rule("MAC-10.2", "MAC-10.3", "MAC-10.4", "MAC-15.10")
@pytest.mark.parametrize(("seats", "cards"), [(4, 84), (3, 81), (2, 78)])
def test_the_draw_pile(seats: int, cards: int) -> None:
    game = machi_koro.setup(seats, 0, MachiKoroOptions(supply="come_what_may"))
    assert len(game.deck) == cards and game.supply == [0] * 15
    assert [game.deck.count(kind) for kind in range(15)] == [seats if purple else 6 for purple in PURPLE]
    orders = {tuple(begun(seats, seed).deck) for seed in range(5)}
    assert len(orders) == 5, "it is shuffled"


@pytest.mark.rule("MAC-10.5", "MAC-10.6", "MAC-15.10")
def test_drawing_stops_at_the_tenth_kind() -> None:
    game = variable(NAMES_OF_TEN, dice=[6])
    assert opened(game) == {**dict.fromkeys(TEN, 1), TEN[0]: 3}
    assert [line[1] for line in game.said if line[0] == "drawn"] == [KINDS.index(k) for k in NAMES_OF_TEN]
    assert len(game.deck) == 78 - 12


@pytest.mark.rule("MAC-10.5", "MAC-10.6")
@pytest.mark.parametrize("seed", range(20))
def test_ten_kinds_in_any_deal(seed: int) -> None:
    game = begun(2 + seed % 3, seed)
    drawn = [line[1] for line in game.said if line[0] == "drawn"]
    assert len(set(drawn)) == 10 and drawn.count(drawn[-1]) == 1
    assert sorted(drawn) == [kind for kind in range(15) for _ in range(game.supply[kind])]


@pytest.mark.rule("MAC-10.7", "MAC-15.10", "MAC-17.4")
def test_a_purchase_that_leaves_nine_kinds_draws_until_there_are_ten() -> None:
    game = variable([*NAMES_OF_TEN, "wheat_field", "bakery", "mine"], dice=[6, 6])
    assert opened(game)["ranch"] == 1
    game.act("build", "ranch")
    assert "ranch" not in opened(game) and opened(game)["mine"] == 1
    assert opened(game)["wheat_field"] == 4 and opened(game)["bakery"] == 2
    assert [KINDS[line[1]] for line in game.said if line[0] == "drawn"][12:] == [
        "wheat_field",
        "bakery",
        "mine",
    ]
    assert len(opened(game)) == 10 and game.game.sealed == ALL


@pytest.mark.rule("MAC-10.7")
def test_the_kind_bought_may_come_back() -> None:
    game = variable([*NAMES_OF_TEN, "ranch"], dice=[6, 6]).act("build", "ranch")
    assert opened(game)["ranch"] == 1 and len(game.deck) == 78 - 13


@pytest.mark.rule("MAC-10.9")
def test_a_purchase_that_leaves_one_of_its_kind_draws_nothing() -> None:
    game = variable(NAMES_OF_TEN, dice=[6]).act("build", "wheat_field")
    assert opened(game)["wheat_field"] == 2 and len(game.deck) == 78 - 12


@pytest.mark.rule("MAC-10.8", "MAC-17.4")
def test_an_empty_draw_pile() -> None:
    gone = dict.fromkeys(KINDS[9:], 6)
    lying = {name: 2 if name in PURPLE_KINDS else 6 for name in KINDS[:9]}
    game = later({**lying, "ranch": 1}, {1: {**gone, "ranch": 5}}, dice=[6])
    assert game.deck == [] and len(opened(game)) == 9
    game.act("build", "ranch")
    assert len(opened(game)) == 8, "nothing comes any more"
    assert game.game.sealed == OPEN and game.asked == [(0, "end_turn")], "so it can be taken back"


@pytest.mark.rule("MAC-10.10")
def test_new_cards_come_before_a_further_turn() -> None:
    park = {"train_station": EFFECTIVE, "amusement_park": EFFECTIVE}
    lying = {**dict.fromkeys(TEN, 1), "ranch": 1}
    game = later(lying, {}, first=["mine"], coins=[30, 3], landmarks={0: park})
    game.pin(dice=[4, 4]).act("roll", 2).act("build", "ranch")
    assert game.extra == EXTRA and opened(game)["mine"] == 1
    assert "mine" in game.pin(dice=[6]).act("roll", 1).offers("build")


@pytest.mark.rule("MAC-10.10")
def test_and_before_the_next_player_builds() -> None:
    lying = dict.fromkeys(TEN, 1)
    game = later(lying, {}, first=["apple_orchard"], coins=[3, 3], dice=[6, 6]).act("build", "ranch")
    assert game.asked == [(1, "build")] and "apple_orchard" in game.offers("build", seat=1)


@pytest.mark.rule("MAC-10.13")
def test_a_purple_pile_that_nobody_can_buy_counts() -> None:
    lying = {**dict.fromkeys(TEN, 1), "stadium": 1}
    game = later(
        lying,
        {0: {"stadium": 1}, 2: {"stadium": 1}},
        seats=3,
        first=["mine"],
        coins=[3, 0, 0],
        places=[0, 1, 0],
        landmarks={1: ALL_FOUR},
        dice=[6, 4],
    )
    assert len(opened(game)) == 10 and "stadium" not in game.offers("build")
    game.act("build", "ranch")
    expected = {name: 1 for name in [*TEN, "mine"] if name != "ranch"}
    assert opened(game) == expected, "the stadium is one of ten: one card came, and no more"


@pytest.mark.rule("MAC-10.11", "MAC-10.12")
def test_what_is_known_of_the_draw_pile() -> None:
    game = begun(3, 4)
    seen = machi_koro.public(game)
    assert seen["deck"] == [game.deck.count(kind) for kind in range(15)]
    total = [3 if purple else 6 for purple in PURPLE]
    bought = [sum(city[kind] for city in game.cities) for kind in range(15)]
    starts = [3 if name in ("wheat_field", "bakery") else 0 for name in KINDS]
    assert seen["deck"] == [total[k] + starts[k] - game.supply[k] - bought[k] for k in range(15)], (
        "everyone can compute it"
    )
    orders = {tuple(machi_koro.imagine(seen, {}, 0, seed).deck) for seed in range(5)}
    assert len(orders) == 5, "but the order is unknown"
