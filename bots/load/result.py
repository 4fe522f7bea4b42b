"""The result of a load run, as written to a JSON file. Data only.

Times are milliseconds unless a name says otherwise; `at` is whole seconds since the first table was due.
Histograms are HdrHistogram V2 blobs (base64, from `HdrHistogram.encode`) of microseconds, so that runs,
processes and seconds can be added up without loss of precision in the percentiles.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from .plan import LoadPlan

FORMAT: Final = "stammtisch load 1"

Verdict = Literal["pass", "missed", "invalid", "wrong"]

EXIT: Final[dict[Verdict, int]] = {"pass": 0, "wrong": 97, "invalid": 98, "missed": 99}
"""Exit statuses. A wrong result takes precedence over an invalid run, and an invalid run over a missed
threshold."""

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
    "why": "from asking why something can't be chosen until the answer",
    "past": "from asking for an earlier version of a running game until it is there",
    "page": "from requesting a page (invitation, group, replay) until it is whole, with the connection",
    "late": "the generator's own lateness: from when something was due until it was begun",
    "lag": "how much too late the generator's event loop came round to a call, asked fifty times a second",
}

TRACKS_BY_SECOND: Final = ("act", "act_raw", "probe")
"""Tracks that are also stored per second."""


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
    """One second of a run. A histogram is "" if nothing was measured; a hub figure is None if unknown."""

    at: int
    phase: str
    """The profile's phase; only seconds of measured phases enter the tracks."""
    act: str = ""
    act_raw: str = ""
    probe: str = ""
    moves: int = 0
    tables: int = 0
    """Tables alive at the end of the second."""
    tables_due: int = 0
    """Tables that the schedule wants alive."""
    sockets: int = 0
    games_ended: int = 0
    refusals: int = 0
    resyncs: int = 0
    faults: int = 0
    bytes_in: int = 0
    """Bytes of websocket messages that the generators received."""
    bytes_out: int = 0
    generator_cpu: float = 0.0
    """Cores used by the busiest generator process."""
    hub_cpu: float | None = None
    """Cores used by the hub."""
    hub_memory: int | None = None
    """Resident memory in bytes."""
    hub_loop_lag: float | None = None
    """Greatest lag of the hub's event loop."""
    hub_queue: int | None = None
    """Commits queued or in progress."""
    hub_commit: float | None = None
    """Mean time from a commit's request to its response."""
    hub_redis: float | None = None
    """Mean Redis round trip."""
    hub_diff: float | None = None
    """Mean time to compute and encode the diffs of a version."""
    hub_move: float | None = None
    """Mean time from the arrival of a frame to the broadcast of its result."""


class Checked(Struct, frozen=True, kw_only=True):
    """A threshold and the measured value."""

    text: str
    value: float | None
    """In ms, us, bytes, as a share or a count; None if not measured."""
    met: bool


class Machine(Struct, frozen=True, kw_only=True):
    """The machine that the generators ran on."""

    cpu: str
    cores: int
    memory: int
    system: str
    versions: dict[str, str]
    files: int
    """The limit on open files per process."""
    load: float
    """The load average before the run."""


class AgentRun(Struct, kw_only=True):
    """An agent: a machine that generated a share of the load."""

    name: str
    cores: int
    processes: int = 0
    clock_error_ms: float = 0.0
    """By how much the difference between its clock and the coordinator's may be wrong."""
    clock_drift_ms: float = 0.0
    """By how much this difference changed during the run."""
    lost: bool = False
    """It was gone before the end."""


class Result(Struct, kw_only=True):
    format: str = FORMAT
    command: list[str]
    started: str
    """ISO 8601, UTC."""
    machine: Machine
    plan: LoadPlan
    """The plan that was carried out."""
    measured_s: float
    tracks: dict[str, Track]
    """By the names of `TRACKS`; tracks without values are omitted."""
    counts: dict[str, int]
    """moves, games_ended, tables_made, diffs, diffs_expected, checks, games_verified and
    documents_verified (against the replayed log), games_unverified, changes_verified (against the logs of
    all tables), documents_compared (with whole documents, at the end), tables_not_recorded (no space
    left), bytes_in, bytes_out, resyncs, sockets cut (on purpose), strolls (through the lobby), "refused
    <code>" for each code, "cut off: <attackers> <close code>" for each kind."""
    faults: dict[str, int] = field(default_factory=dict)
    """Events that must not happen: gaps, repeats, divergences, "documents that differ", "stalled tables",
    ..."""
    reach: float = 1.0
    """Diffs received / diffs expected."""
    diff_bytes: Track | None = None
    """Sizes of diff frames, in bytes instead of ms."""
    full_bytes: Track | None = None
    hub_cpu_us_per_move: float | None = None
    hub_bytes_per_seat: float | None = None
    others_cpu: float | None = None
    """Cores used by Redis and unrelated processes of this machine."""
    agents: list[AgentRun] = field(default_factory=list)
    """The machines that generated the load; empty: the one in `machine`."""
    seconds: list[Second] = field(default_factory=list)
    thresholds: list[Checked] = field(default_factory=list)
    verdict: Verdict = "pass"
    reasons: list[str] = field(default_factory=list)
    """Reasons for a verdict other than pass; also remarks, such as a p99 that correction has doubled."""
