"""Draws the pixel images of the games, of the site and of its icon on home screens, for programs that show no
drawings.

    python -m tests.web.pictures

Chat programs preview links with pixel images, while covers are drawings. Each image has a hash of the drawing
that it was made from.
"""

from __future__ import annotations

import asyncio
import zlib
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .running import Chromium

WEB = Path(__file__).parents[2] / "server" / "web"
KEY = b"Source\0"


class Image(NamedTuple):
    """An image, the drawing that it is made from, and its size."""

    path: Path
    drawing: Path
    width: int
    height: int


def images() -> list[Image]:
    """All images that are made from drawings."""
    apps = [Image(WEB / f"app_{size}.png", WEB / "app.svg", size, size) for size in (192, 512)]
    covers = [
        Image(cover.with_suffix(".png"), cover, 640, 480) for cover in sorted(WEB.glob("games/*/cover.svg"))
    ]
    return [Image(WEB / "icon.png", WEB / "icon.svg", 480, 480), *apps, *covers]


def mark(drawing: Path) -> bytes:
    """A part of an image (PNG's tEXt) that names the drawing it was made from."""
    said = b"tEXt" + KEY + sha256(drawing.read_bytes()).hexdigest().encode()
    return (len(said) - 4).to_bytes(4, "big") + said + zlib.crc32(said).to_bytes(4, "big")


async def draw() -> None:
    """Write all images."""
    chromium = Chromium()
    for path, drawing, width, height in images():
        context, page = await chromium.window(viewport={"width": width, "height": height})
        await page.goto(drawing.as_uri())
        data = await page.screenshot()
        at = 8 + 25  # behind the signature and the header
        path.write_bytes(data[:at] + mark(drawing) + data[at:])
        print(path.relative_to(WEB), f"{len(data) / 1000:.0f} kB")
        await context.close()
    await chromium.close()


if __name__ == "__main__":
    asyncio.run(draw())
