"""The end of a run: pending work is awaited, every whole document requested again, sockets closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from protocol.frames import Join

from .audit import audit
from .driver import Driver
from .integrity import account
from .load_table import LoadSeat

STALL_TIMEOUT_S: Final = 15.0
"""Seconds without messages after which a table where no seat is thinking counts as stalled; also the time
that the end of a run waits for pending work."""


async def finish(driver: Driver) -> None:
    """Stop acting, wait for pending work, compare every document with the whole one, close."""
    driver.playing.stopped = True
    driver.scheduler.clear()
    for user in driver.users():
        if user.paused:
            user.resume()
    _count_stalled(driver)
    await _until(lambda: _quiet(driver))
    for task in driver.creation:
        task.cancel()
    await asyncio.gather(*driver.creation, *driver.asides, return_exceptions=True)
    for table in [table for table in driver.tables.values() if table.ended]:
        driver.retire(table)
    await _compare(driver)
    _count_faults(driver)
    await asyncio.gather(audit(driver.users(), driver.recorder), driver.pool.left())
    driver.probes.finish()
    for group in driver.extra:
        await group.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(STALL_TIMEOUT_S):
            await driver.pool.close()


def _quiet(driver: Driver) -> bool:
    """Are all sockets open, all changes answered, all begun tables made, all pings answered?"""
    sessions = [user.session for user in driver.users()]
    made = not driver.creation and driver.probes.answered
    behind = any(user.behind for user in driver.users())
    return made and not behind and all(s.welcomed and not s.pending for s in sessions)


async def _until(settled: Callable[[], bool]) -> None:
    """Wait for a condition, with a timeout."""
    loop = asyncio.get_running_loop()
    limit = loop.time() + STALL_TIMEOUT_S
    while not settled() and loop.time() < limit:
        await asyncio.sleep(0.02)


async def _compare(driver: Driver) -> None:
    """Request the whole document of every seat; repeat if a socket breaks meanwhile."""
    left = [place for table in driver.tables.values() for place in table.places]

    def settled() -> bool:
        nonlocal left
        left = [place for place in left if not _asked(place, driver.plan.every)]
        return not left

    await _until(settled)
    driver.recorder.fault("documents not sent", len(left))


def _asked(place: LoadSeat, every: int) -> bool:
    """Has the requested whole document arrived? If not, it is requested if that is possible now.

    The request waits until the seat has received everything that a new socket is sent unasked.
    """
    user = place.user
    if place.awaited is None and place.awaited_on >= 0:
        return True
    if place.awaited_on != user.lost and user.session.welcomed and not user.behind:
        place.awaited, place.awaited_on = place.mirror.document, user.lost
        user.session.say(Join(place.table.name, place.mirror.seat, -1, every))
    return False


def _count_stalled(driver: Driver) -> None:
    now = driver.clock()
    for table in driver.tables.values():
        if not (table.thinking or table.ended or table.leaving or table.slow):
            driver.recorder.fault("stalled tables", int(now - table.moved > STALL_TIMEOUT_S))


def _count_faults(driver: Driver) -> None:
    recorder = driver.recorder
    for table in driver.tables.values():
        account(recorder, table)
        for place in table.places:
            place.user.ledger.sees(table.name, place.have)
    users = driver.users()
    recorder.fault("unacknowledged", sum(len(user.session.pending) for user in users))
    recorder.counts["renewals"] += sum(user.session.resyncs for user in users)
    sent_away = [task for group in [*driver.pool.all, *driver.extra] for task in group.running if task.done()]
    recorder.fault("guests sent away", len(sent_away))
