"""What every game shares: plain data, a stack of steps, one question at a time.

Theory of operation. A game in progress is a `Game`: a board, a random source and a
stack of `Step`s still to be done. `settle` runs steps until one of them asks
something; `choose` answers one question and settles again. Nothing else ever changes
a game, so it can be packed (`packing`) at any question and go on in another process,
on another machine, in another release, or be cloned (`copying`) and tried out.

Several seats are asked at once in two ways. A step may return one `Ask` per seat and
collect one answer each. `Lanes` gives each seat a stack of its own, for whole turns
played side by side; the lanes join when all of them are empty.

Pure: no clock, no input or output, nothing random but `Game.roll`. No sets or dicts
whose order matters, and no floats, so equal games have equal bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b, shake_128
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

G = TypeVar("G", bound="Game")
T = TypeVar("T")

FLOW = 2
"""Raised when the logs of all games would no longer replay alike, by what kernel and table do themselves."""

RUNAWAY = 10_000
"""Steps between two questions after which a game counts as broken."""

NO, YES = 0, 1
"""How steps keep yes and no: what is stored says so."""

OPEN, OWN, ALL = 0, 1, 2
"""What the last choice sealed: nothing, the lane it was made in, everybody's choices."""


class IllegalChoice(ValueError):
    """A seat chose something it was not offered. The game is unchanged."""


class Choice(NamedTuple):
    """What a seat does, and with what: a card, a colour, a space, another seat."""

    verb: str
    noun: int = -1


class Ask(Struct, frozen=True):
    """A question to one seat. `options` is complete: anything not in it is illegal.

    `secret`: that there is only one option would tell others what they may not know, so that the seat
    must answer by itself even then. `costs`: the only option takes something from the seat, so that a
    person is asked even then.
    """

    seat: int
    prompt: str
    options: tuple[Choice, ...]
    secret: bool = False
    costs: bool = False

    @property
    def forced(self) -> bool:
        """May a table answer for the seat: is there just one option, and everybody knows?"""
        return len(self.options) == 1 and not self.secret

    def rows(self) -> list[list[Any]]:
        """The options as plain data: a row per verb with its nouns, and one with a verb alone for each
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


def choices(verb: str, nouns: Iterable[int]) -> tuple[Choice, ...]:
    """One choice of a verb for each noun."""
    return tuple(Choice(verb, noun) for noun in nouns)


class Step(Struct, Generic[G], frozen=True, tag=True, array_like=True):
    """One thing still to be done. Its fields are its whole memory, and hold no secrets.

    Stored as `[class name, field, …]`: the name and the order of the fields are a storage format.
    """

    def asks(self, game: G) -> Sequence[Ask]:
        """What must be answered first, one ask per seat at most. Must not change the game."""
        return ()

    def bare(self, game: G) -> Ask | None:
        """What it is certain to ask alone, without the options, where working those out takes long."""
        return None

    def answer(self, game: G, seat: int, choice: Choice) -> None:
        """Act on one answer. The step is off the stack: put it back with `game.then` to go on asking."""
        raise NotImplementedError(f"{type(self).__name__} asks, but takes no answer")

    def run(self, game: G) -> None:
        """Act when there is nothing (left) to ask."""


Steps = Sequence[Step[Any]]


class Game(Struct, kw_only=True):
    """Base of every game's state. A game adds fields, and small helpers that never stop to ask.

    Fields are annotated with what they hold all the way down, since clones follow the annotations;
    maps have text keys.
    """

    steps: ClassVar[dict[str, type[Step[Any]]]] = {}

    key: bytes
    drawn: int = 0
    stack: list[Step[Any]] = msgspec.field(default_factory=list)
    sealed: int = OPEN
    said: list[tuple[Any, ...]] = msgspec.field(default_factory=list)

    def then(self, *steps: Step[Any]) -> None:
        """Do these next, in this order, before anything planned earlier."""
        self.stack.extend(reversed(steps))

    def say(self, line: str, *nouns: int) -> None:
        """Tell everybody what just happened: a line of the log by its key in the texts, and its numbers.

        Only what everybody may know. `settle` and `choose` leave the lines of their own run in `said`.
        """
        self.said.append((line, *nouns))

    def seal(self, reach: int = ALL) -> None:
        """Something came out that can't be taken back: for everybody, or (`OWN`) for the lane in hand."""
        self.sealed = max(self.sealed, reach)

    def roll(self, sides: int) -> int:
        """A number from 0 to sides - 1, the only chance there is. Seals.

        The n-th draw is a keyed hash of n, so draws already seen say nothing about those to come,
        and whoever learns the key can recompute them all.
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
        """Put a pile into a random order, in place (Fisher-Yates from the top)."""
        for i in range(len(pile) - 1, 0, -1):
            j = self.roll(i + 1)
            pile[i], pile[j] = pile[j], pile[i]

    def scatter(self, pile: list[Any]) -> None:
        """Put numbers into a random order, in place, in a game that is only imagined, whose dealing nobody
        will ever check: one hash for all of them, since minds imagine hundreds of games a second."""
        words = shake_128(self.drawn.to_bytes(8, "big") + self.key).digest(8 * len(pile))
        self.drawn += 1
        pile[:] = [item for _, item in sorted(zip(memoryview(words).cast("Q"), pile, strict=True))]


def steps_in(*modules: ModuleType) -> dict[str, type[Step[Any]]]:
    """Every step class that these modules define, by name, for `Game.steps`."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Step) and value.__module__ == module.__name__
    }


