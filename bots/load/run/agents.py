"""Agents on other machines, as a coordinator sees them: gathered, clocks compared, messages taken."""

from __future__ import annotations

import contextlib
import queue
import secrets
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from server.version import VERSION

from ..judge.verifier import Findings
from ..plan import LoadPlan
from ..result import AgentRun
from .channel import (
    Begin,
    Channel,
    Clock,
    Done,
    Hello,
    Left,
    Order,
    Ready,
    Stop,
    Ticked,
    Verified,
    Verify,
)
from .channel import (
    Failed as Failure,
)
from .processes import Failed

ANY_ADDRESS: Final = ("0.0.0.0", "::")

CLOCK_QUESTIONS: Final = 16
"""Questions of one comparison of clocks; the one with the shortest way counts."""

GATHER_TIMEOUT_S: Final = 300.0
"""Seconds within which all agents must have come."""

MAX_GREETINGS: Final = 8
"""Peers that may prove the secret at the same time; more are turned away."""

SILENT_S: Final = 15.0
"""Seconds without any message after which an agent is lost."""

VERIFY_TIMEOUT_S: Final = 360.0


class Lost(Exception):
    """An agent's connection has ended, or it is silent; the message says which and why."""


class RemoteAgent:
    """One agent. Has the methods of a generator's pipe: `fileno`, `send`, `recv`."""

    def __init__(self, channel: Channel) -> None:
        """Raises OSError for a peer of another version."""
        self._channel = channel
        found = channel.receive()
        if not isinstance(found, Hello) or found.version != VERSION:
            other = found.version if isinstance(found, Hello) else "unknown"
            raise OSError(f"an agent has version {other}, and this is {VERSION}")
        self.about = AgentRun(name=found.name, cores=found.cores)
        self.heard_at = time.monotonic()
        self._offset = 0.0
        """Its clock minus ours, in seconds."""

    def fileno(self) -> int:
        return self._channel.fileno()

    def order(self, plan: LoadPlan, first: int, count: int) -> None:
        """Compare clocks, and let it start its processes."""
        self._offset, error = self._compare()
        self.about.clock_error_ms = round(error * 1000, 3)
        self.about.processes = count
        self._send(Order(plan, first, count))

    def send(self, order: tuple[str, Any]) -> None:
        """An order as for a generator's pipe."""
        kind, content = order
        self._send(Begin(content + self._offset) if kind == "begin" else Stop())

    def recv(self) -> tuple[str, Any]:
        """A message as from a generator's pipe. Raises Lost."""
        match self._receive():
            case Ready():
                return "ready", None
            case Ticked(tick):
                return "tick", tick
            case Done(tallies):
                return "done", tallies
            case Failure(why):
                return "failed", f"{self.about.name}: {why}"
            case _:
                return "alive", None

    @property
    def silent(self) -> bool:
        return time.monotonic() - self.heard_at > SILENT_S

    def verify(self, verifying: Callable[[int], None]) -> tuple[Findings, int]:
        """Compare clocks again, and let its remaining games be verified. Raises Lost."""
        offset, error = self._compare()
        self.about.clock_error_ms = max(self.about.clock_error_ms, round(error * 1000, 3))
        self.about.clock_drift_ms = round((offset - self._offset) * 1000, 3)
        self._send(Verify())
        limit = time.monotonic() + VERIFY_TIMEOUT_S
        while time.monotonic() < limit:
            match self._receive():
                case Left(games):
                    verifying(games)
                case Verified(games, documents, faults, words, other_rules, left):
                    return Findings(games, documents, Counter(faults), words, other_rules), left
                case Failure(why):
                    raise Lost(f"{self.about.name}: {why}")
        raise Lost(f"{self.about.name} took too long to verify its games")

    def close(self) -> None:
        self._channel.close()

    def _compare(self) -> tuple[float, float]:
        """Its clock minus ours, and by how much that may be wrong, in seconds: half of the shortest way there
        and back. Raises Lost."""
        ways = []
        for number in range(CLOCK_QUESTIONS):
            sent = time.monotonic()
            self._send(Clock(number))
            while not isinstance(told := self._receive(), Clock) or told.number != number:
                pass
            now = time.monotonic()
            ways.append((now - sent, told.at - (sent + now) / 2))
        way, offset = min(ways)
        return offset, way / 2

    def _send(self, message: Any) -> None:
        try:
            self._channel.send(message)
        except OSError as wrong:
            raise Lost(f"{self.about.name}: {wrong}") from wrong

    def _receive(self) -> Any:
        try:
            found = self._channel.receive()
        except OSError as wrong:
            raise Lost(f"{self.about.name}: {wrong}") from wrong
        self.heard_at = time.monotonic()
        return found


@contextlib.contextmanager
def gathered(
    host: str,
    port: int,
    count: int,
    secret: str,
    say: Callable[[str], None],
    timeout: float = GATHER_TIMEOUT_S,
) -> Iterator[list[RemoteAgent]]:
    """Wait for agents, and close their channels at the end. `secret`: "" for a new one, which `say` is told.

    Peers without the secret are turned away and wait for nothing else. Raises Failed if too few come.
    """
    secret = secret or secrets.token_urlsafe(24)
    agents: list[RemoteAgent] = []
    try:
        with socket.create_server((host, port), backlog=MAX_GREETINGS) as listener:
            name, bound = listener.getsockname()[:2]
            name = socket.gethostname() if name in ANY_ADDRESS else name
            say(f"waiting for {count} agents; on each machine:")
            say(f"  STAMMTISCH_LOAD_SECRET={secret} python -m bots load agent {name}:{bound}")
            _gather(listener, agents, count, secret, say, time.monotonic() + timeout)
        yield agents
    finally:
        for agent in agents:
            agent.close()


def _gather(
    listener: socket.socket,
    agents: list[RemoteAgent],
    count: int,
    secret: str,
    say: Callable[[str], None],
    limit: float,
) -> None:
    come: queue.Queue[RemoteAgent | str] = queue.Queue()
    busy = threading.Semaphore(MAX_GREETINGS)
    listener.settimeout(0.1)

    def greet(peer: socket.socket, address: str) -> None:
        try:
            come.put(RemoteAgent(Channel(peer, secret, "coordinator")))
        except OSError as wrong:
            peer.close()
            come.put(f"turned away {address}: {wrong}")
        finally:
            busy.release()

    while len(agents) < count:
        if time.monotonic() > limit:
            raise Failed(f"only {len(agents)} of {count} agents have come")
        with contextlib.suppress(TimeoutError):
            peer, address = listener.accept()
            if busy.acquire(blocking=False):
                threading.Thread(target=greet, args=(peer, address[0]), daemon=True).start()
            else:
                peer.close()
        with contextlib.suppress(queue.Empty):
            found = come.get_nowait()
            if isinstance(found, RemoteAgent):
                found.about.name = f"{found.about.name}/{len(agents) + 1}"
                agents.append(found)
                say(f"agent {found.about.name} has come ({found.about.cores} cores)")
            else:
                say(found)
