"""The end of the game: final groups, points, ties."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import schweinebande
from server.games.schweinebande.cards import VALUES
from server.games.schweinebande.flow import Final, final_groups

from .market import ANIMAL, TILE, Some, fair, farmed, feeding, held, points


def final(pen: Some, **fields: Any) -> Scene:
    """The end of round 4 with this pen, after feeding."""
    return fair(Final(), pens={0: pen}, round=4, **fields)


def places(game: Scene) -> list[int]:
    return [score.place for score in schweinebande.scores(game.game)]


def standing(*farms: Some) -> Scene:
    """A game that is over with these farms."""
    return fair(seats=len(farms), farms=dict(enumerate(farms)), round=4)


@pytest.mark.rule("SWB-9.1", "SWB-9.3", "SWB-9.5", "SWB-13.8", "SWB-14.2")
def test_two_cattle_and_two_goats() -> None:
    game = final({"cattle": 2, "goat": 2})
    assert game.is_over, "there are no more questions"
    assert farmed(game) == {"goat": 1} and points(game) == [4, 0] and held(game) == {}
    assert game.said == [("final", 0, TILE.index("goat"), 4), ("spare", 0, 3)]


@pytest.mark.rule("SWB-9.2", "SWB-13.9", "SWB-9.4")
def test_nine_animals() -> None:
    game = final({"cattle": 2, "pig": 2, "donkey": 1, "goat": 2, "sheep": 1, "chicken": 1})
    assert farmed(game) == {"pig": 1, "sheep": 1} and points(game) == [6 + 3, 0]
    assert game.box[TILE.index("chicken")] >= 1, "the chicken is lost"


@pytest.mark.rule("SWB-9.1")
def test_three_animals_are_no_group() -> None:
    assert farmed(final({"cattle": 3})) == {}


@pytest.mark.rule("SWB-9.3", "SWB-1.6")
def test_sacks_are_no_animals_here_either() -> None:
    game = final({"cattle": 3, "feed_sack": 4}, farms={0: {"pig": 1}})
    assert farmed(game) == {"pig": 1} and held(game) == {} and game.box[6] == 4


@pytest.mark.rule("SWB-9.6")
def test_four_pigs_are_one_pig_here() -> None:
    assert farmed(final({"pig": 4})) == {"pig": 1}


def best_by_trying(animals: tuple[int, ...]) -> int:
    """The most points that groups of four of these values can bring, by trying all."""
    if len(animals) < 4:
        return 0
    first, rest = animals[0], animals[1:]
    best = best_by_trying(rest)
    for others in combinations(range(len(rest)), 3):
        left = tuple(value for i, value in enumerate(rest) if i not in others)
        best = max(best, min(first, *(rest[i] for i in others)) + best_by_trying(left))
    return best


@pytest.mark.rule("SWB-9.4", "SWB-9.5")
@pytest.mark.parametrize(
    "pen",
    [[1, 1, 1, 1, 1, 3], [2, 2, 2, 2, 0, 0], [0, 3, 0, 1, 4, 0], [3, 0, 2, 0, 2, 2], [4, 4, 0, 0, 0, 1]],
)
def test_no_other_groups_are_better(pen: list[int]) -> None:
    animals = tuple(VALUES[kind] for kind, count in enumerate(pen) for _ in range(count))
    assert sum(VALUES[kind] for kind in final_groups([*pen, 0])) == best_by_trying(animals)


@pytest.mark.rule("SWB-9.7")
def test_points_are_the_values_on_the_farm() -> None:
    game = standing(dict.fromkeys(ANIMAL, 1), {"chicken": 3})
    game.game.feed = [0, 99]
    assert points(game) == [27, 6]
    assert schweinebande.scores(game.game)[0].parts == dict(zip(ANIMAL, (2, 3, 4, 5, 6, 7), strict=True))


@pytest.mark.rule("SWB-9.8", "SWB-9.9")
def test_ties() -> None:
    assert places(standing({"cattle": 2}, {"pig": 2}, {"goat": 4})) == [2, 3, 1], "points first"
    assert places(standing({"goat": 3}, {"pig": 2}, {"pig": 1, "sheep": 2})) == [3, 1, 2], "then pigs"
    assert places(standing({"pig": 2}, {"goat": 1}, {"pig": 2})) == [1, 3, 1], "then it is shared"


@pytest.mark.rule("SWB-9.8", "SWB-9.7")
@pytest.mark.parametrize("poor", [0, 1])
def test_nothing_but_pigs_decides_a_tie(poor: int) -> None:
    game = standing({"donkey": 4, "pig": 1}, {"goat": 5, "pig": 1})
    game.game.feed[poor] = 9
    game.game.order = [1 + poor, 2 - poor]
    assert places(game) == [1, 1], "neither feed nor how many animals there are, nor who came first"


@pytest.mark.rule("SWB-9.9", "SWB-9.8")
def test_pigs_in_the_pen_do_not_count() -> None:
    game = final({"pig": 3}, farms={0: {"goat": 3}, 1: {"goat": 3}})
    assert places(game) == [1, 1]


@pytest.mark.rule("SWB-3.1", "SWB-9.1", "SWB-8.11")
def test_after_feeding_in_round_4() -> None:
    game = feeding({"goat": 4, "pig": 1}, 5, round=4).act("pay", 5)
    assert game.is_over and farmed(game) == {"goat": 1}
    three = feeding({"goat": 4, "pig": 1}, 5, round=3).act("pay", 5)
    assert three.round == 4 and farmed(three) == {}
