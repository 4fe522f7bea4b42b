"""The page's modules in its built files: each of them once, whoever imports it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

import server.app
from server.games import GAMES
from server.page import catalogue
from server.page.made import made
from server.page.sources import BUILT
from tests.built import build_page, sources_of

from ..live.hubs import houses
from .conftest import NewGuest

WEB = Path(__file__).parents[2] / "server/web"

SERVICE_WORKER = "notifier.js"
"""Not a module: browsers load it by itself."""

FILES = BUILT / "files"

PASSING = re.compile(r"(?:\s|/\*.*?\*/|export \{[^}]*\} from \"[^\"]+\";)*\Z", re.DOTALL)
"""A module that only passes on what others export: nothing of it is built."""

REQUESTED = "() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"


def modules() -> set[str]:
    """The page's modules; those of play without a server have a folder of their own."""
    names = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.suffix in (".js", ".mjs")}
    return {name for name in names - {SERVICE_WORKER} if not name.startswith("offline/")}


def test_every_module_is_in_one_built_file() -> None:
    build_page()
    maps = [path.relative_to(FILES).as_posix().removesuffix(".map") for path in FILES.rglob("*.js.map")]
    found = [name for file in maps for name in sources_of(file) if not name.endswith("entry.js")]
    assert len(maps) > 20 and len(found) == len(set(found))
    rest = {name: (WEB / name).read_text() for name in modules() - set(found)}
    assert set(found) <= modules() and [name for name, text in rest.items() if not PASSING.match(text)] == []


def test_the_service_worker_is_no_built_file() -> None:
    """It stays under its name, which browsers ask for again."""
    build_page()
    assert not [path for path in FILES.rglob("*") if path.name.startswith("notifier")]


def test_nothing_built_names_a_folder_of_the_machine() -> None:
    build_page()
    here = str(WEB.parents[1]).encode()
    wrong = [path for path in BUILT.rglob("*") if path.is_file() and here in path.read_bytes()]
    assert wrong == []


IDENTITIES = """async (names) => {
  const missing = [];
  const shared = Object.values(globalThis[Symbol.for("stammtisch")]);
  for (const name of names) {
    for (const [key, value] of Object.entries(await import(`/static/${name}`))) {
      if (!shared.some((module) => module[key] === value)) missing.push(`${name} ${key}`);
    }
  }
  return [missing, Object.keys(await import("/static/core/lib.js")).length];
}"""


@pytest.mark.asyncio(loop_scope="session")
async def test_under_its_plain_name_a_shared_module_is_the_one_of_the_page(guest: NewGuest) -> None:
    """Boards of other packages import it so."""
    ada = await guest("Ada", lobby=True)
    names = [*sources_of("core/app.js"), *sources_of("core/shared.js")]
    names = [name for name in names if not name.startswith("vendor/") and not name.endswith("entry.js")]
    assert len(names) > 80
    missing, libraries = await ada.page.evaluate(
        IDENTITIES, [*names, "lib.js", "board.js", "vendor/hooks.mjs"]
    )
    assert missing == [] and libraries > 10


async def files_of(page: Page) -> list[str]:
    """The paths of what the page has requested from its server."""
    return list(await page.evaluate(REQUESTED))


@pytest.mark.asyncio(loop_scope="session")
async def test_a_checkout_that_is_not_built_serves_its_modules(
    guest: NewGuest, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app, "PAGE", catalogue.page(tmp_path / "nothing"))
    async with houses(redis_url) as (house,):
        ada = await guest(at=house.http)
        await ada.enter("Ada")
        await expect(ada.page.locator(".game-tile")).to_have_count(len(GAMES))
        asked = await files_of(ada.page)
        assert {"/static/main.js", "/static/core/lib.js", "/static/style.css"} <= set(asked)
        assert not [path for path in asked if "app." in path]
        await ada.page.goto("about:blank")


@pytest.mark.asyncio(loop_scope="session")
async def test_people_meet_the_built_page(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True)
    await expect(ada.page.locator(".game-tile")).to_have_count(len(GAMES))
    asked = [path for path in await files_of(ada.page) if path.startswith("/static/")]
    assert len(asked) > 6
    assert [path for path in asked if not re.search(r"\.[0-9a-f]{8}\.\w+$", path)] == []


def test_no_board_reads_a_field_of_its_cards_that_is_not_sent() -> None:
    unread = {game: engine.unread for game, engine in GAMES.items() if hasattr(engine, "unread")}
    assert unread
    for game, fields in unread.items():
        sent = json.dumps(json.loads(made(GAMES)[f"games/{game}/cards.json"]()))
        assert [field for field in fields if f'"{field}":' in sent] == []
        sources = [file.read_text(encoding="utf-8") for file in (WEB / "games" / game).glob("*.js")]
        assert sources
        reads = [field for field in fields for text in sources if re.search(rf"\.{field}\b(?!\()", text)]
        assert reads == [], game


def test_icons_that_come_later_are_imported_by_modules_that_show_them() -> None:
    later = re.findall(r'^  (\w+): "', (WEB / "core/more_icons.js").read_text(), re.MULTILINE)
    shown = re.compile(rf'<\${{Icon}} name=(?:"|\${{[^}}]*")(?:{"|".join(later)})"')
    modules = {path.relative_to(WEB): path.read_text() for path in WEB.rglob("*.js")}
    using = {name for name, text in modules.items() if shown.search(text)}
    assert len(using) > 5
    assert [name for name in using if "more_icons.js" not in modules[name]] == []
