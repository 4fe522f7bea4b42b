"""A guest of a server: comes back after every loss, follows tables, makes changes, answers questions."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from random import uniform
from secrets import token_urlsafe
from types import TracebackType
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakSet

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException

from .backoff import Backoff
from .codec import BadFrame, encode
from .codes import GIVE_UP
from .document import Document
from .frames import AUTO, Act, Change, Done, Gone, Joined, Make, Refused, Start, Undo, Welcome
from .mirror import Mirror
from .proof import proof_of
from .session import AGAIN, Session

MAX_FRAME_BYTES: Final = 4 * 2**20

CLOSING_TIMEOUT_S: Final = 3.0

NO_CODE: Final = 1006


class GaveUp(Exception):
    """The server closed the connection with a code that forbids another attempt, or the address is none."""


class ChangeRefused(Exception):
    """The server refused a change. `code` as in `codes.REFUSALS`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code


class SeatGone(Exception):
    """The table, or this seat of it, can't be followed any more. The message is the code."""


class Socket(Protocol):
    """What is used of a websocket."""

    async def send(self, message: bytes) -> None: ...

    async def recv(self) -> str | bytes: ...


class Question(NamedTuple):
    """A question to a seat. Each choice is a verb and a noun, -1 for none."""

    number: int
    prompt: str
    choices: list[tuple[str, int]]


class Client:
    """One guest. Use it as `async with Client(url, "Ada") as client`.

    `token`: the guest's secret, to come back as the same guest later. `key`: the server's key for bot
    processes. Changes are repeated under their id until they are answered, over any number of connections.
    """

    def __init__(self, url: str, name: str, token: str = "", key: str = "") -> None:
        self.url = url
        self.token = token or token_urlsafe(24)
        self.session = Session(self.token, name, self._hear, proof_of(key, self.token), self._wake)
        self._sending, self._heard = asyncio.Event(), asyncio.Condition()
        self._answers: dict[int, asyncio.Future[str]] = {}
        """By change: who waits for it, and gets the id of its table."""
        self._seats = WeakSet[Seat]()
        """The followed ones that somebody uses."""
        self._backoff = Backoff()
        self._running: asyncio.Task[None] | None = None
        self._failed: Exception | None = None
        """Why there will be no further connection."""

    @property
    def dealing_faults(self) -> list[str]:
        """Proofs that a table was not dealt as the protocol promises; empty if all was right so far."""
        return self.session.lucks.wrong

    async def __aenter__(self) -> Client:
        """Connect. Raises GaveUp."""
        self._running = asyncio.create_task(self._run())
        try:
            await self._until(lambda: self.session.welcomed)
        except asyncio.CancelledError:
            self._running.cancel()
            raise
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._running is not None
        if not self._running.done():  # what is still to be sent goes first
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._until(lambda: not self.session.outbox), CLOSING_TIMEOUT_S)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    # -- changes -----------------------------------------------------------------------------------

    def id(self) -> int:
        """A new id for a change."""
        return self.session.next_id()

    async def change(self, frame: Change) -> str:
        """Make a change and wait until it is stored. Returns the id of its table. Raises ChangeRefused,
        GaveUp, and TypeError, ValueError or OverflowError for values that no frame can have."""
        encode(frame)  # a frame that fails on its way out would stop all others
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers[frame.id] = answer
        self.session.change(frame)
        try:
            await self._until(answer.done)
            return await answer
        finally:
            self._answers.pop(frame.id, None)

    async def make(
        self,
        game: str,
        seats: int,
        wants: Sequence[str] = (),
        options: Mapping[str, Any] = {},
    ) -> str:
        """Make a private table, as its host. `wants`: for each seat the mind of a bot, "" for a person.
        Returns the table's id."""
        return await self.change(Make(self.id(), game, seats, {**options}, False, [*wants]))

    async def sit(self, table: str, seat: int = AUTO, hands_after: int = 0) -> Seat:
        """Take a seat, with a promise for the dealing, and follow it. `hands_after`: the person agrees that
        the table shows all hands that many moves late."""
        await self.change(self.session.sit(table, seat, hands_after))
        return await self.follow(table, seat)

    async def start(self, table: str) -> None:
        """Host: start the game."""
        await self.change(Start(self.id(), table))

    async def follow(self, table: str, seat: int = AUTO) -> Seat:
        """Follow an own seat (AUTO: the first one there), or watch (WATCH). Raises SeatGone."""
        it = Seat(self, self.session.join(table, seat))
        self._seats.add(it)
        await it.until(lambda: it.mirror.version >= 0)
        return it

    # -- one connection after another ---------------------------------------------------------------

    async def _run(self) -> None:
        """Stay connected, until the server forbids it."""
        try:
            while (code := await self._connection()) not in GIVE_UP:
                await asyncio.sleep(self._backoff.pause(code))
            raise GaveUp(f"{self.url} closed the connection with {code}")
        except Exception as why:
            self._failed = why
        await self._tell()

    async def _connection(self) -> int:
        """Use one connection until it breaks. Returns its close code. Raises GaveUp."""
        limits: dict[str, Any] = {"max_size": MAX_FRAME_BYTES, "close_timeout": CLOSING_TIMEOUT_S}
        limits["proxy"] = True if self.url.startswith("wss:") else None  # proxies pass on TLS
        try:
            async with connect(self.url, open_timeout=self._backoff.patience, **limits) as socket:
                sending = asyncio.create_task(self._send(socket))
                self.session.greet()
                try:
                    await self._receive(socket)
                finally:
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
            return socket.close_code or NO_CODE
        except InvalidURI as wrong:
            raise GaveUp(str(wrong)) from wrong
        except (OSError, TimeoutError, WebSocketException, BadFrame):
            return NO_CODE
        finally:
            self.session.lose()

    async def _receive(self, socket: Socket) -> None:
        """Use all messages until the connection ends. Raises BadFrame."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                data = await socket.recv()
                self.session.receive(data if isinstance(data, bytes) else b"")
                await self._tell()

    async def _send(self, socket: Socket) -> None:
        with contextlib.suppress(WebSocketException):
            while True:
                while self.session.outbox:
                    await socket.send(encode(self.session.outbox.popleft()))
                await self._tell()
                self._sending.clear()
                await self._sending.wait()

    def _wake(self) -> None:
        self._sending.set()

    # -- received frames -----------------------------------------------------------------------------

    def _hear(self, frame: Any, mirror: Mirror | None) -> None:
        """Every received frame, after the session has used it."""
        waiting = {id: answer for id, answer in self._answers.items() if not answer.done()}
        match frame:
            case Welcome():
                self._backoff.welcomed()
            case Refused() if frame.code in AGAIN:
                asyncio.get_running_loop().call_later(uniform(0.3, 1.0), self.session.again)
            case Refused() if frame.id in waiting:
                waiting.pop(frame.id).set_exception(ChangeRefused(frame.code, frame.reason))
            case Refused() if mirror is not None:
                self._drop(lambda it: it.mirror is mirror, frame.code)
            case Joined() if mirror is not None:  # AUTO may have become a seat that is followed already
                for it in self._seats:
                    if (it.mirror.table, it.mirror.seat) == (mirror.table, mirror.seat):
                        it.mirror = mirror
            case Gone(table=table, code="not-your-seat" as code, seat=seat):
                self._drop(lambda it: (it.mirror.table, it.mirror.seat) == (table, seat), code)
            case Gone(table=table, code=code):
                self._drop(lambda it: it.mirror.table == table, code)
            case Done() if frame.id in waiting:
                waiting.pop(frame.id).set_result(frame.table)
        for id, answer in waiting.items():
            if id not in self.session.pending:
                answer.set_result(mirror.table if mirror else "")

    def _drop(self, which: Callable[[Seat], bool], code: str) -> None:
        """These seats can't be followed any more."""
        for seat in [it for it in self._seats if which(it)]:
            seat.gone = code
            self._seats.discard(seat)

    async def _tell(self) -> None:
        """Wake all that wait."""
        async with self._heard:
            self._heard.notify_all()

    async def _until(self, reached: Callable[[], object]) -> None:
        """Wait until this is true. Raises GaveUp if there will be no further connection."""
        async with self._heard:
            await self._heard.wait_for(lambda: reached() or self._failed)
        if self._failed and not reached():
            raise self._failed


