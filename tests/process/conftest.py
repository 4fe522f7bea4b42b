from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .playing import Playing, Start


@pytest.fixture
async def playing(tmp_path: Path) -> AsyncIterator[Start]:
    """Starts `play`, which is ended after the test in any case."""
    started: list[Playing] = []

    async def start(**environment: str) -> Playing:
        started.append(await Playing.start(tmp_path / "data", HUBS="1", BOTS="1", **environment))
        return started[-1]

    yield start
    for it in started:
        if it.process.returncode is None:
            await it.stop(signal.SIGTERM)
