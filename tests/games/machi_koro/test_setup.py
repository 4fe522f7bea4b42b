"""The start of a game."""

from __future__ import annotations

import pytest

from server.games import machi_koro
from server.games.engine import OptionsRefused
from server.games.kernel import settle
from server.games.machi_koro.state import NOT_BUILT, MachiKoro, MachiKoroOptions

from .town import KINDS, held, town


def begin(seats: int, seed: int = 0, **options: str) -> MachiKoro:
    """A game at its first question."""
    chosen = MachiKoroOptions(**options)  # type: ignore[arg-type]
    chosen.check(seats)
    game = machi_koro.setup(seats, seed, chosen)
    settle(game)
    return game


@pytest.mark.rule("MAC-3.1", "MAC-3.2", "MAC-3.3", "MAC-3.4", "MAC-3.5", "MAC-3.6")
@pytest.mark.parametrize("seats", machi_koro.seats)
def test_the_start(seats: int) -> None:
    game = machi_koro.setup(seats, 0, MachiKoroOptions())
    start = [kind in ("wheat_field", "bakery") for kind in KINDS]
    assert game.cities == [start] * seats
    assert game.landmarks == [[NOT_BUILT] * 4] * seats
    assert game.coins == [3] * seats
    assert dict(zip(KINDS, game.supply, strict=True)) == {
        kind: 4 if kind in ("stadium", "tv_station", "business_center") else 6 for kind in KINDS
    }, "the same piles for any number of players"
    assert game.deck == []


@pytest.mark.rule("MAC-3.7")
def test_who_begins_is_drawn_by_lot() -> None:
    first = [begin(4, seed).said[0] for seed in range(60)]
    assert {line[0] for line in first} == {"begins"}
    assert {line[1] for line in first} == {0, 1, 2, 3}


@pytest.mark.rule("MAC-3.7")
@pytest.mark.parametrize(("start", "seat"), [("first", 0), ("second", 1), ("third", 2), ("fourth", 3)])
def test_or_is_agreed_on(start: str, seat: int) -> None:
    for seed in range(4):
        assert begin(4, seed, start_player=start).said[0] == ("begins", seat)


@pytest.mark.rule("MAC-3.7")
def test_an_empty_place_cannot_begin() -> None:
    with pytest.raises(OptionsRefused):
        begin(2, start_player="third")


@pytest.mark.rule("MAC-3.8")
def test_turns_pass_clockwise() -> None:
    game = town(seats=3, seat=1, dice=[1, 1, 1, 1])
    order = []
    for _ in range(4):
        order.append(game.active)
        game.seat = game.active
        game.act("pass")
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("MAC-3.1")
def test_start_cards_do_not_come_from_the_supply() -> None:
    game = town(dice=[1])
    assert held(game, 0) == {"wheat_field": 1, "bakery": 1}
    assert game.supply[KINDS.index("wheat_field")] == game.supply[KINDS.index("bakery")] == 6
