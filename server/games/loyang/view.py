"""Views of a game, complete games that are consistent with a view, and the scores. Nothing here changes a
game."""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine import Score, View
from ..kernel import key
from ..packing import plain_options, plain_stack, unpack_stack
from .cards import ACTION, BLUE_DOTS, FOREMAN
from .check import action_cards
from .distribution import LayOpen
from .flow import mixed_pile
from .state import AMOUNT, NOTHING, Farm, Loyang, LoyangOptions

OPEN = ("cash", "space", "loans", "capacity", "returned", "turn", "lasting", "calling")
"""Public numbers of a farm."""
LISTS = ("shop", "cart", "casuals", "helpers", "taken", "pack")
ROWS = ("fields", "stalls", "regulars", "under")


def public(game: Loyang) -> View:
    """Everything except hands, dealt regular customers, and the order of the piles (LOY-9.7).

    Columns have one value per seat. `pile`: the fields in the private pile, in order of their numbers.
    `known`: the fields at its bottom that were put there openly, the lowest first. `under`: pairs of the
    upper and the lower card of each two-pack. `hand`: the number of cards. `dealt`: whether the dealt
    customer is still held. `picked`: whether a card of these is chosen that other players don't see yet.
    """
    farms = game.farms
    view: View = {name: [getattr(farm, name) for farm in farms] for name in OPEN}
    view |= {name: [getattr(farm, name).copy() for farm in farms] for name in LISTS}
    view |= {name: [[row.copy() for row in getattr(farm, name)] for farm in farms] for name in ROWS}
    view |= {
        "options": plain_options(game.options),
        "pile": [sorted(farm.pile) for farm in farms],
        "known": [farm.known() for farm in farms],
        "looked": [int(farm.looked) for farm in farms],
        "hand": [len(farm.hand) for farm in farms],
        "dealt": [int(farm.dealt != NOTHING) for farm in farms],
        "picked": [int(farm.picked != NOTHING) for farm in farms],
        "deck": len(game.deck),
        "discard": game.discard.copy(),
        "court": game.court.copy(),
        "round": game.round,
        "first": game.first,
        "second": game.second,
        "chosen": game.chosen.copy(),
        "order": game.order.copy(),
        "resume": plain_stack(game),
    }
    return view


def private(game: Loyang, seat: int) -> View:
    """The seat's hand, its dealt customer, the picked card, and its pile once it has seen it (LOY-27.4)."""
    farm = game.farms[seat]
    view: View = {}
    if farm.hand:
        view["hand"] = farm.hand.copy()
    if farm.dealt != NOTHING:
        view["dealt"] = farm.dealt
    if farm.picked != NOTHING:
        view["picked"] = farm.picked
    if farm.looked and farm.pile:
        view["pile"] = farm.pile.copy()
    return view


def imagine(public: View, private: View | None, seat: int | None, seed: int) -> Loyang:
    """A whole game consistent with the view: hands, dealt customers, piles and the draw pile are random."""
    game = Loyang(
        key=key(seed),
        stack=unpack_stack(Loyang, public["resume"]),
        options=msgspec.convert(public["options"], LoyangOptions),
        farms=[seen_farm(public, other) for other in range(len(public["cash"]))],
        deck=[],
        discard=[*public["discard"]],
        court=[*public["court"]],
        round=public["round"],
        first=public["first"],
        second=public["second"],
        chosen=[*public["chosen"]],
        order=[*public["order"]],
    )
    if private is not None and seat is not None:
        own = game.farms[seat]
        own.hand, own.dealt = [*private.get("hand", ())], private.get("dealt", NOTHING)
        own.picked = private.get("picked", NOTHING)
    for other, farm in enumerate(game.farms):
        known = private.get("pile") if private is not None and other == seat else None
        farm.pile = [*known] if known else imagined_pile(game, public, other)
    deal_unseen(game, public, seat)
    return game


def seen_farm(public: View, seat: int) -> Farm:
    """A farm by the public view; hand and pile are missing."""
    fields: dict[str, Any] = {name: public[name][seat] for name in OPEN}
    fields |= {name: [*public[name][seat]] for name in LISTS}
    fields |= {name: [[*row] for row in public[name][seat]] for name in ROWS}
    return Farm(pile=[], looked=bool(public["looked"][seat]), **fields)


def imagined_pile(game: Loyang, public: View, seat: int) -> list[int]:
    """A possible private pile, with the publicly known fields at the bottom.

    Once the owner has taken a field out of turn, other players don't know the sets of the remaining
    fields.
    """
    cards, known = public["pile"][seat], public["known"][seat]
    if not public["looked"][seat]:
        return mixed_pile(game, cards)
    hidden = [card for card in cards if card not in known]
    game.scatter(hidden)
    return [*known, *hidden]


def deal_unseen(game: Loyang, public: View, seat: int | None) -> None:
    """Deal all unseen action cards: to hands, as dealt customers, and to the draw pile."""
    seen = {*game.discard, *game.court, *(card for farm in game.farms for card in action_cards(farm))}
    unseen = [c for c in ACTION if c not in seen and (c != FOREMAN or game.options.foreman)]
    game.scatter(unseen)
    for other, farm in enumerate(game.farms):
        if other != seat and public["dealt"][other]:
            farm.dealt = next(card for card in unseen if card in BLUE_DOTS)
            unseen.remove(farm.dealt)
    for other, farm in enumerate(game.farms):
        if other != seat:
            farm.hand = [unseen.pop() for _ in range(public["hand"][other])]
            if public["picked"][other]:
                farm.picked = picked_by(game, other)
    game.deck = unseen


def picked_by(game: Loyang, seat: int) -> int:
    """Any card that this player may have picked; a dealt customer is never laid into the courtyard."""
    farm = game.farms[seat]
    laying = any(type(step) is LayOpen for step in game.stack)
    cards = farm.hand if laying or farm.dealt == NOTHING else [*farm.hand, farm.dealt]
    return cards[game.roll(len(cards))]


def scores(game: Loyang) -> list[Score]:
    """Ranked by the space on the path less the loans, then cash, then goods on fields and stored
    (LOY-21.2)."""
    rows = [standing(farm) for farm in game.farms]
    return [
        Score(
            seat,
            1 + sum(other > row for other in rows),
            row[0],
            {"space": farm.space, "loans": -farm.loans, "cash": row[1], "goods": row[2]},
        )
        for seat, (farm, row) in enumerate(zip(game.farms, rows, strict=True))
    ]


def standing(farm: Farm) -> tuple[int, int, int]:
    """The ranking criteria: final space, cash, goods."""
    return farm.space - farm.loans, farm.cash, sum(row[AMOUNT] for row in farm.fields) + sum(farm.cart)
