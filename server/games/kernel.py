"""The kernel of every game: plain state, a stack of steps, at most one open question per seat.

Theory of operation. A `Game` is the complete state of a game in progress: the board, the random source (a key
and a counter) and a stack of `Step`s that remain to be done. A step is plain data: its class says what to do,
its fields are everything it remembers. On top of the stack it either asks seats (`asks`, then `answer`) or
acts (`run`); both may push further steps with `Game.then`.

`settle` runs steps until one asks. `choose` checks an answer against the offered options, applies it and
settles again; an empty result means that the game is over. Nothing else changes a game. At every question the
state is therefore complete: it can be packed (`packing`) and continued by another process, machine or
release, or cloned (`copying`) to try choices out.

Several seats are asked at once in two ways. A step may return one `Ask` per seat and collect one answer each.
`Lanes` gives each seat its own stack, for whole turns played in parallel; the lanes join when all of them are
empty.

Each change also reports two things to the table: `said` has its log lines, and `sealed` says which earlier
choices can no longer be undone because the change revealed something.

The kernel is pure and deterministic. It has no clock and no input or output. `Game.roll` is the only source
of chance (`scatter` serves imagined games). State has no floats, and no sets or dicts whose order matters.
The same seed, options and choices give the same bytes everywhere, so a table can be replayed from its log.

Games may start from positions that users wrote, so the work is bounded: `MAX_OPTIONS` limits one question,
`MAX_COST` one change. Beyond them the kernel raises LimitExceeded, and the caller restores the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b, shake_128
from itertools import islice
from types import ModuleType
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from .bounds import UNDECLARED, Bounds

G = TypeVar("G", bound="Game")
T = TypeVar("T")

FLOW_RULES = 2
"""Increased when a change of the kernel or the table makes old logs of all games replay differently."""

MAX_OPTIONS = 8_192
"""Limit on the options of one question. Our games have about a hundred, written positions up to 4,000."""

MAX_COST = 20_000
"""Limit on the cost of one change: its steps plus the options of the questions it asks. Our games stay near a
hundred."""

LIMITS = {"options": MAX_OPTIONS, "cost": MAX_COST}
"""The limits by name, as LimitExceeded reports them."""

NO, YES = 0, 1
"""How steps store yes and no; a storage format."""

OPEN, OWN, ALL = 0, 1, 2
"""The reach of the last choice's seal: nothing, the choices of its own lane, or the choices of all seats."""


class IllegalChoice(ValueError):
    """A seat chose something that it was not offered. The game is unchanged."""


class LimitExceeded(RuntimeError):
    """A question has too many options, or a change costs too much. The caller restores the game.

    `limit` is the name of the limit, a key of `LIMITS`, and `most` its value.
    """

    def __init__(self, limit: str, where: str) -> None:
        self.limit, self.most = limit, LIMITS[limit]
        super().__init__(f"{where}: the limit of {self.most} for {limit} is exceeded")


class Choice(NamedTuple):
    """An action of a seat (the verb) and its object: a card, a colour, a space, another seat (the noun).

    -1: no object.
    """

    verb: str
    noun: int = -1


class Ask(Struct, frozen=True):
    """A question to one seat. `options` is complete: any other choice is illegal.

    `secret`: a single option would reveal hidden information if the table answered it automatically, so the
    seat itself must answer. `costs`: the single option takes something from the seat, so a person is asked to
    confirm it.
    """

    seat: int
    prompt: str
    options: tuple[Choice, ...]
    secret: bool = False
    costs: bool = False

    @property
    def forced(self) -> bool:
        """Whether the table may answer for the seat: a single option, and no secret."""
        return len(self.options) == 1 and not self.secret

    def rows(self) -> list[list[Any]]:
        """The options as plain data: one row per verb with its nouns, and a row with the verb alone for each
        choice without a noun."""
        rows: list[list[Any]] = []
        by_verb: dict[str, list[Any]] = {}
        for verb, noun in self.options:
            if noun == -1:
                rows.append([verb])
            elif verb in by_verb:
                by_verb[verb].append(noun)
            else:
                by_verb[verb] = [verb, noun]
                rows.append(by_verb[verb])
        return rows


class ByNoun(dict[int, Choice]):
    """The choices of one verb, by their nouns. Each is made once: making choices took a fifth of all play."""

    __slots__ = ("verb",)

    def __init__(self, verb: str) -> None:
        self.verb = verb

    def __missing__(self, noun: int) -> Choice:
        choice = Choice(self.verb, noun)
        if -1 <= noun < MAX_OPTIONS:  # nouns from users' positions have other bounds
            self[noun] = choice
        return choice


by_noun: Callable[[str], ByNoun] = cache(ByNoun)
"""The choices of a verb: `by_noun("sell")[3]` equals `Choice("sell", 3)`."""


