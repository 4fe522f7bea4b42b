"""Clicks as people make them: on a visible thing that nothing covers.

Playwright scrolls a thing into sight before it clicks on it, and tries another place if it is covered. No
page does that for people. So its clicks are replaced here by ones that fail where a person could not make
them; a test that must scroll does so with `scroll_to`, which turns the wheel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from weakref import WeakSet

import pytest
from playwright.async_api import Error, Locator, Page

from .slow import RATE

PATIENCE = 60.0 * RATE
"""Seconds in which a thing must be at rest, in sight and uncovered."""

TURNS = 40
"""The maximum number of turns of the wheel."""


FOLLOWED: WeakSet[Locator] = WeakSet()
"""Things that were scrolled into sight by `scroll_to`."""

SCROLLED: WeakSet[Page] = WeakSet()
"""Pages to read from top to bottom, where scrolling is normal; a table needs none."""


class Aim(NamedTuple):
    """The place for a click, or the trouble, and the turn of the wheel that would help (see `turn_wheel`)."""

    at: list[float]
    trouble: str
    wheel: list[float]
    fingers: bool
    checked: bool


async def aim(locator: Locator) -> Aim:
    """Wait until the thing exists and is at rest, and return the place for a click."""
    await locator.wait_for(state="visible")
    return Aim(**await locator.evaluate("(e) => pointer.aim(e)"))


async def press(page: Page, at: list[float], fingers: bool) -> None:
    """Click with the mouse, or tap on a touch screen."""
    if fingers:
        await page.touchscreen.tap(*at)
    else:
        await page.mouse.click(*at)


async def turn_wheel(page: Page, wheel: list[float]) -> None:
    """Turn the wheel over a place, and wait until the page is at rest: [x, y, to the right, down]."""
    x, y, right, down = wheel
    await page.mouse.move(x, y)
    await page.mouse.wheel(right, down)
    await page.evaluate("() => pointer.rest()")


async def scroll_to(locator: Locator) -> Locator:
    """Turn the wheel, as people do, until the thing is in sight and uncovered; a click on it turns the wheel
    further if the page has grown meanwhile."""
    FOLLOWED.add(locator)
    found = await aim(locator)
    for _ in range(TURNS):
        if not found.trouble or not any(found.wheel[2:]):
            break
        await turn_wheel(locator.page, found.wheel)
        found = await aim(locator)
    assert not found.trouble, f"no turning of the wheel leads to {locator}: it {found.trouble}"
    return locator


async def _aimed(locator: Locator, until: float) -> Aim:
    """The place for a click; fails if a person cannot click there."""
    while (found := await aim(locator)).trouble:
        assert asyncio.get_running_loop().time() < until, f"nobody can click on {locator}: it {found.trouble}"
        if (locator in FOLLOWED or locator.page in SCROLLED) and any(found.wheel[2:]):
            await turn_wheel(locator.page, found.wheel)
        else:
            await asyncio.sleep(0.05)
    return found


async def _press(locator: Locator, found: Aim, until: float) -> None:
    """Click, and repeat it if the page moved just then: such a click does nothing; see pointer.js."""
    page = locator.page
    while True:
        thing = await locator.element_handle()
        await thing.evaluate("(e) => pointer.mean(e)")
        await press(page, found.at, found.fingers)
        try:
            if await page.evaluate("() => window.pointer?.met() ?? true"):
                return
        except Error:  # the click led to another page
            return
        assert asyncio.get_running_loop().time() < until, f"no click comes to {locator}: it always moves away"
        found = await _aimed(locator, until)


async def _end(locator: Locator, timeout: float | None) -> float:
    """The time limit for a click on an existing thing: a busy page needs time for it."""
    await locator.wait_for(state="visible")
    return asyncio.get_running_loop().time() + (timeout / 1000 if timeout else PATIENCE)


async def _click(self: Locator, *, timeout: float | None = None) -> None:
    until = await _end(self, timeout)
    await _press(self, await _aimed(self, until), until)


async def _page_click(self: Page, selector: str, *, timeout: float | None = None) -> None:
    await self.locator(selector).first.click(timeout=timeout)


async def _hover(self: Locator, *, timeout: float | None = None) -> None:
    await self.page.mouse.move(*(await _aimed(self, await _end(self, timeout))).at)


async def _set_checked(self: Locator, checked: bool, *, timeout: float | None = None) -> None:
    until = await _end(self, timeout)
    found = await _aimed(self, until)
    if found.checked != checked:
        await _press(self, found, until)


async def _check(self: Locator) -> None:
    await _set_checked(self, True)


async def _uncheck(self: Locator) -> None:
    await _set_checked(self, False)


async def _page_uncheck(self: Page, selector: str) -> None:
    await _set_checked(self.locator(selector).first, False)


WAYS: dict[type, dict[str, Any]] = {
    Locator: {
        "click": _click,
        "hover": _hover,
        "check": _check,
        "uncheck": _uncheck,
        "set_checked": _set_checked,
    },
    Page: {"click": _page_click, "uncheck": _page_uncheck},
}
"""The replaced methods. Playwright's other methods with a pointer are forbidden."""

NEVER = {
    Locator: ("dblclick", "tap", "drag_to", "scroll_into_view_if_needed"),
    Page: ("check", "hover", "tap"),
}


def _never(*_: Any, **__: Any) -> Any:
    raise AssertionError("people can't do that; see pointer.py")


@contextmanager
def as_people_do() -> Iterator[None]:
    """Within this context, all clicks are made as people make them."""
    with pytest.MonkeyPatch.context() as patch:
        for kind, ways in WAYS.items():
            for name, way in ways.items():
                patch.setattr(kind, name, way)
        for kind, names in NEVER.items():
            for name in names:
                patch.setattr(kind, name, _never)
        yield
