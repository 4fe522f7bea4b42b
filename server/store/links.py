"""Connections to Redis: one that sends batches of commands, and one that receives published messages.

This module knows nothing of tables and never retries a command.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import Callable, Sequence
from hashlib import sha1
from typing import Any, Protocol

from hiredis import ProtocolError, Reader, pack_command
from redis import exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster

from server.metrics import METRICS
from server.process.forever import steadily

from .clients import ANSWER_TIMEOUT_S, AWAY, away, new_connection, words
from .connections import parse_error, transport_of

log = logging.getLogger(__name__)

Command = tuple[Any, ...]
"""A command and its arguments: bytes, text or numbers."""

SUBSCRIBE_TIMEOUT_S = 3.0
"""Seconds for a node to confirm subscriptions; after that another connection is made, in a cluster to any
node."""


class Script:
    """A Lua script, called by its hash; the text is sent only to a Redis that doesn't have it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = sha1(text.encode(), usedforsecurity=False).hexdigest()

    def call(self, keys: Sequence[str], *args: Any) -> Command:
        return ("EVALSHA", self.sha, len(keys), *keys, *args)


def keys_of(command: Command) -> Sequence[Any]:
    """The keys of a command or of a script call. They all have the same slot."""
    return command[3 : 3 + int(command[2])] if command[0] in ("EVAL", "EVALSHA") else command[1:2]


def place_of(command: Command) -> str:
    """The first key of a command, "" if it has none."""
    return str(next(iter(keys_of(command)), ""))


class Link(Protocol):
    """Sends commands in order, in one round trip for each node."""

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        """A reply or an exception for each command. Raises StoreAway if there are no replies, for any
        reason."""

    async def close(self) -> None: ...


class NodeLink:
    """One connection to one Redis. The client library opens it; commands and replies then bypass the
    library."""

    def __init__(self, connection: Any) -> None:
        """`connection`: an unconnected one made by the client library. A client behind sentinels looks up its
        primary at every connect."""
        self._connection = connection
        self._wire: _Wire | None = None
        self._place: Any = None
        """The host and port of the last connection."""

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        answered = False
        try:
            if self._wire is None:
                self._wire = await self._connect()
            replies = await self._wire.exchange(commands)
            # The primary has become a replica: the next connection finds the new primary.
            answered = not any(isinstance(reply, errors.ReadOnlyError) for reply in replies)
            return replies
        except Exception as wrong:
            raise away(wrong) from wrong
        finally:
            if not answered:  # a late reply must not be taken for the reply to a later command
                await self.close()

    async def _connect(self) -> _Wire:
        """Let the client library connect and authenticate; after that this class owns the transport."""
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            await self._connection.connect()
        place = getattr(self._connection, "host", ""), getattr(self._connection, "port", 0)
        if self._place not in (None, place):
            METRICS.takeovers.inc()
        self._place = place
        return _Wire(transport_of(self._connection))

    async def close(self) -> None:
        self._wire = None
        await self._connection.disconnect(nowait=True)


