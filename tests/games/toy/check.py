"""The invariants of Market Day at every question."""

from __future__ import annotations

from .state import GOODS, NOTHING, Market


def check(game: Market) -> None:
    """Raise AssertionError if a card is lost or doubled, or the rounds are miscounted."""
    zones = [game.deck, game.row, game.discard, game.aside, *game.hand, *game.cellar, *game.bought]
    lying = sorted(card for zone in zones for card in zone if card != NOTHING)
    assert lying == list(GOODS), f"cards lost or doubled: {lying}"
    assert len(game.row) == game.options.row, f"{len(game.row)} places in the row"
    assert 0 <= game.round <= game.options.rounds, f"round {game.round}"
    assert sum(game.bids_won) <= game.round, f"{game.bids_won} bids won in {game.round} rounds"
    assert game.options.cellar or not any(game.cellar), "a cellar without the variant"
