"""OpenSpiel's own simulation test passes for every game, with several numbers of seats and options."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import bots.env.openspiel as ours
from server.games import GAMES
from server.games.engine import OptionsRefused

CASES = [
    (name, {"players": seats, **options})
    for name, engine in GAMES.items()
    for number, seats in enumerate(engine.seats)
    for options in [({}, *engine.options.presets().values())[number % (1 + len(engine.options.presets()))]]
] + [(name, {"rewards": "place"}) for name in GAMES]
"""Every game with each number of seats; the presets of options in turn."""

SECONDS: Final = {"bruges": 4, "loyang": 3}
"""From this number of seats on, the test of a game takes seconds."""


def begun(name: str, deal: int = 1, **given: Any) -> Any:
    """A state after the chance nodes at the root."""
    state = pyspiel.load_game(ours.PREFIX + name, given).new_initial_state()
    while state.is_chance_node():
        state.apply_action(deal)
    return state


@pytest.mark.parametrize(
    ("name", "given"),
    [
        pytest.param(
            *case, marks=pytest.mark.long if case[1].get("players", 0) >= SECONDS.get(case[0], 9) else ()
        )
        for case in CASES
    ],
    ids=str,
)
def test_the_simulation_of_openspiel_passes(name: str, given: dict[str, Any]) -> None:
    game = pyspiel.load_game(ours.PREFIX + name, given)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_players() == given.get("players", GAMES[name].seats[0])


@pytest.mark.parametrize("name", ["machi_koro", "schweinebande", "santiago"])
def test_states_can_be_stored(name: str) -> None:
    """The same test with every state stored and loaded; long games would take long."""
    pyspiel.random_sim_test(pyspiel.load_game(ours.PREFIX + name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", ["bruges", "loyang"])
def test_states_of_long_games_can_be_stored(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(ours.PREFIX + name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_history_leads_to_the_same_state(name: str) -> None:
    state, random = begun(name), Random(2)
    for _ in range(60):
        state.apply_action(random.choice(state.legal_actions()))
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    clone, pickled = state.clone(), pickle.loads(pickle.dumps(state))
    assert str(again) == str(clone) == str(pickled) == str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(again) == str(state) != str(clone)


def test_a_resampled_state_looks_the_same_to_its_player() -> None:
    state, random = begun("loyang", players=3), Random(3)
    for _ in range(40):
        state.apply_action(random.choice(state.legal_actions()))
    player = state.current_player()
    found = [state.resample_from_infostate(player, random.random) for _ in range(5)]
    for other in found:
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions() and other.history() == state.history()
    assert len({str(other) for other in found}) == 5


def test_what_everybody_sees_is_told_without_the_rest() -> None:
    state, random = begun("bruges", players=3), Random(4)
    for _ in range(40):
        state.apply_action(random.choice(state.legal_actions()))
    watching = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    public, own = (ours.StammtischObserver(state.setting, kind) for kind in (watching, None))
    for observer in (public, own):
        observer.set_from(state, 1)
    hand = state.setting.layout.names["private hand"]
    assert own.tensor[hand].any() and not public.tensor[hand].any()
    assert own.string_from(state, 1) != public.string_from(state, 1)
    with pytest.raises(ValueError, match="without its memory"):
        ours.StammtischObserver(state.setting, pyspiel.IIGObservationType(perfect_recall=True))


def test_algorithms_of_openspiel_play() -> None:
    state, random = begun("machi_koro"), np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, random)
    plain = mcts.MCTSBot(state.get_game(), 2, 5, rollout, random_state=random)
    blind = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=rollout,
        uct_c=2,
        max_simulations=5,
        random_state=random,
        use_observation_string=True,
    )
    for bot in (plain, blind):
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    "text", ["bruges(players=7)", "machi_koro(start_player=fourth)", "machi_koro(supply=x)"]
)
def test_what_cannot_be_played_is_refused(text: str) -> None:
    with pytest.raises(OptionsRefused):
        pyspiel.load_game(ours.PREFIX + text)
