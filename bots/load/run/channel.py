"""A channel between a coordinator and an agent on another machine: messages over TCP, proved with a secret.

Both sides prove first that they know the secret, without sending it; an unknown peer gets nothing else done.
Then every message has a code that depends on the secret, on this connection and on the message's number, so
that nobody between can change, add or repeat one. Messages are not encrypted: they contain figures, the plan
and the server's address.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from server.version import VERSION

from ..plan import LoadPlan
from ..play.recorder import RunTally, Tick

MIN_SECRET_CHARS: Final = 16

HANDSHAKE_TIMEOUT_S: Final = 5.0
"""Seconds that a peer may take to prove that it knows the secret."""

MESSAGE_TIMEOUT_S: Final = 60.0
"""Seconds that a begun message may take, and the next one if it is waited for."""

MAX_MESSAGE_BYTES: Final = 64 * 2**20
"""A tally of a long run has about a tenth of that."""

NONCE_BYTES: Final = 32
CODE_BYTES: Final = 32
LENGTH_BYTES: Final = 4

Role = Literal["agent", "coordinator"]

GREETING: Final = b"stammtisch load agent 1"


class Refused(OSError):
    """The peer doesn't know the secret, or sent what isn't allowed."""


class Message(Struct, frozen=True, tag=True, array_like=True):
    """Base of all messages."""


class Hello(Message, frozen=True):
    """The agent's first message."""

    version: str
    name: str
    cores: int


class Clock(Message, frozen=True):
    """A question for the agent's monotonic clock, and its answer."""

    number: int
    at: float = 0.0


class Order(Message, frozen=True):
    """To the agent: generate with the processes `first` to `first + count - 1` of this plan."""

    plan: LoadPlan
    first: int
    count: int


class Begin(Message, frozen=True):
    """To the agent: begin at this time of its clock."""

    at: float


class Stop(Message, frozen=True):
    """To the agent: end the timeline now."""


class Verify(Message, frozen=True):
    """To the agent: verify the remaining games."""


class Ready(Message, frozen=True):
    """From the agent: all its processes have reached the server."""


class Ticked(Message, frozen=True):
    """From the agent: a second of one of its processes."""

    tick: Tick


class Done(Message, frozen=True):
    """From the agent: the tallies of all its processes."""

    tallies: list[RunTally]


class Left(Message, frozen=True):
    """From the agent: the number of games that still have to be verified."""

    games: int


class Verified(Message, frozen=True):
    """From the agent: the findings of its verifier."""

    games: int
    documents: int
    faults: dict[str, int]
    words: list[str]
    other_rules: int
    left: int


class Failed(Message, frozen=True):
    """From the agent: nothing can be measured."""

    why: str


class Alive(Message, frozen=True):
    """From the agent: it works, and has nothing to tell."""


_KINDS = (
    Hello | Clock | Order | Begin | Stop | Verify | Ready | Ticked | Done | Left | Verified | Failed | Alive
)
_decoder = msgspec.msgpack.Decoder(_KINDS)
_encoder = msgspec.msgpack.Encoder()


def hello() -> Hello:
    """The greeting of an agent on this machine."""
    return Hello(VERSION, socket.gethostname()[:64], os.cpu_count() or 1)


class Channel:
    """One side of an open channel."""

    def __init__(self, it: socket.socket, secret: str, role: Role) -> None:
        """Prove the secret to the peer, and have it proved. Raises OSError, of which Refused is one."""
        self._socket = it
        it.settimeout(HANDSHAKE_TIMEOUT_S)
        it.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = hmac.digest(secret.encode(), GREETING, "sha256")
        own = secrets.token_bytes(NONCE_BYTES)
        it.sendall(own)
        other = self._exactly(NONCE_BYTES)
        nonces = own + other if role == "coordinator" else other + own
        peer: Role = "agent" if role == "coordinator" else "coordinator"
        if role == "agent":  # the one who comes proves first
            it.sendall(_code(key, role.encode(), nonces))
        if not hmac.compare_digest(self._exactly(CODE_BYTES), _code(key, peer.encode(), nonces)):
            raise Refused("the other side doesn't know the secret")
        if role == "coordinator":
            it.sendall(_code(key, role.encode(), nonces))
        it.settimeout(MESSAGE_TIMEOUT_S)
        self._out_key, self._in_key = (_code(key, b"from " + it.encode(), nonces) for it in (role, peer))
        self._sent = self._received = 0

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, message: Message) -> None:
        """Raises OSError."""
        data = _encoder.encode(message)
        if len(data) > MAX_MESSAGE_BYTES:
            raise Refused(f"a message of {len(data):,} bytes is too large")
        code = _code(self._out_key, self._sent.to_bytes(8, "big"), data)
        self._sent += 1
        self._socket.sendall(len(data).to_bytes(LENGTH_BYTES, "big") + code + data)

    def receive(self) -> Any:
        """The next message. Raises OSError."""
        size = int.from_bytes(self._exactly(LENGTH_BYTES), "big")
        if size > MAX_MESSAGE_BYTES:
            raise Refused(f"a message of {size:,} bytes is too large")
        code, data = self._exactly(CODE_BYTES), self._exactly(size)
        if not hmac.compare_digest(code, _code(self._in_key, self._received.to_bytes(8, "big"), data)):
            raise Refused("a message was changed on its way")
        self._received += 1
        try:
            return _decoder.decode(data)
        except msgspec.MsgspecError as wrong:
            raise Refused(f"a message can't be understood: {wrong}") from wrong

    def close(self) -> None:
        self._socket.close()

    def _exactly(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            more = self._socket.recv(min(size - len(found), 1 << 20))
            if not more:
                raise ConnectionError("the connection has ended")
            found += more
        return bytes(found)


def _code(key: bytes, first: bytes, rest: bytes) -> bytes:
    return hmac.digest(key, len(first).to_bytes(1, "big") + first + rest, "sha256")
