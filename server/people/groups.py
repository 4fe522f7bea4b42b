"""Groups over HTTP: people found, join, change and leave them by their tokens; only members can read one.

The link of a group is the permission to join it; before joining, it shows only the group's title and number
of members. Joining means that games at the group's tables are recorded; players who are not members appear in
them anonymously (`book/standings.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from protocol.frames import Name
from server.book import game
from server.book.standings import masked, standings
from server.clock import now
from server.http.responses import HttpRefusal, TooMany, admit, body, confided, person_of
from server.hub.lobby import LobbyList
from server.moderation.speech import Silenced, Speech
from server.net.client_addresses import ClientAddresses
from server.net.rate_limits import ADDRESS_GROUPS, BOOK, PERSON_GROUPS
from server.settings.config import Settings
from server.store.group_store import StoredGroup
from server.store.store import Store
from server.table import tokens
from server.table.entries import Made

MAX_REQUEST_BYTES: Final = 1024
"""Most bytes in a request's body."""

SHOWN_GAMES: Final = 40
"""The newest games, which are listed one by one."""

Title = Annotated[str, Meta(min_length=1, max_length=48)]


class Founding(Struct, forbid_unknown_fields=True):
    """A new group: its title, and its founder's name."""

    title: Title
    name: Name


class Joining(Struct, forbid_unknown_fields=True):
    """The person's name in the group from now on."""

    name: Name


class Changing(Struct, forbid_unknown_fields=True):
    """The fields to change."""

    title: Title | None = None
    evening: Annotated[int, Meta(ge=0, le=2**43)] | None = None
    """When the group meets next, in ms; 0: unknown."""


def usual(made: Made) -> bytes:
    """The settings of a table, as defaults for the group's next one."""
    return msgspec.json.encode(
        {
            "game": made.game,
            "wants": [*made.wants, *[""] * (made.seats - len(made.wants))],
            "options": made.options,
            "public": made.public,
            "clock": made.clock,
            "auto": made.auto,
            "stand_in": made.stand_in,
            "tips": made.tips,
        }
    )


