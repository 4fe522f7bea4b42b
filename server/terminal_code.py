"""The QR code of a link, drawn with letters where a terminal has room for it."""

from __future__ import annotations

import io
import os
from typing import Final, TextIO

import segno

BORDER: Final = 2
"""Width of the blank border in modules. Readers of phones need no more."""

WHOLE: Final = "█"
"""Two light modules, one above the other."""

WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
"""A code must be dark on light, whatever the colours of the terminal are: its light modules are letters."""


def code(link: str, out: TextIO) -> str:
    """The lines of the code, each with its line break; "" if `out` is no terminal, is too narrow, or lacks
    the letters."""
    try:
        columns = os.get_terminal_size(out.fileno()).columns if out.isatty() else 0
    except OSError:
        return ""
    made = segno.make_qr(link, error="m", boost_error=False)
    if made.symbol_size(border=BORDER)[0] > columns:
        return ""
    drawn = io.StringIO()
    made.terminal(drawn, border=BORDER, compact=True)
    lines = drawn.getvalue().splitlines()
    lines[-1] = WHOLE * len(lines[-1])  # the border; with an odd number of rows its lower half would be dark
    text = "".join(f"{WHITE_ON_BLACK}{line}{PLAIN}\n" for line in lines)
    try:
        text.encode(out.encoding)
    except UnicodeEncodeError:
        return ""
    return text
