"""What hubs and bots log: lines for people, or objects for machines, one a line.

A change has one name everywhere, its table and its version there: so it stands in the store's log, in the
frames that tell it, and in the lines of the hub that stored it and of those that took it over
(`LOG_LEVEL=debug`). What was chosen is in none of them.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

LINE: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

PLACE: Final = re.compile(r"(\w+)? ?%[-.\d]*[a-z]")
"""A place of a message, with the word before it."""

FIELDS: Final = frozenset({"table", "version", "person", "hub"})
"""Words that are fields of their own where a message has them before a place."""


class AsJson(logging.Formatter):
    """An object for each message: `time`, `level`, `process`, `by`, `message`, and what of `FIELDS` it speaks
    of; `error` with its lines, where there is one. `process`: the hub's name, or what else says it."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": self._process,
            "by": record.name,
            **fields(record),
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def fields(record: logging.LogRecord) -> dict[str, str | int]:
    """What a message speaks of, by the words before its places."""
    args = record.args if isinstance(record.args, tuple) else ()
    found = zip(PLACE.findall(str(record.msg)), args, strict=False)
    return {word: it if isinstance(it, int) else str(it) for word, it in found if word in FIELDS}


def begin_logging(level: str, layout: str, process: str) -> None:
    """From now on all goes to the error output: from this level on, as `lines` or `json`."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson(process) if layout == "json" else logging.Formatter(LINE))
    logging.basicConfig(level=level.upper(), handlers=[handler])
