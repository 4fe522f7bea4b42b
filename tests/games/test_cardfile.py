"""Card files are read strictly: an error is reported with table, row and field, in every game alike."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest
from msgspec import Struct

from server.games import GAMES
from server.games.cardfile import CardEffect, CardsWrong, Row, effects, kinds, read


class Coin(Row, frozen=True):
    """A row without an id."""

    value: int


class Person(Row, frozen=True):
    """A row with an id and an effect."""

    id: str
    effect: dict[str, Any]


class Small(Struct, frozen=True, forbid_unknown_fields=True):
    """A box with a table of each kind."""

    coins: list[Coin]
    persons: list[Person]
    track: Coin


class Favour(CardEffect, frozen=True):
    """The base class of effects."""


class Guilders(Favour, frozen=True):
    """The common fields of some effects; no effect itself."""

    guilders: int


class GainGuilders(Guilders, frozen=True):
    pass


class LoseGuilders(Guilders, frozen=True):
    pass


class Rest(Favour, frozen=True):
    pass


def small() -> dict[str, Any]:
    effect = {"type": "gain_guilders", "guilders": 3}
    return {
        "coins": [{"value": 1, "origin": "page"}, {"value": 3, "origin": "public"}],
        "persons": [{"id": "duke", "effect": effect, "origin": "own"}],
        "track": {"value": 9, "origin": "page"},
    }


def told(raw: Any) -> str:
    """The error message about a file."""
    with pytest.raises(CardsWrong) as wrong:
        read(raw if isinstance(raw, bytes) else json.dumps(raw).encode(), Small)
    return str(wrong.value)


def test_a_right_file_is_read() -> None:
    box = read(json.dumps(small()).encode(), Small)
    assert box.coins == [Coin(1, origin="page"), Coin(3, origin="public")]
    assert box.track.value == 9 and box.persons[0].id == "duke"


def test_errors_name_table_row_and_field() -> None:
    raw = small()
    raw["persons"][0]["id"] = "king"
    raw["persons"][0]["effect"] = 7
    assert told(raw) == "persons, row king: Expected object, got int - at effect"
    raw = small()
    raw["coins"][1]["value"] = "3"
    assert told(raw) == "coins, row 2: Expected int, got str - at value"
    raw = small()
    del raw["coins"][0]["origin"]
    assert told(raw) == "coins, row 1: Object missing required field origin"
    raw = small()
    raw["track"]["vlaue"] = 4
    assert told(raw) == "track: Object contains unknown field vlaue"


def test_a_file_that_is_no_box() -> None:
    raw = small()
    del raw["track"]
    assert told(raw) == "the file: Object missing required field track"
    assert told({**small(), "more": []}) == "the file: Object contains unknown field more"
    assert told([]) == "the file: Expected object, got array"
    assert told(b"{").startswith("the file: ")


def test_effects_are_the_ends_of_their_family() -> None:
    assert kinds(Favour) == [GainGuilders, LoseGuilders, Rest]
    effect = effects(Favour)
    duke = read(json.dumps(small()).encode(), Small).persons[0]
    assert effect("persons", duke) == GainGuilders(3)
    for wrong, message in (
        ({"type": "guilders", "guilders": 1}, "Invalid value 'guilders' - at effect.type"),
        ({"type": "lose_guilders"}, "Object missing required field guilders - at effect"),
        ({"type": "rest", "guilders": 1}, "Object contains unknown field guilders - at effect"),
    ):
        with pytest.raises(CardsWrong) as raised:
            effect("persons", Person("duke", wrong, origin="own"))
        assert str(raised.value) == f"persons, row duke: {message}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_names_the_row_that_is_wrong(name: str) -> None:
    """In each table of each game a figure is replaced by a text, and the origin of a row is removed."""
    cards = import_module(f"server.games.{name}.cards")
    data = (files(f"server.games.{name}") / "cards.json").read_bytes()
    read(data, cards.Box)
    tables = [table for table, rows in json.loads(data).items() if isinstance(rows, list)]
    spoilt = 0
    for table in tables:
        raw = json.loads(data)
        row = raw[table][-1]
        if not isinstance(row, dict):
            continue
        spoilt += 1
        where = f"{table}, row {row.get('id', len(raw[table]))}: "
        row["origin"] = 7
        with pytest.raises(CardsWrong, match=f"^{where}Expected str, got int - at origin$"):
            read(json.dumps(raw).encode(), cards.Box)
        del row["origin"]
        with pytest.raises(CardsWrong, match=f"^{where}Object missing required field origin$"):
            read(json.dumps(raw).encode(), cards.Box)
    assert spoilt >= 2
