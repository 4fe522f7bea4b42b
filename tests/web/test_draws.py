"""A run of browser tests draws what the run before drew, and something else with another number."""

from __future__ import annotations

from collections import Counter

import pytest

from . import draws
from .guest import Guest
from .running import Chromium, House

PLAYED = """async (table) => {
  const { look } = await import("/static/core/state.js");
  const { public: { game, log }, mine } = look(table).mirror();
  return { game, log, mine: { ...mine, done: 0 } };
}"""
"""What a page knows of the game at its table, without the number of its last change."""

MOVES = 12


async def drawn(chromium: Chromium, number: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """What the first guest of this test sees in a game at random, in a house that was started with this
    number."""
    monkeypatch.setenv(draws.VARIABLE, number)
    monkeypatch.setattr(draws, "GUESTS", Counter())
    house = House()
    context, page = await chromium.window(locale="en-GB", viewport={"width": 1366, "height": 768})
    try:
        ada = Guest(context, page, house.open())
        await ada.prepare()
        await ada.come("Ada")
        begun = await ada.begin("whim", "whim", game="bruges")
        assert len((await ada.play(steps=MOVES)).asked) == MOVES
        await ada.turn()
        assert draws.told() == f"drawn with DRAWS={number}" and draws.told() in house.told()
        return await page.evaluate(PLAYED, begun)
    finally:
        await context.close()
        house.close()


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("chromium_program")
async def test_a_run_draws_what_the_run_before_drew(
    chromium: Chromium, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await drawn(chromium, "5", monkeypatch)
    assert await drawn(chromium, "5", monkeypatch) == first
    assert await drawn(chromium, "6", monkeypatch) != first


def test_new_draws_are_told_to_child_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(draws.VARIABLE, "new")
    told = draws.told()
    assert told == draws.told() != "drawn with DRAWS=new"
    monkeypatch.setenv(draws.VARIABLE, "")
    assert draws.told() == f"drawn with DRAWS={draws.SAME}"
