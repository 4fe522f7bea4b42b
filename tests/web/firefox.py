"""Firefox, as Debian has it: installed, or in .venv/firefox, from .ci/firefox. Driven by WebDriver BiDi."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, Playwright

from .running import Windows

PLACE = Path(__file__).parents[2] / ".venv" / "firefox" / "usr" / "lib"
BESIDE = PLACE / "firefox-esr" / "firefox-esr"
RELAY = Path(__file__).with_name("firefox_relay.py")

CHROMIUM_S_OWN = ("has_touch", "is_mobile")
"""What Firefox can't pretend to have."""


OLDEST = 153
"""The first version that can be driven so."""


def program() -> str:
    """The browser's file, or "" where there is none that is new enough."""
    found = [shutil.which("firefox-esr") or "", str(BESIDE)]
    return next((one for one in found if one and _version(Path(one).resolve().parent) >= OLDEST), "")


def _version(folder: Path) -> int:
    """The version of the Firefox that lies there, 0 where none does."""
    about = folder / "application.ini"
    found = re.search(r"^Version=(\d+)", about.read_text(), re.MULTILINE) if about.exists() else None
    return int(found[1]) if found else 0


class Firefox(Windows):
    """Windows of Firefox, of the same sizes as Chromium's, with a mouse in each."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="st-firefox-")

    async def window(self, **settings: Any) -> tuple[BrowserContext, Page]:
        return await super().window(
            **{name: value for name, value in settings.items() if name not in CHROMIUM_S_OWN}
        )

    async def launched(self, playwright: Playwright) -> Browser:
        """Playwright starts one file and gives it words of its own, so one starts relay and browser."""
        starter = Path(self.folder.name) / "firefox"
        starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{RELAY}" "{program()}" "$@"\n')
        starter.chmod(0o755)
        beside = [*PLACE.glob("*-linux-gnu*"), Path(program()).resolve().parent]
        libraries = ":".join(map(str, [*beside, os.environ.get("LD_LIBRARY_PATH", "")])).strip(":")
        return await playwright.firefox.launch(
            channel="moz-firefox", executable_path=starter, env={**os.environ, "LD_LIBRARY_PATH": libraries}
        )

    async def close(self) -> None:
        await super().close()
        self.folder.cleanup()
        self.folder = tempfile.TemporaryDirectory(prefix="st-firefox-")
