"""The web application: routes and lifespan. `wiring.py` assembles the parts behind them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.games.catalogue import LANGUAGES, catalogue, texts

from .admin.service import Admin
from .admin.web import AdminServer
from .api.link_previews import LinkPreviews
from .clock import now
from .games import GAMES
from .games.outside import left_out
from .games.positions import example
from .http import error_pages
from .http.allowed_hosts import KnownHosts
from .http.error_pages import LOCKED_OUT, WORDS
from .http.request_limits import RequestLimits
from .http.responses import REFUSALS, HttpRefusal, admit, known, language_of
from .live import closing
from .live.storing_notices import NOTICE_AFTER_S
from .metrics import METRICS
from .net.rate_limits import LOG
from .net.websocket import SWEEP_INTERVAL_S
from .page.catalogue import CARDS, PAGE, game_row, offline_rows
from .page.page import OFFLINE_SCRIPTS
from .page.static_files import CachedFile
from .process.forever import repeatedly, steadily
from .process.gc import tidy
from .push.sender import SENDERS
from .settings import minds as offering
from .settings.config import Settings
from .store.store import StoreAway
from .table.puzzles import asked_for
from .wiring import Parts

PASSIVE: Final = ("text/css", "text/javascript", "application/json")
"""Types that a browser doesn't open as a page: they need no policy headers."""

