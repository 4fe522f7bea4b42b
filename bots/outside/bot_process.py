"""A bot's process, and its minds for the arena."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from itertools import count
from time import monotonic
from typing import Final

from server.games.kernel import Choice
from server.process.child import environment, status_text, tie_to

from ..document import Document
from .line_pipe import BotGone, LinePipe, question

ENDING_S: Final = 2.0
"""Time between the end of a bot's input and its forced end (seconds)."""

ANSWER_LIMIT_S: Final = 60.0
"""Time for a choice where no other limit is given (seconds)."""

MAX_SEED: Final = 2**31
"""Seeds for bots are smaller, so that every language has them as a whole number."""


class CannotStart(ValueError):
    """The command of a bot can't be started."""


class BotProcess:
    """A running bot. It ends when this process does, and gets none of its secrets."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises CannotStart."""
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(),
                start_new_session=True,
                preexec_fn=tie_to(os.getpid()),
            )
        except OSError as wrong:
            raise CannotStart(f"{command[0]} can't be started: {wrong.strerror or wrong}") from wrong
        assert self._process.stdin and self._process.stdout
        self._ends = self._process.stdin, self._process.stdout
        self.pipe = LinePipe(self._ends[0].fileno(), self._ends[1].fileno())

    def ended(self) -> str:
        """How the process has ended, after BotGone: its exit status in words, or "" if it still runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return status_text(self._process.wait(ENDING_S))
        return ""

    def close(self) -> None:
        """Close the bot's input, and end it by force after `ENDING_S`, with all that it has started."""
        with contextlib.suppress(OSError):
            self._ends[0].close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING_S)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._ends[1].close()
        self.pipe.release()


class CommandMind:
    """A mind of the arena whose choices a bot's process makes."""

    def __init__(self, seed: int, bot: BotProcess, numbers: Iterator[int]) -> None:
        self._seed, self._bot, self._numbers = seed % MAX_SEED, bot, numbers

    def choose(self, document: Document, deadline: float) -> Choice:
        """Raises BadAnswer for anything that is not one of the options, and BotGone."""
        deadline = min(deadline, monotonic() + ANSWER_LIMIT_S)
        left = int(1000 * (deadline - monotonic()))
        asked = question(document, self._seed, max(0, left), next(self._numbers))
        try:
            return self._bot.pipe.ask(asked, deadline)
        except BotGone as gone:
            how = self._bot.ended()
            raise BotGone(f"{gone} ({how})" if how else str(gone)) from None


class CommandMinds:
    """Makes the minds of one command, which share its process: every line names its seat and its game."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._bot: BotProcess | None = None
        self._numbers = count(1)

    def __call__(self, seed: int) -> CommandMind:
        """Raises CannotStart."""
        if self._bot is None:
            self._bot = BotProcess(self._command)
        return CommandMind(seed, self._bot, self._numbers)

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()
