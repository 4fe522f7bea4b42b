"""The income of a roll: payments between players, payments of the bank, major establishments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..kernel import Step
from .cards import AMUSEMENT_PARK, ESTABLISHMENTS, SHOPPING_MALL, activated
from .state import DOUBLE, ORDINARY, MachiKoro
from .verbs import plan

RED: Final = activated("red")
BLUE: Final = activated("blue")
BLUE_AND_GREEN: Final = activated("blue", "green")
PURPLES: Final = activated("purple")  # in the order of MAC-6.15
OF_ROLLER: Final = [[*paid, *major] for paid, major in zip(BLUE_AND_GREEN, PURPLES, strict=True)]
OF_OTHERS: Final = [[*taken, *paid] for taken, paid in zip(RED, BLUE, strict=True)]
"""The kinds that a roll activates, by its total: in the roller's city and in the opponents' cities."""


class Income(Step[MachiKoro], frozen=True):
    """Income: first restaurants, then primary and secondary industry, last major establishments (MAC-6.3)."""

    def run(self, game: MachiKoro) -> None:
        total, mine = sum(game.dice), game.cities[game.active]
        if self.is_double(game) and game.extra == ORDINARY and game.has(game.active, AMUSEMENT_PARK):
            game.extra = DOUBLE
        told, others = len(game.said), game.others()
        for owner in others:
            eat_out(game, owner, total)
        for owner in (game.active, *others):
            kinds = BLUE_AND_GREEN if owner == game.active else BLUE
            for kind, copies, coins in claims(game, owner, kinds[total]):
                game.coins[owner] += coins
                game.say("got", owner, coins, kind, copies)
        major = [kind for kind in PURPLES[total] if mine[kind]]
        if len(game.said) == told and not major:
            game.say("nothing", game.active)
        game.then(*(step for kind in major for step in [*plan(ESTABLISHMENTS[kind].effect)] * mine[kind]))

    @staticmethod
    def is_double(game: MachiKoro) -> bool:
        return len(game.dice) == 2 and game.dice[0] == game.dice[1]


def eat_out(game: MachiKoro, owner: int, total: int) -> None:
    """The active player pays one owner's restaurants, as far as possible. The rest lapses (MAC-6.10)."""
    guest = game.active
    for kind, _, coins in claims(game, owner, RED[total]):
        paid = game.pay(guest, owner, coins)
        if paid == coins:
            game.say("paid", guest, owner, paid, kind)
        else:
            game.say("short", guest, owner, paid, kind, coins)


def claims(game: MachiKoro, seat: int, kinds: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The activated kinds that bring this seat coins, as (kind, copies, coins of all copies)."""
    city, mall = game.cities[seat], game.has(seat, SHOPPING_MALL)
    for kind in kinds:
        coins = city[kind] and city[kind] * ESTABLISHMENTS[kind].income(city, mall)
        if coins:
            yield kind, city[kind], coins
