"""Scenes of Loyang: farms laid out by name, every other card in the draw pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.authoring.scenes import Scene, scene
from server.games import loyang
from server.games.kernel import EndTurn, Step
from server.games.loyang.cards import ACTION, FOREMAN, FULL, GOODS, IDS, PRIVATE, WARES
from server.games.loyang.check import action_cards
from server.games.loyang.state import BLUE, FREE, NOTHING, Farm
from server.games.loyang.turn import ActionTurn


def _names() -> list[str]:
    """A name for every card: `trader`, `trader_2`, `trader_3`; private fields `private_3`, `private_3_b`."""
    names: list[str] = []
    for card, name in enumerate(IDS):
        copies = IDS[:card].count(name)
        suffix = "_b" if card in PRIVATE else f"_{copies + 1}"
        names.append(name + suffix if copies else name)
    return names


NAMES = _names()
CARDS_OF = [
    *(
        "lay",
        "take",
        "also",
        "keep",
        "dealt",
        "use",
        "use_second",
        "discard",
        "serve",
        "again",
        "double",
        "miss",
    ),
    *("top", "under", "with", "stall", "offer", "swap", "into", "reap", "pick", "return", "field", "clear"),
    *("gather", "take_over"),
]
GOODS_OF = ["plant", "sow", "buy", "sell", "trade", "give", "get", "hawk", "give_up", "wages"]
VERBS = dict.fromkeys(CARDS_OF, NAMES) | dict.fromkeys(GOODS_OF, GOODS)

Spec = Mapping[str, Any]
START = {"wheat": 3, "pumpkin": 2, "turnip": 2, "cabbage": 2, "bean": 1, "leek": 1}
FULL_SHOP = {"wheat": 3, "pumpkin": 2, "turnip": 2, "cabbage": 2, "bean": 2, "leek": 2}


def card(name: str) -> int:
    """The number of a card."""
    return NAMES.index(name)


def cards(names: Sequence[str]) -> list[int]:
    return [card(name) for name in names]


def goods(counts: Mapping[str, int]) -> list[int]:
    """Numbers by good; goods that are not named are 0."""
    assert set(counts) <= set(GOODS)
    return [counts.get(good, 0) for good in GOODS]


def farm(spec: Spec) -> Farm:
    """The farm of one player.

    fields: (name, good, amount) or a name; stalls: a name or (name, goods left); regulars: a name or (name,
    rows filled, marker); the rest by name. The pile is given from the top; without it, it has all private
    fields that are not elsewhere.
    """
    known = {"cash", "shop", "cart", "fields", "stalls", "regulars", "casuals", "helpers", "under", "pile"}
    known |= {"hand", "dealt", "space", "loans", "capacity", "turn", "looked", "returned"}
    assert set(spec) <= known, set(spec) - known
    fields = [_field(row) for row in spec.get("fields", [("home", "wheat", 5)])]
    lying = [row[0] for row in fields]
    pile = cards(spec["pile"])[::-1] if "pile" in spec else [c for c in PRIVATE if c not in lying]
    return Farm(
        cash=spec.get("cash", 10),
        shop=goods(START | dict(spec.get("shop", {}))),
        fields=fields,
        pile=pile,
        space=spec.get("space", 1),
        loans=spec.get("loans", 0),
        cart=goods(spec.get("cart", {})),
        capacity=spec.get("capacity", 1),
        stalls=[_stall(row) for row in spec.get("stalls", ())],
        regulars=[_regular(row) for row in spec.get("regulars", ())],
        casuals=cards(spec.get("casuals", ())),
        helpers=cards(spec.get("helpers", ())),
        under=[[card(upper), card(lower)] for upper, lower in spec.get("under", {}).items()],
        returned=spec.get("returned", 0),
        looked=spec.get("looked", False),
        hand=cards(spec.get("hand", ())),
        dealt=card(spec["dealt"]) if "dealt" in spec else NOTHING,
        turn=spec.get("turn", 0),
    )


def _field(row: Any) -> list[int]:
    if isinstance(row, str):
        return [card(row), NOTHING, 0]
    name, good, amount = row
    return [card(name), GOODS.index(good), amount]


def _stall(row: Any) -> list[int]:
    if isinstance(row, str):
        return [card(row), FULL]
    name, left = row
    wares = WARES[card(name)]
    return [card(name), sum(1 << wares.index(GOODS.index(good)) for good in left)]


def _regular(row: Any) -> list[int]:
    name, filled, marker = (row, 0, BLUE) if isinstance(row, str) else row
    return [card(name), filled, marker, FREE]


def village(
    *specs: Spec,
    stack: Sequence[Step[Any]],
    seats: int = 0,
    deck: Sequence[str] = (),
    only: bool = False,
    discard: Sequence[str] = (),
    court: Sequence[str] = (),
    **fields: Any,
) -> Scene:
    """A game with these farms, by seat; further farms are bare. It stops at the end of the stack.

    deck: the next cards of the draw pile; all others lie below them, or, with `only`, on the discard pile.
    """
    seats = seats or max(2, len(specs))
    farms = [farm(spec) for spec in [*specs, *[{}] * seats][:seats]]
    top, thrown, lying = cards(deck)[::-1], cards(discard), cards(court)
    held = [c for f in farms for c in action_cards(f)]
    used = {*top, *thrown, *lying, *held}
    assert len(used) == len(top) + len(thrown) + len(lying) + len(held), "a card lies in two places"
    foreman = fields.get("options", {}).get("foreman", False)
    rest = [c for c in ACTION if c not in used and (c != FOREMAN or foreman)]
    if seats == 4:
        fields.setdefault("order", [0, 1, 2, 3])
    return scene(
        loyang,
        seats=seats,
        stack=[*stack, EndTurn(fields.get("seat", 0))],
        names=VERBS,
        farms=farms,
        deck=top if only else rest + top,
        discard=thrown + rest if only else thrown,
        court=lying,
        round=fields.pop("round", 2),
        **fields,
    )


def turn(*specs: Spec, seat: int = 0, **fields: Any) -> Scene:
    """The action turn of `seat`."""
    return village(*specs, stack=[ActionTurn(seat)], seat=seat, **fields)


def seen(game: Scene, seat: int = 0) -> dict[str, Any]:
    """A player's display by name, for comparisons."""
    held = game.farms[seat]
    return {
        "fields": [NAMES[row[0]] for row in held.fields],
        "stalls": [NAMES[row[0]] for row in held.stalls],
        "regulars": [NAMES[row[0]] for row in held.regulars],
        "casuals": [NAMES[c] for c in held.casuals],
        "helpers": [NAMES[c] for c in held.helpers],
        "under": {NAMES[upper]: NAMES[lower] for upper, lower in held.under},
    }


def cart(game: Scene, seat: int = 0) -> dict[str, int]:
    """The goods on a cart, or stored."""
    return {good: n for good, n in zip(GOODS, game.farms[seat].cart, strict=True) if n}


def shop(game: Scene, seat: int = 0) -> dict[str, int]:
    return dict(zip(GOODS, game.farms[seat].shop, strict=True))


def planted(game: Scene, seat: int = 0) -> dict[str, tuple[str, int]]:
    """The sown fields: good and amount."""
    rows = game.farms[seat].fields
    return {NAMES[name]: (GOODS[good], amount) for name, good, amount in rows if amount}


def names(numbers: Sequence[int]) -> list[str]:
    return [NAMES[number] for number in numbers]


def stock(good: str, amount: int) -> int:
    """The noun of the accountant's `stock`."""
    return GOODS.index(good) * 4 + amount
