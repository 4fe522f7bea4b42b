"""The files of the page, as browsers ask for them."""

from __future__ import annotations

import json
import os
import re
import threading
from hashlib import sha256
from pathlib import Path

import brotli
import httpx
import pytest

from server.client import PAGE
from server.page import Page
from server.static import Files, kept, packed
from tests.waiting import LIMIT

from .houses import houses


async def test_files_are_sent_once_and_then_known(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
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
            head = await web.head(path, headers={"accept-encoding": "identity"})
            assert head.status_code == 200 and not head.content
            assert int(head.headers["content-length"]) == len(first.content)
        assert (await web.post("/static/main.js")).status_code == 405


async def test_policies_come_with_whatever_opens_as_a_page(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for path, policy in {
            "/": True,
            "/static/icon.svg": True,
            "/nothing": True,
            "/static/main.js": False,
            "/static/style.css": False,
            "/static/texts/de.json": False,
        }.items():
            headers = (await web.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            for name in ("content-security-policy", "referrer-policy"):
                assert (name in headers) is policy, path


@pytest.mark.parametrize(
    "path", ["", "none.js", "../app.py", "..%2fapp.py", "%2e%2e/app.py", "texts", "/etc/passwd"]
)
async def test_nothing_else_is_sent(redis_url: str, path: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        assert (await web.get(f"/static/{path}")).status_code == 404


async def test_no_thread_is_asked_for_a_file(redis_url: str) -> None:
    """Whatever runs beside the event loop keeps it waiting for the interpreter, and with it every move."""
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        await web.get("/healthz")
        before = set(threading.enumerate())
        for path in ("/", "/static/main.js", "/static/style.css", "/games/bruges/cards", "/games"):
            assert (await web.get(path)).status_code == 200
        assert {thread for thread in threading.enumerate() if "AnyIO" in thread.name} <= before


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    files = Files({"": tmp_path})
    first = files.file("a.js")
    assert first is not None and first is files.file("a.js") and first.body == b"one"
    file.write_text("two, and longer")
    os.utime(file, ns=(1, 1))
    second = files.file("a.js")
    assert second is not None and second.body == b"two, and longer"
    assert second.headers["etag"] != first.headers["etag"]
    file.unlink()
    assert files.file("a.js") is None and PAGE.files.file("../app.py") is None


async def test_what_is_asked_for_by_its_hash_is_kept_for_ever(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        page = (await web.get("/")).text
        named = re.findall(r'="(static/[^"]+)"', page)
        assert len(named) == 4
        for path in named:
            file = await web.get(f"/{path}")
            assert file.status_code == 200
            assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
            digest = sha256(file.content).hexdigest()
            assert re.fullmatch(rf"static/\w+\.{digest[:10]}\.\w+", path)
            again = await web.get(f"/{path}", headers={"if-none-match": file.headers["etag"]})
            assert (
                again.status_code == 304 and again.headers["cache-control"] == file.headers["cache-control"]
            )


async def test_a_hash_of_another_hub_gets_the_file_as_it_is_here_and_not_for_ever(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for name in (
            "app.{}.js",
            "games/bruges/board.{}.css",
            "games/bruges/board.{}.js",
            "texts/de.{}.json",
        ):
            other = await web.get("/static/" + name.format("0123456789"))
            assert other.status_code == 200 and other.headers["cache-control"] == "no-cache"
            ours = await web.get("/static/" + PAGE.names[name.format("").replace("..", ".")])
            assert ours.content == other.content
        assert (await web.get("/static/none.0123456789.js")).status_code == 404


async def test_files_are_compressed_as_is_wanted(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        path = f"/static/{PAGE.names['app.js']}"
        sizes = {}
        for wanted, encoding in {
            "br, gzip": "br",
            "gzip, deflate": "gzip",
            "gzip;q=1.0, br;q=0": "gzip",
            "gzip; q=0.001, br;q=0.000": "gzip",
            "gzip;q=high, br;q=": "gzip",
            "br;q=0.0.0": "br",
            "identity": "",
            "": "",
        }.items():
            file = await web.get(path, headers={"accept-encoding": wanted})
            assert file.headers.get("content-encoding", "") == encoding
            assert file.headers["vary"] == "accept-encoding"
            assert file.content == PAGE._sent[PAGE.names["app.js"]].body
            sizes[encoding] = int(file.headers["content-length"])
        assert sizes["br"] < sizes["gzip"] < sizes[""] / 2


def test_what_grows_by_compressing_stays_as_it_is() -> None:
    assert packed(kept("a.js", b"1")).packed == {}


@pytest.fixture
def own(tmp_path: Path) -> Page:
    """A page of two modules and two style sheets, and a board."""
    for name, text in {
        "index.html": """<html>
  <head>
    <link rel="stylesheet" href="static/one.css">
    <link rel="stylesheet" href="static/two.css">
    <script type="module" src="static/main.js"></script>
  </head>
</html>
""",
        "one.css": "p { color: red }",
        "two.css": "b { color: blue }",
        "main.js": 'import { a } from "./a.js";\nexport const b = a + 1;\n',
        "a.js": "export const a = 1;\n",
        "games/toy/board.js": 'import { a } from "../../a.js";\nexport default { a };\n',
        "games/odd/board.js": 'import { b } from "./b.js";\nexport default { b };\n',
        "games/odd/b.js": "await null;\nexport const b = 1;\n",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    made = Page(Files({"": tmp_path}), ["late.js", "later.js"], ["games/toy/board.js", "games/odd/board.js"])
    made.build()
    return made


def index(page: Page) -> str:
    return page.index({"games": ["</script>"]}).body.decode()


def test_the_page_names_one_sheet_and_one_module(own: Page) -> None:
    text = index(own)
    assert re.findall(r'"(static/[^"]+)"', text) == [
        f"static/{own.names['app.css']}",
        f"static/{own.names['app.js']}",
    ]
    (told,) = re.findall(r'<script type="application/json" id="told">(.*?)</script>', text)
    assert json.loads(told) == {"games": ["</script>"], "files": own.names}
    assert own._sent[own.names["app.css"]].body == b"p{color:red}b{color:blue}"


def test_a_board_that_cannot_be_linked_is_sent_as_it_lies_there(own: Page) -> None:
    odd = own._sent[own.names["games/odd/board.js"]].body
    assert odd == own.files.paths["games/odd/board.js"].read_bytes()
    assert "games/odd/b.js" not in own._stubs
    assert b"linked$['a.js']" in own._sent[own.names["games/toy/board.js"]].body


def test_who_edits_a_file_gets_all_of_them_as_they_lie_there(own: Page) -> None:
    assert not own.plain
    os.utime(own.files.paths["a.js"], ns=(1, 1))
    text = index(own)
    assert re.findall(r'"(static/[^"]+)"', text) == ["static/one.css", "static/two.css", "static/main.js"]
    assert '"files":{}' in text and own.plain


def test_a_page_that_cannot_be_linked_is_sent_as_it_lies_there(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<html>\n  <head>\n    <script src="static/main.js"></script>\n  </head>'
    )
    (tmp_path / "main.js").write_text('import "./main.js";\n')
    page = Page(Files({"": tmp_path}), [], [])
    page.build()
    assert page.plain and "static/main.js" in index(page)


async def test_what_is_sent_becomes_smaller_while_the_hub_runs(
    own: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.page.PRESS_AFTER_S", 0.0)
    text = json.dumps([str(n * n) for n in range(3000)]).encode()
    own._keep("many.json", text)
    before = own._sent[own.names["many.json"]].packed["br"]
    await own.press()
    after = own._sent[own.names["many.json"]].packed["br"]
    assert len(after) < len(before) and brotli.decompress(after) == text
