"""A run of training, from the command to the saved weights: repeated, continued, refused."""

from __future__ import annotations

import multiprocessing
import threading
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from bots.__main__ import main
from bots.learning.strength import Strength
from bots.learning.training import State, TrainingPlan, first_net, publish, train
from bots.learning.workers import Order, work
from bots.search.evaluator import trained
from bots.search.net import LAYERS, Net
from bots.showing import Show
from server.games import GAMES
from server.games.engine import Engine
from tests.waiting import LIMIT


def unwanted(plan: TrainingPlan, tell: object, show: object) -> State:
    """A training that must not start."""
    raise AssertionError("it has begun")


def test_a_run_is_the_same_again_goes_on_and_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = TrainingPlan("machi_koro", 2, 1, 3, tmp_path / "run", rung_games=1, together=2, portion=1)
    first = train(plan, lambda state: None)
    assert first.games >= 2 and first.positions > 50 and len(first.ladder) == 1
    newest = Net.load(plan.folder / "newest.npz")
    train(msgspec.structs.replace(plan, folder=tmp_path / "again"), lambda state: None)
    again = Net.load(tmp_path / "again" / "newest.npz")
    assert all((newest.weights[name] == again.weights[name]).all() for name in LAYERS)
    further = train(msgspec.structs.replace(plan, games=first.games + 1), lambda state: None)
    assert further.begun == [0, first.games] and len(further.ladder) == 2
    weights = tmp_path / "weights" / "machi_koro.npz"
    monkeypatch.setattr("bots.commands.train.weights_of", lambda game: weights)
    monkeypatch.chdir(tmp_path)
    arguments = f"train machi_koro --games {further.games} --processes 1 --folder {plan.folder} --measure 1"
    if main([*arguments.split(), "--keep"]):
        assert not weights.exists()
        return
    net = Net.load(weights)
    assert net.about["game"] == "machi_koro" and net.about["ladder"] and net.about["seats"]
    assert [it["seats"] for it in net.about["strengths"]] == [2, 3, 4]
    assert weights.stat().st_size < 300_000


