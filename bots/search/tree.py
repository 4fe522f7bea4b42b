"""Tree search over own and others' decisions in many imagined games, with leaves evaluated by a net.

Passes. Each pass imagines one more game and tries every remaining option in it, so that luck affects all
options alike. Later questions to any seat are answered from the tree: at first by the evaluator's priors, and
the more visits an option has, the more by their results (PUCT, open loop: a node is a sequence of choices,
whatever the games on the way). A try ends at something new to evaluate: unexplored options, all at once, or
the result of a random event; the position before it, if the last choice was forced. All leaves of a pass are
evaluated in one batch.

If others' options are unknown (`drawn` of `bots/values`), every game gives them different ones, and
statistics about them are useless. Then others choose at random, alike in all tries of a pass, and the tree
contains only the seat's own next choices.

The race. An option whose results are clearly worse than the leader's, compared game by game, is eliminated;
the choice is clear when only one option is left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp, fsum, inf, sqrt
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from server.games.kernel import OPEN, Ask, Choice, choose, settle

from ..values import drawn_of
from .encoding import EncodedPosition, position
from .evaluator import MIN_BATCH, Evaluator
from .lookahead import Lookahead

Shares = Sequence[float]
"""The share of the win of each seat."""

MAX_ARMS: Final = 8
"""Maximum number of searched options: the best ones by the first evaluation."""

MIN_PASSES: Final = 5
"""Passes before an option may be eliminated."""

CLEAR_STANDARD_ERRORS: Final = 2.2
"""Standard errors by which an eliminated option is behind."""

MIN_SHARE_DEVIATION: Final = 0.004
"""Lower bound for the standard deviation of a difference of shares between games: it changes as the tree
grows."""

SOFTMAX_SHARE: Final = 0.02
"""The temperature of the priors: an option that is worse by this share is tried e times less often."""

EXPLORATION_SHARE: Final = 0.1
"""The weight of the exploration term of PUCT, in shares."""

FIRST_LOOK_TRIES: Final = 2
"""The weight of the first evaluation of an option, in tries: the result of few tries is mostly luck."""

MAX_QUESTIONS: Final = 60
"""Questions after which a try is evaluated as it is."""


class Edge:
    """An option of a node. The evaluator's value counts as its first visit."""

    __slots__ = ("node", "total", "visits")

    def __init__(self, shares: Shares) -> None:
        self.visits, self.total, self.node = 1, list(shares), Node()

    def take(self, shares: Shares) -> None:
        """Add the result of one more try."""
        self.visits += 1
        self.total = [one + other for one, other in zip(self.total, shares, strict=True)]


class Node:
    """The state after a sequence of choices. Its options may differ from game to game."""

    __slots__ = ("edges", "first")

    def __init__(self) -> None:
        self.edges: dict[Choice, Edge] = {}
        self.first: dict[Choice, float] = {}
        """The evaluator's value of each option, for the seat that chooses."""

    def learn(self, choice: Choice, shares: Shares, seat: int) -> None:
        """Add an option with its evaluation."""
        self.edges[choice], self.first[choice] = Edge(shares), shares[seat]

    def pick(self, ask: Ask) -> Choice:
        """The next option to try, by PUCT."""
        highest = max(self.first[it] for it in ask.options)
        weights = [exp((self.first[it] - highest) / SOFTMAX_SHARE) for it in ask.options]
        visits = sqrt(sum(self.edges[it].visits for it in ask.options)) / fsum(weights)

        def promise(number: int) -> float:
            edge = self.edges[ask.options[number]]
            known = edge.total[ask.seat] / edge.visits
            return known + EXPLORATION_SHARE * weights[number] * visits / (1 + edge.visits)

        return ask.options[max(range(len(weights)), key=promise)]


class Leaf(NamedTuple):
    """The end of a try: the edges on the way, the positions to evaluate, and for each position its option at
    `node`, chosen by `seat`; `options` is empty if the position itself is the result."""

    way: list[Edge]
    positions: list[EncodedPosition]
    node: Node
    options: list[Choice]
    seat: int

    def judged(self, values: Sequence[Shares]) -> Shares:
        """Back up the values of the positions; returns the shares of the try: for each option, and among the
        options, the best for the seat that chooses."""
        found: dict[Choice, Shares] = {}
        for choice, shares in zip(self.options, values, strict=False):
            if choice not in found or shares[self.seat] > found[choice][self.seat]:
                found[choice] = shares
        for choice, shares in found.items():
            self.node.learn(choice, shares, self.seat)
        best = max(found.values() or values, key=lambda shares: shares[self.seat])
        for edge in self.way:
            edge.take(best)
        return best


