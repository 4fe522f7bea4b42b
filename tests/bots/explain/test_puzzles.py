"""Puzzles: one clear answer that a plain player misses, in played games and in written positions."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from bots.__main__ import main
from bots.document import options
from bots.explain.puzzle_texts import TEXTS
from bots.explain.puzzles import MIN_POINTS_AHEAD, MIN_WIN_CHANCE_AHEAD, in_log, in_text
from bots.explain.tips import TipAdviser
from server.games.positions import example
from tests.table.finished import finished_of


def test_in_a_log_each_riddle_has_one_clear_answer_that_a_plain_player_misses() -> None:
    teacher = TipAdviser()
    found = [*in_log(finished_of("santiago", 2), teacher, "expert")]
    assert found, "games by chance are full of them"
    for riddle in found:
        best, second, *_ = riddle.ranked.worths
        assert best - second >= (MIN_WIN_CHANCE_AHEAD if riddle.ranked.shared else MIN_POINTS_AHEAD)
        assert teacher.ranked(riddle.document, inf, "skilled").offers[0] != riddle.ranked.offers[0]
        assert {*riddle.ranked.offers} == {*options(riddle.document)}
        assert riddle.document["mine"]["seat"] == riddle.seat
    assert [one.version for one in found] == sorted({one.version for one in found})


@pytest.mark.parametrize("game", ["machi_koro", "santiago", "bruges"])
def test_a_written_position_is_answered(game: str) -> None:
    (asked,) = in_text(example(game, "en"), TipAdviser(), "expert")
    assert asked.version == 0 and asked.seat == 0
    assert asked.ranked.worths == sorted(asked.ranked.worths, reverse=True)


def test_the_command_tells_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, text = tmp_path / "game.log", tmp_path / "mine.toml"
    log.write_bytes(finished_of("santiago", 2))
    text.write_text(example("santiago", "de"), encoding="utf-8")
    assert main(["riddles", str(log)]) == 0
    assert "2 riddles" in capsys.readouterr().out
    assert main(["riddles", str(text)]) == 0
    assert "Seat 0 is asked: How far" in capsys.readouterr().out
    text.write_text("seats = 2")
    assert main(["riddles", str(text)]) == 1 and "riddles: " in capsys.readouterr().err
    log.write_bytes(b"none")
    assert main(["riddles", str(log)]) == 1


def test_the_command_speaks_german_throughout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, text = tmp_path / "game.log", tmp_path / "mine.toml"
    log.write_bytes(finished_of("santiago", 2))
    text.write_text(example("santiago", "de"), encoding="utf-8")
    assert main(["riddles", str(log), "--language", "de"]) == 0
    said = capsys.readouterr().out
    assert "2 Rätsel" in said and "bei Schritt" in said and ",2\u00a0%" in said
    assert "…" not in said, "a long word is folded in a narrow terminal, and not cut off"
    assert main(["riddles", str(text), "--language", "de", "--level", "skilled"]) == 0
    said = capsys.readouterr().out
    assert "Platz 0 ist gefragt: Wie weit fährt das Auto?" in said
    assert "Kein Rätsel: " in said and "Wert von Hand" in said and "seat" not in said and "option" not in said


def test_one_riddle_is_said_to_be_one() -> None:
    assert [TEXTS["en"].found(count) for count in range(3)] == ["No riddles", "1 riddle", "2 riddles"]
    assert TEXTS["de"].found(0) == "Keine Rätsel"


@pytest.mark.parametrize("command", ["analyse", "riddles"])
def test_a_file_that_is_not_there_is_named_once(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(tmp_path / "none.log")]) == 1
    assert capsys.readouterr().err == f"{command}: {tmp_path / 'none.log'}: No such file or directory\n"