def choices(verb: str, nouns: Iterable[int]) -> tuple[Choice, ...]:
    """One choice of a verb for each noun.

    Raises LimitExceeded before it builds more choices than a question may have: their number may depend on a
    number from a user's position.
    """
    found = tuple(map(by_noun(verb).__getitem__, islice(nouns, MAX_OPTIONS + 1)))
    if len(found) > MAX_OPTIONS:
        raise LimitExceeded("options", verb)
    return found


class Step(Struct, Generic[G], frozen=True, tag=True, array_like=True):
    """One thing that remains to be done. Its fields are its whole memory.

    They hold no secrets, because public views include the stack. A step is stored as
    `[class name, field, …]`: the class name and the order of the fields are a storage format.
    """

    def asks(self, game: G) -> Sequence[Ask]:
        """The questions to answer before the step can run, at most one per seat. Must not change the game."""
        return ()

    def bare(self, game: G) -> Ask | None:
        """The only question that the step is sure to ask, without options; for steps whose options are slow
        to compute."""
        return None

    def answer(self, game: G, seat: int, choice: Choice) -> None:
        """Apply one answer. The step is off the stack: push it again with `game.then` to ask the next
        seat."""
        raise NotImplementedError(f"{type(self).__name__} asks, but takes no answer")

    def run(self, game: G) -> None:
        """Act when no question is open."""


Steps = Sequence[Step[Any]]


class Game(Struct, kw_only=True):
    """Base class of every game's state. A game adds fields, and small helpers that never ask.

    Annotations state the full type of each field, including the types of its elements: copy functions and
    decoders are derived from them. Maps have text keys.
    """

    steps: ClassVar[dict[str, type[Step[Any]]]] = {}
    bounds: ClassVar[Bounds] = UNDECLARED
    """Bounds of every integer without bounds of its own (`bounds.py`), in the steps too."""

    key: bytes
    drawn: Annotated[int, Bounds(0, 2**63 - 1)] = 0
    stack: list[Step[Any]] = msgspec.field(default_factory=list)
    sealed: Annotated[int, Bounds(OPEN, ALL)] = OPEN
    said: Annotated[list[tuple[Any, ...]], Bounds(-(2**63), 2**63 - 1)] = msgspec.field(default_factory=list)
    """Log lines of the last choice. Their numbers are only shown and take no part in the game."""

    def then(self, *steps: Step[Any]) -> None:
        """Push steps: they run next, in this order, before all steps pushed earlier."""
        self.stack.extend(steps[::-1])

    def say(self, line: str, *nouns: int) -> None:
        """Add a line to the log that every seat and watcher sees: its key in the texts, and its numbers.

        The line must hold public information only. `said` has the lines of the last choice and all that ran
        after it.
        """
        self.said.append((line, *nouns))

    def stands(self, ask: Ask) -> bool:
        """Is the answer to this question not to be taken back any more once others are asked in the seat's
        place, who have it in sight? Where it does not stand, it can be until one of them has answered."""
        return False

    def seal(self, reach: int = ALL) -> None:
        """Bar undo, because information was revealed: for the choices of all seats, or (`OWN`) for the
        current lane."""
        if reach > self.sealed:
            self.sealed = reach

    def roll(self, sides: int) -> int:
        """A random number from 0 to sides - 1; the game's only source of chance. Seals.

        The n-th draw is a keyed hash of n: earlier draws tell nothing about later ones, and anyone who knows
        the key can verify all of them. Values that would bias the result are drawn again.
        """
        self.sealed = ALL
        limit = 2**64 - 2**64 % sides
        while True:
            word = int.from_bytes(
                blake2b(self.drawn.to_bytes(8, "big"), key=self.key, digest_size=8).digest(), "big"
            )
            self.drawn += 1
            if word < limit:
                return word % sides

    def shuffle(self, pile: list[T]) -> None:
        """Shuffle a pile in place (Fisher-Yates from the top)."""
        for i in range(len(pile) - 1, 0, -1):
            j = self.roll(i + 1)
            pile[i], pile[j] = pile[j], pile[i]

    def scatter(self, pile: list[Any]) -> None:
        """Shuffle a pile of numbers in place, in an imagined game, whose dealing needs no verification.

        A single hash serves the whole pile, since bots imagine hundreds of games a second.
        """
        words = shake_128(self.drawn.to_bytes(8, "big") + self.key).digest(8 * len(pile))
        self.drawn += 1
        pile[:] = [item for _, item in sorted(zip(memoryview(words).cast("Q"), pile, strict=True))]


