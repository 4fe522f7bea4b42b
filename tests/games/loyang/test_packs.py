"""Two-packs: the price, the cards that are kept, the cards below others, and uncovering."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.kernel import ALL
from server.games.loyang.cards import HELPERS

from .village import NAMES, card, names, seen, turn


def pack(*cards: str, **mine: object) -> Scene:
    """The turn after these two cards were bought."""
    return turn(mine, deck=cards).act("two_pack")


@pytest.mark.rule("LOY-17.1", "LOY-17.4", "LOY-17.5", "LOY-17.3", "LOY-24.13", "LOY-28.1", "LOY-28.2")
def test_two_cards_are_turned_up_for_everybody() -> None:
    game = pack("maid", "stall_01")
    assert names(game.farms[0].pack) == ["maid", "stall_01"] and game.farms[0].cash == 10
    assert loyang.public(game.game)["pack"][0] == game.farms[0].pack
    assert game.game.sealed == ALL
    game.act("none")
    assert names(game.discard) == ["maid", "stall_01"]


@pytest.mark.rule("LOY-17.2", "LOY-17.3", "LOY-17.13", "LOY-18.2")
@pytest.mark.parametrize(
    ("helpers", "stalls", "price"),
    [(2, 3, 3), (2, 1, 2), (1, 0, 1), (0, 0, 0)],
)
def test_the_price(helpers: int, stalls: int, price: int) -> None:
    mine = {"helpers": ["maid", "tout"][:helpers], "stalls": ["stall_01", "stall_02", "stall_03"][:stalls]}
    assert turn(mine).act("two_pack").farms[0].cash == 10 - price
    if price:
        assert "two_pack" not in turn(mine | {"cash": price - 1}).verbs()


@pytest.mark.rule("LOY-17.13", "LOY-18.2")
def test_covered_helpers_and_stalls_do_not_count() -> None:
    mine = {"helpers": ["maid"], "casuals": ["casual_01"], "under": {"casual_01": "tout"}}
    assert turn(mine).act("two_pack").farms[0].cash == 9


@pytest.mark.rule("LOY-17.14")
def test_without_the_helper_it_is_free() -> None:
    assert turn({"helpers": ["maid"]}).act("two_pack").farms[0].cash == 9
    assert turn({"helpers": ["maid"]}).act("discard", "maid").act("two_pack").farms[0].cash == 10
    assert turn({"helpers": ["maid"]}).act("use", "maid").act("two_pack").farms[0].cash == 10


@pytest.mark.rule("LOY-17.6", "LOY-17.8", "LOY-17.12")
def test_one_is_kept_singly() -> None:
    game = pack("regular_09", "stall_01").act("top", "regular_09").act("alone")
    assert seen(game)["regulars"] == ["regular_09"] and seen(game)["under"] == {}
    assert names(game.discard) == ["stall_01"] and game.offers("miss") == ["regular_09"]
    game = pack("regular_09", "stall_01").act("top", "stall_01").act("alone")
    assert game.farms[0].stalls == [[card("stall_01"), 0b111]]


@pytest.mark.rule("LOY-17.7", "LOY-24.14", "LOY-18.1", "LOY-18.4", "LOY-18.10", "LOY-18.15", "LOY-17.6")
def test_both_are_stacked_the_first_one_on_top() -> None:
    game = pack("regular_09", "stall_01").act("top", "stall_01").act("under", "regular_09")
    assert seen(game)["stalls"] == ["stall_01"] and seen(game)["under"] == {"stall_01": "regular_09"}
    assert "miss" not in game.verbs() and game.discard == []
    assert loyang.public(game.game)["under"][0] == [[card("stall_01"), card("regular_09")]]
    game = pack("regular_09", "stall_01").act("top", "regular_09").act("under", "stall_01")
    assert seen(game)["under"] == {"regular_09": "stall_01"} and game.offers("miss") == ["regular_09"]


@pytest.mark.rule("LOY-17.9", "LOY-17.15")
def test_fields_cost_two_each_even_below() -> None:
    helpers = ["maid", "tout"]
    game = (
        pack("common_3_a", "common_4_a", helpers=helpers).act("top", "common_3_a").act("under", "common_4_a")
    )
    assert game.farms[0].cash == 10 - 6
    game = pack("stall_01", "common_4_a").act("top", "stall_01").act("under", "common_4_a")
    assert game.farms[0].cash == 8


@pytest.mark.rule("LOY-17.10", "LOY-17.17", "LOY-12.4", "LOY-25.14")
def test_a_field_is_paid_by_sales_helpers_or_a_loan() -> None:
    game = pack("common_3_a", "maid", cash=0, cart={"leek": 1}).act("top", "common_3_a").act("alone")
    assert game.asked == [(0, "pay")]
    game.act("sell", "leek")
    assert game.farms[0].cash == 0 and game.asked == [(0, "act")]
    fields = [("home", "wheat", 5), ("private_3", "wheat", 3)]
    game = pack("common_3_a", "accountant", cash=0, fields=fields).act("top", "accountant")
    game.act("under", "common_3_a").act("use", "accountant").act("ready")
    assert seen(game)["fields"][-1] == "common_3_a" and game.farms[0].cash == 0, "used, it uncovers the field"
    game = pack("common_3_a", "accountant", cash=0, fields=fields).act("top", "common_3_a")
    game.act("under", "accountant")
    assert "use" not in game.verbs(), "but not from below"
    game.act("loan")
    assert game.farms[0].cash == 3


@pytest.mark.rule("LOY-17.1", "LOY-17.11", "LOY-9.2")
def test_once_a_turn_even_if_none_is_kept() -> None:
    assert "two_pack" not in pack("maid", "tout").act("none").verbs()


@pytest.mark.rule("LOY-17.16", "LOY-22.2", "LOY-22.6")
def test_the_discards_are_shuffled_as_soon_as_the_last_card_is_drawn() -> None:
    game = turn({}, deck=["maid"], only=True)
    assert len(game.discard) == 68
    game.act("two_pack")
    assert NAMES[game.farms[0].pack[0]] == "maid" and len(game.farms[0].pack) == 2
    assert game.discard == [] and len(game.deck) == 67
    game.act("none")
    assert len(game.discard) == 2, "the rejected cards begin the new discard pile"
    game = turn({}, deck=["maid", "tout"], only=True).act("two_pack")
    assert game.discard == [] and len(game.deck) == 67


@pytest.mark.rule("LOY-17.16", "LOY-22.6")
def test_with_few_cards_or_none() -> None:
    everything = {"helpers": [NAMES[c] for c in HELPERS if NAMES[c] != "foreman"], "cash": 50}
    everything |= {"stalls": [f"stall_{n:02}" for n in range(1, 15)]}
    everything |= {"casuals": [f"casual_{n:02}" for n in range(1, 15)]}
    commons = [f"common_{n}_{x}" for n in (3, 4, 5) for x in "ab"]
    other = {"regulars": [f"regular_{n:02}" for n in range(1, 15)], "fields": commons}
    assert "two_pack" not in turn(everything, other).verbs()
    short = other | {"fields": commons[1:]}
    game = turn(everything, short, deck=["common_3_a"]).act("two_pack")
    assert names(game.farms[0].pack) == ["common_3_a"]
    game.act("top", "common_3_a")
    assert seen(game)["fields"][-1] == "common_3_a" and game.deck == []


@pytest.mark.rule("LOY-18.3", "LOY-14.9")
def test_what_is_covered_does_nothing() -> None:
    mine = {"casuals": ["casual_01"], "under": {"casual_01": "maid"}, "cart": {"wheat": 3}}
    game = turn(mine, {"helpers": ["tout"], "under": {"tout": "stall_01"}, "turn": 2})
    assert "use" not in game.verbs() and "discard" not in game.verbs()
    mine = {"helpers": ["trader"], "cart": {"wheat": 3}}
    assert "use" not in turn(mine, {"helpers": ["tout"], "under": {"tout": "stall_01"}}).verbs()


@pytest.mark.rule("LOY-18.12", "LOY-18.5", "LOY-18.6", "LOY-18.7")
def test_discarding_a_helper_opens_the_stall_below() -> None:
    mine = {"helpers": ["maid", "tout"], "under": {"maid": "stall_01"}, "cart": {"wheat": 1}}
    game = turn(mine).act("discard", "maid")
    assert game.farms[0].stalls == [[card("stall_01"), 0b111]] and game.offers("trade") == [
        "wheat",
        "pumpkin",
    ]
    assert game.act("two_pack").farms[0].cash == 9, "one helper, one stall"


@pytest.mark.rule("LOY-18.8")
def test_a_covered_field_was_paid_when_it_was_laid() -> None:
    game = turn({"helpers": ["maid"], "under": {"maid": "common_3_a"}}).act("discard", "maid")
    assert seen(game)["fields"] == ["home", "common_3_a"] and game.farms[0].cash == 10


@pytest.mark.rule("LOY-18.13", "LOY-14.7", "LOY-18.7")
def test_a_card_exchanged_leaves_its_two_pack() -> None:
    mine = {"helpers": ["market_woman"], "stalls": ["stall_01"], "under": {"stall_01": "regular_09"}}
    other = {"stalls": ["stall_02"], "under": {"stall_02": "regular_10"}, "turn": 2}
    game = turn(mine, other).act("use", "market_woman")
    assert seen(game)["stalls"] == ["stall_02"] and seen(game)["regulars"] == ["regular_09"]
    assert seen(game, 1)["stalls"] == ["stall_01"] and seen(game, 1)["regulars"] == ["regular_10"]
    assert seen(game)["under"] == seen(game, 1)["under"] == {}
    assert game.farms[0].regulars[0][3] == 1 and game.farms[1].regulars[0][3] == 0
