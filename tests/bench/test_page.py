"""The page of benchmarks, written from invented findings: it omits nothing and adds nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from bots.minds.levels import LEVELS as MINDS
from server.games import GAMES
from tests.bench import book as books
from tests.bench import page
from tests.bench.__main__ import FIGURES, main, said
from tests.bench.apart import AIMS, PACES, Apart
from tests.bench.blackout import Blackout
from tests.bench.choices import WITHIN, Times
from tests.bench.flat import LEVELS, Level
from tests.bench.frames import Frames
from tests.bench.freeze import Freeze
from tests.bench.hubs import Hubs
from tests.bench.idle import Idle
from tests.bench.kit import Scale, Shown
from tests.bench.levels import PLAN, Duel, duel, more
from tests.bench.light import Light, Load
from tests.bench.move import WAY, Row
from tests.bench.paces import Held
from tests.bench.peers.section import HUB, NAMES, Peer
from tests.bench.published import STRATEGIES
from tests.bench.ratio import BUSY, CALM, Round
from tests.bench.sections import SECTIONS
from tests.bench.sizes import Sizes
from tests.bench.soak import Soak, slope
from tests.bench.steps import OTHER, Rate
from tests.bench.steps import SECTION as STEPS
from tests.bench.versions import GAMES_COMPARED, Compared
from tests.bench.versions import PACES as VERSION_PACES

from ..bots.load.results import encoded


def one_round(game: str, pace: str, ratio: float, verdict: str = "pass") -> Round:
    return Round(
        game=game,
        pace=pace,
        hub_us=100 * ratio,
        relay_us=80.0,
        durable_us=100.0,
        moves_per_s=700.0,
        messages_per_s=800.0,
        diff_median=70.0,
        diff_p99=150.0,
        others=0.2,
        verdict=verdict,
    )


def level(tables: int, hub_us: float = 300.0) -> Level:
    return Level(tables=tables, hub_us=hub_us, moves_per_s=200.0, p99=9.0, verdict="pass")


def held(tables: int, p99: float = 30.0, verdict: str = "pass") -> Held:
    return Held(
        tables=tables,
        sockets=4000,
        think="uniform:500,1500",
        seconds=20.0,
        verdict=verdict,
        reasons=[] if verdict == "pass" else ["the generator was late"],
        moves_per_s=987.0,
        act=encoded([p99 / 10 * (1 + n % 10) for n in range(200)]),
        p50=p99 / 2,
        p99=p99,
        most=p99 * 1.5,
        raw_p99=p99,
        probe_p99=p99 / 3,
        hub_cpu=0.61,
        hub_us=345.0,
        generator_cpu=0.5,
    )


def blackout(most: float) -> Blackout:
    """All clients reconnect, the last one after `most` ms."""
    return Blackout(
        tables=4_900,
        sockets=9_810,
        cut=9_800,
        back=9_800,
        resync=encoded([most / 10 * (1 + n % 10) for n in range(200)]),
        p50=most / 2,
        most=most,
        refusals=0,
        faults=0,
        hub_cpu=0.98,
        verdict="pass",
        at_doors=0,
    )


def soak(seconds: int = 1800, growth: float = 0.0) -> Soak:
    """Memory grows by `growth` MB an hour, after a start that doesn't count."""
    at = list(range(0, seconds, seconds // 60))
    memory = [80 + growth * second / 3600 - (5 if number < 10 else 0) for number, second in enumerate(at)]
    return Soak(
        tables=100,
        seconds=float(seconds),
        at=at,
        memory=memory,
        p99=[20.0] * len(at),
        games_ended=900,
        moves=300_000,
        verdict="pass",
    )


def light(size: int, requests: int, ms: float) -> Light:
    """Every game's table has these figures; a reload has slightly less than a tenth of the bytes."""
    first = Load(bytes=size, requests=requests, ms=ms)
    again = Load(bytes=size // 10 - 1_500, requests=2, ms=ms / 2)
    return Light(first={game: [first] * 3 for game in GAMES}, again={game: [again] * 3 for game in GAMES})


def frames(ms: float) -> list[Frames]:
    """Three rounds of each game with frames of `ms` milliseconds."""
    return [
        Frames(game=game, flying=400, flying_ms=400 * ms, long=2, rest=180, rest_ms=3_000.0)
        for game in GAMES
        for _ in range(3)
    ]


def levels(low: float) -> list[Duel]:
    """A beginner against random players, and a master against the level below."""
    pairs = [("beginner", "whim"), ("master", "expert")]
    return [Duel(game, one, below, 4, 40, 0.7, low, 0.8) for game in GAMES for one, below in pairs]


def choices(p99: float) -> list[Times]:
    """Every level has this p99."""
    return [Times(game, level, 200, 1.0, p99) for game in GAMES for level in WITHIN]


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Replaces the levels' own records: each level beats the one below with this lower end of the
    interval."""

    def say(low: float) -> None:
        pairs = [*pairwise(MINDS[:-1])]
        duels = {game: [Duel(game, it, below, 4, 40, 0.7, low, 0.8) for below, it in pairs] for game in GAMES}
        monkeypatch.setattr("tests.bench.levels.known", duels.__getitem__)

    return say


def steps(times: float) -> list[Rate]:
    """Our environments, in three rounds so many times as fast as another library."""
    subjects = {**dict.fromkeys(GAMES, times), OTHER: 1.0, "python_kuhn_poker": 0.7}
    return [
        Rate(subject=name, round=number, steps=10_000 * factor * (1 + number), seen=4_000 * factor, load=1.0)
        for number in range(3)
        for name, factor in subjects.items()
    ]


def compared(times: float, commit: str = "bbbb", base: str = "aaaa") -> list[Compared]:
    """A later commit whose moves cost so many times what they cost before."""
    costs = {"before_us": [300.0, 310.0, 290.0], "after_us": [300.0 * times, 310.0 * times, 290.0 * times]}
    pairs = product(GAMES_COMPARED, VERSION_PACES)
    return [Compared(base=base, commit=commit, game=game, pace=pace, **costs) for game, pace in pairs]


def canned() -> dict[str, Any]:
    """Findings of all sections that meet every aim, except that of two hubs, which needs more than two
    cores."""
    paces = [(game, str(CALM)) for game in GAMES] + [(game, str(BUSY)) for game in GAMES_COMPARED]
    rows = [Row(stage=stage, us=20.0 + n) for n, stage in enumerate(WAY)]
    return {
        "ratio": [one_round(game, pace, 1.5 + n / 10) for game, pace in paces for n in range(3)],
        "stages": {game: [*rows, Row(stage="clone a game", us=3.0)] for game in GAMES},
        "thousand": held(1000),
        "human": held(5000),
        "idle": Idle(tables=1250, sockets=5001, bytes_per_seat=13_000.0, hub_cpu=0.01, wrong=False),
        "light": light(110_000, 10, 1_900.0),
        "frames": frames(16.7),
        "flat": [
            Level(tables=tables, hub_us=300.0, moves_per_s=200.0, p99=9.0, verdict="pass")
            for tables in LEVELS
        ],
        "course": {game: [100.0 + part for part in range(10)] for game in GAMES},
        "apart": [
            Apart(pace=pace, hubs=hubs, hub_us=300.0 + 20 * hubs, moves_per_s=200.0, verdict="pass")
            for pace in PACES
            for hubs in 3 * (1, *AIMS)
        ],
        "house": msgspec.structs.replace(held(10_000), standstill=60.0, moves_per_s=1990.0),
        "blackout": blackout(6_000.0),
        "hubs": Hubs(cores=2, one=[], two=[], verdicts=[]),
        "soak": soak(),
        "freeze": Freeze(2.0, 60.0, 1400.0, 1410.0, 1405.0, 9.0, 2000.0, 2010.0, 2003.0, 4.0, "pass"),
        "sizes": {name: Sizes(70, 160, 300, 1500, 9000) for name in (*GAMES, "bruges, expansions")},
        "choices": choices(4.0),
        "steps": steps(2.5),
        "levels": levels(0.62),
        "expanded": levels(0.62)[-2:],
        "versions": compared(1.02),
        "peers": [
            Peer(
                name=name,
                stored=stored,
                pace=pace,
                us=90.0,
                acts_per_s=900.0,
                p50=1.0,
                p99=9.0 - (name == HUB),
            )
            for pace in (str(CALM), str(BUSY))
            for name in (*NAMES, HUB)
            for stored in (False, True)
        ],
    }


def written(folder: Path, found: dict[str, Any], small: bool = False) -> tuple[str, dict[str, Shown]]:
    """The page of these findings."""
    book = books.Book()
    for name, value in found.items():
        book.put(SECTIONS[name], value, 12.0, f"python -m tests.bench --only {name}", small)
    books.write(book, folder / "figures.json")
    shown = page.write(books.read(folder / "figures.json"), SECTIONS, folder)
    return (folder / page.PAGE).read_text(), shown


def aims(text: str) -> dict[str, str]:
    """By aim: was it met?"""
    rows = text.split("\n## Aims\n")[1].split("\n## ")[0].strip().splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {row[0]: row[3] for row in cells}


def test_every_section_every_aim_and_every_picture_is_there(tmp_path: Path) -> None:
    assert set(canned()) == set(SECTIONS), "findings for each section"
    text, shown = written(tmp_path, canned())
    for name, section in SECTIONS.items():
        part = text.split(f"\n## {section.title}\n")[1].split("\n## ")[0]
        assert section.about in part and f"--only {name}`" in part
        assert all(page.markdown(table) in part for table in shown[name].tables)
        assert all(f"({file}.svg)" in part for file in shown[name].plots)
        assert shown[name].tables or shown[name].notes
    assert set(aims(text)) == {aim.what for one in shown.values() for aim in one.aims}
    assert "None" not in text and "nan" not in text and "Not measured yet" not in text
    for games in GAMES:
        assert text.count(games) >= 5


def test_the_pictures_are_whole_and_all_are_linked(tmp_path: Path) -> None:
    stale = tmp_path / page.FOLDER / "gone.svg"
    stale.parent.mkdir(parents=True)
    stale.write_text("from a section that is no more")
    text, _ = written(tmp_path, canned())
    linked = set(re.findall(r"\]\(([\w-]+\.svg)\)", text))
    folder = (tmp_path / page.PAGE).parent
    files = {file.relative_to(folder).as_posix() for file in tmp_path.rglob("*.svg")}
    assert linked == files and len(files) >= 12
    for file in files:
        root = ElementTree.parse(folder / file).getroot()
        names = [child.tag.rpartition("}")[2] for child in root]
        assert names[:2] == ["style", "title"] and "desc" in names
        assert float(root.get("width") or 0) > 300 and float(root.get("height") or 0) > 50
        assert not re.search(r"nan|inf\b", (folder / file).read_text())


def test_aims_that_are_met_are_said_to_be(tmp_path: Path, records: Callable[[float], None]) -> None:
    records(0.62)
    met = aims(written(tmp_path, canned())[0])
    assert met.pop("moves of two hubs, against one") == "not measured"
    assert set(met.values()) == {"yes"}


def test_aims_that_are_missed_are_said_to_be(tmp_path: Path, records: Callable[[float], None]) -> None:
    records(0.34)
    bad = canned()
    bad["ratio"] = [one_round(one.game, one.pace, 3.5) for one in bad["ratio"]]
    bad["thousand"], bad["human"] = held(1000, p99=150.0), held(5000, p99=101.0)
    bad["house"] = msgspec.structs.replace(held(10_000), standstill=101.0)
    bad["blackout"] = blackout(10_001.0)
    bad["idle"] = Idle(tables=1250, sockets=5001, bytes_per_seat=26_000.0, hub_cpu=0.01, wrong=False)
    bad["light"] = light(121_000, 13, 2_100.0)
    bad["frames"] = frames(17.2)
    bad["flat"][-1] = level(LEVELS[-1], hub_us=400.0)
    bad["course"] = {game: [100.0 + 20 * part for part in range(10)] for game in GAMES}
    bad["apart"] = [msgspec.structs.replace(one, hub_us=300.0 * one.hubs) for one in bad["apart"]]
    bad["hubs"] = Hubs(cores=4, one=[1000.0, 1100.0], two=[1500.0, 1600.0], verdicts=["pass"] * 4)
    bad["soak"] = soak(growth=60.0)
    bad["sizes"] = {name: Sizes(151, 1501, 3000, 1500, 9000) for name in bad["sizes"]}
    bad["choices"], bad["levels"] = choices(251.0), levels(0.34)
    bad["steps"] = steps(1.9)
    ours, theirs = {"us": 130.0, "p99": 9.0}, {"us": 110.0, "p99": 9.0}
    bad["peers"] = [
        msgspec.structs.replace(it, **(ours if it.name == HUB else theirs)) for it in bad["peers"]
    ]
    bad["expanded"] = levels(0.34)[-2:]
    bad["versions"] = compared(1.08)
    bad["freeze"] = Freeze(2.0, 60.0, 1400.0, 9.0, 1405.0, 9.0, 2000.0, 2010.0, 2003.0, 4.0, "pass")
    assert set(aims(written(tmp_path, bad)[0]).values()) == {"**no**"}


def test_levels_of_a_game_that_is_measured_anew_stand_beside_the_others() -> None:
    again = {
        "levels": [Duel("santiago", "master", "expert", 4, 40, 0.7, 0.6, 0.8)],
        "choices": [Times("santiago", "master", 500, 2.0, 3.0)],
    }
    for name, new in again.items():
        book, section = books.Book(), SECTIONS[name]
        book.put(section, canned()[name], 60.0, "all", small=False)
        book.put(section, new, 60.0, "one", small=False)
        found = book.found(section)
        assert {it.game for it in found} == {*GAMES}
        assert [it for it in found if it.game == "santiago"] == new
        assert [it for it in found if it.game != "santiago"] == [
            it for it in canned()[name] if it.game != "santiago"
        ]


def test_a_comparison_with_an_earlier_commit_stays_beside_later_ones() -> None:
    book, section = books.Book(), SECTIONS["versions"]
    for found in (compared(1.1), compared(1.2, "cccc", "bbbb"), compared(1.02, "cccc", "bbbb")):
        book.put(section, found, 60.0, "all", small=False)
    kept = book.found(section)
    assert kept == [*compared(1.1), *compared(1.02, "cccc", "bbbb")]
    shown = section.shown(kept, {})
    assert {aim.met for aim in shown.aims} == {True}, "the newest commit decides"
    assert shown.tables[0].rows[0][0] == "cccc, bbbb"


def test_against_a_published_strategy_another_aim_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.levels.known", lambda game: [])
    plans = [*STRATEGIES["machi_koro"]]
    lows = [PLAN, PLAN + 0.01, PLAN - 0.01, PLAN]
    found = [
        Duel("machi_koro", "master", plan, 2, 400, 0.8, low, 0.9)
        for plan, low in zip(plans, lows, strict=True)
    ]
    assert Duel("machi_koro", "master", "skilled", 2, 400, 0.8, 0.8, 0.9).aim != PLAN
    (aim,) = SECTIONS["levels"].shown(found, {}).aims
    assert (aim.what.split(",")[0], aim.reached, aim.met) == (
        "master against published strategies",
        "3 of 4",
        False,
    )


def test_more_games_begin_with_the_strategies_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(game: str, one: str, others: str, games: int, *_: Any, seats: int = 4) -> Duel:
        return Duel(game, one, others, seats, games, 0.8, 0.7, 0.9)

    monkeypatch.setattr("tests.bench.levels.duel", played)
    first, *missing = STRATEGIES["machi_koro"]
    known = Duel("machi_koro", "master", first, 2, 4, 0.8, 0.7, 0.9)
    found = more([known], Scale(("machi_koro", "bruges"), 1, 1.0, small=True), lambda _: None)
    assert [(it.others, it.seats) for it in found[:-1]] == [(plan, 2) for plan in missing]
    assert (found[-1].others, found[-1].games) == (first, 8)


def test_all_processes_together_play_what_one_would() -> None:
    shared = duel("machi_koro", "beginner", "whim", 6, seats=2)
    before = duel("machi_koro", "beginner", "whim", 4, seats=2)
    assert shared == duel("machi_koro", "beginner", "whim", 6, before=before, seats=2)


def test_the_page_says_of_the_levels_what_their_records_say_today() -> None:
    """If it doesn't, `python -m tests.bench --show` rewrites the page."""
    found = books.read(books.ROOT / FIGURES).found(SECTIONS["levels"])
    (duels, *_), text = SECTIONS["levels"].shown(found, {}).tables, (books.ROOT / page.PAGE).read_text()
    assert page.markdown(duels) in text and len(duels.rows) > len(found)


def test_steps_without_the_other_library_prove_nothing(tmp_path: Path) -> None:
    found = [it for it in steps(2.5) if it.subject != OTHER]
    assert {*aims(written(tmp_path, {"steps": found})[0]).values()} == {"not measured"}


def test_the_slowest_game_decides_about_steps() -> None:
    found = [
        msgspec.structs.replace(it, seen=it.seen / 2) if it.subject == "bruges" else it for it in steps(2.5)
    ]
    plain, seen = STEPS.shown(found, {}).aims
    assert plain.met and not seen.met and seen.reached == "1.2 times in bruges"


def test_of_several_rounds_the_medians_count(tmp_path: Path) -> None:
    """One disturbed measurement neither misses nor meets an aim."""
    found = canned()
    found["flat"] = [level(tables, hub_us=us) for us in (300.0, 330.0, 360.0) for tables in LEVELS]
    found["flat"][0] = level(LEVELS[0], hub_us=20.0)
    text = written(tmp_path, found)[0]
    assert "300 / 330 / 360" in text and "20 / 330 / 360" in text
    name = f"cost of a move from {LEVELS[0]} to {LEVELS[-1]:,} tables"
    assert aims(text)[name] == "yes"


@pytest.mark.parametrize(
    ("p99", "verdict", "said"),
    [
        (50.0, "pass", "yes"),
        (50.0, "invalid", "not measured"),
        (150.0, "invalid", "not measured"),
        (50.0, "missed", "**no**"),
        (50.0, "wrong", "**no**"),
    ],
)
def test_a_generator_that_was_the_limit_proves_nothing(
    tmp_path: Path, p99: float, verdict: str, said: str
) -> None:
    text, shown = written(tmp_path, {"thousand": held(1000, p99, verdict)})
    assert list(aims(text).values()) == [said]
    assert shown["thousand"].right is (verdict != "wrong")
    assert ("generators were the limit" in text) is (verdict == "invalid")


def test_fewer_tables_than_were_aimed_at_prove_nothing(tmp_path: Path) -> None:
    small = {
        "human": held(8),
        "house": msgspec.structs.replace(held(8), standstill=101.0),
        "blackout": msgspec.structs.replace(blackout(20_000.0), tables=8),
        "idle": Idle(tables=8, sockets=32, bytes_per_seat=9.0, hub_cpu=0.0, wrong=False),
        "flat": canned()["flat"][:2],
        "soak": soak(seconds=60),
    }
    assert set(aims(written(tmp_path, small)[0]).values()) == {"not measured"}


def test_missing_or_tiny_figures_are_named(tmp_path: Path) -> None:
    text, _ = written(tmp_path, {"flat": canned()["flat"]}, small=True)
    assert text.count("Not measured yet") == len(SECTIONS) - 1
    assert "not to be believed" in text and set(aims(text).values()) == {"a tiny run says nothing"}


def test_the_rest_of_a_move_is_reckoned_from_both_sections(tmp_path: Path) -> None:
    text, _ = written(tmp_path, {name: canned()[name] for name in ("ratio", "stages")})
    assert "loyang: a whole move costs the hub 160 us" in text
    assert f"its stages here {sum(20 + n for n in range(len(WAY)))} us" in text


def test_connections_cut_before_the_greeting_count_as_refused(tmp_path: Path) -> None:
    cut = msgspec.structs.replace(blackout(6_000.0), at_doors=1)
    assert list(aims(written(tmp_path, {"blackout": cut})[0]).values()) == ["**no**"]


def test_the_growth_of_a_soak_leaves_out_its_start() -> None:
    assert slope(soak()) == pytest.approx(0, abs=1e-6)
    assert slope(soak(growth=30.0)) == pytest.approx(30.0)


def test_a_section_is_measured_anew_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real but tiny run: the stages of one game, and idle seats at a hub."""
    monkeypatch.setattr("tests.bench.stages.ROUNDS", 1)
    book = books.Book()
    book.put(SECTIONS["flat"], canned()["flat"], 1.0, "before", False)
    books.write(book, tmp_path / page.FOLDER / "figures.json")
    words = ["--quick", "--only", "stages", "idle", "--games", "machi_koro", "--folder", str(tmp_path)]
    for seconds in (2.0, 20.0):  # the second time for a slow machine
        monkeypatch.setattr("tests.bench.kit.TINY_S", seconds)
        assert main(words) == 0
        kept = books.read(tmp_path / page.FOLDER / "figures.json")
        if kept.found(SECTIONS["idle"]).sockets >= 32:
            break
    assert set(kept.entries) == {"flat", "stages", "idle"} and kept.entries["flat"].command == "before"
    stages = kept.found(SECTIONS["stages"])["machi_koro"]
    assert {row.stage for row in stages} >= set(WAY)
    assert all(row.us > 0 for row in stages)
    assert kept.found(SECTIONS["idle"]).sockets >= 32
    assert str(tmp_path) not in (tmp_path / page.PAGE).read_text()


def test_games_are_played_on_top_of_those_that_are_kept(tmp_path: Path) -> None:
    before = Duel("schweinebande", "beginner", "whim", 4, 4, 0.5, 0.1, 0.9)
    book = books.Book()
    book.put(SECTIONS["levels"], [before, *levels(0.6)[4:6]], 1.0, "before", False)
    books.write(book, tmp_path / page.FOLDER / "figures.json")
    words = ["--quick", "--more", "--only", "levels", "--games", "schweinebande", "--folder", str(tmp_path)]
    assert main(words) == 0
    found, *others = books.read(tmp_path / page.FOLDER / "figures.json").found(SECTIONS["levels"])
    assert (found.games, found.one, found.others) == (8, "beginner", "whim")
    assert 0.25 <= found.share <= 0.75 and 8 * found.share == pytest.approx(round(8 * found.share * 12) / 12)
    assert others == levels(0.6)[4:6], "of games that were not named nothing is played"


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--quick", "--dry", "--only", "course", "--games", "machi_koro", "--folder", str(tmp_path)]
    assert main(words) == 0
    assert list(tmp_path.iterdir()) == [] and "dearest / cheapest" in capsys.readouterr().out


def test_the_command_on_the_page_names_no_folder() -> None:
    assert said(["--quick", "--folder", "/somewhere", "--only", "flat"]) == (
        "python -m tests.bench --quick --only flat"
    )
    assert Scale().games == tuple(GAMES)
