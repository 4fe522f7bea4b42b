"""How a run ends: what is under way is waited for, every whole document asked for again, sockets closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from protocol.frames import Join

from .driver import Driver
from .integrity import account
from .load_table import Place

PATIENCE: Final = 15.0
"""Seconds after which a table at which nobody thinks and nothing happens counts as stalled; and for which
the end of a run waits for what is under way."""


async def finish(driver: Driver) -> None:
    """Act no more, wait for what is under way, compare every document with the whole one, close."""
    driver.playing.stopped = True
    driver.scheduler.clear()
    for user in driver.users():
        if user.paused:
            user.resume()
    _count_stalled(driver)
    await _until(lambda: _quiet(driver))
    for task in driver.making:
        task.cancel()
    await asyncio.gather(*driver.making, return_exceptions=True)
    for table in [table for table in driver.tables.values() if table.ended]:
        driver.retire(table)
    await _compare(driver)
    _count_faults(driver)
    driver.probes.finish()
    for group in driver.extra:
        await group.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await driver.pool.close()


def _quiet(driver: Driver) -> bool:
    """Is every socket open, every change answered, every table that was begun made, every ping answered?"""
    sessions = [user.session for user in driver.users()]
    made = not driver.making and driver.probes.answered
    behind = any(user.behind for user in driver.users())
    return made and not behind and all(s.welcomed and not s.pending for s in sessions)


async def _until(settled: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    loop = asyncio.get_running_loop()
    limit = loop.time() + PATIENCE
    while not settled() and loop.time() < limit:
        await asyncio.sleep(0.02)


async def _compare(driver: Driver) -> None:
    """Ask for the whole document of every seat, once more where a socket broke meanwhile."""
    left = [place for table in driver.tables.values() for place in table.places]

    def settled() -> bool:
        nonlocal left
        left = [place for place in left if not _asked(place, driver.plan.every)]
        return not left

    await _until(settled)
    driver.recorder.fault("documents not sent", len(left))


def _asked(place: Place, every: int) -> bool:
    """Has the whole document come that was asked for? If not, it is asked for where that can be done now.

    Nobody asks before everything is there again that a new socket brings by itself.
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
            driver.recorder.fault("stalled tables", int(now - table.moved > PATIENCE))


def _count_faults(driver: Driver) -> None:
    recorder = driver.recorder
    for table in driver.tables.values():
        account(recorder, table)
    users = driver.users()
    recorder.fault("unacknowledged", sum(len(user.session.pending) for user in users))
    recorder.counts["renewals"] += sum(user.session.resyncs for user in users)
    sent_away = [task for group in [*driver.pool.all, *driver.extra] for task in group.running if task.done()]
    recorder.fault("guests sent away", len(sent_away))
