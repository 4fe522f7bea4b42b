"""A finished game as stored in books: only data that all participants have seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from protocol.frames import MAX_NAME_CHARS
from server.table import log, reel, tokens
from server.table.entries import Entry
from server.table.forgetting import NOBODY
from server.table.log import BadLog
from server.table.table import Table

LONGEST_MS: Final = 10**12
"""The longest duration of a game that somebody brings: some thirty years."""


class Player(Struct, frozen=True, array_like=True):
    """The owner of a seat at the end, and the result."""

    person: str
    """"" for a bot."""
    name: str
    """The name used at the table."""
    mind: str
    """The bot that played at the end, in its own seat or as a stand-in."""
    place: int
    points: int


class Played(Struct, frozen=True, array_like=True):
    """A game that was played to its end. Names and order of the fields are a storage format."""

    table: str
    game: str
    at: int
    """When it ended, in ms."""
    lasted: int
    """Duration from its start, in ms."""
    options: dict[str, Any]
    players: list[Player]
    """By seat."""
    alone: bool = False
    """It was played without a server, and its person has brought its log: no figure and no rating counts it.
    Older books have none."""


def played(table: Table) -> Played | None:
    """The finished game of a table; None if no game was played to its end. Lessons don't count, since they
    announce what happens, and neither do branches, whose beginning others have played."""
    s, match = table.state, table.match
    if match is None or s.phase != "over" or s.made.lesson or s.made.origin:
        return None
    scores = {x.seat: x for x in match.scores()}
    players = [
        Player(
            row.person if row.kind == "person" else "",
            row.name,
            row.stand_in or row.mind,
            it.place,
            it.points,
        )
        for row, it in ((row, scores[seat]) for seat, row in enumerate(s.seats))
    ]
    return Played(s.id, s.made.game, s.at, max(0, s.house - s.started), s.options, players)


def brought(entries: Sequence[Entry]) -> Played:
    """The game of a log that somebody brings: one person has played it with bots, without a server. Raises
    BadLog, also for what can't have happened so."""
    reel.possible(entries[0])
    table = deque(log.in_full(entries, exact=True), maxlen=1)[0]
    found = played(table)
    if found is None:
        raise BadLog("no-result")
    alone = len([it for it in found.players if it.person]) == 1
    named = all(len(it.name) <= MAX_NAME_CHARS and len(it.mind) <= MAX_NAME_CHARS for it in found.players)
    if not alone or not named or not tokens.WITHOUT_SERVER.fullmatch(found.table):
        raise BadLog("not-alone")
    return replace(found, lasted=min(found.lasted, LONGEST_MS), alone=True)


def seat_of(game: Played, person: str) -> int | None:
    """This person's seat; None for several seats at once, since beating oneself is no win."""
    seats = [seat for seat, it in enumerate(game.players) if it.person == person]
    return seats[0] if len(seats) == 1 else None


def people(game: Played) -> list[str]:
    """The people in whose books the game may be stored."""
    known = dict.fromkeys(it.person for it in game.players if it.person)
    return [person for person in known if seat_of(game, person) is not None]


def without(game: Played, person: str, other: str) -> Played:
    """The game with a nameless person in this person's place."""
    players = [replace(it, person=other, name=NOBODY) if it.person == person else it for it in game.players]
    return replace(game, players=players)


def named(game: Played) -> dict[str, Any]:
    """The game as a dict, by the names of its fields."""
    return asdict(game) | {"players": [asdict(player) for player in game.players]}


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Played).decode
