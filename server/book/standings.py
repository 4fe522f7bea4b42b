"""The ranking of a group's members: wins above or below the number expected by chance."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from server.table.forgetting import NOBODY

from .game import Played, seat_of


class Standing(Struct):
    """One member's games of a season."""

    person: str
    games: int = 0
    won: int = 0
    fair: float = 0.0
    """The wins expected by chance: a third for each game of three players."""

    @property
    def ahead(self) -> float:
        """Wins above that expectation."""
        return self.won - self.fair


def standings(games: Iterable[Played], members: Collection[str], since: int = 0) -> list[Standing]:
    """The members who have played since that time (ms), the one furthest ahead first."""
    found: dict[str, Standing] = {}
    for game in games:
        if game.at < since:
            continue
        for row in game.players:
            if row.person not in members or seat_of(game, row.person) is None:
                continue
            one = found.setdefault(row.person, Standing(row.person))
            one.games += 1
            one.won += row.place == 1
            one.fair = round(one.fair + 1 / len(game.players), 4)
    return sorted(found.values(), key=lambda it: (-it.ahead, -it.games, it.person))


def masked(game: Played, members: Collection[str]) -> Played:
    """The game as shown to a group: people outside the group are anonymous."""
    strangers = {row.person for row in game.players if row.person and row.person not in members}
    return replace(
        game,
        players=[
            replace(row, person="", name=NOBODY, mind="") if row.person in strangers else row
            for row in game.players
        ],
    )
