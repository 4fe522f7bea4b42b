"""The laws that every game keeps. Each is a small function that looks at one question of a random game.

A law raises AssertionError, or lets through what the game raised. `examine` plays one random game and
tries all of them. Run as a program, thousands of games are examined; see `--help`.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from traceback import walk_tb
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from server.games.engine import Engine
from server.games.kernel import ALL, OPEN, OWN, Ask, Choice, IllegalChoice, choose, settle
from server.games.packing import pack, unpack

from .engines import clone_of, hidden, new_game
from .mirrors import Mirrors
from .promises import hints_are_plain_and_no_secret, hints_come_true
from .walks import Made, Question, Walk, canonical, draw_choice, draw_deal, story
from .wire import over_the_wire

ENDLESS = 20_000
"""Choices after which a random game counts as one that never ends."""

POSSIBLE = 3
"""Games that a seat takes for possible, of which a law looks at each choice."""

PROVISIONAL = ("bruges",)
"""Games whose rules let others see the steps of a turn before they stand (BRU-21.1). What a seat knows itself
it may show there and take back; what it can't know seals as everywhere."""

Law = Callable[[Question], None]


class LawBroken(AssertionError):
    """A law doesn't hold; the message says for which game and how to play it again."""


# -- questions -------------------------------------------------------------------------------------


def questions_are_sound(q: Question) -> None:
    """Every ask has options, all different, and goes to a seat of its own."""
    seats = [ask.seat for ask in q.asks]
    assert len(set(seats)) == len(seats) and set(seats) <= set(q.seats), f"asked are {seats}"
    for ask in q.asks:
        assert ask.prompt and ask.options, f"nothing to choose in {ask}"
        assert len(set(ask.options)) == len(ask.options), f"an option twice in {ask}"
        assert all(type(c) is Choice and type(c.verb) is str and type(c.noun) is int for c in ask.options)


def asking_changes_nothing(q: Question) -> None:
    """Settling again puts the same questions and leaves every byte alone."""
    before = pack(q.game)
    assert list(settle(q.game)) == list(q.asks), "asked again, the questions differ"
    assert pack(q.game) == before, "asking has changed the game"


def nothing_impossible(q: Question) -> None:
    q.engine.check(q.game)


def scores_are_sound(q: Question) -> None:
    """One score per seat at any time; equal places are shared, and leave a gap behind them."""
    scores = q.engine.scores(q.game)
    assert [score.seat for score in scores] == list(range(len(scores)))
    places = sorted(score.place for score in scores)
    assert all(place in (i + 1, places[i - 1]) for i, place in enumerate(places)), f"places {places}"
    assert places[0] == 1, f"places {places}"
    assert all(type(n) is int for score in scores for n in (score.points, *score.parts.values()))


# -- offers ----------------------------------------------------------------------------------------


def every_offer_works(q: Question) -> None:
    """Each offer can be taken and leaves a possible game; the clones it is tried on are independent."""
    before, clone = pack(q.game), clone_of(q.engine)
    for ask in q.asks:
        for choice in ask.options:
            tried = clone(q.game)
            choose(tried, ask, choice)
            q.engine.check(tried)
            assert tried.sealed in (OPEN, OWN, ALL)
    assert pack(q.game) == before, "a choice in a clone has changed the original"


def nothing_else_works(q: Question) -> None:
    """What is not offered is refused, and not a byte changes."""
    before = pack(q.game)
    for ask in q.asks:
        verb, noun = q.random.choice(ask.options)
        wrong = [Choice("nonsense"), Choice("", noun), Choice(verb, q.random.choice((-2, 10**6)))]
        wrong += [choice for other in q.asks for choice in other.options]
        for choice in wrong:
            if choice in ask.options:
                continue
            try:
                choose(q.game, ask, choice)
            except IllegalChoice:
                assert pack(q.game) == before, f"the refusal of {choice} has changed the game"
            else:
                raise AssertionError(f"{choice} was not offered, and was carried out")


def only_options_that_cost_say_so(q: Question) -> None:
    """What a table may answer by itself takes nothing from the seat. That a turn ends is nobody's price."""
    for ask in q.asks:
        if ask.forced and not ask.costs and ask.options[0].verb != "done":
            tried = clone_of(q.engine)(q.game)
            before = q.engine.holdings(tried, ask.seat)
            choose(tried, ask, ask.options[0])
            after = q.engine.holdings(tried, ask.seat)
            lost = [name for name, amount in before.items() if after[name] < amount]
            assert not lost, f"the only option of '{ask.prompt}' costs seat {ask.seat} its {lost}"


