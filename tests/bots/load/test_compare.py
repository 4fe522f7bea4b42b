"""Comparison of runs: differences are found, random variation is recognised as such, nonsense is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bots.__main__ import main
from bots.load.report.compare import ComparedFigure, Comparison, Side, compare
from bots.load.result import Result

from .results import result

Save = Callable[[str, Result], str]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def save(name: str, run: Result) -> str:
        file = tmp_path / name
        file.write_bytes(msgspec.json.encode(run))
        return str(file)

    return save


def row(found: Comparison, name: str) -> ComparedFigure:
    return next(row for row in found.rows if row.name == name)


def side(name: str, *runs: Result) -> Side:
    return Side(name, runs)


def test_a_run_is_like_itself() -> None:
    run = result()
    found = compare(side("a", run), side("b", run))
    assert found.notes == []
    for one in found.rows:
        assert one.left == one.right and one.difference in (0, None)
        assert one.verdict in ("", "may be chance")
    assert {"act.p99", "probe.p50", "moves_per_s", "moves", "reach"} <= {one.name for one in found.rows}


def test_a_slower_hub_is_found_out() -> None:
    found = compare(side("a", result(1)), side("b", result(2, median_ms=6.0)))
    for name in ("act.p50", "act_raw.p50", "probe.p50", "act.p99"):
        one = row(found, name)
        assert one.verdict == "more", name
        assert one.low is not None and one.high is not None
        assert one.low < 0.5 < one.high, "the truth is 50 % more"
        assert one.difference is not None and one.low < one.difference < one.high
    assert row(found, "moves_per_s").verdict == "may be chance"


def test_two_runs_of_the_same_hub_seldom_seem_different() -> None:
    left = side("a", result(100))
    verdicts = [row(compare(left, side("b", result(seed))), "act.p50").verdict for seed in range(101, 107)]
    assert verdicts.count("may be chance") >= 4


def test_the_same_seed_gives_the_same_intervals() -> None:
    sides = side("a", result(1)), side("b", result(2))
    assert compare(*sides, seed=3) == compare(*sides, seed=3) != compare(*sides, seed=4)


def test_several_runs_of_a_side_are_added_up() -> None:
    one = compare(side("a", result(1)), side("b", result(2)))
    three = compare(side("a", *map(result, (1, 3, 5))), side("b", *map(result, (2, 4, 6))))

    def wide(found: Comparison) -> float:
        interval = row(found, "act.p50")
        return (interval.high or 0) - (interval.low or 0)

    assert wide(three) < wide(one)
    mean = sum(result(seed).counts["moves"] for seed in (1, 3, 5)) / 3
    assert row(three, "moves").left == pytest.approx(mean)


def test_different_plans_and_machines_are_noted() -> None:
    other = result(2, tables=80)
    other.machine = replace(other.machine, cores=8)
    notes = compare(side("a", result(1)), side("b", other)).notes
    assert "plan: tables: 40 / 80" in notes and "machine: cores: 2 / 8" in notes
    assert len(notes) == 2, "seeds and addresses may differ"


def test_figures_that_one_side_lacks_are_left_open() -> None:
    found = compare(side("a", result(1)), side("b", result(2, hub=False)))
    cost = row(found, "hub_cpu_us_per_move")
    assert cost.left == 210 and cost.right is cost.difference is cost.low is None


def test_the_command_prints_and_writes(
    save: Save, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = f"{save('a1.json', result(1))},{save('a2.json', result(3))}"
    out = tmp_path / "found.json"
    assert main(["load", "compare", left, save("b.json", result(2, tables=50)), "--json", str(out)]) == 0
    said = capsys.readouterr().out
    assert "act.p99" in said and "95 % interval" in said and "differs: plan: tables: 40 / 50" in said
    rows = {one["name"]: one for one in json.loads(out.read_text())["rows"]}
    assert rows["act.p50"]["low"] < rows["act.p50"]["difference"] < rows["act.p50"]["high"]


def without_moves(run: Result) -> Result:
    return replace(run, counts={**run.counts, "moves": 0})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without_moves, "without a single measured move"),
        (lambda run: replace(run, verdict="invalid", reasons=["late"]), "invalid (late); --anyway"),
        (lambda run: replace(run, verdict="wrong"), "wrong (see its report)"),
        (
            lambda run: replace(run, plan=replace(run.plan, games={"loyang": 1.0})),
            "no game was played on both",
        ),
        (lambda run: replace(run, format="something else"), "is not what `load --json` writes"),
    ],
)
def test_nonsense_is_refused_in_one_line(
    save: Save, change: Callable[[Result], Result], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["load", "compare", save("a.json", result(1)), save("b.json", change(result(2)))]) == 2
    said = capsys.readouterr().err
    assert said.startswith("load compare: ") and says in said and said.count("\n") == 1


@pytest.mark.parametrize("content", [None, "[]", "{", '{"format": "stammtisch load 1"}'])
def test_a_file_that_is_no_result_is_named(
    save: Save, tmp_path: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    if content is not None:
        bad.write_text(content)
    assert main(["load", "compare", save("a.json", result(1)), str(bad)]) == 2
    said = capsys.readouterr().err
    assert "bad.json" in said and said.count("\n") == 1


def test_an_invalid_run_can_be_compared_anyway(save: Save, capsys: pytest.CaptureFixture[str]) -> None:
    bad = save("b.json", replace(result(2), verdict="invalid"))
    assert main(["load", "compare", save("a.json", result(1)), bad, "--anyway"]) == 0
    assert "has a run that was: invalid" in capsys.readouterr().out
