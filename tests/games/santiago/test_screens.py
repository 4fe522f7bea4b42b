"""The views of all, in the open game and with screens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server.games import santiago
from server.games.kernel import ALL, choose, settle
from server.games.santiago.ships import LeftoverGoods
from server.games.santiago.state import ITEMS, PESO, VP, SantiagoOptions

from .town import NOTHING, SCREENS, START, can_be_taken_back, cargo, harbor, holds, town, use, visit

BOARD = (
    "street",
    "spaces",
    "down",
    "owners",
    "pawns",
    "car",
    "faces",
    "beside",
    "value",
    "departed",
    "supply",
)


def seen(game: Any, seat: int) -> list[int]:
    """The seat's own holdings behind its screen."""
    held: list[int] = santiago.private(game.game, seat)["held"]
    return held


@pytest.mark.rule("SAN-14.1", "SAN-14.2", "SAN-14.5", "SAN-15.1", "SAN-15.2")
def test_everything_is_open() -> None:
    game = town(seats=3, held={1: {"wood": 2, "vp": 31, "peso": 7}})
    view = santiago.public(game.game)
    assert view["held"] == game.held and view["held"][1] == [1, 1, 1, 0, 0, 2, 7, 31]
    assert all(santiago.private(game.game, seat) == {} for seat in range(3))
    options = view["options"]
    assert options == {
        "open_holdings": True,
        "vp_display": "total",
        "start_player": "random",
        "max_steps": 10,
        "owner_vp_on_stay": True,
    }


@pytest.mark.rule("SAN-14.3")
@pytest.mark.parametrize("seats", santiago.seats)
def test_behind_a_screen_one_sees_only_one_s_own(seats: int) -> None:
    game = town(seats=seats, held={1: {"wood": 2, "vp": 31}}, options=SCREENS)
    view = santiago.public(game.game)
    assert view["held"] == [] and view["supply"] == game.supply
    assert [seen(game, seat) for seat in range(seats)] == game.held


@pytest.mark.rule("SAN-6.11", "SAN-6.13")
def test_behind_a_screen_one_must_give_what_one_has() -> None:
    game = visit("el_zorro", options=SCREENS, held={1: {**NOTHING, "rum": 1, "wood": 2}}).act("use")
    assert game.verbs(1) == ["give"] and game.offers("give", 1) == ["rum"]
    assert not game.ask(1).forced, "the table does not answer: others don't know that it is the only option"


@pytest.mark.rule("SAN-14.3")
@pytest.mark.parametrize("seed", range(6))
def test_an_observer_can_account_for_every_piece(seed: int) -> None:
    """The log of a game with screens tells all changes of holdings, neither more nor less."""
    seats = 2 + seed % 3
    game = santiago.setup(seats, seed, SantiagoOptions(open_holdings=False))
    asks, dice, account = settle(game), Random(seed), [[START.get(item, 0) for item in ITEMS]] * seats
    for _ in range(5_000):
        if not asks:
            break
        ask = dice.choice(asks)
        asks = choose(game, ask, dice.choice(ask.options))
        account = [*map(list, account)]
        for line in game.said:
            book(account, *line)
        if asks and asks[0].prompt != "swap_take":  # the good given is logged together with the one taken
            assert account == game.held
    assert not asks and [held[VP] for held in account] == [held[VP] for held in game.held]


def book(account: list[list[int]], line: str, *numbers: int) -> None:
    """Apply a line of the log to the holdings of all."""
    kind, *counts = line.split("_")
    if kind not in ("exchange", "gift", "delivered", "drove", "rent", "cashed"):
        return
    seat, *nouns = numbers
    mine = account[seat]
    match kind:
        case "exchange":
            gifts = int(counts[0])
            for i, (amount, item) in enumerate(zip(nouns[::2], nouns[1::2], strict=True)):
                mine[item % len(ITEMS)] += -amount if i < gifts else amount
        case "gift":
            for holder, amount in ((mine, -1), (account[nouns[0]], 1)):
                holder[nouns[1] % len(ITEMS)] += amount
        case "delivered":
            units, item, points = nouns[:3]
            mine[item % len(ITEMS)] -= units
            mine[VP] += points
        case "drove":
            mine[PESO] -= nouns[1]
        case "rent":
            mine[VP] += 1
        case "cashed":
            mine[VP] += nouns[1]


@pytest.mark.rule("SAN-14.3", "SAN-14.6")
def test_what_changes_hands_is_seen_by_all() -> None:
    game = visit("el_zorro", seats=3, held={1: {"rum": 1}}, options=SCREENS).act("use")
    game.act("give", "rum", seat=1).act("give_vp", seat=2)
    assert game.said[-2:] == [("gift", 1, 0, 3 + 8), ("gift", 2, 0, 7 + 8)]
    load = harbor(options=SCREENS, ship={"rum": 2}, held={0: {"rum": 2}}).act("deliver", cargo("rum", 2))
    assert ("delivered", 0, 2, 3, 4) in load.said
    bank = use("bank", options=SCREENS).act("use")
    assert ("exchange_0_1", 0, 2, 6) in bank.said


