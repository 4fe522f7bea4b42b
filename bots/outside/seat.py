"""Plays one seat of a table: follows it, asks a bot in any language, and sends what it chooses.

The bot's bad answers are replaced by random options, so that nobody at the table waits for it. After
`MAX_BAD_ANSWERS` of them the seat is left, and a bot of the server plays on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from random import SystemRandom
from time import monotonic
from typing import Any, Final, NamedTuple

from protocol.frames import AUTO, Act, Full, Gone, Leave, Make, Refused, Start
from protocol.mirror import Mirror
from protocol.session import AGAIN

from ..client.client import ChangeRefused, Connection, GaveUp, without_account
from ..document import Document
from .bot_process import MAX_SEED
from .line_pipe import BadAnswer, BotGone, LinePipe, Question, question

log = logging.getLogger("stammtisch.seat")

MAX_BAD_ANSWERS: Final = 10
"""Bad answers in one game after which the seat is left."""

STALE_S: Final = 0.5
"""Pause before a question is looked at again whose answer was refused (seconds)."""


class SeatLost(Exception):
    """The seat can't be played to the end. The message says why."""


class Wish(NamedTuple):
    """What to play: a seat of the table `table`, or a new table of `game` against the minds `against`."""

    table: str = ""
    seat: int = AUTO
    game: str = ""
    against: Sequence[str] = ()
    options: dict[str, Any] = {}


