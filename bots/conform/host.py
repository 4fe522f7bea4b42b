"""One run of a client against the table: its connections and frames, and what holds in every case."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, Final, NamedTuple

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from protocol.codec import BadFrame, encode, from_client
from protocol.codes import REFUSALS
from protocol.commitments import promise_of
from protocol.frames import (
    AUTO,
    PROTOCOL_VERSION,
    Act,
    Browse,
    Change,
    Done,
    Frame,
    Hello,
    Here,
    Join,
    Lobby,
    Part,
    Ping,
    Pong,
    Refused,
    Reveal,
    Sit,
    Start,
    Undo,
    Welcome,
)
from server.games.kernel import Choice
from server.process.child import status_text

from .table import PERSON, TABLE, Step, Table, is_option

PATIENCE_S: Final = 10.0
"""Time limit for a frame of the client (seconds)."""

MAX_FRAMES: Final = 10_000
"""Frames of a client in one run."""


class Wrong(Exception):
    """The client does something else than the protocol says. `statement`: the beginning of the statement in
    protocol/README.md."""

    def __init__(self, statement: str, told: str) -> None:
        super().__init__(told)
        self.statement = statement


class ClientEnded(Exception):
    """The client's process has ended; the message has its exit status."""


class Opened(NamedTuple):
    """The client has opened a connection."""

    socket: ServerConnection
    at: float


class Closed(NamedTuple):
    """A connection of the client has ended."""

    socket: ServerConnection


class Ended(NamedTuple):
    """The client's process has ended."""

    status: int


class Received(NamedTuple):
    """A message of the client."""

    socket: ServerConnection
    data: Any


Event = Opened | Closed | Ended | Received


