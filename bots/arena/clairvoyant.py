"""How much of a game is luck? A player who knows everything, as an estimate of the best possible play.

The clairvoyant plays a deal as *expert* does. If it doesn't win, it plays the same deal again, with one
choice changed in the best of its games so far, and all seats choose by themselves from there on; and so on,
for a number of tries. So it knows the hidden cards, the coming random results and the others' answers. No
fair mind knows that much: the distance from the first try to the last is an upper estimate of what better
play could still gain. It is an estimate and no bound, since more tries find more. Another choice may also
change what the dice bring from there on, and the clairvoyant knows that as well.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from math import fsum
from random import Random
from typing import Final, NamedTuple

from server.games import GAMES
from server.games.catalogue import checked, options_of
from server.games.kernel import Ask, Choice

from ..document import Document, options
from ..mind import Mind
from ..minds.learnt import Learnt
from ..minds.registry import MINDS
from ..process_pool import share
from ..win_rates import wilson
from .arena import Job, make_mind, play

NAME: Final = "clairvoyant"

TRIES: Final = 16
"""The number of games of each deal."""

LIKED_CHOICES: Final = 3
"""Another choice is one of those that *expert* likes best."""


class Played(NamedTuple):
    """One try: the share of the win, the lead in points before the best other seat, all choices in order with
    their seats, and the indices of those own choices that had alternatives."""

    share: float
    lead: int
    choices: list[tuple[int, Choice]]
    own: list[int]

    @property
    def worth(self) -> tuple[float, int]:
        return self.share, self.lead


class Deal(NamedTuple):
    """What to play: the clairvoyant's seat among `seats`, `others` at the rest. `seed` decides the deal and
    all that minds draw."""

    game: str
    others: str
    seats: int
    seat: int
    seed: str
    tries: int


class Repeating:
    """A player who repeats the first choices of an earlier game, and then goes on as its mind."""

    def __init__(self, mind: Mind, repeated: Sequence[Choice]) -> None:
        self._repeated, self._mind = deque(repeated), mind

    def choose(self, document: Document, deadline: float) -> Choice:
        return self._repeated.popleft() if self._repeated else self._mind.choose(document, deadline)


class Other:
    """*expert*, but its first answer is another one than `former`, out of those that it likes best."""

    def __init__(self, mind: Learnt, former: Choice, random: Random) -> None:
        self._mind, self._former, self._random = mind, former, random
        self._answered = False

    def choose(self, document: Document, deadline: float) -> Choice:
        if self._answered:
            return self._mind.choose(document, deadline)
        self._answered = True
        worths, _ = self._mind.worths(document, deadline)
        others = [offer for offer in options(document) if offer != self._former]
        return self._random.choice(sorted(others, key=lambda offer: -worths[offer])[:LIKED_CHOICES])


def deals_of(game: str, others: str, seats: int, games: int, seed: int, tries: int) -> list[Deal]:
    """As many deals as games, the clairvoyant at the next seat in each."""
    return [Deal(game, others, seats, n % seats, f"{seed}/{n}", tries) for n in range(games)]


def played(deals: Sequence[Deal], processes: int = 1) -> Iterator[list[float]]:
    """The shares of the win that the clairvoyant has reached after each try, for each deal."""
    yield from share(reached, deals, processes) if processes > 1 else map(reached, deals)


def reached(deal: Deal) -> list[float]:
    """The share of the win that is reached after each try of a deal: it never falls."""
    random = Random(f"{deal.seed}/tries")
    best = attempt(deal, _minds(deal))
    shares = [best.share]
    while len(shares) < deal.tries:
        if best.share < 1 and best.own:
            again = attempt(deal, changed(deal, best, random))
            best = max(again, best, key=lambda one: one.worth)
        shares.append(best.share)
    return shares


def attempt(deal: Deal, minds: Sequence[Mind]) -> Played:
    """Play the deal once."""
    engine, choices, own = GAMES[deal.game], list[tuple[int, Choice]](), list[int]()
    choosing = options_of(engine, checked(engine, {**engine.options.decided(deal.seats)}, deal.seats))

    def watched(document: Document, asks: Sequence[Ask], ask: Ask, choice: Choice) -> None:
        if ask.seat == deal.seat and len(ask.options) > 1:
            own.append(len(choices))
        choices.append((ask.seat, choice))

    luck = Random(deal.seed).getrandbits(128)
    job = Job(deal.game, _names(deal), 1, {})
    scores, _ = play(engine, choosing, minds, luck, job.minds, job, watched)
    first = [score.seat for score in scores if score.place == 1]
    points = {score.seat: score.points for score in scores}
    lead = points.pop(deal.seat) - max(points.values())
    return Played((deal.seat in first) / len(first), lead, choices, own)


def changed(deal: Deal, former: Played, random: Random) -> list[Mind]:
    """Players who repeat this game up to one of the clairvoyant's choices, which is another one now."""
    here, minds = random.choice(former.own), _minds(deal)
    minds[deal.seat] = Other(_own(deal), former.choices[here][1], random)
    made = former.choices[:here]
    return [
        Repeating(mind, [choice for chooser, choice in made if chooser == seat])
        for seat, mind in enumerate(minds)
    ]


def _minds(deal: Deal) -> list[Mind]:
    others = {seat: name for seat, name in enumerate(_names(deal)) if seat != deal.seat}
    minds = {seat: make_mind(name, MINDS[name], f"{deal.seed}/{seat}") for seat, name in others.items()}
    return [minds.get(seat) or _own(deal) for seat in range(deal.seats)]


def _own(deal: Deal) -> Learnt:
    return Learnt(Random(f"{deal.seed}/{deal.seat}").getrandbits(64))


def _names(deal: Deal) -> tuple[str, ...]:
    return tuple(NAME if seat == deal.seat else deal.others for seat in range(deal.seats))


class Limit(NamedTuple):
    """The share of wins after a number of tries, with a 95 % interval, over so many games."""

    tries: int
    share: float
    low: float
    high: float
    games: int


def limits(found: Sequence[Sequence[float]]) -> list[Limit]:
    """The shares after 1, 2, 4, … tries, and after the last one."""
    if not found:
        return []
    last = len(found[0])
    tries = sorted({*(2**n for n in range(math.ceil(math.log2(last)))), last})
    shares = [(count, fsum(one[count - 1] for one in found) / len(found)) for count in tries]
    return [Limit(count, mean, *wilson(mean, len(found)), len(found)) for count, mean in shares]
