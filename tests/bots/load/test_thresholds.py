"""The thresholds of a run: every way to write them, every way to mistype them, and their precedence."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from bots.load.figures import STATISTICS, Unknown, figure, kind_of
from bots.load.histogram import decoded, percentile
from bots.load.judge.thresholds import BadThreshold, Watch, from_file, judged, parsed
from bots.load.result import EXIT, TRACKS, Result, Verdict

from .results import result


@pytest.fixture(scope="module")
def run() -> Result:
    return result()


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("act.p99<100ms", 100),
        ("act.p99 < 100", 100),
        ("act.p99.9<=0.25s", 250),
        ("probe.max<500us", 0.5),
        ("act_raw.p42<7µs", 0.007),
        ("reach==1", 1),
        ("reach>=99.9%", 0.999),
        ("hub_cpu.mean<80%", 0.8),
        ("hub_cpu_us_per_move<200", 200),
        ("hub_cpu_us_per_move<0.2ms", 200),
        ("hub_memory.max<1.5GB", 1.5e9),
        ("diff_bytes.p50<=80B", 80),
        ("refused slow-down==0", 0),
        ("moves>1000", 1000),
        ("act.n!=0", 0),
    ],
)
def test_thresholds_are_parsed(text: str, limit: float) -> None:
    assert parsed(text).limit == pytest.approx(limit)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("atc.p99<100ms", "did you mean act"),
        ("act<100ms", "say act.p99"),
        ("act.p999x<1", "no 'p999x' of act"),
        ("act.p100<1", "no 'p100' of act"),
        ("act.p99<100kB", "no unit 'kB' for act.p99; it can be 'us'"),
        ("moves>10ms", "it can be none"),
        ("act.p99=100ms", "not NAME, one of <= >= == != < >"),
        ("act.p99<", "not NAME"),
        ("refused nonsense==0", "no figure"),
        ("reach.p99==1", "no figure"),
        ("", "not NAME"),
    ],
)
def test_a_typo_gets_one_line_that_says_what_can_be_said(text: str, says: str) -> None:
    with pytest.raises(BadThreshold) as wrong:
        parsed(text)
    assert says in str(wrong.value)
    assert "\n" not in str(wrong.value) and repr(text) in str(wrong.value)


def test_figures_are_those_of_the_run(run: Result) -> None:
    act = run.tracks["act"]
    for statistic in STATISTICS:
        assert figure(run, f"act.{statistic}") == getattr(act, statistic)
    assert figure(run, "act.p99.9") == figure(run, "act.p999") == act.p999
    assert figure(run, "act.p75") == percentile(decoded(act.histogram), 75)
    assert act.p50 < (figure(run, "act.p75") or 0) < act.p90
    assert figure(run, "moves_per_s") == act.n / 20
    assert figure(run, "moves") == run.counts["moves"] == act.n
    measured = [second.hub_cpu or 0 for second in run.seconds if second.phase == "steady"]
    assert figure(run, "hub_cpu.max") == max(measured)
    assert figure(run, "hub_cpu.mean") == pytest.approx(sum(measured) / 20)
    assert figure(run, "hub_cpu.n") == 20
    assert min(measured) < (figure(run, "hub_cpu.p50") or 0) < max(measured)


def test_every_track_can_be_asked_for() -> None:
    assert {kind_of(f"{name}.p99") for name in TRACKS} == {"ms"}
    with pytest.raises(Unknown):
        kind_of("latency.p99")


def test_errors_are_faults_and_refusals_each_once(run: Result) -> None:
    bad = msgspec.structs.replace(
        run,
        faults={"gaps": 2, "unknown-table": 3},
        counts={**run.counts, "refused unknown-table": 3, "refused slow-down": 4},
    )
    assert figure(bad, "faults") == 5
    assert figure(bad, "errors") == 9
    assert figure(bad, "refused slow-down") == 4
    assert figure(run, "errors") == figure(run, "refused slow-down") == 0


def test_a_threshold_without_a_measurement_is_missed() -> None:
    judgement = judged(result(hub=False), [parsed("hub_cpu_us_per_move<200"), parsed("connect.p99<1s")])
    assert [one.met for one in judgement.thresholds] == [False, False]
    assert [one.value for one in judgement.thresholds] == [None, None]
    assert "nothing was measured of it" in judgement.reasons[0]
    assert msgspec.json.decode(msgspec.json.encode(judgement), type=Result).thresholds[0].value is None


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("pass", "act.p99<1s", "pass"),
        ("pass", "act.p99<1us", "missed"),
        ("invalid", "act.p99<1us", "invalid"),
        ("wrong", "act.p99<1us", "wrong"),
        ("invalid", "act.p99<1s", "invalid"),
    ],
)
def test_wrong_outweighs_invalid_and_that_missed(before: Verdict, text: str, after: Verdict) -> None:
    run = result()
    run.verdict = before
    assert judged(run, [parsed("reach==1"), parsed(text)]).verdict == after
    assert [one.met for one in run.thresholds] == [True, text == "act.p99<1s"]
    assert len(run.reasons) == (text != "act.p99<1s")
    assert EXIT[after] == {"pass": 0, "missed": 99, "invalid": 98, "wrong": 97}[after]


def test_a_file_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text(
        'thresholds = ["act.p99<100ms", {check = "errors==0", abort_on_fail = true}, {check = "reach==1"}]'
    )
    assert [(one.text, one.abort) for one in from_file(file)] == [
        ("act.p99<100ms", False),
        ("errors==0", True),
        ("reach==1", False),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "thresholds = 'reach==1'",
        "thresholds = [1]",
        "thresholds = [{check = 'reach==1', abort = true}]",
        "thresholds = [{check = 'reach==1', abort_on_fail = 'yes'}]",
        "thresholds = [{check = 'reach==1', abort_on_fail = true}]",
        "thresholds = [{check = 'moves>1', abort_on_fail = true}]",
        "thresholds = [{check = 'probe.n>=1', abort_on_fail = true}]",
        "thresholds = ['rech==1']",
        "thresholds = ['reach==1']\nsmoke = 1",
        "act.p99 = 1",
        "not toml",
        None,
    ],
)
def test_a_file_that_says_something_else_is_refused(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "limits.toml"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadThreshold, match=r"limits\.toml") as wrong:
        from_file(file)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("act.p99<100ms", True),
        ("act.max<=10s", False),
        ("errors==0", True),
        ("errors<1000", False),
        ("hub_loop_lag.max<1us", True),
        ("moves>1000000", False),
        ("reach==1", False),
        ("errors>0", False),
    ],
)
def test_a_run_ends_early_where_that_was_asked_for(text: str, ends: bool) -> None:
    seconds = result(stalled=(8, 9, 10)).seconds
    for second in seconds[10:]:
        second.refusals = 1
    watch, idle = Watch([parsed(text, abort=True)]), Watch([parsed(text)])
    said = [watch.add(second) for second in seconds]
    assert bool(any(said)) is ends
    assert not any(said[:4]), "the first seconds say little"
    assert all(text in words for words in said if words)
    assert not any(idle.add(second) for second in seconds)


def test_thresholds_in_the_documentation_are_valid(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "docs/load-testing.md").read_text()
    typed = re.findall(r"--(?:threshold|slo) '?([^\s']+)", text)
    assert len(typed) >= 4
    assert [parsed(one).text for one in typed] == typed
    file = tmp_path / "limits.toml"
    (line,) = re.findall(r"^ +(thresholds = .*)$", text, re.MULTILINE)
    file.write_text(line)
    assert any(one.abort for one in from_file(file))
