"""The laws of guided games: each one reaches its end with any choices of the learner, and its texts are
true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from server.authoring.lessons import QUESTIONS, Learner, Moment, minutes, obedient, violations, walk, words
from server.games import GAMES
from server.games.bruges.cards import ACTIVATION, COLOUR
from server.games.bruges.flow import advance_price, leaders
from server.games.bruges.turn.threats import threshold
from server.games.catalogue import LANGUAGES, folder, texts
from server.games.kernel import Choice
from server.games.lessons import PLACE, WrongLesson, holds, lessons, look_up, offered, read
from server.games.loyang.state import BLUE, CARD, MARKER

LESSONS = [(game, name) for game in GAMES for name in lessons(game)]

GROUP = 4
"""The number of equal animals that move one group to the farm."""

DEALT = 20
"""The regular customer of Loyang's guide."""

DEALS = ["", *(n.to_bytes(32, "big").hex() for n in range(1, 8))]
"""The lesson's own deal, and some others for which its texts must be true as well."""

OWN_DEAL = 6
"""The number of games with its own deal, each with other proposals chosen and other opponents."""

AFTERWARDS = 4
"""The number of own questions within which a lesson must have a text again after another choice."""


def straight(game: str, name: str) -> list[Moment]:
    return list(walk(game, name, obedient, QUESTIONS))


def turning(step: str, choice: Choice) -> Learner:
    """Chooses the proposals, except for one choice at this step, the first time."""
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
    """At each step: the other proposed choices, and one that is not proposed; with the name of the step, and
    whether it is proposed."""
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


@pytest.mark.parametrize("game", GAMES)
def test_lessons_come_to_their_last_steps(game: str) -> None:
    assert [*violations(game)] == []


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_begins_with_its_first_step(game: str, name: str) -> None:
    moments = straight(game, name)
    first = next(moment for moment in moments if moment.ask is not None)
    assert first.told["at"] == 1, "it begins with its first step"
    told = {moment.told.get("step") for moment in moments}
    assert len(told) > 5


@pytest.mark.parametrize("game", ["machi_koro", "schweinebande"])
def test_whoever_does_not_listen_comes_to_the_last_step_as_well(game: str) -> None:
    """This includes a learner who always takes the last option, which is mostly to do nothing."""
    stubborn = [at_random(Random(seed)) for seed in range(OWN_DEAL)] + [last_option]
    for seed, learner in enumerate(stubborn):
        *_, last = walk(game, "first", learner, QUESTIONS, seed=seed)
        assert last.told["at"] == last.told["of"], seed


def last_option(moment: Moment) -> Choice:
    assert moment.ask is not None
    return moment.ask.options[-1]


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
    """The texts contain no digits, and each of their placeholders can be filled."""
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
    """Chooses the first proposal, and a random option without one."""

    def learner(moment: Moment) -> Choice:
        assert moment.ask is not None
        return obedient(moment) if moment.told.get("propose") else random.choice(moment.ask.options)

    return learner


def test_the_row_that_a_learner_is_led_to_makes_a_group_whoever_stands_in_its_way() -> None:
    """There may be farmers in the prepared row: then the learner looks for another."""
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
    """With any opponents: the customer that the guide deals is never turned down, and every round has a step
    and no loan."""
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


def led(random: Random) -> Learner:
    """Chooses any of the proposals, and a random option without one."""

    def learner(moment: Moment) -> Choice:
        assert moment.ask is not None
        return Choice(*random.choice(moment.told.get("propose") or moment.ask.options))

    return learner


