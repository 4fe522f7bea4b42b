"""Hints of Schweinebande: rows, groups, feeding and points."""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import schweinebande
from server.games.advising import advise
from server.games.schweinebande import hints
from server.games.schweinebande.flow import Confirm, Round
from server.games.schweinebande.verbs import Feed

from .market import ANIMAL, PRINTED, ROW, SPACE, TILE, collecting, fair, farming, feeding, placing

PIG, SHEEP = ANIMAL.index("pig"), ANIMAL.index("sheep")


def told(game: Scene, seat: int = 0) -> dict[str, Any]:
    return hints(game.game, seat, game.ask(seat))


def amounts(game: Scene, seat: int = 0) -> dict[tuple[str, int], dict[str, int]]:
    return {(verb, noun): change for verb, noun, change in told(game, seat)["amounts"]}


def test_where_a_farmer_may_be_placed() -> None:
    game = placing(covered=True)
    assert told(game)["placing"] == -1
    game.act("reveal", "B3")
    assert told(game)["placing"] == SPACE.index("B3")
    assert hints(game.game, None, None)["placing"] == SPACE.index("B3"), "watchers see it, too"
    assert told(game.act("decline"), 1)["placing"] == -1


def test_rows_end_at_farmers_and_leave_out_gaps() -> None:
    lying = {"A1": "pig", "A2": "sheep", "A4": "goat", "A5": "cattle", "B1": "donkey"}
    game = collecting({"A1": 0, "A5": 1, "B1": 0}, market=lying)
    rows = {f"{SPACE[space]} {way}": spaces for space, way, spaces in told(game)["rows"]}
    assert rows["A1 0"] == [SPACE.index("A2"), SPACE.index("A4")]
    assert rows["A5 3"] == [SPACE.index("A4"), SPACE.index("A2")]
    assert "A1 1" not in rows, "another farmer stands there"
    certain = amounts(game)
    assert certain["collect", ROW.index("A1 e")] == {"tiles": 3}
    assert certain["alone", SPACE.index("A1")] == {"tiles": 1}


@pytest.mark.parametrize(("round", "pigs"), [(3, 1), (4, 2)])
def test_groups_bring_points(round: int, pigs: int) -> None:
    game = farming({**dict.fromkeys(ANIMAL, 1), "pig": 4, "sheep": 5}, round=round)
    assert told(game)["groups"][0] == [["four", SHEEP], ["four", PIG], ["six", -1]]
    assert told(game)["pigs"] == pigs
    certain = amounts(game)
    values = {name: VALUE[name] for name in ("pig", "sheep", "cattle")}
    assert certain["four", PIG] == {"tiles": pigs - 4, "points": pigs * values["pig"]}
    assert certain["four", SHEEP] == {"tiles": -3, "points": values["sheep"]}
    assert certain["six", -1] == {"tiles": -5, "points": values["cattle"]}
    assert ("keep", -1) not in certain
    assert told(game.act("four", "pig"))["points"][0] == pigs * values["pig"]


VALUE = {"chicken": 2, "sheep": 3, "goat": 4, "donkey": 5, "pig": 6, "cattle": 7}


def test_what_feeding_needs_and_what_is_left_or_missing() -> None:
    game = feeding({"pig": 2, "sheep": 1, "feed_sack": 1}, feed=5)
    assert (told(game)["needs"][0], told(game)["left"][0]) == (3, 2)
    certain = amounts(game)
    assert certain["pay", 3] == {"feed": -3} and certain["sack", 3] == {"tiles": -1}
    assert certain["sell", PIG] == {"tiles": -1, "feed": 6}
    short = feeding({"pig": 2, "sheep": 1}, feed=1)
    assert told(short)["left"][0] == -2
    assert told(short.act("sell", "sheep"))["left"][0] == 2


def test_everybody_is_told_when_all_feed_at_the_same_time() -> None:
    pens = {0: {"pig": 1}, 1: {"goat": 2}}
    game = farming(pens[0], pens={1: pens[1]}, feed=[1, 4], options=PRINTED)
    for seat in (0, None):
        facts = hints(game.game, seat, None)
        assert facts["needs"] == [1, 2] and facts["left"] == [0, 2]


def test_what_nobody_has_seen() -> None:
    game = placing(covered=True, pens={0: {"pig": 3}}, farms={1: {"pig": 1}}, hidden={"A1": "pig"}, round=3)
    gone = [count + 4 * (kind == PIG) for kind, count in enumerate(game.box)]
    unseen = [(16 if kind < len(ANIMAL) else 4) - gone[kind] for kind in range(len(TILE))]
    assert told(game)["unseen"] == unseen
    unseen[PIG] -= 1
    assert told(game.act("reveal", "A1"))["unseen"] == unseen


def test_the_rest_is_uncovered_behind_the_last_farmer() -> None:
    game = placing(seats=2, left=[1, 0], covered=True, order=[0, 1])
    assert "ends" not in told(game)
    game.act("reveal", "C3").act("place")
    assert game.asked == [(0, "end_turn")] and told(game)["ends"] == "uncover"


@pytest.mark.parametrize(("round", "ends"), [(2, "round"), (4, "end")])
def test_what_follows_when_the_round_is_over(round: int, ends: str) -> None:
    game = fair(Feed(0), Confirm(0), Round(), pens={0: {"pig": 1}}, feed=[1, 0], round=round)
    game.act("pay", 1)
    assert game.asked == [(0, "end_turn")] and told(game)["ends"] == ends


@pytest.mark.rule("SWB-8.7", "SWB-9.3", "SWB-9.7")
def test_no_sack_and_no_feed_is_to_be_kept_in_the_last_round() -> None:
    for number, kept in ((4, False), (3, True)):
        game = feeding({"pig": 1, "feed_sack": 1}, 3, round=number)
        keys = advise(schweinebande.advices, game.game, game.ask())
        assert {"spare_sack", "sell_dear"} <= {*keys} if kept else keys == ["last_feeding"]