class SeatPlayer:
    """One seat of one table. `milliseconds`: the bot's time for one answer."""

    def __init__(self, url: str, token: str, name: str, pipe: LinePipe, milliseconds: int) -> None:
        shown = without_account(url)
        self.connection = Connection(
            *(url, token, name, self._heard),
            troubled=lambda why: log.warning("%s can't be reached: %s", shown, why),
        )
        self.bad_answers = self.choices = 0
        """Counters: refused answers, all choices that were sent."""
        self._session = self.connection.session
        self._pipe, self._milliseconds = pipe, milliseconds
        self._random = SystemRandom()
        self._seed = self._random.randrange(MAX_SEED)
        self._mirror: Mirror | None = None
        self._changed = asyncio.Event()
        self._lost = ""
        """Why the seat is no longer ours."""
        self._act = 0
        """The id of the last choice that was sent."""
        self._answered = 0
        """The number of the question that it answers; 0 to answer the open question once more."""

    async def play(self, wish: Wish) -> Document:
        """Take the seat and play it. Returns the last document. Raises SeatLost."""
        running = asyncio.create_task(self.connection.run())
        playing = asyncio.create_task(self._whole_game(wish))
        try:
            await asyncio.wait((running, playing), return_when=asyncio.FIRST_COMPLETED)
            if running.done() and not playing.done():
                playing.cancel()
                await running
            return await playing
        except GaveUp as why:
            raise SeatLost(str(why)) from why
        finally:
            playing.cancel()
            await self.connection.close()
            with contextlib.suppress(GaveUp):
                await running

    async def _whole_game(self, wish: Wish) -> Document:
        await self.connection.welcomed()
        self._mirror = await self._seated(wish)
        if wish.game:
            await self._start(self._mirror)
        while not self._over():
            await self._changed.wait()
            self._changed.clear()
            if self._lost:
                raise SeatLost(self._lost)
            if asked := self._open_question():
                await self._answer(asked)
        return self._mirror.document

    async def _seated(self, wish: Wish) -> Mirror:
        """Take the seat and follow it. In a running game it must be this guest's already."""
        seat, refused = wish.seat if wish.table else 0, ""
        try:
            table = wish.table or await self._new_table(wish)
            await self.connection.request(self._session.sit(table, seat))
        except ChangeRefused as why:
            if why.code != "started":
                raise SeatLost(f"no seat to play: {why}") from why
            refused, table = str(why), wish.table
        mirror = self._session.join(table, seat)
        while mirror.version < 0 and not self._lost:
            await self._changed.wait()
            self._changed.clear()
        if self._lost or mirror.seat < 0:
            raise SeatLost(f"no seat to play: {self._lost or refused}")
        self._changed.set()
        return mirror

    async def _new_table(self, wish: Wish) -> str:
        seats = 1 + len(wish.against)
        frame = Make(self._session.next_id(), wish.game, seats, wish.options, False, ["", *wish.against])
        return (await self.connection.request(frame)).table

    async def _start(self, mirror: Mirror) -> None:
        """Start the new table as soon as the bots are there."""
        while not self._all_seated(mirror):
            await self._changed.wait()
            self._changed.clear()
            if self._lost:
                raise SeatLost(self._lost)
        try:
            await self.connection.request(Start(self._session.next_id(), mirror.table))
        except ChangeRefused as why:
            raise SeatLost(f"the game can't start: {why}") from why
        self._changed.set()

    @staticmethod
    def _all_seated(mirror: Mirror) -> bool:
        seats = mirror.document["public"].get("seats", [])
        return bool(seats) and all(row["kind"] != "open" for row in seats)

    # -- questions ---------------------------------------------------------------------------------

    def _over(self) -> bool:
        """Is the game over, or the table closed?"""
        about = self._mirror.document["public"].get("table") if self._mirror else None
        return about is not None and about["phase"] in ("over", "closed")

    def _open_question(self) -> Question | None:
        """The question that the bot has not answered yet."""
        mirror = self._mirror
        number = mirror.document["mine"].get("ask", {}).get("number", 0) if mirror and not mirror.lost else 0
        if mirror is None or not number or number == self._answered:
            return None
        return question(mirror.document, self._seed, self._milliseconds)

    async def _answer(self, asked: Question) -> None:
        """Ask the bot, and send its choice, or a random one, if the question is still open then."""
        deadline = monotonic() + self._milliseconds / 1000
        try:
            choice = await asyncio.to_thread(self._pipe.ask, asked, deadline)
        except BadAnswer as why:
            choice = self._random.choice(asked.offers)
            await self._refuse(asked, str(why), choice)
        except BotGone as why:
            await self._leave()
            raise SeatLost(f"the bot has ended: {why}") from why
        now = self._open_question()
        if now is None or now.number != asked.number or self._mirror is None:
            self._changed.set()  # there may be another question
            return
        self._answered, self._act = asked.number, self._session.next_id()
        self.choices += 1
        self._session.change(Act(self._act, self._mirror.table, self._mirror.seat, asked.number, *choice))

    async def _refuse(self, asked: Question, why: str, played: Any) -> None:
        """Tell the bot; after too many bad answers give the seat up."""
        self.bad_answers += 1
        with contextlib.suppress(BotGone):
            await asyncio.to_thread(self._pipe.refuse, asked, why, played)
        if self.bad_answers >= MAX_BAD_ANSWERS:
            await self._leave()
            raise SeatLost(f"{self.bad_answers} bad answers of the bot, the last one: {why}")

    async def _leave(self) -> None:
        """Leave the seat: a bot of the server plays on."""
        if self._mirror is not None:
            frame = Leave(self._session.next_id(), self._mirror.table, self._mirror.seat)
            with contextlib.suppress(ChangeRefused):
                await self.connection.request(frame)

    # -- received frames ---------------------------------------------------------------------------

    def _heard(self, frame: Any, mirror: Mirror | None) -> None:
        if isinstance(frame, Refused) and mirror is not None and frame.code not in AGAIN:
            self._lost = f"the seat can't be followed: {frame.code}"
        elif isinstance(frame, Refused) and frame.id == self._act and frame.id not in self._session.pending:
            self._answered = 0
            asyncio.get_running_loop().call_later(STALE_S, self._changed.set)
            return
        if isinstance(frame, Full) and self._act not in self._session.pending:
            self._answered = 0  # a store that has lost its last changes asks an earlier question again
        if isinstance(frame, Gone):
            self._lost = f"the seat is gone: {frame.code}"
        self._changed.set()
