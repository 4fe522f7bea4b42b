"""Tips: what the strongest level would choose, the next best, and why, by the parts of the value.

All of it comes from one seat's document, and the same document gives the same tip: chance is seeded by what
the seat sees. Why is told by what a choice changes of the parts that a game's value is made of (`parts` in
`bots/values/`), on average over imagined games: against what the seat has now, and against the second choice.
What follows a choice at once is chosen by what the tip comes from: a net, or the hand-made values.

A net may take what only costs to be worth as much as what is good for something. Of choices that people are
told are worth about the same, a tip is one that it can say something good of.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from protocol.codec import check_value
from server.games import GAMES
from server.games.catalogue import texts
from server.games.engine import Engine, Games
from server.games.kernel import Choice

from .document import Document
from .learning.chances import chance, chances
from .learning.judge import Judge, trained
from .learning.net import Net
from .looking import Lookahead
from .minds.learnt import Learnt
from .minds.master import TRIES, Master
from .preparing import NOTHING, Change, Prepared, Preparing, gain, less, minus
from .values import WIN, Part, Parts, Value, parts_of, value_of
from .wording import choice_text

USUAL: Final = "expert"
"""The level that judges where none is named: it needs no clock."""

TEACHING: Final = ("master", "expert", "skilled")
"""The levels that give tips, the strongest first; the last where none of them is offered."""

CHOOSING: Final = 0.75
"""Of the time for a tip: for what to choose. The rest is for why."""

WORLDS: Final = 8
"""Imagined games at most in which the parts are compared."""

TOLD: Final = 4
"""Changes that a tip tells at most."""

LITTLE: Final = 0.04
"""A change that weighs less than this share of the greatest is not worth telling. The win stands out of all
scale."""

ALIKE: Final = 0.01
"""Chances that are less than this apart are as good as the same (`APART` in `server/web/taught.js`)."""

FAINT: Final = 0.95
"""And so much of the better one they must be: of little, a hundredth is much."""

ASIDE: Final = 6
"""Choices at most that are set aside, since nothing good can be said of them."""

Changed = tuple[str, int, int]
"""A part, 1 where it is better then and -1 where it is worse, by how many tenths (0: it can't be counted)."""


class Ranked(NamedTuple):
    """The options of a question, the best first, and what each is worth: the chance of winning where
    `shared`, else in the unit of the hand-made values, which tells of no chance."""

    offers: list[Choice]
    worths: list[float]
    shared: bool

    def alike(self) -> list[Ranked]:
        """From each option on that is worth about the same as the first: that one and those after it."""
        if not self.shared:
            return [self]
        least = max(self.worths[0] - ALIKE, FAINT * self.worths[0])
        count = sum(worth >= least for worth in self.worths[: ASIDE + 1])
        return [Ranked(self.offers[n:], self.worths[n:], True) for n in range(count)]


class Advice(NamedTuple):
    """What a tip says. `second`: the next best that other words name; `brings`: what the best changes of what
    there is now; `rather`: of what the second gives. `then`: where it is no good for itself, the own choices
    that it prepares, and `together` what all of it changes of what there is now."""

    best: Choice
    second: Choice | None
    shares: list[int]
    brings: list[Changed]
    rather: list[Changed]
    then: list[Choice] = []
    together: list[Changed] = []

    @property
    def only_costs(self) -> bool:
        """Is nothing good said of it, only bad?"""
        return not self.then and bool(self.brings) and all(way < 0 for _, way, _ in self.brings)


class Known(NamedTuple):
    """What judges a game."""

    judge: Judge
    value: Value
    parts: Parts

    def worths(self, games: Sequence[Any], seat: int, shared: bool) -> list[float]:
        """What each of these (imagined) games is worth to a seat: where `shared`, its share of the win, else
        in the unit of the hand-made values."""
        return self.judge.worth(games, seat) if shared else [self.value(game, seat) for game in games]


class Teacher:
    """Gives tips for all games. `nets`: where weights are had from, by the name of a game; `tries`: how much
    *master* searches where there is no clock."""

    def __init__(
        self, games: Games = GAMES, nets: Callable[[str], Net | None] = trained, tries: int = TRIES
    ) -> None:
        self._games, self._nets = games, nets
        self._levels: dict[str, Learnt | Master] = {
            "skilled": Learnt(0, games, lambda game: None),
            "expert": Learnt(0, games, nets),
            "master": Master(0, games, nets, tries),
        }
        self._known: dict[str, Known] = {}

    def advice(self, document: Document, deadline: float, level: str = USUAL) -> Advice:
        """The tip for the question of a document, as a player of this level would give it."""
        begun = monotonic()
        ranked = self.ranked(document, begun + CHOOSING * (deadline - begun), level)
        first, _ = self._explained(document, ranked, deadline)
        for others in ranked.alike()[1:] if first.only_costs else []:
            if monotonic() >= deadline:
                break
            advice, worth = self._explained(document, others, deadline)
            if advice.then or (worth >= 0 and not advice.only_costs):
                return advice
        return first

    def _explained(self, document: Document, ranked: Ranked, deadline: float) -> tuple[Advice, float]:
        """The tip for the first of these options, and what that changes in all, by hand."""
        places = first_two(document["public"]["table"]["game"], ranked.offers)
        best, *others = offers = [ranked.offers[place] for place in places]
        worths = [ranked.worths[place] for place in places]
        changes = self._changes(document, offers, ranked.shared, deadline)
        prepared = self._prepared(document, best, ranked.shared, deadline)
        advice = Advice(
            best,
            others[0] if others else None,
            [round(1000 * worth) for worth in worths] if ranked.shared else [],
            told(changes[0], {}),
            told(*changes) if others else [],
            prepared.choices,
            told(prepared.change, {}),
        )
        return advice, gain({}, changes[0])

    def ranked(self, document: Document, deadline: float, level: str = USUAL) -> Ranked:
        """All options of the question by what a player of this level takes them to be worth."""
        mind = self._levels[level]
        mind.reseed(seed_of(document))
        worths, shared = mind.worths(document, deadline)
        offers = sorted(worths, key=lambda offer: -worths[offer])
        found = [worths[offer] for offer in offers]
        return Ranked(offers, self._chances(document, found) if shared else found, shared)

    def _chances(self, document: Document, shares: Sequence[float]) -> list[float]:
        """What chance of winning each of these shares stands for."""
        table = document["public"]["table"]
        power = self._power(table["game"])
        return [chance(min(1.0, max(0.0, share)), table["seats"], power) for share in shares]

    def _power(self, game: str) -> float:
        net = self._nets(game)
        return net.power if net else 1.0

    def why(self, document: Document, best: Choice, other: Choice, deadline: float) -> list[Changed]:
        """What one choice changes of what another would give."""
        table = document["public"]["table"]
        shared = self.shared(self._games[table["game"]], table["seats"])
        return told(*self._changes(document, [best, other], shared, deadline))

    def prepares(
        self, document: Document, best: Choice, deadline: float
    ) -> tuple[list[Choice], list[Changed]]:
        """Where a choice is no good for itself: what own choices it prepares, and what all that changes."""
        table = document["public"]["table"]
        shared = self.shared(self._games[table["game"]], table["seats"])
        prepared = self._prepared(document, best, shared, deadline)
        return prepared.choices, told(prepared.change, {})

    def shared(self, engine: Engine, seats: int) -> bool:
        """Can chances of winning be told of this game with so many seats?"""
        net = self._nets(engine.name)
        return net is not None and net.suits(seats)

    def standing(self, engine: Engine, game: Any) -> list[float]:
        """How every seat stands in a game that lies open: its chance of winning, or what its position is
        worth by hand."""
        seats = range(len(engine.scores(game)))
        shared, known = self.shared(engine, len(seats)), self._of(engine)
        found = [known.worths([game], seat, shared)[0] for seat in seats]
        return chances(found, self._power(engine.name)) if shared else found

    def _of(self, engine: Engine) -> Known:
        name = engine.name
        if name not in self._known:
            self._known[name] = Known(Judge(engine, self._nets(name)), value_of(engine), parts_of(engine))
        return self._known[name]

    def _changes(
        self, document: Document, offers: Sequence[Choice], shared: bool, deadline: float
    ) -> list[Change]:
        """For each of these options what it changes of each part, on average: by its worth, and counted.
        `shared`: what follows it is chosen by the share of the win, else by hand."""
        random = Random(seed_of(document))
        engine, seat = self._games[document["public"]["table"]["game"]], document["mine"]["seat"]
        known, shown = self._of(engine), (document["public"]["game"], document["mine"]["game"])
        found: list[list[Change]] = [[] for _ in offers]
        for count in range(WORLDS):
            if count and monotonic() >= deadline:
                break
            world = engine.imagine(*shown, seat, random.getrandbits(64))
            before, look = known.parts(world, seat), Lookahead(known.judge.tools, seat)
            behind = [*look.behind(world, offers)]
            worths = known.worths([position for _, position in behind], seat, shared)
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
        """What the best choice prepares, in the first of the games in which its changes were looked up."""
        engine, seat = self._games[document["public"]["table"]["game"]], document["mine"]["seat"]
        known, shown = self._of(engine), (document["public"]["game"], document["mine"]["game"])
        if not known.judge.tools.reach.pauses or monotonic() >= deadline:
            return NOTHING
        world = engine.imagine(*shown, seat, Random(seed_of(document)).getrandbits(64))

        def worths(games: Sequence[Any]) -> list[float]:
            return known.worths(games, seat, shared)

        return Preparing(known.judge.tools, known.parts, worths, seat).behind(world, best)


def strongest(minds: Collection[str]) -> str:
    """The level that gives tips where people may ask for these minds."""
    return next((level for level in TEACHING if level in minds), TEACHING[-1])


def first_two(game: str, offers: Sequence[Choice]) -> list[int]:
    """The places of the first of these options, and of the next one that other words name: whoever is told of
    two wants to tell them apart."""
    said = [choice_text(texts(game, "en"), (), *offer) for offer in offers]
    return [0, *[place for place, words in enumerate(said) if words != said[0]][:1]]


def seed_of(document: Document) -> int:
    """Where chance comes from in thinking about a question: from what the seat sees."""
    mine = document["mine"]
    return check_value([document["public"]["game"], mine["game"], mine["ask"]])


def _mean(changes: Sequence[Change]) -> Change:
    """Of each part that has changed in any of these, on average over all."""
    found = {}
    for part in dict.fromkeys(part for change in changes for part in change):
        rows = [change.get(part, Part(0.0, 0.0)) for change in changes]
        amounts = [row.amount for row in rows if row.amount is not None]
        amount = sum(amounts) / len(rows) if len(amounts) == len(rows) else None
        found[part] = Part(sum(row.worth for row in rows) / len(rows), amount)
    return found


def told(gains: Change, others: Change) -> list[Changed]:
    """The differences that weigh most, in the words of a tip."""
    rows = [(part, less(it, others.get(part, Part(0.0, 0.0)))) for part, it in gains.items()]
    rows.sort(key=lambda row: -abs(row[1].worth))
    greatest = max((abs(it.worth) for part, it in rows if part != WIN), default=0.0)
    least = max(1e-6, LITTLE * greatest)
    return [
        (part, 1 if it.worth > 0 else -1, round(10 * (it.amount or 0)))
        for part, it in rows[:TOLD]
        if abs(it.worth) > least
    ]
