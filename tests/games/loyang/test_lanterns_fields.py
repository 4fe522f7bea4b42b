"""Helpers of fields, most of which touch other players; and the foreman."""

from __future__ import annotations

import pytest

from server.games import loyang
from server.games.kernel import OPEN, OWN
from server.games.loyang.cards import PRIVATE
from server.games.loyang.flow import Harvest

from .village import Spec, card, cart, names, planted, seen, turn, village

REGULAR = "regular_09"  # turnip and cabbage for 5, 6, 7, 8
PILE = ["private_5", "private_3", "private_6", "private_4_b"]


@pytest.mark.rule("LOY-23.16.1", "LOY-23.16.5", "LOY-23.16.6", "LOY-28.2")
def test_the_tenant_farmer_buys_a_field_of_choice() -> None:
    game = turn({"helpers": ["tenant_farmer"], "pile": PILE}).act("use", "tenant_farmer")
    assert game.game.sealed == OWN and game.farms[0].cash == 7 and ("costs", 0, 3) in game.said
    assert loyang.private(game.game, 0)["pile"] == [card(name) for name in reversed(PILE)]
    assert loyang.private(game.game, 1) == {}
    assert game.verbs() == ["field"], "looking only is not allowed"
    game.act("field", "private_3")
    assert seen(game)["fields"] == ["home", "private_3"] and ("field", 0, card("private_3")) in game.said
    assert names(game.farms[0].pile) == ["private_4_b", "private_6", "private_5"]


@pytest.mark.rule("LOY-23.16.3", "LOY-23.16.7", "LOY-5.3")
def test_then_the_pile_is_empty_a_round_earlier() -> None:
    three = [c for c in PRIVATE if c >= PRIVATE[3]]
    game = turn({"helpers": ["tenant_farmer"], "pile": [p for p in PILE_8 if card(p) in three]}, round=3)
    game.act("use", "tenant_farmer").act("field", PILE_8[3])
    for number in (4, 5, 6, 7, 8):
        game.game.round = number
        Harvest().run(game.game)
        assert len(game.farms[0].pile) == max(0, 7 - number)
    fields = [name for name in seen(game)["fields"] if name != "home"]
    assert len(fields) == 1 + 4


PILE_8 = ["private_3", "private_4", "private_5", "private_6"]
PILE_8 += [name + "_b" for name in PILE_8]


@pytest.mark.rule("LOY-23.16.2", "LOY-23.16.4", "LOY-23.16.8", "LOY-23.16.9", "LOY-23.16.10", "LOY-23.16.12")
def test_the_tenant_farmer_exchanges_an_empty_field() -> None:
    fields = [("home", "wheat", 5), "common_3_a"]
    mine: Spec = {
        "helpers": ["tenant_farmer"],
        "pile": PILE,
        "fields": fields,
        "under": {"common_3_a": REGULAR},
    }
    game = turn(mine).act("use_second", "tenant_farmer").act("return", "common_3_a")
    assert seen(game)["regulars"] == [REGULAR] and game.farms[0].cash == 10
    assert sorted(game.offers("field")) == sorted(PILE), "another field"
    game.act("field", "private_5")
    assert names(game.farms[0].pile) == ["common_3_a", "private_4_b", "private_6", "private_3"]
    view = loyang.public(game.game)
    assert view["known"][0] == [card("common_3_a")] and len(view["pile"][0]) == 4
    for number in (3, 4, 5, 6):
        game.game.round = number
        Harvest().run(game.game)
    assert seen(game)["fields"][-1] == "common_3_a" and game.farms[0].cash == 10, "and it isn't paid again"
    game.farms[0].plot(card("common_3_a"))[1:] = [5, 1]
    Harvest().run(game.game)
    assert card("common_3_a") in game.discard, "it still is an action card"


@pytest.mark.rule("LOY-23.16.8", "LOY-2.11")
def test_what_everybody_knows_of_a_pile_ends_with_the_field_that_was_put_there() -> None:
    pile = ["private_5", "common_3_a"]
    game = turn({"helpers": ["tenant_farmer"], "pile": pile, "returned": 1})
    assert loyang.public(game.game)["known"][0] == [card("common_3_a")]
    game.act("use", "tenant_farmer").act("field", "common_3_a")
    assert loyang.public(game.game)["known"][0] == []
    game = village({"pile": ["common_3_a"], "returned": 1}, stack=[Harvest()], round=7)
    assert loyang.public(game.game)["known"][0] == [] and seen(game)["fields"][-1] == "common_3_a"


