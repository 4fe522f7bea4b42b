"""Every word there is in both languages; every refusal in words, whoever refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from protocol.codes import REFUSALS
from server.games import GAMES, position_texts
from server.linking import Module, order
from server.table import log_texts

from .conftest import NewGuest

pytestmark = pytest.mark.asyncio(loop_scope="session")

WEB = Path(__file__).parents[2] / "server" / "web"
FIRST, LATE = (
    {
        language: json.loads((WEB / f"texts/{part}{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "de")
    }
    for part in ("", "late.")
)
"""What is said at a table, and what else is fetched with whatever says it."""
TEXTS = {language: FIRST[language] | LATE[language] for language in FIRST}

READS_STEPS = r"\.(?:stack|resume)\b(?!\")|[{,]\s*(?:stack|resume)\s*[,}]"


async def test_both_languages_say_the_same_things() -> None:
    en, de = TEXTS["en"], TEXTS["de"]
    assert FIRST["en"].keys() == FIRST["de"].keys() and LATE["en"].keys() == LATE["de"].keys()
    assert not FIRST["en"].keys() & LATE["en"].keys()
    places = re.compile(r"\{\w+\}")
    for key in en:
        assert set(places.findall(en[key])) == set(places.findall(de[key])), key
        assert en[key].strip() and de[key].strip(), key


def english() -> Iterator[str]:
    """What people read in English, beside the texts of the games (tests/games/test_texts.py)."""
    yield from TEXTS["en"].values()
    yield from position_texts.TEXTS["en"].values()
    yield from log_texts.TEXTS["en"].values()
    for file in WEB.parent.glob("games/*/positions/en.json"):
        yield file.read_text(encoding="utf-8")
    for file in WEB.parent.glob("games/*/lessons/*.json"):
        lines = file.read_text(encoding="utf-8").splitlines()
        yield from (line for line in lines if "[data-" not in line)


async def test_english_has_one_apostrophe() -> None:
    """That of print; names of things stand between “ and ”."""
    assert [text for text in english() if "'" in text] == []


async def test_every_text_that_the_page_asks_for_exists() -> None:
    asked = set()
    for file in [*WEB.glob("*.js"), *WEB.glob("games/*.js"), *WEB.glob("games/*/*.js")]:
        source = file.read_text(encoding="utf-8")
        asked |= set(re.findall(r'(?<![\w.])t\("([\w.-]+)"', source))
    known = {re.sub(r"\.(one|other)$", "", key) for key in TEXTS["en"]}
    assert len(asked) > 100
    assert asked <= known


async def test_what_a_table_says_comes_with_it() -> None:
    """No module that is there from the beginning asks for a text that may not have come."""
    modules: dict[str, Module] = {}

    def load(name: str) -> Module:
        return modules.setdefault(name, Module(name, (WEB / name).read_text(encoding="utf-8")))

    for root in ("main.js", "games/plain.js", *(f"games/{game}/board.js" for game in GAMES)):
        order(root, load)
    ours = [load(name).body for name in modules if not name.startswith("vendor/")]
    keys = {key for body in ours for key in re.findall(r'"([a-z][\w-]*(?:\.[\w-]+)+)"', body)}
    kinds = {kind for body in ours for kind in re.findall(r"`([a-z][\w.-]*\.)\$\{", body)}
    assert len(keys) > 100 and len(kinds) > 5
    late = {re.sub(r"\.(one|other)$", "", key) for key in LATE["en"]}
    assert keys & late == set()
    assert {key for key in late if key.startswith(tuple(kinds))} == set()


async def test_boards_work_out_nothing_from_the_steps_still_to_be_done() -> None:
    """What those say about the board is told by the server as hints."""
    boards = [*WEB.glob("games/*/*.js")]
    assert len(boards) > 30
    assert [file.name for file in boards if re.search(READS_STEPS, file.read_text(encoding="utf-8"))] == []


async def test_every_refusal_has_words(guest: NewGuest) -> None:
    for language, texts in TEXTS.items():
        visitor = await guest("Ada", locale=language)
        for code in REFUSALS:
            await visitor.page.evaluate(
                "async (code) => (await import('/static/state.js')).notice('refusal', code)", code
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
