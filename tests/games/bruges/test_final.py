"""Persons who score at the end, and the final score: a scene for each."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.bruges import public, scores

from .city import city

RICH: dict[str, Any] = {
    "houses": ["red", "red", "blue", "yellow", "yellow", "yellow", "brown", "violet", "violet", "blue"],
    "canals": [5, 4],
    "statues": [7],
    "step": 7,
    "guilders": 11,
    "workers": {"red": 3, "blue": 2},
    "marks": [1, 0, 1, 0],
}
"""Ten houses, nine tokens, both 3-spaces, a statue, step 7, eleven guilders, five workers, two markers."""

LAUREL: dict[str, tuple[list[str], int]] = {
    "duke": ([], 2),
    "count": ([], 1),
    "baron": ([], 3),
    "margrave": ([], 2),
    "free_lord": ([], 2),
    "gardener": ([], 5),
    "cupbearer": ([], 5),
    "composer": ([], 4),
    "geographer": ([], 6),
    "princess": ([], 3),
    "bishop": ([], 2),
    "shipowner": ([], 3),
    "prince": ([], 4),
    "canon": ([], 4),
    "king": (["burgrave", "mason"], 3),
    "poet": (["burgrave", "mason", "student"], 3),
    "engraver": (["burgrave", "noblewoman", "mason"], 3),
    "queen": (["burgrave", "mason"], 4),
    "mayor": (["notary", "mason"], 4),
    "jester": (["alchemist", "thief", "mason"], 2),
    "grand_merchant": (["bookkeeper", "mason"], 4),
    "guild_master": (["saddler", "burgrave"], 4),
    "steward": (["page", "mason", "earl"], 2),
    "cardinal": (["nun", "mason"], 4),
    "patron": (["king", "mason"], 4 + 3),
    "captain": (["knight", "carpenter", "mason"], 4),
    "king_of_thieves": (["thief", "mason"], 4),
    "rector": (["bookkeeper", "cook", "student"], 4),
    "master_of_ceremonies": (["burgrave", "page", "mason"], 3),
    "glass_painter": (["nun", "painter", "mason"], 3),
    "tapestry_weaver": (["mason", "page"], 2),
}
"""The persons who live with the person, and the points it brings at the end."""


@pytest.mark.rule("BRU-11.4", "BRU-9.24", "BRU-9.25", "BRU-17.69", "BRU-17.71", "BRU-17.73", "BRU-18.7")
@pytest.mark.parametrize("person", LAUREL)
def test_who_scores_at_the_end(person: str) -> None:
    company, points = LAUREL[person]
    game = city(mine={**RICH, "people": [person, *company]}, options={"new_citizens": True})
    assert scores(game.game)[0].parts["laurel"] == points


@pytest.mark.parametrize(("threats", "points"), [({}, 4), ({"red": 1}, 0), ({"red": 2, "blue": 1}, 0)])
def test_the_canon_scores_without_any_marker(threats: dict[str, int], points: int) -> None:
    game = city(mine={"people": ["canon"], "threats": threats})
    assert scores(game.game)[0].parts["laurel"] == points


def test_the_tapestry_weaver_counts_matching_houses() -> None:
    mine = {
        "houses": ["red", "blue", "yellow", "blue"],
        "people": ["fire_eater", "tapestry_weaver", "mason"],
        "pets": ["goat", "hen", "sheep", "duck"],
    }
    game = city(mine=mine, options={"pets": True})
    assert scores(game.game)[0].parts["laurel"] == 4, "two red ones in a red house count once"


@pytest.mark.rule("BRU-17.69", "BRU-17.70")
@pytest.mark.parametrize(("who", "points"), [([], 18), (["geographer"], 26)])
def test_both_3_spaces_and_two_statues(who: list[str], points: int) -> None:
    """Six for the spaces, twelve for the statues; the geographer adds two for each of the four."""
    game = city(mine={"canals": [5, 5], "statues": [7, 5], "people": who})
    parts = scores(game.game)[0].parts
    assert parts["canals"] + parts["statues"] + parts["laurel"] == points


@pytest.mark.rule("BRU-17.69", "BRU-8.23", "BRU-8.24")
def test_the_geographer_counts_statues_and_not_complete_sections() -> None:
    """The statues are gone, so that the section brought none; a section that lost a token has kept its
    own."""
    gone = [{"canals": [5, 5], "statues": pair} for pair in ([7, 6], [5, 4], [3, 2])]
    late = city(mine={"canals": [5, 0], "people": ["geographer"]}, others=gone)
    assert scores(late.game)[0].parts["laurel"] == 2, "a 3-space"
    kept = city(mine={"canals": [2, 0], "finished": [1, 0], "statues": [7], "people": ["geographer"]})
    assert scores(kept.game)[0].parts["laurel"] == 2, "a statue"


@pytest.mark.rule("BRU-17.71", "BRU-17.72", "BRU-18.7")
def test_the_engraver_counts_groups() -> None:
    """Eight persons of five groups: five points."""
    crowd = ["engraver", "painter", "mason", "miller", "noblewoman", "burgrave", "student", "page"]
    game = city(mine={"people": crowd})
    assert scores(game.game)[0].parts["laurel"] == 5


@pytest.mark.rule("BRU-19.20", "BRU-19.25", "BRU-11.10", "BRU-19.22")
def test_the_final_score_is_shown_at_any_time() -> None:
    game = city(mine={**RICH, "points": 23, "people": ["prince", "king"]})
    assert public(game.game)["worth"] == [score.points for score in scores(game.game)]
