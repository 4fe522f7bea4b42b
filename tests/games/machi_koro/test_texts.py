"""The texts of Machi Koro: its cards and its rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from server.authoring.engines import texts_of
from server.games import machi_koro
from server.games.catalogue import LANGUAGES
from server.games.kernel import EndTurn, settle
from server.games.machi_koro.cards import ESTABLISHMENTS, LANDMARKS, Coins, CoinsPer, FromEach, FromOne
from server.games.machi_koro.forecast import forecast
from server.games.machi_koro.state import MachiKoroOptions

from .town import GREAT, KINDS, town

NAMES_DE = [
    ("wheat_field", "Weizenfeld"),
    ("ranch", "Bauernhof"),
    ("bakery", "Bäckerei"),
    ("cafe", "Café"),
    ("convenience_store", "Mini-Markt"),
    ("forest", "Wald"),
    ("stadium", "Stadion"),
    ("tv_station", "Fernsehsender"),
    ("business_center", "Bürohaus"),
    ("cheese_factory", "Molkerei"),
    ("furniture_factory", "Möbelfabrik"),
    ("mine", "Bergwerk"),
    ("family_restaurant", "Familien-Restaurant"),
    ("apple_orchard", "Apfelplantage"),
    ("fruit_and_vegetable_market", "Markthalle"),
]

WEB = Path(__file__).parents[3] / "server" / "web" / "games" / "machi_koro"
SOFT_HYPHEN = "\N{SOFT HYPHEN}"


def texts(language: str) -> dict[str, Any]:
    return texts_of(machi_koro, language)


def test_the_printed_names() -> None:
    assert list(zip(KINDS, texts("de")["names"]["establishments"], strict=True)) == NAMES_DE
    english = [
        name.lower().replace(" ", "_").replace("é", "e") for name in texts("en")["names"]["establishments"]
    ]
    assert english == KINDS
    assert texts("de")["names"]["landmarks"] == ["Bahnhof", "Einkaufszentrum", "Freizeitpark", "Funkturm"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_narrow_cards_may_break_are_the_names(language: str) -> None:
    printed = texts(language)["names"]
    names = dict(zip([*KINDS, *GREAT], [*printed["establishments"], *printed["landmarks"]], strict=True))
    broken = texts(language)["page"]["broken"]
    assert broken and all(text.replace(SOFT_HYPHEN, "") == names[kind] for kind, text in broken.items())


@pytest.mark.rule("MAC-2.1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_gives_the_figures_of_the_cards(language: str) -> None:
    for row, text in zip(ESTABLISHMENTS, texts(language)["help"]["establishments"], strict=True):
        effect = row.effect
        figures = [*map(str, row.dice)]
        if isinstance(effect, Coins | CoinsPer | FromEach | FromOne):
            figures.append(str(effect.amount))
        assert set(figures) <= set(re.findall(r"\d+", text)), f"{row.id}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_long_rules_give_every_price(language: str) -> None:
    text = " ".join(part for section in texts(language)["rules"]["long"] for part in section["text"])
    for name, row in zip(texts(language)["names"]["landmarks"], LANDMARKS, strict=True):
        assert f"{name} ({row.price})".lower() in text.lower()


@pytest.mark.rule("MAC-14.1", "MAC-14.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_two_versions_and_where_the_printed_ones_are(language: str) -> None:
    rules, facts = texts(language)["rules"], texts(language)["facts"]
    assert rules["short"] and rules["long"]
    assert any("PDF" in label for label, _ in facts["links"])
    assert all(url.startswith("https://") for _, url in facts["links"])
    assert facts["author"] == "Masao Suganuma"


@pytest.mark.rule("MAC-14.6", "MAC-14.10")
def test_what_is_still_in_the_draw_pile_is_known_for_kinds_that_are_not_open_too() -> None:
    game = machi_koro.setup(4, 3, MachiKoroOptions(supply="come_what_may"))
    settle(game)
    seen = machi_koro.public(game)
    closed = [kind for kind, copies in enumerate(seen["supply"]) if not copies]
    assert len(closed) == 5, "no pile lies there"
    assert all(seen["deck"][kind] == game.deck.count(kind) > 0 for kind in closed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_the_page_asks_for_exists_and_no_other(language: str) -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in WEB.glob("*.js"))
    known = {key.removesuffix(".one").removesuffix(".other") for key in texts(language)["page"]}
    asked = set(re.findall(r'\bword\(\s*"(\w+)"', code))
    assert len(asked) > 15 and asked <= known
    assert all(re.search(rf'[".]{key}\b', code) for key in known), "no code uses this text"


@pytest.mark.rule("MAC-5.4", "MAC-6.4", "MAC-6.5", "MAC-6.6")
@pytest.mark.parametrize(("language", "colours"), [("de", "grüne blaue rote"), ("en", "green blue red")])
def test_whoever_has_no_station_is_told_what_high_numbers_still_bring(language: str, colours: str) -> None:
    """Green cards bring nothing then, but blue and red ones are paid for other players' rolls."""
    mine = {"mine": 1, "family_restaurant": 1, "furniture_factory": 1, "forest": 1}
    game = town(coins=[3, 3], cities={0: mine}, stack=[EndTurn(0)])
    assert [forecast(game.game, 1, total)[0] for total in (8, 9, 10)] == [0, 5 + 2, 2]
    advice = texts(language)["advice"]["no_station"].lower()
    assert all(colour in advice for colour in colours.split())


@pytest.mark.rule("MAC-13.3", "MAC-11.5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_short_rules_tell_both_ends(language: str) -> None:
    last = texts(language)["rules"]["short"][-1]
    assert len(last["text"]) == 2 and {"MAC-11.5", "MAC-13.3"} <= {*last["ids"]}
