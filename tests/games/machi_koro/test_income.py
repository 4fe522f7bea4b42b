"""The income of a roll: who gets it, from whom, and in which order."""

from __future__ import annotations

import pytest

from server.games.machi_koro.state import BUILT, EFFECTIVE

from .town import KINDS, income

MALL = {"shopping_mall": EFFECTIVE}
NO_START = {"wheat_field": 0, "bakery": 0}


@pytest.mark.rule("MAC-6.1", "MAC-2.4")
def test_one_of_its_numbers_must_come_up() -> None:
    gains = [income(die).coins[0] - 3 for die in range(1, 7)]
    assert gains == [1, 1, 1, 0, 0, 0], "the wheat field on 1, the bakery on 2 and on 3"


@pytest.mark.rule("MAC-6.2")
def test_every_copy_pays() -> None:
    assert income(5, cities={0: {"forest": 3}}).coins[0] == 6


@pytest.mark.rule("MAC-6.4", "MAC-6.8")
@pytest.mark.parametrize(
    ("name", "dice", "coins"),
    [
        ("wheat_field", [1], 1),
        ("ranch", [2], 1),
        ("forest", [5], 1),
        ("mine", [4, 5], 5),
        ("apple_orchard", [4, 6], 3),
    ],
)
def test_blue_pays_in_every_turn_from_the_bank(name: str, dice: list[int], coins: int) -> None:
    cities = {0: {**NO_START, name: 2}, 1: NO_START}
    for seat in (0, 1):
        assert income(*dice, seat=seat, cities=cities).coins == [3 + 2 * coins, 3]


@pytest.mark.rule("MAC-6.4")
def test_blue_pays_all_round_the_table() -> None:
    game = income(5, seats=4, seat=2, cities={0: {"forest": 1}, 1: {"forest": 2}, 3: {"forest": 3}})
    assert game.coins == [3 + 1, 3 + 2, 3, 3 + 3]


@pytest.mark.rule("MAC-6.5", "MAC-6.8")
@pytest.mark.parametrize(
    ("name", "dice", "coins"),
    [
        ("bakery", [2], 1),
        ("bakery", [3], 1),
        ("convenience_store", [4], 3),
        ("cheese_factory", [3, 4], 3),
        ("furniture_factory", [2, 6], 3),
        ("fruit_and_vegetable_market", [5, 6], 2),
        ("fruit_and_vegetable_market", [6, 6], 2),
    ],
)
def test_green_pays_in_the_own_turn_from_the_bank(name: str, dice: list[int], coins: int) -> None:
    matching = {"cheese_factory": "ranch", "furniture_factory": "forest"}.get(name, "wheat_field")
    cities = {0: {**NO_START, matching: 1, name: 1}, 1: NO_START}
    assert income(*dice, seat=0, cities=cities).coins == [3 + coins, 3]
    assert income(*dice, seat=1, cities=cities).coins == [3, 3]


@pytest.mark.rule("MAC-6.6", "MAC-6.8")
@pytest.mark.parametrize(
    ("name", "dice", "coins"),
    [("cafe", [3], 1), ("family_restaurant", [4, 5], 2), ("family_restaurant", [5, 5], 2)],
)
def test_red_takes_from_whoever_rolled(name: str, dice: list[int], coins: int) -> None:
    cities = {0: {**NO_START, name: 1}, 1: NO_START, 2: NO_START}
    assert income(*dice, seats=3, seat=1, cities=cities).coins == [3 + coins, 3 - coins, 3]
    assert income(*dice, seats=3, seat=0, cities=cities).coins == [3, 3, 3], "never in the own turn"


@pytest.mark.rule("MAC-6.7")
@pytest.mark.parametrize("name", ["stadium", "tv_station", "business_center"])
def test_purple_works_in_the_own_turn_only(name: str) -> None:
    game = income(6, seat=1, cities={0: {name: 1}})
    assert game.coins == [3, 3] and game.asked == [(1, "end_turn")]


@pytest.mark.rule("MAC-6.3", "MAC-6.9", "MAC-6.14")
def test_red_comes_before_blue_and_green() -> None:
    game = income(3, coins=[0, 3], cities={1: {"cafe": 2}})
    assert game.coins == [1, 3], "the bakery's coin comes too late for the cafés"
    game = income(4, 5, coins=[1, 0], cities={0: {"mine": 1}, 1: {"family_restaurant": 1}})
    assert game.coins == [5, 1]


@pytest.mark.rule("MAC-15.5", "MAC-12.6")
def test_nothing_to_pay_with_and_then_the_full_income() -> None:
    game = income(3, coins=[0, 2], cities={1: {"cafe": 1}})
    assert game.coins == [1, 2]


@pytest.mark.rule("MAC-6.10", "MAC-1.9")
def test_the_rest_of_a_claim_lapses() -> None:
    game = income(4, 5, coins=[3, 0], cities={1: {"family_restaurant": 2}})
    assert game.coins == [0, 3]
    assert ("short", 0, 1, 3, KINDS.index("family_restaurant"), 4) in game.said


@pytest.mark.rule("MAC-6.11", "MAC-6.12", "MAC-15.8")
def test_claims_are_settled_counter_clockwise() -> None:
    game = income(3, seats=3, cities={0: NO_START, 1: {"cafe": 3}, 2: {"cafe": 2}})
    assert game.coins == [0, 4, 5], "the right-hand neighbour in full, then the left-hand one"


