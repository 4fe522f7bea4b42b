"""Bugs of a hub."""

from __future__ import annotations

import asyncio
from typing import Any

from protocol.frames import Done
from server.live import registry
from server.live.chat import Chat
from server.live.creation import Creation
from server.live.eviction import Eviction
from server.live.follower import Follower
from server.live.live_table import LiveTable
from server.live.presence import Presence
from server.live.subscriptions import Subscriptions
from server.store.store import Store
from server.table.entries import decode_state
from server.table.ready import Ready
from server.table.rights import Repeat, decide
from server.table.table import Table
from server.table.viewers import PLAIN, Delta, Viewers
from server.wiring import Parts


def _nothing(*given: Any, **named: Any) -> None:
    """Replaces a function by one without effect."""


async def _nothing_soon(*given: Any, **named: Any) -> None:
    """The same for a coroutine function."""


def acknowledged_early() -> list[Any]:
    """A change is broadcast before it is stored."""
    commit = Store.commit

    async def at_once(self: Store, *given: Any, **named: Any) -> bool:
        asyncio.get_running_loop().create_task(commit(self, *given, **named))
        return True

    return [(Store, "commit", at_once)]


def made_is_told_early() -> list[Any]:
    """A table is acknowledged before it is made."""
    make = Creation._make

    async def early(self: Creation, socket: Any, frame: Any) -> None:
        socket.send(Done(frame.id, "unknown", 1))
        await make(self, socket, frame)

    return [(Creation, "_make", early)]


def repeat_not_recognised() -> list[Any]:
    """A repeated change is carried out again if it is still possible."""

    def forgetful(table: Table, *given: Any) -> Any:
        try:
            return decide(table, *given)
        except Repeat:
            seen, table.state.seen = table.state.seen, {}
            try:
                return decide(table, *given)
            finally:
                table.state.seen = seen

    return [(registry, "decide", forgetful)]


def diff_dropped() -> list[Any]:
    """One version in seven is not broadcast."""
    tell = LiveTable.tell

    def dropped(self: LiveTable, delta: Delta) -> None:
        if delta.version % 7:
            tell(self, delta)

    return [(LiveTable, "tell", dropped)]


def view_not_cut() -> list[Any]:
    """Every seat gets the private part of the first one."""

    def ending(seat: int, delta: Delta, exact: bool = False) -> tuple[bytes, bytes]:
        mine = delta.mine.get(0, delta.mine[seat])
        return PLAIN, bytes([0xCE]) + delta.version.to_bytes(4, "big") + delta.public + mine

    return [(Viewers, "ending", staticmethod(ending))]


def state_of_before_sent_along() -> list[Any]:
    """Following hubs continue from the table's previous state."""
    last = dict[str, bytes]()
    ready = Viewers.ready

    def late(self: Viewers, delta: Delta, state: bytes) -> Ready:
        name = decode_state(state).id
        before = last.get(name, state)
        last[name] = state
        return ready(self, delta, before)

    return [(Viewers, "ready", late)]


def relayed_out_of_turn() -> list[Any]:
    """A following hub broadcasts any relayed version as the next one, even after a gap."""
    plain = Follower.relayed

    def trusting(self: Follower, live: LiveTable, version: int, *given: Any) -> bool:
        return plain(self, live, (live.at_version or 0) + 1, *given)

    return [(Follower, "relayed", trusting)]


def seat_kept() -> list[Any]:
    """A client that loses a seat stays subscribed to it."""
    return [(LiveTable, "unseat", _nothing)]


def told_after_parting() -> list[Any]:
    """A client stays subscribed after unsubscribing."""
    return [(Subscriptions, "_part", _nothing_soon)]


def caught_up_with_holes() -> list[Any]:
    """A reconnecting client gets the remaining diffs even if they don't continue its version."""

    def missing(self: Viewers, table: Table, seat: int, have: int, check: Any) -> Any:
        self._look_at(table, seat)
        if check is None:
            return None
        return [delta for delta in list(self.deltas)[-2:] if delta.version > have and seat in delta.mine]

    return [(Viewers, "missing", missing)]


def gap_forgotten() -> list[Any]:
    """A hub never catches up on entries of other hubs that it missed."""
    return [(Parts, "on_gap", _nothing), (Eviction, "poll", _nothing_soon)]


def others_not_heard() -> list[Any]:
    """A hub ignores the entries of other hubs, and doesn't poll."""
    return [(Parts, "on_entry", _nothing), (Eviction, "poll", _nothing_soon)]


def chat_told_twice() -> list[Any]:
    """A repeated chat line is broadcast again."""
    tell = Chat._tell

    async def again(self: Chat, live: LiveTable, person: str, change: int, *more: Any) -> None:
        if live.chat is not None:
            live.chat.pop((person, change), None)
        await tell(self, live, person, change, *more)

    return [(Chat, "_tell", again)]


def lobby_keeps_all() -> list[Any]:
    """A table removed from the lobby stays listed."""
    listen = Parts.on_lobby

    def deaf(self: Parts, table: str, summary: bytes | None) -> None:
        if summary:
            listen(self, table, summary)

    return [(Parts, "on_lobby", deaf)]


def nobody_looks() -> list[Any]:
    """No table is checked when it is due."""
    return [(Presence, "poll", _nothing_soon)]


def gone_unnoticed() -> list[Any]:
    """A closed socket is not announced to others."""
    return [(Subscriptions, "gone", _nothing)]


def lost_bots_not_missed() -> list[Any]:
    """A departure doesn't cause an early check of the table."""
    return [(Presence, "_look_again_in_time", _nothing_soon)]
