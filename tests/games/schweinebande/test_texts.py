"""The texts of Schweinebande: names, and the figures in rules and help."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from server.authoring.engines import texts_of
from server.games import schweinebande
from server.games.catalogue import LANGUAGES
from server.games.schweinebande.cards import ANIMALS

from .market import SPACE, TILE

WEB = Path(schweinebande.__file__).parents[2] / "web" / "games"


def texts(language: str) -> dict[str, Any]:
    return texts_of(schweinebande, language)


def test_the_printed_names() -> None:
    german = ["Huhn", "Schaf", "Ziege", "Esel", "Schwein", "Rind", "Futtersack"]
    assert texts("de")["names"]["tiles"] == german
    assert [name.lower().replace(" ", "_") for name in texts("en")["names"]["tiles"]] == TILE


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_and_rows_are_named_alike(language: str) -> None:
    names = texts(language)["names"]
    assert names["spaces"] == SPACE
    assert [row.split()[0] for row in names["rows"]] == [space for space in SPACE for _ in range(6)]
    directions = texts(language)["page"]["directions"]
    for number, row in enumerate(names["rows"]):
        assert row.endswith(directions[number % 6])


@pytest.mark.rule("SWB-1.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_gives_the_values(language: str) -> None:
    for row, text in zip(ANIMALS, texts(language)["help"]["tiles"], strict=False):
        assert re.findall(r"\d+", text)[:3] == [str(row.value)] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_long_rules_cover_every_chapter(language: str) -> None:
    ids = [i for section in texts(language)["rules"]["long"] for i in section["ids"]]
    chapters = {i.split(".")[0] for i in ids}
    assert chapters >= {f"SWB-{n}" for n in range(1, 12)} and len(set(ids)) > 120


@pytest.mark.parametrize("language", LANGUAGES)
def test_author_and_links(language: str) -> None:
    facts = texts(language)["facts"]
    assert facts["author"] == "Stefan Dorra"
    assert all(url.startswith("https://") for _, url in facts["links"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_the_page_asks_for_exists_and_no_other(language: str) -> None:
    sources = [WEB / "schweinebande" / "board.js", *(WEB / "schweinebande").glob("*.js")]
    code = "".join(file.read_text(encoding="utf-8") for file in sources)
    known = {key.removesuffix(".one").removesuffix(".other") for key in texts(language)["page"]}
    assert set(re.findall(r'\bword\(\s*"(\w+)"', code)) <= known
    assert all(re.search(rf'[".]{key}\b', code) for key in known), "no code uses this text"


@pytest.mark.rule("SWB-6.1")
def test_the_guide_tells_that_rows_are_collected_by_order_tiles() -> None:
    told = (Path(schweinebande.__file__).parent / "lessons" / "first.json").read_text()
    assert "reihum" not in told and told.count("nach den Reihenfolgeplättchen") == 2


@pytest.mark.parametrize(("language", "words"), [("de", "1 Tier "), ("en", "1 animal ")])
def test_a_sack_for_one_animal_is_told_in_the_singular(language: str, words: str) -> None:
    assert words in texts(language)["log"]["sack.1"]


@pytest.mark.rule("SWB-8.9")
@pytest.mark.parametrize(
    ("language", "reserve"), [("en", "sell animals first, if "), ("de", "verkaufe erst Tiere, falls ")]
)
def test_whoever_may_not_sell_is_not_told_to(language: str, reserve: str) -> None:
    """At a table where animals are sold only for lack of feed, the same question is put without a sale."""
    assert reserve in texts(language)["prompts"]["feed"]["ask"]
