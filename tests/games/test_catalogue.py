"""What the catalogue tells of the games fits what the games accept."""

from __future__ import annotations

from typing import Any

import pytest

from server.games import GAMES
from server.games.catalogue import catalogue, checked
from server.games.engine import OptionsRefused


@pytest.mark.parametrize("row", catalogue(), ids=lambda row: str(row["name"]))
def test_what_the_seats_decide_is_what_can_be_played(row: dict[str, Any]) -> None:
    engine = GAMES[row["name"]]
    assert [seats for seats, _ in row["decided"]] == list(engine.seats)
    for seats, decided in row["decided"]:
        assert checked(engine, decided, seats).items() >= decided.items()
        for name, value in decided.items():
            with pytest.raises(OptionsRefused):
                checked(engine, {**decided, name: not value}, seats)


def test_the_fifth_player_comes_with_five() -> None:
    [bruges] = [row for row in catalogue() if row["name"] == "bruges"]
    assert dict(bruges["decided"]) == {n: {"fifth_player": n == 5} for n in range(2, 6)}
