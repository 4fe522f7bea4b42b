"""The report of a run: one file with everything in it, with the correct figures, and readable without sight
or a mouse."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from playwright.async_api import Page

from bots.load.judge.thresholds import judged, parsed
from bots.load.plan import Phase
from bots.load.report.report import VERDICTS, remarks, report
from bots.load.report.series import TimeSeries
from bots.load.result import Result
from bots.plots.scale import linear, logarithmic, words

from ...web.running import Chromium
from .results import PLAN, result

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta"}


class Balanced(HTMLParser):
    """Counts opened elements; fails if another one is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(html: str) -> Balanced:
    parser = Balanced()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


def pictures(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(found) for found in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


@pytest.fixture(scope="module")
def missed() -> Result:
    """A run with a stall, two thresholds met and two missed."""
    texts = ("act.p99<100ms", "reach==1", "hub_cpu_us_per_move<0.5ms", "connect.p99<1s")
    return judged(result(stalled=(12, 13)), [parsed(text) for text in texts])


@pytest.fixture(scope="module")
def page(missed: Result) -> str:
    return report(missed)


def test_it_is_one_file_that_needs_no_other(page: str) -> None:
    parser = read(page)
    assert parser.addresses == []
    assert set(re.findall(r"https?://[^\s\"<]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in page and "url(" not in page
    assert "prefers-color-scheme:dark" in page and "@media print" in page


def test_every_plot_says_what_it_shows(page: str) -> None:
    found = pictures(page)
    assert len(found) >= 8
    titles = set()
    for picture in found:
        title, description = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
        assert title is not None and description is not None and description.text
        ids = f"{title.get('id')} {description.get('id')}"
        assert picture.get("role") == "img" and picture.get("aria-labelledby") == ids
        titles.add(title.text)
    assert len(titles) == len(found)
    assert page.count('tabindex="0"') == len(found)


def test_all_phases_stand_above_the_courses(page: str) -> None:
    for picture in pictures(page):
        texts = [text.text or "" for text in picture.iter(f"{SVG}text")]
        if any("since the first table" in text for text in texts):
            assert {"warm-up", "steady", "ramp down"} <= set(texts)


def test_the_verdict_comes_first_and_in_words(page: str, missed: Result) -> None:
    said = " ".join(read(page).words)
    assert said.index(VERDICTS["missed"][1]) < said.index("Course")
    assert "missed: act.p99<100ms" in said
    assert "more than twice the raw one" in said
    assert page.count('<td class="bad">MISSED</td>') == 2 and page.count('<td class="good">met</td>') == 2
    act = missed.tracks["act"]
    assert f"{act.p99:,.1f} ms" in said and f"{act.n:,}" in said


@pytest.mark.parametrize("verdict", VERDICTS)
def test_every_verdict_has_words(verdict: Any) -> None:
    run = replace(result(), verdict=verdict, reasons=["because of <this> & that"])
    html = report(run)
    assert VERDICTS[run.verdict][1] in html and "because of &lt;this&gt; &amp; that" in html


def test_nothing_that_is_told_becomes_markup() -> None:
    evil = "</script><script>alert(1)</script>\"'>&<img src=x>"
    run = result()
    phases = [replace(phase, name=evil) if phase.name == "steady" else phase for phase in PLAN.phases]
    for second in run.seconds:
        second.phase = evil if second.phase == "steady" else second.phase
    run = replace(
        run,
        command=["load", evil],
        plan=replace(run.plan, profile=evil, games={evil: 1.0}, mind=evil, phases=phases, think=evil),
        machine=replace(run.machine, cpu=evil, versions={evil: evil}),
        counts={**run.counts, evil: 1},
        faults={evil: 1},
        reasons=[evil],
    )
    html = report(run)
    assert html.count("<script") == 1 and "<img" not in html
    assert "alert(1)</script>" in "".join(read(html).words)
    assert pictures(html)


def test_the_report_names_missing_measurements() -> None:
    run = result(hub=False)
    run.tracks.clear()
    for second in run.seconds:
        second.act = second.act_raw = second.probe = ""
    said = " ".join(read(report(run)).words)
    assert "(none)" in said and "/metrics" in said
    assert len(pictures(report(run))) >= 8
    empty = replace(run, seconds=[], plan=replace(run.plan, phases=[]), counts={})
    assert len(pictures(report(empty))) >= 8


def test_half_an_hour_is_less_than_a_megabyte() -> None:
    run, minutes = result(), 30
    seconds = [replace(run.seconds[5 + at % 20], at=at) for at in range(minutes * 60)]
    phases = [Phase(name="steady", seconds=minutes * 60, start=40, end=40)]
    long = replace(run, seconds=seconds, plan=replace(run.plan, phases=phases))
    html = report(long)
    assert len(html.encode()) < 1_000_000
    assert "Each step is 6 seconds." in html
    series = TimeSeries(long)
    assert sum(histogram.total() for histogram in series.histograms("act")) == sum(
        second.moves for second in seconds
    )
    rate = series.rate("moves", lambda second: second.moves)
    assert sum(rate.values) * 6 == pytest.approx(sum(second.moves for second in seconds))


def test_the_remark_stays_away_where_raw_and_corrected_agree() -> None:
    assert remarks(result()) == []
    assert len(remarks(result(stalled=(9,)))) == 1


def test_a_run_in_which_no_game_was_over_says_what_was_not_proved() -> None:
    run = result()
    none = replace(run, counts={**run.counts, "documents_verified": 0})
    (words,) = remarks(none)
    assert "No game was over in this time" in words and words in report(none)
    assert remarks(replace(none, plan=replace(PLAN, verify_share=0))) == []
    assert remarks(replace(none, counts={**none.counts, "games_unverified": 1})) == []


def test_lines_go_where_the_values_are(missed: Result) -> None:
    series = TimeSeries(missed)
    high = series.latencies("act", "act", (99,))[0].points
    assert [at for at, value in high if value and value > 500] == [12, 13]
    assert [name for name, *_ in series.stretches] == ["warm-up", "steady", "ramp down"]
    assert [stretch.shaded for stretch in series.stretches] == [True, False, True]


def test_scales() -> None:
    scale = linear([0, 87], 0, 100)
    assert scale.high >= 87 and scale(0) == 0 and scale(scale.high) == 100 and scale(1e9) == 100
    assert scale.marks(5)[0] == 0 and len(scale.marks(5)) in range(4, 8)
    ratios = logarithmic([0.3, 0, 700], 100, 0)
    assert (ratios.low, ratios.high) == (0.2, 1000)
    assert (
        ratios(0) == 100 and ratios(1000) == 0 and ratios(10) == pytest.approx(ratios(100) + 27.03, abs=0.1)
    )
    assert ratios.marks(5) == pytest.approx([1, 10, 100, 1000])
    assert [words(v) for v in (0, 0.05, 300, 4000, 12_000, 2.5e6)] == [
        "0",
        "0.05",
        "300",
        "4,000",
        "12k",
        "2.5M",
    ]
    flat = linear([5], 0, 10, zero=False)
    assert flat.low == 5 and 0 <= flat(5.5) <= 10


@pytest.mark.usefixtures("chromium_program")
async def test_a_reader_reaches_every_plot_by_keyboard(page: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    asked: list[str] = []
    wrong: list[str] = []
    chromium = Chromium()
    try:
        _, tab = await chromium.window(viewport={"width": 1000, "height": 800}, color_scheme="dark")
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        await tab.goto(file.as_uri())
        told = await _told(tab)
    finally:
        await chromium.close()
    assert asked == [file.as_uri()] and wrong == []
    assert told[0] == "" and told[1].startswith("0 s: act p50 ") and told[2].startswith("1 s: act p50 ")
    assert told[3].startswith("29 s: ")


async def _told(tab: Page) -> list[str]:
    """The text that the first plot reads out at first, then after some keys."""
    await tab.keyboard.press("Tab")
    reached = await tab.evaluate("document.activeElement.getAttribute('aria-label')")
    assert reached == "Act to last seat, over time"
    output = tab.locator("figure output").first
    told = [await output.inner_text()]
    for key in ("ArrowRight", "ArrowRight", "End"):
        await tab.keyboard.press(key)
        told.append(await output.inner_text())
    return told
