"""Thresholds, files, an early end, and the search, from the command line against a real server.

The load of the machine can make any run invalid, so these tests check only what holds even then.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from bots.commands.parser import main, parser
from bots.files import new_file
from bots.hub_process import OwnServer
from bots.load.judge.search import LoadTrial, Outcome, SearchResult
from bots.load.judge.thresholds import parsed
from bots.load.report.search_page import Searched, medians, rows, searched_page, sentence
from bots.load.result import EXIT, Result, Verdict
from bots.load.run import command
from bots.load.run.command_search import trial_of
from bots.load.run.output import finish

from .results import MACHINE, PLAN, result
from .runs import lengths
from .test_report import pictures, read


def test_a_run_is_judged_and_reported(
    server: OwnServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, page = tmp_path / "run.json", tmp_path / "run.html"
    limits = tmp_path / "limits.toml"
    limits.write_text('thresholds = ["reach==1", "errors==0"]')
    arguments = f"load --server {server.url} --metrics {server.metrics} --tables 3 --think 20"
    files = f"--json {out} --html {page} --thresholds {limits} --threshold moves<1"
    for seconds in lengths(2):
        status = main([*arguments.split(), "--seconds", str(seconds), *files.split()])
        run = msgspec.json.decode(out.read_bytes(), type=Result)
        if run.counts["moves"]:
            break
    assert status == EXIT[run.verdict] and run.verdict in ("missed", "invalid")
    assert [(one.text, one.met) for one in run.thresholds] == [
        ("reach==1", True),
        ("errors==0", True),
        ("moves<1", False),
    ]
    said = capsys.readouterr().out
    assert "act_raw" in said and "MISSED" in said and "missed: moves<1" in said
    html = page.read_text()
    assert len(pictures(html)) >= 8 and "moves&lt;1" in html
    assert read(html).addresses == []


def test_a_threshold_can_end_a_run(server: OwnServer, tmp_path: Path) -> None:
    out, limits = tmp_path / "run.json", tmp_path / "limits.toml"
    limits.write_text('thresholds = [{check = "act.max<1us", abort_on_fail = true}]')
    arguments = f"load --server {server.url} --tables 2 --think 20 --seconds 100"
    assert main([*arguments.split(), "--json", str(out), "--thresholds", str(limits)]) != 0
    run = msgspec.json.decode(out.read_bytes(), type=Result)
    assert any(reason.startswith("ended early: missed act.max<1us") for reason in run.reasons)
    assert run.measured_s < 90 and not run.thresholds[0].met


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("load --threshold atc.p99<1ms", "did you mean act"),
        ("load --thresholds nowhere.toml", "nowhere.toml"),
        ("load search --slo act<1ms", "say act.p99"),
        ("load search --max 0", "--max counts from 1"),
        ("load --server ws://127.0.0.1:9/ws --agents 1 --listen 192.0.2.1:7700", "--listen 192.0.2.1:7700: "),
        ("load --server ws://127.0.0.1:9/ws --agents 1 --listen nowhere.invalid:7700", "--listen nowhere"),
    ],
)
def test_invalid_arguments_are_refused_at_once(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    said = capsys.readouterr().err
    assert says in said and said.startswith("load") and said.count("\n") == 1


@pytest.mark.parametrize("arguments", ["--game chess", "--mind nobody", "--tables 0"])
def test_impossible_games_are_refused_before_a_server_is_started(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "own_server", lambda *_: pytest.fail("a server was started"))
    assert main(["load", *arguments.split()]) == 2
    assert capsys.readouterr().err.startswith("load: ")


@pytest.mark.parametrize("switch", ["--json", "--html"])
def test_a_file_that_cannot_be_written_is_said_before_the_run(
    switch: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["load", switch, str(tmp_path / "missing" / "file")])
    assert "can't be written" in capsys.readouterr().err


@pytest.mark.parametrize("switch", ["--json", "--html"])
def test_a_disk_that_is_full_at_the_end_is_told_of_and_spoils_nothing_else(
    switch: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {"--json": "--html", "--html": "--json"}[switch]
    chosen = parser().parse_args(["load", switch, "/dev/full", other, str(tmp_path / "other")])
    assert finish(result(), [], chosen) == 2
    assert finish(replace(result(), verdict="wrong"), [], chosen) == EXIT["wrong"]
    assert capsys.readouterr().err == 2 * "/dev/full can't be written: No space left on device\n"
    assert (tmp_path / "other").stat().st_size > 10_000


def test_whether_files_can_be_written_is_tried_without_leaving_a_trace(tmp_path: Path) -> None:
    there, new = tmp_path / "there", tmp_path / "new"
    there.write_text("as it was")
    assert new_file(str(there)) == there and there.read_text() == "as it was"
    assert new_file(str(new)) == new and not new.exists()
    link = tmp_path / "link"
    link.symlink_to(new)
    assert new_file(str(link)) == link and link.is_symlink() and not new.exists()
    assert new_file(os.devnull) == Path(os.devnull)
    for text, words in ((str(tmp_path), "Is a directory"), (str(there / "file"), "Not a directory")):
        with pytest.raises(argparse.ArgumentTypeError, match=f"{text} can't be written: {words}"):
            new_file(text)


# -- the search ------------------------------------------------------------------------------------


def test_the_search_measures_a_real_server(
    server: OwnServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, page = tmp_path / "search.json", tmp_path / "search.html"
    arguments = f"load search --server {server.url} --tables 1 --max 2 --think 30 --seconds 1.5"
    status = main([*arguments.split(), "--slo", "act.p99<100s", "--json", str(out), "--html", str(page)])
    found = msgspec.json.decode(out.read_bytes(), type=Searched).found
    assert found.trials[0].tables == 1 and {trial.tables for trial in found.trials} <= {1, 2}
    assert status == (0 if found.outcome == "held" else EXIT["invalid"])
    if all(trial.outcome == "held" for trial in found.trials):
        assert found.largest == 2 and "2 tables were held" in found.ended
    assert "tables" in capsys.readouterr().out and len(pictures(page.read_text())) == 4


@pytest.mark.parametrize(
    ("before", "slo", "outcome"),
    [
        ("pass", "act.p99<10s", "held"),
        ("pass", "act.p99<1us", "missed"),
        ("missed", "act.p99<10s", "missed"),
        ("invalid", "act.p99<1us", "invalid"),
        ("wrong", "act.p99<10s", "wrong"),
    ],
)
def test_the_verdict_of_a_run_as_a_step_of_the_search(before: Verdict, slo: str, outcome: Outcome) -> None:
    run = replace(result(), verdict=before, reasons=["because"] if before != "pass" else [])
    trial = trial_of(40, run, [parsed(slo)])
    assert (trial.tables, trial.outcome) == (40, outcome)
    assert trial.figures["act.p99"] == run.tracks["act"].p99 and trial.figures["hub_cpu_us_per_move"] == 210
    assert trial.reasons[:1] == run.reasons[:1]


def searched(found: SearchResult) -> Searched:
    return Searched(
        command=["load", "<search>"],
        started="2026-01-02",
        slo=["act.p99<100ms"],
        found=found,
        machine=MACHINE,
        plan=PLAN,
    )


def trial(tables: int, p99: float) -> LoadTrial:
    return LoadTrial(
        tables=tables,
        outcome="held" if p99 < 100 else "missed",
        figures={"act.p99": p99, "moves_per_s": tables, "hub_cpu.mean": tables / 1000},
    )


def test_its_page_shows_the_curve_and_says_the_result() -> None:
    trials = [trial(100, 5), trial(200, 9), trial(400, 300), trial(400, 500), trial(400, 400)]
    page = searched(SearchResult(largest=200, missed_at=400, trials=trials))
    assert sentence(page) == "200 tables were held, 400 no more, with act.p99<100ms."
    assert medians(trials, "act.p99") == [(100, 5), (200, 9), (400, 400)]
    assert list(rows(page))[3][0] == "400" and list(rows(page))[3][-1] == "missed"
    html = searched_page(page)
    assert len(pictures(html)) == 4 and "200 tables were held" in html and "&lt;search&gt;" in html
    assert read(html).addresses == []
    assert 'class="limit"' in html


def test_its_page_can_tell_that_nothing_was_held_or_that_it_ended() -> None:
    assert "not even one table" in sentence(
        searched(SearchResult(largest=0, missed_at=1, trials=[trial(1, 500)]))
    )
    ended = searched(SearchResult(largest=9, ended="why", outcome="invalid", trials=[trial(9, 5)]))
    assert "The hub's own limit was not found: why" in sentence(ended)
    assert sentence(searched(SearchResult(ended="why", missed_at=4))).startswith(
        "nothing was held, 4 no more"
    )
    assert "odd" in searched_page(ended)
    assert len(pictures(searched_page(searched(SearchResult())))) == 4


def test_a_run_that_was_ended_by_hand_is_no_miss_of_the_hub_s() -> None:
    run = result()
    run.reasons.append("ended early: by hand")
    with pytest.raises(KeyboardInterrupt):
        trial_of(40, run, [parsed("act.p99<100ms")])
