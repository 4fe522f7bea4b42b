"""Self-play becomes a better net: workers play, this process learns, a ladder says what was reached.

In the folder of a run lie the newest weights, those that play against them, and the ladder, so a run that
was ended goes on from there; only what the last games taught is forgotten. What is kept in the end is the net
that did best on the ladder, not the last.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from queue import Full
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct

from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import choose, settle

from ..document import about_table, document_of
from ..mind import MINDS
from .encoding import position, width_of
from .features import features_of
from .judge import Judge
from .net import Adam, Net
from .selfplay import Lessons, a_choice, episodes, joined, new_game

HIDDEN = (64, 32)
TOGETHER = 24
"""Games that one worker plays at a time."""
BUFFER = 120_000
"""Positions that are learnt from again and again; the oldest go first."""
BATCH = 512
PASSES = 4.0
"""How often a position is learnt from, on average."""
RATE, LAST_RATE = 1e-3, 1e-4
"""How far a step goes, at the beginning and at the end of a run."""
SCALING = 1_000
"""Positions from which is taken how numbers are scaled; before that nothing is learnt."""


class Plan(Struct, frozen=True):
    """What is asked for: a game, how long, with how many processes, from which seed, and where it lies."""

    game: str
    minutes: float
    processes: int
    seed: int
    folder: Path
    rung_minutes: float = 5.0
    rung_games: int = 80


class Rung(Struct, frozen=True):
    """What was measured of a net: wins of one seat with it against others that play greedy."""

    seconds: float
    games: int
    loss: float
    share: float
    par: float


class State(Struct):
    """How far a run has come."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    loss: float = 0.0
    best: float = -1.0
    ladder: list[Rung] = []


class Files(NamedTuple):
    """The files of a run."""

    newest: Path
    older: Path
    best: Path
    state: Path

    @classmethod
    def of(cls, folder: Path) -> Files:
        return cls(*(folder / name for name in ("newest.npz", "older.npz", "best.npz", "state.json")))


def train(plan: Plan, tell: Callable[[State], None]) -> State:
    """Train for the time that is asked for; `tell` is told now and then how far it has come."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    files, engine = Files.of(plan.folder), GAMES[plan.game]
    state = msgspec.json.decode(files.state.read_bytes(), type=State) if files.state.exists() else State()
    net = Net.load(files.newest) if files.newest.exists() else first_net(engine, plan.seed)
    publish(net, files.newest)
    if not files.older.exists():
        publish(net, files.older)
    with ExitStack() as stack:
        played = stack.enter_context(workers(plan))
        learner = Learner(net, plan.seed)
        end = plan.minutes * 60
        rung = state.seconds + plan.rung_minutes * 60
        while state.seconds < end:
            before = time.monotonic()
            part = played.get()
            state.loss = learner.learn(part, RATE + (LAST_RATE - RATE) * min(1.0, state.seconds / end))
            state.games += part.games
            state.positions += len(part.inputs)
            publish(net, files.newest)
            state.seconds += time.monotonic() - before
            if state.seconds >= rung or state.seconds >= end:
                rung = state.seconds + plan.rung_minutes * 60
                climb(plan, engine, net, state, files)
            tell(state)
            written(files.state, msgspec.json.encode(state))
    return state


def first_net(engine: Engine, seed: int) -> Net:
    """A net that plays as the hand-made values do."""
    game, _ = new_game(engine, Random(seed))
    settle(game)
    return Net.fresh(width_of(position(features_of(engine), game, 0)), HIDDEN, seed)


def climb(plan: Plan, engine: Engine, net: Net, state: State, files: Files) -> None:
    """Measure the net, keep it where it is the best so far, and let it be an opponent from now on."""
    share, par = strength(engine, net, plan.rung_games, plan.seed + len(state.ladder))
    state.ladder.append(Rung(round(state.seconds, 1), state.games, round(state.loss, 4), share, par))
    if share / par > state.best:
        state.best = share / par
        net.about = about(plan, state)
        publish(net, files.best)
    publish(net, files.older)


def about(plan: Plan, state: State) -> dict[str, Any]:
    """What is to be known of weights: how they were made, and how good they are."""
    return {
        "game": plan.game,
        "command": f"python -m bots train {plan.game} --seed {plan.seed} --processes {plan.processes}",
        "rules": GAMES[plan.game].rules,
        "numpy": np.__version__,
        "ladder": [msgspec.to_builtins(rung) for rung in state.ladder],
    }


class Learner:
    """Takes in what was played, and moves the weights."""

    def __init__(self, net: Net, seed: int) -> None:
        self.net = net
        self._adam = Adam(net, RATE)
        self._random = np.random.default_rng(seed)
        self._parts: list[Lessons] = []
        self._scaled = bool(np.any(net.weights["mean"]))

    def learn(self, part: Lessons, rate: float) -> float:
        """Gives the mean loss."""
        self._parts.append(part)
        while sum(len(it.inputs) for it in self._parts[1:]) > BUFFER:
            self._parts.pop(0)
        known = sum(len(it.inputs) for it in self._parts)
        if not self._scaled:
            if known < SCALING:
                return 0.0
            self._scale()
        self._adam.rate = rate
        everything = joined(self._parts)
        steps = max(1, round(PASSES * len(part.inputs) / BATCH))
        losses = [self._step(everything) for _ in range(steps)]
        return float(np.mean(losses))

    def _scale(self) -> None:
        it = joined(self._parts)
        rows = it.inputs[it.seats]
        self.net.weights["mean"] = rows.mean(axis=0).astype(np.float32)
        self.net.weights["scale"] = np.maximum(rows.std(axis=0), 0.05).astype(np.float32)
        self._scaled = True

    def _step(self, it: Lessons) -> float:
        chosen = self._random.integers(0, len(it.inputs), BATCH)
        return self._adam.step(it.inputs[chosen], it.seats[chosen], it.targets[chosen])


# -- workers ---------------------------------------------------------------------------------------------

PORTION = 8
"""Games that a worker gives at a time."""


class workers:
    """Processes that play with the newest weights for as long as the context lasts; gives their queue."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self.played: Queue[Lessons] = context.Queue(maxsize=4)
        self._processes = [
            context.Process(target=work, args=(plan, number, self.played), daemon=True)
            for number in range(plan.processes)
        ]

    def __enter__(self) -> Queue[Lessons]:
        for process in self._processes:
            process.start()
        return self.played

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()


