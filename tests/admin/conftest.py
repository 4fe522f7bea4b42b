from __future__ import annotations

import pytest

from server.admin import probe, query, web
from server.store import admin_records, replicas
from tests.waiting import LIMIT


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator waits for hubs and replicas that are slow, and doesn't take them for dead. An answer that
    comes late looks like another clock."""
    for place in (query, probe, web, replicas):
        monkeypatch.setattr(place, "ANSWER_TIMEOUT_S", LIMIT)
    monkeypatch.setattr(probe, "ADRIFT_MS", 1000 * LIMIT)
    monkeypatch.setattr(admin_records, "HEARTBEAT_TIMEOUT_S", round(LIMIT))
