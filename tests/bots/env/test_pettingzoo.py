"""PettingZoo's own tests pass for every game, with several numbers of seats and options."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from bots.env import aec
from bots.env.environment import NotOffered
from server.games import GAMES
from server.games.engine import OptionsRefused

CASES = [
    (name, seats, dict(options))
    for name, engine in GAMES.items()
    for seats in engine.seats
    for options in ({}, *engine.options.presets().values())
]
"""Every game with each number of seats, with the default options and each preset."""

OF_DICTS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""Warnings at observations with an action mask, which only PettingZoo's own games are spared."""


@pytest.fixture(autouse=True)
def no_other_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in OF_DICTS:
            warnings.filterwarnings("ignore", text)
        yield


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=str)
def test_the_interface_is_kept(name: str, seats: int, options: dict[str, Any]) -> None:
    api_test(aec.env(name, seats, options), num_cycles=60)


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=str)
def test_a_seed_decides_everything(name: str, seats: int, options: dict[str, Any]) -> None:
    seed_test(lambda: aec.env(name, seats, options), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_positions_can_be_rendered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: aec.env(name, **mode))
    assert f"{name}. Points: seat_0" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_gives_its_rewards_once(name: str) -> None:
    env = aec.env(name, rewards="place")
    env.reset(seed=3)
    env.action_space(env.possible_agents[0]).seed(1)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, termination, truncation, _ = env.last()
        given[agent] += reward
        over = termination or truncation
        env.step(None if over else env.action_space(env.possible_agents[0]).sample(seen["action_mask"]))
    assert not env.agents and sum(given.values()) == pytest.approx(0) and max(given.values()) > 0


def test_a_game_can_be_cut() -> None:
    env = aec.env("loyang", max_steps=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_what_is_not_offered_is_refused() -> None:
    env = aec.env("machi_koro")
    env.reset(seed=1)
    with pytest.raises(NotOffered):
        env.step(int(env.last()[0]["action_mask"].argmin()))
    with pytest.raises(OptionsRefused):
        aec.env("machi_koro", seats=5)
    with pytest.raises(ValueError, match="max_steps"):
        aec.env("machi_koro", max_steps=0)
    with pytest.raises(ValueError, match="render_mode"):
        aec.env("machi_koro", render_mode="rgb_array")


def test_features_are_floats() -> None:
    env = aec.env("santiago", seats=3, features=True)
    api_test(env, num_cycles=20)
    assert env.observation_space("seat_0")["observation"].dtype == "float32"
