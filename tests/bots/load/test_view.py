"""A run in progress: the display of a terminal, and the lines of a file."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console

from bots.load.report.view import Watched, panel, sparkline, watching
from bots.load.result import Second

from .results import PHASES, result


def shown(terminal: bool, seconds: list[Second], left: Sequence[int] = ()) -> str:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=110, highlight=False, color_system=None)
    with watching(console, PHASES, "steady: 40 tables") as show:
        for second in seconds:
            show.second(second)
        for games in left:
            show.verifying(games)
    return out.getvalue()


def test_without_a_terminal_there_are_plain_lines() -> None:
    lines = shown(False, result().seconds).splitlines()
    assert lines[0] == "steady: 40 tables: setting up"
    assert len(lines) == 1 + 6
    assert "\x1b" not in "".join(lines)
    assert "warm-up" in lines[1] and "steady" in lines[2] and "40 of 40 tables" in lines[3]
    assert all("p99" in line and "faults 0" in line for line in lines[1:])


def test_games_that_are_still_to_be_verified_are_counted_down() -> None:
    said = shown(True, result().seconds[:2], [1200, 1199])
    assert "finished games, 1,200 left" in said and "finished games, 1,199 left" in said
    lines = shown(False, result().seconds[:2], [1200, 1199]).splitlines()
    assert "verifying finished games, 1,200 left" in lines


def test_each_phase_is_told_of_when_it_begins() -> None:
    run = result()
    for second in run.seconds[7:9]:
        second.phase = "spike"
    lines = shown(False, run.seconds).splitlines()
    assert sum("spike" in line for line in lines) == 1


def test_on_a_terminal_a_panel_is_renewed() -> None:
    seconds = result().seconds
    said = shown(True, seconds[:12])
    assert said.count("act to last seat") >= 12, "once for each second"
    for word in ("warm-up > [steady] > ramp down", "moves/s", "ping", "of a core", "commits waiting"):
        assert word in said, word


def test_a_second_without_anything_can_be_shown() -> None:
    for terminal in (False, True):
        assert "faults 0" in shown(terminal, [Second(at=0, phase="warm-up")])


def test_faults_are_added_up() -> None:
    watched = Watched(PHASES)
    for second in result().seconds[:3]:
        second.faults, second.refusals = 2, 1
        watched.add(second)
    assert (watched.faults, watched.refusals) == (6, 3)
    out = io.StringIO()
    Console(file=out, width=110).print(panel(watched))
    assert "faults 6  refusals 3" in out.getvalue()


def test_sparklines() -> None:
    assert sparkline([0, 5, None, 10]) == "▁▅ █"
    assert sparkline([0, 0]) == "▁▁"
    assert sparkline([]) == sparkline([None, None]).strip() == ""
