"""The laws of texts: a game has words for everything that random games really use, alike in every language.

A law yields a line for each violation, which begins with the file. `violations` tries all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from server.games.catalogue import LANGUAGES, set_kind
from server.games.engine import Engine
from server.games.position_words import faults, rows_in

from .engines import NoEvidence, texts_of
from .reasons import told
from .walks import Walk, draw_deal

GAMES_HEARD: Final = 12
"""The number of random games that are listened to."""

PLACE: Final = re.compile(r"{(\w+)(?::(\w+))?}")
UNTRANSLATED: Final = re.compile(r"https://|[A-Z]{3,}-\d")
"""Texts that are the same in all languages: addresses, and the numbers of rules."""

LONG_SPACES: Final = 4
"""A text with more spaces than this is a sentence: it can't be the same in two languages."""

UNNAMED: Final = ("", "seat", "seats", "number")
"""Groups without names in the texts: a number is its own name, a seat has that of its player."""


class Heard(NamedTuple):
    """Everything that came up in some random games: prompts, the nouns of each verb and of each place of each
    line."""

    prompts: set[str]
    nouns: dict[str, set[int]]
    lines: dict[str, list[set[int]]]


@cache
def heard(name: str) -> Heard:
    """What some random games of this name use."""
    found = Heard(set(), {}, {})
    for number in range(GAMES_HEARD):
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            for said in walk.game.said:
                places = found.lines.setdefault(said[0], [set() for _ in said[1:]])
                for place, noun in zip(places, said[1:], strict=True):
                    place.add(noun)
            for ask in walk.asks:
                found.prompts.add(ask.prompt)
                for verb, noun in ask.options:
                    found.nouns.setdefault(verb, set()).add(noun)
            walk.choose(*walk.pick())
    return found


def violations(engine: Engine) -> Iterator[str]:
    """The violations of all laws."""
    yield from same_shape(engine)
    yield from nothing_untranslated(engine)
    for language in LANGUAGES:
        for law in LAWS:
            try:
                for line in law(engine, texts_of(engine, language)):
                    yield f"texts/{language}.json: {line}"
            except (KeyError, IndexError) as missing:
                yield f"texts/{language}.json: there is no {missing.args[0]}"


# -- both languages ----------------------------------------------------------------------------------


def same_shape(engine: Engine) -> Iterator[str]:
    """All languages have the same keys, the same lengths of lists, and the same places in each text."""
    first, *others = (dict(leaves(texts_of(engine, language))) for language in LANGUAGES)
    for language, other in zip(LANGUAGES[1:], others, strict=True):
        for path in sorted(first.keys() ^ other.keys()):
            lacks = language if path in first else LANGUAGES[0]
            yield f"texts/{lacks}.json: there is no {path}, as there is in the other language"
        for path in sorted(first.keys() & other.keys()):
            if shape(first[path]) != shape(other[path]):
                yield f"texts/{language}.json: {path} has other places than in texts/{LANGUAGES[0]}.json"


def shape(text: str) -> Any:
    """What two translations of a text share: its places, and all of a text that isn't prose."""
    return text if UNTRANSLATED.match(text) else sorted(PLACE.findall(text))