# -- copies ----------------------------------------------------------------------------------------


def packing_loses_nothing(q: Question) -> None:
    packed = pack(q.game)
    again = unpack(q.engine.state, packed)
    assert again == q.game and type(again) is type(q.game), "unpacked, the game differs"
    assert pack(again) == packed, "packed again, the bytes differ"


def clones_share_nothing_mutable(q: Question) -> None:
    clone = clone_of(q.engine)(q.game)
    assert clone == q.game and pack(clone) == pack(q.game), "the clone differs"
    shared = {id(part) for part in mutable_parts(q.game)} & {id(part) for part in mutable_parts(clone)}
    assert not shared, "the clone shares lists, maps or structs with the original"


def copies_go_on_alike(q: Question) -> None:
    """A clone and an unpacked copy make the same of the same choices; the original stays as it is."""
    before = pack(q.game)
    clone, copy = clone_of(q.engine)(q.game), unpack(q.engine.state, before)
    asks, asks_of_copy = q.asks, settle(copy)
    for _ in range(6):
        assert list(asks) == list(asks_of_copy), "the copies are asked different things"
        if not asks:
            break
        ask, choice = draw_choice(asks, q.random)
        asks, asks_of_copy = choose(clone, ask, choice), choose(copy, ask, choice)
        assert pack(clone) == pack(copy), f"after {choice} the copies differ"
        assert clone.said == copy.said
    assert pack(q.game) == before, "playing on in copies has changed the original"


def mutable_parts(value: Any) -> Iterator[Any]:
    """Every list, map and changeable struct in a game, the game itself included."""
    if isinstance(value, Struct):
        if not value.__struct_config__.frozen:
            yield value
        for field in value.__struct_fields__:
            yield from mutable_parts(getattr(value, field))
    elif isinstance(value, list | tuple | dict):
        if not isinstance(value, tuple):
            yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from mutable_parts(part)


# -- views and secrets -----------------------------------------------------------------------------


def view_of(engine: Engine, game: Any, seat: int | None) -> tuple[Any, Any]:
    """What a seat sees, or a watcher: the public part and its own."""
    return engine.public(game), {} if seat is None else engine.private(game, seat)


def shown(asks: Sequence[Ask], seat: int | None) -> list[Any]:
    """What a seat sees of the questions: who is asked what, and its own options."""
    return [(ask.seat, ask.prompt, ask.options if ask.seat == seat else None) for ask in asks]


def by_itself(asks: Sequence[Ask]) -> list[tuple[int, bool, bool]]:
    """Whose questions a table may answer by itself, with only one option; and which of them cost."""
    return [(ask.seat, ask.forced, ask.forced and ask.costs) for ask in asks]


def views_change_nothing(q: Question) -> None:
    before = pack(q.game)
    for seat in q.viewers:
        view_of(q.engine, q.game, seat)
    assert pack(q.game) == before, "looking has changed the game"


def imagined_games_fit(q: Question) -> None:
    """A game imagined from a view is possible, looks the same, and asks the same there."""
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
    """Over many seeds every hidden zone takes other contents, so no view gives them away."""
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
    """Two games that look alike to a seat do so after the same choices too, until a choice seals.

    The seat that chose is held by a seal of its own; where somebody else gets to know something, the
    choice must seal for all.
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
    """What a choice shows others of hidden things seals, since taken back it would have been seen.

    Before the choice another seat (or a watcher) takes many games for possible. Whatever it sees of the
    choice it must be able to see in each of them, by some answer of the seat that was asked: else it could
    rule that game out from then on, and the choice has told it something. The choice itself need not be
    offered there, as where a hand card is shown that lies in another hand.
    """
    ask, choice = draw_choice(q.asks, q.random)
    after = clone_of(q.engine)(q.game)
    asks = choose(after, ask, choice)
    if after.sealed == ALL:
        return
    viewer = q.random.choice([seat for seat in q.viewers if seat != ask.seat])
    knower = viewer
    if q.engine.name in PROVISIONAL:
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
    """Is there an answer to the same question in this game after which the viewer has seen just this?"""
    options = next(other.options for other in settle(world) if other.seat == ask.seat)
    likely = sorted(options, key=lambda other: (other != choice, other.verb != choice.verb))
    for other in likely:
        tried = clone_of(engine)(world)
        asks = choose(tried, replace(ask, options=options), other)
        if all_seen(engine, tried, asks, viewer) == seen:
            return True
    return False


def common_choices(asks: Sequence[Ask], others: Sequence[Ask]) -> list[tuple[Ask, Choice, Ask]]:
    """The choices that both of two games offer to the same seat."""
    return [
        (ask, choice, other)
        for ask in asks
        for other in others
        if ask.seat == other.seat and ask.prompt == other.prompt
        for choice in ask.options
        if choice in other.options
    ]


def all_seen(engine: Engine, game: Any, asks: Sequence[Ask], seat: int | None) -> bytes:
    """All that a seat knows of a game after a choice, the lines of the log included."""
    return canonical((view_of(engine, game, seat), shown(asks, seat), game.said))


# -- from question to question ---------------------------------------------------------------------


def told_by_name(walk: Walk) -> None:
    """The log's lines are a key and numbers."""
    for key, *nouns in walk.game.said:
        assert type(key) is str and key and all(type(noun) is int for noun in nouns), walk.game.said


