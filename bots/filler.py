"""The bots of a server: takes the seats that want one, and plays them until the game is over.

One process holds many seats over one socket. Any number of processes may run side by side: the server
gives a seat to the first that asks. Nothing is kept here that another process would need to go on.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Iterable, Sequence
from random import SystemRandom
from secrets import token_urlsafe
from typing import Any, Final

from protocol.frames import Act, Diff, Done, Full, Gone, Hurried, Refused, Wanted, Welcome
from protocol.proof import proof_of
from server.steady import steadily

from .choosing import THINKING, chosen, made
from .client import Connection
from .document import options
from .mind import MINDS, Mind, quick_of
from .mirror import Mirror
from .pace import Pace, Pause, people_play
from .session import AGAIN
from .thinkers import Thinkers
from .tipping import Tipping

log = logging.getLogger("stammtisch.bots")

UNSEEN: Final = 1.0
"""Seconds for a mind that takes long, where no person waits for it."""

SPREAD: Final = 0.3
"""Seconds by which a process with all its seats taken asks later than an empty one."""


ASK_AGAIN: Final = 3.0
"""Seconds between two looks for seats that are still said to want somebody: the server says only what has
changed. Who was faster may be gone again before it has said that a seat is taken, and a seat of ours given up
before we have heard that we have it."""


class Player:
    """A seat that is played here."""

    def __init__(self, mirror: Mirror, mind: Mind, slow: str = "") -> None:
        self.mirror = mirror
        self.mind = mind
        """What chooses here; where there is a `slow` one, in its place when that is late."""
        self.slow = slow
        """The name of the mind that thinks in a process beside this one, or ""."""
        self.answered = 0
        """The number of the question that was answered last, or is being thought about."""
        self.said = 0
        """The number of the question whose answer was said last."""
        self.act = 0
        """The id of the last act."""
        self.pace = Pace()

    @property
    def number(self) -> int:
        """The number of the open question, 0 without one."""
        return int(self.mirror.document["mine"].get("ask", {}).get("number", 0))


class Filler:
    """Watches for seats that want a bot, takes them, plays them."""

    def __init__(
        self,
        url: str,
        key: str,
        name: str,
        seats: int = 2000,
        pause: Pause = Pause(),  # noqa: B008
        thinkers: int = 1,
    ) -> None:
        token = token_urlsafe(24)
        self.connection = Connection(url, token, name, self.heard, proof_of(key, token))
        self.connection.troubled = lambda why: log.warning("%s can't be reached: %s", url, why)
        self.players: dict[tuple[str, int], Player] = {}
        self.seats = seats
        self.pause = pause
        self.taken = self.acts = self.refused = 0
        """Counted since the start: seats taken, choices made, refusals."""
        self._session = self.connection.session
        self.tipping = Tipping(self._session)
        self._taking: dict[int, tuple[str, int, str]] = {}
        """Seats asked for and their minds, by the id of the question."""
        self._wants: dict[str, Sequence[tuple[int, str]]] = {}
        """What was said last of the seats that want a bot, and their minds, by table; those that have waited
        longest are the first."""
        self._elsewhere: set[str] = set()
        """Minds that were wanted and are not here."""
        self._next_look: asyncio.TimerHandle | None = None
        """While there are any."""
        self._thinking: asyncio.Queue[tuple[Player, int, float]] = asyncio.Queue()
        """Who is to answer which question, and at which time of the loop."""
        self._random = SystemRandom()
        self.thinkers = Thinkers(thinkers)
        self._slowly: set[asyncio.Task[None]] = set()
        """Questions that are thought about beside this process."""

    async def run(self) -> None:
        """Go on until cancelled or given up by the server (GaveUp)."""
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
            await asyncio.gather(self.thinkers.close(), self.tipping.close())

    # -- seats -------------------------------------------------------------------------------------

    def heard(self, frame: Any, mirror: Mirror | None) -> None:
        """Take in one frame of the server."""
        self.tipping.heard(frame)
        match frame:
            case Full() | Diff():
                if mirror and (player := self.players.get((mirror.table, mirror.seat))):
                    self._look(player)
            case Welcome():
                self._wants.clear()  # all that is wanted is told again
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
        """Ask for the seats whose mind there is here, while there is room: the later the more seats are held
        already."""
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
            asyncio.get_running_loop().call_later(SPREAD * held / self.seats, self._session.change, take)

    def _leave_to_others(self, mind: str) -> None:
        """Say once that a mind is wanted that isn't here: it may be another process's, or misspelt."""
        if mind not in self._elsewhere:
            self._elsewhere.add(mind)
            log.warning("seats want the mind %s, which isn't here: they wait for bots that have it", mind)

    def _look_later(self) -> None:
        """Look again after a while, as long as seats want somebody."""
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
        """Ask for all seats that want somebody still, as far as there is room."""
        for table, seats in self._wants.items():
            if len(self.players) + len(self._taking) >= self.seats:
                return
            self._wanted(table, [(seat, mind) for seat, mind in seats if (table, seat) not in self.players])

    def _sit(self, table: str, seat: int, mind: str) -> None:
        """A seat is ours: follow it."""
        self.taken += 1
        self._session.join(table, seat)
        mirror = self._session.mirrors[table, seat]
        quick = quick_of(MINDS[mind])
        if quick:
            self.thinkers.begin()
        playing = made(mind, quick or MINDS[mind], self._random.getrandbits(64))
        self.players[table, seat] = Player(mirror, playing, mind if quick else "")

    def _leave(self, key: tuple[str, int]) -> None:
        """A seat is ours no longer."""
        if self.players.pop(key, None):
            self._look_again()

    def _refused(self, frame: Refused, mirror: Mirror | None) -> None:
        if frame.code in AGAIN:
            return
        if self._taking.pop(frame.id, None):  # another one has it
            return
        if mirror is not None:  # lost: it is asked for at the next look, not at once again and again
            self.players.pop((mirror.table, mirror.seat), None)
        elif player := next((p for p in self.players.values() if p.act == frame.id), None):
            self.refused += 1
            log.warning("table %s: an act was refused: %s %s", frame.table, frame.code, frame.reason)
            player.answered = player.said = 0
            asyncio.get_running_loop().call_later(1, self._session.renew, player.mirror)

    # -- playing -----------------------------------------------------------------------------------

    def _look(self, player: Player) -> None:
        """The document has changed: is there a question to answer, or nothing more to do?"""
        mirror = player.mirror
        player.pace.seen(mirror.document["public"], mirror.seat)
        if mirror.document["public"]["table"]["phase"] in ("over", "closed"):
            self._session.part(mirror.table, mirror.seat)
            self._leave((mirror.table, mirror.seat))
        elif player.number and player.number != player.answered:
            player.answered = player.number
            self._later(player)

    def _hurried(self, table: str) -> None:
        """People hurry the bots of a table: what would be answered later is answered soon."""
        for (at, _), player in self.players.items():
            hurried = at == table and player.pace.hurry(player.mirror.document["public"])
            if hurried and player.number and player.number == player.answered != player.said:
                self._later(player)

    def _later(self, player: Player) -> None:
        """Answer after a pause, as a person would, or at once among bots.

        Thinking is over before the pause is, so that its length tells nobody how much there was to choose;
        who thinks long begins at once.
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
            loop.call_later(max(0.0, pause - THINKING), self._thinking.put_nowait, asked)
        else:
            self._thinking.put_nowait((player, player.number, 0.0))

    async def _think(self) -> None:
        """Choose for one question after the other, with the socket served in between."""
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

    async def _slow(self, player: Player, number: int, pause: float) -> None:
        """Have a question thought about elsewhere; what is not there in time is chosen here."""
        if not self._is_asked(player, number):
            return
        loop = asyncio.get_running_loop()
        due, document = loop.time() + pause, player.mirror.document
        found = await self.thinkers.choose(player.slow, document, due if pause else due + UNSEEN)
        if self._is_asked(player, number):
            choice = found or chosen(player.mind, player.mirror.document)
            loop.call_at(max(due, loop.time()), self._answer, player, number, choice)

    def _is_asked(self, player: Player, number: int) -> bool:
        """Is this still the open question of a seat that is ours?"""
        mirror = player.mirror
        if mirror.lost:
            player.answered = player.said = 0  # to be looked at again with the whole document
            return False
        current = self.players.get((mirror.table, mirror.seat)) is player
        return current and number == player.number == player.answered

    def _answer(self, player: Player, number: int, choice: tuple[str, int]) -> None:
        """Say what was chosen, if it is still asked."""
        if self._is_asked(player, number) and number != player.said:
            player.said = number
            player.act = self._session.next_id()
            self.acts += 1
            self._session.change(Act(player.act, player.mirror.table, player.mirror.seat, number, *choice))


async def fill(filler: Filler, ready: Callable[[], None] = lambda: None) -> None:
    """Run a filler until SIGINT or SIGTERM. Its seats are free for other bots then."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    running = asyncio.create_task(filler.run())
    stopping = asyncio.create_task(stop.wait())
    ready()
    await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    await filler.connection.close()
    await running
