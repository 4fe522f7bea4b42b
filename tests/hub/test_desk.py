"""What runs beside everything else in a hub, and how it ends."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from server.config import Settings
from server.hub.desk import Desk
from server.store.clients import StoreAway
from server.store.store import Store


@pytest.mark.parametrize(
    ("wrong", "level"), [(StoreAway("the store is closed"), "INFO"), (OSError(), "ERROR")]
)
async def test_a_store_that_is_away_is_no_fault_of_what_runs_beside(
    wrong: Exception, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    """As where a hub ends while it lets go of a table."""
    caplog.set_level("INFO")
    desk = Desk(Settings(hub="hub"), cast(Store, None))

    async def failing() -> Any:
        raise wrong

    desk.spawn(failing())
    while desk.tasks:
        await asyncio.sleep(0)
    assert [record.levelname for record in caplog.records] == [level]
