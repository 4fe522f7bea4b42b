"""The laws of environments, each of which examines one question of a random game; `examine` plays one.

    python -m tests.bots.env.laws --games 1000 --game bruges

examines more games than the tests do.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np

from bots.env.environment import Environment, Setting
from bots.env.games import LEFT_OUT, tables_of
from bots.env.vocabulary import Prefix, Vocabulary
from server.authoring.walks import Walk, draw_deal, story
from server.games import GAMES
from server.games.kernel import Choice
from server.games.packing import pack

Law = Callable[[Environment, Random], None]


def paths(
    vocabulary: Vocabulary, options: Sequence[Choice], said: Prefix | None = None
) -> Iterator[tuple[tuple[int, ...], Choice]]:
    """Every sequence of actions that answers a question with these options, and the option it chooses."""
    for action, meaning in vocabulary.offer(options, said).items():
        assert 0 <= action < vocabulary.size
        if isinstance(meaning, Prefix):
            yield from (((action, *rest), option) for rest, option in paths(vocabulary, options, meaning))
        else:
            yield (action,), meaning


def every_option_has_one_action(env: Environment, random: Random) -> None:
    """No two options share a sequence of actions, none has two, none has no action."""
    for ask in env.asks:
        found = [*paths(env.setting.vocabulary, ask.options)]
        assert Counter(option for _, option in found) == Counter(ask.options), ask
        assert len({path for path, _ in found}) == len(found), ask


def masks_show_the_actions(env: Environment, random: Random) -> None:
    mask = env.mask()
    assert mask.nonzero()[0].tolist() == env.actions and env.actions
    assert not any(env.mask(seat).any() for seat in range(env.setting.seats) if seat != env.seat)


def every_field_has_a_part(env: Environment, random: Random) -> None:
    """A field that the tables forget would be missing in what learners see."""
    tables = tables_of(env.setting.engine)
    for seat in range(env.setting.seats):
        public, private = env.views(seat)
        assert public.keys() == {*tables.PUBLIC, *LEFT_OUT}
        assert private.keys() <= tables.PRIVATE.keys()


def what_a_seat_cannot_know_changes_nothing(env: Environment, random: Random) -> None:
    """In two worlds that differ only in what a seat may not see, it has the same bytes before it."""
    seat = random.randrange(env.setting.seats)
    other = env.resample(seat, random.getrandbits(64))
    assert other.game.key != env.game.key, "the luck to come is the same"
    assert other.observe(seat).tobytes() == env.observe(seat).tobytes(), f"{seat} observes something else"
    assert other.mask(seat).tobytes() == env.mask(seat).tobytes(), f"seat {seat} has another mask"
    assert other.seat == env.seat and [a.seat for a in other.asks] == [a.seat for a in env.asks]


def clones_are_independent(env: Environment, random: Random) -> None:
    """Going on with a clone leaves the game as it is, and both go on alike."""
    before, action = pack(env.game), random.choice(env.actions)
    one, two = env.clone(), env.clone()
    one.step(action)
    assert pack(env.game) == before and env.seat >= 0
    two.step(action)
    assert pack(one.game) == pack(two.game) and (one.seat, one.said) == (two.seat, two.said)


def observations_are_of_the_space(env: Environment, random: Random) -> None:
    seen = env.observe()
    assert seen.shape == (env.setting.layout.width,) and seen.dtype == env.setting.layout.dtype
    assert np.isfinite(seen).all()


ALWAYS: tuple[Law, ...] = (every_option_has_one_action, masks_show_the_actions, observations_are_of_the_space)
SAMPLED: tuple[Law, ...] = (
    every_field_has_a_part,
    what_a_seat_cannot_know_changes_nothing,
    clones_are_independent,
)
"""Laws that are tried at a random share of the questions."""


def examine(name: str, number: int, every: int = 8, features: bool = False) -> set[str]:
    """Play the n-th random game of a name and try all laws; returns the verbs that were offered. Raises
    AssertionError with everything that is needed to play it again."""
    walk = Walk(draw_deal(name, number))
    setting = Setting(name, walk.deal.seats, walk.deal.options, features=features)
    verbs: set[str] = set()
    try:
        while walk.asks:
            env = Environment.of(setting, walk.game)
            if not env.over:
                sampled = SAMPLED if not walk.for_laws.randrange(every) else ()
                for law in (*ALWAYS, *sampled):
                    law(env, walk.for_laws)
            verbs |= {option.verb for ask in walk.asks for option in ask.options}
            walk.choose(*walk.pick())
    except Exception as wrong:
        raise AssertionError(f"{wrong}\n{story(walk.deal, walk.history)}") from wrong
    return verbs


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bots.env.laws", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="random games of each game (200)")
    parser.add_argument("--game", choices=list(GAMES), help="this game only")
    args = parser.parse_args()
    for name in [args.game] if args.game else GAMES:
        verbs: set[str] = set()
        for number in range(args.games):
            verbs |= examine(name, number)
        missing = sorted({*tables_of(GAMES[name]).VERBS} - verbs)
        print(
            f"{name}: {args.games} games, all laws kept; never offered: {', '.join(missing) or 'none'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
