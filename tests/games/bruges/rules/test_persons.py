"""Rules for all persons: prices, points, and when each of the five kinds works."""

from __future__ import annotations

from typing import Any

import pytest

from server.games.bruges.cards import ACTIVATION, BASE, COLOUR, COST, GROUP, POINTS, WORKER
from server.games.bruges.flow import Majorities
from server.games.bruges.scoring import parts
from server.games.bruges.state import COLOURS
from server.games.bruges.turn.losses import LosePerson
from server.games.bruges.turn.turn import Turn
from tests.games.bruges.city import activated, card, city, named, of, people, threats, workers

from .rounds import playing, refilling, rolling, verifying

EMPTY = {"houses": ["red"]}


@pytest.mark.rule("BRU-9.2", "BRU-9.3")
def test_points_are_a_third_of_the_price() -> None:
    assert all(3 * POINTS[number] == COST[number] for number in BASE)
    assert (COST[card("prince")], POINTS[card("prince")]) == (9, 3)
    assert (COST[card("engraver")], POINTS[card("engraver")]) == (9, 3)


@pytest.mark.rule("BRU-9.3", "BRU-11.2")
@pytest.mark.parametrize("name", ["prince", "engraver"])
def test_nine_guilders_bring_three_points(name: str) -> None:
    game = city(mine={**EMPTY, "hand": [name], "guilders": 9})
    assert parts(game.game, 0)[1] == 0
    game.act("hire", name)
    assert of(game).guilders == 0 and parts(game.game, 0)[1] == 3


@pytest.mark.rule("BRU-9.2", "BRU-9.32", "BRU-11.2", "BRU-9.24")
def test_they_count_while_the_person_is_in_the_play_area() -> None:
    """A prince: three points, and two more with one turned marker; a lost one brings nothing."""
    mine = {"people": ["prince", "singer"], "marks": [1, 0, 0, 0]}
    assert parts(city(mine=mine).game, 0)[1:5] == (6, 2, 2, 4)
    gone = city(mine=mine, stack=[LosePerson(0), Turn()]).act("lose_person", "prince")
    assert parts(gone.game, 0)[1:5] == (3, 2, 0, 4)


@pytest.mark.rule("BRU-9.32")
def test_a_person_who_is_gone_has_no_effect() -> None:
    assert city(mine={"people": [], "hand": ["bookkeeper"]}).offers("use") == []
    game = city(mine={"people": ["reeve", "duke"], "hand": ["earl"]}, stack=[LosePerson(0), Turn()])
    assert workers(game.act("lose_person", "reeve").act("workers", "earl")) == {"blue": 2}


@pytest.mark.rule("BRU-9.4")
def test_a_group_matters_only_where_a_card_mentions_it() -> None:
    """The guild master counts crafts; without him the same persons score the same in any groups."""
    crafts, mixed = ["mason", "miller"], ["acrobat", "miller"]
    assert GROUP[card("mason")] != GROUP[card("acrobat")]
    scores = [parts(city(mine={"people": folk}).game, 0) for folk in (crafts, mixed)]
    assert scores[0] == scores[1]
    laurel = [parts(city(mine={"people": ["guild_master", *folk]}).game, 0)[3] for folk in (crafts, mixed)]
    assert laurel == [6, 4]


# -- lightning -------------------------------------------------------------------------------------


@pytest.mark.rule("BRU-9.5", "BRU-9.6", "BRU-9.9")
def test_lightning_strikes_directly_after_recruiting() -> None:
    game = city(mine={**EMPTY, "hand": ["alchemist"], "guilders": 3}).act("hire", "alchemist")
    assert of(game).guilders == 6 and game.verbs() == ["done"], "no question comes before it"
    again = playing(mine={"people": ["alchemist"], "workers": dict.fromkeys(COLOURS, 3)})
    assert again.offers("use") == [], "and never again by hand"


@pytest.mark.rule("BRU-9.6")
def test_lightning_is_compulsory() -> None:
    game = city(mine={**EMPTY, "hand": ["jongleur"], "guilders": 3}).act("hire", "jongleur")
    assert game.verbs() == ["take_worker"]


