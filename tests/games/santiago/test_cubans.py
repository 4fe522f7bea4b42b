"""The functions of the nine Cubans."""

from __future__ import annotations

import pytest

from server.games.kernel import IllegalChoice
from server.games.santiago.state import GOODS

from .town import BUILDINGS, CUBANS, NOTHING, SCREENS, can_be_taken_back, holds, town, visit


@pytest.mark.rule("SAN-6.1", "SAN-13.3")
@pytest.mark.parametrize("cuban", CUBANS)
def test_everybody_may_be_declined(cuban: str) -> None:
    game = visit(cuban, pawns={0: "casino"})
    before = [held.copy() for held in game.held]
    game.act("decline")
    assert game.held == before and set(game.owners) == {-1}
    asked = "casino" if cuban == "el_zorro" else "enter"
    assert game.asked == [(0, asked)], "the flower counts all the same"


@pytest.mark.rule("SAN-6.2", "SAN-6.3", "SAN-6.4", "SAN-6.5", "SAN-6.8", "SAN-6.9")
@pytest.mark.parametrize(
    ("cuban", "item", "amount"),
    [
        ("pedro", "tobacco", 2),
        ("jose", "sugar_cane", 2),
        ("conchita", "citrus_fruit", 2),
        ("miguel", "wood", 2),
        ("maria", "vp", 2),
        ("martinez", "peso", 3),
    ],
)
def test_who_gives_what(cuban: str, item: str, amount: int) -> None:
    before = holds(visit(cuban))
    game = visit(cuban).act("use")
    assert holds(game) == {**before, item: before.get(item, 0) + amount}


@pytest.mark.rule("SAN-6.6", "SAN-6.7")
def test_pablo_has_any_good_but_wood() -> None:
    game = visit("pablo", held={1: {"rum": 8}})
    assert game.offers("take") == ["sugar_cane", "citrus_fruit", "tobacco", "cigars"], "and no rum just now"
    assert holds(game.act("take", "cigars"))["cigars"] == 1


@pytest.mark.rule("SAN-6.5", "SAN-6.7")
def test_wood_comes_from_miguel_alone() -> None:
    for cuban in CUBANS:
        game = visit(cuban, held={1: {"wood": 1}})
        for choice in list(game.ask().options):
            tried = visit(cuban, held={1: {"wood": 1}}).act(*choice)
            assert (tried.held[0][5] > 0) == (cuban == "miguel" and choice.verb == "use")


@pytest.mark.rule("SAN-13.9")
def test_all_of_a_kind_may_be_held() -> None:
    game = visit("miguel", held={0: {"wood": 3}, 1: {"wood": 5}})
    assert game.asked == [(0, "enter")] and holds(game)["wood"] == 3


# -- El Zorro --------------------------------------------------------------------------------------


@pytest.mark.rule("SAN-6.11", "SAN-6.12", "SAN-6.14", "SAN-17.2")
def test_el_zorro_asks_each_opponent_clockwise() -> None:
    game = visit("el_zorro", seats=4, seat=2, held={1: {"rum": 1, "peso": 0}, 3: {"wood": 1}})
    game.act("use")
    supply = list(game.supply)
    assert game.asked == [(3, "gift")] and game.verbs(3) == ["give_peso", "give_vp", "give"]
    assert game.offers("give", 3) == ["sugar_cane", "citrus_fruit", "tobacco"], "no wood"
    game.act("give_peso", seat=3)
    assert game.asked == [(0, "gift")] and holds(game, 2)["peso"] == 4, "each gift before the next"
    game.act("give_vp", seat=0)
    assert game.verbs(1) == ["give_vp", "give"] and "rum" in game.offers("give", 1), "only what there is"
    game.act("give", "rum", seat=1)
    assert holds(game, 2) == {"peso": 4, "vp": 3, "rum": 1, "sugar_cane": 1, "tobacco": 1, "citrus_fruit": 1}
    assert holds(game, 3)["peso"] == 2 and holds(game, 0)["vp"] == 1 and "rum" not in holds(game, 1)
    assert game.supply == supply, "gifts do not go to the supply"