Answer = Callable[[Request], Awaitable[Response]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Workers follow `script-src`."""

OFFLINE_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""Of the page that plays without a server, and of its workers: Python in the browser is WebAssembly. A worker
from the page's cache has the policy of its page."""


def build(settings: Settings, parts: Parts) -> Starlette:
    """The application of one hub with these parts."""
    app = Starlette(
        routes=Answers(settings, parts).routes(),
        exception_handlers={**REFUSALS, 404: error_pages.nothing_here, 405: error_pages.options},
        lifespan=partial(lifespan, settings, parts),
    )
    app.router.redirect_slashes = False  # a redirect would name this process's address, not the proxy's
    app.add_middleware(RequestLimits, addresses=parts.addresses)
    app.add_middleware(Headers)
    if settings.hosts:
        app.add_middleware(KnownHosts, hosts=[*settings.hosts, settings.host])
    return app


@contextlib.asynccontextmanager
async def lifespan(settings: Settings, parts: Parts, app: Starlette) -> AsyncIterator[None]:
    """Open the parts, run the periodic tasks, and close everything at the end."""
    exporter = None
    try:
        opened = await parts.open()
    except StoreAway as wrong:
        parts.fail(wrong)
        opened = False
    if opened and settings.metrics:
        admin = Admin(
            parts.store.admin_records,
            "the page",
            lambda table: closing.close(parts.registry, table),
            lambda table: closing.reopen(parts.registry, table),
        )
        try:
            exporter = AdminServer(settings.metrics, METRICS.registry, admin, settings.admin_key)
        except OSError as wrong:  # another process has taken the address since it was checked
            parts.fail(wrong)
            opened = False
    if not opened:  # the process is to end, and accepts no client
        yield
        await parts.close()
        return
    eviction = [
        repeatedly("poll", settings.poll_s, parts.eviction.poll),
        repeatedly("tick", settings.tick_s, parts.presence.poll),
        repeatedly("unanswered", NOTICE_AFTER_S / 4, parts.registry.storing_notices.look),
        repeatedly("admin agent", settings.poll_s, parts.admin_agent.poll),
        repeatedly("silence", SWEEP_INTERVAL_S, parts.hub.look),
        steadily("lobby", parts.keep_lobby),
        steadily("lag", parts.lag.watch),
        steadily("garbage", tidy),
        *(
            steadily(f"push {number}", parts.sender.work)
            for number in range(SENDERS if parts.sender.on else 0)
        ),
        asyncio.create_task(parts.admin_agent.poll(), name="first report"),
    ]
    try:
        yield
    finally:
        for task in eviction:
            task.cancel()
        await parts.close()
        if exporter is not None:
            exporter.close()


class Answers:
    """The HTTP endpoints of a hub."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        self.settings = settings
        self.parts = parts

    def routes(self) -> list[BaseRoute]:
        parts = self.parts
        return [
            Route("/", self.index),
            Route("/healthz", self.healthz),
            Route("/manifest.webmanifest", manifest),
            Route("/offline.html", offline),
            *(Route(f"/{name}", offline_script) for name in OFFLINE_SCRIPTS),
            Route("/bots", self.bots),
            Route("/games", self.games),
            Route("/minds", self.minds),
            Route("/games/{name}/cards", game_cards),
            Route("/games/{name}/{language}", game_texts),
            Route("/games/{name}/position/{language}", game_position),
            Route("/games/{name}/puzzles/{number}", game_puzzle),
            Route("/t/{name:path}", self.invited_to_table),
            Route("/g/{name:path}", self.invited_to_group),
            Route("/tables/{table}", self.admitted(self.table)),
            Route("/tables/{table}/log", self.admitted(self.log)),
            Route("/tables/{table}/reel", self.admitted(parts.reels.of_table)),
            Route("/tables/{table}/hands", self.admitted(parts.late_hands.of_table)),
            Route("/tables/{table}/analysis", self.admitted(parts.analyses.of_table)),
            Route("/reel", self.admitted(parts.reels.of_log), methods=["POST"]),
            Route("/beginnings", self.admitted(parts.beginnings.answer), methods=["POST"]),
            Route("/book", self.admitted(parts.library.answer), methods=["GET", "PUT", "DELETE"]),
            Route("/book/games", self.admitted(parts.brought.answer), methods=["POST"]),
            Route("/person", parts.privacy.answer, methods=["GET", "DELETE"]),
            Route("/push", self.admitted(parts.devices.answer), methods=["GET", "PUT", "DELETE"]),
            Route("/reach", parts.reach.answer, methods=["GET", "POST"]),
            Route("/board-failures", self.admitted(parts.board_failures.answer), methods=["POST"]),
            Route("/groups", self.admitted(parts.groups.answer), methods=["POST"]),
            Route(
                "/groups/{group}",
                self.admitted(parts.groups.answer),
                methods=["GET", "PUT", "PATCH", "DELETE"],
            ),
            Route("/streams/{stream}", self.admitted(parts.groups.current)),
            WebSocketRoute("/ws", parts.hub),
            Route("/static/{path:path}", static),
        ]

    def admitted(self, answer: Answer) -> Answer:
        """The same endpoint, refused to clients that the operator has locked out. They can still load the
        page, which explains it, and their own personal data."""

        async def answered(request: Request) -> Response:
            address = self.parts.addresses.of(request.scope)
            if self.parts.registry.orders.locked_out(known(request), address, now()):
                raise HttpRefusal(403, LOCKED_OUT, WORDS[language_of(request)][LOCKED_OUT])
            return await answer(request)

        return answered

    async def index(self, request: Request) -> Response:
        offline = {"offline": True} if PAGE.built else {}
        return PAGE.index({"games": rows(self.settings), **offline}).response(request)

    async def minds(self, request: Request) -> Response:
        return JSONResponse(offering.names(self.settings.minds))

    async def bots(self, request: Request) -> Response:
        return JSONResponse(await self.parts.admin_agent.knows_bots())

    async def games(self, request: Request) -> Response:
        return JSONResponse(rows(self.settings))

    async def healthz(self, request: Request) -> Response:
        healthy, told = self.parts.store.healthy, {}
        if names := left_out("game"):
            told = {"left_out": names}
        return JSONResponse({"healthy": healthy, **told}, status_code=200 if healthy else 503)

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

    async def invited_to_table(self, request: Request) -> Response:
        return invitations(self.parts).table(request)

    async def invited_to_group(self, request: Request) -> Response:
        return invitations(self.parts).group(request)


class Headers:
    """Adds a content policy to every page, and makes browsers revalidate it."""

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
                    headers.setdefault("content-security-policy", POLICY)
                    headers["referrer-policy"] = "no-referrer"
                headers["x-content-type-options"] = "nosniff"
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, receive, with_headers)


async def static(request: Request) -> Response:
    return PAGE.response(request, request.path_params["path"])


async def offline(request: Request) -> Response:
    """The page that plays without a server."""
    return _offline_response(request, PAGE.offline({"games": offline_rows()}))


async def offline_script(request: Request) -> Response:
    """A worker of that page."""
    return _offline_response(request, PAGE.offline_script(request.url.path.rpartition("/")[2]))


def _offline_response(request: Request, file: CachedFile | None) -> Response:
    if file is None:
        raise HTTPException(404)
    response = file.response(request)
    response.headers["content-security-policy"] = OFFLINE_POLICY
    return response


async def manifest(request: Request) -> Response:
    """What a phone needs to put the page on its home screen. Addresses in it are relative to its own."""
    return PAGE.response(request, "manifest.webmanifest")


def invitations(parts: Parts) -> LinkPreviews:
    """The previews of links; a game without a picture uses the server's icon."""
    covers = {name: f"games/{name}/cover.png" for name in GAMES}
    known = {name: path for name, path in covers.items() if path in PAGE.files}
    return LinkPreviews(parts.addresses, parts.hub.lobby, {"": "icon.png", **known})


def rows(settings: Settings) -> list[dict[str, Any]]:
    """The catalogue with, for each game, its files for the page, its lessons and puzzles, and the minds
    that people may ask for. Without a BOT_KEY no bot can connect, so no mind is offered."""
    return [
        {
            **game_row(row),
            "minds": (minds := settings.minds_of(row["name"]) if settings.bot_key else []),
            "called": offering.called(minds),
        }
        for row in catalogue()
    ]


async def game_cards(request: Request) -> Response:
    """The rows of a game's cards, so that a page draws the cards of this server's version."""
    name = request.path_params["name"]
    if name not in GAMES:
        return JSONResponse({"error": "no such game"}, status_code=404)
    return CARDS.response(request, f"{name}/cards.json")


async def game_position(request: Request) -> Response:
    """A position of a game as a text, as a template for a position of one's own."""
    name, language = request.path_params["name"], request.path_params["language"]
    text = example(name, language) if name in GAMES and language in LANGUAGES else ""
    if not text:
        return JSONResponse({"error": "no such game or language"}, status_code=404)
    return Response(text, media_type="text/plain")


async def game_puzzle(request: Request) -> Response:
    """A puzzle of a game: the document of the asked seat, and the answer with its reasons."""
    found = asked_for(request.path_params["name"], request.path_params["number"])
    if found is None:
        return JSONResponse({"error": "no such puzzle"}, status_code=404)
    return Response(found, media_type="application/json")


async def game_texts(request: Request) -> Response:
    name, language = request.path_params["name"], request.path_params["language"]
    if name not in GAMES or language not in LANGUAGES:
        return JSONResponse({"error": "no such game or language"}, status_code=404)
    return JSONResponse(texts(name, language))
