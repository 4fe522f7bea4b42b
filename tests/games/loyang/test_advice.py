"""Advice for beginners is true when it is shown."""

from __future__ import annotations

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.advising import advise
from server.games.loyang.distribution import Distribute

from .village import turn, village

LAST, BEFORE = 9, 8


def told(game: Scene) -> set[str]:
    return {*advise(loyang.advices, game.game, game.ask())}


@pytest.mark.rule("LOY-4.1", "LOY-19.3")
def test_nothing_is_kept_for_a_round_that_does_not_come() -> None:
    mine = {"cart": {"wheat": 4}, "fields": ["private_3"], "cash": 5}
    for number, kept in ((LAST, False), (BEFORE, True)):
        game = turn(mine, round=number)
        assert ("seed" in told(game)) == kept == ("sow" in told(game))
        assert ("store" in told(game.act("finish"))) == kept
        for _ in range(3):
            game.act("give_up", "wheat")
        assert ("first_step" in told(game)) == kept and ("last_steps" in told(game)) == (not kept)


@pytest.mark.rule("LOY-16.2", "LOY-23.19.2")
def test_casuals_pay_more_by_the_saleswoman_and_not_for_being_few() -> None:
    mine = {"casuals": ["casual_01", "casual_02"], "regulars": ["regular_01"], "helpers": ["saleswoman"]}
    assert "casual_less" in told(turn(mine))
    assert not {"casual_less", "casual_more"} & told(turn(mine).act("use_second", "saleswoman"))
    few = mine | {"casuals": ["casual_01"], "regulars": ["regular_01", "regular_02"]}
    assert "casual_more" in told(turn(few))


@pytest.mark.rule("LOY-17.2", "LOY-23.2.1")
def test_a_two_pack_is_cheap_for_what_lies_open_and_where_it_can_be_bought() -> None:
    assert "cheap_pack" in told(turn({}))
    assert "cheap_pack" not in told(turn({}).act("two_pack").act("none"))
    crowd = {"helpers": ["official", "maid", "trader"]}
    assert "cheap_pack" not in told(turn(crowd).act("use", "official"))
    assert "cheap_pack" not in told(turn({"helpers": ["maid"], "cash": 0}))


@pytest.mark.rule("LOY-6.10", "LOY-6.11")
def test_who_must_choose_is_not_told_to_wait() -> None:
    for hand, waits in ((["stall_01"], False), (["stall_01", "stall_02"], True)):
        game = village({"hand": hand}, {"hand": ["tout"]}, stack=[Distribute(0)], court=["maid"])
        assert ("waiting" in told(game)) == waits
