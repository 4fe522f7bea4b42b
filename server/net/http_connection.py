"""HTTP connections: requests are bounded before they are parsed, and parsed share by share.

A request costs more than its bytes: each header line, each chunk and each pipelined request is extra work. So
a head is parsed once it is complete, and each head and each part of a body waits for its turn among all
connections (`fair_reading.py`). A pipelined request waits until the response before it is sent. While data
waits here, nothing more is read, so the sender waits as well (back-pressure).

A request that breaks a limit is refused and its connection closed. A response that is sent before the request
is complete closes the connection too: the rest is not parsed. `connection_limits.py` limits new connections.
"""

from __future__ import annotations

import asyncio
import logging
import re
from http import HTTPStatus
from typing import Any, Final

import h11
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import H11Protocol

from .client_addresses import peer
from .connection_limits import ANSWER_S, ConnectionLimits
from .websocket import LAST_WORDS, TURNS

log = logging.getLogger("stammtisch.http_connection")

FAULTS_ONLY: Final = log.getChild("web_server")
"""For the web server's protocol, which warns of each request that it does not understand: anybody could fill
the disk with that."""
FAULTS_ONLY.setLevel(logging.ERROR)

HEAD_BYTES: Final = 16_384
"""Maximum size of the request line and the headers together."""

HEAD_LINES: Final = 100
"""Maximum number of lines of the same; browsers send twenty, and a proxy adds a few."""

MAX_CHUNKS: Final = 1_024
"""Maximum number of chunks in one body."""

MAX_PIECES: Final = 2_048
"""Reads in which a request may arrive; a body of the largest size takes a few hundred."""

CHUNKS_AT_ONCE: Final = 64
"""Chunks that are parsed in one go; a share then costs about as much as a share of frames."""

CHUNKED_BYTES: Final = 4_096
"""Bytes of a chunked body that are parsed in one go."""

LINE_BYTES: Final = 1_024
"""Bytes of a chunk's size line, or of the trailers, while they are incomplete."""

UNREAD_BYTES: Final = 1_048_576
"""Bytes that are still read and dropped after the last response, so that the response arrives (lingering
close)."""

BLANK_LINE: Final = re.compile(rb"\n\r?\n")

FIRST_VISIBLE: Final = 0x21
"""No request begins with a byte below this one."""

REASONS: Final = {
    HTTPStatus.BAD_REQUEST: "This is no HTTP request.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        f"A body may come in {MAX_CHUNKS} chunks, a request in {MAX_PIECES} pieces."
    ),
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: f"A head may have {HEAD_LINES} lines and {HEAD_BYTES} bytes.",
}
"""The texts of responses to requests that are not passed on to the application."""


