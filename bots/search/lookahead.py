"""Lookahead: the positions behind each option of a question, in imagined games.

If an option leads to another question to the same seat (give one card, then take one), that is expanded too,
up to the end of the seat's turn. At random events or revealed information a mind may stop: a position after
them is one of several possible ones, and is evaluated as such.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from math import inf
from typing import Any, NamedTuple, TypeVar

from server.games.copying import copier
from server.games.engine import Engine
from server.games.kernel import OPEN, Ask, Choice, answer, choose, settle

from ..document import Document, lines_of
from ..values import (
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

MAX_DEPTH = 3
"""Depth of the lookahead: own questions in a row, including the one asked."""

MAX_POSITIONS = 40
"""Positions below one option, with which its further questions are not expanded. With 300, greedy chose
better at 7 of 900 questions of Loyang and one of Bruges, but took two thirds longer in Loyang, and 230 ms
instead of 43 for the slowest choice in a hundred."""


class Tools(NamedTuple):
    """The game's functions for the lookahead: `clone`, the depth, which options do no good at all (`idle`),
    given the next choice (`vain`), or because they undo (`undoing`), whether values depend only on what the
    seat sees (`evident`), and a count of random events (`drawn`)."""

    clone: Callable[[Any], Any]
    reach: Reach
    idle: Idle
    vain: Vain
    undoing: Undoing
    evident: bool
    drawn: Drawn | None


def tools(engine: Engine) -> Tools:
    """Build the tools, once for each game, since the clone function is derived from annotations."""
    clone = copier(engine.state)
    assert clone is not None, "a game has lists of its own"
    reach, idle, vain = reach_of(engine, MAX_DEPTH), idle_of(engine), vain_of(engine)
    return Tools(clone, reach, idle, vain, undoing_of(engine), is_evident(engine), drawn_of(engine))


Imagined = Callable[[], Any]
"""Returns a game that fits what a seat sees; the game is created by the first call and cached."""


def imagined(engine: Engine, public: Any, private: Any, seat: int, seed: int) -> Imagined:
    """An imagined game that fits what a seat sees; `seed` determines the hidden rest."""
    return cache(lambda: engine.imagine(public, private, seat, seed))


def at_rest(clone: Callable[[Any], Any], game: Any, end: Ask) -> Any:
    """The position at which a turn is evaluated whose seat is asked to end it: after its end, or before it if
    the end brings luck. So the value is the expectation over the random event, not one of its outcomes."""
    behind = clone(game)
    answer(behind, end, end.options[0])
    if behind.sealed == OPEN:  # after luck the result is discarded, so the rest need not be computed
        settle(behind)
    return behind if behind.sealed == OPEN else game


def undoing(tools: Tools, document: Document, offers: Sequence[Choice]) -> set[int]:
    """The numbers of the options that would undo what the seat has done in its turn."""
    seat, prompt = document["mine"]["seat"], document["mine"]["ask"].get("prompt", "")
    back = tools.undoing(lines_of(document), seat, prompt)
    return {number for number, offer in enumerate(offers) if offer in back}


VALUE_EPSILON = 1e-6


def set_back(worths: list[float], idle: Collection[int]) -> None:
    """Lower the values of options that do no good just below the best of the rest."""
    rest = [worth for number, worth in enumerate(worths) if number not in idle]
    for number in idle if rest else ():
        worths[number] = min(worths[number], max(rest) - VALUE_EPSILON)


Judged = Iterable[tuple[int, float]]
"""Evaluated positions behind a seat's options: the number of the option, and the value for the seat."""

Preferred = Callable[[Any, Ask], Choice]
"""The choice of a mind in one game, before any later luck."""


def is_vain(tools: Tools, game: Any, seat: int, choice: Choice, preferred: Preferred) -> bool:
    """Does a choice of this seat do no good in an imagined game, given the choice that it prefers next?"""
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
    """Demote the best option as long as it is vain, and add it to `idle`."""
    while (most := max(range(len(worths)), key=worths.__getitem__)) not in idle and vain(offers[most]):
        idle.add(most)
        set_back(worths, idle)


