"""The plan of a load run: plain data that all processes get, stored in the result."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct, field

Spacing = Literal["poisson", "even"]

CALM: Final = "calm"
ATTACK: Final = "attack"
"""Names of the phases without and with attackers; their latencies are compared."""


class Phase(Struct, frozen=True, kw_only=True):
    """A section of a profile: its duration, and the number of tables wanted at its start and at its end."""

    name: str
    seconds: float
    start: int
    end: int
    measured: bool = True

    @property
    def words(self) -> str:
        tables = f"{self.start:,}" if self.start == self.end else f"{self.start:,} to {self.end:,}"
        return f"{self.name} {self.seconds:g} s, {tables} tables{'' if self.measured else ', not measured'}"


class LoadPlan(Struct, frozen=True, kw_only=True):
    """The plan of one run. Whole numbers are totals over all generator processes."""

    url: str
    """Websocket address. Several, separated by commas, are assigned to tables in turn."""
    apart: bool = False
    """Servers are assigned to seats in turn instead: the seats of one table connect to several servers."""
    games: dict[str, float] = field(default_factory=lambda: {"machi_koro": 1.0})
    """Games and their weights; any scale."""
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By game; omitted options have their defaults."""
    profile: str = "steady"
    phases: list[Phase] = field(default_factory=list)
    """If empty, the profile's phases are made from `tables` and `seconds`."""
    tables: int = 50
    """The greatest number of tables at a time."""
    seconds: float = 20.0
    """Duration of the measurement in seconds; set-up (opening sockets, seating players) is not included."""
    seats: int = 4
    watchers: int = 0
    """Spectators at each table, each on its own socket."""
    think: str = "500"
    """Thinking time of seats, in the notation of `think.parse`: "exp:2000", "fixed:500",
    "lognormal:1500,0.6", ..."""
    spacing: Spacing = "poisson"
    """How tables that are due within a period are distributed over it."""
    mind: str = "whim"
    """The mind that plays. Several, separated by commas, are assigned to seats in turn."""
    every: int = 16
    """Requires a check value with every n-th version; 0: as often as the server chooses."""
    per_socket: int = 1
    """Number of tables that share sockets."""
    lines: dict[str, float] = field(default_factory=dict)
    """Lines of users (`lines.LINES`) and their weights; any scale. Empty: as the machines are connected."""
    probes: float = 40.0
    """Pings per second, on separate sockets; 0: none."""
    verify_share: float = 1.0
    """The share of tables whose documents are all verified against the game's log after its end."""
    verify_megabytes: int = 1024
    """Disk space for the recorded messages of those tables, in a temporary folder. Tables beyond it are
    not verified."""
    attackers: list[str] = field(default_factory=list)
    """The kinds of attackers in the attack phase; empty: all."""
    processes: int = 1
    seed: int = 0

    @property
    def mix(self) -> str:
        """The games, with their shares if there are several."""
        return _shares(self.games)

    @property
    def line_mix(self) -> str:
        """The lines of users in the same way; "" without any."""
        return _shares(self.lines)


def _shares(weights: dict[str, float]) -> str:
    if len(weights) == 1:
        return next(iter(weights))
    whole = sum(weights.values())
    return ", ".join(f"{name} {share / whole:.0%}" for name, share in weights.items())
