"""What a position of Machi Koro is worth: how many turns a seat still needs, against its best rival.

A seat needs what its missing landmarks cost, less its coins, and gets its expected income in every
round of turns: from its own roll with the better number of dice, the radio tower and the amusement
park included, and from the rolls of the others. That alone makes a player invest early, stop in time,
build a landmark when it begins to pay, and rob whoever is closest to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from server.games.kernel import Choice
from server.games.machi_koro.cards import (
    AMUSEMENT_PARK,
    ESTABLISHMENTS,
    HIGHEST,
    LANDMARKS,
    RADIO_TOWER,
    SHOPPING_MALL,
    TRAIN_STATION,
    FromEach,
    FromOne,
    Swap,
    activated,
)
from server.games.machi_koro.state import NOT_BUILT, MachiKoro

from . import Part

RIVAL: Final = 0.3
"""What a turn more for the rival closest to the end is worth, in own turns."""
BUILDING: Final = 0.6
"""Turns that each missing landmark costs beside its price: only one is built in a turn."""
COLLECTED: Final = 0.8
"""The share of what other players owe that they can pay."""
SWAP_WORTH: Final = 1.5
"""What the business center brings when it works, in coins."""
PATIENCE: Final = 80.0
"""Turns beyond which nobody's future is thought of."""
USUAL: Final = 5.0
"""Coins a round of a middling city."""
LEAST: Final = 0.3
"""Coins a round that any seat gets somehow."""

DIE: Final = 6
TOTALS: Final = range(HIGHEST + 1)
CHANCE: Final = [
    [sum(sum(roll) == total for roll in product(range(1, 7), repeat=dice)) / 6**dice for total in TOTALS]
    for dice in range(3)
]
"""The probability of a total, by the number of dice."""
DOUBLES: Final = 1 / 6

OWN, BLUE, RED, PURPLES = activated("blue", "green"), activated("blue"), activated("red"), activated("purple")


class Prospect(NamedTuple):
    """What a city brings to its owner: coins expected from one roll, by the number of dice (0 to 2)."""

    own: tuple[float, ...]
    """From an own turn, before restaurants are paid."""
    blue: tuple[float, ...]
    red: tuple[float, ...]
    """From another player's roll."""


@lru_cache(maxsize=100_000)
def prospect(city: tuple[int, ...], landmarks: tuple[int, ...], opponents: int) -> Prospect:
    """The prospects of a city with these landmarks and so many opponents still in the game."""
    has = [state != NOT_BUILT for state in landmarks]
    mall = has[SHOPPING_MALL]

    def brings(kinds: Sequence[int]) -> float:
        return sum(city[kind] * ESTABLISHMENTS[kind].income(city, mall) for kind in kinds)

    mine = [brings(OWN[total]) + robbed(city, PURPLES[total], opponents) for total in TOTALS]
    own = [0.0, expected(mine, 1, has[RADIO_TOWER]), expected(mine, 2, has[RADIO_TOWER])]
    if has[AMUSEMENT_PARK]:
        own[2] += DOUBLES * max(own)
    return Prospect(
        tuple(own),
        tuple(expected([brings(BLUE[total]) for total in TOTALS], dice) for dice in range(3)),
        tuple(COLLECTED * expected([brings(RED[total]) for total in TOTALS], dice) for dice in range(3)),
    )


def expected(coins: Sequence[float], dice: int, again: bool = False) -> float:
    """The mean over all totals; `again`: a roll below the mean is repeated."""
    mean = sum(map(float.__mul__, CHANCE[dice], map(float, coins)))
    return expected([max(value, mean) for value in coins], dice) if again else mean


def robbed(city: Sequence[int], kinds: Sequence[int], opponents: int) -> float:
    """What major establishments take from opponents who have most of it."""
    coins = 0.0
    for kind in kinds:
        match ESTABLISHMENTS[kind].effect:
            case FromEach(amount):
                coins += city[kind] * amount * opponents * COLLECTED
            case FromOne(amount):
                coins += city[kind] * amount * COLLECTED
            case Swap():
                coins += city[kind] * SWAP_WORTH
    return coins


