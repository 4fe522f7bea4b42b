"""Moving the pawn, and the owners of buildings."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene

from .town import BUILDINGS, CUBANS, demand, harbor, holds, town, visit


def stands(game: Scene, seat: int = 0) -> str:
    """The building of a seat's pawn."""
    pawn = game.pawns[seat]
    return BUILDINGS[pawn] if pawn >= 0 else "nowhere"


@pytest.mark.rule("SAN-8.1", "SAN-8.2")
@pytest.mark.parametrize(
    ("cuban", "buildings"),
    [
        ("pedro", ["bank", "church", "distillery"]),
        ("jose", ["cigar_factory", "black_market", "sawmill"]),
        ("miguel", ["cafe", "customs_office", "casino"]),
        ("maria", ["harbor_office", "trading_office", "newspaper"]),
    ],
)
def test_to_another_building_under_the_same_flower(cuban: str, buildings: list[str]) -> None:
    assert visit(cuban).act("use").offers("enter") == buildings
    for name in buildings:
        others = [other for other in buildings if other != name]
        mine = visit(cuban, pawns={0: name}).act("use")
        assert mine.offers("enter") == others, "not where it stands"
        theirs = visit(cuban, pawns={1: name}).act("use")
        assert theirs.offers("enter") == others, "not where another pawn stands"


@pytest.mark.rule("SAN-8.3", "SAN-8.4")
def test_it_must_move_but_need_not_use_anything() -> None:
    game = visit("pedro", pawns={0: "casino"}).act("decline")
    assert game.verbs() == ["enter"]
    game.act("enter", "bank")
    assert game.verbs() == ["use", "decline"]
    game.act("decline")
    assert stands(game) == "bank" and holds(game)["peso"] == 3 and game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-13.5", "SAN-17.3")
def test_into_the_only_free_building_it_goes_by_itself() -> None:
    game = visit("pedro", seats=3, pawns={0: "bank", 1: "church"}).act("use")
    assert game.asked == [(0, "distillery")] and stands(game) == "distillery"


@pytest.mark.rule("SAN-8.6", "SAN-7.19", "SAN-4.4")
def test_in_the_harbor_it_stays_and_uses_nothing() -> None:
    game = harbor(pawns={0: "church"}, held={0: {"tobacco": 0}, 1: {"tobacco": 0}})
    assert stands(game) == "church" and game.asked == [(0, "end_turn")] and holds(game)["vp"] == 2


@pytest.mark.rule("SAN-8.8", "SAN-8.11")
def test_with_all_of_them_taken_it_stays_and_may_use_its_own() -> None:
    taken = {1: "bank", 2: "church", 3: "distillery"}
    game = visit("pedro", seats=4, pawns={0: "casino", **taken}).act("use")
    assert game.asked == [(0, "casino")] and stands(game) == "casino", "of another colour"


@pytest.mark.rule("SAN-8.9")
def test_it_stays_on_one_of_three_with_others_on_the_two() -> None:
    game = visit("pedro", seats=3, pawns={0: "church", 1: "bank", 2: "distillery"}).act("use")
    assert game.asked == [(0, "church")]
    assert holds(game.act("use"))["vp"] == 3


@pytest.mark.rule("SAN-8.10")
def test_a_pawn_off_the_board_stays_off_it() -> None:
    game = visit("pedro", seats=4, seat=3, pawns={0: "bank", 1: "church", 2: "distillery"}).act("use")
    assert game.asked == [(3, "end_turn")] and stands(game, 3) == "nowhere"


@pytest.mark.rule("SAN-6.16")
def test_off_the_board_after_a_turn_in_the_harbor() -> None:
    poor = {0: {"tobacco": 0, "vp": 0}, 1: {"tobacco": 0}}
    game = town(car=9, held=poor).act("drive", 1).act("done")
    game.seat = 1
    game.act("drive", 1).act("use").act("enter", "bank").act("use").act("done")
    assert stands(game, 0) == "nowhere" and stands(game, 1) == "bank"


