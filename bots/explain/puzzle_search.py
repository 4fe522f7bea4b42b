"""Searches games of bots for puzzles: questions with one answer that is clearly the best.

Minds of several levels play, so that positions vary. Each question is first evaluated by *expert*, which is
fast. A candidate has an answer that is ahead and that a plain player misses. *master* then searches the
stored position several times, with independent random numbers; all searches must give the same answer, and
on average rate it clearly better than all others. A game gives three puzzles at most, of kinds of
questions that are rare so far, and few puzzles have the same answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import fsum, inf
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Raw

from server.games import GAMES
from server.games.catalogue import checked, options_of
from server.games.engine import Engine
from server.games.examples import begin, scene_of
from server.games.kernel import Ask, Choice, choose, settle
from server.games.puzzles import MAX_LOG_LINES, Puzzle, PuzzleOption

from ..arena.arena import Job, make_mind, play
from ..document import Document, about_table, document_of, lines_of
from ..minds.master import MAX_TRIES
from ..minds.registry import MINDS
from ..values import WIN
from .puzzles import MIN_POINTS_AHEAD, MIN_WIN_CHANCE_AHEAD, PLAIN
from .reasons import MAX_TOLD_CHANGES, Ranked
from .tips import TipAdviser

PLAYERS: Final = ("skilled", "expert", "casual")
"""The levels that play."""

MIN_OPTIONS, MAX_OPTIONS = 3, 60
MAX_TRIED_CANDIDATES: Final = 6
"""Candidates of a game that are searched."""

CANDIDATE_LEAD_SHARE: Final = 0.6
"""The lead by the first look, as a share of the required lead."""

MAX_EXPLAINED_OPTIONS: Final = 12
"""The number of options with reasons, the best first."""

SEARCHES: Final = 3
"""Searches of a candidate by *master*."""

FIRST_TRIES: Final = 100
"""The budget of a search before them: most candidates are not clear, and a long search takes seconds."""

MAX_PUZZLES_A_GAME: Final = 3

MIN_LEAD_SHARE: Final = 0.6
"""The lead that each search must find, as a share of the required lead, which their mean must reach."""

MAX_SAME_ANSWERS: Final = 6
"""The number of puzzles that may have the same answer."""

SEED_BITS: Final = 48


class Candidate(NamedTuple):
    """A question of a game: the number of choices before it, its document, and the answer and its lead by the
    first look."""

    number: int
    document: Document
    answer: Choice
    lead: float

    @property
    def prompt(self) -> str:
        return str(self.document["mine"]["ask"]["prompt"])


class PlayedGame(NamedTuple):
    """A game that was played, as its choices, and its candidates."""

    seats: int
    seed: int
    options: Any
    choices: list[tuple[int, Choice]]
    """Each with the seat that made it."""
    candidates: list[Candidate]


class PuzzleSearch:
    """The search in one game. `lead`: the least lead of an answer, in chance of winning, or in hand-made
    values for a game without chances (0: the usual one); `seats`: the number of seats (0: all in turn);
    `tries`: the budget of each search by *master*."""

    def __init__(
        self, game: str, seed: int, lead: float = 0.0, seats: int = 0, tries: int = MAX_TRIES
    ) -> None:
        self._seats = [seats] if seats else [*GAMES[game].seats]
        self.engine, self.seed, self.lead = GAMES[game], seed, lead
        self.kinds: Counter[str] = Counter()
        """The number of puzzles by prompt."""
        self.answers: Counter[Choice] = Counter()
        """The number of puzzles by answer."""
        self._teacher = TipAdviser(tries=tries)
        self._first = TipAdviser(tries=min(tries, FIRST_TRIES))

    def found(self) -> Iterator[list[Puzzle]]:
        """The puzzles of each game that is played, without end."""
        for number in count():
            yield [*islice(self._puzzles(self._played(number)), MAX_PUZZLES_A_GAME)]

    def _required(self, shared: bool) -> float:
        return self.lead or (MIN_WIN_CHANCE_AHEAD if shared else MIN_POINTS_AHEAD)

    # -- playing -------------------------------------------------------------------------------------

    def _played(self, number: int) -> PlayedGame:
        engine, random = self.engine, Random(f"{self.seed}/{number}")
        seats, seed = self._seats[number % len(self._seats)], random.getrandbits(SEED_BITS)
        plain = checked(engine, {**engine.options.decided(seats)}, seats)
        names = [random.choice(PLAYERS) for _ in range(seats)]
        minds = [make_mind(name, MINDS[name], f"{seed}/{seat}") for seat, name in enumerate(names)]
        played = PlayedGame(seats, seed, options_of(engine, plain), [], [])

        def watch(document: Document, asks: Sequence[Ask], ask: Ask, choice: Choice) -> None:
            if MIN_OPTIONS <= len(ask.options) <= MAX_OPTIONS:
                self._look(played, document)
            played.choices.append((ask.seat, choice))

        job = Job(engine.name, tuple(names), 1, plain)
        play(engine, played.options, minds, seed, names, job, watch)
        return played

    def _look(self, played: PlayedGame, document: Document) -> None:
        ranked = self._teacher.ranked(document, inf)
        if ranked.shared != self._teacher.shared(self.engine, played.seats):
            return  # the first place is decided
        is_ahead = ranked.lead >= CANDIDATE_LEAD_SHARE * self._required(ranked.shared)
        if is_ahead and self._is_missed(document, ranked):
            played.candidates.append(Candidate(len(played.choices), document, ranked.offers[0], ranked.lead))

    def _is_missed(self, document: Document, ranked: Ranked) -> bool:
        """Does a plain player choose something else?"""
        return self._teacher.ranked(document, inf, PLAIN).offers[0] != ranked.offers[0]

    # -- confirming ----------------------------------------------------------------------------------

    def _puzzles(self, played: PlayedGame) -> Iterator[Puzzle]:
        fresh = [one for one in played.candidates if self.answers[one.answer] < MAX_SAME_ANSWERS]
        by_rarity = sorted(fresh, key=lambda it: (self.kinds[it.prompt], self.answers[it.answer], -it.lead))
        for candidate in by_rarity[:MAX_TRIED_CANDIDATES]:
            puzzle = self._confirmed(played, candidate)
            if puzzle and self.answers[puzzle.options[0].choice] < MAX_SAME_ANSWERS:
                self.kinds[candidate.prompt] += 1
                self.answers[puzzle.options[0].choice] += 1
                yield puzzle

    def _confirmed(self, played: PlayedGame, candidate: Candidate) -> Puzzle | None:
        """The puzzle of a candidate, if all searches give the same clear answer to the stored position."""
        scene, log = self._scene(played, candidate.number), lines_of(candidate.document)[-MAX_LOG_LINES:]
        document = asked_document(self.engine, scene, candidate.document["mine"]["seat"], log)
        searches: list[Ranked] = []
        required = self._required(self._teacher.shared(self.engine, played.seats))
        if self._first.ranked(document, inf, "master", SEARCHES).lead < MIN_LEAD_SHARE * required:
            return None
        for salt in range(SEARCHES):
            ranked = self._teacher.ranked(document, inf, "master", salt)
            searches.append(ranked)
            agreed = (ranked.offers[0], ranked.shared) == (searches[0].offers[0], searches[0].shared)
            if ranked.lead < MIN_LEAD_SHARE * required or not agreed:
                return None
        if fsum(ranked.lead for ranked in searches) < required * len(searches):
            return None
        if not self._is_missed(document, searches[0]):
            return None
        puzzle = self._told(document, searches, scene, log)
        return puzzle if is_explained(puzzle) else None

    def _scene(self, played: PlayedGame, number: int) -> bytes:
        """The position after this number of choices."""
        game = self.engine.setup(played.seats, played.seed, played.options)
        asks = settle(game)
        for seat, choice in played.choices[:number]:
            asks = choose(game, next(ask for ask in asks if ask.seat == seat), choice)
        return scene_of(game, played.seed)

    def _told(
        self, document: Document, searches: Sequence[Ranked], scene: bytes, log: Sequence[Any]
    ) -> Puzzle:
        mean = mean_worths(searches)
        offers = sorted(mean, key=lambda choice: -mean[choice])
        best, shared = offers[0], searches[0].shared
        why = self._teacher.reasons(document, offers[:MAX_EXPLAINED_OPTIONS])
        then, together = self._teacher.prepares(document, best, inf)
        return Puzzle(
            seat=document["mine"]["seat"],
            options=[
                PuzzleOption(*choice, round(1000 * mean[choice]), why[number] if number < len(why) else [])
                for number, choice in enumerate(offers)
            ],
            scene=Raw(scene),
            shared=shared,
            then=[(one.verb, one.noun) for one in then],
            together=together[:MAX_TOLD_CHANGES],
            log=[list(line) for line in log],
        )


class SearchedAgain(NamedTuple):
    """A stored puzzle, searched once more with other random numbers."""

    puzzle: Puzzle
    best: Choice
    """The best option, by the mean of all searches."""
    behind: float
    """How far the stored answer is behind it, in the unit of the puzzle's values; 0 if it is the best."""
    agreed: int
    """The number of searches whose best option is the stored answer."""

    @property
    def is_confirmed(self) -> bool:
        return self.behind == 0


