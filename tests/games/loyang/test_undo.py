"""What can be taken back, what can not, and every decision has an answer."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from server.authoring.scenes import Scene
from server.games import loyang
from server.games.kernel import ALL, OPEN, OWN, Choice
from server.games.loyang.distribution import Distribute, EndOfCardPhase
from server.games.loyang.flow import ActionPhase, Harvest
from server.games.loyang.state import LoyangOptions
from server.games.loyang.turn import Advance, Store
from server.games.packing import pack
from server.table.match import ChangePolicy, Match, Sealed

from .village import Spec, cart, farm, names, turn, village

cards = partial(village, stack=[Distribute(0), EndOfCardPhase()])


def sealed(game: Scene) -> int:
    """The seal of the last choice."""
    found: int = game.game.sealed
    return found


@pytest.mark.rule("LOY-28.2", "LOY-28.3", "LOY-25.21", "LOY-25.30")
def test_in_the_own_turn_everything_but_the_two_pack_and_the_look_into_the_pile() -> None:
    mine: Spec = {
        "cart": {"wheat": 3, "turnip": 2, "cabbage": 1, "leek": 1},
        "fields": ["private_3", "private_4"],
    }
    mine = {**mine, "stalls": [("stall_01", ["wheat"])], "under": {"stall_01": "regular_09"}, "cash": 20}
    game = turn({**mine, "helpers": ["maid", "tout", "tenant_farmer"]})
    for verb, noun in (
        ("sow", "wheat"),
        ("into", "private_3"),
        ("buy", "pumpkin"),
        ("sell", "leek"),
        ("trade", "wheat"),
        ("give", "turnip"),
        ("use", "maid"),
        ("discard", "tout"),
        ("serve", "regular_09"),
    ):
        assert sealed(game.act(verb, noun)) == OPEN, verb
    assert sealed(game.act("loan")) == OPEN
    assert sealed(game.act("two_pack")) == ALL
    assert sealed(game.act("none")) == OPEN
    assert sealed(game.act("use", "tenant_farmer")) == OWN
    assert sealed(game.act("field", "private_5")) == OPEN
    assert sealed(game.act("finish")) == OPEN
    while game.asked == [(0, "store")]:
        assert sealed(game.act("give_up", names_of_goods(game)[0])) == OPEN
    assert sealed(game.act("step", 1)) == OPEN
    assert sealed(game.act("done")) == OWN, "the turn is closed"


def names_of_goods(game: Scene) -> list[str]:
    return list(cart(game))


@pytest.mark.rule("LOY-28.2")
def test_in_the_card_phase_until_the_turn_is_passed_on() -> None:
    hands: list[Spec] = [{"hand": ["stall_01", "stall_02", "maid"]}, {"hand": ["casual_01", "casual_02"]}]
    game = cards(*hands).act("lay", "stall_01")
    assert sealed(game) == OPEN and game.asked == [(0, "end_turn")]
    assert sealed(game.act("done")) == ALL
    game = cards(*hands, court=["tout", "official"])
    assert sealed(game.act("take", "tout")) == OPEN
    assert sealed(game.act("keep", "maid")) == OPEN and names(game.court) == ["official"]
    assert sealed(game.act("done")) == ALL and names(game.court) == ["official", "stall_01", "stall_02"]
    assert sealed(cards(*hands).act("reveal")) == ALL


@pytest.mark.rule("LOY-28.2", "LOY-9.15")
def test_the_partner_stands_with_the_first_turn() -> None:
    game = village(stack=[ActionPhase()], seats=4, first=0, second=1, order=[]).act("partner", 2)
    assert sealed(game) == OPEN and game.asked == [(0, "act")]
    for verb, noun in (("finish", -1), ("step", 0), ("done", -1)):
        game.act(verb, noun)
    assert sealed(game) == OWN


@pytest.mark.rule("LOY-25.30", "LOY-25.21", "LOY-28.1")
def test_choices_are_taken_back_one_by_one_down_to_the_last_seal() -> None:
    match = Match.begin(loyang, 2, 5, LoyangOptions(), ChangePolicy(1, lambda seat: True))
    verbs = ("plant", "done", "lay", "take", "keep", "loan")
    while match.asks[0].prompt != "act":
        ask = match.asks[0]
        choice = min((c for c in ask.options if c.verb in verbs), key=lambda c: verbs.index(c.verb))
        match.act(ask.seat, choice, ChangePolicy(1, lambda seat: True))
    seat = match.asks[0].seat
    states = [pack(match.game)]
    for _ in range(3):
        match.act(seat, Choice("loan"), ChangePolicy(1, lambda seat: False))
        states.append(pack(match.game))
    for before in reversed(states[:-1]):
        match.undo(seat, 2)
        assert pack(match.game) == before
    match.act(seat, Choice("loan"), ChangePolicy(1, lambda seat: False))
    match.act(seat, Choice("two_pack"), ChangePolicy(1, lambda seat: False))
    with pytest.raises(Sealed):
        match.undo(seat, 2)


@pytest.mark.rule("LOY-25.28", "LOY-24.17", "LOY-20.1", "LOY-12.7", "LOY-27.2", "LOY-27.3")
def test_a_loan_is_at_hand_in_every_decision_about_money() -> None:
    hands: list[Spec] = [{"hand": ["stall_01", "maid"]}, {"hand": ["tout"]}]
    rich: Spec = {"fields": [("private_6", "wheat", 5)], "helpers": ["harvest_hand"], "pile": []}
    due: Spec = {"cash": 0, "regulars": [("regular_09", 0, 1)]}
    scenes = [
        cards(*hands),
        village(rich, stack=[Harvest()]),
        turn({}),
        turn(due),
        turn({"cash": 0}, deck=["common_3_a", "maid"]).act("two_pack").act("top", "common_3_a").act("alone"),
        village({"cart": {"wheat": 3}}, stack=[Store(0)]),
        village({"cash": 0}, stack=[Advance(0)]),
    ]
    for game in scenes:
        before = game.farms[0].cash
        assert "loan" in game.verbs(), game.asked
        game.act("loan")
        assert game.farms[0].loans == 1 and game.farms[0].cash - before in (5, 3) and sealed(game) == OPEN


@pytest.mark.rule("LOY-25.29", "LOY-24.17", "LOY-7.1", "LOY-9.15")
def test_revealing_comes_before_choosing_and_the_partner_is_a_seat() -> None:
    game = cards({"hand": ["stall_01", "maid"]}, {"hand": ["tout"]})
    assert game.verbs()[0] == "reveal" and sealed(game.act("reveal")) == ALL
    partner = village(stack=[ActionPhase()], seats=4, first=3, second=1, order=[], seat=3)
    assert partner.offers("partner") == [0, 2]


@pytest.mark.rule("LOY-1.13")
def test_the_supply_never_runs_out() -> None:
    fields = [(name, "leek", 3) for name in ("private_3", "private_3_b", "common_3_a", "common_3_b")]
    leeks: Any = {"cart": {"leek": 25}, "fields": [*fields], "capacity": 4, "pile": []}
    game = village(leeks, stack=[Harvest()])
    assert cart(game) == {"leek": 29}, "there are 25 in the box"
    assert farm({"loans": 7}).loans == 7 and turn({"loans": 6}).act("loan").farms[0].loans == 7
