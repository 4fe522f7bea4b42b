from __future__ import annotations

import pytest

from server.admin import probe, query, web
from server.store import admin_records, replicas
from tests.waiting import LIMIT


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator waits for hubs and replicas that are slow, and doesn't take them for dead."""
    for place in (query, probe, web, replicas):
        monkeypatch.setattr(place, "ANSWER_TIMEOUT_S", LIMIT)
    monkeypatch.setattr(admin_records, "HEARTBEAT_TIMEOUT_S", round(LIMIT))
