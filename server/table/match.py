"""A game in progress: its questions and their numbers, choices, and undo. Sans I/O.

Choices that can be undone are stored as one packed game, the *base*, and the list of choices made since. Undo
starts again from the base and repeats the other choices. This restores the former bytes exactly and needs no
further memory. It also works for simultaneous turns: later choices of the other lanes are repeated, and if
one of them is no longer possible, the undo is refused.
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


class ChoiceLines(NamedTuple):
    """The log lines that one choice has written, and the seat that made it."""

    seat: int
    lines: Sequence[tuple[Any, ...]]


def everybody(seat: int) -> bool:
    """The default: every seat belongs to a person."""
    return True


class ChangePolicy(NamedTuple):
    """How a table carries out one change of its game."""

    version: int
    """The version of the table that the change makes; it numbers new questions."""
    automatic: Callable[[int], bool]
    """Does the table answer a question with a single option for this seat?"""
    people: Callable[[int], bool] = everybody
    """Does this seat belong to a person? For people the table makes no choice that has a cost, and none that
    would prevent an undo."""


class Sealed(Exception):
    """The seat has nothing to undo."""


class Match:
    """One game. `state.game` is always the packed game after the last change, so a fault loses nothing."""

    def __init__(self, engine: Engine, state: MatchState) -> None:
        self.engine = engine
        self.state = state
        self.game: Game = unpack(engine.state, state.game)
        self.asks: Sequence[Ask] = settle(self.game)

    @classmethod
    def begin(cls, engine: Engine, seats: int, seed: int, options: Any, policy: ChangePolicy) -> Match:
        """Set up a game and run it to its first question."""
        return cls.go_on(engine, engine.setup(seats, seed, options), policy)

    @classmethod
    def go_on(cls, engine: Engine, game: Game, policy: ChangePolicy) -> Match:
        """Run a game from its present state to its next question. Earlier choices can't be undone."""
        settle(game)
        match = cls(engine, MatchState(pack(game), b""))
        begun = match.game.said
        answered = match._answer_single(policy)
        match.game.said = [*begun, *(line for said in answered for line in said.lines)]
        match._finish(set(), (), policy.version)
        return match

    @property
    def over(self) -> bool:
        return not self.asks

    def ask(self, seat: int) -> Ask | None:
        """The open question of a seat."""
        for ask in self.asks:
            if ask.seat == seat:
                return ask
        return None

    def act(self, seat: int, choice: Choice, policy: ChangePolicy) -> list[ChoiceLines]:
        """Make a choice that answers the seat's question. Returns the log lines of this choice and of every
        automatic answer after it.

        Raises IllegalChoice, or the exception of a fault in the game; the match is unchanged then.
        """
        before, base, since = self.asks, self.state.base, self.state.since
        try:
            said = ChoiceLines(seat, self._choose(seat, choice, auto=False))
            answered = self._answer_single(policy)
        except Exception:
            self.state.base, self.state.since = base, since
            self.restore()
            raise
        self._finish({seat}, before, policy.version)
        return [said, *answered]

    def would_undo(self, seat: int) -> bool:
        """Can the seat's last choice be undone while all later choices of others are kept? Tries it on a
        copy."""
        try:
            Match(self.engine, copy(self.state)).undo(seat, 0)
        except Sealed:
            return False
        return True

    def undo(self, seat: int, version: int) -> None:
        """Undo the seat's last choice. Raises Sealed if that is not possible; the match is unchanged then."""
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
        """Make all choices so far final."""
        self.state.base, self.state.since, self.state.undo = b"", [], {}

    def can_undo(self, seat: int) -> bool:
        """May the seat undo its last choice? Replays don't check this: older logs contain undo entries that
        it would refuse."""
        last = self._last_own(seat)
        return last is not None and (self.ask(seat) is not None or not self.state.since[last].stands)

    def restore(self) -> None:
        """Go back to the game after the last successful change."""
        self.game = unpack(self.engine.state, self.state.game)
        self.asks = settle(self.game)

    def scores(self) -> list[Score]:
        return self.engine.scores(self.game)

    def check(self) -> int:
        """CRC-32 of the packed game."""
        return zlib.crc32(self.state.game)

    # -- internals ---------------------------------------------------------------------------------

    def _choose(self, seat: int, choice: Choice, auto: bool) -> list[tuple[Any, ...]]:
        ask = self.ask(seat)
        assert ask is not None, f"seat {seat} is not asked"
        before = pack(self.game) if auto else self.state.game
        side_by_side = in_lanes(self.game)
        self.asks = choose(self.game, ask, choice)
        made = Chosen(seat, *choice, fixed=self.game.sealed == OWN, auto=auto, stands=self.game.stands(ask))
        self._remember(made, before, side_by_side)
        return list(self.game.said)

    def _remember(self, made: Chosen, before: bytes, side_by_side: bool) -> None:
        """Store the choice for undo, and drop the choices that it makes final."""
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

    def _answer_single(self, policy: ChangePolicy) -> list[ChoiceLines]:
        """Answer questions with a single option, for the seats that have automatic answers.

        Choices that have a cost are left to people, and so are choices after which a person could undo less.
        """
        _, automatic, people = policy
        left: list[Ask] = []
        answered: list[ChoiceLines] = []
        while ask := next((a for a in self.asks if a.forced and automatic(a.seat) and a not in left), None):
            said = None if ask.costs and people(ask.seat) else self._answer_harmless(ask, people)
            if said is None:
                left.append(ask)
            else:
                answered.append(ChoiceLines(ask.seat, said))
        return answered

    def _answer_harmless(self, ask: Ask, people: Callable[[int], bool]) -> list[tuple[Any, ...]] | None:
        """Give the only answer, unless a person could undo less after it. None: nothing was done."""
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

    def _able(self, people: Callable[[int], bool]) -> set[int]:
        """The people who can undo their last choice, given all later choices of others."""
        chosen = {made.seat for made in self.state.since}
        able = {seat for seat in chosen if people(seat) and self._last_own(seat) is not None}
        return {seat for seat in able if self.would_undo(seat)} if len(chosen) > 1 else able

    def _repeat(self, made: Chosen) -> None:
        """Repeat a choice after an earlier one was undone."""
        ask, choice = self.ask(made.seat), Choice(made.verb, made.noun)
        if ask is None or choice not in ask.options:
            raise Sealed
        self.asks = choose(self.game, ask, choice)
        if self.game.sealed > (OWN if made.fixed else 0):
            raise Sealed

    def _last_own(self, seat: int) -> int | None:
        """The index in `since` of the seat's last own choice, if it can be undone."""
        since = self.state.since
        for i in range(len(since) - 1, -1, -1):
            if since[i].seat == seat and not since[i].auto:
                return None if since[i].fixed else i
        return None

    def _finish(self, answered: set[int], before: Sequence[Ask], version: int) -> None:
        """Pack the new state and number the questions: each new question gets a new number."""
        state = self.state
        state.game = pack(self.game)
        old = {ask.seat: ask for ask in before if ask.seat not in answered}
        state.numbers = {
            ask.seat: state.numbers[ask.seat] if old.get(ask.seat) == ask else version for ask in self.asks
        }
        able = sorted({made.seat for made in state.since if self.can_undo(made.seat)})
        state.undo = {seat: version if seat in answered else state.undo.get(seat, version) for seat in able}