@pytest.mark.rule("SAN-8.12")
def test_a_pawn_blocks_its_building_until_it_moves() -> None:
    game = visit("pedro").act("use").act("enter", "bank").act("use").act("done")
    game.seat = 1
    game.game.car = 8
    assert game.act("drive", 1).act("decline").offers("enter") == ["church", "distillery"]


@pytest.mark.rule("SAN-16.3")
def test_martina_at_miguel_s() -> None:
    blue = ["cigar_factory", "black_market", "bank"]
    game = visit(
        "miguel",
        under={"dark_blue": blue},
        pawns={0: "black_market", 1: "cigar_factory"},
        owners={"bank": 1},
    ).act("use")
    assert holds(game)["wood"] == 2
    assert game.asked == [(0, "bank")] and stands(game) == "bank", "the only legal one"
    game.act("use").act("done")
    assert holds(game)["peso"] == 3 + 2 and holds(game, 1)["vp"] == 2 + 1


# -- owners ----------------------------------------------------------------------------------------


@pytest.mark.rule("SAN-9.2", "SAN-9.3", "SAN-9.5", "SAN-9.6")
@pytest.mark.parametrize("verb", ["use", "decline"])
def test_the_owner_earns_by_a_visit(verb: str) -> None:
    game = visit("pedro", seats=3, owners={"bank": 2, "church": 1}).act("use").act("enter", "bank").act(verb)
    assert [holds(game, seat)["vp"] for seat in range(3)] == [2, 2, 3]
    assert holds(game)["peso"] == (5 if verb == "use" else 3), "the visitor pays nothing"
    assert [line for line in game.said if line[0] == "rent"] == [("rent", 2, 0)]


@pytest.mark.rule("SAN-9.4")
def test_an_own_building_brings_nothing() -> None:
    game = visit("pedro", owners={"bank": 0}).act("use").act("enter", "bank").act("use")
    assert holds(game)["vp"] == 2 and holds(game, 1)["vp"] == 2


@pytest.mark.rule("SAN-9.3")
@pytest.mark.parametrize("building", BUILDINGS)
def test_a_pawn_off_the_board_stands_on_nobody_s_building(building: str) -> None:
    game = harbor(owners={building: 1}, ship={"rum": 1})
    assert stands(game) == "nowhere" and game.asked == [(0, "end_turn")]
    assert holds(game, 1)["vp"] == 2


@pytest.mark.rule("SAN-12.2", "SAN-9.7")
@pytest.mark.parametrize("option", [True, False])
def test_no_owner_s_point_once_the_last_ship_has_left(option: bool) -> None:
    owned = {"owners": {"customs_office": 1}, "under": {"white": ["customs_office"]}}
    game = visit("pedro", **owned, departed=6, ship={"rum": 1}, options={"owner_vp_on_stay": option})
    game.act("use").act("enter", "customs_office").act("cancel", "rum").act("done")
    assert game.is_over and holds(game, 1) == {"peso": 3, "vp": 2 + 1}, "only for three goods left over"


STAYING = [
    ("harbor", {"ship": {"rum": 1}}),
    ("pedro", {"face_down": ["pedro"]}),
    ("el_zorro", {}),
    ("pedro", {"pawns": {1: "bank", 2: "church", 3: "distillery"}}),
]


@pytest.mark.rule("SAN-9.7")
@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize(("where", "how"), STAYING)
def test_whether_staying_pays_is_an_option(option: bool, where: str, how: dict[str, Any]) -> None:
    fields = {**how, "pawns": {**how.get("pawns", {}), 0: "sawmill"}}
    at = 9 if where == "harbor" else CUBANS.index(where)
    game = town(seats=4, car=at, owners={"sawmill": 2}, options={"owner_vp_on_stay": option}, **fields)
    game.act("drive", 1)
    while game.asked[0][0] == 0 and game.active == 0 and game.asked != [(0, "end_turn")]:
        game.act("decline")
    assert holds(game, 2)["vp"] == (3 if option else 2)


@pytest.mark.rule("SAN-9.7")
def test_entering_pays_with_either_option() -> None:
    for option in (True, False):
        game = visit("pedro", owners={"church": 1}, options={"owner_vp_on_stay": option})
        game.act("use").act("enter", "church").act("use")
        assert holds(game, 1)["vp"] == 3 and demand(game)
