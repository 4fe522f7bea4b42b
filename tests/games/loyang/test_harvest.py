"""The harvest phase, and the harvest hand's extra turn."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.kernel import ALL, choose, settle
from server.games.loyang.cards import HOME, PRIVATE
from server.games.loyang.flow import LAST_ROUND, Harvest, Round
from server.games.loyang.state import ACTED, FREE, SERVED, WAITING, LoyangOptions
from server.games.loyang.turn import ActionTurn

from .village import card, cart, planted, seen, village

harvest = partial(village, stack=[Harvest()])
HAND = "harvest_hand"


def played() -> list[Any]:
    """A whole game in which all players do as little as possible: the round and the view after each
    choice."""
    game = loyang.setup(2, 1, LoyangOptions())
    asks, states = settle(game), []
    while asks:
        verbs = ("plant", "done", "lay", "take", "keep", "finish", "miss", "give_up", "step", "loan")
        ask = asks[0]
        choice = min(
            (c for c in ask.options if c.verb in verbs),
            key=lambda c: (verbs.index(c.verb), c.noun),
            default=None,
        )
        assert choice is not None, ask
        asks = choose(game, ask, choice)
        states.append((game.round, loyang.public(game)))
    return states


@pytest.mark.rule("LOY-4.1", "LOY-4.2", "LOY-4.6", "LOY-5.10", "LOY-21.1", "LOY-2.10")
def test_nine_rounds_and_the_home_field_shows_how_many_are_left() -> None:
    states = played()
    assert states[-1][0] == LAST_ROUND == 9
    for number, view in states:
        home = [row for row in view["fields"][0] if row[0] == HOME]
        left = home[0][2] if home else 0
        if number:
            assert left == 9 - number
        assert len(view["pile"][0]) == 8 - min(number, 8)
    private = [sorted(view["pile"][0]) for number, view in states if number == 4]
    assert private[0] == list(PRIVATE[4:]), "after round 4 the whole first set is out"


@pytest.mark.rule("LOY-5.2", "LOY-5.9", "LOY-5.13")
def test_a_field_is_turned_up_and_yields_nothing() -> None:
    game = harvest({"pile": ["private_5", "private_3"]}, {"pile": ["private_6"]})
    assert seen(game)["fields"] == ["home", "private_5"] and seen(game, 1)["fields"][-1] == "private_6"
    assert cart(game) == {"wheat": 1} and game.game.sealed == ALL
    assert ("field", 0, card("private_5")) in game.said


@pytest.mark.rule("LOY-5.2", "LOY-5.3")
def test_nothing_is_turned_up_in_round_9_or_from_an_empty_pile() -> None:
    game = harvest({"pile": ["private_5"]}, round=9)
    assert seen(game)["fields"] == ["home"]
    game = harvest({"pile": []}, round=8)
    assert seen(game)["fields"] == ["home"]


@pytest.mark.rule("LOY-5.1", "LOY-5.4", "LOY-5.5", "LOY-5.6", "LOY-24.3", "LOY-2.18")
def test_every_planted_field_of_everybody_gives_exactly_one_good() -> None:
    fields = [("home", "wheat", 7), ("private_3", "leek", 3), ("common_4_a", "bean", 2), "private_4"]
    mine = {"fields": fields, "cart": {"leek": 4}, "turn": 2, "capacity": 4, "pile": ["private_5"]}
    game = harvest(mine, {"fields": [("home", "turnip", 7)], "pile": ["private_5"]})
    assert cart(game) == {"wheat": 1, "bean": 1, "leek": 5}, "the goods stored are on the cart again"
    assert planted(game) == {"home": ("wheat", 6), "private_3": ("leek", 2), "common_4_a": ("bean", 1)}
    assert cart(game, 1) == {"turnip": 1}
    assert game.asked == [(0, "end_turn")], "there was no question"


@pytest.mark.rule("LOY-9.1", "LOY-15.22", "LOY-23.9.1")
def test_with_the_harvest_a_round_begins_in_which_nobody_has_acted_or_served() -> None:
    served = village({"regulars": ["regular_09"], "turn": ACTED}, {"turn": ACTED}, stack=[])
    served.farms[0].regulars[0][3] = SERVED
    served.game.stack.append(Harvest())
    served.asks = settle(served.game)
    assert [farm.turn for farm in served.farms] == [WAITING] * 2
    assert served.farms[0].regulars[0][3] == FREE


@pytest.mark.rule("LOY-5.7", "LOY-5.8", "LOY-22.9", "LOY-10.5")
def test_empty_fields_leave() -> None:
    fields = [("private_3", "leek", 1), ("common_4_a", "bean", 1), ("home", "wheat", 1)]
    game = harvest({"fields": fields, "pile": []})
    assert seen(game)["fields"] == [] and game.discard == [card("common_4_a")]
    assert cart(game) == {"wheat": 1, "bean": 1, "leek": 1}


@pytest.mark.rule("LOY-5.11")
def test_a_field_of_four_sown_in_round_3_is_empty_in_round_7() -> None:
    game = village({"fields": ["private_4"], "cart": {"bean": 1}, "pile": []}, stack=[ActionTurn(0)], round=3)
    game.act("sow", "bean")
    assert planted(game) == {"private_4": ("bean", 4)}
    left = []
    for number in (4, 5, 6, 7):
        game.game.round, game.game.stack = number, [*game.game.stack[:1], Harvest()]
        game.asks = settle(game.game)
        left.append(planted(game).get("private_4", ("", 0))[1])
    assert left == [3, 2, 1, 0] and seen(game)["fields"] == []


@pytest.mark.rule("LOY-5.14", "LOY-18.14", "LOY-15.12")
def test_a_regular_below_a_field_is_uncovered_by_the_harvest_and_due_in_this_round() -> None:
    mine = {"fields": [("common_3_a", "leek", 1)], "under": {"common_3_a": "regular_09"}, "pile": []}
    game = village(mine, stack=[Harvest(), ActionTurn(0)])
    assert seen(game)["regulars"] == ["regular_09"] and seen(game)["under"] == {}
    assert game.offers("miss") == ["regular_09"] and "finish" not in game.verbs()


def reaping(*fields: tuple[str, str, int], **spec: Any) -> Scene:
    return harvest({"fields": list(fields), "helpers": [HAND], "pile": [], **spec})


@pytest.mark.rule("LOY-23.5.1", "LOY-23.5.2", "LOY-23.5.4", "LOY-23.5.6", "LOY-24.4", "LOY-5.12")
def test_the_harvest_hand_takes_a_second_good_from_fields_of_four() -> None:
    game = reaping(
        ("private_6", "wheat", 5), ("private_4", "bean", 4), ("private_3", "leek", 3), ("home", "wheat", 6)
    )
    assert game.asked == [(0, "reap")] and game.offers("reap") == ["private_6", "private_4"]
    game.act("reap", "private_6")
    assert game.offers("reap") == ["private_4"]
    game.act("reap", "private_4")
    assert planted(game) == {
        "private_6": ("wheat", 3),
        "private_4": ("bean", 2),
        "private_3": ("leek", 2),
        "home": ("wheat", 5),
    }
    assert cart(game) == {"wheat": 3, "bean": 2, "leek": 1}
    assert game.discard == [card(HAND)] and game.asked == [(0, "end_turn")]


@pytest.mark.rule("LOY-23.5.1", "LOY-23.5.3")
def test_each_field_is_a_free_choice() -> None:
    game = reaping(("private_6", "wheat", 5), ("private_4", "bean", 4)).act("reap", "private_4").act("enough")
    assert planted(game) == {"private_6": ("wheat", 4), "private_4": ("bean", 2)}
    assert game.discard == [card(HAND)]


@pytest.mark.rule("LOY-23.5.9")
def test_whoever_declines_keeps_the_card() -> None:
    game = reaping(("private_6", "wheat", 5)).act("enough")
    assert seen(game)["helpers"] == [HAND] and planted(game) == {"private_6": ("wheat", 4)}


@pytest.mark.rule("LOY-23.5.2", "LOY-23.5.9", "LOY-26.1")
def test_without_such_a_field_nobody_is_asked() -> None:
    game = reaping(("private_4", "bean", 3), ("home", "wheat", 9))
    assert game.asked == [(0, "end_turn")] and seen(game)["helpers"] == [HAND]


@pytest.mark.rule("LOY-23.5.3")
def test_it_can_be_discarded_instead() -> None:
    game = reaping(("private_6", "wheat", 5)).act("discard", HAND)
    assert game.discard == [card(HAND)] and planted(game) == {"private_6": ("wheat", 4)}


@pytest.mark.rule("LOY-5.15")
def test_it_may_be_uncovered_by_this_very_harvest() -> None:
    fields = [("common_3_a", "leek", 1), ("private_6", "wheat", 5)]
    game = harvest({"fields": fields, "under": {"common_3_a": HAND}, "pile": []})
    assert game.offers("reap") == ["private_6"]


@pytest.mark.rule("LOY-12.7", "LOY-5.12", "LOY-4.5")
def test_selling_discarding_and_loans_go_with_it() -> None:
    game = reaping(("private_6", "leek", 5), helpers=[HAND, "maid"])
    assert game.verbs() == ["reap", "enough", "sell", "discard", "loan"]
    game.act("sell", "leek").act("discard", "maid").act("loan")
    assert game.asked == [(0, "reap")] and game.farms[0].cash == 10 + 2 + 5


@pytest.mark.rule("LOY-26.1", "LOY-5.1")
def test_the_card_phase_waits_for_the_harvest_hand_alone() -> None:
    mine = {"fields": [("private_6", "wheat", 5)], "helpers": [HAND], "pile": [], "turn": 2}
    game = village(mine, {"turn": 2}, {"turn": 2}, stack=[Round()], round=4)
    assert game.asked == [(0, "reap")]
    game.act("enough")
    assert game.asked == [(0, "distribute")] and game.round == 5, "the declined option is not asked for again"
