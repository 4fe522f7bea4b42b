"""Levels: softer ones miss more, each game has its figures, and the fitting command finds them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from errno import ENOSPC
from functools import partial
from math import exp, inf, log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.__main__ import main
from bots.arena import temperature_fit
from bots.arena.arena import Job, run, won
from bots.arena.temperature_fit import TemperatureTrial, aim, curve, fit, measure
from bots.commands import fit as command_fit
from bots.document import Document, document_of
from bots.minds import soft
from bots.minds.greedy import Greedy
from bots.minds.levels import LEVELS
from bots.minds.registry import MINDS
from bots.minds.soft import SOFT, Fitted, Soft, fitted, temperature
from server.games import GAMES
from server.games.kernel import choose
from server.settings.config import Settings
from server.settings.minds import names
from tests.bots.search.begun import started

TEXTS = Path(__file__).parents[3] / "server" / "web" / "texts"


def question(seed: int) -> Document:
    """A question of Machi Koro with several options, some moves after the beginning."""
    engine, random = GAMES["machi_koro"], Random(seed)
    game, asks, about = started(engine, seed)
    for _ in range(60):
        asks = choose(game, asks[0], random.choice(asks[0].options))
    while len(asks[0].options) < 4:
        asks = choose(game, asks[0], random.choice(asks[0].options))
    return document_of(engine, game, asks, asks[0].seat, about)


def test_the_softer_the_more_is_missed() -> None:
    document = question(7)
    worths = Greedy(1).worths(document, inf)
    best, loss = max(worths.values()), []
    for heat in (1e-6, 1.0, 8.0, 1e6):
        taken = Counter(Soft(seed, "casual", heat).choose(document, inf) for seed in range(60))
        loss.append(sum(n * (best - worths[choice]) for choice, n in taken.items()) / 60)
        if heat == 1e6:
            assert set(taken) == set(worths), "every option now and then"
    assert loss[0] == pytest.approx(0, abs=1e-3)
    assert loss == sorted(loss) and loss[1] > 0


def test_stored_figures_of_levels_are_consistent() -> None:
    """One seat of the level above wins 35 % against three or 60 % against one."""
    assert fitted().keys() <= GAMES.keys()
    for game, measured in fitted().items():
        assert temperature(game, "beginner") > temperature(game, "casual") > 0
        for figure in measured.values():
            assert figure.games and figure.above
            for row in figure.above:
                assert row.low <= row.share <= row.high and row.games > 0
                assert row.share >= (1.4 / row.seats if row.seats > 2 else 0.6)


def test_default_minds_are_levels_with_names() -> None:
    offered = names(Settings(hub="").minds)
    assert offered[0] == "skilled" and set(offered) <= set(LEVELS)
    for language in ("en", "de"):
        texts = json.loads((TEXTS / f"{language}.json").read_text())
        assert len({texts[f"mind.{level}"] for level in LEVELS}) == len(LEVELS)


def test_a_game_nobody_has_measured_has_levels_too() -> None:
    assert temperature("toy", "beginner") > temperature("toy", "casual") > 0
    assert set(LEVELS) <= set(MINDS)


@pytest.mark.parametrize(("strong", "weak"), [("skilled", "beginner"), ("beginner", "whim")])
def test_a_higher_level_wins_more(strong: str, weak: str) -> None:
    """Its true share in these is above 0.85: fewer than 4 of 8 have a probability of one in two hundred."""
    games = list(run(Job("machi_koro", (strong, weak), 8, {"play_out": False}, seed=3)))
    assert sum(won(strong, game) for game in games) >= 4


def drawn(engine: Any, seats: int, level: str, heat: float, games: int, seed: int) -> TemperatureTrial:
    """The result of games, drawn by a known true curve."""
    share = 1 / (1 + exp(-(log(aim(4) / (1 - aim(4))) + 1.3 * log(heat / 0.7))))
    random = Random(seed)
    return TemperatureTrial(heat, games, sum(random.random() < share for _ in range(games)))


def test_the_curve_goes_through_what_was_played() -> None:
    trials = [drawn(None, 4, "casual", heat, 4000, n) for n, heat in enumerate((0.1, 0.3, 1.0, 3.0))]
    base, slope = curve(trials)
    assert slope == pytest.approx(1.3, abs=0.1)
    assert base + slope * log(0.7) == pytest.approx(log(aim(4) / (1 - aim(4))), abs=0.1)


def test_fitting_comes_near_from_a_guess_that_is_far_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temperature_fit, "play", drawn)
    for start in (0.05, 10.0):
        *trials, found = fit("machi_koro", 4, "casual", start, 60)
        assert isinstance(found, Fitted) and found.temperature == pytest.approx(0.7, rel=0.35)
        assert found.games == sum(it.games for it in trials if isinstance(it, TemperatureTrial))
        [row] = found.above
        assert row.low < row.share < row.high and row.seats == 4


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A separate data file that levels read and the command writes."""
    for module, name in ((command_fit, "files"), (soft, "files")):
        monkeypatch.setattr(module, name, lambda package: tmp_path)
    fitted.cache_clear()
    yield tmp_path / "levels.json"
    fitted.cache_clear()


