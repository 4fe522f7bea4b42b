"""The ladder: every pairing from every seat, correct ratings, and runs that are continued after an
interruption."""

from __future__ import annotations

import json
import re
from itertools import islice
from math import exp
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bots.__main__ import main
from bots.arena import tournament
from bots.arena.tournament import (
    POINTS,
    Cell,
    Head,
    OtherRun,
    Pairing,
    PairingGame,
    climb,
    ladder_of,
    pairings,
    played,
    ratings,
)

HEAD = Head("machi_koro", {}, 5)
STRONG = {"whim": 0.0, "casual": 1.2, "skilled": 2.0}
MINDS = list(STRONG)


def drawn(head: Head, it: Pairing, number: int) -> PairingGame:
    """The result of a game, drawn by known true strengths."""
    odds = exp(STRONG[it.one] - STRONG[it.others])
    chance = Random(f"{head.seed}/{it}/{number}").random()
    return PairingGame(*it, number, float(chance < odds / (odds + it.seats - 1)))


def test_ratings_are_those_that_the_games_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "played", drawn)
    found = ladder_of(HEAD, MINDS, list(climb(HEAD, MINDS, 600)))
    for rating in found.ratings:
        assert rating.elo == pytest.approx(STRONG[rating.mind] * POINTS, abs=30)
        assert rating.low <= rating.elo <= rating.high
    assert found.ratings[0].elo == 0 and found.games == 600 * 18
    cell = next(it for it in found.cells if (it.seats, it.one, it.others) == (4, "skilled", "whim"))
    assert cell.low < exp(2) / (exp(2) + 3) < cell.high and cell.par == 0.25


def test_who_has_lost_everything_has_a_rating_too() -> None:
    cells = [Cell(2, "a", "b", 40, 0.0, 0.0, 0.1, 0.5), Cell(2, "b", "a", 40, 1.0, 0.9, 1.0, 0.5)]
    found = ratings(["a", "b"], cells)
    assert 400 < found[1].elo < 4000 and found[1].low < found[1].elo


def test_a_run_that_was_ended_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "played", drawn)
    whole = list(climb(HEAD, MINDS, 12))
    file = tmp_path / "games.jsonl"
    assert len(list(islice(climb(HEAD, MINDS, 12, file), 50))) == 50
    with file.open("ab") as out:
        out.write(b'{"seats":2,"one":"wh')  # interrupted in the middle of a line
    calls: list[int] = []

    def counted(*given: object) -> PairingGame:
        calls.append(1)
        return drawn(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(tournament, "played", counted)
    assert list(climb(HEAD, MINDS, 12, file)) == whole
    assert len(calls) == len(whole) - 50
    assert list(climb(HEAD, MINDS, 12, file)) == whole and len(calls) == len(whole) - 50
    assert list(climb(HEAD, MINDS, 7, file)) == list(climb(HEAD, MINDS, 7)), "whole deals of fewer games"
    with pytest.raises(OtherRun):
        list(climb(Head("machi_koro", {}, 6), MINDS, 12, file))


def test_a_file_that_is_empty_or_cut_in_its_head_becomes_the_run_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "played", drawn)
    file = tmp_path / "games.jsonl"
    for before in (b"", msgspec.json.encode(HEAD)):
        file.write_bytes(before)
        whole = list(climb(HEAD, MINDS, 4, file))
        monkeypatch.setattr(tournament, "played", None)
        assert list(climb(HEAD, MINDS, 4, file)) == whole
        monkeypatch.setattr(tournament, "played", drawn)


@pytest.mark.parametrize(
    "content", [b"colour,red\n", b"[1,2]\n", b'{"game":"machi', b'%s\n{"seats":2}\n', b"\xff"]
)
def test_a_file_of_something_else_is_named_and_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    content = content.replace(b"%s", msgspec.json.encode(HEAD))
    file.write_bytes(content)
    with pytest.raises(OtherRun, match=re.escape(f"{file} is no file of a ladder's games")):
        list(climb(HEAD, MINDS, 4, file))
    assert file.read_bytes() == content


def test_games_with_another_time_for_a_choice_are_another_run_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "played", drawn)
    file, hasty, slow = tmp_path / "games.jsonl", *(replace(HEAD, ms=ms) for ms in (1, 900))
    begun = list(climb(hasty, MINDS, 4, file))
    with pytest.raises(OtherRun, match="another run"):
        list(climb(slow, MINDS, 4, file))
    file.write_bytes(file.read_bytes().replace(b',"ms":1}', b"}", 1))
    assert list(climb(slow, MINDS, 4, file)) == begun, "an old file doesn't say what time it had"


def test_every_pairing_is_played_from_every_seat_and_by_the_seed_alone() -> None:
    assert len(pairings("machi_koro", MINDS)) == 3 * 6
    it, head = Pairing(2, "whim", "beginner"), Head("machi_koro", {"play_out": False}, 1)
    first, second = played(head, it, 0), played(head, it, 1)
    assert first == played(head, it, 0) and (first.number, second.number) == (0, 1)


def test_a_ladder_interrupted_by_ctrl_c_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def until_ctrl_c(head: Head, it: Pairing, number: int) -> PairingGame:
        if number == 2:
            raise KeyboardInterrupt
        return drawn(head, it, number)

    monkeypatch.setattr(tournament, "played", until_ctrl_c)
    assert main(f"arena machi_koro --ladder --games 12 --minds {','.join(MINDS)}".split()) == 130
    assert "unfinished: 36 of 216 games" in capsys.readouterr().out.replace("\n", " ")


def test_the_command_prints_draws_and_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tournament, "played", drawn)
    files = [tmp_path / name for name in ("games.jsonl", "ladder.svg", "ladder.json")]
    command = ["arena", "machi_koro", "--ladder", "--games", "12", "--minds", ",".join(MINDS)]
    command += ["--keep", str(files[0]), "--svg", str(files[1]), "--json", str(files[2])]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "4 seats" in told and "Elo" in told and "skilled" in told
    assert files[1].read_text().startswith("<svg") and "skilled" in files[1].read_text()
    assert json.loads(files[2].read_text())["games"] == 12 * 18
    assert main([*command, "--seed", "7"]) == 2
    assert "another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        "--seats 2",
        "--processes 2",
        "--check",
        "--ms -5",
        "--games 0",
        "--minds whim",
        "--minds whim,whim",
        "--minds whim,nobody",
        "--option start_player=fourth",
    ],
)
def test_arguments_that_a_ladder_ignores_are_refused(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tournament, "played", None)
    assert main(["arena", "machi_koro", "--ladder", *arguments.split()]) == 2
    told = capsys.readouterr().err
    assert told.startswith("arena: ") and len(told.splitlines()) == 1


@pytest.mark.parametrize("option", ["--keep", "--svg"])
def test_arguments_of_a_ladder_are_refused_without_one(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "it"
    assert main(["arena", "machi_koro", "--games", "1", option, str(file)]) == 2
    assert capsys.readouterr().err == "arena: --keep and --svg are for --ladder\n" and not file.exists()


@pytest.mark.parametrize("name", [".", "nowhere/games.jsonl"])
def test_a_file_for_the_games_that_cannot_be_written_is_said_before_them(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tournament, "played", None)
    with pytest.raises(SystemExit):
        main(["arena", "machi_koro", "--ladder", "--keep", str(tmp_path / name)])
    assert "can't be written" in capsys.readouterr().err
