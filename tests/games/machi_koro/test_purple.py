"""Stadium, TV station and business center."""

from __future__ import annotations

import pytest

from server.games.kernel import Choice, IllegalChoice, choose
from server.games.machi_koro.state import EFFECTIVE

from .town import ALL_FOUR, KINDS, held, income

TV = {"tv_station": 1}
CENTER = {"business_center": 1}


@pytest.mark.rule("MAC-7.6", "MAC-7.7", "MAC-2.8")
def test_the_stadium_takes_up_to_two_from_each() -> None:
    game = income(6, seats=4, seat=1, coins=[5, 0, 1, 0], cities={1: {"stadium": 1}})
    assert game.coins == [3, 3, 0, 0]


@pytest.mark.rule("MAC-12.4", "MAC-11.4")
def test_the_stadium_takes_nothing_from_who_is_out() -> None:
    game = income(
        6, seats=3, cities={0: {"stadium": 1}}, coins=[0, 5, 5], places=[0, 1, 0], landmarks={1: ALL_FOUR}
    )
    assert game.coins == [2, 5, 3]


@pytest.mark.rule("MAC-7.8", "MAC-7.9", "MAC-2.9")
@pytest.mark.parametrize(("victim", "coins"), [(0, [3, 5, 3]), (2, [8, 3, 0])])
def test_the_owner_of_a_tv_station_names_who_pays(victim: int, coins: list[int]) -> None:
    game = income(6, seats=3, seat=1, coins=[8, 0, 3], cities={1: TV})
    assert game.asked == [(1, "tv_target")] and game.offers("tv") == [0, 2]
    assert game.act("tv", victim).coins == coins


@pytest.mark.rule("MAC-7.10", "MAC-13.2", "MAC-14.9")
def test_where_one_alone_has_money_nobody_is_asked() -> None:
    game = income(6, seats=3, coins=[0, 0, 4], cities={0: TV})
    assert game.coins == [4, 0, 0] and ("tv", 2, 0, 4) in game.said
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-13.2")
def test_the_printed_station_always_asks() -> None:
    game = income(6, seats=3, coins=[0, 0, 4], cities={0: TV}, options={"tv_auto": False})
    assert game.asked == [(0, "tv_target")] and game.offers("tv") == [2]
    assert game.act("tv", 2).coins == [4, 0, 0]


@pytest.mark.rule("MAC-7.11")
@pytest.mark.parametrize("options", [{}, {"tv_auto": False}, {"tv_choose_poor": True, "tv_auto": False}])
def test_where_nobody_has_money_nothing_happens(options: dict[str, bool]) -> None:
    game = income(6, seats=3, coins=[7, 0, 0], cities={0: TV}, options=options)
    assert game.coins == [7, 0, 0] and game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-7.12")
def test_who_has_nothing_cannot_be_named() -> None:
    game = income(6, seats=4, coins=[0, 1, 0, 9], cities={0: TV})
    assert game.offers("tv") == [1, 3]
    game = income(6, seats=4, coins=[0, 1, 0, 9], cities={0: TV}, options={"tv_choose_poor": True})
    assert game.offers("tv") == [1, 2, 3], "unless the table allows it"
    assert game.act("tv", 2).coins == [0, 1, 0, 9]


@pytest.mark.rule("MAC-7.10", "MAC-7.12")
def test_where_one_alone_has_money_nobody_is_asked_even_if_the_poor_can_be_named() -> None:
    game = income(6, seats=3, coins=[0, 0, 4], cities={0: TV}, options={"tv_choose_poor": True})
    assert game.coins == [4, 0, 0] and game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-7.9", "MAC-11.4")
@pytest.mark.parametrize("poor", [False, True])
def test_who_is_out_cannot_be_named(poor: bool) -> None:
    game = income(
        6,
        seats=4,
        coins=[0, 8, 8, 8],
        cities={0: TV},
        places=[0, 0, 1, 0],
        landmarks={2: ALL_FOUR},
        options={"tv_choose_poor": poor},
    )
    assert game.asked == [(0, "tv_target")] and game.offers("tv") == [1, 3]


@pytest.mark.rule("MAC-12.5")
@pytest.mark.parametrize("tv_auto", [True, False])
def test_with_one_opponent_the_station_never_asks(tv_auto: bool) -> None:
    two = income(6, coins=[0, 8], cities={0: TV}, options={"tv_auto": tv_auto})
    assert two.coins == [5, 3] and two.asked == [(0, "end_turn")]
    left = income(
        6,
        seats=3,
        coins=[0, 8, 8],
        cities={0: TV},
        places=[0, 1, 0],
        landmarks={1: ALL_FOUR},
        options={"tv_auto": tv_auto},
    )
    assert left.coins == [5, 8, 3] and left.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-6.15")
