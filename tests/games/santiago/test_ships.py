"""Ships that leave, ships that arrive, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.authoring.scenes import Scene
from server.games.santiago import scores
from server.games.santiago.ships import LeftoverGoods
from server.games.santiago.state import ITEMS

from .town import NOTHING, cargo, demand, harbor, holds, town, use, visit

CAUSES: dict[str, Callable[..., Scene]] = {
    "all delivered": lambda **more: harbor(ship={"tobacco": 1}, **more).act("deliver", cargo("tobacco", 1)),
    "round unfinished": lambda **more: harbor(ship={"rum": 1}, value=4, **more),
    "harbor passed": lambda **more: town(car=9, value=4, face_down=["pedro"], **more).act("drive", 2),
    "harbor office": lambda **more: use("harbor_office", value=4, **more).act("raise"),
    "customs office": lambda **more: use("customs_office", ship={"rum": 3}, **more).act("cancel", "rum"),
    "trading office": lambda **more: use("trading_office", ship={"tobacco": 1}, **more).act(
        "trade", "tobacco"
    ),
}


@pytest.mark.rule("SAN-11.1", "SAN-11.2", "SAN-11.3", "SAN-11.4")
@pytest.mark.parametrize("cause", CAUSES)
def test_whoever_made_a_ship_leave_rolls_for_the_next(cause: str) -> None:
    for seat in (0, 1):
        game = CAUSES[cause](seat=seat, departed=2)
        assert (game.departed, game.value) == (3, 2)
        while game.asked != [(seat, "roll")]:
            game.act("decline")
        game.pin(rolls=[1, 1, 1, 1, 1]).act("roll")
        assert game.asked == [(seat, "demand")]
        game.act("leave_out", "rum")
        assert demand(game) == {"sugar_cane": 1, "citrus_fruit": 1, "tobacco": 1, "cigars": 1}


@pytest.mark.rule("SAN-11.5", "SAN-3.8")
def test_four_dice_of_five_as_rolled() -> None:
    game = use("customs_office", ship={"rum": 1}).act("cancel", "rum")
    game.pin(rolls=[5, 5, 0, 3, 5]).act("roll")
    assert game.faces == [3, 4, 0, 2, 3]
    assert game.offers("leave_out") == ["sugar_cane", "citrus_fruit", "tobacco", "rum", "cigars"]
    game.act("leave_out", "cigars")
    assert demand(game) == {"sugar_cane": 3, "citrus_fruit": 4, "rum": 2}


@pytest.mark.rule("SAN-11.6")
def test_between_two_ships_nothing_is_demanded() -> None:
    owners = {"customs_office": 0}
    white = ["customs_office", "trading_office", "harbor_office"]

    def gap() -> Scene:
        game = visit("alonso", owners=owners, under={"white": white}, ship={"rum": 1}, held={0: {"rum": 1}})
        return game.act("employ", "customs_office")

    left = use("harbor_office", value=4, ship={"rum": 3}).act("raise")
    assert left.faces == [0] * 5 and left.beside == -1, "no die shows what the last ship still wanted"
    assert gap().act("enter", "customs_office").asked == [(0, "roll")], "nothing to cancel"
    assert gap().act("enter", "trading_office").asked == [(0, "roll")], "nothing to deliver"
    game = gap().act("enter", "harbor_office")
    assert game.verbs() == ["raise", "decline"]
    assert game.act("raise").value == 3
    game.pin(rolls=[1] * 5).act("roll").act("leave_out", "rum")
    assert game.value == 3, "of the new ship"


@pytest.mark.rule("SAN-11.7")
def test_a_ship_that_wants_nothing_leaves_at_once() -> None:
    game = use("customs_office", ship={"rum": 1}).act("cancel", "rum")
    game.pin(rolls=[0, 0, 5, 0, 0]).act("roll").act("leave_out", "tobacco")
    assert game.departed == 2 and game.asked == [(0, "roll")]
    game.pin(rolls=[0, 0, 5, 0, 0]).act("roll").act("leave_out", "rum")
    assert demand(game) == {"tobacco": 3}, "the same dice, another one left out"


@pytest.mark.rule("SAN-11.7", "SAN-12.1")
def test_even_if_it_is_the_seventh() -> None:
    game = use("customs_office", ship={"rum": 1}, departed=5).act("cancel", "rum")
    game.pin(rolls=[0] * 5).act("roll").act("leave_out", "rum")
    assert game.departed == 7 and game.act("done").is_over


@pytest.mark.rule("SAN-11.8")
def test_one_ship_a_turn_at_most_before_the_roll() -> None:
    game = town(
        car=9,
        value=4,
        owners={"harbor_office": 0},
        under={"white": ["harbor_office"]},
        held={0: {"peso": 9}},
    )
    game.act("drive", 10)  # past the harbor to Alonso
    assert game.departed == 1 and game.value == 2
    game.act("employ", "harbor_office").act("enter", "harbor_office").act("raise")
    assert (game.departed, game.value) == (1, 4)


@pytest.mark.rule("SAN-16.9")
def test_passing_the_harbor_at_four() -> None:
    game = town(car=9, value=4, departed=3, face_down=["pedro"]).act("drive", 2)
    assert (game.departed, game.value) == (4, 2) and game.asked == [(0, "roll")]


@pytest.mark.rule("SAN-16.10")
def test_the_customs_office_and_the_last_die() -> None:
    game = use("customs_office", ship={"tobacco": 0, "rum": 1, "cigars": 0, "sugar_cane": 0}, value=4)
    game.act("cancel", "rum")
    assert (game.departed, game.value) == (1, 2) and game.asked == [(0, "roll")]


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("SAN-12.1", "SAN-12.2")
@pytest.mark.parametrize("cause", CAUSES)
def test_the_seventh_ship_ends_the_game_at_once(cause: str) -> None:
    owned = cause.replace(" ", "_") if "office" in cause else "church"
    fields = {} if "office" in cause else {"pawns": {0: "church"}}
    game = CAUSES[cause](departed=6, owners={owned: 1}, **fields)
    game.act("done")
    assert game.is_over and game.departed == 7
    assert all(line[0] not in ("rent", "rolled") for line in game.said), "no owner's point, no roll"
    assert holds(game, 1)["vp"] == 2 + 1, "three goods left over"


@pytest.mark.rule("SAN-12.2", "SAN-13.8")
def test_the_rest_of_the_turn_is_not_played() -> None:
    game = visit("alonso", departed=6, owners={"trading_office": 0}, ship={"tobacco": 1})
    game.act("employ", "trading_office")
    assert game.asked == [(0, "end_turn")], "no pawn moves any more"


@pytest.mark.rule("SAN-12.1")
def test_a_sixth_ship_does_not() -> None:
    for cause in CAUSES.values():
        assert not cause(departed=5).is_over


def finished(*held: dict[str, int]) -> Scene:
    """A finished game with these holdings."""
    given = {seat: {**NOTHING, **items} for seat, items in enumerate(held)}
    return town(seats=len(held), stack=[LeftoverGoods()], held=given, ship={}, beside=-1, departed=7)


@pytest.mark.rule("SAN-12.3", "SAN-12.4", "SAN-16.12")
@pytest.mark.parametrize(("goods", "points", "left"), [(0, 0, 0), (2, 0, 2), (3, 1, 0), (5, 1, 2), (8, 2, 2)])
def test_leftover_goods(goods: int, points: int, left: int) -> None:
    wood = min(goods, 2)
    game = finished({"vp": 10, "wood": wood, "rum": goods - wood}, {})
    assert game.is_over and holds(game).get("vp") == 10 + points
    assert sum(game.held[0][:6]) == left, "without asking"
    assert scores(game.game)[0].points == 10 + points
    assert scores(game.game)[0].parts == {"vp": 10, "goods": points, "left": left, "pesos": 0}


@pytest.mark.rule("SAN-12.5")
def test_pesos_count_nothing() -> None:
    game = finished({"vp": 10, "peso": 99}, {"vp": 11})
    assert [score.place for score in scores(game.game)] == [2, 1]
    assert scores(game.game)[0].points == 10


@pytest.mark.rule("SAN-12.6")
def test_most_points_win() -> None:
    game = finished({"vp": 30}, {"vp": 41, "rum": 2}, {"vp": 39, "rum": 3}, {"vp": 41, "rum": 1})
    assert [(score.place, score.points) for score in scores(game.game)] == [
        (4, 30),
        (1, 41),
        (3, 40),
        (2, 41),
    ]


@pytest.mark.rule("SAN-12.7", "SAN-12.8")
def test_ties_go_by_goods_left_and_then_by_pesos() -> None:
    game = finished(
        {"vp": 20, "rum": 2}, {"vp": 18, "wood": 7}, {"vp": 20, "rum": 2, "peso": 1}, {"vp": 20, "peso": 50}
    )
    assert [score.points for score in scores(game.game)] == [20, 20, 20, 20]
    assert [score.place for score in scores(game.game)] == [2, 3, 1, 4], "seven goods: one is left over"


@pytest.mark.rule("SAN-12.9")
def test_who_is_equal_in_everything_shares_the_place() -> None:
    alike = {"vp": 20, "rum": 1, "peso": 2}
    game = finished(alike, {"vp": 3}, {"vp": 19, "wood": 4, "peso": 2})
    assert [score.place for score in scores(game.game)] == [1, 3, 1]


def test_scores_during_the_game_are_those_of_an_end_now() -> None:
    game = town(held={0: {"vp": 7, "wood": 3}})
    assert [score.points for score in scores(game.game)] == [7 + 2, 2 + 1]
    held = {0: {"vp": 9}, 1: {"vp": 9, "wood": 1, "peso": 0}, 2: {"vp": 8, "wood": 3}}
    tied = scores(town(seats=3, held=held).game)
    assert [(score.place, score.points) for score in tied] == [(2, 10), (1, 10), (2, 10)]
    assert [score.parts["left"] for score in tied] == [0, 1, 0], "only what no three are left of counts"
    assert len(ITEMS) == len(game.held[0]) == 8
