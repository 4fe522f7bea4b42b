"""Tables whose game fails: each is closed without affecting others, stays closed, and can be reopened.

If a game raises before anything is stored, the change is refused and the table continues; after `MAX_FAULTS`
such faults the table is closed. If a game fails on stored entries, its table can't be shown to any client and
is closed at once. So is a table whose game does not return (`process/stalls.py`), since each try stops the
hub. The store records this with the table, by the edition of program and game, before clients are informed: a
hub of another edition tries again, once. Errors outside the game close no table.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from msgspec import MsgspecError

from protocol.codec import packed, unpacked
from server.clock import now
from server.fingerprint import fingerprint
from server.games import GAMES
from server.games.catalogue import edition as edition_of_game
from server.games.engine import OptionsRefused
from server.games.kernel import IllegalChoice
from server.process import stalls
from server.process.forever import Backoff
from server.process.stalls import Stalled, StallWatch, StillStalled
from server.store.store import StoreAway
from server.table.document import outline
from server.table.entries import TableState
from server.table.match import Sealed
from server.table.refusal import Refusal

from .live_table import LiveTable

log = logging.getLogger("stammtisch.breakdown")

MAX_FAULTS: Final = 8
"""Faults of a game before anything is stored, after which its table is closed."""

NO_TABLES_S: Final = 60.0
NO_TABLES_MAX_S: Final = 600.0
"""Seconds without new tables of a game that did not return, after the first time and at most: each time, the
hub stands still for some seconds."""

MAX_CAUSE: Final = 300
"""The longest stored cause (characters)."""

TRANSIENT: Final = (StoreAway, MemoryError)
"""Errors that can happen to any table, whatever its game does."""

UNFIT: Final = (Refusal, MsgspecError, IllegalChoice, Sealed, OptionsRefused)
"""Errors of a stored table that was made by other rules."""

PURE: Final = ("server.games", "server.table", "server.book")
"""Packages without I/O: an exception raised there is the game's or its table's."""


def stall_watch(**limits: float) -> StallWatch:
    """Ends calls into games that do not return."""
    packages: list[Any] = [*GAMES.values()]
    return StallWatch(PURE, [package.__name__ for package in packages], ["server.live"], **limits)


def edition(game: str) -> str:
    """A short hash of the code that runs a table of this game; a failure counts only for this code."""
    return f"{fingerprint()}.{edition_of_game(game)}" if game in GAMES else fingerprint()


def chain(wrong: BaseException | None) -> Iterator[BaseException]:
    """An exception and its causes."""
    while wrong is not None:
        yield wrong
        wrong = wrong.__cause__


def is_transient(wrong: BaseException) -> bool:
    return any(isinstance(one, TRANSIENT) for one in chain(wrong))


def is_unfit(wrong: BaseException) -> bool:
    """Was the exception raised only because stored data does not fit the games here?"""
    return any(isinstance(one, UNFIT) for one in chain(wrong))


def is_stalled(wrong: BaseException) -> bool:
    return any(isinstance(one, (Stalled, StillStalled)) for one in chain(wrong))


def pause_new_tables(stalled: Backoff[str], game: str) -> None:
    """Record that a game did not return."""
    if stalled.failed(game):
        log.error("the game %s does not return; new tables of it are refused for a while", game)


def is_of_game(wrong: BaseException) -> bool:
    """Was the exception raised in code of a game or of its view?"""
    modules = [module for one in chain(wrong) for module in _modules(one)]
    return not is_transient(wrong) and any(module.startswith(PURE) for module in modules)


def _modules(wrong: BaseException) -> Iterator[str]:
    trace = wrong.__traceback__
    while trace is not None:
        yield str(trace.tb_frame.f_globals.get("__name__", ""))
        trace = trace.tb_next


def cause(wrong: BaseException) -> str:
    """The first cause and its place, on one line."""
    *_, first = chain(wrong)
    said = " ".join(f"{type(first).__name__}: {first}".split())
    frames = [it for it in extract_tb(first.__traceback__) if it.filename != stalls.__file__]
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return said[:MAX_CAUSE] + place


def record(game: str, wrong: BaseException) -> bytes:
    """The stored form of a failure: the game, the cause, and the time (ms)."""
    return packed([game, cause(wrong), now()])


def closed(state: TableState, how: bytes) -> dict[str, Any]:
    """The lobby's summary of a closed table; `broken` is for the operator only."""
    return outline(state) | {"phase": "closed", "broken": unpacked(how)}


def log_failure(live: LiveTable, wrong: BaseException, doing: str) -> None:
    """Log that a table's game has failed; with a traceback the first time."""
    live.faults += 1
    trace = wrong if live.faults == 1 else None
    words = "table %s: the game has failed %s (%d of %d): %s"
    log.error(words, live.id, doing, live.faults, MAX_FAULTS, cause(wrong), exc_info=trace)
