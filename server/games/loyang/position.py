"""Written positions of Loyang: the cards of each farm, the courtyard, and the round."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from ..positions import BadPosition, Box, Count, Names, PositionWords, names
from ..unplayable import Named
from .cards import (
    ACTION,
    BOX,
    CASUALS,
    CROPS,
    FOREMAN,
    FULL,
    GOODS,
    HELPERS,
    HOME,
    IDS,
    PLACES,
    PLOTS,
    PRIVATE,
    REGULARS,
    ROWS,
    STALLS,
    WARES,
    is_field,
)
from .distribution import CardPhase
from .flow import HAND_CARDS, LAST_ROUND, START_CASH, ActionPhase, Round, mixed_pile
from .state import BLUE, FREE, NOTHING, RED, Farm, Loyang
from .turn import LAST_SPACE, STOREHOUSE_GOODS, ActionTurn


class Field(PositionWords, frozen=True, kw_only=True):
    """A field with its crop; full if no amount is given."""

    card: str
    good: str = ""
    amount: Count | None = None


class Stall(PositionWords, frozen=True, kw_only=True):
    """A market stall with the goods left; all of them if none are given."""

    card: str
    left: list[str] | None = None


class Regular(PositionWords, frozen=True, kw_only=True):
    """A regular customer: the number of filled rows, and the side of the satisfaction marker."""

    card: str
    filled: Annotated[int, Meta(ge=0, lt=ROWS)] = 0
    marker: Literal["blue", "red"] = "blue"


Cards = Annotated[list[str], Meta(max_length=30)]


class Table(PositionWords, frozen=True, kw_only=True):
    """`courtyard` and `discard`: card names. `deck`: the next cards of the draw pile; the others are
    random."""

    round: Annotated[int, Meta(ge=1, le=LAST_ROUND)] = 2
    courtyard: Cards = []
    discard: Cards = []
    deck: Cards = []


class Player(PositionWords, frozen=True, kw_only=True):
    """`shop`: goods not named have their starting number. `cart`: goods in the storehouse or, during a turn,
    on the cart. `space`: the space on the path of prosperity. `fields`: by default the home field with its
    remaining wheat. `hand`: card names, or the number of random cards."""

    cash: Count = START_CASH
    loans: Annotated[int, Meta(ge=0, le=31)] = 0
    space: Annotated[int, Meta(ge=1, le=LAST_SPACE)] = 1
    shop: dict[str, Count] = {}
    cart: dict[str, Count] = {}
    capacity: Literal[1, 4] = 1
    fields: Annotated[list[Field], Meta(max_length=20)] | None = None
    stalls: Annotated[list[str | Stall], Meta(max_length=14)] = []
    regulars: Annotated[list[str | Regular], Meta(max_length=14)] = []
    casuals: Cards = []
    helpers: Cards = []
    hand: Cards | Annotated[int, Meta(ge=0, le=6)] | None = None


def cards() -> Names:
    return names("loyang", "card", tuple(IDS), "cards")


def goods() -> Names:
    return names("loyang", "good", tuple(GOODS), "goods")


def lay_turn(game: Loyang, turn: int, table: Table, players: list[Player]) -> None:
    """The first turn of the action phase; the other players follow clockwise."""
    seats = len(players)
    for seat, one in enumerate(players):
        if one.hand and table.round == LAST_ROUND:
            raise BadPosition("loyang.hand", place=f"players[{seat}].hand")
    _lay(game, table, players, hand=0, harvests=table.round)
    game.order = [(turn + i) % seats for i in range(seats)]
    game.first, game.second, game.round = game.order[0], game.order[1], table.round
    game.stack = [Round(), *(ActionTurn(seat) for seat in reversed(game.order))]


def lay_cards(game: Loyang, turn: int, table: Table, players: list[Player]) -> None:
    """The first turn of the card phase, after the harvest."""
    _lay(game, table, players, hand=HAND_CARDS if table.round == 1 else 0, harvests=table.round)
    game.first, game.second, game.round = turn, (turn + 1) % len(players), table.round
    game.stack = [Round(), ActionPhase(), CardPhase()]


def lay_round(game: Loyang, turn: int, table: Table, players: list[Player]) -> None:
    """The beginning of a round, with the harvest."""
    _lay(game, table, players, hand=HAND_CARDS if table.round == 1 else 0, harvests=table.round - 1)
    game.first, game.second, game.round = turn, (turn + 1) % len(players), table.round - 1
    game.stack = [Round()]


def _lay(game: Loyang, table: Table, players: list[Player], hand: int, harvests: int) -> None:
    """Place all cards: first the named ones, then the others at random. `harvests`: the number of past
    harvests; each has turned up one private field, which may be anywhere now (LOY-5.2)."""
    pool = [card for card in ACTION if card != FOREMAN or game.options.foreman]
    game.shuffle(pool)
    box = Box(cards(), pool)
    game.court, game.discard = box.take_all(table.courtyard), box.take_all(table.discard)
    top = box.take_all(table.deck)
    game.farms = [_farm(game, box, one, harvests) for one in players]
    for farm, one in zip(game.farms, players, strict=True):
        farm.hand += [] if isinstance(one.hand, list) else box.next(hand if one.hand is None else one.hand)
    game.deck = [*box.free, *reversed(top)]


def _farm(game: Loyang, box: Box, one: Player, harvests: int) -> Farm:
    own = Box(cards(), [HOME, *PRIVATE])
    to_come, left = max(0, len(PRIVATE) - harvests), PLOTS[HOME] - harvests  # LOY-5.10
    wheat = [Field(card=IDS[HOME], good=GOODS[0], amount=left)] * (left > 0)
    fields = [_field(box, own, row) for row in (wheat if one.fields is None else one.fields)]
    return Farm(
        cash=one.cash,
        loans=one.loans,
        space=one.space,
        shop=_in_shop(one),
        cart=goods().counts(one.cart),
        capacity=STOREHOUSE_GOODS if one.capacity == STOREHOUSE_GOODS else 1,
        fields=fields,
        pile=mixed_pile(game, [card for card in own.free if card != HOME])[:to_come],
        stalls=[_stall(box, row if isinstance(row, Stall) else Stall(card=row)) for row in one.stalls],
        regulars=[_regular(box, it if isinstance(it, Regular) else Regular(card=it)) for it in one.regulars],
        casuals=[_of(CASUALS, box.take(word), word) for word in one.casuals],
        helpers=[_of(HELPERS, box.take(word), word) for word in one.helpers],
        hand=box.take_all(one.hand) if isinstance(one.hand, list) else [],
    )


def _in_shop(one: Player) -> list[int]:
    found = goods().counts(one.shop, [row.start for row in BOX.goods])
    if short := [Named("loyang", "goods", good) for good, count in enumerate(found) if count > PLACES[good]]:
        raise BadPosition("loyang.shop", goods=short)
    return found


def _of(kind: range, card: int, word: str) -> int:
    """The card, if it is of this kind. Raises BadPosition."""
    if card not in kind:
        raise BadPosition("loyang.belongs", word=word)
    return card


def _field(box: Box, own: Box, row: Field) -> list[int]:
    mine = any(card >= HOME for card in cards().all(row.card))
    card = (own if mine else box).take(row.card)
    if not is_field(card):
        raise BadPosition("loyang.no-field", card=row.card)
    if not row.good:
        return [card, NOTHING, 0]
    good = goods().one(row.good)
    if good not in CROPS[card]:
        raise BadPosition("loyang.grows", good=row.good, card=row.card)
    amount = PLOTS[card] if row.amount is None else row.amount
    if amount > (most := PLOTS[card] + (card != HOME)):  # a helper adds one, except on the home field
        raise BadPosition("loyang.plots", card=row.card, most=most, amount=amount)
    return [card, good, amount] if amount else [card, NOTHING, 0]


def _stall(box: Box, row: Stall) -> list[int]:
    card = _of(STALLS, box.take(row.card), row.card)
    if row.left is None:
        return [card, FULL]
    left = [goods().one(word) for word in row.left]
    if not left:
        raise BadPosition("loyang.empty", card=row.card)
    if any(good not in WARES[card] for good in left):
        raise BadPosition("loyang.offers", card=row.card)
    return [card, sum(1 << at for at, good in enumerate(WARES[card]) if good in left)]


def _regular(box: Box, row: Regular) -> list[int]:
    card = _of(REGULARS, box.take(row.card), row.card)
    return [card, row.filled, BLUE if row.marker == "blue" else RED, FREE]


MOMENTS: Final = {"turn": lay_turn, "cards": lay_cards, "round": lay_round}
