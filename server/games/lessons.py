"""Guided first games: data of a game, `lessons/<name>.json` in its folder, read strictly on import.

Theory of operation. A lesson is a real table whose deal is fixed, with bots that follow a script for as long
as it fits. What it says, it says by what there is to be seen: a step has conditions on the facts that its
seat may see, and the first step whose conditions hold is the one that is shown. So nothing about a lesson is
stored, and whoever comes back finds the same words. Figures and names in the words are placeholders, filled
from the same facts; so they can't contradict the rules.

A path leads to a fact: "game.coins.$" is the coins of the own seat. Its parts are keys and numbers of lists;
"$" is the own seat, "#" how many there are, "+" their sum. It begins with `seat`, `prompt` (what is asked,
"" for nothing), `game` (what everybody sees), `mine` (what the seat sees beyond that); for who learns also
with `hints` and `cards` (the game's cards.json). Of a choice that is proposed, "@" is the noun, and `amounts`
what it costs and brings by the hints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .catalogue import LANGUAGES, checked, folder, texts
from .engine import Engine, View
from .kernel import Ask, Choice

Facts = Mapping[str, Any]
"""What conditions and words are about, by the first part of a path."""

Words = dict[str, str]
"""A text in every language of `LANGUAGES`."""

Row = Annotated[list[Any], Meta(min_length=1)]
"""Choices as [verb, noun, ...]; [verb] alone means every noun."""

PLACE: Final = re.compile(r"\{(?:(\w+):)?([\w.$#+]+)\}")
"""In words: a path, or a thing of the game as "group:n", where n is a number or a path."""


class WrongLesson(ValueError):
    """A lesson can't be used; the message says why."""


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said at once, with what it speaks of: `lights` are CSS selectors of the game's page, in which
    "$" is the own seat; `picture` are drawings of the game, as [group, n]."""

    say: Words
    lights: list[str] = []
    picture: list[tuple[str, int]] = []


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is told at its time.

    `when`: by path, what a fact must be: the value itself, [least, most] for a number (null: any), or a list
    of texts of which it is one. `propose`: the choices that it leads to, of which at least one must be
    offered; `each`: what must hold, like `when`, for every one of them. `other`: what is said to whoever
    chooses something else.
    """

    name: str
    pages: Annotated[list[Page], Meta(min_length=1)]
    when: dict[str, Any] = {}
    propose: list[Row] = []
    each: dict[str, Any] = {}
    other: Words = {}


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot does: the first of its script that is offered, and whose conditions hold."""

    do: tuple[str, int]
    when: dict[str, Any] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game. `minutes` it takes; `deal` takes the place of the secret of its tables, in hex; `script`
    has the moves of bots by seat."""

    minutes: tuple[int, int]
    seats: int
    deal: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
    steps: Annotated[list[Step], Meta(min_length=1)]
    options: dict[str, Any] = {}
    script: dict[str, list[Move]] = {}


# -- reading -----------------------------------------------------------------------------------------


def read(engine: Engine, raw: bytes) -> Lesson:
    """A lesson from the bytes of its file. Raises WrongLesson, OptionsRefused."""
    try:
        lesson = msgspec.json.decode(raw, type=Lesson)
    except msgspec.ValidationError as wrong:
        raise WrongLesson(str(wrong)) from wrong
    checked(engine, lesson.options, lesson.seats)
    names = [step.name for step in lesson.steps]
    if len({*names}) < len(names):
        raise WrongLesson("two steps have the same name")
    if strange := [seat for seat in lesson.script if seat not in map(str, range(lesson.seats))]:
        raise WrongLesson(f"there is no seat {strange[0]}")
    for step in lesson.steps:
        for words in [*(page.say for page in step.pages), *([step.other] if step.other else [])]:
            if words.keys() != {*LANGUAGES} or not all(words.values()):
                raise WrongLesson(f"{step.name} isn't there in all languages")
    return lesson


@cache
def lessons(game: str) -> Mapping[str, Lesson]:
    """The lessons of a game, by name. Raises WrongLesson where one can't be used."""
    found = {}
    lies = folder(game) / "lessons"
    for file in sorted(lies.iterdir(), key=lambda file: file.name) if lies.is_dir() else ():
        if file.name.endswith(".json"):
            try:
                found[file.name.removesuffix(".json")] = read(GAMES[game], file.read_bytes())
            except ValueError as wrong:
                raise WrongLesson(f"{game}, {file.name}: {wrong}") from wrong
    return found


def offered(game: str) -> dict[str, dict[str, Any]]:
    """What can be told of a game's lessons before one begins: by name, for how many it is, and how long."""
    return {
        name: {"seats": lesson.seats, "minutes": [*lesson.minutes]} for name, lesson in lessons(game).items()
    }


# -- what fits ---------------------------------------------------------------------------------------


