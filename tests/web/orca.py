"""A real screen reader: what Orca says while somebody finds a game and answers its first questions by keys.

`python -m tests.web.orca` starts a display, a desktop bus, Orca and Chromium with a window, presses keys as a
keyboard does, and prints what was spoken after each. Nothing is judged: a person reads the words. It needs
these packages of Debian: orca at-spi2-core xvfb xdotool openbox dbus-daemon chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playwright.async_api import Page, async_playwright

from server.games import GAMES
from server.games.catalogue import texts

from .blind import Blind
from .running import ARGUMENTS, House
from .test_in_words import words

PROGRAMS = ("Xvfb", "openbox", "dbus-daemon", "orca", "xdotool", "chromium")
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:\{[^\n]*\}|None)?$", re.MULTILINE | re.DOTALL)
LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
SPEECH = "spoken.txt"
SCREEN = "1366x820x24"
QUIET_S = 1.5
"""Orca has said all that it has to say if nothing more comes for so long."""
PATIENCE_S = 20
KEYS = {"Enter": "Return", "ArrowDown": "Down", "ArrowUp": "Up", " ": "space"}


def missing() -> list[str]:
    """The programs that are not there."""
    return [name for name in PROGRAMS if not shutil.which(name)]


class Desktop:
    """Programs on a display and a desktop bus of their own; `env` is their environment."""

    def __init__(self, folder: Path, language: str, stack: contextlib.ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        own = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8", "LANGUAGE": language}
        self.env = {**os.environ, **own}

    def start(self, *command: str, output: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        """Start a program that ends with the desktop."""
        child = subprocess.Popen(command, env=self.env, stdout=output, stderr=subprocess.DEVNULL, text=True)
        self.stack.callback(child.wait, PATIENCE_S)
        self.stack.callback(child.terminate)
        return child

    def told(self, *command: str) -> str:
        """The first line that a program writes once it is ready."""
        output = self.start(*command, output=subprocess.PIPE).stdout
        assert output
        return output.readline().strip()


@contextlib.contextmanager
def desktop(folder: Path, language: str) -> Iterator[dict[str, str]]:
    """A display with a window manager, a bus and Orca; yields the environment of programs on it."""
    with contextlib.ExitStack() as stack:
        made = Desktop(folder, language, stack)
        display = made.told("Xvfb", "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp")
        made.env["DISPLAY"] = f":{display}"
        bus = made.told("dbus-daemon", "--session", "--nofork", "--print-address")
        made.env["DBUS_SESSION_BUS_ADDRESS"] = bus
        made.start("openbox")
        made.start(str(LAUNCHER), "--launch-immediately")
        # Without a sound system Orca would wait for it for ever.
        (folder / "speechd.py").write_text("raise ImportError('speech is only written down')\n")
        made.env["PYTHONPATH"] = str(folder)
        made.start("orca", "--replace", "-d", "braille", "--debug-file", str(folder / SPEECH))
        yield made.env


class Listener(Blind):
    """Presses keys of the display, and writes down what is spoken after each."""

    def __init__(
        self, page: Page, texts_of_page: Mapping[str, str], env: Mapping[str, str], spoken: Path
    ) -> None:
        super().__init__(page, texts_of_page)
        self.env = env
        self.spoken = spoken
        self.read = 0

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            await asyncio.to_thread(
                subprocess.run, ["xdotool", "key", KEYS.get(key, key)], env=self.env, check=True
            )
            await self.hear(key)

    async def hear(self, after: str) -> None:
        """Print what is spoken until it is quiet."""
        told, since = [], time.monotonic()
        while time.monotonic() - since < QUIET_S:
            text = self.spoken.read_text("utf-8", "replace") if self.spoken.exists() else ""
            new = SPOKEN.findall(text, self.read)
            if new:
                told += new
                self.read, since = len(text), time.monotonic()
            await asyncio.sleep(0.1)
        print(f"{after:>10}: {' | '.join(map(str.strip, told))}", flush=True)


async def listen(address: str, game: str, language: str, most: int, folder: Path) -> None:
    """Find a game in the lobby, begin it, and answer its first questions."""
    settings = folder / "browser" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"translate": {"enabled": false}}')
    with desktop(folder, language) as env:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch_persistent_context(
                folder / "browser",
                executable_path=shutil.which("chromium"),
                headless=False,
                args=[*ARGUMENTS, "--force-renderer-accessibility", f"--app={address}"],
                env=env,  # type: ignore[arg-type]
                locale=language,
                no_viewport=True,
            )
            page = browser.pages[0]
            ada = Listener(page, words(language), env, folder / SPEECH)
            await page.locator("#guest-name").wait_for()
            await ada.hear("(opened)")
            await ada.press("A", "d", "a", "Enter")
            await ada.walk_to(f"{ada.words['lobby.play-now']}: {texts(game, language)['name']}")
            await ada.press("Enter")
            await page.locator(".stage-board").wait_for()
            await ada.hear("(begun)")
            await ada.press("v")
            for _ in range(most):
                told = await ada.question()
                if ada.over(told):
                    break
                await ada.press("1", "Enter")
            await browser.close()


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.orca", description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=sorted(GAMES), default="machi_koro")
    parser.add_argument("--language", choices=["de", "en"], default="en")
    parser.add_argument("--questions", type=int, default=3)
    asked = parser.parse_args(given)
    if gone := missing():
        print(f"not installed: {', '.join(gone)}", file=sys.stderr)
        return 1
    house = House()
    try:
        with tempfile.TemporaryDirectory(prefix="st-orca-") as folder:
            asyncio.run(listen(house.open(), asked.game, asked.language, asked.questions, Path(folder)))
    finally:
        house.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