class HttpParser(h11.Connection):
    """The library's parser, with a limit for chunks per share and for chunks per body."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LINE_BYTES)
        self.left = 0
        """Body parts that it may still parse in this share."""
        self.chunks = 0
        """Chunks of the current body so far."""

    def next_event(self) -> Any:
        if not self.left:
            return h11.NEED_DATA
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as wrong:
            raise wrong.with_traceback(None)  # noqa: B904 - breaks a reference cycle
        if isinstance(event, h11.Data):
            self.left -= 1
            self.chunks += event.chunk_start
            if self.chunks > MAX_CHUNKS:
                raise h11.RemoteProtocolError("too many chunks")
        return event


class LastAnswer:
    """The transport as the response sees it: closing it lets the client read the response first."""

    def __init__(self, http: Http) -> None:
        self.write = http.transport.write
        self.is_closing = http.transport.is_closing
        self.close = http.deafen


class Http(H11Protocol):
    """The web server's protocol for one connection, with limits of size, number and time."""

    conn: HttpParser

    def __init__(self, connection_limits: ConnectionLimits, tunnel_port: int, **given: Any) -> None:
        """`tunnel_port`: the port of this machine at which the connections of a tunnel arrive; 0: none do."""
        super().__init__(**given)
        self._tunnel_port = tunnel_port
        self.logger = FAULTS_ONLY
        self.conn = HttpParser()
        self._connection_limits = connection_limits
        self._asked: Any = None
        """The last request that was received completely."""
        self._rest = bytearray()
        """Received bytes that are not parsed yet."""
        self._sought = 0
        """How far `_rest` has been searched for the end of a head."""
        self._pieces = 0
        """Reads that the current request has taken so far."""
        self._chunked = False
        self._body_left = 0
        """Bytes of a body without chunks that are still missing."""
        self._waits = self._held = self._deaf = False
        self._unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.client = peer(self.client, self.server, self._tunnel_port)
        self._connection_limits.come(transport, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection_limits.go(self.transport)
        super().connection_lost(exc)
        if self.cycle is not None:
            self.cycle.transport = self.transport  # breaks a reference cycle with LastAnswer

    # -- receiving ---------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._held = False  # the web server's flow control may have resumed reading
        if self._deaf:
            self._drop(len(data))
            return
        self._unset_keepalive_if_required()
        self._rest += data
        self._pieces += 1
        if self._pieces > MAX_PIECES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        self._expect()

    def _expect(self) -> None:
        """Queue for a turn if there is something to parse; stop reading meanwhile."""
        if not self._waits and self._share() is not None:
            self._waits = True
            if self.conn.their_state is h11.IDLE:
                self._connection_limits.step(
                    self.transport, ANSWER_S
                )  # a complete head: from here on the delay is ours
            TURNS.wait(self)
        self._hold()

    def _hold(self) -> None:
        """Resume reading, or pause it while received data waits for its turn or for a response."""
        if self._deaf or self.transport.is_closing():
            return
        answering = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        hold = self._waits or (answering and bool(self._rest))
        if hold and not self._held:
            self.transport.pause_reading()
        elif self._held and not hold and not self.flow.read_paused:
            self.transport.resume_reading()
        self._held = hold

    def _share(self) -> int | None:
        """How many bytes to parse next; 0 if the parser has them already, None if there is nothing to
        parse."""
        if self._deaf or self.transport.is_closing():
            return None
        if self.conn.their_state is h11.IDLE:
            return self._head()
        if self.conn.their_state is not h11.SEND_BODY:
            return None
        if not self.conn.left:
            return 0
        return min(len(self._rest), CHUNKED_BYTES if self._chunked else self._body_left) or None

    def _head(self) -> int | None:
        """The length of a complete head, or None. Refuses a head that is too large or invalid."""
        if not self._rest:
            return None
        if self._rest[0] < FIRST_VISIBLE:
            self._refuse(HTTPStatus.BAD_REQUEST)
            return None
        found = BLANK_LINE.search(self._rest, self._sought)
        size = found.end() if found else len(self._rest)
        if size > HEAD_BYTES or self._rest.count(b"\n", 0, size) > HEAD_LINES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return None
        if found:
            return size
        self._sought = max(0, size - 2)
        return None

    def go_on(self) -> bool:
        """Parse the next share; True if more remains."""
        if (size := self._share()) is not None:
            try:
                self._parse(size)
            except Exception:
                log.exception("a request could not be parsed")
                self.transport.abort()
        self._waits = self._share() is not None
        self._hold()
        return self._waits

    def _parse(self, size: int) -> None:
        """Let the library parse this many bytes, and process the result."""
        begins = self.conn.their_state is h11.IDLE
        data = bytes(self._rest[:size])
        del self._rest[:size]
        self.conn.left = CHUNKS_AT_ONCE
        if data:
            super().data_received(data)
        else:
            self.handle_events()
        if self._deaf:
            return
        if begins:
            self._sought = self._pieces = self.conn.chunks = 0
            self._chunked = any(name == b"transfer-encoding" for name, _ in self.headers)
            self._body_left = next((int(size) for name, size in self.headers if name == b"content-length"), 0)
            self.cycle.transport = LastAnswer(self)  # type: ignore[assignment]
        else:
            self._body_left -= size
        # The parser has also received what follows a chunked body, so no further request is accepted.
        coming = self.conn.their_state is h11.SEND_BODY
        if begins and coming:
            self._connection_limits.step(self.transport, self._connection_limits.patience)
        ends = [CLOSE_HEADER] if self._chunked or coming else []
        self.cycle.default_headers = [*self.server_state.default_headers, *ends]

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not self._asked and not self.cycle.more_body:
            self._asked = self.cycle
            self._connection_limits.step(self.transport, ANSWER_S)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._connection_limits.step(
            self.transport, 2 * self._connection_limits.patience
        )  # the hub has a timeout of its own
        super().handle_websocket_upgrade(event)
        self._deaf = True
        self._rest.clear()
        if self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    # -- responding --------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        if self._deaf:
            self.server_state.total_requests += 1
            return
        self._connection_limits.step(self.transport, self._connection_limits.patience)
        super().on_response_complete()
        self._expect()

    def send_400_response(self, msg: str) -> None:
        many = self.conn.chunks > MAX_CHUNKS
        self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE if many else HTTPStatus.BAD_REQUEST)

    def _refuse(self, status: HTTPStatus) -> None:
        """Send an error response, unless a response has begun, and read no more requests."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if not (answering and self.cycle.response_started):
            why = f"{REASONS[status]}\n"
            lines = f"HTTP/1.1 {status} {status.phrase}", "content-type: text/plain", "connection: close"
            self.transport.write("\r\n".join([*lines, f"content-length: {len(why)}", "", why]).encode())
        if answering:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.deafen()

    def deafen(self) -> None:
        """Parse nothing more. Written data is still sent, and the client can read it."""
        if self._deaf or self.transport.is_closing():
            return
        self._deaf = True
        self._rest.clear()
        self._unset_keepalive_if_required()
        self.transport.write_eof()
        self._connection_limits.step(self.transport, LAST_WORDS)
        self.flow.resume_reading()
        if self._held:
            self.transport.resume_reading()

    def _drop(self, size: int) -> None:
        """Drop data that is received after the last response."""
        self._unread += size
        if self._unread > UNREAD_BYTES:
            self.transport.abort()
