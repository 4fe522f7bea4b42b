"""The messages about impossible positions and logs: in German and English, with the same placeholders."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from server.games import GAMES, position_texts
from server.games.catalogue import LANGUAGES
from server.games.positions import BadPosition, laid_out, read, reasons
from server.games.shapes import KINDS, fault
from server.table import log_texts
from server.table.log import BadLog

SOURCES = Path(__file__).parents[2] / "server"

LOGS = {"BadLog", "BadOrigin", "NotOver", "OtherRules"}

TABLES: dict[str, Mapping[str, Mapping[str, str]]] = {
    "positions": position_texts.TEXTS,
    "logs": log_texts.TEXTS,
    **{game: {language: reasons(game, language) for language in LANGUAGES} for game in GAMES},
}
"""The texts by owner, by language, by key."""

SURE = {"list", "or", "quoted", "date", *KINDS.values()}
"""The words from which messages are composed."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("whose", TABLES)
def test_each_language_says_the_same(whose: str) -> None:
    english, german = (TABLES[whose][language] for language in LANGUAGES)
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert places(text) == places(german[key]), key
        assert text != german[key] or key in ("list", "at")


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """The owner, the key and the placeholders of every message that the sources raise."""
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name = node.func.id
            if name in ("ShapeFault", "BadPosition", *LOGS) and node.args:
                for key in keys(node.args[0]):
                    game, _, own = key.rpartition(".")
                    whose = game or ("logs" if name in LOGS else "positions")
                    yield whose, own, set(values(node))


def keys(node: ast.expr) -> list[str]:
    """The possible keys of an expression; none for a key from a ShapeFault."""
    branches = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    return [one.value for one in branches if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def values(node: ast.Call) -> Iterator[str]:
    for argument in node.args[1:]:
        if isinstance(argument, ast.Dict):
            yield from (str(key.value) for key in argument.keys if isinstance(key, ast.Constant))
            if None in argument.keys:
                yield "*"
    yield from (keyword.arg for keyword in node.keywords if keyword.arg)


def test_every_reason_has_a_text_and_every_text_is_a_reason() -> None:
    found = [*raised()]
    for whose, key, given in found:
        text = TABLES[whose]["en"].get(key)
        assert text is not None, (whose, key)
        assert given == places(text) or ("*" in given and given - {"*"} <= places(text)), (whose, key)
    said = {(whose, key) for whose, key, _ in found}
    for whose in TABLES:
        things = {key for key, text in TABLES[whose]["en"].items() if text.isalpha()}  # of `names`
        assert {key for key in TABLES[whose]["en"] if (whose, key) not in said} <= SURE | things


class Inner(Struct, forbid_unknown_fields=True):
    card: str


class Shape(Struct, forbid_unknown_fields=True):
    cash: Annotated[int, Meta(ge=0, le=9)]
    more: Annotated[int, Meta(ge=1)] = 1
    fewer: Annotated[int, Meta(lt=9)] = 1
    colour: Literal["red", "blue"] = "red"
    size: Literal[1, 4] = 1
    pair: tuple[int, int] = (0, 0)
    some: Annotated[list[str], Meta(max_length=2)] = []
    goods: dict[str, bool] = {}
    fields: list[str | Inner] | None = None


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({}, "p.cash fehlt."),
        ({"cash": "x"}, "p.cash: Hier muss eine ganze Zahl stehen, nicht ein Text in Anführungszeichen."),
        ({"cash": True}, "p.cash: Hier muss eine ganze Zahl stehen, nicht true oder false."),
        ({"cash": 10}, "p.cash: Hier muss eine Zahl von 0 bis 9 stehen, nicht 10."),
        (
            {"cash": -(16**5000)},
            "p.cash: Hier muss eine Zahl von 0 bis 9 stehen, nicht <-10000000000000000000.",
        ),
        ({"cash": 1, "more": 0}, "p.more: Hier muss eine Zahl ab 1 stehen, nicht 0."),
        ({"cash": 1, "fewer": 9}, "p.fewer: Hier muss eine Zahl bis 8 stehen, nicht 9."),
        ({"cash": 1, "colour": "rot"}, 'p.colour: Hier kann nur "blue", "red" stehen, nicht "rot".'),
        (
            {"cash": 1, "colour": 1},
            "p.colour: Hier muss ein Text in Anführungszeichen stehen, nicht eine ganze Zahl.",
        ),
        ({"cash": 1, "size": 2}, "p.size: Hier kann nur 1, 4 stehen, nicht 2."),
        ({"cash": 1, "pair": [1]}, "p.pair: Hier müssen 2 Einträge stehen, nicht 1."),
        (
            {"cash": 1, "pair": [1, "x"]},
            "p.pair[1]: Hier muss eine ganze Zahl stehen, nicht ein Text in Anführungszeichen.",
        ),
        ({"cash": 1, "some": ["a"] * 3}, "p.some: Hier stehen höchstens 2 Einträge, nicht 3."),
        (
            {"cash": 1, "goods": {"a": True, "b": 1.5}},
            "p.goods.b: Hier muss true oder false stehen, nicht eine Zahl mit Punkt.",
        ),
        (
            {"cash": 1, "goods": []},
            "p.goods: Hier muss eine Tabelle aus Wörtern und Werten stehen, nicht eine Liste in [ ].",
        ),
        (
            {"cash": 1, "fields": [1]},
            "ein Text in Anführungszeichen oder eine Tabelle aus Wörtern und Werten stehen, nicht eine ganze",
        ),
        ({"cash": 1, "fields": ["a", {}]}, "p.fields[1].card fehlt."),
        ({"csah": 1}, "p.csah: Dieses Wort gibt es hier nicht. War cash gemeint?"),
        (
            {"cash": 1, "fields": [{"card": "a", "x" * 300: 1}]},
            "x…: Dieses Wort gibt es hier nicht, nur card.",
        ),
    ],
)
def test_wrong_shapes_are_reported_with_their_path(raw: Any, told: str) -> None:
    found = fault(raw, Shape, "p")
    assert found is not None
    assert told in BadPosition(found.key, **found.values).said("de")