def steps_in(*modules: ModuleType) -> dict[str, type[Step[Any]]]:
    """All step classes that these modules define, by name, for `Game.steps`."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Step) and value.__module__ == module.__name__
    }


def key(seed: int) -> bytes:
    """The 32-byte key of the random source for a seed >= 0 of any size."""
    return blake2b(seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "big"), digest_size=32).digest()


class Lane(Struct, frozen=True, array_like=True):
    """The remaining steps of one seat while other seats have their own; the next step is last."""

    seat: int
    stack: tuple[Any, ...]


class Lanes(Step[Game], frozen=True):
    """Whole turns of several seats in parallel: each lane runs until it asks or is empty.

    While a lane runs, `game.stack` is the stack of that lane alone, so `then` pushes onto the current
    lane. A seat has one question at a time: if two lanes ask the same seat, the earlier lane's question
    comes first.
    """

    lanes: tuple[Lane, ...]


def lanes(*plans: tuple[int, Steps]) -> Lanes:
    """A step that gives each seat its own list of steps, in the order of execution."""
    return Lanes(tuple(Lane(seat, tuple(reversed(steps))) for seat, steps in plans))


DONE = (Choice("done"),)
"""The only option at the end of a turn."""


class EndTurn(Step[Game], frozen=True):
    """The seat confirms the end of its turn. Pushed wherever the turn could still be undone in part."""

    seat: int

    def asks(self, game: Game) -> Sequence[Ask]:
        return (Ask(self.seat, "end_turn", DONE),)

    def answer(self, game: Game, seat: int, choice: Choice) -> None:
        pass


def in_lanes(game: Game) -> bool:
    """Whether several seats play turns in parallel."""
    return Lanes in map(type, game.stack)


class Budget:
    """The rest of `MAX_COST` for a change that involves lanes; all lanes share it."""

    def __init__(self) -> None:
        self.left = MAX_COST

    def spend(self, cost: int) -> None:
        self.left -= cost
        if self.left < 0:
            raise LimitExceeded("cost", "Lanes")


def settle(
    game: Game, enough: Callable[[Ask], bool] | None = None, budget: Budget | None = None
) -> Sequence[Ask]:
    """Run steps to the next question and return it. An empty result means that the game is over.

    `enough`: a predicate for questions that the caller needs without options; such a question may come from
    `Step.bare`. `budget`: the shared budget, when `game` is running a lane. Raises LimitExceeded when the
    steps or options exceed the limits.
    """
    for steps in range(budget.left if budget else MAX_COST):
        stack = game.stack
        if not stack:
            if budget:
                budget.spend(steps + 1)
            return ()
        step = stack[-1]
        if enough and (bare := step.bare(game)) and enough(bare):
            return (bare,)
        asks = _settle_lanes(game, step, budget or Budget()) if type(step) is Lanes else step.asks(game)
        if asks:
            for ask in asks:
                if len(ask.options) > MAX_OPTIONS:
                    raise LimitExceeded("options", type(step).__name__)
            if budget:
                budget.spend(steps + sum([len(ask.options) for ask in asks]))
            return asks
        stack.pop()
        step.run(game)
    raise LimitExceeded("cost", type(game.stack[-1]).__name__ if game.stack else "Lanes")


def _settle_lanes(game: Game, step: Lanes, budget: Budget) -> Sequence[Ask]:
    """Run all lanes until none of them moves: a step of one lane may change the questions of another."""
    outer, plan = game.stack, step.lanes
    while True:
        moved: list[Lane] = []
        asks: list[Ask] = []
        for lane in plan:
            game.stack = list(lane.stack)
            asks.extend(settle(game, None, budget))
            moved.append(Lane(lane.seat, tuple(game.stack)))
        game.stack = outer
        if plan == (plan := tuple(moved)):
            break
    outer[-1] = Lanes(plan)
    first: dict[int, Ask] = {}
    for ask in asks:
        first.setdefault(ask.seat, ask)
    return tuple(first.values())


def choose(game: Game, ask: Ask, choice: Choice) -> Sequence[Ask]:
    """Answer `ask`, one of the last result of `settle` or `choose`, and run to the next question.

    Raises IllegalChoice, and changes nothing, if the choice is not among the options. Any other exception
    leaves the game inconsistent, and the caller restores it: LimitExceeded, or a bug in the game.
    """
    answer(game, ask, choice)
    return settle(game)


def answer(game: Game, ask: Ask, choice: Choice) -> None:
    """Apply the answer like `choose`, but do not settle."""
    if choice not in ask.options:
        raise IllegalChoice(f"seat {ask.seat} is not offered {choice.verb} {choice.noun}")
    game.sealed = OPEN
    game.said = []
    _answer(game, ask.seat, choice)


def _answer(game: Game, seat: int, choice: Choice, budget: Budget | None = None) -> None:
    stack = game.stack
    step = stack[-1]
    if type(step) is not Lanes:
        stack.pop()
        step.answer(game, seat, choice)
        return
    budget = budget or Budget()
    for i, lane in enumerate(step.lanes):
        game.stack = list(lane.stack)
        if any(ask.seat == seat for ask in settle(game, None, budget)):
            _answer(game, seat, choice, budget)
            done = Lane(lane.seat, tuple(game.stack))
            game.stack = stack
            stack[-1] = Lanes((*step.lanes[:i], done, *step.lanes[i + 1 :]))
            return
    raise AssertionError(f"no lane asks seat {seat}")
