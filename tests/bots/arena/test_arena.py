"""The arena: fair rotation of seats, repeatable figures, and a greedy mind that wins as expected."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.__main__ import main
from bots.arena.arena import ArenaGame, Job, report, rotation, run, run_all
from bots.commands import arena
from bots.document import Document
from bots.mind import MindFailed, blamed
from bots.minds import registry
from bots.minds.whim import Whim
from bots.process_pool import later
from bots.win_rates import wilson
from server.games.kernel import Choice
from tests.proc import alive, children

MINDS = ("greedy", "whim", "whim", "whim")


def test_every_deal_is_played_from_every_seat() -> None:
    games = [rotation(Job("machi_koro", MINDS, 12, {}), number) for number in range(12)]
    by_deal: dict[int, list[int]] = {}
    for seed, minds in games:
        by_deal.setdefault(seed, []).append(minds.index("greedy"))
    assert len(by_deal) == 3
    assert all(sorted(seats) == [0, 1, 2, 3] for seats in by_deal.values())


def test_another_seed_deals_other_games() -> None:
    first, second = (rotation(Job("machi_koro", MINDS, 4, {}, seed), 0) for seed in (0, 1))
    assert first[0] != second[0]


def test_the_same_job_plays_the_same_games_in_any_number_of_processes() -> None:
    job = Job("machi_koro", ("whim", "whim"), 6, {"start_player": "first"}, seed=3)
    alone, shared = list(run_all(job, 1)), list(run_all(job, 2))
    assert Counter(alone) == Counter(shared)
    assert all(game.choices > 10 for game in alone)


@pytest.mark.parametrize("processes", [0, 2])
def test_an_interrupted_command_prints_no_traceback(processes: int) -> None:
    """Interrupted while it loads, and while two worker processes play, beside the process that watches their
    memory."""
    command = [
        sys.executable,
        *["-m", "bots", "arena", "machi_koro", "--games", "100000", "--processes", "2"],
    ]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=_as_at_a_terminal
    ) as it:
        assert it.stderr is not None
        for _ in range(1800):
            if len(children(it.pid)) > processes if processes else _loads(it.pid):
                break
            time.sleep(0.05)
        os.killpg(it.pid, signal.SIGINT)
        assert it.stderr.read() == b""
    assert it.returncode == 130


def test_ctrl_c_waits_until_all_are_started_whichever_thread_it_comes_to() -> None:
    end, through = threading.Event(), False
    other = threading.Thread(target=end.wait)
    other.start()
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), later():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
            through = True
    finally:
        signal.signal(signal.SIGINT, former)
        end.set()
        other.join()
    assert through


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nobody_plays_on_for_who_has_ended(how: signal.Signals) -> None:
    command = ["arena", "machi_koro", "--games", "100000", "--processes", "2"]
    with subprocess.Popen([sys.executable, "-m", "bots", *command]) as it:
        for _ in range(1800):
            if len(playing := children(it.pid)) > 2:
                break
            time.sleep(0.05)
        it.send_signal(how)
    for _ in range(1800):
        if not any(map(alive, playing)):
            break
        time.sleep(0.05)
    assert len(playing) == 3 and not any(map(alive, playing))


@pytest.mark.parametrize("played", [0, 3])
def test_ctrl_c_prints_the_results_so_far(
    played: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def until_ctrl_c(job: Job, processes: int) -> Iterator[ArenaGame]:
        yield from run(job._replace(games=played))
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_all", until_ctrl_c)
    file = tmp_path / "arena.json"
    command = "arena machi_koro --minds whim --seats 3 --games 9 --json"
    assert main([*command.split(), str(file)]) == 130
    told = capsys.readouterr()
    assert not told.err and file.exists() == bool(played) == bool(told.out)
    if played:
        assert "unfinished: 3 of 9 games" in told.out and json.loads(file.read_text())["games"] == 3


def test_a_mind_that_raises_is_named_and_the_command_comes_there_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Brittle(Whim):
        """A mind that fails on the first seat, which it has in the second game."""

        def choose(self, document: Document, deadline: float) -> Choice:
            if document["mine"]["seat"] == 0:
                raise KeyError("gold")
            return super().choose(document, deadline)

    monkeypatch.setitem(registry.MINDS, "brittle", Brittle)
    told = list[str]()
    command = "arena machi_koro --minds whim,brittle --games 5 --seed 3 --ms 9999 --option play_out=false"
    for _ in range(2):
        assert main(command.split()) == 1
        told.append(capsys.readouterr().err)
        command = told[-1].partition("python -m bots ")[2]
    assert told[0] == told[1] and "in choose\n" in told[0] and "parser.py" not in told[0]
    assert told[0].splitlines()[-1].startswith("arena: brittle raised KeyError('gold') at ")
    assert command.endswith("--minds whim,brittle --seed 3 --only 2 --ms 9999 --option play_out=False\n")


def test_a_mind_that_cannot_be_made_is_named_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.MINDS, "brittle", lambda seed: [][seed])
    assert main(["arena", "machi_koro", "--minds", "brittle,whim"]) == 1
    assert "arena: brittle raised IndexError(" in capsys.readouterr().err.splitlines()[-1]


def test_errors_of_minds_survive_pickling() -> None:
    with pytest.raises(MindFailed) as caught, blamed("brittle", "at build"):
        raise KeyError("gold")
    caught.value.add_note("to come there again: so")
    back = pickle.loads(pickle.dumps(caught.value))
    assert back.told == "brittle raised KeyError('gold') at build; to come there again: so"
    assert 'raise KeyError("gold")' in back.trace


def _as_at_a_terminal() -> None:
    """A background script starts tests with SIGINT ignored, and their child processes inherit this; restore
    the default."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _loads(pid: int) -> bool:
    """Has it begun to import the packages of the command? Before that the interpreter itself handles
    Ctrl-C."""
    return "msgspec" in Path(f"/proc/{pid}/maps").read_text()


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (1.0, 10, 0.7225, 1.0), (0.0, 10, 0.0, 0.2775), (0.9, 400, 0.8667, 0.9257)],
)
def test_wilson_intervals_as_published(share: float, n: int, low: float, high: float) -> None:
    assert wilson(share, n) == pytest.approx((low, high), abs=2e-4)


