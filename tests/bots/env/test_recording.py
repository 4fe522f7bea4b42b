"""Recordings: the rows say what happened, and the same seed gives the same bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

from bots.commands.parser import main
from bots.env.environment import Environment, Setting
from bots.env.recording import COLUMNS, Plan, is_test, record
from server.games import GAMES
from server.games.kernel import Choice

SEATS = {"bruges": 3}


def recorded(folder: Path, name: str, games: int, seed: int = 5) -> Setting:
    """A recording of games of *whim*, with hidden information where the game can have it."""
    given = {"open_holdings": False} if name == "santiago" else {}
    setting = Setting(name, SEATS.get(name), given)
    plan = Plan(name, ("whim",) * setting.seats, games, setting.plain, seed)
    assert all(record(plan, setting, folder))
    return setting


def rows_in(folder: Path, file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / f"{file}.parquet").to_pylist()
    return found


def hashes(folder: Path) -> list[str]:
    return [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())]


@pytest.mark.parametrize("name", GAMES)
def test_rows_can_be_played_again(name: str, tmp_path: Path) -> None:
    """The actions lead through the same questions, with the same observations, to the same result."""
    setting = recorded(tmp_path, name, 2)
    games: dict[int, list[dict[str, Any]]] = {}
    for row in rows_in(tmp_path, "train"):
        games.setdefault(row["game"], []).append(row)
    assert len(games) == 2
    for rows in games.values():
        env = Environment(setting, seed=int(rows[0]["deal"], 16))
        for number, row in enumerate(rows):
            assert (row["step"], row["seat"]) == (number, env.seat) and env.ask is not None
            options = [Choice(*it) for it in zip(row["verbs"], row["nouns"], strict=True)]
            assert options == [*env.ask.options] and env.ask.prompt == row["prompt"]
            assert row["observation"] == env.observe().tolist()
            views = [msgspec.json.decode(row[part]) for part in ("public", "private")]
            assert views == msgspec.to_builtins([*env.views(env.seat)])
            assert {*row["actions"]} == {*env.actions} and row["actions"][row["choice"]] == row["action"]
            env.step(row["action"])
        assert env.over
        scores, won = env.scores(), env.rewards()
        for row in rows:
            seat = row["seat"]
            assert (row["place"], row["points"]) == (scores[seat].place, scores[seat].points)
            assert row["share"] == won[seat]


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """Also in another process with another hash seed; another seed gives others."""
    folders = [tmp_path / name for name in ("one", "two", "other")]
    words = ["record", "--game", "machi_koro", "--games", "3", "--minds", "whim,casual", "--seed"]
    for folder, seed in zip((folders[0], folders[2]), "34", strict=True):
        assert main([*words, seed, str(folder)]) == 0
    subprocess.run(
        [sys.executable, "-m", "bots", *words, "3", str(folders[1])],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        cwd=Path(__file__).parents[3],
        check=True,
        capture_output=True,
    )
    one, two, other = map(hashes, folders)
    assert one == two and len(one) == 2 and not {*one} & {*other}


def test_games_for_tests_have_deals_of_their_own(tmp_path: Path) -> None:
    recorded(tmp_path, "schweinebande", 20)
    train, test = (rows_in(tmp_path, file) for file in ("train", "test"))
    assert {row["game"] for row in test} == {9, 19} == {number for number in range(20) if is_test(number)}
    assert {row["game"] for row in train} == {*range(20)} - {9, 19}
    assert not {row["deal"] for row in train} & {row["deal"] for row in test}


def test_a_file_says_how_it_was_made(tmp_path: Path) -> None:
    setting = recorded(tmp_path, "machi_koro", 1)
    form = pq.read_schema(tmp_path / "train.parquet")
    about = {key.decode(): value.decode() for key, value in form.metadata.items()}
    assert about["stammtisch.game"] == "machi_koro" and about["stammtisch.seed"] == "5"
    assert msgspec.json.decode(about["stammtisch.options"]) == setting.plain
    assert about["stammtisch.actions"] == setting.vocabulary.digest
    assert form.names == [name for name, *_ in COLUMNS]
    assert msgspec.json.decode(about["stammtisch.columns"]).keys() == {*form.names}


@pytest.mark.parametrize(
    "words",
    [
        ["--games", "0"],
        ["--minds", "nobody"],
        ["--seats", "9"],
        ["--minds", "skilled,whim,casual", "--seats", "2"],
        ["--option", "supply=none"],
        ["--games", "99999999999"],
    ],
)
def test_wrong_words_are_refused(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["record", "--game", "machi_koro", *words, str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.startswith("record: ") and not (tmp_path / "out").exists()


def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.commands.parser.find_spec", lambda name: None)
    assert main(["record", "--game", "machi_koro", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "pyarrow is not here" in said and "'stammtisch[record]'" in said and said.count("\n") == 1


def test_a_folder_with_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("")
    assert main(["record", "--game", "machi_koro", str(tmp_path)]) == 2
    assert "not empty" in capsys.readouterr().err and [path.name for path in tmp_path.iterdir()] == ["mine"]
