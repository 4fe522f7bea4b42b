"""The QR code in the terminal: it says the link, and appears only where it can be read."""

from __future__ import annotations

import fcntl
import io
import os
import struct
import termios
from collections.abc import Iterator
from typing import TextIO

import pytest

from server.terminal_code import BORDER, PLAIN, WHITE_ON_BLACK, code
from tests.web.codes import text_in

LINKS = [
    "http://192.168.1.4:8080/",
    "https://flat-words-here-again.trycloudflare.com/",
    "http://[2001:db8:1:2:3:4:5:6]:18080/",
]

HALVES = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
"""The upper and the lower module of a letter: 1 is dark, as the ground of the letters is."""


@pytest.fixture
def ends() -> Iterator[tuple[int, TextIO]]:
    """A terminal, as its window and as the program in it see it."""
    window, inside = os.openpty()
    with os.fdopen(inside, "w", encoding="utf-8") as out:
        yield window, out
    os.close(window)


def wide(window: int, columns: int) -> None:
    fcntl.ioctl(window, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))


def said(drawn: str) -> str:
    """The text of a code that is drawn with letters."""
    lines = [line.removeprefix(WHITE_ON_BLACK).removesuffix(PLAIN) for line in drawn.splitlines()]
    rows = [[HALVES[letter][half] for letter in line] for line in lines for half in (0, 1)]
    dark = {(x - BORDER, y - BORDER) for y, row in enumerate(rows) for x, it in enumerate(row) if it}
    return text_in(dark, len(rows[0]) - 2 * BORDER)


@pytest.mark.parametrize("link", LINKS)
def test_the_code_says_the_link(ends: tuple[int, TextIO], link: str) -> None:
    window, out = ends
    wide(window, 80)
    assert said(code(link, out)) == link


def test_there_is_no_code_without_room(ends: tuple[int, TextIO]) -> None:
    window, out = ends
    wide(window, 80)
    needed = len(code(LINKS[1], out).splitlines()[0]) - len(WHITE_ON_BLACK + PLAIN)
    for columns, shown in ((needed, True), (needed - 1, False), (0, False)):
        wide(window, columns)
        assert bool(code(LINKS[1], out)) == shown


def test_there_is_no_code_outside_of_terminals_and_without_the_letters(ends: tuple[int, TextIO]) -> None:
    window, out = ends
    wide(window, 80)
    assert code(LINKS[0], io.StringIO()) == ""
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        assert code(LINKS[0], nothing) == ""
    with os.fdopen(os.dup(out.fileno()), "w", encoding="ascii") as plain:
        assert code(LINKS[0], plain) == ""
