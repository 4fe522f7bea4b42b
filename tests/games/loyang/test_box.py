"""The components, as the rules page counts them, and their use in play."""

from __future__ import annotations

from collections import Counter

import pytest

from server.games import loyang
from server.games.loyang.cards import (
    ACTION,
    BLUE_DOTS,
    BOX,
    CARDS,
    CASUALS,
    COMMON,
    CROPS,
    FOREMAN,
    GOODS,
    HELPER_ROWS,
    HELPERS,
    HOME,
    IDS,
    PAYS,
    PLACES,
    PLOTS,
    PRICE,
    PRIVATE,
    REGULARS,
    STALLS,
    WARES,
)
from server.games.loyang.effect import EFFECTS
from server.games.loyang.state import LoyangOptions


@pytest.mark.rule("LOY-1.1", "LOY-24.1")
def test_two_to_four_players() -> None:
    assert list(loyang.seats) == [2, 3, 4]


@pytest.mark.rule("LOY-1.2", "LOY-1.3")
def test_goods_and_wooden_pieces() -> None:
    supply = [row.supply for row in BOX.goods]
    assert supply == [48, 46, 44, 36, 32, 25] and sum(supply) == 231
    assert sum(supply) + BOX.box.score_markers + BOX.box.starting_player_tokens == 237


@pytest.mark.rule("LOY-1.4")
def test_boards_markers_and_coins() -> None:
    box = BOX.box
    assert (box.boards, box.markers, box.coins) == (4, 14, [(1, 24), (5, 14)])


@pytest.mark.rule("LOY-1.5", "LOY-1.6", "LOY-1.7")
def test_120_cards() -> None:
    box, players = BOX.box, 4
    private = [PLOTS[card] for card in PRIVATE] * players + [PLOTS[HOME]] * players
    assert Counter(private) == {9: 4, 3: 8, 4: 8, 5: 8, 6: 8} and len(private) == 36
    assert [len(kind) for kind in (COMMON, STALLS, REGULARS, CASUALS, HELPERS)] == [6, 14, 14, 14, 22]
    assert len(ACTION) == 70
    assert Counter(PLOTS[card] for card in COMMON) == {3: 2, 4: 2, 5: 2}
    assert box.storehouses + box.overviews + box.loans + len(private) + len(ACTION) == 120


@pytest.mark.rule("LOY-1.9")
def test_twenty_kinds_of_helper_the_trader_three_times() -> None:
    copies = {row.id: row.copies for row in BOX.helpers}
    assert len(copies) == 20 and sum(copies.values()) == 22
    assert {name for name, n in copies.items() if n > 1} == {"trader"} and copies["trader"] == 3
    assert len(EFFECTS) == len(HELPER_ROWS) == 22


@pytest.mark.rule("LOY-1.10", "LOY-14.6")
def test_nine_lanterns_and_thirteen_others() -> None:
    lanterns = Counter(row.id for row in HELPER_ROWS if row.lantern)
    names = ["tout", "impostor", "deliveryman", "market_woman", "self_supplier", "foreman"]
    assert lanterns == {"trader": 3, **dict.fromkeys(names, 1)}
    assert sum(lanterns.values()) == 9 and len(HELPER_ROWS) - 9 == 13


@pytest.mark.rule("LOY-1.11", "LOY-1.8")
def test_kinds_of_cards_are_told_apart_by_their_number() -> None:
    kinds = [COMMON, STALLS, REGULARS, CASUALS, HELPERS, range(HOME, HOME + 1), PRIVATE]
    assert [card for kind in kinds for card in kind] == list(range(len(CARDS)))


@pytest.mark.rule("LOY-1.12")
def test_rows_say_where_they_come_from() -> None:
    origins = Counter(row.origin for rows in (BOX.stalls, BOX.regulars, BOX.casuals) for row in rows)
    assert set(origins) == {"page", "public", "own"} and origins.total() == 42
    page = [row.id for row in BOX.regulars if row.origin == "page"]
    assert page == ["regular_09"], "the only customer whose goods and amounts the rules page states"
    row = CARDS[IDS.index("regular_09")]
    assert (row.goods, row.pays) == (["turnip", "cabbage"], [5, 6, 7, 8])


@pytest.mark.rule("LOY-1.12")
def test_cards_are_what_they_must_be() -> None:
    assert all(len(WARES[card]) == 2 and len(CARDS[card].pays) == 4 for card in REGULARS)
    assert all(len(set(WARES[card])) == 3 for card in [*CASUALS, *STALLS])
    assert all(bowls in (1, 2) for card in STALLS for bowls in CARDS[card].bowls)


@pytest.mark.rule("LOY-2.7", "LOY-2.8")
def test_thirteen_places_in_a_shop() -> None:
    assert PLACES == [3, 2, 2, 2, 2, 2] and sum(PLACES) == 13
    assert all(price > pays for price, pays in zip(PRICE, PAYS, strict=True))


@pytest.mark.rule("LOY-2.16", "LOY-10.2")
def test_bigger_fields_bear_fewer_crops() -> None:
    assert [GOODS[crop] for crop in CROPS[HOME]] == ["wheat", "pumpkin", "turnip"]
    for field, other in ((a, b) for a in [*COMMON, *PRIVATE] for b in [*COMMON, *PRIVATE]):
        if PLOTS[field] > PLOTS[other]:
            assert len(CROPS[field]) < len(CROPS[other])


@pytest.mark.rule("LOY-3.11")
def test_four_regulars_have_a_blue_dot() -> None:
    assert [IDS[card] for card in BLUE_DOTS] == ["regular_01", "regular_02", "regular_05", "regular_06"]


@pytest.mark.rule("LOY-2.2", "LOY-24.2", "LOY-23.20.1", "LOY-23.20.2", "LOY-26.3", "LOY-23.20.3")
def test_the_foreman_is_an_option() -> None:
    without = loyang.setup(2, 0, LoyangOptions())
    assert FOREMAN not in without.deck and len(without.deck) == 69
    assert len({IDS[card] for card in without.deck if card in HELPERS}) == 19
    assert len(loyang.setup(2, 0, LoyangOptions(foreman=True)).deck) == 70
    assert BOX.helpers[-1].id == "foreman" and BOX.helpers[-1].origin == "own"
