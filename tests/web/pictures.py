"""Draws the pictures of the games, and of the house, for programs that show only such.

    python -m tests.web.pictures

Chats preview links by pictures of pixels, and covers are drawings. Each picture says by a hash in it which
drawing it was made from.
"""

from __future__ import annotations

import asyncio
import zlib
from hashlib import sha256
from pathlib import Path

from .running import Chromium

WEB = Path(__file__).parents[2] / "server" / "web"
SIZES = {"cover.svg": (640, 480), "icon.svg": (480, 480)}
KEY = b"Source\0"


def drawings() -> list[Path]:
    """The drawings that pictures are made of."""
    return [WEB / "icon.svg", *sorted(WEB.glob("games/*/cover.svg"))]


def mark(drawing: Path) -> bytes:
    """A part of a picture (PNG's tEXt) that says which drawing it was made from."""
    said = b"tEXt" + KEY + sha256(drawing.read_bytes()).hexdigest().encode()
    return (len(said) - 4).to_bytes(4, "big") + said + zlib.crc32(said).to_bytes(4, "big")


async def draw() -> None:
    """Write all pictures."""
    chromium = Chromium()
    for drawing in drawings():
        width, height = SIZES[drawing.name]
        context, page = await chromium.window(viewport={"width": width, "height": height})
        await page.goto(drawing.as_uri())
        data = await page.screenshot()
        at = 8 + 25  # behind the signature and the header
        drawing.with_suffix(".png").write_bytes(data[:at] + mark(drawing) + data[at:])
        print(drawing.with_suffix(".png").relative_to(WEB), f"{len(data) / 1000:.0f} kB")
        await context.close()
    await chromium.close()


if __name__ == "__main__":
    asyncio.run(draw())
