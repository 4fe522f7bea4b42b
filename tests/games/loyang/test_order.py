"""The order of turns in the action phase, partners, and pairs that play side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from server.games import loyang
from server.games.kernel import ALL, OWN, Choice, in_lanes
from server.games.loyang.flow import ActionPhase
from server.games.loyang.state import ACTED, ACTING, LoyangOptions
from server.games.packing import pack
from server.table.match import ChangePolicy, Match, Sealed

from .village import card, turn, village

ANNA, BEN, CLEO, DAN = range(4)
phase = partial(village, stack=[ActionPhase()], seats=4, first=ANNA, second=BEN, order=[])


def end_turn(game: Any, seat: int) -> None:
    game.act("finish", seat=seat).act("step", 0, seat=seat).act("done", seat=seat)


@pytest.mark.rule("LOY-9.1", "LOY-9.4", "LOY-9.5", "LOY-8.3", "LOY-8.4", "LOY-19.10", "LOY-25.24")
def test_one_turn_each_the_tokens_first() -> None:
    game = village(stack=[ActionPhase()], seats=3, first=2, second=0)
    for seat in (2, 0, 1):
        assert game.asked == [(seat, "act")]
        end_turn(game, seat)
    assert game.asked == [(0, "end_turn")] and game.order == [2, 0, 1]
    assert all(farm.turn == ACTED for farm in game.farms)
    game = village(stack=[ActionPhase()], seats=2, first=1, second=0)
    assert game.order == [1, 0]


@pytest.mark.rule("LOY-9.9", "LOY-9.15", "LOY-9.11", "LOY-9.13", "LOY-9.14", "LOY-24.5", "LOY-9.16")
def test_four_players_one_after_the_other() -> None:
    game = phase()
    assert game.asked == [(ANNA, "partner")] and game.offers("partner") == [CLEO, DAN]
    game.act("partner", DAN)
    assert game.order == [ANNA, BEN, DAN, CLEO] and ("partner", ANNA, DAN) in game.said
    for seat in (ANNA, BEN, DAN, CLEO):
        assert game.asked == [(seat, "act")]
        end_turn(game, seat)
    opponents = [game.game.opponents(seat) for seat in range(4)]
    assert opponents == [[DAN], [CLEO], [BEN], [ANNA]]


@pytest.mark.rule("LOY-9.15", "LOY-9.16", "LOY-9.5")
def test_no_partner_with_two_or_three_players() -> None:
    for seats in (2, 3):
        game = village(stack=[ActionPhase()], seats=seats, first=0, second=1)
        assert game.asked == [(0, "act")]
        assert [game.game.opponents(seat) for seat in range(seats)] == [
            [other for other in range(seats) if other != seat] for seat in range(seats)
        ]


@pytest.mark.rule("LOY-9.12", "LOY-9.13", "LOY-9.14", "LOY-23.18.3")
def test_lanterns_reach_the_partner_alone() -> None:
    stall = [{"stalls": [f"stall_0{n}"]} for n in range(1, 4)]
    game = turn({"helpers": ["trader"], "cart": {"wheat": 2}}, *stall, seats=4, order=[0, 1, 3, 2])
    game.act("use", "trader")
    assert game.offers("trade") == ["wheat", "pumpkin", "leek"], "those of the partner's stall_03"


@pytest.mark.rule("LOY-9.14", "LOY-23.9.5", "LOY-23.9.3")
def test_impostors_of_four_players() -> None:
    helpers = ["maid", "tout", "official", "plowman"]
    order = [ANNA, BEN, DAN, CLEO]
    for seat, victim in ((ANNA, None), (BEN, None), (DAN, ANNA), (CLEO, BEN)):
        farms: list[dict[str, Any]] = [{"helpers": [name]} for name in helpers]
        farms[seat] = {"helpers": ["impostor"]}
        for done in order[: order.index(seat)]:
            farms[done]["turn"] = ACTED
        game = turn(*farms, seat=seat, order=order, seats=4)
        if victim is None:
            assert "use" not in game.verbs()
        else:
            game.act("use", "impostor")
            assert game.farms[seat].helpers == [card(helpers[victim])]
            assert game.farms[victim].helpers == [card("impostor")]


@pytest.mark.rule("LOY-9.8")
def test_nothing_reaches_home_fields_carts_or_storehouses_of_others() -> None:
    other = {"fields": [("home", "wheat", 9)], "cart": {"leek": 5}, "turn": 2}
    lanterns = ["tout", "trader", "impostor", "deliveryman", "market_woman", "self_supplier"]
    game = turn({"helpers": lanterns, "cart": {"leek": 3}}, other)
    assert "use" not in game.verbs() and "use_second" not in game.verbs()


@pytest.mark.rule("LOY-9.7", "LOY-6.25", "LOY-18.4")
def test_everything_laid_out_is_public() -> None:
    mine = {"cart": {"leek": 1}, "helpers": ["maid"], "under": {"maid": "tout"}, "cash": 3, "loans": 2}
    game = turn(mine | {"regulars": ["regular_09"], "casuals": ["casual_01"], "stalls": ["stall_01"]})
    view = loyang.public(game.game)
    assert view["cart"][0] == [0, 0, 0, 0, 0, 1] and view["cash"][0] == 3 and view["loans"][0] == 2
    assert view["helpers"][0] == [card("maid")] and view["under"][0] == [[card("maid"), card("tout")]]
    assert view["regulars"][0] == [[card("regular_09"), 0, 0, 1]] and view["casuals"][0] == [
        card("casual_01")
    ]
    assert view["stalls"][0] == [[card("stall_01"), 7]] and loyang.private(game.game, 0) == {}


# -- side by side ----------------------------------------------------------------------------------

SIDE_BY_SIDE = {"pairs": "side_by_side"}


@pytest.mark.rule("LOY-9.10", "LOY-26.2", "LOY-26.8")
def test_both_pairs_play_at_once_and_hand_over_by_themselves() -> None:
    game = phase(options=SIDE_BY_SIDE).act("partner", DAN)
    assert game.asked == [(ANNA, "act"), (BEN, "act")] and in_lanes(game.game)
    end_turn(game, BEN)
    assert game.asked == [(ANNA, "act"), (CLEO, "act")]
    game.act("buy", "wheat", seat=CLEO)
    assert loyang.public(game.game)["cash"] == [10, 10, 7, 10], "all players see it as it happens"
    game.act("finish", seat=CLEO).act("step", 1, seat=CLEO).act("done", seat=CLEO)
    assert game.asked == [(ANNA, "act")]
    end_turn(game, ANNA)
    assert game.asked == [(DAN, "act")]
    end_turn(game, DAN)
    assert game.asked == [(0, "end_turn")] and not in_lanes(game.game)


@pytest.mark.rule("LOY-26.7", "LOY-23.9.1")
def test_side_by_side_a_partner_has_acted_once_the_turn_is_closed() -> None:
    farms = [{"helpers": [name]} for name in ("maid", "tout", "official")]
    game = phase(*farms, {"helpers": ["impostor"]}, options=SIDE_BY_SIDE).act("partner", DAN)
    assert game.farms[ANNA].turn == ACTING
    end_turn(game, ANNA)
    game.act("use", "impostor", seat=DAN)
    assert game.farms[DAN].helpers == [card("maid")] and game.farms[ANNA].helpers == [card("impostor")]


@pytest.mark.rule("LOY-26.5", "LOY-22.2", "LOY-28.2")
def test_side_by_side_the_draw_pile_is_shared() -> None:
    game = phase(options=SIDE_BY_SIDE, deck=["maid", "tout", "official"], only=True).act("partner", CLEO)
    game.act("two_pack", seat=BEN)
    assert [card("maid"), card("tout")] == game.farms[BEN].pack and game.game.sealed == ALL
    game.act("two_pack", seat=ANNA)
    assert game.farms[ANNA].pack[0] == card("official") and len(game.farms[ANNA].pack) == 2
    assert game.discard == [] and ("reshuffled",) in game.said


def live_pairs() -> Match:
    """A game of four at the first action phase, both pairs at work."""
    match = Match.begin(loyang, 4, 7, LoyangOptions(pairs="side_by_side"), ChangePolicy(1, lambda seat: True))
    verbs = ("plant", "done", "lay", "take", "keep", "partner", "loan")
    while not in_lanes(match.game):
        ask = match.asks[0]
        choice = min((c for c in ask.options if c.verb in verbs), key=lambda c: verbs.index(c.verb))
        match.act(ask.seat, choice, ChangePolicy(1, lambda seat: True))
    return match


def act(match: Match, seat: int, *choices: Sequence[Any]) -> None:
    for choice in choices:
        match.act(seat, Choice(*choice), ChangePolicy(1, lambda seat: False))


@pytest.mark.rule("LOY-26.2", "LOY-28.4", "LOY-25.30")
def test_side_by_side_each_takes_back_only_the_own_choices() -> None:
    match = live_pairs()
    one, other = (ask.seat for ask in match.asks)
    act(match, other, ("loan",))
    expected = pack(match.game)
    act(match, one, ("loan",), ("loan",))
    act(match, other, ("loan",))
    match.undo(one, 2)
    match.undo(one, 2)
    game: Any = match.game
    assert [game.farms[seat].loans for seat in (one, other)] == [0, 2]
    match.undo(other, 2)
    assert pack(match.game) == expected


@pytest.mark.rule("LOY-26.5", "LOY-28.2")
def test_side_by_side_a_draw_commits_what_both_did_before() -> None:
    match = live_pairs()
    one, other = (ask.seat for ask in match.asks)
    game: Any = match.game
    game.farms[other].helpers, game.farms[other].stalls = [], []
    act(match, one, ("loan",))
    act(match, other, ("loan",), ("two_pack",))
    for seat in (one, other):
        with pytest.raises(Sealed):
            match.undo(seat, 2)


@pytest.mark.rule("LOY-26.2", "LOY-28.2")
def test_side_by_side_a_closed_turn_stands_and_commits_nobody_else() -> None:
    match = live_pairs()
    one, other = (ask.seat for ask in match.asks)
    game: Any = match.game
    act(match, one, ("loan",))
    while (ask := match.ask(other)) is not None:
        verbs = {choice.verb: choice for choice in ask.options}
        preferred = ("done", "step", "give_up", "finish", "miss", "loan")
        choice = next(verbs[verb] for verb in preferred if verb in verbs)
        match.act(other, choice, ChangePolicy(1, lambda seat: False))
        game = match.game
        if choice.verb == "done":
            break
    assert game.farms[other].turn == ACTED and game.sealed == OWN
    with pytest.raises(Sealed):
        match.undo(other, 2)
    match.undo(one, 2)
    game = match.game
    assert game.farms[one].loans == 0 and game.farms[other].turn == ACTED
