"""Guided first games: data of a game, `lessons/<name>.json`, read strictly.

Theory of operation. A lesson is a real table with a fixed deal, and with bots that follow a script as long as
it fits. Its sentences depend only on the visible state: each step has conditions on the facts that its seat
may see, and the first step whose conditions hold is shown. So a lesson stores no progress, and a player who
reconnects finds the same sentences. Figures and names in the sentences are placeholders, filled from the same
facts, so they can't contradict the rules.

A path leads to a fact: "game.coins.$" is the coins of the seat that looks it up. Its parts are keys and list
indexes; "$" is that seat, "#" the length, "+" the sum. A path begins with `seat`, `prompt` (the seat's
question, "" for none), `game` (the public view) or `mine` (the seat's private view); for the learner also
with `hints` or `cards` (the game's cards.json). In conditions on a proposed choice, "@" is the noun, and
`amounts` its costs and gains by the hints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from . import GAMES
from .beginning import begun
from .catalogue import LANGUAGES, checked, folder, texts
from .data_folders import cached, data_folder, folder_in
from .engine import Engine, View
from .kernel import Ask, Choice, settle
from .outside import in_file

Facts = Mapping[str, Any]
"""The facts for conditions and sentences, by the first part of a path."""

Words = dict[str, str]
"""A text in every language of `LANGUAGES`."""

Row = Annotated[list[Any], Meta(min_length=1)]
"""Choices as [verb, noun, ...]; [verb] alone means every noun."""

PLACE: Final = re.compile(r"\{(?:(\w+):)?([\w.$#+]+)\}")
"""A placeholder: a path, or the name of a thing as "group:n", where n is a number or a path."""


class WrongLesson(ValueError):
    """A lesson is invalid; the message says why."""


class LessonPage(Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences that are shown at once.

    `lights`: CSS selectors of the elements on the game's page that they mention; "$" is the learner's seat.
    `picture`: drawings of the game, as [group, n].
    """

    say: Words
    lights: list[str] = []
    picture: list[tuple[str, int]] = []


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson, shown while its conditions hold.

    `when`: by path, the required fact: the value itself, [least, most] for a number (null: any), or a list of
    texts that includes it. `propose`: the choices that the step recommends; at least one must be offered.
    `each`: conditions like `when` on each of these choices; choices that fail them are not recommended.
    `other`: the reply to any other choice.
    """

    name: str
    pages: Annotated[list[LessonPage], Meta(min_length=1)]
    when: dict[str, Any] = {}
    propose: list[Row] = []
    each: dict[str, Any] = {}
    other: Words = {}


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a bot. A bot plays the first move of its script that is offered and whose conditions hold."""

    do: tuple[str, int]
    when: dict[str, Any] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game.

    `minutes`: the least and the greatest duration. `deal`: replaces the secret of the table, in hex.
    `script`: the moves of the bots, by seat.
    """

    minutes: tuple[int, int]
    seats: int
    deal: Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
    steps: Annotated[list[LessonStep], Meta(min_length=1)]
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


@cached
def lessons(game: str) -> Mapping[str, Lesson]:
    """The lessons of a game, by name. Raises WrongLesson if one is invalid."""
    found = {}
    for file in _files(data_folder(game, "lessons", _tried)):
        try:
            found[file.name.removesuffix(".json")] = read(GAMES[game], file.read_bytes())
        except ValueError as wrong:
            raise WrongLesson(f"{game}, {file.name}: {wrong}") from wrong
    return found


def _files(lies: Traversable) -> list[Traversable]:
    found = lies.iterdir() if lies.is_dir() else ()
    return sorted((file for file in found if file.name.endswith(".json")), key=lambda file: file.name)


def _tried(package: Any, game: str) -> None:
    check_lessons(GAMES[game], folder_in(package, "lessons"))


def check_lessons(engine: Engine, lies: Traversable) -> None:
    """Raise Untrue if a lesson of this folder is invalid, or has no text at its first question."""
    for file in _files(lies):
        path = f"lessons/{file.name}"
        lesson = in_file(path, lambda: read(engine, file.read_bytes()))  # noqa: B023
        game = begun(engine, lesson.seats, lesson.options, int(lesson.deal, 16))
        asks = settle(game)
        for seat in range(lesson.seats):
            ask = next((one for one in asks if one.seat == seat), None)
            hints = engine.hints(game, seat, ask)
            in_file(path, lambda: step_of(engine, lesson, game, seat, ask, hints))  # noqa: B023


def offered(game: str) -> dict[str, dict[str, Any]]:
    """Metadata of a game's lessons, by name: the number of seats and the minutes."""
    return {
        name: {"seats": lesson.seats, "minutes": [*lesson.minutes]} for name, lesson in lessons(game).items()
    }


