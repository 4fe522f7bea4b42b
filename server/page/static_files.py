"""The page's files, sent from memory. Sending them from threads would delay the event loop, and so every
move: it would wait for the interpreter lock with every piece of a file."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import brotli
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from server.http.responses import accepted

BROTLI_QUALITY: Final = 5
BEST_BROTLI_QUALITY: Final = 11
GZIP_LEVEL: Final = 6
"""Files that lie there as they are get compressed when they are first asked for, in a millisecond or two."""

PACKED: Final = {".br": "br", ".gz": "gzip"}
"""By the suffix of a file beside another one, the encoding in which it has its content."""

IMMUTABLE: Final = "max-age=31536000, immutable"


class CachedFile(NamedTuple):
    """A file as it was read or generated."""

    changed: int
    body: bytes
    headers: dict[str, str]
    packed: Mapping[str, bytes] = {}
    """The body by encoding, in order of preference."""

    def response(self, request: Request) -> Response:
        """The response: compressed as the client accepts, or 304 if the client has the file already."""
        tags = request.headers.get("if-none-match", "").split(",")
        if self.headers.get("etag") in [tag.strip().removeprefix("W/") for tag in tags]:
            known = {name: value for name, value in self.headers.items() if name != "content-type"}
            return Response(status_code=304, headers=known)
        if not self.packed:
            return Response(self.body, headers=self.headers)
        wanted = accepted(request.headers.get("accept-encoding", ""))
        for encoding, body in self.packed.items():
            if encoding in wanted:
                return Response(body, headers={**self.headers, "content-encoding": encoding})
        return Response(self.body, headers=self.headers)

    def under(self, control: str) -> CachedFile:
        """The same file with what browsers are told about caching it. They never ask again for a file that
        can't change, so it has no tag."""
        headers = {**self.headers, "cache-control": control}
        if control == IMMUTABLE:
            del headers["etag"]
        return self._replace(headers=headers)


def kept(name: str, body: bytes, changed: int = 0) -> CachedFile:
    """A file of this name, which browsers revalidate each time."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
    headers = {
        "content-type": f"{kind}; charset=utf-8" if text else kind,
        "etag": f'"{sha256(body).hexdigest()[:16]}"',
    }
    return CachedFile(changed, body, headers)


def packed(
    file: CachedFile, given: Mapping[str, bytes] | None = None, quality: int = BROTLI_QUALITY
) -> CachedFile:
    """The same file, compressed once for all clients; `given`: as it was compressed before."""
    smaller = given or {
        "br": brotli.compress(file.body, quality=quality),
        "gzip": gzip.compress(file.body, GZIP_LEVEL, mtime=0),
    }
    headers = {**file.headers, "vary": "accept-encoding"}
    return file._replace(
        headers=headers, packed={name: body for name, body in smaller.items() if len(body) < len(file.body)}
    )


class StaticFiles:
    """Sends the files that exist at the start, by their paths; a changed file is read again. `folders`: by
    the path prefix of each, "" for the top. `made`: functions that generate further files, by path."""

    def __init__(
        self, folders: Mapping[str, Path], made: Mapping[str, Callable[[], bytes]] | None = None
    ) -> None:
        self.paths = {
            (Path(at) / path.relative_to(folder)).as_posix(): path
            for at, folder in folders.items()
            for path in folder.rglob("*")
            if path.is_file()
        }
        self.made = dict(made or {})
        self._kept: dict[str, CachedFile] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.paths or name in self.made

    def response(self, request: Request, name: str) -> Response:
        """The response with the file of this name; 304 if the client has it already, 404 if there is none."""
        file = self.file(name)
        if file is None:
            return JSONResponse({"error": "no such file"}, status_code=404)
        return file.response(request)

    def file(self, name: str) -> CachedFile | None:
        """The current version of the file of this name."""
        if name in self.made:
            if name not in self._kept:
                self._kept[name] = packed(kept(name, self.made[name]()))
            return self._kept[name]
        path, known = self.paths.get(name), self._kept.get(name)
        if path is None:
            return None
        try:
            changed = path.stat().st_mtime_ns
            if known is None or known.changed != changed:
                known = self._kept[name] = self._read(name, path, changed)
        except OSError:
            return None
        return known

    def _read(self, name: str, path: Path, changed: int) -> CachedFile:
        """A file, compressed: as it lies beside it, or else now."""
        file = kept(name, path.read_bytes(), changed)
        beside = {suffix: self.paths.get(name + suffix) for suffix in PACKED}
        given = {PACKED[suffix]: there.read_bytes() for suffix, there in beside.items() if there}
        return packed(file, given) if given or "charset" in file.headers["content-type"] else file
