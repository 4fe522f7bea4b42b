"""The six actions of a card."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.bruges.cards import BOX, PRICES, THREE
from server.games.bruges.scoring import parts, worth
from server.games.bruges.state import COLOURS, NONE
from server.games.bruges.turn.threats import Damage
from server.games.bruges.turn.turn import Turn
from tests.games.bruges.city import Have, city, named, of, people, threats, workers

from .rounds import public

ONE_OF_EACH = ["duke", "count", "baron", "margrave", "prince"]
"""A blue, a brown, a yellow, a red and a violet card."""


# -- I, II, III ------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-8.1", "BRU-8.2")
@pytest.mark.parametrize(("name", "colour"), [*zip(ONE_OF_EACH, COLOURS, strict=True)])
def test_two_workers_of_the_colour_of_the_card(name: str, colour: str) -> None:
    game = city(mine={"hand": ["earl", name] if name != "duke" else ["duke"]}).act("workers", name)
    assert workers(game) == {colour: 2}
    assert game.discard[-1] == public(game)["discard"][-1] and named(game.discard)[-1] == name, "face up"
    assert of(game).guilders == of(game).points == 0


@pytest.mark.rule("BRU-8.4", "BRU-8.5", "BRU-8.6")
@pytest.mark.parametrize(("name", "guilders"), [("baron", 6), ("prince", 1), ("duke", 2), ("margrave", 5)])
def test_as_many_guilders_as_the_die_in_the_colour_of_the_card_shows(name: str, guilders: int) -> None:
    game = city(mine={"hand": [name]}, rolled=[2, 3, 6, 5, 1]).act("guilders", name)
    assert of(game).guilders == guilders and named(game.discard)[-1] == name


@pytest.mark.rule("BRU-8.8", "BRU-8.9", "BRU-8.11")
def test_a_marker_of_the_colour_of_the_card_back_for_a_point() -> None:
    game = city(mine={"hand": ["count"], "threats": {"brown": 2, "red": 1}, "points": 4}).act(
        "threat", "count"
    )
    assert threats(game) == {"brown": 1, "red": 1} and of(game).points == 5
    assert named(game.discard)[-1] == "count"


@pytest.mark.rule("BRU-8.10")
def test_not_without_a_marker_of_that_colour() -> None:
    game = city(mine={"hand": ["count", "margrave"], "threats": {"red": 1, "blue": 2}})
    assert game.offers("threat") == ["margrave"]


@pytest.mark.rule("BRU-8.11", "BRU-10.16")
def test_a_marker_discarded_by_a_person_brings_a_point_too_but_not_after_damage() -> None:
    mine: dict[str, Any] = {"people": ["bath_keeper"], "workers": {"red": 1}, "threats": {"violet": 1}}
    game = city(mine=mine).act("use", "bath_keeper")
    assert threats(game) == {} and of(game).points == 1
    struck = city(mine={"threats": {"blue": 3}, "points": 2}, stack=[Damage(0, 0), Turn()])
    assert threats(struck) == {} and of(struck).points == 2


# -- IV: canals ------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-8.12", "BRU-8.14", "BRU-8.13")
@pytest.mark.parametrize("seat", range(4))
def test_each_guard_house_has_two_sections_of_five_spaces(seat: int) -> None:
    """A card builds on the next space of either section, if it has its colour; the rest is out of reach."""
    left, right = BOX.boards[seat].sections
    assert len(left) == len(right) == len(PRICES) == 5
    for tokens in ([0, 0], [1, 0], [2, 3], [4, 4]):
        game = city(mine={"hand": ONE_OF_EACH, "guilders": 9, "canals": tokens}, others=[{}] * 3, seat=seat)
        wanted = {left[tokens[0]], right[tokens[1]]}
        assert set(game.offers("canal")) == {ONE_OF_EACH[COLOURS.index(colour)] for colour in wanted}
        assert len(game.offers("canal")) <= 2


@pytest.mark.rule("BRU-8.12", "BRU-8.13")
def test_only_the_owner_builds_and_the_tokens_go_outward() -> None:
    game = city(mine={"hand": ["duke", "margrave"], "guilders": 9}, others=[{"canals": [1, 1]}])
    game.act("canal", "duke")
    assert [me.canals for me in game.players] == [[1, 0], [1, 1]]
    assert of(game).guilders == 8 and ("builds_canal", 0, 1, 1, 0) in game.said
    game = city(mine={"hand": ["margrave"], "guilders": 9, "canals": [1, 0]}).act("canal", "margrave")
    assert of(game).canals == [2, 0] and of(game).guilders == 7


@pytest.mark.rule("BRU-8.14")
def test_where_both_next_spaces_fit_the_player_chooses() -> None:
    """Seat 0: the third space of the left section and the second of the right one are yellow."""
    mine = {"hand": ["baron"], "guilders": 9, "canals": [2, 1]}
    game = city(mine=mine).act("canal", "baron")
    assert game.offers("side") == [0, 1]
    assert of(game.act("side", 1)).canals == [2, 2] and of(game).guilders == 9 - 2
    other = city(mine=mine).act("canal", "baron").act("side", 0)
    assert of(other).canals == [3, 1] and of(other).guilders == 9 - 3
    poor = city(mine={**mine, "guilders": 2}).act("canal", "baron")
    assert of(poor).canals == [2, 2], "only one of them can be paid"


@pytest.mark.rule("BRU-8.15")
def test_a_complete_section_leaves_one_space_and_two_leave_none() -> None:
    have = {"hand": ONE_OF_EACH, "guilders": 9}
    assert city(mine={**have, "canals": [5, 0]}).offers("canal") == ["prince"]
    assert city(mine={**have, "canals": [5, 5]}).offers("canal") == []


@pytest.mark.rule("BRU-8.16", "BRU-8.17", "BRU-8.18")
def test_a_card_of_the_colour_and_the_guilders_on_the_space() -> None:
    game = city(mine={"hand": ["duke", "count"], "guilders": 1})
    assert game.offers("canal") == ["duke"]
    game.act("canal", "duke")
    assert of(game).guilders == 0 and of(game).canals == [1, 0]
    assert named(game.discard)[-1] == "duke" and named(of(game).hand) == ["count"]


@pytest.mark.rule("BRU-8.22", "BRU-8.16")
@pytest.mark.parametrize("tokens", range(5))
def test_the_prices_rise_from_the_seal_outward(tokens: int) -> None:
    colour = BOX.boards[0].sections[0][tokens]
    name = ONE_OF_EACH[COLOURS.index(colour)]
    poor = {"hand": [name], "guilders": tokens, "canals": [tokens, 5]}
    assert city(mine=poor).offers("canal") == []
    game = city(mine={**poor, "guilders": tokens + 1}).act("canal", name)
    assert of(game).guilders == 0


@pytest.mark.rule("BRU-8.19", "BRU-8.22", "BRU-10.13", "BRU-11.6")
def test_a_built_3_space_is_worth_three_points() -> None:
    assert THREE == 2
    values = [worth(city(mine={"canals": [tokens, 0]}).game, 0) for tokens in range(5)]
    assert values == [0, 0, 0, 3, 3]
    assert worth(city(mine={"canals": [3, 4]}).game, 0) == 6


@pytest.mark.rule("BRU-8.20", "BRU-8.21")
def test_a_complete_section_brings_the_topmost_statue_at_once() -> None:
    near = {"guilders": 9, "canals": [4, 0]}
    game = city(mine={**near, "hand": ["count"]}, others=[{**near, "hand": ["duke"]}], stack=[Turn()])
    assert of(game.act("canal", "count")).statues == [7] and game.statues == [2, 3, 4, 5, 6]
    assert ("takes_statue", 0, 7) in game.said
    assert parts(game.game, 0)[6] == 7 and of(game).points == 0, "its points count at the end"
    second = city(mine={**near, "hand": ["count"]}, others=[{"canals": [5, 0], "statues": [7]}])
    assert of(second.act("canal", "count")).statues == [6], "even if another player has taken the first one"
    both = city(mine={"guilders": 9, "hand": ["margrave"], "canals": [5, 4], "statues": [7]})
    assert of(both.act("canal", "margrave")).statues == [7, 6]


@pytest.mark.rule("BRU-8.23", "BRU-8.24")
def test_when_the_statues_are_gone_later_sections_bring_none() -> None:
    others: list[Have] = [{"canals": [5, 5], "statues": [7, 6]}, {"canals": [5, 5], "statues": [5, 4]}]
    others += [{"canals": [5, 5], "statues": [3, 2]}]
    mine = {"guilders": 9, "hand": ["count"], "canals": [4, 0]}
    game = city(mine=mine, others=others).act("canal", "count")
    assert of(game).statues == [] and of(game).canals == [5, 0]
    assert of(game).finished == [1, 0], "and the section is marked all the same"


@pytest.mark.rule("BRU-8.24", "BRU-10.12", "BRU-8.23")
def test_a_section_completed_again_brings_no_second_statue() -> None:
    mine = {"guilders": 9, "hand": ["count"], "canals": [4, 0], "finished": [1, 0], "statues": [7]}
    game = city(mine=mine).act("canal", "count")
    assert of(game).statues == [7] and game.statues[-1] == 6


# -- V: houses -------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-8.25", "BRU-8.26", "BRU-8.27", "BRU-11.3")
def test_a_house_for_a_worker_of_its_colour() -> None:
    game = city(mine={"hand": ["prince", "duke"], "workers": {"violet": 1, "red": 2}})
    assert game.offers("house") == ["prince"]
    game.act("house", "prince")
    assert workers(game) == {"red": 2} and named(of(game).houses) == ["prince"]
    assert of(game).room(is_pet=False) == [0], "room for one person"
    assert worth(game.game, 0) == 1 and named([*game.discard]).count("prince") == 0


@pytest.mark.rule("BRU-8.28")
def test_houses_are_not_limited() -> None:
    game = city(mine={"hand": ["prince"], "workers": {"violet": 1}, "houses": ["red"] * 12})
    assert len(of(game.act("house", "prince")).houses) == 13


# -- VI: persons -----------------------------------------------------------------------------------


@pytest.mark.rule("BRU-8.29", "BRU-8.31", "BRU-8.33", "BRU-9.1")
def test_a_person_moves_into_an_empty_house_for_its_price() -> None:
    """The violet prince, for nine guilders, into a red house, whose colour stays visible."""
    game = city(mine={"hand": ["prince"], "guilders": 10, "houses": ["red"]}).act("hire", "prince")
    assert people(game) == ["prince"] and of(game).guilders == 1
    assert public(game)["houses"][0] == [COLOURS.index("red")]
    assert ("hire", 0, game.players[0].persons[0], 9) in game.said


@pytest.mark.rule("BRU-8.30", "BRU-8.34")
def test_an_inhabited_house_has_no_room_for_another() -> None:
    game = city(mine={"hand": ["prince"], "guilders": 20, "people": ["duke"]})
    assert game.offers("hire") == []


@pytest.mark.rule("BRU-8.32", "BRU-8.34")
def test_the_player_chooses_the_empty_house() -> None:
    mine = {"hand": ["prince"], "guilders": 9, "people": ["duke"], "houses": ["red", "blue", "red"]}
    game = city(mine=mine).act("hire", "prince")
    assert game.offers("move_in") == [1, 2], "the duke keeps his"
    game.act("move_in", 2)
    assert named(of(game).persons[:1]) == ["duke"] and of(game).persons[1] == NONE
    assert named(of(game).persons[2:]) == ["prince"]
    assert "move_in" not in game.verbs() and game.verbs() == ["done"]


@pytest.mark.rule("BRU-9.1")
def test_prices_are_from_nothing_to_twelve() -> None:
    costs = {row.cost for row in BOX.persons}
    assert min(costs) == 0 and max(costs) == 12
    free = city(mine={"hand": ["peddler"], "houses": ["red"]}).act("hire", "peddler")
    assert people(free) == ["peddler"] and of(free).guilders == 0
    king = {"hand": ["king"], "houses": ["red"]}
    assert city(mine={**king, "guilders": 11}).offers("hire") == []
    assert of(city(mine={**king, "guilders": 12}).act("hire", "king")).guilders == 0
