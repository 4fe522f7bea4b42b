"""A run while it goes on: a panel that is renewed each second on a terminal, plain lines elsewhere."""

from __future__ import annotations

import contextlib
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ..figures import ms
from ..histogram import decoded, percentiles
from ..plan import Phase
from ..result import Second

LAST: Final = 5
"""Seconds over which latencies are shown."""

WIDE: Final = 30
"""Seconds in a sparkline."""

EVERY: Final = 5
"""Seconds between plain lines."""

BLOCKS: Final = "▁▂▃▄▅▆▇█"


class Watched:
    """What has been seen of a run so far."""

    def __init__(self, phases: Sequence[Phase]) -> None:
        self.phases = phases
        self.total = sum(phase.seconds for phase in phases)
        self.seconds: deque[Second] = deque(maxlen=WIDE)
        self.p99s: deque[float | None] = deque(maxlen=WIDE)
        self.faults = self.refusals = self.resyncs = 0

    def add(self, second: Second) -> None:
        """A second is over."""
        self.seconds.append(second)
        values = decoded(second.act)
        self.p99s.append(percentiles(values, (99,))[0] if values else None)
        self.faults += second.faults
        self.refusals += second.refusals
        self.resyncs += second.resyncs

    def latency(self, track: str) -> tuple[float, float] | None:
        """p50 and p99 of the last seconds in ms."""
        values = decoded(*(getattr(second, track) for second in list(self.seconds)[-LAST:]))
        if not values:
            return None
        p50, p99 = percentiles(values, (50, 99))
        return p50, p99

    def phase_at(self, at: int) -> str:
        """The phases with the one that is on in brackets."""
        ends = list(accumulate(phase.seconds for phase in self.phases))
        now = next((number for number, end in enumerate(ends) if at < end), len(ends) - 1)
        names = [phase.name for phase in self.phases]
        return " > ".join(f"[{name}]" if number == now else name for number, name in enumerate(names))


def sparkline(values: Sequence[float | None]) -> str:
    """One block for each value, the highest for the greatest; a gap where there is none."""
    most = max((value for value in values if value is not None), default=0)
    top = len(BLOCKS) - 1
    return "".join(
        " " if value is None else BLOCKS[round(value / most * top) if most else 0] for value in values
    )


def line(watched: Watched) -> str:
    """How it stands, in one line."""
    last = watched.seconds[-1]
    act = watched.latency("act")
    parts = [
        f"{last.at + 1:5d} of {watched.total:.0f} s  {last.phase}",
        f"{last.tables:,} of {last.tables_due:,} tables",
        f"{last.moves:,} moves/s",
        f"p50 {ms(act[0])}, p99 {ms(act[1])}" if act else "no acts",
    ]
    if last.hub_cpu is not None:
        parts.append(f"hub {last.hub_cpu:.0%}")
    return "   ".join([*parts, f"faults {watched.faults}"])


def panel(watched: Watched) -> RenderableType:
    """How it stands, in full."""
    last = watched.seconds[-1]
    seconds = list(watched.seconds)
    bar = ProgressBar(total=watched.total, completed=min(last.at + 1, watched.total), width=40)
    head = Table.grid(padding=(0, 2))
    head.add_row(bar, f"{last.at + 1} of {watched.total:.0f} s", Text(watched.phase_at(last.at)))
    body = Table.grid(padding=(0, 2))
    body.add_row("tables", f"{last.tables:,} of {last.tables_due:,}", sparkline([s.tables for s in seconds]))
    body.add_row("moves/s", f"{last.moves:,}", sparkline([s.moves for s in seconds]))
    for track, name in (("act", "act to last seat"), ("probe", "ping")):
        found = watched.latency(track)
        told = f"p50 {ms(found[0])}  p99 {ms(found[1])}" if found else "none yet"
        body.add_row(name, told, sparkline(list(watched.p99s)) if track == "act" else "")
    if hub := _hub(last):
        body.add_row("hub", hub, sparkline([s.hub_cpu for s in seconds]))
    body.add_row("generator", f"{last.generator_cpu:.0%} of a core", "")
    wrong = f"faults {watched.faults}  refusals {watched.refusals}  resyncs {watched.resyncs}"
    body.add_row("", Text(wrong, style="bold red" if watched.faults else ""), "")
    return Group(head, body)


def _hub(second: Second) -> str:
    """What is known of the hub just now."""
    parts = []
    if second.hub_cpu is not None:
        parts.append(f"{second.hub_cpu:.0%} of a core")
    if second.hub_memory is not None:
        parts.append(f"{second.hub_memory / 1e6:,.0f} MB")
    if second.hub_loop_lag is not None:
        parts.append(f"loop late {ms(second.hub_loop_lag)}")
    if second.hub_queue is not None:
        parts.append(f"{second.hub_queue} commits waiting")
    return "  ".join(parts)


class Shown(NamedTuple):
    """What to call as a run goes on."""

    second: Callable[[Second], None]
    """With each second that is over."""
    verifying: Callable[[int], None]
    """With the number of games that are still to be held against their logs, when the last phase is over."""


@contextlib.contextmanager
def watching(console: Console, phases: Sequence[Phase], title: str) -> Iterator[Shown]:
    """Show a run on this console."""
    watched = Watched(phases)
    console.print(f"{title}: setting up", markup=False)
    if console.is_terminal:
        with Live(Text("setting up"), console=console, auto_refresh=False, transient=True) as live:

            def renew(second: Second) -> None:
                watched.add(second)
                live.update(panel(watched), refresh=True)

            yield Shown(renew, lambda left: live.update(Text(verifying(left)), refresh=True))
        return
    told: list[tuple[int, str]] = [(-EVERY, "")]

    def plain(second: Second) -> None:
        watched.add(second)
        if second.at - told[-1][0] >= EVERY or second.phase != told[-1][1]:
            told[-1] = (second.at, second.phase)
            console.print(line(watched), markup=False, soft_wrap=True)

    said = [-math.inf]

    def count(left: int) -> None:
        if time.monotonic() - said[0] >= EVERY:
            said[0] = time.monotonic()
            console.print(verifying(left), markup=False)

    yield Shown(plain, count)


def verifying(left: int) -> str:
    """What is still done when the last phase is over."""
    return f"verifying finished games, {left:,} left"
