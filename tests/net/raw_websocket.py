"""A websocket client made by hand: its frames are written to a plain TCP connection."""

from __future__ import annotations

import asyncio
import os

from protocol.codec import encode, from_server
from protocol.frames import Hello, Ping, Pong, Welcome
from tests.waiting import LIMIT

from ..live.hubs import House

TOKEN = "plain-token-for-tests-0123456789"

BINARY, TEXT, CLOSE, PING, PONG = 0x82, 0x81, 0x88, 0x89, 0x8A


def frame(payload: bytes, first: int = BINARY, masked: bool = True, mask: bytes = b"") -> bytes:
    """A client's frame (RFC 6455, section 5.2)."""
    mask = (mask or os.urandom(4)) if masked else b""
    size = bytes([len(payload)]) if len(payload) < 126 else b"\x7e" + len(payload).to_bytes(2, "big")
    size = bytes([size[0] | (0x80 if masked else 0)]) + size[1:]
    hidden = bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if masked else payload
    return bytes([first]) + size + mask + hidden


class Plain:
    """A websocket client made by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.status = 0
        """The HTTP status of the handshake; 101: accepted."""

    @classmethod
    async def connect(cls, port: int, host: str) -> Plain:
        """Try a handshake, with this host name."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        lines = ["GET /ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        writer.write("\r\n".join([*lines, "Sec-WebSocket-Version: 13", "", ""]).encode())
        plain = cls(reader, writer)
        plain.status = int((await reader.readuntil(b"\r\n\r\n")).split()[1])
        return plain

    @classmethod
    async def silent(cls, port: int) -> Plain:
        """A websocket that has sent nothing."""
        plain = await cls.connect(port, f"127.0.0.1:{port}")
        assert plain.status == 101
        return plain

    @classmethod
    async def open(cls, house: House) -> Plain:
        """The websocket of a guest who has greeted."""
        plain = await cls.silent(house.port)
        await plain.send(frame(encode(Hello(TOKEN, "Ada"))))
        assert isinstance(from_server((await plain.read())[1]), Welcome)
        return plain

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def read(self) -> tuple[int, bytes]:
        """The next frame of the server: its first byte and its payload."""
        async with asyncio.timeout(LIMIT):
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            return first, await self.reader.readexactly(size)

    async def pongs(self, count: int) -> list[int]:
        """The numbers of the next pongs."""
        found = [from_server((await self.read())[1]) for _ in range(count)]
        assert all(isinstance(one, Pong) for one in found)
        return [one.n for one in found]

    async def closed(self) -> int:
        """Read until the server closes the connection; returns the code."""
        while (told := await self.read())[0] != 0x88:
            pass
        return int.from_bytes(told[1][:2], "big")


def ping(n: int) -> bytes:
    return encode(Ping(n))
