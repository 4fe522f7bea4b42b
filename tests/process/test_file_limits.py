"""How many files a process may open: as many as its system grants."""

from __future__ import annotations

import pytest

from server.admin import doctor
from server.process.file_limits import MACOS_OPEN_MAX, open_more_files
from server.settings.config import read

UNLIMITED = 2**63 - 1


@pytest.mark.parametrize("before", [256, 2 * MACOS_OPEN_MAX])
def test_an_unlimited_maximum_that_cannot_be_set_leaves_as_many_as_there_can_be(
    before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, where a terminal begins with 256."""
    now = [before, UNLIMITED]

    def set_to(which: int, limits: tuple[int, int]) -> None:
        if limits[0] > MACOS_OPEN_MAX:
            raise ValueError("current limit exceeds maximum limit")
        now[:] = limits

    monkeypatch.setattr("resource.getrlimit", lambda which: (now[0], now[1]))
    monkeypatch.setattr("resource.setrlimit", set_to)
    assert open_more_files() == now[0] == max(before, MACOS_OPEN_MAX) and now[1] == UNLIMITED
    assert f"may open {now[0]} files" in next(doctor.limits(read({}))).what
