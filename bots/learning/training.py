"""Self-play becomes a better net: workers play, this process learns, a ladder says what was reached.

In the folder of a run lie the newest weights, those of every rung of the ladder, which play against them, and
how far it has come, so a run that was ended goes on from there; only what the last games taught is forgotten.
What is kept in the end is the net that did best on the ladder, not the last.
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

from .encoding import position, width_of
from .features import features_of
from .judge import weights_of
from .ladder import Strength, merit, strengths, table
from .learner import Learner
from .net import Net
from .selfplay import new_game
from .workers import Order, Weights, Workers

HIDDEN = (64, 32)
POOL = 6
"""Nets of earlier rungs that play against the newest: the last ones, and always the one with which the run
began, which plays as the hand-made values do, if it isn't the mind's own."""


class Plan(Struct, frozen=True):
    """What is asked for: a game, how many games, with how many processes, from which seed, where it lies."""

    game: str
    games: int
    processes: int
    seed: int
    folder: Path
    rung_every: int = 1000
    rung_games: int = 80
    together: int = 16
    """Games that one process plays at a time."""
    portion: int = 8
    """Games that a process plays before it hears of newer weights."""
    onward: bool = False
    """Begin with the net that the mind uses, where the game has one."""


class Rung(Struct, frozen=True):
    """What was measured of a net, and when."""

    seconds: float
    games: int
    loss: float
    strengths: list[Strength]


class State(Struct):
    """How far a run has come."""

    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    loss: float = 0.0
    best: float = -1.0
    ladder: list[Rung] = []
    begun: list[int] = []
    """At how many games the run was begun or went on."""
    before: int = 0
    """Of how many games the net had learnt with which the run began."""


class Files(NamedTuple):
    """The files of a run."""

    newest: Path
    best: Path
    state: Path

    @classmethod
    def of(cls, folder: Path) -> Files:
        return cls(*(folder / name for name in ("newest.npz", "best.npz", "state.json")))


def train(plan: Plan, tell: Callable[[State], None]) -> State:
    """Train for as many games as are asked for; `tell` is told now and then how far it has come."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    files, engine = Files.of(plan.folder), GAMES[plan.game]
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
                climb(plan, engine, net, state, files)
            tell(state)
            publish(net, files.newest)
            written(files.state, msgspec.json.encode(state))
    return state


def begun_with(plan: Plan, engine: Engine) -> Net:
    """The net that the mind uses, where that is asked for and there is one; else a first one."""
    path = weights_of(plan.game)
    return Net.load(path) if plan.onward and path.is_file() else first_net(engine, plan.seed)


def first_net(engine: Engine, seed: int) -> Net:
    """A net that plays as the hand-made values do."""
    game, _ = new_game(engine, Random(seed))
    settle(game)
    features = features_of(engine)
    return Net.fresh(width_of(features, position(features, game, 0)), HIDDEN, seed)


def learnt(net: Net) -> int:
    """Of how many games a net has learnt, by what it says of itself."""
    ladder: list[dict[str, int]] = net.about.get("ladder", [])
    before: int = net.about.get("before", 0)
    return before + (ladder[-1]["games"] if ladder else 0)


def order(plan: Plan, net: Net, state: State, random: Random) -> Order:
    """The newest weights, and those of an earlier rung."""
    known = len(state.ladder)
    rung = random.choice([0, *range(max(1, known - POOL + 2), known + 1)])
    other: Weights = Net.load(rung_file(plan, rung)).weights
    return Order(net.weights, other)


def rung_file(plan: Plan, number: int) -> Path:
    """Where the net of a rung lies; number 0 has learnt nothing."""
    return plan.folder / f"rung-{number}.npz"


def climb(plan: Plan, engine: Engine, net: Net, state: State, files: Files) -> None:
    """Measure the net, keep it where it is the best so far, and let it be an opponent from now on."""
    measured = strengths(engine, net, plan.rung_games, plan.seed + len(state.ladder), plan.processes)
    state.ladder.append(Rung(round(state.seconds, 1), state.games, round(state.loss, 4), measured))
    publish(net, rung_file(plan, len(state.ladder)))
    if merit(measured) > state.best:
        state.best = merit(measured)
        net.about = about(plan, state)
        publish(net, files.best)


def about(plan: Plan, state: State) -> dict[str, Any]:
    """What is to be known of weights: how they were made, and how good they are."""
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
    """Write weights so that whoever reads them meanwhile gets the old ones or the new ones."""
    fresh = path.with_suffix(".new")
    net.save(fresh)
    fresh.replace(path)


def written(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)


def lines(state: State) -> Iterator[str]:
    """How far a run has come, in words."""
    speed = state.games / state.seconds if state.seconds else 0.0
    minutes = state.seconds / 60
    yield f"{minutes:.1f} min, {state.games:,} games ({speed:.1f}/s), {state.positions:,} positions"
    yield f"loss {state.loss:.4f}"
    for rung in state.ladder[-2:]:
        yield f"after {rung.games:,} games: {'; '.join(table(rung.strengths))}"