def test_a_fit_begins_with_the_earlier_measurement(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """400 games at half the true temperature: new trials begin near it, and the old games count."""
    share = drawn(None, 4, "casual", 0.35, 400, 1).won / 400
    row = {"seats": 4, "games": 400, "share": share, "low": share - 0.05, "high": share + 0.05}
    old = {"temperature": 0.35, "games": 9, "seed": 0, "above": [row]}
    file.write_text(json.dumps({"machi_koro": {"casual": old}}))
    monkeypatch.setattr(temperature_fit, "play", drawn)
    assert main(["fit", "machi_koro", "--levels", "casual", "--games", "60", "--more", "--keep"]) == 0
    kept = fitted()["machi_koro"]["casual"]
    heats = [float(heat) for heat in re.findall(r"casual: ([\d.]+):", capsys.readouterr().out)]
    assert heats[:3] == pytest.approx([0.65 * 0.35, 0.35, 1.5 * 0.35], rel=1e-3) and len(heats) == 6
    assert kept.games == 400 + 6 * 60 and kept.temperature == pytest.approx(0.7, rel=0.35)


def test_a_fit_is_stored_beside_other_games(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('{"loyang": {}}')
    monkeypatch.setattr(temperature_fit, "play", drawn)
    assert main(["fit", "machi_koro", "--levels", "casual", "--games", "30", "--keep"]) == 0
    assert set(fitted()) == {"loyang", "machi_koro"}
    kept = fitted()["machi_koro"]["casual"]
    assert f"temperature {kept.temperature}" in capsys.readouterr().out


def test_a_full_disk_leaves_stored_levels_as_they_are(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def begun(path: Path, data: bytes) -> int:
        with path.open("wb") as out:
            out.write(data[:9])
        raise OSError(ENOSPC, "No space left on device")

    file.write_text('{"loyang": {}}')
    monkeypatch.setattr(temperature_fit, "play", drawn)
    monkeypatch.setattr(Path, "write_bytes", begun)
    with pytest.raises(OSError, match="No space left"):
        main(["fit", "machi_koro", "--levels", "casual", "--games", "30", "--keep"])
    fitted.cache_clear()
    assert set(fitted()) == {"loyang"}


def test_stored_levels_are_measured_with_every_number_of_seats(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('{"machi_koro": {"casual": {"temperature": 0.5, "games": 9, "seed": 0, "above": []}}}')
    assert main(["fit", "machi_koro", "--measure", "2", "--keep"]) == 0
    assert list(fitted()["machi_koro"]) == ["casual"]
    kept = fitted()["machi_koro"]["casual"]
    assert (kept.temperature, kept.games) == (0.5, 9)
    assert [(row.seats, row.games) for row in kept.above] == [(2, 2), (3, 2), (4, 2)]
    assert all(0 <= row.low <= row.share <= row.high <= 1 for row in kept.above)
    assert "beginner: not fitted yet" in capsys.readouterr().out
    assert main(["fit", "machi_koro", "--measure", "3", "--seats", "2", "--keep"]) == 0
    above = fitted()["machi_koro"]["casual"].above
    assert [(row.seats, row.games) for row in above] == [(2, 3), (3, 2), (4, 2)], (
        "only these were measured again"
    )
    assert main(["fit", "machi_koro", "--measure", "3", "--more", "--keep"]) == 0
    added = fitted()["machi_koro"]["casual"].above
    assert [(row.seats, row.games) for row in added] == [(2, 3), (3, 3), (4, 3)] and added[0] == above[0]
    whole = measure("machi_koro", "casual", 3, 3, seed=0, processes=1)
    assert added[1].share == pytest.approx(whole.share, abs=1e-3), "as if all had been played in one go"


@pytest.mark.parametrize(
    "arguments",
    [
        "--seats 9",
        "--seats 0",
        "--games 0",
        "--measure -3",
        "--measure 0",
        "--measure 2 --processes 0",
        "--start 0",
        "--start -1",
        "--start nan",
        "--processes 2",
        "--measure 2 --start 0.5",
        "--measure 2 --games 3",
        "--chances 2",
        "--trust 2",
        "--trust 0",
    ],
)
def test_invalid_arguments_of_fit_are_refused_in_one_line(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(temperature_fit, "play", drawn)
    assert main(["fit", "machi_koro", "--levels", "casual", *arguments.split()]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("fit: ") and len(told.err.splitlines()) == 1 and not told.out


def test_soft_minds_take_their_own_level() -> None:
    for level in SOFT:
        make = MINDS[level]
        assert isinstance(make, partial) and make.keywords == {"level": level}
