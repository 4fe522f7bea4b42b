"""The log of Bruges: players who got, paid, lost and declined things, with amounts."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.engines import texts_of
from server.authoring.scenes import Scene
from server.games import bruges
from server.games.bruges.cards import BOX
from server.games.bruges.turn.verbs import OFFERS
from server.games.catalogue import LANGUAGES

from .city import SHIPS, activated, card, city
from .rules.rounds import refilling, rolling

BLUE, BROWN, YELLOW, RED, VIOLET = range(5)


def told(game: Scene, key: str) -> list[tuple[Any, ...]]:
    """The arguments of the lines with this key."""
    return [tuple(nouns) for line, *nouns in game.said if line == key]


def test_every_player_s_threats_are_told_with_what_they_make() -> None:
    game = rolling({"red": 5, "blue": 6}, mine={"threats": {"red": 1}}, others=[{"threats": {"blue": 1}}])
    assert sorted(told(game, "takes_threat")) == [(0, BLUE, 1), (0, RED, 2), (1, BLUE, 2), (1, RED, 1)]


@pytest.mark.parametrize(
    ("die", "has", "line"),
    [
        ("blue", {"workers": {"red": 2, "blue": 1}}, ("loses_workers", 0, 3)),
        ("yellow", {"guilders": 7}, ("loses_guilders", 0, 7)),
        ("violet", {"points": 2}, ("loses_points", 0, 2)),
        ("brown", {"people": ["duke"]}, ("loses_person", 0, card("duke"))),
        ("red", {"canals": [0, 2]}, ("loses_canal", 0, 1)),
    ],
)
def test_a_disaster_is_told_with_what_it_takes(die: str, has: dict[str, Any], line: tuple[Any, ...]) -> None:
    game = rolling({die: 6}, mine={"threats": {die: 2}, **has})
    assert line in game.said
    nothing = rolling({die: 6}, mine={"threats": {die: 2}})
    assert ("loses_nothing", 0) in nothing.said


def test_who_advances_pays_and_who_does_not_stays() -> None:
    game = rolling({"blue": 2}, mine={"guilders": 5}, others=[{"guilders": 5}])
    game.act("advance", 2)
    assert told(game, "pays_guilders") == [(0, 2)] and told(game, "advances") == [(0, 1)]
    assert told(game.act("stay", seat=1), "stays") == [(1,)]


def test_the_section_of_a_canal_token_and_its_price() -> None:
    game = city(mine={"hand": ["baron"], "guilders": 9, "canals": [2, 1]}).act("canal", "baron")
    assert told(game.act("side", 1), "builds_canal") == [(0, 2, 2, 1)]


def test_workers_are_told_where_they_are_paid_and_handed_in() -> None:
    game = activated("mason", mine={"workers": {"red": 2}})
    assert told(game, "pays_worker") == [(0, BLUE)]
    assert told(game.act("give_workers", "red"), "returns_workers") == [(0, 2, RED)]
    house = city(mine={"hand": ["duke"], "workers": {"blue": 1}}).act("house", "duke")
    assert told(house, "pays_worker") == [(0, BLUE)]
    ship = SHIPS.index("yellow six_guilders")
    stacks = [
        [n for n, name in enumerate(SHIPS) if name.startswith(c) and n != ship]
        for c in ("blue", "brown", "yellow", "red", "violet")
    ]
    mine = {"hand": ["duke"], "guilders": 1, "workers": {"yellow": 1}}
    harbour = city(mine=mine, options={"zwin": True}, ships=stacks, berths=[-1, -1, ship, -1, -1])
    assert told(harbour.act("canal", "duke").act("ship", ship), "pays_worker") == [(0, YELLOW)]
    buyer = activated("market_woman", mine={"guilders": 2})
    assert told(buyer, "pays_guilders") == [(0, 2)]


def test_a_threat_that_changes_hands_is_told_of_both() -> None:
    game = activated("smuggler", mine={"threats": {"red": 1}})
    assert told(game, "gives_threat") == [(0, 1, RED)] and told(game, "takes_threat") == [(1, RED, 1)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_declined_is_named(language: str) -> None:
    offers = texts_of(bruges, language)["names"]["offers"]
    wood = activated("wood_carver", mine={"hand": ["duke"]}).act("decline")
    assert [offers[n] for _, n in told(wood, "declines")] == [offers[2]]
    jailer = activated("jailer", mine={"threats": {"red": 1, "blue": 1}})
    assert jailer.verbs() == ["return_threat", "enough"], "one person may discard one"
    assert [offers[n] for _, n in told(jailer.act("enough"), "declines")] == [offers[5]]


@pytest.mark.parametrize(("language", "further"), [("en", "more"), ("de", "weiter")])
def test_what_one_may_decline_at_once_is_not_said_to_be_more(language: str, further: str) -> None:
    """Before the first threat is discarded or given away, or the first worker sold, as well as after it."""
    offers = texts_of(bruges, language)["names"]["offers"]
    assert not [offer for offer in ("threat", "gift", "sale") if further in offers[OFFERS.index(offer)]]


def test_who_declines_is_not_asked_a_second_time() -> None:
    """With the astronomer: the question itself can be declined, so that no question comes before it."""
    home = {"people": ["astronomer"], "hand": ["duke", "earl"]}
    assert activated("wood_carver", mine=home).act("decline").verbs() == ["done"]
    twice = activated("wood_carver", mine=home).act("lay", "duke")
    assert twice.verbs() == ["lay", "decline"]
    jailer = activated("jailer", mine={"people": ["astronomer"], "threats": {"red": 2, "blue": 2}})
    assert jailer.act("enough").verbs() == ["done"]
    swindler = activated("swindler", mine={"people": ["astronomer"], "threats": {"red": 2}})
    assert swindler.act("enough").verbs() == ["done"]


def test_all_threats_go_in_one_answer_where_all_may_go() -> None:
    mine = {"people": ["duke", "earl"], "threats": {"red": 2, "blue": 1}}
    game = activated("jailer", mine=mine)
    assert game.verbs() == ["return_threat", "return_every", "enough"]
    game.act("return_every")
    assert told(game, "returns_threat") == [(0, BLUE), (0, RED), (0, RED)] and game.verbs() == ["done"]
    few = activated("jailer", mine={**mine, "people": ["duke"]})
    assert few.verbs() == ["return_threat", "enough"], "not all of them may go"


def test_who_can_not_pay_the_advance_is_told_of() -> None:
    """There is no line without an available advance: because of the dice, or above the last step."""
    game = rolling({"blue": 2}, mine={"guilders": 1}, others=[{"guilders": 5}])
    assert told(game, "cannot_advance") == [(0, 2)]
    assert not told(rolling({}, mine={"guilders": 1}), "cannot_advance")
    assert told(rolling({"blue": 2}, mine={"guilders": 1, "step": 12}), "cannot_advance") == [(1, 2)]


def test_who_lived_in_a_house_that_burns_is_told_to_return() -> None:
    home = {"people": ["duke"], "pets": ["donkey"], "houses": ["red"], "canals": [1, 0]}
    game = rolling({"red": 6}, mine={"threats": {"red": 2}, **home}, options={"pets": True})
    game.act("lose_house", 0)
    assert len(told(game, "loses_house")) == 1
    assert told(game, "takes_back") == [(0, card("duke")), (0, card("donkey"))]


def test_a_second_time_is_told() -> None:
    mine = {"hand": ["countess"], "people": ["astronomer"], "houses": ["red", "red"], "guilders": 20}
    game = city(mine=mine).act("hire", "countess")
    assert told(game.act("again", "countess"), "activates_again") == [(0, card("countess"))]
    assert told(game, "advances") == [(0, 1), (0, 2)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_not_drawn_is_told(language: str) -> None:
    hand = ["duke", "earl", "baron", "count", "king"]
    game = refilling(0, mine={"people": ["inventor"], "hand": hand}).act("enough")
    offers = texts_of(bruges, language)["names"]["offers"]
    assert [offers[n] for _, n in told(game, "declines")] == [offers[-1]] and not told(game, "refilled")


def test_that_a_drawn_card_is_kept_is_told_but_not_which() -> None:
    tops = (["baron", "count"], ["queen"])
    names = [row.id for row in BOX.persons if row.effect.get("type") == "draw_keep"]
    game = activated(names[0], tops=tops)
    while "stack" in game.verbs():
        game.act("stack", 0)
    kept = game.act("keep", "baron")
    assert told(kept, "keeps") == [(0,)]
    assert all(card("baron") not in line for line in kept.said)
