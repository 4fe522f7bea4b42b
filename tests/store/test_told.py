"""No write is acknowledged before the required number of replicas has it."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from server.net.rate_limits import Allowance
from server.store.admin_records import AdminRecords
from server.store.book_store import BookStore
from server.store.group_store import GroupStore
from server.store.heartbeats import Heartbeats
from server.store.limits import Limits
from server.store.migration import KeptBook, KeptGroup, Mover, StoredMark, StoredTable
from server.store.push_store import PushStore, StoredDevice
from server.store.store import Store, StoreAway
from server.store.upload_store import UploadStore
from tests.waiting import until, within

from ..process.stores import Hub, hubs
from .machines import Machine, follow, machines

TTL = 1000

ENTRY, LINE = b"of the log", b"said name and more"

KEPT = StoredTable("moved", 60_000, 0, b"", [ENTRY], [LINE], 5, b"summary")

DEVICE = StoredDevice("phone", 5, "https://push.example/1", b"keys")

MANY = Allowance(100, 100)

WRITES: Mapping[str, Callable[[Any], Any]] = {
    "Store.commit": lambda store: store.commit("made", 0, ENTRY, ttl=TTL, due=5),
    "Store.say": lambda store: store.say("t", LINE, 9, 50),
    "Store.announce": lambda store: store.announce("t", b"summary"),
    "Store.set_due": lambda store: store.set_due("t", 7),
    "Store.due_by": lambda store: store.due_by("t", 6),
    "Store.settled": lambda store: store.settled("t", 9),
    "Heartbeats.set_here": lambda heartbeats: heartbeats.set_here("t", "x:0", b"row"),
    "Limits.once": lambda limits: limits.once("made", "t", 60),
    "Limits.allow": lambda limits: limits.allow("tables", {"x": MANY}, 1.0),
    "UploadStore.keep": lambda beginnings: beginnings.keep("name", b"position", 60),
    "AdminRecords.act": lambda house: house.act(b"close", {"lock x": b"y"}),
    "AdminRecords.carried_out": lambda house: house.carried_out("lock x"),
    "AdminRecords.settle": lambda house: house.settle({"lock z": b"y"}, [b"row"], b"end"),
    "AdminRecords.keep_report": lambda house: house.keep_report("name", b"report"),
    "AdminRecords.drop_report": lambda house: house.drop_report("name"),
    "AdminRecords.reports": lambda house: house.reports(),
    "AdminRecords.ask": lambda house: house.ask("ask 1", b"who"),
    "AdminRecords.answer": lambda house: house.answer("ask 1", "hub", b"I"),
    "AdminRecords.report": lambda house: house.report("hub", b"load"),
    "BookStore.keep": lambda books: books.keep("person", "t", 5, b"game", TTL),
    "BookStore.begin": lambda books: books.begin("person", 5, TTL),
    "BookStore.end": lambda books: books.end("person"),
    "GroupStore.found": lambda groups: groups.found("g", "title", "person", "Ada", 5, TTL),
    "GroupStore.join": lambda groups: groups.join("g", "other", "Bob", TTL),
    "GroupStore.change": lambda groups: groups.change("g", "person", {"evening": 7}),
    "GroupStore.meet": lambda groups: groups.meet("g", "person", "t", 5, b"usual", TTL),
    "GroupStore.leave": lambda groups: groups.leave("g", "person"),
    "PushStore.add": lambda push: push.add("person", DEVICE),
    "PushStore.remove": lambda push: push.remove("person", "gone"),
    "PushStore.has": lambda push: push.has("person", "phone"),
    "PushStore.claim": lambda push: push.claim("person", "t", 1, 5, TTL),
    "PushStore.key": lambda push: push.key(b"key"),
    "Store.break_off": lambda store: store.break_off("t", "edition", b"how"),
    "Store.expire": lambda store: store.expire("gone", 0),
    "Store.mend": lambda store: store.mend("t"),
    "Mover.begin_cluster_time": lambda mover: mover.begin_cluster_time(5),
    "Mover.write": lambda mover: mover.write(KEPT),
    "Mover.change": lambda mover: mover.change(KEPT, [LINE], note=b"anew"),
    "Mover.write_book": lambda mover: mover.write_book(KeptBook("reader", 60_000, 5, [("t", 5, b"game")])),
    "Mover.write_group": lambda mover: mover.write_group(KeptGroup("h", 60_000, [(b"name", b"H")])),
    "Mover.leave_group": lambda mover: mover.leave_group("g", "person"),
    "Mover.remember": lambda mover: mover.remember(StoredMark("made", "t", 60_000)),
    "Mover.replace": lambda mover: mover.replace("lobby", b"t", b"summary"),
    "Mover.remove": lambda mover: mover.remove("nothing"),
}
"""All writes that a client waits for and that change stored data."""

OTHERS = """
Store.note Store.unfollow Store.load Store.lengths Store.open Store.begin Store.close Heartbeats.begin
Heartbeats.end AdminRecords.gone Store.entries Store.said Store.due Store.late Store.lobby Heartbeats.here
UploadStore.find AdminRecords.acts AdminRecords.answered AdminRecords.acts_from AdminRecords.count_acts
AdminRecords.hubs AdminRecords.loads AdminRecords.lobby AdminRecords.orders AdminRecords.rows BookStore.read
GroupStore.read Mover.books Mover.fields Mover.groups Mover.knowing Mover.left Mover.named Mover.read
Mover.remembered GroupStore.belongs Mover.rows Mover.cluster_time Mover.tables Mover.stop_writes
"""
"""Methods that only follow a table or list hubs, that read, or that configure Redis."""

KINDS = (Store, Heartbeats, Limits, UploadStore, AdminRecords, BookStore, GroupStore, PushStore, Mover)


def parts(hub: Hub, mover: Mover) -> dict[str, Any]:
    """All objects that write, by the name of their class."""
    store = hub.store
    found = (
        store,
        store.heartbeats,
        store.limits,
        store.beginnings,
        store.admin_records,
        store.books,
        store.groups,
        store.push,
        mover,
    )
    return {kind.__name__: one for kind, one in zip(KINDS, found, strict=True)}


def methods() -> Iterator[str]:
    for kind in KINDS:
        for name, _ in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_"):
                yield f"{kind.__name__}.{name}"


def test_every_way_to_write_is_known() -> None:
    assert sorted(methods()) == sorted([*WRITES, *OTHERS.split()])


@pytest.mark.parametrize("by_host", (False, True))
async def test_nothing_is_told_before_the_copies_have_it(tmp_path: Path, by_host: bool) -> None:
    """The writes of a hub and those beside it: migration, and the deletion of a person."""
    primary, replica = Machine(tmp_path / "p"), Machine(tmp_path / "r")
    asked = {name: write for name, write in WRITES.items() if name.startswith("Mover") == by_host}
    async with machines(primary, replica):
        await follow(replica, primary.port)
        await until(primary.copied)
        async with hubs(primary.url, "a", copies=1) as (a,), Mover(primary.url, 1) as mover:
            assert await a.store.commit("t", 0, ENTRY, ttl=TTL)
            assert replica.process is not None
            replica.process.send_signal(signal.SIGSTOP)
            at = parts(a, mover)
            tasks = {
                name: asyncio.create_task(ask(write, at[name.partition(".")[0]]))
                for name, write in asked.items()
            }
            await asyncio.sleep(1.5)  # longer than hubs wait for a replica
            assert [name for name, task in tasks.items() if task.done()] == []
            replica.process.send_signal(signal.SIGCONT)
            async with within("all is told"):
                await asyncio.gather(*tasks.values())
            assert int(await primary.tell("LLEN", "t:{moved}:log")) == int(by_host)


async def ask(write: Callable[[Any], Any], part: Any) -> Any:
    """Write, and retry while the outcome is unknown."""
    while True:
        with contextlib.suppress(StoreAway):
            return await write(part)
        await asyncio.sleep(0.01)  # a store that is closed refuses at once, and the test must still end
