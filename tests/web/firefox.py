"""Firefox: the installed one or the one that .ci/firefox put into .venv, controlled by WebDriver BiDi; or
Playwright's own."""

from __future__ import annotations

import itertools
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, Playwright

from server.authoring import browsers as found

from . import browsers
from .running import PATIENCE, Windows

PLACE = Path(__file__).parents[2] / ".venv" / "firefox" / "usr" / "lib"
BESIDE = PLACE / "firefox-esr" / "firefox-esr"
RELAY = Path(__file__).with_name("firefox_relay.py")

CHROMIUM_S_OWN = ("has_touch", "is_mobile")
"""Options that Firefox does not support."""


OLDEST = 153
"""The first version that can be controlled this way."""


NO_FIREFOX = (
    f"no Firefox {OLDEST} or newer: `make unpack-firefox` or `.venv/bin/playwright install firefox` gets one"
)


def program() -> str:
    """The path of the browser, or "" if there is none that is new enough."""
    installed = [*found.installed(browsers.FIREFOXES, browsers.FIREFOX_PLACES), str(BESIDE)]
    new_enough = (one for one in installed if _version(Path(one).resolve().parent) >= OLDEST)
    return next(itertools.chain(new_enough, _playwrights()), "")


def _playwrights() -> list[str]:
    return [*found.of_playwright(browsers.FIREFOXES_OF_PLAYWRIGHT)]


def _version(folder: Path) -> int:
    """The version of the Firefox in this folder, 0 if there is none."""
    for about in (folder / "application.ini", folder.parent / "Resources" / "application.ini"):
        if about.exists() and (found := re.search(r"^Version=(\d+)", about.read_text(), re.MULTILINE)):
            return int(found[1])
    return 0


class Firefox(Windows):
    """Windows of Firefox, of the same sizes as Chromium's, each with a mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="st-firefox-")

    async def window(self, **settings: Any) -> tuple[BrowserContext, Page]:
        return await super().window(
            **{name: value for name, value in settings.items() if name not in CHROMIUM_S_OWN}
        )

    async def launched(self, playwright: Playwright) -> Browser:
        """Playwright starts a single file with its own arguments, so a script starts both relay and browser.
        Playwright's own Firefox needs neither."""
        if program() in _playwrights():
            return await playwright.firefox.launch(executable_path=program(), timeout=1000 * PATIENCE)
        starter = Path(self.folder.name) / "firefox"
        starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{RELAY}" "{program()}" "$@"\n')
        starter.chmod(0o755)
        beside = [*PLACE.glob("*-linux-gnu*"), Path(program()).resolve().parent]
        libraries = ":".join(map(str, [*beside, os.environ.get("LD_LIBRARY_PATH", "")])).strip(":")
        return await playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=starter,
            env={**os.environ, "LD_LIBRARY_PATH": libraries},
            timeout=1000 * PATIENCE,
        )

    async def close(self) -> None:
        await super().close()
        self.folder.cleanup()
        self.folder = tempfile.TemporaryDirectory(prefix="st-firefox-")
