"""A page without a browser: the clients' session, and a store that can be full."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bots.document import options
from offline.player import Player
from offline.table import Change
from protocol.codec import encode
from protocol.frames import Act, Done, Make, Refused, Start
from protocol.mirror import Mirror
from protocol.session import Session

TOKEN = "t" * 22


class Page:
    """One person in front of the page. Its clock goes on as far as the bots' pauses need."""

    def __init__(self, token: str = TOKEN) -> None:
        self.token = token
        self.states: dict[str, bytes] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.results: dict[str, str] = {}
        """By table, the game whose result a book may have."""
        self.full = False
        """Is the store full?"""
        self.now = 1_000_000.0
        self.frames: list[Any] = []
        self.sent: list[bytes] = []
        """Everything that was told."""
        self.done: dict[int, str] = {}
        self.refused: list[str] = []
        self.change = 1
        self.load()

    def load(self) -> None:
        """Load the page, for the first time or again."""
        self.player = Player(0.1, 0.2)
        self.player.open([*self.states.values()])
        self.session = Session(self.token, "Ada", self._heard)
        self.session.greet()
        self.run()

    def _heard(self, frame: Any, mirror: Mirror | None) -> None:
        self.frames.append(frame)
        if isinstance(frame, Done):
            self.done[frame.id] = frame.table
        if isinstance(frame, Refused):
            self.refused.append(frame.code)

    def run(self, bots: bool = True) -> None:
        """Send what the session has to say, and let the bots play until they wait for the person."""
        while True:
            while self.session.outbox:
                self._keep(self._take(encode(self.session.outbox.popleft())))
            if bots and (change := self.player.tick(self.now)):
                self._keep(change)
                continue
            wait = self.player.wait(self.now)
            if not bots or wait < 0:
                return
            self.now += max(wait, 0)

    def _take(self, data: bytes) -> Change | None:
        return self.player.take(data, self.now, self.logs.get(self.player.reads(data), []))

    def _keep(self, change: Change | None) -> None:
        """Store a change, if there is one, and hand over what is told."""
        if change is not None and self.full:
            self.player.failed()
        elif change is not None:
            log = self.logs.setdefault(change.table, [])
            assert len(log) == change.version - 1
            log.append(change.entry)
            self.states[change.table] = change.state
            self.results[change.table] = change.result
            self.player.stored()
        for data in self.player.told():
            self.sent.append(data)
            self.session.receive(data)

    # -- what a person does ------------------------------------------------------------------------

    def asks(self, frame: Any) -> None:
        self.session.change(frame)
        self.run()

    def next_id(self) -> int:
        return self.session.next_id()

    def make(self, game: str, seats: int, minds: list[str], **more: Any) -> str:
        """Make a table with these bots in the first seats, and sit down in the next one."""
        id = self.next_id()
        self.asks(Make(id, game, seats, wants=minds, **more))
        table = self.done[id]
        self.session.join(table)
        self.run()
        self.asks(self.session.sit(table))
        self.session.join(table)
        self.run()
        return table

    def start(self, table: str) -> Mirror:
        self.asks(Start(self.next_id(), table))
        return self.seat(table)

    def seat(self, table: str) -> Mirror:
        """The mirror of the person's seat."""
        return next(
            mirror for (at, seat), mirror in self.session.mirrors.items() if at == table and seat >= 0
        )

    def answer(self, mirror: Mirror, random: Random) -> None:
        """Answer the open question at random."""
        choice = random.choice(options(mirror.document))
        number = mirror.document["mine"]["ask"]["number"]
        self.asks(Act(self.next_id(), mirror.table, mirror.seat, number, choice.verb, choice.noun))

    def play(
        self, table: str, random: Random, until: Callable[[Mirror], bool] = lambda mirror: False
    ) -> Mirror:
        """Play until the end, or until this holds."""
        mirror = self.seat(table)
        while mirror.document["public"]["table"]["phase"] == "playing" and not until(mirror):
            self.answer(mirror, random)
        return mirror