def leaves(text: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All texts by their paths."""
    if isinstance(text, str):
        yield path, text
    else:
        for key, value in text.items() if isinstance(text, dict) else enumerate(text):
            yield from leaves(value, f"{path}.{key}" if path else str(key))


def nothing_untranslated(engine: Engine) -> Iterator[str]:
    """No sentence is the same in two languages."""
    first, *others = (dict(leaves(texts_of(engine, language))) for language in LANGUAGES)
    for language, other in zip(LANGUAGES[1:], others, strict=True):
        for path, text in first.items():
            if text.count(" ") > LONG_SPACES and other.get(path) == text and not UNTRANSLATED.match(text):
                yield f"texts/{language}.json: {path} is not translated"


# -- one language ------------------------------------------------------------------------------------


def nothing_empty(engine: Engine, texts: Any) -> Iterator[str]:
    for path, text in leaves(texts):
        if not text and not path.startswith("facts."):
            yield f"{path} is empty"
        if text != text.strip():
            yield f"{path} begins or ends with a space"


def every_question_has_words(engine: Engine, texts: Any) -> Iterator[str]:
    prompts = texts["prompts"]
    yield from lacking("prompts", heard(engine.name).prompts, prompts)
    for prompt, words in prompts.items():
        if words.keys() != {"ask", "wait"} or "{seat}" not in words["wait"]:
            yield f"prompts.{prompt} needs `ask`, and `wait` with a place {{seat}}"


def every_choice_has_words(engine: Engine, texts: Any) -> Iterator[str]:
    for verb, nouns in heard(engine.name).nouns.items():
        named = nouns != {-1}
        if verb not in texts["choices"]:
            yield f"there is no choices.{verb}"
        elif ("{noun}" in texts["choices"][verb]) != named:
            yield f"choices.{verb} {'needs a' if named else 'has no use for the'} place {{noun}}"
        if (verb in texts["nouns"]) != named:
            yield f"nouns.{verb} is {'missing' if named else 'there, and the verb has no noun'}"
        elif named:
            yield from nameless(texts, texts["nouns"][verb], nouns, f"nouns.{verb}")


def every_line_has_words(engine: Engine, texts: Any) -> Iterator[str]:
    lines = heard(engine.name).lines
    yield from lacking("log", lines, texts["log"])
    for key in lines.keys() & texts["log"].keys():
        for place, group in PLACE.findall(texts["log"][key]):
            if not place.isdecimal():
                yield f"log.{key} has a place {place}, which is no number"
            elif int(place) >= len(lines[key]):
                yield f"log.{key} has a place {place}, and the game says nothing for it"
            else:
                yield from nameless(texts, group, lines[key][int(place)], f"log.{key}")


def a_line_for_one_number_says_what_the_line_says(engine: Engine, texts: Any) -> Iterator[str]:
    log = texts["log"]
    for key, text in log.items():
        general, _, number = key.partition(".")
        if number:
            numbers = [place for place, group in PLACE.findall(log.get(general, "")) if not group]
            if not numbers:
                yield f"log.{key} is for one number, and log.{general} has none"
                continue
            wanted = PLACE.findall(log[general].replace(f"{{{numbers[0]}}}", ""))
            if not number.isdigit() or sorted(PLACE.findall(text)) != sorted(wanted):
                yield f"log.{key} has other places than log.{general} without its first number"


def lines_told_together_say_as_much(engine: Engine, texts: Any) -> Iterator[str]:
    for key, words in texts.get("together", {}).items():
        places = PLACE.findall(words["row"])
        sound = words.keys() - {"by"} == {"all", "row"} and words["all"].count("{rows}") == 1
        sound &= "by" not in words or words["by"] in {place for place, _ in places}
        if not sound or {*places} != {*PLACE.findall(texts["log"][key])}:
            yield f"together.{key} doesn't say what log.{key} says"


def every_option_has_words(engine: Engine, texts: Any) -> Iterator[str]:
    hints = get_type_hints(engine.options, include_extras=True)
    yield from lacking("options", engine.options.__struct_fields__, texts["options"])
    for field in sorted(texts["options"].keys() - {*engine.options.__struct_fields__}):
        yield f"options.{field} is there, and the game has no such option"
    for field in texts["options"].keys() & hints.keys():
        kind = set_kind(hints[field])
        wanted = [str(value) for value in get_args(kind)] if get_origin(kind) is Literal else None
        if wanted is not None and [*texts["options"][field]["values"]] != wanted:
            yield f"options.{field}.values needs {', '.join(wanted)}, in this order"


def scores_and_help_have_words(engine: Engine, texts: Any) -> Iterator[str]:
    walk = Walk(draw_deal(engine.name, 0))
    parts = {part for score in engine.scores(walk.game) for part in score.parts}
    yield from lacking("scores", parts, texts["scores"])
    for group, told_of in texts["help"].items():
        if len(told_of) != len(texts["names"][group]):
            yield f"help.{group} has {len(told_of)} texts for {len(texts['names'][group])} names"


def the_rules_have_a_short_and_a_long_version(engine: Engine, texts: Any) -> Iterator[str]:
    words = {}
    for version in ("short", "long"):
        sections = texts["rules"][version]
        words[version] = sum(len(text.split()) for section in sections for text in section["text"])
        for section in sections:
            if not section["title"] or not section["text"] or not section.get("ids"):
                yield f"rules.{version}: each section needs `title`, `text` and `ids`"
    if words["short"] >= words["long"]:
        yield "rules.short is not shorter than rules.long"


def each_question_is_explained_in_one_section(engine: Engine, texts: Any) -> Iterator[str]:
    sections = texts["rules"]["long"]
    asked = [prompt for section in sections for prompt in section.get("asks", [])]
    for prompt in sorted({*asked} | texts["prompts"].keys()):
        if asked.count(prompt) != 1 or prompt not in texts["prompts"]:
            yield f"rules.long: {prompt} stands in `asks` of {asked.count(prompt)} sections instead of one"
    for group, _, n in (it.rpartition("-") for section in sections for it in section.get("pictures", [])):
        if not texts["help"][group][int(n)]:
            yield f"rules.long has a picture of {group}-{n}, which help doesn't explain"
    if texts["rules"]["kinds"].keys() != texts["help"].keys():
        yield "rules.kinds has other groups than help"


def every_reason_has_words(engine: Engine, texts: Any) -> Iterator[str]:
    """For games with a module `shown`, which lists all reasons."""
    try:
        _, true = told(engine)
    except NoEvidence:
        return
    keys = {"another", *(key for reasons in true.values() for key in reasons)}
    has = {key.partition(".")[0] for key in texts["why"]}
    yield from lacking("why", keys, has)
    for key in sorted(has - keys):
        yield f"why.{key} is there, and shown.py knows no such reason"
    for key, text in texts["why"].items():
        for group in (group for _, group in PLACE.findall(text) if group):
            if not is_group(texts, group):
                yield f"why.{key}: names has no group {group}"


def every_kind_of_thing_has_a_group_of_names(engine: Engine, texts: Any) -> Iterator[str]:
    yield from lacking("things", engine.things, texts["things"])
    for kind, group in texts["things"].items():
        if kind not in engine.things:
            yield f"things.{kind} is there, and the game has no such thing"
        if not is_group(texts, group):
            yield f"things.{kind}: names has no group {group}"


def the_position_has_words(engine: Engine, texts: Any) -> Iterator[str]:
    package: Any = engine
    yield from faults(rows_in(package.__name__), texts)


LAWS: Final[tuple[Callable[[Engine, Any], Iterator[str]], ...]] = (
    nothing_empty,
    every_question_has_words,
    every_choice_has_words,
    every_line_has_words,
    a_line_for_one_number_says_what_the_line_says,
    lines_told_together_say_as_much,
    every_option_has_words,
    scores_and_help_have_words,
    the_rules_have_a_short_and_a_long_version,
    each_question_is_explained_in_one_section,
    every_reason_has_words,
    every_kind_of_thing_has_a_group_of_names,
    the_position_has_words,
)
"""The laws for each language."""


def lacking(group: str, keys: Iterable[str], words: Iterable[str]) -> Iterator[str]:
    """A line for each key without a text."""
    for key in sorted({*keys} - {*words}):
        yield f"there is no {group}.{key}"


def is_group(texts: Any, group: str) -> bool:
    return group in UNNAMED or group in texts["names"]


def nameless(texts: Any, group: str, nouns: Iterable[int], where: str) -> Iterator[str]:
    """A line if some of these things have no name."""
    if group in UNNAMED:
        return
    if group not in texts["names"]:
        yield f"{where}: names has no group {group}"
        return
    names = texts["names"][group]
    known = {int(n) for n in names} if isinstance(names, dict) else {*range(len(names))}
    if missing := sorted({*nouns} - known):
        yield f"{where}: names.{group} lacks {', '.join(map(str, missing))}"
