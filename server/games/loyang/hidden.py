"""Hidden information in At the Gates of Loyang: hands, dealt customers, the order of private piles, the
deck."""

from __future__ import annotations

from typing import Any

from ..evidence import Zone
from .cards import BLUE_DOTS, set_of
from .state import NOTHING


def hides(game: Any, seat: int | None) -> list[Zone]:
    others = {other: farm for other, farm in enumerate(game.farms) if other != seat}
    hands = {f"hand of {other}": sorted(farm.hand) for other, farm in others.items()}
    dealt = {f"dealt to {o}": [farm.dealt] for o, farm in others.items() if farm.dealt != NOTHING}
    picked = {f"picked by {o}": [farm.picked] for o, farm in others.items() if farm.picked != NOTHING}
    pool = game.deck + [card for cards in (*hands.values(), *dealt.values()) for card in cards]
    dots = [card for card in pool if card in BLUE_DOTS]
    return [
        *(Zone(name, cards, pool) for name, cards in hands.items()),
        *(Zone(name, cards, dots) for name, cards in dealt.items()),
        *(Zone(name, cards, pool) for name, cards in picked.items()),
        *(zone for owner, farm in enumerate(game.farms) for zone in piles(farm, owner, seat)),
        Zone("deck", game.deck, pool, ordered=True),
    ]


def piles(farm: Any, owner: int, seat: int | None) -> list[Zone]:
    """The two sets of a private pile, whose order is unknown (LOY-2.11).

    After its owner has looked and taken a field, the others also don't know from which set the rest is.
    """
    if owner == seat and farm.looked:
        return []
    hidden = farm.pile[farm.returned :]
    if farm.looked:
        return [Zone(f"pile of {owner}", hidden, hidden, ordered=True)]
    halves = [[card for card in hidden if set_of(card) == number] for number in (0, 1)]
    return [Zone(f"set {n} of {owner}", half, half, ordered=True) for n, half in enumerate(halves)]
