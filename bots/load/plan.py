"""What a load run is asked to do. Plain data for every process, and part of the result."""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct, field

Spacing = Literal["poisson", "even"]

CALM: Final = "calm"
ATTACK: Final = "attack"
"""Names of phases without and with attackers, whose latencies are compared."""


class Phase(Struct, frozen=True, kw_only=True):
    """A stretch of a profile: seconds, and the number of tables wanted alive from its begin to its end."""

    name: str
    seconds: float
    start: int
    end: int
    measured: bool = True

    @property
    def words(self) -> str:
        """All of it, short."""
        tables = f"{self.start:,}" if self.start == self.end else f"{self.start:,} to {self.end:,}"
        return f"{self.name} {self.seconds:g} s, {tables} tables{'' if self.measured else ', not measured'}"


class Plan(Struct, frozen=True, kw_only=True):
    """One run. Whole numbers count over all generator processes together."""

    url: str
    """Websocket address; several with commas between take turns, by table."""
    apart: bool = False
    """They take turns by seat: the people of a table sit at several of them."""
    games: dict[str, float] = field(default_factory=lambda: {"machi_koro": 1.0})
    """Game and its share of the tables, in any measure."""
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By game; left out ones are the defaults."""
    profile: str = "steady"
    phases: list[Phase] = field(default_factory=list)
    """Empty: those of the profile, made from `tables` and `seconds`."""
    tables: int = 50
    """The most that are alive at a time."""
    seconds: float = 20.0
    """Time to measure; what comes before it (opening sockets, seating everybody) is not in it."""
    seats: int = 4
    watchers: int = 0
    """Spectators at each table, each on a socket of its own."""
    think: str = "500"
    """How long seats think, as `think.parse` reads it: "exp:2000", "fixed:500", "lognormal:1500,0.6", ..."""
    spacing: Spacing = "poisson"
    """How tables that are to come within some time are spread over it."""
    mind: str = "whim"
    """Who plays; several with commas between take turns by seat."""
    every: int = 0
    """A check value with every n-th version; 0: as often as the server likes."""
    per_socket: int = 1
    """Tables that share their sockets."""
    probes: float = 40.0
    """Pings a second, on sockets of their own; 0: none."""
    verify_share: float = 1.0
    """The share of the tables whose every document is held against the game's log, once it is over."""
    verify_megabytes: int = 1024
    """Room for what those tables were told, in a temporary folder; beyond that a table isn't verified."""
    processes: int = 1
    seed: int = 0

    @property
    def mix(self) -> str:
        """The games, with their shares where there are several."""
        if len(self.games) == 1:
            return next(iter(self.games))
        whole = sum(self.games.values())
        return ", ".join(f"{name} {share / whole:.0%}" for name, share in self.games.items())
