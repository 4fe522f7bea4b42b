"""Phase 4: majority markers, and the next start player."""

from __future__ import annotations

import pytest

from server.games.bruges.flow import Majorities
from server.games.bruges.state import MARKS
from tests.games.bruges.city import Have, city, of

from .rounds import marks, playing, public, verifying

REPUTATION, PERSONS, CANAL, PETS = range(4)
FOLK = ["duke", "count", "baron", "margrave", "free_lord", "prince", "earl", "king", "queen", "princess"]
FOLK += ["mayor", "reeve", "beadle", "acrobat", "bard", "juggler", "minstrel", "dancer", "mason", "miller"]


def households(*sizes: int) -> list[Have]:
    """This many persons for each player."""
    folk = iter(FOLK)
    return [{"people": [next(folk) for _ in range(size)]} for size in sizes]


@pytest.mark.rule("BRU-7.1", "BRU-12.18", "BRU-12.3", "BRU-2.14")
def test_reputation_persons_canal_and_then_pets_are_verified_in_the_last_round_too() -> None:
    assert MARKS == ("reputation", "persons", "canal", "pets")
    mine = {"step": 1, "people": ["duke"], "canals": [1, 0], "pets": ["cat"]}
    game = verifying(mine, {}, options={"pets": True})
    assert [line for line in game.said if line[0] == "majority"] == [
        ("majority", 0, mark) for mark in range(4)
    ]
    assert game.is_over, "the last round included"


@pytest.mark.rule("BRU-7.2", "BRU-7.10")
def test_alone_in_front_on_the_track() -> None:
    assert marks(verifying({"step": 5}, {"step": 4}, {"step": 4}, {}), REPUTATION) == [0]


@pytest.mark.rule("BRU-7.5", "BRU-7.12")
def test_together_in_front_nobody_turns() -> None:
    assert marks(verifying({"step": 5}, {"step": 5}, {"step": 4}, {}), REPUTATION) == []


@pytest.mark.rule("BRU-7.3", "BRU-7.9")
def test_more_persons_than_each_single_opponent() -> None:
    """Six, five, four and four: fewer than the others have together."""
    assert marks(verifying(*households(6, 5, 4, 4)), PERSONS) == [0]
    assert marks(verifying(*households(5, 5, 4, 4)), PERSONS) == []


@pytest.mark.rule("BRU-7.3", "BRU-11.3")
def test_empty_houses_are_no_persons() -> None:
    assert marks(verifying({"houses": ["red", "blue", "red"]}, {"people": ["duke"]}), PERSONS) == [1]


@pytest.mark.rule("BRU-7.4", "BRU-7.11")
def test_more_canal_tokens_in_both_sections_together() -> None:
    """Green seven (four and three), red six (five and one), yellow two, blue none."""
    red: Have = {"canals": [5, 1], "statues": [7]}
    game = verifying(red, {"canals": [1, 1]}, {"canals": [4, 3]}, {})
    assert marks(game, CANAL) == [2]


@pytest.mark.rule("BRU-7.5")
def test_a_tie_turns_no_marker() -> None:
    tied = verifying({"canals": [2, 2]}, {"canals": [4, 0]}, {"canals": [3, 0]})
    assert marks(tied, CANAL) == []


@pytest.mark.rule("BRU-7.6", "BRU-19.24", "BRU-19.21")
def test_a_majority_in_the_middle_of_a_round_does_not_count() -> None:
    """A player who led all the time and is overtaken in the last turn gets nothing."""
    mine: Have = {"step": 3}
    other: Have = {
        "step": 2,
        "people": ["painter", "sculptor"],
        "workers": {"brown": 1, "violet": 1},
        "guilders": 9,
    }
    game = playing(mine=mine, others=[other], round=5, last=5, extra=[])
    assert public(game)["worth"][0] == 3, "in front, but the marker is grey"
    for _ in range(3):
        game.act("done").act("done", seat=1)
    game.act("done").act("use", "painter", seat=1).act("use", "sculptor", seat=1).act("done", seat=1)
    assert marks(game, REPUTATION) == [1] and game.is_over
    alone = playing(mine=mine, others=[{}], round=5, last=5, extra=[])
    while not alone.is_over:
        assert public(alone)["worth"][0] == 3
        alone.act("done", seat=alone.asked[0][0])
    assert public(alone)["worth"][0] == 3 + 4


@pytest.mark.rule("BRU-7.7", "BRU-7.8")
def test_a_turned_marker_stays_and_several_players_may_have_theirs_turned() -> None:
    game = verifying({"step": 2, "marks": [1, 0, 0, 0]}, {"step": 3})
    assert marks(game, REPUTATION) == [0, 1]
    ahead = verifying({"step": 4, "marks": [1, 0, 0, 0]}, {"step": 3})
    assert marks(ahead, REPUTATION) == [0] and ("majority", 0, REPUTATION) not in ahead.said, "only once"


@pytest.mark.rule("BRU-7.13")
def test_turning_is_no_decision() -> None:
    game = verifying({"step": 1}, {})
    assert game.is_over and marks(game, REPUTATION) == [0]


@pytest.mark.rule("BRU-7.14")
def test_with_nothing_nobody_has_a_majority() -> None:
    assert not any(any(me.marks) for me in verifying({}, {}, {}).players)
    judge = verifying({"people": ["judge"]}, {"people": ["duke"]}, options={"pets": True})
    assert of(judge).marks == [0, 1, 0, 0], "a tie with one person each, but nothing of anything else"


@pytest.mark.rule("BRU-7.15")
def test_the_next_player_clockwise_begins_the_next_round() -> None:
    for start, following in ((0, 1), (1, 2), (2, 0)):
        game = city(stack=[Majorities()], others=[{}, {}], start=start, round=3)
        assert (game.start, game.round, game.phase) == (following, 4, 1)
        assert game.asked == [(following, "refill")]
