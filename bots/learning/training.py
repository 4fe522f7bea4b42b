"""A training run: workers play, this process updates the net, and a ladder measures the progress.

The folder of a run contains the newest weights, those of each rung of the ladder, which are opponents, and
the state, so an interrupted run can be resumed; only the replay buffer is lost. The result is the net with
the best measurement, not the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from platform import python_version
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct

from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import settle

from ..features import features_of
from ..search.encoding import position, width_of
from ..search.evaluator import weights_of
from ..search.net import Net
from ..showing import Show, unseen
from .learner import Learner
from .selfplay import new_game
from .strength import Strength, merit, strengths, table
from .workers import Order, Weights, Workers

HIDDEN = (64, 32)
POOL_NETS = 6
"""Number of earlier nets in the opponent pool: the latest rungs, and always the net at the start of the run,
which plays as the hand-made values do unless the run continues from existing weights."""


class TrainingPlan(Struct, frozen=True):
    """The parameters of a run: game, number of games and processes, seed, folder."""

    game: str
    games: int
    processes: int
    seed: int
    folder: Path
    rung_every: int = 1000
    rung_games: int = 80
    together: int = 16
    """Games that one process plays in parallel."""
    portion: int = 8
    """Games that a process plays before it receives newer weights."""
    onward: bool = False
    """Start with the current net of the game, if it has one."""


class Rung(Struct, frozen=True):
    """A measurement of a net."""

    seconds: float
    games: int
    loss: float
    strengths: list[Strength]


class State(Struct):
    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    loss: float = 0.0
    best: float = -1.0
    ladder: list[Rung] = []
    begun: list[int] = []
    """The numbers of games at which the run was started or resumed."""
    before: int = 0
    """The number of games that the initial net was trained on."""


class RunFiles(NamedTuple):
    newest: Path
    best: Path
    state: Path

    @classmethod
    def of(cls, folder: Path) -> RunFiles:
        return cls(*(folder / name for name in ("newest.npz", "best.npz", "state.json")))


def train(plan: TrainingPlan, tell: Callable[[State], None], show: Show = unseen) -> State:
    """Train until `plan.games` games are played; `tell` receives the progress, and `show` shows that of
    measurements."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    files, engine = RunFiles.of(plan.folder), GAMES[plan.game]
    state = msgspec.json.decode(files.state.read_bytes(), type=State) if files.state.exists() else State()
    if state.games >= plan.games:
        return state
    net = Net.load(files.newest) if files.newest.exists() else begun_with(plan, engine)
    if not state.games:
        state.before = learnt(net)
        publish(net, rung_file(plan, 0))
    learner = Learner(net, plan.seed, engine.seats[-1])
    net = learner.steady
    random = Random(f"{plan.seed}/{state.games}")
    rung = state.games + plan.rung_every
    state.begun.append(state.games)
    seed = f"{plan.seed}/{state.games}"
    with Workers(plan.game, plan.processes, seed, plan.together, plan.portion) as workers:
        workers.begin(order(plan, net, state, random))
        while state.games < plan.games:
            before = time.monotonic()
            part = workers.played()
            state.loss = learner.learn(part, state.games / plan.games)
            workers.go_on(order(plan, net, state, random))
            state.games += part.games
            state.positions += len(part.inputs)
            state.seconds += time.monotonic() - before
            if state.games >= rung or state.games >= plan.games:
                rung = state.games + plan.rung_every
                climb(plan, engine, net, state, files, show)
            tell(state)
            publish(net, files.newest)
            written(files.state, msgspec.json.encode(state))
    return state


def begun_with(plan: TrainingPlan, engine: Engine) -> Net:
    """The initial net: with `onward` the current one of the game, if it exists; else an untrained one."""
    path = weights_of(plan.game)
    return Net.load(path) if plan.onward and path.is_file() else first_net(engine, plan.seed)


def first_net(engine: Engine, seed: int) -> Net:
    """An untrained net, which plays as the hand-made values do."""
    game, _ = new_game(engine, Random(seed))
    settle(game)
    features = features_of(engine)
    return Net.fresh(width_of(features, position(features, game, 0)), HIDDEN, seed)


def learnt(net: Net) -> int:
    """The number of games a net was trained on, according to its metadata."""
    ladder: list[dict[str, int]] = net.about.get("ladder", [])
    before: int = net.about.get("before", 0)
    return before + (ladder[-1]["games"] if ladder else 0)


def order(plan: TrainingPlan, net: Net, state: State, random: Random) -> Order:
    """The newest weights, and those of an earlier rung."""
    known = len(state.ladder)
    rung = random.choice([0, *range(max(1, known - POOL_NETS + 2), known + 1)])
    other: Weights = Net.load(rung_file(plan, rung)).weights
    return Order(net.weights, other)


def rung_file(plan: TrainingPlan, number: int) -> Path:
    """The file of a rung's net; number 0 is the initial net."""
    return plan.folder / f"rung-{number}.npz"


def climb(plan: TrainingPlan, engine: Engine, net: Net, state: State, files: RunFiles, show: Show) -> None:
    """Measure the net, save it if it is the best so far, and add it to the opponents."""
    measured = strengths(
        engine, net, plan.rung_games, plan.seed + len(state.ladder), plan.processes, show=show
    )
    state.ladder.append(Rung(round(state.seconds, 1), state.games, round(state.loss, 4), measured))
    publish(net, rung_file(plan, len(state.ladder)))
    if merit(measured) > state.best:
        state.best = merit(measured)
        net.about = about(plan, state)
        publish(net, files.best)


def about(plan: TrainingPlan, state: State) -> dict[str, Any]:
    """The metadata of weights: how they were made, and their strength."""
    return {
        "game": plan.game,
        "command": (
            f"python -m bots train {plan.game} --games {plan.games} --seed {plan.seed}"
            f" --processes {plan.processes} --rung-every {plan.rung_every} --rung-games {plan.rung_games}"
            f"{' --onward' * plan.onward}"
        ),
        "before": state.before,
        "rules": GAMES[plan.game].rules,
        "numpy": np.__version__,
        "python": python_version(),
        "begun": state.begun,
        "ladder": [msgspec.to_builtins(rung) for rung in state.ladder],
    }


def publish(net: Net, path: Path) -> None:
    """Replace a weights file atomically, so that readers get either the old or the new one."""
    fresh = path.with_suffix(".new")
    net.save(fresh)
    fresh.replace(path)


def written(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)


def lines(state: State) -> Iterator[str]:
    """The progress of a run as sentences."""
    speed = state.games / state.seconds if state.seconds else 0.0
    minutes = state.seconds / 60
    yield f"{minutes:.1f} min, {state.games:,} games ({speed:.1f}/s), {state.positions:,} positions"
    yield f"loss {state.loss:.4f}"
    for rung in state.ladder[-2:]:
        yield f"after {rung.games:,} games: {'; '.join(table(rung.strengths))}"
