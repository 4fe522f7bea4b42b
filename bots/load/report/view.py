"""The progress of a run: on a terminal a panel that is updated each second, elsewhere plain lines."""

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

LATENCY_WINDOW_S: Final = 5
"""Seconds over which the displayed latencies are computed."""

SPARKLINE_SPAN_S: Final = 30
"""Seconds that a sparkline covers."""

LINE_INTERVAL_S: Final = 5
"""Seconds between plain lines."""

BLOCKS: Final = "▁▂▃▄▅▆▇█"


class Watched:
    """The state of the display."""

    def __init__(self, phases: Sequence[Phase]) -> None:
        self.phases = phases
        self.total = sum(phase.seconds for phase in phases)
        self.seconds: deque[Second] = deque(maxlen=SPARKLINE_SPAN_S)
        self.p99s: deque[float | None] = deque(maxlen=SPARKLINE_SPAN_S)
        self.faults = self.refusals = self.resyncs = 0

    def add(self, second: Second) -> None:
        self.seconds.append(second)
        values = decoded(second.act)
        self.p99s.append(percentiles(values, (99,))[0] if values else None)
        self.faults += second.faults
        self.refusals += second.refusals
        self.resyncs += second.resyncs

    def latency(self, track: str) -> tuple[float, float] | None:
        """p50 and p99 in ms over `LATENCY_WINDOW_S`."""
        values = decoded(*(getattr(second, track) for second in list(self.seconds)[-LATENCY_WINDOW_S:]))
        if not values:
            return None
        p50, p99 = percentiles(values, (50, 99))
        return p50, p99

    def phase_at(self, at: int) -> str:
        """The names of all phases, the current one in brackets."""
        ends = list(accumulate(phase.seconds for phase in self.phases))
        now = next((number for number, end in enumerate(ends) if at < end), len(ends) - 1)
        names = [phase.name for phase in self.phases]
        return " > ".join(f"[{name}]" if number == now else name for number, name in enumerate(names))


def sparkline(values: Sequence[float | None]) -> str:
    """One block for each value, the highest for the maximum; a space for None."""
    most = max((value for value in values if value is not None), default=0)
    top = len(BLOCKS) - 1
    return "".join(
        " " if value is None else BLOCKS[round(value / most * top) if most else 0] for value in values
    )


def line(watched: Watched) -> str:
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
    """The latest figures of the hub."""
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


class RunDisplay(NamedTuple):
    """Callbacks for the progress of a run."""

    second: Callable[[Second], None]
    """Called with each finished second."""
    verifying: Callable[[int], None]
    """Called after the last phase with the number of games that still have to be verified against their
    logs."""


@contextlib.contextmanager
def watching(console: Console, phases: Sequence[Phase], title: str) -> Iterator[RunDisplay]:
    watched = Watched(phases)
    console.print(f"{title}: setting up", markup=False)
    if console.is_terminal:
        with Live(Text("setting up"), console=console, auto_refresh=False, transient=True) as live:

            def renew(second: Second) -> None:
                watched.add(second)
                live.update(panel(watched), refresh=True)

            yield RunDisplay(renew, lambda left: live.update(Text(verifying(left)), refresh=True))
        return
    told: list[tuple[int, str]] = [(-LINE_INTERVAL_S, "")]

    def plain(second: Second) -> None:
        watched.add(second)
        if second.at - told[-1][0] >= LINE_INTERVAL_S or second.phase != told[-1][1]:
            told[-1] = (second.at, second.phase)
            console.print(line(watched), markup=False, soft_wrap=True)

    said = [-math.inf]

    def count(left: int) -> None:
        if time.monotonic() - said[0] >= LINE_INTERVAL_S:
            said[0] = time.monotonic()
            console.print(verifying(left), markup=False)

    yield RunDisplay(plain, count)


def verifying(left: int) -> str:
    """The progress of the verification after the last phase."""
    return f"verifying finished games, {left:,} left"
