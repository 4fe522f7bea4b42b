"""Advice for the tips of simulated bots: a random option after a delay, sometimes none."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from bots.document import Document, options
from bots.explain.reasons import TipContent
from bots.filler.worker_pool import WorkerPool
from protocol.codec import check_value

FAILS: Final = 0.1
"""The share of questions whose first request finds no advice."""


class Advisers(WorkerPool):
    """Replaces the worker processes that think."""

    def __init__(self, random: Random) -> None:
        super().__init__(0)
        self._chance = random
        self._failed: set[int] = set()

    def begin(self) -> None:
        """No processes start."""

    async def close(self) -> None:
        """No processes run."""

    async def advise(self, level: str, document: Document, due: float) -> TipContent | None:
        """Returns a random option, or None."""
        await asyncio.sleep(self._chance.choice((0.02, 0.1, 0.5, 2.0)))
        question = check_value([document["public"]["table"], document["mine"]["ask"]])
        if question not in self._failed and self._chance.random() < FAILS:
            self._failed.add(question)
            return None
        return TipContent(self._chance.choice(options(document)), None, [], [], [])
