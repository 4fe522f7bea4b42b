"""Files that a command writes at its end, after what may have been a long run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec


def new_file(text: str) -> Path:
    """A file that can be written; said before a long run and not after it."""
    path = Path(text)
    try:
        if not path.exists():
            target = path.resolve()  # a link that leads to no file yet stays
            target.touch()
            target.unlink()
        elif not path.is_char_device() and not path.is_fifo():
            path.open("ab").close()
    except OSError as wrong:
        raise argparse.ArgumentTypeError(f"{text} can't be written: {wrong.strerror}") from None
    return path


def as_json(content: Any) -> bytes:
    """Data as a JSON file that can be read by people, too."""
    return msgspec.json.format(msgspec.json.encode(content)) + b"\n"


def written(status: int, *files: tuple[Path | None, Callable[[], bytes]]) -> int:
    """Write those of these files that were asked for, each for itself.

    The exit status: the one that is given, but 2 instead of 0 where a file couldn't be written, which is
    said in a line.
    """
    for path, content in files:
        if path is None:
            continue
        try:
            path.write_bytes(content())
        except OSError as wrong:
            print(f"{path} can't be written: {wrong.strerror}", file=sys.stderr)
            status = status or 2
    return status
