"""Every law on random games of Brügge, whether it is offered already or not."""

from __future__ import annotations

import pytest
from pytest import MonkeyPatch

from server.games import bruges
from tests.games.engines import ENGINES
from tests.games.laws import examine

PARTS, GAMES_EACH = 4, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_keep_every_law(part: int, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "bruges", bruges)
    choices = [examine("bruges", 1000 + part * GAMES_EACH + number, every=6) for number in range(GAMES_EACH)]
    assert all(choices)
