"""The reasons of tips: what a choice changes in the parts of a game's value (`parts` in `bots/values/`).

The changes are averaged over imagined games: compared with the current position, and with the second choice.
Choices that directly follow are made by the source of the tip: here the hand-made values, in `tips.py` also a
net. Without numpy, like everything that it imports: so tips are given in browsers as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from protocol.codec import check_value
from protocol.frames import Teach
from server.games import GAMES
from server.games.catalogue import choice_text, texts
from server.games.engine import Engine, Games
from server.games.kernel import Choice

from ..document import Document
from ..minds.greedy import Greedy
from ..search.lookahead import Lookahead, Tools, tools
from ..values import WIN, Parts, Value, ValuePart, parts_of, value_of
from .preparation import NOTHING, Change, Preparation, Prepared, gain, less, minus

BY_HAND: Final = "skilled"
"""The level that needs no net."""

CHOOSING_TIME_SHARE: Final = 0.75
"""The share of a tip's time budget for the choice; the rest is for the reasons."""

MAX_WORLDS: Final = 8
"""Maximum number of imagined games for comparing the parts."""

MAX_TOLD_CHANGES: Final = 4
"""Maximum number of changes in a tip."""

MIN_CHANGE_SHARE: Final = 0.04
"""A change below this share of the greatest one is left out. The win is not part of that scale."""

EQUAL_CHANCE_MARGIN: Final = 0.01
"""Chances that differ by less than this count as equal (`APART` in `server/web/teach/tip_text.js`)."""

EQUAL_CHANCE_RATIO: Final = 0.95
"""In addition, the worse one must be at least this share of the better one: for small chances, one percentage
point is a lot."""

MAX_DISMISSED_CHOICES: Final = 6
"""Maximum number of choices that are skipped because they have no positive reason."""

Changed = tuple[str, int, int]
"""A part, 1 if it gets better or -1 if it gets worse, and the amount in tenths (0: not countable)."""


class Ranked(NamedTuple):
    """The options of a question, the best first, and their values: the chance of winning if `shared`, else in
    the unit of the hand-made values, which gives no chances."""

    offers: list[Choice]
    worths: list[float]
    shared: bool

    @property
    def lead(self) -> float:
        """The lead of the best over the next best."""
        return self.worths[0] - self.worths[1]

    def alike(self) -> list[Ranked]:
        """For each option that is about as good as the first: the ranking from that option on."""
        if not self.shared:
            return [self]
        least = max(self.worths[0] - EQUAL_CHANCE_MARGIN, EQUAL_CHANCE_RATIO * self.worths[0])
        count = sum(worth >= least for worth in self.worths[: MAX_DISMISSED_CHOICES + 1])
        return [Ranked(self.offers[n:], self.worths[n:], True) for n in range(count)]


class TipContent(NamedTuple):
    """The content of a tip. `second`: the best other choice with a different text; `brings`: what the best
    choice changes in the current position; `rather`: what it changes compared with the second. If the best
    choice is no good by itself, `then` has the own choices that it prepares, and `together` what all of it
    changes in the current position."""

    best: Choice
    second: Choice | None
    shares: list[int]
    brings: list[Changed]
    rather: list[Changed]
    then: list[Choice] = []
    together: list[Changed] = []

    def told(self, id: int, table: str, seat: int, ask: int) -> Teach:
        """The frame that gives the tip for this question."""
        (verb, noun), second = self.best, [(*self.second,)] if self.second else []
        brings, rather, then = self.brings, self.rather, [(*choice,) for choice in self.then]
        return Teach(
            id, table, seat, ask, verb, noun, second, self.shares, brings, rather, then, self.together
        )

    @property
    def only_costs(self) -> bool:
        """Does the tip have only negative reasons?"""
        return not self.then and bool(self.brings) and all(way < 0 for _, way, _ in self.brings)


class ByHand(NamedTuple):
    """What the hand-made values need of a game."""

    tools: Tools
    value: Value
    parts: Parts


