"""The contract of a mind, and the minds there are by name.

A mind gets one seat's document and nothing else: no socket, no engine's game, no other seat.

The minds are those of the modules of `bots/minds/` (`MIND`, called as its module, or `MINDS` by name), and
those that installed packages offer as entry points of the group `stammtisch.minds`; a host lets people choose
them by the setting `STAMMTISCH_MINDS`.
"""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any, Final, Protocol

from server.games.kernel import Choice

from . import minds
from .document import Document, options

GROUP: Final = "stammtisch.minds"

log = logging.getLogger("stammtisch.bots")


class Mind(Protocol):
    """One player at one seat. It may remember, and is asked about no other table."""

    def choose(self, document: Document, deadline: float) -> Choice:
        """One of the options in the document, which is asked something. `deadline` is a time of
        `time.monotonic`, after which the best so far is better than the best."""


class MindFailed(Exception):
    """A mind has raised something, or has chosen what is none of the options. The message names the mind and
    the question, notes say how one comes there again."""

    trace = ""
    """Where the mind has raised it."""

    @property
    def told(self) -> str:
        """All of it in a line."""
        return "; ".join([str(self), *getattr(self, "__notes__", [])])


def offered(name: str, choice: Any, prompt: str, options: Collection[Choice]) -> Choice:
    """What the mind of this name has chosen. Raises MindFailed where the question doesn't offer it."""
    if choice in options:
        return Choice(*choice)
    raise MindFailed(f"{name} chose {choice!r} at {prompt}, which is none of the options")


@contextlib.contextmanager
def blamed(name: str, when: str) -> Iterator[None]:
    """Whatever a mind of this name raises meanwhile becomes MindFailed."""
    try:
        yield
    except Exception as wrong:
        failed = MindFailed(f"{name} raised {wrong!r} {when}")
        failed.trace = traceback.format_exc()  # as text, which also comes back from another process
        raise failed from wrong


Maker = Callable[[int], Mind]
"""Makes a mind from a seed: the same seed and the same documents give the same choices.

One that takes long has an attribute `quick`, the maker of another mind: a bot process has it think in a
process beside it, where it is made anew for each question, and asks the quick one where it is not done in
time."""


def ask(mind: Mind, document: Document, deadline: float) -> Choice:
    """What a mind chooses. Raises MindFailed where that is no option, and whatever the mind raises."""
    choice, question = mind.choose(document, deadline), document["mine"]["ask"]
    return offered(type(mind).__name__, choice, question["prompt"], options(document))


def quick_of(maker: Maker) -> Maker | None:
    """What answers where a mind that takes long can't; None for a mind that doesn't take long."""
    found: Maker | None = getattr(maker, "quick", None)
    return found


def _own() -> Iterator[tuple[str, Maker]]:
    for row in iter_modules(minds.__path__):
        module = import_module(f"{minds.__name__}.{row.name}")
        yield from getattr(module, "MINDS", {}).items()
        if hasattr(module, "MIND"):
            yield row.name, module.MIND


def from_outside(entries: Iterable[EntryPoint], taken: Collection[str] = ()) -> Iterator[tuple[str, Maker]]:
    """The minds of other packages. One that can't be loaded, or has the name of another, is told of and left
    out: it is no reason why nobody else should play, nor may it play in another's place."""
    names = {*taken}
    for entry in entries:
        if entry.name in names:
            log.warning("the mind %s (%s) is left out: there is one of that name", entry.name, entry.value)
            continue
        try:
            yield entry.name, entry.load()
            names.add(entry.name)
        except Exception as wrong:
            kind = type(wrong).__name__
            log.warning("the mind %s (%s) can't be loaded: %s: %s", entry.name, entry.value, kind, wrong)


MINDS: Final[dict[str, Maker]] = dict(_own())
MINDS.update(from_outside(entry_points(group=GROUP), [*MINDS]))
"""Name to maker."""
