"""A tunnel: a command that passes connections from a public address to a port of this machine.

It runs as a child process as long as the supervisor does, and is started again after growing pauses whenever
it ends. Its public address counts, and is shown to people, from the moment at which it was found to lead
here. What the command prints is not trusted: addresses are taken from it in one form alone, only so many, and
each is tried.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from .child import MAX_LINE_BYTES, Child, status_text
from .forever import steadily
from .tunnel_plan import TunnelPlan

log = logging.getLogger(__name__)

NEEDED: Final = ("SSH_AUTH_SOCK", "XDG_CONFIG_HOME")
"""Variables that a tunnel may have beside those of every child process: where its own keys are."""

ADDRESS_TIMEOUT_S: Final = 30.0
"""Seconds in which a tunnel must print its address, and in which people must get through there."""

CHECK_PAUSE_S, MAX_CHECK_PAUSE_S = 1.0, 15.0
"""Seconds between two checks of an address: at first, and the longest pause."""

RESTART_PAUSE_S, MAX_RESTART_PAUSE_S = 1.0, 60.0

LONG_LIFE_S: Final = 60.0
"""Seconds after which a tunnel that ends is started again after the shortest pause."""

STOP_TIMEOUT_S: Final = 3.0

MAX_ADDRESSES: Final = 8
"""Addresses in the output that are tried; a tunnel prints one or two."""

MAX_BYTES: Final = 1_048_576
"""Bytes of output among which the address must be."""

MAX_LINE_CHARS: Final = MAX_LINE_BYTES // 4
"""No address is looked for in a longer line: it may be a piece that ends within one."""

LAST_LINES: Final = 3
"""Lines of output that are told when a tunnel fails."""

MAX_SHOWN_CHARS: Final = 160
"""Characters that are told of each of them."""

Check = Callable[[str], Awaitable[Sequence[str]]]


class TunnelFailed(Exception):
    """The tunnel has ended, or prints nothing of use; the text says so in one line."""


class Tunnel:
    """Runs the command of a plan, finds its public address, and tries whether people get through there."""

    def __init__(
        self,
        plan: TunnelPlan,
        check: Check,
        tell: Callable[[str], None],
        opened: Callable[[str], None],
        address_timeout_s: float = ADDRESS_TIMEOUT_S,
        pause_s: float = RESTART_PAUSE_S,
    ) -> None:
        """`check(address)` returns what keeps people from playing at this address, nothing if they can;
        `tell(line)` says in the terminal what is wrong; `opened(address)` is called when people get
        through."""
        self.plan = plan
        self.address = ""
        """The public address; "" while nobody gets through."""
        self._check, self._tell, self._opened = check, tell, opened
        self._address_timeout_s, self._pause_s = address_timeout_s, pause_s
        self._keeping: asyncio.Task[None] | None = None
        self._output = Output(plan)
        self._told = ""

    @property
    def running(self) -> bool:
        """Was it started, and not closed since?"""
        return self._keeping is not None

    def start(self) -> None:
        """Open the tunnel, and keep it open."""
        if self._keeping is None:
            self._keeping = steadily("tunnel", self._keep)

    async def close(self) -> None:
        """End the tunnel."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
            self._keeping = None

    async def _keep(self) -> None:
        pause = self._pause_s
        while True:
            began = time.monotonic()
            try:
                await self._run()
            except TunnelFailed as why:
                self._complain(f"{why} It is tried again.")
            lived = time.monotonic() - began
            pause = self._pause_s if lived > LONG_LIFE_S else min(MAX_RESTART_PAUSE_S, pause * 2)
            await asyncio.sleep(pause)

    def _complain(self, line: str) -> None:
        """Say this, unless it was said last."""
        if line != self._told:
            self._tell(line)
        self._told = line

    async def _run(self) -> None:
        """Run the command until it ends. Raises TunnelFailed."""
        self._output = Output(self.plan)
        child = Child(
            self.plan.name, self.plan.command, needed=NEEDED, on_line=self._output.take, whole_group=True
        )
        try:
            await child.start()
        except OSError as wrong:
            raise TunnelFailed(f"The tunnel {self.plan.name} can't be started: {wrong.strerror}.") from wrong
        finding = asyncio.create_task(self._find())
        ending = asyncio.create_task(child.ended())
        try:
            await asyncio.wait((finding, ending), return_when=asyncio.FIRST_COMPLETED)
            if finding.done():
                finding.result()
            status = await ending
            raise TunnelFailed(self._sentence(f"has ended ({status_text(status)})"))
        finally:
            self.address = ""
            for task in (finding, ending):
                task.cancel()
            await asyncio.gather(finding, ending, return_exceptions=True)
            await child.stop(STOP_TIMEOUT_S)

    def _sentence(self, what: str) -> str:
        """What is wrong with the tunnel, what it said itself, and what to do."""
        said = self._output.last()
        parts = [
            f"The tunnel {self.plan.name} {what}.",
            said and f"It said: {said.rstrip('.')}.",
            self.plan.advice,
        ]
        return " ".join(filter(None, parts))

    async def _find(self) -> None:
        """Wait for an address at which people get through. Raises TunnelFailed if none is printed."""
        until, pause = time.monotonic() + self._address_timeout_s, CHECK_PAUSE_S
        while True:
            wrong: Sequence[str] = ()
            for address in self._output.addresses:
                if not (wrong := await self._check(address)):
                    self.address, self._told = address, ""
                    self._opened(address)
                    return
            if self._output.addresses:
                if time.monotonic() > until:
                    self._complain(self._not_through(wrong))
                    pause = min(MAX_CHECK_PAUSE_S, pause * 2)
            elif time.monotonic() > until or self._output.overflown:
                raise TunnelFailed(self._sentence(self._output.missing()))
            self._output.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._output.news.wait(), pause)

    def _not_through(self, wrong: Sequence[str]) -> str:
        said = f"Nobody gets through the tunnel at {', '.join(self._output.addresses)} yet."
        return " ".join(filter(None, [said, *wrong, self.plan.advice]))