@pytest.mark.rule("LOY-23.16.6", "LOY-2.11")
@pytest.mark.parametrize("size", ["private_3", "private_6"])
def test_nobody_else_sees_which_of_two_fields_alike_was_taken(size: str) -> None:
    taken = {}
    for name in (size, size + "_b"):
        game = turn({"helpers": ["tenant_farmer"], "pile": PILE_8}).act("use", "tenant_farmer")
        game.act("field", name)
        taken[name] = loyang.public(game.game), game.said
        left = [n.removesuffix("_b") for n in names(game.farms[0].pile)]
        assert left == [n.removesuffix("_b") for n in reversed(PILE_8) if n != name], "the order is kept"
    assert taken[size] == taken[size + "_b"]
    view = taken[size][0]
    worlds = [loyang.imagine(view, {}, 1, seed).farms[0].pile for seed in range(40)]
    twin = card(size + "_b")
    assert {world.index(twin) < 4 for world in worlds} == {True, False}, "it may be of either set"


@pytest.mark.rule("LOY-23.16.6", "LOY-23.16.8")
def test_of_fields_at_the_bottom_only_those_below_any_alike_stay_known() -> None:
    """The piles are written from the top; the lowest three were put there openly."""
    pile = ["private_5_b", "private_3_b", "private_4", "private_3", "common_3_a"]
    seen_by_all = []
    for name in ("private_3", "private_3_b"):
        game = turn({"helpers": ["tenant_farmer"], "pile": pile, "returned": 3})
        assert names(loyang.public(game.game)["known"][0]) == ["common_3_a", "private_3", "private_4"]
        game.act("use", "tenant_farmer").act("field", name)
        seen_by_all.append(loyang.public(game.game))
    assert seen_by_all[0] == seen_by_all[1]
    assert names(seen_by_all[0]["known"][0]) == ["common_3_a"]
    for seed in range(20):
        world = loyang.imagine(seen_by_all[0], {}, 1, seed).farms[0].pile
        assert world[0] == card("common_3_a") and sorted(world) == seen_by_all[0]["pile"][0]


@pytest.mark.rule("LOY-23.16.9", "LOY-23.16.11")
def test_an_empty_pile_is_of_no_use_to_the_tenant_farmer() -> None:
    game = turn({"helpers": ["tenant_farmer"], "pile": [], "fields": ["private_3"]})
    assert game.offers("use") == game.offers("use_second") == [] and game.offers("discard") == [
        "tenant_farmer"
    ]


PLOUGHED = [
    ("home", "wheat", 1),
    ("private_3", "leek", 1),
    ("common_4_a", "bean", 1),
    ("private_6", "wheat", 3),
]


@pytest.mark.rule("LOY-23.17.1", "LOY-23.17.2", "LOY-23.17.3", "LOY-23.17.6", "LOY-23.17.7", "LOY-10.5")
def test_the_plowman_clears_a_field() -> None:
    game = turn({"helpers": ["plowman"], "fields": PLOUGHED, "cart": {"turnip": 1}}).act("use", "plowman")
    assert "private_6" not in planted(game) and game.farms[0].cash == 10 and cart(game) == {"turnip": 1}
    game.act("sow", "turnip")
    assert planted(game)["private_6"] == ("turnip", 6) and cart(game) == {}


@pytest.mark.rule("LOY-23.17.2", "LOY-23.17.8")
def test_a_common_field_cleared_stays_paid_and_goes_to_the_discards_in_the_end() -> None:
    mine: Spec = {
        "helpers": ["plowman"],
        "fields": [("common_4_a", "bean", 2)],
        "cart": {"bean": 1},
        "cash": 0,
    }
    game = turn(mine).act("use", "plowman").act("sow", "bean")
    assert planted(game) == {"common_4_a": ("bean", 4)} and game.farms[0].cash == 0
    game.farms[0].fields[0][2] = 1
    Harvest().run(game.game)
    assert card("common_4_a") in game.discard


