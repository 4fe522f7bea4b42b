"""Actions: fixed, complete and invertible at every question of random games with all options."""

from __future__ import annotations

import pytest

from bots.env.environment import Environment, NotOffered, Setting
from bots.env.games import tables_of
from bots.env.games.santiago import POINTS
from bots.env.vocabulary import ALONE, ANY, Amounts, Prefix, Unspeakable, Vocabulary
from server.games import GAMES
from server.games.catalogue import LANGUAGES, texts
from server.games.kernel import Choice, choices
from server.games.santiago.cards import BOX
from server.games.santiago.flow import UseBuilding
from server.games.santiago.state import VP

from .digests import digests, key, stored
from .laws import examine, paths

GAMES_EACH = {"loyang": 3, "bruges": 4}
"""Random games by name; 8 for all others."""


@pytest.mark.parametrize("name", GAMES)
def test_random_games_keep_the_laws(name: str) -> None:
    for number in range(GAMES_EACH.get(name, 8)):
        assert examine(name, number)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games_keep_the_laws(name: str) -> None:
    for number in range(100, 100 + 40 * GAMES_EACH.get(name, 8)):
        assert examine(name, number, every=20)


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_of_a_game_has_actions(name: str) -> None:
    """The texts have a line for each verb that the game can offer."""
    for language in LANGUAGES:
        assert {*texts(name, language)["choices"]} == {*tables_of(GAMES[name]).VERBS}


@pytest.mark.parametrize("name", GAMES)
def test_actions_and_places_stay_what_they_were(name: str) -> None:
    """If the rules have a new number: `python -m tests.bots.env.digests`."""
    assert stored().get(key(name)) == digests(name)


def test_the_actions_do_not_depend_on_options_or_seats() -> None:
    for name, engine in GAMES.items():
        presets = [{}, *engine.options.presets().values()]
        found = {Setting(name, seats, given).vocabulary.digest for seats in engine.seats for given in presets}
        assert len(found) == 1


# -- amounts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, POINTS, POINTS + 1, 3 * POINTS, 5_000])
def test_any_amount_is_a_sequence_of_actions(most: int) -> None:
    vocabulary = Vocabulary(tables_of(GAMES["santiago"]).VERBS)
    options = [*choices("buy_vp", range(1, most // 3 + 1)), *choices("sell_vp", range(1, most + 1))]
    options.append(Choice("decline"))
    found = [*paths(vocabulary, options)]
    assert sorted(option for _, option in found) == sorted(options)
    assert len({path for path, _ in found}) == len(options)
    assert max(len(path) for path, _ in found) == 1 + max((most - 1) // POINTS, (most // 3 - 1) // 24)


def test_an_amount_beyond_the_list_is_said_in_parts() -> None:
    """A seat of Santiago with 200 points at the casino sells 150 of them."""
    setting = Setting("santiago", 2)
    begun = Environment(setting, seed=1)
    active = begun.game.active
    begun.game.held[active][VP] = 200
    begun.game.stack.append(UseBuilding(next(n for n, it in enumerate(BOX.buildings) if it.id == "casino")))
    env = Environment.of(setting, begun.game)
    words = setting.vocabulary.words
    more = words.index(("sell_vp", "more"))
    before = env.observe()
    env.step(more)
    assert env.said == Prefix("sell_vp", POINTS) and env.seat == active
    assert {words[action][0] for action in env.actions} == {"sell_vp"}
    assert (env.observe() != before).sum() == 1, "how much was said is seen, and nothing else has changed"
    own, other = env.resample(active, 3), env.resample(1 - active, 3)
    assert (own.said, own.actions) == (env.said, env.actions)
    assert other.said is None, "the other seat does not know it"
    assert {words[action][0] for action in other.actions} > {"sell_vp"}
    env.step(more)
    last = env.clone()
    last.step(more)
    assert [words[action] for action in last.actions] == [("sell_vp", n) for n in range(1, 21)]
    with pytest.raises(NotOffered):
        env.step(words.index(("decline", -1)))
    env.step(words.index(("sell_vp", 30)))
    assert env.game.held[active][VP] == 50 and env.said is None


# -- wrong tables are noticed ----------------------------------------------------------------------


def test_an_option_without_an_action_is_noticed() -> None:
    vocabulary = Vocabulary({"take": range(3), "done": ALONE, "say": Amounts(1, 5)})
    for option in (Choice("take", 3), Choice("done", 0), Choice("give"), Choice("say", 0)):
        with pytest.raises(Unspeakable, match=option.verb):
            vocabulary.offer([option])


def test_options_that_share_an_action_are_noticed() -> None:
    vocabulary = Vocabulary({"pay": ANY, "done": ALONE, "say": Amounts(1, 5)})
    assert vocabulary.offer([Choice("pay", 7), Choice("done")])[0] == Choice("pay", 7)
    for one in (Choice("pay", 8), Choice("done")):
        with pytest.raises(Unspeakable, match="same action"):
            vocabulary.offer([Choice("pay", 7), Choice("done"), one])
    with pytest.raises(Unspeakable, match="same action"):
        vocabulary.offer([Choice("say", 9), Choice("pay", 7), Choice("pay", 8)])
