"""The profiles of a load run: rows of data, scaled to the requested tables and seconds."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..plan import ATTACK, CALM, Phase

Shape = tuple[str, float, float, float]
"""A measured phase: name, share of the seconds, share of the tables at its start and at its end."""

SEATS_PER_S: Final = 250
"""Seats per second that join before the measurement."""


class Habits(NamedTuple):
    """What people do beside choosing, as shares: of their questions, of finished games, of tables. They are
    assumptions, chosen so that a table of four has each of them now and then."""

    why: float = 0.04
    """Of questions: why can't this be chosen?"""
    tip: float = 0.01
    chat: float = 0.03
    look_back: float = 0.01
    """Of questions: an earlier version is looked at."""
    reload: float = 0.004
    """Of questions: the page is reloaded, or the phone was put away."""
    undo: float = 0.03
    """Of choices that can be undone."""
    rematch: float = 0.5
    """Of finished games."""
    replay: float = 0.3
    group: float = 0.3
    """Of tables: their people are a group."""


class Profile(NamedTuple):
    """The events of a run. Shares of time count from the start of the measurement."""

    about: str
    shapes: tuple[Shape, ...]
    tables: int = 50
    seconds: float = 20.0
    watchers: int = 0
    cuts: tuple[float, ...] = ()
    """Times at which sockets are cut, as shares of the measured time."""
    cut_share: float = 0.0
    """The share of the sockets that is cut, all at the same moment."""
    slow_share: float = 0.0
    """The share of the tables at which one seat stops reading for a while."""
    budgets: str = "1000"
    """STAMMTISCH_BUDGETS of a server that is started for this profile."""
    churners: float = 0.0
    """Guests in the lobby per table, who browse, make a table, leave and close it."""
    habits: Habits | None = None


_STEADY: Final[tuple[Shape, ...]] = (("steady", 1.0, 1.0, 1.0),)

PROFILES: Final[dict[str, Profile]] = {
    "smoke": Profile("does it work at all: a few tables for a moment", _STEADY, 4, 8),
    "ramp": Profile(
        "from none to all tables, then a while as many",
        (("ramp", 0.8, 0.0, 1.0), ("hold", 0.2, 1.0, 1.0)),
        seconds=60,
    ),
    "steady": Profile("the same number of tables all the time", _STEADY),
    "spike": Profile(
        "a quarter of the tables, suddenly all of them, and back",
        (("before", 0.35, 0.25, 0.25), ("spike", 0.3, 1.0, 1.0), ("after", 0.35, 0.25, 0.25)),
        seconds=60,
    ),
    "soak": Profile("steady for long: does memory grow, does it get slower?", _STEADY, seconds=1800),
    "reconnect-storm": Profile(
        "every second socket is cut at once, three times",
        _STEADY,
        seconds=40,
        cuts=(0.25, 0.5, 0.75),
        cut_share=0.5,
    ),
    "blackout": Profile(
        "every socket is cut at once, as where a router fails",
        _STEADY,
        seconds=30,
        cuts=(0.25,),
        cut_share=1.0,
    ),
    "slow-reader": Profile(
        "at every twentieth table a seat reads no more for a while, and asks all the louder",
        _STEADY,
        seconds=45,
        slow_share=0.05,
    ),
    "spectator-crowd": Profile("watchers at every table", _STEADY, tables=20, watchers=20),
    "lobby-churn": Profile(
        "beside the tables guests who browse, make tables, leave and close", _STEADY, churners=1.0
    ),
    "evening": Profile(
        "as people play: with invitations, undo, why-not, tips, chat, reloads, rematch, replay, groups and"
        " the lobby",
        _STEADY,
        seconds=120,
        churners=0.2,
        habits=Habits(),
    ),
    "attack": Profile(
        "first in peace, then beside floods of all kinds, silent connections and slow handshakes, at the"
        " budgets that people have; only for a server of your own",
        ((CALM, 0.5, 1.0, 1.0), (ATTACK, 0.5, 1.0, 1.0)),
        tables=25,
        seconds=40,
        budgets="1",
    ),
}


def phases_of(profile: Profile, tables: int, seconds: float, seats: int) -> list[Phase]:
    """The phases of a profile; unmeasured phases before them make the tables that are needed at the start."""
    first = round(profile.shapes[0][2] * tables)
    phases = []
    if first:
        phases.append(
            Phase(name="arrivals", seconds=warm_up(first, seats), start=0, end=first, measured=False)
        )
        phases.append(Phase(name="settling", seconds=1.0, start=first, end=first, measured=False))
    for name, share, start, end in profile.shapes:
        phases.append(
            Phase(name=name, seconds=share * seconds, start=round(start * tables), end=round(end * tables))
        )
    return phases


def warm_up(tables: int, seats: int) -> float:
    """Seconds for making the first tables."""
    return max(1.0, tables * seats / SEATS_PER_S)
