"""A low-priority process that verifies finished games: takes their traces from a folder and fetches their
logs.

During the measurement it requests a log only now and then, because that costs the server the time of a whole
game; the rest waits until the measurement is over.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import time
import urllib.error
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from msgspec import Struct, field

from ...hub_process import keep_off_first_core, opened
from .faults import DIFFER, MAX_NAMED_DIFFERENCES, UNPLAYABLE, WRONG
from .trace import SUFFIX, Trace
from .truth import OtherRules, verify

GAME_INTERVAL_S: Final = 10.0
"""Seconds between two games during the measurement."""

MAX_LOG_ATTEMPTS: Final = 5
"""How often a log is requested, if the server says that it is unavailable at the moment."""

TOO_MANY: Final = 429
"""The status of a server that asks clients to retry later."""

REST_TIMEOUT_S: Final = 300.0
"""Seconds after a run for the games that aren't verified yet."""

LAST_WORDS: Final = 60.0
"""Seconds that the verifier process may take to answer the order to stop."""


class Findings(Struct):
    """The findings so far."""

    games: int = 0
    documents: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    words: list[str] = field(default_factory=list)
    """The first differences, one line each."""
    other_rules: int = 0
    """Games that can't be judged here."""

    def add(self, other: Findings) -> None:
        """Add the findings of another verifier."""
        self.games += other.games
        self.documents += other.documents
        self.faults.update(other.faults)
        self.words = [*self.words, *other.words][:MAX_NAMED_DIFFERENCES]
        self.other_rules += other.other_rules

    def note(self, fault: str, words: str) -> None:
        self.faults[fault] += 1
        if len(self.words) < MAX_NAMED_DIFFERENCES:
            self.words.append(f"{'wrong' if fault in WRONG else 'missed'}: {words}")


def log_address(url: str, table: str) -> str:
    """The address of a table's log, from a server's websocket address."""
    parts = urlsplit(url)
    scheme = {"ws": "http", "wss": "https"}[parts.scheme]
    path = parts.path.removesuffix("/ws")
    return urlunsplit((scheme, parts.netloc, f"{path}/tables/{table}/log", "", ""))


def look_at(path: Path, url: str, found: Findings) -> None:
    """Verify one game of a server, and remove its trace."""
    trace = Trace.read(path.read_bytes())
    log = path.with_suffix(".log")
    about = trace.about
    try:
        log.write_bytes(download(log_address(url, about.table)))
        verified = verify(trace, log)
    except OtherRules:
        found.other_rules += 1
    except OSError as wrong:
        found.note("logs not to be had", f"{about.game} {about.table}: no log: {wrong}")
    except ValueError as wrong:
        found.note(UNPLAYABLE, f"{about.game} {about.table}: {wrong}")
    else:
        found.games += 1
        found.documents += verified.documents
        for words in verified.wrong:
            found.note(DIFFER, words)
    finally:
        log.unlink(missing_ok=True)
        path.unlink()


def download(address: str) -> bytes:
    """Fetch a log. Raises OSError."""
    for attempt in range(MAX_LOG_ATTEMPTS):
        try:
            with opened(address, 30) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as wrong:
            if (wrong.code < 500 and wrong.code != TOO_MANY) or attempt == MAX_LOG_ATTEMPTS - 1:
                raise
            time.sleep(2.0**attempt)
        except http.client.HTTPException as wrong:  # for example a truncated body
            raise OSError(f"no whole answer: {wrong!r}") from wrong
    raise OSError("no answer")


def rest(pipe: Pipe, told: Callable[[int], None], seconds: float = REST_TIMEOUT_S) -> tuple[Findings, int]:
    """Let the verifier process finish the remaining games, until the timeout or Ctrl-C.

    Returns its findings, and the number of games left; `told` is called with that number after each game.
    Raises EOFError or OSError if the process is gone or doesn't answer, KeyboardInterrupt at a second Ctrl-C.
    """
    pipe.send("hurry")
    limit, left, stopped = time.monotonic() + seconds, 0, False
    while True:
        try:
            if pipe.poll(max(0.0, limit - time.monotonic())):
                found = pipe.recv()
                if isinstance(found, Findings):
                    return found, left
                left = found
                told(left)
                continue
        except KeyboardInterrupt:
            if stopped:
                raise
        if stopped:
            raise TimeoutError
        pipe.send("stop")
        limit, stopped = time.monotonic() + LAST_WORDS, True


def main(folder: Path, url: str, pipe: Pipe, pin: bool) -> None:
    """Verify one game at intervals until the order "hurry", then all remaining games, or until "stop".

    Sends the number of games left after each, and its findings at the end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(19)
    if pin:
        keep_off_first_core()
    found, order = Findings(), ""
    with contextlib.suppress(EOFError, OSError):
        while order != "stop":
            if pipe.poll(0 if order else GAME_INTERVAL_S):
                order = pipe.recv()
                continue
            waiting = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
            if waiting:
                look_at(waiting[0], url, found)
            elif order:
                break
            if order:
                pipe.send(len(waiting) - 1)
        if left := len([*folder.glob(f"*{SUFFIX}")]):
            pipe.send(left)
        pipe.send(found)
