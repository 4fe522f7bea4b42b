"""One environment: seeds, rewards, clones, what is dealt again, and what it refuses."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bots.env.environment import Environment, NotOffered, by_place, shares
from bots.env.games import NoTables
from bots.env.parts import TooWide
from server.games import GAMES
from server.games.engine import OptionsRefused
from server.games.packing import pack
from tests.games import toy

from .laws import examine, what_a_seat_cannot_know_changes_nothing

ROOT = Path(__file__).parents[3]


def played(env: Environment, seed: int, most: int = 10_000) -> list[int]:
    """Act at random, up to the end or so many steps; returns the actions."""
    random, found = Random(seed), list[int]()
    while not env.over and len(found) < most:
        found.append(random.choice(env.actions))
        env.step(found[-1])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_its_seed_and_its_actions(name: str) -> None:
    one, two = Environment(name, seed=7), Environment(name, seed=7)
    actions = played(one, 1)
    assert one.over and one.seat == -1 and not one.actions and not one.mask().any()
    for action in actions:
        two.step(action)
    assert two.over and two.rewards() == one.rewards()
    assert pack(two.game) == pack(one.game)
    assert Environment(name, seed=8).game.key != Environment(name, seed=7).game.key
    assert Environment(name).game.key != Environment(name).game.key, "without a seed every game is another"


@pytest.mark.parametrize("name", GAMES)
def test_features_tell_no_more_than_the_views(name: str) -> None:
    """The same laws, with the numbers that nets learn from in place of the views."""
    number = {"loyang": 5, "bruges": 6}.get(name, 4)
    assert examine(name, number, every=30, features=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_environment_goes_on_alike(name: str) -> None:
    env = Environment(name, seats=GAMES[name].seats[-1], seed=3)
    played(env, 2, most=30)
    again = pickle.loads(pickle.dumps(env))
    assert again.observe().tobytes() == env.observe().tobytes() and again.actions == env.actions
    assert played(again, 4) == played(env, 4) and again.rewards() == env.rewards()


def test_hidden_cards_are_dealt_again() -> None:
    env = Environment("bruges", seats=3, seed=5)
    played(env, 1, most=60)
    others = [env.resample(env.seat, seed) for seed in range(20)]
    hands = {str([player.hand for player in other.game.players]) for other in others}
    assert len(hands) > 10
    own = {str(other.game.players[env.seat].hand) for other in others}
    assert own == {str(env.game.players[env.seat].hand)}
    for other in others[:3]:
        played(other, 1)
        assert other.over


@pytest.mark.parametrize("places", [[1, 2, 3], [2, 1, 2], [1, 1, 3, 4], [1, 1], [3, 1, 1, 3, 5]])
def test_rewards_have_a_constant_sum(places: list[int]) -> None:
    assert sum(shares(places)) == pytest.approx(1) and sum(by_place(places)) == pytest.approx(0)
    for rewards in (shares(places), by_place(places)):
        best_first = [reward for _, reward in sorted(zip(places, rewards, strict=True))]
        assert best_first == sorted(rewards, reverse=True)
    assert by_place([1, 2, 3]) == [1, 0, -1] and shares([2, 1, 1]) == [0, 0.5, 0.5]


def test_rewards_come_at_the_end() -> None:
    env = Environment("machi_koro", seats=3, rewards="place", seed=2)
    assert env.rewards() == [0, 0, 0]
    played(env, 1)
    assert sorted(env.rewards()) == [-1, 0, 1]


def test_an_action_that_is_not_offered_changes_nothing() -> None:
    env = Environment("loyang", seed=1)
    before = pack(env.game)
    for wrong in ({*range(env.setting.vocabulary.size)} - {*env.actions}) | {-1, 10**9}:
        with pytest.raises(NotOffered):
            env.step(wrong)
    assert pack(env.game) == before
    played(env, 1)
    with pytest.raises(NotOffered, match="over"):
        env.step(0)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"game": "chess"}, LookupError),
        ({"game": "bruges", "seats": 6}, OptionsRefused),
        ({"game": "bruges", "options": {"dragons": True}}, OptionsRefused),
        ({"game": "machi_koro", "seats": 2, "options": {"start_player": "fourth"}}, OptionsRefused),
        ({"game": "machi_koro", "rewards": "money"}, ValueError),
        ({"game": "machi_koro", "seed": -1}, ValueError),
        ({"game": "machi_koro", "seed": 2**256}, ValueError),
    ],
)
def test_what_cannot_be_played_is_refused(given: dict[str, Any], wrong: type[Exception]) -> None:
    with pytest.raises(wrong):
        Environment(**given)


def test_nothing_needs_the_extras_but_what_is_made_for_them() -> None:
    code = (
        "import sys, bots.commands.parser, bots.env.environment;"
        "print(*sorted({'pettingzoo', 'gymnasium', 'pyspiel', 'pyarrow'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_game_without_tables_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", toy)
    with pytest.raises(NoTables, match="toy has no tables"):
        Environment("toy")


@pytest.mark.parametrize("name", GAMES)
def test_actions_have_words(name: str) -> None:
    env = Environment(name, seed=1)
    for language in ("en", "de"):
        words = [env.text(action, language) for action in env.actions]
        assert all(words) and len({*words}) > len(words) / 2


def test_the_places_of_an_observation_have_names() -> None:
    env = Environment("machi_koro", seats=3, seed=4)
    places, seen = env.setting.layout.names, env.observe()
    assert [n for it in places.values() for n in it] == [*range(len(seen))]
    me = env.seat
    coins = [env.game.coins[(me + n) % 3] for n in range(3)]
    assert seen[places["public coins"]].tolist() == coins
    assert seen[places["me"]].argmax() == me and seen[places["asked"]][0] == 1


def test_a_value_without_a_place_is_noticed() -> None:
    env = Environment("machi_koro", seed=4)
    env.game.coins[0] = 40_000
    with pytest.raises(TooWide, match="coins"):
        env.observe()
    env.game.coins[0], env.game.dice = 1, [1, 2, 3]
    with pytest.raises(TooWide, match="dice"):
        env.observe()


def test_an_observation_that_tells_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of secrecy fails if another seat's hand gets into the view, or the mask depends on it."""
    env = Environment("bruges", seats=2, seed=5)
    played(env, 1, most=40)
    random = Random(1)
    for _ in range(5):
        what_a_seat_cannot_know_changes_nothing(env, random)
    real = Environment.views

    def leaking(self: Environment, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        public, private = real(self, seat)
        return public, {**private, "drawn": self.game.players[1 - seat].hand}

    with monkeypatch.context() as patch, pytest.raises(AssertionError, match="observes something else"):
        patch.setattr(Environment, "views", leaking)
        for _ in range(20):
            what_a_seat_cannot_know_changes_nothing(env, random)

    def masked(self: Environment, seat: int | None = None) -> Any:
        return np.array([sum(hand[0] for hand in (p.hand for p in self.game.players) if hand)], np.int8)

    with monkeypatch.context() as patch, pytest.raises(AssertionError, match="another mask"):
        patch.setattr(Environment, "mask", masked)
        for _ in range(20):
            what_a_seat_cannot_know_changes_nothing(env, random)
