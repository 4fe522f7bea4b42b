"""How tables and runs end: what is counted of a table, and the whole documents asked for again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from protocol.codec import check_value
from protocol.frames import Full, Join

from .recorder import Recorder
from .seated import Place, Seated
from .trace import Spool

if TYPE_CHECKING:
    from .driver import Driver

PATIENCE: Final = 15.0
"""Seconds after which a table at which nobody thinks and nothing happens counts as stalled; and for which
the end of a run waits for what is under way."""


def account(recorder: Recorder, table: Seated) -> None:
    """Count what the mirrors of a table have found; it is followed no longer."""
    counts, top = recorder.counts, table.top
    for place in table.places:
        mirror, reading = place.mirror, not place.line.behind and not place.line.paused
        counts["checks"] += mirror.checks
        counts["diffs"] += place.diffs + mirror.repeats
        counts["diffs_expected"] += place.expected(top if reading else place.have)
        for name in ("gaps", "divergences", "repeats"):
            recorder.fault(name, getattr(mirror, name))


def keep(spool: Spool, table: Seated) -> None:
    """Hand over what a table's seats were told to be verified, if there will be a log of it."""
    trace = table.trace
    assert trace is not None
    if table.ended != "over":
        spool.drop(trace)
        return
    trace.about.finals = [_final(place) for place in table.places]
    spool.finish(trace)


def _final(place: Place) -> tuple[int, int] | None:
    """The check values of what it holds; None where it can't have heard of the end."""
    if place.line.behind or place.line.paused:
        return None
    return check_value(place.mirror.document["public"]), check_value(place.mirror.document["mine"])


def compared(recorder: Recorder, place: Place, frame: Full) -> None:
    """A whole document has come: is it the one that was here already, if that was the question?

    `place` still has the version of before, and `awaited` is the document that was changed until now. On a
    new socket the server may send the document by itself, to one that has missed too much for diffs.
    """
    if place.awaited is None or place.awaited_on != place.line.lost:
        return
    if (place.have, place.awaited) != (frame.version, place.mirror.document):
        recorder.fault("documents that differ")
    place.awaited = None
    recorder.counts["documents_compared"] += 1


async def finish(driver: Driver) -> None:
    """Act no more, wait for what is under way, compare every document with the whole one, close."""
    driver.playing.ending = True
    driver.agenda.clear()
    for line in driver.lines():
        if line.paused:
            line.resume()
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
    for crew in driver.extra:
        await crew.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await driver.crews.close()


def _quiet(driver: Driver) -> bool:
    """Is every socket open, every change answered, every table that was begun made, every ping answered?"""
    sessions = [line.session for line in driver.lines()]
    made = not driver.making and driver.probes.answered
    behind = any(line.behind for line in driver.lines())
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
        left = [place for place in left if not _asked(place, driver.asked.every)]
        return not left

    await _until(settled)
    driver.recorder.fault("documents not sent", len(left))


def _asked(place: Place, every: int) -> bool:
    """Has the whole document come that was asked for? If not, it is asked for where that can be done now.

    Nobody asks before everything is there again that a new socket brings by itself.
    """
    line = place.line
    if place.awaited is None and place.awaited_on >= 0:
        return True
    if place.awaited_on != line.lost and line.session.welcomed and not line.behind:
        place.awaited, place.awaited_on = place.mirror.document, line.lost
        line.session.say(Join(place.table.name, place.mirror.seat, -1, every))
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
    lines = driver.lines()
    recorder.fault("unacknowledged", sum(len(line.session.pending) for line in lines))
    recorder.counts["renewals"] += sum(line.session.resyncs for line in lines)
    sent_away = [task for crew in [*driver.crews.all, *driver.extra] for task in crew.running if task.done()]
    recorder.fault("guests sent away", len(sent_away))