def test_a_worker_ends_quietly_with_its_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the run, which was killed, has not read what was played."""
    monkeypatch.setattr("bots.learning.workers.signal.signal", lambda *_: None)
    monkeypatch.setattr(
        "bots.learning.workers.Hall", lambda *_: SimpleNamespace(play=lambda games: "what was played")
    )
    ours, theirs = multiprocessing.Pipe()
    weights = first_net(GAMES["machi_koro"], 1).weights
    ours.send(Order(weights, weights))

    def end() -> None:
        ours.poll(LIMIT)
        ours.close()

    ending = threading.Thread(target=end)
    ending.start()
    work("machi_koro", 1, 1, 1, theirs)
    ending.join()


def test_weights_in_use_are_measured_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "machi_koro.npz"
    monkeypatch.setattr("bots.commands.train.weights_of", lambda game: weights)
    command = ["train", "machi_koro", "--kept", "--measure", "2", "--processes", "1", "--seed", "9"]
    assert main(command) == 2, "there are none"
    known = trained("machi_koro")
    assert known is not None
    before = Net(known.weights, {**known.about, "rules": 0})
    publish(before, weights)
    assert main(command) == 0
    assert Net.load(weights).about == before.about, "nothing was asked to be kept"
    assert main([*command, "--keep"]) == 0
    after = Net.load(weights)
    assert all((after.weights[name] == before.weights[name]).all() for name in LAYERS)
    assert [(it["seats"], it["games"]) for it in after.about["strengths"]] == [(2, 2), (3, 2), (4, 2)]
    assert after.about["rules"] == GAMES["machi_koro"].rules
    command[command.index("--measure") + 1] = "3"
    assert main([*command, "--more", "--keep"]) == 0
    more = Net.load(weights).about["strengths"]
    assert [(it["seats"], it["games"]) for it in more] == [(2, 3), (3, 3), (4, 3)]
    assert main([*command, "--keep"]) == 0
    for it, whole in zip(more, Net.load(weights).about["strengths"], strict=True):
        assert it["share"] == pytest.approx(whole["share"], abs=1e-3), "as if all had been played in one go"


def test_a_run_can_go_on_from_the_minds_own_net(tmp_path: Path) -> None:
    own = trained("machi_koro")
    assert own is not None
    plan = TrainingPlan("machi_koro", 1, 1, 3, tmp_path, rung_games=1, together=2, portion=1, onward=True)
    run = train(plan, lambda state: None)
    start, best = Net.load(tmp_path / "rung-0.npz"), Net.load(tmp_path / "best.npz")
    assert all((start.weights[name] == own.weights[name]).all() for name in LAYERS)
    assert any((best.weights[name] != own.weights[name]).any() for name in LAYERS)
    learnt = own.about.get("before", 0) + own.about["ladder"][-1]["games"]
    assert run.before == best.about["before"] == learnt > 1000
    assert "--onward" in best.about["command"]


@pytest.mark.parametrize(
    "arguments",
    ["--games 0", "--processes 0", "--rung-every 0", "--rung-games 0", "--measure -1", "--folder it/state"],
)
def test_invalid_arguments_are_refused_before_training(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.commands.train.train", unwanted)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it").write_bytes(b"no folder")
    assert main(["train", "machi_koro", *arguments.split()]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"train: {arguments.split()[0]}") and len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("--more", "a run without --kept has no use for --more"),
        (
            "--kept --onward --folder it --rung-every 5",
            "--kept has no use for --folder, --rung-every, --onward",
        ),
    ],
)
def test_ignored_arguments_are_refused(
    given: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.commands.train.train", unwanted)
    monkeypatch.setattr("bots.commands.train.measure", unwanted)
    assert main(["train", "machi_koro", *given.split()]) == 2
    assert capsys.readouterr().err == f"train: {says}\n"


def test_a_folder_belongs_to_one_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.commands.train.train", lambda plan, tell, show: State())
    folder = tmp_path / "run"
    command = ["train", "machi_koro", "--folder", str(folder), "--seed", "3"]
    assert main(command) == 0 and main(command) == 0
    monkeypatch.setattr("bots.commands.train.train", unwanted)
    for game, seed in (("machi_koro", "4"), ("loyang", "3")):
        assert main(["train", game, "--folder", str(folder), "--seed", seed]) == 2
        assert "the run of machi_koro with --seed 3" in capsys.readouterr().err
    (folder / "run.json").write_bytes(b"{}")
    assert main(command) == 2 and "run.json" in capsys.readouterr().err


def test_a_folder_that_does_not_say_whose_it_is_is_known_by_its_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.commands.train.train", lambda plan, tell, show: State())
    first_net(GAMES["machi_koro"], 1).save(tmp_path / "newest.npz")
    assert main(["train", "loyang", "--folder", str(tmp_path)]) == 2
    assert "none of loyang" in capsys.readouterr().err
    assert main(["train", "machi_koro", "--folder", str(tmp_path)]) == 0


@pytest.mark.parametrize("name", ["newest.npz", "best.npz", "state.json"])
@pytest.mark.parametrize("data", [b"garbage", b"", b"PK\x03\x04 cut"])
def test_a_damaged_file_of_a_run_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes
) -> None:
    (tmp_path / name).write_bytes(data)
    assert main(["train", "machi_koro", "--folder", str(tmp_path)]) == 2
    assert f"train: {tmp_path / name} is damaged" in capsys.readouterr().err


def test_the_path_of_stored_weights_is_printed_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(engine: Engine, net: Net, *given: object, show: Show) -> list[Strength]:
        net.about["seats"] = [2]
        return []

    target, elsewhere = tmp_path / "weights" / "machi_koro.npz", tmp_path / "elsewhere"
    first_net(GAMES["machi_koro"], 1).save(tmp_path / "best.npz")
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setattr("bots.commands.train.train", lambda plan, tell, show: State())
    monkeypatch.setattr("bots.commands.train.measure", measured)
    monkeypatch.setattr("bots.commands.train.weights_of", lambda game: target)
    assert main(["train", "machi_koro", "--folder", str(tmp_path), "--keep"]) == 0
    assert target.exists() and f"kept as {target}" in capsys.readouterr().out


def test_a_long_measurement_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bots.learning.strength._game", lambda work: (work[2], 1.0, [0.001]))
    monkeypatch.setattr("bots.console.time", SimpleNamespace(monotonic=partial(next, count(0, 8))))
    assert main(["train", "machi_koro", "--kept", "--measure", "3", "--processes", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:4] == [f"{n} of 9 games" for n in (2, 4, 6, 8)]
    assert [line.split(" (")[0] for line in told if "fair" in line] == [
        f"100% [44%, 100%] of 3 with {seats} seats" for seats in (2, 3, 4)
    ]
