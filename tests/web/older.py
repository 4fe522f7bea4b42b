"""The oldest browsers: a Chromium of 2022 that .ci/older put into .venv, and the same without what Firefox
and Safari of that year lack. Those two can't be had in such old versions."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page, Playwright, Route

from .running import ARGUMENTS, Windows

PROGRAM: Final = Path(__file__).parents[2] / ".venv" / "older" / "chromium"

NO_OLDER: Final = "no Chromium of 2022: `make unpack-older` gets one"

SHEET: Final = "**/static/**/*.css"

TAKEN_AWAY: Final = (
    (re.compile(r"@container\b"), "@unknown"),
    (re.compile(r"(?<=[{;])container(-type)?:"), "unknown:"),
    (re.compile(r"(?<=\d)cq[whi]\b"), "unknown"),
    (re.compile(r":has\("), ":unknown("),
    (re.compile(r"overflow:clip"), "overflow:unknown"),
    (re.compile(r"(?<=[{;])(zoom|text-wrap|backdrop-filter|scroll-snap-stop):"), "unknown:"),
)
"""What a style sheet uses that Firefox 102 or Safari 15.4 lacks, by words that no browser knows. A browser
treats both alike: it leaves out the rule or the declaration."""

TAKE_AWAY: Final = """
const supports = CSS.supports.bind(CSS);
CSS.supports = (...asked) => !/container|:has/.test(asked.join(":")) && supports(...asked);
for (const name of ["findLast", "findLastIndex"]) delete Array.prototype[name];
delete Element.prototype.checkVisibility;
delete HTMLElement.prototype.inert;
"""
"""The same for modules: what one of the two lacks is gone before the page begins."""


def program() -> str:
    """The browser's file, or "" where it is not."""
    return str(PROGRAM) if os.access(PROGRAM, os.X_OK) else ""


class OlderChromium(Windows):
    """Windows of a Chromium of 2022."""

    async def launched(self, playwright: Playwright) -> Browser:
        return await playwright.chromium.launch(executable_path=PROGRAM, args=ARGUMENTS)


class OtherOlder(OlderChromium):
    """Windows of the same Chromium that know no more than Firefox 102 and Safari 15.4 both know."""

    async def window(self, **settings: Any) -> tuple[BrowserContext, Page]:
        context, page = await super().window(**settings)
        await context.add_init_script(TAKE_AWAY)
        await context.route(SHEET, _with_less)
        return context, page


async def _with_less(route: Route) -> None:
    """A style sheet that the browser loads knows less. The page's own modules may read it as it is."""
    if route.request.resource_type != "stylesheet":
        await route.continue_()
        return
    answer = await route.fetch()
    text = await answer.text()
    for known, unknown in TAKEN_AWAY:
        text = known.sub(unknown, text)
    await route.fulfill(response=answer, body=text)
