"""Fills in and checks the plan of a run."""

from __future__ import annotations

from math import ceil, isfinite
from typing import Final

from msgspec.structs import replace

from server.process.file_limits import open_more_files

from ..plan import LoadPlan
from ..play import attack
from ..play.probe import sockets_for
from ..play.profiles import PROFILES, phases_of
from ..play.think import parse
from ..play.timeline import Timeline

MAX_CHECK_EVERY: Final = 1000
"""The greatest `every` that a server accepts in a `join` (`protocol/frames.py`)."""


def ready(plan: LoadPlan, agents: int = 0) -> LoadPlan:
    """The plan with the profile's phases and watchers filled in. Raises ValueError.

    `agents`: the number of agents, each with as many processes as the plan says; 0: this machine alone.
    """
    profile = PROFILES.get(plan.profile)
    if profile is None:
        raise ValueError(f"no profile {plan.profile!r}; there are {', '.join(PROFILES)}")
    if min(plan.tables, plan.processes, plan.per_socket) < 1 or plan.seconds <= 0:
        raise ValueError("tables, processes, tables per socket and seconds must be above 0")
    if not isfinite(plan.seconds) or not isfinite(plan.probes):
        raise ValueError("seconds and probes must be numbers with an end")
    if min(plan.watchers, plan.probes, plan.verify_megabytes, plan.every, agents) < 0:
        raise ValueError("nothing can be asked for less than 0 times")
    if plan.every > MAX_CHECK_EVERY:
        raise ValueError(f"a check value comes at the latest with every {MAX_CHECK_EVERY:,}th version")
    if not plan.games or min(plan.games.values()) < 0 or not sum(plan.games.values()):
        raise ValueError("there must be a game, and a share above 0")
    if unknown := sorted(set(plan.attackers) - set(attack.ATTACKS)):
        raise ValueError(f"no attackers {', '.join(unknown)}; there are {', '.join(attack.ATTACKS)}")
    per_group = plan.seats + (plan.watchers or profile.watchers)
    phases = plan.phases or phases_of(profile, plan.tables, plan.seconds, per_group)
    processes = plan.processes * agents or min(plan.processes, plan.tables)
    if processes > plan.tables:
        raise ValueError(f"{plan.tables} tables are too few for {processes} processes of all agents")
    plan = replace(
        plan,
        phases=phases,
        processes=processes,
        watchers=plan.watchers or profile.watchers,
        think=parse(plan.think).text,
    )
    Timeline(phases)
    if not agents:
        check_files(plan, open_more_files())
    return plan


def check_files(plan: LoadPlan, files: int) -> None:
    """Can one process open the sockets of its share? Raises ValueError if not."""
    groups = ceil(ceil(plan.tables / plan.processes) / plan.per_socket)
    sockets = groups * (plan.seats + plan.watchers) + sockets_for(plan.probes / plan.processes)
    if sockets + 50 > files:
        raise ValueError(
            f"each process would open {sockets:,} sockets, but may open {files:,} files: let more processes"
            " or tables on one socket (--processes, --per-socket) share them, or raise 'ulimit -n'"
        )
