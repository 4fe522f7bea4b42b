"""What a load run found, as it is written to a JSON file. Data alone: no measuring, no drawing.

Times are milliseconds unless a name says otherwise; `at` is whole seconds since the first table was due.
Histograms are HdrHistogram V2 blobs (base64, as `HdrHistogram.encode` gives them) of microseconds, so
that any number of runs, processes or seconds can be added up without losing a digit of a percentile.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from .plan import Plan

FORMAT: Final = "stammtisch load 1"

Verdict = Literal["pass", "missed", "invalid", "wrong"]

EXIT: Final[dict[Verdict, int]] = {"pass": 0, "wrong": 97, "invalid": 98, "missed": 99}
"""Exit statuses. A wrong result outweighs an invalid run, and that a missed threshold."""

TRACKS: Final = {
    "act": "from the moment an act was meant to be sent until the last seat has its diff; with every act"
    " that would have been due meanwhile, and would have waited too",
    "act_raw": "from the moment an act really was sent until the last seat has its diff: one that stands"
    " still for long counts once, and a late generator not at all",
    "first": "from the moment an act was meant to be sent until the first seat has its diff",
    "ack": "from the moment an act was meant to be sent until its own seat has its diff",
    "turnaround": "from an act's own diff until somebody at the table is asked again",
    "probe": "from a ping's place in its fixed schedule until the pong",
    "connect": "from opening a socket until the welcome, in the whole run",
    "table_start": "from the moment a table was due until its first question, in the whole run",
    "resync": "from the loss of a socket until its seats are as on the server again",
    "lobby": "from asking for the lobby until it is shown",
    "late": "the generator's own lateness: from when something was due until it was begun",
    "lag": "how much too late the generator's event loop came round to a call, asked fifty times a second",
}

TRACKS_BY_SECOND: Final = ("act", "act_raw", "probe")
"""Those that are kept for each second as well."""


class Track(Struct, frozen=True, kw_only=True):
    """One latency over the whole measured time."""

    n: int
    mean: float
    p50: float
    p90: float
    p95: float
    p99: float
    p999: float
    max: float
    histogram: str


class Second(Struct, kw_only=True):
    """One second of a run. Histograms are "" where nothing was measured; hub figures None if not told."""

    at: int
    phase: str
    """Name of the profile's phase this second lies in; only seconds of measured phases enter the tracks."""
    act: str = ""
    act_raw: str = ""
    probe: str = ""
    moves: int = 0
    tables: int = 0
    """Tables alive at its end."""
    tables_due: int = 0
    """Tables that the schedule wants alive."""
    sockets: int = 0
    games_ended: int = 0
    refusals: int = 0
    resyncs: int = 0
    faults: int = 0
    bytes_in: int = 0
    """Of websocket messages received by the generators."""
    bytes_out: int = 0
    generator_cpu: float = 0.0
    """Cores used by the busiest generator process."""
    hub_cpu: float | None = None
    """Cores used by the hub."""
    hub_memory: int | None = None
    """Bytes resident."""
    hub_loop_lag: float | None = None
    """Greatest lateness of the hub's event loop."""
    hub_queue: int | None = None
    """Commits that waited or were under way."""
    hub_commit: float | None = None
    """Mean time from asking for a commit to its answer."""
    hub_redis: float | None = None
    """Mean Redis round trip."""
    hub_diff: float | None = None
    """Mean time to compute and encode what a version changes."""
    hub_move: float | None = None
    """Mean time from a frame's arrival to its telling."""


class Checked(Struct, frozen=True, kw_only=True):
    """A threshold and what was found."""

    text: str
    value: float | None
    """In ms, us, bytes, as a share or a count; None where nothing was measured of it."""
    met: bool


class Machine(Struct, frozen=True, kw_only=True):
    """Where the generators ran."""

    cpu: str
    cores: int
    memory: int
    system: str
    versions: dict[str, str]
    files: int
    """Greatest number of open files of one process."""
    load: float
    """The machine's load average before the start."""


class Result(Struct, kw_only=True):
    """A whole run."""

    format: str = FORMAT
    command: list[str]
    started: str
    """ISO 8601, UTC."""
    machine: Machine
    plan: Plan
    """What was to be done."""
    measured_s: float
    tracks: dict[str, Track]
    """By the names of `TRACKS`; one without values is left out."""
    counts: dict[str, int]
    """moves, games_ended, tables_made, diffs, diffs_expected, checks, games_verified and documents_verified
    (held against the replayed log), games_unverified, documents_compared (with whole ones, at the end),
    tables_not_recorded (for want of room), bytes_in, bytes_out, resyncs, sockets cut (on purpose), strolls
    (through the lobby), "refused <code>" for each, "cut off: <attackers> <close code>" for each."""
    faults: dict[str, int] = field(default_factory=dict)
    """What must not happen: gaps, repeats, divergences, "documents that differ", "stalled tables", ..."""
    reach: float = 1.0
    """Diffs received / diffs expected."""
    diff_bytes: Track | None = None
    """Sizes of diff frames; bytes, not ms."""
    full_bytes: Track | None = None
    hub_cpu_us_per_move: float | None = None
    hub_bytes_per_seat: float | None = None
    others_cpu: float | None = None
    """Cores that Redis and foreign processes of this machine kept busy."""
    seconds: list[Second] = field(default_factory=list)
    thresholds: list[Checked] = field(default_factory=list)
    verdict: Verdict = "pass"
    reasons: list[str] = field(default_factory=list)
    """What made it another verdict, in words; also remarks such as a p99 that correction has doubled."""