@pytest.mark.rule("MAC-6.11", "MAC-6.12")
def test_counter_clockwise_round_four_seats() -> None:
    game = income(3, seats=4, seat=2, coins=[0, 0, 3, 0], cities={s: {"cafe": 2} for s in (0, 1, 3)})
    assert game.coins == [1, 2, 1, 0], "first seat 1, then seat 0, nothing is left for seat 3"


@pytest.mark.rule("MAC-6.12")
def test_a_creditor_gets_all_red_claims_before_the_next() -> None:
    game = income(
        4, 5, seats=3, coins=[5, 0, 0], cities={1: {"family_restaurant": 1}, 2: {"family_restaurant": 2}}
    )
    assert game.coins == [0, 1, 4]


@pytest.mark.rule("MAC-6.13")
def test_blue_and_green_together() -> None:
    game = income(2, seats=3, cities={0: {"ranch": 1}, 1: {"ranch": 2}, 2: {"ranch": 1}})
    assert game.coins == [3 + 1 + 1, 5, 4]


@pytest.mark.rule("MAC-7.1", "MAC-8.3", "MAC-15.1")
@pytest.mark.parametrize("die", [2, 3])
def test_two_bakeries_bring_four_with_a_mall(die: int) -> None:
    assert income(die, cities={0: {"bakery": 2}}, landmarks={0: MALL}).coins == [7, 3]
    assert income(die, cities={0: {"bakery": 2}}).coins == [5, 3]


@pytest.mark.rule("MAC-7.1", "MAC-8.5", "MAC-15.2")
@pytest.mark.parametrize("dice", [(4, 5), (5, 5)])
def test_a_family_restaurant_brings_three_with_a_mall(dice: tuple[int, int]) -> None:
    cities = {0: {"family_restaurant": 1}}
    assert income(*dice, seat=1, cities=cities, landmarks={0: MALL}).coins == [6, 0]
    assert income(*dice, seat=1, cities=cities).coins == [5, 1]


@pytest.mark.rule("MAC-7.1")
def test_convenience_store_and_cafe_too() -> None:
    assert income(4, cities={0: {"convenience_store": 2}}, landmarks={0: MALL}).coins[0] == 3 + 8
    assert income(3, seat=1, cities={0: {"cafe": 1}}, landmarks={0: MALL}).coins[0] == 3 + 2


@pytest.mark.rule("MAC-8.5", "MAC-6.10")
def test_the_extra_coin_of_a_red_card_can_lapse() -> None:
    game = income(3, seat=1, coins=[0, 1], cities={0: {"cafe": 1}, 1: NO_START}, landmarks={0: MALL})
    assert game.coins == [1, 0]


@pytest.mark.rule("MAC-8.4")
@pytest.mark.parametrize(
    ("dice", "cities", "coins"),
    [
        ([1], {"wheat_field": 1}, 1),
        ([2], {"ranch": 1, "bakery": 0}, 1),
        ([5], {"forest": 1}, 1),
        ([4, 5], {"mine": 1}, 5),
        ([5, 5], {"apple_orchard": 1}, 3),
        ([6], {"stadium": 1}, 2),
        ([6], {"tv_station": 1}, 3),
        ([3, 4], {"cheese_factory": 1, "ranch": 1}, 3),
        ([4, 4], {"furniture_factory": 1, "forest": 1}, 3),
        ([5, 6], {"fruit_and_vegetable_market": 1}, 2),
    ],
)
def test_the_mall_adds_nothing_to_other_cards(dice: list[int], cities: dict[str, int], coins: int) -> None:
    assert income(*dice, cities={0: cities}, landmarks={0: MALL}).coins[0] == 3 + coins


@pytest.mark.rule("MAC-7.2", "MAC-15.13")
def test_cheese_factories() -> None:
    assert income(3, 4, cities={0: {"cheese_factory": 2, "ranch": 3}}).coins[0] == 3 + 18
    assert income(3, 4, cities={0: {"cheese_factory": 2, "ranch": 2}}).coins[0] == 3 + 12


@pytest.mark.rule("MAC-7.3")
def test_furniture_factories() -> None:
    cities = {0: {"furniture_factory": 2, "forest": 3, "mine": 1}}
    assert income(4, 4, cities=cities).coins[0] == 3 + 3 * 2 * (3 + 1)


@pytest.mark.rule("MAC-7.4")
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_markets(dice: tuple[int, int]) -> None:
    cities = {0: {"fruit_and_vegetable_market": 2, "wheat_field": 3, "apple_orchard": 2}}
    assert income(*dice, cities=cities).coins[0] == 3 + 2 * 2 * (3 + 2)


@pytest.mark.rule("MAC-7.5")
@pytest.mark.parametrize(
    ("dice", "name"),
    [((3, 4), "cheese_factory"), ((4, 4), "furniture_factory"), ((5, 6), "fruit_and_vegetable_market")],
)
def test_without_matching_cards_nothing(dice: tuple[int, int], name: str) -> None:
    assert income(*dice, cities={0: {name: 2, "wheat_field": 0}, 1: {"ranch": 2, "forest": 2}}).coins[0] == 3


@pytest.mark.rule("MAC-8.6")
def test_a_mall_that_waits_adds_nothing_in_the_turns_of_others() -> None:
    game = income(3, seat=1, cities={0: {"cafe": 1}}, landmarks={0: {"shopping_mall": BUILT}})
    assert game.coins[0] == 3 + 1
