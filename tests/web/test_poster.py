"""A finished game as a picture: shown, saved as a drawing and as pixels, accessible."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK, PHONE, Guest

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEXT = "{http://www.w3.org/2000/svg}text"

SHARES = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ files }) => {
    window.shared = files.map(({ name, type, size }) => [name, type, size]);
  };
}"""
"""As on a phone, which shares pictures with other programs."""


WIDTH = """async ({ src }) => {
  const image = Object.assign(new Image(), { src });
  await image.decode();
  return image.naturalWidth;
}"""
"""The width of a picture. The element on the page changes its picture when more is known of the game."""

LEAST_GAP = """() => {
  const { src } = document.querySelector("[data-test=poster]");
  const drawing = decodeURIComponent(src.slice(src.indexOf(",") + 1));
  const { documentElement } = new DOMParser().parseFromString(drawing, "image/svg+xml");
  const svg = document.importNode(documentElement, true);
  document.querySelector("dialog").append(svg);
  const rows = Map.groupBy(svg.querySelectorAll(":scope > text"), (text) => text.getAttribute("y"));
  const boxes = [...rows.values()].map((row) => row.map((text) => text.getBBox()).sort((a, b) => a.x - b.x));
  svg.remove();
  return Math.min(...boxes.flatMap((row) => row.slice(1).map(({ x }, n) => x - row[n].x - row[n].width)));
}"""
"""The smallest gap between place, name and points of one line."""


async def test_place_name_and_points_stand_apart(guest: NewGuest) -> None:
    ada = await guest("Maximiliana-Friederike", **DESK)
    await ada.begin("greedy", "greedy", game="schweinebande")
    await ada.rush()
    await (await ada.find("[data-test=to-poster]")).click()
    await expect(ada.page.locator("[data-test=poster]")).to_be_visible()
    assert await ada.page.evaluate(LEAST_GAP) > 8


async def saved(one: Guest, what: str, path: Path) -> bytes:
    async with one.page.expect_download() as coming:
        await (await one.find(f"[data-test={what}]")).click()
    await (await coming.value).save_as(path)
    return path.read_bytes()


async def test_a_finished_game_is_a_picture(guest: NewGuest, tmp_path: Path) -> None:
    ada = await guest("Ada <&> Söhne", locale="de-DE", **PHONE)
    await ada.begin("greedy")
    await ada.rush()
    await ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await ada.page.evaluate(SHARES)
    await (await ada.find("[data-test=to-poster]")).click()
    picture = ada.page.locator("[data-test=poster]")
    await expect(picture).to_be_visible()
    assert await picture.evaluate(WIDTH) == 1200
    assert "Machi Koro: 1. " in (await picture.get_attribute("alt") or "")
    drawn = "(e) => decodeURIComponent(e.src).match(/<polyline/g)?.length === 2"
    await ada.until(f"async () => ({drawn})(document.querySelector('[data-test=poster]'))")
    assert await ada.violations() == [] and await ada.fits()
    await ada.picture("poster-phone")
    drawing = ElementTree.fromstring(await saved(ada, "poster-svg", tmp_path / "svg"))
    said = [text.text for text in drawing.iter(TEXT)]
    assert {"Machi Koro", "Stammtisch", "1.", "2.", "Ada <&> Söhne"} <= set(said)
    pixels = await saved(ada, "poster-png", tmp_path / "png")
    assert pixels[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(pixels[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
    await (await ada.find(ada.page.get_by_role("button", name="Kopieren"))).click()
    await expect(ada.page.get_by_text("Das Bild ist kopiert.")).to_be_visible()
    copied = "async () => (await (await navigator.clipboard.read())[0].getType('image/png')).size"
    assert await ada.page.evaluate(copied) > 1000
    await (await ada.find(ada.page.get_by_role("button", name="Teilen"))).click()
    await ada.until("async () => window.shared?.length === 1")
    name, kind, size = await ada.page.evaluate("shared[0]")
    assert (name, kind) == ("stammtisch.png", "image/png") and size > 1000
