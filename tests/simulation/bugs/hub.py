"""Bugs of a hub."""

from __future__ import annotations

import asyncio
from typing import Any

from protocol.frames import Done
from server.hub import desk
from server.hub.audience import Audience
from server.hub.chat import Chat
from server.hub.follower import Follower
from server.hub.live import Live
from server.hub.making import Making
from server.hub.presence import Presence
from server.hub.upkeep import Upkeep
from server.parts import Parts
from server.store.store import Store
from server.table.entries import decode_state
from server.table.rights import Repeat, decide
from server.table.table import Table
from server.table.viewers import PLAIN, Delta, Ready, Viewers


def _nothing(*given: Any, **named: Any) -> None:
    """In the place of something that is to be done."""


async def _nothing_soon(*given: Any, **named: Any) -> None:
    """The same for what is waited for."""


def acknowledged_early() -> list[Any]:
    """A change is told before it is stored."""
    commit = Store.commit

    async def at_once(self: Store, *given: Any, **named: Any) -> bool:
        asyncio.get_running_loop().create_task(commit(self, *given, **named))
        return True

    return [(Store, "commit", at_once)]


def made_is_told_early() -> list[Any]:
    """A table is told to be made before it is."""
    make = Making._make

    async def early(self: Making, socket: Any, frame: Any) -> None:
        socket.send(Done(frame.id, "unknown", 1))
        await make(self, socket, frame)

    return [(Making, "_make", early)]


def repeat_not_recognised() -> list[Any]:
    """A change that comes again happens again, where it still can."""

    def forgetful(table: Table, *given: Any) -> Any:
        try:
            return decide(table, *given)
        except Repeat:
            seen, table.state.seen = table.state.seen, {}
            try:
                return decide(table, *given)
            finally:
                table.state.seen = seen

    return [(desk, "decide", forgetful)]


def diff_dropped() -> list[Any]:
    """One version in seven is told to nobody."""
    tell = Live.tell

    def dropped(self: Live, delta: Delta) -> None:
        if delta.version % 7:
            tell(self, delta)

    return [(Live, "tell", dropped)]


def view_not_cut() -> list[Any]:
    """Every seat is told what is for the first one alone."""

    def ending(seat: int, delta: Delta, exact: bool = False) -> tuple[bytes, bytes]:
        mine = delta.mine.get(0, delta.mine[seat])
        return PLAIN, bytes([0xCE]) + delta.version.to_bytes(4, "big") + delta.public + mine

    return [(Viewers, "ending", staticmethod(ending))]


def state_of_before_sent_along() -> list[Any]:
    """Hubs that follow go on from the table as it was before."""
    last = dict[str, bytes]()
    ready = Viewers.ready

    def late(self: Viewers, delta: Delta, state: bytes) -> Ready:
        name = decode_state(state).id
        before = last.get(name, state)
        last[name] = state
        return ready(self, delta, before)

    return [(Viewers, "ready", late)]


def relayed_out_of_turn() -> list[Any]:
    """A hub that follows tells whatever comes next, also where a version is missing."""
    plain = Follower.relayed

    def trusting(self: Follower, live: Live, version: int, *given: Any) -> bool:
        return plain(self, live, (live.at_version or 0) + 1, *given)

    return [(Follower, "relayed", trusting)]


def seat_kept() -> list[Any]:
    """Whoever loses a seat goes on to be told of it."""
    return [(Live, "unseat", _nothing)]


def told_after_parting() -> list[Any]:
    """Whoever has parted is told nevertheless."""
    return [(Audience, "_part", _nothing_soon)]


def caught_up_with_holes() -> list[Any]:
    """Whoever comes back gets what is left of the diffs, whether or not it leads on."""

    def missing(self: Viewers, table: Table, seat: int, have: int, check: Any) -> Any:
        self._look_at(table, seat)
        if check is None:
            return None
        return [delta for delta in list(self.deltas)[-2:] if delta.version > have and seat in delta.mine]

    return [(Viewers, "missing", missing)]


def gap_forgotten() -> list[Any]:
    """What a hub has missed of others it never learns."""
    return [(Parts, "on_gap", _nothing), (Upkeep, "poll", _nothing_soon)]


def others_not_heard() -> list[Any]:
    """A hub hears nothing of what others write, and doesn't compare."""
    return [(Parts, "on_entry", _nothing), (Upkeep, "poll", _nothing_soon)]


def chat_told_twice() -> list[Any]:
    """A line that comes again is told again."""
    tell = Chat._tell

    async def again(self: Chat, live: Live, person: str, change: int, *more: Any) -> None:
        if live.chat is not None:
            live.chat.pop((person, change), None)
        await tell(self, live, person, change, *more)

    return [(Chat, "_tell", again)]


def lobby_keeps_all() -> list[Any]:
    """A table that is gone from the lobby stays in sight."""
    listen = Parts.on_lobby

    def deaf(self: Parts, table: str, summary: bytes | None) -> None:
        if summary:
            listen(self, table, summary)

    return [(Parts, "on_lobby", deaf)]


def nobody_looks() -> list[Any]:
    """No table is looked at when its time has come."""
    return [(Presence, "poll", _nothing_soon)]


def gone_unnoticed() -> list[Any]:
    """That somebody's socket is closed is told to nobody."""
    return [(Audience, "gone", _nothing)]


def lost_bots_not_missed() -> list[Any]:
    """That somebody has gone is no reason to look at a table soon."""
    return [(Presence, "_look_again_in_time", _nothing_soon)]