def mistaken(moment: Moment, choice: Choice) -> str:
    """The objection of the Bruges guide to a choice of the first seat; empty if there is none."""
    game, options = moment.game, moment.ask.options if moment.ask else ()
    me, rounds = game.players[0], game.round
    close = {c for c, n in enumerate(me.threats) if n == threshold(game, 0, c) - 1}
    averted = {COLOUR[other.noun] for other in options if other.verb == "threat"}
    if moment.ask and moment.ask.prompt == "turn" and close & averted and choice.verb != "threat":
        return "the third marker may come"
    match choice.verb:
        case "threat" if close & averted and COLOUR[choice.noun] not in close:
            return "that one is no danger, another is"
        case "house" if me.room(is_pet=False):
            return "a house stands empty already"
        case "guilders" if game.rolled[COLOUR[choice.noun]] < GOOD_DIE:
            return "the die shows little"
        case "hire" if ACTIVATION[choice.noun] == "endgame" and rounds < LATE:
            return "laurels are for later"
        case "advance" if advance_price(game, 0) > CHEAP and leaders(game, 0) != [0]:
            return "the step is dear"
        case "done" if any(other.verb == "use" for other in options):
            return "a person could still work"
        case _:
            return ""


GOOD_DIE, CHEAP, LATE = 4, 3, 4
"""Guilders that are worth a card; guilders that a step is always worth; the round from which laurels are."""


@pytest.mark.parametrize("deal", DEALS)
def test_the_guide_of_bruges_proposes_nothing_that_it_calls_a_mistake(deal: str) -> None:
    """For any deal, any rolls, and any opponents."""
    for seed in range(OWN_DEAL):
        for moment in walk("bruges", "first", led(Random(seed)), QUESTIONS, seed=seed, deal=deal):
            for row in moment.told.get("propose", ()):
                wrong = mistaken(moment, Choice(*row))
                assert not wrong, f"{moment.told['step']} proposes {row}, but {wrong}"


def test_whoever_follows_the_guide_of_bruges_has_done_everything_once() -> None:
    """Each of the six actions, a person at work, and a step of reputation."""
    for seed in range(OWN_DEAL):
        done: list[str] = []
        *_, last = walk("bruges", "first", noting(led(Random(seed)), done), QUESTIONS, seed=seed)
        assert last.told["at"] == last.told["of"]
        assert {*done} >= {"workers", "guilders", "threat", "canal", "house", "hire", "use", "advance"}, seed


def noting(learner: Learner, done: list[str]) -> Learner:
    """Chooses as the given learner, and records the verbs."""

    def noted(moment: Moment) -> Choice:
        choice = learner(moment)
        done.append(choice.verb)
        return choice

    return noted


@pytest.mark.parametrize("game", ["bruges", "machi_koro", "schweinebande"])
def test_no_step_is_there_in_vain(game: str) -> None:
    """Each step is reached in some game."""
    told = set()
    for deal in DEALS:
        for seed in range(OWN_DEAL):
            for learner in (led(Random(seed)), at_random(Random(seed))):
                for moment in walk(game, "first", learner, QUESTIONS, seed=seed, deal=deal):
                    told.add(moment.told.get("step", ""))
    assert {step.name for step in lessons(game)["first"].steps} <= told


def at_random(random: Random) -> Learner:
    """Ignores the lesson."""

    def learner(moment: Moment) -> Choice:
        assert moment.ask is not None
        return random.choice(moment.ask.options)

    return learner


@pytest.mark.parametrize("game", ["bruges", "machi_koro", "santiago", "schweinebande"])
def test_a_lesson_takes_as_long_as_it_says(game: str) -> None:
    """By the characters to read and the questions to answer; the others' moves take additional time."""
    least, most = lessons(game)["first"].minutes
    moments = [*walk(game, "first", led(Random(0)), QUESTIONS)]
    for language in LANGUAGES:
        read: dict[tuple[str, int], str] = {}
        for moment in moments:
            pages = moment.told.get("pages", ())
            read |= {(moment.told["step"], n): page["say"][language] for n, page in enumerate(pages)}
        asked = sum(moment.ask is not None for moment in moments)
        assert least <= minutes(sum(map(len, read.values())), asked) <= most, language


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
    assert not holds(facts, {"game.gone": 0}, 0) and not holds(facts, {"game.gone": [None, 3]}, 0)


def test_the_catalogue_lists_all_lessons() -> None:
    assert offered("machi_koro")["first"]["seats"] == 3
    assert all(set(offered(game)) == {name for of, name in LESSONS if of == game} for game in GAMES)
