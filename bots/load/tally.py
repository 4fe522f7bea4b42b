"""What a load run counts, in one process and summed over several, and whether all was right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]
from msgspec import Struct, field

from ..mirror import Mirror
from ..session import AGAIN


def microseconds() -> HdrHistogram:
    """Latencies from 1 us to 100 s, to three digits."""
    return HdrHistogram(1, 100_000_000, 3)


def sizes() -> HdrHistogram:
    """Bytes up to 4 MiB, to three digits."""
    return HdrHistogram(1, 4 * 2**20, 3)


class Tally:
    """Counts of one process. `latency`: from sending an act to the last seat's diff, in us."""

    def __init__(self) -> None:
        self.latency = microseconds()
        self.diff_bytes = sizes()
        self.full_bytes = sizes()
        self.moves = self.games = 0
        self.refusals: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        """What must not happen, by name."""
        self.checks = 0

    def add_mirror(self, mirror: Mirror) -> None:
        """Take over what a mirror has counted; it is followed no longer."""
        self.checks += mirror.checks
        for name in ("gaps", "divergences", "repeats"):
            self.faults[name] += getattr(mirror, name)

    def packed(self, resyncs: int, cpu_s: float) -> PackedTally:
        """Fit for another process."""
        return PackedTally(
            latency=self.latency.encode(),
            diff_bytes=self.diff_bytes.encode(),
            full_bytes=self.full_bytes.encode(),
            moves=self.moves,
            games=self.games,
            refusals=dict(self.refusals),
            faults={name: count for name, count in self.faults.items() if count},
            checks=self.checks,
            resyncs=resyncs,
            cpu_s=cpu_s,
        )


class PackedTally(Struct):
    """A tally as bytes and numbers. `cpu_s`: of the process that drove, while it measured."""

    latency: bytes
    diff_bytes: bytes
    full_bytes: bytes
    moves: int
    games: int
    refusals: dict[str, int]
    faults: dict[str, int]
    checks: int
    resyncs: int
    cpu_s: float


class Spread(Struct, frozen=True):
    """How values are spread: percentiles in the unit of the values."""

    n: int
    mean: float
    p50: float
    p90: float
    p99: float
    p999: float
    max: float


class LoadReport(Struct, frozen=True, kw_only=True):
    """What a load run found. Figures of the hub are None where it could not be looked at."""

    game: str
    tables: int
    seats: int
    think_ms: int
    seconds: float
    sockets: int
    moves: int
    moves_per_s: float
    games_ended: int
    latency_ms: Spread
    diff_bytes: Spread
    full_bytes: Spread
    refusals: dict[str, int]
    resyncs: int
    checks: int
    faults: dict[str, int]
    hub_cpu_us_per_move: float | None
    hub_cpu_share: float | None
    hub_bytes_per_seat: float | None
    others_cpu_share: float | None
    """Cores that other processes of this machine kept busy, Redis among them."""
    driver_cpu_share: float
    valid: bool
    """The drivers had time to spare, so the latencies are the server's."""
    right: bool
    """Nothing that must not happen has happened."""


class HubUse(Struct):
    """What the hub used: CPU seconds while measuring, and memory that came with the seats, in bytes.

    `machine_s`: CPU seconds of everything that ran on this machine meanwhile.
    """

    cpu_s: float | None = None
    memory: float | None = None
    machine_s: float | None = None


class Asked(Struct, frozen=True, kw_only=True):
    """What a load run is asked to do."""

    url: str
    game: str
    options: dict[str, int | str | bool] = field(default_factory=dict)
    tables: int = 50
    seats: int = 4
    think_ms: int = 500
    seconds: float = 20.0
    every: int = 0
    """A check value with every n-th version; 0: as often as the server likes."""
    per_socket: int = 1
    """Tables that share their sockets."""
    mind: str = "whim"
    processes: int = 1
    seed: int = 0


