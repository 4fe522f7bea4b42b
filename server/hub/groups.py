"""Groups over HTTP: founded, joined, changed and left by people's tokens; read by who belongs to one.

Whoever has a group's link may join it, and learns before that no more than its name and how many are in it.
Who joins has it written down how the games go that the group's tables play; whoever doesn't belong to it is
nobody there (`book/standings.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from protocol.frames import Name
from server.book import game
from server.book.standings import masked, standings
from server.config import Settings
from server.store.groups import Kept
from server.store.store import Store
from server.table import tokens
from server.table.entries import Made

from .addresses import Addresses
from .answers import Refused, TooMany, admit, body, confided, person_of
from .budget import ADDRESS_GROUPS, BOOK, PERSON_GROUPS
from .live import now
from .lobby import Lobby, outlined
from .wording import name as worded
from .words import Words

LARGEST: Final = 1024
"""Bytes of what is asked."""

SHOWN: Final = 40
"""The newest games, which are told one by one."""

Title = Annotated[str, Meta(min_length=1, max_length=48)]


class Founding(Struct, forbid_unknown_fields=True):
    """A new group: what it is called, and what its founder is."""

    title: Title
    name: Name


class Joining(Struct, forbid_unknown_fields=True):
    """What somebody is called in it from now on."""

    name: Name


class Changing(Struct, forbid_unknown_fields=True):
    """What is to be different."""

    title: Title | None = None
    evening: Annotated[int, Meta(ge=0, le=2**43)] | None = None
    """In ms; 0: nobody knows."""


def usual(made: Made) -> bytes:
    """How a table was made, as far as the next one is to be like it."""
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


class Groups:
    """The groups of all people, as far as each may see them."""

    def __init__(
        self, settings: Settings, store: Store, addresses: Addresses, words: Words, lobby: Lobby
    ) -> None:
        self.settings = settings
        self.store = store
        self.addresses = addresses
        self.words = words
        self.lobby = lobby

    async def answer(self, request: Request) -> Response:
        """Found a group (POST without a link), read one (GET), join it or be called something else there
        (PUT), change it (PATCH), leave it (DELETE)."""
        admit(request, self.addresses, BOOK)
        person = person_of(request)
        asked = await body(request, LARGEST)
        try:
            return await self._answer(request, person, asked)
        except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise Refused(400, "out-of-range", str(wrong)) from wrong

    async def _answer(self, request: Request, person: str, asked: bytes) -> Response:
        if request.method == "POST":
            return await self._found(request, person, msgspec.json.decode(asked, type=Founding))
        link = request.path_params["group"]
        name = tokens.group(link)
        if request.method == "PUT":
            await self._join(name, person, msgspec.json.decode(asked, type=Joining))
        elif request.method == "PATCH":
            await self._change(name, person, msgspec.json.decode(asked, type=Changing))
        elif request.method == "DELETE":
            await self.store.groups.leave(name, person)
        return await self._told(request, link, person)

    async def _join(self, name: str, person: str, wish: Joining) -> None:
        """Let somebody in. Raises Refused where that can't be."""
        if not (called := worded(wish.name)):
            raise Refused(400, "too-long")
        done = await self.store.groups.join(name, person, called, self.settings.book_ttl_s)
        if done < 0:
            raise Refused(404, "unknown-group")
        if not done:
            raise Refused(409, "group-full")

    async def _change(self, name: str, person: str, wish: Changing) -> None:
        """Have it called or meet otherwise. Raises Refused where that can't be."""
        title = worded(wish.title or "")
        if wish.title is not None and not title:
            raise Refused(400, "too-long")
        wanted: dict[str, str | int | None] = {"name": title or None, "evening": wish.evening}
        fields = {key: value for key, value in wanted.items() if value is not None}
        if fields and not await self.store.groups.change(name, person, fields):
            raise Refused(404, "unknown-group")

    async def _found(self, request: Request, person: str, wish: Founding) -> Response:
        title, called = worded(wish.title), worded(wish.name)
        if not title or not called:
            raise Refused(400, "too-long")
        address = self.addresses.of(request.scope)
        takers = {f"person:{person}": PERSON_GROUPS, f"address:{address}": ADDRESS_GROUPS}
        if not await self.store.limits.allow("groups", takers, self.settings.budgets):
            raise TooMany
        link = tokens.new_group()
        name = tokens.group(link)
        await self.store.groups.found(name, title, person, called, now(), self.settings.book_ttl_s)
        return await self._told(request, link, person)

    async def _told(self, request: Request, link: str, person: str) -> Response:
        """The group, as this person may see it; null where there is none, or none any more."""
        kept = await self.store.groups.read(tokens.group(link))
        told: dict[str, Any] | None = None
        if kept is not None:
            told = {
                "group": link,
                "person": person,
                "title": self.words.starred(kept.name),
                "count": len(kept.members),
                "member": person in kept.members,
            }
            if told["member"]:
                told |= await asyncio.to_thread(self._inside, kept)
        return await confided(request, msgspec.json.encode(told))

    def _inside(self, kept: Kept) -> dict[str, Any]:
        """What only who belongs to it is told."""
        games = sorted((game.decode(data) for data in kept.games), key=lambda it: (it.at, it.table))
        names = {person: self.words.starred(called.decode()) for person, called in kept.members.items()}
        tables = sorted(kept.tables, key=lambda table: -kept.tables[table])
        return {
            "members": names,
            "evening": kept.evening,
            "usual": msgspec.Raw(kept.usual or b"null"),
            "tables": [
                {"table": table, **outlined(row)} for table in tables if (row := self.lobby.tables.get(table))
            ],
            "games": [game.named(masked(it, names)) for it in games[-SHOWN:]],
            "played": len(games),
            "seasons": _seasons(games, names),
        }


def _seasons(games: Sequence[game.Played], members: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """The standings of this month, this year, and all the time (months and years of UTC)."""
    today = datetime.fromtimestamp(now() / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    begins = {"month": today.replace(day=1), "year": today.replace(month=1, day=1)}
    since = {name: round(begin.timestamp() * 1000) for name, begin in begins.items()} | {"all": 0}
    return {name: [asdict(row) for row in standings(games, members, start)] for name, start in since.items()}