@pytest.mark.rule("BRU-9.7", "BRU-18.21")
def test_effects_that_say_so_activate_a_lightning_person_once_more() -> None:
    mine: dict[str, Any] = {"people": ["actor", "alchemist"], "workers": {"violet": 1}}
    assert of(city(mine=mine).act("use", "actor")).guilders == 6
    home = {"people": ["conjurer", "alchemist"], "workers": {"blue": 1}, "guilders": 0}
    game = city(mine=home).act("use", "conjurer").act("take_back", "alchemist")
    assert named(of(game).hand) == ["alchemist"]
    before = of(game).guilders
    game.act("hire", "alchemist")
    assert of(game).guilders == before - 3 + 6, "each time it moves in"


@pytest.mark.rule("BRU-9.8")
@pytest.mark.parametrize("name", ["beadle", "thief", "gatekeeper", "moneylender"])
def test_a_lightning_person_without_any_effect_can_be_recruited(name: str) -> None:
    game = activated(name, mine={"canals": [5, 5] if name == "gatekeeper" else [0, 0]})
    assert people(game) == [name] and of(game).guilders == 0 and game.verbs() == ["done"]


@pytest.mark.rule("BRU-9.8")
def test_and_does_as_much_as_possible() -> None:
    game = activated("thief", others=[{"guilders": 1}, {}, {"guilders": 9}])
    assert of(game).guilders == 4


# -- worker, once per round ------------------------------------------------------------------------


@pytest.mark.rule("BRU-9.10", "BRU-9.11", "BRU-9.12", "BRU-9.15")
def test_a_worker_symbol_costs_a_worker_of_its_colour_once_a_round() -> None:
    """The farmhand is brown and costs a red worker."""
    assert COLOURS[COLOUR[card("farmhand")]] == "brown" and COLOURS[WORKER[card("farmhand")]] == "red"
    have = {"people": ["farmhand"]}
    assert city(mine={**have, "workers": {"brown": 3}}).offers("use") == []
    game = (
        city(mine={**have, "workers": {"red": 3}}, tops=(["duke"], [])).act("use", "farmhand").act("stack", 0)
    )
    assert workers(game) == {"red": 2} and named(of(game).hand) == ["duke"]
    assert game.offers("use") == [] and named(of(game).used) == ["farmhand"]


@pytest.mark.rule("BRU-9.13", "BRU-9.14", "BRU-9.15")
def test_the_other_symbol_is_free_and_once_a_round_too() -> None:
    game = city(mine={"people": ["bookkeeper"]}).act("use", "bookkeeper")
    assert of(game).guilders == 2 and game.offers("use") == []
    assert named(of(game).used) == ["bookkeeper"]


@pytest.mark.rule("BRU-9.15", "BRU-9.16", "BRU-19.14")
def test_the_marks_go_at_the_end_of_the_round() -> None:
    mine = {"people": ["bookkeeper"]}
    game = playing(mine=mine, others=[{"people": ["cook"]}], round=5, last=6, extra=[]).act(
        "use", "bookkeeper"
    )
    for turn in range(8):
        assert named(of(game).used) == ["bookkeeper"]
        assert game.offers("use", seat=0) == [], "not in a later turn of the same round"
        game.act("done", seat=turn % 2)
    assert of(game).used == [] and game.round == 6
    game = city(
        mine={**mine, "used": ["bookkeeper"]},
        others=[{"people": ["cook"], "used": ["cook"]}],
        stack=[Majorities()],
    )
    assert [me.used for me in game.players] == [[], []]


