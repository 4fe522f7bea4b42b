"""The invariants of Loyang, which hold at every question."""

from __future__ import annotations

from ..kernel import Lanes
from .cards import ACTION, FOREMAN, FULL, HOME, PLACES, PLOTS, PRIVATE, ROWS
from .effects.stalls import ClearStalls
from .flow import LAST_ROUND
from .state import AMOUNT, CARD, FILLED, GOOD, LEFT, NOTHING, Farm, Loyang
from .turn import LAST_SPACE


def check(game: Loyang) -> None:
    """Raise AssertionError if cards are lost or duplicated, or if counts are impossible."""
    cards = [*game.deck, *game.discard, *game.court]
    for farm in game.farms:
        check_farm(farm, emptied=is_emptying(game))
        cards += action_cards(farm)
    expected = [card for card in ACTION if card != FOREMAN or game.options.foreman]
    assert sorted(cards) == expected, f"cards lost or doubled: {sorted(cards)}"
    assert 0 <= game.round <= LAST_ROUND, f"round {game.round}"
    seats = range(len(game.farms))
    assert not game.order or sorted(game.order) == list(seats), f"order {game.order}"
    assert len(set(game.chosen)) == len(game.chosen), f"chosen twice: {game.chosen}"
    if not game.stack:
        assert game.round == LAST_ROUND and not any(
            farm.hand or farm.taken or farm.pack for farm in game.farms
        )
        assert all(sum(farm.cart) <= farm.capacity for farm in game.farms), "more stored than fits"


def is_emptying(game: Loyang) -> bool:
    """Whether a market crier is in use, so that a stall may be empty until it has finished."""
    lanes = [lane for step in game.stack if isinstance(step, Lanes) for lane in step.lanes]
    stacks = [game.stack, *(lane.stack for lane in lanes)]
    return any(isinstance(step, ClearStalls) for stack in stacks for step in stack)


def visible(farm: Farm) -> list[int]:
    """All open, uncovered cards of a farm."""
    rows = [*farm.fields, *farm.stalls, *farm.regulars]
    return [*(row[CARD] for row in rows), *farm.casuals, *farm.helpers]


def action_cards(farm: Farm) -> list[int]:
    """All action cards of this player, in any place."""
    held = [
        *visible(farm),
        *(lower for _, lower in farm.under),
        *farm.pile,
        *farm.hand,
        *farm.taken,
        *farm.pack,
    ]
    return [card for card in [*held, farm.dealt] if card in ACTION]


def check_farm(farm: Farm, emptied: bool) -> None:
    """Raise AssertionError if the state of one player is impossible."""
    assert farm.cash >= 0 and farm.loans >= 0, f"cash {farm.cash}, loans {farm.loans}"
    assert 1 <= farm.space <= LAST_SPACE and farm.capacity in (1, 4)
    assert min(farm.cart) >= 0, f"goods owed: {farm.cart}"
    assert all(0 <= lying <= places for lying, places in zip(farm.shop, PLACES, strict=True)), farm.shop
    assert {upper for upper, _ in farm.under} <= set(visible(farm)), f"covered by nothing: {farm.under}"
    assert farm.picked in (NOTHING, farm.dealt, *farm.hand), f"{farm.picked} was picked and is not held"
    own = [card for card in [*visible(farm), *farm.pile] if card in PRIVATE]
    assert len(set(own)) == len(own), f"private fields doubled: {own}"
    assert 0 <= farm.returned <= len(farm.pile), f"{farm.returned} returned of {farm.pile}"
    for row in farm.fields:
        more = 0 if row[CARD] == HOME else 1
        assert 0 <= row[AMOUNT] <= PLOTS[row[CARD]] + more, f"field {row}"
        assert (row[GOOD] == NOTHING) == (row[AMOUNT] == 0), f"field {row}"
    for row in farm.stalls:
        assert (0 if emptied else 1) <= row[LEFT] <= FULL, f"stall {row}"
    assert all(0 <= row[FILLED] < ROWS for row in farm.regulars), f"regulars {farm.regulars}"
