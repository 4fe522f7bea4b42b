"""Uploads are bounded before they are played: numbers, options, the cost of a change."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Annotated, Any, Final

import pytest
from msgspec import Struct

from server.authoring.engines import new_game
from server.authoring.walks import Walk, draw_deal
from server.games import GAMES
from server.games.bounds import UNDECLARED, Bounds, outside
from server.games.kernel import (
    MAX_COST,
    MAX_OPTIONS,
    Ask,
    Choice,
    Game,
    LimitExceeded,
    Step,
    choices,
    choose,
    key,
    lanes,
    settle,
)
from server.games.packing import pack, unpack
from server.games.positions import BadPosition, example, laid_out, read
from server.games.santiago.cards import BOX
from server.games.santiago.flow import Drive, UseBuilding
from server.games.santiago.state import PESO, VP
from server.table import beginnings

from .engines import ENGINES
from .fossils import stored

WALKS: Final = 12
CASES: Final = 120
"""The number of cases for each game."""

MORE_CASES: Final = 300
SEEDS: Final = range(2, 7)
"""The seeds that `make long` tries for each game, which takes ten minutes."""


# -- numbers -----------------------------------------------------------------------------------------


class Inner(Struct):
    held: Annotated[list[list[int]], Bounds(0, 9)]
    more: int = 0


class Numbers(Game):
    inner: Inner
    flags: tuple[int | bool, ...] = ()
    named: dict[str, int] = {}


class Owes(Step[Numbers], frozen=True):
    amount: int
    to: frozenset[int] = frozenset()


def numbers(**other: Any) -> Numbers:
    return Numbers(key=key(0), **{"inner": Inner([[0, 9]]), **other})


@pytest.mark.parametrize(
    ("game", "place", "found"),
    [
        (numbers(inner=Inner([[0], [9, 10]])), "inner.held[1][1]", 10),
        (numbers(inner=Inner([[-1]])), "inner.held[0][0]", -1),
        (numbers(inner=Inner([], 10_001)), "inner.more", 10_001),
        (numbers(flags=(True, 2**64)), "flags[1]", 2**64),
        (numbers(named={"a": 1, "b": -(10**9)}), "named.b", -(10**9)),
        (numbers(stack=[Owes(5), Owes(10**12)]), "stack[1].amount", 10**12),
        (numbers(stack=[Owes(5, frozenset([10**6]))]), "stack[0].to[0]", 10**6),
        (numbers(stack=[lanes((0, [lanes((1, [Owes(10**6)]))]))]), "stack[0].lanes[0].stack[0].", 10**6),
        (numbers(stack=[lanes((10**6, []))]), "stack[0].lanes[0].seat", 10**6),
        (numbers(sealed=3), "sealed", 3),
        (numbers(drawn=-1), "drawn", -1),
    ],
)
def test_a_number_out_of_its_bounds_is_found_wherever_it_stands(game: Game, place: str, found: int) -> None:
    (first, *more) = outside(game, game.bounds)
    assert first.place.startswith(place) and first.found == found and not more


def test_a_game_that_declares_nothing_has_bounds() -> None:
    assert not [*outside(numbers(flags=UNDECLARED, stack=[Owes(UNDECLARED.most)]), Numbers.bounds)]


@pytest.mark.parametrize("name", ENGINES)
def test_no_game_comes_near_its_bounds(name: str) -> None:
    """Neither random games with any options nor earlier ones; `laws.py` tries thousands."""
    engine = ENGINES[name]
    for number in range(WALKS):
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            assert not [*outside(walk.game, walk.game.bounds)]
            assert max(len(ask.options) for ask in walk.asks) < MAX_OPTIONS / 20
            walk.choose(*walk.pick())
        assert not [*outside(walk.game, walk.game.bounds)]
    for file, fossil in stored(name):
        game: Any = unpack(engine.state, fossil.data)
        assert not [*outside(game, game.bounds)], file


RICHEST: Final = {
    "machi_koro": "coins = 999",
    "schweinebande": "feed = 999",
    "santiago": "holds = {peso = 999, vp = 999}",
    "loyang": "cash = 999\nloans = 31",
    "bruges": "guilders = 999\npoints = 999\nworkers = {blue = 999}",
}
"""The most that a position may give a player."""


@pytest.mark.parametrize("name", GAMES)
def test_the_richest_position_is_played(name: str) -> None:
    text = f'game = "{name}"\nseats = 3\n' + f"[[players]]\n{RICHEST[name]}\n" * 3
    assert beginnings.of_text(text, 1).game == name
    assert laid_out(read(example(name, "en"))).engine.name == name


# -- options, and the cost of a change ---------------------------------------------------------------


class Many(Step[Numbers], frozen=True):
    """Asks with this many options, made in any way."""

    options: int
    seat: int = 0

    def asks(self, game: Numbers) -> Sequence[Ask]:
        return (Ask(self.seat, "many", tuple([Choice("take", n) for n in range(self.options)])),)

    def answer(self, game: Numbers, seat: int, choice: Choice) -> None:
        game.then(self)


class Busy(Step[Numbers], frozen=True):
    """Runs this many steps in a row."""

    left: int

    def run(self, game: Numbers) -> None:
        if self.left:
            game.then(Busy(self.left - 1))


class Wakes(Step[Numbers], frozen=True):
    """Asks nothing, and plans itself again for ever with a short stack."""

    def run(self, game: Numbers) -> None:
        game.then(Wakes())


def test_options_are_not_made_beyond_the_limit() -> None:
    drawn = count()
    with pytest.raises(LimitExceeded, match=f"buy: the limit of {MAX_OPTIONS} for options"):
        choices("buy", drawn)
    assert next(drawn) == MAX_OPTIONS + 1
    with pytest.raises(LimitExceeded):
        choices("buy", range(10**18))
    assert len(choices("buy", range(MAX_OPTIONS))) == MAX_OPTIONS


@pytest.mark.parametrize(
    ("steps", "limit"),
    [
        ([Many(MAX_OPTIONS + 1)], "options"),
        ([lanes((0, [Many(1)]), (1, [Many(MAX_OPTIONS + 1, 1)]))], "options"),
        ([Busy(MAX_COST)], "cost"),
        ([lanes((0, [Busy(MAX_COST // 2)]), (1, [Busy(MAX_COST // 2)]))], "cost"),
        ([lanes((0, [Many(MAX_OPTIONS)]), (1, [Many(MAX_OPTIONS, 1)]), (2, [Many(MAX_OPTIONS, 2)]))], "cost"),
        ([lanes(*[(0, [])] * (MAX_COST + 1))], "cost"),
        ([lanes((0, [Wakes()]))], "cost"),
    ],
)
def test_a_change_that_costs_too_much_is_stopped(steps: list[Step[Any]], limit: str) -> None:
    with pytest.raises(LimitExceeded) as stopped:
        settle(numbers(stack=steps))
    assert stopped.value.limit == limit


def test_the_cost_of_all_lanes_counts_together() -> None:
    """No lane is expensive alone; only all lanes before the asked one are."""
    game = numbers(stack=[lanes(*((seat, [Many(400, seat)]) for seat in range(8)))])
    asks = settle(game)
    assert len(choose(game, asks[7], asks[7].options[0])) == 8
    game = numbers(stack=[lanes(*((seat, [Many(MAX_OPTIONS, seat)]) for seat in range(8)))])
    with pytest.raises(LimitExceeded):
        choose(game, Ask(7, "many", (Choice("take", 0),)), Choice("take", 0))


CASINO: Final = [row.id for row in BOX.buildings].index("casino")


@pytest.mark.parametrize("item", [PESO, VP])
def test_nobody_is_offered_as_many_exchanges_as_there_are_pesos(item: int) -> None:
    """This also holds for such a game that was admitted when there were no bounds."""
    game: Any = new_game(ENGINES["santiago"], 2, 1, {"max_steps": 0})
    settle(game)
    game.held[game.active][item] = 10**12
    for step in (UseBuilding(CASINO), *([Drive()] if item == PESO else [])):
        game.stack.append(step)
        with pytest.raises(LimitExceeded):
            settle(game)


# -- trial games -------------------------------------------------------------------------------------


def test_nobody_foresees_the_chance_of_trial_games() -> None:
    engine, game = ENGINES["machi_koro"], new_game(ENGINES["machi_koro"], 2, 1, {})
    assert len({tuple(beginnings.ends(engine, game)) for _ in range(4)}) > 1
    assert pack(game) == pack(new_game(engine, 2, 1, {})), "it is copies that are played"


class Hoard(Step[Numbers], frozen=True):
    """Of forty options one gives twice as much, and the others take all."""

    def asks(self, game: Numbers) -> Sequence[Ask]:
        stop = choices("spend", range(40))
        return (Ask(0, "hoard", (*stop, *choices("keep", range(1, game.inner.more + 2)))),)

    def answer(self, game: Numbers, seat: int, choice: Choice) -> None:
        game.inner.more = 2 * choice.noun if choice.verb == "keep" else 0
        game.then(self)


@pytest.mark.parametrize("worth", [beginnings._options, beginnings._wealth])
def test_growth_by_deliberate_choices_is_found(worth: Any) -> None:
    """An attacker who hoards gets to numbers that random choices do not reach."""
    engine: Any = SimpleNamespace(check=lambda game: None, holdings=lambda game, seat: {"": game.inner.more})
    with pytest.raises(BadPosition, match=f"one question there has more than {MAX_OPTIONS} options"):
        beginnings._grow(engine, numbers(stack=[Hoard()]), Random(1), worth)


# -- whatever is brought -----------------------------------------------------------------------------


def hostile(name: str, seed: int, cases: int) -> Iterator[str]:
    """Let a process try the uploads; returns its output."""
    words = [sys.executable, "-m", "tests.games.hostile", name, "--seed", str(seed), "--cases", str(cases)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        yield from process.stdout
    assert process.returncode == 0, process.returncode


def tried(name: str, seed: int, cases: int) -> None:
    said: list[str] = []
    try:
        said.extend(hostile(name, seed, cases))
    except AssertionError as wrong:
        raise AssertionError("".join(said[-30:])) from wrong
    assert "refused" in said[-1], said[-1]


@pytest.mark.parametrize("name", ENGINES)
def test_uploads_are_refused_or_stay_cheap(name: str) -> None:
    tried(name, 1, CASES)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ENGINES)
def test_many_uploads_are_refused_or_stay_cheap(name: str, seed: int) -> None:
    tried(name, seed, MORE_CASES)