def key(seed: int) -> bytes:
    """The random source's key for a seed of any size >= 0: 32 bytes."""
    return blake2b(seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "big"), digest_size=32).digest()


class Lane(Struct, frozen=True, array_like=True):
    """The steps that one seat has before it while others have theirs, the next one last."""

    seat: int
    stack: tuple[Any, ...]


class Lanes(Step[Game], frozen=True):
    """Several seats at once, whole turns each: every lane runs until it asks or is empty.

    While a lane runs, `game.stack` is that lane's stack alone, so `then` pushes onto the lane in
    hand. A seat is asked one question at a time: where two lanes ask the same seat, the earlier
    lane's question comes first.
    """

    lanes: tuple[Lane, ...]


def lanes(*plans: tuple[int, Steps]) -> Lanes:
    """A step that gives each seat its own plan, to be done in the order given."""
    return Lanes(tuple(Lane(seat, tuple(reversed(steps))) for seat, steps in plans))


class EndTurn(Step[Game], frozen=True):
    """The seat confirms that its turn is over. Pushed wherever something of it could be taken back."""

    seat: int

    def asks(self, game: Game) -> Sequence[Ask]:
        return (Ask(self.seat, "end_turn", (Choice("done"),)),)

    def answer(self, game: Game, seat: int, choice: Choice) -> None:
        pass


def in_lanes(game: Game) -> bool:
    """Are several seats playing turns of their own side by side?"""
    return Lanes in map(type, game.stack)


def settle(game: Game, enough: Callable[[Ask], bool] | None = None) -> Sequence[Ask]:
    """Run to the next question. An empty answer means that the game is over.

    `enough`: of which questions is it enough to know that they are asked? Their options may be missing then.
    """
    for _ in range(RUNAWAY):
        if not game.stack:
            return ()
        step = game.stack[-1]
        if enough and (bare := step.bare(game)) and enough(bare):
            return (bare,)
        asks = _settle_lanes(game, step) if type(step) is Lanes else step.asks(game)
        if asks:
            return asks
        game.stack.pop()
        step.run(game)
    raise RuntimeError(f"{RUNAWAY} steps without a question; last {type(step).__name__}")


def _settle_lanes(game: Game, step: Lanes) -> Sequence[Ask]:
    """Run every lane until none moves any more: one lane's step may change what another asks."""
    outer, plan = game.stack, step.lanes
    for _ in range(RUNAWAY):
        moved: list[Lane] = []
        asks: list[Ask] = []
        for lane in plan:
            game.stack = list(lane.stack)
            asks.extend(settle(game))
            moved.append(Lane(lane.seat, tuple(game.stack)))
        game.stack = outer
        if plan == (plan := tuple(moved)):
            break
    else:
        raise RuntimeError(f"{RUNAWAY} passes over the lanes without rest")
    outer[-1] = Lanes(plan)
    first: dict[int, Ask] = {}
    for ask in asks:
        first.setdefault(ask.seat, ask)
    return tuple(first.values())


def choose(game: Game, ask: Ask, choice: Choice) -> Sequence[Ask]:
    """Answer `ask`, one of those that `settle` or `choose` returned last, and run to the next question.

    Raises IllegalChoice, and changes nothing, when the choice is not among the options. Any other
    exception is a fault of the game and leaves it in pieces: the caller restores it.
    """
    answer(game, ask, choice)
    return settle(game)


def answer(game: Game, ask: Ask, choice: Choice) -> None:
    """The same without what runs of itself afterwards."""
    if choice not in ask.options:
        raise IllegalChoice(f"seat {ask.seat} is not offered {choice.verb} {choice.noun}")
    game.sealed = OPEN
    game.said = []
    _answer(game, ask.seat, choice)


def _answer(game: Game, seat: int, choice: Choice) -> None:
    step = game.stack[-1]
    if type(step) is not Lanes:
        game.stack.pop()
        step.answer(game, seat, choice)
        return
    outer = game.stack
    for i, lane in enumerate(step.lanes):
        game.stack = list(lane.stack)
        if any(ask.seat == seat for ask in settle(game)):
            _answer(game, seat, choice)
            done = Lane(lane.seat, tuple(game.stack))
            game.stack = outer
            outer[-1] = Lanes((*step.lanes[:i], done, *step.lanes[i + 1 :]))
            return
    raise AssertionError(f"no lane asks seat {seat}")
