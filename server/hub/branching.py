"""Tables whose games go on from a moment of a finished one, or begin with what somebody has brought."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol.frames import Make, Moment
from server.games.catalogue import engine_of
from server.store.store import Store
from server.table import beginnings, log, origins
from server.table.beginnings import Beginning
from server.table.entries import Entry, Made, Origin, decode_entry
from server.table.reel import NotOver
from server.table.refusal import Refusal

log_of_hub = logging.getLogger("stammtisch.branching")

BROUGHT: Final = 0
"""In the place of a version: the game begins with what was brought under this name."""


class Branching:
    """Looks up where a game is to go on from. One log at a time: each is played as a whole."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.one_log = asyncio.Semaphore(1)

    async def found(self, frame: Make, secret: str) -> tuple[Make, Origin | None]:
        """The wish as the origin in it wants it, and that origin. Raises Refusal, StoreAway."""
        if frame.origin is None:
            return frame, None
        if frame.lesson:
            raise Refusal("options", "A guided game begins with its own setup.")
        it: Made | Beginning
        if frame.origin[1] == BROUGHT:
            it, origin = await self._brought(frame.origin, secret)
        else:
            it, origin = await self._branched(frame.origin, secret)
        if it.game != frame.game:
            raise Refusal("options", f"A game of {it.game} was played there, not of {frame.game}.")
        public = frame.public and it.public
        return replace(frame, seats=it.seats, options=it.options, public=public), origin

    async def _branched(self, moment: Moment, secret: str) -> tuple[Made, Origin]:
        """From a moment of a finished table."""
        async with self.one_log:
            stored = await self.store.entries(moment[0])
            if not stored:
                raise Refusal("unknown-table")
            entries = [decode_entry(entry) for entry in stored]
            if not log.is_playable(entries[0]):
                raise Refusal("other-version")
            try:
                return await asyncio.to_thread(found, entries, moment, secret)
            except log.BadLog as wrong:
                raise Refusal("other-version") from wrong

    async def _brought(self, moment: Moment, secret: str) -> tuple[Beginning, Origin]:
        """With what was brought a while ago."""
        name, _, knows = moment
        data = await self.store.beginnings.find(name)
        if data is None:
            raise Refusal("unknown-beginning")
        it = beginnings.unpacked(data)
        if knows >= it.seats:
            raise Refusal("unknown-seat")
        engine = engine_of(it.game, it.rules, it.digest)
        if engine is None:  # a hub of another version has taken it
            raise Refusal("other-version")
        try:
            dealt = origins.dealt(engine, it.data, knows, secret)
        except Exception as wrong:  # it was looked at when it came, but comes from anywhere
            log_of_hub.exception("what was brought as %s can't be dealt", name)
            raise Refusal("fault") from wrong
        return it, Origin("", it.version, knows, dealt)


def found(entries: Sequence[Entry], moment: Moment, secret: str) -> tuple[Made, Origin]:
    """How the table of this log was made, and the origin that a table with this secret has at a moment of it.
    Raises Refusal where nothing can go on from there."""
    name, version, knows = moment
    try:
        made, data = beginnings.found([*entries], version)
    except NotOver as wrong:
        raise Refusal("not-over") from wrong
    if not data:
        raise Refusal("unknown-version", "Nobody is asked anything at that moment: choose one in the game.")
    if knows >= made.seats:
        raise Refusal("unknown-seat")
    engine = engine_of(made.game, made.rules, made.digest)
    assert engine is not None, "what was played has an engine"
    return made, Origin(name, version, knows, origins.dealt(engine, data, knows, secret))
