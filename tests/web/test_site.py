"""The site of static files: links, search, and that nothing comes from another host."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urldefrag

import pytest
from playwright.async_api import expect

from server.page.site.documentation import MOVED, titles

from ..built import build_site
from .guest import Guest
from .running import Chromium
from .static_site import served

pytestmark = pytest.mark.asyncio(loop_scope="session")

BASE: Final = "stammtisch"
"""The folder of the host in which the site lies here."""

SMALL: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

FETCHED: Final = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src"}
"""By element, the attribute whose address a browser fetches by itself."""

POLICY: Final = "default-src 'self'"
"""How the policy of every page of the documentation begins."""


class Html(HTMLParser):
    """The links, fetched addresses and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.policy = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if (name := FETCHED.get(tag, "")) in given:
            self.fetched.append(given[name])
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]


class Pages(NamedTuple):
    """The pages of a site but the one that plays, by their path."""

    folder: Path
    pages: dict[Path, Html]

    def lost(self) -> Iterator[str]:
        """Links and fetched addresses that lead nowhere, to another host, or only work at one address."""
        for path, page in self.pages.items():
            outside = [it for it in page.links if re.match(r"(https?|mailto):", it)]
            for target in [*page.fetched, *page.links]:
                if target not in outside and not self.leads(path, target):
                    yield f"{path.relative_to(self.folder)}: {target}"

    def leads(self, path: Path, target: str) -> bool:
        """Does a relative address lead to a file of the site, and its anchor to an element of the page?"""
        name, anchor = urldefrag(target)
        if re.match(r"[\w.+-]+:|/", name):
            return target.startswith("data:")
        it = (path.parent / unquote(name)).resolve() if name else path
        if not it.is_file() or not it.is_relative_to(self.folder):
            return False
        return not anchor or it not in self.pages or unquote(anchor) in self.pages[it].anchors


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host, with the site in a folder of it."""
    made = tmp_path_factory.mktemp("host")
    build_site(made / BASE)
    return made


@pytest.fixture(scope="module")
def site(root: Path) -> Pages:
    folder = root / BASE
    paths = [path for path in sorted(folder.rglob("*.html")) if path.name != "offline.html"]
    return Pages(folder, {path: Html(path) for path in paths})


def page_of(source: str) -> str:
    """The file of the site that has a page of the documentation."""
    folder, _, name = MOVED.get(source, source).removesuffix(".md").rpartition("/")
    return f"{folder}{folder and '/'}{name.replace('README', 'index')}.html"


async def test_every_link_and_anchor_of_the_site_leads_somewhere(site: Pages) -> None:
    found = {path.relative_to(site.folder).as_posix() for path in site.pages}
    assert found == {"index.html", *map(page_of, titles())}
    assert [*site.lost()] == []
    front = site.pages[site.folder / "index.html"]
    assert {"offline.html", "docs/index.html", "install.html#play"} <= {*front.links}


async def test_a_link_that_leads_nowhere_would_be_noticed(site: Pages) -> None:
    page = site.folder / "docs/hosting.html"
    assert site.leads(page, "durability.html#replicas") and site.leads(page, "../offline.html#/puzzle")
    for wrong in (
        "gone.html",
        "durability.html#gone",
        "#gone",
        "/docs/hosting.html",
        "../../x",
        "https://x.org",
    ):
        assert not site.leads(page, wrong), wrong


async def test_nothing_of_the_site_comes_from_another_host(site: Pages) -> None:
    """The browser itself refuses it, by the policy of each page; style sheets name no other host."""
    pages = {path: it for path, it in site.pages.items() if path.name != "index.html" or "docs" in path.parts}
    assert [path for path, it in pages.items() if not it.policy.startswith(POLICY)] == []
    for path in site.folder.rglob("*.css"):
        named = re.findall(r"(?:url\(|@import )\s*[\"']?([^\"')]+)", path.read_text(encoding="utf-8"))
        assert [it for it in named if not it.startswith(("data:", "#")) and not site.leads(path, it)] == []


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("undo", "docs/playing.html"),
        ("Sentinel", "docs/durability.html"),
        ("PettingZoo", "docs/environment.html"),
        ("systemd", "docs/hosting.html"),
        ("msgpack", "protocol/index.html"),
        ("pipx", "install.html"),
        ("LOY-28.2", "docs/rules/loyang.html"),
    ],
)
async def test_the_search_knows_a_word(site: Pages, word: str, page: str) -> None:
    rows = json.loads((site.folder / "search.json").read_text(encoding="utf-8"))["items"]
    assert page in {urldefrag(row["location"])[0] for row in rows if word in row["text"]}


async def test_from_the_front_page_to_a_word_that_is_searched(chromium: Chromium, root: Path) -> None:
    """With a plain file server, in a folder of the host, on a phone."""
    with served(root) as host:
        home = f"{host.address}/{BASE}/"
        guest = Guest(*await chromium.window(locale="en-GB", color_scheme="dark", **SMALL), host.address)
        page, asked = guest.page, list[str]()
        page.on("request", lambda one: asked.append(one.url))
        await guest.prepare()
        await page.goto(home)
        assert await guest.violations() == [] and await guest.fits()
        await page.get_by_role("link", name="Documentation", exact=True).click()
        await page.wait_for_url(f"{home}docs/index.html")
        assert await guest.fits()
        await page.locator("label[for=__search]").click()
        await page.get_by_role("combobox", name="Search").fill("sentinel")
        await page.get_by_role("option", name="Sentinels and clusters").click()
        await page.wait_for_url(re.compile(f"{re.escape(home)}docs/durability.html.*#sentinels-and-clusters"))
        await expect(page.locator("#sentinels-and-clusters")).to_be_in_viewport()
        assert await guest.fits()
        await guest.picture("site-phone")
        await page.context.close()
        assert guest.complaints == []
        assert [it for it in asked if not it.startswith((home, f"blob:{host.address}/"))] == []
