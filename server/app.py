"""The web application: routes and lifespan. The only place where the parts are put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from prometheus_client import start_http_server
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from protocol.codec import unpacked
from server.games.catalogue import LANGUAGES, catalogue, folder, texts

from .config import Settings
from .files import open_more_files
from .games import GAMES
from .garbage import tidy
from .hub.addresses import Addresses
from .hub.audience import Audience
from .hub.chat import SAID, Chat
from .hub.desk import Desk
from .hub.doors import Doors
from .hub.follower import AWAY_S
from .hub.glance import Glance
from .hub.hosts import KnownHosts
from .hub.hub import Hub
from .hub.pages import Pages
from .hub.past import Archive
from .hub.presence import HERE, Presence
from .hub.socket import Taker
from .hub.unanswered import PATIENCE
from .metrics import METRICS
from .page import Page
from .static import Files
from .steady import repeatedly, steadily
from .store.store import Store, StoreAway

log = logging.getLogger("stammtisch.app")

LIES: Final = {name: Path(str(folder(name))) for name in GAMES}
"""Where each game's package lies. One from elsewhere brings what draws it in a folder `web` of its own."""

CARDS = Files(LIES)
"""What is sent as it lies there. Of the games' folders nothing but cards is asked for."""


def page() -> Page:
    """The files of the page: the client's, those that draw the games, and what these say of themselves."""
    folders = {
        "": Path(__file__).parent / "web",
        **{f"games/{name}": lies / "web" for name, lies in LIES.items()},
    }
    made = {
        f"games/{name}/{language}.json": partial(_texts, name, language)
        for name in GAMES
        for language in LANGUAGES
    }
    made |= {
        f"games/{name}/cards.json": partial((lies / "cards.json").read_bytes)
        for name, lies in LIES.items()
        if (lies / "cards.json").is_file()
    }
    files = Files(folders, made)
    boards = [
        name for name in ("games/plain.js", *(f"games/{game}/board.js" for game in GAMES)) if name in files
    ]
    return Page(files, boards)


def _texts(name: str, language: str) -> bytes:
    return msgspec.json.encode(texts(name, language))


PAGE = page()