@pytest.mark.rule("BRU-9.30")
def test_nobody_is_activated_in_the_turn_of_another_or_in_other_phases() -> None:
    """Every activation of phase 3 is offered to the active player alone."""
    other = {"people": ["bookkeeper", "barmaid"], "workers": {"brown": 1}, "guilders": 5, "hand": ["duke"]}
    game = playing(mine={"hand": ["earl"]}, others=[other])
    assert [seat for seat, _ in game.asked] == [0] and game.offers("use", seat=1) == []
    assert refilling(1, mine={}, others=[other]).verbs(1) == ["stack"]
    assert rolling({"blue": 1}, others=[other]).verbs(1) == ["advance", "stay"]
    fire = rolling({"red": 6}, others=[{**other, "threats": {"red": 2}}])
    assert set(fire.verbs(1)) == {"lose_house"}


@pytest.mark.rule("BRU-9.26")
def test_any_number_of_persons_in_a_turn() -> None:
    folk = [
        "spice_merchant",
        "cloth_merchant",
        "wine_merchant",
        "fur_merchant",
        "bookkeeper",
    ]
    game = city(mine={"people": folk, "workers": dict.fromkeys(COLOURS, 1)}, rolled=[1] * 5)
    assert game.offers("use") == folk
    for name in folk:
        game.act("use", name)
    assert of(game).guilders == 4 + 4 + 1 + 2 + 2 and workers(game) == {"violet": 1}


@pytest.mark.rule("BRU-9.28", "BRU-9.29")
def test_a_person_can_be_activated_in_the_turn_in_which_it_came() -> None:
    game = city(mine={**EMPTY, "hand": ["bookkeeper"], "guilders": 6}).act("hire", "bookkeeper")
    assert of(game.act("use", "bookkeeper")).guilders == 2
    mine: dict[str, Any] = {
        "people": ["coachman"],
        "houses": ["red", "blue"],
        "workers": {"yellow": 1},
        "guilders": 6,
    }
    game = city(mine={**mine, "hand": ["reeve", "duke"]}).act("hire", "reeve").act("use", "coachman")
    assert workers(game.act("workers", "duke")) == {"blue": 3}, "infinity works from the moment it is there"


@pytest.mark.rule("BRU-9.33", "BRU-4.7")
def test_the_coachman_plays_one_more_card_in_the_same_turn() -> None:
    hand = ["duke", "count", "baron", "margrave", "prince"]
    mine: dict[str, Any] = {"people": ["coachman"], "workers": {"yellow": 1}, "hand": hand}
    game = playing(mine=mine, round=5, last=6, extra=[])
    game.act("use", "coachman").act("workers", "duke").act("workers", "count").act("done").act("done", seat=1)
    for name in hand[2:]:
        game.act("workers", name).act("done").act("done", seat=1)
    assert of(game).hand == [] and game.round == 6
    while game.asked[0][0] == 1:
        game.act("stack", 0, seat=1)
    drawn = 0
    while game.asked == [(0, "refill")]:
        game.act("stack", 0)
        drawn += 1
    assert drawn == 5


# -- infinity and laurel ---------------------------------------------------------------------------


@pytest.mark.rule("BRU-9.17", "BRU-9.18", "BRU-9.19")
def test_infinity_works_by_itself_every_time() -> None:
    """The reeve: three workers instead of two, and again, at no cost."""
    mine: dict[str, Any] = {
        "people": ["reeve", "coachman"],
        "workers": {"yellow": 1},
        "hand": ["duke", "margrave"],
    }
    game = city(mine=mine).act("workers", "duke").act("use", "coachman").act("workers", "margrave")
    assert workers(game) == {"blue": 3, "red": 3}
    assert "reeve" not in named(of(game).used) and city(mine=mine).offers("use") == ["coachman"]


