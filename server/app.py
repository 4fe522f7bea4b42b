"""The web application: routes and lifespan. What lies behind them is put together in `parts.py`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.games.catalogue import LANGUAGES, catalogue, folder, texts

from .config import Settings
from .games import GAMES
from .garbage import tidy
from .host.admin import Admin
from .host.backstage import Backstage
from .hub import closing
from .hub.hosts import KnownHosts
from .hub.pages import Pages
from .hub.unanswered import PATIENCE
from .metrics import METRICS
from .page import Page
from .parts import Parts, watch_lag
from .static import Files
from .steady import repeatedly, steadily
from .store.store import StoreAway

log = logging.getLogger("stammtisch.app")

LIES: Final = {name: Path(str(folder(name))) for name in GAMES}
"""Where each game's package lies. One from elsewhere brings what draws it in a folder `web` of its own."""


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
    boards = [f"games/{game}/board.js" for game in GAMES]
    return Page(files, [name for name in ("home.js", "qr.js", "games/plain.js", *boards) if name in files])


def _texts(name: str, language: str) -> bytes:
    return msgspec.json.encode(texts(name, language))


PAGE = page()

CARDS = Files(LIES)
"""What is sent as it lies there. Of the games' folders nothing but cards is asked for."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def build(settings: Settings) -> Starlette:
    """The application of one hub. `settings.redis` must be the address of a Redis."""
    parts = Parts(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        PAGE.build()
        await parts.open()
        exporter = None
        if settings.metrics:
            admin = Admin(parts.store.house, "the page", lambda table: closing.close(parts.desk, table))
            exporter = Backstage(settings.metrics, METRICS.registry, admin, settings.admin_key)
        upkeep = [
            repeatedly("poll", settings.poll_s, parts.upkeep.poll),
            repeatedly("tick", settings.tick_s, parts.presence.poll),
            repeatedly("unanswered", PATIENCE / 4, parts.desk.unanswered.look),
            repeatedly("steward", settings.poll_s, parts.steward.poll),
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
                exporter.close()

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
        return JSONResponse(await parts.glance.at(request.path_params["table"]))

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