class Seat:
    """A seat of a table, or a watcher's place, as this client follows it."""

    def __init__(self, client: Client, mirror: Mirror) -> None:
        self._client = client
        self.mirror = mirror
        self.gone = ""
        """Why the seat can't be followed any more; "" while it is."""

    @property
    def document(self) -> Document:
        """All that the seat may know now. It changes in place."""
        return self.mirror.document

    @property
    def over(self) -> bool:
        """Is the game over, or the table closed?"""
        return self.mirror.version >= 0 and self.document["public"]["table"]["phase"] in ("over", "closed")

    @property
    def question(self) -> Question | None:
        """The open question of this seat."""
        ask = self.document["mine"].get("ask")
        if not ask or self.mirror.lost:
            return None
        choices = [(verb, noun) for verb, *nouns in ask["options"] for noun in nouns or [-1]]
        return Question(ask["number"], ask["prompt"], choices)

    async def questions(self) -> AsyncIterator[Question]:
        """Every question to this seat, until the game is over. Raises SeatGone, GaveUp."""
        number, document = 0, self.document
        while not self.over:
            question = self.question
            # After the store has lost its last changes, a whole document asks an earlier question again.
            if question is not None and (question.number != number or self.document is not document):
                number, document = question.number, self.document
                yield question
            else:
                await self.changed()

    async def choose(self, question: Question, choice: tuple[str, int]) -> bool:
        """Answer a question. False if it was no longer open. Raises ChangeRefused."""
        verb, noun = choice
        act = Act(self._client.id(), self.mirror.table, self.mirror.seat, question.number, verb, noun)
        return await self._acted(act, "stale", "not-your-turn")

    async def undo(self) -> bool:
        """Take back the seat's last choice. False if that is not possible. Raises ChangeRefused."""
        number = self.document["mine"].get("undo", 0)
        undo = Undo(self._client.id(), self.mirror.table, self.mirror.seat, number)
        return bool(number) and await self._acted(undo, "sealed", "stale")

    async def _acted(self, frame: Act | Undo, *late: str) -> bool:
        try:
            await self._client.change(frame)
        except ChangeRefused as why:
            if why.code not in late:
                raise
            return False
        return True

    async def changed(self) -> None:
        """Wait until the document changes."""
        version, document = self.mirror.version, self.mirror.document
        await self.until(lambda: self.mirror.version != version or self.mirror.document is not document)

    async def until(self, reached: Callable[[], object]) -> None:
        """Wait until this is true. Raises SeatGone, GaveUp."""
        await self._client._until(lambda: reached() or self.gone)
        if self.gone and not reached():
            raise SeatGone(self.gone)
