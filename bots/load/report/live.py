"""The page of a run that is still going on: the report's plots, which grow."""

from __future__ import annotations

from collections.abc import Iterator

from ...plots.page import element, keys, page
from ..figures import figure, in_unit, ms
from ..plan import LoadPlan
from ..result import Result
from .plots import plots_of
from .report import latency_keys

RENEW = """
<script>
const part = document.querySelector("#part"), state = document.querySelector("#state");
const renew = async () => {
  try {
    const answer = await fetch("part");
    if (!answer.ok) throw new Error(answer.status);
    const at = [...part.querySelectorAll("figure")].indexOf(document.activeElement);
    part.innerHTML = await answer.text();
    readable();
    if (at >= 0) part.querySelectorAll("figure")[at]?.focus({preventScroll: true});
    state.textContent = "";
  } catch {
    state.textContent = "The run is over, or its coordinator can't be reached.";
  }
};
setInterval(() => { if (!document.hidden) renew(); }, 3000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) renew(); });
</script>
"""


def live_page(plan: LoadPlan, started: str, part: str) -> str:
    """The whole page with this `live_part`. It fetches the part every three seconds while it is visible."""
    what = f"{plan.profile}: up to {plan.tables:,} tables of {plan.seats} seats, thinking {plan.think}"
    return page(
        f"Load: {plan.profile}, running",
        element("h1", "Load test, running"),
        element("p", f"{what}; {plan.mix}. Started {started}.", "soft"),
        '<p id="state" class="soft" role="status"></p>',
        f'<div id="part">{part}</div>',
    ).replace("</body>", f"{RENEW}</body>")


def live_part(result: Result) -> str:
    """The key figures and the plots so far."""
    if not result.seconds:
        return element("p", "The tables are being set up.")
    last = result.seconds[-1]
    total = sum(phase.seconds for phase in result.plan.phases)
    own = [
        ("second", f"{last.at + 1} of {total:.0f}"),
        ("phase", last.phase),
        ("tables", f"{last.tables:,} of {last.tables_due:,}"),
        ("moves a second", f"{last.moves:,}"),
        *latency_keys(result),
        ("busiest generator, of one core", f"{last.generator_cpu:.0%}"),
        *_own_delays(result),
        ("errors", in_unit("errors", sum(second.faults + second.refusals for second in result.seconds))),
    ]
    return f'{keys(own)}<h2>Course</h2><div class="plots">{plots_of(result)}</div>'


def _own_delays(result: Result) -> Iterator[tuple[str, str]]:
    """How late the generators are themselves."""
    for name, label in (("lag", "generator's event loop late"), ("late", "generator's schedule late")):
        if (value := figure(result, f"{name}.p99")) is not None:
            yield f"{label}, p99", ms(value)
