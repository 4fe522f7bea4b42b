"""The texts of Santiago de Cuba: names and figures, and their sources."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.authoring.engines import texts_of
from server.games import santiago
from server.games.catalogue import LANGUAGES
from server.games.santiago.cards import BOX
from server.games.santiago.effects import BUILDINGS, CUBANS, Change, Gain, Sell
from server.games.santiago.ships import MOST
from server.games.santiago.state import DEMANDED, ITEMS


def texts(language: str) -> dict[str, Any]:
    return texts_of(santiago, language)


def test_the_names() -> None:
    german = texts("de")["names"]
    assert german["buildings"] == [
        "Bank",
        "Kirche",
        "Schnapsbrennerei",
        "Zigarrenfabrik",
        "Schwarzmarkt",
        "Sägewerk",
        "Café",
        "Zollamt",
        "Casino",
        "Hafenamt",
        "Kontor",
        "Zeitungsverlag",
    ]
    english = texts("en")["names"]
    plain = [name.lower().replace(" ", "_").replace("é", "e") for name in english["buildings"]]
    assert plain == [row.id for row in BOX.buildings]
    plain = [name.lower().replace(" ", "_").replace("é", "e") for name in english["cubans"]]
    assert plain == [row.id for row in BOX.cubans] and german["cubans"] == english["cubans"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_a_name(language: str) -> None:
    names = texts(language)["names"]
    assert len(names["items"]) == 2 * len(ITEMS)
    assert len(names["deliveries"]) == len(names["wood_deliveries"]) == len(DEMANDED) * MOST
    assert len(names["stations"]) == BOX.track.stations
    for good in DEMANDED:
        for units in range(1, MOST + 1):
            name = names["deliveries"][good * MOST + units - 1]
            assert name == f"{units} {names['items'][good + (len(ITEMS) if units == 1 else 0)]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_gives_the_figures(language: str) -> None:
    found = texts(language)["help"]
    rows = [*zip(CUBANS, found["cubans"], strict=True), *zip(BUILDINGS, found["buildings"], strict=True)]
    for effect, text in rows:
        figures = set(re.findall(r"\d+", text))
        match effect:
            case Gain():
                assert str(effect.amount) in figures
            case Sell():
                assert str(effect.vp) in figures
            case Change():
                assert str(effect.pesos) in figures


@pytest.mark.rule("SAN-14.2", "SAN-1.9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_and_rules(language: str) -> None:
    found = texts(language)
    assert found["facts"]["author"] == "Michael Rieneck"
    assert all(url.startswith("https://") for _, url in found["facts"]["links"])
    ids = {rule for part in found["rules"]["long"] for rule in part["ids"]}
    assert {rule.split(".")[0] for rule in ids} == {f"SAN-{n}" for n in (*range(1, 15), 17, 18)}
    assert all(
        part["title"] and part["text"] for length in ("short", "long") for part in found["rules"][length]
    )


@pytest.mark.rule("SAN-5.5", "SAN-9.7")
@pytest.mark.parametrize(("language", "word"), [("de", "der Tisch"), ("en", "the table")])
def test_the_rules_say_what_a_table_may_decide_otherwise(language: str, word: str) -> None:
    for rule in ("SAN-5.5", "SAN-9.7"):
        part = next(part for part in texts(language)["rules"]["long"] if rule in part["ids"])
        assert any(word in text for text in part["text"]), rule


@pytest.mark.rule("SAN-6.10")
@pytest.mark.parametrize(("language", "word"), [("de", "Vorrat"), ("en", "supply")])
def test_who_offers_goods_offers_what_there_is(language: str, word: str) -> None:
    for row, effect in zip(BOX.cubans, CUBANS, strict=True):
        if isinstance(effect, Gain) and effect.item in (good.id for good in BOX.goods):
            assert word in texts(language)["prompts"][row.id]["ask"]