@pytest.mark.rule("SAN-6.13", "SAN-17.3")
def test_el_zorro_and_empty_pockets() -> None:
    poor = {**NOTHING, "wood": 2}
    game = visit("el_zorro", seats=3, held={1: poor, 2: {**NOTHING, "peso": 2}}).act("use")
    assert game.asked == [(0, "end_turn")], "there was no choice"
    assert holds(game, 1) == {"wood": 2} and holds(game, 2) == {"peso": 1} and holds(game)["peso"] == 4
    assert visit("el_zorro", held={1: poor}).asked == [(0, "end_turn")], "the others have nothing to give"


@pytest.mark.rule("SAN-6.15", "SAN-8.5", "SAN-13.7")
def test_el_zorro_uses_the_same_building_once_more() -> None:
    game = visit("el_zorro", pawns={0: "cafe"}, held={0: {"rum": 1, "cigars": 1}, 1: {**NOTHING, "vp": 1}})
    game.act("use")
    assert game.asked == [(0, "cafe")] and game.pawns[0] == BUILDINGS.index("cafe")
    assert holds(game.act("sell_both"))["vp"] == 2 + 1 + 4, "with all its limits restored"


@pytest.mark.rule("SAN-6.16", "SAN-16.16")
def test_el_zorro_in_the_first_round() -> None:
    game = visit("el_zorro", seats=3).act("use").act("give_peso", seat=1).act("give_peso", seat=2)
    assert holds(game)["peso"] == 5 and game.pawns[0] == -1
    assert game.active == 1 and game.asked == [(1, "drive")], "no building to use, nothing to take back"


# -- Alonso ----------------------------------------------------------------------------------------


@pytest.mark.rule("SAN-6.17", "SAN-6.18", "SAN-6.20", "SAN-9.1")
def test_alonso_claims_any_building_without_an_owner() -> None:
    game = visit("alonso", owners={"church": 1, "bank": 0}, pawns={1: "casino"})
    assert game.offers("claim") == [name for name in BUILDINGS if name not in ("church", "bank")]
    own = visit("alonso", pawns={0: "church"})
    assert own.offers("claim") == BUILDINGS, "also where the own pawn stands"
    game.act("claim", "casino")
    assert game.owners[BUILDINGS.index("casino")] == 0, "though another pawn stands there"
    assert game.asked == [(0, "enter")], "one or the other, not both"


@pytest.mark.rule("SAN-6.19")
def test_three_markers_each() -> None:
    game = visit("alonso", owners={"church": 0, "bank": 0, "cafe": 0}, held={0: {"rum": 1}})
    assert game.offers("claim") == [] and game.offers("employ") == ["bank", "church", "cafe"]


@pytest.mark.rule("SAN-6.21", "SAN-6.23", "SAN-9.8")
def test_alonso_uses_an_own_building_whoever_stands_there() -> None:
    game = visit("alonso", owners={"church": 0, "cafe": 1}, pawns={1: "church"})
    assert game.offers("employ") == ["church"]
    game.act("employ", "church")
    assert holds(game)["vp"] == 3 and holds(game, 1)["vp"] == 2, "no player earns by it"
    mine = visit("alonso", owners={"church": 0}, pawns={0: "church"}).act("employ", "church")
    assert holds(mine)["vp"] == 3


@pytest.mark.rule("SAN-6.21", "SAN-10.23")
def test_an_own_building_whose_use_would_do_nothing_is_not_offered() -> None:
    owners = {"church": 0, "cafe": 0, "sawmill": 0}
    game = visit("alonso", owners=owners)
    assert game.offers("employ") == ["church"], "neither cigars nor rum nor wood to sell"
    useless = visit("alonso", owners={"distillery": 0, "cafe": 0, "sawmill": 0}, held={0: {"sugar_cane": 0}})
    assert useless.asked == [(0, "enter")] and ("useless_cuban", 0, CUBANS.index("alonso")) in useless.said


