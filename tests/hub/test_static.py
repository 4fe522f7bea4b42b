"""The files of the page, as browsers ask for them."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import httpx
import pytest

from server.app import PAGE
from server.static import Files

from .houses import houses


async def test_files_are_sent_once_and_then_known(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http) as web:
        for path, kind in {
            "/": "text/html; charset=utf-8",
            "/static/main.js": "text/javascript; charset=utf-8",
            "/static/style.css": "text/css; charset=utf-8",
            "/static/icon.svg": "image/svg+xml",
            "/static/texts/de.json": "application/json; charset=utf-8",
            "/games/bruges/cards": "application/json; charset=utf-8",
        }.items():
            first = await web.get(path)
            assert first.status_code == 200 and first.headers["content-type"] == kind, path
            assert first.content and first.headers["cache-control"] == "no-cache"
            known = {"if-none-match": f'"other", W/{first.headers["etag"]}'}
            again = await web.get(path, headers=known)
            assert again.status_code == 304 and not again.content
            head = await web.head(path)
            assert head.status_code == 200 and not head.content
            assert int(head.headers["content-length"]) == len(first.content)
        assert (await web.post("/static/main.js")).status_code == 405


@pytest.mark.parametrize(
    "path", ["", "none.js", "../app.py", "..%2fapp.py", "%2e%2e/app.py", "texts", "/etc/passwd"]
)
async def test_nothing_else_is_sent(redis_url: str, path: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http) as web:
        assert (await web.get(f"/static/{path}")).status_code == 404


async def test_no_thread_is_asked_for_a_file(redis_url: str) -> None:
    """Whatever runs beside the event loop keeps it waiting for the interpreter, and with it every move."""
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http) as web:
        await web.get("/healthz")
        before = set(threading.enumerate())
        for path in ("/", "/static/main.js", "/static/style.css", "/games/bruges/cards", "/games"):
            assert (await web.get(path)).status_code == 200
        assert {thread for thread in threading.enumerate() if "AnyIO" in thread.name} <= before


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    files = Files({"": tmp_path})
    first = files._file("a.js")
    assert first is not None and first is files._file("a.js") and first.body == b"one"
    file.write_text("two, and longer")
    os.utime(file, ns=(1, 1))
    second = files._file("a.js")
    assert second is not None and second.body == b"two, and longer"
    assert second.headers["etag"] != first.headers["etag"]
    file.unlink()
    assert files._file("a.js") is None and PAGE._file("../app.py") is None
