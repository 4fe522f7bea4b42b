"""The web application: routes and lifespan. What lies behind them is put together in `parts.py`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.games.catalogue import LANGUAGES, catalogue, texts
from server.games.lessons import offered

from .client import CARDS, PAGE
from .config import Settings
from .games import GAMES
from .games.positions import example
from .garbage import tidy
from .host.admin import Admin
from .host.backstage import Backstage
from .hub import astray, closing
from .hub import minds as offering
from .hub.answers import REFUSALS, Refused, admit, known, language_of
from .hub.astray import LOCKED_OUT, WORDS
from .hub.budget import LOG
from .hub.hosts import KnownHosts
from .hub.invitations import Invitations
from .hub.live import now
from .hub.pages import Pages
from .hub.unanswered import PATIENCE
from .hub.websocket import LOOK
from .metrics import METRICS
from .parts import Parts
from .steady import repeatedly, steadily
from .store.store import StoreAway

PASSIVE: Final = ("text/css", "text/javascript", "application/json")
"""What opens no page by itself: there policies would say nothing, with each file of the page."""

Answer = Callable[[Request], Awaitable[Response]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def build(settings: Settings) -> Starlette:
    """The application of one hub. `settings.redis` must be the address of a Redis."""
    parts = Parts(settings)
    app = Starlette(
        routes=Answers(settings, parts).routes(),
        exception_handlers={**REFUSALS, 404: astray.nothing_here},
        lifespan=partial(lifespan, settings, parts),
    )
    app.add_middleware(Pages, addresses=parts.addresses)
    app.add_middleware(Headers)
    if settings.hosts:
        app.add_middleware(KnownHosts, hosts=[*settings.hosts, settings.host])
    app.state.parts = parts
    return app


@contextlib.asynccontextmanager
async def lifespan(settings: Settings, parts: Parts, app: Starlette) -> AsyncIterator[None]:
    """From the start of the application to its end, with all that is done again and again meanwhile."""
    PAGE.build()
    exporter = None
    opened = await parts.open()
    if opened and settings.metrics:
        admin = Admin(parts.store.house, "the page", lambda table: closing.close(parts.desk, table))
        try:
            exporter = Backstage(settings.metrics, METRICS.registry, admin, settings.admin_key)
        except OSError as wrong:  # somebody has taken the address since it was tried
            parts.unserved, opened = wrong, False
            parts.end()
    if not opened:  # the process is to end, and lets nobody in
        yield
        await parts.close()
        return
    upkeep = [
        repeatedly("poll", settings.poll_s, parts.upkeep.poll),
        repeatedly("tick", settings.tick_s, parts.presence.poll),
        repeatedly("unanswered", PATIENCE / 4, parts.desk.unanswered.look),
        repeatedly("steward", settings.poll_s, parts.steward.poll),
        repeatedly("silence", LOOK, parts.hub.look),
        steadily("lobby", parts.keep_lobby),
        steadily("lag", parts.lag.watch),
        steadily("garbage", tidy),
        asyncio.create_task(PAGE.press(), name="press"),
        asyncio.create_task(parts.steward.poll(), name="first report"),
    ]
    try:
        yield
    finally:
        for task in upkeep:
            task.cancel()
        await parts.close()
        if exporter is not None:
            exporter.close()


class Answers:
    """What is answered at each address of a hub. Most of its parts are there once the application has
    started, so they are looked up when somebody asks."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        self.settings = settings
        self.parts = parts

    def routes(self) -> list[BaseRoute]:
        """All addresses."""
        return [
            Route("/", self.index),
            Route("/healthz", self.healthz),
            Route("/bots", self.bots),
            Route("/games", self.games),
            Route("/minds", self.minds),
            Route("/games/{name}/cards", game_cards),
            Route("/games/{name}/{language}", game_texts),
            Route("/games/{name}/position/{language}", game_position),
            Route("/t/{name}", self.invited_to_table),
            Route("/g/{name}", self.invited_to_group),
            Route("/tables/{table}", self.admitted(self.table)),
            Route("/tables/{table}/log", self.admitted(self.log)),
            Route("/tables/{table}/reel", self.admitted(self.reel)),
            Route("/tables/{table}/analysis", self.admitted(self.analysis)),
            Route("/reel", self.admitted(self.reel_of_log), methods=["POST"]),
            Route("/beginnings", self.admitted(self.beginning), methods=["POST"]),
            Route("/book", self.admitted(self.book), methods=["GET", "PUT", "DELETE"]),
            Route("/person", self.kept, methods=["GET", "DELETE"]),
            Route("/groups", self.admitted(self.group), methods=["POST"]),
            Route("/groups/{group}", self.admitted(self.group), methods=["GET", "PUT", "PATCH", "DELETE"]),
            WebSocketRoute("/ws", _Asgi(self.socket)),
            Route("/static/{path:path}", static),
        ]

    def admitted(self, answer: Answer) -> Answer:
        """The same for all but those whom the host has locked out: they are shown the page, which says so,
        and what is kept of them, which is theirs."""

        async def answered(request: Request) -> Response:
            address = self.parts.addresses.of(request.scope)
            if self.parts.desk.orders.locked_out(known(request), address, now()):
                raise Refused(403, LOCKED_OUT, WORDS[language_of(request)][LOCKED_OUT])
            return await answer(request)

        return answered

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.parts.hub(scope, receive, send)

    async def index(self, request: Request) -> Response:
        return PAGE.index({"games": rows(self.settings)}).response(request)

    async def minds(self, request: Request) -> Response:
        return JSONResponse(offering.names(self.settings.minds))

    async def bots(self, request: Request) -> Response:
        return JSONResponse(await self.parts.steward.knows_bots())

    async def games(self, request: Request) -> Response:
        return JSONResponse(rows(self.settings))

    async def healthz(self, request: Request) -> Response:
        healthy = self.parts.store.healthy
        return JSONResponse({"healthy": healthy}, status_code=200 if healthy else 503)

    async def table(self, request: Request) -> Response:
        return JSONResponse(await self.parts.glance.at(request.path_params["table"]))

    async def log(self, request: Request) -> Response:
        table = request.path_params["table"]
        admit(request, self.parts.addresses, LOG)
        try:
            data = await self.parts.archive.log(table)
        except StoreAway:
            return JSONResponse({"error": "the store is out of reach"}, status_code=503)
        if data is None:
            return JSONResponse({"error": "no finished game of that name"}, status_code=404)
        name = f'attachment; filename="stammtisch-{table}.log"'
        return Response(data, media_type="application/msgpack", headers={"content-disposition": name})

    async def reel(self, request: Request) -> Response:
        return await self.parts.reels.of_table(request)

    async def reel_of_log(self, request: Request) -> Response:
        return await self.parts.reels.of_log(request)

    async def analysis(self, request: Request) -> Response:
        return await self.parts.analyses.of_table(request)

    async def beginning(self, request: Request) -> Response:
        return await self.parts.beginnings.answer(request)

    async def book(self, request: Request) -> Response:
        return await self.parts.library.answer(request)

    async def kept(self, request: Request) -> Response:
        return await self.parts.disclosure.answer(request)

    async def group(self, request: Request) -> Response:
        return await self.parts.groups.answer(request)

    async def invited_to_table(self, request: Request) -> Response:
        return invitations(self.parts).table(request)

    async def invited_to_group(self, request: Request) -> Response:
        return invitations(self.parts).group(request)