class Adviser:
    """Gives tips by the hand-made values."""

    usual = BY_HAND
    """The level whose choice a tip is, unless another is named."""

    def __init__(self, games: Games = GAMES) -> None:
        self._games = games
        self._greedy = Greedy(0, games)
        self._known: dict[str, ByHand] = {}

    def advice(self, document: Document, deadline: float, level: str = "") -> TipContent:
        """The tip for the question of a document, as a player of this level would give it, or of the usual
        one."""
        begun = monotonic()
        ranked = self.ranked(document, begun + CHOOSING_TIME_SHARE * (deadline - begun), level)
        first, _ = self._explained(document, ranked, deadline)
        for others in ranked.alike()[1:] if first.only_costs else []:
            if monotonic() >= deadline:
                break
            advice, worth = self._explained(document, others, deadline)
            if advice.then or (worth >= 0 and not advice.only_costs):
                return advice
        return first

    def ranked(self, document: Document, deadline: float, level: str = "", salt: int = 0) -> Ranked:
        """All options of the question by their value for a player of this level, if it is not the usual one.
        Another `salt` gives other random numbers."""
        self._greedy.reseed(seed_of(document) + salt)
        worths = self._greedy.worths(document, deadline)
        offers = sorted(worths, key=lambda offer: -worths[offer])
        return Ranked(offers, [worths[offer] for offer in offers], False)

    def worths(self, engine: Engine, games: Sequence[Any], seat: int, shared: bool) -> list[float]:
        """The value of each of these (imagined) games for a seat: its share of the win if `shared`, else in
        the unit of the hand-made values."""
        value = self._of(engine).value
        return [value(game, seat) for game in games]

    def _of(self, engine: Engine) -> ByHand:
        name = engine.name
        if name not in self._known:
            self._known[name] = ByHand(tools(engine), value_of(engine), parts_of(engine))
        return self._known[name]

    def _explained(self, document: Document, ranked: Ranked, deadline: float) -> tuple[TipContent, float]:
        """The tip for the first of these options, and its total change by the hand-made values."""
        places = first_two(document["public"]["table"]["game"], ranked.offers)
        best, *others = offers = [ranked.offers[place] for place in places]
        worths = [ranked.worths[place] for place in places]
        changes = self._changes(document, offers, ranked.shared, deadline)
        prepared = self._prepared(document, best, ranked.shared, deadline)
        advice = TipContent(
            best,
            others[0] if others else None,
            [round(1000 * worth) for worth in worths] if ranked.shared else [],
            main_changes(changes[0], {}),
            main_changes(*changes) if others else [],
            prepared.choices,
            main_changes(prepared.change, {}),
        )
        return advice, gain({}, changes[0])

    def _changes(
        self, document: Document, offers: Sequence[Choice], shared: bool, deadline: float
    ) -> list[Change]:
        """For each of these options its mean change of each part, in value and amount. `shared`: choices that
        follow are made by the share of the win, else by the hand-made values."""
        random = Random(seed_of(document))
        engine, seat = self._games[document["public"]["table"]["game"]], document["mine"]["seat"]
        known, shown = self._of(engine), (document["public"]["game"], document["mine"]["game"])
        found: list[list[Change]] = [[] for _ in offers]
        for count in range(MAX_WORLDS):
            if count and monotonic() >= deadline:
                break
            world = engine.imagine(*shown, seat, random.getrandbits(64))
            before, look = known.parts(world, seat), Lookahead(known.tools, seat)
            behind = [*look.behind(world, offers)]
            worths = self.worths(engine, [position for _, position in behind], seat, shared)
            best: dict[int, tuple[float, Any]] = {}
            for (number, position), worth in zip(behind, worths, strict=True):
                if number not in best or worth > best[number][0]:
                    best[number] = worth, position
            for number, (_, position) in best.items():
                found[number].append(minus(known.parts(position, seat), before))
            if not shown[1] and not look.lucky:
                break
        return [_mean(changes) for changes in found]

    def _prepared(self, document: Document, best: Choice, shared: bool, deadline: float) -> Prepared:
        """What the best choice prepares, in the first of the games that its changes are computed from."""
        engine, seat = self._games[document["public"]["table"]["game"]], document["mine"]["seat"]
        known, shown = self._of(engine), (document["public"]["game"], document["mine"]["game"])
        if not known.tools.reach.pauses or monotonic() >= deadline:
            return NOTHING
        world = engine.imagine(*shown, seat, Random(seed_of(document)).getrandbits(64))

        def worths(games: Sequence[Any]) -> list[float]:
            return self.worths(engine, games, seat, shared)

        return Preparation(known.tools, known.parts, worths, seat).behind(world, best)


def first_two(game: str, offers: Sequence[Choice]) -> list[int]:
    """The index of the first option, and that of the next one with a different text: two choices in a tip
    must be distinguishable."""
    said = [choice_text(texts(game, "en"), (), *offer) for offer in offers]
    return [0, *[place for place, words in enumerate(said) if words != said[0]][:1]]


def seed_of(document: Document) -> int:
    """The random seed for a question, derived from what the seat sees."""
    mine = document["mine"]
    return check_value([document["public"]["game"], mine["game"], mine["ask"]])


def _mean(changes: Sequence[Change]) -> Change:
    """The mean over all changes, for each part that changed in any."""
    found = {}
    for part in dict.fromkeys(part for change in changes for part in change):
        rows = [change.get(part, ValuePart(0.0, 0.0)) for change in changes]
        amounts = [row.amount for row in rows if row.amount is not None]
        amount = fsum(amounts) / len(rows) if len(amounts) == len(rows) else None
        found[part] = ValuePart(fsum(row.worth for row in rows) / len(rows), amount)
    return found


def main_changes(gains: Change, others: Change) -> list[Changed]:
    """The most important differences, as in a tip."""
    rows = [(part, less(it, others.get(part, ValuePart(0.0, 0.0)))) for part, it in gains.items()]
    rows.sort(key=lambda row: -abs(row[1].worth))
    greatest = max((abs(it.worth) for part, it in rows if part != WIN), default=0.0)
    least = max(1e-6, MIN_CHANGE_SHARE * greatest)
    return [
        (part, 1 if it.worth > 0 else -1, round(10 * (it.amount or 0)))
        for part, it in rows[:MAX_TOLD_CHANGES]
        if abs(it.worth) > least
    ]
