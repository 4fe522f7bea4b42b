"""The course of a game: dealing, rounds of bids and market, the end."""

from __future__ import annotations

from collections.abc import Sequence

from server.games.kernel import OWN, Ask, Choice, EndTurn, Step, key, lanes

from .state import GOODS, NOTHING, Market, MarketOptions, value

HAND = 3


def setup(seats: int, seed: int, options: MarketOptions) -> Market:
    """A new game; the first step deals."""
    return Market(
        key=key(seed),
        stack=[Deal()],
        options=options,
        round=0,
        deck=list(GOODS),
        row=[NOTHING] * options.row,
        discard=[],
        hand=[[] for _ in range(seats)],
        cellar=[[] for _ in range(seats)],
        aside=[NOTHING] * seats,
        bought=[[] for _ in range(seats)],
        bids_won=[0] * seats,
    )


class Deal(Step[Market], frozen=True):
    """Shuffle, and deal hands and cellars."""

    def run(self, game: Market) -> None:
        game.shuffle(game.deck)
        for hand, cellar in zip(game.hand, game.cellar, strict=True):
            hand += [game.deck.pop() for _ in range(HAND)]
            if game.options.cellar:
                cellar.append(game.deck.pop())
        game.then(Round())


class Round(Step[Market], frozen=True):
    """One round; the next one is planned when it begins."""

    def run(self, game: Market) -> None:
        if game.round == game.options.rounds:
            return
        game.round += 1
        game.say("round", game.round)
        bids = [Bids()] if game.options.bids else []
        game.then(Fill(), *bids, Shopping(), Round())


class Fill(Step[Market], frozen=True):
    """Put a card on every empty place of the row, as long as the deck lasts."""

    def run(self, game: Market) -> None:
        for place, card in enumerate(game.row):
            if card == NOTHING and game.deck:
                game.row[place] = game.deck.pop()
                game.seal()


class Bids(Step[Market], frozen=True):
    """All seats bid at the same time: one answer each, then all are shown."""

    def asks(self, game: Market) -> Sequence[Ask]:
        return [
            Ask(seat, "bid", tuple(Choice("bid", card) for card in sorted(hand)), costs=True)
            for seat, hand in enumerate(game.hand)
            if hand and game.aside[seat] == NOTHING
        ]

    def answer(self, game: Market, seat: int, choice: Choice) -> None:
        game.hand[seat].remove(choice.noun)
        game.aside[seat] = choice.noun
        game.then(self)

    def run(self, game: Market) -> None:
        game.seal()
        best = max(range(len(game.aside)), key=lambda seat: (value(game.aside[seat]), game.aside[seat]))
        for seat, card in enumerate(game.aside):
            if card != NOTHING:
                game.say("bid", seat, card)
                game.discard.append(card)
        if game.aside[best] != NOTHING:
            game.bids_won[best] += 1
            game.say("won", best)
        game.aside = [NOTHING] * len(game.aside)


class Shopping(Step[Market], frozen=True):
    """All seats go shopping, side by side."""

    def run(self, game: Market) -> None:
        game.then(lanes(*((seat, [Visit(seat)]) for seat in range(len(game.hand)))))


class Visit(Step[Market], frozen=True):
    """One visit to the market. A card that one seat takes is gone for the others."""

    seat: int

    def asks(self, game: Market) -> Sequence[Ask]:
        options = [Choice("pass")]
        if game.hand[self.seat]:
            options += [Choice("take", card) for card in game.row if card != NOTHING]
        if game.deck:
            options.append(Choice("draw"))
        if game.cellar[self.seat]:
            options.append(Choice("fetch"))
        return (Ask(self.seat, "visit", tuple(options)),)

    def answer(self, game: Market, seat: int, choice: Choice) -> None:
        match choice:
            case ("take", card):
                game.then(Pay(seat, card))
            case ("draw", _):
                game.hand[seat].append(game.deck.pop())
                game.seal()
                game.say("drew", seat)
            case ("fetch", _):
                game.hand[seat] += game.cellar[seat]
                game.cellar[seat].clear()
                game.seal(OWN)  # no other seat learns anything
                game.say("fetched", seat)
                game.then(Visit(seat))
            case _:
                game.then(EndTurn(seat))


class Pay(Step[Market], frozen=True):
    """The card is reserved; choose the card of the hand that pays for it."""

    seat: int
    card: int

    def asks(self, game: Market) -> Sequence[Ask]:
        if self.card not in game.row:
            return ()
        cards = tuple(Choice("pay", card) for card in sorted(game.hand[self.seat]))
        return (Ask(self.seat, "pay", cards, costs=True),)

    def answer(self, game: Market, seat: int, choice: Choice) -> None:
        game.hand[seat].remove(choice.noun)
        game.discard.append(choice.noun)
        game.bought[seat].append(self.card)
        game.row[game.row.index(self.card)] = NOTHING
        game.say("bought", seat, self.card, choice.noun)
        game.seal()  # all seats see a card that was in the hand
        game.then(EndTurn(seat))

    def run(self, game: Market) -> None:
        """Another seat was faster."""
        game.say("sold_out", self.seat, self.card)
        game.then(Visit(self.seat))
