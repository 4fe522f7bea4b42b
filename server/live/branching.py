"""Tables whose game continues from a moment of a finished game, or begins with an uploaded position."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from protocol.frames import Make, Moment
from server.store.store import Store
from server.table import beginnings, log
from server.table.beginnings import Beginning
from server.table.entries import GameOrigin, Made, decode_entry
from server.table.making import begins_so, creation_and_origin, uploaded_origin
from server.table.refusal import Refusal

log_of_hub = logging.getLogger("stammtisch.branching")

UPLOADED_VERSION: Final = 0
"""As the version in an origin: the game begins with the upload that has the origin's name."""


class Branching:
    """Looks up the position that a new table begins with. One log at a time, since each is replayed whole."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.one_log = asyncio.Semaphore(1)

    async def found(self, frame: Make, secret: str) -> tuple[Make, GameOrigin | None]:
        """The frame with the seats and options of its origin, and that origin. Raises Refusal, StoreAway."""
        if frame.origin is None:
            return frame, None
        if frame.lesson:
            raise Refusal("options", "A guided game begins with its own setup.")
        it: Made | Beginning
        if frame.origin[1] == UPLOADED_VERSION:
            it, origin = await self._brought(frame.origin, secret)
        else:
            it, origin = await self._branched(frame.origin, secret)
        return begins_so(frame, it), origin

    async def _branched(self, moment: Moment, secret: str) -> tuple[Made, GameOrigin]:
        """Begin at a moment of a finished table."""
        async with self.one_log:
            stored = await self.store.entries(moment[0])
            if not stored:
                raise Refusal("unknown-table")
            entries = [decode_entry(entry) for entry in stored]
            if not log.is_playable(entries[0]):
                raise Refusal("other-version")
            try:
                return await asyncio.to_thread(creation_and_origin, entries, moment, secret)
            except log.BadLog as wrong:
                raise Refusal("other-version") from wrong

    async def _brought(self, moment: Moment, secret: str) -> tuple[Beginning, GameOrigin]:
        """Begin with an uploaded position."""
        name, _, knows = moment
        data = await self.store.beginnings.find(name)
        if data is None:
            raise Refusal("unknown-beginning")
        it = beginnings.unpacked(data)
        try:
            return it, uploaded_origin(it, knows, secret)
        except Refusal as why:
            if why.code == "fault":
                log_of_hub.exception("the upload %s can't be dealt", name)
            raise
