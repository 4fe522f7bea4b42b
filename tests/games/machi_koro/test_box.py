"""The components and the figures on the cards."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.engines import texts_of
from server.games import machi_koro
from server.games.machi_koro.cards import BOX, ESTABLISHMENTS, LANDMARKS

from .town import GREAT, KINDS, income, town

PURPLE = ["stadium", "tv_station", "business_center"]


@pytest.mark.rule("MAC-1.1")
def test_two_to_four_players() -> None:
    assert list(machi_koro.seats) == [2, 3, 4]
    facts = texts_of(machi_koro, "en")["facts"]
    assert facts["time"] == "30 to 90 minutes" and facts["age"].startswith("8")


@pytest.mark.rule("MAC-1.2", "MAC-1.3", "MAC-1.4", "MAC-1.5", "MAC-1.6", "MAC-15.9")
def test_108_cards() -> None:
    supply = {row.id: row.copies for row in ESTABLISHMENTS}
    assert len(supply) == 15 and sum(supply.values()) == 84
    assert [name for name, copies in supply.items() if copies != 6] == PURPLE
    assert all(supply[name] == 4 for name in PURPLE)
    starts = {row.id: 4 * row.start for row in ESTABLISHMENTS if row.start}
    assert starts == {"wheat_field": 4, "bakery": 4}
    great = 4 * len(LANDMARKS)
    assert great == 16 and sum(supply.values()) + sum(starts.values()) + great == 108


@pytest.mark.rule("MAC-1.7", "MAC-1.8", "MAC-15.9")
def test_72_coins_worth_210_and_two_dice() -> None:
    assert {row.value: row.pieces for row in BOX.coins} == {1: 50, 5: 12, 10: 10}
    assert sum(row.pieces for row in BOX.coins) == 72
    assert sum(row.value * row.pieces for row in BOX.coins) == 210
    assert (BOX.dice.pieces, BOX.dice.sides) == (2, 6)


@pytest.mark.rule("MAC-1.9", "MAC-1.13")
def test_money_is_a_number_and_the_bank_never_runs_out() -> None:
    game = income(4, 5, cities={0: {"mine": 6}}, coins=[209, 1])
    assert game.coins == [239, 1]


@pytest.mark.rule("MAC-1.10", "MAC-1.11", "MAC-1.12")
def test_everything_is_open_in_the_standard_game() -> None:
    game = town(seats=3, coins=[5, 1, 9], cities={1: {"mine": 2}}, dice=[6])
    seen = machi_koro.public(game.game)
    assert seen["coins"] == [5, 1, 9]
    assert seen["cities"] == game.cities and seen["cities"][1][KINDS.index("mine")] == 2
    assert seen["landmarks"] == game.landmarks
    assert seen["supply"] == game.supply and seen["deck"] == []
    assert all(machi_koro.private(game.game, seat) == {} for seat in range(3))
    again = machi_koro.imagine(seen, None, None, 5)
    again.key, again.drawn, again.sealed, again.said = (
        game.key,
        game.drawn,
        game.sealed,
        game.game.said,
    )
    assert again == game.game, "nothing but future dice is unknown"


CARDS: list[tuple[str, str, str, list[int], int, int, Any]] = [
    ("wheat_field", "blue", "wheat", [1], 1, 6, 1),
    ("ranch", "blue", "cow", [2], 1, 6, 1),
    ("bakery", "green", "store", [2, 3], 1, 6, 1),
    ("cafe", "red", "cup", [3], 2, 6, 1),
    ("convenience_store", "green", "store", [4], 2, 6, 3),
    ("forest", "blue", "gear", [5], 3, 6, 1),
    ("stadium", "purple", "tower", [6], 6, 4, 2),
    ("tv_station", "purple", "tower", [6], 7, 4, 5),
    ("business_center", "purple", "tower", [6], 8, 4, None),
    ("cheese_factory", "green", "factory", [7], 5, 6, (3, "cow")),
    ("furniture_factory", "green", "factory", [8], 3, 6, (3, "gear")),
    ("mine", "blue", "gear", [9], 6, 6, 5),
    ("family_restaurant", "red", "cup", [9, 10], 3, 6, 2),
    ("apple_orchard", "blue", "wheat", [10], 3, 6, 3),
    ("fruit_and_vegetable_market", "green", "fruit", [11, 12], 2, 6, (2, "wheat")),
]


@pytest.mark.rule("MAC-2.1", "MAC-2.2", "MAC-2.3", "MAC-2.4", "MAC-2.5", "MAC-2.6", "MAC-2.7", "MAC-2.8")
@pytest.mark.rule("MAC-2.9", "MAC-2.10", "MAC-2.11", "MAC-2.12", "MAC-2.13", "MAC-2.14", "MAC-2.15")
@pytest.mark.rule("MAC-2.16")
@pytest.mark.parametrize("card", CARDS, ids=[card[0] for card in CARDS])
def test_what_the_card_says(card: tuple[str, str, str, list[int], int, int, Any]) -> None:
    name, colour, symbol, dice, price, copies, amount = card
    row = ESTABLISHMENTS[KINDS.index(name)]
    assert (row.colour, row.symbol, row.dice, row.price, row.copies) == (colour, symbol, dice, price, copies)
    effect = row.effect
    match amount:
        case (coins, per):
            assert (getattr(effect, "amount", None), getattr(effect, "symbol", None)) == (coins, per)
        case _:
            assert getattr(effect, "amount", None) == amount and not hasattr(effect, "symbol")


@pytest.mark.rule("MAC-2.1")
def test_all_cards_are_listed_and_say_where_their_figures_come_from() -> None:
    assert [card[0] for card in CARDS] == KINDS
    assert {row.origin for row in ESTABLISHMENTS} | {row.origin for row in LANDMARKS} == {"public"}


@pytest.mark.rule("MAC-2.17", "MAC-15.9")
def test_prices_of_the_landmarks() -> None:
    prices = {row.id: row.price for row in LANDMARKS}
    assert prices == {"train_station": 4, "shopping_mall": 10, "amusement_park": 16, "radio_tower": 22}
    assert sum(prices.values()) == 52 and list(prices) == GREAT


@pytest.mark.rule("MAC-2.18")
def test_symbols() -> None:
    by_symbol: dict[str, list[str]] = {}
    for row in ESTABLISHMENTS:
        by_symbol.setdefault(row.symbol, []).append(row.id)
    assert by_symbol == {
        "wheat": ["wheat_field", "apple_orchard"],
        "cow": ["ranch"],
        "gear": ["forest", "mine"],
        "store": ["bakery", "convenience_store"],
        "cup": ["cafe", "family_restaurant"],
        "factory": ["cheese_factory", "furniture_factory"],
        "fruit": ["fruit_and_vegetable_market"],
        "tower": PURPLE,
    }


@pytest.mark.rule("MAC-2.19")
def test_a_start_card_is_a_card_like_any_other() -> None:
    one = income(5, 6, cities={0: {"fruit_and_vegetable_market": 1}})
    assert one.coins[0] == 3 + 2, "the wheat field one starts with counts for the market"
    two = income(2, cities={0: {"bakery": 2}}, landmarks={0: {"shopping_mall": 2}})
    assert two.coins[0] == 3 + 4, "and the bakery for the mall"