@pytest.mark.rule("LOY-23.17.4", "LOY-23.17.5", "LOY-23.17.6", "LOY-23.17.9")
def test_the_plowman_gathers_last_goods() -> None:
    mine: Spec = {"helpers": ["plowman"], "fields": PLOUGHED, "under": {"common_4_a": REGULAR}}
    game = turn(mine).act("use_second", "plowman")
    assert game.offers("gather") == ["private_3", "common_4_a"]
    game.act("gather", "private_3").act("gather", "common_4_a")
    assert cart(game) == {"leek": 1, "bean": 1} and seen(game)["fields"] == ["home", "private_6"]
    assert names(game.discard) == ["common_4_a", "plowman"] and seen(game)["regulars"] == [REGULAR]
    game = turn({"helpers": ["plowman"], "fields": PLOUGHED}).act("use_second", "plowman")
    game.act("gather", "private_3").act("enough")
    assert cart(game) == {"leek": 1} and "common_4_a" in seen(game)["fields"]


@pytest.mark.rule("LOY-23.18.1", "LOY-23.18.2", "LOY-23.18.4")
def test_the_self_supplier_takes_from_a_rich_field() -> None:
    fields = [("home", "wheat", 9), ("private_4", "leek", 4), ("private_6", "wheat", 3)]
    mine: Spec = {"helpers": ["self_supplier"], "fields": []}
    game = turn(mine, {"fields": fields}).act("use", "self_supplier")
    assert cart(game) == {"leek": 1} and (game.farms[0].cash, game.farms[1].cash) == (9, 11)
    assert planted(game, 1)["private_4"] == ("leek", 3)
    assert turn(mine, {"fields": [("private_4", "leek", 3)]}).offers("use") == [], (
        "a second one finds nothing"
    )


@pytest.mark.rule("LOY-23.18.1", "LOY-9.16")
def test_with_three_players_the_self_supplier_names_the_owner() -> None:
    rich: Spec = {"fields": [("private_4", "leek", 4)]}
    game = turn({"helpers": ["self_supplier"]}, rich, rich).act("use", "self_supplier")
    assert game.offers("from") == [1, 2]
    game.act("from", 2)
    assert game.farms[2].cash == 11 and planted(game, 1)["private_4"] == ("leek", 4)


# -- the foreman -----------------------------------------------------------------------------------

WITH_FOREMAN = {"foreman": True}


@pytest.mark.rule("LOY-23.20.2", "LOY-23.20.3", "LOY-26.3")
def test_the_foreman_takes_over_a_helper_just_used() -> None:
    game = turn(
        {"helpers": ["maid"]}, {"helpers": ["foreman"], "under": {"foreman": "tout"}}, options=WITH_FOREMAN
    )
    game.act("use", "maid")
    assert game.asked == [(1, "foreman")]
    game.act("take_over", "maid", seat=1)
    assert seen(game, 1)["helpers"] == ["tout", "maid"] and names(game.discard) == ["foreman"]
    assert seen(game)["helpers"] == [] and game.asked == [(0, "act")]


@pytest.mark.rule("LOY-23.20.2", "LOY-9.12")
def test_the_foreman_may_let_it_go_and_watches_the_partner_only() -> None:
    game = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, options=WITH_FOREMAN).act("use", "maid")
    game.act("let_go", seat=1)
    assert names(game.discard) == ["maid"] and seen(game, 1)["helpers"] == ["foreman"]
    other = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, seats=4, options=WITH_FOREMAN)
    assert other.act("use", "maid").asked == [(0, "act")], "seat 1 is not the partner of seat 0"
    thrown = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, options=WITH_FOREMAN)
    assert thrown.act("discard", "maid").asked == [(0, "act")], "discarded helpers are not caught"


@pytest.mark.rule("LOY-23.20.3", "LOY-28.2")
def test_a_used_helper_stands_while_the_foreman_is_asked() -> None:
    game = turn({"helpers": ["maid"]}, {"helpers": ["foreman"]}, options=WITH_FOREMAN)
    assert game.game.stands(game.ask()) and game.act("use", "maid").asked == [(1, "foreman")]
    without = turn({"helpers": ["maid"]})
    assert not without.game.stands(without.ask()) and without.act("use", "maid").asked == [(0, "act")]


@pytest.mark.rule("LOY-28.3", "LOY-28.4")
def test_other_displays_touched_can_be_undone() -> None:
    mine: Spec = {"helpers": ["trader"], "cart": {"wheat": 2}}
    game = turn(mine, {"stalls": [("stall_11", ["leek"])], "under": {"stall_11": "maid"}}).act(
        "use", "trader"
    )
    assert game.game.sealed == OPEN and seen(game, 1)["helpers"] == ["maid"]
