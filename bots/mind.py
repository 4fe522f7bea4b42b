"""The interface of a mind (a bot player); `minds/registry.py` lists the minds by name.

A mind gets the document of one seat and nothing else: no socket, no game state of the engine, no other seat.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Collection, Iterator
from typing import Any, Protocol

from server.games.kernel import Choice

from .document import Document, options


class Mind(Protocol):
    """One player at one seat. A mind may keep state between questions; each instance serves one table."""

    def choose(self, document: Document, deadline: float) -> Choice:
        """Return one of the document's options; the document contains an open question. `deadline` is a time
        of `time.monotonic`: after it, a good choice now is better than the best choice later."""


class MindFailed(Exception):
    """A mind raised an exception or chose something that is not among the options. The message names the mind
    and the question; notes say how to reproduce it."""

    trace = ""
    """The traceback of the mind's exception."""

    @property
    def told(self) -> str:
        """The message and its notes in one line."""
        return "; ".join([str(self), *getattr(self, "__notes__", [])])


def offered(name: str, choice: Any, prompt: str, options: Collection[Choice]) -> Choice:
    """The choice of the mind with this name. Raises MindFailed if the question doesn't offer it."""
    if choice in options:
        return Choice(*choice)
    raise MindFailed(f"{name} chose {choice!r} at {prompt}, which is none of the options")


@contextlib.contextmanager
def blamed(name: str, when: str) -> Iterator[None]:
    """Turn every exception of the mind with this name into MindFailed."""
    try:
        yield
    except Exception as wrong:
        failed = MindFailed(f"{name} raised {wrong!r} {when}")
        failed.trace = traceback.format_exc()  # as text, so that it can be pickled to another process
        raise failed from wrong


Maker = Callable[[int], Mind]
"""Makes a mind from a seed: the same seed and the same documents give the same choices.

The maker of a slow mind has an attribute `quick`, the maker of another mind. A bot process runs the slow mind
in a worker process, which makes a new instance for each question, and asks the quick mind if the slow one
misses its deadline.
"""


def ask(mind: Mind, document: Document, deadline: float) -> Choice:
    """Ask a mind for its choice. Raises MindFailed if that is not an option, and any exception of the
    mind."""
    choice, question = mind.choose(document, deadline), document["mine"]["ask"]
    return offered(type(mind).__name__, choice, question["prompt"], options(document))


def quick_of(maker: Maker) -> Maker | None:
    """The maker of the fallback for a slow mind; None for a mind that is not slow."""
    found: Maker | None = getattr(maker, "quick", None)
    return found
