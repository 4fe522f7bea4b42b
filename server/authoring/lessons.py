"""Plays lessons without a page: a learner chooses, and the bots follow the script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from server.games import GAMES
from server.games.catalogue import options_of
from server.games.engine import View
from server.games.kernel import Ask, Choice, choose, settle
from server.games.lessons import Lesson, current_step, lessons, scripted
from server.table import tokens

READING = 943
"""Characters that a person reads in a minute. Words would be misleading: German has fewer and longer ones."""
CHOOSING = 5
"""Seconds that a person needs for a choice."""


def minutes(characters: int, choices: int) -> float:
    """The duration of a lesson."""
    return characters / READING + choices * CHOOSING / 60


class Moment(NamedTuple):
    """A text of the lesson, and the question."""

    game: Any
    ask: Ask | None
    told: View


Learner = Callable[[Moment], Choice]
"""Chooses one of the options of the question."""

Bot = Callable[[Any, Ask, Random], Choice]


QUESTIONS: Final = 120
"""The number of own questions within which a lesson must end."""


def violations(game: str) -> Iterator[str]:
    """For each lesson of a game: does a learner who follows it come to its last step, and are all of its
    texts filled?"""
    for name in lessons(game):
        moments = list(walk(game, name, obedient, QUESTIONS))
        last = next((moment.told for moment in reversed(moments) if moment.told), None)
        if last is None:
            yield f"lessons/{name}.json: nothing is said at any question"
        elif last["at"] != last["of"]:
            yield f"lessons/{name}.json: whoever follows it comes to {last['step']}, and not to its last step"
        for text in {text for moment in moments for text in words(moment.told)}:
            if "None" in text or "{" in text or "[" in text:
                yield f"lessons/{name}.json: a place is not filled: {text}"


def words(told: View) -> Iterator[str]:
    """The texts of a step, in all languages."""
    for page in told.get("pages", ()):
        yield from page["say"].values()
    yield from told.get("other", {}).values()


def any_option(game: Any, ask: Ask, random: Random) -> Choice:
    return random.choice(ask.options)


def obedient(moment: Moment) -> Choice:
    """Chooses the first proposal; without proposals, the first option."""
    assert moment.ask is not None
    proposed = moment.told.get("propose") or moment.ask.options
    return Choice(*proposed[0])


def walk(
    game: str,
    name: str,
    learner: Learner,
    questions: int,
    seat: int = 0,
    bot: Bot = any_option,
    seed: int = 0,
    deal: str = "",
) -> Iterator[Moment]:
    """The lesson at each question, until the seat has answered this many or the lesson's last step is
    reached. Includes the questions of other seats. `deal`: instead of the lesson's own."""
    engine, lesson, random = GAMES[game], lessons(game)[name], Random(seed)
    state = engine.setup(
        lesson.seats,
        tokens.seed(deal or lesson.deal, []),
        options_of(engine, {**engine.options.usual(), **lesson.options}),
    )
    asks = settle(state)
    while asks and questions:
        own = next((ask for ask in asks if ask.seat == seat), None)
        moment = Moment(
            state, own, current_step(engine, name, state, seat, own, engine.hints(state, seat, own))
        )
        yield moment
        if moment.told and moment.told["at"] == moment.told["of"]:
            return
        if own is not None:
            questions -= 1
            asks = choose(state, own, learner(moment))
        else:
            asks = choose(state, asks[0], _of_bot(lesson, engine, state, asks[0], bot, random))


def _of_bot(lesson: Lesson, engine: Any, state: Any, ask: Ask, bot: Bot, random: Random) -> Choice:
    seen = {"game": engine.public(state), "mine": engine.private(state, ask.seat)}
    facts = {"seat": ask.seat, "prompt": ask.prompt, **seen}
    return scripted(lesson, facts, ask.seat, ask.options) or bot(state, ask, random)
