"""Connections to Redis: one that carries many commands in a round trip, and one that listens.

Nothing here knows tables, and nothing here tries twice.
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
from redis._parsers.base import BaseParser
from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster

from server.metrics import METRICS
from server.steady import steadily

from .clients import PATIENCE, StoreAway, new_connection, words

log = logging.getLogger(__name__)

Command = tuple[Any, ...]
"""A command and its arguments: bytes, text or numbers."""

SUBSCRIBED = 3.0
"""Seconds in which a node takes subscriptions; of a cluster another one is tried then, whichever hangs."""


class Script:
    """A Lua script, called by its hash; the text is sent only where Redis doesn't know it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = sha1(text.encode(), usedforsecurity=False).hexdigest()

    def call(self, keys: Sequence[str], *args: Any) -> Command:
        return ("EVALSHA", self.sha, len(keys), *keys, *args)


def keys_of(command: Command) -> Sequence[Any]:
    """The keys of a command; of a script those that it is called with. They all have the same slot."""
    return command[3 : 3 + int(command[2])] if command[0] in ("EVAL", "EVALSHA") else command[1:2]


def place_of(command: Command) -> str:
    """The first key of a command, "" where it has none."""
    return str(next(iter(keys_of(command)), ""))


class Link(Protocol):
    """Carries out commands in their order, in as few round trips as there are nodes."""

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        """A reply or an exception for each command. Raises StoreAway when there are no replies, whatever
        the reason."""

    async def close(self) -> None: ...


class NodeLink:
    """One connection to one Redis: made by the client, and then read and written without its detours."""

    def __init__(self, connection: Any) -> None:
        """`connection`: of the client's making, not yet connected; a client that finds its primary through
        others looks for it at every new connection."""
        self._connection = connection
        self._wire: _Wire | None = None
        self._place: Any = None
        """Where it led last."""

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        answered = False
        try:
            if self._wire is None:
                self._wire = await self._connect()
            replies = await self._wire.exchange(commands)
            # A primary that has become a replica: the next connection finds the one that is.
            answered = not any(isinstance(reply, errors.ReadOnlyError) for reply in replies)
            return replies
        except Exception as wrong:
            raise StoreAway(words(wrong)) from wrong
        finally:
            if not answered:  # a late reply must not be taken for the next one's
                await self.close()

    async def _connect(self) -> _Wire:
        """Let the client connect and sign in; from then on the bytes are ours."""
        async with asyncio.timeout(PATIENCE):
            await self._connection.connect()
        place = getattr(self._connection, "host", ""), getattr(self._connection, "port", 0)
        if self._place not in (None, place):
            METRICS.takeovers.inc()
        self._place = place
        return _Wire(self._connection._writer.transport)

    async def close(self) -> None:
        self._wire = None
        await self._connection.disconnect(nowait=True)


class _Wire(asyncio.Protocol):
    """Commands and replies on a connection that is signed in: one write and one wait for a whole batch.

    The streams of asyncio wake a task for every piece that arrives, and the client looks at every reply
    by itself; for a batch of one that costs as much as the whole way of a move.
    """

    def __init__(
        self, transport: asyncio.Transport, on_more: Callable[[Any], None] = lambda reply: None
    ) -> None:
        """`on_more` is told what comes beside the replies to what was sent; it must not raise."""
        self._transport = transport
        self._on_more = on_more
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once nothing will come any more."""
        self._reader = Reader(replyError=BaseParser.parse_error)
        self._replies: list[Any] = []
        self._wanted = 0
        self._all: asyncio.Future[list[Any]] | None = None
        self._limit = math.inf
        """Until when they must be here (loop time)."""
        self._timer: asyncio.TimerHandle | None = None
        transport.set_protocol(self)

    async def exchange(self, commands: Sequence[Command], replies: int = 0) -> list[Any]:
        """Send commands and wait for as many replies, or so many. Raises ConnectionError, TimeoutError."""
        if self._transport.is_closing():
            raise ConnectionError("Redis has hung up")
        loop = asyncio.get_running_loop()
        self._replies, self._wanted, self._all = [], replies or len(commands), loop.create_future()
        self._limit = loop.time() + PATIENCE
        if self._timer is None:  # one that runs looks after this batch as well
            self._timer = loop.call_at(self._limit, self._look)
        self._transport.write(b"".join(map(pack_command, commands)))
        try:
            return await self._all
        finally:
            self._all = None

    def _look(self) -> None:
        """Give up a batch whose time is up; while there is none, no timer runs."""
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
    """Listens to channels on a connection of its own, and reports every time it may have missed something.

    Something must come at least every `silence` seconds, else the connection is taken for dead. After each
    `doubt` seconds something may have been lost without a sign.
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
        """Set once the channels are subscribed to for the first time."""
        self._heard = 0.0
        """When something came last (loop time)."""
        self._task = steadily("store ear", self._run)

    async def _run(self) -> None:
        pause, told = 0.02, ""
        while True:
            connection: Any = None
            try:
                connection = await new_connection(self._client)
                async with asyncio.timeout(SUBSCRIBED):
                    wire = await self._subscribed(connection)
                pause, told = 0.02, ""
                await self._listen(wire)
            except (errors.RedisError, errors.RedisClusterException, OSError, TimeoutError) as wrong:
                if words(wrong) != told:  # and not with every attempt, for as long as Redis is away
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
        wire = _Wire(connection._writer.transport, self._hear)
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
        """Something came: as soon as it is here, with no task that would have to be woken for it."""
        self._heard = asyncio.get_running_loop().time()
        try:
            _, channel, content = message
            self._on_message(channel, content)
        except Exception:
            log.exception("A message of another hub could not be taken in")

    async def _listen(self, wire: _Wire) -> None:
        """Until nothing is heard any more. Raises ConnectionError, TimeoutError."""
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
        await end(self._task)


async def end(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended: while it connects, the client may swallow a cancellation."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.2)
