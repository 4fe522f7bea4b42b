"""The laws of secrecy: no seat sees more than the rules allow, and a choice that reveals something cannot be
taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from server.games.engine import Engine
from server.games.kernel import ALL, OWN, Ask, Choice, choose, settle
from server.games.packing import pack

from .copies import packing_loses_nothing
from .engines import clone_of, exception, hidden
from .walks import Question, canonical, draw_choice
from .wire import over_the_wire

POSSIBLE: Final = 3
"""The number of possible games, from a seat's view, that a law examines at each choice."""


def view_of(engine: Engine, game: Any, seat: int | None) -> tuple[Any, Any]:
    """The view of a seat, or of a watcher: the public part and its own."""
    return engine.public(game), {} if seat is None else engine.private(game, seat)


def shown(asks: Sequence[Ask], seat: int | None) -> list[Any]:
    """The questions as a seat sees them: seats, prompts, and its own options."""
    return [(ask.seat, ask.prompt, ask.options if ask.seat == seat else None) for ask in asks]


def by_itself(asks: Sequence[Ask]) -> list[tuple[int, bool, bool]]:
    """The questions that a table may answer automatically, with only one option; and which of them cost."""
    return [(ask.seat, ask.forced, ask.forced and ask.costs) for ask in asks]


def views_change_nothing(q: Question) -> None:
    before = pack(q.game)
    for seat in q.viewers:
        view_of(q.engine, q.game, seat)
    assert pack(q.game) == before, "looking has changed the game"


def imagined_games_fit(q: Question) -> None:
    """A game imagined from a view is possible, has the same view, and asks the same there."""
    for seat in q.viewers:
        public, private = over_the_wire(view_of(q.engine, q.game, seat))
        seed = q.random.getrandbits(64)
        seen = canonical((public, private))
        world: Any = q.engine.imagine(public, None if seat is None else private, seat, seed)
        assert canonical((public, private)) == seen, "imagining has changed the view"
        q.engine.check(world)
        assert world.key != q.game.key, "the imagined game has the real random source"
        assert canonical(view_of(q.engine, world, seat)) == seen, f"it looks different to seat {seat}"
        asks = settle(world)
        assert canonical(view_of(q.engine, world, seat)) == seen, f"settled, it looks different to {seat}"
        assert shown(asks, seat) == shown(q.asks, seat), f"seat {seat} sees other questions"
        assert by_itself(asks) == by_itself(q.asks), f"seat {seat} would learn from an answer by itself"
        again = q.engine.imagine(public, None if seat is None else private, seat, seed)
        settle(again)
        assert pack(again) == pack(world), "the same seed has given another game"
        packing_loses_nothing(q._replace(game=world))


def hidden_cards_could_lie_elsewhere(q: Question) -> None:
    """Over many seeds every hidden zone gets other contents, so no view reveals them."""
    seat = q.random.choice(q.viewers)
    for place, zone in enumerate(hidden(q.engine, q.game, seat)):
        if len(set(zone.pool)) < 2 or not zone.cards:
            continue
        if not zone.ordered and sorted(zone.cards) == sorted(zone.pool):
            continue
        public, private = view_of(q.engine, q.game, seat)
        given = None if seat is None else private
        for seed in range(1000):
            world = q.engine.imagine(public, given, seat, seed)
            if hidden(q.engine, world, seat)[place].cards != zone.cards:
                break
        else:
            raise AssertionError(f"what lies in '{zone.name}' is never in doubt for seat {seat}")


def alike_until_sealed(q: Question) -> None:
    """Two games with the same view for a seat have the same view after the same choices, until a choice
    seals.

    For the seat that chose, its own seal is enough; if another seat learns something, the choice must seal
    for all.
    """
    seat = q.random.choice(q.viewers)
    public, private = view_of(q.engine, q.game, seat)
    here: Any = clone_of(q.engine)(q.game)
    there: Any = q.engine.imagine(public, None if seat is None else private, seat, q.random.getrandbits(64))
    asks, others = q.asks, settle(there)
    for _ in range(12):
        common = common_choices(asks, others)
        if not common:
            return
        ask, choice, other = q.random.choice(common)
        asks, others = choose(here, ask, choice), choose(there, other, choice)
        if all_seen(q.engine, here, asks, seat) != all_seen(q.engine, there, others, seat):
            needed = OWN if ask.seat == seat else ALL
            sealed = min(here.sealed, there.sealed)
            assert sealed >= needed, f"{choice} of seat {ask.seat} told seat {seat} more, but sealed {sealed}"
            return


def what_was_seen_stands(q: Question) -> None:
    """A choice that shows hidden things to others seals, because they would have seen them if it were taken
    back.

    Before the choice, another seat (or a watcher) considers many games possible. Its view after the choice
    must be possible in each of them, by some answer of the asked seat: otherwise it could exclude that game,
    and the choice has revealed something. The choice itself need not be offered there, for example if it
    shows a hand card that lies in another hand.
    """
    ask, choice = draw_choice(q.asks, q.random)
    after = clone_of(q.engine)(q.game)
    asks = choose(after, ask, choice)
    if after.sealed == ALL:
        return
    viewer = q.random.choice([seat for seat in q.viewers if seat != ask.seat])
    knower = viewer
    if exception(q.engine, "PROVISIONAL", False):
        viewer, knower = None, ask.seat
    seen = all_seen(q.engine, after, asks, viewer)
    public, private = view_of(q.engine, q.game, knower)
    for _ in range(POSSIBLE):
        seed = q.random.getrandbits(64)
        world = q.engine.imagine(public, None if knower is None else private, knower, seed)
        assert could_show(q.engine, world, ask, choice, viewer, seen), (
            f"{choice} of seat {ask.seat} has told seat {viewer} of what is hidden, but sealed {after.sealed}"
        )


def could_show(engine: Engine, world: Any, ask: Ask, choice: Choice, viewer: int | None, seen: bytes) -> bool:
    """Is there an answer to the same question in this game after which the viewer sees exactly this?"""
    options = next(other.options for other in settle(world) if other.seat == ask.seat)
    likely = sorted(options, key=lambda other: (other != choice, other.verb != choice.verb))
    for other in likely:
        tried = clone_of(engine)(world)
        asks = choose(tried, replace(ask, options=options), other)
        if all_seen(engine, tried, asks, viewer) == seen:
            return True
    return False


def common_choices(asks: Sequence[Ask], others: Sequence[Ask]) -> list[tuple[Ask, Choice, Ask]]:
    """The choices that two games both offer to the same seat."""
    return [
        (ask, choice, other)
        for ask in asks
        for other in others
        if ask.seat == other.seat and ask.prompt == other.prompt
        for choice in ask.options
        if choice in other.options
    ]


def all_seen(engine: Engine, game: Any, asks: Sequence[Ask], seat: int | None) -> bytes:
    """Everything that a seat sees of a game after a choice, including the lines of the log."""
    return canonical((view_of(engine, game, seat), shown(asks, seat), game.said))
