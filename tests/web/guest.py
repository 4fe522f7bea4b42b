"""Somebody in front of a browser: opens pages, makes tables, plays. All through the page itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playwright.async_api import BrowserContext, ConsoleMessage, Page, expect

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"
AXE = Path(__file__).parent / "vendor" / "axe.min.js"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

YOURS = ".dock.yours button[data-verb]"
MOVES = ".mk-landmark.offered, .mk-choose, .mk-card.offered, .dock-buttons button"

PICK = """() => {
  if (document.querySelector("[data-test=end]")) return "end";
  if (!document.querySelector(".dock.yours") || !document.querySelector("[data-settled=yes]")) return "";
  return [...document.querySelectorAll(MOVES)].some((e) => e.checkVisibility()) ? "move" : "";
}""".replace("MOVES", repr(MOVES))


ASKED = """() => {
  const { prompt, ask } = document.querySelector(".dock")?.dataset ?? {};
  return document.querySelector("[data-test=end]") ? "end" : `${prompt} ${ask}`;
}"""


Options = Mapping[str, str | bool]
DEFAULTS: Options = MappingProxyType({})


class Guest:
    """A person with a browser of their own. `complaints` are errors of the page, which must stay empty."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context = context
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self.lost_wires_are_fine = False
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.set_default_timeout(15_000)

    def _console(self, message: ConsoleMessage) -> None:
        wire = "WebSocket" in message.text or "ERR_" in message.text
        if message.type in ("error", "warning") and not (wire and self.lost_wires_are_fine):
            self.complaints.append(message.text)

    # -- going somewhere ---------------------------------------------------------------------------

    async def enter(self, name: str, route: str = "") -> None:
        """Open the page for the first time and say one's name."""
        await self.page.goto(f"{self.address}/#/{route}")
        await self.page.fill("#guest-name", name)
        await self.page.click(".welcome button")
        await expect(self.page.locator("#guest-name")).to_have_count(0)

    async def go(self, route: str) -> None:
        await self.page.evaluate("(route) => { location.hash = '#/' + route; }", route)

    async def make(
        self, *others: str, game: str = "machi_koro", link: bool = False, options: Options = DEFAULTS
    ) -> str:
        """Make a table: oneself on the first seat, then `others` ("" for a person, or a mind)."""
        page = self.page
        await self.go(f"new/{game}")
        await page.wait_for_selector("[data-test=make]")
        await page.check(f"input[name=count][value='{len(others) + 1}']", force=True)
        for seat, mind in enumerate(others, 1):
            await page.select_option(f"select[data-seat='{seat}']", mind)
        for label, value in options.items():
            if isinstance(value, bool):
                await page.get_by_label(label).set_checked(value)
            else:
                await page.get_by_label(label).select_option(label=value)
        if link:
            await page.check("input[name=visibility][value=link]", force=True)
        await page.click("[data-test=make]")
        await page.wait_for_url(re.compile("#/t/"))
        return page.url.rsplit("/", 1)[1]

    async def join(self, table: str) -> None:
        """Sit down on a table's first free seat."""
        await self.go(f"t/{table}")
        await self.page.locator("[data-test=sit]").first.click()
        await expect(self.page.locator(".badge.you")).to_be_visible()

    async def start(self) -> None:
        await self.page.click("[data-test=start]:not([disabled])")
        await self.page.wait_for_selector("[data-test=board]")

    # -- playing -----------------------------------------------------------------------------------

    async def turn(self) -> str:
        """Wait until one may move ("move") or all is over ("end")."""
        found = await self.page.wait_for_function(PICK, timeout=60_000, polling=30)
        return str(await found.json_value())

    async def move(self, number: int) -> bool:
        """Make one move with the mouse, dearest things first; every fifth from the list. False at the end."""
        if await self.turn() == "end":
            return False
        page = self.page
        await page.evaluate(
            """([moves, number]) => {
              document.querySelectorAll("[data-picked]").forEach((e) => e.removeAttribute("data-picked"));
              const all = [...document.querySelectorAll(moves)].filter((e) => e.checkVisibility());
              const landmark = all.find((e) => e.matches(".mk-landmark"));
              const cards = all.filter((e) => e.matches(".mk-card"));
              const choice = cards.length ? cards : all;
              const pick = landmark ?? choice[number % choice.length];
              pick.setAttribute("data-picked", "");
            }""",
            [MOVES, number],
        )
        if number % 5 == 0 and await page.locator("[data-test=all-options]").count():
            await page.click("[data-test=all-options]")
            await self.answer("#all-options li:last-child button")
        else:
            await self.answer("[data-picked]")
        return True

    async def answer(self, selector: str) -> None:
        """Click on something that answers the question, and wait until it is answered."""
        asked = await self.prompt()
        await self.page.click(selector)
        await self.page.wait_for_function(f"(asked) => ({ASKED})() !== asked", arg=asked, polling=30)

    async def prompt(self) -> str:
        """What is asked, and the number of the question."""
        return str(await self.page.evaluate(ASKED))

    async def play(self) -> int:
        """Play to the end; how many moves it took."""
        number = 0
        while await self.move(number):
            number += 1
            assert number < 600, "no end in sight"
        return number

    # -- looking -----------------------------------------------------------------------------------

    async def call(self, change: str, *fields: Any) -> Any:
        """Send a change over the page's own wire, as no button of it would."""
        return await self.page.evaluate(
            "async ([kind, fields]) => (await import('/static/state.js')).change(kind, ...fields)",
            [change, list(fields)],
        )

    async def violations(self) -> list[str]:
        """What axe-core finds wrong with the page as it is."""
        if not await self.page.evaluate("() => !!window.axe"):
            await self.page.evaluate(AXE.read_text())
        found = await self.page.evaluate(
            "(tags) => axe.run(document, { runOnly: tags })", {"type": "tag", "values": RULES}
        )
        return [
            f"{row['id']}: {node['target']} {node['failureSummary']}"
            for row in found["violations"]
            for node in row["nodes"]
        ]

    async def picture(self, name: str) -> None:
        """Keep a picture of the whole page, to be looked at."""
        SCREENSHOTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
