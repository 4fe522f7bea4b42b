"""The value of a position of Machi Koro: the number of turns a seat still needs, against its best rival.

A seat needs the price of its missing landmarks minus its coins, and gets its expected income in every round
of turns: from its own roll with the better number of dice, including the radio tower and the amusement park,
and from the others' rolls. That alone makes a player invest early, stop in time, build a landmark when it
begins to pay, and rob the player closest to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import fsum
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

from . import ValuePart

RIVAL_WEIGHT: Final = 0.3
"""The value of one more turn for the rival closest to the end, in own turns."""
LANDMARK_TURNS: Final = 0.6
"""Turns for each missing landmark in addition to its price: only one is built in a turn."""
COLLECTED_SHARE: Final = 0.8
"""The share of their debts that other players can pay."""
SWAP_WORTH: Final = 1.5
"""The value of the business center for each activation (coins)."""
MAX_FORESEEN_TURNS: Final = 80.0
"""The upper bound for the number of remaining turns."""
USUAL_COINS_PER_ROUND: Final = 5.0
"""Income of an average city in a round (coins)."""
MIN_COINS_PER_ROUND: Final = 0.3
"""The minimum income of any seat in a round (coins)."""

DIE_SIDES: Final = 6
TOTALS: Final = range(HIGHEST + 1)
CHANCE: Final = [
    [sum(sum(roll) == total for roll in product(range(1, 7), repeat=dice)) / 6**dice for total in TOTALS]
    for dice in range(3)
]
"""The probability of a total, by the number of dice."""
DOUBLES_CHANCE: Final = 1 / 6

OWN, BLUE, RED, PURPLES = activated("blue", "green"), activated("blue"), activated("red"), activated("purple")


class Prospect(NamedTuple):
    """The income from a city: expected coins from one roll, by the number of dice (0 to 2)."""

    own: tuple[float, ...]
    """From an own turn, before restaurants are paid."""
    blue: tuple[float, ...]
    red: tuple[float, ...]
    """From another player's roll."""


@lru_cache(maxsize=100_000)
def prospect(city: tuple[int, ...], landmarks: tuple[int, ...], opponents: int) -> Prospect:
    """The prospects of a city with these landmarks and this number of opponents still in the game."""
    has = [state != NOT_BUILT for state in landmarks]
    mall = has[SHOPPING_MALL]

    def brings(kinds: Sequence[int]) -> float:
        return sum(city[kind] * ESTABLISHMENTS[kind].income(city, mall) for kind in kinds)

    mine = [brings(OWN[total]) + robbed(city, PURPLES[total], opponents) for total in TOTALS]
    own = [0.0, expected(mine, 1, has[RADIO_TOWER]), expected(mine, 2, has[RADIO_TOWER])]
    if has[AMUSEMENT_PARK]:
        own[2] += DOUBLES_CHANCE * max(own)
    return Prospect(
        tuple(own),
        tuple(expected([brings(BLUE[total]) for total in TOTALS], dice) for dice in range(3)),
        tuple(
            COLLECTED_SHARE * expected([brings(RED[total]) for total in TOTALS], dice) for dice in range(3)
        ),
    )


def expected(coins: Sequence[float], dice: int, again: bool = False) -> float:
    """The mean over all totals; `again`: a roll below the mean is repeated."""
    mean = fsum(map(float.__mul__, CHANCE[dice], map(float, coins)))
    return expected([max(value, mean) for value in coins], dice) if again else mean


def robbed(city: Sequence[int], kinds: Sequence[int], opponents: int) -> float:
    """The coins that major establishments take from opponents, with the amount that opponents can usually
    pay."""
    coins = 0.0
    for kind in kinds:
        match ESTABLISHMENTS[kind].effect:
            case FromEach(amount):
                coins += city[kind] * amount * opponents * COLLECTED_SHARE
            case FromOne(amount):
                coins += city[kind] * amount * COLLECTED_SHARE
            case Swap():
                coins += city[kind] * SWAP_WORTH
    return coins


