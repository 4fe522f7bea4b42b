"""The processes of one machine in a run: generators, and the verifier of their games."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from server.process.child import bare_environment

from ..judge import verifier
from ..judge.verifier import Findings
from ..plan import LoadPlan
from ..play import process


class Failed(Exception):
    """Nothing could be measured; the message says why."""


class Processes:
    """Starts processes; `folder` is for the recorded messages of their games."""

    def __init__(self, plan: LoadPlan, folder: Path, pin: bool) -> None:
        self.pipes: list[Pipe] = []
        """Of the generators."""
        self._plan, self._folder, self._pin = plan, folder, pin
        self._children: list[BaseProcess] = []
        self._verifier: Pipe | None = None

    def start(self, first: int, count: int) -> None:
        """Start the generators with these numbers, and the verifier if games are verified."""
        for number in range(first, first + count):
            self.pipes.append(self.spawn(process.main, self._plan, number, str(self._folder)))
        if self._plan.verify_share > 0:
            self._verifier = self.spawn(verifier.main, self._folder, self._plan.url.split(",")[0])

    def spawn(self, main: Callable[..., None], *arguments: Any) -> Pipe:
        """Start a process with these arguments, a pipe, and whether it leaves the first core to the hub.
        Returns the pipe's other end."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        child = context.Process(target=main, args=(*arguments, theirs, self._pin), daemon=True)
        with bare_environment():
            child.start()
        self._children.append(child)
        theirs.close()
        return ours

    def verify(self, verifying: Callable[[int], None]) -> tuple[Findings | None, int]:
        """Let the remaining games be verified against their logs: the findings, and the number of games
        left. Raises Failed."""
        if self._verifier is None:
            return None, 0
        try:
            return verifier.rest(self._verifier, verifying)
        except (EOFError, OSError) as wrong:
            raise Failed(
                "the process that compares games with their logs has ended or doesn't answer"
            ) from wrong

    def end(self) -> None:
        """Kill the remaining processes."""
        for child in self._children:
            child.kill()
            child.join()


def received(pipe: Any) -> Any:
    """The next message of a process. Raises Failed if it has ended."""
    try:
        return pipe.recv()
    except EOFError:
        raise Failed("a process of this run has ended; what it said is above") from None
