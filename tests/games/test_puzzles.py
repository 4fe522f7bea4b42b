"""Puzzles: each stored one is a question of its game, with one answer that is clearly the best."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.authoring.data import of_puzzles
from server.games import GAMES
from server.games.catalogue import folder, texts
from server.games.puzzles import FILE, MAX_FILE_BYTES, Puzzle, WrongPuzzle, position, puzzles, read, written

MIN_PUZZLES = 30
MIN_LEAD = 50
"""Thousandths of the win by which the answer is ahead."""

MAX_GAME_BYTES = 150_000
MAX_SAME_ANSWERS = 10


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_is_a_question_with_its_options(game: str) -> None:
    engine = GAMES[game]
    for puzzle in puzzles(game):
        it = position(engine, puzzle)
        engine.check(it.game)
        assert it.ask.seat == puzzle.seat and len(it.ask.options) >= 3
        assert puzzle.options[0].choice in it.ask.options
        assert it.ask.prompt in texts(game, "en")["prompts"]
    assert len(puzzles(game)) >= MIN_PUZZLES


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_keep_the_laws_of_packages(game: str) -> None:
    assert [*of_puzzles(GAMES[game])] == []


@pytest.mark.parametrize("game", GAMES)
def test_one_option_is_clearly_the_best(game: str) -> None:
    for puzzle in puzzles(game):
        worths = [option.worth for option in puzzle.options]
        assert puzzle.shared
        assert worths[0] - worths[1] >= MIN_LEAD


@pytest.mark.parametrize("game", GAMES)
def test_reasons_speak_for_the_answer(game: str) -> None:
    for puzzle in puzzles(game):
        best, second, *_ = puzzle.options
        told = [change for option in puzzle.options for change in option.why] + puzzle.together
        assert ("win", -1) not in {(part, way) for part, way, _ in told}, "the answer gives no win away"
        assert puzzle.then or any(way > 0 for _, way, _ in best.why), "the answer brings something"
        assert any(way > 0 for _, way, _ in second.why), "it is better than the next best in something"


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_differ(game: str) -> None:
    answers = [puzzle.options[0].choice for puzzle in puzzles(game)]
    assert max(answers.count(one) for one in answers) <= MAX_SAME_ANSWERS
    assert len((folder(game) / "puzzles" / FILE).read_bytes()) <= MAX_GAME_BYTES


def changed(puzzle: Puzzle, **fields: Any) -> Puzzle:
    return msgspec.structs.replace(puzzle, **fields)


def test_a_puzzle_that_does_not_fit_its_game_is_refused() -> None:
    engine, good = GAMES["santiago"], puzzles("santiago")[0]
    scene = msgspec.json.decode(bytes(good.scene))
    scene["state"]["stack"] = []
    for wrong, why in (
        (changed(good, seat=good.seat + 1), "is asked nothing"),
        (changed(good, options=good.options[1:]), "other options"),
        (changed(good, scene=msgspec.Raw(b'{"seed": 1, "state": {}}')), "no position"),
        (changed(good, scene=msgspec.Raw(msgspec.json.encode(scene))), "no position"),
    ):
        with pytest.raises(WrongPuzzle, match=why):
            position(engine, wrong)


def test_a_file_is_read_as_it_was_written() -> None:
    assert read(written(puzzles("santiago"))) == puzzles("santiago")
    one = written(puzzles("santiago")[:1]).decode()
    strange = one.replace('"seat"', '"chair"'), one.replace('"options":[[', '"options":[["x"],[')
    for wrong in ("{}", "[", *strange):
        with pytest.raises(WrongPuzzle):
            read(wrong.encode())
    with pytest.raises(WrongPuzzle, match="bytes"):
        read(b" " * (MAX_FILE_BYTES + 1))