class Output:
    """What a tunnel prints: the addresses in it, and its last lines."""

    def __init__(self, plan: TunnelPlan) -> None:
        self.addresses: list[str] = [plan.address] if plan.address else []
        """Candidates for the public address."""
        self.news = asyncio.Event()
        """Set when there is one more, or too much was printed."""
        self.overflown = False
        """Is there no address in the bytes among which it must be?"""
        self._plan = plan
        self._bytes = 0
        self._unsafe = False
        self._last: deque[str] = deque(maxlen=LAST_LINES)

    def take(self, line: str) -> None:
        """Look for addresses in this line."""
        shown = "".join(letter for letter in line[:MAX_SHOWN_CHARS] if letter.isprintable()).strip()
        if shown:
            self._last.append(shown)
        log.debug("%s: %s", self._plan.name, shown)
        if self._plan.address or self._bytes > MAX_BYTES:
            return
        self._bytes += len(line) + 1
        whole = line if len(line) < MAX_LINE_CHARS else ""
        self._unsafe |= "http://" in whole
        for found in self._plan.printed.finditer(whole):
            if found[0] not in self.addresses and len(self.addresses) < MAX_ADDRESSES:
                self.addresses.append(found[0])
                self.news.set()
        if self._bytes > MAX_BYTES and not self.addresses:
            self.overflown = True
            self.news.set()

    def last(self) -> str:
        """The last lines, as one."""
        return " / ".join(self._last)

    def missing(self) -> str:
        """Why there is no address."""
        if self.overflown:
            return "prints too much, and no public address"
        if self._unsafe:
            return "prints no https:// address, only http://, which others can read and change on the way"
        return "has printed no public https:// address"
