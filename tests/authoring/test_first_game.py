"""docs/first-game.md, as a reader follows it: every command and every edit of the page, in their order."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from server.process.child import tie_to
from tests.waiting import LIMIT

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "first-game.md"

FENCED = re.compile(r"(?ms)^```(\w+)\n(.*?)^```|^((?: {4}\S[^\n]*\n)+)")
FILE = re.compile(r"\b(?:In|end of)\s+`([\w/.]+)`:\s*\Z")
"""The end of the sentence before an edit: it names the file."""

FAILS_AFTER_EDIT = "Now the tests fail, as they should"


class Part(NamedTuple):
    """A part of the page: commands, or an edit of a file."""

    kind: str
    """console, diff or python"""
    file: str
    """The edited file; that of the part before, if the page names none."""
    text: str
    before: str
    """The sentences before it."""


def parts() -> Iterator[Part]:
    text, at, file = PAGE.read_text("utf-8"), 0, ""
    for found in FENCED.finditer(text):
        before = text[at : found.start()]
        named = FILE.search(before.rstrip())
        file, at = named[1] if named else file, found.end()
        kind, body = (found[1], found[2]) if found[1] else ("console", found[3])
        yield Part(kind, file, body, before)


def edited(old: str, diff: str) -> str:
    """A file after an edit: the lines with a minus stand there once, and give way to those with a plus."""
    gone = "\n".join(line[1:] for line in diff.splitlines() if line.startswith("-"))
    come = "\n".join(line[1:] for line in diff.splitlines() if line.startswith("+"))
    assert old.count(gone) == 1, f"{gone!r} stands there {old.count(gone)} times"
    return old.replace(gone, come)


class Reader:
    """Somebody with an environment of their own, in which Stammtisch is installed, in an empty folder."""

    def __init__(self, home: Path) -> None:
        self.here = home / "work"
        self.here.mkdir()
        venv = home / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
        (packages,) = venv.glob("lib/python*/site-packages")
        # Everything that is installed beside the tests, and Stammtisch as in an editable installation.
        (packages / "all.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n{ROOT}\n")
        self._script(venv, "stammtisch", "from stammtisch import main")
        self._script(venv, "pip", "from pip._internal.cli.main import main")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST"))}
        offline = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        self.environment = {**kept, **offline, "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    @staticmethod
    def _script(venv: Path, name: str, line: str) -> None:
        script = venv / "bin" / name
        script.write_text(f"#!{venv}/bin/python\nimport sys\n{line}\nsys.exit(main())\n")
        script.chmod(0o755)

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        if line.startswith("cd "):
            self.here /= line.removeprefix("cd ")
            return subprocess.CompletedProcess(line, 0, "", "")
        if line == "stammtisch check .":
            line += " --games 5 --no-browser"  # a browser has its own test
        return subprocess.run(
            ["sh", "-euc", line],
            cwd=self.here,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=2 * LIMIT,
        )

    def plays(self, game: str) -> bool:
        """Is the game in the lobby of `stammtisch play`?"""
        settings = {"PORT": "0", "DATA": str(self.here.parent / "data"), "BOTS": "1", "HUBS": "1"}
        play = subprocess.Popen(
            ["stammtisch", "play"],
            cwd=self.here,
            env={**self.environment, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=tie_to(os.getpid()),
        )
        assert play.stdout
        try:
            address = next(found[0] for line in play.stdout if (found := re.search(r"http://[\w.:]+", line)))
            with urllib.request.urlopen(f"{address}/games", timeout=LIMIT) as answer:
                return game in [row["name"] for row in json.load(answer)]
        finally:
            play.send_signal(signal.SIGINT)
            play.communicate(timeout=LIMIT)


@pytest.mark.timeout(900)
def test_every_step_of_the_page_does_what_it_says(tmp_path: Path) -> None:
    reader, tried = Reader(tmp_path), []
    for part in parts():
        if part.kind == "console":
            if FAILS_AFTER_EDIT in part.before:
                done = reader.run("python -m pytest")
                assert done.returncode == 1 and "stammtisch check . --write-perft" in done.stdout
            for line in map(str.strip, part.text.splitlines()):
                tried.append(line)
                if line == "stammtisch play":
                    assert reader.plays("harvest")
                    continue
                done = reader.run(line)
                assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        else:
            file = reader.here / part.file
            old = file.read_text("utf-8")
            new = edited(old, part.text) if part.kind == "diff" else old.rstrip() + "\n" + part.text
            file.write_text(new, "utf-8")
            tried.append(part.file)
    assert len(tried) > 15 and tried.count("python -m pytest") == 3


@pytest.mark.parametrize("word", ["game.then", "game.roll", "game.shuffle", "game.seal()", "asks", "answer"])
def test_words_of_the_page_are_words_of_the_kernel(word: str) -> None:
    name = word.removeprefix("game.").removesuffix("()")
    assert word in PAGE.read_text("utf-8") and f"def {name}(" in (ROOT / "server/games/kernel.py").read_text()