LOOK = 0.1
"""Seconds between two looks at how late the event loop is."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Parts:
    """The parts of one hub, from the start of the application to its end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.addresses = Addresses(settings.proxies, settings.budgets)
        self.doors = Doors(self.addresses, open_more_files(), settings.hello_s)
        self.hub: Hub
        self.lobby_missed = asyncio.Event()
        """Announcements may have been missed: the lobby is to be read anew."""
        self.heard: set[str] = set()
        """The tables that were announced since the lobby was read last."""
        self.ready = False
        """Is everything put together? What the store says before that is read afterwards anyway."""
        self.desk: Desk
        self.archive: Archive
        self.glance: Glance
        self.store: Store

    async def open(self) -> None:
        """Connect to the store and put everything together."""
        settings = self.settings
        self.store = await Store.open(
            settings.redis,
            settings.hub,
            on_entry=lambda table, version, entry: self.desk.followed(table, version, entry),
            on_note=self._noted,
            on_lobby=self._listed,
            on_gap=self._gap,
            copies=settings.copies,
        )
        self.desk = Desk(settings, self.store)
        self.presence = Presence(self.desk)
        self.archive = Archive(self.desk)
        self.chat = Chat(self.desk)
        audience = Audience(self.desk, self.chat, self.presence.renew)
        parts: list[Taker] = [self.desk, self.desk.making, audience, self.chat, self.archive]
        self.hub = Hub(settings, self.doors, parts, audience.gone)
        self.glance = Glance(self.desk, self.hub.lobby)
        self.ready = True
        await self._lobby()
        METRICS.tables.set_function(lambda: len(self.desk.tables))
        METRICS.sockets.set_function(lambda: len(self.hub.sockets))
        METRICS.seats.set_function(lambda: sum(len(socket.at) for socket in self.hub.sockets))
        METRICS.commits_waiting.set_function(lambda: self.store.waiting)

    def _listed(self, table: str, data: bytes | None) -> None:
        """A hub, maybe this one, has announced a table."""
        if self.ready:
            self.heard.add(table)
            self.hub.listed(table, unpacked(data) if data else None)

    def _noted(self, table: str, data: bytes) -> None:
        """Another hub tells something of a table that is no change of it."""
        if live := self.desk.tables.get(table) if self.ready else None:
            kind, *rest = unpacked(data)
            if kind == HERE:
                self.presence.noted(live)
            elif kind == SAID:
                self.chat.noted(live, *rest)

    def _gap(self) -> None:
        """Messages of the store may have been missed."""
        if self.ready:
            self.desk.gap()
            self.chat.gap()
            self.lobby_missed.set()

    async def keep_lobby(self) -> None:
        """Read the lobby anew whenever something may have been missed, until that has gone well."""
        while True:
            await self.lobby_missed.wait()
            self.lobby_missed.clear()
            try:
                await self._lobby()
            except BaseException as wrong:
                self.lobby_missed.set()
                if not isinstance(wrong, StoreAway):
                    raise
                await asyncio.sleep(AWAY_S)

    async def _lobby(self) -> None:
        """Have the lobby as the store has it. What is heard meanwhile is newer than what is read."""
        self.heard.clear()
        tables = {table: unpacked(data) for table, data in (await self.store.lobby()).items()}
        for table in {*self.hub.lobby.tables, *tables} - self.heard:
            self.hub.listed(table, tables.get(table))

    async def close(self) -> None:
        """Go down in an orderly way, once no client is left: what was asked for is stored before the store is
        closed."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await self.desk.drain()
        await self.store.close()


async def watch_lag() -> None:
    """Note how late the event loop is, ten times a second; the greatest delay is told and forgotten."""
    loop = asyncio.get_running_loop()
    worst = [0.0]

    def told() -> float:
        lag, worst[0] = worst[0], 0.0
        return lag

    METRICS.loop_lag.set_function(told)
    while True:
        since = loop.time()
        await asyncio.sleep(LOOK)
        worst[0] = max(worst[0], loop.time() - since - LOOK)


def build(settings: Settings) -> Starlette:
    """The application of one hub. `settings.redis` must be the address of a Redis."""
    parts = Parts(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        PAGE.build()
        await parts.open()
        exporter = None
        if settings.metrics:
            host, _, port = settings.metrics.rpartition(":")
            exporter, _ = start_http_server(int(port), host or "127.0.0.1", registry=METRICS.registry)
        upkeep = [
            repeatedly("poll", settings.poll_s, parts.desk.poll),
            repeatedly("tick", settings.tick_s, parts.presence.poll),
            repeatedly("unanswered", PATIENCE / 4, parts.desk.unanswered.look),
            steadily("lobby", parts.keep_lobby),
            steadily("lag", watch_lag),
            steadily("garbage", tidy),
            asyncio.create_task(PAGE.press(), name="press"),
        ]
        try:
            yield
        finally:
            for task in upkeep:
                task.cancel()
            await parts.close()
            if exporter is not None:
                exporter.shutdown()

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        await parts.hub(scope, receive, send)

    async def index(request: Request) -> Response:
        return PAGE.index({"games": rows(), "minds": settings.minds}).response(request)

    async def minds(request: Request) -> Response:
        return JSONResponse(settings.minds)

    async def healthz(request: Request) -> Response:
        healthy = parts.store.healthy
        return JSONResponse({"healthy": healthy}, status_code=200 if healthy else 503)

    async def table_of(request: Request) -> Response:
        seen = await parts.glance.at(request.path_params["table"])
        if seen is None:
            return JSONResponse({"error": "no such table, or it is over"}, status_code=404)
        return JSONResponse(seen)

    async def log_of(request: Request) -> Response:
        table = request.path_params["table"]
        try:
            data = await parts.archive.log(table)
        except StoreAway:
            return JSONResponse({"error": "the store is out of reach"}, status_code=503)
        if data is None:
            return JSONResponse({"error": "no finished game of that name"}, status_code=404)
        name = f'attachment; filename="stammtisch-{table}.log"'
        return Response(data, media_type="application/msgpack", headers={"content-disposition": name})

    routes = [
        Route("/", index),
        Route("/healthz", healthz),
        Route("/games", games),
        Route("/minds", minds),
        Route("/games/{name}/cards", game_cards),
        Route("/games/{name}/{language}", game_texts),
        Route("/tables/{table}", table_of),
        Route("/tables/{table}/log", log_of),
        WebSocketRoute("/ws", _Asgi(socket)),
        Route("/static/{path:path}", static),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(Pages, addresses=parts.addresses)
    app.add_middleware(Headers)
    if settings.hosts:
        app.add_middleware(KnownHosts, hosts=[*settings.hosts, settings.host])
    app.state.parts = parts
    return app


class _Asgi:
    """An ASGI application as an object, so that the router passes it through untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


class Headers:
    """Adds to every page what it may load, and that browsers ask whether it is still fresh."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            scope["plain_send"] = send  # without the layers between here and the websocket's route
            try:
                await self.app(scope, receive, send)
            finally:
                del scope["plain_send"]  # it leads to the connection, which keeps the scope: a circle
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = POLICY
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "no-referrer"
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers)


async def static(request: Request) -> Response:
    return PAGE.response(request, request.path_params["path"])


def rows() -> list[dict[str, Any]]:
    """The catalogue, and whether a game has a board of its own to be drawn on."""
    return [{**row, "board": f"games/{row['name']}/board.js" in PAGE.files} for row in catalogue()]


async def games(request: Request) -> Response:
    return JSONResponse(rows())


async def game_cards(request: Request) -> Response:
    """The rows of a game's cards, so that a page draws what this server plays with."""
    name = request.path_params["name"]
    if name not in GAMES:
        return JSONResponse({"error": "no such game"}, status_code=404)
    return CARDS.response(request, f"{name}/cards.json")


async def game_texts(request: Request) -> Response:
    name, language = request.path_params["name"], request.path_params["language"]
    if name not in GAMES or language not in LANGUAGES:
        return JSONResponse({"error": "no such game or language"}, status_code=404)
    return JSONResponse(texts(name, language))
