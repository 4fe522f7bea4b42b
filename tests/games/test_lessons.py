"""The laws of guided games: each runs through whatever the learner chooses, and says what is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from server.games import GAMES
from server.games.catalogue import LANGUAGES, folder, texts
from server.games.engine import View
from server.games.kernel import Choice
from server.games.lessons import PLACE, WrongLesson, holds, lessons, look_up, offered, read
from server.games.loyang.state import BLUE, CARD, MARKER

from .lessons import LESSONS, Learner, Moment, obedient, walk

QUESTIONS = 120
"""Own questions after which a lesson must be through."""

GROUP = 4
"""Animals of a kind that make one move to the farm."""

DEALT = 20
"""The regular customer of Loyang's guide."""

AFTERWARDS = 4
"""Own questions within which a lesson must have something to say after another choice."""


def straight(game: str, name: str) -> list[Moment]:
    return list(walk(game, name, obedient, QUESTIONS))


def words(told: View) -> Iterator[str]:
    for page in told.get("pages", ()):
        yield from page["say"].values()
    yield from told.get("other", {}).values()


def turning(step: str, choice: Choice) -> Learner:
    """Does what is proposed, but for one choice at this step, the first time."""
    turned: list[str] = []

    def learner(moment: Moment) -> Choice:
        if (
            moment.told.get("step") == step
            and not turned
            and choice in (moment.ask.options if moment.ask else ())
        ):
            turned.append(step)
            return choice
        return obedient(moment)

    return learner


