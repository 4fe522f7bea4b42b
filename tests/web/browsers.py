"""The browsers of the tests; `server/authoring/browsers.py` finds them."""

from __future__ import annotations

import os

import pytest

from server.authoring.browsers import chromium

FIREFOXES = ("firefox-esr", "firefox")
FIREFOX_PLACES = (
    "Applications/Firefox.app/Contents/MacOS/firefox",
    "snap/firefox/current/usr/lib/firefox/firefox",
    "opt/firefox/firefox",
)
FIREFOXES_OF_PLAYWRIGHT = ("firefox-*/firefox/firefox", "firefox-*/firefox/*.app/Contents/MacOS/firefox")


def needed(program: str, missing: str) -> str:
    """The program; without it, the test is skipped, or fails if `CI` is set."""
    if program:
        return program
    if os.environ.get("CI"):
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing)


if __name__ == "__main__":
    print(chromium())
