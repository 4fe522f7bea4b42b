"""A person's strength in each game, from the games of one book only (openskill's Plackett-Luce model).

Bots are the reference points: their levels have the strengths measured when they were made, which never
change. So a few games against bots place a person among them. Other people are rated only by the games in
this book; their own books are not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import accumulate
from math import log
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from server.games.levels import levels_of

from .game import Played, seat_of

MODEL: Final = PlackettLuce()


class Levels(Struct, frozen=True):
    """Measured strengths of the bots' levels. `python -m tests.distances` writes them."""

    levels: tuple[str, ...]
    """From the weakest to the strongest."""
    seats: int
    """The number of seats in the measurements; the distances hold for that number."""
    above: dict[str, dict[str, float]]
    """By game and level: the distance to the level below, by the share of wins."""


BOTS: Final = msgspec.json.decode(files(__package__).joinpath("levels.json").read_bytes(), type=Levels)

ALIAS: Final = {"greedy": "skilled"}
"""Minds with another name, and the level that plays like them."""

STEP: Final = log(3)
"""The distance between levels without a measurement: one win in two against three players of the level below,
as log odds."""

BOT_SIGMA: Final = 1.0
"""The standard deviation of a bot's strength."""

AVERAGE_POINTS, POINTS_PER_UNIT, SHOWN_SIGMAS = 1500, 40, 2
"""The points of an average player, the points per unit of the model, and the number of standard deviations in
the spread that is shown."""


class Rating(NamedTuple):
    """A strength as shown to people: most likely within `spread` of `points`."""

    points: int
    spread: int


def ratings(games: Iterable[Played], person: str) -> dict[str, Rating]:
    """By game, this person's strength after these games, which are in the order in which they ended."""
    books: dict[str, dict[str, PlackettLuceRating]] = {}
    for game in games:
        if seat_of(game, person) is not None:
            _rate(books.setdefault(game.game, levels(game.game)), game)
    return {name: points_of(found[person]) for name, found in books.items() if person in found}


def by_players(games: Sequence[Played], person: str) -> dict[str, dict[int, Rating]]:
    """By game and by number of players: the ratings from the games with that number only."""
    found: dict[str, dict[int, Rating]] = {}
    for count in sorted({len(game.players) for game in games}):
        for name, rating in ratings((it for it in games if len(it.players) == count), person).items():
            found.setdefault(name, {})[count] = rating
    return found


def scale(game: str, minds: Iterable[str] = BOTS.levels) -> dict[str, int]:
    """The points of these kinds of bots in a game, from the weakest to the strongest, without unknown
    ones."""
    known = levels(game)
    points = {mind: points_of(it).points for mind in minds if (it := known.get(ALIAS.get(mind, mind)))}
    return dict(sorted(points.items(), key=lambda pair: pair[1]))


def levels(game: str) -> dict[str, PlackettLuceRating]:
    """The bots' strengths in a game. The second level has the strength that the model gives to a new
    person."""
    point = (BOTS.seats * (MODEL.beta**2 + BOT_SIGMA**2)) ** 0.5
    brought = {level: it.above for level, it in levels_of(game).items() if it.above is not None}
    above = BOTS.above.get(game, brought)
    at = {level: above.get(level, STEP) * point for level in BOTS.levels}
    first = MODEL.mu - at["casual"]
    sums = accumulate((at[level] for level in BOTS.levels[1:]), initial=first)
    return {
        level: MODEL.rating(mu=mu, sigma=BOT_SIGMA, name=level)
        for level, mu in zip(BOTS.levels, sums, strict=True)
    }


def points_of(rating: PlackettLuceRating) -> Rating:
    """A strength in points."""
    points = AVERAGE_POINTS + POINTS_PER_UNIT * (rating.mu - MODEL.mu)
    return Rating(round(points), round(POINTS_PER_UNIT * SHOWN_SIGMAS * rating.sigma))


def _rate(known: dict[str, PlackettLuceRating], game: Played) -> None:
    """Update the strengths of all players of this game. Two bots of one level are two players of equal
    strength."""
    persons = [it.person for it in game.players if it.person]
    if len({*persons}) < len(persons):
        return  # one person had two seats: that is no contest
    who = [it.person or ALIAS.get(it.mind, it.mind) for it in game.players]
    before = [known.get(one) or MODEL.rating(name=one) for one in who]
    after = _after(before, [it.place for it in game.players])
    known.update({one: it for one, it in zip(who, after, strict=True) if one not in BOTS.levels})


def _after(before: Sequence[PlackettLuceRating], places: Sequence[int]) -> list[PlackettLuceRating]:
    if len(before) < 2:
        return list(before)
    ranks = [float(place) for place in places]
    return [it for (it,) in MODEL.rate([[it] for it in before], ranks=ranks)]