class PeopleGroups:
    """The groups of all people, each accessible to its members."""

    def __init__(
        self, settings: Settings, store: Store, addresses: ClientAddresses, speech: Speech, lobby: LobbyList
    ) -> None:
        self.settings = settings
        self.store = store
        self.addresses = addresses
        self.speech = speech
        self.lobby = lobby

    async def answer(self, request: Request) -> Response:
        """Found a group (POST without a link), read one (GET), join it or change one's name there (PUT),
        change it (PATCH), leave it (DELETE)."""
        admit(request, self.addresses, BOOK)
        person = person_of(request)
        asked = await body(request, MAX_REQUEST_BYTES)
        try:
            return await self._answer(request, person, asked)
        except Silenced as no:
            raise HttpRefusal(403, "silenced") from no
        except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise HttpRefusal(400, "out-of-range", str(wrong)) from wrong

    async def _answer(self, request: Request, person: str, asked: bytes) -> Response:
        if request.method == "POST":
            return await self._found(request, person, msgspec.json.decode(asked, type=Founding))
        link = request.path_params["group"]
        name = tokens.group(link)
        if request.method == "PUT":
            await self._join(request, name, person, msgspec.json.decode(asked, type=Joining))
        elif request.method == "PATCH":
            await self._change(request, name, person, msgspec.json.decode(asked, type=Changing))
        elif request.method == "DELETE":
            await self.store.groups.leave(name, person)
        return await self._told(request, link, person)

    async def _join(self, request: Request, name: str, person: str, wish: Joining) -> None:
        """Add a member. Raises HttpRefusal if that is not possible."""
        if not (called := self.speech.name(wish.name, person, self.addresses.of(request.scope))):
            raise HttpRefusal(400, "too-long")
        done = await self.store.groups.join(name, person, called, self.settings.book_ttl_s)
        if done < 0:
            raise HttpRefusal(404, "unknown-group")
        if not done:
            raise HttpRefusal(409, "group-full")

    async def _change(self, request: Request, name: str, person: str, wish: Changing) -> None:
        """Change the title or the next meeting. Raises HttpRefusal if that is not possible."""
        title = self.speech.title(wish.title or "", person, self.addresses.of(request.scope))
        if wish.title is not None and not title:
            raise HttpRefusal(400, "too-long")
        wanted: dict[str, str | int | None] = {"name": title or None, "evening": wish.evening}
        fields = {key: value for key, value in wanted.items() if value is not None}
        if fields and not await self.store.groups.change(name, person, fields):
            raise HttpRefusal(404, "unknown-group")

    async def _found(self, request: Request, person: str, wish: Founding) -> Response:
        address = self.addresses.of(request.scope)
        title = self.speech.title(wish.title, person, address)
        called = self.speech.name(wish.name, person, address)
        if not title or not called:
            raise HttpRefusal(400, "too-long")
        takers = {f"person:{person}": PERSON_GROUPS, f"address:{address}": ADDRESS_GROUPS}
        if not await self.store.limits.allow("groups", takers, self.settings.budgets):
            raise TooMany
        link = tokens.new_group()
        name = tokens.group(link)
        await self.store.groups.found(name, title, person, called, now(), self.settings.book_ttl_s)
        return await self._told(request, link, person)

    async def _told(self, request: Request, link: str, person: str) -> Response:
        """The group as this person may see it; null if it does not exist or has expired."""
        kept = await self.store.groups.read(tokens.group(link))
        told: dict[str, Any] | None = None
        if kept is not None:
            told = {
                "group": link,
                "person": person,
                "title": self.speech.known(kept.name),
                "count": len(kept.members),
                "member": person in kept.members,
            }
            if told["member"]:
                told["stream"] = await self._stream_of(link, kept, person)
                told |= await asyncio.to_thread(self._inside, kept)
        return await confided(request, msgspec.json.encode(told))

    async def _stream_of(self, link: str, kept: StoredGroup, member: str) -> str:
        """The name of the group's stream. The group keeps a hash of its key, so that others can't guess it
        from what logs tell of the group."""
        stream = tokens.stream(link)
        name, check = tokens.read_stream(stream)
        if kept.stream != check:
            await self.store.groups.change(name, member, {"stream": check})
        return stream

    async def current(self, request: Request) -> Response:
        """The current table of a stream's group, "" if there is none: the newest in play, otherwise the
        newest that is open. For anybody who knows the name of the stream."""
        admit(request, self.addresses, BOOK)
        try:
            name, check = tokens.read_stream(request.path_params["stream"])
        except ValueError as wrong:
            raise HttpRefusal(404, "unknown-group") from wrong
        kept = await self.store.groups.read(name)
        if kept is None or not compare_digest(kept.stream, check):
            raise HttpRefusal(404, "unknown-group")
        there = [(row, table) for table in kept.tables if (row := self.lobby.tables.get(table))]
        there.sort(key=lambda it: (it[0]["phase"] == "playing", kept.tables[it[1]]))
        return JSONResponse({"table": there[-1][1] if there else ""})

    def _inside(self, kept: StoredGroup) -> dict[str, Any]:
        """The part of the answer for members only."""
        games = sorted((game.decode(data) for data in kept.games), key=lambda it: (it.at, it.table))
        names = {
            person: self.speech.known(called.decode(), person) for person, called in kept.members.items()
        }
        tables = sorted(kept.tables, key=lambda table: -kept.tables[table])
        return {
            "members": names,
            "evening": kept.evening,
            "usual": msgspec.Raw(kept.usual or b"null"),
            "tables": [
                {"table": table, **self.lobby.outlined(row)}
                for table in tables
                if (row := self.lobby.tables.get(table))
            ],
            "games": [game.named(masked(it, names)) for it in games[-SHOWN_GAMES:]],
            "played": len(games),
            "seasons": _seasons(games, names),
        }


def _seasons(games: Sequence[game.Played], members: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """The standings of this month, this year, and all time (months and years in UTC)."""
    today = datetime.fromtimestamp(now() / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    begins = {"month": today.replace(day=1), "year": today.replace(month=1, day=1)}
    since = {name: round(begin.timestamp() * 1000) for name, begin in begins.items()} | {"all": 0}
    return {name: [asdict(row) for row in standings(games, members, start)] for name, start in since.items()}
