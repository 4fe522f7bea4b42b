"""Statistics of a book's games: for each game, and for each person one has met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from .game import Played, Player, seat_of


class Tally(Struct):
    """A number of games, and how many of them were won."""

    games: int = 0
    won: int = 0

    def add(self, place: int) -> None:
        self.games += 1
        self.won += place == 1


class Record(Struct, frozen=True):
    """The game with the highest or lowest value of a figure, and that value."""

    table: str
    value: int


class OfGame(Struct, frozen=True):
    """The statistics of one person's games of one kind."""

    game: str
    all: Tally
    place: float
    """The average place."""
    points: float
    lasted: int
    """The average duration in ms."""
    seats: dict[int, Tally]
    """By the person's seat, counted from 0."""
    players: dict[int, Tally]
    """By the number of players."""
    options: dict[str, dict[str, Tally]]
    """By option and its value."""
    records: dict[str, Record]


class Met(Struct):
    """Games with one other person: how many, and how often the book's owner finished ahead or behind."""

    name: str
    games: int = 0
    ahead: int = 0
    behind: int = 0


Own = tuple[Played, Player, int]
"""A game, the person's row in it, and the person's seat."""


def own(games: Iterable[Played], person: str) -> list[Own]:
    """The games in which this person had exactly one seat."""
    seats = ((game, seat_of(game, person)) for game in games)
    return [(game, game.players[seat], seat) for game, seat in seats if seat is not None]


def by_game(rows: Sequence[Own]) -> list[OfGame]:
    """The statistics of each game, the most played first."""
    kinds: dict[str, list[Own]] = defaultdict(list)
    for row in rows:
        kinds[row[0].game].append(row)
    found = [_figures(game, those) for game, those in kinds.items()]
    return sorted(found, key=lambda it: (-it.all.games, it.game))


def _figures(game: str, rows: Sequence[Own]) -> OfGame:
    every: Tally = Tally()
    seats: dict[int, Tally] = defaultdict(Tally)
    players: dict[int, Tally] = defaultdict(Tally)
    options: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    for it, me, seat in rows:
        for tally in (every, seats[seat], players[len(it.players)]):
            tally.add(me.place)
        for key, value in it.options.items():
            options[key][str(value).lower()].add(me.place)
    n = len(rows)
    return OfGame(
        game,
        every,
        round(sum(me.place for _, me, _ in rows) / n, 2),
        round(sum(me.points for _, me, _ in rows) / n, 1),
        sum(it.lasted for it, _, _ in rows) // n,
        dict(sorted(seats.items())),
        dict(sorted(players.items())),
        {key: dict(sorted(values.items())) for key, values in sorted(options.items())},
        _records(rows),
    )


def _records(rows: Sequence[Own]) -> dict[str, Record]:
    """The most points, the fastest win, and the longest winning streak."""
    best = max(rows, key=lambda row: row[1].points)
    found = {"points": Record(best[0].table, best[1].points)}
    wins = [row for row in rows if row[1].place == 1]
    if wins:
        fast, _, _ = min(wins, key=lambda row: row[0].lasted)
        found["fastest"] = Record(fast.table, fast.lasted)
    run, longest = 0, Record("", 0)
    for it, me, _ in rows:
        run = run + 1 if me.place == 1 else 0
        if run > longest.value:
            longest = Record(it.table, run)
    if longest.value > 1:
        found["streak"] = longest
    return found


def met(rows: Sequence[Own], person: str) -> dict[str, Met]:
    """The people one has met, by person, the most frequent first, with the name from their latest game."""
    found: dict[str, Met] = {}
    for it, me, _ in rows:
        for other in it.players:
            if other.person in ("", person) or seat_of(it, other.person) is None:
                continue
            one = found.setdefault(other.person, Met(""))
            one.name = other.name
            one.games += 1
            one.ahead += me.place < other.place
            one.behind += me.place > other.place
    return dict(sorted(found.items(), key=lambda pair: -pair[1].games))


def told(games: Sequence[Played], person: str) -> dict[str, Any]:
    """All statistics, for games in the order in which they ended."""
    rows = own(games, person)
    return {"by_game": by_game(rows), "met": met(rows, person)}