def same_choices_same_bytes(walk: Walk) -> None:
    """Set up anew, the same choices give the same game."""
    deal = walk.deal
    game = new_game(walk.engine, deal.seats, deal.seed, deal.options)
    asks = settle(game)
    for seat, verb, noun in walk.history:
        ask = next(ask for ask in asks if ask.seat == seat)
        asks = choose(game, ask, Choice(verb, noun))
    assert not asks and pack(game) == pack(walk.game), "played again, the game differs"


# -- all of them -----------------------------------------------------------------------------------

ALWAYS: tuple[Law, ...] = (
    questions_are_sound,
    nothing_impossible,
    packing_loses_nothing,
    scores_are_sound,
    only_options_that_cost_say_so,
)
"""Cheap, and tried at every question."""

SAMPLED: tuple[Law, ...] = (
    asking_changes_nothing,
    every_offer_works,
    nothing_else_works,
    clones_share_nothing_mutable,
    copies_go_on_alike,
    views_change_nothing,
    imagined_games_fit,
    hidden_cards_could_lie_elsewhere,
    alike_until_sealed,
    hints_are_plain_and_no_secret,
    hints_come_true,
    what_was_seen_stands,
)
"""Tried at a random share of the questions."""

AT_THE_END: tuple[Law, ...] = (
    nothing_impossible,
    packing_loses_nothing,
    scores_are_sound,
    clones_share_nothing_mutable,
    asking_changes_nothing,
    imagined_games_fit,
)
"""Tried when the game is over."""


def examine(name: str, number: int, every: int = 1) -> int:
    """Play the n-th random game of a name and try all laws; returns the number of choices.

    The dearer laws are tried at one question in `every`. Raises LawBroken.
    """
    deal = draw_deal(name, number)
    history: list[Made] = []
    try:
        walk = Walk(deal, history)
        mirrors = Mirrors(walk)
        while walk.asks:
            assert len(history) < ENDLESS, f"no end after {ENDLESS} choices"
            question = walk.question()
            for law in (*ALWAYS, *(law for law in SAMPLED if not walk.for_laws.randrange(every))):
                law(question)
            walk.choose(*walk.pick())
            told_by_name(walk)
            mirrors.follow()
        for law in AT_THE_END:
            law(walk.question())
        same_choices_same_bytes(walk)
    except Exception as wrong:
        law_name = _law_in(wrong)
        again = f"python -m tests.games.laws --game {name} --seed {number} --games 1 --every {every}"
        raise LawBroken(
            f"{law_name}: {type(wrong).__name__}: {wrong}\n{story(deal, history)}\nagain: {again}"
        ) from wrong
    return len(history)


def _law_in(wrong: Exception) -> str:
    """The name of the law that an exception came out of."""
    names = [frame.f_code.co_name for frame, _ in walk_tb(wrong.__traceback__)]
    return names[1] if len(names) > 1 else "examine"


def fingerprint(name: str, numbers: Sequence[int]) -> int:
    """A number made of every byte of these random games, views and questions included."""
    crc = 0
    for number in numbers:
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            walk.choose(*walk.pick())
            views = [view_of(walk.engine, walk.game, seat) for seat in walk.question().viewers]
            crc = zlib.crc32(repr((views, walk.asks, walk.game.said)).encode(), crc)
            crc = zlib.crc32(pack(walk.game), crc)
    return crc


if __name__ == "__main__":
    from .run_laws import main

    sys.exit(main())
