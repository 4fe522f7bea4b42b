"""A real server, and connections to it that cut or garble."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.hub_process import OwnServer, own_server

BOT_KEY = "the key of these tests"


@pytest.fixture(scope="session")
def server() -> Iterator[OwnServer]:
    """A server process with an embedded Redis, which admits bots and has generous budgets."""
    settings = {"BOT_KEY": BOT_KEY, "STAMMTISCH_BUDGETS": "1000", "STAMMTISCH_BOT_GRACE_MS": "500"}
    with own_server(settings, cores=False) as running:
        yield running
