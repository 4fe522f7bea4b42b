"""Bugs of the store."""

from __future__ import annotations

from typing import Any

from redis import exceptions as errors

from server.hub.upkeep import Upkeep
from server.store import signs, store
from server.store.clients import StoreAway
from server.store.cluster import ClusterLink
from server.store.copies import CopiedLink
from server.store.links import Command, NodeLink, Script
from server.store.pipeline import Pipeline
from server.store.scripts import COMMIT, SAY


def _commit(old: str, new: str) -> list[Any]:
    return _step("COMMIT", COMMIT, old, new)


def _step(name: str, script: Script, old: str, new: str) -> list[Any]:
    assert script.text.count(old) == 1
    return [(store, name, Script(script.text.replace(old, new)))]


def versions_not_compared() -> list[Any]:
    """An entry is appended wherever the log ends."""
    return _commit("if length ~= version then", "version = length\nif false then")


def snapshot_of_another_version() -> list[Any]:
    """A snapshot is said to be one version newer than it is."""
    return _commit("'version', version, 'table'", "'version', version + 1, 'table'")


def others_not_told() -> list[Any]:
    """No other hub is told of an entry, and none compares."""
    return [*_commit("if hub ~= ARGV[2] then", "if false then"), (Upkeep, "poll", _nothing)]


async def _nothing(*given: Any) -> None:
    """In the place of something that is to be done."""


def copies_not_waited_for() -> list[Any]:
    """What the replica doesn't have counts as kept."""
    return [(CopiedLink, "_missing", lambda self, *replies: "")]


def chat_without_copies() -> list[Any]:
    """A line is told to other hubs as soon as the primary has it."""
    return _step("SAY", SAY, "if ARGV[6] == '1'", "if false")


def reads_from_one_cut_off() -> list[Any]:
    """Who writes finds the primary that has taken over; who reads stays with the one before."""
    return [(Pipeline, "doubt", lambda self: None)]


def late_reply_taken() -> list[Any]:
    """After a time without an answer the connection is used again: the late answers are taken for others'."""
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
    """What was not carried out counts as done."""
    send = Pipeline._send

    async def trusting(self: Pipeline, batch: Any) -> Any:
        again, why = await send(self, batch)
        for waiting in again if why else ():
            waiting.settle(1)
        return ([], "") if why else (again, why)

    return [(Pipeline, "_send", trusting)]


def moved_on_is_done() -> list[Any]:
    """A write that a node has not carried out, since its slot lies elsewhere by now, counts as done."""
    follow = ClusterLink._follow

    async def trusting(self: ClusterLink, command: Command, reply: Any) -> Any:
        return 1 if isinstance(reply, errors.MovedError) else await follow(self, command, reply)

    return [(ClusterLink, "_follow", trusting)]


def lost_node_is_asked_for_ever() -> list[Any]:
    """Who serves the slots of a node that doesn't answer is not looked for."""

    async def staying(self: ClusterLink, node: Any, commands: Any) -> Any:
        try:
            return await self._link_to(node).send(commands)
        except StoreAway as away:
            return [away] * len(commands)

    return [(ClusterLink, "_ask", staying)]


def nodes_are_trusted_to_pass_on() -> list[Any]:
    """Who hears from one node of a cluster takes it for all that is said at any."""
    return [(store, "DOUBT", 10_000_000.0)]


def dead_hubs_count() -> list[Any]:
    """People of a hub that has died are here for ever."""
    return [(signs, "DEAD", 10_000_000.0)]