class Host:
    """One run: the table, the client's process and its connections. A case takes frames with `next`, and has
    them answered properly by `serve`, or answers them otherwise."""

    def __init__(self, table: Table, patience_s: float = PATIENCE_S) -> None:
        """`patience_s`: the time limit for a frame of the client (seconds)."""
        self.table = table
        self._patience_s = patience_s
        self.socket: ServerConnection | None = None
        self.token = ""
        self.connections = 0
        self.opened_at = 0.0
        self.joined = False
        """Has the present connection joined the seat?"""
        self.channel = 0
        self.acts: dict[int, Act] = {}
        """The act that answered each question, by its number."""
        self.refused: set[int] = set()
        """Ids of refused changes, which are not repeated."""
        self.quiet = False
        """No `d` frames are sent by `serve`."""
        self._changes: dict[int, Change] = {}
        self._events: asyncio.Queue[Event] = asyncio.Queue(MAX_FRAMES)
        self._numbers: set[int] = set()
        """Numbers of the questions so far."""
        self._promise = ""
        """The promise with which the client took its seat."""
        self._greeted = False
        """Has the present connection begun with hello?"""

    # -- connections -------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """Gives the address for the client."""

        async def accept(socket: ServerConnection) -> None:
            await self._events.put(Opened(socket, time.monotonic()))
            with contextlib.suppress(ConnectionClosed):
                async for data in socket:
                    await self._events.put(Received(socket, data))
            await self._events.put(Closed(socket))

        async with serve(accept, "127.0.0.1", 0, compression=None, max_size=1 << 20) as listener:
            yield f"ws://127.0.0.1:{next(iter(listener.sockets)).getsockname()[1]}/ws"

    async def ended(self, status: int) -> None:
        """The client's process has ended."""
        await self._events.put(Ended(status))

    async def say(self, *frames: Frame | bytes) -> None:
        """Send frames; on a broken connection they are lost."""
        for frame in frames:
            if self.socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    await self.socket.send(frame if isinstance(frame, bytes) else encode(frame))

    async def cut(self) -> None:
        """Abort the connection, without a close frame."""
        if self.socket is not None:
            self.socket.transport.abort()
        self._lost()

    async def close(self, code: int) -> None:
        """Close the connection with a code."""
        if self.socket is not None:
            await self.socket.close(code)
        self._lost()

    def _lost(self) -> None:
        self.socket, self.joined = None, False

    # -- frames of the client ------------------------------------------------------------------------

    async def next(self) -> Any:
        """The next frame of the client. Raises TimeoutError, ClientEnded, or Wrong for what is wrong in
        every case."""
        async with asyncio.timeout(self._patience_s):
            while True:
                match await self._events.get():
                    case Ended(status):
                        raise ClientEnded(status_text(status))
                    case Opened(socket, at):
                        self.socket, self.opened_at = socket, at
                        self.joined, self.connections = False, self.connections + 1
                        self._greeted = False
                    case Closed(socket) if socket is self.socket:
                        self._lost()
                    case Received(socket, data) if socket is self.socket:
                        return self._checked(data)

    def _checked(self, data: Any) -> Any:
        """Decode a message. Raises Wrong."""
        if not isinstance(data, bytes):
            raise Wrong("Every message is binary", "the client has sent a text message")
        try:
            frame = from_client(data)
        except BadFrame as wrong:
            raise Wrong("Every message is binary", f"the client has sent no valid frame: {wrong}") from None
        if not self._greeted and not isinstance(frame, Hello):
            raise Wrong("| `hello` | token,", f"the first frame of a connection was {_named(frame)}")
        if isinstance(frame, Hello):
            self._check_hello(frame)
        if isinstance(frame, Change):
            self._check_change(frame)
        if isinstance(frame, Act):
            self._check_act(frame)
        if isinstance(frame, Reveal):
            self._check_reveal(frame)
        return frame

    def _check_hello(self, frame: Hello) -> None:
        self._greeted = True
        if frame.protocol != PROTOCOL_VERSION:
            raise Wrong("| `hello` | token,", f"the protocol number was {frame.protocol}")
        if self.token and frame.token != self.token:
            raise Wrong("`hello` with the same", "the client came back with another token")
        self.token = frame.token

    def _check_change(self, frame: Change) -> None:
        before = self._changes.setdefault(frame.id, frame)
        if before != frame:
            told = f"the id {frame.id} was used for {_named(before)} and then for another {_named(frame)}"
            raise Wrong("A frame that changes", told)

    def _check_act(self, act: Act) -> None:
        if act.seat != 0 or act.table != TABLE:
            raise Wrong("| `act` | id,", f"it named seat {act.seat} of the table {act.table}")
        if act.ask not in self._numbers:
            raise Wrong("| `act` | id,", f"it answered question {act.ask}, which was never asked")
        if act.ask == self.table.numbers[0] and self.table.options_of(0) and not is_option(self.table, act):
            told = f"({act.verb}, {act.noun}) is no option of question {act.ask}"
            raise Wrong("**Options** are complete: a", told)
        before = self.acts.get(act.ask)
        if before is not None and before.id != act.id and before.id not in self.refused:
            told = f"question {act.ask} was answered twice, under the ids {before.id} and {act.id}"
            raise Wrong("If the connection breaks", told)
        self.acts[act.ask] = act

    def _check_reveal(self, frame: Reveal) -> None:
        if self.table.phase == "open":
            told = 'the part was disclosed before the phase "starting"'
            raise Wrong('In the phase "starting", and never', told)
        if promise_of(frame.luck) != self._promise:
            raise Wrong("When you take a", "the disclosed part is not the promised one")

    # -- proper answers ------------------------------------------------------------------------------

    async def serve(self, frame: Any) -> None:
        """Answer a frame as a server does."""
        match frame:
            case Hello():
                await self.say(Welcome(PERSON, _now(), PROTOCOL_VERSION, _now()))
            case Ping():
                await self.say(Pong(frame.n, _now(), _now()))
            case Browse():
                await self.say(Lobby({}))
            case Join():
                await self._join(frame)
            case Part():
                self.joined = False
            case Sit():
                await self._sit(frame)
            case Reveal():
                if self.table.phase == "starting":
                    await self.tell(self.table.begin(frame.luck))
                    await self.others()
                await self.done(frame)
            case Act():
                await self._act(frame)
            case Undo():
                await self.refuse(frame, "sealed")
            case Start():
                await self.refuse(frame, "not-host")
            case Change():
                await self.refuse(frame, "silenced")

    async def done(self, frame: Any) -> None:
        await self.say(Done(frame.id, TABLE, self.table.version))

    async def refuse(self, frame: Any, code: str) -> None:
        """Refuse a frame. After a temporary refusal it is to be repeated."""
        id = getattr(frame, "id", 0)
        if code not in ("slow-down", "storing"):
            self.refused.add(id)
        await self.say(Refused(id, getattr(frame, "table", ""), code, REFUSALS[code]))

    async def tell(self, *steps: Step) -> None:
        """Send versions, if the client follows the seat."""
        for step in steps:
            self.know(step)
            if self.joined and not self.quiet:
                await self.say(step.diff(self.channel, check=step.version % 4 == 0))

    def know(self, step: Step) -> None:
        """The question of this version may be answered from now on."""
        if ask := step.document[1]["ask"]:
            self._numbers.add(ask["number"])

    async def _join(self, frame: Join) -> None:
        if frame.table != TABLE:
            await self.refuse(frame, "unknown-table")
            return
        if frame.seat not in (0, AUTO):
            await self.refuse(frame, "not-your-seat")
            return
        self.channel += 7  # another one for each connection
        steps = self.table.steps
        for step in steps:
            self.know(step)
        known = steps[frame.have - 1] if 0 < frame.have <= len(steps) and frame.check else None
        if known is not None and tuple(frame.check or ()) != known.checks:
            told = f"the check values of version {frame.have} were {frame.check}, not {known.checks}"
            raise Wrong("every number in its", told)
        await self.say(self.table.joined(self.channel))
        self.joined = True
        if known is None:
            await self.say(self.table.now.full())
        else:
            for step in steps[known.version :]:
                await self.say(step.diff(self.channel, check=step is steps[-1]))
        await self.say(Here(TABLE, [(PERSON, self.table.name, 0)]))

    async def _sit(self, frame: Sit) -> None:
        if not self.table.person:
            self._promise = frame.promise
            await self.tell(self.table.sit("Guest", frame.promise, frame.luck))
        await self.done(frame)

    async def _act(self, frame: Act) -> None:
        if self.answered(frame):
            await self.done(frame)
        elif frame.ask != self.table.numbers[0] or not self.table.options_of(0):
            await self.refuse(frame, "stale")
        else:
            await self.tell(self.table.play(0, Choice(frame.verb, frame.noun), frame.id))
            await self.others()

    def answered(self, frame: Act) -> bool:
        """Was this very act executed before?"""
        return any(step.document[1]["done"] == frame.id for step in self.table.steps)

    async def others(self) -> None:
        """The other seat plays until the client is asked."""
        while not self.table.options_of(0) and (step := self.table.other_plays()):
            await self.tell(step)


def _named(frame: Any) -> str:
    return str(type(frame).__struct_config__.tag)


def _now() -> int:
    return int(time.time() * 1000)
