"""A real server, and wires to it that can be cut or that garble."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.hub_process import OwnServer, own_server

BOT_KEY = "the key of these tests"


@pytest.fixture(scope="session")
def server() -> Iterator[OwnServer]:
    """A server as a process of its own, with a private Redis, bots let in and generous budgets."""
    settings = {"BOT_KEY": BOT_KEY, "STAMMTISCH_BUDGETS": "1000", "STAMMTISCH_BOT_GRACE_MS": "500"}
    with own_server(settings, cores=False) as running:
        yield running
