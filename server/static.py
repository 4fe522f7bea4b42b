"""The files of the page, sent from memory: without threads, which would keep the event loop waiting for
the interpreter with every piece of every file, and every move with it."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import brotli
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .hub.answers import accepted

QUICK: Final = 9
BEST: Final = 11
"""Of brotli's qualities: the best makes a file 8% smaller, and takes ten times as long."""

IMMUTABLE: Final = "public, max-age=31536000, immutable"


class Kept(NamedTuple):
    """A file as it was when it was read, or as it was made."""

    changed: int
    body: bytes
    headers: dict[str, str]
    packed: Mapping[str, bytes] = {}
    """The same by encoding, most wanted first."""

    def response(self, request: Request) -> Response:
        """It as it is wanted, or that whoever asks has it already."""
        tags = request.headers.get("if-none-match", "").split(",")
        if self.headers["etag"] in [tag.strip().removeprefix("W/") for tag in tags]:
            known = {name: value for name, value in self.headers.items() if name != "content-type"}
            return Response(status_code=304, headers=known)
        if not self.packed:
            return Response(self.body, headers=self.headers)
        wanted = accepted(request.headers.get("accept-encoding", ""))
        for encoding, body in self.packed.items():
            if encoding in wanted:
                return Response(body, headers={**self.headers, "content-encoding": encoding})
        return Response(self.body, headers=self.headers)


def kept(name: str, body: bytes, changed: int = 0, control: str = "") -> Kept:
    """A file of this name. `control`: how long browsers may keep it; without that they ask each time."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
    headers = {
        "content-type": f"{kind}; charset=utf-8" if text else kind,
        "etag": f'"{sha256(body).hexdigest()[:32]}"',
    }
    return Kept(changed, body, {**headers, "cache-control": control} if control else headers)


def packed(file: Kept) -> Kept:
    """The same file, compressed once for everybody."""
    smaller = {
        "br": brotli.compress(file.body, quality=QUICK),
        "gzip": gzip.compress(file.body, 9, mtime=0),
    }
    headers = {**file.headers, "vary": "accept-encoding"}
    return file._replace(
        headers=headers, packed={name: body for name, body in smaller.items() if len(body) < len(file.body)}
    )


def pressed(file: Kept) -> Kept:
    """The same file, compressed as well as can be."""
    if "br" not in file.packed:
        return file
    return file._replace(packed={**file.packed, "br": brotli.compress(file.body, quality=BEST)})


class Files:
    """Sends files of folders, by their paths in them: those that are there at the start, and no others. One
    that changes is read anew. `folders`: by the path under which each is reached, "" for the top. `made`:
    what makes files that lie nowhere, by their paths."""

    def __init__(
        self, folders: Mapping[str, Path], made: Mapping[str, Callable[[], bytes]] | None = None
    ) -> None:
        self.paths = {
            (Path(at) / path.relative_to(folder)).as_posix(): path
            for at, folder in folders.items()
            for path in folder.rglob("*")
            if path.is_file()
        }
        self.made = {name: cache(make) for name, make in (made or {}).items()}
        self._kept: dict[str, Kept] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.paths or name in self.made

    def response(self, request: Request, name: str) -> Response:
        """The file of this name, or that whoever asks has it already, or that there is none."""
        file = self.file(name)
        if file is None:
            return JSONResponse({"error": "no such file"}, status_code=404)
        return file.response(request)

    def file(self, name: str) -> Kept | None:
        """The file of this name, as it is now."""
        if name in self.made:
            return kept(name, self.made[name]())
        path, known = self.paths.get(name), self._kept.get(name)
        if path is None:
            return None
        try:
            changed = path.stat().st_mtime_ns
            if known is None or known.changed != changed:
                known = self._kept[name] = kept(name, path.read_bytes(), changed)
        except OSError:
            return None
        return known