class _Asgi:
    """An ASGI application as an object, so that the router passes it through untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


class Headers:
    """Adds to every page what it may load and tell, and that browsers ask whether it is still fresh."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not headers.get("content-type", "").startswith(PASSIVE):
                    headers["content-security-policy"] = POLICY
                    headers["referrer-policy"] = "no-referrer"
                headers["x-content-type-options"] = "nosniff"
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers)


async def static(request: Request) -> Response:
    return PAGE.response(request, request.path_params["path"])


def invitations(parts: Parts) -> Invitations:
    """What links say of themselves; a game without a picture has that of the house."""
    covers = {name: f"games/{name}/cover.png" for name in GAMES}
    known = {name: path for name, path in covers.items() if path in PAGE.files}
    return Invitations(parts.addresses, parts.hub.lobby, {"": "icon.png", **known})


def rows(settings: Settings) -> list[dict[str, Any]]:
    """The catalogue, whether a game has a board of its own to be drawn on, its lessons, and the minds that
    may be asked for: none where bots have no key to come in with, for nobody is to wait for them."""
    return [
        {
            **row,
            "board": f"games/{row['name']}/board.js" in PAGE.files,
            "lessons": offered(row["name"]),
            "minds": settings.minds_of(row["name"]) if settings.bot_key else [],
        }
        for row in catalogue()
    ]


async def game_cards(request: Request) -> Response:
    """The rows of a game's cards, so that a page draws what this server plays with."""
    name = request.path_params["name"]
    if name not in GAMES:
        return JSONResponse({"error": "no such game"}, status_code=404)
    return CARDS.response(request, f"{name}/cards.json")


async def game_position(request: Request) -> Response:
    """A position of a game as a text, to begin with."""
    name, language = request.path_params["name"], request.path_params["language"]
    text = example(name, language) if name in GAMES and language in LANGUAGES else ""
    if not text:
        return JSONResponse({"error": "no such game or language"}, status_code=404)
    return Response(text, media_type="text/plain")


async def game_texts(request: Request) -> Response:
    name, language = request.path_params["name"], request.path_params["language"]
    if name not in GAMES or language not in LANGUAGES:
        return JSONResponse({"error": "no such game or language"}, status_code=404)
    return JSONResponse(texts(name, language))