@pytest.mark.rule("BRU-9.20", "BRU-9.21", "BRU-9.22", "BRU-9.23")
def test_infinity_in_other_situations_and_out_of_turn() -> None:
    """Inventor, earl, notary, preacher and judge in phases 1, 2 and 4, in the turn of another player."""
    other: dict[str, Any] = {"guilders": 5}
    game = refilling(1, others=[{**other, "people": ["inventor"]}])
    for _ in range(5):
        game.act("stack", 0, seat=1)
    assert set(game.verbs(1)) == {"stack", "enough"}, "he may go on to six"
    assert len(of(game.act("stack", 0, seat=1), 1).hand) == 6
    earl = rolling({"blue": 3}, others=[{**other, "people": ["earl"]}])
    assert earl.offers("advance", seat=1) == [4] and "stay" in earl.verbs(1)
    notary = rolling({"blue": 2, "red": 1}, others=[{**other, "people": ["notary"]}])
    assert notary.offers("advance", seat=1) == [1], "that is no decision"
    preacher = rolling({"blue": 2}, others=[{**other, "people": ["preacher"], "threats": {"red": 1}}])
    preacher.act("advance", 2, seat=1)
    assert set(preacher.verbs(1)) == {"return_threat", "enough"}, "he may"
    judge = verifying({"step": 2}, {"step": 2, "people": ["judge"]})
    assert judge.is_over and [me.marks[0] for me in judge.players] == [0, 1], "it happens by itself"


@pytest.mark.rule("BRU-9.23")
def test_infinity_with_may_is_offered_as_a_decision() -> None:
    threatened = {"threats": {"blue": 1}, "workers": {"blue": 1}, "guilders": 9, "hand": ["earl"]}
    for name, verb in (("plasterer", "house"), ("tower_warden", "canal"), ("fire_eater", "hire")):
        game = city(mine={**threatened, "people": [name], "houses": ["red", "red"]}).act(verb, "earl")
        assert set(game.verbs()) == {"return_threat", "enough"}, name
        assert threats(game.act("enough")) == {"blue": 1}
    astronomer = city(
        mine={"people": ["astronomer"], "houses": ["red"] * 2, "hand": ["alchemist"], "guilders": 3}
    )
    assert set(astronomer.act("hire", "alchemist").verbs()) == {"again", "enough"}


@pytest.mark.rule("BRU-9.31")
def test_infinity_does_not_react_to_its_own_recruiting() -> None:
    mine = {**EMPTY, "hand": ["fire_eater"], "guilders": 6, "threats": {"red": 2}}
    game = city(mine=mine).act("hire", "fire_eater")
    assert game.verbs() == ["done"] and threats(game) == {"red": 2}
    tailor = city(mine={**EMPTY, "hand": ["tailor"], "guilders": 6}).act("hire", "tailor")
    assert of(tailor).guilders == 0, "no discount on himself"


@pytest.mark.rule("BRU-9.24", "BRU-11.4")
def test_laurel_scores_at_the_end_only_and_by_itself() -> None:
    mine = {"people": ["bishop"], "workers": {"red": 5}, "hand": ["duke"]}
    game = city(mine=mine)
    assert game.offers("use") == [] and of(game).points == 0
    over = verifying({"people": ["bishop"], "workers": {"red": 5}}, {"people": ["duke", "earl"]})
    assert over.is_over and parts(over.game, 0)[3] == 2


@pytest.mark.rule("BRU-9.25")
@pytest.mark.parametrize(
    ("held", "points"), [({"red": 5}, 2), ({"red": 1, "blue": 3}, 2), ({"red": 1}, 0), ({}, 0)]
)
def test_the_bishop_scores_a_point_for_every_two_workers(held: dict[str, int], points: int) -> None:
    assert parts(city(mine={"people": ["bishop"], "workers": held}).game, 0)[3] == points


KINDS = {
    "worker": ("barmaid", True),
    "round": ("bookkeeper", True),
    "immediate": ("alchemist", False),
    "permanent": ("reeve", False),
    "endgame": ("bishop", False),
}


@pytest.mark.rule("BRU-9.15", "BRU-9.17", "BRU-9.24")
@pytest.mark.parametrize("kind", KINDS)
def test_only_two_of_the_five_kinds_are_activated_by_hand(kind: str) -> None:
    name, offered = KINDS[kind]
    assert ACTIVATION[card(name)] == kind
    game = city(mine={"people": [name], "workers": dict.fromkeys(COLOURS, 2), "guilders": 9})
    assert bool(game.offers("use")) is offered