def report(asked: Asked, parts: list[PackedTally], seconds: float, hub: HubUse) -> LoadReport:
    """Sum up what all processes have counted in this time."""
    latency, diffs, fulls = microseconds(), sizes(), sizes()
    refusals: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for part in parts:
        latency.decode_and_add(part.latency)
        diffs.decode_and_add(part.diff_bytes)
        fulls.decode_and_add(part.full_bytes)
        refusals.update(part.refusals)
        faults.update(part.faults)
    moves, resyncs = sum(part.moves for part in parts), sum(part.resyncs for part in parts)
    driver = max(part.cpu_s for part in parts) / seconds
    faults += Counter({code: n for code, n in refusals.items() if code not in AGAIN})
    faults += Counter({"resyncs": resyncs, "no moves": int(not moves)})
    sockets = -(-asked.tables // asked.per_socket) * asked.seats
    return LoadReport(
        game=asked.game,
        tables=asked.tables,
        seats=asked.seats,
        think_ms=asked.think_ms,
        seconds=round(seconds, 3),
        sockets=sockets,
        moves=moves,
        moves_per_s=round(moves / seconds, 1),
        games_ended=sum(part.games for part in parts),
        latency_ms=spread(latency, 1000),
        diff_bytes=spread(diffs),
        full_bytes=spread(fulls),
        refusals=dict(refusals),
        resyncs=resyncs,
        checks=sum(part.checks for part in parts),
        faults=dict(faults),
        hub_cpu_us_per_move=_over(hub.cpu_s, moves, 1e6),
        hub_cpu_share=_over(hub.cpu_s, seconds, 1.0),
        hub_bytes_per_seat=_over(hub.memory, asked.tables * asked.seats, 1.0),
        others_cpu_share=_over(_others(hub, parts), seconds, 1.0),
        driver_cpu_share=round(driver, 3),
        valid=driver < 0.85,
        right=not faults,
    )


def spread(histogram: HdrHistogram, unit: float = 1.0) -> Spread:
    """The percentiles of a histogram, divided by `unit`."""
    if not histogram.get_total_count():
        return Spread(0, 0, 0, 0, 0, 0, 0)

    def at(percentile: float) -> float:
        return round(float(histogram.get_value_at_percentile(percentile)) / unit, 3)

    mean = round(histogram.get_mean_value() / unit, 3)
    return Spread(histogram.get_total_count(), mean, at(50), at(90), at(99), at(99.9), at(100))


def _over(amount: float | None, count: float, unit: float) -> float | None:
    return None if amount is None or not count else round(amount * unit / count, 3)


def _others(hub: HubUse, parts: list[PackedTally]) -> float | None:
    """CPU seconds of whatever was neither hub nor driver."""
    if hub.machine_s is None or hub.cpu_s is None:
        return None
    return max(0.0, hub.machine_s - hub.cpu_s - sum(part.cpu_s for part in parts))


def rows(report: LoadReport) -> Iterator[tuple[str, str]]:
    """The report, line by line, as name and figures."""
    ms, diff, full = report.latency_ms, report.diff_bytes, report.full_bytes
    yield "tables x seats, sockets", f"{report.tables} x {report.seats}, {report.sockets}"
    yield "moves stored", f"{report.moves:,} in {report.seconds:.1f} s = {report.moves_per_s:,.1f} /s"
    yield "games ended", f"{report.games_ended:,}"
    yield (
        "act to last seat, ms",
        f"p50 {ms.p50}  p90 {ms.p90}  p99 {ms.p99}  p99.9 {ms.p999}  max {ms.max}",
    )
    yield "bytes of a diff frame", f"median {diff.p50:.0f}  mean {diff.mean:.0f}  p99 {diff.p99:.0f}"
    yield "bytes of a document", f"median {full.p50:.0f}  p99 {full.p99:.0f}"
    yield "check values that agreed", f"{report.checks:,} for {diff.n:,} diffs"
    yield "refusals, resyncs", f"{report.refusals or 'none'}, {report.resyncs}"
    if report.hub_cpu_us_per_move is not None:
        share = f"{report.hub_cpu_share or 0:.0%} of a core"
        yield "hub CPU", f"{report.hub_cpu_us_per_move:.0f} us per stored move, {share}"
    if report.hub_bytes_per_seat is not None:
        yield "hub memory", f"{report.hub_bytes_per_seat / 1000:.1f} kB per seat"
    busy = "" if report.valid else ": TOO BUSY, its own waiting is in the latencies"
    yield "busiest driver", f"{report.driver_cpu_share:.0%} of a core{busy}"
    if report.others_cpu_share is not None:
        yield "Redis and other processes", f"{report.others_cpu_share:.0%} of a core"
    yield "verdict", "all right" if report.right else f"WRONG: {report.faults}"
