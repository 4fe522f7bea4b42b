"""`python -m server check PACKAGE`: examines a package of a game, and tells each finding in one line.

Each part is a generator of findings: what is wrong, and how to mend it. A part that finds nothing says in one
line what it has tried.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Final, NamedTuple

import msgspec

from server.admin.findings import ADVICE, FINE, WRONG, Finding
from server.games import GAMES
from server.games.engine import Engine
from server.games.examples import examples
from server.games.lessons import lessons as known_lessons
from server.games.outside import CONTRACT_NUMBER, FAULTS
from server.games.positions import has_positions
from server.games.puzzles import puzzles
from server.process.child import environment, tie_to
from server.starting import called, command

from . import boards, data, example_scenes, lessons, perft, texts, undo
from .engines import NoEvidence, evidence
from .laws import LawBroken, examine
from .projects import NoPackage, Project, importable, opened
from .walks import whole

MENDS: Final = {
    "questions_are_sound": "each question needs options, each option once, and another seat",
    "asking_changes_nothing": "`asks` may only read the game; change it in `run` or `answer`",
    "nothing_impossible": "correct the step, or `check` and the bounds of `state` if the state is right",
    "scores_are_sound": "`scores` gives one Score for each seat; equal points share a place",
    "every_offer_works": "offer only what `answer` can do",
    "nothing_else_works": "leave checking of choices to the kernel, and change nothing in `asks`",
    "only_options_that_cost_say_so": "give the Ask `costs=True`, so that people confirm it",
    "nothing_is_taken_back_under_others_eyes": "`game.seal()` in the step, or TAKEN_BACK in hidden.py",
    "packing_loses_nothing": "annotate each field of the state with its full type; no sets, no floats",
    "clones_share_nothing_mutable": "annotate each field with the types of its elements",
    "copies_go_on_alike": "keep everything in the state: no module variables, no default that is shared",
    "views_change_nothing": "`public` and `private` may only read the game",
    "imagined_games_fit": "`imagine` must give the same view again, and views may list only what is seen",
    "hidden_cards_could_lie_elsewhere": "`imagine` must deal what hidden.py lists by its seed",
    "alike_until_sealed": "a choice that shows something hidden calls `game.seal()`",
    "what_was_seen_stands": "a choice that shows something hidden to others calls `game.seal()`",
    "hints_are_plain_and_no_secret": "`hints` may use only what the seat sees",
    "hints_come_true": "`amounts` may promise only what certainly happens",
    "reasons_hold": "compare `things` of the game with shown.py",
    "told_by_name": "`say` takes the key of a text and whole numbers",
    "same_choices_same_bytes": "take chance from `game.roll` alone, and keep everything in the state",
    "follow": "views must be new plain data each time: dicts, lists, whole numbers, texts",
    "examine": "correct the step that fails; a game that doesn't end has one that repeats itself",
}
"""By law: what usually mends its violation."""

MAX_LINE_CHARS: Final = 300
"""Longer findings are cut off: one finding is one line."""

BOT_GAMES: Final = 4
BOT_QUESTIONS: Final = 20
BOTS_TIMEOUT_S: Final = 300.0


class Effort(NamedTuple):
    """How much is tried: random games from this number on, dear laws at one question in `every`."""

    games: int
    first: int
    every: int
    browser: bool


def main(package: str, effort: Effort, write_perft: bool, write_examples: bool) -> int:
    """Examine a package, print the findings, and return the exit status: 1 if something is wrong. With one of
    the last two, only write files anew."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-check-") as folder:
        try:
            if write_examples:
                rewrite_examples(package, Path(folder))
            if write_examples and not write_perft:
                return 0
            project = opened(package, Path(folder))
        except (NoPackage, example_scenes.NoScenes) as missing:
            print(f"check: {missing}", file=sys.stderr)
            return 2
        if write_perft:
            return rewrite(project)
        states = []
        for finding in findings(project, effort):
            states.append(finding.state)
            print(line(finding), flush=True)
    wrong, advice = states.count(WRONG), states.count(ADVICE)
    print(f"\n{wrong} wrong, {advice} to think about." if wrong or advice else "\nAll is well.")
    return int(wrong > 0)


def line(finding: Finding) -> str:
    """A finding in one line, with its mend."""
    what = " ".join(finding.what.split())
    what = what if len(what) <= MAX_LINE_CHARS else f"{what[:MAX_LINE_CHARS]} …"
    mend = f" — {called(finding.mend)}" if finding.mend else ""
    return f"{finding.state:<7} {what}{mend}"


