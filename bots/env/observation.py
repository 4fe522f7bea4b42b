"""Observations: a flat array for each seat, made from the views that its client would get, and nothing else.

An array has these parts one after the other; `Layout.names` has the places of each:

    me            the observing seat by its number, which the steps below use
    asked         1 for each seat that has a question, the observing seat first, as in all lists of seats
    prompt        the observing seat's own question: a place for each kind; zeros if it has none
    said          how much of an amount the seat has said so far (`vocabulary.Prefix`)
    step 0, 1, 2  what the game does next, as far as the seat sees it: a place for each kind of step, then the
                  numbers that the step remembers (`STEP_NUMBERS`, cut or padded with zeros)
    public NAME, private NAME
                  the fields of the views, as the tables of the game say (`games/`)

With features, the numbers of `bots/features` take the place of the views. They are computed in a game that is
imagined from the same views, so they can't tell more either.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from server.games.catalogue import texts
from server.games.engine import Engine, View
from server.games.kernel import Ask, settle
from server.games.packing import step_names

from ..features import Features, features_of
from ..search.encoding import batch, position, width_of
from .games import Tables
from .parts import Buffer, Kind, Number, Numbers, Parts, TooWide, placed
from .vocabulary import Prefix

SEEN_STEPS: Final = 3
STEP_NUMBERS: Final = 6

IMAGINED_BY: Final = 0
"""The seed of the imagined game behind features: always the same, so that equal views give equal arrays."""

Observation = NDArray[Any]


class Layout:
    """The places of an observation in a game with these options and this number of seats."""

    def __init__(
        self, engine: Engine, tables: Tables, seats: int, options: Any, features: bool = False
    ) -> None:
        self._engine, self._seats = engine, seats
        steps = step_names(engine.state)
        self._kinds, self._lanes = len(steps), steps.index("Lanes")
        prompts = sorted(texts(engine.name, "en")["prompts"])
        self._prompts = {prompt: number for number, prompt in enumerate(prompts)}
        question: Parts = {
            "me": Kind(seats),
            "asked": Numbers(seats),
            "prompt": Kind(len(prompts)),
            "said": Number(),
            **{f"step {number}": Numbers(self._kinds + STEP_NUMBERS) for number in range(SEEN_STEPS)},
        }
        self._question, at = placed(question, seats)
        self._public, at = placed({} if features else tables.PUBLIC, seats, at)
        self._private, self._length = placed({} if features else tables.PRIVATE, seats, at)
        self._places = {row.name: row.at for row in self._question}
        self._features: Features | None = features_of(engine) if features else None
        self.width = self._length
        self.dtype: type[np.int16] | type[np.float32] = np.int16
        if self._features is not None:
            begun = engine.setup(seats, IMAGINED_BY, options)
            settle(begun)
            self.width += width_of(self._features, position(self._features, begun, 0))
            self.dtype = np.float32

    @property
    def names(self) -> dict[str, range]:
        """The places of each part."""
        named = [
            *((name, part, at) for name, part, at in self._question),
            *((f"public {name}", part, at) for name, part, at in self._public),
            *((f"private {name}", part, at) for name, part, at in self._private),
        ]
        found = {name: range(at, at + part.width(self._seats)) for name, part, at in named}
        return found | ({"features": range(self._length, self.width)} if self._features else {})

    def array(
        self, public: View, private: View, me: int, asks: Sequence[Ask], said: Prefix | None
    ) -> Observation:
        """The observation of seat `me`. Raises TooWide if a value of a view has no place."""
        into: Buffer = array("h", bytes(2 * self._length))
        self._put_question(into, public["resume"], me, asks, said)
        name, seats = "", self._seats
        try:
            for name, part, at in self._public:
                part.put(into, at, public[name], me, seats)
            for name, part, at in self._private:
                if name in private:
                    part.put(into, at, private[name], me, seats)
        except (IndexError, KeyError, OverflowError, TooWide) as wrong:
            raise TooWide(f"{self._engine.name}: {name} has no place here: {wrong!r}") from wrong
        seen = np.frombuffer(into, np.int16)
        return (
            seen if self._features is None else self._with_features(self._features, seen, public, private, me)
        )

    def _put_question(
        self, into: Buffer, resume: Sequence[Any], me: int, asks: Sequence[Ask], said: Prefix | None
    ) -> None:
        places = self._places
        into[me] = 1
        for ask in asks:
            into[places["asked"] + (ask.seat - me) % self._seats] = 1
            if ask.seat == me:
                into[places["prompt"] + self._prompts[ask.prompt]] = 1
        if said is not None:
            into[places["said"]] = said.beyond
        at = places["step 0"]
        for step in reversed(self._stack_of(resume, me)[-SEEN_STEPS:]):
            into[at + step[0]] = 1
            at += self._kinds
            for number, value in zip(range(STEP_NUMBERS), _numbers(step[1:]), strict=False):
                into[at + number] = value
            at += STEP_NUMBERS

    def _stack_of(self, stack: Sequence[Any], me: int) -> Sequence[Any]:
        """The steps of the seat's own lane where seats play in parallel, else those of the game."""
        while stack and stack[-1][0] == self._lanes:
            own = [steps for seat, steps in stack[-1][1] if seat == me and steps]
            if not own:
                break
            stack = own[0]
        return stack

    def _with_features(
        self, features: Features, question: Observation, public: View, private: View, me: int
    ) -> Observation:
        game = self._engine.imagine(public, private, me, IMAGINED_BY)
        inputs = batch(features, [position(features, game, me)]).inputs[0, me]
        return np.concatenate([question.astype(np.float32), inputs])


def _numbers(fields: Sequence[Any]) -> Iterator[int]:
    """All numbers of a step's fields, also those in lists."""
    for field in fields:
        if isinstance(field, list | tuple):
            yield from _numbers(field)
        elif isinstance(field, int):
            yield int(field)
