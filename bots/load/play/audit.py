"""Verifies every response to the users' changes against the logs: for each user the server is asked for
their entries in each table's log, also if the game is unfinished."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

from protocol.frames import Changes

from ..judge.faults import FALSE, UNPROVEN
from .recorder import Recorder
from .user import User

COMPARISONS_AT_ONCE: Final = 16
"""Requests that a process has in progress."""

ANSWER_TIMEOUT_S: Final = 5.0
"""Seconds until a request is repeated, for example after a lost socket."""

AUDIT_TIMEOUT_S: Final = 120.0
"""Seconds for all users together."""

SETTLE_TIMEOUT_S: Final = 5.0
"""Seconds that pending changes may take to be answered; only answered ones can be verified."""

AGAIN_S: Final = 0.5
"""Seconds until a temporarily refused request is repeated."""


async def audit(users: Iterable[User], recorder: Recorder) -> None:
    """Verify all changes of these users. They must still be connected."""
    users = list(users)
    limit = asyncio.get_running_loop().time() + SETTLE_TIMEOUT_S
    while any(user.session.pending for user in users) and asyncio.get_running_loop().time() < limit:
        await asyncio.sleep(0.02)
    gate = asyncio.Semaphore(COMPARISONS_AT_ONCE)
    tasks = [
        asyncio.create_task(_compare(user, table, recorder, gate))
        for user in users
        for table in sorted(user.ledger.tables)
    ]
    if tasks:
        await asyncio.wait(tasks, timeout=AUDIT_TIMEOUT_S)
    for task in tasks:
        recorder.fault(UNPROVEN, int(task.cancel()))  # a finished task can't be cancelled
    await asyncio.gather(*tasks, return_exceptions=True)
    for user in users:
        _tell(recorder, user.ledger.false)
        user.ledger.false = []


async def _compare(user: User, table: str, recorder: Recorder, gate: asyncio.Semaphore) -> None:
    async with gate:
        rows, until = await _log_of(user, table)
    _tell(recorder, user.ledger.differences(table, rows, until))
    recorder.counts["changes_verified"] += len(rows)


def _tell(recorder: Recorder, differences: Iterable[str]) -> None:
    for words in differences:
        recorder.fault(FALSE)
        recorder.wrong(words)


async def _log_of(user: User, table: str) -> tuple[list[list[Any]], int]:
    """The entries of a user in the log of a table, and its last version; repeats the request until
    answered."""
    rows: list[list[Any]] = []
    after, more = 0, True
    while more:
        told = await user.ask(Changes(user.session.next_id(), table, after), ANSWER_TIMEOUT_S)
        if told is None:
            await asyncio.sleep(AGAIN_S)
            continue
        rows += told.changes
        after, more = told.until, told.more
    return rows, after
