"""The hub's memory per idle seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from bots.load.figures import figure, measured

from .kit import LIGHTEST, SEATS, Aim, Say, Scale, Section, Shown, Table, fewer, load

BYTES: Final = 25_000
SOCKETS: Final = 5_000
SECONDS: Final = 30.0
"""Time for the hub to hibernate idle tables."""

ABOUT: Final = f"""\
{SOCKETS:,} sockets, each with one seat of a running game of {LIGHTEST} whose players think for an hour:
what the hub's resident memory has grown by since before the first socket, over the number of seats."""


class Idle(Struct, frozen=True, kw_only=True):
    """The load, and the memory per seat."""

    tables: int
    sockets: int
    bytes_per_seat: float | None
    hub_cpu: float | None
    wrong: bool


def measure(scale: Scale, say: Say) -> Idle:
    """Seat all players, then wait without moves."""
    run = load(
        scale,
        SECONDS,
        games={LIGHTEST: 1.0},
        tables=fewer(scale, SOCKETS // SEATS),
        think="fixed:3600000",
        probes=10.0,
        verify_share=0.0,
    )
    found = Idle(
        tables=run.plan.tables,
        sockets=max((second.sockets for second in measured(run)), default=0),
        bytes_per_seat=run.hub_bytes_per_seat,
        hub_cpu=figure(run, "hub_cpu.mean"),
        wrong=run.verdict == "wrong",
    )
    say(f"{found.sockets:,} sockets: {(found.bytes_per_seat or 0) / 1000:.1f} kB a seat")
    return found


def shown(found: Idle, others: Mapping[str, Any]) -> Shown:
    """The memory of a seat, and the CPU use meanwhile."""
    size = f"{found.bytes_per_seat / 1000:.1f} kB" if found.bytes_per_seat is not None else "not told"
    rows = [
        ("tables, sockets", f"{found.tables:,}, {found.sockets:,}"),
        ("hub memory of an idle seated socket", size),
        ("the hub's core meanwhile", f"{found.hub_cpu:.1%}" if found.hub_cpu is not None else "not told"),
    ]
    full = found.tables * SEATS >= SOCKETS
    met = found.bytes_per_seat <= BYTES if full and found.bytes_per_seat is not None else None
    most = f"<= {BYTES // 1000} kB"
    aim = Aim(f"hub memory of an idle seated socket, {SOCKETS:,} sockets", most, size, met)
    return Shown([Table(("", "found"), rows)], {}, [aim], (), ["wrong"] if found.wrong else [])


SECTION: Final = Section("idle", "Memory of an idle seat", ABOUT, Idle, measure, shown)
