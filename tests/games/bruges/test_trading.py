"""Persons who exchange guilders, workers, points and steps: a scene for each."""

from __future__ import annotations

import pytest

from server.games.bruges.state import COLOURS

from .city import activated, city, of, people, workers

PAINTERS = ["art_embroiderer", "painter", "sculptor"]


@pytest.mark.rule("BRU-17.75", "BRU-5.20")
@pytest.mark.parametrize("person", PAINTERS)
def test_two_guilders_and_a_worker_for_a_step(person: str) -> None:
    game = activated(person, mine={"guilders": 3, "step": 4})
    assert (of(game).guilders, of(game).step, workers(game)) == (1, 5, {})


@pytest.mark.rule("BRU-18.22", "BRU-5.21")
@pytest.mark.parametrize("mine", [{"guilders": 1}, {"guilders": 2, "step": 12}])
def test_no_step_without_money_or_at_the_end_of_the_track(mine: dict[str, int]) -> None:
    game = city(mine={"people": ["painter"], "workers": {"brown": 1}, **mine})
    assert game.offers("use") == []


@pytest.mark.parametrize(("person", "steps"), [("countess", 1), ("young_prince", 2)])
def test_nobility_that_advances_for_nothing(person: str, steps: int) -> None:
    game = activated(person, mine={"step": 3})
    assert of(game).step == 3 + steps and of(game).guilders == 0


@pytest.mark.rule("BRU-5.21")
def test_the_track_ends_at_step_12() -> None:
    assert of(activated("young_prince", mine={"step": 11})).step == 12


def test_the_broker_sells_points() -> None:
    game = activated("broker", mine={"guilders": 4})
    assert (of(game).guilders, of(game).points) == (1, 2)
    poor = city(mine={"people": ["broker"], "workers": {"violet": 1}, "guilders": 2})
    assert poor.offers("use") == []


def test_the_goldsmith_sells_points_more_dearly() -> None:
    game = activated("goldsmith", mine={"guilders": 5})
    assert (of(game).guilders, of(game).points) == (1, 3)


def test_the_market_woman_sells_a_worker() -> None:
    game = activated("market_woman", mine={"guilders": 2}).act("take_worker", "yellow")
    assert of(game).guilders == 0 and workers(game) == {"yellow": 1}
    assert city(mine={"people": ["market_woman"], "guilders": 1}).offers("use") == []


def test_the_potter_takes_a_further_worker_for_two_points() -> None:
    game = activated("potter", mine={"workers": {"red": 1, "blue": 1}})
    assert game.offers("give_worker") == ["blue", "red"]
    game.act("give_worker", "red")
    assert of(game).points == 2 and workers(game) == {"blue": 1}
    alone = city(mine={"people": ["potter"], "workers": {"yellow": 1}})
    assert alone.offers("use") == [], "the activation takes the only worker"
    assert of(activated("potter", mine={"workers": {"red": 2}})).points == 2, (
        "no question about equal workers"
    )


def test_the_peddler_buys_any_number_of_workers() -> None:
    game = activated("peddler", mine={"workers": {"red": 2, "blue": 1}})
    game.act("sell", "red").act("sell", "blue").act("enough")
    assert of(game).guilders == 4 and workers(game) == {"red": 1}
    none = activated("peddler", mine={"workers": {"red": 1}}).act("enough")
    assert of(none).guilders == 0 and people(none) == ["peddler"]
    all_of_them = activated("peddler", mine={"workers": {"red": 1}}).act("sell", "red")
    assert all_of_them.asked == [(0, "end_turn")], "nothing left to sell"


def test_the_barterer_trades_up_to_three_times() -> None:
    game = activated("barterer", mine={"guilders": 2, "workers": {"red": 1}})
    assert game.offers("buy") == list(COLOURS) and "enough" not in game.verbs()
    game.act("buy", "blue").act("sell", "red")
    assert of(game).guilders == 2 and "enough" in game.verbs()
    game.act("buy", "blue")
    assert of(game).guilders == 0 and workers(game) == {"blue": 2}
    assert game.asked == [(0, "end_turn")], "three times are enough"
    fee = {"people": ["barterer"], "workers": {"violet": 1}}
    new = {"new_citizens": True}
    assert city(mine=fee, options=new).offers("use") == [], "the activation takes the only worker"
    assert city(mine={**fee, "guilders": 2}, options=new).offers("use") == ["barterer"]


