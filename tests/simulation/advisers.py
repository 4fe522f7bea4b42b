"""What thinks about tips for the simulated bots: any advice will do, after a while, and now and then none."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from bots.document import Document, options
from bots.teaching import Advice
from bots.thinkers import Thinkers
from protocol.codec import check_value

FAILS: Final = 0.1
"""Of the questions: nothing is found the first time."""


class Advisers(Thinkers):
    """In the place of the processes that think."""

    def __init__(self, random: Random) -> None:
        super().__init__(0)
        self._chance = random
        self._failed: set[int] = set()

    def begin(self) -> None:
        """They are there."""

    async def close(self) -> None:
        """They hold nothing."""

    async def advise(self, level: str, document: Document, due: float) -> Advice | None:
        """Any of the options."""
        await asyncio.sleep(self._chance.choice((0.02, 0.1, 0.5, 2.0)))
        question = check_value([document["public"]["table"], document["mine"]["ask"]])
        if question not in self._failed and self._chance.random() < FAILS:
            self._failed.add(question)
            return None
        return Advice(self._chance.choice(options(document)), None, [], [], [])
