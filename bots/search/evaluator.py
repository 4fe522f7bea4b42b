"""Evaluates positions with a net, for one question of a mind, or for many questions at once.

The value of a position for a seat, from its document alone:

    evaluator = Evaluator(GAMES[name], trained(name))       # once for each game; .net is None without weights
    game = evaluator.seen_by(public, private, seat, random)     # public["game"], mine["game"] of a document
    evaluator.worth([game], seat)                              # the seat's share of the win, from 0 to 1

`worth` takes any number of games; a hundred cost little more than one. With some numbers of seats a net may
be weaker than the hand-made values: see `evaluator.net.suits(seats)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import inf, isfinite
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from server.games import GAMES, PACKAGE
from server.games.beginning import begun
from server.games.engine import Engine
from server.games.kernel import Ask, Choice
from server.games.outside import Untrue, one

from ..features import features_of
from ..values import doubts_of
from .encoding import EncodedPosition, batch, position
from .lookahead import Imagined, Lookahead, Tools, best_of, imagined, is_vain, set_back, set_vain_back, tools
from .net import Array, Net, shares


class Effort(NamedTuple):
    """The search budget for one choice. If the game has luck or hidden information, no further game is
    imagined once `positions` or `worlds` is reached. Options share the `breadth` of each game: an option that
    has used its share, at least `MIN_BATCH`, is not expanded further. The breadth must be large, since an
    option whose follow-up questions are not expanded is underestimated."""

    positions: int
    worlds: int
    breadth: int = 150


PLAYING = Effort(30, 24, 100)
TRAINING = Effort(20, 4, 100)
MIN_BATCH = 4


class Question:
    """One seat's question, expanded in imagined games; `judged` fills in the values of the options."""

    def __init__(self, judge: Evaluator, seat: int, offers: Sequence[Choice]) -> None:
        self.seat, self.offers = seat, offers
        self.worth = [0.0] * len(offers)
        """The value of each option, averaged over the games."""
        self.decided = False
        """The first place is decided; nothing is expanded."""
        self.idle: set[int] = set()
        """The options that do no good."""
        self._judge = judge
        self._world: Any = None
        """The first of the games."""
        self._vain: dict[Choice, bool] = {}
        self._behind: list[tuple[int, int]] = []
        """For each position, the number of its game and of its option."""

    def look(
        self, public: Any, private: Any, random: Random, effort: Effort, deadline: float = inf
    ) -> list[EncodedPosition]:
        """Positions behind all options, in as many imagined games as the budget allows. Without hidden
        information, only options with luck are expanded after the first game."""
        judge, found, worlds = self._judge, list[EncodedPosition](), 0

        def told(game: Any) -> EncodedPosition:
            return position(judge.features, game, self.seat)

        breadth = max(MIN_BATCH, effort.breadth // len(self.offers))
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
        """Process the values of the positions, in their order. In each game an option has the value of its
        best position, since all choices on the way are the seat's own."""
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
        """Demote the best option as long as it only delays something inevitable."""
        set_vain_back(self.worth, self.offers, self.idle, self.is_vain)

    def is_vain(self, choice: Choice) -> bool:
        """Does this option do no good, given the net's next choice? The result is cached."""
        if choice not in self._vain:
            found = is_vain(self._judge.tools, self._world, self.seat, choice, self._judge.preferred)
            self._vain[choice] = found
        return self._vain[choice]

    def puts_off(self, choice: Choice, following: Choice | None) -> bool:
        """Does this option do no good, if the seat chooses `following` next?"""
        vain = self._judge.tools.vain
        if following is None or choice.verb not in vain.verbs:
            return False
        return vain.test(choice, following, self.offers)

    def best(self, random: Random) -> Choice:
        """An option with the highest value, at random among equals."""
        highest = max(self.worth)
        return self.offers[random.choice([n for n, it in enumerate(self.worth) if it == highest])]


class Evaluator:
    """The evaluation of positions of one game by a net."""

    def __init__(self, engine: Engine, net: Net | None) -> None:
        self.engine = engine
        self.tools: Tools = tools(engine)
        self.features = features_of(engine)
        self.net = net
        self.doubts = doubts_of(engine)

    def worth(self, games: Sequence[Any], seat: int) -> list[float]:
        """The share of the win that each of these (imagined) games gives to a seat."""
        return self.values([position(self.features, game, seat) for game in games], [seat] * len(games))

    def values(self, positions: Sequence[EncodedPosition], seats: Sequence[int]) -> list[float]:
        """The share of the win that each position gives to the seat at the same index."""
        found: list[float] = self._predicted(positions)[np.arange(len(seats)), list(seats)].tolist()
        return found

    def shares(self, positions: Sequence[EncodedPosition]) -> list[list[float]]:
        """The share of the win that each position gives to each seat."""
        found: list[list[float]] = self._predicted(positions).tolist()
        return found

    def preferred(self, game: Any, ask: Ask) -> Choice:
        """The net's choice in this one game."""
        if len(ask.options) == 1:
            return ask.options[0]
        breadth = max(MIN_BATCH, PLAYING.breadth // len(ask.options))
        look = Lookahead(self.tools, ask.seat, stops=True, breadth=breadth)
        numbers, positions = zip(*look.behind(game, ask.options), strict=True)
        return best_of(ask.options, zip(numbers, self.worth(positions, ask.seat), strict=True), look)

    def _predicted(self, positions: Sequence[EncodedPosition]) -> Array:
        """Scores by the net. Without a net, and where the outcome can be computed, the score is a seat's
        first number, its standing by the hand-made values."""
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
        """The same, imagined when first called."""
        return imagined(self.engine, public, private, seat, random.getrandbits(64))


GROUP: Final = "stammtisch.nets"


def weights_of(game: str) -> Path:
    """The path of a game's weights, whether or not the file exists: that of its package, or ours."""
    ours = Path(str(files(__package__))) / "weights" / f"{game}.npz"
    if ours.is_file() or game not in PACKAGE:
        return ours
    brought = one(GROUP, game, "net of", _tried)
    return ours if brought is None else Path(str(brought))


def _tried(brought: Any, game: str) -> None:
    """Raise something where a file from elsewhere has no net of this game. A file that doesn't exist yet is
    where `train --keep` will write it."""
    path = Path(str(brought))
    if not path.is_file():
        return
    engine = GAMES[game]
    judge = Evaluator(engine, Net.load(path))
    if not isfinite(judge.worth([begun(engine, engine.seats[0])], 0)[0]):
        raise Untrue("its share of the win at a game's beginning is no number")


@lru_cache(maxsize=16)
def trained(game: str) -> Net | None:
    """The net of a game; None without weights. Cached."""
    path = weights_of(game)
    return Net.load(path) if path.is_file() else None