def turnings(game: str, name: str) -> Iterator[tuple[str, Choice, bool]]:
    """At each step: the other proposed choices, and one that is not; which, and whether it is proposed."""
    seen = set()
    for moment in straight(game, name):
        step = moment.told.get("step", "")
        if moment.ask is None or not step or step in seen:
            continue
        seen.add(step)
        proposed = [Choice(*row) for row in moment.told["propose"]]
        for choice in proposed[1:3]:
            yield step, choice, True
        others = [choice for choice in moment.ask.options if choice not in proposed]
        if proposed and others:
            yield step, others[0], False
            yield step, others[-1], False


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_comes_to_its_last_step(game: str, name: str) -> None:
    moments = straight(game, name)
    assert moments[-1].told["at"] == moments[-1].told["of"]
    first = next(moment for moment in moments if moment.ask is not None)
    assert first.told["at"] == 1, "it begins with its first step"
    told = {moment.told.get("step") for moment in moments}
    assert len(told) > 5


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_other_choice_is_answered_and_the_lesson_goes_on(game: str, name: str) -> None:
    steps = {step.name: step for step in lessons(game)[name].steps}
    for step, choice, proposed in turnings(game, name):
        assert proposed or steps[step].other, f"{step} says nothing to {choice}"
        moments = list(walk(game, name, turning(step, choice), QUESTIONS // 2))
        again = [n for n, moment in enumerate(moments) if moment.told.get("step") == step]
        after = [m for m in moments[again[0] + 1 :] if m.ask is not None][:AFTERWARDS]
        assert any(moment.told for moment in after), f"nothing is said after {choice} at {step}"


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_friends_who_learn_together_are_all_told_something(game: str, name: str) -> None:
    for seat in range(1, lessons(game)[name].seats):
        asked = [m for m in walk(game, name, obedient, 12, seat=seat) if m.ask is not None]
        assert asked and sum(bool(moment.told) for moment in asked) * 2 > len(asked)


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_figures_and_names_are_filled_from_the_game(game: str, name: str) -> None:
    """No digit stands in the words themselves, and no place of theirs leads nowhere."""
    for step in lessons(game)[name].steps:
        for said in [*(page.say for page in step.pages), step.other]:
            for language, text in said.items():
                assert not re.search(r"\d", PLACE.sub("", text)), f"{step.name}: {text}"
                assert text.count("{") == len(PLACE.findall(text)), f"{step.name}: {text}"
                for group, _ in PLACE.findall(text):
                    assert not group or group in texts(game, language)["names"], f"{step.name}: {group}"
    for seat in range(lessons(game)[name].seats):
        for moment in walk(game, name, obedient, QUESTIONS if seat == 0 else 12, seat=seat):
            for text in words(moment.told):
                assert "None" not in text and "{" not in text and "[" not in text, text


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_pictures_are_of_things_that_have_names(game: str, name: str) -> None:
    names = texts(game, "en")["names"]
    for step in lessons(game)[name].steps:
        for page in step.pages:
            for group, n in page.picture:
                assert look_up(names, f"{group}.{n}", 0), f"{step.name}: {group} {n}"


def wandering(random: Random) -> Learner:
    """Does what is proposed, and anything where nothing is."""

    def learner(moment: Moment) -> Choice:
        assert moment.ask is not None
        return obedient(moment) if moment.told.get("propose") else random.choice(moment.ask.options)

    return learner


def test_the_row_that_a_learner_is_led_to_makes_a_group_whoever_stands_in_its_way() -> None:
    """There may be farmers in the row that was prepared: then the learner looks for another."""
    steps = []
    for seed in range(6):
        walked = walk("schweinebande", "first", wandering(Random(seed)), QUESTIONS, seed=seed)
        own = (moment for moment in walked if moment.ask is not None)
        first = next(moment for moment in own if moment.told["step"].startswith("collect"))
        after = next(own)
        steps.append(first.told["step"])
        assert steps[-1] == "collect-free" or max(after.game.pens[0]) >= GROUP
    assert {*steps} == {"collect", "collect-free"}


def test_whoever_follows_the_guide_of_loyang_never_does_what_it_calls_a_mistake() -> None:
    """Whatever the others do: the customer that it deals is never turned down, and no round is without a step
    or on credit."""
    for seed in range(6):
        ends = {}
        for moment in walk("loyang", "first", obedient, QUESTIONS, seed=seed):
            me = moment.game.farms[0]
            refused = [row[CARD] for row in me.regulars if row[CARD] == DEALT and row[MARKER] != BLUE]
            ends[moment.game.round] = me.space, me.loans, refused
        spaces = [space for space, _, _ in ends.values()]
        assert len(ends) == 1 + moment.game.round, "every round is gone through"
        assert all(loans == 0 and refused == [] for _, loans, refused in ends.values()), (seed, ends)
        assert all(before < after for before, after in pairwise(spaces[:-1])), (seed, ends)


def raw(**changes: Any) -> bytes:
    lesson = msgspec.json.decode((folder("machi_koro") / "lessons" / "first.json").read_bytes())
    return msgspec.json.encode({**lesson, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"strange": 1},
        {"steps": []},
        {"deal": "no hex"},
        {"seats": 9},
        {"options": {"strange": True}},
        {"script": {"7": []}},
        {"steps": [{"name": "one", "pages": [{"say": {"en": "Only one language."}}]}]},
        {"steps": [{"name": "one", "pages": [{"say": dict.fromkeys(LANGUAGES, "Twice.")}]}] * 2},
    ],
)
def test_a_lesson_that_is_wrong_is_not_begun_with(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        read(GAMES["machi_koro"], raw(**changes))
    assert issubclass(WrongLesson, ValueError)


def test_facts_are_found_by_their_paths() -> None:
    facts = {"prompt": "build", "game": {"coins": [3, 5], "names": {"7": "x"}}}
    assert look_up(facts, "game.coins.$", 1) == 5
    assert look_up(facts, "game.coins.+", 1) == 8
    assert look_up(facts, "game.coins.#", 1) == 2
    assert look_up(facts, "game.names.7", 1) == "x"
    assert look_up(facts, "game.coins.9", 1) is None and look_up(facts, "game.gone.$", 1) is None
    assert holds(facts, {"prompt": ["build", "throw"], "game.coins.$": [4, None]}, 1)
    assert not holds(facts, {"game.coins.$": [4, None]}, 0)
    assert not holds(facts, {"game.gone": 0}, 0)


def test_what_is_told_of_lessons_before_they_begin() -> None:
    assert offered("machi_koro")["first"]["seats"] == 3
    assert all(set(offered(game)) == {name for of, name in LESSONS if of == game} for game in GAMES)
