"""Search: a tree over own and others' decisions in many imagined games, judged by a net where it ends.

Passes. In each, one more game is imagined, and every option that may still be the best is tried in it, so
that luck helps all alike. What is asked then, by whomever, is answered by what the tree knows: by the judge
at first, the more by what came of it the more often it was tried (PUCT, open loop: a node is the way to it,
whatever the games on that way). A try ends where something is judged anew: options that were never looked
at, all at once, or what a throw or draw has brought; before it, where nobody had a choice. All tries of a
pass are judged in one product.

Where it isn't known what others choose from, every game gives them other options, so nothing is learnt of
them: they choose at random, alike in all tries of a pass, and the tree is one of the seat's own next choices
(`drawn` of `bots/values`).

The race. An option whose tries were clearly worse than the leader's, game by game, is tried no more; a
choice is clear when nothing else is left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf, sqrt
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from server.games.kernel import OPEN, Ask, Choice, choose, settle

from ..looking import Lookahead
from ..values import drawn_of
from .encoding import Position, position
from .judge import LEAST, Judge

Shares = Sequence[float]
"""What a position gives to each seat."""

ARMS: Final = 8
"""Options that are tried, at most: the best by the judge's first look."""

FIRST: Final = 5
"""Passes before an option may be left out."""

CLEAR: Final = 2.2
"""Standard errors by which an option must be behind to be left out."""

BLUR: Final = 0.004
"""The least that a difference of shares is taken to vary from game to game: it changes as the tree grows."""

STEEP: Final = 0.02
"""By how much of the share an option must be worse to be tried e times less often."""

CURIOUS: Final = 0.1
"""How much tries that are missing count, in shares."""

LOOK: Final = 2
"""Tries that the first look at an option counts for: what few tries say is mostly luck."""

LONG: Final = 60
"""Questions after which a try is judged as it stands."""


class Edge:
    """An option of a node. What the judge said of it counts as its first try."""

    __slots__ = ("node", "total", "visits")

    def __init__(self, shares: Shares) -> None:
        self.visits, self.total, self.node = 1, list(shares), Node()

    def take(self, shares: Shares) -> None:
        """One more try came to this."""
        self.visits += 1
        self.total = [one + other for one, other in zip(self.total, shares, strict=True)]


class Node:
    """What is asked behind a row of choices. Which options there are may differ from game to game."""

    __slots__ = ("edges", "first")

    def __init__(self) -> None:
        self.edges: dict[Choice, Edge] = {}
        self.first: dict[Choice, float] = {}
        """What the judge said of each option, for the seat that chooses."""

    def learn(self, choice: Choice, shares: Shares, seat: int) -> None:
        """The judge has seen where this option leads."""
        self.edges[choice], self.first[choice] = Edge(shares), shares[seat]

    def pick(self, ask: Ask) -> Choice:
        """The option to be tried next."""
        highest = max(self.first[it] for it in ask.options)
        weights = [np.exp((self.first[it] - highest) / STEEP) for it in ask.options]
        visits = sqrt(sum(self.edges[it].visits for it in ask.options)) / sum(weights)

        def promise(number: int) -> float:
            edge = self.edges[ask.options[number]]
            known = edge.total[ask.seat] / edge.visits
            return float(known + CURIOUS * weights[number] * visits / (1 + edge.visits))

        return ask.options[max(range(len(weights)), key=promise)]


class Leaf(NamedTuple):
    """Where a try ended: the edges on the way, the positions to be judged, and for each the option of this
    node behind which it lies, chosen by this seat; no options where the position itself is what counts."""

    way: list[Edge]
    positions: list[Position]
    node: Node
    options: list[Choice]
    seat: int

    def judged(self, values: Sequence[Shares]) -> Shares:
        """Take in what the positions give; the share of each seat that the try comes to: the best for whoever
        chooses, behind each option and among them."""
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