def rewrite(project: Project) -> int:
    """Write the numbers of sequences of the games anew, beside their tests."""
    if project.tests is None:
        print("check: --write-perft needs a folder with a package and its `tests`", file=sys.stderr)
        return 2
    for fault in project.faults:
        print(f"check: {fault}", file=sys.stderr)
    for game in project.games:
        file = project.perft_file(game)
        assert file is not None  # there is a folder of tests
        count, dropped = perft.write(game, file)
        for why in dropped:
            print(f"a position is dropped: {why}")
        print(f"{count} positions of {game} written to {file}")
    return int(not project.games)


def rewrite_examples(package: str, scratch: Path) -> None:
    """Write the positions at which the examples of a package in a folder begin. The game is not tried, since
    an example without its position is a fault. Raises NoPackage, NoScenes."""
    for module in importable(Path(package), scratch):
        for file in example_scenes.write(module, example_scenes.scenes_in(Path(package) / "tests")):
            print(f"written: {file}")


def findings(project: Project, effort: Effort) -> Iterator[Finding]:
    """All findings about a package."""
    for fault in project.faults:
        yield Finding(WRONG, fault, "correct that file; docs/adding.md says what it needs")
    for game in project.games:
        engine = GAMES[game]
        seats = f"{engine.seats[0]} to {engine.seats[-1]} players"
        yield Finding(FINE, f"contract: {game}, {seats}, keeps contract {CONTRACT_NUMBER}")
        if stuck := [*of_course(game, effort)]:
            yield from stuck  # all parts play whole games
        else:
            yield from of_parts(parts(engine, project, effort))
    for game in project.data:
        before = len(FAULTS)
        yield from of_parts(data_parts(GAMES[game]))
        for left_out in FAULTS[before:]:
            yield Finding(WRONG, left_out.line, "docs/adding.md says what data of a game need")


Part = tuple[str, Callable[[], Iterator[Finding]]]
"""What was tried, for the line if nothing is wrong, and the findings."""


def of_parts(examined: Iterator[Part]) -> Iterator[Finding]:
    """The findings of each part, or what it has tried. A part that a package breaks is a finding as well."""
    for about, part in examined:
        found = False
        try:
            for finding in part():
                found = True
                yield finding
        except Exception as wrong:
            found = True
            what = f"{about.partition(':')[0]}: {failure(wrong)}; the rest of it was not tried"
            yield Finding(WRONG, what, "correct what fails there; docs/adding.md says what a game needs")
        if not found:
            yield Finding(FINE, about)


def failure(wrong: Exception, when: str = "") -> str:
    """An error, and where it was raised. `when`: more about it."""
    place = extract_tb(wrong.__traceback__)[-1]
    return f"{type(wrong).__name__}: {wrong} ({Path(place.filename).name}:{place.lineno}{when})"


def parts(engine: Engine, project: Project, effort: Effort) -> Iterator[Part]:
    """What is examined of a game."""
    name = engine.name
    yield (
        f"texts: everything that {texts.GAMES_HEARD} random games use has words, alike in all languages",
        lambda: of_texts(engine),
    )
    yield f"laws: {effort.games} random games keep all of them", lambda: of_laws(engine, effort)
    yield f"undo: choices of {effort.games} random games were taken back", lambda: of_undo(name, effort)
    yield (
        "perft: the stored numbers of sequences are unchanged",
        lambda: of_perft(name, project.perft_file(name)),
    )
    yield "board: it asks why of each kind of thing that it shows", lambda: of_code(engine)
    yield from data_parts(engine)
    yield "bots: they play, and choose by what their seat sees", lambda: of_bots(name)
    if effort.browser:
        from . import browser

        yield browser.TRIED, lambda: browser.findings(engine)


def data_parts(engine: Engine) -> Iterator[Part]:
    """What is examined of the data of a game."""
    if known_lessons(engine.name):
        yield "lessons: whoever follows one comes to its last step", partial(of_lessons, engine.name)
    for about, law, mend in data_laws(engine):
        yield about, partial(of_data, engine, law, mend)


def of_course(name: str, effort: Effort) -> Iterator[Finding]:
    """The first random game that fails or doesn't end, among all that the parts play."""
    last = effort.first + effort.games
    for number in sorted({*range(texts.GAMES_HEARD), *range(effort.first, last)}):
        try:
            whole(name, number)
        except Exception as wrong:
            what = f"game: {failure(wrong, f', in random game {number}')}; nothing else was tried"
            yield Finding(WRONG, what, MENDS["examine"])
            return


def of_texts(engine: Engine) -> Iterator[Finding]:
    for wrong in texts.violations(engine):
        yield Finding(WRONG, wrong, "write it in every language, with the same places")


