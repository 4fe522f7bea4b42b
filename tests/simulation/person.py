"""A simulated player with a browser: makes a table or takes a seat, plays, undoes, chats, goes away for a
while, comes back, plays again. All decisions depend only on what the browser shows, so that there is a
next step in every state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final

from bots.client.client import Connection, GaveUp
from bots.document import options
from protocol.frames import (
    AUTO,
    WATCH,
    Act,
    Agree,
    Back,
    Change,
    Diff,
    Done,
    Full,
    Gone,
    Hand,
    Here,
    Joined,
    Leave,
    Listed,
    Lobby,
    Make,
    Ping,
    Pong,
    Refused,
    Rematch,
    Resize,
    Said,
    Say,
    Start,
    Tip,
    Undo,
    Want,
    Welcome,
)
from protocol.mirror import Mirror
from server.games import GAMES
from server.games.catalogue import checked
from server.games.engine import OptionsRefused

from .loop import Process
from .truth import Broken

Heard = Callable[["Person", Any, Mirror | None], None]
"""Called with every frame after the session has processed it; may raise Broken."""

NEVER: Final = frozenset(
    {"fault", "illegal", "unknown-table", "other-version", "unknown-game", "options", "unknown-mind"}
)
"""Refusals that a player who sees the true state never gets."""

RESIZED_SHARE: Final = 0.3
"""How often such a host changes it, by version of an open table."""

PATIENCE: Final = 5
"""The number of checks of an open table after which the host stops waiting for players."""


class Habits:
    """The playing habits of a person."""

    def __init__(self, random: Random) -> None:
        self.think = random.choice((0.02, 0.1, 0.1, 0.4))
        self.undo = random.choice((0.0, 0.05, 0.2))
        self.chat = random.choice((0.0, 0.05, 0.2))
        self.stroll = random.choice((0.0, 0.0, 0.02, 0.1))
        """Going to another page and back."""
        self.twice = random.choice((0.0, 0.0, 0.1, 0.5))
        """Sending a frame twice."""
        self.odd = random.choice((0.0, 0.0, 0.02))
        """Giving up the seat, offering seats, agreeing."""
        self.rematch = random.choice((0.5, 1.0))
        self.puzzled = 0.0
        """Asking for a tip."""
        self.ponder = 0.0
        """Thinking for long."""

    def hurry(self) -> None:
        """Play to the end."""
        self.think, self.undo, self.stroll = 0.02, min(self.undo, 0.05), min(self.stroll, 0.02)


class Person:
    """One player. `heard` checks every frame; `broken` is called with violations."""

    def __init__(
        self,
        process: Process,
        name: str,
        random: Random,
        heard: Heard,
        broken: Callable[[str], None],
    ) -> None:
        self.process = process
        self.name = name
        self.random = random
        self.habits = Habits(random)
        self.make: dict[str, Any] = {}
        """The table to make; empty for those who join another person's table."""
        self.token = "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=32))
        self.tables: list[str] = []
        """The tables that this person wants to be at; the last one has priority."""
        self._comings = Random(self.token)
        """A separate random stream, so that seeds that once failed keep their course as far as possible."""
        self._riddles = Random(f"{self.token} tips")
        self._depths = Random(f"{self.token} depths")
        self._seatings = Random(f"{self.token} seats")
        self.resizes = self._seatings.random() < 0.3
        """Does this person, as a host, change the number of seats?"""
        self.seated = random.random() < 0.85
        """Does this person want a seat?"""
        self.playing = True
        self.here: dict[str, list[Any]] = {}
        self.lobby: dict[str, Any] = {}
        self.said: dict[str, list[Any]] = {}
        """By table: chat lines received on the current socket."""
        self.sent: dict[int, Change] = {}
        self.acts = 0
        self.parted: dict[int, tuple[str, int]] = {}
        """By number of a ping: the subscription that ended before it."""
        self.silent: set[tuple[str, int]] = set()
        """Subscriptions on which no more frames may arrive."""
        self._heard = heard
        self._broken = broken
        self._answered: dict[tuple[str, int], int] = {}
        self._asked: dict[str, int] = {}
        self._counted = 0
        self._waited: dict[str, int] = {}
        self.connection: Connection

    def host(self, make: dict[str, Any]) -> None:
        """Let this person make a table."""
        self.make, self.seated = make, True

    # -- the browser -------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the page: only the guest's token and the wanted tables are known."""
        self.connection = Connection("ws://127.0.0.1:8080/ws", self.token, self.name, self._hear)
        self.session = self.connection.session
        self._answered, self._asked, self.sent = {}, {}, {}
        self.parted, self.silent = {}, set()
        self.process.spawn(self._stay())
        self.process.spawn(self._live())
        for table in self.tables:
            self.session.join(table)

    async def _stay(self) -> None:
        try:
            await self.connection.run()
        except GaveUp as why:
            self._broken(f"{self.name} was sent away: {why}")

    async def _live(self) -> None:
        """Check the page now and then, whether or not frames have arrived."""
        self.session.browse()
        while True:
            await asyncio.sleep(0.2 + 0.8 * self.random.random())
            if self.session.welcomed and self.playing:
                self._step()

    def change(self, frame: Change) -> None:
        """Send a change, which the session repeats until it is answered; sometimes send it twice at once."""
        self.sent[frame.id] = frame
        self.session.change(frame)
        if self.random.random() < self.habits.twice:
            self.session.say(frame)

    def come_to(self, table: str) -> None:
        """The person learns of a table, and joins it."""
        if table not in self.tables:
            self.tables.append(table)
            self.session.join(table)

    # -- incoming frames ---------------------------------------------------------------------------

    def _hear(self, frame: Any, mirror: Mirror | None) -> None:
        try:
            self._take(frame, mirror)
        except Broken as why:
            self._broken(str(why))

    def _take(self, frame: Any, mirror: Mirror | None) -> None:
        match frame:
            case Welcome():
                self.parted, self.silent = {}, set()
            case Here():
                self.here[frame.table] = frame.people
            case Joined():
                self.silent.discard((frame.table, frame.seat))
                self.said[frame.table] = []
            case Said():
                self.said.setdefault(frame.table, []).append(frame)
            case Lobby():
                self.lobby = dict(frame.tables)
            case Listed():
                self._listed(frame)
            case Pong():
                if frame.n in self.parted:
                    self.silent.add(self.parted.pop(frame.n))
            case Refused():
                self._refused(frame)
            case Gone():
                self._gone(frame)
        self._heard(self, frame, mirror)
        match frame:
            case Done():
                self._done(frame)
            case Full() | Diff():
                if mirror is not None and self.playing:
                    self._look(mirror)

    def _listed(self, frame: Listed) -> None:
        if frame.summary is None:
            self.lobby.pop(frame.table, None)
        else:
            self.lobby[frame.table] = frame.summary

    def _refused(self, frame: Refused) -> None:
        sent = self.sent.get(frame.id)
        if frame.code in NEVER and (frame.code != "illegal" or isinstance(sent, Act)):
            raise Broken(f"{self.name} was refused {sent}: {frame.code} {frame.reason}")
        if isinstance(sent, Act | Undo) and frame.code not in ("slow-down", "storing"):
            self._answered.pop((sent.table, sent.seat), None)

    def _gone(self, frame: Gone) -> None:
        if frame.code != "not-your-seat":
            raise Broken(f"{self.name}: table {frame.table} is gone ({frame.code})")
        if frame.table in self.tables:
            self.session.join(frame.table)

    def _done(self, frame: Done) -> None:
        sent = self.sent.get(frame.id)
        if isinstance(sent, Make):
            self.come_to(frame.table)
        elif sent is not None and not isinstance(sent, Act | Undo | Say):
            self._join_again(frame.table)

    def _join_again(self, table: str) -> None:
        """Switch from watching to one's own seat."""
        mirror = self.mirror(table)
        if mirror is not None and mirror.seat == WATCH and mirror.version >= 0:
            self.session.part(table, WATCH)
            self.session.join(table)

    def mirror(self, table: str) -> Mirror | None:
        """The page's mirror of a table."""
        return next((m for (name, _), m in self.session.mirrors.items() if name == table), None)

    # -- actions -----------------------------------------------------------------------------------

    def _step(self) -> None:
        """Do the next thing that the page suggests."""
        if self.make and not self.tables:
            if not any(isinstance(change, Make) for change in self.session.pending.values()):
                self.change(Make(self.session.next_id(), **self.make))
            return
        for table in self.tables[-2:]:
            mirror = self.mirror(table)
            if mirror is None:
                if not self._strolls():
                    self.session.join(table)
            elif mirror.version >= 0:
                self._look(mirror)
                self._wait_no_more(mirror)
                self._dawdle(mirror)

    def _strolls(self) -> bool:
        return self.random.random() < 0.3

    def _look(self, mirror: Mirror) -> None:
        """React to the state of a table."""
        public = mirror.document["public"]
        phase = public["table"]["phase"]
        if phase == "open":
            self._gather(mirror, public)
        elif phase == "playing" and mirror.seat >= 0:
            self._follow_seats(mirror, public)
            self._play(mirror)
        elif phase == "playing":
            self._given_a_seat(mirror, public)
        elif phase == "over":
            self._again(mirror, public)

    def _once_in(self, what: str, versions: Any) -> bool:
        """True once for each value of `versions`: prevents repeated requests."""
        if self._asked.get(what) == versions:
            return False
        self._asked[what] = versions
        return True

    def _gather(self, mirror: Mirror, public: Any) -> None:
        rows = public["seats"]
        mine = [seat for seat, row in enumerate(rows) if row["person"] == self.session.person]
        free = [seat for seat, row in enumerate(rows) if row["kind"] == "open" and not row["mind"]]
        kept = [
            s for s, row in enumerate(rows) if row["kind"] == "kept" and row["person"] == self.session.person
        ]
        if mine and mirror.seat == WATCH:
            self._join_again(mirror.table)
        elif not mine and self.seated and (free or kept) and self._once_in(mirror.table, (free, kept)):
            seat = AUTO if self.random.random() < 0.5 else self.random.choice(kept or free)
            self.change(self.session.sit(mirror.table, seat))
        host = public["table"]["host"] == self.session.person
        if host and self.resizes and self._once_in(f"resize {mirror.table}", mirror.version):
            self._resize(mirror.table, public)
        full = all(row["kind"] in ("person", "bot") for row in rows)
        if full and host and self._once_in("start", mirror.version):
            self.change(Start(self.session.next_id(), mirror.table))

    def _resize(self, table: str, public: Any) -> None:
        """Some hosts change the number of seats, within what is possible as they see the table."""
        game, rows = GAMES[public["table"]["game"]], public["seats"]
        held = max((seat for seat, row in enumerate(rows) if row["kind"] != "open"), default=-1) + 1
        seats = self._seatings.choice([n for n in game.seats if n != len(rows)])
        if seats < held or self._seatings.random() > RESIZED_SHARE:
            return
        try:
            checked(game, {**public["table"]["options"], **game.options.decided(seats)}, seats)
        except OptionsRefused:
            return
        self.change(Resize(self.session.next_id(), table, seats))

    def _wait_no_more(self, mirror: Mirror) -> None:
        """The host lets bots take the seats that are still open."""
        public = mirror.document["public"]
        if public["table"]["phase"] != "open" or public["table"]["host"] != self.session.person:
            return
        self._waited[mirror.table] = self._waited.get(mirror.table, 0) + 1
        if self._waited[mirror.table] % PATIENCE == 0:
            for seat, row in enumerate(public["seats"]):
                if row["kind"] in ("open", "kept") and not row["mind"]:
                    self.change(Want(self.session.next_id(), mirror.table, seat, "whim"))

    def _given_a_seat(self, mirror: Mirror, public: Any) -> None:
        """A watcher who was handed a seat switches to it, as the browser's page does."""
        mine = any(row["person"] == self.session.person for row in public["seats"])
        if mine and self._once_in(f"given {mirror.table}", mirror.version):
            self._join_again(mirror.table)

    def _follow_seats(self, mirror: Mirror, public: Any) -> None:
        """Subscribe to all own seats, taken on two pages, as the browser's page does."""
        for seat, row in enumerate(public["seats"]):
            if row["person"] == self.session.person and (mirror.table, seat) not in self.session.mirrors:
                self.session.join(mirror.table, seat)

    def _play(self, mirror: Mirror) -> None:
        mine = mirror.document["mine"]
        number = mine.get("ask", {}).get("number", 0)
        place = mirror.table, mirror.seat
        if number and self._answered.get(place) != number:
            self._answered[place] = number
            pause = self.habits.think * self.random.expovariate(1)
            if self.habits.ponder and self._depths.random() < self.habits.ponder:
                pause += self._depths.uniform(3, 12)
            asyncio.get_running_loop().call_later(pause, self._answer, place, number)

    def _answer(self, place: tuple[str, int], number: int) -> None:
        mirror = self.session.mirrors.get(place)
        mine = mirror.document["mine"] if mirror is not None and mirror.version >= 0 else {}
        if mirror is None or not self.playing or mine.get("ask", {}).get("number", 0) != number:
            self._answered.pop(place, None)
            return
        if self._asks_for_a_tip(place, mine):
            return
        self.acts += 1
        if mine["undo"] and self.random.random() < self.habits.undo:
            self.change(Undo(self.session.next_id(), *place, mine["undo"]))
        else:
            self.change(
                Act(self.session.next_id(), *place, number, *self.random.choice(options(mirror.document)))
            )

    def _asks_for_a_tip(self, place: tuple[str, int], mine: Any) -> bool:
        """Request a tip if allowed, and wait for it for a while, or play on regardless of it."""
        tip, number = mine.get("tip", {}), mine["ask"]["number"]
        if tip.get("left", 0) < 1 or "ask" in tip or self._riddles.random() >= self.habits.puzzled:
            return False
        self.change(Tip(self.session.next_id(), *place, number))
        patience = self._riddles.choice((0.3, 2.0, 8.0))
        asyncio.get_running_loop().call_later(patience, self._answer, place, number)
        return True

    def _again(self, mirror: Mirror, public: Any) -> None:
        following = public["table"]["next"]
        if following:
            self.come_to(following)
        elif (
            mirror.seat >= 0
            and self._once_in(f"rematch {mirror.table}", 1)
            and self._fancies(self.habits.rematch)
        ):
            self.change(Rematch(self.session.next_id(), mirror.table))

    def _fancies(self, how_often: float) -> bool:
        return self.random.random() < how_often

    def _dawdle(self, mirror: Mirror) -> None:
        """Actions beside playing."""
        next_id = self.session.next_id
        if self._fancies(self.habits.chat):
            self.change(Say(next_id(), mirror.table, f"{self.name} says {self._count()}"))
        if self._fancies(self.habits.stroll):
            self._part(mirror)
        if self._fancies(self.habits.odd):
            self._do_something_odd(mirror)
        if self.session.pending:
            return
        public = mirror.document["public"]
        if mirror.seat >= 0 and (bot := public["seats"][mirror.seat]["stand_in"]):
            self._come_back(mirror, bot)
        for seat, row in enumerate(public["seats"]):
            offer = row["offer"]
            if (
                offer
                and self.session.person in (offer["asks"], *offer["also"])
                and self._once_in(f"offer {seat}", offer["number"])
            ):
                self.change(Agree(next_id(), mirror.table, seat, offer["number"], self._fancies(0.7)))

    def _come_back(self, mirror: Mirror, bot: str) -> None:
        """Half of the people replaced by a stand-in say that they are back; the others just answer when
        asked."""
        mine = mirror.document["public"]["seats"][mirror.seat]["person"] == self.session.person
        if mine and self._once_in(f"back {bot}", mirror.version // 10) and self._comings.random() < 0.5:
            self.change(Back(self.session.next_id(), mirror.table, mirror.seat))

    def _count(self) -> int:
        self._counted += 1
        return self._counted

    def _part(self, mirror: Mirror) -> None:
        self.session.part(mirror.table, mirror.seat)
        number = self._count()
        self.parted[number] = (mirror.table, mirror.seat)
        self.session.say(Ping(number))

    def _do_something_odd(self, mirror: Mirror) -> None:
        public, next_id = mirror.document["public"], self.session.next_id
        if public["table"]["phase"] != "playing":
            return
        if public["table"]["host"] == self.session.person:
            seat = self.random.randrange(len(public["seats"]))
            others = [person for person, _, at in self.here.get(mirror.table, ()) if at == WATCH]
            if others and self._fancies(0.7):
                self.change(Hand(next_id(), mirror.table, seat, person=self.random.choice(others)))
            else:
                self.change(Hand(next_id(), mirror.table, seat, mind="whim"))
        elif mirror.seat >= 0 and self._fancies(0.3):
            self.change(Leave(next_id(), mirror.table, mirror.seat))
