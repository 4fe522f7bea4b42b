"""The files of the page, as browsers ask for them."""

from __future__ import annotations

import gzip
import json
import os
import re
import threading
from hashlib import sha256
from pathlib import Path

import brotli
import httpx
import msgspec
import pytest
from starlette.requests import Request

import server.app
from server.page import catalogue, sources
from server.page.made import made
from server.page.page import Built, Names, Page
from server.page.sources import BUILT, WEB, digest
from server.page.static_files import BEST_BROTLI_QUALITY, StaticFiles, kept, packed
from tests.built import build_page
from tests.waiting import LIMIT

from ..live.hubs import houses

pytestmark = pytest.mark.timeout(900)
"""Seconds, since the page may have to be built first."""


@pytest.fixture(scope="session")
def names() -> dict[str, str]:
    """By the plain names of the built files, their permanent ones."""
    build_page()
    built = catalogue.page().built
    assert built
    return {
        name: f"{name.rpartition('.')[0]}.{digest}.{name.rpartition('.')[2]}"
        for name, digest in built.names.files.items()
    }


@pytest.fixture(autouse=True)
def page(names: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Page:
    """The hubs of these tests have the built page."""
    made = catalogue.page()
    monkeypatch.setattr(server.app, "PAGE", made)
    return made


@pytest.mark.usefixtures("names")
def test_every_packed_file_is_the_plain_one() -> None:
    """Also those that an earlier build has packed."""
    ways = {".br": brotli.decompress, ".gz": gzip.decompress}
    found = [path for path in BUILT.rglob("*") if path.suffix in ways]
    assert {path.name for path in found} >= {"pyodide.asm.wasm.br", "pyodide.asm.wasm.gz"}
    for path in found:
        assert ways[path.suffix](path.read_bytes()) == path.with_suffix("").read_bytes(), path
        assert path.stat().st_size < path.with_suffix("").stat().st_size


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


async def test_documents_have_the_security_policy(redis_url: str) -> None:
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
    """Any thread beside the event loop competes for the interpreter and delays every move."""
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        await web.get("/healthz")
        before = set(threading.enumerate())
        for path in ("/", "/static/main.js", "/static/style.css", "/games/bruges/cards", "/games"):
            assert (await web.get(path)).status_code == 200
        assert {thread for thread in threading.enumerate() if "AnyIO" in thread.name} <= before


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("one")
    files = StaticFiles({"": tmp_path})
    first = files.file("a.js")
    assert first is not None and first is files.file("a.js") and first.body == b"one"
    file.write_text("two, and longer")
    os.utime(file, ns=(1, 1))
    second = files.file("a.js")
    assert second is not None and second.body == b"two, and longer"
    assert second.headers["etag"] != first.headers["etag"]
    file.unlink()
    assert files.file("a.js") is None and catalogue.page().files.file("../app.py") is None


async def test_files_named_by_hash_are_cached_for_ever(redis_url: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        page = (await web.get("/")).text
        named = re.findall(r'="(static/[^"]+)"', page)
        assert len(named) == 5
        for path in named:
            file = await web.get(f"/{path}")
            assert file.status_code == 200
            assert file.headers["cache-control"] == "max-age=31536000, immutable"
            digest = sha256(file.content).hexdigest()
            assert re.fullmatch(rf"static/(?:core/)?\w+\.{digest[:8]}\.\w+", path)
            assert "etag" not in file.headers, "nobody asks again for what can't change"


async def test_a_hash_of_another_hub_gets_the_file_as_it_is_here_and_not_for_ever(
    redis_url: str, names: dict[str, str]
) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for name in (
            "core/app.{}.js",
            "games/bruges/board.{}.css",
            "games/bruges/board.{}.js",
            "texts/de.{}.json",
        ):
            other = await web.get("/static/" + name.format("0123456789"))
            assert other.status_code == 200 and other.headers["cache-control"] == "no-cache"
            ours = await web.get("/static/" + names[name.format("").replace("..", ".")])
            assert ours.content == other.content
        assert (await web.get("/static/none.0123456789.js")).status_code == 404


@pytest.mark.parametrize("file", ["core/app.js", "games/bruges/de.json", "app.css"])
async def test_files_are_compressed_as_is_wanted(redis_url: str, names: dict[str, str], file: str) -> None:
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        plain = (BUILT / "files" / names[file]).read_bytes()
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
            answer = await web.get(f"/static/{names[file]}", headers={"accept-encoding": wanted})
            assert answer.headers.get("content-encoding", "") == encoding
            assert answer.headers["vary"] == "accept-encoding"
            assert answer.content == plain
            sizes[encoding] = int(answer.headers["content-length"])
        assert sizes["br"] < sizes["gzip"] < sizes[""] / 2
        assert sizes["br"] <= len(brotli.compress(plain, quality=BEST_BROTLI_QUALITY))


def test_incompressible_files_are_sent_uncompressed() -> None:
    assert packed(kept("a.js", b"1")).packed == {}


BOARD = "0123456789"

SOURCES = {
    "index.html": '<html>\n  <head>\n    <script type="module" src="static/main.js"></script>\n  </head>\n',
    "main.js": 'import { a } from "./a.js";\nexport const b = a + 1;\n',
    "a.js": "export const a = 1;\n",
    "games/toy/board.js": 'import { a } from "../../a.js";\nexport default { a };\n',
}

MADE = {
    "index.html": f'<html>\n  <head>\n    <script src="static/core/app.{BOARD}.js"></script>\n  </head>\n',
    "offline.html": "<html>\n  <head>\n    <title>offline</title>\n  </head>\n",
    "offline.js": "worker",
    "offline-hub.js": "hub",
    "offline-way.js": "way",
    f"files/offline/{BOARD}/link.js": "link",
    f"files/core/app.{BOARD}.js": "const a = 1;\n",
    "files/a.js": "export const { a } = globalThis.held;\n",
}


def laid(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Page:
    """A page with two modules that are built, and a board that isn't."""
    laid(tmp_path / "built", MADE)
    return Page(StaticFiles({"": laid(tmp_path / "web", SOURCES)}), read(tmp_path / "built", digest()))


def read(folder: Path, built_from: str) -> Built | None:
    """The page in this folder, with a list that says from which files it was built."""
    names = Names(digest=built_from, files={"core/app.js": BOARD}, asked={})
    (folder / "files.json").write_bytes(msgspec.json.encode(names))
    return Built.read(folder)


def index(page: Page) -> str:
    return page.index({"games": ["</script>"]}).body.decode()


def body(page: Page, name: str) -> bytes:
    return bytes(page.response(Request({"type": "http", "headers": []}), name).body)


def test_the_page_is_told_the_names_of_files(page: Page, names: dict[str, str]) -> None:
    (told,) = re.findall(r'<script type="application/json" id="told">(.*?)</script>', index(page))
    found = json.loads(told)
    assert found["games"] == ["</script>"] and len(found["files"]) > 50
    for name, there in found["files"].items():
        permanent = there if "/" in there else names[name]
        assert there in permanent and (BUILT / "files" / permanent).is_file(), name
    assert found["files"].keys().isdisjoint({"app.css", "core/app.js", "icon.png"})


def test_after_an_edit_all_files_are_served_as_they_are(own: Page) -> None:
    assert own.built and f"static/core/app.{BOARD}.js" in index(own)
    os.utime(own.files.paths["a.js"], ns=(1, 1))
    text = index(own)
    assert re.findall(r'"(static/[^"]+)"', text) == ["static/main.js"]
    assert '"files":{}' in text and own.built is None
    assert body(own, "a.js") == SOURCES["a.js"].encode()
    name = f"core/app.{BOARD}.js"
    assert body(own, name) == MADE[f"files/{name}"].encode(), "pages that are open use it"


def test_only_a_built_page_plays_without_a_server(own: Page) -> None:
    page, worker = own.offline({"games": []}), own.offline_script("offline.js")
    assert page and b'id="told"' in page.body and b"offline" in page.body
    assert b'"lacks":["clock",' in page.body and own.offline_script("offline-way.js")
    assert worker and worker.body == b"worker" and "etag" in worker.headers
    link = own.response(Request({"type": "http", "headers": []}), f"offline/{BOARD}/link.js")
    assert link.body == b"link" and "immutable" in link.headers["cache-control"]
    os.utime(own.files.paths["a.js"], ns=(1, 1))
    assert own.offline({"games": []}) is None and own.offline_script("offline.js") is None


def test_a_board_that_is_not_built_is_sent_as_it_lies_there(own: Page) -> None:
    """What it imports is the built page's."""
    name = "games/toy/board.js"
    assert body(own, name) == body(own, f"games/toy/board.{BOARD}.js") == SOURCES[name].encode()
    assert body(own, "a.js") == MADE["files/a.js"].encode()


def test_hidden_files_are_no_part_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has none: with those of a file manager its page would count as edited."""
    monkeypatch.setattr(sources, "SERVER", tmp_path)
    laid(tmp_path / "web", SOURCES)
    before = digest()
    laid(tmp_path, {"web/.DS_Store": "x", "web/games/.cache/a.js": "", "games/toy/._cards.json": ""})
    assert digest() == before
    laid(tmp_path / "web", {"b.js": ""})
    assert digest() != before


@pytest.mark.parametrize("text", ["", "{", '{"digest": 1}'])
def test_a_folder_without_a_whole_page_is_none(tmp_path: Path, text: str) -> None:
    assert Built.read(tmp_path / "none") is None
    (tmp_path / "files.json").write_text(text)
    assert Built.read(tmp_path) is None


def test_a_page_that_was_built_from_other_files_is_not_served(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    laid(tmp_path, MADE)
    assert read(tmp_path, digest()) and not caplog.records
    assert read(tmp_path, "of other files") is None
    assert "edited since it was built" in caplog.text


async def test_files_of_a_checkout_are_compressed_too(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app, "PAGE", catalogue.page(BUILT / "nothing"))
    async with houses(redis_url) as (house,), httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        for path, plain in {
            "main.js": (WEB / "main.js").read_bytes(),
            "games/bruges/de.json": made(["bruges"])["games/bruges/de.json"](),
        }.items():
            answer = await web.get(f"/static/{path}", headers={"accept-encoding": "br"})
            assert answer.content == plain and answer.headers["cache-control"] == "no-cache"
            assert int(answer.headers["content-length"]) < len(plain) / 2
