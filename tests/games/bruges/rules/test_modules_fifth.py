"""The fifth player's expansion."""

from __future__ import annotations

import msgspec
import pytest

from server.games import bruges
from server.games.bruges.cards import BOX
from server.games.bruges.state import COLOURS, BrugesOptions
from server.games.engine import OptionsRefused
from tests.games.bruges.city import Have, card, city, of, threats

from .rounds import playing, rolling

ONE_OF_EACH = ["duke", "count", "baron", "margrave", "prince"]


@pytest.mark.rule("BRU-14.1", "BRU-1.7", "BRU-1.1")
def test_black_has_two_sections_of_its_own() -> None:
    assert BOX.boards[4].player == "black" and [len(side) for side in BOX.boards[4].sections] == [5, 5]
    game = city(mine={"hand": ONE_OF_EACH, "guilders": 9}, others=[{}] * 4, seat=4)
    wanted = sorted(ONE_OF_EACH[COLOURS.index(side[0])] for side in BOX.boards[4].sections)
    assert sorted(game.offers("canal")) == wanted
    with pytest.raises(OptionsRefused):
        BrugesOptions().check(5)
    with pytest.raises(OptionsRefused):
        BrugesOptions(fifth_player=True).check(4)
    BrugesOptions(fifth_player=True).check(5)


@pytest.mark.rule("BRU-14.2", "BRU-14.3")
@pytest.mark.parametrize("seats", bruges.seats)
def test_the_statues_eight_and_nine_lie_on_top_when_five_play(seats: int) -> None:
    options = msgspec.convert({"fifth_player": seats == 5}, BrugesOptions)
    statues = bruges.setup(seats, 0, options).statues
    assert statues == [2, 3, 4, 5, 6, 7, *([8, 9] if seats == 5 else [])]


@pytest.mark.rule("BRU-14.4")
def test_the_added_pieces() -> None:
    fifth = BOX.box.fifth
    assert (fifth.workers, fifth.threats, fifth.canal_tokens, fifth.tokens_50_100) == (10, 10, 10, 1)


@pytest.mark.rule("BRU-14.7")
def test_the_first_complete_section_brings_the_nine_and_two_of_ten_bring_none() -> None:
    left_last = ONE_OF_EACH[COLOURS.index(BOX.boards[0].sections[0][4])]
    right_last = ONE_OF_EACH[COLOURS.index(BOX.boards[0].sections[1][4])]
    game = city(mine={"hand": [left_last], "guilders": 5, "canals": [4, 0]}, others=[{}] * 4)
    assert of(game.act("canal", left_last)).statues == [9] and game.statues[-1] == 8
    others: list[Have] = [{"canals": [5, 5], "statues": pair} for pair in ([9, 8], [7, 6], [5, 4], [3, 2])]
    mine: Have = {"hand": [left_last, right_last], "guilders": 10, "canals": [4, 4]}
    game = city(mine=mine, others=others).act("canal", left_last)
    assert of(game).statues == [] and of(game).finished == [1, 0]


@pytest.mark.rule("BRU-14.6", "BRU-14.8")
def test_black_plays_in_the_order_of_the_seats() -> None:
    hands: list[Have] = [{"hand": [name]} for name in ONE_OF_EACH]
    game = playing(mine=hands[0], others=hands[1:], start=3)
    order = []
    for _ in range(10):
        seat = game.asked[0][0]
        order.append(seat)
        if game.offers("workers", seat=seat):
            game.act("workers", game.offers("workers", seat=seat)[0], seat=seat)
        game.act("done", seat=seat)
    assert order == [3, 4, 0, 1, 2] * 2
    assert card("prince") in game.discard and sum(of(game, 4).workers) == 2
    rolled = rolling({"red": 5}, others=[{}] * 4)
    assert all(threats(rolled, seat) == {"red": 1} for seat in range(5))
