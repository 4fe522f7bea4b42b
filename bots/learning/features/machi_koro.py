"""Machi Koro as numbers: cities, landmarks, coins, what the dice bring, how far everybody has to go."""

from __future__ import annotations

from server.games.machi_koro.cards import ESTABLISHMENTS, LANDMARKS
from server.games.machi_koro.state import EFFECTIVE, NOT_BUILT, MachiKoro

from ...values.machi_koro import PATIENCE, Prospect, prospect, turns, value

UNIT = 6.0

RICH = 30


def seats(game: MachiKoro, me: int) -> list[list[float]]:
    """Standing, coins, places, turns still needed, income, landmarks, cards of each kind."""
    playing = [seat for seat, place in enumerate(game.places) if not place]
    cities = {
        seat: prospect(tuple(game.cities[seat]), tuple(game.landmarks[seat]), len(playing) - 1)
        for seat in playing
    }
    return [_seat(game, seat, cities) for seat in range(len(game.coins))]


def _seat(game: MachiKoro, seat: int, cities: dict[int, Prospect]) -> list[float]:
    place, count = game.places[seat], len(game.coins)
    marks = game.landmarks[seat]
    missing = sum(row.price for row, state in zip(LANDMARKS, marks, strict=True) if state == NOT_BUILT)
    prospects = cities.get(seat)
    income = [*prospects.own[1:], *prospects.blue[1:], *prospects.red[1:]] if prospects else [0.0] * 6
    return [
        value(game, seat) / UNIT,
        (turns(game, seat, cities) if prospects else 0 if place == 1 else PATIENCE) / 10,
        float(place == 1),
        float(place > 1),
        ((seat - game.active) % count) / count,
        min(game.coins[seat], RICH) / 10,
        max(0, game.coins[seat] - missing) / 10,
        missing / 20,
        *(number / 4 for number in income),
        *(float(state != NOT_BUILT) for state in marks),
        *(float(state == EFFECTIVE) for state in marks),
        *(number / 3 for number in game.cities[seat]),
    ]


def table(game: MachiKoro, me: int) -> list[float]:
    """What lies open, whether the active player goes again, how the game ends."""
    return [
        *(game.supply[kind] / 6 for kind in range(len(ESTABLISHMENTS))),
        float(game.extra),
        float(game.options.play_out),
        float(game.options.supply == "all"),
    ]
