"""Whatever is written, nobody is told that it is done before the asked copies have it."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import signal
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from server.hub.budget import Allowance
from server.store.beginnings import Beginnings
from server.store.books import Books
from server.store.groups import Groups
from server.store.house import House
from server.store.limits import Limits
from server.store.moving import Kept, KeptBook, KeptGroup, Mover, Remembered
from server.store.signs import Signs
from server.store.store import Store, StoreAway
from tests.waiting import until, within

from ..processes.hubs import Hub, hubs
from .machines import Machine, follow, machines

TTL = 1000

ENTRY, LINE = b"of the log", b"said name and more"

KEPT = Kept("moved", 60_000, 0, b"", [ENTRY], [LINE], 5, b"summary")

MANY = Allowance(100, 100)

WRITES: Mapping[str, Callable[[Any], Any]] = {
    "Store.commit": lambda store: store.commit("made", 0, ENTRY, ttl=TTL, due=5),
    "Store.say": lambda store: store.say("t", LINE, 9, 50),
    "Store.announce": lambda store: store.announce("t", b"summary"),
    "Store.set_due": lambda store: store.set_due("t", 7),
    "Store.due_by": lambda store: store.due_by("t", 6),
    "Store.settled": lambda store: store.settled("t", 9),
    "Signs.set_here": lambda signs: signs.set_here("t", "x:0", b"row"),
    "Limits.once": lambda limits: limits.once("made", "t", 60),
    "Limits.allow": lambda limits: limits.allow("tables", {"x": MANY}, 1.0),
    "Beginnings.keep": lambda beginnings: beginnings.keep("name", b"position", 60),
    "House.act": lambda house: house.act(b"close", {"lock x": b"y"}),
    "House.carried_out": lambda house: house.carried_out("lock x"),
    "House.settle": lambda house: house.settle({"lock z": b"y"}, [b"row"], b"end"),
    "House.keep_report": lambda house: house.keep_report("name", b"report"),
    "House.drop_report": lambda house: house.drop_report("name"),
    "House.reports": lambda house: house.reports(),
    "House.ask": lambda house: house.ask("ask 1", b"who"),
    "House.answer": lambda house: house.answer("ask 1", "hub", b"I"),
    "House.report": lambda house: house.report("hub", b"load"),
    "Books.keep": lambda books: books.keep("person", "t", 5, b"game", TTL),
    "Books.begin": lambda books: books.begin("person", 5, TTL),
    "Books.end": lambda books: books.end("person"),
    "Groups.found": lambda groups: groups.found("g", "title", "person", "Ada", 5, TTL),
    "Groups.join": lambda groups: groups.join("g", "other", "Bob", TTL),
    "Groups.change": lambda groups: groups.change("g", "person", {"evening": 7}),
    "Groups.meet": lambda groups: groups.meet("g", "person", "t", 5, b"usual", TTL),
    "Groups.leave": lambda groups: groups.leave("g", "person"),
    "Mover.write": lambda mover: mover.write(KEPT),
    "Mover.change": lambda mover: mover.change(KEPT, [LINE], note=b"anew"),
    "Mover.write_book": lambda mover: mover.write_book(KeptBook("reader", 60_000, 5, [("t", 5, b"game")])),
    "Mover.write_group": lambda mover: mover.write_group(KeptGroup("h", 60_000, [(b"name", b"H")])),
    "Mover.leave_group": lambda mover: mover.leave_group("g", "person"),
    "Mover.remember": lambda mover: mover.remember(Remembered("made", "t", 60_000)),
    "Mover.replace": lambda mover: mover.replace("lobby", b"t", b"summary"),
    "Mover.remove": lambda mover: mover.remove("nothing"),
}
"""Everything that somebody waits for, and that changes what is kept."""

OTHERS = """
Store.note Store.unfollow Store.load Store.lengths Store.open Store.close Signs.begin Signs.end House.gone
Store.entries Store.said Store.due Store.late Store.lobby Signs.here Beginnings.find House.acts House.answered
House.acts_from House.count_acts House.hubs House.loads House.lobby House.orders House.rows Books.read
Groups.read Mover.books Mover.fields Mover.groups Mover.knowing Mover.left Mover.named Mover.read
Mover.remembered Groups.belongs Mover.rows Mover.tables Mover.stop_writes
"""
"""What says only who follows a table and which hubs there are, what reads, and what sets Redis itself."""

KINDS = (Store, Signs, Limits, Beginnings, House, Books, Groups, Mover)


def parts(hub: Hub, mover: Mover) -> dict[str, Any]:
    """By the name of their kind, all that is written through."""
    store = hub.store
    found = (
        store,
        store.signs,
        store.limits,
        store.beginnings,
        store.house,
        store.books,
        store.groups,
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
    """What a hub writes, and what is written beside it: by moving house, and where somebody is deleted."""
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
            await asyncio.sleep(1.5)  # as long as hubs ask a replica, and more
            assert [name for name, task in tasks.items() if task.done()] == []
            replica.process.send_signal(signal.SIGCONT)
            async with within("all is told"):
                await asyncio.gather(*tasks.values())
            assert int(await primary.tell("LLEN", "t:{moved}:log")) == int(by_host)


async def ask(write: Callable[[Any], Any], part: Any) -> Any:
    """Write, again and again where nobody knows whether it is done."""
    while True:
        with contextlib.suppress(StoreAway):
            return await write(part)
