"""Tables in a private browser at which a player is asked something: for measurements of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from tests.web.guest import Guest
from tests.web.running import Chromium, House
from tests.web.sight import SIZES

from .kit import BUDGETS

WINDOW: Final[Mapping[str, Any]] = {"locale": "en-GB", **SIZES["1366x768"]}


class Place(NamedTuple):
    """A browser and a server."""

    chromium: Chromium
    house: House

    @asynccontextmanager
    async def asked(self, game: str) -> AsyncIterator[Guest]:
        """A player at a new table with a bot, once a question is pending."""
        context, page = await self.chromium.window(**WINDOW)
        try:
            ada = Guest(context, page, self.house.open())
            await ada.prepare()
            await ada.enter("Ada")
            await ada.make("greedy", game=game)
            await ada.start()
            await ada.turn()
            yield ada
        finally:
            await context.close()


@asynccontextmanager
async def place() -> AsyncIterator[Place]:
    """Starts both, until the measurement is over."""
    made = Place(Chromium(), House({**BUDGETS, "STAMMTISCH_MINDS": "greedy"}))
    try:
        yield made
    finally:
        await made.chromium.close()
        made.house.close()
