"""The hub compared with other servers for games, each in memory and stored before it is told."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from msgspec import Struct

from bots.hub_process import START_TIMEOUT_S, free_port, keep_off_first_core, pin_tree
from bots.plots.bars import PlotBar, bars

from ..book import ROOT
from ..kit import LIGHTEST, SEATS, Aim, Plot, Say, Scale, Section, Shown, Table, fewer, load, spread
from ..ratio import BUSY, CALM, Pace
from ..stages import private_redis

FOLDER: Final = Path(__file__).parent
NODE: Final = ROOT / ".venv" / "peers" / "node"

HUB: Final = "the hub"

LACKS: Final = {
    "ws": "rules, refusals with reasons, recognising repeated acts, undo, clocks, patches for who reconnects,"
    " back-pressure, several servers for one table: all that is left to the author",
    "colyseus": "rules, recognising repeated acts, undo, clocks, the acts that somebody has missed (who"
    " reconnects gets the state), several servers for one room; storing is the author's",
    "boardgame": "clocks, patches (each act sends the whole state), recognising repeated acts of who"
    " reconnects, several servers for one match without more packages",
}
"""By peer: what it does not do and the hub does."""

NAMES: Final = {"ws": "node ws", "colyseus": "Colyseus", "boardgame": "boardgame.io"}

SLOWER: Final = {"boardgame": 10}
"""By peer: so many times fewer tables, because it does not keep up with more."""

RIVAL: Final = "colyseus"
"""The peer to compare with where acts are stored: it hides by seat, too."""

AIMS: Final = {str(CALM): 1.0, str(BUSY): 1.15}
"""By pace: the greatest CPU time of a move, as a multiple of this peer's."""

WARM_UP_S: Final = 2.0

ABOUT: Final = f"""\
Programs of our own on other servers for games, as small as their documentation suggests: the state of a
table for four with a hidden hand each, and an act that changes as much of it as a move of {LIGHTEST}. They
have no rules. Once everything stays in memory, and once each act is in Redis, on its disk, before anybody is
told. The clients are those of each server, so latencies, from an act to the patch of the last of four, have
in them what a client needs; CPU is that of the server alone, which has the first core. Paces are those of
the hub in the other sections; boardgame.io gets a tenth of the tables."""


class Peer(Struct, frozen=True, kw_only=True):
    """One server at one pace, once."""

    name: str
    stored: bool
    pace: str
    us: float
    """CPU us of the server for an act."""
    acts_per_s: float
    p50: float
    """From an act to the patch of the last seat, ms."""
    p99: float


def measure(scale: Scale, say: Say) -> list[Peer]:
    """All servers at both paces, in turn in each round."""
    install()
    found = []
    for number in range(scale.rounds):
        for pace in (CALM, BUSY):
            for one in _all(pace, scale):
                found.append(one)
                say(f"round {number + 1}: {_title(one)}, {pace}: {one.us:.0f} us, p99 {one.p99:.1f} ms")
    return found


def install() -> None:
    """Install the peers' packages, unless they are there."""
    subprocess.run([ROOT / ".ci" / "peers"], cwd=ROOT, check=True)


def _all(pace: Pace, scale: Scale) -> Iterator[Peer]:
    for kind in NAMES:
        for stored in (False, True):
            yield once(kind, stored, pace, scale)
    run = load(
        scale,
        scale.seconds,
        games={LIGHTEST: 1.0},
        tables=fewer(scale, pace.tables),
        think=f"{pace.think_ms}",
        verify_share=0.0,
        probes=0.0,
    )
    assert run.hub_cpu_us_per_move is not None
    yield Peer(
        name=HUB,
        stored=True,
        pace=str(pace),
        us=run.hub_cpu_us_per_move,
        acts_per_s=run.counts["moves"] / run.measured_s,
        p50=run.tracks["act"].p50,
        p99=run.tracks["act"].p99,
    )


class Figures(Struct):
    """What the clients of a peer print at their end."""

    acts: int
    seconds: float
    p50: float
    p99: float