@pytest.mark.rule("SAN-14.4", "SAN-15.3", "SAN-15.5")
@pytest.mark.parametrize("hold", [True, False])
def test_the_board_is_open_in_any_case(hold: bool) -> None:
    game = town(options={"open_holdings": hold}, owners={"bank": 1}, pawns={0: "casino"}, face_down=["jose"])
    view = santiago.public(game.game)
    for field in BOARD:
        assert view[field] == getattr(game.game, field)


@pytest.mark.rule("SAN-14.3", "SAN-7.20")
def test_questions_do_not_give_holdings_away() -> None:
    """A seat with a single option is asked all the same; the table does not answer instead."""
    poor = {0: NOTHING, 1: NOTHING}
    game = harbor(options=SCREENS, ship={"rum": 1}, held=poor)
    assert game.asked == [(0, "deliver")] and game.verbs() == ["pass"] and not game.ask().forced
    drive = town(options=SCREENS, held=poor)
    assert drive.offers("drive") == [1] and not drive.ask().forced
    for building in (
        "distillery",
        "cigar_factory",
        "black_market",
        "sawmill",
        "cafe",
        "casino",
        "trading_office",
    ):
        visitor = use(building, options=SCREENS, held=poor)
        assert visitor.verbs() == ["decline"] and not visitor.ask().forced, building
    zorro = visit("el_zorro", options=SCREENS, held=poor)
    assert zorro.verbs() == ["use", "decline"], "others don't know that there is nothing to get"
    assert zorro.act("use").verbs(1) == ["give_nothing"] and not zorro.ask(1).forced
    assert zorro.act("give_nothing", seat=1).said[-1] == ("gave_nothing", 1)


@pytest.mark.rule("SAN-7.9", "SAN-7.11", "SAN-7.20")
def test_behind_screens_everybody_passes_aloud_and_once() -> None:
    game = harbor(seats=3, options=SCREENS, ship={"tobacco": 3}, held={2: {"tobacco": 0}})
    asked = []
    for verb in ("pass", "deliver", "pass", "pass"):
        asked.append(game.asked[0])
        game.act(verb, cargo("tobacco", 1) if verb == "deliver" else -1, seat=game.asked[0][0])
    assert asked == [(seat, "deliver") for seat in (0, 1, 2, 1)]
    assert game.value == 3 and game.asked == [(1, "drive")], "a player who has passed is not asked again"


@pytest.mark.rule("SAN-18.4")
def test_behind_screens_gifts_and_deliveries_reveal() -> None:
    for options, sealed in (({}, 0), (SCREENS, ALL)):
        zorro = visit("el_zorro", options=options, pawns={0: "bank"}).act("use").act("give_peso", seat=1)
        assert zorro.sealed == sealed
        load = harbor(options=options, ship={"tobacco": 2}).act("deliver", cargo("tobacco", 1))
        assert load.sealed == sealed


@pytest.mark.rule("SAN-14.3")
def test_imagined_holdings_fit_the_supply_and_one_s_own() -> None:
    game = town(seats=3, held={0: {"rum": 2}, 1: {"wood": 3}, 2: {"cigars": 1}}, options=SCREENS)
    public = santiago.public(game.game)
    worlds = [santiago.imagine(public, santiago.private(game.game, 0), 0, seed) for seed in range(30)]
    for world in worlds:
        santiago.check(world)
        assert world.held[0] == game.held[0] and world.supply == game.supply
        assert settle(world) == settle(game.game)
    assert len({tuple(world.held[1]) for world in worlds}) > 20


@pytest.mark.rule("SAN-14.3", "SAN-18.3")
def test_but_not_before_the_departure_of_the_last_ship_stands() -> None:
    game = use("customs_office", options=SCREENS, ship={"rum": 1}, departed=6).act("cancel", "rum")
    assert game.departed == 7 and can_be_taken_back(game) and game.asked == [(0, "end_turn")]
    assert santiago.public(game.game)["held"] == [] and seen(game, 1) == game.held[1]
    assert game.act("done").is_over and santiago.public(game.game)["held"] == game.held


@pytest.mark.rule("SAN-14.3")
def test_in_the_end_the_screens_are_taken_away() -> None:
    game = town(stack=[LeftoverGoods()], options=SCREENS, ship={}, beside=-1, departed=7)
    assert game.is_over and game.sealed == ALL
    assert santiago.public(game.game)["held"] == game.held and santiago.private(game.game, 0) == {}
    assert holds(game)["vp"] == 3
