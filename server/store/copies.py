"""A link that acknowledges a batch only after several machines have it on disk.

Replication is asynchronous: a primary responds before its replicas have the write. So each batch is followed
by a small write and two commands: how many replicas have received everything up to here (WAIT), and how many
have it on disk (WAITAOF). If they are too few, no command of the batch gets a reply: its outcome is unknown,
and the whole batch is sent again. That covers reads too, since the data they return precedes the small write.

WAIT comes first because a replica reports its disk position only once a second unless asked; WAIT asks, and
by then the replica has written. The small write is needed because both commands refer to the writes of this
connection, and a repeated commit writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from server.metrics import METRICS

from .clients import StoreAway, words
from .keys import mark, tag_of
from .links import Command, Link, place_of

PATIENCE_MS = 1000
"""How long replicas may take (ms)."""

ASKING: Command = ("ASKING",)
"""Precedes a command for a slot that is migrating to this node."""


class TooFewCopies(StoreAway):
    """Fewer replicas than required have confirmed the write on disk."""


class CopiedLink:
    """Sends commands through another link, and returns replies once `copies` replicas have them on disk."""

    def __init__(self, link: Link, copies: int, tag: Callable[[], str] = lambda: "all") -> None:
        """`tag` returns a hash tag of this link's node, for the key of the small write."""
        self._link = link
        self._copies = copies
        self._tag = tag

    async def send(self, commands: Sequence[Command]) -> list[Any]:
        """Raises StoreAway. After TooFewCopies the connection is reopened, since it may lead to a primary
        that was cut off and replaced."""
        # A slot in migration is not yet this node's, but accepts a mark beside its keys after ASKING.
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
        """Why the replies to the small write, WAIT and WAITAOF do not suffice, or ""."""
        for reply in (wrote, heard, kept):
            if isinstance(reply, BaseException):
                return words(reply)
        copies = min(int(heard), int(kept[1]))
        if int(kept[0]) < 1 or copies < self._copies:
            return f"{copies} of {self._copies} replicas say that they have it on disk"
        return ""

    async def close(self) -> None:
        await self._link.close()
