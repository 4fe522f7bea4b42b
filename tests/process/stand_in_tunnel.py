"""A stand-in for a tunnel: `python stand_in_tunnel.py HOW PORT CERTIFICATE [AT]` listens with TLS at the port
AT or any other, passes on connections to PORT, and prints its address among other lines.

HOW is `plain` (connections are passed on unchanged), `proxy` (it adds the client's address to
X-Forwarded-For), `renames` (it also puts another name into Host, and the public one into X-Forwarded-Host),
or `hides` (it puts another name into Host and tells nobody).
"""

from __future__ import annotations

import asyncio
import ssl
import sys
from typing import Final

WORDS: Final = """
2026-01-01T00:00:00Z INF Thank you for trying this tunnel. Read https://tunnels.example/terms first.
2026-01-01T00:00:00Z INF Manage it at https://127.0.0.1:9/ and see http://127.0.0.1:9/metrics
"""

OTHER_NAME: Final = "inner.example"


async def piped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
    else:
        writer.close()


def changed(how: str, head: str, client: str) -> str:
    """The head of a request, as this tunnel passes it on."""
    first, *lines = head.split("\r\n")
    fields = [line.split(": ", 1) for line in lines if line]
    values = {name.lower(): value for name, value in fields}
    if "upgrade" not in values:
        values["connection"] = "close"  # only the first request of a connection is changed
    if how != "hides":
        values["x-forwarded-for"] = ", ".join(filter(None, [values.get("x-forwarded-for"), client]))
        values["x-forwarded-proto"] = "https"
    if how == "renames":
        values["x-forwarded-host"] = values["host"]
    if how in ("renames", "hides"):
        values["host"] = OTHER_NAME
    return "\r\n".join([first, *(f"{name}: {value}" for name, value in values.items()), "", ""])


async def serve(how: str, port: int, certificate: str, at: int = 0) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner, outer = await asyncio.open_connection("127.0.0.1", port)
            if how != "plain":
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                outer.write(changed(how, head, writer.get_extra_info("peername")[0]).encode("latin-1"))
            await asyncio.gather(piped(reader, outer), piped(inner, writer))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    secured = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secured.load_cert_chain(certificate)
    server = await asyncio.start_server(connected, "127.0.0.1", at, ssl=secured)
    print(WORDS, flush=True)
    print(f"INF |  https://localhost:{server.sockets[0].getsockname()[1]}  |", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:])))
