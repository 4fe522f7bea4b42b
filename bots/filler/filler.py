"""The bots of a server: takes the seats that want a bot, and plays them until the game is over.

One process holds many seats over one socket. Any number of processes may run in parallel: the server gives a
seat to the first one that asks. A process has no state that another would need to take over its seats.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import SystemRandom
from secrets import token_urlsafe
from typing import Any, Final

from protocol.frames import Act, Diff, Done, Full, Gone, Hurried, Refused, Wanted, Welcome
from protocol.mirror import Mirror
from protocol.proof import proof_of
from protocol.session import AGAIN
from server.process.forever import steadily
from server.process.gc import MIN_NEW_OBJECTS, tidy

from ..client.client import Connection, without_account
from ..document import options
from ..mind import Mind, quick_of
from ..minds.registry import MINDS
from .choosing import CHOICE_TIME_S, chosen, mind_or_whim
from .pace import Pace, Pause, people_play
from .tip_service import TipService
from .worker_pool import WorkerPool

log = logging.getLogger("stammtisch.bots")

UNWATCHED_CHOICE_TIME_S: Final = 1.0
"""Time budget of a slow mind at tables without people (seconds)."""

FULL_PROCESS_DELAY_S: Final = 0.3
"""Delay of a request for a seat from a process with all its seats taken (seconds); an empty process asks at
once."""


ASK_AGAIN: Final = 3.0
"""Pause between two requests for seats that are still listed as wanted (seconds); the server sends only
changes of the list. A faster process may have gone before it confirmed its seat, and this one may have left a
seat before it received its confirmation."""


class BotSeat:
    """A seat that this process plays."""

    def __init__(self, mirror: Mirror, mind: Mind, slow: str = "") -> None:
        self.mirror = mirror
        self.mind = mind
        """Chooses here; if `slow` is set, only as the fallback when the slow mind is late."""
        self.slow = slow
        """The name of the mind that thinks in a worker process, or ""."""
        self.answered = 0
        """The number of the last question that was answered or is being thought about."""
        self.said = 0
        """The number of the last question whose answer was sent."""
        self.act = 0
        """The id of the last act."""
        self.pace = Pace()

    @property
    def number(self) -> int:
        """The number of the open question, 0 if there is none."""
        return int(self.mirror.document["mine"].get("ask", {}).get("number", 0))


class Filler:
    """Takes seats that want a bot, and plays them."""

    def __init__(
        self,
        url: str,
        key: str,
        name: str,
        seats: int = 2000,
        pause: Pause = Pause(),  # noqa: B008
        worker_pool: int = 1,
    ) -> None:
        token = token_urlsafe(24)
        shown = without_account(url)
        self.connection = Connection(
            url,
            token,
            name,
            self.heard,
            proof_of(key, token),
            lambda why: log.warning("%s can't be reached: %s", shown, why),
        )
        self.players: dict[tuple[str, int], BotSeat] = {}
        self.seats = seats
        self.pause = pause
        self.taken = self.acts = self.refused = 0
        """Counters since the start: seats taken, choices made, refusals."""
        self._session = self.connection.session
        self.tipping = TipService(self._session)
        self._taking: dict[int, tuple[str, int, str]] = {}
        """Requested seats and their minds, by the id of the request."""
        self._wants: dict[str, Sequence[tuple[int, str]]] = {}
        """The last list of seats that want a bot, with their minds, by table; the longest waiting come
        first."""
        self._elsewhere: set[str] = set()
        """Wanted minds that this process doesn't have."""
        self._next_look: asyncio.TimerHandle | None = None
        """Set while `_wants` is not empty."""
        self._thinking: asyncio.Queue[tuple[BotSeat, int, float]] = asyncio.Queue()
        """Queue of questions: the seat, the number of its question, and the earliest time of the answer (loop
        time)."""
        self._random = SystemRandom()
        self.worker_pool = WorkerPool(worker_pool)
        self._slowly: set[asyncio.Task[None]] = set()
        """Tasks waiting for a worker process."""

    async def run(self) -> None:
        """Run until cancelled, or until the server forbids reconnecting (GaveUp)."""
        self._session.browse()
        thinker = steadily("thinking", self._think)
        try:
            await self.connection.run()
        finally:
            for task in (thinker, *self._slowly):
                task.cancel()
            self._wants.clear()
            self._look_later()
            await asyncio.gather(thinker, *self._slowly, return_exceptions=True)
            await asyncio.gather(self.worker_pool.close(), self.tipping.close())

    # -- seats -------------------------------------------------------------------------------------

    def heard(self, frame: Any, mirror: Mirror | None) -> None:
        """Process one frame of the server."""
        self.tipping.heard(frame)
        match frame:
            case Full() | Diff():
                if mirror and (player := self.players.get((mirror.table, mirror.seat))):
                    if isinstance(frame, Full) and player.act not in self._session.pending:
                        player.answered = player.said = 0  # a store that lost changes asks a question again
                    self._look(player)
            case Welcome():
                self._wants.clear()  # the server sends all wanted seats again
                self._look_later()
            case Wanted():
                self._wants[frame.table] = frame.seats
                if not frame.seats:
                    del self._wants[frame.table]
                self._wanted(frame.table, frame.seats)
                self._look_later()
            case Done():
                if frame.id in self._taking:
                    self._sit(*self._taking.pop(frame.id))
            case Hurried():
                self._hurried(frame.table)
            case Refused():
                self._refused(frame, mirror)
            case Gone():
                for key in [key for key in self.players if key not in self._session.mirrors]:
                    self._leave(key)

    def _wanted(self, table: str, seats: Iterable[tuple[int, str]]) -> None:
        """Request the seats whose mind this process has, while it has room. The fuller it is, the later it
        asks."""
        asked = {(table, seat) for table, seat, _ in self._taking.values()}
        for seat, mind in seats:
            held = len(self.players) + len(self._taking)
            if mind not in MINDS:
                self._leave_to_others(mind)
                continue
            if (table, seat) in asked or held >= self.seats:
                continue
            take = self._session.take(table, seat)
            self._taking[take.id] = (table, seat, mind)
            asyncio.get_running_loop().call_later(
                FULL_PROCESS_DELAY_S * held / self.seats, self._session.change, take
            )

    def _leave_to_others(self, mind: str) -> None:
        """Warn once for each wanted mind that isn't installed here: another process may have it, or it is
        misspelt."""
        if mind not in self._elsewhere:
            self._elsewhere.add(mind)
            log.warning("seats want the mind %s, which isn't here: they wait for bots that have it", mind)

    def _look_later(self) -> None:
        """Schedule the next request while there are wanted seats."""
        if self._next_look and not self._wants:
            self._next_look.cancel()
            self._next_look = None
        elif self._wants and not self._next_look:
            self._next_look = asyncio.get_running_loop().call_later(ASK_AGAIN, self._look_now)

    def _look_now(self) -> None:
        self._next_look = None
        self._look_again()
        self._look_later()

    def _look_again(self) -> None:
        """Request all seats that are still wanted, while there is room."""
        for table, seats in self._wants.items():
            if len(self.players) + len(self._taking) >= self.seats:
                return
            self._wanted(table, [(seat, mind) for seat, mind in seats if (table, seat) not in self.players])

    def _sit(self, table: str, seat: int, mind: str) -> None:
        """Play a seat that was granted: join it."""
        self.taken += 1
        self._session.join(table, seat)
        mirror = self._session.mirrors[table, seat]
        quick = quick_of(MINDS[mind])
        if quick:
            self.worker_pool.begin()
        playing = mind_or_whim(mind, quick or MINDS[mind], self._random.getrandbits(64))
        self.players[table, seat] = BotSeat(mirror, playing, mind if quick else "")

    def _leave(self, key: tuple[str, int]) -> None:
        """Stop playing a seat that was lost or is over."""
        if self.players.pop(key, None):
            self._look_again()

    def _refused(self, frame: Refused, mirror: Mirror | None) -> None:
        if frame.code in AGAIN:
            return
        if self._taking.pop(frame.id, None):  # another process has the seat
            return
        if mirror is not None:  # lost; the next periodic request includes it, which avoids a busy loop
            self.players.pop((mirror.table, mirror.seat), None)
        elif player := next((p for p in self.players.values() if p.act == frame.id), None):
            self.refused += 1
            log.warning("table %s: an act was refused: %s %s", frame.table, frame.code, frame.reason)
            player.answered = player.said = 0
            asyncio.get_running_loop().call_later(1, self._session.renew, player.mirror)

    # -- playing -----------------------------------------------------------------------------------

    def _look(self, player: BotSeat) -> None:
        """React to a changed document: answer a new question, or leave a finished table."""
        mirror = player.mirror
        player.pace.seen(mirror.document["public"], mirror.seat)
        if mirror.document["public"]["table"]["phase"] in ("over", "closed"):
            self._session.part(mirror.table, mirror.seat)
            self._leave((mirror.table, mirror.seat))
        elif player.number and player.number != player.answered:
            player.answered = player.number
            self._later(player)

    def _hurried(self, table: str) -> None:
        """People hurry the bots of a table: reschedule pending answers with the short pause."""
        for (at, _), player in self.players.items():
            hurried = at == table and player.pace.hurry(player.mirror.document["public"])
            if hurried and player.number and player.number == player.answered != player.said:
                self._later(player)

    def _later(self, player: BotSeat) -> None:
        """Answer after a pause, as a person would, or at once among bots.

        Thinking ends before the pause does, so that its length doesn't reveal how much there was to choose. A
        slow mind starts at once.
        """
        loop = asyncio.get_running_loop()
        document = player.mirror.document
        pause = player.pace.seconds(self.pause) if people_play(document["public"]) else 0.0
        if player.slow and len(options(document)) > 1:
            task = loop.create_task(self._slow(player, player.number, pause))
            self._slowly.add(task)
            task.add_done_callback(self._slowly.discard)
        elif pause:
            asked = (player, player.number, loop.time() + pause)
            loop.call_later(max(0.0, pause - CHOICE_TIME_S), self._thinking.put_nowait, asked)
        else:
            self._thinking.put_nowait((player, player.number, 0.0))

    async def _think(self) -> None:
        """Choose for one question after another, and let the event loop run in between."""
        loop = asyncio.get_running_loop()
        while True:
            player, number, due = await self._thinking.get()
            if self._is_asked(player, number):
                choice = chosen(player.mind, player.mirror.document)
                if loop.time() < due:
                    loop.call_at(due, self._answer, player, number, choice)
                else:
                    self._answer(player, number, choice)
            await asyncio.sleep(0)

    async def _slow(self, player: BotSeat, number: int, pause: float) -> None:
        """Let a worker process choose; if its answer is late, the quick mind chooses here."""
        if not self._is_asked(player, number):
            return
        loop = asyncio.get_running_loop()
        due, document = loop.time() + pause, player.mirror.document
        found = await self.worker_pool.choose(
            player.slow, document, due if pause else due + UNWATCHED_CHOICE_TIME_S
        )
        if self._is_asked(player, number):
            choice = found or chosen(player.mind, player.mirror.document)
            loop.call_at(max(due, loop.time()), self._answer, player, number, choice)

    def _is_asked(self, player: BotSeat, number: int) -> bool:
        """Is this still the open question of a seat of this process?"""
        mirror = player.mirror
        if mirror.lost:
            player.answered = player.said = 0  # handled again once the whole document arrives
            return False
        current = self.players.get((mirror.table, mirror.seat)) is player
        return current and number == player.number == player.answered

    def _answer(self, player: BotSeat, number: int, choice: tuple[str, int]) -> None:
        """Send the choice, if the question is still open."""
        if self._is_asked(player, number) and number != player.said:
            player.said = number
            player.act = self._session.next_id()
            self.acts += 1
            self._session.change(Act(player.act, player.mirror.table, player.mirror.seat, number, *choice))


async def fill(filler: Filler, ready: Callable[[], None] = lambda: None) -> None:
    """Run a filler until SIGINT or SIGTERM; afterwards, other bots may take its seats."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    tidying = steadily("garbage", partial(tidy, MIN_NEW_OBJECTS))  # between choices, and not in one
    running = asyncio.create_task(filler.run())
    stopping = asyncio.create_task(stop.wait())
    ready()
    await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    try:
        await filler.connection.close()
        await running
    finally:
        tidying.cancel()
