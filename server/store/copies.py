"""A link that answers nothing that is not on the disks of several machines.

With asynchronous replication a primary answers before its replicas know. So every batch is followed by a
small write of its own and by two questions: how many replicas have heard everything up to here (WAIT), and
how many have it on disk (WAITAOF). Too few, and nothing of the batch is answered: nobody knows its fate, and
all of it is sent again. That holds for reads as well: what has been read lies before that small write.

WAIT comes first because a replica tells of its disk once a second unless it is asked; WAIT asks it, and by
then it has written. The small write is there because both questions speak of what this very connection has
written, and a repeated commit writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from server.metrics import METRICS

from .clients import StoreAway, words
from .keys import mark, tag_of
from .links import Command, Link, place_of

PATIENCE_MS = 1000
"""For so long replicas may take."""

ASKING: Command = ("ASKING",)
"""In front of a command for a slot that is on its way to the node that is asked."""


class TooFewCopies(StoreAway):
    """Less than the asked number of replicas have said that they have it on disk."""


class CopiedLink:
    """Carries out commands through another link, and answers once so many replicas have them on disk."""

    def __init__(self, link: Link, copies: int, tag: Callable[[], str] = lambda: "all") -> None:
        """`tag`: the hash tag of a key that lies on this link's node, for the small write."""
        self._link = link
        self._copies = copies
        self._tag = tag

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        """Raises StoreAway; after TooFewCopies the connection is made anew, for it may lead to a primary that
        was cut off and that others have replaced."""
        # A slot on its way here is not yet this node's; a mark beside its keys is, where one asks for it.
        asking = commands[0] == ASKING
        tag = tag_of(place_of(commands[-1])) if asking else self._tag()
        questions: list[Command] = [
            *([ASKING] if asking else []),
            ("SET", mark(tag), 1, "PX", 60_000),
            ("WAIT", self._copies, PATIENCE_MS),
            ("WAITAOF", 1, self._copies, PATIENCE_MS),
        ]
        replies = await self._link.send([*commands, *questions])
        answers, (wrote, heard, kept) = replies[: len(commands)], replies[-3:]
        if why := self._missing(wrote, heard, kept):
            METRICS.copies_missing.inc()
            await self._link.close()
            raise TooFewCopies(why)
        return answers

    def _missing(self, wrote: Any, heard: Any, kept: Any) -> str:
        """What is wrong with the answers to the questions, or ""."""
        for reply in (wrote, heard, kept):
            if isinstance(reply, BaseException):
                return words(reply)
        copies = min(int(heard), int(kept[1]))
        if int(kept[0]) < 1 or copies < self._copies:
            return f"{copies} of {self._copies} replicas say that they have it on disk"
        return ""

    async def close(self) -> None:
        await self._link.close()
