"""Every text exists in both languages; every refusal has a text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from protocol.codes import REFUSALS
from server.games import GAMES, position_texts
from server.table import log_texts
from tests.built import build_page, sources_of

from .conftest import NewGuest

pytestmark = pytest.mark.asyncio(loop_scope="session")

WEB = Path(__file__).parents[2] / "server" / "web"
FIRST, LATE, RARE = (
    {
        language: json.loads((WEB / f"texts/{part}{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "de")
    }
    for part in ("", "late.", "rare.")
)
"""The texts of a table; those that are loaded with later modules; and of these, the ones that nobody needs on
the way from the front page to a table."""
TEXTS = {language: FIRST[language] | LATE[language] | RARE[language] for language in FIRST}

COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)

READS_STEPS = r"\.(?:stack|resume)\b(?!\")|[{,]\s*(?:stack|resume)\s*[,}]"


async def test_both_languages_say_the_same_things() -> None:
    en, de = TEXTS["en"], TEXTS["de"]
    for part in (FIRST, LATE, RARE):
        assert part["en"].keys() == part["de"].keys()
    assert len(TEXTS["en"]) == sum(len(part["en"]) for part in (FIRST, LATE, RARE)), "each text is there once"
    places = re.compile(r"\{\w+\}")
    for key in en:
        assert set(places.findall(en[key])) == set(places.findall(de[key])), key
        assert en[key].strip() and de[key].strip(), key


def english() -> Iterator[str]:
    """The English texts of the page; tests/games/test_texts.py has those of the games."""
    yield from TEXTS["en"].values()
    yield from position_texts.TEXTS["en"].values()
    yield from log_texts.TEXTS["en"].values()
    for file in WEB.parent.glob("games/*/positions/en.json"):
        yield file.read_text(encoding="utf-8")
    for file in WEB.parent.glob("games/*/lessons/*.json"):
        lines = file.read_text(encoding="utf-8").splitlines()
        yield from (line for line in lines if "[data-" not in line)


async def test_english_has_one_apostrophe() -> None:
    """The typographic one; names of things have “ and ”."""
    assert [text for text in english() if "'" in text] == []


async def test_english_has_no_space_before_a_percent_sign() -> None:
    """German has one."""
    assert [text for text in english() if re.search(r"\s%", text)] == []


async def test_german_keeps_a_number_and_its_percent_sign_in_one_line() -> None:
    assert [text for text in TEXTS["de"].values() if " %" in text] == []


async def test_every_text_that_the_page_asks_for_exists() -> None:
    asked = set()
    for file in [path for path in WEB.rglob("*.js") if "vendor" not in path.parts]:
        source = file.read_text(encoding="utf-8")
        asked |= set(re.findall(r'(?<![\w.])t\("([\w.-]+)"', source))
    known = {re.sub(r"\.(one|other)$", "", key) for key in TEXTS["en"]}
    assert len(asked) > 100
    assert asked <= known


def asked_by(*files: str) -> tuple[set[str], tuple[str, ...]]:
    """The keys of texts in built files, and the beginnings of keys that are put together there."""
    modules = {name: text for file in files for name, text in sources_of(file).items()}
    ours = [COMMENT.sub("", text) for name, text in modules.items() if not name.startswith("vendor/")]
    keys = {key for body in ours for key in re.findall(r'"([a-z][\w-]*(?:\.[\w-]+)+)"', body)}
    kinds = {kind for body in ours for kind in re.findall(r"`([a-z][\w.-]*\.)\$\{", body)}
    assert len(keys) > 100 and len(kinds) > 5
    return keys, tuple(kinds)


def keys_of(part: dict[str, dict[str, str]]) -> set[str]:
    return {re.sub(r"\.(one|other)$", "", key) for key in part["en"]}


def common() -> set[str]:
    """The late modules that come without rare texts."""
    files = dict(re.findall(r'const (\w+) = "(.+)"', (WEB / "core/lazy_list.js").read_text(encoding="utf-8")))
    source = (WEB / "core/lazy_modules.js").read_text(encoding="utf-8")
    return {files[name] for name in source.partition("COMMON = [")[2].partition("]")[0].split(", ")}


async def test_texts_arrive_with_the_modules_that_use_them() -> None:
    """No module of the initial page uses a text that may not have arrived, and no text arrives with it that
    only other modules use. On the way to a table nobody needs rare texts."""
    build_page()
    boards = ["games/plain.js", *(f"games/{game}/board.js" for game in GAMES)]
    keys, kinds = asked_by("core/app.js", *boards)
    first, late, rare = (keys_of(part) for part in (FIRST, LATE, RARE))
    assert not keys & (late | rare)
    assert not {key for key in late | rare if key.startswith(kinds)}
    assert not {key for key in first - keys if "." in key and not key.startswith(kinds)}
    on_the_way = ["core/app.js", "core/shared.js", "lobby/home.js", *boards]
    assert common() <= {*on_the_way, *(name for file in on_the_way for name in sources_of(file))}
    keys, kinds = asked_by(*on_the_way)
    assert not keys & rare
    assert not {key for key in rare if key.startswith(kinds)}


async def test_boards_work_out_nothing_from_the_steps_still_to_be_done() -> None:
    """Their effects on the board are sent by the server as hints."""
    boards = [*WEB.glob("games/*/*.js")]
    assert len(boards) > 30
    assert [file.name for file in boards if re.search(READS_STEPS, file.read_text(encoding="utf-8"))] == []


async def test_every_refusal_has_words(guest: NewGuest) -> None:
    for language, texts in TEXTS.items():
        visitor = await guest("Ada", locale=language)
        for code in REFUSALS:
            await visitor.page.evaluate(
                "async (code) => (await import('/static/core/state.js')).notice('refusal', code)", code
            )
            notice = visitor.page.locator(f".notice[data-code='{code}']")
            await expect(notice).to_have_text(texts[f"refusal.{code}"])


async def test_refusals_of_the_server_are_shown(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    table = await ada.make("", "greedy", options={"Who begins": "Seat 1"})

    async def refused(one: object, code: str) -> None:
        notice = one.page.locator(f".notice[data-code='{code}']").last  # type: ignore[attr-defined]
        await expect(notice).to_have_text(TEXTS["en"][f"refusal.{code}"])

    await ben.join(table)
    await ben.call("start", table)
    await refused(ben, "not-host")
    await ada.call("act", table, 0, 1, "pass", -1)
    await refused(ada, "not-started")
    await ada.call("sit", table, 1, "")
    await refused(ada, "taken")
    await ben.call("sit", table, -2, "")
    await refused(ben, "full")
    await ada.start()
    await ada.turn()
    await ben.call("act", table, 1, 1, "pass", -1)
    await ben.call("act", table, 0, 1, "pass", -1)
    await refused(ben, "not-your-seat")
    await ada.call("act", table, 0, 1, "pass", -1)
    await refused(ada, "stale")
    await ada.call("undo", table, 0, 1)
    await refused(ada, "sealed")
    await ada.call("sit", table, 0, "")
    await refused(ada, "started")
    await ada.call("rematch", table)
    await refused(ada, "not-over")
    await ada.call("make", "chess", 2, {}, False, [], [], False)
    await refused(ada, "unknown-game")
    await ada.call("make", "machi_koro", 4, {"supply": "nothing"}, False, [], [], False)
    await refused(ada, "options")
    await ada.call("say", table, "  ")
    await refused(ada, "too-long")
    nowhere = ben.page.get_by_text(TEXTS["en"]["refusal.unknown-table"])
    for name in ("no-such-table", "no%20table", "a-longer-name-than-tables-have"):
        await ben.go(f"t/{name}")
        await expect(nowhere).to_be_visible()
        await ben.go("")
        await expect(nowhere).to_have_count(0)
