"""Boards that fail in a browser: the log tells the operator, and nobody can fill it."""

from __future__ import annotations

import json
import logging
from typing import Any

import httpx
import msgspec
import pytest

from server.api.board_failures import MAX_PLACES, BoardFailure
from server.net.rate_limits import ADDRESS, FAILURE
from tests.waiting import LIMIT, until

from ..live.hubs import houses

FAILED = {"game": "santiago", "error": "TypeError", "file": "board.js", "line": 12}


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"game": "no_such_game"}, 404, "unknown-game"),
        ({"game": "g" * 33}, 400, "out-of-range"),
        ({"error": "what I hold: 5 pesos"}, 400, "out-of-range"),
        ({"error": "E\n2026 a line of the log"}, 400, "out-of-range"),
        ({"error": "E" * 41}, 400, "out-of-range"),
        ({"file": "../../main.js"}, 400, "out-of-range"),
        ({"file": "board.js\n"}, 400, "out-of-range"),
        ({"line": -1}, 400, "out-of-range"),
        ({"line": 10**7}, 400, "out-of-range"),
        ({"more": "x" * 600}, 413, "too-large"),
    ],
)
async def test_only_a_place_in_a_board_is_taken(
    changes: dict[str, Any], status: int, code: str, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        answer = await web.post("/board-failures", content=json.dumps({**FAILED, **changes}))
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert not [it for it in caplog.records if it.name == "stammtisch.board_failures"]


@pytest.mark.parametrize("file", ["board.js", "_art.mjs", "Deck.js", "2players.js", "a.b-c.js"])
def test_any_name_of_a_module_is_a_place(file: str) -> None:
    assert msgspec.convert({**FAILED, "file": file}, BoardFailure).file == file


async def test_each_place_is_logged_once_and_an_address_tells_only_some(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "stammtisch.board_failures")
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        burst = int(ADDRESS[FAILURE].burst)
        told = [{**FAILED, "line": number // 2} for number in range(burst + 4)]
        answers = [(await web.post("/board-failures", content=json.dumps(it))).status_code for it in told]
        assert answers[:burst] == [204] * burst and answers[-1] == 429
        house.parts.board_failures.addresses.scale = 10_000.0

        async def is_taken(line: int) -> bool:
            answer = await web.post("/board-failures", content=json.dumps({**FAILED, "line": line}))
            return answer.status_code == 204

        for line in range(MAX_PLACES + 20):
            await until(lambda: is_taken(line))  # noqa: B023
    said = [it.getMessage() for it in caplog.records if it.name == "stammtisch.board_failures"]
    assert said[0].endswith(": TypeError, games/santiago/board.js:0")
    assert len(said) == len({*said}) == MAX_PLACES
