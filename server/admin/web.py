"""The operator's server on METRICS: `/metrics`, and `/admin` for clients with the admin key.

It runs in threads of its own, so that a slow scrape delays no move. The page's requests run in the hub's
event loop. The page's files are not among those that players can load.
"""

from __future__ import annotations

import asyncio
import hmac
import inspect
import json
import logging
import mimetypes
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from operator import itemgetter
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any, Final, get_type_hints
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app

from server.games.catalogue import catalogue
from server.moderation.shares import fair
from server.process.file_limits import clear_for_socket
from server.settings.config import UNIX, host_and_port
from server.store.clients import StoreAway

from .service import Admin, NotSo

log = logging.getLogger("stammtisch.web")

PAGE: Final = Path(__file__).parent / "page"
KIT: Final = Path(__file__).parents[1] / "web"
SHARED: Final = ("core/lib.js", "style.css", "icon.svg", "vendor/")
"""Files of the players' page that the admin page uses as well."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

ANSWER_TIMEOUT_S: Final = 20.0
"""Seconds in which the hub must carry out a request."""

WRONG_KEY_S: Final = 1.0
"""Seconds of delay after a wrong key; such requests are delayed one after the other."""

MAX_REQUEST_BYTES: Final = 16_384
"""Maximum size of a request body."""

SHOWN_ACTS: Final = 100
"""Maximum number of acts, reports and closed tables on the page."""

DONE: Final = ("find", "bar", "free", "announce", "tables", "drain", "close", "reopen", "close_report")
"""The methods of Admin that the page may call, besides `look`."""

Start = Callable[[str, list[tuple[str, str]]], Any]


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _ServerOfIPv6(_Server):
    address_family = socket.AF_INET6


class _UnixServer(_Server):
    """The same on a socket in the file system."""

    address_family = socket.AF_UNIX

    def server_bind(self) -> None:
        self.socket.bind(str(self.server_address[0]))
        self.server_name, self.server_port = "localhost", 0
        self.setup_environ()

    def get_request(self) -> tuple[socket.socket, tuple[str, int]]:
        connection, _ = self.socket.accept()
        return connection, ("localhost", 0)


class _Silent(WSGIRequestHandler):
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: scrapes are frequent."""


class AdminServer:
    """Serves until it is closed. `key`: empty for no `/admin`. Create it in the hub's event loop."""

    def __init__(self, address: str, registry: CollectorRegistry, admin: Admin, key: str) -> None:
        self._metrics = make_wsgi_app(registry)
        self._admin = admin
        self._key = key
        self._loop = asyncio.get_running_loop()
        self._wrong = threading.Lock()
        self._server = self._listen(address)
        threading.Thread(target=self._server.serve_forever, name="backstage", daemon=True).start()

    def _listen(self, address: str) -> WSGIServer:
        if address.startswith(UNIX):
            path = address.removeprefix(UNIX)
            clear_for_socket(Path(path))  # left by a hub that was killed
            return make_server(path, 0, self._serve, _UnixServer, _Silent)
        host, port = host_and_port(address)
        return make_server(host, port, self._serve, _ServerOfIPv6 if ":" in host else _Server, _Silent)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if not self._key or not (path == "/admin" or path.startswith("/admin/")):
            found: Iterable[bytes] = self._metrics(environ, start)
            return found
        if path == "/admin/do":
            return self._asked(environ, start)
        return _file(path.removeprefix("/admin").strip("/") or "index.html", path, start)

    def _asked(self, environ: Mapping[str, Any], start: Start) -> Iterable[bytes]:
        """Carry out a request of the page if its key is right."""
        said = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
        if not hmac.compare_digest(said.encode(), self._key.encode()):
            with self._wrong:
                time.sleep(WRONG_KEY_S)
            return _json(start, "401 Unauthorized", {"error": "key"})
        try:
            asked = json.loads(_said(environ))
            work = self._work(asked.pop("do"), asked)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OSError):
            return _json(start, "400 Bad Request", {"error": "that is nothing to be done"})
        try:
            done = asyncio.run_coroutine_threadsafe(work, self._loop).result(ANSWER_TIMEOUT_S)
            return _json(start, "200 OK", done or {})
        except NotSo as why:
            return _json(start, "409 Conflict", {"error": str(why), "said": why.args})
        except (StoreAway, TimeoutError) as away:
            return _json(start, "503 Service Unavailable", {"error": f"Redis: {away}"})
        except Exception:
            log.exception("what the host asks for failed")
            return _json(start, "500 Internal Server Error", {"error": "that failed: the hub's log says why"})

    def _work(self, what: str, given: dict[str, Any]) -> Coroutine[Any, Any, Any]:
        """The coroutine for a request. Raises TypeError or ValueError for an invalid one."""
        if what == "look":
            return self._look()
        if what not in DONE:
            raise ValueError(what)
        act = getattr(self._admin, what)
        _check(act, given)
        work: Coroutine[Any, Any, Any] = act(**given)
        return work

    async def _look(self) -> dict[str, Any]:
        admin = self._admin
        acts = await admin.log()
        return {
            "hubs": await admin.hubs(),
            "orders": await admin.orders(),
            "broken": (await admin.broken())[:SHOWN_ACTS],
            "reports": fair(await admin.reports(), SHOWN_ACTS, itemgetter("by")),
            "log": acts[-SHOWN_ACTS:],
            "true": all(row["true"] for row in acts),
            "titles": {row["name"]: row["titles"] for row in catalogue()},
        }


def _said(environ: Mapping[str, Any]) -> bytes:
    """A request's body. Raises ValueError for an invalid size, OSError if the body is incomplete."""
    size = int(environ.get("CONTENT_LENGTH") or 0)
    if not 0 <= size <= MAX_REQUEST_BYTES:
        raise ValueError(size)
    said: bytes = environ["wsgi.input"].read(size)
    return said


def _check(act: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Raise TypeError unless the method accepts these arguments."""
    inspect.signature(act).bind(**given)
    kinds = get_type_hints(act)
    for name, value in given.items():
        if type(value) not in ((int, float) if kinds[name] is float else (kinds[name],)):
            raise TypeError(name)


def _file(name: str, path: str, start: Start) -> Iterable[bytes]:
    """A file of the admin page, or one that it shares with the players' page."""
    if path == "/admin":  # the page's relative addresses need the slash
        start("308 Permanent Redirect", [("location", "admin/"), ("content-length", "0")])
        return [b""]
    file = _found(KIT if name.startswith(SHARED) else PAGE, name)
    if file is None:
        return _json(start, "404 Not Found", {"error": "no such file"})
    kind = (
        "text/javascript" if file.suffix in (".js", ".mjs") else mimetypes.guess_type(name)[0] or "text/plain"
    )
    return _answer(start, "200 OK", f"{kind}; charset=utf-8", file.read_bytes())


def _found(folder: Path, name: str) -> Path | None:
    """The file of this name in a folder; None if there is none or the name is invalid."""
    try:
        file = (folder / name).resolve()
        there = ".." not in name.split("/") and file.is_relative_to(folder) and file.is_file()
    except (OSError, ValueError):
        return None
    return file if there else None


def _json(start: Start, status: str, found: Any) -> Iterable[bytes]:
    return _answer(start, status, "application/json", json.dumps(found).encode())


def _answer(start: Start, status: str, kind: str, body: bytes) -> Iterable[bytes]:
    headers = [
        ("content-type", kind),
        ("content-length", str(len(body))),
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ]
    start(status, headers)
    return [body]
