"""The law of undo: taking a choice back gives the game as it would be without that choice."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from server.games.kernel import Choice, choose, in_lanes, settle
from server.games.packing import pack
from server.table.match import ChangePolicy, Match, Sealed

from .engines import engine_named, new_game
from .walks import Deal, Made, draw_choice, draw_deal

UNDO_SHARE: Final = 0.35
"""The share of occasions on which a choice is taken back."""

MAX_CHANGES: Final = 250
"""The number of choices and undos after which a game is left."""


def examine(name: str, number: int) -> int:
    """Play the n-th random game at a table that answers nothing by itself, and take choices back on the way;
    returns how many. Raises AssertionError if a game is another one afterwards."""
    deal, chance, undone = draw_deal(name, number), Random(f"{name} {number} undo"), 0
    engine = engine_named(name)
    policy = ChangePolicy(1, lambda seat: False)
    options = msgspec.convert(deal.options, engine.options)
    match = Match.begin(engine, deal.seats, deal.seed, options, policy)
    history: list[Made] = []
    for _ in range(MAX_CHANGES):
        if match.over:
            break
        able = [seat for seat in range(deal.seats) if match.can_undo(seat)]
        if able and chance.random() < UNDO_SHARE:
            undone += _take_back(match, chance.choice(able), history, deal)
        else:
            ask, choice = draw_choice(match.asks, chance)
            match.act(ask.seat, choice, policy)
            history.append(Made(ask.seat, *choice))
    return undone


def _take_back(match: Match, seat: int, history: list[Made], deal: Deal) -> bool:
    """Take a seat's last choice back. False: others' choices beside it stand against that."""
    before = match.state.game
    try:
        match.undo(seat, 1)
    except Sealed:
        assert in_lanes(match.game), f"seat {seat} may take its choice back, and it is refused"
        assert match.state.game == before, "a refused undo has changed the game"
        return False
    last = max(place for place, made in enumerate(history) if made.seat == seat)
    taken = history[last]
    del history[last]
    assert match.state.game == without(deal, history), f"{taken} was taken back, and the game is another one"
    return True


def without(deal: Deal, history: list[Made]) -> bytes:
    """The game after these choices alone."""
    game = new_game(engine_named(deal.name), deal.seats, deal.seed, deal.options)
    asks = settle(game)
    for seat, verb, noun in history:
        asks = choose(game, next(ask for ask in asks if ask.seat == seat), Choice(verb, noun))
    return pack(game)
