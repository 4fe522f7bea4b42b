"""What can be taken back, and which decisions there are."""

from __future__ import annotations

import pytest

from server.games import santiago
from server.games.santiago.flow import Drive, TurnOver
from server.games.santiago.state import SantiagoOptions
from server.table.match import ChangePolicy, Match

from .town import SCREENS, can_be_taken_back, cargo, harbor, holds, town, use, visit


@pytest.mark.rule("SAN-18.1", "SAN-18.3", "SAN-11.5")
def test_rolls_cannot_and_so_there_is_a_question_before_them() -> None:
    game = use("customs_office", ship={"rum": 1}).act("cancel", "rum")
    assert game.departed == 1 and can_be_taken_back(game) and game.asked == [(0, "roll")]
    assert not can_be_taken_back(game.act("roll"))


@pytest.mark.rule("SAN-18.5")
def test_the_die_left_out_can_until_the_turn_ends() -> None:
    game = use("customs_office", ship={"rum": 1}).act("cancel", "rum").pin(rolls=[1] * 5).act("roll")
    game.act("leave_out", "rum")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-3.7", "SAN-18.3", "SAN-18.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_taken_back_while_the_next_player_is_asked(seats: int) -> None:
    """Neither the die left out in the setup, nor the end of a turn: the next player can see both. Earlier
    logs in which that was done can be replayed all the same."""
    match = Match.begin(santiago, seats, 7, SantiagoOptions(), ChangePolicy(1, lambda seat: False))
    for prompt in ("demand", "end_turn"):
        while match.asks[0].prompt != prompt:
            match.act(match.asks[0].seat, match.asks[0].options[0], ChangePolicy(2, lambda seat: False))
        (ask,) = match.asks
        match.act(ask.seat, ask.options[0], ChangePolicy(3, lambda seat: False))
        assert match.asks[0].seat != ask.seat
        assert not match.can_undo(ask.seat) and ask.seat not in match.state.undo
        assert match.would_undo(ask.seat), "as the table does it for an old log"


@pytest.mark.rule("SAN-18.3")
def test_everything_else_in_a_turn_can() -> None:
    game = visit("alonso", pawns={0: "casino"})
    for verb, noun in (("claim", "church"), ("enter", "bank"), ("use", -1)):
        assert can_be_taken_back(game.act(verb, noun))
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-18.3")
def test_even_the_departure_of_the_seventh_ship() -> None:
    game = town(car=9, value=4, departed=6).act("drive", 2)
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-18.2")
def test_after_an_opponent_s_answer_there_is_nothing_to_take_back() -> None:
    game = visit("el_zorro").act("use")
    assert can_be_taken_back(game), "not yet answered"
    game.act("give_peso", seat=1)
    assert game.asked == [(1, "drive")], "so the turn ends without a question"
    load = harbor(ship={"tobacco": 2}).act("deliver", cargo("tobacco", 1)).act("pass", seat=1)
    assert load.asked == [(1, "drive")]


@pytest.mark.rule("SAN-18.1", "SAN-18.2", "SAN-18.3")
def test_who_can_take_nothing_back_is_promised_nothing_before_the_dice() -> None:
    game = harbor(ship={"tobacco": 2}).act("deliver", cargo("tobacco", 1))
    game.act("deliver", cargo("tobacco", 1), seat=1)
    assert can_be_taken_back(game), "by the opponent, until the dice are rolled"
    assert game.asked == [(0, "roll_after")]
    poor = {"peso": 0, "sugar_cane": 0, "tobacco": 0, "citrus_fruit": 0}
    alone = town(car=9, ship={"tobacco": 1}, value=4, held={0: poor, 1: poor})
    assert alone.departed == 1 and alone.asked == [(0, "roll_after")], (
        "no choice of this turn made the ship leave"
    )


