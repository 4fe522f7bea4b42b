"""The tables that are to be found: what browsers and bot processes are told of them. Sans-I/O.

A summary holds more than a browser may see: private tables are there for the bots' sake alone.
"""

from __future__ import annotations

from typing import Any

from protocol.frames import Frame, Listed, Wanted
from protocol.frames import Lobby as LobbyFrame

Summary = dict[str, Any]

HUBS_ONLY = frozenset({"public", "wanted"})


class Lobby:
    """Every table that is open or being played, by its summary."""

    def __init__(self) -> None:
        self.tables: dict[str, Summary] = {}

    def change(self, table: str, summary: Summary | None) -> tuple[Frame | None, Frame | None]:
        """Take note of a table's new summary (None: gone); what browsers and what bots are to be told."""
        old = self.tables.pop(table, None)
        if summary is not None:
            self.tables[table] = summary
        told = shown(summary)
        listed = Listed(table, told) if told != shown(old) else None
        wants = wanted(table, summary)
        return listed, wants if wants != wanted(table, old) else None

    def for_browsers(self) -> Frame:
        """The whole lobby as a browser sees it."""
        rows = ((table, shown(summary)) for table, summary in self.tables.items())
        return LobbyFrame({table: told for table, told in rows if told is not None})

    def for_bots(self) -> list[Frame]:
        """Every table that wants bots now."""
        frames = (wanted(table, summary) for table, summary in self.tables.items())
        return [frame for frame in frames if frame.seats]


def shown(summary: Summary | None) -> Summary | None:
    """What browsers may see of a summary; None for private tables."""
    if summary is None or not summary["public"]:
        return None
    return {key: value for key, value in summary.items() if key not in HUBS_ONLY}


def wanted(table: str, summary: Summary | None) -> Wanted:
    """What bots are told: the seats to take, none where nothing is wanted any more."""
    if summary is None:
        return Wanted(table, "", [])
    return Wanted(table, summary["game"], [(seat, mind) for seat, mind in summary["wanted"]])
