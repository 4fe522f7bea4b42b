"""Advice for first-time players at the questions of Machi Koro."""

from __future__ import annotations

from typing import Final

from ..advising import Advice, Advices, always, offers
from ..kernel import Ask
from .cards import AMUSEMENT_PARK, BOX, ESTABLISHMENTS, KINDS, TRAIN_STATION, CoinsPer
from .forecast import Gain, forecast
from .state import NOT_BUILT, MachiKoro

SMALL_CITY_CARDS: Final = 4
"""A city with at most this many establishments is at an early stage."""
SIDES: Final = range(1, BOX.dice.sides + 1)
ONE_DIE: Final = [*SIDES]
TWO_DICE: Final = [one + other for one in SIDES for other in SIDES]


def missing(game: MachiKoro, seat: int) -> int:
    return game.landmarks[seat].count(NOT_BUILT)


def last_one(game: MachiKoro, seat: int, ask: Ask) -> bool:
    return missing(game, seat) == 1 and bool(offers(ask, "landmark"))


def rival_near(game: MachiKoro, seat: int, ask: Ask) -> bool:
    """An opponent needs only one more landmark to finish."""
    return any(missing(game, other) == 1 for other in range(len(game.coins)) if other != seat)


def factory_pays(game: MachiKoro, seat: int, ask: Ask) -> bool:
    """An establishment is offered whose income counts at least two cards of the own city."""
    city = game.cities[seat]
    rows = [ESTABLISHMENTS[kind].effect for kind in offers(ask, "build")]
    return any(row.coins(city) >= 2 * row.amount for row in rows if isinstance(row, CoinsPer))


def no_station(game: MachiKoro, seat: int, ask: Ask) -> bool:
    """The seat has no train station, and cards are offered whose numbers a single die never reaches."""
    far = any(min(ESTABLISHMENTS[kind].dice) not in SIDES for kind in offers(ask, "build"))
    return far and game.landmarks[seat][TRAIN_STATION] == NOT_BUILT


def early(game: MachiKoro, seat: int, ask: Ask) -> bool:
    return sum(game.cities[seat][kind] for kind in KINDS) <= SMALL_CITY_CARDS


def with_park(game: MachiKoro, seat: int, ask: Ask) -> bool:
    return game.has(seat, AMUSEMENT_PARK)


def mean(game: MachiKoro, seat: int, totals: list[int]) -> float:
    """The average income of a roll, given that the seat makes the choices that pay it most."""
    brings = {total: most(forecast(game, seat, total)[seat]) for total in {*totals}}
    return sum(brings[total] for total in totals) / len(totals)


def most(gain: Gain) -> int:
    return gain if isinstance(gain, int) else max(gain)


def one_die_is_better(game: MachiKoro, seat: int, ask: Ask) -> bool:
    return mean(game, seat, ONE_DIE) > mean(game, seat, TWO_DICE)


def two_dice_are_better(game: MachiKoro, seat: int, ask: Ask) -> bool:
    return mean(game, seat, ONE_DIE) < mean(game, seat, TWO_DICE)


def good_roll(game: MachiKoro, seat: int, ask: Ask) -> bool:
    """The roll brings at least the average income of another one."""
    totals = ONE_DIE if len(game.dice) == 1 else TWO_DICE
    return most(forecast(game, seat, sum(game.dice))[seat]) >= mean(game, seat, totals)


def poor_roll(game: MachiKoro, seat: int, ask: Ask) -> bool:
    return not good_roll(game, seat, ask)


ADVICE: Final[Advices] = {
    "throw": (Advice("table_of_rolls", always),),
    "dice_count": (
        Advice("one_die", one_die_is_better),
        Advice("two_dice", two_dice_are_better),
        Advice("double", with_park),
    ),
    "reroll": (Advice("keep_roll", good_roll), Advice("roll_again", poor_roll)),
    "tv_target": (Advice("tv_leader", always),),
    "swap_give": (Advice("swap", always),),
    "build": (
        Advice("last_landmark", last_one),
        Advice("rival_near", rival_near),
        Advice("factory", factory_pays),
        Advice("no_station", no_station),
        Advice("early", early),
        Advice("save", always),
    ),
}