class Lookahead:
    """The positions behind one seat's options in imagined games.

    `chance`: luck decided the seat's next question. `later`: luck came after all its questions. `stops`: at
    luck, evaluate the position as it is, even if the seat goes on, and evaluate a turn before the luck at its
    end. Without `stops`, the seat goes on choosing after the luck, separately in each imagined game.
    """

    def __init__(self, tools: Tools, seat: int, stops: bool = False, breadth: int = MAX_POSITIONS) -> None:
        self.positions = 0
        """Number of positions so far."""
        self.chance = self.later = False
        self.lucky: set[int] = set()
        """The options followed by luck, before or after the seat's further questions."""
        self.idle: set[int] = set()
        """The options that do no good."""
        self._number = 0
        self._drawn_before = 0
        self.came_out: set[int] = set()
        """The options that reveal something that may differ in another imagined game."""
        self._known: dict[int, list[Any]] = {}
        """Cached evaluations behind options that have the same result in every game."""
        self.seat = seat
        self._stops, self._breadth = stops, breadth
        self._clone, self._reach, self._idle, _, _, self._evident, self._drawn = tools

    def behind(
        self, world: Any, offers: Sequence[Choice], among: Iterable[int] | None = None
    ) -> Iterator[tuple[int, Any]]:
        """All positions behind these options, or those of `among`, with the number of the option. An option
        with several positions has the value of the best, since all choices on the way are the seat's own."""
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
        """The evaluations of all positions behind these options, each computed as soon as it is found, since
        storing all positions takes longer. With evident values, an option that reveals nothing has the same
        result in every game: it is not expanded again, and if no other option is left, no further game is
        imagined."""
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
        """The seat's question in another imagined game."""
        ask = self._asked(settle(world))
        assert ask is not None, "an imagined game asks what the real one asks"
        self.idle = {n for n, offer in enumerate(offers) if self._idle(world, self.seat, offer)}
        self._drawn_before = self._drawn(world) if self._drawn else 0
        return ask

    def _below(self, world: Any, ask: Ask, number: int, choice: Choice) -> Iterator[Any]:
        """All positions behind one option: after it and the seat's directly following choices. The next
        questions are expanded first, and further ones as long as there are fewer positions than `breadth`."""
        self._number, found = number, 0
        waiting = deque([(*self._after(self._clone(world), ask, choice), self._reach.depth - 1)])
        while waiting:
            game, following, depth = waiting.popleft()
            if following is None or depth == 0 or found + len(waiting) + 1 >= self._breadth:
                found += 1
                self.positions += 1
                yield game
                continue
            *others, last = self._useful(game, following.options)
            for option in others:
                waiting.append((*self._after(self._clone(game), following, option), depth - 1))
            waiting.append((*self._after(game, following, last), depth - 1))

    def _asked(self, asks: Sequence[Ask]) -> Ask | None:
        return next((ask for ask in asks if ask.seat == self.seat), None)

    def _after(self, child: Any, ask: Ask, choice: Choice) -> tuple[Any, Ask | None]:
        """The position after a choice, and the question of the seat to expand there, if any. The game is
        modified; pass a clone to keep it."""
        answer(child, ask, choice)
        following = self._asked(settle(child, self._stands))
        if child.sealed != OPEN:
            self._luck(child, following)
            if self._stops:
                following = None
        if following and following.prompt in self._reach.pauses:
            following = None
        elif following and following.prompt == "end_turn":
            # A seat that passes is not asked to end its turn, so compare all options at that moment.
            if self._stops:
                child = at_rest(self._clone, child, following)
            else:
                answer(child, following, following.options[0])
                settle(child, self._stands)
                if child.sealed != OPEN:
                    self._luck(child, None)
            following = None
        return child, following

    def _stands(self, ask: Ask) -> bool:
        """Is a position evaluated at this question instead of being expanded?"""
        return ask.seat != self.seat or ask.prompt in self._reach.pauses

    def _useful(self, game: Any, options: Sequence[Choice]) -> Sequence[Choice]:
        """The options that do some good: an option that would not be chosen then adds no value now."""
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
    """For each option the value of its best position, in one game."""
    best = [-inf] * len(offers)
    for number, worth in judged:
        best[number] = max(best[number], worth)
    return best


def best_of(offers: Sequence[Choice], judged: Judged, look: Lookahead) -> Choice:
    """The option with the highest value, in one expanded game."""
    worths = bests(offers, judged)
    set_back(worths, look.idle)
    return offers[worths.index(max(worths))]
