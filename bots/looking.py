"""Where the options of a question lead: positions in imagined games, behind what is asked next.

Where an option goes on with another question to the same seat (give one card, then take one), that is looked
through too, up to the end of the seat's own turn. At chance, or something hidden that comes to light, a mind
may stop: a position behind it is one of several that are possible, and is judged as that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import Any, NamedTuple, TypeVar

from server.games.copying import copier
from server.games.engine import Engine
from server.games.kernel import OPEN, Ask, Choice, answer, choose, settle

from .document import Document, lines_of
from .values import (
    Drawn,
    Idle,
    Reach,
    Undoing,
    Vain,
    drawn_of,
    idle_of,
    is_evident,
    reach_of,
    undoing_of,
    vain_of,
)

J = TypeVar("J")

DEPTH = 3
"""Own questions in a row that are looked through, the one asked included."""

BREADTH = 40
"""Positions below one option, after which its further questions are not looked through. With 300 greedy chose
better at 7 of 900 questions of Loyang and one of Bruges, took two thirds longer in Loyang, and 230 ms instead
of 43 for one choice in a hundred."""


class Tools(NamedTuple):
    """What a game needs to be looked into: its clone, how far to look ahead, what does no good, and what does
    none if this or that comes next; are its values evident, and how much has come out by chance?"""

    clone: Callable[[Any], Any]
    reach: Reach
    idle: Idle
    vain: Vain
    undoing: Undoing
    evident: bool
    drawn: Drawn | None


def tools(engine: Engine) -> Tools:
    """Built once for a game, since the clone is derived from its annotations."""
    clone = copier(engine.state)
    assert clone is not None, "a game has lists of its own"
    reach, idle, vain = reach_of(engine, DEPTH), idle_of(engine), vain_of(engine)
    return Tools(clone, reach, idle, vain, undoing_of(engine), is_evident(engine), drawn_of(engine))


Imagined = Callable[[], Any]
"""A game that fits what a seat sees: imagined where it is asked for, once."""


def imagined(engine: Engine, public: Any, private: Any, seat: int, seed: int) -> Imagined:
    """What is seen, and the seed of the rest."""
    return cache(lambda: engine.imagine(public, private, seat, seed))


def at_rest(clone: Callable[[Any], Any], game: Any, end: Ask) -> Any:
    """Where a turn is judged whose seat is asked to end it: behind its end, or before it, where luck comes
    with that. So it is not one of many throws that is judged, but what they are all worth."""
    behind = clone(game)
    answer(behind, end, end.options[0])
    if behind.sealed == OPEN:  # else nothing that follows matters, such as all that the next seat may do
        settle(behind)
    return behind if behind.sealed == OPEN else game


def undoing(tools: Tools, document: Document, offers: Sequence[Choice]) -> set[int]:
    """The numbers of the options that would take back what the seat has done in its turn."""
    seat, prompt = document["mine"]["seat"], document["mine"]["ask"].get("prompt", "")
    back = tools.undoing(lines_of(document), seat, prompt)
    return {number for number, offer in enumerate(offers) if offer in back}


HAIR = 1e-6


def set_back(worths: list[float], idle: Collection[int]) -> None:
    """What does no good is worth less than the best of the rest, if only by a hair."""
    rest = [worth for number, worth in enumerate(worths) if number not in idle]
    for number in idle if rest else ():
        worths[number] = min(worths[number], max(rest) - HAIR)


Judged = Iterable[tuple[int, float]]
"""Positions behind a seat's options: of each the number of its option, and what it is worth to the seat."""

Preferred = Callable[[Any, Ask], Choice]
"""What a mind would choose in one game, whatever luck comes later."""


def is_vain(tools: Tools, game: Any, seat: int, choice: Choice, preferred: Preferred) -> bool:
    """Does a choice of this seat do no good in an imagined game, by what it would choose next?"""
    if choice.verb not in tools.vain.verbs:
        return False
    behind = tools.clone(game)
    ask = next(ask for ask in settle(behind) if ask.seat == seat)
    following = next((it for it in choose(behind, ask, choice) if it.seat == seat), None)
    if following is None or behind.sealed != OPEN:
        return False
    return tools.vain.test(choice, preferred(behind, following), ask.options)


def set_vain_back(
    worths: list[float], offers: Sequence[Choice], idle: set[int], vain: Callable[[Choice], bool]
) -> None:
    """Set back what is worth most as long as that is in vain, and count it among the idle."""
    while (most := max(range(len(worths)), key=worths.__getitem__)) not in idle and vain(offers[most]):
        idle.add(most)
        set_back(worths, idle)


