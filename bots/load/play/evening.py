"""What people do on an evening beside choosing: invite, undo, ask, talk, reload, look back and play again.

Everything is drawn from the shares of `Habits`, and answers are timed. A refusal of such a request is no
fault, because people get it as well: a choice can no longer be undone, or a question was undone meanwhile.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import deque
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from protocol.frames import Because, History, Past, Refused, Rematch, Say, Tip, Undo, Why
from server.games import GAMES

from .load_table import LoadSeat, LoadTable
from .profiles import Habits
from .recorder import Recorder
from .scheduler import Scheduler
from .user import User

PAGE_TIMEOUT_S: Final = 15.0

MAX_PAGE_BYTES: Final = 16 * 2**20

PAUSE_S: Final = 0.5
"""Mean seconds between what a person of a new table does and what the next one does."""

REGRET_S: Final = (0.3, 1.5)
"""Seconds until a choice is undone, from and to."""

WITHDRAWN: Final = frozenset({"stale", "not-your-turn"})
"""Refusals of choices whose question was undone while they were on their way."""

SENTENCES: Final = ("hello", "good luck", "oh no", "that was my card", "well played", "one more?")


class Evening:
    """The habits of all people of a process."""

    def __init__(self, habits: Habits, scheduler: Scheduler, recorder: Recorder, random: Random) -> None:
        self.habits = habits
        self._scheduler = scheduler
        self._recorder = recorder
        self._random = random
        self._sent: set[int] = set()
        """Ids of requests that may be refused."""
        self._whys: dict[int, float] = {}
        """When each was asked."""
        self._looks: dict[tuple[User, str], deque[float]] = {}
        """The same of earlier versions, by user and table, in their order."""

    # -- at the table ------------------------------------------------------------------------------

    def asked(self, place: LoadSeat, number: int, now: float, due: float) -> None:
        """A seat thinks about a question until `due`."""
        habits, random = self.habits, self._random
        for share, habit in (
            (habits.why, self._why),
            (habits.tip, self._tip),
            (habits.chat, self._chat),
            (habits.look_back, self._look_back),
            (habits.reload, self._reload),
        ):
            if random.random() < share:
                self._scheduler.at(now + random.random() * (due - now), habit, place, number)

    def idle(self, place: LoadSeat, now: float) -> None:
        """A seat has no question; it may undo its last choice, once."""
        undo = place.mirror.document["mine"].get("undo", 0)
        if undo and undo != place.regretted:
            place.regretted = undo
            if self._random.random() < self.habits.undo:
                self._scheduler.at(now + self._random.uniform(*REGRET_S), self._undo, place, undo)

    def heard(self, user: User, frame: Any) -> None:
        """A frame has arrived that is no document of the table."""
        now = self._scheduler.clock()
        if isinstance(frame, Because):
            self._note("why", self._whys.pop(frame.id, None), now)
        elif isinstance(frame, Past):
            asked = self._looks.get((user, frame.table))
            self._note("past", asked.popleft() if asked else None, now)

    def excuses(self, frame: Refused, table: LoadTable | None) -> bool:
        """Is this a refusal that people get on an evening?"""
        self._whys.pop(frame.id, None)
        if frame.id in self._sent:
            self._sent.discard(frame.id)
            self._recorder.count("habits refused", self._scheduler.clock())
            return True
        if table is None or not table.undone or frame.code not in WITHDRAWN:
            return False
        table.sent.pop(frame.id, None)
        self._recorder.count("choices undone by others", self._scheduler.clock())
        return True

    def _note(self, track: str, asked: float | None, now: float) -> None:
        if asked is not None:
            self._recorder.note(track, asked, now - asked)

    def _open(self, place: LoadSeat, number: int) -> bool:
        """Does the seat still think about this question?"""
        mine = place.mirror.document.get("mine", {})
        there = place.user.session.welcomed and not place.mirror.lost and not place.table.leaving
        return there and bool(mine.get("ask", {}).get("number", 0) == number)

    def _id(self, place: LoadSeat, habit: str) -> int:
        """The id of a request."""
        id = place.user.session.next_id()
        self._sent.add(id)
        self._recorder.count(habit, self._scheduler.clock())
        return id

    def _why(self, place: LoadSeat, number: int) -> None:
        """Why can't this be chosen? A thing of the game, with a number that it may or may not have."""
        if not self._open(place, number):
            return
        things = sorted(GAMES[place.table.game].things)
        if not things:
            return
        id = self._id(place, "whys")
        self._whys[id] = self._scheduler.clock()
        seat, thing = place.mirror.seat, self._random.choice(things)
        place.user.session.say(Why(id, place.table.name, seat, number, thing, self._random.randrange(12)))

    def _tip(self, place: LoadSeat, number: int) -> None:
        if self._open(place, number):
            frame = Tip(self._id(place, "tips"), place.table.name, place.mirror.seat, number)
            place.user.session.change(frame)

    def _chat(self, place: LoadSeat, number: int) -> None:
        if place.user.session.welcomed and not place.table.leaving:
            text = self._random.choice(SENTENCES)
            place.user.session.change(Say(self._id(place, "messages"), place.table.name, text))

    def _look_back(self, place: LoadSeat, number: int) -> None:
        if self._open(place, number) and place.have > 1:
            self._recorder.count("looks back", self._scheduler.clock())
            asked = self._looks.setdefault((place.user, place.table.name), deque(maxlen=8))
            asked.append(self._scheduler.clock())
            version = self._random.randrange(1, place.have)
            place.user.session.say(History(place.table.name, place.mirror.seat, version))

    def _reload(self, place: LoadSeat, number: int) -> None:
        place.user.cut()

    def _undo(self, place: LoadSeat, undo: int) -> None:
        mine = place.mirror.document["mine"]
        if mine.get("undo", 0) != undo or mine.get("ask") or place.mirror.lost or place.table.ended:
            return
        place.table.undone = True
        frame = Undo(self._id(place, "undos"), place.table.name, place.mirror.seat, undo)
        place.user.session.change(frame)

    # -- between tables ----------------------------------------------------------------------------

    def forget(self, table: LoadTable) -> None:
        """A table is no longer played."""
        for place in table.places:
            self._looks.pop((place.user, table.name), None)

    async def founds(self, users: list[User]) -> str:
        """Some people of a table are a group: the first one founds it, the others join. Returns its link, ""
        for none."""
        if self._random.random() >= self.habits.group:
            return ""
        first, *others = users
        name = {"name": "load"}
        told = await self._page(first, "POST", "/groups", {"title": "Thursdays", **name})
        link = str(msgspec.json.decode(told).get("group", "")) if told else ""
        for user in others if link else ():
            await self._page(user, "PUT", f"/groups/{link}", name)
        if link:
            await self._page(first, "GET", f"/groups/{link}")
            self._recorder.count("groups", self._scheduler.clock())
        return link

    async def invited(self, user: User, table: str) -> None:
        """A person opens the link of a table, after a moment."""
        await asyncio.sleep(self._random.expovariate(1 / PAUSE_S))
        await self._page(user, "GET", f"/tables/{table}")
        self._recorder.count("invitations", self._scheduler.clock())

    def again(self, table: LoadTable) -> bool:
        """Do the people of a finished table wait for the one of their rematch? The host requests it first."""
        if table.rematch is None:
            table.rematch = self._random.random() < self.habits.rematch
            if table.rematch:
                session = table.places[0].user.session
                session.change(Rematch(self._id(table.places[0], "rematches"), table.name))
        if not table.rematch:
            return False
        nexts = [place.mirror.document["public"]["table"].get("next", "") for place in table.places]
        if not all(nexts):
            return True
        table.next = nexts[0]
        return False

    async def replays(self, user: User, table: str) -> None:
        """Somebody looks at the finished game."""
        wanted = self._random.random() < self.habits.replay
        if wanted and await self._page(user, "GET", f"/tables/{table}/reel"):
            self._recorder.count("replays", self._scheduler.clock())

    async def _page(self, user: User, method: str, path: str, content: Any = None) -> bytes:
        """Request a page of the user's server, with their token; b"" if that failed, which is a fault."""
        begun = self._scheduler.clock()
        try:
            async with asyncio.timeout(PAGE_TIMEOUT_S):
                status, body = await _requested(user, method, path, content)
        except (OSError, TimeoutError, ValueError) as wrong:
            status, body = 0, str(wrong).encode()
        self._recorder.note("page", begun, self._scheduler.clock() - begun)
        if not 200 <= status < 300:
            self._recorder.fault(f"pages answered with {status or 'nothing'}")
            return b""
        return body