def value(game: MachiKoro, seat: int) -> float:
    """How well this seat stands, in turns: more is better, and a place won is better than any hope."""
    if place := game.places[seat]:
        return PATIENCE * behind(game, place) or -PATIENCE
    needed = all_turns(game)
    others = [turns for other, turns in needed.items() if other != seat]
    return RIVAL * min(others, default=PATIENCE) - needed[seat]


def idle(game: MachiKoro, seat: int, choice: Choice) -> bool:
    """Rolling two dice where no card of the own city waits for more than one can show, and a double is worth
    nothing."""
    if choice != Choice("roll", 2) or game.has(seat, AMUSEMENT_PARK):
        return False
    city = game.cities[seat]
    if any(city[kind] for total in TOTALS[DIE + 1 :] for kind in (*OWN[total], *PURPLES[total])):
        return False
    one, two = (own_roll(game, seat, dice) for dice in (1, 2))
    return one > two


def own_roll(game: MachiKoro, seat: int, dice: int) -> float:
    """What a roll of an own turn is expected to bring, the others' restaurants paid."""
    others = [other for other, place in enumerate(game.places) if not place and other != seat]
    cities = [prospect(tuple(game.cities[s]), tuple(game.landmarks[s]), len(others)) for s in (seat, *others)]
    return cities[0].own[dice] - sum(city.red[dice] for city in cities[1:])


def won(game: MachiKoro, seat: int) -> float:
    """What the first place is worth to who has it."""
    return PATIENCE * behind(game, 1) if game.places[seat] == 1 else 0.0


def behind(game: MachiKoro, place: int) -> int:
    """How many seats come after this place."""
    return sum(not other or other > place for other in game.places)


def all_turns(game: MachiKoro) -> dict[int, float]:
    """About how many turns each seat still needs that is in the game."""
    playing = [s for s, place in enumerate(game.places) if not place]
    cities = {s: prospect(tuple(game.cities[s]), tuple(game.landmarks[s]), len(playing) - 1) for s in playing}
    return {s: turns(game, s, cities) for s in playing}


REST: Final = "rivals"


def parts(game: MachiKoro, seat: int) -> dict[str, Part]:
    """What the turns are made of that a seat still needs: coins and landmarks at a plain income of `USUAL`,
    and what the income saves beyond that. Counted, it is how many coins a round the seat lives on. Who has
    finished needs none."""
    number, prices = missing(tuple(game.landmarks[seat]))
    coins, built = game.coins[seat], len(LANDMARKS) - number
    landmarks = -prices / USUAL - BUILDING * number
    found = {"coins": Part(coins / USUAL, coins), "landmarks": Part(landmarks, built)}
    if game.places[seat]:
        return found
    needed = all_turns(game)[seat]
    time = needed - BUILDING * number
    income = (prices - coins) / time if time > 0 else None
    return {**found, "income": Part(-needed - coins / USUAL - landmarks, income)}


def turns(game: MachiKoro, seat: int, cities: dict[int, Prospect]) -> float:
    """About how many turns this seat needs for its missing landmarks."""
    mine = cities[seat]
    gets = owes_one = owes_two = 0.0
    for other, city in cities.items():
        if other != seat:
            dice = 2 if game.landmarks[other][TRAIN_STATION] and city.own[2] > city.own[1] else 1
            gets += mine.blue[dice] + mine.red[dice]
            owes_one += city.red[1]
            owes_two += city.red[2]
    number, prices = missing(tuple(game.landmarks[seat]))
    price = max(0, prices - game.coins[seat])
    one = max(LEAST, gets + mine.own[1] - owes_one)
    two = max(LEAST, gets + mine.own[2] - owes_two)
    if game.landmarks[seat][TRAIN_STATION]:
        time = price / max(one, two)
    else:
        wait = 1 + max(0, LANDMARKS[TRAIN_STATION].price - game.coins[seat]) / one
        time = min(price / one, wait + price / two)
    return min(PATIENCE, time + BUILDING * number)


@lru_cache
def missing(landmarks: tuple[int, ...]) -> tuple[int, int]:
    """How many landmarks are missing, and what they cost together."""
    prices = [row.price for row, state in zip(LANDMARKS, landmarks, strict=True) if not state]
    return len(prices), sum(prices)
