"""Steps of the environments for learning, beside other libraries in the same rounds."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any, Final

import numpy as np
from msgspec import Struct

from bots.env.environment import Environment, Setting

from .kit import SEATS, Aim, Say, Scale, Section, Shown, Table, spread

OTHER: Final = "catanatron"
WANTED: Final = 2.0

SHARE_S: Final = 0.25
"""The part of `Scale.seconds` that one subject plays in one round, without and with observations."""

ABOUT: Final = f"""\
Random play with {SEATS} seats by one process: the mask as an array, one of its actions at random, the step;
then the same with the observation of the acting seat as an array. Seconds are of the processor. All subjects
play one after the other in each round, and the ratios are of one round. Questions with a single option are
answered without mask and observation, and not counted: Stammtisch does so itself, and so is done with the
others.

`catanatron` is the Settlers of Catan simulator of that name in Python. Its mask has the 290 actions of its
environment, found by a dictionary instead of the search of that environment, and its observation is that
environment's. It is measured if it is installed: catanatron and catanatron-gym without their dependencies,
and networkx. In "{OTHER}, all steps" those with a single option count, too. The games of OpenSpiel named
`python_` are those of its own in Python; `OpenSpiel: ` are these games through its interface."""


class Rate(Struct, frozen=True):
    """Steps a second of a subject in one round; `seen` with observations, 0 if it has none."""

    subject: str
    round: int
    steps: float
    seen: float
    load: float
    """The load average of the machine before."""


Play = Callable[[int, bool], Iterator[None]]
"""Plays the game with this seed to its end, with observations or without; yields after each step."""


def ours(game: str) -> Play:
    setting = Setting(game, SEATS)

    def play(seed: int, seen: bool) -> Iterator[None]:
        env = Environment(setting, seed=seed)
        while not env.over:
            env.mask()
            if seen:
                env.observe()
            env.step(random.choice(env.actions))
            yield

    return play


def of_openspiel(name: str) -> Play:
    import pyspiel
    from open_spiel.python import games as registered  # noqa: F401

    import bots.env.openspiel  # noqa: F401

    game = pyspiel.load_game(name)
    from open_spiel.python.observation import make_observation

    observation = make_observation(game)

    def play(seed: int, seen: bool) -> Iterator[None]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            if len(actions := state.legal_actions()) == 1:
                state.apply_action(actions[0])
                continue
            state.legal_actions_mask()
            if seen:
                observation.set_from(state, state.current_player())
            state.apply_action(random.choice(actions))
            yield

    return play


def of_catanatron(every: bool = False) -> Play:
    """`every`: count the steps with a single option, too."""
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, RandomPlayer
    from catanatron_gym.envs.catanatron_env import ACTIONS_ARRAY, normalize_action
    from catanatron_gym.features import create_sample, get_feature_ordering

    numbers = {action: number for number, action in enumerate(ACTIONS_ARRAY)}
    features = get_feature_ordering(SEATS)

    def play(seed: int, seen: bool) -> Iterator[None]:
        game = Game([RandomPlayer(color) for color in list(Color)[:SEATS]], seed=seed + 1)
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            playable = game.state.playable_actions
            if len(playable) == 1 and not every:
                game.execute(playable[0])
                continue
            offered = {}
            for action in playable:
                plain = normalize_action(action)
                offered[numbers[plain.action_type, plain.value]] = action
            mask = np.zeros(len(ACTIONS_ARRAY), np.int8)
            mask[list(offered)] = 1
            if seen:
                sample = create_sample(game, game.state.current_color())
                np.array([float(sample[name]) for name in features])
            game.execute(offered[random.choice(sorted(offered))])
            yield

    return play


def subjects(scale: Scale) -> dict[str, Play]:
    """Everything that is here, by name."""
    found = {game: ours(game) for game in scale.games}
    if find_spec("pyspiel") is not None:
        found |= {name: of_openspiel(name) for name in ("python_liars_poker", "python_team_dominoes")}
        found |= {f"OpenSpiel: {game}": of_openspiel(f"stammtisch_{game}") for game in scale.games}
    if find_spec("catanatron") is not None and find_spec("catanatron_gym") is not None:
        found |= {OTHER: of_catanatron(), f"{OTHER}, all steps": of_catanatron(every=True)}
    return found


def rate(play: Play, seconds: float, seen: bool, seed: int) -> float:
    """Steps a second of processor time."""
    steps, begun = 0, process_time()
    while True:
        for _ in play(seed, seen):
            steps += 1
            if not steps % 16 and process_time() - begun >= seconds:
                return steps / (process_time() - begun)
        seed += 1


def measure(scale: Scale, say: Say) -> list[Rate]:
    """Measure every subject in every round."""
    plays, found = subjects(scale), list[Rate]()
    seconds = scale.seconds * (0.02 if scale.small else SHARE_S)
    for number in range(scale.rounds):
        for name, play in plays.items():
            random.seed(number)
            load = os.getloadavg()[0]
            steps, seen = (rate(play, seconds, it, 1000 * number) for it in (False, True))
            found.append(Rate(name, number, round(steps), round(seen), round(load, 2)))
            say(f"round {number + 1}: {name}: {steps:,.0f} steps a second, {seen:,.0f} with observations")
    return found


def ratios(found: Sequence[Rate], subject: str, of: Callable[[Rate], float]) -> list[float]:
    """How many times as fast as catanatron a subject was, by round."""
    others = {it.round: of(it) for it in found if it.subject == OTHER}
    return [of(it) / others[it.round] for it in found if it.subject == subject and others.get(it.round)]


def shown(found: list[Rate], others: Mapping[str, Any]) -> Shown:
    """A row for each subject: least / median / greatest of the rounds, and the ratios."""
    rows = []
    for name in dict.fromkeys(it.subject for it in found):
        its = [it for it in found if it.subject == name]
        plain, seen = (ratios(found, name, of) for of in (_steps, _seen))
        rows.append(
            (
                name,
                spread([it.steps for it in its]),
                spread([it.seen for it in its]),
                spread(plain, 1),
                spread(seen, 1),
            )
        )
    head = ("subject", "steps/s", "with observations", f"times {OTHER}", "with observations")
    loads = spread([it.load for it in found], 1)
    busy = (
        f"The load average of the machine was {loads}, least / median / greatest. Above the number of cores,"
    )
    note = f"{busy} other programs take processor and caches, and rates are lower than on a quiet machine."
    return Shown([Table(head, rows)], {}, [*_aims(found)], [note])


def _steps(it: Rate) -> float:
    return it.steps


def _seen(it: Rate) -> float:
    return it.seen


def _aims(found: Sequence[Rate]) -> Iterator[Aim]:
    """The slowest of our games counts."""
    games = [name for name in Scale().games if any(it.subject == name for it in found)]
    for what, of in (("masked steps of environments", _steps), ("masked steps with observations", _seen)):
        times = {name: median(it) for name in games if (it := ratios(found, name, of))}
        aim = f">= {WANTED:g} times {OTHER}"
        if not times:
            yield Aim(what, aim, f"{OTHER} was not here", None)
            continue
        slowest = min(times, key=lambda name: times[name])
        yield Aim(what, aim, f"{times[slowest]:.1f} times in {slowest}", times[slowest] >= WANTED)


SECTION: Final = Section("steps", "Steps of environments for learning", ABOUT, list[Rate], measure, shown)