class Lookahead:
    """The positions behind one seat's options in imagined games.

    `chance`: did luck decide what the seat is asked next? `later`: did luck come after all its questions?
    `stops`: at luck a position is judged as it stands, also where the seat goes on, and a turn before the
    luck that its end brings. Whoever doesn't stop chooses with what luck has brought, in every imagined game
    anew.
    """

    def __init__(self, tools: Tools, seat: int, stops: bool = False, breadth: int = BREADTH) -> None:
        self.positions = 0
        """How many there were."""
        self.chance = self.later = False
        self.lucky: set[int] = set()
        """The options behind which there was luck, before or after the own questions that follow."""
        self.idle: set[int] = set()
        """The options that do no good."""
        self._number = 0
        self._drawn_before = 0
        self.came_out: set[int] = set()
        """The options behind which something came to light that may be another in another game."""
        self._known: dict[int, list[Any]] = {}
        """What was judged behind options that come to the same in every game."""
        self.seat = seat
        self._stops, self._breadth = stops, breadth
        self._clone, self._reach, self._idle, _, _, self._evident, self._drawn = tools

    def behind(
        self, world: Any, offers: Sequence[Choice], among: Iterable[int] | None = None
    ) -> Iterator[tuple[int, Any]]:
        """Every position behind these options, or behind some `among` them, with the number of its option.
        Where an option has several, it is worth what the best of them is: all choices on the way are the
        seat's own."""
        ask = self._begin(world, offers)
        for number in range(len(offers)) if among is None else among:
            for position in self._below(world, ask, number, offers[number]):
                yield number, position

    def judged(
        self,
        imagined: Imagined,
        offers: Sequence[Choice],
        judge: Callable[[Any], J],
        among: Iterable[int] | None = None,
    ) -> Iterator[tuple[int, J]]:
        """What every position behind these options is judged to be, as it is found: to keep them all would
        take longer. Where values are evident, an option behind which nothing came to light is not looked into
        in a second game, nor is that imagined where no other is left: it comes to the same in all of them."""
        ask = None
        for number in range(len(offers)) if among is None else among:
            if (found := self._known.get(number)) is not None:
                self.positions += len(found)
            else:
                world = imagined()
                ask = ask or self._begin(world, offers)
                found = [judge(position) for position in self._below(world, ask, number, offers[number])]
                if self._evident and number not in self.came_out:
                    self._known[number] = found
            for it in found:
                yield number, it

    def _begin(self, world: Any, offers: Sequence[Choice]) -> Ask:
        """What the seat is asked in another game."""
        ask = self._asked(settle(world))
        assert ask is not None, "an imagined game asks what the real one asks"
        self.idle = {n for n, offer in enumerate(offers) if self._idle(world, self.seat, offer)}
        self._drawn_before = self._drawn(world) if self._drawn else 0
        return ask

    def _below(self, world: Any, ask: Ask, number: int, choice: Choice) -> Iterator[Any]:
        """Every position behind one option."""
        self._number, limit = number, self.positions + self._breadth
        return self._after(self._clone(world), ask, choice, self._reach.depth - 1, limit)

    def _asked(self, asks: Sequence[Ask]) -> Ask | None:
        return next((ask for ask in asks if ask.seat == self.seat), None)

    def _after(self, child: Any, ask: Ask, choice: Choice, depth: int, limit: int) -> Iterator[Any]:
        """The positions once this choice is made, through the own choices that follow at once. The game goes
        on with it: whoever still needs it as it was gives a clone."""
        answer(child, ask, choice)
        following = self._asked(settle(child, self._stands))
        if child.sealed != OPEN:
            self._luck(child, following)
            if self._stops:
                following = None
        if following and following.prompt in self._reach.pauses:
            following = None
        elif following and following.prompt == "end_turn":
            # A seat that has passed is not asked whether its turn is over. Judge all options at that moment.
            if self._stops:
                child = at_rest(self._clone, child, following)
            else:
                answer(child, following, following.options[0])
                settle(child, self._stands)
                if child.sealed != OPEN:
                    self._luck(child, None)
            following = None
        if following is None or depth == 0 or self.positions >= limit:
            self.positions += 1
            yield child
            return
        *others, last = self._useful(child, following.options)
        for option in others:
            yield from self._after(self._clone(child), following, option, depth - 1, limit)
        yield from self._after(child, following, last, depth - 1, limit)

    def _stands(self, ask: Ask) -> bool:
        """Is a position judged as it stands at this question, whatever it offers?"""
        return ask.seat != self.seat or ask.prompt in self._reach.pauses

    def _useful(self, game: Any, options: Sequence[Choice]) -> Sequence[Choice]:
        """The options that do some good: what would not be chosen then makes nothing better now."""
        return [option for option in options if not self._idle(game, self.seat, option)] or options

    def _luck(self, game: Any, following: Ask | None) -> None:
        self.lucky.add(self._number)
        if following or self._drawn is None or self._drawn(game) != self._drawn_before:
            self.came_out.add(self._number)
        if following is None:
            self.later = True
        else:
            self.chance = True


def bests(offers: Sequence[Choice], judged: Judged) -> list[float]:
    """For each option the worth of the best position behind it, in one game."""
    best = [-inf] * len(offers)
    for number, worth in judged:
        best[number] = max(best[number], worth)
    return best


def best_of(offers: Sequence[Choice], judged: Judged, look: Lookahead) -> Choice:
    """The option that is worth most, in one game that was looked into."""
    worths = bests(offers, judged)
    set_back(worths, look.idle)
    return offers[worths.index(max(worths))]