class Search:
    """One question, searched. `chosen` is the best so far at any time."""

    def __init__(
        self,
        judge: Judge,
        seen: tuple[Any, Any],
        seat: int,
        looked: Mapping[Choice, float],
        idle: Collection[Choice] = (),
    ) -> None:
        """`looked`: what each option is worth by a look at it; `idle`: those that do no good, which are not
        tried where there is another."""
        self.seat = seat
        worthy = [choice for choice in looked if choice not in idle] or [*looked]
        self.alive = sorted(worthy, key=lambda choice: -looked[choice])[:ARMS]
        self.tries = 0
        """So many were made."""
        self._judge, self._seen, self._looked = judge, seen, looked
        self._drawn = drawn_of(judge.engine)
        self._nodes = {choice: Node() for choice in self.alive}
        self._worth: dict[Choice, list[float]] = {choice: [] for choice in self.alive}

    @property
    def chosen(self) -> Choice:
        """The option that did best in all games so far."""
        return max(self.alive, key=lambda it: LOOK * self._looked[it] + sum(self._worth[it]))

    @property
    def others(self) -> bool:
        """Was anything else tried?"""
        return len(self._worth) > 1

    def following(self, choice: Choice) -> Choice | None:
        """What was tried most as the next choice behind an option; None where nothing was."""
        edges = self._nodes[choice].edges
        return max(edges, key=lambda it: edges[it].visits, default=None)

    def leave(self) -> None:
        """Choose another than what is chosen: of those that are alive, else of all that were tried."""
        left = self.chosen
        del self._worth[left]
        self.alive.remove(left)
        self.alive = self.alive or [max(self._worth, key=self._mean)]

    def worths(self) -> dict[Choice, float]:
        """What each option is worth, the chosen one first. One that was left out is worth no more, and one
        that was never tried no more than the worst of the others: the first look flatters."""
        tried = {it: self._mean(it) for it in self._worth}
        chosen, least = self.chosen, min(tried.values())
        found = {it: min(worth, tried[chosen]) for it, worth in tried.items()}
        others = {it: min(worth, least) for it, worth in self._looked.items() if it not in tried}
        return {chosen: tried[chosen]} | found | others

    def _mean(self, choice: Choice) -> float:
        """Of the first look and of what came of each try."""
        found = self._worth[choice]
        tried = sum(found) - len(found) * self._flattery
        return (LOOK * self._looked[choice] + tried) / (LOOK + len(found))

    @property
    def _flattery(self) -> float:
        """By how much tries promise more than the first look where others choose at random, which makes them
        easier to beat than they are: that much counts for no option."""
        found = [it - self._looked[choice] for choice, tries in self._worth.items() for it in tries]
        return sum(found) / len(found) if found and self._drawn else 0.0

    def run(self, random: Random, tries: int, until: float = inf) -> Choice:
        """Search until the choice is clear, so many tries were made, or the time is over (`until`, of
        time.monotonic); gives the choice. No pass begins that would be late if it took as long as the last.
        """
        took = 0.0
        while len(self.alive) > 1 and self.tries + len(self.alive) <= tries:
            began = monotonic()
            if began + took >= until or not self._pass(random, until):
                break
            took = monotonic() - began
            self._leave_out()
        return self.chosen

    def _pass(self, random: Random, until: float) -> bool:
        """Try every option in one more game; False where it came too late to count."""
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
        """Options that are clearly behind in the same games."""
        leader = np.array(self._worth[self.chosen])
        if len(leader) < FIRST:
            return
        for choice in [it for it in self.alive if it != self.chosen]:
            behind = leader - np.array(self._worth[choice])
            error = max(float(behind.std()), BLUR) / sqrt(len(behind))
            if behind.mean() > CLEAR * error:
                self.alive.remove(choice)

    def _tried(self, world: Any, choice: Choice, chance: Random) -> Leaf:
        """Make a choice in a game and go on until there is something to be judged. `chance` chooses for those
        of whom it isn't known what they choose from."""
        tools, decided = self._judge.tools, self._judge.features.decided
        game = tools.clone(world)
        asks = settle(game)
        ask = next(it for it in asks if it.seat == self.seat)
        blind = {it.seat for it in asks} - {self.seat}
        node, way, forced = self._nodes[choice], list[Edge](), False
        for _ in range(LONG):
            rest = tools.clone(game) if forced else game
            before = self._drawn and self._drawn(game)
            asks = choose(game, ask, choice)
            if game.sealed != OPEN and not (self._drawn and self._drawn(game) == before):
                game = rest if forced else game
                break
            if not asks or decided(game):
                break
            ask = next((it for it in asks if it.seat == ask.seat), asks[0])  # who has begun goes on
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
        """Options that were never looked at: a try ends with the best of them."""
        look = Lookahead(self._judge.tools, ask.seat, stops=True, breadth=LEAST)
        behind = [*look.behind(game, ask.options, missing)]
        positions = [self._position(child) for _, child in behind]
        return Leaf(way, positions, node, [ask.options[number] for number, _ in behind], ask.seat)

    def _position(self, game: Any) -> Position:
        return position(self._judge.features, game, self.seat)
