"""The server and the browser of these tests survive the death of their parts."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from playwright.async_api import Error

from . import running
from .conftest import NewGuest
from .running import Chromium, House, edited
from .slow import Line

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.usefixtures("chromium_program")
async def test_a_browser_that_has_died_is_started_anew() -> None:
    chromium = Chromium()
    try:
        _, page = await chromium.window()
        assert chromium.browser
        first = chromium.browser
        session = await first.new_browser_cdp_session()
        with contextlib.suppress(Error):
            await session.send("Browser.crash")
        with pytest.raises(Error):
            await page.title()
        _, page = await chromium.window()
        assert chromium.browser is not first
        assert await page.evaluate("() => 1 + 1") == 2
    finally:
        await chromium.close()


async def test_bots_that_have_died_are_started_anew() -> None:
    house = House()
    try:
        house.open()
        assert house.bots and not house.wrong()
        first = house.bots
        first.kill()
        first.wait(90)
        assert "the bots have ended with -9" in house.told()
        house.open()
        assert house.bots is not first and not house.wrong()
    finally:
        house.close()


async def test_a_file_that_is_gone_meanwhile_was_not_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "WEB", tmp_path)
    (tmp_path / "main.js").touch()
    kept = edited()
    (tmp_path / ".main.js.swp").symlink_to("gone")  # like a file that was removed after the folder was read
    assert edited() == kept > 0


async def test_a_page_that_was_edited_is_served_as_people_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    try:
        first = house.open()
        assert house.open() == first
        now = edited() + 1
        monkeypatch.setattr(running, "edited", lambda: now)
        second = house.open()
        assert second != first and house.open() == second
    finally:
        house.close()


async def test_a_slow_line_brings_everything_in_order_and_closes_with_its_far_end() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readline()
        for number in range(200):
            writer.write(asked + b"%d\n" % number)
            await asyncio.sleep(0)  # so that it goes in pieces
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    line = Line(*server.sockets[0].getsockname())
    try:
        for asked in (b"GET /\n", b"Upgrade: websocket\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", line.near)
            writer.write(asked)
            whole = b"".join(asked + b"%d\n" % number for number in range(200))
            assert await reader.read(-1) == whole
            writer.close()
    finally:
        line.close()
        server.close()


@pytest.mark.parametrize("keeps", [True, False])
async def test_pictures_of_pages_are_kept_where_somebody_wants_them(
    guest: NewGuest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keeps: bool
) -> None:
    monkeypatch.setattr("tests.web.guest.KEEPS_PICTURES", keeps)
    monkeypatch.setattr("tests.web.guest.SCREENSHOTS", tmp_path)
    ada = await guest("Ada")
    await ada.picture("whole")
    await ada.picture("part", ada.page.locator("h1"))
    assert {path.name for path in tmp_path.iterdir()} == {"part.png", *(["whole.png"] if keeps else [])}
