"""The games as Python games of OpenSpiel: importing this module registers them.

    import pyspiel, bots.env.openspiel
    game = pyspiel.load_game("stammtisch_machi_koro(players=3,play_out=False)")

The parameters are `players`, `rewards` (share or place) and the options of the game. All luck lies at the
root: `SEED_NODES` chance nodes choose the seed of the deal. After them a game has no more chance nodes, and
no seat sees the seed, so a history is a list of actions that leads to the same state everywhere.
`resample_from_infostate` deals everything again that a seat does not know, the luck to come as well.

Needs the extra `openspiel`: pip install 'stammtisch[openspiel]'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel

from server.games import GAMES
from server.games.engine import Engine
from server.games.packing import pack

from .environment import Environment, Setting
from .observation import Observation

PREFIX: Final = "stammtisch_"
SEED_NODES: Final = 4
OUTCOMES: Final = 256
"""A game is one of `OUTCOMES ** SEED_NODES` deals."""

MAX_GAME_LENGTH: Final = 100_000
"""More steps than any game takes; OpenSpiel wants a number."""


def parameters(engine: Engine) -> dict[str, Any]:
    """The parameters of a game with their defaults; options that the number of seats decides are left out."""
    decided = {name for seats in engine.seats for name in engine.options.decided(seats)}
    usual = {**msgspec.to_builtins(engine.options()), **engine.options.usual()}
    options = {name: value for name, value in usual.items() if name not in decided}
    return {"players": engine.seats[0], "rewards": "share", **options}


def game_type(engine: Engine) -> Any:
    """The type of a game, as OpenSpiel describes it."""
    return pyspiel.GameType(
        short_name=PREFIX + engine.name,
        long_name=f"Stammtisch: {engine.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=engine.seats[-1],
        min_num_players=engine.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(engine),
    )


def game_info(setting: Setting) -> Any:
    """The sizes of a game with its parameters."""
    least, total = (0.0, 1.0) if setting.kind == "share" else (-1.0, 0.0)
    return pyspiel.GameInfo(
        num_distinct_actions=setting.vocabulary.size,
        max_chance_outcomes=OUTCOMES,
        num_players=setting.seats,
        min_utility=least,
        max_utility=1.0,
        utility_sum=total,
        max_game_length=MAX_GAME_LENGTH,
    )


class StammtischGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters; a subclass for each game has its engine and its type."""

    engine: ClassVar[Engine]
    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**parameters(self.engine), **(params or {})}
        seats, rewards = given.pop("players"), given.pop("rewards")
        self.setting = Setting(self.engine.name, seats, given, rewards)
        super().__init__(self.kind, game_info(self.setting), params or {})

    def new_initial_state(self) -> StammtischState:
        return StammtischState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> StammtischObserver:
        return StammtischObserver(self.setting, iig_obs_type)


class StammtischState(pyspiel.State):  # type: ignore[misc]
    """A game in progress; without `play` while the chance nodes at the root choose its seed."""

    def __init__(self, game: StammtischGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.seed: list[int] = []
        self.play: Environment | None = None

    def current_player(self) -> int:
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.play.over else self.play.seat

    def is_terminal(self) -> bool:
        return self.play is not None and self.play.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.actions if self.play is not None and player == self.play.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self.play is not None:
            self.play.step(action)
            return
        self.seed.append(action)
        if len(self.seed) == SEED_NODES:
            self.play = Environment(self.setting, seed=int.from_bytes(bytes(self.seed), "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.play is None:
            return f"deal {action}"
        return " ".join(str(word) for word in self.setting.vocabulary.words[action] if word not in (None, -1))

    def returns(self) -> list[float]:
        return self.play.rewards() if self.play is not None else [0.0] * self.setting.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> StammtischState:
        """A state that this player can't tell from this one, with another deal of the rest; `sampler` gives
        numbers from 0 to 1. Its history is the one of this state."""
        new: StammtischState = self.clone()
        if self.play is not None:
            new.play = self.play.resample(player, int(sampler() * 2**53))
        return new

    def __str__(self) -> str:
        if self.play is None:
            return f"deal {self.seed}"
        game = self.play
        points = [one.points for one in game.scores()]
        asked = "over" if game.ask is None else f"seat {game.seat}, {game.ask.prompt}"
        return f"{game.setting.engine.name}: {asked}, points {points}, {pack(game.game).hex()}"


class StammtischObserver:
    """The observations of a game: the arrays of `Environment.observe` as floats."""

    def __init__(self, setting: Setting, iig_obs_type: Any = None) -> None:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.perfect_recall or wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("there are observations of one seat, without its memory of earlier ones")
        self._alone = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._setting = setting
        self.tensor = np.zeros(setting.layout.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: StammtischState, player: int) -> None:
        """Fill the tensor with what this player sees."""
        self.tensor[:] = 0 if state.play is None else self._seen(state.play, player)

    def string_from(self, state: StammtischState, player: int) -> str:
        """What this player sees as text: equal texts for equal observations."""
        return "" if state.play is None else " ".join(map(str, self._seen(state.play, player).tolist()))

    def _seen(self, game: Environment, player: int) -> Observation:
        return game.observe(player) if self._alone else game.watch(player)


for _engine in GAMES.values():
    _type = game_type(_engine)
    pyspiel.register_game(
        _type, type(f"{_engine.name.title()}Game", (StammtischGame,), {"engine": _engine, "kind": _type})
    )
