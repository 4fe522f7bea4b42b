"""Tips for people, computed by a bot process: it lists waiting seats, requests their documents, and answers.

Any process may handle any question: a hub shows it to one process at a time, and the first answer counts. The
strongest level of the game computes the tip in a separate worker process, so that neither the socket nor a
bot's move waits for it. Further questions wait in a queue, unless another bot process is free; a document is
requested only when its turn comes. Every answer takes the same time, since all players see when the table
goes on.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from math import ceil
from random import uniform
from typing import Any, Final

from protocol.codec import unpacked
from protocol.frames import Past, Refused, Study, Wanted, Welcome
from protocol.session import AGAIN, Session

from ..document import Document
from ..explain.reasons import TipContent
from ..explain.tips import strongest
from .worker_pool import WorkerPool

REQUEST_SPREAD_S: Final = 0.2
"""Requests of several processes for the same question are spread over this time (seconds)."""

RETRY_AFTER_S: Final = 3.5
"""Pause before another request, after another process got the question or no tip was found (seconds)."""

TIP_TIME_S: Final = 0.5
"""Time budget for computing a tip (seconds)."""

OTHER_PROCESS_AFTER_S: Final = 2.8
"""Time after which the hub may show the question to another process (seconds)."""

MAX_ATTEMPTS: Final = 3
"""Attempts for one question that yields no tip."""

ANSWER_PAUSE_S: Final = 0.8
"""Time from the question to the answer (seconds), independent of the thinking time; a late answer comes after
a multiple of it."""

Waiting = tuple[str, int, int]
"""A table, a seat, the number of its question."""


class TipService:
    """The tips that one process computes over its session."""

    def __init__(self, session: Session) -> None:
        self.given = 0
        self.worker_pool = WorkerPool(1, TIP_TIME_S)
        """Separate from the pool of the bots, so that no move waits for a tip."""
        self._session = session
        self._minds: dict[str, list[str]] = {}
        """The minds that people may ask for a tip, by game."""
        self._waiting: dict[str, set[Waiting]] = {}
        """Questions that wait for a tip, by table."""
        self._line: deque[Waiting] = deque()
        """Queue of questions to study."""
        self._studying: tuple[int, Waiting] | None = None
        """The question whose document was requested, with the id of the frame."""
        self._thought: Counter[Waiting] = Counter()
        """Number of attempts by question."""
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Cancel the current tip and stop the workers."""
        if self._task is not None:
            self._task.cancel()
        await self.worker_pool.close()

    def heard(self, frame: Any) -> None:
        """Process one frame of the server."""
        match frame:
            case Welcome():  # the server sends all waiting seats again
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
                    self._later(RETRY_AFTER_S, self._studying[1])
                self._studying = None
                self._next()

    def _wanted(self, frame: Wanted) -> None:
        known = self._waiting.pop(frame.table, set())
        for done in known - {(frame.table, seat, ask) for seat, ask in frame.tips}:
            del self._thought[done]
        if not frame.tips:
            return
        self._minds[frame.game] = frame.minds
        self.worker_pool.begin()
        now = self._waiting[frame.table] = {(frame.table, seat, ask) for seat, ask in frame.tips}
        for waiting in now - known:
            self._later(uniform(0, REQUEST_SPREAD_S), waiting)

    def _later(self, seconds: float, waiting: Waiting) -> None:
        asyncio.get_running_loop().call_later(seconds, self._stand_in_line, waiting)

    def _stand_in_line(self, waiting: Waiting) -> None:
        if waiting not in self._line:
            self._line.append(waiting)
        self._next()

    def _next(self) -> None:
        """Request the document of the next question, if no tip is being computed and the question is still
        open."""
        while self._line and not self._studying and not self._task:
            waiting = self._line.popleft()
            if waiting in self._waiting.get(waiting[0], ()):
                frame = Study(self._session.next_id(), *waiting)
                self._studying = frame.id, waiting
                self._session.say(frame)
                asyncio.get_running_loop().call_later(RETRY_AFTER_S, self._storing_notices, frame.id)

    def _storing_notices(self, id: int) -> None:
        """Retry after a timeout without a reply."""
        if self._studying and self._studying[0] == id:
            _, waiting = self._studying
            self._studying = None
            self._stand_in_line(waiting)

    def _shown(self, frame: Past) -> None:
        """A document arrived: compute its tip, if it is the requested one."""
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
        """Compute the tip and send it at the next multiple of the answer pause; without a tip, retry
        later."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self._thought[waiting] += 1
        level = strongest(self._minds.get(document["public"]["table"]["game"], []))
        advice = await self.worker_pool.advise(level, document, begun + OTHER_PROCESS_AFTER_S)
        if advice is not None:
            pauses = max(1, ceil((loop.time() - begun) / ANSWER_PAUSE_S))
            loop.call_at(begun + pauses * ANSWER_PAUSE_S, self._answer, waiting, advice)
        elif self._thought[waiting] < MAX_ATTEMPTS:
            self._later(RETRY_AFTER_S, waiting)

    def _answer(self, waiting: Waiting, advice: TipContent) -> None:
        self.given += 1
        self._session.change(advice.told(self._session.next_id(), *waiting))