def once(kind: str, stored: bool, pace: Pace, scale: Scale) -> Peer:
    """One server and its clients."""
    tables = max(1, fewer(scale, pace.tables) // SLOWER.get(kind, 1))
    seconds = 1.0 if scale.small else scale.seconds
    with private_redis() if stored else nullcontext("") as redis, _server(kind, redis) as (pid, port):
        words = (NODE, FOLDER / "clients.js", kind, port, tables, pace.think_ms, WARM_UP_S / 2, seconds)
        clients = subprocess.Popen(
            [*map(str, words)], stdout=subprocess.PIPE, text=True, preexec_fn=keep_off_first_core
        )
        assert clients.stdout is not None
        with clients:
            _await(clients, "begin")
            cpu = cpu_s(pid)
            _await(clients, "end")
            cpu = cpu_s(pid) - cpu
            figures = msgspec.json.decode(clients.stdout.readline(), type=Figures)
    return Peer(
        name=kind,
        stored=stored,
        pace=str(pace),
        us=cpu * 1e6 / max(1, figures.acts),
        acts_per_s=figures.acts / figures.seconds,
        p50=figures.p50,
        p99=figures.p99,
    )


def _await(clients: subprocess.Popen[str], word: str) -> None:
    """Read the clients' lines up to this one."""
    assert clients.stdout is not None
    for line in clients.stdout:
        if line.strip() == word:
            return
    raise RuntimeError(f"the clients have ended before '{word}'")


@contextmanager
def _server(kind: str, redis: str) -> Iterator[tuple[int, int]]:
    """A peer's server on the first core; yields its process and port."""
    port = free_port()
    words = [str(NODE), str(FOLDER / f"{kind}_server.js"), str(port), redis.removeprefix("unix://")]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        limit = time.monotonic() + START_TIMEOUT_S
        while process.poll() is None and time.monotonic() < limit:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        else:
            raise RuntimeError(f"{NAMES[kind]} doesn't serve")
        pin_tree(process.pid)
        yield process.pid, port
    finally:
        process.kill()
        process.wait()


def cpu_s(pid: int) -> float:
    """CPU seconds of a process and its threads. Linux only."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _title(one: Peer) -> str:
    return f"{NAMES.get(one.name, one.name)}, {'stored' if one.stored else 'in memory'}"


def shown(found: list[Peer], others: Mapping[str, Any]) -> Shown:
    """A row for each server and pace; bars of its CPU."""
    groups: dict[tuple[str, str], list[Peer]] = {}
    for one in found:
        groups.setdefault((one.pace, _title(one)), []).append(one)
    rows = [
        (
            f"{title}, {pace}",
            spread([one.us for one in at]),
            spread([one.acts_per_s for one in at]),
            spread([one.p50 for one in at], 1),
            spread([one.p99 for one in at], 1),
        )
        for (pace, title), at in groups.items()
    ]
    head = ("server, pace", "us an act", "acts /s", "p50, ms", "p99, ms")
    title = "CPU of a server for an act of a table for four"
    notes = [f"{NAMES[kind]} does not do: {words}." for kind, words in LACKS.items()]
    return Shown(
        [Table(head, rows)], {"peers": Plot(title, _picture(title, groups))}, [*_aims(groups)], notes
    )


def _aims(groups: Mapping[tuple[str, str], Sequence[Peer]]) -> Iterator[Aim]:
    """The hub beside the rival that stores, round by round."""
    rival = f"{NAMES[RIVAL]}, stored"
    for pace, most in AIMS.items():
        ours, theirs = groups[pace, f"{HUB}, stored"], groups[pace, rival]
        ratios = [one.us / other.us for one, other in zip(ours, theirs, strict=True)]
        what = f"of a move, {LIGHTEST}, {SEATS} seats, {pace}"
        met = median(ratios) <= most
        yield Aim(f"hub CPU {what}", f"<= {most:g} times {rival}", spread(ratios, 2), met)
        waits = [median(one.p99 for one in at) for at in (ours, theirs)]
        reached = " ms, against ".join(f"{it:.1f}" for it in waits) + " ms"
        yield Aim(f"p99 {what}", f"less than {rival}", reached, waits[0] < waits[1])


def _picture(title: str, groups: Mapping[tuple[str, str], Sequence[Peer]]) -> str:
    """Without boardgame.io, beside which all others would be too short to compare."""
    marks = [
        PlotBar(f"{name}, {pace}", median(us), min(us), max(us))
        for (pace, name), at in groups.items()
        if at[0].name not in SLOWER and (us := [one.us for one in at])
    ]
    return bars(title, marks, "us of CPU")


SECTION: Final = Section("peers", "Other servers for games", ABOUT, list[Peer], measure, shown, always=False)
