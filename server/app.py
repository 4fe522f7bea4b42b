"""The web application: routes and lifespan. What lies behind them is put together in `parts.py`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import partial
from itertools import product
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
from server.games.lessons import offered
from server.table.examples import told as examples_told

from .config import Settings
from .games import GAMES
from .games.positions import example
from .garbage import tidy
from .host.admin import Admin
from .host.backstage import Backstage
from .hub import closing
from .hub import minds as offering
from .hub.hosts import KnownHosts
from .hub.invitations import Invitations
from .hub.pages import Pages
from .hub.unanswered import PATIENCE
from .hub.websocket import LOOK
from .metrics import METRICS
from .page import Page
from .parts import Parts
from .static import Files
from .steady import repeatedly, steadily
from .store.store import StoreAway

log = logging.getLogger("stammtisch.app")

LATER: Final = (
    "home.js",
    "coach.js",
    "end.js",
    "costly.js",
    "luck.js",
    "rules.js",
    "examples.js",
    "instruments.js",
    "qr.js",
    "replay.js",
    "book.js",
    "report.js",
    "group.js",
    "kept.js",
    "poster.js",
    "position.js",
    "games/plain.js",
)
"""The modules of the page that are fetched when something of them is first shown."""

READ: Final = frozenset({"rules", "facts", "tagline", "next", "why"})
"""The parts of a game's texts that are shown where somebody reads its rules, asks why something can't be
chosen, or when a game has ended."""

UNREAD: Final = {"bruges": frozenset({"effect", "note", "origin", "set"})}
"""By game, the fields of its cards that no board reads: what they do is the engine's."""

LIES: Final = {name: Path(str(folder(name))) for name in GAMES}
"""Where each game's package lies. One from elsewhere brings what draws it in a folder `web` of its own."""


def page() -> Page:
    """The files of the page: the client's, those that draw the games, and what these say of themselves."""
    folders = {
        "": Path(__file__).parent / "web",
        **{f"games/{name}": lies / "web" for name, lies in LIES.items()},
    }
    made = {}
    for name, language in product(GAMES, LANGUAGES):
        made[f"games/{name}/{language}.json"] = partial(_texts, name, language, False)
        made[f"games/{name}/rules.{language}.json"] = partial(_texts, name, language, True)
    made |= {
        f"games/{name}/cards.json": partial(_cards, name, lies / "cards.json")
        for name, lies in LIES.items()
        if (lies / "cards.json").is_file()
    }
    made |= {f"games/{name}/examples.json": partial(_examples, name) for name in GAMES}
    files = Files(folders, made)
    boards = [f"games/{game}/board.js" for game in GAMES]
    return Page(files, *([name for name in names if name in files] for names in (LATER, boards)))


def _texts(name: str, language: str, read: bool) -> bytes:
    """What is said at a table, or what one reads up: whoever knows the game plays without that."""
    words = texts(name, language).items()
    return msgspec.json.encode({key: value for key, value in words if (key in READ) is read})


def _cards(name: str, file: Path) -> bytes:
    """A game's cards as its board reads them."""
    if name not in UNREAD:
        return file.read_bytes()

    def read(field: Any) -> Any:
        if isinstance(field, list):
            return [read(one) for one in field]
        if isinstance(field, dict):
            return {key: read(one) for key, one in field.items() if key not in UNREAD[name]}
        return field

    return msgspec.json.encode(read(msgspec.json.decode(file.read_bytes())))


def _examples(name: str) -> bytes:
    """The examples of a game's rules, as they are drawn."""
    return msgspec.json.encode(examples_told(name))


PAGE = page()

CARDS = Files(LIES)
"""What is sent as it lies there. Of the games' folders nothing but cards is asked for."""

PASSIVE: Final = ("text/css", "text/javascript", "application/json")
"""What opens no page by itself: there policies would say nothing, with each file of the page."""

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
            repeatedly("silence", LOOK, parts.hub.look),
            steadily("lobby", parts.keep_lobby),
            steadily("lag", parts.lag.watch),
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
        return PAGE.index({"games": rows(settings)}).response(request)

    async def minds(request: Request) -> Response:
        return JSONResponse(offering.names(settings.minds))

    async def games(request: Request) -> Response:
        return JSONResponse(rows(settings))

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

    async def reel_of(request: Request) -> Response:
        return await parts.reels.of_table(request)

    async def analysis_of(request: Request) -> Response:
        return await parts.analyses.of_table(request)

    async def reel_of_log(request: Request) -> Response:
        return await parts.reels.of_log(request)

    async def beginning(request: Request) -> Response:
        return await parts.beginnings.answer(request)

    async def book_of(request: Request) -> Response:
        return await parts.library.answer(request)

    async def kept_of(request: Request) -> Response:
        return await parts.disclosure.answer(request)

    async def invited_to_table(request: Request) -> Response:
        return invitations(parts).table(request)

    async def invited_to_group(request: Request) -> Response:
        return invitations(parts).group(request)

    async def group_of(request: Request) -> Response:
        return await parts.groups.answer(request)

    routes = [
        Route("/", index),
        Route("/healthz", healthz),
        Route("/games", games),
        Route("/minds", minds),
        Route("/games/{name}/cards", game_cards),
        Route("/games/{name}/{language}", game_texts),
        Route("/games/{name}/position/{language}", game_position),
        Route("/t/{name}", invited_to_table),
        Route("/g/{name}", invited_to_group),
        Route("/tables/{table}", table_of),
        Route("/tables/{table}/log", log_of),
        Route("/tables/{table}/reel", reel_of),
        Route("/tables/{table}/analysis", analysis_of),
        Route("/reel", reel_of_log, methods=["POST"]),
        Route("/beginnings", beginning, methods=["POST"]),
        Route("/book", book_of, methods=["GET", "PUT", "DELETE"]),
        Route("/person", kept_of, methods=["GET", "DELETE"]),
        Route("/groups", group_of, methods=["POST"]),
        Route("/groups/{group}", group_of, methods=["GET", "PUT", "PATCH", "DELETE"]),
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
    """The catalogue, whether a game has a board of its own to be drawn on, its lessons, and its minds."""
    return [
        {
            **row,
            "board": f"games/{row['name']}/board.js" in PAGE.files,
            "lessons": offered(row["name"]),
            "minds": settings.minds_of(row["name"]),
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
