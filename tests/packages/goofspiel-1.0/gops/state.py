"""The state of a game, and its options."""

from typing import Literal

from server.games.engine import Options
from server.games.kernel import Game

NOTHING = -1


class GopsOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    cards: Literal[5, 7, 10, 13] = 7
    """How many cards each suit has: of the prizes, and of every player."""
    carry: bool = True
    """Where the highest bids are equal, the prize stays for the next round; otherwise it is out of the
    game."""
    unique: bool = False
    """Equal bids cancel each other, and the highest of the others wins."""

    @classmethod
    def presets(cls):
        return {"first": {"cards": 5}, "printed": {"cards": 13}}


class Goofspiel(Game):
    """Cards go by value - 1. Lists of lists run by seat."""

    options: GopsOptions
    prizes: list[int]
    """Face down, top last."""
    up: list[int]
    """The prizes of this round."""
    lost: list[int]
    hand: list[list[int]]
    bid: list[int]
    played: list[list[int]]
    won: list[list[int]]


def check(game: Goofspiel) -> None:
    every = list(range(game.options.cards))
    prizes = [*game.prizes, *game.up, *game.lost, *(card for won in game.won for card in won)]
    assert sorted(prizes) == every, f"prizes {prizes}"
    for hand, bid, played in zip(game.hand, game.bid, game.played, strict=True):
        assert sorted([*hand, *played, *([bid] if bid != NOTHING else [])]) == every
