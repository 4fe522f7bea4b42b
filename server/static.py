"""The files of the page, sent from memory: without threads, which would keep the event loop waiting for
the interpreter with every piece of every file, and every move with it."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response


class Kept(NamedTuple):
    """A file as it was when it was read."""

    changed: int
    body: bytes
    headers: dict[str, str]


class Files:
    """Sends files of folders, by their paths in them: those that are there at the start, and no others. One
    that changes is read anew. `folders`: by the path under which each is reached, "" for the top."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._paths = {
            (Path(at) / path.relative_to(folder)).as_posix(): path
            for at, folder in folders.items()
            for path in folder.rglob("*")
            if path.is_file()
        }
        self._kept: dict[str, Kept] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._paths

    def response(self, request: Request, name: str) -> Response:
        """The file of this name, or that whoever asks has it already, or that there is none."""
        file = self._file(name)
        if file is None:
            return JSONResponse({"error": "no such file"}, status_code=404)
        known = [
            tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")
        ]
        if file.headers["etag"] in known:
            return Response(status_code=304, headers={"etag": file.headers["etag"]})
        return Response(file.body, headers=file.headers)

    def _file(self, name: str) -> Kept | None:
        path, kept = self._paths.get(name), self._kept.get(name)
        if path is None:
            return None
        try:
            changed = path.stat().st_mtime_ns
            if kept is None or kept.changed != changed:
                body = path.read_bytes()
                kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
                text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
                kind += "; charset=utf-8" if text else ""
                headers = {"content-type": kind, "etag": f'"{sha256(body).hexdigest()[:32]}"'}
                kept = self._kept[name] = Kept(changed, body, headers)
        except OSError:
            return None
        return kept
