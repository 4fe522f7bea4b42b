"""What is asked about a seat's open question: why something can't be chosen, and, by bot processes that are
to give a tip, what the seat sees. Reads a table, changes nothing."""

from __future__ import annotations

import time
from typing import Final

from msgspec import Raw

from protocol.codec import packed
from protocol.frames import Because, Frame, Past, Study, Why
from server.games.reasons import NoSuchThing, why_not
from server.store.store import StoreAway
from server.table.document import face, private, public
from server.table.rights import Refusal, Who, may_study
from server.table.table import Table

from .desk import Desk
from .live import Live
from .socket import Handles, Socket

STUDY_S: Final = 3.0
"""Seconds in which no second bot process of a hub is shown the same question."""


class Reasons:
    """Answers about open questions, for the seats of a desk's tables."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.handles: Handles = {Why: self.asked, Study: self.asked}

    def asked(self, socket: Socket, frame: Why | Study) -> None:
        """Somebody wants to know something about a seat's question."""
        if live := self.desk.admit(socket, frame.id, frame.table):
            self.desk.enqueue(live, self._answer, socket, frame)

    async def _answer(self, live: Live, socket: Socket, frame: Why | Study) -> None:
        try:
            answer = await self._found(live, socket, frame)
        except Refusal as refused:
            socket.refuse(frame.id, live.id, refused.code, refused.reason)
        except StoreAway:
            socket.refuse(frame.id, live.id, "storing")
        else:
            socket.send(answer)

    async def _found(self, live: Live, socket: Socket, frame: Why | Study) -> Frame:
        """Refuses nothing on the strength of a copy that the log is ahead of."""
        try:
            return found(live, socket, frame)
        except Refusal:
            if live.table is None or not await self.desk.follower.caught_up(live):
                raise
        return found(live, socket, frame)


def found(live: Live, socket: Socket, frame: Why | Study) -> Frame:
    """The answer, from what the seat may see. Raises Refusal."""
    if live.table is None:
        raise Refusal(live.trouble)
    if isinstance(frame, Why):
        return Because(frame.id, live.id, reasons(live.table, socket.person, frame))
    may_study(live.table, Who(socket.person, socket.name, socket.bot), frame)
    number, until = live.studied.get(frame.seat, (0, 0.0))
    if number == frame.ask and time.monotonic() < until:
        raise Refusal("taken")
    live.studied[frame.seat] = frame.ask, time.monotonic() + STUDY_S
    seen = public(live.table, face(live.table)), private(live.table, frame.seat)
    return Past(live.id, frame.seat, live.table.version, *(Raw(packed(part)) for part in seen))


def reasons(table: Table, person: str, frame: Why) -> list[list[object]]:
    """Why the thing can't be chosen, from what its seat may see. Raises Refusal."""
    if frame.seat not in table.seats_of(person):
        raise Refusal("not-your-seat")
    match = table.match
    ask = match.ask(frame.seat) if match is not None and table.state.phase == "playing" else None
    if match is None or ask is None:
        raise Refusal("not-your-turn")
    if match.state.numbers[frame.seat] != frame.ask:
        raise Refusal("stale")
    try:
        return [[*line] for line in why_not(table.engine.things, match.game, ask, frame.thing, frame.noun)]
    except NoSuchThing as wrong:
        raise Refusal("illegal", f"There is no {frame.thing} {frame.noun} for this seat.") from wrong
