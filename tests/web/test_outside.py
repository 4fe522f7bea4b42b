"""A game without a board of its own and a mind, both from an outside package, in the page."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.outside import environment

from .conftest import NewGuest
from .guest import Guest
from .running import House

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has the package."""
    house = House(environment(tmp_path_factory.mktemp("outside")))
    yield house.open()
    house.close()


async def test_a_game_and_a_bot_from_outside_are_found_set_up_and_played(
    guest: NewGuest, outside: str
) -> None:
    ada = await guest("Ada", lobby=True, at=outside)
    tile = ada.page.locator(".game-tile", has_text="Market Day")
    await expect(tile).to_be_visible()
    await expect(tile.locator("img")).to_have_attribute(
        "src", re.compile(rf"^{re.escape(outside)}/static/icon\.[0-9a-f]{{8}}\.svg$")
    )
    await ada.make("last", "greedy", game="toy")
    await expect(ada.page.locator("body")).to_contain_text("dawdler")
    await ada.start()
    played = await ada.play("visit")  # there all seats choose at once, and may compete
    assert played.asked == ["bid"] and played.prompt == "visit"
    await ada.beside("log")
    await expect(ada.page.locator(".log-line", has_text="won the bids")).to_be_visible()


GOPS = "[stammtisch.games]\ngops = gops\n"


PACKAGE = Path(__file__).parents[1] / "packages/goofspiel-1.0/gops"


def laid(folder: Path, board: str) -> dict[str, str]:
    """The package is laid into this folder with another board; what a server needs to have it."""
    shutil.copytree(PACKAGE, folder / "gops", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "gops/web/board.js").write_text(board)
    return {**environment(folder, GOPS), "STAMMTISCH_MINDS": "whim"}


@pytest.fixture(scope="module")
def badly_drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with a game whose board fails to load, without cover and cards."""
    folder = tmp_path_factory.mktemp("drawn")
    settings = laid(folder, "export default {{{;\n")
    (folder / "gops/web/cover.svg").unlink()
    (folder / "gops/cards.json").unlink()
    house = House(settings)
    yield house
    house.close()


async def gave_way(one: Guest) -> None:
    """The page complains once that the board can't be used, and of nothing else."""
    while not one.complaints:
        await asyncio.sleep(0.1)
    assert len(one.complaints) == 1 and "games/gops/board.js can't be used" in one.complaints[0], (
        one.complaints
    )
    one.complaints = []


async def test_a_board_that_cannot_be_read_gives_way_to_the_plain_table(
    guest: NewGuest, badly_drawn: House
) -> None:
    ada = await guest("Ada", lobby=True, at=badly_drawn.open())
    tile = ada.page.locator(".game-tile", has_text="Goofspiel")
    await expect(tile.locator("img")).to_have_attribute("src", re.compile(r"/static/icon\.[0-9a-f]{8}\.svg$"))
    assert ada.complaints == []
    await ada.begin("whim", game="gops")
    await ada.turn("bid")
    await gave_way(ada)
    told = "a board failed in a browser, which shows a plain table: SyntaxError, games/gops/board.js:"
    while told not in badly_drawn.told():
        await asyncio.sleep(0.1)


FAILING = """
import { useEffect, useLayoutEffect } from "../../core/lib.js";
const fail = (where) => { if (window.fails === where) throw new Error(`its ${where} fails`); };
const { Common: Drawn, stages, figures, onBoard } = board;
Object.assign(board, {
  Common: (props) => {
    fail("drawing");
    useEffect(() => fail("effect"));
    useLayoutEffect(() => fail("layout"));
    return Drawn(props);
  },
  stages: (...all) => { fail("stages"); return stages(...all); },
  figures: (...all) => { fail("figures"); return figures(...all); },
  onBoard: (...all) => { fail("options"); return onBoard(...all); },
  tune: () => fail("tune"),
  sign: () => fail("sign"),
  Drawings: () => fail("drawings"),
});
export default board;
"""
"""Makes a board of one that fails where `window.fails` says so."""

WAYS = ("drawing", "effect", "layout", "stages", "figures", "options", "tune", "sign")


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has a game whose board can be read, and fails when it is told to."""
    board = (PACKAGE / "web/board.js").read_text().replace("export default", "const board =")
    house = House(laid(tmp_path_factory.mktemp("failing"), board + FAILING))
    yield house.open()
    house.close()


@pytest.mark.parametrize("way", WAYS)
async def test_a_board_that_fails_in_a_running_game_gives_way_to_the_plain_table(
    guest: NewGuest, failing: str, way: str
) -> None:
    """Whatever part of it fails: the page was left half drawn, and the game could not be played on."""
    ada = await guest("Ada", at=failing)
    board, plain = ada.page.locator(".gops-middle"), ada.page.locator(".stage-board .seat-rows")
    await ada.begin("whim", game="gops")
    await ada.turn("bid")
    await expect(board).to_be_visible()
    await ada.beside("log")
    await ada.page.evaluate("(way) => { window.fails = way; }", way)
    await ada.answer("[data-verb=bid]")
    await expect(plain).to_be_visible()
    await expect(board).to_have_count(0)
    await ada.turn("bid")
    await ada.answer(".line [data-verb=bid]")
    await ada.turn("bid")
    await gave_way(ada)
    assert await ada.violations() == []


async def test_a_board_that_fails_at_once_gives_way_in_table_rules_and_replay(
    guest: NewGuest, failing: str
) -> None:
    ada = await guest("Ada", at=failing)
    plain = ada.page.locator(".stage-board .seat-rows")
    await ada.page.add_init_script("window.fails = sessionStorage.fails;")
    await ada.page.evaluate("() => { window.fails = sessionStorage.fails = 'drawing'; }")
    table = await ada.begin("whim", game="gops")
    await expect(plain).to_be_visible()
    await gave_way(ada)
    await ada.rush()
    await ada.page.goto(f"{failing}/#/replay/{table}")
    await ada.page.reload()
    await expect(plain).to_be_visible()
    await gave_way(ada)
    await ada.page.evaluate("() => { sessionStorage.fails = 'drawings'; }")
    await ada.page.goto(f"{failing}/#/rules/gops")
    await ada.page.reload()
    await expect(ada.page.locator(".rules-text")).to_be_visible()
    await gave_way(ada)
