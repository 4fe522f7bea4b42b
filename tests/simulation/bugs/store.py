"""Bugs of the store."""

from __future__ import annotations

from typing import Any

from redis import exceptions as errors

from server.live.eviction import Eviction
from server.store import heartbeats, store
from server.store.clients import StoreAway
from server.store.cluster import ClusterLink
from server.store.copies import CopiedLink
from server.store.keys import notices, pairs
from server.store.links import Command, NodeLink, Script
from server.store.pipeline import Pipeline
from server.store.push_store import PushStore, StoredDevice, read_device
from server.store.scripts import COMMIT, SAY


def _commit(old: str, new: str) -> list[Any]:
    return _step("COMMIT", COMMIT, old, new)


def _step(name: str, script: Script, old: str, new: str) -> list[Any]:
    assert script.text.count(old) == 1
    return [(store, name, Script(script.text.replace(old, new)))]


def versions_not_compared() -> list[Any]:
    """An entry is appended whatever the length of the log."""
    return _commit("if length ~= version then", "version = length\nif false then")


def snapshot_of_another_version() -> list[Any]:
    """A snapshot is labelled with the next version."""
    return _commit("'version', version, 'table'", "'version', version + 1, 'table'")


def notice_not_claimed() -> list[Any]:
    """Every hub that holds a table sends the notices about it."""

    async def unclaimed(
        self: PushStore, person: str, about: str, number: int, now: int, ttl: int
    ) -> list[StoredDevice]:
        found = pairs(await self._reader.send("HGETALL", notices(person, "devices")))
        return [read_device(name, row) for name, row in found]

    return [(PushStore, "claim", unclaimed)]


def others_not_told() -> list[Any]:
    """Entries are not published to other hubs, and no hub polls."""
    return [*_commit("if hub ~= ARGV[2] then", "if false then"), (Eviction, "poll", _nothing)]


async def _nothing(*given: Any) -> None:
    """Replaces a coroutine function by one without effect."""


def copies_not_waited_for() -> list[Any]:
    """An entry counts as stored before the replica has it."""
    return [(CopiedLink, "_missing", lambda self, *replies: "")]


def chat_without_copies() -> list[Any]:
    """A chat line is published to other hubs as soon as the primary has it."""
    return _step("SAY", SAY, "if ARGV[7] == '1'", "if false")


def lines_above_the_limit_forgotten() -> list[Any]:
    """A repeat of a chat line that is no longer kept is stored and broadcast again."""
    return _step("SAY", SAY, "if gone == new_mark", "if false")


def reads_from_one_cut_off() -> list[Any]:
    """Writers switch to the primary that has taken over; readers stay with the old one."""
    return [(Pipeline, "doubt", lambda self: None)]


def late_reply_taken() -> list[Any]:
    """A connection is reused after a timeout: late replies are taken for those of other commands."""
    send = NodeLink.send

    async def again(self: NodeLink, commands: Any) -> Any:
        wire = self._wire
        try:
            return await send(self, commands)
        except StoreAway:
            if wire is not None and not wire._transport.is_closing():
                self._wire = wire
            raise

    async def kept(self: NodeLink) -> None:
        """Nothing is closed."""
        self._wire = None

    return [(NodeLink, "send", again), (NodeLink, "close", kept)]


def error_is_an_answer() -> list[Any]:
    """A command that failed counts as done."""
    send = Pipeline._send

    async def trusting(self: Pipeline, batch: Any) -> Any:
        again, why = await send(self, batch)
        for waiting in again if why else ():
            waiting.settle(1)
        return ([], "") if why else (again, why)

    return [(Pipeline, "_send", trusting)]


def moved_on_is_done() -> list[Any]:
    """A write that a node refused, since its slot has moved, counts as done."""
    follow = ClusterLink._follow

    async def trusting(self: ClusterLink, command: Command, reply: Any) -> Any:
        return 1 if isinstance(reply, errors.MovedError) else await follow(self, command, reply)

    return [(ClusterLink, "_follow", trusting)]


def lost_node_is_asked_for_ever() -> list[Any]:
    """The node that took over the slots of an unresponsive one is not looked up."""

    async def staying(self: ClusterLink, node: Any, commands: Any) -> Any:
        try:
            return await self._link_to(node).send(commands)
        except StoreAway as away:
            return [away] * len(commands)

    return [(ClusterLink, "_ask", staying)]


def nodes_are_trusted_to_pass_on() -> list[Any]:
    """A subscriber to one node of a cluster trusts it to deliver everything published at the others."""
    return [(store, "RECHECK_INTERVAL_S", 10_000_000.0)]


def dead_hubs_count() -> list[Any]:
    """The people of a dead hub stay present for ever."""
    return [(heartbeats, "HEARTBEAT_TIMEOUT_S", 10_000_000.0)]
