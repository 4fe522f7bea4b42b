"""How strong somebody plays each game, by the games of one book alone (openskill's Plackett-Luce model).

Bots are the fixed stars: their levels have the strengths that were measured when they were made, and never
change. So whoever has played them a few times has a place among them. People are rated as far as they are in
this book; what stands in theirs has no say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import Final, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from .game import Played, seat_of

MODEL: Final = PlackettLuce()

LEVELS: Final = ("beginner", "casual", "skilled", "expert", "master")
"""The levels of bots, from the weakest on."""

ALIAS: Final = {"greedy": "skilled"}
"""A mind's name of its own, and the level that plays as it does."""

STEP: Final = log(3)
"""What a level is worth where nothing else was measured: one win in two against three of the level below, as
the logarithm of its odds against one."""

MEASURED: Final = {
    "machi_koro": {"casual": 1.79, "skilled": 1.03, "expert": 0.43},
    "santiago": {"casual": 0.97, "skilled": 1.43, "expert": 0.73},
    "schweinebande": {"skilled": 2.30, "expert": 0.86},
    "bruges": {"skilled": 1.10, "expert": 0.90},
    "loyang": {"skilled": 0.53},
}
"""By game and level: how far it is above the level below, by the shares of wins that were measured when the
levels' temperatures were fitted and their nets learnt."""

SURE: Final = 1.0
"""The spread of a bot's strength."""

SEATS: Final = 4
"""At so many seats the levels were measured, mostly: there the distances hold."""

MIDDLE, POINTS, TWICE = 1500, 40, 2
"""What an average player has, how many points one of the model's is, and of how many spreads we tell."""


class Rating(NamedTuple):
    """A strength as people are shown it: most likely within `spread` of `points`."""

    points: int
    spread: int


def ratings(games: Iterable[Played], person: str) -> dict[str, Rating]:
    """By game, how strong this person is after these games, from the first to the last."""
    books: dict[str, dict[str, PlackettLuceRating]] = {}
    for game in games:
        if seat_of(game, person) is not None:
            _rate(books.setdefault(game.game, levels(game.game)), game)
    return {name: shown(found[person]) for name, found in books.items() if person in found}


def by_players(games: Sequence[Played], person: str) -> dict[str, dict[int, Rating]]:
    """By game, and by how many played: the same of these games alone."""
    found: dict[str, dict[int, Rating]] = {}
    for count in sorted({len(game.players) for game in games}):
        for name, rating in ratings((it for it in games if len(it.players) == count), person).items():
            found.setdefault(name, {})[count] = rating
    return found


def scale(game: str, minds: Iterable[str] = LEVELS) -> dict[str, int]:
    """The points of these kinds of bots in a game, from the weakest on, as far as they are known."""
    known = levels(game)
    points = {mind: shown(it).points for mind in minds if (it := known.get(ALIAS.get(mind, mind)))}
    return dict(sorted(points.items(), key=lambda pair: pair[1]))


def levels(game: str) -> dict[str, PlackettLuceRating]:
    """The bots' strengths in a game. The second level is where a new person is thought to be."""
    point = (SEATS * (MODEL.beta**2 + SURE**2)) ** 0.5
    above = MEASURED.get(game, {})
    at = {level: above.get(level, STEP) * point for level in LEVELS}
    first = MODEL.mu - at["casual"]
    sums = [first + sum(at[level] for level in LEVELS[1 : n + 1]) for n in range(len(LEVELS))]
    return {
        level: MODEL.rating(mu=mu, sigma=SURE, name=level) for level, mu in zip(LEVELS, sums, strict=True)
    }


def shown(rating: PlackettLuceRating) -> Rating:
    """A strength in points."""
    points = MIDDLE + POINTS * (rating.mu - MODEL.mu)
    return Rating(round(points), round(POINTS * TWICE * rating.sigma))


def _rate(known: dict[str, PlackettLuceRating], game: Played) -> None:
    """What this game says of everybody who was there. Two bots of a level are two players of one strength."""
    persons = [it.person for it in game.players if it.person]
    if len({*persons}) < len(persons):
        return  # somebody had two seats: that is no contest
    who = [it.person or ALIAS.get(it.mind, it.mind) for it in game.players]
    before = [known.get(one) or MODEL.rating(name=one) for one in who]
    after = _after(before, [it.place for it in game.players])
    known.update({one: it for one, it in zip(who, after, strict=True) if one not in LEVELS})


def _after(before: Sequence[PlackettLuceRating], places: Sequence[int]) -> list[PlackettLuceRating]:
    if len(before) < 2:
        return list(before)
    ranks = [float(place) for place in places]
    return [it for (it,) in MODEL.rate([[it] for it in before], ranks=ranks)]
