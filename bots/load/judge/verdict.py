"""What a run comes to before any thresholds: wrong, invalid, missed where something failed, or pass."""

from __future__ import annotations

from typing import Final

from ..figures import attack_delay, measured
from ..plan import ATTACK
from ..result import Result
from .faults import WRONG

LAG_MS: Final = 10.0
LATE_MS: Final = 20.0
"""What the generator's own p99 may be: of its event loop, and of its schedule."""

BUSY: Final = 0.85
BUSY_SHARE: Final = 0.05
"""A generator that was busier than this for more than that share of the time was the limit itself."""

ENOUGH: Final = 0.95
"""The share of the tables that must be there when the measuring begins, else that is said."""


def judge(result: Result) -> Result:
    """Set the verdict and its reasons. Thresholds come on top."""
    wrong = [name for name in result.faults if name in WRONG]
    missed = [name for name in result.faults if name not in WRONG]
    invalid = list(_unhealthy(result))
    if result.reach != 1:
        received, expected = result.counts.get("diffs", 0), result.counts.get("diffs_expected", 0)
        result.reasons.append(f"wrong: {received:,} diffs received where {expected:,} were to be expected")
    result.reasons += [f"wrong: {name}: {result.faults[name]:,}" for name in wrong]
    result.reasons += [f"invalid: {reason}" for reason in invalid]
    result.reasons += [f"missed: {name}: {result.faults[name]:,}" for name in missed]
    result.reasons += _remarks(result)
    if wrong or result.reach != 1:
        result.verdict = "wrong"
    elif invalid:
        result.verdict = "invalid"
    elif missed:
        result.verdict = "missed"
    return result


def _unhealthy(result: Result) -> list[str]:
    """Why the latencies are not the server's alone."""
    reasons = []
    for name, limit, what in (("lag", LAG_MS, "event loop"), ("late", LATE_MS, "schedule")):
        track = result.tracks.get(name)
        if track is not None and track.p99 > limit:
            reasons.append(
                f"the generator's {what} was {track.p99:.1f} ms late at p99, more than {limit:.0f}"
            )
    seconds = measured(result)
    busy = sum(second.generator_cpu > BUSY for second in seconds)
    if busy > BUSY_SHARE * len(seconds):
        reasons.append(
            f"a generator used more than {BUSY:.0%} of its core in {busy} of {len(seconds)} seconds"
        )
    return reasons


def _at_first(result: Result) -> int:
    """The number of tables that are to be there when the measuring begins."""
    return next((phase.start for phase in result.plan.phases if phase.measured), 0)


def _remarks(result: Result) -> list[str]:
    remarks = []
    first, due = next(iter(measured(result)), None), _at_first(result)
    if first is not None and first.tables < ENOUGH * due:
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
