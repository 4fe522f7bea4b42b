"""The list of tables, and the messages about it for browsers and bot processes. Sans-I/O.

A summary contains more than a browser may see: private tables are listed for the bots only.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable
from typing import Any, Final

from protocol.frames import Frame, Listed, Lobby, Wanted

Summary = dict[str, Any]

Place = tuple[int, int, str]
"""A table's sort key: open or not, when it was made (the newest first), its name."""

PAGE_TABLES: Final = 50
"""Tables of one page of the lobby."""

HUBS_ONLY = frozenset({"public", "wanted", "puzzled", "broken"})


class LobbyList:
    """The summaries of all tables that are open or in play. `minds`: the minds offered in a game; `known`: a
    person's name as it is shown."""

    def __init__(
        self,
        minds: Callable[[str], list[str]] = lambda game: [],
        known: Callable[[str, str], str] = lambda name, person: name,
    ) -> None:
        self._minds, self._known = minds, known
        self.tables: dict[str, Summary] = {}
        self._told: dict[str, Summary | None] = {}
        """The summaries last sent to browsers, for tables with a name that is shown differently."""
        self._order: list[Place] = []
        """The sort keys of all public tables, sorted."""

    def change(self, table: str, summary: Summary | None) -> tuple[Frame | None, Frame | None]:
        """Store a table's new summary (None: gone). Returns the frames for browsers and for bots, None if
        nothing changes for them."""
        before, old = self._last_told(table), self.tables.pop(table, None)
        if summary is not None:
            self.tables[table] = summary
        self._place(table, old, summary)
        told = self._to_tell(table, summary)
        listed = Listed(table, told) if told != before else None
        wants = self._wanted(table, summary)
        return listed, wants if wants != self._wanted(table, old) else None

    def _place(self, table: str, old: Summary | None, new: Summary | None) -> None:
        """Update the order of the tables that browsers see."""
        was, is_now = (place(table, one) if one and one["public"] else None for one in (old, new))
        if was != is_now:
            if was is not None:
                del self._order[bisect_right(self._order, was) - 1]
            if is_now is not None:
                insort(self._order, is_now)

    def for_browsers(self, after: str = "") -> Frame:
        """A page of the lobby for a browser: the first one, or the one after this sort key."""
        start = bisect_right(self._order, read_place(after)) if after else 0
        page = self._order[start : start + PAGE_TABLES]
        more = len(self._order) > start + PAGE_TABLES
        tables = {table: self.shown(self.tables[table]) or {} for _, _, table in page}
        return Lobby(tables, after, " ".join(map(str, page[-1])) if more else "")

    def for_bots(self) -> list[Frame]:
        """All tables that want bots now."""
        frames = (self._wanted(table, summary) for table, summary in self.tables.items())
        return [frame for frame in frames if frame.seats or frame.tips]

    def named_anew(self) -> list[Frame]:
        """The frames for browsers after the operator's orders have changed how names are shown."""
        found: list[Frame] = []
        for table, summary in self.tables.items():
            before = self._last_told(table)
            if (told := self._to_tell(table, summary)) != before:
                found.append(Listed(table, told))
        return found

    def _last_told(self, table: str) -> Summary | None:
        """What browsers have last received about a table, maybe by earlier orders; None if nothing."""
        return self._told[table] if table in self._told else _plain(self.tables.get(table))

    def _to_tell(self, table: str, summary: Summary | None) -> Summary | None:
        """What browsers receive about a table now; kept until the next time."""
        told = self.shown(summary)
        self._told.pop(table, None)
        if told != _plain(summary):
            self._told[table] = told
        return told

    def shown(self, summary: Summary | None) -> Summary | None:
        """The part of a summary that browsers may see; None for private tables."""
        return self.outlined(summary) if summary is not None and summary["public"] else None

    def outlined(self, summary: Summary) -> Summary:
        """The part of a summary for people who may find the table or have its link."""
        told = _outline(summary)
        if "seats" in summary:  # hubs of other versions may send less
            told["host_name"] = self._known(summary["host_name"], summary["host"])
            told["seats"] = [{**it, "name": self._known(it["name"], it["person"])} for it in summary["seats"]]
        return told

    def _wanted(self, table: str, summary: Summary | None) -> Wanted:
        """The frame for bots: seats to take and seats that want a tip, both empty if nothing is wanted."""
        if summary is None:
            return Wanted(table, "", [])
        game = summary["game"]
        seats = [(seat, mind) for seat, mind in summary["wanted"]]
        tips = [(seat, ask) for seat, ask in summary.get("puzzled", ())]
        return Wanted(table, game, seats, tips, self._minds(game) if tips else [])


def place(table: str, summary: Summary) -> Place:
    """A table's sort key in the lobby: open tables first, then the newest."""
    return int(summary["phase"] != "open"), -summary["made"], table


def read_place(text: str) -> Place:
    """The sort key that ended a page; for invalid text one before all others."""
    try:
        rank, made, table = text.split(" ")
        return int(rank), int(made), table
    except ValueError:
        return -1, 0, ""


def _plain(summary: Summary | None) -> Summary | None:
    """The part of a summary that browsers may see, with all names as stored; None for private tables."""
    return _outline(summary) if summary is not None and summary["public"] else None


def _outline(summary: Summary) -> Summary:
    return {key: value for key, value in summary.items() if key not in HUBS_ONLY}