def of_laws(engine: Engine, effort: Effort) -> Iterator[Finding]:
    """The first violation of each law. Games without `hidden` and `shown` can't be examined."""
    for module in ("hidden", "shown"):
        try:
            evidence(engine, module)
        except NoEvidence as missing:
            yield Finding(WRONG, str(missing), "write it as server/games/evidence.py says")
            return
    known = set[str]()
    for number in range(effort.first, effort.first + effort.games):
        try:
            examine(engine.name, number, effort.every)
        except LawBroken as broken:
            law, _, told = str(broken).partition(": ")
            if law not in known:
                known.add(law)
                what = f"law {law}: {told.splitlines()[0]} ({str(broken).rpartition('again: ')[2]})"
                yield Finding(WRONG, what, MENDS.get(law, "see the law in server/authoring"))


def of_undo(name: str, effort: Effort) -> Iterator[Finding]:
    for number in range(effort.first, effort.first + effort.games):
        try:
            undo.examine(name, number)
        except AssertionError as broken:
            mend = "a choice must depend on the state alone, and one that shows something calls `game.seal()`"
            yield Finding(WRONG, f"undo: {broken}, in random game {number}", mend)
            return


def of_perft(name: str, file: Path | None) -> Iterator[Finding]:
    if file is None or not file.is_file():
        mend = "python -m server check PACKAGE --write-perft stores them beside the tests"
        yield Finding(ADVICE, "perft: there are no stored numbers of sequences", mend)
        return
    meant = "after a deliberate change of a rule: python -m server check PACKAGE --write-perft"
    try:
        positions = perft.stored(file)
        for number, position in enumerate(positions):
            if counts := perft.changed(name, position):
                said = f"perft: position {number} has {counts} sequences, and had {position.counts}"
                yield Finding(WRONG, said, meant)
    except (AssertionError, msgspec.MsgspecError, ValueError) as wrong:
        yield Finding(WRONG, f"perft: {file.name} doesn't fit the game: {wrong}", meant)


def of_code(engine: Engine) -> Iterator[Finding]:
    for wrong in boards.violations(engine):
        yield Finding(WRONG, wrong, "see docs/adding.md: board and why-not")
    if not boards.code_of(engine):
        yield Finding(ADVICE, "board: there is none, so the page shows a plain table", "write web/board.js")


def of_lessons(name: str) -> Iterator[Finding]:
    for wrong in lessons.violations(name):
        yield Finding(WRONG, wrong, "server/games/lessons.py says how steps are found")


def of_data(engine: Engine, law: Callable[[Engine], Iterator[str]], mend: str) -> Iterator[Finding]:
    for wrong in law(engine):
        yield Finding(WRONG, wrong, mend)


def data_laws(engine: Engine) -> Iterator[tuple[str, Callable[[Engine], Iterator[str]], str]]:
    """The laws of the data that a game has: what was tried, the law, and how to mend its violations."""
    if examples(engine.name):
        mend = "server/games/examples.py says what an example has; `rules` of the texts names it"
        yield "examples: what they claim is so, and the rules name each", data.of_examples, mend
    if puzzles(engine.name):
        mend = f"python -m bots riddles --game {engine.name} --keep FILE finds puzzles"
        yield "puzzles: each has one best choice, and words for its reasons", data.of_puzzles, mend
    if has_positions(engine):
        mend = "server/games/positions.py says what positions need"
        yield "positions: they say the same in all languages, and can be played", data.of_positions, mend


def of_bots(name: str) -> Iterator[Finding]:
    """Some games of bots, and questions that are asked twice, in processes of their own."""
    seats = 2 if 2 in GAMES[name].seats else GAMES[name].seats[0]
    arena = ("arena", name, "--minds", "greedy,whim", "--seats", str(seats), "--games", str(BOT_GAMES))
    fair = ("fair", name, "--minds", "greedy", "--questions", str(BOT_QUESTIONS))
    known = set[str]()
    for words in (arena, fair):
        status, told = bots(words)
        faults = {it for it in told if f" {name} (" in it and " is left out: " in it} - known
        known |= faults
        for fault in sorted(faults):
            yield Finding(WRONG, f"bots: {fault}", "correct that module; bots/README.md says what it needs")
        if status and not any("had anything hidden" in it for it in told):
            again = called(f"python -m bots {' '.join(words)}")
            yield Finding(WRONG, f"bots: {told[-1] if told else 'they fail'}", f"try it: {again}")


def bots(words: Sequence[str]) -> tuple[int, list[str]]:
    """Run a command of the bots; its status, and the lines of its output."""
    try:
        done = subprocess.run(
            command("bots", *words),
            env=environment(),
            capture_output=True,
            text=True,
            timeout=BOTS_TIMEOUT_S,
            preexec_fn=tie_to(os.getpid()),
        )
    except subprocess.TimeoutExpired:
        return 1, [f"they take more than {BOTS_TIMEOUT_S:.0f} s"]
    return done.returncode, f"{done.stdout}\n{done.stderr}".strip().splitlines()
