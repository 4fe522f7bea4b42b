"""The page as browsers load it. `lint/page.js` has built its files: few, small, compressed, and named by a
hash of their contents, so that browsers cache them permanently.

A checkout in which nobody has built the page, or in which a file was edited since, serves all files as they
lie: there is no build step between editing and testing. So are the files of games from other packages; the
modules that they import are those of the built page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from .sources import digest
from .static_files import BEST_BROTLI_QUALITY, IMMUTABLE, CachedFile, StaticFiles, kept, packed

log = logging.getLogger("stammtisch.page")

INDEX: Final = "index.html"
OFFLINE: Final = "offline.html"
OFFLINE_SCRIPTS: Final = ("offline.js", "offline-hub.js", "offline-way.js")
"""The page that plays without a server; the service worker that keeps it, the worker with its hub, and the
service worker that leads there without a line. Only a built page has them."""

OFFLINE_LACKS: Final = ("clock", "stand-in", "visibility")
"""Options of a table that need a server: the page without one doesn't list them."""

LIST: Final = "files.json"
FILES: Final = "files"

HASHED: Final = re.compile(r"(.+)\.([0-9a-f]{8,})(\.\w+)")
HASHED_FOLDER: Final = re.compile(r"offline/[0-9a-f]{8,}/[\w.-]+")
"""Names with the hash of a content, which hubs of other versions may write longer."""


class Names(msgspec.Struct, frozen=True):
    """The list of built files. By plain names, the hash that each permanent name has before its suffix; of
    `asked` modules of the page ask for."""

    digest: str
    files: dict[str, str]
    asked: dict[str, str]


class Built(msgspec.Struct, frozen=True):
    """The built page."""

    names: Names
    index: str
    offline: str
    scripts: dict[str, bytes]
    files: StaticFiles

    @classmethod
    def read(cls, folder: Path) -> Built | None:
        """The page in this folder; none if nothing is there, or it was built from other files than ours."""
        try:
            names = msgspec.json.decode((folder / LIST).read_bytes(), type=Names)
        except (OSError, msgspec.MsgspecError):
            return None
        if names.digest != digest():
            log.warning("the page was edited since it was built: all files are sent as they lie")
            return None
        index, offline = ((folder / name).read_text("utf-8") for name in (INDEX, OFFLINE))
        scripts = {name: (folder / name).read_bytes() for name in OFFLINE_SCRIPTS}
        return cls(names, index, offline, scripts, StaticFiles({"": folder / FILES}))

    def permanent(self, name: str) -> CachedFile | None:
        """A file by its permanent name."""
        permanent = HASHED.fullmatch(name) or HASHED_FOLDER.fullmatch(name)
        file = self.files.file(name) if permanent else None
        return file and file.under(IMMUTABLE)

    def newest(self, name: str) -> CachedFile | None:
        """A file by its plain name, as it is here."""
        before, _, suffix = name.rpartition(".")
        return self.files.file(f"{before}.{self.names.files.get(name)}.{suffix}")

    def plain(self, name: str) -> CachedFile | None:
        """What is under a plain name: a file that passes on a module, or else the file itself."""
        return self.files.file(name) or self.newest(name)


class Page:
    """All files of the page."""

    def __init__(self, files: StaticFiles, built: Built | None = None) -> None:
        self.files = files
        self._built = built
        self._edited = False
        self._index: dict[str, CachedFile] = {}
        """The page itself, by the data embedded in it."""
        self._offline: dict[str, CachedFile] = {}
        self._known = {name: path.stat().st_mtime_ns for name, path in files.paths.items()} if built else {}
        """The modification time of each file."""

    @property
    def built(self) -> Built | None:
        """The built page. None once any file has changed since the start."""
        self._edited = self._edited or not all(map(self._unchanged, self._known))
        return None if self._edited else self._built

    def _unchanged(self, name: str) -> bool:
        try:
            return self.files.paths[name].stat().st_mtime_ns == self._known[name]
        except OSError:
            return False

    def index(self, told: Mapping[str, Any]) -> CachedFile:
        """The page itself, with the data that it would request first, and the names of its files."""
        built = self.built
        names = built.names.asked if built else {}
        data = msgspec.json.encode({**told, "files": names}).decode().replace("<", "\\u003c")
        if not built:
            return kept(INDEX, _with(data, self.files.paths[INDEX].read_text("utf-8")))
        if data not in self._index:
            file = kept(INDEX, _with(data, built.index))
            self._index[data] = packed(file, quality=BEST_BROTLI_QUALITY)  # 10 ms, once
        return self._index[data]

    def offline(self, told: Mapping[str, Any]) -> CachedFile | None:
        """The page that plays without a server; None if the page is not built."""
        if (built := self.built) is None:
            return None
        whole = {**told, "lacks": OFFLINE_LACKS, "files": built.names.asked}
        data = msgspec.json.encode(whole).decode().replace("<", "\\u003c")
        if OFFLINE not in self._offline:
            self._offline[OFFLINE] = packed(kept(OFFLINE, _with(data, built.offline)))
        return self._offline[OFFLINE]

    def offline_script(self, name: str) -> CachedFile | None:
        """One of the scripts of that page; None if the page is not built."""
        if (built := self.built) is None:
            return None
        if name not in self._offline:
            self._offline[name] = packed(kept(name, built.scripts[name]))
        return self._offline[name]

    def response(self, request: Request, name: str) -> Response:
        """The response with the file of this name, as it was built or as it lies; 404 if there is none. An
        unknown hash belongs to an older or newer version of another hub: our version is better than none."""
        match = HASHED.fullmatch(name)
        plain = match[1] + match[3] if match else name
        file = self._built.permanent(name) if self._built else None
        if file is None and self._built and not self._edited:
            file = (self._built.newest(plain) if match else None) or self._built.plain(plain)
        return file.response(request) if file else self.files.response(request, plain)


def _with(data: str, text: str) -> bytes:
    """The page with its data in a block that no content security policy restricts."""
    block = f'  <script type="application/json" id="told">{data}</script>\n  </head>'
    return text.replace("  </head>", block, 1).encode()
