"""Output files of a command, written at the end of a possibly long run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec


def new_file(text: str) -> Path:
    """A path that can be written. The check runs before a long run, not after it; raises
    ArgumentTypeError."""
    path = Path(text)
    try:
        if not path.exists():
            target = path.resolve()  # a dangling link is kept, its target is tested
            target.touch()
            target.unlink()
        elif not path.is_char_device() and not path.is_fifo():
            path.open("ab").close()
    except OSError as wrong:
        raise argparse.ArgumentTypeError(f"{text} can't be written: {wrong.strerror}") from None
    return path


def as_json(content: Any) -> bytes:
    """Data as indented JSON with a final newline."""
    return msgspec.json.format(msgspec.json.encode(content)) + b"\n"


def written(status: int, *files: tuple[Path | None, Callable[[], bytes]]) -> int:
    """Write the requested files (those with a path); an error with one file doesn't stop the others.

    Returns the given exit status, but 2 instead of 0 if a file couldn't be written; the error is printed in
    one line.
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
