"""Owners of the printed game replace `cards.json` row by row: the answers of the command to their files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pytest import CaptureFixture

from server.games.bruges.__main__ import main

DATA = (files("server.games.bruges") / "cards.json").read_bytes()


def person(raw: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in raw["persons"] if row["id"] == name)
    return found


def checked(change: Callable[[dict[str, Any]], Any], folder: Path) -> int:
    raw = json.loads(DATA)
    change(raw)
    file = folder / "cards.json"
    file.write_text(json.dumps(raw))
    return main([str(file)])


def test_the_same_file_changes_nothing(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    assert checked(lambda raw: None, tmp_path) == 0
    assert capsys.readouterr().out == "the same figures\n"


@pytest.mark.rule("BRU-1.15")
def test_every_change_is_told(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    def change(raw: dict[str, Any]) -> None:
        person(raw, "alchemist")["effect"]["guilders"] = 7
        person(raw, "king").update(cost=9, points=3)
        raw["bourse"][0]["markers"] = 5

    assert checked(change, tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "persons, row king: cost 12 becomes 9",
        "persons, row king: points 4 becomes 3",
        "persons, row alchemist: effect {'type': 'gain_guilders', 'guilders': 6}"
        " becomes {'type': 'gain_guilders', 'guilders': 7}",
        "bourse, row secundus: markers 6 becomes 5",
    ]


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "persons, row king: Expected int, got str - at cost": lambda raw: person(raw, "king").update(cost="12"),
    "persons, row king: Object missing required field colour": lambda raw: person(raw, "king").pop("colour"),
    "persons, row king: Object contains unknown field prize": lambda raw: person(raw, "king").update(prize=1),
    "persons, row king: Invalid enum value 'pink' - at colour": lambda raw: person(raw, "king").update(
        colour="pink"
    ),
    "persons, row singer: Invalid value 'gain_pointz' - at effect.type": lambda raw: person(raw, "singer")[
        "effect"
    ].update(type="gain_pointz"),
    "persons, row singer: Expected int, got str - at effect.points": lambda raw: person(raw, "singer")[
        "effect"
    ].update(points="3"),
    "persons, row queen: effect names the group nobles": lambda raw: person(raw, "queen")["effect"].update(
        groups=["nobles"]
    ),
    "persons, row nun: worker goes with": lambda raw: person(raw, "nun").pop("worker"),
    "persons and pets, row king: id stands twice": lambda raw: person(raw, "queen").update(id="king"),
    "bourse, row primus: Expected int, got str - at markers": lambda raw: raw["bourse"][10].update(
        markers="5"
    ),
    "ships, row 3: Expected str, got int - at colour": lambda raw: raw["ships"][2].update(colour=3),
    "pets: Expected array, got object": lambda raw: raw.update(pets={}),
    "the file: Object missing required field boards": lambda raw: raw.pop("boards"),
}


@pytest.mark.parametrize("message", WRONG)
def test_bad_cards_are_refused_by_row_and_field(
    message: str, tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    assert checked(WRONG[message], tmp_path) == 1
    assert capsys.readouterr().out.startswith(message)


def test_a_file_that_is_none(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere.json")]) == 1
    assert main([]) == 2
    assert "nowhere.json" in capsys.readouterr().out


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_bytes(DATA.replace(b'"guilders": 6}', b'"guilders": 7}'))
    said = subprocess.run(
        [sys.executable, "-m", "server.games.bruges", str(file)], capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith("persons, row alchemist: effect")


@pytest.mark.parametrize(("words", "status"), [(["--help"], 0), ([], 2), (["-x"], 2)])
def test_a_command_without_a_file_explains_itself(
    words: list[str], status: int, capsys: CaptureFixture[str]
) -> None:
    assert main(words) == status
    assert capsys.readouterr().out.startswith("usage: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 1
    assert capsys.readouterr().out == f"{tmp_path / 'none'}: No such file or directory\n"
