"""The texts of Loyang: its cards and its rules."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from server.authoring.engines import texts_of
from server.games import loyang
from server.games.catalogue import LANGUAGES
from server.games.loyang.cards import (
    ACTION,
    CARDS,
    CASUALS,
    COMMON,
    CROPS,
    FIELDS,
    GOODS,
    HELPERS,
    HOME,
    IDS,
    PLOTS,
    PRICE,
    REGULARS,
    STALLS,
    WARES,
)
from server.games.loyang.effect import EFFECTS

HELPERS_DE = {
    "tout": "Abwerber",
    "official": "Beamter",
    "errand_boy": "Botenjunge",
    "accountant": "Buchhalter",
    "harvest_hand": "Erntehelfer",
    "haggler": "Feilscher",
    "landlord": "Gutsherr",
    "trader": "Händler",
    "impostor": "Hochstapler",
    "shopper": "Käufer",
    "merchant": "Kaufmann",
    "deliveryman": "Lieferant",
    "maid": "Magd",
    "market_crier": "Marktschreier",
    "market_woman": "Marktweib",
    "tenant_farmer": "Pächter",
    "plowman": "Pflüger",
    "self_supplier": "Selbstversorger",
    "saleswoman": "Verkäuferin",
    "foreman": "Vorarbeiter",
}


def texts(language: str) -> dict[str, Any]:
    return texts_of(loyang, language)


def numbers(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


def test_the_printed_names() -> None:
    german, english = texts("de"), texts("en")
    assert german["names"]["goods"] == ["Weizen", "Kürbis", "Rübe", "Chinakohl", "Bohne", "Lauch"]
    assert [name.lower() for name in english["names"]["goods"]] == GOODS
    assert "Lampion" in german["page"]["lantern"] and "Laterne" not in str(german)
    names = german["names"]["cards"]
    assert [names[card] for card in HELPERS] == [HELPERS_DE[IDS[card]] for card in HELPERS]
    spoken = [english["names"]["cards"][card].lower() for card in HELPERS]
    assert [name.replace(" ", "_").replace("-", "_") for name in spoken] == [IDS[card] for card in HELPERS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_named_and_explained_by_their_goods_and_figures(language: str) -> None:
    found = texts(language)
    names, help_ = found["names"]["cards"], found["help"]["cards"]
    words = [good.lower() for good in found["names"]["goods"]]
    assert len(names) == len(CARDS)
    for card in [*STALLS, *REGULARS, *CASUALS]:
        assert {good for good in range(6) if words[good] in names[card].lower()} == set(WARES[card])
    for card in FIELDS:
        assert PLOTS[card] in numbers(help_[card])
        assert {good for good in range(6) if words[good] in help_[card].lower()} == set(CROPS[card])
    assert all(set(CARDS[card].pays) <= numbers(help_[card]) for card in REGULARS)
    assert all({CARDS[card].price, 2} <= numbers(help_[card]) for card in CASUALS)
    assert all(2 in numbers(help_[card]) for card in COMMON)


@pytest.mark.parametrize("language", LANGUAGES)
def test_helpers_tell_their_figures(language: str) -> None:
    help_ = texts(language)["help"]["cards"]
    figures = {
        "tout": {2},
        "trader": {1, 2, 8, 9},
        "shopper": {2},
        "merchant": {1},
        "deliveryman": {2},
        "market_crier": {3},
        "tenant_farmer": {3},
        "plowman": {1, 2},
        "self_supplier": {1, 4},
        "saleswoman": {2},
        "harvest_hand": {3},
        "accountant": {1},
    }
    for card in HELPERS:
        assert figures.get(IDS[card], set()) <= numbers(help_[card]), IDS[card]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_helper_says_on_its_face_what_it_does(language: str) -> None:
    page = texts(language)["page"]
    for card in HELPERS:
        short = page[f"short.{IDS[card]}"]
        assert 8 <= len(short) <= 45, f"{IDS[card]}: {short}"


@pytest.mark.rule("LOY-14.5", "LOY-25.31")
def test_every_ability_has_a_button_of_its_own() -> None:
    for language in LANGUAGES:
        names = texts(language)["names"]
        for card, effect in zip(HELPERS, EFFECTS, strict=True):
            own = names["cards"][card]
            two = {"tout", "harvest_hand", "market_crier", "tenant_farmer", "plowman", "saleswoman"}
            assert (str(card) in names["second_uses"]) == (IDS[card] in two), effect
            buttons = [
                names[group][str(card)] for group in ("uses", "second_uses") if str(card) in names[group]
            ]
            assert all(button.startswith(own) for button in buttons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_two_versions_with_prices_and_where_the_printed_ones_are(language: str) -> None:
    found = texts(language)
    facts = found["facts"]
    assert any("PDF" in label for label, _ in facts["links"]) and facts["author"] == "Uwe Rosenberg"
    shop = next(s for s in found["rules"]["long"] if "LOY-11.3" in s["ids"])["text"][0]
    for name, price in zip(found["names"]["goods"], PRICE, strict=True):
        assert f"{name} {price}".lower() in shop.lower()
    helped = next(s for s in found["rules"]["long"] if "LOY-1.12" in s["ids"])
    assert helped["text"] and len(ACTION) == 70


@pytest.mark.rule("LOY-12.7", "LOY-20.1")
@pytest.mark.parametrize(
    ("language", "too_much"),
    [
        ("de", ["deiner Entscheidungen", "du etwas entscheidest"]),
        ("en", ["any decision", "you decide something"]),
    ],
)
def test_the_rules_promise_no_sale_or_loan_in_the_middle_of_a_decision(
    language: str, too_much: list[str]
) -> None:
    rules = str(texts(language)["rules"])
    assert not any(words in rules for words in too_much)


@pytest.mark.rule("LOY-9.5")
@pytest.mark.parametrize(("language", "word"), [("de", "Zu dritt"), ("en", "three players")])
def test_the_rules_tell_when_the_third_of_three_acts(language: str, word: str) -> None:
    assert word in next(str(part) for part in texts(language)["rules"]["long"] if "LOY-9.5" in part["ids"])


def test_a_two_pack_has_one_gender_in_german() -> None:
    lesson = files(loyang.__package__) / "lessons" / "first.json"
    for words in (str(texts("de")), lesson.read_text()):
        assert not re.search(r"\b[Dd]as Doppelpack\b", words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_crop_is_told_with_its_price(language: str) -> None:
    """The log names all payments; that for the first crop is in the words."""
    names = texts(language)["names"]
    for good, told in enumerate(names["crops"]):
        assert names["goods"][good].lower() in told.lower() and numbers(told) == {PRICE[good]}
    assert set(range(len(names["crops"]))) == set(CROPS[HOME])