def look_up(facts: Facts, path: str, seat: int) -> Any:
    """The fact that a path leads to; None where there is nothing."""
    found: Any = facts
    for part in path.split("."):
        match part:
            case "#" if hasattr(found, "__len__"):
                found = len(found)
            case "+" if isinstance(found, Sequence):
                found = sum(found)
            case _:
                found = _part(found, seat if part == "$" else part)
    return found


def _part(found: Any, part: str | int) -> Any:
    if isinstance(found, Mapping):
        return found.get(part, found.get(str(part)))
    if isinstance(found, Sequence) and str(part).isdigit() and int(part) < len(found):
        return found[int(part)]
    return None


def holds(facts: Facts, when: Mapping[str, Any], seat: int) -> bool:
    """Are the facts as they must be?"""
    return all(_is(look_up(facts, path, seat), wanted) for path, wanted in when.items())


def _is(fact: Any, wanted: Any) -> bool:
    if not isinstance(wanted, list):
        return bool(fact == wanted)
    if isinstance(fact, int):
        least, most = wanted
        return (least is None or fact >= least) and (most is None or fact <= most)
    return fact is not None and fact in wanted


def proposed(step: Step, facts: Facts, seat: int, options: Sequence[Choice]) -> list[Choice]:
    """Those of the offered choices that a step leads to."""
    wanted = {(row[0], noun) for row in step.propose for noun in row[1:] or [None]}
    named = [choice for choice in options if {(choice.verb, choice.noun), (choice.verb, None)} & wanted]
    return [choice for choice in named if not step.each or _is_such(step, facts, seat, choice)]


def _is_such(step: Step, facts: Facts, seat: int, choice: Choice) -> bool:
    """Is a choice as each must be that the step leads to?"""
    rows = look_up(facts, "hints.amounts", seat) or ()
    amounts: View = next((change for verb, noun, change in rows if (verb, noun) == choice), {})
    when = {path.replace("@", str(choice.noun)): wanted for path, wanted in step.each.items()}
    return holds({**facts, "amounts": amounts}, when, seat)


def step_at(lesson: Lesson, facts: Facts, seat: int, options: Sequence[Choice]) -> Step | None:
    """The step that fits what a seat sees."""
    for step in lesson.steps:
        if holds(facts, step.when, seat) and (not step.propose or proposed(step, facts, seat, options)):
            return step
    return None


def scripted(lesson: Lesson, facts: Facts, seat: int, options: Sequence[Choice]) -> Choice | None:
    """What a bot is to choose at a seat; None where its script has nothing that fits."""
    for move in lesson.script.get(str(seat), ()):
        if move.do in options and holds(facts, move.when, seat):
            return Choice(*move.do)
    return None


# -- what is said ------------------------------------------------------------------------------------


def told(engine: Engine, name: str, game: Any, seat: int, ask: Ask | None, hints: View) -> View:
    """What a lesson says to a seat now, for its page; empty where it says nothing."""
    lesson = lessons(engine.name).get(name)
    if lesson is None:
        return {}
    options = ask.options if ask is not None else ()
    facts = {
        "seat": seat,
        "prompt": ask.prompt if ask is not None else "",
        "game": engine.public(game),
        "mine": engine.private(game, seat),
        "hints": hints,
        "cards": cards(engine.name),
    }
    step = step_at(lesson, facts, seat, options)
    if step is None:
        return {}

    return {
        "step": step.name,
        "at": lesson.steps.index(step) + 1,
        "of": len(lesson.steps),
        "pages": [
            {
                "say": filled(engine.name, facts, seat, page.say),
                "lights": [light.replace("$", str(seat)) for light in page.lights],
                "picture": [[*drawing] for drawing in page.picture],
            }
            for page in step.pages
        ],
        "propose": [[*choice] for choice in proposed(step, facts, seat, options)],
        "other": filled(engine.name, facts, seat, step.other),
    }


def filled(game: str, facts: Facts, seat: int, words: Words) -> Words:
    """Words with their places filled from the facts, in every language that they have."""
    return {
        language: PLACE.sub(_filler(game, language, facts, seat), text) for language, text in words.items()
    }


def _filler(game: str, language: str, facts: Facts, seat: int) -> Callable[[re.Match[str]], str]:
    names = texts(game, language)["names"]

    def fill(place: re.Match[str]) -> str:
        group, path = place.groups()
        fact = path if path.isdigit() else look_up(facts, path, seat)
        return str(look_up(names, f"{group}.{fact}", seat) if group else fact)

    return fill


@cache
def cards(game: str) -> Any:
    """The game's cards.json; empty where it has none."""
    file = folder(game) / "cards.json"
    return msgspec.json.decode(file.read_bytes()) if file.is_file() else {}


for _name in GAMES:
    lessons(_name)
