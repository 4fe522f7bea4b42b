"""The players' actions: reveal, place, collect, redeem, feed. `flow.py` defines their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import Ask, Choice, Step, choices
from ..picking import Pick
from .board import DIRECTIONS
from .cards import CATTLE, KINDS, PIG, ROUNDS, SACK, VALUES
from .state import EMPTY, NOBODY, Schweinebande

GROUP_ANIMALS: Final = 4
"""Animals in a group of four (SWB-7.1)."""


class Reveal(Step[Schweinebande], frozen=True):
    """Reveal any face-down tile, then decide about a farmer."""

    def asks(self, game: Schweinebande) -> Sequence[Ask]:
        return (Ask(game.active, "reveal", choices("reveal", game.face_down())),)

    def answer(self, game: Schweinebande, seat: int, choice: Choice) -> None:
        kind = game.turn_over(choice.noun)
        game.say("revealed", seat, choice.noun, kind)
        if must_place(game):
            place(game, seat, choice.noun)
        else:
            game.then(Place(choice.noun))


class Place(Step[Schweinebande], frozen=True):
    """Put a farmer on the tile just revealed, or decline. Only players with a farmer left are asked."""

    space: int

    def asks(self, game: Schweinebande) -> Sequence[Ask]:
        seat = game.active
        if must_place(game):  # only in games that began under version 1 of the rules
            return (Ask(seat, "place_last", (Choice("place"),)),)
        return (Ask(seat, "place", (Choice("place"), Choice("decline"))),)

    def answer(self, game: Schweinebande, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        if choice.verb == "decline":
            game.say("no_farmer", seat, self.space)
        else:
            place(game, seat, self.space)


def must_place(game: Schweinebande) -> bool:
    """Whether the last tile is face up and only one player has farmers left (SWB-5.11, 5.13)."""
    return not game.face_down() and sum(left > 0 for left in game.left) == 1


def place(game: Schweinebande, seat: int, space: int) -> None:
    """Place a farmer of this seat. The seat's last farmer brings it an order tile."""
    game.farmers[space] = seat
    game.left[seat] -= 1
    game.say("placed", seat, space, game.left[seat])
    if not game.left[seat]:
        game.take_order_tile(seat)


class Collect(Pick[Schweinebande], frozen=True):
    """Take back a farmer, with the tile under it and all tiles of one row. No question for a single option.

    The noun of `collect` is a space and a direction with tiles, as space * 6 + direction. The noun of `alone`
    is a space: all directions without tiles are the same choice (SWB-6.12).
    """

    def question(self, game: Schweinebande) -> Ask:
        found = []
        for space in game.standing(game.active):
            ways = range(len(DIRECTIONS))
            rows = [Choice("collect", space * len(DIRECTIONS) + way) for way in ways if game.row(space, way)]
            found += rows
            if len(rows) < len(DIRECTIONS):
                found.append(Choice("alone", space))
        return Ask(game.active, "collect", tuple(found))

    def answer(self, game: Schweinebande, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        self.unasked(game, seat, choice)

    def unasked(self, game: Schweinebande, seat: int, choice: Choice) -> None:
        row = collected(game, choice)
        kinds = [game.market[taken] for taken in row]
        for taken, kind in zip(row, kinds, strict=True):
            game.market[taken] = EMPTY
            game.pens[seat][kind] += 1
        game.farmers[row[0]] = NOBODY
        game.say(f"collected_{len(kinds)}", seat, choice.noun, *kinds)


def collected(game: Schweinebande, choice: Choice) -> list[int]:
    """The spaces whose tiles a farmer collects, its own first."""
    if choice.verb == "alone":
        return [choice.noun]
    space, way = divmod(choice.noun, len(DIRECTIONS))
    return [space, *game.row(space, way)]


class Redeem(Step[Schweinebande], frozen=True):
    """Put groups of four and six onto the farm, one by one, until the player stops."""

    seat: int

    def asks(self, game: Schweinebande) -> Sequence[Ask]:
        options = groups(game.pens[self.seat])
        return (Ask(self.seat, "redeem", (*options, Choice("keep"))),) if options else ()

    def answer(self, game: Schweinebande, seat: int, choice: Choice) -> None:
        game.chosen_by(seat, alone=game.options.direct_scoring)
        match choice:
            case ("four", kind):
                farmed = onto_farm(game, kind)
                game.pens[seat][kind] -= GROUP_ANIMALS
                game.farms[seat][kind] += farmed
                game.box[kind] += GROUP_ANIMALS - farmed
                game.say("four", seat, kind, farmed, farmed * VALUES[kind])
            case ("six", _):
                for kind in KINDS:
                    game.pens[seat][kind] -= 1
                    game.box[kind] += kind != CATTLE
                game.farms[seat][CATTLE] += 1
                game.say("six", seat, VALUES[CATTLE])
            case _:
                game.say("keeps", seat, game.hungry(seat))
                return
        game.then(self)


def groups(pen: Sequence[int]) -> list[Choice]:
    """The complete groups in a pen."""
    fours = [Choice("four", kind) for kind in KINDS if pen[kind] >= GROUP_ANIMALS]
    return [*fours, Choice("six")] if all(pen[kind] for kind in KINDS) else fours


def onto_farm(game: Schweinebande, kind: int) -> int:
    """How many animals of a group of four get onto the farm: two pigs in the last round (SWB-7.8)."""
    return 2 if kind == PIG and game.round == ROUNDS else 1


class Feed(Step[Schweinebande], frozen=True):
    """Sell animals until feed or a sack suffices for the others, or longer if the player likes; then feed.

    The noun of `pay` is the feed paid, the noun of `sack` the animals fed.
    """

    seat: int

    def asks(self, game: Schweinebande) -> Sequence[Ask]:
        hungry, pen = game.hungry(self.seat), game.pens[self.seat]
        if not hungry:
            return ()
        enough = [Choice("pay", hungry)] if game.feed[self.seat] >= hungry else []
        enough += [Choice("sack", hungry)] if pen[SACK] else []
        sell = [Choice("sell", kind) for kind in KINDS if pen[kind]]
        if enough and game.options.sell_only_if_short:
            sell = []
        return (Ask(self.seat, "feed" if enough else "sell", (*enough, *sell), costs=True),)

    def answer(self, game: Schweinebande, seat: int, choice: Choice) -> None:
        game.chosen_by(seat, alone=game.options.direct_scoring)
        pen = game.pens[seat]
        match choice:
            case ("pay", hungry):
                game.feed[seat] -= hungry
                game.say("fed", seat, hungry, game.feed[seat])
            case ("sack", hungry):
                pen[SACK] -= 1
                game.box[SACK] += 1
                game.say("sack", seat, hungry)
            case (_, kind):
                pen[kind] -= 1
                game.box[kind] += 1
                game.feed[seat] += VALUES[kind]
                game.say("sold", seat, kind, VALUES[kind], game.feed[seat])
                game.then(self)
