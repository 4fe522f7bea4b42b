"""The page as browsers get it: its modules linked into one file, one more for each game's board, one for what
comes before a table, and one for what only such late files have in common; style sheets with those that they
import in their place; everything compressed, and under names that say by a hash what is inside, so that it is
fetched once and never again.

Who edits a file of a running server gets all of them as they lie there, from the next load of the page on:
there is no step between writing and trying. By its plain name every file can be asked for either way. There a
module that is linked passes on what it exports, so nothing of the page is ever there twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .linking import Module, Unlinkable, linked, order, split, stub
from .sheets import sheet
from .static import IMMUTABLE, Files, Kept, kept, packed, pressed

log = logging.getLogger("stammtisch.page")

INDEX: Final = "index.html"
MAIN: Final = "main.js"
APP: Final = "app"
SHARED: Final = "shared.js"

PRESS_AFTER_S: Final = 5.0

SHEET: Final = re.compile(r' *<link rel="stylesheet" href="static/([^"]+)">\n')
FILE: Final = re.compile(r'(?<=")static/([^"]+)(?=")')
HASHED: Final = re.compile(r"(.+)\.[0-9a-f]{10}(\.\w+)")
SHOWN: Final = frozenset({".css", ".js", ".json", ".mjs", ".svg", ".png", ".woff2"})
"""What pages ask for; the rest are papers that come with it."""


class Page:
    """All files of the page. `later`: the modules that are fetched when something of them is first shown;
    `boards`: those of which a table needs one from its beginning."""

    def __init__(self, files: Files, later: list[str], boards: list[str]) -> None:
        self.files = files
        self.later = later
        self.boards = boards
        self.names: dict[str, str] = {}
        """By a file's plain name, the name under which it is kept for ever."""
        self._sent: dict[str, Kept] = {}
        """What is sent, by hashed names."""
        self._stubs: dict[str, Kept] = {}
        """What stands for a module that is linked, by its plain name."""
        self._index: dict[str, Kept] = {}
        """The page itself, by what is told with it."""
        self._loose: list[str] = []
        """What could be smaller yet, by hashed names."""
        self._known: dict[str, int] = {}
        """When each file had changed last."""

    def build(self) -> None:
        """Make all that is sent, once. Where it can't be made, everything is sent as it lies there."""
        if self._sent:
            return
        try:
            self._link()
        except Unlinkable:
            log.exception("the page is sent as it lies there")
            return
        self._known = {name: path.stat().st_mtime_ns for name, path in self.files.paths.items()}
        sheets = SHEET.findall(self._text(INDEX))
        self._keep(f"{APP}.css", "".join(sheet(name, self._text) for name in sheets).encode())
        for name in (*self.files.paths, *self.files.made):
            if name not in self._stubs and PurePosixPath(name).suffix in SHOWN:
                file = self.files.file(name)
                assert file is not None
                self._keep(name, sheet(name, self._text).encode() if name.endswith(".css") else file.body)

    async def press(self) -> None:
        """Compress everything as well as can be, which takes seconds, once nobody waits for the hub's start:
        behind everything else, and without the interpreter, so that no move is later for it."""
        await asyncio.sleep(PRESS_AFTER_S)
        thread = ThreadPoolExecutor(1, initializer=_behind_all_else)
        try:
            while self._loose:
                name = self._loose.pop(0)
                best = asyncio.get_running_loop().run_in_executor(thread, pressed, self._sent[name])
                self._sent[name] = await best
        finally:
            thread.shutdown(wait=False, cancel_futures=True)

    @property
    def plain(self) -> bool:
        """Is everything to be sent as it lies there? So it is once a file isn't any more what it was."""
        if self._known and not all(map(self._unchanged, self._known)):
            self._known = {}
        return not self._known

    def _unchanged(self, name: str) -> bool:
        try:
            return self.files.paths[name].stat().st_mtime_ns == self._known[name]
        except OSError:
            return False

    def _text(self, name: str) -> str:
        return self.files.paths[name].read_text("utf-8")

    def _link(self) -> None:
        """Link the modules: each root with what it alone needs, the first with what several need."""
        modules: dict[str, Module] = {}

        def load(name: str) -> Module:
            if name not in self.files.paths:
                raise Unlinkable(f"there is no {name}")
            if name not in modules:
                modules[name] = Module(name, self._text(name))
            return modules[name]

        roots = {MAIN: order(MAIN, load)}
        for name in (*self.later, *self.boards):
            try:
                roots[name] = order(name, load)
            except Unlinkable as why:
                log.warning("%s is sent as it lies there: %s", name, why)
        parts = split(roots, MAIN, self.later, SHARED)
        shared = {module.name for module in parts[SHARED]}
        for root, part in parts.items():
            way = "../" * root.count("/") or "./"
            needs = root != SHARED and not shared.isdisjoint(module.name for module in roots[root])
            before = way + self.names[SHARED] if needs else ""
            name = f"{APP}.js" if root == MAIN else root
            self._keep(name, linked(part, modules.get(root), way, before).encode())
            for module in part:
                way = "../" * module.name.count("/") or "./"
                self._stubs[module.name] = kept(module.name, stub(module, way + self.names[name]).encode())

    def _keep(self, name: str, body: bytes) -> None:
        path = PurePosixPath(name)
        hashed = f"{path.with_suffix('')}.{sha256(body).hexdigest()[:10]}{path.suffix}"
        self.names[name] = hashed
        self._sent[hashed] = packed(kept(name, body, control=IMMUTABLE))
        self._loose.append(hashed)

    # -- what is asked for -------------------------------------------------------------------------

    def index(self, told: Mapping[str, Any]) -> Kept:
        """The page itself, with what it would ask for first anyway, and the names of its files."""
        names = {} if self.plain else self.names
        data = msgspec.json.encode({**told, "files": names}).decode().replace("<", "\\u003c")
        if not names:
            return kept(INDEX, _with(data, self._text(INDEX)))
        if data not in self._index:
            self._index[data] = packed(kept(INDEX, _with(data, self._hashed(self._text(INDEX)))))
        return self._index[data]

    def _hashed(self, text: str) -> str:
        """The page, naming what is linked and kept."""
        text = SHEET.sub(f'    <link rel="stylesheet" href="static/{APP}.css">\n', text, 1)
        text = SHEET.sub(lambda match: match[0] if match[1] == f"{APP}.css" else "", text)
        text = text.replace(f"static/{MAIN}", f"static/{APP}.js")
        return FILE.sub(lambda match: f"static/{self.names.get(match[1], match[1])}", text)

    def response(self, request: Request, name: str) -> Response:
        """A file by its hashed or its plain name. A hash that isn't known is another hub's, older or newer,
        of the same file: to have ours is then better than to have none."""
        if file := self._sent.get(name):
            return file.response(request)
        if match := HASHED.fullmatch(name):
            name = match[1] + match[2]
        plain = self.plain
        if not plain and name in self._stubs and not match:
            return self._stubs[name].response(request)
        if (file := self._sent.get(self.names.get(name, ""))) and not plain:
            headers = {key: value for key, value in file.headers.items() if key != "cache-control"}
            return file._replace(headers=headers).response(request)
        return self.files.response(request, name)


def _behind_all_else() -> None:
    """Let this thread have a tenth of a core where others want it."""
    if sys.platform == "linux":  # elsewhere that would be the whole process
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def _with(data: str, text: str) -> bytes:
    """The page with what is told with it: data, which no policy has to allow."""
    block = f'  <script type="application/json" id="told">{data}</script>\n  </head>'
    return text.replace("  </head>", block, 1).encode()
