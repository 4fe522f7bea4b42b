"""Permitted buildings and their costs."""

from __future__ import annotations

import pytest

from server.games.kernel import Choice, IllegalChoice, choose
from server.games.machi_koro.cards import ESTABLISHMENTS, LANDMARKS
from server.games.machi_koro.state import BUILT, EFFECTIVE

from .town import GREAT, KINDS, held, opened, town


@pytest.mark.rule("MAC-9.1", "MAC-9.2")
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=KINDS)
def test_an_establishment(kind: int) -> None:
    name, price = KINDS[kind], ESTABLISHMENTS[kind].price
    game = town(coins=[price, 0], dice=[6])
    before = opened(game)[name]
    game.act("build", name)
    assert game.coins == [0, 0], "the whole price goes to the bank"
    assert held(game, 0)[name] == 1 + ESTABLISHMENTS[kind].start and opened(game).get(name, 0) == before - 1
    assert game.asked == [(0, "end_turn")], "one card at most"


@pytest.mark.rule("MAC-9.1", "MAC-9.2", "MAC-9.6")
@pytest.mark.parametrize("landmark", range(4), ids=GREAT)
def test_a_landmark(landmark: int) -> None:
    game = town(coins=[LANDMARKS[landmark].price, 0], dice=[6]).act("landmark", GREAT[landmark])
    assert game.coins == [0, 0] and game.landmarks[0][landmark] == BUILT
    assert game.asked == [(0, "end_turn")]


@pytest.mark.rule("MAC-9.2")
@pytest.mark.parametrize("coins", range(23))
def test_only_what_can_be_paid_is_offered(coins: int) -> None:
    game = town(coins=[coins, 3], dice=[6, 6])
    assert set(game.offers("build")) == {row.id for row in ESTABLISHMENTS if row.price <= coins}
    assert set(game.offers("landmark")) == {row.id for row in LANDMARKS if row.price <= coins}


@pytest.mark.rule("MAC-9.3")
def test_nothing() -> None:
    game = town(coins=[30, 3], dice=[6, 6]).act("pass")
    assert game.coins[0] == 30 and held(game, 0) == {"wheat_field": 1, "bakery": 1}
    assert game.asked == [(1, "build")]


@pytest.mark.rule("MAC-9.4")
def test_any_number_of_copies() -> None:
    game = town(cities={0: {"ranch": 5}}, dice=[6]).act("build", "ranch")
    assert held(game, 0)["ranch"] == 6


@pytest.mark.rule("MAC-9.5", "MAC-15.3")
def test_each_purple_kind_once() -> None:
    game = town(coins=[30, 0], cities={0: {"stadium": 1, "tv_station": 1}}, dice=[5])
    assert {"stadium", "tv_station"}.isdisjoint(game.offers("build"))
    with pytest.raises(IllegalChoice):
        choose(game.game, game.ask(), Choice("build", KINDS.index("stadium")))
    game.act("build", "business_center")
    assert {"stadium", "tv_station", "business_center"} <= set(held(game, 0)), "one of each is legal"


@pytest.mark.rule("MAC-9.5")
def test_or_any_number_where_the_table_says_so() -> None:
    game = town(coins=[30, 0], cities={0: {"stadium": 1}}, dice=[5], options={"purple_limit": False})
    assert held(game.act("build", "stadium"), 0)["stadium"] == 2


@pytest.mark.rule("MAC-13.4")
def test_two_copies_for_beginners() -> None:
    game = town(coins=[30, 0], cities={0: {"ranch": 2, "forest": 1}}, dice=[6], options={"max_copies": 2})
    assert "ranch" not in game.offers("build")
    assert {"forest", "wheat_field", "bakery"} <= set(game.offers("build")), "the start card is one of two"


@pytest.mark.rule("MAC-13.4", "MAC-9.5")
@pytest.mark.parametrize(("purple_limit", "most"), [(True, 1), (False, 2)])
def test_beginners_and_purple_kinds(purple_limit: bool, most: int) -> None:
    options = {"max_copies": 2, "purple_limit": purple_limit}
    for copies in range(1, most + 1):
        game = town(coins=[30, 0], cities={0: {"stadium": copies}}, dice=[5], options=options)
        assert ("stadium" in game.offers("build")) == (copies < most)


@pytest.mark.rule("MAC-9.7")
@pytest.mark.parametrize("landmark", GREAT)
def test_landmarks_in_any_order(landmark: str) -> None:
    game = town(coins=[30, 0], dice=[6])
    assert game.offers("landmark") == GREAT
    assert game.act("landmark", landmark).landmarks[0][GREAT.index(landmark)] == BUILT


@pytest.mark.rule("MAC-9.1", "MAC-16.3")
def test_a_landmark_where_no_establishment_can_be_paid() -> None:
    gone = {row.id: row.copies + row.start for row in ESTABLISHMENTS if row.price <= 4}
    game = town(coins=[4, 0], cities={1: gone}, dice=[6])
    assert game.verbs() == ["landmark", "pass"] and game.offers("landmark") == ["train_station"]


@pytest.mark.rule("MAC-9.6")
def test_what_is_built_is_not_offered_again() -> None:
    game = town(coins=[30, 0], dice=[6], landmarks={0: {"shopping_mall": EFFECTIVE}})
    assert "shopping_mall" not in game.offers("landmark")


@pytest.mark.rule("MAC-9.8")
def test_a_new_establishment_works_from_the_next_roll_on() -> None:
    game = town(coins=[3, 3], dice=[3, 3])
    game.act("build", "cafe")
    assert game.coins == [2, 3], "one from the bakery, two for the café, and nothing from the roll before"
    game.act("done")
    assert game.coins == [3, 3], "but one from the very next roll"


@pytest.mark.rule("MAC-9.9")
def test_an_empty_pile() -> None:
    game = town(coins=[30, 0], cities={1: {"mine": 6}}, dice=[6])
    assert "mine" not in opened(game) and "mine" not in game.offers("build")