# -- conditions --------------------------------------------------------------------------------------


def look_up(facts: Facts, path: str, seat: int) -> Any:
    """The fact that a path leads to; None if there is none."""
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
    """Whether all conditions hold."""
    return all(_is(look_up(facts, path, seat), wanted) for path, wanted in when.items())


def _is(fact: Any, wanted: Any) -> bool:
    if not isinstance(wanted, list):
        return bool(fact == wanted)
    if isinstance(fact, int):
        least, most = wanted
        return (least is None or fact >= least) and (most is None or fact <= most)
    return fact is not None and fact in wanted


def proposed(step: LessonStep, facts: Facts, seat: int, options: Sequence[Choice]) -> list[Choice]:
    """The offered choices that a step recommends."""
    wanted = {(row[0], noun) for row in step.propose for noun in row[1:] or [None]}
    named = [choice for choice in options if {(choice.verb, choice.noun), (choice.verb, None)} & wanted]
    return [choice for choice in named if not step.each or _is_such(step, facts, seat, choice)]


def _is_such(step: LessonStep, facts: Facts, seat: int, choice: Choice) -> bool:
    """Whether a choice meets the `each` conditions of a step."""
    rows = look_up(facts, "hints.amounts", seat) or ()
    amounts: View = next((change for verb, noun, change in rows if (verb, noun) == choice), {})
    when = {path.replace("@", str(choice.noun)): wanted for path, wanted in step.each.items()}
    return holds({**facts, "amounts": amounts}, when, seat)


def step_at(lesson: Lesson, facts: Facts, seat: int, options: Sequence[Choice]) -> LessonStep | None:
    """The first step that fits what a seat sees."""
    for step in lesson.steps:
        if holds(facts, step.when, seat) and (not step.propose or proposed(step, facts, seat, options)):
            return step
    return None


def scripted(lesson: Lesson, facts: Facts, seat: int, options: Sequence[Choice]) -> Choice | None:
    """The scripted choice of a bot at a seat; None if no move of its script fits."""
    for move in lesson.script.get(str(seat), ()):
        if move.do in options and holds(facts, move.when, seat):
            return Choice(*move.do)
    return None


# -- sentences ---------------------------------------------------------------------------------------


def current_step(engine: Engine, name: str, game: Any, seat: int, ask: Ask | None, hints: View) -> View:
    """The lesson's current step for a seat, as data for its page; empty if no step fits."""
    lesson = lessons(engine.name).get(name)
    return step_of(engine, lesson, game, seat, ask, hints) if lesson is not None else {}


def step_of(engine: Engine, lesson: Lesson, game: Any, seat: int, ask: Ask | None, hints: View) -> View:
    """The same of this lesson."""
    options = ask.options if ask is not None else ()
    facts = facts_of(engine, game, seat, ask, hints)
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


def facts_of(engine: Engine, game: Any, seat: int, ask: Ask | None, hints: View) -> dict[str, Any]:
    """The facts that a seat may see."""
    return {
        "seat": seat,
        "prompt": ask.prompt if ask is not None else "",
        "game": engine.public(game),
        "mine": engine.private(game, seat),
        "hints": hints,
        "cards": cards(engine.name),
    }


def filled(game: str, facts: Facts, seat: int, words: Words) -> Words:
    """Sentences with their placeholders filled from the facts, in each of their languages."""
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
    """The game's cards.json; empty if it has none."""
    file = folder(game) / "cards.json"
    return msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
