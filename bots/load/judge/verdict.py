"""The verdict of a run without thresholds: wrong, invalid, missed if something failed, or pass."""

from __future__ import annotations

from typing import Final

from ..figures import attack_delay, measured
from ..plan import ATTACK
from ..result import Result
from .faults import WRONG

LAG_MS: Final = 10.0
LATE_MS: Final = 20.0
"""Limits of the generator's own p99: of its event loop's lag, and of its lateness."""

MAX_GENERATOR_CPU_SHARE: Final = 0.85
MAX_CLOCK_ERROR_MS: Final = 100.0
"""Beyond this, the seconds of agents are not the same seconds: a tenth of the width of a plot's point."""

BUSY_SHARE: Final = 0.05
"""A generator above this CPU share for more than `BUSY_SHARE` of the seconds was the limit itself."""

MIN_TABLES_SHARE: Final = 0.95
"""The least share of the due tables: fewer in the first measured second cause a remark, fewer all the time
miss the plan."""


def judge(result: Result) -> Result:
    """Set the verdict and its reasons. Thresholds are applied later."""
    wrong = [name for name in result.faults if name in WRONG]
    missed = [f"{name}: {result.faults[name]:,}" for name in result.faults if name not in WRONG]
    missed += _tables_missing(result)
    invalid = list(_unhealthy(result))
    if result.reach != 1:
        received, expected = result.counts.get("diffs", 0), result.counts.get("diffs_expected", 0)
        result.reasons.append(f"wrong: {received:,} diffs received where {expected:,} were to be expected")
    result.reasons += [f"wrong: {name}: {result.faults[name]:,}" for name in wrong]
    result.reasons += [f"invalid: {reason}" for reason in invalid]
    result.reasons += [f"missed: {what}" for what in missed]
    result.reasons += _remarks(result)
    if wrong or result.reach != 1:
        result.verdict = "wrong"
    elif invalid:
        result.verdict = "invalid"
    elif missed:
        result.verdict = "missed"
    return result


def _unhealthy(result: Result) -> list[str]:
    """Why the latencies don't reflect the server alone."""
    reasons = []
    for name, limit, what in (("lag", LAG_MS, "event loop"), ("late", LATE_MS, "schedule")):
        track = result.tracks.get(name)
        if track is not None and track.p99 > limit:
            reasons.append(
                f"the generator's {what} was {track.p99:.1f} ms late at p99, more than {limit:.0f}"
            )
    reasons += _bad_agents(result)
    seconds = measured(result)
    busy = sum(second.generator_cpu > MAX_GENERATOR_CPU_SHARE for second in seconds)
    if busy > BUSY_SHARE * len(seconds):
        reasons.append(
            f"a generator used more than {MAX_GENERATOR_CPU_SHARE:.0%} of its core "
            f"in {busy} of {len(seconds)} seconds"
        )
    return reasons


def _bad_agents(result: Result) -> list[str]:
    """Why the agents' shares don't make one run."""
    reasons = [f"the agent {agent.name} was lost" for agent in result.agents if agent.lost]
    for agent in result.agents:
        apart = agent.clock_error_ms + abs(agent.clock_drift_ms)
        if apart > MAX_CLOCK_ERROR_MS:
            reasons.append(
                f"the clock of the agent {agent.name} may differ by {apart:.0f} ms, more than"
                f" {MAX_CLOCK_ERROR_MS:.0f}"
            )
    return reasons


def _tables_missing(result: Result) -> list[str]:
    """What to tell if the planned number of tables was never reached: other figures then mean less load."""
    due = max((max(it.start, it.end) for it in result.plan.phases if it.measured), default=0)
    most = max((second.tables for second in measured(result)), default=due)
    return [f"at most {most:,} of {due:,} tables were there"] if most < MIN_TABLES_SHARE * due else []


def _at_first(result: Result) -> int:
    """The number of tables due when the measurement begins."""
    return next((phase.start for phase in result.plan.phases if phase.measured), 0)


def _remarks(result: Result) -> list[str]:
    remarks = []
    first, due = next(iter(measured(result)), None), _at_first(result)
    if first is not None and first.tables < MIN_TABLES_SHARE * due:
        remarks.append(
            f"remark: in the first measured second only {first.tables:,} of {due:,} tables were there: server"
            " or generator took longer to seat people than the schedule has it"
        )
    act, raw = result.tracks.get("act"), result.tracks.get("act_raw")
    if act is not None and raw is not None and act.p99 > 2 * raw.p99:
        remarks.append(
            f"remark: the p99 of acts is {act.p99:,.1f} ms, of those really sent {raw.p99:,.1f} ms:"
            " the server stood still now and then, or the generator was late"
        )
    delay = attack_delay(result)
    if delay is not None:
        remarks.append(f"remark: beside the attackers the p99 of acts was {delay:+,.1f} ms against before")
    counts = result.counts
    if slowed := counts.get("refused slow-down", 0) if result.plan.profile != ATTACK else 0:
        remarks.append(
            f"remark: {slowed:,} frames were refused as too many: the server's STAMMTISCH_BUDGETS must allow"
            " what is asked of it, with 1000 or so"
        )
    if left := counts.get("tables_not_recorded", 0) + counts.get("games_unverified", 0):
        remarks.append(f"remark: {left:,} games were not held against their log, for want of room or time")
    if other := counts.get("games_of_other_rules", 0):
        remarks.append(f"remark: {other:,} games were not held against their log: other rules or cards there")
    return remarks
