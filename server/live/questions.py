"""Answers questions about a seat's decision: why a choice is impossible, and what the seat sees, for bot
processes that compute a tip. Reads tables and changes nothing.
"""

from __future__ import annotations

import time
from typing import Final

from msgspec import Raw

from protocol.codec import packed
from protocol.frames import Because, Frame, Past, Study, Why
from server.net.client_socket import ClientSocket, Handles
from server.store.store import StoreAway
from server.table.document import face, private, public
from server.table.questions import reasons
from server.table.rights import Refusal, Who, may_study

from .live_table import LiveTable
from .registry import TableRegistry

STUDY_S: Final = 3.0
"""Seconds in which only one bot process of a hub gets a given question."""


class WhyNot:
    """Answers questions for the seats of a registry's tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.handles: Handles = {Why: self.asked, Study: self.asked}

    def asked(self, socket: ClientSocket, frame: Why | Study) -> None:
        """A client asks about a seat's decision."""
        if live := self.registry.admit(socket, frame.id, frame.table):
            self.registry.enqueue(live, self._answer, socket, frame)

    async def _answer(self, live: LiveTable, socket: ClientSocket, frame: Why | Study) -> None:
        try:
            answer = await self._found(live, socket, frame)
        except Refusal as refused:
            socket.refuse(frame.id, live.id, refused.code, refused.reason)
        except StoreAway:
            socket.refuse(frame.id, live.id, "storing")
        except Exception as wrong:  # nothing has changed: the table stays loaded
            await self.registry.blamed(live, wrong, f"at {type(frame).__name__}")
            socket.refuse(frame.id, live.id, "fault")
        else:
            socket.send(answer)

    async def _found(self, live: LiveTable, socket: ClientSocket, frame: Why | Study) -> Frame:
        """Checks the log for newer entries before it refuses."""
        try:
            return answer_of(live, socket, frame)
        except Refusal:
            if live.table is None or not await self.registry.follower.caught_up(live):
                raise
        return answer_of(live, socket, frame)


def answer_of(live: LiveTable, socket: ClientSocket, frame: Why | Study) -> Frame:
    """The answer, from the seat's view. Raises Refusal."""
    if live.table is None:
        raise Refusal(live.trouble, live.reason)
    if isinstance(frame, Why):
        return Because(frame.id, live.id, reasons(live.table, socket.person, frame))
    may_study(live.table, Who(socket.person, socket.name, socket.bot), frame)
    number, until = live.studied.get(frame.seat, (0, 0.0))
    if number == frame.ask and time.monotonic() < until:
        raise Refusal("taken")
    live.studied[frame.seat] = frame.ask, time.monotonic() + STUDY_S
    seen = public(live.table, face(live.table)), private(live.table, frame.seat)
    return Past(live.id, frame.seat, live.table.version, *(Raw(packed(part)) for part in seen))