def searched_again(
    engine: Engine, puzzle: Puzzle, teacher: TipAdviser, salts: Sequence[int]
) -> SearchedAgain:
    """Search a stored puzzle by *master*, once with the random numbers of each salt."""
    document = asked_document(engine, bytes(puzzle.scene), puzzle.seat, puzzle.log)
    searches = [teacher.ranked(document, inf, "master", salt) for salt in salts]
    mean, answer = mean_worths(searches), puzzle.options[0].choice
    best = max(mean, key=lambda choice: mean[choice])
    agreed = sum(one.offers[0] == answer for one in searches)
    return SearchedAgain(puzzle, best, mean[best] - mean[answer], agreed)


def mean_worths(searches: Sequence[Ranked]) -> dict[Choice, float]:
    """The mean value of each option over several searches."""
    worths = [dict(zip(one.offers, one.worths, strict=True)) for one in searches]
    return {choice: fsum(one[choice] for one in worths) / len(worths) for choice in worths[0]}


def is_explained(puzzle: Puzzle) -> bool:
    """Do the reasons name something that the answer brings, and something that it does better than the next
    best choice? And does none of them say that it gives a win away?"""
    best, second, *_ = puzzle.options
    if any(part == WIN and way < 0 for option in puzzle.options for part, way, _ in option.why):
        return False
    brings = bool(puzzle.then) or any(way > 0 for _, way, _ in best.why)
    return brings and any(way > 0 for _, way, _ in second.why)


def asked_document(engine: Engine, scene: bytes, seat: int, log: Sequence[Any]) -> Document:
    """The document of a seat at a stored position."""
    game: Any = begin(engine, scene)
    asks = [*settle(game)]
    about = about_table(engine, getattr(game, "options", {}), [PLAIN] * len(engine.scores(game)))
    return document_of(engine, game, asks, seat, about, [len(log), *log])
