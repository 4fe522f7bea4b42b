"""The laws that every game keeps. Each is a small function that examines one question of a random game.

The laws of copies, of secrecy, of hints and of reasons have modules of their own (`copies.py`, `secrecy.py`,
`promises.py`, `reasons.py`). A law raises AssertionError, or lets the game's own errors pass. `examine` plays
one random game and tries all of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from traceback import walk_tb

from server.games.bounds import outside
from server.games.evidence import ANY_QUESTION
from server.games.kernel import ALL, OPEN, OWN, Choice, IllegalChoice, choose, in_lanes, settle
from server.games.packing import pack
from server.starting import called

from .copies import clones_share_nothing_mutable, copies_go_on_alike, packing_loses_nothing
from .engines import clone_of, exception, new_game
from .mirrors import Mirrors
from .promises import hints_are_plain_and_no_secret, hints_come_true
from .reasons import reasons_hold
from .secrecy import (
    alike_until_sealed,
    hidden_cards_could_lie_elsewhere,
    imagined_games_fit,
    view_of,
    views_change_nothing,
    what_was_seen_stands,
)
from .walks import ENDLESS, Made, Question, Walk, draw_deal, story

Law = Callable[[Question], None]


class LawBroken(AssertionError):
    """A law doesn't hold; the message tells for which game and how to replay it."""


# -- questions -------------------------------------------------------------------------------------


def questions_are_sound(q: Question) -> None:
    """Every ask has options, all different, and each ask goes to another seat."""
    seats = [ask.seat for ask in q.asks]
    assert len(set(seats)) == len(seats) and set(seats) <= set(q.seats), f"asked are {seats}"
    for ask in q.asks:
        assert ask.prompt and ask.options, f"nothing to choose in {ask}"
        assert len(set(ask.options)) == len(ask.options), f"an option twice in {ask}"
        assert all(type(c) is Choice and type(c.verb) is str and type(c.noun) is int for c in ask.options)


def asking_changes_nothing(q: Question) -> None:
    """Settling again gives the same questions, and leaves every byte alone, even for steps that change the
    game when they ask."""
    before = pack(q.game)
    assert list(settle(q.game)) == list(q.asks), "asked again, the questions differ"
    bare = [(ask.seat, ask.prompt) for ask in settle(q.game, lambda ask: True)]
    assert bare == [(ask.seat, ask.prompt) for ask in q.asks], "others are certain than are asked"
    assert pack(q.game) == before, "asking has changed the game"


def nothing_impossible(q: Question) -> None:
    """The state is possible, and all numbers are within their bounds; otherwise tables could not continue
    from it."""
    q.engine.check(q.game)
    found = next(outside(q.game, q.game.bounds), None)
    assert found is None, f"out of its bounds: {found}"


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
    """Each offer can be chosen and leaves a possible game; the clones for the trials are independent."""
    before, clone = pack(q.game), clone_of(q.engine)
    for ask in q.asks:
        for choice in ask.options:
            tried = clone(q.game)
            choose(tried, ask, choice)
            q.engine.check(tried)
            assert tried.sealed in (OPEN, OWN, ALL)
    assert pack(q.game) == before, "a choice in a clone has changed the original"


def nothing_else_works(q: Question) -> None:
    """A choice that is not offered is refused, and not a byte changes."""
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
    """An answer that a table may give automatically takes nothing from the seat. The end of a turn is no
    price."""
    for ask in q.asks:
        if ask.forced and not ask.costs and ask.options[0].verb != "done":
            tried = clone_of(q.engine)(q.game)
            before = q.engine.holdings(tried, ask.seat)
            choose(tried, ask, ask.options[0])
            after = q.engine.holdings(tried, ask.seat)
            lost = [name for name, amount in before.items() if after[name] < amount]
            assert not lost, f"the only option of '{ask.prompt}' costs seat {ask.seat} its {lost}"


def nothing_is_taken_back_under_others_eyes(q: Question) -> None:
    """As soon as other seats are asked instead of a seat, its choice stands, unless a rule says otherwise."""
    if in_lanes(q.game):
        return
    allowed = exception(q.engine, "TAKEN_BACK", frozenset())
    for ask in q.asks:
        if allowed == ANY_QUESTION or ask.prompt in allowed:
            continue
        choice, after = ask.options[q.game.drawn % len(ask.options)], clone_of(q.engine)(q.game)
        asked = {other.seat for other in choose(after, ask, choice)}
        if asked and ask.seat not in asked and not in_lanes(after):
            stands = after.sealed != OPEN or q.game.stands(ask)
            assert stands, f"{choice} could be taken back, though {asked} are asked"


# -- from question to question ---------------------------------------------------------------------


def told_by_name(walk: Walk) -> None:
    """The log's lines consist of a key and numbers."""
    for key, *nouns in walk.game.said:
        assert type(key) is str and key and all(type(noun) is int for noun in nouns), walk.game.said


def same_choices_same_bytes(walk: Walk) -> None:
    """The same setup with the same choices gives the same game."""
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
    nothing_is_taken_back_under_others_eyes,
)
"""Cheap laws, tried at every question."""

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
    reasons_hold,
)
"""Laws that are tried at a random share of the questions."""

AT_THE_END: tuple[Law, ...] = (
    nothing_impossible,
    packing_loses_nothing,
    scores_are_sound,
    clones_share_nothing_mutable,
    asking_changes_nothing,
    imagined_games_fit,
)
"""Laws that are tried when the game is over."""


def examine(name: str, number: int, every: int = 1) -> int:
    """Play the n-th random game of a name and try all laws; returns the number of choices.

    The expensive laws are tried at one question in `every`. Raises LawBroken.
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
        again = called(f"python -m server check {name} --seed {number} --games 1 --every {every}")
        raise LawBroken(
            f"{law_name}: {type(wrong).__name__}: {wrong}\n{story(deal, history)}\nagain: {again}"
        ) from wrong
    return len(history)


def _law_in(wrong: Exception) -> str:
    """The name of the law that raised an exception."""
    names = [frame.f_code.co_name for frame, _ in walk_tb(wrong.__traceback__)]
    return names[1] if len(names) > 1 else "examine"


def fingerprint(name: str, numbers: Sequence[int]) -> int:
    """A number made of every byte of these random games, including views and questions."""
    crc = 0
    for number in numbers:
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            walk.choose(*walk.pick())
            views = [view_of(walk.engine, walk.game, seat) for seat in walk.question().viewers]
            crc = zlib.crc32(repr((views, walk.asks, walk.game.said)).encode(), crc)
            crc = zlib.crc32(pack(walk.game), crc)
    return crc
