"""The start of a game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.games import bruges
from server.games.bruges.cards import BASE, BOX, COLOUR
from server.games.bruges.state import COLOURS, BrugesOptions
from server.games.kernel import settle
from tests.games.bruges.city import card, city, of


def new(seats: int, seed: int = 0, **options: Any) -> Any:
    """A game at its first question."""
    chosen = msgspec.convert({"fifth_player": seats == 5, **options}, BrugesOptions)
    chosen.check(seats)
    game = bruges.setup(seats, seed, chosen)
    settle(game)
    return game


def sizes(game: Any) -> list[int]:
    return [*(len(stack) for stack in game.stacks), len(game.extra)]


@pytest.mark.rule("BRU-2.1")
def test_the_statues_lie_by_value_the_seven_on_top() -> None:
    assert new(4).statues == [2, 3, 4, 5, 6, 7]
    mine = {"hand": ["duke"], "guilders": 5, "canals": [0, 4], "houses": []}
    game = city(mine={**mine, "hand": ["margrave"]}).act("canal", "margrave")
    assert of(game).statues == [7], "the topmost one"


@pytest.mark.rule("BRU-2.2")
def test_the_cards_are_shuffled_whatever_their_backs() -> None:
    games = [new(2, seed) for seed in range(5)]
    assert len({tuple(game.stacks[0]) for game in games}) == 5
    for game in games:
        assert all({COLOUR[number] for number in stack} == set(range(5)) for stack in game.stacks)


@pytest.mark.rule("BRU-2.3", "BRU-2.4", "BRU-2.5", "BRU-2.6", "BRU-2.7")
@pytest.mark.parametrize(
    ("seats", "left", "right", "extra"), [(2, 33, 33, 99), (3, 50, 49, 66), (4, 66, 66, 33)]
)
def test_a_pile_for_each_player_makes_the_draw_stacks(seats: int, left: int, right: int, extra: int) -> None:
    game = new(seats)
    assert sizes(game) == [left, right, extra] and sum(sizes(game)) == 165
    assert sorted([*game.stacks[0], *game.stacks[1], *game.extra]) == [*BASE]


@pytest.mark.rule("BRU-2.7", "BRU-12.1", "BRU-12.2")
@pytest.mark.parametrize(
    ("seats", "left", "right", "extra"), [(2, 37, 37, 108), (3, 55, 55, 72), (4, 73, 73, 36)]
)
def test_pets_are_shuffled_in_and_the_larger_piles_come_first(
    seats: int, left: int, right: int, extra: int
) -> None:
    game = new(seats, pets=True)
    assert sizes(game) == [left, right, extra] and sum(sizes(game)) == 182


@pytest.mark.rule("BRU-13.1", "BRU-13.3", "BRU-13.4")
@pytest.mark.parametrize(
    ("seats", "left", "right", "extra"),
    [(2, 34, 34, 136), (3, 51, 51, 102), (4, 68, 68, 68), (5, 85, 85, 34)],
)
def test_with_the_new_citizens_there_are_six_piles(seats: int, left: int, right: int, extra: int) -> None:
    game = new(seats, new_citizens=True)
    assert sizes(game) == [left, right, extra] and sum(sizes(game)) == 204


@pytest.mark.rule("BRU-13.5")
@pytest.mark.parametrize(
    ("seats", "left", "right", "extra"),
    [(2, 37, 37, 147), (3, 56, 55, 110), (4, 74, 74, 73), (5, 93, 92, 36)],
)
def test_and_with_pets_as_well(seats: int, left: int, right: int, extra: int) -> None:
    game = new(seats, new_citizens=True, pets=True)
    assert sizes(game) == [left, right, extra] and sum(sizes(game)) == 221


@pytest.mark.rule("BRU-4.19", "BRU-14.9")
def test_five_players_always_have_six_piles() -> None:
    game = new(5)
    used = 28 + 28 + 28 + 27 + 27
    assert sizes(game) == [used // 2, used // 2, 27] and sum(sizes(game)) == 165
    pets = new(5, pets=True)
    assert sizes(pets) == [76, 76, 30], "31, 31, 30, 30, 30 and 30"


@pytest.mark.rule("BRU-2.8", "BRU-8.3", "BRU-8.7")
def test_everybody_takes_from_supplies_that_do_not_run_out() -> None:
    many = dict.fromkeys(COLOURS, 10)
    mine = {"hand": ["duke", "earl"], "workers": many, "guilders": 92, "canals": [5, 3]}
    full = {"workers": many, "canals": [5, 5]}
    game = city(mine=mine, others=[full, {**full, "guilders": 92}], rolled=[6, 1, 1, 1, 1])
    assert of(game.act("workers", "duke")).workers == [12, 10, 10, 10, 10]
    game = city(mine=mine, others=[full, {**full, "guilders": 92}], rolled=[6, 1, 1, 1, 1])
    assert of(game.act("guilders", "earl")).guilders == 98
    game = city(mine=mine, others=[full, full]).act("canal", "duke")
    assert of(game).canals == [5, 4]


@pytest.mark.rule("BRU-2.9")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(
    ("house", "colour"),
    [("duke", "blue"), ("count", "brown"), ("baron", "yellow"), ("margrave", "red"), ("prince", "violet")],
)
def test_workers_of_any_colour_serve_every_player_alike(seat: int, house: str, colour: str) -> None:
    mine = {"hand": [house], "workers": dict.fromkeys(COLOURS, 1)}
    game = city(mine=mine, others=[{}, {}, {}], seat=seat).act("house", house)
    left = dict(zip(COLOURS, of(game).workers, strict=True))
    assert left == {**dict.fromkeys(COLOURS, 1), colour: 0}


FIRST_SPACES = {0: ("blue", "violet"), 1: ("red", "yellow"), 2: ("yellow", "brown"), 3: ("violet", "blue")}


@pytest.mark.rule("BRU-2.10", "BRU-2.11")
@pytest.mark.parametrize("seat", FIRST_SPACES)
def test_each_seat_has_the_guard_house_of_its_colour(seat: int) -> None:
    board = BOX.boards[seat]
    assert tuple(section[0] for section in board.sections) == FIRST_SPACES[seat]
    one_of_each = ["duke", "count", "baron", "margrave", "prince"]
    game = city(mine={"hand": one_of_each, "guilders": 9}, others=[{}, {}, {}], seat=seat)
    colours = [COLOURS[COLOUR[card(name)]] for name in game.offers("canal")]
    assert sorted(colours) == sorted(FIRST_SPACES[seat])


@pytest.mark.rule("BRU-2.12", "BRU-2.13", "BRU-2.14", "BRU-2.15", "BRU-2.18", "BRU-14.5")
@pytest.mark.parametrize("seats", bruges.seats)
def test_what_players_begin_with(seats: int) -> None:
    game = new(seats)
    assert len(game.players) == seats
    for me in game.players:
        assert (me.points, me.guilders, me.step) == (5, 5, 0)
        assert me.workers == [1, 1, 1, 1, 1] and me.threats == [0, 0, 0, 0, 0]
        assert not any(me.marks) and me.canals == [0, 0]
        assert not (me.hand or me.fresh or me.houses or me.statues)
    assert (game.round, game.phase) == (1, 1), "cards come with phase 1 of the first round"
    assert [ask.prompt for ask in settle(game)] == ["refill"]


@pytest.mark.rule("BRU-2.19", "BRU-2.20")
@pytest.mark.parametrize("start", ["first", "random"])
def test_the_start_player_draws_first_and_rolls(start: str) -> None:
    for seed in range(8):
        game = new(4, seed, start_player=start)
        asks = settle(game)
        assert asks[0].seat == game.start and ("begins", game.start) in game.said
        assert start == "random" or game.start == 0


@pytest.mark.rule("BRU-2.20")
def test_who_begins_is_drawn_by_lot() -> None:
    assert {new(3, seed).start for seed in range(40)} == {0, 1, 2}