async def _requested(user: User, method: str, path: str, content: Any) -> tuple[int, bytes]:
    """Status and body of an answer. Raises OSError or ValueError."""
    parts = urlsplit(user.url)
    secure = ssl.create_default_context() if parts.scheme == "wss" else None
    port = parts.port or (443 if secure else 80)
    body = msgspec.json.encode(content) if content is not None else b""
    lines = [
        f"{method} {parts.path.removesuffix('/ws')}{path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Authorization: Bearer {user.session.token}",
        f"Content-Length: {len(body)}",
        "Content-Type: application/json",
        "Connection: close",
    ]
    source = (user.source, 0) if user.source else None
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=secure, local_addr=source)
    try:
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        found = bytearray()
        while more := await reader.read(1 << 16):
            found += more
            if len(found) > MAX_PAGE_BYTES:
                raise ValueError("the page is too large")
        return int(head.split(b" ", 2)[1]), _plain(head.lower(), bytes(found))
    except asyncio.IncompleteReadError as wrong:
        raise ConnectionError("no whole answer") from wrong
    finally:
        writer.close()


def _plain(head: bytes, body: bytes) -> bytes:
    """The body without the frames of chunked encoding. Raises ValueError."""
    if b"transfer-encoding: chunked" not in head:
        return body
    found, at = bytearray(), 0
    while size := int(body[at : (end := body.index(b"\r\n", at))].split(b";")[0], 16):
        found += body[end + 2 : end + 2 + size]
        at = end + 2 + size + 2
    return bytes(found)
