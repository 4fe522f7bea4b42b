"""Laws for every table of every game, at every version of random play: acts, undos, restarts.

Undo restores the former bytes. A table that was packed and unpacked gives the same documents and continues
equally; so does one that follows entry by entry. The log gives the same table. Mirrors that are updated by
patches equal the documents. A refusal changes nothing.
"""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.codec import check_value, unpacked
from protocol.diff import patch
from protocol.frames import WATCH
from server.authoring.engines import new_game
from server.authoring.walks import Made, draw_choice, draw_deal
from server.authoring.wire import over_the_wire
from server.games.kernel import Choice, choose, in_lanes, settle
from server.games.packing import pack
from server.table.document import face, private, public
from server.table.entries import TimedOut, decode_entry
from server.table.match import ChangePolicy, Match
from server.table.rights import Refusal
from server.table.table import Table
from server.table.tokens import seed
from server.table.viewers import Viewers
from tests.games.engines import ENGINES

from .tables import BOT, ID, Sitting, guest

ROUNDS = {"toy": 60}
"""The number of random tables by game; 4 for all others."""
SELDOM_SPARED = ("loyang", "schweinebande")
"""Games in which a single option without a price is rare while nothing can be taken back."""
LONGEST = 250
"""The number of entries after which a test stops playing a table."""


class Played:
    """A table with all kinds of random changes, and everything that must agree with it."""

    def __init__(self, game: str, number: int, **made: Any) -> None:
        deal = draw_deal(game, number)
        self.chance = Random(f"{game} {number}")
        secret = f"{deal.seed:064x}"
        self.sitting = Sitting(game, deal.seats, options=deal.options, secret=secret, **made).start()
        self.seats = range(deal.seats)
        lucks = [row.luck for row in self.table.state.seats]
        self.seed, self.options = seed(secret, lucks), self.table.state.made.options
        self.history: list[Made] = []
        self.follower = self.sitting.replayed()
        self.viewers = Viewers(self.table, 1000)
        for seat in self.seats:
            self.viewers.full(self.table, seat)
        self.mirror = {seat: over_the_wire(self.document(seat)) for seat in (WATCH, *self.seats)}

    @property
    def table(self) -> Table:
        return self.sitting.table

    @property
    def match(self) -> Any:
        return self.table.match

    def document(self, seat: int) -> list[Any]:
        return [public(self.table, face(self.table)), private(self.table, seat)]

    # -- what happens ------------------------------------------------------------------------------

    def act(self) -> None:
        self.sitting.now += self.chance.randrange(3000)
        ask, choice = draw_choice(self.match.asks, self.chance)
        self.sitting.act(ask.seat, *choice, who=self.sitting.player(ask.seat))
        self.history.append(Made(ask.seat, *choice))

    def undo(self) -> bool:
        """A seat takes its last choice back. False: it was refused, and nothing has changed."""
        seat = self.chance.choice(sorted(self.match.state.undo))
        before = self.table.pack()
        try:
            self.sitting.do(guest(seat), self.sitting.undo_frame(seat))
        except Refusal as why:
            assert why.code == "sealed" and self.table.pack() == before
            assert in_lanes(self.match.game), "only others' choices in lanes may stand against an undo"
            return False
        last = max(i for i, made in enumerate(self.history) if made.seat == seat)
        del self.history[last]
        return True

    def restart(self) -> None:
        """The table is packed and continues in another process."""
        shown = [check_value(self.document(seat)) for seat in (WATCH, *self.seats)]
        self.sitting.table = Table.unpack(self.sitting.engine, self.table.pack())
        assert [check_value(self.document(seat)) for seat in (WATCH, *self.seats)] == shown

    def send_nonsense(self) -> None:
        """Frames that come too late, from the wrong people, or with choices that are not offered."""
        seat = self.sitting.asked()
        good = self.sitting.act_frame(seat, *self.chance.choice(self.sitting.offers(seat)))
        player, stranger = self.sitting.player(seat), guest(len(self.seats))
        assert self.sitting.refused(player, replace(good, verb="nonsense")) == "illegal"
        assert self.sitting.refused(player, replace(good, noun=10**6)) == "illegal"
        assert self.sitting.refused(player, replace(good, ask=good.ask - 1)) == "stale"
        assert self.sitting.refused(stranger, good) == "not-your-seat"
        assert self.sitting.refused(player, replace(good, seat=len(self.seats))) == "unknown-seat"

    # -- what must hold ----------------------------------------------------------------------------

    def compare(self) -> None:
        """After an entry: compare the following table and the mirrors of all seats."""
        self.follower.apply(decode_entry(self.sitting.log[-1]))
        assert self.follower.pack() == self.table.pack(), "a table that follows differs"
        assert self.follower.check() == self.table.check()
        step = self.viewers.advance(self.table)
        assert step.version == self.table.version == len(self.sitting.log)
        for seat, (common, mine) in self.mirror.items():
            patch(common, unpacked(step.public), self.viewers.words)
            patch(mine, unpacked(step.mine[seat]), self.viewers.words)
            assert check_value([common, mine]) == check_value(self.document(seat)), f"mirror of {seat}"

    def played_again(self) -> bytes:
        """The game after the choices that were not taken back, played by the kernel alone."""
        game = new_game(self.sitting.engine, len(self.seats), self.seed, self.options)
        asks = settle(game)
        for seat, verb, noun in self.history:
            asks = choose(game, next(ask for ask in asks if ask.seat == seat), Choice(verb, noun))
        return pack(game)


