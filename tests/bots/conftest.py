"""A real server, and connections to it that cut or garble."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.hub_process import OwnServer, own_server

BOT_KEY = "the key of these tests"

SETTINGS = {"BOT_KEY": BOT_KEY, "STAMMTISCH_BUDGETS": "1000"}
"""A server that admits bots and has generous budgets."""

OUT_OF_REACH = {
    "STAMMTISCH_GRACE_MS": "3600000",
    "STAMMTISCH_BOT_GRACE_MS": "3600000",
    "STAMMTISCH_HELLO_S": "90",
}
"""No client counts as gone because it is slow."""


@pytest.fixture(scope="session")
def server() -> Iterator[OwnServer]:
    """A server process with an embedded Redis, which admits bots, has generous budgets, and waits for slow
    clients."""
    with own_server({**SETTINGS, **OUT_OF_REACH}, cores=False) as running:
        yield running
