"""Browsers are found in all usual places; without one its tests are skipped, or fail if `CI` is set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.authoring import browsers as found

from . import firefox, older

ROOT = Path(__file__).parents[2]

OF_PLAYWRIGHT = ".cache/ms-playwright/chromium-1187/chrome-linux/chrome"
OLDER = ".cache/ms-playwright/chromium-999/chrome-linux64/chrome"
HEADLESS = "Library/Caches/ms-playwright/chromium_headless_shell-1100/chrome-mac/headless_shell"
TESTING = "Google Chrome for Testing"
KEPT = [
    "bin/google-chrome",
    "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "snap/bin/chromium",
    OF_PLAYWRIGHT,
    HEADLESS,
    f"Library/Caches/ms-playwright/chromium-1187/chrome-mac-arm64/{TESTING}.app/Contents/MacOS/{TESTING}",
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for name in ("CHROMIUM", "PLAYWRIGHT_BROWSERS_PATH", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(found, "ROOT", tmp_path / "root")
    monkeypatch.setattr(firefox, "BESIDE", tmp_path / "nowhere")
    return tmp_path


def put(path: Path, mode: int = 0o755) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode)
    return str(path)


@pytest.mark.parametrize("place", [*KEPT, *(f"root/{path}" for path in found.CHROMIUM_PLACES)])
def test_a_chromium_is_found_where_it_is_kept(home: Path, place: str) -> None:
    assert found.chromium() == ""
    assert found.chromium() != put(home / place, 0o644), "a file that can't be started is none"
    (home / place).chmod(0o755)
    assert found.chromium() == str(home / place)


def test_the_best_chromium_is_taken(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home / OLDER)
    for better in (
        OF_PLAYWRIGHT,
        HEADLESS,
        "snap/bin/chromium",
        "bin/chromium",
        "bin/chromium-headless-shell",
    ):
        there = put(home / better)
        assert found.chromium() == there
    monkeypatch.setenv("CHROMIUM", "/one/that/is/named")
    assert found.chromium() == "/one/that/is/named"


def test_playwrights_cache_may_lie_elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(home / "browsers"))
    put(home / OF_PLAYWRIGHT)
    assert found.chromium() == ""
    there = put(home / "browsers" / "chromium-1" / "chrome-linux" / "chrome")
    assert found.chromium() == there


@pytest.mark.parametrize(
    ("program", "about"),
    [
        ("bin/firefox", "bin/application.ini"),
        (
            "Applications/Firefox.app/Contents/MacOS/firefox",
            "Applications/Firefox.app/Contents/Resources/application.ini",
        ),
    ],
)
def test_a_firefox_is_found_that_is_new_enough(home: Path, program: str, about: str) -> None:
    put(home / program)
    assert firefox.program() == "", "its version is not known"
    put(home / about)
    (home / about).write_text(f"[App]\nVersion={firefox.OLDEST - 1}.2\n")
    assert firefox.program() == ""
    own = put(home / ".cache/ms-playwright/firefox-1490/firefox/firefox")
    assert firefox.program() == own, "Playwright drives its own in its own way, of any version"
    (home / about).write_text(f"[App]\nVersion={firefox.OLDEST}.0\n")
    assert firefox.program() == str(home / program)


@pytest.mark.parametrize("ci", ["", "true"])
def test_without_a_browser_tests_are_skipped_in_one_line_or_fail(tmp_path: Path, ci: str) -> None:
    some = [
        "tests/web/test_sheets.py",
        "tests/web/test_running.py",
        "tests/web/test_firefox.py",
        "tests/web/test_older_browsers.py",
        "tests/bots/load/test_report.py",
    ]
    hidden = {
        "HOME": str(tmp_path),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path),
        "CI": ci,
        "PYTEST_ADDOPTS": "",
    }
    code = f"""
import sys, pytest
from pathlib import Path
from server.authoring import browsers as found
from tests.web import browsers, firefox, older
found.CHROMIUMS, browsers.FIREFOXES = (), ()
found.ROOT = firefox.BESIDE = Path({str(tmp_path)!r})
older.PROGRAM = Path({str(tmp_path / "none")!r})
chosen = "browsers_understand or has_died_is or first_question or by_keyboard or too_old"
sys.exit(pytest.main(["-k", chosen, *{some!r}]))
"""
    environment = {name: value for name, value in os.environ.items() if name != "CHROMIUM"} | hidden
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if found.NO_CHROMIUM in line]
    if ci:
        assert done.returncode == 1 and "passed" not in done.stdout, done.stdout
        assert len([line for line in lines if line.startswith("ERROR")]) == 3, done.stdout
    else:
        assert done.returncode == 0 and lines == [f"3 skipped: {found.NO_CHROMIUM}"], done.stdout
        assert f"1 skipped: {firefox.NO_FIREFOX}" in done.stdout.splitlines(), done.stdout
        assert f"2 skipped: {older.NO_OLDER}" in done.stdout.splitlines(), done.stdout
