"""The search for puzzles in games of bots, and the stored puzzles held against the minds."""

from __future__ import annotations

from math import inf
from pathlib import Path

import msgspec
import pytest

from bots.__main__ import main
from bots.explain.puzzle_search import PuzzleSearch, asked_document, is_explained, searched_again
from bots.explain.tips import TipAdviser
from bots.minds.master import MAX_TRIES
from server.games import GAMES
from server.games.puzzles import position, puzzles, read

AGAIN = range(100, 108)
"""Choose the random numbers of other searches."""


def test_games_of_bots_give_puzzles_and_the_same_seed_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    search = PuzzleSearch("santiago", 3, seats=2)
    puzzle = next(one for found in search.found() for one in found)
    position(GAMES["santiago"], puzzle)
    assert puzzle.options[0].worth - puzzle.options[1].worth >= 100 and is_explained(puzzle)
    file = tmp_path / "daily.json"
    wanted = ["--game", "santiago", "--count", "1", "--seats", "2", "--seed", "3", "--keep", str(file)]
    assert main(["riddles", *wanted]) == 0
    assert "1 puzzle" in capsys.readouterr().out
    assert read(file.read_bytes()) == [puzzle]


@pytest.mark.parametrize("game", GAMES)
def test_a_strong_mind_gives_the_stored_answer_and_a_plain_one_does_not(game: str) -> None:
    teacher = TipAdviser(tries=200)
    for puzzle in puzzles(game)[:2]:
        document = asked_document(GAMES[game], bytes(puzzle.scene), puzzle.seat, puzzle.log)
        ranked = teacher.ranked(document, inf, "master", 7)
        assert ranked.offers[0] == puzzle.options[0].choice and ranked.lead > 0
        assert teacher.ranked(document, inf, "skilled").offers[0] != puzzle.options[0].choice


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_other_searches_confirm_the_stored_answers(game: str) -> None:
    """By other random numbers and more tries: by the mean of them, and by nearly all of them alone."""
    teacher = TipAdviser(tries=4 * MAX_TRIES)
    found = [searched_again(GAMES[game], puzzle, teacher, AGAIN) for puzzle in puzzles(game)]
    assert [number for number, one in enumerate(found, 1) if not one.is_confirmed] == []
    assert sum(one.agreed for one in found) >= 0.97 * len(found) * len(AGAIN)


def test_stored_puzzles_are_searched_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = puzzles("santiago")[0]
    wrong = msgspec.structs.replace(good, options=[*reversed(good.options)])
    monkeypatch.setattr("bots.commands.riddles.puzzles", lambda game: [good, wrong])
    file = tmp_path / "daily.json"
    wanted = ["--game", "santiago", "--again", "--tries", "200", "--searches", "3", "--keep", str(file)]
    assert main(["riddles", *wanted]) == 0
    told = capsys.readouterr().out
    assert "puzzle 2: 0 of 3" in told and "puzzle 1: " not in told and "2 puzzles: 1 answer confirmed" in told
    assert read(file.read_bytes()) == [good]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "name a file, or --game"),
        (["game.log", "--game", "santiago"], "name a file, or --game"),
        (["--game", "santiago", "--count", "0"], "--count"),
        (["--game", "santiago", "--count", "100000"], "--count is 400 at most"),
        (["--game", "santiago", "--lead", "2"], "--lead"),
        (["--game", "santiago", "--seats", "9"], "2 to 4 seats"),
        (["--game", "santiago", "--seats", "0"], "--seats counts from 1"),
    ],
)
def test_arguments_that_do_not_fit_are_named(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["riddles", *arguments]) == 2
    assert why in capsys.readouterr().err