@pytest.mark.parametrize("name", ENGINES)
def test_undo_gives_the_former_bytes(name: str) -> None:
    undone = refused = 0
    for number in range(ROUNDS.get(name, 4)):
        played = Played(name, number)
        for _ in range(LONGEST):
            if played.table.state.phase != "playing":
                break
            if played.match.state.undo and played.chance.random() < 0.35:
                if not played.undo():
                    refused += 1
                    continue
                undone += 1
                assert played.match.state.game == played.played_again(), "undone, the game differs"
            else:
                played.act()
            played.compare()
        assert played.match.state.game == played.played_again()
    assert undone
    assert refused or name != "toy", "no undo was refused for others' sake"


@pytest.mark.parametrize("name", ENGINES)
def test_automatic_answers_cost_nothing_and_are_undone_with_the_choice_before(
    name: str,
) -> None:
    """A seat that could take a choice back before the table's automatic answers can still do so after
    them."""
    spared = left = 0
    for number in range(ROUNDS.get(name, 4)):
        played = Played(name, 2000 + number, auto=True)
        for _ in range(LONGEST):
            if played.table.state.phase != "playing":
                break
            ask, choice = draw_choice(played.match.asks, played.chance)
            alone = Match(played.sitting.engine, copy(played.match.state))
            alone.act(ask.seat, choice, ChangePolicy(1, lambda seat: False))
            able = [seat for seat in alone.state.undo if alone.would_undo(seat)]
            priced = [ask for ask in alone.asks if ask.forced and ask.costs]
            played.sitting.act(ask.seat, *choice)
            assert all(played.match.would_undo(seat) for seat in able), f"{choice} could be taken back"
            assert all(ask in played.match.asks for ask in priced), "the table has paid for a seat"
            single = [ask for ask in alone.asks if ask.forced and not ask.costs]
            left += bool(single) and played.match.state.game == alone.state.game
            spared += bool(single) and played.match.state.game != alone.state.game
    assert left, "nothing was left for people to answer"
    assert spared or name in SELDOM_SPARED, "the table has answered nothing"


@pytest.mark.parametrize("name", ENGINES)
def test_restarts_and_replays_change_nothing(name: str) -> None:
    for number in range(ROUNDS.get(name, 4)):
        clock = [60_000, 500] if number % 2 else []
        played = Played(name, 1000 + number, clock=clock, auto=number % 3 == 0)
        for _ in range(LONGEST):
            if played.table.state.phase != "playing":
                break
            luck = played.chance.random()
            if luck < 0.1:
                played.restart()
            elif luck < 0.2:
                played.send_nonsense()
            elif luck < 0.23:
                seat = played.sitting.asked()
                if played.table.state.seats[seat].stand_in:
                    continue
                played.sitting.itself(TimedOut(table=ID, seats=[seat], why="timeout"))
                played.compare()
                played.sitting.take(seat, BOT)
                played.compare()
            elif luck < 0.4 and played.match.state.undo:
                if played.undo():
                    played.compare()
            else:
                played.act()
                played.compare()
        assert played.sitting.replayed().pack() == played.table.pack(), "replayed, the table differs"
