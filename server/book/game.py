"""A finished game as books keep it: only what everybody at the table has seen."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from server.table.forgetting import NOBODY
from server.table.table import Table


class Player(Struct, frozen=True, array_like=True):
    """Who had a seat at the end, and how that went."""

    person: str
    """"" for a bot."""
    name: str
    """As it stood at the table."""
    mind: str
    """Of the bot that played at the end, for its own seat or in a person's stead."""
    place: int
    points: int


class Played(Struct, frozen=True, array_like=True):
    """A game that was played to its end. Names and order of the fields are a storage format."""

    table: str
    game: str
    at: int
    """When it ended, in ms."""
    lasted: int
    """From its start, in ms."""
    options: dict[str, Any]
    players: list[Player]
    """By seat."""


def played(table: Table) -> Played | None:
    """The game of a table; None where none was played to its end. A lesson counts as none, for it says
    beforehand what happens, and neither does a branch, whose beginning others have played."""
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
    return Played(s.id, s.made.game, s.at, max(0, s.at - s.started), s.made.options, players)


def seat_of(game: Played, person: str) -> int | None:
    """Where this person sat; None for several seats at once: nobody wins against oneself."""
    seats = [seat for seat, it in enumerate(game.players) if it.person == person]
    return seats[0] if len(seats) == 1 else None


def people(game: Played) -> list[str]:
    """Those in whose books the game may stand."""
    known = dict.fromkeys(it.person for it in game.players if it.person)
    return [person for person in known if seat_of(game, person) is not None]


def without(game: Played, person: str, other: str) -> Played:
    """The game with somebody without a name in this person's place."""
    players = [replace(it, person=other, name=NOBODY) if it.person == person else it for it in game.players]
    return replace(game, players=players)


def named(game: Played) -> dict[str, Any]:
    """The game by the names of its parts."""
    return asdict(game) | {"players": [asdict(player) for player in game.players]}


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Played).decode
