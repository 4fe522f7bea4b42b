"""The card phase: hands, the courtyard, choosing, paying for fields, the tokens."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.kernel import ALL, OPEN, IllegalChoice
from server.games.loyang.distribution import CardPhase, Distribute, EndOfCardPhase
from server.games.loyang.flow import ActionPhase
from server.games.loyang.turn import ActionTurn

from .village import VERBS, card, cart, names, planted, seen, shop, stock, turn, village

PHASE = (Distribute(0), EndOfCardPhase())
cards = partial(village, stack=PHASE)
HANDS = [
    ["stall_01", "stall_02", "stall_03", "stall_04"],
    ["casual_01", "casual_02", "casual_03", "casual_04"],
    ["regular_03", "regular_04", "regular_07", "regular_08"],
]
THREE = [{"hand": hand} for hand in HANDS]


def lay(game: Scene, seat: int, name: str) -> None:
    game.act("lay", name, seat=seat).act("done", seat=seat)


def choose(game: Scene, seat: int, court: str, hand: str) -> None:
    game.act("take", court, seat=seat).act("keep", hand, seat=seat).act("done", seat=seat)


@pytest.mark.rule("LOY-6.1", "LOY-6.2", "LOY-6.3", "LOY-28.2")
def test_discards_are_shuffled_in_and_four_cards_are_dealt() -> None:
    thrown = ["maid", "tout", "official"]
    game = village(stack=[CardPhase()], seats=3, discard=thrown, round=2)
    assert game.discard == [] and [len(farm.hand) for farm in game.farms] == [4, 4, 4]
    assert len(game.deck) == 69 - 12 and game.game.sealed == ALL
    hands = [loyang.private(game.game, seat)["hand"] for seat in range(3)]
    assert hands == [farm.hand for farm in game.farms] and loyang.public(game.game)["hand"] == [4, 4, 4]


@pytest.mark.rule("LOY-6.5", "LOY-8.3")
def test_the_first_starting_player_opens_the_courtyard() -> None:
    for first in range(3):
        game = village(stack=[CardPhase()], seats=3, first=first, second=(first + 1) % 3, seat=first)
        assert game.asked == [(first, "distribute")] and game.verbs(first) == ["lay", "loan"]


@pytest.mark.rule("LOY-6.24", "LOY-22.2", "LOY-6.1")
def test_discards_are_not_mixed_in_at_any_other_time() -> None:
    game = cards(*THREE, seats=3, discard=["maid"])
    lay(game, 0, "stall_01")
    lay(game, 1, "casual_01")
    choose(game, 2, "stall_01", "regular_03")
    assert names(game.discard) == ["maid"]


@pytest.mark.rule(
    "LOY-6.4", "LOY-6.5", "LOY-6.6", "LOY-6.7", "LOY-6.8", "LOY-6.10", "LOY-6.13", "LOY-6.14", "LOY-4.3"
)
@pytest.mark.rule("LOY-8.1", "LOY-8.2", "LOY-8.3", "LOY-6.25")
def test_three_players() -> None:
    game = village(*THREE, stack=[*PHASE, ActionPhase()], seats=3)
    assert game.verbs(0) == ["lay", "loan"], "the courtyard is opened by laying"
    lay(game, 0, "stall_01")
    assert set(game.verbs(1)) == {"lay", "take", "loan"}, "passing is not possible"
    lay(game, 1, "casual_01")
    choose(game, 2, "stall_01", "regular_03")
    assert names(game.court) == ["casual_01", "regular_04", "regular_07", "regular_08"]
    assert loyang.public(game.game)["court"] == game.court
    assert seen(game, 2)["stalls"] == ["stall_01"] and seen(game, 2)["regulars"] == ["regular_03"]
    choose(game, 0, "regular_04", "stall_02")
    assert len(game.court) == 5
    assert "lay" not in game.verbs(1), "the last one chooses at once"
    choose(game, 1, "stall_03", "casual_02")
    assert game.court == [] and len(game.discard) == 6
    assert (game.first, game.second) == (1, 0) and game.order == [1, 0, 2]
    assert game.asked == [(1, "act")]
    assert not any(farm.hand for farm in game.farms)


@pytest.mark.rule("LOY-6.6", "LOY-6.9")
def test_nothing_but_one_of_each_and_no_passing() -> None:
    game = cards(*THREE, seats=3, court=["maid", "tout"])
    game.act("take", "maid")
    assert set(game.verbs()) == {"keep"}, "neither a second courtyard card nor two hand cards"
    with pytest.raises(IllegalChoice):
        game.act("take", "tout")
    game.act("keep", "stall_01")
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("LOY-6.11", "LOY-6.12")
def test_the_last_hand_card_can_not_be_laid() -> None:
    game = cards({"hand": HANDS[0]}, {"hand": HANDS[1]})
    for mine, theirs in zip(HANDS[0][:3], HANDS[1], strict=False):
        lay(game, 0, mine)
        lay(game, 1, theirs)
    assert len(game.court) == 6 and game.offers("lay") == []
    game.act("take", "stall_01")
    assert game.offers("keep") == ["stall_04"]


@pytest.mark.rule("LOY-6.15", "LOY-6.16", "LOY-13.5", "LOY-15.1", "LOY-15.2")
def test_what_is_laid_out_gets_its_marker_and_its_goods() -> None:
    game = cards({"hand": ["regular_09", "maid"]}, {"hand": ["tout"]}, court=["stall_11"])
    choose(game, 0, "stall_11", "regular_09")
    regular, stall = game.farms[0].regulars[0], game.farms[0].stalls[0]
    assert regular[1:] == [0, 0, 0] and stall[1] == 0b111


@pytest.mark.rule("LOY-6.17", "LOY-6.26")
def test_two_fields_cost_four_cash_in_one_debt() -> None:
    game = cards({"hand": ["common_3_a", "maid"], "cash": 5}, {"hand": ["tout"]}, court=["common_4_a"])
    choose(game, 0, "common_4_a", "common_3_a")
    assert game.farms[0].cash == 1 and seen(game)["fields"] == ["home", "common_4_a", "common_3_a"]


@pytest.mark.rule(
    "LOY-6.18", "LOY-6.19", "LOY-6.20", "LOY-12.4", "LOY-20.1", "LOY-27.1", "LOY-27.2", "LOY-22.4", "LOY-13.9"
)
def test_a_forced_field_is_paid_by_sales_or_a_loan() -> None:
    mine = {"hand": ["common_3_a"], "cash": 0, "cart": {"leek": 1, "wheat": 1}, "stalls": ["stall_01"]}
    game = cards(mine, {"hand": ["tout"]}, court=["casual_01"])
    assert "trade" not in game.verbs()
    game.act("take", "casual_01").act("keep", "common_3_a").act("done")
    assert game.asked == [(0, "pay")] and game.verbs() == ["sell", "loan"]
    assert game.offers("sell") == ["leek"], "the shop has no place for more wheat"
    game.act("sell", "leek")
    assert game.asked == [(0, "end_turn")] and game.farms[0].cash == 0
    game = cards(mine | {"cart": {}}, {"hand": ["tout"]}, court=["casual_01"])
    game.act("take", "casual_01").act("keep", "common_3_a").act("done").act("loan")
    assert game.game.sealed == OPEN and game.asked == [(0, "end_turn")], "how it is paid can be taken back"
    assert game.farms[0].cash == 3 and game.farms[0].loans == 1


@pytest.mark.rule("LOY-6.18", "LOY-6.27", "LOY-14.3", "LOY-23.4.4", "LOY-23.21.6", "LOY-23.14.4")
def test_a_helper_just_taken_may_pay_for_the_field_taken_with_it() -> None:
    fields = [("home", "wheat", 5), ("private_3", "wheat", 3)]
    game = cards(
        {"hand": ["common_3_a"], "cash": 0, "fields": fields}, {"hand": ["tout"]}, court=["accountant"]
    )
    game.act("take", "accountant").act("keep", "common_3_a").act("done")
    assert game.offers("use") == ["accountant"]
    game.act("use", "accountant").act("ready")
    assert (
        game.farms[0].cash == 0 and game.asked == [(0, "end_turn")] and names(game.discard) == ["accountant"]
    )
    mine = {"hand": ["common_3_a"], "cash": 0, "stalls": ["stall_11"]}
    game = cards(mine, {"hand": ["tout"]}, court=["market_crier"])
    game.act("take", "market_crier").act("keep", "common_3_a").act("done")
    game.act("use_second", "market_crier")
    game.act("hawk", "leek").act("enough")
    assert game.farms[0].cash == 0 and game.farms[0].stalls[0][1] == 0b011


@pytest.mark.rule("LOY-6.21", "LOY-22.3", "LOY-6.22", "LOY-18.10")
def test_cards_are_laid_singly_any_number_in_a_row() -> None:
    stalls = ["stall_05", "stall_06", "stall_07", "stall_08"]
    game = cards({"hand": ["stall_01", "maid"], "stalls": stalls}, {"hand": ["tout"]}, court=["stall_02"])
    choose(game, 0, "stall_02", "stall_01")
    assert seen(game)["stalls"] == [*stalls, "stall_02", "stall_01"] and seen(game)["under"] == {}


@pytest.mark.rule("LOY-6.23", "LOY-14.4", "LOY-13.8", "LOY-15.16", "LOY-16.6")
def test_only_helpers_can_be_discarded() -> None:
    mine = {"stalls": ["stall_01"], "regulars": ["regular_01"], "casuals": ["casual_01"], "helpers": ["maid"]}
    game = turn(mine)
    assert game.offers("discard") == ["maid"]
    game.act("discard", "maid")
    assert names(game.discard) == ["maid"] and game.offers("discard") == []


@pytest.mark.rule("LOY-6.28", "LOY-12.7", "LOY-14.3", "LOY-4.5", "LOY-14.11", "LOY-26.6")
def test_free_moves_in_the_own_turn_and_in_no_other() -> None:
    mine = {"hand": HANDS[0], "cart": {"leek": 1}, "helpers": ["maid", "accountant"], "cash": 0}
    game = cards(mine, {"hand": HANDS[1], "cart": {"leek": 1}, "helpers": ["tout"]})
    assert game.asked == [(0, "distribute")], "the other player decides nothing meanwhile"
    game.act("sell", "leek").act("loan").act("discard", "maid").act("use", "accountant")
    game.act("stock", stock("leek", 0)).act("ready")
    assert game.farms[0].cash == 2 + 5 + 1 and shop(game)["leek"] == 0 and game.asked == [(0, "distribute")]


@pytest.mark.rule(
    "LOY-7.1", "LOY-7.2", "LOY-7.4", "LOY-7.5", "LOY-7.6", "LOY-7.7", "LOY-8.4", "LOY-6.14", "LOY-28.2"
)
def test_two_players_may_turn_up_a_card_before_they_act() -> None:
    game = cards({"hand": HANDS[0]}, {"hand": HANDS[1]}, deck=["maid", "tout"])
    assert "take" not in game.verbs()
    game.act("reveal")
    assert names(game.court) == ["maid"] and game.game.sealed == ALL
    assert loyang.public(game.game)["court"] == game.court
    assert set(game.verbs()) == {"lay", "take", "loan"}, "once a turn, and now both is open"
    choose(game, 0, "maid", "stall_01")
    assert len(game.court) == 3 and game.offers("lay", 1) == []
    game.act("reveal", seat=1)
    assert names(game.court)[-1] == "tout"
    choose(game, 1, "stall_02", "casual_01")
    assert (game.first, game.second) == (1, 0)
    assert len(game.discard) == 4 + 2, "four and one for each card turned up"


@pytest.mark.rule("LOY-7.3")
def test_the_last_player_may_turn_one_up_as_well() -> None:
    game = cards({"hand": HANDS[0]}, {"hand": HANDS[1]})
    lay(game, 0, "stall_01")
    choose(game, 1, "stall_01", "casual_01")
    assert "reveal" in game.verbs(0) and "lay" not in game.verbs(0)


@pytest.mark.rule("LOY-7.1", "LOY-7.8")
def test_no_card_is_turned_up_with_three_players_or_from_an_empty_pile() -> None:
    assert "reveal" not in cards(*THREE, seats=3).verbs()
    game = cards({"hand": HANDS[0]}, {"hand": HANDS[1]}, only=True)
    assert "reveal" not in game.verbs() and len(game.discard) == 61


@pytest.mark.rule("LOY-8.5")
def test_the_tokens_move_when_the_phase_is_over_whatever_the_landlord_took() -> None:
    mine = {"hand": HANDS[0], "helpers": ["landlord"]}
    game = cards(mine, {"hand": HANDS[1]}, court=["maid", "tout", "official"], first=1)
    game.act("take", "maid").act("use", "landlord").act("also", "tout").act("also", "official")
    game.act("keep", "stall_01")
    assert game.first == 1
    game.act("done")
    choose(game, 1, "stall_02", "casual_01")
    assert (game.first, game.second) == (1, 0)


@pytest.mark.rule("LOY-22.1", "LOY-22.5", "LOY-22.8")
def test_a_short_draw_pile_is_dealt_evenly() -> None:
    game = village(stack=[CardPhase()], seats=3, round=3)
    deck = game.deck + [c for farm in game.farms for c in farm.hand]
    short = village(stack=[CardPhase(), EndOfCardPhase()], seats=3, round=3)
    assert len(deck) == len(short.deck) + 12
    farms: list[dict[str, Any]] = [{"casuals": [f"casual_{n:02}" for n in range(1, 15)]}]
    farms += [{"stalls": [f"stall_{n:02}" for n in range(1, 15)], "helpers": HELPERS[:12]}]
    farms += [{"regulars": [f"regular_{n:02}" for n in range(1, 15)], "helpers": HELPERS[12:17]}]
    game = village(*farms, stack=[CardPhase()], round=3)
    assert [len(farm.hand) for farm in game.farms] == [3, 3, 3] and len(game.deck) == 1


HELPERS = [
    "tout",
    "official",
    "errand_boy",
    "haggler",
    "trader",
    "trader_2",
    "trader_3",
    "impostor",
    "shopper",
]
HELPERS += ["merchant", "deliveryman", "maid", "market_woman", "tenant_farmer", "plowman", "self_supplier"]
HELPERS += ["saleswoman"]


@pytest.mark.rule("LOY-22.7")
def test_with_fewer_cards_than_players_nobody_gets_one() -> None:
    farms: list[dict[str, Any]] = [{"casuals": [f"casual_{n:02}" for n in range(1, 15)]}]
    farms += [{"stalls": [f"stall_{n:02}" for n in range(1, 15)], "helpers": [*HELPERS, "accountant"]}]
    commons = [(f"common_{n}_{x}", "wheat", 1) for n in (3, 4, 5) for x in "ab"]
    regulars = [f"regular_{n:02}" for n in range(1, 15)]
    farms += [{"regulars": regulars, "fields": [*commons], "helpers": ["market_crier"]}]
    game = village(*farms, stack=[CardPhase()], round=3, first=2, second=0)
    assert len(game.deck) == 2 and not any(farm.hand for farm in game.farms)
    assert game.asked == [(0, "end_turn")] and (game.first, game.second) == (2, 0)


@pytest.mark.rule("LOY-6.29")
def test_after_a_deal_of_one_card_each_the_opener_lays_it_and_takes_from_the_courtyard_only() -> None:
    game = cards({"hand": ["maid"]}, {"hand": ["tout"]}, {"hand": ["official"]})
    assert game.offers("lay") == ["maid"]
    lay(game, 0, "maid")
    assert game.offers("lay", 1) == []
    choose(game, 1, "maid", "tout")
    game.act("keep", "official", seat=2).act("done", seat=2)
    assert game.asked == [(0, "end_turn")], "nothing is left to take"
    game = cards({"hand": ["maid"]}, {"hand": ["tout"]}, court=[])
    lay(game, 0, "maid")
    choose(game, 1, "maid", "tout")
    game.act("reveal").act("take", VERBS["take"][game.court[0]])
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("LOY-22.10")
def test_helpers_used_in_the_card_phase_join_the_remains_of_the_courtyard() -> None:
    game = cards({"hand": HANDS[0], "helpers": ["maid"]}, {"hand": HANDS[1]})
    game.act("discard", "maid")
    assert names(game.discard) == ["maid"]
    lay(game, 0, "stall_01")
    choose(game, 1, "stall_01", "casual_01")
    choose(game, 0, "casual_02", "stall_02")
    assert sorted(names(game.discard)) == sorted(["maid", "casual_03", "casual_04", "stall_03", "stall_04"])


@pytest.mark.rule(
    "LOY-23.7.1", "LOY-23.7.2", "LOY-23.7.4", "LOY-23.7.5", "LOY-23.7.6", "LOY-23.7.7", "LOY-24.8"
)
def test_the_landlord_takes_up_to_three_from_the_courtyard() -> None:
    court = ["common_3_a", "common_4_a", "maid", "tout", "official"]
    game = cards({"hand": HANDS[0], "helpers": ["landlord"]}, {"hand": HANDS[1]}, court=court)
    assert "use" not in game.verbs(), "not before a first courtyard card was taken"
    game.act("take", "common_3_a").act("use", "landlord")
    assert game.verbs() == ["also"]
    game.act("also", "common_4_a").act("also", "maid")
    assert game.verbs() == ["keep"], "the hand card is compulsory"
    game.act("keep", "stall_01").act("done")
    assert game.farms[0].cash == 10 - 4 and seen(game)["under"] == {}
    assert seen(game) == {
        "fields": ["home", "common_3_a", "common_4_a"],
        "stalls": ["stall_01"],
        "regulars": [],
        "casuals": [],
        "helpers": ["maid"],
        "under": {},
    }


@pytest.mark.rule("LOY-23.7.6", "LOY-23.7.7")
def test_two_courtyard_cards_are_enough_for_the_landlord() -> None:
    mine = {"hand": HANDS[0], "helpers": ["landlord"]}
    game = cards(mine, {"hand": HANDS[1]}, court=["maid", "tout"])
    game.act("take", "maid").act("use", "landlord").act("also", "tout")
    assert game.verbs() == ["keep"]
    game.act("keep", "stall_01").act("done")
    assert seen(game)["helpers"] == ["maid", "tout"] and seen(game)["stalls"] == ["stall_01"]
    game = cards(mine, {"hand": HANDS[1]}, court=["maid", "tout", "official"])
    game.act("take", "maid").act("use", "landlord").act("also", "tout").act("keep", "stall_01")
    assert names(game.court) == ["official"], "a third one is no duty"


@pytest.mark.rule("LOY-23.7.1", "LOY-14.10")
def test_the_landlord_finds_nothing_in_an_empty_courtyard() -> None:
    game = cards({"hand": HANDS[0], "helpers": ["landlord"]}, {"hand": HANDS[1]}, court=["maid"])
    assert game.act("take", "maid").verbs() == ["keep"]


@pytest.mark.rule("LOY-23.7.3")
def test_the_landlord_is_of_no_use_in_the_round_it_is_taken() -> None:
    game = cards({"hand": HANDS[0]}, {"hand": HANDS[1]}, court=["landlord", "maid", "tout"])
    game.act("take", "landlord")
    assert game.verbs() == ["keep"]
    game.act("keep", "stall_01").act("done")
    assert seen(game)["helpers"] == ["landlord"] and game.asked == [(1, "distribute")]


@pytest.mark.rule("LOY-26.4")
def test_as_printed_the_landlord_may_be_played_before_the_first_courtyard_card() -> None:
    mine = {"hand": HANDS[0], "helpers": ["landlord"]}
    game = cards(mine, {"hand": HANDS[1]}, court=["maid", "tout", "official"], options={"free_choices": True})
    game.act("use", "landlord")
    assert game.verbs() == ["also"]
    game.act("also", "maid").act("also", "tout").act("also", "official").act("keep", "stall_01")
    assert game.asked == [(0, "end_turn")] and seen(game)["helpers"] == ["landlord"]
    game.act("done")
    assert seen(game)["helpers"] == ["maid", "tout", "official"] and names(game.discard) == ["landlord"]


@pytest.mark.rule("LOY-18.9", "LOY-18.14", "LOY-23.7.1")
def test_what_lies_below_the_landlord_is_uncovered_after_the_cards_that_he_brings() -> None:
    mine = {"hand": HANDS[0], "helpers": ["landlord"], "under": {"landlord": "stall_05"}}
    game = cards(mine, {"hand": HANDS[1]}, court=["maid", "stall_06"])
    game.act("take", "maid").act("use", "landlord").act("also", "stall_06").act("keep", "stall_01").act(
        "done"
    )
    assert seen(game)["stalls"] == ["stall_06", "stall_01", "stall_05"] and seen(game)["under"] == {}


@pytest.mark.rule("LOY-6.3", "LOY-28.2", "LOY-2.14", "LOY-3.2")
@pytest.mark.parametrize("first", [("lay", "stall_01"), ("keep", "stall_01"), ("dealt", "regular_01")])
def test_nobody_sees_which_card_is_chosen_before_the_turn_is_done(first: tuple[str, str]) -> None:
    """Otherwise it could be taken back, and the others would have seen a card of the hand."""
    mine = {"hand": ["stall_01", "stall_02", "maid"], "dealt": "regular_01"}
    others: dict[str, list[Any]] = {}
    for verb, name in (first, ("lay" if first[0] == "lay" else "keep", "maid")):
        game = cards(mine, {"hand": ["tout", "official"]}, court=["casual_01"], options={"beginner": True})
        if verb != "lay":
            game.act("take", "casual_01")
        game.said.clear()
        game.act(verb, name)
        assert game.game.sealed == OPEN and game.asked == [(0, "end_turn")] and game.said == []
        assert loyang.private(game.game, 0)["picked"] == card(name)
        others[name] = [loyang.public(game.game), loyang.private(game.game, 1)]
        assert game.act("done").game.sealed == ALL and card(name) in game.said[0]
    assert others[first[1]] == others["maid"], "the views differ before it is shown"


@pytest.mark.rule("LOY-23.4.4", "LOY-18.14")
def test_using_a_helper_in_the_card_phase_uncovers_what_lies_below() -> None:
    mine = {"hand": HANDS[0], "helpers": ["accountant"], "under": {"accountant": "regular_09"}}
    game = village(mine, {"hand": HANDS[1]}, stack=[Distribute(0), ActionTurn(0)])
    game.act("use", "accountant").act("ready")
    assert seen(game)["regulars"] == ["regular_09"] and game.farms[0].regulars[0][3] == 0
    assert cart(game) == {} and planted(game) == {"home": ("wheat", 5)}
