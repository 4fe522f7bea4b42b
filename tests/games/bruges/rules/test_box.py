"""The components, and which of them are hidden."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from server.authoring.engines import texts_of
from server.games import bruges
from server.games.bruges.cards import (
    ACTIVATION,
    BACK,
    BASE,
    BOX,
    COLOUR,
    GROUP,
    IDS,
    differences,
    load,
)
from server.games.bruges.state import COLOURS, NONE
from server.games.cardfile import CardsWrong
from tests.games.bruges.city import card, city, named, of

from .rounds import public, seen

DATA = (files("server.games.bruges") / "cards.json").read_bytes()


@pytest.mark.rule("BRU-1.1")
def test_two_to_five_players() -> None:
    assert list(bruges.seats) == [2, 3, 4, 5]
    facts = texts_of(bruges, "en")["facts"]
    assert facts["players"] == "2 to 5" and facts["time"].startswith("60") and facts["age"].startswith("10")


@pytest.mark.rule("BRU-1.2", "BRU-1.3", "BRU-1.4", "BRU-1.5", "BRU-1.6", "BRU-1.16", "BRU-1.17", "BRU-2.16")
def test_the_pieces() -> None:
    box = BOX.box
    assert box.cards == len(BASE) == 165 and box.dice == len(COLOURS) == 5
    assert (box.workers, box.threats, box.canal_tokens, box.tokens_50_100) == (50, 45, 40, 4)
    assert (box.workers / 5, box.threats / 5, box.canal_tokens / 4) == (10, 9, 10)
    assert len(BOX.figures.statues) == 6
    assert box.coins == [(1, 20), (3, 24)] and sum(value * pieces for value, pieces in box.coins) == 92
    assert (box.seals, box.pawns, box.majority_markers) == (2, 2, 3)
    assert box.overviews == 9 == 2 * 4 + 1


@pytest.mark.rule("BRU-1.7")
def test_the_players_colours() -> None:
    assert [board.player for board in BOX.boards] == ["red", "yellow", "green", "blue", "black"]


@pytest.mark.rule("BRU-1.8")
def test_back_and_front_have_the_same_colour() -> None:
    assert COLOURS == ("blue", "brown", "yellow", "red", "violet")
    assert [BACK[number] for number in BASE] == [COLOUR[number] for number in BASE]
    counts = [sum(COLOUR[number] == colour for number in BASE) for colour in range(5)]
    assert counts == [33] * 5


@pytest.mark.rule("BRU-1.9")
def test_a_front_shows_a_person_with_all_that_belongs_to_it() -> None:
    texts = texts_of(bruges, "en")
    for number in BASE:
        row = BOX.persons[number]
        assert row.cost >= 0 and row.points >= 0 and row.group in BOX.groups
        assert row.activation in ("immediate", "worker", "round", "permanent", "endgame")
        assert texts["names"]["cards"][number] and texts["help"]["cards"][number]


@pytest.mark.rule("BRU-1.9", "BRU-6.4")
def test_and_a_back_with_a_house() -> None:
    game = city(mine={"hand": ["duke"], "workers": {"blue": 1}}).act("house", "duke")
    assert named(of(game).houses) == ["duke"] and of(game).persons == [NONE]


@pytest.mark.rule("BRU-1.11")
def test_eleven_groups_of_fifteen() -> None:
    sizes = {name: sum(GROUP[number] == place for number in BASE) for place, name in enumerate(BOX.groups)}
    assert {name: size for name, size in sizes.items() if size} == dict.fromkeys(BOX.groups[:11], 15)


# -- the card file ---------------------------------------------------------------------------------


@pytest.mark.rule("BRU-1.15", "BRU-16.11", "BRU-12.21")
def test_figures_that_are_not_on_the_page_are_marked_and_can_be_replaced() -> None:
    raw = json.loads(DATA)
    rows = [*raw["persons"], *raw["pets"], *raw["bourse"]]
    assert all(row["origin"] in ("page", "own") for row in rows)
    assert "cost" not in raw["persons"][IDS.index("prince")]["own"], "the page says 9 guilders"
    assert "cost" in raw["persons"][IDS.index("duke")]["own"]
    raw["persons"][0]["cost"] = 5
    new = load(json.dumps(raw).encode())
    assert differences(BOX, new) == ["persons, row duke: cost 6 becomes 5"]
    del raw["persons"][0]["cost"]
    with pytest.raises(CardsWrong, match="row duke"):
        load(json.dumps(raw).encode())


# -- hidden and public -----------------------------------------------------------------------------


@pytest.mark.rule("BRU-1.12", "BRU-1.18")
def test_fronts_of_face_down_cards_are_hidden_and_their_colours_are_public() -> None:
    """The duke, the earl and the princess have blue backs, the count a brown one."""
    for zone in ("hand", "houses"):
        worlds = [
            city(mine={zone: [one]}, others=[{zone: [other]}, {}])
            for one, other in (("duke", "earl"), ("earl", "duke"), ("princess", "earl"))
        ]
        for seat in (2, None):
            assert len({seen(world, seat) for world in worlds}) == 1, "others do not see the fronts"
        assert len({seen(world, 0) for world in worlds}) == 3, "the owner does"
        assert seen(worlds[0], 1) != seen(worlds[1], 1)
        brown = city(mine={zone: ["count"]}, others=[{zone: ["earl"]}, {}])
        assert seen(brown, 2) != seen(worlds[0], 2), "the colour is seen"


@pytest.mark.rule("BRU-1.13")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_fronts_and_order_of_the_stacks_are_hidden(seat: int | None) -> None:
    game = city(tops=(["duke"], ["count"]))
    before = seen(game, seat)
    left, right = game.stacks
    left[0], right[3], game.extra[5] = right[3], game.extra[5], left[0]
    left[1], left[2], game.extra[0], game.extra[1] = left[2], left[1], game.extra[1], game.extra[0]
    assert seen(game, seat) == before
    place = right.index(card("earl")) if card("earl") in right else None
    pile = right if place is not None else game.extra if card("earl") in game.extra else left
    at = pile.index(card("earl"))
    left[-1], pile[at] = pile[at], left[-1]
    assert seen(game, seat) == before, "another card with a blue back on top"
    other = next(number for number in right[:-1] if COLOUR[number] != COLOUR[card("earl")])
    at = right.index(other)
    left[-1], right[at] = right[at], left[-1]
    assert seen(game, seat) != before, "a back of another colour on top is seen"


@pytest.mark.rule("BRU-1.14")
def test_what_lies_open_is_public() -> None:
    mine = {
        "workers": {"red": 2, "blue": 1},
        "guilders": 7,
        "points": 23,
        "threats": {"brown": 2},
        "canals": [3, 1],
        "people": ["duke"],
        "houses": ["red", "blue"],
        "step": 4,
        "marks": [0, 1, 0, 0],
    }
    view = public(city(mine=mine))
    assert view["workers"][0] == [1, 0, 0, 2, 0] and view["threats"][0] == [0, 2, 0, 0, 0]
    assert (view["guilders"][0], view["points"][0], view["step"][0]) == (7, 23, 4)
    assert view["canals"][0] == [3, 1] and view["marks"][0] == [0, 1, 0, 0]
    assert view["houses"][0] == [COLOURS.index("red"), COLOURS.index("blue")]
    assert view["persons"][0] == [card("duke"), NONE]
    assert ACTIVATION[card("duke")] == "endgame"