def test_stadium_then_station_then_center() -> None:
    game = income(6, seats=3, coins=[0, 6, 3], cities={0: {"stadium": 1, **TV, **CENTER}})
    assert game.coins == [4, 4, 1] and game.asked == [(0, "tv_target")]
    game.act("tv", 1)
    assert game.coins == [8, 0, 1] and game.asked == [(0, "swap_give")]


@pytest.mark.rule("MAC-6.15")
@pytest.mark.parametrize("coins", range(10))
def test_stadium_and_station_take_seven_at_most(coins: int) -> None:
    game = income(6, coins=[0, coins], cities={0: {"stadium": 1, **TV}})
    assert game.coins == [min(7, coins), coins - min(7, coins)]


@pytest.mark.rule("MAC-7.13", "MAC-7.17", "MAC-2.10")
def test_a_swap() -> None:
    game = income(6, seats=3, cities={0: CENTER, 2: {"mine": 2, "stadium": 1}})
    assert game.offers("give") == ["wheat_field", "bakery"] and game.verbs() == ["give", "decline"]
    game.act("give", "bakery")
    assert game.asked == [(0, "swap_with")] and game.offers("with") == [1, 2]
    game.act("with", 2)
    assert game.asked == [(0, "swap_take")]
    assert game.offers("take") == ["wheat_field", "mine"], "no tower, and no bakery for a bakery"
    game.act("take", "mine")
    assert held(game, 0) == {"wheat_field": 1, "business_center": 1, "mine": 1}
    assert held(game, 2) == {"wheat_field": 1, "bakery": 2, "stadium": 1, "mine": 1}
    assert game.coins == [3, 3, 3], "no coins move, and it costs nothing"


@pytest.mark.rule("MAC-7.13")
@pytest.mark.parametrize("seat", range(4))
def test_a_swap_with_any_opponent(seat: int) -> None:
    game = income(6, seats=4, seat=seat, cities={seat: CENTER})
    others = [other for other in range(4) if other != seat]
    assert game.act("give", "bakery").offers("with") == others


@pytest.mark.rule("MAC-7.13")
def test_towers_are_neither_given_nor_taken() -> None:
    purple = {"stadium": 1, "tv_station": 1, "business_center": 1}
    game = income(6, coins=[0, 0], cities={0: purple, 1: purple})
    assert game.offers("give") == ["wheat_field", "bakery"]
    game.act("give", "bakery")
    assert game.offers("take") == ["wheat_field"]
    for name in purple:
        with pytest.raises(IllegalChoice):
            choose(game.game, game.ask(), Choice("take", KINDS.index(name)))


@pytest.mark.rule("MAC-7.14")
def test_a_swap_can_be_declined() -> None:
    game = income(6, cities={0: CENTER}).act("decline")
    assert game.asked == [(0, "end_turn")]
    assert held(game, 0) == {"wheat_field": 1, "bakery": 1, "business_center": 1}


@pytest.mark.rule("MAC-7.14", "MAC-16.1")
def test_a_swap_can_be_declined_at_each_of_its_steps() -> None:
    game = income(6, seats=3, cities={0: CENTER})
    cities = [list(city) for city in game.cities]
    for steps in ((), (("give", "bakery"),), (("give", "bakery"), ("with", 2))):
        game = income(6, seats=3, cities={0: CENTER})
        for verb, noun in steps:
            game.act(verb, noun)
        game.act("decline")
        assert game.asked == [(0, "end_turn")] and game.cities == cities
        assert game.said[-1] == ("no_swap", 0)


@pytest.mark.rule("MAC-7.13", "MAC-7.14")
def test_an_only_partner_is_not_asked_for() -> None:
    game = income(6, cities={0: CENTER}).act("give", "bakery")
    assert game.asked == [(0, "swap_take")] and game.verbs() == ["take", "decline"]


@pytest.mark.rule("MAC-7.14")
def test_who_declines_declines_for_all_business_centers() -> None:
    free = {"purple_limit": False}
    for steps in ((), (("give", "bakery"),)):
        game = income(6, cities={0: {"business_center": 3}}, options=free)
        for verb, noun in steps:
            game.act(verb, noun)
        assert game.act("decline").asked == [(0, "end_turn")]
        assert game.said.count(("no_swap", 0)) == 1


