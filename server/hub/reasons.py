"""Why something that a seat sees can't be chosen, for who asks. Reads a table, changes nothing."""

from __future__ import annotations

from protocol.frames import Because, Why
from server.games.reasons import NoSuchThing, why_not
from server.store.store import StoreAway
from server.table.rights import Refusal
from server.table.table import Table

from .desk import Desk
from .live import Live
from .socket import Handles, Socket


class Reasons:
    """Answers why, for the seats of a desk's tables that are asked something."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.handles: Handles = {Why: self.why}

    def why(self, socket: Socket, frame: Why) -> None:
        """A seat wants to know why it can't choose something."""
        if live := self.desk.admit(socket, frame.id, frame.table):
            self.desk.enqueue(live, self._why, socket, frame)

    async def _why(self, live: Live, socket: Socket, frame: Why) -> None:
        try:
            reasons = await self._reasons(live, socket.person, frame)
        except Refusal as refused:
            socket.refuse(frame.id, live.id, refused.code, refused.reason)
        except StoreAway:
            socket.refuse(frame.id, live.id, "storing")
        else:
            socket.send(Because(frame.id, live.id, reasons))

    async def _reasons(self, live: Live, person: str, frame: Why) -> list[list[object]]:
        """Refuses nothing on the strength of a copy that the log is ahead of."""
        try:
            return reasons(_table(live), person, frame)
        except Refusal:
            if live.table is None or not await self.desk.follower.caught_up(live):
                raise
        return reasons(_table(live), person, frame)


def _table(live: Live) -> Table:
    if live.table is None:
        raise Refusal(live.trouble)
    return live.table


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