BRUGES, LOYANG, MACHI_KORO, SANTIAGO, SCHWEINEBANDE = [
    f'game = "{game}"\nseats = 2\n'
    for game in ("bruges", "loyang", "machi_koro", "santiago", "schweinebande")
]

GERMAN = [
    ('seats = "x"', "game fehlt."),
    (
        'game = "bruges"\nseats = "x"',
        "seats: Hier muss eine ganze Zahl stehen, nicht ein Text in Anführungszeichen.",
    ),
    ('game = "bruges"\n\nseats = two', "Zeile 3, Spalte 9: Das lässt sich nicht als TOML lesen."),
    ('game = "bruges"\nseats = 2\nseats = 3\n', "Zeile 3: Das wurde weiter oben schon gesagt."),
    ('game = "bruges"\nseats = ' + "9" * 5_000, "Eine Zahl darin hat zu viele Ziffern."),
    ('game = "bruges"\nseats = 9', "Brügge ist für 2 bis 5 Spieler."),
    (BRUGES + "options = {fifth_player = true}", "options.fifth_player: Bei 2 Plätzen geht true nicht."),
    (BRUGES + "[table]\nstart = 3", "Platz 3 kann nicht Startspieler sein: Es gibt 2"),
    (BRUGES + '[[players]]\nhand = ["Bäker"]', "Es gibt keine Karte „Bäker“. War „Bäcker“ gemeint?"),
    (BRUGES + "[[players]]\nworkers = {pink = 1}", "Es gibt keine Farbe „pink“."),
    (BRUGES + "[[players]]\nstatues = [5]", "players[0].statues: Eine gibt es für jeden"),
    (LOYANG + "[[players]]\n[[players]]\ncash = -1", "players[1].cash: Hier muss eine Zahl von 0"),
    (
        LOYANG + '[[players]]\nregulars = [{card = "x", marker = "rot"}]',
        'players[0].regulars[0].marker: Hier kann nur "blue", "red" stehen, nicht "rot".',
    ),
    (
        LOYANG + "[[players]]\nshop = {Weizen = 9}",
        "Für so viele davon ist in einem Laden kein Platz: Weizen.",
    ),
    (
        LOYANG + '[[players]]\nfields = [{card = "home", good = "Weizen", amount = 40}]',
        "Auf „home“ ist Platz für 9, nicht für 40.",
    ),
    (LOYANG + '[[players]]\nstalls = [{card = "stall_05", left = []}]', "Auf „stall_05“ muss noch"),
    (LOYANG + "[table]\nround = 9\n[[players]]\nhand = 2", "players[0].hand: Bei einem Zug der letzten"),
    (MACHI_KORO + "[[players]]\nestablishments = {Bergwerk = 9}", "So viele gibt es davon nicht: Bergwerk."),
    (MACHI_KORO + "[[players]]\nestablishments = {Stadion = 2}", "höchstens 1 davon haben: Stadion."),
    (
        MACHI_KORO + "options = {supply = 'come_what_may'}\n[table]\nsupply = {Wald = 9}",
        "table.supply: Davon sind nur 6 übrig, nicht 9: Wald.",
    ),
    (MACHI_KORO + "moment = 'Tee'", "Es gibt keinen Moment „Tee“, nur turn."),
    (MACHI_KORO + "options = {start_player = 'fourth'}", 'options.start_player: Bei 2 Plätzen geht "fourth"'),
    (SANTIAGO + "[table]\nvalue = 9", "table.value: Hier kann nur 2, 3, 4 stehen, nicht 9."),
    (SANTIAGO + "[table]\nship = {Rum = 9}", "Ein Schiff verlangt höchstens 3 davon, nicht 9: Rum."),
    (SANTIAGO + "[table]\nship = {Rum = 0}", "Ein Schiff verlangt etwas"),
    (SANTIAGO + '[table]\nstreet = ["Fidel"]', "Es gibt keinen Cubaner „Fidel“."),
    (SANTIAGO + '[[players]]\npawn = "Bank"\n[[players]]\npawn = "Bank"', "demselben Gebäude: Bank."),
    (
        SCHWEINEBANDE + "[[players]]\nfarm = {Schwein = 17}",
        "So viele Plättchen gibt es davon nicht: Schwein.",
    ),
    (SCHWEINEBANDE + '[table.market]\nA1 = "Schwein"', "Eine Runde beginnt mit leerem Markt."),
    (SCHWEINEBANDE + "[table.market]\nQ7 = 1", "table.market.Q7: Hier muss ein Text in"),
]


@pytest.mark.parametrize(("text", "told"), GERMAN, ids=lambda text: text[:60].replace("\n", " "))
def test_a_german_page_is_told_in_german(text: str, told: str) -> None:
    with pytest.raises(BadPosition) as refused:
        laid_out(read(text))
    assert told in refused.value.said("de")
    assert refused.value.said("en") == str(refused.value) != refused.value.said("de")


def test_a_programmers_words_are_quoted_as_such() -> None:
    """Messages that no text of ours covers are English, and are quoted in a German sentence."""
    wrong = BadPosition("cannot-be", why=AssertionError("a coin is missing"))
    assert wrong.said("en") == "This can’t be: a coin is missing."
    assert wrong.said("de") == "So geht es nicht: „a coin is missing“ (auf Englisch)."
    assert "„KeyError“ (auf Englisch)" in BadLog("unplayable", version=3, why=KeyError()).said("de")


def test_a_refusal_comes_whole_from_another_process() -> None:
    for wrong in (BadPosition("turn", seat=3, seats=2), BadLog("state", version=4)):
        assert pickle.loads(pickle.dumps(wrong)).in_all() == wrong.in_all()