@pytest.mark.rule("SAN-6.21", "SAN-10.23", "SAN-14.3")
def test_behind_screens_alonso_asks_whether_or_not_it_would_do_anything() -> None:
    owners = {"distillery": 0, "cafe": 0, "sawmill": 0}
    for rum, verbs in ((0, ["decline"]), (1, ["employ", "decline"])):
        have = {**NOTHING, "rum": rum}
        game = visit("alonso", owners=owners, held={0: have}, options=SCREENS)
        assert game.asked == [(0, "alonso")] and game.verbs() == verbs and game.ask().secret
    assert game.act("employ", "cafe").asked == [(0, "cafe")], (
        "though there is one way, which others can't know"
    )


@pytest.mark.rule("SAN-6.21")
def test_an_own_building_that_can_be_used_in_several_ways_asks_which() -> None:
    game = visit("alonso", owners={"cafe": 0}, held={0: {"rum": 1, "cigars": 1}}).act("employ", "cafe")
    assert game.asked == [(0, "cafe")] and game.verbs() == ["sell", "sell_both", "decline"]


@pytest.mark.rule("SAN-6.22")
def test_a_building_just_claimed_is_not_used_but_may_be_entered() -> None:
    game = visit("alonso", owners={"church": 1, "distillery": 1}).act("claim", "bank")
    assert game.asked == [(0, "enter")] and game.offers("enter") == ["bank", "church", "distillery"]
    assert game.act("enter", "bank").asked == [(0, "bank")]


@pytest.mark.rule("SAN-6.24", "SAN-16.2", "SAN-13.6")
def test_martina_uses_her_own_bank_and_moves_to_a_white_building() -> None:
    game = visit("alonso", owners={"bank": 0}).act("employ", "bank")
    assert holds(game)["peso"] == 3 + 2
    assert game.asked == [(0, "enter")] and game.offers("enter") == ["bank", "church", "distillery"]
    assert game.act("enter", "bank").asked == [(0, "bank")], "even the same one, in one turn"
    assert holds(game.act("use"))["peso"] == 3 + 2 + 2


@pytest.mark.rule("SAN-6.25")
def test_alonso_with_nothing_to_do() -> None:
    game = visit("alonso", seats=4, seat=3, owners=[0, 0, 0, 1, 1, 1, 2, 2, 2, -1, -1, -1])
    assert game.offers("claim") == ["harbor_office", "trading_office", "newspaper"]
    alike = {"seats": 4, "owners": [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]}
    assert visit("alonso", seat=3, **alike).verbs() == ["employ", "decline"]
    assert (
        visit("alonso", seats=4, seat=0, owners=[1, 1, 1, 2, 2, 2, 3, 3, 3, -1, -1, -1]).offers("employ")
        == []
    )


@pytest.mark.rule("SAN-6.28", "SAN-8.7", "SAN-13.4")
@pytest.mark.parametrize("cuban", CUBANS)
def test_face_down_nobody_does_anything(cuban: str) -> None:
    game = visit(cuban, face_down=[cuban], pawns={0: "church"}, owners={"bank": 0})
    before = town()
    assert game.asked == [(0, "end_turn")] and game.held == before.held
    assert game.pawns[0] == BUILDINGS.index("church")


@pytest.mark.rule("SAN-6.11", "SAN-6.12")
def test_a_gift_that_nobody_has_is_refused() -> None:
    game = visit("el_zorro", held={1: {"peso": 0}}).act("use")
    with pytest.raises(IllegalChoice):
        game.act("give_peso", seat=1)
    with pytest.raises(IllegalChoice):
        game.act("give", "wood", seat=1)
    assert not any(game.held[0][good] > 1 for good in GOODS) and can_be_taken_back(game)


@pytest.mark.rule("SAN-6.21", "SAN-10.21", "SAN-8.1")
def test_alonso_turned_face_down_by_the_own_newspaper_has_sent_the_pawn_already() -> None:
    game = visit("alonso", owners={"newspaper": 0}).act("employ", "newspaper").act("turn_down", "alonso")
    assert game.down[CUBANS.index("alonso")] and holds(game)["peso"] == 4
    assert game.asked == [(0, "enter")] and game.offers("enter") == ["bank", "church", "distillery"]
