"""The words of Santiago de Cuba: names, figures, and where they come from."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.games import santiago
from server.games.catalogue import LANGUAGES
from server.games.kernel import Choice, choose, settle
from server.games.santiago.cards import BOX
from server.games.santiago.effects import BUILDINGS, CUBANS, Change, Gain, Sell
from server.games.santiago.ships import MOST
from server.games.santiago.state import DEMANDED, ITEMS, SantiagoOptions
from tests.games.engines import texts_of


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
    assert all(str(n) in names["steps"][n] and str(n - 1) in names["steps"][n] for n in range(2, 41))


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_choice_and_line_of_random_games_has_words(language: str) -> None:
    words = texts(language)
    for seed in range(12):
        options = SantiagoOptions(open_holdings=seed % 2 == 0)
        game = santiago.setup(2 + seed % 3, seed, options)
        asks = settle(game)
        lines = list(game.said)
        turn = 0
        while asks:
            ask = asks[0]
            assert {"ask", "wait"} == set(words["prompts"][ask.prompt])
            for choice in ask.options:
                assert choice.verb in words["choices"]
                if choice.noun >= 0 and choice.noun < 40:
                    group = words["names"][words["nouns"][choice.verb]]
                    assert group[choice.noun] or choice == Choice("convert", 0)
            turn += 1
            asks = choose(game, ask, ask.options[turn * 7 % len(ask.options)])
            lines += game.said
        for key, *nouns in lines:
            places = {int(place) for place in re.findall(r"\{(\d)", words["log"][key])}
            assert places <= set(range(len(nouns))), f"{key} {nouns}"
            for place, group in re.findall(r"\{(\d):(\w+)\}", words["log"][key]):
                assert group == "seat" or words["names"][group][nouns[int(place)]]


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
