"""Firefox: the first question of every game keeps the law of sight, and a whole game is played.

`make test` tries one of them; `make firefox` tries all.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from server.games import GAMES

from ..built import build_site
from .browsers import needed
from .firefox import NO_FIREFOX, Firefox, program
from .guest import DESK, Guest
from .offline_pages import KEEP, PLAYED_WITH, ended, opened
from .pointer import as_people_do
from .running import House, patiently
from .sight import SIZES, in_turn, seated, watched
from .static_site import served

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROOMY = "1920x1080"
FIRST = ("loyang", "390x844")
"""The fullest table in the narrowest window; `make test` tries this one."""

LOOKS = [
    pytest.param(*look, marks=() if look == FIRST else pytest.mark.long)
    for look in itertools.product(sorted(GAMES), [size for size in SIZES if size != ROOMY])
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def firefox() -> AsyncIterator[Firefox]:
    needed(program(), NO_FIREFOX)
    made = Firefox()
    yield made
    await made.close()


@pytest.mark.parametrize(("game", "size"), LOOKS)
async def test_the_first_question_is_in_sight(firefox: Firefox, address: str, game: str, size: str) -> None:
    with as_people_do():
        async with seated(firefox, address, size, in_turn(game, 0)) as guest:
            seen = await watched(guest, 1, 1, lambda wrong: f"firefox-wrong-{game}-{size}-{wrong.kind}")
            await guest.turn()
            await expect(guest.page.locator(".line.yours")).to_be_in_viewport(ratio=1)
            assert guest.complaints == []
            await guest.picture(f"firefox-{game}-{size}")  # Playwright adds a style, which the policy refuses
            assert seen.questions and seen.options
            assert [*map(str, seen.wrong)] == []


@pytest.mark.long
async def test_a_whole_game(firefox: Firefox, house: House) -> None:
    context, page = await firefox.window(locale="en-GB", **DESK)
    ada = Guest(context, page, house.open())
    with as_people_do():
        await ada.prepare()
        await ada.enter("Ada")
        await ada.make("greedy", options={"Play for every place": False})
        await ada.start()
        played = await ada.play(seed=3)
        assert len(played.asked) >= 10
        await expect(page.locator("[data-test=end] .place")).to_have_count(2)
        await expect(page.locator("#end-title")).to_be_in_viewport(ratio=1)
        assert ada.complaints == []
        await ada.picture("firefox-end")
    await patiently(context.close())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("firefox") / "site"
    build_site(made)
    return made


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_whole_game_without_a_line(firefox: Firefox, folder: Path, game: str) -> None:
    context, page = await firefox.window(locale="en-GB", **DESK)
    minds = ["skilled", *["casual"] * (max(3, min(GAMES[game].seats)) - 2)]
    with served(folder) as site, as_people_do():
        ada = Guest(context, page, site.address)
        ada.lost_wires_are_fine = True
        await ada.prepare()
        await opened(ada, site.address)
        await page.evaluate(KEEP, PLAYED_WITH)
        table = await ada.begin(*minds, game=game, options={})
        await ada.play(steps=2)
        site.close()
        await page.reload()
        await page.wait_for_selector("[data-test=board]")
        await ada.rush()
        await ended(ada, table, minds)
        assert ada.complaints == []
    await patiently(context.close())
