"""The registry of minds by name: those of this package, and those of installed packages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Final

from bots import minds
from bots.mind import Maker
from server.games.outside import offered as offered_outside

GROUP: Final = "stammtisch.minds"


def _own() -> Iterator[tuple[str, Maker]]:
    for row in iter_modules(minds.__path__):
        if row.name == "registry":
            continue
        module = import_module(f"{minds.__name__}.{row.name}")
        yield from getattr(module, "MINDS", {}).items()
        if hasattr(module, "MIND"):
            yield row.name, module.MIND


MINDS: Final[dict[str, Maker]] = dict(_own())
MINDS.update(offered_outside(entry_points(group=GROUP), "mind", [*MINDS]))
"""Name to maker."""
