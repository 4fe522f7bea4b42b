"""The course of a game: an auction, then the winner chooses a place, round by round."""

from server.games.kernel import Ask, Choice, Step, choices, key

from .state import FLOWERS, HELD, HONEY, NOTHING, OPEN, ORDERS, PLACES, SIDE, Meadow, MeadowOptions

RAISES = 5
"""By how much a bid may be raised at once."""


def setup(seats: int, seed: int, options: MeadowOptions) -> Meadow:
    return Meadow(
        key=key(seed),
        stack=[Deal()],
        options=options,
        round=0,
        flowers=[flower for flower in FLOWERS for _ in range(SIDE)],
        hives=[NOTHING for _ in PLACES],
        pile=[*PLACES],
        open=[],
        honey=[HONEY] * seats,
        orders=[[] for _ in range(seats)],
        unused=[*ORDERS],
        first=0,
        bid=0,
        leader=NOTHING,
        passed=[False] * seats,
    )


class Deal(Step[Meadow], frozen=True):
    """The flowers grow, the orders are dealt, and the first places open."""

    def run(self, game: Meadow) -> None:
        game.shuffle(game.flowers)
        game.shuffle(game.pile)
        game.shuffle(game.unused)
        for held in game.orders:
            held += sorted(game.unused.pop() for _ in range(HELD))
        game.open = [game.pile.pop() for _ in range(OPEN)]
        game.then(Auction())


class Auction(Step[Meadow], frozen=True):
    """A round: all may bid, beginning with another seat each time."""

    def run(self, game: Meadow) -> None:
        if game.round == game.options.rounds:
            return
        game.round += 1
        game.bid, game.leader, game.passed = 0, NOTHING, [False] * len(game.passed)
        game.say("auction", game.round)
        game.then(Bid(game.first), Sale(), Auction())


class Bid(Step[Meadow], frozen=True):
    """A seat raises the bid, or passes for this round. Both stand."""

    seat: int

    def asks(self, game: Meadow) -> list[Ask]:
        most = min(game.bid + RAISES, game.honey[self.seat])
        return [Ask(self.seat, "bid", (*choices("bid", range(game.bid + 1, most + 1)), Choice("pass")))]

    def answer(self, game: Meadow, seat: int, choice: Choice) -> None:
        game.seal()
        if choice.verb == "bid":
            game.bid, game.leader = choice.noun, seat
            game.say("bid", seat, choice.noun)
        else:
            game.passed[seat] = True
            game.say("passed", seat)
        seats = len(game.passed)
        for other in ((seat + n) % seats for n in range(1, seats + 1)):
            if not game.passed[other] and other != game.leader:
                game.then(Bid(other))
                return


class Sale(Step[Meadow], frozen=True):
    """The highest bid is paid, and its seat chooses a place."""

    def run(self, game: Meadow) -> None:
        game.first = (game.first + 1) % len(game.passed)
        if game.leader == NOTHING:
            game.say("unsold")
            return
        game.honey[game.leader] -= game.bid
        game.say("paid", game.leader, game.bid)
        game.then(Settle(game.leader))
        game.leader = NOTHING


class Settle(Step[Meadow], frozen=True):
    """The winner puts a hive on one of the open places; another place opens."""

    seat: int

    def asks(self, game: Meadow) -> list[Ask]:
        return [Ask(self.seat, "settle", choices("settle", game.open))]

    def answer(self, game: Meadow, seat: int, choice: Choice) -> None:
        game.hives[choice.noun] = seat
        game.open[game.open.index(choice.noun)] = game.pile.pop()
        game.seal()  # everybody sees the place that opens
        game.say("settled", seat, choice.noun)
