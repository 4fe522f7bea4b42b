"""Goes through lessons without a page: somebody learns, the bots do what the script says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from server.games import GAMES
from server.games.catalogue import options_of
from server.games.engine import View
from server.games.kernel import Ask, Choice, choose, settle
from server.games.lessons import Lesson, lessons, scripted, told
from server.table import tokens

LESSONS = [(game, name) for game in GAMES for name in lessons(game)]

READING = 943
"""Characters that a person reads in a minute: words would not do, German has fewer and longer ones."""
CHOOSING = 5
"""Seconds that a person takes for a choice."""


def minutes(characters: int, choices: int) -> float:
    """How long a lesson takes."""
    return characters / READING + choices * CHOOSING / 60


class Moment(NamedTuple):
    """What a learner is told, and asked."""

    game: Any
    ask: Ask | None
    told: View


Learner = Callable[[Moment], Choice]
"""Chooses one of the options of the question."""

Bot = Callable[[Any, Ask, Random], Choice]


def any_option(game: Any, ask: Ask, random: Random) -> Choice:
    return random.choice(ask.options)


def obedient(moment: Moment) -> Choice:
    """Does the first that is proposed; where nothing is, what comes first."""
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
    """What a seat is told from question to question, until so many are answered or the lesson's last step is
    there. At others' questions, too. `deal`: in place of the lesson's own."""
    engine, lesson, random = GAMES[game], lessons(game)[name], Random(seed)
    state = engine.setup(
        lesson.seats,
        tokens.seed(deal or lesson.deal, []),
        options_of(engine, {**engine.options.usual(), **lesson.options}),
    )
    asks = settle(state)
    while asks and questions:
        own = next((ask for ask in asks if ask.seat == seat), None)
        moment = Moment(state, own, told(engine, name, state, seat, own, engine.hints(state, seat, own)))
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
