"""The board of a game in a browser: a server and bots of its own, and a person who plays by chance.

At every question: is everything in sight that matters for the choice (`sight.js`)? All the time: does the
page complain, and is the frame that the board draws around the stage a box that hides it? Playwright drives
the browser; without it, or without a browser, the part is left out with one line.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from server.admin.findings import ADVICE, WRONG, Finding
from server.games.engine import Engine
from server.process.child import environment, tie_to
from server.starting import command

from .browsers import NO_CHROMIUM, chromium

SCRIPTS: Final = [Path(__file__).with_name(name) for name in ("waiting.js", "sight.js")]

WINDOWS: Final[dict[str, dict[str, Any]]] = {
    "1366x768": {"viewport": {"width": 1366, "height": 768}, "locale": "en-GB"},
    "390x844": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "locale": "de-DE",
    },
}
"""The windows in which the board is looked at."""

MAX_QUESTIONS: Final = 25
"""The number of questions that are looked at in each window."""

TRIED: Final = f"board in a browser: all is in sight at {' and '.join(WINDOWS)}, without complaints"

START_TIMEOUT_S: Final = 90.0
STOP_TIMEOUT_S: Final = 20.0

NO_PLAYWRIGHT: Final = "no Playwright: pip install 'stammtisch[authoring]'"

MENDS: Final = {
    "nowhere": 'draw the option with data-verb="…" and data-noun="…", or leave it to the buttons: `onBoard`',
    "unseen": "make room for it, or let it scroll sideways in an element with data-row",
    "unpriced": "write its cost on it, or into its aria-label or title",
    "hidden": "make room for it: the page itself never scrolls",
    "scrolls": "let regions shrink: min-height: 0, min-width: 0",
    "tiny": "letters need twelve pixels",
    "overlaid": "keep texts apart, or draw the upper one on something opaque",
    "aside": "`pageOf(play)` names the page of a phone that opens by itself",
    "unnoticed": "draw what others change where it is in sight, or say it in the log",
}
"""By kind of violation: what usually mends it."""

FRAMES: Final = """() => {
  const found = [];
  const inside = document.querySelector(".stage-board, .stage-pages");
  for (let e = inside?.parentElement; e && !e.matches(".stage"); e = e.parentElement) {
    if (getComputedStyle(e).display !== "contents") found.push(`${e.tagName.toLowerCase()}.${e.className}`);
  }
  return found;
}"""
"""The elements between the stage and its regions that are boxes of their own."""

GREET = """async (name) => {
  const { greet } = await import(`${location.origin}/static/core/state.js`);
  await greet(name);
}"""


def findings(engine: Engine) -> Iterator[Finding]:
    """What is wrong with the board; one line if there is no browser."""
    missing = "" if find_spec("playwright") else NO_PLAYWRIGHT
    program = chromium()
    if missing or not program:
        about, _, mend = (missing or NO_CHROMIUM).partition(": ")
        yield Finding(ADVICE, f"board in a browser: left out, there is {about}", mend)
        return
    try:
        with launched(program) as browser, served() as address:
            for size in WINDOWS:
                yield from looked_at(browser, address, engine, size)
    except CannotLaunch as wrong:
        what = f"board in a browser: left out, {program} doesn't start: {wrong}"
        yield Finding(ADVICE, what, "`playwright install --with-deps chromium` gets what it needs")
    except CannotServe as wrong:
        yield Finding(
            WRONG, f"board in a browser: the server doesn't start: {wrong}", "python -m server doctor"
        )


@contextlib.contextmanager
def launched(program: str) -> Iterator[Any]:
    """A browser, closed at the end. Raises CannotLaunch."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        args = ["--no-sandbox", "--disable-gpu"]
        try:
            browser = playwright.chromium.launch(executable_path=program, args=args)
        except Error as wrong:
            raise CannotLaunch(wrong.message.splitlines()[0]) from wrong
        try:
            yield browser
        finally:
            browser.close()


def looked_at(
    browser: Any, address: str, engine: Engine, size: str, questions: int = MAX_QUESTIONS
) -> Iterator[Finding]:
    """Play some questions of a game in a window of this size, and look at each."""
    from playwright.sync_api import Error

    complaints: list[str] = []
    page = browser.new_page(**WINDOWS[size])
    page.on("console", lambda it: complaints.append(it.text) if it.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for script in SCRIPTS:
        page.add_init_script(path=script)
    try:
        page.goto(f"{address}#/nowhere")
        page.evaluate(GREET, "Ada")
        yield from _played(page, engine, size, questions)
    except Error as stuck:
        what = f"board at {size}: the page is stuck: {stuck.message.splitlines()[0]}"
        yield Finding(WRONG, what, "try it: python -m server play")
    finally:
        page.close()
    for complaint in dict.fromkeys(complaints):
        yield Finding(WRONG, f"board at {size}: the page complains: {complaint}", "see web/board.js")


def _played(page: Any, engine: Engine, size: str, questions: int) -> Iterator[Finding]:
    """Make a table with bots, play, and look; a kind of violation is told once for each kind of question."""
    seats, seen = engine.seats[-1], set[tuple[str, str]]()
    options = dict(engine.options.decided(seats))
    page.evaluate("(all) => sight.begin(...all)", [engine.name, seats, options])
    for frame in page.evaluate(FRAMES):
        what = f"board at {size}: Frame draws the box {frame} around the stage, which hides it"
        yield Finding(WRONG, what, "give that element display: contents")
    for number in range(questions):
        found = page.evaluate("(seed) => sight.next(seed)", 0 if number else 1)
        if found is None:
            return
        for kind, what in found["wrong"]:
            if (kind, found["prompt"]) not in seen:
                seen.add((kind, found["prompt"]))
                told = f"board at {size}, {found['prompt']}: {kind}: {what}"
                yield Finding(WRONG, told, MENDS.get(kind, "see server/authoring/sight.js"))
        page.evaluate("() => sight.answer()")


class CannotLaunch(Exception):
    """The browser doesn't start, for example without a library of the system; the message is a line of it."""


class CannotServe(Exception):
    """The server for the board doesn't start; the message is the last line of its output."""


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a server with bots that choose by chance. Raises CannotServe."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-board-") as folder:
        given = {"HOST": "127.0.0.1", "PORT": "0", "DATA": folder, "HUBS": "1", "BOTS": "1"}
        given["STAMMTISCH_MINDS"] = "whim"
        process = subprocess.Popen(
            command("server", "play"),
            env=environment(given=given),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=tie_to(os.getpid()),
        )
        try:
            yield _address(process)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _address(process: subprocess.Popen[str]) -> str:
    """The address that the server prints; its further output is read and dropped. Raises CannotServe."""
    assert process.stdout
    lines: queue.Queue[str] = queue.Queue(1000)
    threading.Thread(target=_pass_on, args=(process.stdout, lines), daemon=True).start()
    limit, last = time.monotonic() + START_TIMEOUT_S, ""
    while time.monotonic() < limit:
        try:
            line = lines.get(timeout=1)
        except queue.Empty:
            if process.poll() is not None:
                break
            continue
        if found := re.search(r"http://127\.0\.0\.1:\d+/", line):
            return found[0]
        last = line.strip() or last
    raise CannotServe(last)


def _pass_on(output: Any, lines: queue.Queue[str]) -> None:
    """Read the output of a process to its end, so that it never waits; keep the first lines."""
    for line in output:
        with contextlib.suppress(queue.Full):
            lines.put_nowait(line)
