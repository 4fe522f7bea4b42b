"""The tables that are to be found: what browsers and bot processes are told of them. Sans-I/O.

A summary holds more than a browser may see: private tables are there for the bots' sake alone.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable
from typing import Any, Final

from protocol.frames import Frame, Listed, Wanted
from protocol.frames import Lobby as LobbyFrame

Summary = dict[str, Any]

Place = tuple[int, int, str]
"""Where a table stands among all: open or not, when it was made (the newest first), its name."""

PAGE: Final = 50
"""Tables of one page of the lobby."""

HUBS_ONLY = frozenset({"public", "wanted", "puzzled"})


class Lobby:
    """Every table that is open or being played, by its summary. `minds`: those offered in a game."""

    def __init__(self, minds: Callable[[str], list[str]] = lambda game: []) -> None:
        self._minds = minds
        self.tables: dict[str, Summary] = {}
        self._order: list[Place] = []
        """The places of all public tables, sorted."""

    def change(self, table: str, summary: Summary | None) -> tuple[Frame | None, Frame | None]:
        """Take note of a table's new summary (None: gone); what browsers and what bots are to be told."""
        old = self.tables.pop(table, None)
        if summary is not None:
            self.tables[table] = summary
        self._place(table, old, summary)
        told = shown(summary)
        listed = Listed(table, told) if told != shown(old) else None
        wants = self._wanted(table, summary)
        return listed, wants if wants != self._wanted(table, old) else None

    def _place(self, table: str, old: Summary | None, new: Summary | None) -> None:
        """Keep the order of the tables that browsers see."""
        was, is_now = (place(table, one) if one and one["public"] else None for one in (old, new))
        if was != is_now:
            if was is not None:
                del self._order[bisect_right(self._order, was) - 1]
            if is_now is not None:
                insort(self._order, is_now)

    def for_browsers(self, after: str = "") -> Frame:
        """A page of the lobby as a browser sees it: the first, or the one that follows this place."""
        start = bisect_right(self._order, read_place(after)) if after else 0
        page = self._order[start : start + PAGE]
        more = len(self._order) > start + PAGE
        tables = {table: shown(self.tables[table]) or {} for _, _, table in page}
        return LobbyFrame(tables, after, " ".join(map(str, page[-1])) if more else "")

    def for_bots(self) -> list[Frame]:
        """Every table that wants bots now."""
        frames = (self._wanted(table, summary) for table, summary in self.tables.items())
        return [frame for frame in frames if frame.seats or frame.tips]

    def _wanted(self, table: str, summary: Summary | None) -> Wanted:
        """What bots are told: the seats to take and those to be given a tip, none where nothing is wanted."""
        if summary is None:
            return Wanted(table, "", [])
        game = summary["game"]
        seats = [(seat, mind) for seat, mind in summary["wanted"]]
        tips = [(seat, ask) for seat, ask in summary.get("puzzled", ())]
        return Wanted(table, game, seats, tips, self._minds(game) if tips else [])


def place(table: str, summary: Summary) -> Place:
    """Where a table stands in the lobby: open ones first, then the newest."""
    return int(summary["phase"] != "open"), -summary["made"], table


def read_place(text: str) -> Place:
    """The place that a page gave as its end; before all others where this is none."""
    try:
        rank, made, table = text.split(" ")
        return int(rank), int(made), table
    except ValueError:
        return -1, 0, ""


def shown(summary: Summary | None) -> Summary | None:
    """What browsers may see of a summary; None for private tables."""
    if summary is None or not summary["public"]:
        return None
    return outlined(summary)


def outlined(summary: Summary) -> Summary:
    """What people may see of a table that is to be found, or whose link they have."""
    return {key: value for key, value in summary.items() if key not in HUBS_ONLY}
