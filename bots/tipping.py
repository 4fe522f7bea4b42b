"""Tips for people, given by a bot process: hears of seats that wait for one, is shown what they see, answers.

Any process may take any question: a hub shows one to a single process at a time, and the first answer counts.
It is thought about by the strongest level that the game offers, in a process that does nothing else, so that
neither the sockets nor a bot's move waits for it. Who asks while it thinks stands in line, unless another bot
process has time: nothing is shown here before its turn. An answer comes after the same while each time, since
everybody sees when the table goes on.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from math import ceil
from random import uniform
from typing import Any, Final

from protocol.codec import unpacked
from protocol.frames import Past, Refused, Study, Teach, Wanted, Welcome

from .document import Document
from .session import AGAIN, Session
from .teaching import Advice, strongest
from .thinkers import Thinkers

SPREAD: Final = 0.2
"""Seconds over which processes ask to be shown a question, so that they don't all do so at once."""

LATER: Final = 3.5
"""Seconds until one asks again where another process seemed to be faster, or nothing was found."""

THINKING: Final = 0.5
"""Seconds that a tip may be thought about."""

PATIENCE: Final = 2.8
"""Seconds after which another process may have been shown the question."""

TRIES: Final = 3
"""How often one question is thought about, where nothing is found."""

PAUSE: Final = 0.8
"""Seconds from the question to the answer, whatever there was to think about; for a late one twice that, or
more."""

Waiting = tuple[str, int, int]
"""A table, a seat, the number of its question."""


class Tipping:
    """The tips that one process gives over its session."""

    def __init__(self, session: Session) -> None:
        self.given = 0
        self.thinkers = Thinkers(1, THINKING)
        """Its own, so that no bot's move waits for a tip."""
        self._session = session
        self._minds: dict[str, list[str]] = {}
        """By game, which minds people may ask for."""
        self._waiting: dict[str, set[Waiting]] = {}
        """By table, who waits as far as is known."""
        self._line: deque[Waiting] = deque()
        """Who is to be looked at next."""
        self._studying: tuple[int, Waiting] | None = None
        """What was asked to be shown, with the id of the frame."""
        self._thought: Counter[Waiting] = Counter()
        """How often a question was thought about."""
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """End what thinks."""
        if self._task is not None:
            self._task.cancel()
        await self.thinkers.close()

    def heard(self, frame: Any) -> None:
        """Take in one frame of the server."""
        match frame:
            case Welcome():  # all who wait are told again
                self._waiting.clear()
                self._line.clear()
                self._thought.clear()
                self._studying = None
            case Wanted():
                self._wanted(frame)
            case Past():
                self._shown(frame)
            case Refused() if self._studying and self._studying[0] == frame.id:
                if frame.code == "taken" or frame.code in AGAIN:
                    self._later(LATER, self._studying[1])
                self._studying = None
                self._next()

    def _wanted(self, frame: Wanted) -> None:
        known = self._waiting.pop(frame.table, set())
        for done in known - {(frame.table, seat, ask) for seat, ask in frame.tips}:
            del self._thought[done]
        if not frame.tips:
            return
        self._minds[frame.game] = frame.minds
        self.thinkers.begin()
        now = self._waiting[frame.table] = {(frame.table, seat, ask) for seat, ask in frame.tips}
        for waiting in now - known:
            self._later(uniform(0, SPREAD), waiting)

    def _later(self, seconds: float, waiting: Waiting) -> None:
        asyncio.get_running_loop().call_later(seconds, self._stand_in_line, waiting)

    def _stand_in_line(self, waiting: Waiting) -> None:
        if waiting not in self._line:
            self._line.append(waiting)
        self._next()

    def _next(self) -> None:
        """Ask to be shown the next question, if there is time and somebody still waits."""
        while self._line and not self._studying and not self._task:
            waiting = self._line.popleft()
            if waiting in self._waiting.get(waiting[0], ()):
                frame = Study(self._session.next_id(), *waiting)
                self._studying = frame.id, waiting
                self._session.say(frame)
                asyncio.get_running_loop().call_later(LATER, self._unanswered, frame.id)

    def _unanswered(self, id: int) -> None:
        """Go on where nothing has come."""
        if self._studying and self._studying[0] == id:
            _, waiting = self._studying
            self._studying = None
            self._stand_in_line(waiting)

    def _shown(self, frame: Past) -> None:
        """A question is shown: have it thought about, if it is the one that was asked for."""
        document: Document = {"public": unpacked(frame.public), "mine": unpacked(frame.mine)}
        number = document["mine"].get("ask", {}).get("number", 0)
        if not self._studying or self._studying[1] != (frame.table, frame.seat, number):
            return
        (_, waiting), self._studying = self._studying, None
        self._task = asyncio.create_task(self._think(waiting, document))
        self._task.add_done_callback(self._thinks_no_more)

    def _thinks_no_more(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            self._next()

    async def _think(self, waiting: Waiting, document: Document) -> None:
        """Find the tip, and say it when it is time; where none is found, think once more later."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self._thought[waiting] += 1
        level = strongest(self._minds.get(document["public"]["table"]["game"], []))
        advice = await self.thinkers.advise(level, document, begun + PATIENCE)
        if advice is not None:
            pauses = max(1, ceil((loop.time() - begun) / PAUSE))
            loop.call_at(begun + pauses * PAUSE, self._answer, waiting, advice)
        elif self._thought[waiting] < TRIES:
            self._later(LATER, waiting)

    def _answer(self, waiting: Waiting, advice: Advice) -> None:
        self.given += 1
        id, (verb, noun) = self._session.next_id(), advice.best
        second = [(*advice.second,)] if advice.second else []
        then = [(*choice,) for choice in advice.then]
        shares, brings, rather, together = advice.shares, advice.brings, advice.rather, advice.together
        answer = Teach(id, *waiting, verb, noun, second, shares, brings, rather, then, together)
        self._session.change(answer)
