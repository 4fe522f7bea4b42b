"""The load test on connections that each falsify messages in one way: every falsification is found, even in a
short run, and none is reported without one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bots.__main__ import main
from bots.client.client import run
from bots.document import options
from bots.hub_process import OwnServer
from bots.load.judge.faults import FALSE
from bots.load.play import teardown
from bots.load.play.generator import Generator
from bots.load.result import EXIT, Result
from protocol.codec import check_value, encode, from_client, from_server, packed
from protocol.frames import Act, Diff, Done, Frame, Full, Joined, Make, Refused, Sit
from protocol.mirror import Mirror

from ..client.wires import Wire, wired
from .runs import lengths, plan_for, run_here

SETTLED_S = 4.0
"""Seconds without a change after which a table counts as stopped for good."""

PATIENT_S = 15.0
"""The same where no table stops, or on a slow machine."""

BEGIN = 4
"""The number of a seat's acts that pass before the falsification."""


class Liar(Wire):
    """Tracks the passing messages: the acts of its client, and the frames of the server."""

    def __init__(self, *ends: Any) -> None:
        super().__init__(*ends)
        self.acts = 0
        self.version = 0

    async def up(self, data: bytes) -> None:
        frame = from_client(data)
        self.acts += isinstance(frame, Act)
        await self.says(frame, isinstance(frame, Act) and self.acts == BEGIN)

    async def down(self, data: bytes) -> None:
        frame = from_server(data)
        self.version = getattr(frame, "version", self.version)
        await self.hears(frame)

    async def says(self, frame: Any, now: bool) -> None:
        """A frame of the client; `now` is true for the one act to falsify."""
        await self.server.send(encode(frame))

    async def hears(self, frame: Any) -> None:
        """A frame of the server."""
        await self.tell(frame)

    async def tell(self, frame: Frame) -> None:
        await self.client.send(encode(frame))


