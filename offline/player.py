"""Hub and bots of one browser, as `server/web/offline/hub_worker.js` calls them: plain values in and out.
Bytes may come as memory of JavaScript, which is copied here.

The caller stores what `take` and `tick` return and says so with `stored` or `failed`, then sends what `told`
returns. It calls `tick` until that returns None, and again after `wait` milliseconds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import SystemRandom
from typing import Any, Final, NamedTuple

from bots.filler.pace import Pause
from server.games import GAMES
from server.games.catalogue import LANGUAGES
from server.games.positions import MAX_POSITION_CHARS, example
from server.games.unplayable import Unplayable
from server.table import beginnings, log, reel
from server.table.entries import decode_entry
from server.table.puzzles import asked_for

from .bots import LEVELS, Bots
from .hub import Hub
from .table import Change

MAX_LOG_BYTES: Final = 524_288
"""Most bytes of a log that somebody brings, as at a server."""

JSON: Final = "application/json"
MSGPACK: Final = "application/msgpack"


class Answer(NamedTuple):
    """The answer to an HTTP request of the page."""

    status: int
    kind: str
    body: bytes


class Player:
    """One person with bots."""

    def __init__(self, shortest_s: float, longest_s: float) -> None:
        """The range of the bots' pauses in seconds."""
        self._random = SystemRandom()
        self.hub = Hub(LEVELS, self._random.getrandbits(52))
        self._bots = Bots(self._random.getrandbits, Pause(shortest_s, longest_s))

    def open(self, states: Sequence[bytes]) -> None:
        """The stored tables."""
        self.hub.opened([*map(bytes, states)])

    # -- frames ------------------------------------------------------------------------------------

    def reads(self, data: bytes) -> str:
        """The table whose log `take` needs for this frame, or ""."""
        return self.hub.reads(bytes(data))

    def take(self, data: bytes, now: float, entries: Sequence[bytes] = ()) -> Change | None:
        """Handle a frame. Raises BadFrame."""
        change = self.hub.take(bytes(data), int(now), [*map(bytes, entries)])
        for table in self.hub.hurries():
            for name, seat, _, _ in self.hub.questions():
                if name == table:
                    self._bots.hurry(table, self.hub.document(table, seat), now)
                    break
        return change

    def tick(self, now: float) -> Change | None:
        """What is due by itself: at most one change."""
        if change := self.hub.act(int(now)):
            return change
        for question in self.hub.puzzled():
            if tip := self._bots.advise(question, self.hub.document(*question[:2])):
                return self.hub.teach(*question, tip, int(now))
        for table, seat, number, level in self.hub.questions():
            document = self.hub.document(table, seat)
            if self._bots.due((table, seat), document, number, now) <= now:
                verb, noun = self._bots.choose((table, seat), level, document)
                return self.hub.answer(table, seat, number, verb, noun, int(now))
        return None

    def wait(self, now: float) -> float:
        """Milliseconds until `tick` is due again without a frame; -1 if it is not."""
        at = [self.hub.waits_until()]
        for table, seat, number, _ in self.hub.questions():
            at.append(self._bots.due((table, seat), self.hub.document(table, seat), number, now))
        return max(0.0, min(at) - now) if min(at) < float("inf") else -1.0

    def stored(self) -> None:
        self.hub.stored()

    def failed(self) -> None:
        self.hub.failed()

    def told(self) -> list[bytes]:
        return self.hub.told()

    def failures(self) -> list[tuple[str, str]]:
        """The level and the game of each failure of a bot since the last call."""
        return self._bots.failures()

    # -- requests ----------------------------------------------------------------------------------

    def reads_for(self, path: str) -> str:
        """The table whose log `answer` needs for this path, or ""."""
        match path.split("/"):
            case ["tables", table, "log" | "reel"]:
                return table
        return ""

    def answer(
        self, method: str, path: str, at: str, body: bytes, language: str, entries: Sequence[bytes]
    ) -> Answer:
        """The answer to a request of the page. `path`: relative to the page; `at`: its parameter of this
        name; `entries`: the log of the table that `reads_for` has named."""
        try:
            return self._found(method, path, at, bytes(body), [*map(bytes, entries)])
        except Unplayable as wrong:
            said = wrong.said(language if language in LANGUAGES else LANGUAGES[0])
            code = "bad-position" if path == "beginnings" and not at else "bad-log"
            return _json({"error": code, "reason": said}, 400)

    def _found(self, method: str, path: str, at: str, body: bytes, entries: Sequence[bytes]) -> Answer:
        match method, path.split("/"):
            case "GET", ["tables", table]:
                return _json(self.hub.glance(table))
            case "GET", ["tables", table, "log"] if self.hub.is_over(table):
                return Answer(200, MSGPACK, log.written(entries))
            case "GET", ["tables", table, "reel"] if self.hub.is_over(table):
                return Answer(200, MSGPACK, reel.reel([*map(decode_entry, entries)], exact=False))
            case "POST", ["reel"] if len(body) <= MAX_LOG_BYTES:
                return Answer(200, MSGPACK, reel.reel(log.read(body)))
            case "POST", ["beginnings"] if at.isdecimal() and len(at) < 10 and len(body) <= MAX_LOG_BYTES:
                return _json(self.hub.upload(beginnings.of_log(log.read(body), int(at))))
            case "POST", ["beginnings"] if not at and len(body) <= 4 * MAX_POSITION_CHARS:
                text = body.decode("utf-8", "replace")
                return _json(self.hub.upload(beginnings.of_text(text, self._random.getrandbits(64))))
            case "GET", ["games", game, "position", wanted] if game in GAMES and wanted in LANGUAGES:
                return Answer(200, "text/plain; charset=utf-8", example(game, wanted).encode())
            case "GET", ["games", game, "puzzles", number] if found := asked_for(game, number):
                return Answer(200, JSON, found)
            case "GET", ["bots"]:
                return _json(True)
        return _json({"error": "offline"}, 404)


def _json(value: Any, status: int = 200) -> Answer:
    return Answer(status, JSON, json.dumps(value).encode())