def value(game: MachiKoro, seat: int) -> float:
    """The standing of this seat, in turns: higher is better, and a won place is better than any prospect."""
    if place := game.places[seat]:
        return MAX_FORESEEN_TURNS * behind(game, place) or -MAX_FORESEEN_TURNS
    needed = all_turns(game)
    others = [turns for other, turns in needed.items() if other != seat]
    return RIVAL_WEIGHT * min(others, default=MAX_FORESEEN_TURNS) - needed[seat]


def idle(game: MachiKoro, seat: int, choice: Choice) -> bool:
    """Idle choices: rolling two dice if no own card needs a total above one die, doubles have no effect, and
    one die is expected to bring more."""
    if choice != Choice("roll", 2) or game.has(seat, AMUSEMENT_PARK):
        return False
    city = game.cities[seat]
    if any(city[kind] for total in TOTALS[DIE_SIDES + 1 :] for kind in (*OWN[total], *PURPLES[total])):
        return False
    one, two = (own_roll(game, seat, dice) for dice in (1, 2))
    return one > two


def own_roll(game: MachiKoro, seat: int, dice: int) -> float:
    """The expected gain of a roll in an own turn, after paying the others' restaurants."""
    others = [other for other, place in enumerate(game.places) if not place and other != seat]
    cities = [prospect(tuple(game.cities[s]), tuple(game.landmarks[s]), len(others)) for s in (seat, *others)]
    return cities[0].own[dice] - fsum(city.red[dice] for city in cities[1:])


def won(game: MachiKoro, seat: int) -> float:
    """The value of the first place, for its owner."""
    return MAX_FORESEEN_TURNS * behind(game, 1) if game.places[seat] == 1 else 0.0


def behind(game: MachiKoro, place: int) -> int:
    """The number of seats behind this place."""
    return sum(not other or other > place for other in game.places)


def all_turns(game: MachiKoro) -> dict[int, float]:
    """The approximate number of remaining turns, by seat still in the game."""
    playing = [s for s, place in enumerate(game.places) if not place]
    cities = {s: prospect(tuple(game.cities[s]), tuple(game.landmarks[s]), len(playing) - 1) for s in playing}
    return {s: turns(game, s, cities) for s in playing}


REST: Final = "rivals"


def parts(game: MachiKoro, seat: int) -> dict[str, ValuePart]:
    """The parts of a seat's remaining turns: coins and landmarks at a standard income of
    `USUAL_COINS_PER_ROUND`, and the effect of the actual income. The amount of the latter is the seat's coins
    per round. A seat that has finished has no income part."""
    number, prices = missing(tuple(game.landmarks[seat]))
    coins, built = game.coins[seat], len(LANDMARKS) - number
    landmarks = -prices / USUAL_COINS_PER_ROUND - LANDMARK_TURNS * number
    found = {
        "coins": ValuePart(coins / USUAL_COINS_PER_ROUND, coins),
        "landmarks": ValuePart(landmarks, built),
    }
    if game.places[seat]:
        return found
    needed = all_turns(game)[seat]
    time = needed - LANDMARK_TURNS * number
    income = (prices - coins) / time if time > 0 else None
    return {**found, "income": ValuePart(-needed - coins / USUAL_COINS_PER_ROUND - landmarks, income)}


def turns(game: MachiKoro, seat: int, cities: dict[int, Prospect]) -> float:
    """The approximate number of turns this seat needs for its missing landmarks."""
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
    one = max(MIN_COINS_PER_ROUND, gets + mine.own[1] - owes_one)
    two = max(MIN_COINS_PER_ROUND, gets + mine.own[2] - owes_two)
    if game.landmarks[seat][TRAIN_STATION]:
        time = price / max(one, two)
    else:
        wait = 1 + max(0, LANDMARKS[TRAIN_STATION].price - game.coins[seat]) / one
        time = min(price / one, wait + price / two)
    return min(MAX_FORESEEN_TURNS, time + LANDMARK_TURNS * number)


@lru_cache
def missing(landmarks: tuple[int, ...]) -> tuple[int, int]:
    """The number of missing landmarks, and their total price."""
    prices = [row.price for row, state in zip(LANDMARKS, landmarks, strict=True) if not state]
    return len(prices), sum(prices)