def test_shared_first_places_count_in_part() -> None:
    job = Job("machi_koro", ("greedy", "whim"), 2, {})
    played = [ArenaGame(("greedy", "whim"), (1, 1), 5), ArenaGame(("whim", "greedy"), (1, 2), 7)]
    result = report(job, played, 2.0)
    shares = {line.mind: line.share for line in result.lines}
    assert shares == {"greedy": 0.25, "whim": 0.75}
    assert (result.games_per_s, result.choices_per_s, result.choices_per_game) == (1.0, 6, 6.0)


def test_greedy_beats_three_whims() -> None:
    """Its true share is above 0.95; fewer than 11 of 16 have a probability below one in a million."""
    games = list(run(Job("machi_koro", MINDS, 16, {}, seed=11, check=True)))
    won = sum(game.places[game.minds.index("greedy")] == 1 for game in games)
    assert won >= 11


def test_the_command_prints_and_writes_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arena.json"
    arguments = "arena machi_koro --minds whim --seats 3 --games 3 --option play_out=false --json"
    assert main([*arguments.split(), str(file)]) == 0
    shown = capsys.readouterr().out
    assert "whim" in shown and "games/s" in shown
    figures = json.loads(file.read_text())
    assert figures["games"] == 3 and figures["minds"] == ["whim"] * 3
    assert figures["options"]["play_out"] is False
    assert figures["lines"][0]["share"] == 1.0


@pytest.mark.parametrize(
    "arguments",
    [
        "--minds nobody",
        "--minds [/bold]",
        "--ms -1",
        "--minds whim --seats 9",
        "--minds whim,greedy,whim --seats 2",
        "--seats 0",
        "--games 0",
        "--processes 0",
        "--only 0",
        "--ladder --only 3",
        "--option colour=red",
        "--option start_player=fourth --seats 2",
    ],
)
def test_invalid_arguments_of_arena_are_refused_in_one_line(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "machi_koro", *arguments.split()]) == 2
    told = capsys.readouterr().err
    assert told.startswith("arena: ") and len(told.splitlines()) <= 2


def test_a_wrong_option_is_refused_with_the_possible_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "machi_koro", "--option", "supply=foo"]) == 2
    assert "supply can't be 'foo': it can be all, come_what_may" in capsys.readouterr().err
    assert main(["arena", "machi_koro", "--option", "play_out=perhaps"]) == 2
    assert "play_out can't be 'perhaps'" in capsys.readouterr().err


def test_one_of_something_is_not_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "machi_koro", "--minds", "whim,whim", "--games", "1", "--processes", "1"]) == 0
    told = capsys.readouterr().out
    assert "1 game, seed 0" in told and "1 process\n" in told


def test_a_file_that_cannot_be_written_is_said_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "machi_koro", "--json", str(tmp_path / "nowhere" / "arena.json")])
    assert "can't be written" in capsys.readouterr().err
