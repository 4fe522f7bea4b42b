"""Positions judged by a net: for a mind at one question, or for many questions at once.

What a position is worth to a seat, from its document alone, is asked like this:

    judge = Judge(GAMES[name], trained(name))          # once for a game; judge.net is None without weights
    game = judge.seen_by(public, private, seat, random)    # public["game"], mine["game"] of a document
    judge.worth([game], seat)                          # the seat's share of the win, from 0 to 1

`worth` takes as many games at a time as there are; a hundred cost little more than one. With some numbers of
seats a net may be worse than the hand-made values: `judge.net.suits(seats)` tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from server.games.engine import Engine
from server.games.kernel import Ask, Choice

from ..looking import Imagined, Lookahead, Tools, best_of, imagined, is_vain, set_back, set_vain_back, tools
from ..values import doubts_of
from .encoding import Position, batch, position
from .features import features_of
from .net import Array, Net, shares


class Effort(NamedTuple):
    """How much is looked at for one choice: no further game is imagined after so many positions, or so many
    games, where something hidden or luck matters. Options share the `breadth` of each game: one that has had
    its part, or `LEAST`, is not looked through further. That must be wide: an option whose further questions
    are not looked through is judged too low."""

    positions: int
    worlds: int
    breadth: int = 150


PLAYING = Effort(30, 24, 100)
TRAINING = Effort(20, 4, 100)
LEAST = 4


class Question:
    """What one seat is asked, looked into in imagined games; `judged` fills in what the options are worth."""

    def __init__(self, judge: Judge, seat: int, offers: Sequence[Choice]) -> None:
        self.seat, self.offers = seat, offers
        self.worth = [0.0] * len(offers)
        """What each option is worth, on average over the games."""
        self.decided = False
        """The first place is taken: then nothing is looked into."""
        self.idle: set[int] = set()
        """The options that do no good."""
        self._judge = judge
        self._world: Any = None
        """The first of the games."""
        self._vain: dict[Choice, bool] = {}
        self._behind: list[tuple[int, int]] = []
        """For each position the number of its game and of its option."""

    def look(
        self, public: Any, private: Any, random: Random, effort: Effort, deadline: float = inf
    ) -> list[Position]:
        """The positions behind all options, in as many imagined games as are worth the effort; where nothing
        is hidden, after the first game only behind options with luck."""
        judge, found, worlds = self._judge, list[Position](), 0

        def told(game: Any) -> Position:
            return position(judge.features, game, self.seat)

        breadth = max(LEAST, effort.breadth // len(self.offers))
        look = Lookahead(judge.tools, self.seat, stops=True, breadth=breadth)
        among: list[int] = [*range(len(self.offers))]
        while among:
            world = judge.imagined(public, private, self.seat, random)
            if not worlds:
                self._world = world()
                if judge.features.decided(self._world):
                    self.decided = True
                    return []
            for number, it in look.judged(world, self.offers, told, among):
                self._behind.append((worlds, number))
                found.append(it)
            worlds += 1
            self.idle = look.idle
            if not private:
                among = sorted(look.lucky)
            if worlds >= effort.worlds or look.positions >= effort.positions or monotonic() >= deadline:
                break
        return found

    def judged(self, values: Sequence[float]) -> None:
        """Take in what the positions are worth, in their order: in each game the best counts, behind an
        option, since all choices on the way are the seat's own."""
        best: dict[tuple[int, int], float] = {}
        for at, value in zip(self._behind, values, strict=True):
            best[at] = max(best.get(at, 0.0), value)
        games = Counter(number for _, number in best)
        for (_, number), value in best.items():
            self.worth[number] += value / games[number]
        for number, offer in enumerate(self.offers):
            self.worth[number] -= self._judge.doubts.get(offer.verb, 0.0)
        set_back(self.worth, self.idle)

    def beware(self) -> None:
        """Set back what is worth most as long as that only puts off what comes anyway."""
        set_vain_back(self.worth, self.offers, self.idle, self.is_vain)

    def is_vain(self, choice: Choice) -> bool:
        """Does this option do no good, by what the net would choose next? It is looked up once."""
        if choice not in self._vain:
            found = is_vain(self._judge.tools, self._world, self.seat, choice, self._judge.preferred)
            self._vain[choice] = found
        return self._vain[choice]

    def puts_off(self, choice: Choice, following: Choice | None) -> bool:
        """Does this option do no good, if the seat chooses so next?"""
        vain = self._judge.tools.vain
        if following is None or choice.verb not in vain.verbs:
            return False
        return vain.test(choice, following, self.offers)

    def best(self, random: Random) -> Choice:
        """The option that is worth most."""
        highest = max(self.worth)
        return self.offers[random.choice([n for n, it in enumerate(self.worth) if it == highest])]


class Judge:
    """A game as a net sees it."""

    def __init__(self, engine: Engine, net: Net | None) -> None:
        self.engine = engine
        self.tools: Tools = tools(engine)
        self.features = features_of(engine)
        self.net = net
        self.doubts = doubts_of(engine)

    def worth(self, games: Sequence[Any], seat: int) -> list[float]:
        """The share of the win that each of these (imagined) games gives to a seat."""
        return self.values([position(self.features, game, seat) for game in games], [seat] * len(games))

    def values(self, positions: Sequence[Position], seats: Sequence[int]) -> list[float]:
        """The share of the win that each position gives to the seat beside it."""
        found: list[float] = self._predicted(positions)[np.arange(len(seats)), list(seats)].tolist()
        return found

    def shares(self, positions: Sequence[Position]) -> list[list[float]]:
        """The share of the win that each position gives to each seat."""
        found: list[list[float]] = self._predicted(positions).tolist()
        return found

    def preferred(self, game: Any, ask: Ask) -> Choice:
        """What the net would choose in this one game."""
        if len(ask.options) == 1:
            return ask.options[0]
        breadth = max(LEAST, PLAYING.breadth // len(ask.options))
        look = Lookahead(self.tools, ask.seat, stops=True, breadth=breadth)
        numbers, positions = zip(*look.behind(game, ask.options), strict=True)
        return best_of(ask.options, zip(numbers, self.worth(positions, ask.seat), strict=True), look)

    def _predicted(self, positions: Sequence[Position]) -> Array:
        """By the net; without one, and where the end can be counted out, by the first number of a seat, its
        standing by the hand-made values."""
        it = batch(self.features, positions)
        by_hand = it.inputs[..., 0]
        if self.net is None:
            return shares(by_hand, it.seats)
        counted = np.array([position.counted for position in positions])
        return shares(np.where(counted[:, None], by_hand, self.net.scores(it.inputs)), it.seats)

    def seen_by(self, public: Any, private: Any, seat: int, random: Random) -> Any:
        """A game that fits what a seat sees."""
        return self.imagined(public, private, seat, random)()

    def imagined(self, public: Any, private: Any, seat: int, random: Random) -> Imagined:
        """The same, imagined where it is asked for."""
        return imagined(self.engine, public, private, seat, random.getrandbits(64))


def weights_of(game: str) -> Path:
    """Where a game's weights lie, whether or not there are any."""
    return Path(str(files(__package__))) / "weights" / f"{game}.npz"


@lru_cache(maxsize=16)
def trained(game: str) -> Net | None:
    """The net of a game that has one."""
    path = weights_of(game)
    return Net.load(path) if path.is_file() else None