@pytest.mark.rule("MAC-7.15")
def test_start_cards_can_be_swapped_and_gathered() -> None:
    game = income(6, seats=3, cities={0: {"business_center": 1, "wheat_field": 7, "ranch": 1}})
    game.act("give", "ranch").act("with", 1).act("take", "wheat_field")
    assert held(game, 0)["wheat_field"] == 8, "6 of the supply and two start cards"


@pytest.mark.rule("MAC-7.15", "MAC-7.16")
def test_equal_kinds_are_not_offered() -> None:
    fields = {"wheat_field": 2, "bakery": 0}
    game = income(6, cities={0: {**fields, **CENTER}, 1: fields})
    assert game.asked == [(0, "end_turn")], "a swap of equal kinds would change nothing"


@pytest.mark.rule("MAC-7.16")
def test_a_swap_leaves_as_many_cards() -> None:
    game = income(6, cities={0: CENTER}).act("give", "bakery").act("take", "wheat_field")
    assert [sum(city) for city in game.cities] == [3, 2]


@pytest.mark.rule("MAC-7.18", "MAC-15.13")
def test_a_swapped_card_works_from_the_next_roll_on() -> None:
    cheese = {"cheese_factory": 2, "ranch": 3}
    game = income(6, cities={0: {**cheese, **CENTER}}, coins=[0, 0])
    game.act("give", "ranch").act("take", "bakery")
    assert game.coins == [0, 0], "nothing more from this roll"
    assert income(3, 4, cities={0: cheese}).coins[0] == 3 + 18
    assert income(3, 4, cities={i: held(game, i) for i in (0, 1)}).coins[0] == 3 + 12
    assert income(2, seat=0, cities={1: held(game, 1)}).coins[1] == 4, "and the ranch pays its new owner"


@pytest.mark.rule("MAC-11.4", "MAC-7.13")
def test_no_swap_with_who_is_out() -> None:
    game = income(6, seats=3, cities={0: CENTER}, places=[0, 1, 0], landmarks={1: ALL_FOUR})
    assert game.act("give", "bakery").stack[-1].partner == 2
    assert game.asked == [(0, "swap_take")], "with the only one who is left"


@pytest.mark.rule("MAC-13.4")
def test_a_swap_respects_the_limit_for_beginners() -> None:
    game = income(
        6,
        seats=3,
        options={"max_copies": 2},
        cities={0: {"business_center": 1, "ranch": 2, "forest": 1}, 1: {"ranch": 2}, 2: {"forest": 2}},
    )
    assert game.act("give", "ranch").stack[-1].partner == 2, "the first opponent has two ranches already"
    assert game.offers("take") == ["wheat_field", "bakery", "forest"]
    game = income(6, options={"max_copies": 2}, cities={0: {"business_center": 1, "forest": 2}})
    assert game.act("give", "forest").offers("take") == ["wheat_field", "bakery"]


@pytest.mark.rule("MAC-13.4")
def test_a_swap_brings_no_third_copy_of_an_own_kind() -> None:
    game = income(
        6,
        options={"max_copies": 2},
        cities={0: {"business_center": 1, "ranch": 2, "wheat_field": 2}, 1: {"ranch": 2, "forest": 2}},
    )
    assert game.offers("give") == ["wheat_field", "bakery"], "the opponent has two ranches already"
    game.act("give", "bakery")
    assert game.offers("take") == ["forest"], "two ranches and two wheat fields are enough"


@pytest.mark.rule("MAC-6.2", "MAC-9.5")
def test_without_the_limit_every_purple_copy_works() -> None:
    free = {"purple_limit": False}
    game = income(6, coins=[0, 9], cities={0: {"stadium": 2}}, options=free)
    assert game.coins == [4, 5]
    game = income(6, seats=3, coins=[0, 9, 9], cities={0: {"tv_station": 2}}, options=free)
    assert game.act("tv", 1).act("tv", 2).coins == [10, 4, 4]
    game = income(6, cities={0: {"business_center": 2, "ranch": 1}}, options=free)
    game.act("give", "ranch").act("take", "bakery")
    assert game.asked == [(0, "swap_give")], "the second one"


@pytest.mark.rule("MAC-8.4")
def test_the_mall_adds_nothing_to_purple() -> None:
    game = income(6, cities={0: {"stadium": 1}}, coins=[0, 9], landmarks={0: {"shopping_mall": EFFECTIVE}})
    assert game.coins == [2, 7]