class SwallowsActs(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        if now:
            await self.tell(Done(frame.id, frame.table, self.version + 1))
        else:
            await super().says(frame, now)


class SwallowsEveryAct(SwallowsActs):
    async def says(self, frame: Any, now: bool) -> None:
        await super().says(frame, isinstance(frame, Act))


class SwallowsSits(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        if isinstance(frame, Sit) and frame.seat == 1:
            await self.tell(Done(frame.id, frame.table, 3))
        else:
            await super().says(frame, now)


class SwallowsTables(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        if isinstance(frame, Make):
            await self.tell(Done(frame.id, "ThereIsNoSuchTable", 1))
        else:
            await super().says(frame, now)


class MakesOtherTables(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        if isinstance(frame, Make):
            frame = replace(frame, options={"play_out": False})
        await super().says(frame, now)


class PromisesWhatIsStoredLater(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        if now:
            await self.tell(Done(frame.id, frame.table, self.version + 1))
            await asyncio.sleep(0.2)
        await super().says(frame, now)


class DoublesActs(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        for _ in range(1 + now):
            await super().says(frame, now)


class DoublesAnswers(Liar):
    async def hears(self, frame: Any) -> None:
        for _ in range(1 + isinstance(frame, Done)):
            await self.tell(frame)


class DoublesDiffs(Liar):
    async def hears(self, frame: Any) -> None:
        for _ in range(1 + (isinstance(frame, Diff) and frame.version == 20)):
            await self.tell(frame)


class ActsInTheirName(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        if now:
            await super().says(replace(frame, id=frame.id + 1_000_000), now)
        await super().says(frame, now)


class RefusesWhatIsStored(Liar):
    async def says(self, frame: Any, now: bool) -> None:
        await super().says(frame, now)
        if now:
            await self.tell(Refused(frame.id, frame.table, "illegal"))


class AltersActs(Liar):
    """Replaces a choice by another option, where there is one."""

    def __init__(self, *ends: Any) -> None:
        super().__init__(*ends)
        self.mirrors: dict[int, Mirror] = {}
        self.mirror = Mirror("", 0)

    async def hears(self, frame: Any) -> None:
        if isinstance(frame, Joined):
            self.mirror = self.mirrors[frame.channel] = Mirror(frame.table, frame.seat)
            self.mirror.words = frame.words
        elif isinstance(frame, Full):
            self.mirror.receive(frame)
        elif isinstance(frame, Diff):
            self.mirrors[frame.channel].receive(frame)
        await self.tell(frame)

    async def says(self, frame: Any, now: bool) -> None:
        if isinstance(frame, Act):
            others = [it for it in options(self.mirror.document) if it != (frame.verb, frame.noun)]
            if others:
                frame = replace(frame, verb=others[0].verb, noun=others[0].noun)
        await super().says(frame, now)


class AltersDiffs(Liar):
    async def hears(self, frame: Any) -> None:
        if isinstance(frame, Diff) and frame.version == 20:
            frame = replace(frame, mine=frame.public, public=frame.mine)
        await self.tell(frame)


class TellsOneSeatAnother(Liar):
    """A hub that lies well: from one version on, one seat is told another public part than all others at its
    table, and check values that fit it."""

    def __init__(self, *ends: Any) -> None:
        super().__init__(*ends)
        self.mirrors: dict[int, Mirror] = {}

    async def hears(self, frame: Any) -> None:
        if isinstance(frame, Joined) and frame.seat == 1:
            self.mirrors[frame.channel] = Mirror(frame.table, frame.seat, words=frame.words)
        elif isinstance(frame, Full):
            for mirror in self.mirrors.values():
                if (mirror.table, mirror.seat) == (frame.table, frame.seat):
                    mirror.receive(frame)
        elif isinstance(frame, Diff) and frame.channel in self.mirrors:
            frame = self.forged(frame, self.mirrors[frame.channel])
        await self.tell(frame)

    def forged(self, frame: Diff, mirror: Mirror) -> Diff:
        assert mirror.receive(frame)
        told: dict[str, Any] = {**mirror.document["public"], "lie": 1}
        if frame.version >= 20 and frame.check is not None:
            frame = replace(frame, check=(check_value(told), check_value(mirror.document["mine"])))
        if frame.version == 20:
            sets = [it for item in told.items() for it in item]
            frame = replace(frame, public=Raw(packed([sets])))
        return frame


class TakesAwayCheckValues(Liar):
    async def hears(self, frame: Any) -> None:
        await self.tell(replace(frame, check=None) if isinstance(frame, Diff) else frame)


class KeepsBackDiffs(Liar):
    """Drops all from one on, so that no later frame can reveal it."""

    async def hears(self, frame: Any) -> None:
        if not isinstance(frame, Diff) or frame.version < 20:
            await self.tell(frame)


def forging(*kinds: type[Frame], by: int) -> type[Liar]:
    """Sends other versions in frames of these kinds."""

    class ForgesVersions(Liar):
        async def hears(self, frame: Any) -> None:
            if isinstance(frame, kinds):
                told: Any = frame
                frame = replace(told, version=told.version + by)
            await self.tell(frame)

    return ForgesVersions


ANSWERS = (
    SwallowsActs,
    SwallowsSits,
    SwallowsTables,
    PromisesWhatIsStoredLater,
    DoublesActs,
    DoublesAnswers,
    ActsInTheirName,
    RefusesWhatIsStored,
    AltersActs,
    forging(Done, by=1),
    forging(Done, by=-1),
)
"""Falsifications about changes."""

DOCUMENTS: dict[type[Liar], str] = {
    DoublesDiffs: "repeats",
    MakesOtherTables: "tables made otherwise",
    AltersDiffs: "divergences",
    TellsOneSeatAnother: "documents that differ",
    TakesAwayCheckValues: "diffs without check value",
    KeepsBackDiffs: "documents that differ",
    forging(Diff, by=1): "gaps",
    forging(Joined, by=1): "versions that differ",
    forging(Full, by=1): "versions that differ",
    forging(Joined, Full, Diff, by=1000): FALSE,
    forging(Joined, Full, Diff, by=-1): FALSE,
}
"""Falsifications about tables, and the fault that must be reported for each, possibly among others."""


async def played(generator: Generator, settled_s: float) -> None:
    """Play until every table has had forty versions, or has stopped because of its connection."""
    driver, seen, changed = generator.driver, [-1], time.monotonic()
    while min(seen, default=0) < 40 and time.monotonic() - changed < settled_s:
        await asyncio.sleep(0.05)
        now = [table.top for table in driver.tables.values()]
        waiting = len(now) < generator.plan.tables and not generator.recorder.faults
        if now != seen or waiting:
            seen, changed = now, time.monotonic()
    generator.stop()


def lied_to(server: OwnServer, wire: type[Wire], settled_s: float = PATIENT_S, **more: Any) -> Result:
    options = {"machi_koro": {"play_out": True}}
    plan = plan_for(server.url, 200, options=options, **more)
    return run_here(plan, wire=wire, during=partial(played, settled_s=settled_s))


def found_out(server: OwnServer, monkeypatch: pytest.MonkeyPatch, liar: type[Liar], fault: str) -> Result:
    """A run over such a connection; another one with more patience, if a slow machine has ended the first one
    before the lie came out."""
    for settled_s in (SETTLED_S, PATIENT_S):
        # What will never come, because it was kept back, is waited for as briefly as for a table that stops.
        monkeypatch.setattr(teardown, "STALL_TIMEOUT_S", settled_s)
        found = lied_to(server, liar, settled_s)
        if found.faults.get(fault):
            break
    return found


def name_of(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else str(value)


@pytest.mark.parametrize("liar", ANSWERS, ids=name_of)
def test_a_lie_about_a_change_is_found(
    server: OwnServer, monkeypatch: pytest.MonkeyPatch, liar: type[Liar]
) -> None:
    found = found_out(server, monkeypatch, liar, FALSE)
    assert found.verdict == "wrong" and found.faults[FALSE] > 0, found.reasons
    named = [words for words in found.reasons if words.startswith("wrong: table ")]
    assert named, "the first of them in words"


@pytest.mark.parametrize(("liar", "fault"), DOCUMENTS.items(), ids=name_of)
def test_a_lie_about_a_table_is_found(
    server: OwnServer, monkeypatch: pytest.MonkeyPatch, liar: type[Liar], fault: str
) -> None:
    found = found_out(server, monkeypatch, liar, fault)
    assert found.verdict == "wrong" and found.faults[fault] > 0, found.reasons


def test_an_act_that_was_swallowed_is_named(server: OwnServer) -> None:
    swallowed: list[Act] = []

    class Swallows(SwallowsActs):
        async def says(self, frame: Any, now: bool) -> None:
            swallowed.extend([frame] if now else [])
            await super().says(frame, now)

    for settled_s in (SETTLED_S, PATIENT_S):
        found = lied_to(server, Swallows, settled_s)
        if swallowed:
            break
    assert swallowed
    for act in swallowed:
        named = f"wrong: table {act.table}, seat {act.seat}, act {act.id}: "
        assert any(words.startswith(named) and "not in the log" in words for words in found.reasons)


class Slow(Wire):
    """Passes everything on in order, with a short delay."""

    async def down(self, data: bytes) -> None:
        await asyncio.sleep(0.01)
        await super().down(data)


@pytest.mark.parametrize("wire", [Wire, Slow], ids=name_of)
@pytest.mark.parametrize("more", [{}, {"every": 1}, {"per_socket": 2}, {"watchers": 1}], ids=str)
def test_an_honest_run_has_no_findings(server: OwnServer, wire: type[Wire], more: dict[str, Any]) -> None:
    found = lied_to(server, wire, **more)
    assert found.faults == {} and found.reach == 1, found.reasons
    assert found.counts["changes_verified"] > found.counts["moves"]


@pytest.mark.parametrize(
    ("wire", "status"), [(SwallowsEveryAct, {EXIT["wrong"]}), (Wire, {EXIT["pass"], EXIT["invalid"]})]
)
def test_the_exit_status_of_a_short_run_says_it(
    server: OwnServer, wire: Callable[..., Wire], status: set[int], capsys: pytest.CaptureFixture[str]
) -> None:
    async def ran(seconds: int) -> int:
        async with wired(server.url, wire) as url:
            arguments = f"load --server {url} --tables 4 --think 100 --seconds {seconds} --processes 2"
            return await asyncio.to_thread(main, arguments.split())

    for seconds in lengths(5):
        found, said = run(ran(seconds)), " ".join(capsys.readouterr().out.split())
        if found in status:
            break
    assert found in status
    assert ("acknowledged as version" in said and "not in the log" in said) == (wire is SwallowsEveryAct)
