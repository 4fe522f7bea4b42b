"""The log format of hubs and bots: lines for people, or one JSON object a line for machines.

A change is identified everywhere by its table and its version: in the store's log, in the frames that
broadcast it, and in the log lines of the hub that stored it and of the hubs that followed it
(`LOG_LEVEL=debug`). No log contains the choice itself.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

LINE: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

PLACE: Final = re.compile(r"(\w+)? ?%[-.\d]*[a-z]")
"""A placeholder of a message, with the word before it."""

FIELDS: Final = frozenset({"table", "version", "person", "hub"})
"""Words that become JSON fields when they precede a placeholder."""


class AsJson(logging.Formatter):
    """Formats a message as an object: `time`, `level`, `process`, `by`, `message`, the `FIELDS` that it
    mentions, and `error` with the traceback if there is one. `process`: the hub's name, or another name of
    the process."""

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
    """The fields that a message mentions, by the words before its placeholders."""
    args = record.args if isinstance(record.args, tuple) else ()
    found = zip(PLACE.findall(str(record.msg)), args, strict=False)
    return {word: it if isinstance(it, int) else str(it) for word, it in found if word in FIELDS}


def begin_logging(level: str, layout: str, process: str) -> None:
    """Log everything from this level on to standard error, in the layout `lines` or `json`."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson(process) if layout == "json" else logging.Formatter(LINE))
    logging.basicConfig(level=level.upper(), handlers=[handler])