class TreeSearch:
    """The search for one question. `chosen` is the best option so far, at any time."""

    def __init__(
        self,
        judge: Evaluator,
        seen: tuple[Any, Any],
        seat: int,
        looked: Mapping[Choice, float],
        idle: Collection[Choice] = (),
    ) -> None:
        """`looked`: the first evaluation of each option; `idle`: options that do no good, tried only if there
        is no other."""
        self.seat = seat
        worthy = [choice for choice in looked if choice not in idle] or [*looked]
        self.alive = sorted(worthy, key=lambda choice: -looked[choice])[:MAX_ARMS]
        self.tries = 0
        """Number of tries so far."""
        self._judge, self._seen, self._looked = judge, seen, looked
        self._drawn = drawn_of(judge.engine)
        self._nodes = {choice: Node() for choice in self.alive}
        self._worth: dict[Choice, list[float]] = {choice: [] for choice in self.alive}

    @property
    def chosen(self) -> Choice:
        """The best option over all games so far, by its first evaluation and its tries."""
        return max(self.alive, key=lambda it: FIRST_LOOK_TRIES * self._looked[it] + fsum(self._worth[it]))

    @property
    def others(self) -> bool:
        """Is there more than one candidate?"""
        return len(self._worth) > 1

    def following(self, choice: Choice) -> Choice | None:
        """The most visited next choice after an option; None if there was none."""
        edges = self._nodes[choice].edges
        return max(edges, key=lambda it: edges[it].visits, default=None)

    def leave(self) -> None:
        """Drop the chosen option: the next one is the best remaining option, else the best tried one."""
        left = self.chosen
        del self._worth[left]
        self.alive.remove(left)
        self.alive = self.alive or [max(self._worth, key=self._mean)]

    def worths(self) -> dict[Choice, float]:
        """The value of each option, the chosen one first. An eliminated option is worth at most as much as
        the chosen one, an untried one at most as much as the worst of the tried: the first evaluation is
        optimistic."""
        tried = {it: self._mean(it) for it in self._worth}
        chosen, least = self.chosen, min(tried.values())
        found = {it: min(worth, tried[chosen]) for it, worth in tried.items()}
        others = {it: min(worth, least) for it, worth in self._looked.items() if it not in tried}
        return {chosen: tried[chosen]} | found | others

    def _mean(self, choice: Choice) -> float:
        """The weighted mean of the first evaluation and the results of the tries."""
        found = self._worth[choice]
        tried = fsum(found) - len(found) * self._flattery
        return (FIRST_LOOK_TRIES * self._looked[choice] + tried) / (FIRST_LOOK_TRIES + len(found))

    @property
    def _flattery(self) -> float:
        """How much the tries exceed the first evaluation because others choose at random, which makes them
        weaker than real players; subtracted for all options alike."""
        found = [it - self._looked[choice] for choice, tries in self._worth.items() for it in tries]
        return fsum(found) / len(found) if found and self._drawn else 0.0

    def run(self, random: Random, tries: int, until: float = inf) -> Choice:
        """Search until the choice is clear, or `tries` or the deadline `until` (time.monotonic) is reached;
        returns the choice. No pass starts that would be late if it took as long as the last one."""
        took = 0.0
        while len(self.alive) > 1 and self.tries + len(self.alive) <= tries:
            began = monotonic()
            if began + took >= until or not self._pass(random, until):
                break
            took = monotonic() - began
            self._leave_out()
        return self.chosen

    def _pass(self, random: Random, until: float) -> bool:
        """Try every remaining option in one more game; False if the deadline passed and the pass doesn't
        count."""
        world = self._judge.seen_by(*self._seen, self.seat, random)
        settle(world)
        leaves, chance = [], random.getrandbits(64)
        for choice in self.alive:
            leaves.append(self._tried(world, choice, Random(chance)))
            if monotonic() >= until:
                return False
        values = iter(self._judge.shares([it for leaf in leaves for it in leaf.positions]))
        for choice, leaf in zip(self.alive, leaves, strict=True):
            shares = leaf.judged([next(values) for _ in leaf.positions])
            self._worth[choice].append(shares[self.seat] - self._judge.doubts.get(choice.verb, 0.0))
        self.tries += len(leaves)
        return True

    def _leave_out(self) -> None:
        """Eliminate options that are clearly behind in the same games."""
        leader = np.array(self._worth[self.chosen])
        if len(leader) < MIN_PASSES:
            return
        for choice in [it for it in self.alive if it != self.chosen]:
            behind = leader - np.array(self._worth[choice])
            error = max(float(behind.std()), MIN_SHARE_DEVIATION) / sqrt(len(behind))
            if behind.mean() > CLEAR_STANDARD_ERRORS * error:
                self.alive.remove(choice)

    def _tried(self, world: Any, choice: Choice, chance: Random) -> Leaf:
        """Make a choice in a game and go on to the next position to evaluate. `chance` chooses for seats
        whose options are unknown."""
        tools, decided = self._judge.tools, self._judge.features.decided
        game = tools.clone(world)
        asks = settle(game)
        ask = next(it for it in asks if it.seat == self.seat)
        blind = {it.seat for it in asks} - {self.seat}
        node, way, forced = self._nodes[choice], list[Edge](), False
        for _ in range(MAX_QUESTIONS):
            rest = tools.clone(game) if forced else game
            before = self._drawn and self._drawn(game)
            asks = choose(game, ask, choice)
            if game.sealed != OPEN and not (self._drawn and self._drawn(game) == before):
                game = rest if forced else game
                break
            if not asks or decided(game):
                break
            ask = next((it for it in asks if it.seat == ask.seat), asks[0])  # a seat that has begun continues
            if ask.seat in blind:
                break
            if forced := len(ask.options) == 1 or (self._drawn is not None and ask.seat != self.seat):
                choice = chance.choice(ask.options)
                continue
            if missing := [n for n, it in enumerate(ask.options) if it not in node.edges]:
                return self._opened(game, ask, missing, node, way)
            choice = node.pick(ask)
            way.append(node.edges[choice])
            node = node.edges[choice].node
        return Leaf(way, [self._position(game)], node, [], self.seat)

    def _opened(self, game: Any, ask: Ask, missing: Sequence[int], node: Node, way: list[Edge]) -> Leaf:
        """Evaluate unexplored options; the best of them is the result of the try."""
        look = Lookahead(self._judge.tools, ask.seat, stops=True, breadth=MIN_BATCH)
        behind = [*look.behind(game, ask.options, missing)]
        positions = [self._position(child) for _, child in behind]
        return Leaf(way, positions, node, [ask.options[number] for number, _ in behind], ask.seat)

    def _position(self, game: Any) -> EncodedPosition:
        return position(self._judge.features, game, self.seat)