class _Wire(asyncio.Protocol):
    """Commands and replies on an authenticated connection: one write and one wait for a whole batch.

    Asyncio streams wake a task for every chunk that arrives, and the client library parses each reply in a
    separate step; for a batch of one command that costs as much as all other work for a move.
    """

    def __init__(
        self, transport: asyncio.Transport, on_more: Callable[[Any], None] = lambda reply: None
    ) -> None:
        """`on_more` receives messages that are no reply to a command; it must not raise."""
        self._transport = transport
        self._on_more = on_more
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the connection is lost."""
        self._reader = Reader(replyError=parse_error)
        self._replies: list[Any] = []
        self._wanted = 0
        self._all: asyncio.Future[list[Any]] | None = None
        self._limit = math.inf
        """The deadline for the replies (loop time)."""
        self._timer: asyncio.TimerHandle | None = None
        transport.set_protocol(self)

    async def exchange(self, commands: Sequence[Command], replies: int = 0) -> list[Any]:
        """Send commands and wait for `replies` replies, by default one for each. Raises ConnectionError,
        TimeoutError."""
        if self._transport.is_closing():
            raise ConnectionError("Redis has hung up")
        loop = asyncio.get_running_loop()
        self._replies, self._wanted, self._all = [], replies or len(commands), loop.create_future()
        self._limit = loop.time() + ANSWER_TIMEOUT_S
        if self._timer is None:  # a running timer covers this batch as well
            self._timer = loop.call_at(self._limit, self._look)
        self._transport.write(b"".join(map(pack_command, commands)))
        try:
            return await self._all
        finally:
            self._all = None

    def _look(self) -> None:
        """Time out a batch that is past its deadline. No timer runs while there is no batch."""
        self._timer = None
        if self._all is not None and asyncio.get_running_loop().time() < self._limit:
            self._timer = asyncio.get_running_loop().call_at(self._limit, self._look)
        else:
            self._fail(TimeoutError("Redis does not answer"))

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        try:
            while (reply := self._reader.gets()) is not False:
                if len(self._replies) < self._wanted:
                    self._replies.append(reply)
                else:
                    self._on_more(reply)
        except ProtocolError as wrong:
            self._end(ConnectionError(str(wrong)))
        if len(self._replies) >= self._wanted and self._all is not None and not self._all.done():
            self._all.set_result(self._replies)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(exc or ConnectionError("Redis has hung up"))

    def _end(self, wrong: Exception) -> None:
        self._fail(wrong)
        if not self.ended.done():
            self.ended.set_result(None)

    def _fail(self, wrong: Exception) -> None:
        if self._all is not None and not self._all.done():
            self._all.set_exception(wrong)


class Ear:
    """Listens to channels on a separate connection, and reports whenever a message may have been missed.

    A message must arrive at least every `silence` seconds, otherwise the connection counts as dead.
    `on_doubt` is called every `doubt` seconds, since a message may have been lost without a sign.
    """

    def __init__(
        self,
        client: Redis | RedisCluster,
        channels: Sequence[str],
        on_message: Callable[[bytes, bytes], None],
        on_gap: Callable[[], None],
        on_doubt: Callable[[], None],
        silence: float,
        doubt: float = math.inf,
    ) -> None:
        self._client = client
        self._channels = channels
        self._on_message = on_message
        self._on_gap = on_gap
        self._on_doubt = on_doubt
        self._silence = silence
        self._doubt = doubt
        self.listening = asyncio.Event()
        """Set after the first subscription."""
        self._heard = 0.0
        """When the last message arrived (loop time)."""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Listen from now on."""
        self._task = steadily("store ear", self._run)

    async def _run(self) -> None:
        pause, told = 0.02, ""
        while True:
            connection: Any = None
            try:
                connection = await new_connection(self._client)
                async with asyncio.timeout(SUBSCRIBE_TIMEOUT_S):
                    wire = await self._subscribed(connection)
                pause, told = 0.02, ""
                await self._listen(wire)
            except AWAY as wrong:
                if words(wrong) != told:  # log each error once, not at every attempt
                    log.info("Listening to other hubs was interrupted: %s", words(wrong))
                told = words(wrong)
            except Exception:
                log.exception("Listening to other hubs failed")
            finally:
                if connection is not None:
                    await connection.disconnect(nowait=True)
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(1.0, pause * 2)

    async def _subscribed(self, connection: Any) -> _Wire:
        await connection.connect()
        wire = _Wire(transport_of(connection), self._hear)
        # One reply for each channel.
        command = ("SUBSCRIBE", *self._channels)
        for reply in await wire.exchange([command], replies=len(self._channels)):
            if isinstance(reply, Exception):
                raise reply
        self._heard = asyncio.get_running_loop().time()
        if self.listening.is_set():
            self._on_gap()
        self.listening.set()
        return wire

    def _hear(self, message: Any) -> None:
        """Handle a message in the event loop's callback, without waking a task."""
        self._heard = asyncio.get_running_loop().time()
        try:
            _, channel, content = message
            self._on_message(channel, content)
        except Exception:
            log.exception("A message of another hub could not be handled")

    async def _listen(self, wire: _Wire) -> None:
        """Wait until messages stop. Raises ConnectionError, TimeoutError."""
        loop = asyncio.get_running_loop()
        sure_until = loop.time() + self._doubt
        while (left := self._heard + self._silence - loop.time()) > 0:
            if (await asyncio.wait([wire.ended], timeout=min(left, sure_until - loop.time())))[0]:
                raise ConnectionError("Redis has hung up")
            if loop.time() >= sure_until:
                sure_until = loop.time() + self._doubt
                self._on_doubt()
        raise TimeoutError(f"nothing was heard for {self._silence:g} s")

    async def close(self) -> None:
        if self._task is not None:
            await end(self._task)


async def end(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended: while it connects, the client library may swallow a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.2)
