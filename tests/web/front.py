"""`python -m tests.web.front` makes the pictures of the README from the page that plays without a server: a
running table, and the lobby on a phone."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

from ..built import build_site
from ..pictures import FOLDER
from .guest import LAPTOP, Guest
from .offline_pages import opened
from .pointer import as_people_do
from .running import Chromium, patiently
from .static_site import served

GAME, STEPS = "santiago", 12
OTHERS: Final = ("loyang", "bruges")
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
JPEG_QUALITY = 82


async def draw(address: str, chromium: Chromium) -> None:
    """A person plays against three bots; on a phone the lobby shows two games that are under way."""
    ada = await come(address, chromium, LAPTOP)
    await ada.begin(*["skilled"] * 3, game=GAME)
    await ada.play(steps=STEPS)
    await ada.turn()
    await ada.page.mouse.move(0, 0)
    await keep(ada, "table")
    await ada.page.context.close()
    ada = await come(address, chromium, PHONE)
    for game in OTHERS:
        await ada.begin("skilled", game=game)
        await ada.turn()
    await ada.go("")
    await ada.page.wait_for_selector("[data-test=own-tables]")
    await keep(ada, "lobby")


async def come(address: str, chromium: Chromium, window: dict[str, Any]) -> Guest:
    """A person with a browser of their own."""
    guest = Guest(*await chromium.window(locale="en", color_scheme="light", **window), address)
    await guest.prepare()
    await opened(guest, address)
    return guest


async def keep(guest: Guest, name: str) -> None:
    """A screenshot of the window, as soon as nothing moves."""
    await guest.page.wait_for_timeout(1500)
    assert guest.complaints == [], guest.complaints
    path = FOLDER / f"{name}.jpg"
    await guest.page.screenshot(path=path, animations="disabled", type="jpeg", quality=JPEG_QUALITY)
    print(path, f"{path.stat().st_size / 1000:.0f} kB")


async def main() -> None:
    chromium = Chromium()
    with tempfile.TemporaryDirectory() as folder:
        build_site(Path(folder) / "site")
        with served(Path(folder) / "site") as site, as_people_do():
            try:
                await draw(site.address, chromium)
            finally:
                await patiently(chromium.close())


if __name__ == "__main__":
    asyncio.run(main())
