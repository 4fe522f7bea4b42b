"""A game in progress: its questions and their numbers, choices, and taking them back. No input or output.

What can be taken back is kept as one packed game, the *base*, and the choices made since. Taking a
choice back starts again from the base and makes the others anew, which restores the former bytes
exactly, costs no memory, and works for turns side by side as well: there, what the other lanes chose
later is chosen again, and where that is no longer possible the undo is refused.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from server.games.engine import Engine, Score
from server.games.kernel import ALL, OWN, Ask, Choice, Game, choose, in_lanes, settle
from server.games.packing import pack, unpack

from .entries import Chosen, MatchState

Automatic = Callable[[int], bool]
"""Does the table answer a question with a single option for this seat by itself?"""

People = Callable[[int], bool]
"""Does this seat belong to a person? For a person the table does nothing that costs, and nothing that takes
away what could still be taken back."""


class Said(NamedTuple):
    """The lines of the log that one choice has written, and whose choice it was."""

    seat: int
    lines: Sequence[tuple[Any, ...]]


def everybody(seat: int) -> bool:
    """Where it is not said, every seat belongs to a person."""
    return True


class Sealed(Exception):
    """The seat has nothing to take back."""


class Match:
    """One game. `state.game` always is the packed game as of the last change, so a fault loses nothing."""

    def __init__(self, engine: Engine, state: MatchState) -> None:
        self.engine = engine
        self.state = state
        self.game: Game = unpack(engine.state, state.game)
        self.asks: Sequence[Ask] = settle(self.game)

    @classmethod
    def begin(
        cls,
        engine: Engine,
        seats: int,
        seed: int,
        options: Any,
        automatic: Automatic,
        version: int,
        people: People = everybody,
    ) -> Match:
        """Set up and run to the first question."""
        return cls.go_on(engine, engine.setup(seats, seed, options), automatic, version, people)

    @classmethod
    def go_on(
        cls, engine: Engine, game: Game, automatic: Automatic, version: int, people: People = everybody
    ) -> Match:
        """Run a game from where it is to its next question. What led there can't be taken back."""
        settle(game)
        match = cls(engine, MatchState(pack(game), b""))
        begun = match.game.said
        answered = match._answer_single(automatic, people)
        match.game.said = [*begun, *(line for said in answered for line in said.lines)]
        match._finish(set(), (), version)
        return match

    @property
    def over(self) -> bool:
        return not self.asks

    def ask(self, seat: int) -> Ask | None:
        """The question open to a seat."""
        for ask in self.asks:
            if ask.seat == seat:
                return ask
        return None

    def act(
        self, seat: int, choice: Choice, automatic: Automatic, version: int, people: People = everybody
    ) -> list[Said]:
        """Make a choice that answers the seat's question; returns what tells of it, and of every answer that
        was given for a seat after it.

        Raises IllegalChoice, or whatever a fault raises, with the match as it was before.
        """
        before, base, since = self.asks, self.state.base, self.state.since
        try:
            said = Said(seat, self._choose(seat, choice, auto=False))
            answered = self._answer_single(automatic, people)
        except Exception:
            self.state.base, self.state.since = base, since
            self.restore()
            raise
        self._finish({seat}, before, version)
        return [said, *answered]

    def would_undo(self, seat: int) -> bool:
        """Can the seat's last choice be taken back, with all others' later ones kept? Tries it on a copy."""
        try:
            Match(self.engine, copy(self.state)).undo(seat, 0)
        except Sealed:
            return False
        return True

    def undo(self, seat: int, version: int) -> None:
        """Take back the seat's last choice. Raises Sealed where that can't be, with nothing changed."""
        mine = self._last_own(seat)
        if mine is None:
            raise Sealed
        before, since = self.asks, self.state.since
        later = mine + 1
        while later < len(since) and since[later].auto and since[later].seat == seat:
            later += 1
        try:
            self.game = unpack(self.engine.state, self.state.base)
            self.asks = settle(self.game)
            for made in (*since[:mine], *since[later:]):
                self._repeat(made)
        except Exception:
            self.restore()
            raise
        self.state.since = [*since[:mine], *since[later:]]
        self._finish({seat}, before, version)

    def seal(self) -> None:
        """Nothing chosen so far can be taken back any more."""
        self.state.base, self.state.since, self.state.undo = b"", [], {}

    def can_undo(self, seat: int) -> bool:
        return self._last_own(seat) is not None

    def restore(self) -> None:
        """Go back to the game as it was after the last change that went well."""
        self.game = unpack(self.engine.state, self.state.game)
        self.asks = settle(self.game)

    def scores(self) -> list[Score]:
        return self.engine.scores(self.game)

    def check(self) -> int:
        """CRC-32 of the packed game."""
        return zlib.crc32(self.state.game)

    # -- the inside --------------------------------------------------------------------------------

    def _choose(self, seat: int, choice: Choice, auto: bool) -> list[tuple[Any, ...]]:
        ask = self.ask(seat)
        assert ask is not None, f"seat {seat} is not asked"
        before = pack(self.game) if auto else self.state.game
        side_by_side = in_lanes(self.game)
        self.asks = choose(self.game, ask, choice)
        self._remember(Chosen(seat, *choice, fixed=self.game.sealed == OWN, auto=auto), before, side_by_side)
        return list(self.game.said)

    def _remember(self, made: Chosen, before: bytes, side_by_side: bool) -> None:
        """Keep what is needed to take this choice back, and forget what it seals."""
        state = self.state
        if self.game.sealed == ALL or (made.fixed and not side_by_side):
            state.base, state.since = b"", []
            return
        if not state.base or (not side_by_side and any(old.seat != made.seat for old in state.since)):
            state.base, state.since = before, []
        former = state.since
        if made.fixed:
            former = [replace(old, fixed=True) if old.seat == made.seat else old for old in former]
        state.since = [*former, made]

    def _answer_single(self, automatic: Automatic, people: People) -> list[Said]:
        """Answer questions that leave no choice, as everybody can see, for the seats that want it so.

        What costs is left to people, and so is what would take from a person what can still be taken back.
        """
        left: list[Ask] = []
        answered: list[Said] = []
        while ask := next((a for a in self.asks if a.forced and automatic(a.seat) and a not in left), None):
            said = None if ask.costs and people(ask.seat) else self._answer_harmless(ask, people)
            if said is None:
                left.append(ask)
            else:
                answered.append(Said(ask.seat, said))
        return answered

    def _answer_harmless(self, ask: Ask, people: People) -> list[tuple[Any, ...]] | None:
        """Give the only answer, unless a person could take back less after it. None: nothing was done."""
        state = self.state
        able = self._able(people)
        before, base, since = pack(self.game) if able else b"", state.base, state.since
        said = self._choose(ask.seat, ask.options[0], auto=True)
        if able <= self._able(people):
            return said
        self.game = unpack(self.engine.state, before)
        self.asks = settle(self.game)
        state.base, state.since = base, since
        return None

    def _able(self, people: People) -> set[int]:
        """The people who can take back their last choice, whatever others have chosen since."""
        chosen = {made.seat for made in self.state.since}
        able = {seat for seat in chosen if people(seat) and self.can_undo(seat)}
        return {seat for seat in able if self.would_undo(seat)} if len(chosen) > 1 else able

    def _repeat(self, made: Chosen) -> None:
        """Make a choice once more after an earlier one was taken back."""
        ask, choice = self.ask(made.seat), Choice(made.verb, made.noun)
        if ask is None or choice not in ask.options:
            raise Sealed
        self.asks = choose(self.game, ask, choice)
        if self.game.sealed > (OWN if made.fixed else 0):
            raise Sealed

    def _last_own(self, seat: int) -> int | None:
        """Where in `since` the seat's last own choice lies, if it can be taken back."""
        since = self.state.since
        for i in range(len(since) - 1, -1, -1):
            if since[i].seat == seat and not since[i].auto:
                return None if since[i].fixed else i
        return None

    def _finish(self, answered: set[int], before: Sequence[Ask], version: int) -> None:
        """Pack the new state, and number the questions: a new number for each that is new."""
        state = self.state
        state.game = pack(self.game)
        old = {ask.seat: ask for ask in before if ask.seat not in answered}
        state.numbers = {
            ask.seat: state.numbers[ask.seat] if old.get(ask.seat) == ask else version for ask in self.asks
        }
        able = sorted({made.seat for made in state.since if self.can_undo(made.seat)})
        state.undo = {seat: version if seat in answered else state.undo.get(seat, version) for seat in able}
