"""Published figures, from the engine itself: every roll is played, and the coins are counted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil

import pytest

from server.games import machi_koro
from server.games.kernel import choose, settle
from server.games.machi_koro.cards import ESTABLISHMENTS, PURPLE
from server.games.machi_koro.income import Income
from server.games.machi_koro.state import MachiKoroOptions

from .town import KINDS

HAND = {"wheat_field": 1, "ranch": 1, "forest": 1}
"""The owner's other cards at seat 0. The other players have no cards, and enough money."""


def gain(kind: str | None, seats: int, active: int, dice: tuple[int, ...]) -> int:
    """The income of seat 0 for this roll of `active`, with or without one card of a kind beside its hand."""
    game = machi_koro.setup(seats, 0, MachiKoroOptions())
    game.cities = [[0] * len(KINDS) for _ in range(seats)]
    for name, copies in HAND.items():
        game.cities[0][KINDS.index(name)] = copies
    if kind:
        game.cities[0][KINDS.index(kind)] += 1
    game.coins = [100] * seats
    game.active, game.dice, game.stack = active, [*dice], [Income()]
    asks = settle(game)
    while asks:  # the choices for TV station and swap make no difference to these figures
        wanted = asks[0].options[-1]
        asks = choose(game, asks[0], wanted)
    return game.coins[0] - 100


@cache
def expected(kind: str, seats: int, dice: int) -> Fraction:
    """Coins per roll: the mean over all rolls of all players, with this number of dice each."""
    rolls = list(product(range(1, 7), repeat=dice))
    total = sum(
        gain(kind, seats, active, roll) - gain(None, seats, active, roll)
        for active in range(seats)
        for roll in rolls
    )
    return Fraction(total, len(rolls) * seats)


TABLE = """
wheat_field                1/6 1/6 1/6         0 0 0
ranch                      1/6 1/6 1/6         1/36 1/36 1/36
bakery                     1/6 1/9 1/12        1/24 1/36 1/48
cafe                       1/12 1/9 1/8        1/36 1/27 1/24
convenience_store          1/4 1/6 1/8         1/8 1/12 1/16
forest                     1/6 1/6 1/6         1/9 1/9 1/9
stadium                    1/6 2/9 1/4         5/36 5/27 5/24
tv_station                 5/12 5/18 5/24      25/72 25/108 25/144
business_center            0 0 0               0 0 0
cheese_factory             0 0 0               1/4 1/6 1/8
furniture_factory          0 0 0               5/24 5/36 5/48
mine                       0 0 0               5/9 5/9 5/9
family_restaurant          0 0 0               7/36 7/27 7/24
apple_orchard              0 0 0               1/4 1/4 1/4
fruit_and_vegetable_market 0 0 0               1/12 1/18 1/24
"""
"""With one die for 2, 3, 4 players, then with two dice. The kinds from 7 up have no cell for one die."""


def cells() -> Iterator[tuple[str, int, int, Fraction]]:
    for line in TABLE.split("\n")[1:-1]:
        kind, *figures = line.split()
        for (dice, seats), figure in zip(product((1, 2), (2, 3, 4)), figures, strict=True):
            yield kind, seats, dice, Fraction(figure)


def is_published(kind: str, dice: int) -> bool:
    return dice == 2 or min(ESTABLISHMENTS[KINDS.index(kind)].dice) <= 6


def test_the_table_has_72_published_cells() -> None:
    assert sum(is_published(kind, dice) for kind, _, dice, _ in cells()) == 72


@pytest.mark.rule("MAC-18.1", "MAC-18.2")
@pytest.mark.parametrize("kind", KINDS)
def test_expected_coins_per_roll(kind: str) -> None:
    mine = [cell for cell in cells() if cell[0] == kind]
    assert len(mine) == 6
    for _, seats, dice, figure in mine:
        assert expected(kind, seats, dice) == figure, f"{seats} players, {dice} dice"


@pytest.mark.rule("MAC-18.3")
def test_as_published_with_two_digits() -> None:
    published = {
        ("mine", 2): (0.56, 0.56, 0.56),
        ("tv_station", 1): (0.42, 0.28, 0.21),
        ("family_restaurant", 2): (0.19, 0.26, 0.29),
        ("convenience_store", 1): (0.25, 0.17, 0.12),
    }
    for (kind, dice), figures in published.items():
        for seats, figure in zip((2, 3, 4), figures, strict=True):
            assert abs(expected(kind, seats, dice) - Fraction(figure)) <= Fraction(51, 10_000)


NEVER = 0
PAYBACK = {
    "wheat_field": (1, 6, NEVER),
    "ranch": (1, 6, 36),
    "bakery": (4, 12, 48),
    "cafe": (2, 16, 48),
    "convenience_store": (4, 16, 32),
    "forest": (3, 18, 27),
    "stadium": (4, 24, 29),
    "tv_station": (8, 34, 41),
    "cheese_factory": (8, NEVER, 40),
    "furniture_factory": (4, NEVER, 29),
    "mine": (2, NEVER, 11),
    "family_restaurant": (2, NEVER, 11),
    "apple_orchard": (1, NEVER, 12),
    "fruit_and_vegetable_market": (4, NEVER, 48),
    "business_center": (NEVER, NEVER, NEVER),
}
"""Rolls until a card has paid for itself with 4 players: at best, on average with one die, with two."""


@pytest.mark.rule("MAC-18.4")
@pytest.mark.parametrize("kind", KINDS)
def test_rolls_until_a_card_has_paid_for_itself(kind: str) -> None:
    row = ESTABLISHMENTS[KINDS.index(kind)]
    dice = (min(row.dice),) if min(row.dice) <= 6 else (3, min(row.dice) - 3)
    actives = (0, 1)
    revenue = max(gain(kind, 4, active, dice) - gain(None, 4, active, dice) for active in actives)
    often = 1 if row.colour in ("blue", "red") else 4
    best = often * ceil(Fraction(row.price, revenue)) if revenue else NEVER
    means = [expected(kind, 4, n) for n in (1, 2)]
    average = [ceil(row.price / mean) if mean else NEVER for mean in means]
    assert (best, *average) == PAYBACK[kind]


def test_purple_kinds_are_the_three() -> None:
    assert [kind for kind, purple in zip(KINDS, PURPLE, strict=True) if purple] == [
        "stadium",
        "tv_station",
        "business_center",
    ]