EXCHANGERS = ["charcoal_burner", "mason", "miller", "shoemaker", "vintner"]


@pytest.mark.rule("BRU-17.29", "BRU-17.30", "BRU-17.31", "BRU-17.32")
@pytest.mark.parametrize("person", EXCHANGERS)
def test_three_of_four_workers_are_exchanged(person: str) -> None:
    """Five workers, one pays the activation and is not replaced, three of the others become free colours."""
    game = activated(person, mine={"workers": {"red": 2, "blue": 2}})
    game.act("give_worker", "red").act("give_worker", "red").act("give_worker", "blue").act("enough")
    for colour in ("violet", "violet", "yellow"):
        game.act("take_worker", colour)
    assert workers(game) == {"blue": 1, "violet": 2, "yellow": 1}
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("BRU-17.31")
def test_ten_workers_are_exchanged_in_two_answers() -> None:
    game = activated("mason", mine={"workers": {"red": 10, "blue": 1}})
    assert game.offers("give_worker") == ["blue", "red"] and game.offers("give_workers") == ["red"]
    game.act("give_workers", "red").act("enough")
    assert game.asked == [(0, "workers")] and game.offers("take_rest") == [*COLOURS]
    assert workers(game.act("take_rest", "violet")) == {"blue": 1, "violet": 10}
    few = activated("mason", mine={"workers": {"red": 3}}).act("give_workers", "red")
    assert few.asked == [(0, "workers")], (
        "with nothing left to give, there is no question whether it is enough"
    )
    few.act("take_worker", "blue").act("take_rest", "yellow")
    assert workers(few) == {"blue": 1, "yellow": 2} and few.asked == [(0, "end_turn")]


def test_the_peddler_buys_a_whole_colour_at_once() -> None:
    game = activated("peddler", mine={"workers": {"red": 3, "blue": 1}})
    assert game.offers("sell") == ["blue", "red"] and game.offers("sell_all") == ["red"]
    assert of(game.act("sell_all", "red")).guilders == 6 and workers(game) == {"blue": 1}


@pytest.mark.rule("BRU-17.31")
def test_all_or_no_workers_may_be_exchanged() -> None:
    game = activated("mason", mine={"workers": {"red": 1}}).act("give_worker", "red")
    assert workers(game.act("take_worker", "blue")) == {"blue": 1}
    assert workers(activated("mason", mine={"workers": {"red": 1}}).act("enough")) == {"red": 1}
    assert city(mine={"people": ["mason"], "workers": {"blue": 1}}).offers("use") == []


@pytest.mark.rule("BRU-17.6", "BRU-17.7", "BRU-17.8", "BRU-17.9", "BRU-17.10", "BRU-17.11")
@pytest.mark.parametrize(("guilders", "points"), [(5, 3), (3, 3), (0, 0)])
def test_the_moneylender_gives_each_opponent_a_guilder(guilders: int, points: int) -> None:
    game = activated("moneylender", mine={"guilders": guilders}, others=[{}, {}, {}])
    assert of(game).guilders == guilders - points and of(game).points == points
    assert [of(game, other).guilders for other in (1, 2, 3)] == [int(points > 0)] * 3


@pytest.mark.rule("BRU-17.9", "BRU-17.10", "BRU-17.11")
def test_the_moneylender_chooses_who_gets_the_last_guilders() -> None:
    game = activated("moneylender", mine={"guilders": 2}, others=[{}, {}, {}])
    assert game.offers("give_guilder") == [1, 2, 3]
    game.act("give_guilder", 3)
    assert game.offers("give_guilder") == [1, 2]
    game.act("give_guilder", 1)
    assert [me.guilders for me in game.players] == [0, 1, 0, 1] and of(game).points == 2