@pytest.mark.rule("SAN-18.2", "SAN-18.3", "SAN-12.1")
def test_the_opponent_who_makes_the_last_ship_leave_can_still_take_that_back() -> None:
    game = harbor(ship={"tobacco": 2}, departed=6).act("deliver", cargo("tobacco", 1))
    game.act("deliver", cargo("tobacco", 1), seat=1)
    assert game.departed == 7 and can_be_taken_back(game) and game.asked == [(1, "last_ship")]
    assert game.act("finish", seat=1).is_over
    passed = harbor(ship={"tobacco": 2}, value=4, departed=6).act("pass").act("pass", seat=1)
    assert passed.asked == [(1, "last_ship")]
    screens = harbor(ship={"tobacco": 2}, departed=6, options=SCREENS).act("deliver", cargo("tobacco", 1))
    assert screens.act("deliver", cargo("tobacco", 1), seat=1).is_over, "revealed, and so sealed"


@pytest.mark.rule("SAN-18.3", "SAN-5.3")
def test_a_turn_in_which_nothing_was_chosen_ends_without_a_question() -> None:
    game = town(stack=[Drive(), TurnOver()], car=0, face_down=["pedro"], held={0: {"peso": 0}}, theirs=True)
    assert game.active == 1 and game.asked == [(1, "drive")]
    paid = town(car=0, face_down=["pedro"], held={0: {"peso": 1}}).act("drive", 1)
    assert paid.asked == [(0, "end_turn")], "how far was a choice"


@pytest.mark.rule("SAN-10.6", "SAN-18.3")
def test_a_swap_can_be_declined_after_a_good_was_named() -> None:
    game = use("black_market")
    before = holds(game), list(game.supply)
    game.act("swap_give", "tobacco").act("decline")
    assert (holds(game), list(game.supply)) == before and game.said[-1] == ("no_swap", 0)
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-18.2", "SAN-18.3")
def test_what_the_active_player_does_after_it_can_be_taken_back_again() -> None:
    game = visit("el_zorro", pawns={0: "bank"}).act("use").act("give_peso", seat=1).act("use")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]
    black = visit("el_zorro", pawns={0: "black_market"}).act("use").act("give_peso", seat=1)
    black.act("swap_give", "tobacco").act("swap_take", "rum")
    assert black.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-18.2", "SAN-18.5")
def test_so_can_the_die_left_out_though_an_opponent_delivered_the_last_unit() -> None:
    game = harbor(ship={"tobacco": 2}).act("deliver", cargo("tobacco", 1))
    game.act("deliver", cargo("tobacco", 1), seat=1).pin(rolls=[1] * 5).act("roll").act("leave_out", "rum")
    assert can_be_taken_back(game) and game.asked == [(0, "end_turn")]


@pytest.mark.rule("SAN-18.2", "SAN-18.3")
def test_an_answer_in_the_turn_before_binds_nobody_in_the_next() -> None:
    game = visit("el_zorro", face_down=["alonso"]).act("use").act("give_peso", seat=1)
    game.seat = 1
    game.act("drive", 1)
    assert can_be_taken_back(game) and game.asked == [(1, "end_turn")], "the drive, at Alonso's closed door"


@pytest.mark.rule("SAN-17.1", "SAN-17.2")
def test_nobody_else_is_asked_in_a_turn_without_el_zorro_and_harbor() -> None:
    for cuban in ("pedro", "jose", "conchita", "miguel", "pablo", "maria", "martinez", "alonso"):
        game = visit(cuban, seats=4)
        while game.asked != [(0, "end_turn")]:
            assert [seat for seat, _ in game.asked] == [0]
            game.act(*game.ask().options[0])


@pytest.mark.rule("SAN-17.3")
def test_a_single_gift_is_given_unasked() -> None:
    game = visit("el_zorro", held={1: {"peso": 0, "vp": 0, "sugar_cane": 0, "tobacco": 0}}).act("use")
    assert ("gift", 1, 0, 1 + 8) in game.said and game.held[0][1] == 2