def work(plan: Plan, number: int, played: Queue[Lessons]) -> None:
    """Play for ever, with the weights that are newest, and those of the last rung, when a portion begins."""
    os.environ["OMP_NUM_THREADS"] = "1"
    files = Files.of(plan.folder)
    judge = Judge(GAMES[plan.game], Net.load(files.newest))
    seed = Random(f"{plan.seed}/{number}/{time.time_ns()}").getrandbits(64)
    other = Judge(judge.engine, Net.load(files.older))
    source = episodes(judge, other, TOGETHER, seed)
    parts: list[Lessons] = []
    for part in source:
        parts.append(part)
        if len(parts) == PORTION:
            put(played, joined(parts))
            parts = []
            judge.net, other.net = Net.load(files.newest), Net.load(files.older)


def put(played: Queue[Lessons], part: Lessons) -> None:
    while True:
        try:
            played.put(part, timeout=5)
            return
        except Full:
            continue


def publish(net: Net, path: Path) -> None:
    """Write weights so that whoever reads them meanwhile gets the old ones or the new ones."""
    fresh = path.with_suffix(".new")
    net.save(fresh)
    fresh.replace(path)


def written(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)


# -- the ladder ------------------------------------------------------------------------------------------


def strength(engine: Engine, net: Net, games: int, seed: int) -> tuple[float, float]:
    """The share of games that one seat with this net wins where greedy has the others, and a fair share."""
    judge = Judge(engine, net)
    won, fair = 0.0, 0.0
    for number in range(games):
        random = Random(f"{seed}/{number}")
        seats = random.choice([*engine.seats])
        options = msgspec.convert(dict(engine.options.decided(seats)), engine.options)
        game = engine.setup(seats, random.getrandbits(128), options)
        won += share_of(judge, game, number % seats, options, random)
        fair += 1 / seats
    return round(won / games, 4), round(fair / games, 4)


def share_of(judge: Judge, game: Any, mine: int, options: Any, random: Random) -> float:
    """What this seat has of the first place in the end."""
    engine = judge.engine
    asks = settle(game)
    seats = len(engine.scores(game))
    about = about_table(engine, options, ["greedy"] * seats)
    greedy = MINDS["greedy"](random.getrandbits(64))
    while asks:
        ask = asks[0]
        if len(ask.options) == 1:
            choice = ask.options[0]
        elif ask.seat == mine:
            choice = a_choice(judge, game, ask, random)
        else:
            choice = greedy.choose(document_of(engine, game, asks, ask.seat, about), float("inf"))
        asks = choose(game, ask, choice)
    first = [score.seat for score in engine.scores(game) if score.place == 1]
    return (mine in first) / len(first)


def lines(state: State) -> Iterator[str]:
    """How far a run has come, in words."""
    speed = state.games / state.seconds if state.seconds else 0.0
    minutes = state.seconds / 60
    yield f"{minutes:.1f} min, {state.games:,} games ({speed:.1f}/s), {state.positions:,} positions"
    yield f"loss {state.loss:.4f}"
    for rung in state.ladder[-3:]:
        after = f"after {rung.seconds / 60:.1f} min"
        yield f"{after}: {rung.share:.1%} of the wins against greedy (fair: {rung.par:.1%})"
