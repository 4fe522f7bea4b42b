"""The games as AEC environments of PettingZoo: `env("machi_koro", seats=3)`.

Observations are dicts of `observation` (the array) and `action_mask`, as in PettingZoo's classic games. An
agent is the seat `seat_N`. Rewards come at the end, to all agents at once. `render_mode` is "ansi" for the
text of the open question and the scores, or "human" to print it.

Needs the extra `env`: pip install 'stammtisch[env]'.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .environment import Environment, Rewards, Setting

VERSION = 0
"""The version of the environments' form in their names, as PettingZoo counts it."""


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    rewards: Rewards = "share",
    features: bool = False,
    max_steps: int | None = None,
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """An environment with PettingZoo's check of the order of calls. `options`: the options of the game by
    name; `max_steps`: steps after which a game is truncated. Raises LookupError for an unknown game and
    OptionsRefused for options that can't be played."""
    setting = Setting(game, seats, options, rewards, features)
    return OrderEnforcingWrapper(StammtischEnv(setting, max_steps, render_mode))


class StammtischEnv(AECEnv):  # type: ignore[misc]
    """An environment without that check: a little faster."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "is_parallelizable": False}

    def __init__(
        self, setting: Setting, max_steps: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is {' or '.join(modes)}, not {render_mode!r}")
        if max_steps is not None and max_steps < 1:
            raise ValueError("max_steps counts from 1")
        self.metadata = {**self.metadata, "name": f"{setting.engine.name}_v{VERSION}"}
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.setting = setting
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.seats)]
        self.action_spaces = {agent: Discrete(setting.vocabulary.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: _space(setting) for agent in self.possible_agents}
        self.game = Environment(setting)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game; the same seed gives the same deal."""
        self.game.reset(seed)
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.game.observe(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: Any) -> None:
        """The selected agent takes an action, None after the end. Raises NotOffered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.step(int(action))
        self.steps += 1
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.game.rewards(), strict=True))
        elif self.max_steps is not None and self.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        if not self.game.over:
            self.agent_selection = self.possible_agents[self.game.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The text of the position, or None after printing it."""
        text = _text(self.game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""


def _space(setting: Setting) -> Dict:
    layout = setting.layout
    limits: tuple[Any, Any] = (-(2**15), 2**15 - 1) if layout.dtype is np.int16 else (-np.inf, np.inf)
    return Dict(
        {
            "observation": Box(*limits, (layout.width,), layout.dtype),
            "action_mask": Box(0, 1, (setting.vocabulary.size,), np.int8),
        }
    )


def _text(game: Environment) -> str:
    """The open question with its actions, and the scores."""
    scores = ", ".join(f"seat_{one.seat} {one.points}" for one in game.scores())
    if game.ask is None:
        return f"{game.setting.engine.name} is over. Points: {scores}"
    actions = "; ".join(f"{action}: {game.text(action)}" for action in game.actions)
    return f"{game.setting.engine.name}. Points: {scores}\nseat_{game.seat}, {game.ask.prompt}: {actions}"
