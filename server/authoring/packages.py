"""Packages of games that are examined, whether or not they are installed."""

from __future__ import annotations

from importlib.metadata import EntryPoint

from server.games import GAMES, GROUP, admit
from server.games.engine import Engine
from server.games.outside import FAULTS


class NotAdmitted(ValueError):
    """A package is no game that can be offered; the message is the line of the log about it."""


def admitted(package: str) -> Engine:
    """The game of an importable package, offered in this process from now on. Raises NotAdmitted."""
    found = game_of(package)
    if found is None:
        admit([EntryPoint(package, package, GROUP)])
        found = game_of(package)
    if found is None:
        raise NotAdmitted(next(fault.line for fault in reversed(FAULTS) if fault.name == package))
    return found


def game_of(package: str) -> Engine | None:
    """The offered game of this package, if there is one."""
    return next((engine for engine in GAMES.values() if getattr(engine, "__name__", "") == package), None)
