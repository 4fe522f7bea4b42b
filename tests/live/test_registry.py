"""The background jobs of a hub, and how they end."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from server.live.registry import TableRegistry
from server.settings.config import Settings
from server.store.clients import StoreAway
from server.store.store import Store


@pytest.mark.parametrize(
    ("wrong", "level"), [(StoreAway("the store is closed"), "INFO"), (OSError(), "ERROR")]
)
async def test_a_store_that_is_away_is_no_fault_of_what_runs_beside(
    wrong: Exception, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    """This happens when a hub shuts down while it releases a table."""
    caplog.set_level("INFO")
    registry = TableRegistry(Settings(hub="hub"), cast(Store, None))

    async def failing() -> Any:
        raise wrong

    registry.spawn(failing())
    while registry.tasks:
        await asyncio.sleep(0)
    assert [record.levelname for record in caplog.records] == [level]
