"""Search: it considers the answers of others, takes time where a choice is open, and is repeatable by its
seed."""

from __future__ import annotations

from itertools import count
from random import Random
from time import monotonic
from typing import Any

import pytest

from bots.minds.master import Master
from bots.search.evaluator import Evaluator
from bots.search.net import Net
from bots.search.tree import FIRST_LOOK_TRIES, TreeSearch
from bots.values import drawn_of
from server.games import GAMES
from server.games.engine import Score
from server.games.kernel import Ask, Choice, Game, Step, choices, choose, key, settle
from tests.bots.search.begun import started
from tests.games.engines import ENGINES

from .begun import question


class Heap(Game):
    """Nim with one heap: take up to three; the last take wins."""

    heap: int = 0
    winner: int = -1


class Take(Step[Heap], frozen=True):
    seat: int

    def asks(self, game: Heap) -> tuple[Ask, ...]:
        return (Ask(self.seat, "take", choices("take", range(1, min(3, game.heap) + 1))),)

    def answer(self, game: Heap, seat: int, choice: Choice) -> None:
        game.heap -= choice.noun
        if game.heap:
            game.then(Take(1 - seat))
        else:
            game.winner = seat


Heap.steps = {"Take": Take}


class Nim:
    """The part of an engine that a search needs. Its scores tell nothing before the end."""

    name = "nim"
    state = Heap

    def imagine(self, public: Any, private: Any, seat: int, seed: int) -> Heap:
        return Heap(key=key(seed), heap=public["heap"], stack=[Take(seat)])

    def scores(self, game: Heap) -> list[Score]:
        return [Score(seat, 1 if seat == game.winner else 2, 20 * (seat == game.winner)) for seat in range(2)]


def searched(heap: int, tries: int = 1000) -> tuple[Choice, TreeSearch]:
    engine: Any = Nim()
    looked = dict.fromkeys(choices("take", range(1, min(3, heap) + 1)), 0.5)
    search = TreeSearch(Evaluator(engine, None), ({"heap": heap}, {}), 0, looked)
    return search.run(Random(1), tries), search


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_what_wins_is_found_though_it_shows_only_at_the_end(heap: int) -> None:
    """A multiple of four wins for the player who leaves it, against any answer."""
    assert searched(heap)[0].noun == heap % 4


def test_a_clear_choice_takes_little_time() -> None:
    assert searched(3)[0].noun == 3, "the last"
    assert searched(3)[1].tries < 30
    assert 100 < searched(8)[1].tries <= 1000, "all lose here: nothing is clear"


def test_it_keeps_to_its_budget() -> None:
    assert searched(8, tries=40)[1].tries <= 40


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_seed_chooses_the_same(name: str) -> None:
    for skipped in (5, 60):
        document, ask = question(name, skipped)
        made = [Master(4, tries=60).choose(document, float("inf")) for _ in range(2)]
        assert made[0] == made[1] and made[0] in ask.options


def test_a_net_that_does_not_suit_the_seats_has_no_say() -> None:
    document, _ = question("machi_koro", 5)
    net = Net.fresh(1, (1, 1), 1)  # of the wrong width: evaluating it would raise
    net.about["seats"] = [2]
    assert document["public"]["table"]["seats"] == 4
    one, other = Master(4, nets=lambda name: net, tries=30), Master(4, nets=lambda name: None, tries=30)
    assert one.choose(document, float("inf")) == other.choose(document, float("inf"))


def test_without_time_the_first_look_decides() -> None:
    document, ask = question("machi_koro", 40)
    assert Master(1).choose(document, monotonic() - 1) in ask.options
    engine: Any = Nim()
    looked = {choice: 0.1 * choice.noun for choice in choices("take", range(1, 4))}
    assert (
        TreeSearch(Evaluator(engine, None), ({"heap": 9}, {}), 0, looked).run(Random(1), 1000, 0.0).noun == 3
    )


def test_no_pass_begins_that_would_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass reads the clock four times, and each reading advances it; with three readings left, none
    begins."""
    clock = count()
    monkeypatch.setattr("bots.search.tree.monotonic", lambda: next(clock))
    engine: Any = Nim()
    looked = dict.fromkeys(choices("take", range(1, 4)), 0.5)
    search = TreeSearch(Evaluator(engine, None), ({"heap": 9}, {}), 0, looked)
    search.run(Random(1), 1000, until=8)
    assert search.tries == 3 and next(clock) == 6


def test_nobody_answers_what_was_chosen_at_the_same_moment() -> None:
    """All bid at once, unseen: a playout ends at a bid."""
    engine = ENGINES["toy"]
    game, asks, _ = started(engine, 3)
    assert len(asks) > 1 and len(asks[0].options) > 1
    seat, seen = asks[0].seat, (engine.public(game), engine.private(game, asks[0].seat))
    search = TreeSearch(Evaluator(engine, None), seen, seat, dict.fromkeys(asks[0].options, 0.5))
    search.run(Random(1), 40)
    assert search.tries
    assert not any(node.edges for node in search._nodes.values())


def test_where_hands_are_hidden_it_looks_as_far_as_the_own_next_turn() -> None:
    """The moves of others are unknown, and a finished turn cannot be taken back; neither ends a playout."""
    engine, random = GAMES["bruges"], Random(3)
    game, asks, _ = started(engine, 3)
    while asks[0].prompt != "turn":
        asks = choose(game, asks[0], random.choice(asks[0].options))
    ask = asks[0]
    seen = engine.public(game), engine.private(game, ask.seat)
    search = TreeSearch(Evaluator(engine, None), seen, ask.seat, dict.fromkeys(ask.options, 0.5))
    search.run(Random(1), 40)
    cards = {choice.noun for node in search._nodes.values() for choice in node.edges}
    assert cards & {choice.noun for choice in ask.options if choice.verb == "workers"}
    looked = sum(0.5 * (FIRST_LOOK_TRIES + len(tries)) for tries in search._worth.values())
    told = sum(
        search._mean(choice) * (FIRST_LOOK_TRIES + len(tries)) for choice, tries in search._worth.items()
    )
    assert told == pytest.approx(looked), "random choices of others promise no more than the first look"


@pytest.mark.parametrize("seed", range(3))
def test_what_comes_out_by_chance_is_counted(seed: int) -> None:
    """Without dice or draws, a choice has the same result in every game that the seat can imagine."""
    engine, random, compared = GAMES["bruges"], Random(seed), 0
    drawn = drawn_of(engine)
    game, asks, _ = started(engine, 2 + seed)
    assert drawn is not None
    while asks and compared < 120:
        ask, choice = asks[0], random.choice(asks[0].options)
        seen = engine.public(game), engine.private(game, ask.seat)
        came = []
        for _ in range(2):
            world = engine.imagine(*seen, ask.seat, random.getrandbits(64))
            settle(world)
            before = drawn(world)
            choose(world, ask, choice)
            came.append((drawn(world) - before, engine.public(world), engine.private(world, ask.seat)))
        if not any(luck for luck, _, _ in came):
            assert came[0] == came[1], choice
            compared += 1
        asks = choose(game, ask, choice)
