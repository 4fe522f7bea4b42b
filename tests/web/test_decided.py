"""What a finished game says of its places and its turning point, computed a second time from its log."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from server.authoring.walks import draw_deal
from server.games import GAMES
from server.games.catalogue import LANGUAGES, digest, texts
from server.games.engine import Score
from server.games.santiago.state import VP
from server.table.entries import Entry, decode_entry
from server.table.reel import reel
from tests.table.tables import Sitting

from .conftest import NewGuest
from .guest import DESK, Guest
from .test_words import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

FEW = 2
"""Random games of each game in each language."""
PARTS, MANY = 4, 50
"""Tests of the long lane for each game, and the random games of each."""

Course = list[tuple[int, list[int]]]

SHOWN: dict[str, Callable[[Any], list[int]]] = {
    "loyang": lambda game: [farm.space for farm in game.farms],
    "santiago": lambda game: [held[VP] for held in game.held],
}
"""What the strip of a game shows as its score during the game, if that is not what it would be worth now."""

READ = """async ([game, reels]) => {
  const { decode } = await import("/static/net/codec.js");
  const { Reel } = await import("/static/table/replay_data.js");
  const { loadModule, modules } = await import("/static/core/games.js");
  const { loadRules } = await import("/static/core/text.js");
  const { evenly, scoresAt } = await import("/static/after/score_chart.js");
  const { said } = await import("/static/after/story.js");
  await Promise.all([loadRules(game), loadModule(game)]);
  await modules.value[game].prepare?.();
  return reels.map((packed) => {
    const reel = new Reel(decode(Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))));
    const play = { table: "", seat: -1, module: modules.value[game], open: reel.at(-1, reel.last).public };
    const moments = [...evenly(reel.last), reel.last].filter((version) => version >= reel.begin)
      .map((version) => [version, scoresAt(play, reel.at(-1, version))]).filter(([, scores]) => scores);
    const rows = [...play.open.scores].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    return { said: said(play, rows, moments), moments };
  });
}"""


class Played(NamedTuple):
    """A finished random game: its log, and what its engine said of each version while it was played."""

    log: list[Entry]
    told: dict[int, tuple[list[Score], list[int]]]


def random_game(name: str, number: int) -> Played:
    """Nothing is hidden in it: a game of screens has no course."""
    deal = draw_deal(name, number)
    options = {**deal.options, **({"open_holdings": True} if "open_holdings" in deal.options else {})}
    sitting = Sitting(name, deal.seats, options=options, secret=f"{deal.seed:064x}")
    random, told = Random(number), {}

    def note() -> bool:
        table = sitting.table
        if table.match is not None:
            scores = table.engine.scores(table.match.game)
            shown = SHOWN[name](table.match.game) if name in SHOWN else [it.points for it in scores]
            told[table.version] = scores, shown
        return False

    sitting.start().play(random.choice, until=note)
    note()
    first, *later = map(decode_entry, sitting.log)
    return Played([replace(first, what=replace(first.what, digest=digest(name))), *later], told)


def second(name: str, game: Played, language: str) -> tuple[list[str], Course]:
    """The sentences and the course, from the engine alone."""
    last = len(game.log)
    scores, _ = game.told[last]
    wanted = sorted({1 + int(n * max(1, last / 20)) for n in range(20)} & game.told.keys() - {last})
    course = [*((version, game.told[version][1]) for version in wanted), (last, [it.points for it in scores])]
    rows = sorted(scores, key=lambda score: (score.place, score.seat))
    return [*places(name, rows, language), *turning(name, rows, course, language)], course


def player(seat: int) -> str:
    return "Hanna" if seat == 0 else f"Guest {seat}"


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def places(name: str, scores: Sequence[Score], language: str) -> list[str]:
    """What separates the winner from the second, and each pair of equal points."""
    words, told = texts(name, language), []
    for first, second in pairwise(scores):
        names = {"winner": player(first.seat), "other": player(second.seat)}
        if first.place == second.place:
            continue
        if first.points > second.points:
            if first.place > 1:
                continue
            leads = {
                part: n - second.parts.get(part, 0)
                for part, n in first.parts.items()
                if part in words["next"]
            }
            part = max(leads, key=lambda one: leads[one])
            text, numbers = TEXTS[language]["end.decided"], {"part": words["scores"][part]}
        else:
            part = next(
                part
                for part in words["ties"]
                if part == "finish" or first.parts.get(part, 0) != second.parts.get(part, 0)
            )
            assert part == "finish" or first.parts.get(part, 0) > second.parts.get(part, 0), (
                "the tie-break is the engine's"
            )
            text, numbers = words["ties"][part], {"n": signed(first.points)}
        a, b = first.parts.get(part, 0), second.parts.get(part, 0)
        told.append(text.format(**names, **numbers, a=signed(a), b=signed(b)))
    return told


def turning(name: str, scores: Sequence[Score], course: Course, language: str) -> list[str]:
    """When the winner took the lead, finished, or drew level, by the scores at the moments."""
    first, second = scores[:2]
    if second.place == 1 or len(course) < 3:
        return []
    begin, end = course[0][0], course[-1][0]

    def told(key: str, at: int, seat: int) -> list[str]:
        text = TEXTS[language][f"end.{key}" + ("-last" if at == len(course) - 1 else "")]
        # Half of a step is rounded up, as in the page.
        n = 5 * int((course[at][0] - begin) / (end - begin) * 20 + 0.5)
        return [text.format(name=player(seat), n=n)]

    if first.points == second.points and "finish" in texts(name, language)["ties"]:
        done = next(n for n, (_, now) in enumerate(course) if now[first.seat] == first.points)
        return told("finished", done, first.seat)
    if first.points == second.points:
        apart = [n for n, (_, now) in enumerate(course) if now[first.seat] != now[second.seat]]
        if not apart:
            return []
        late = min(first, second, key=lambda one: course[apart[-1]][1][one.seat])
        return told("level", apart[-1] + 1, late.seat)
    others = [score.seat for score in scores[1:]]
    behind = [n for n, (_, now) in enumerate(course) if max(now[one] for one in others) >= now[first.seat]]
    if not behind:
        return [TEXTS[language]["end.turned-never"].format(name=player(first.seat))]
    return told("turned", behind[-1] + 1, first.seat)


async def compare(guest: Guest, name: str, language: str, numbers: Sequence[int]) -> None:
    """Compare the page with the second computation."""
    games = [random_game(name, number) for number in numbers]
    reels = [b64encode(reel(game.log, exact=False)).decode() for game in games]
    read = await guest.page.evaluate(READ, [name, reels])
    for number, game, page in zip(numbers, games, read, strict=True):
        said, course = second(name, game, language)
        where = f"{name} {number}: {json.dumps(course)}"
        assert page["moments"] == [[version, now] for version, now in course], where
        assert page["said"] == said and said, where


@pytest.mark.parametrize("name", GAMES)
async def test_the_end_says_what_the_log_says(guest: NewGuest, name: str) -> None:
    for n, language in enumerate(LANGUAGES):
        ada = await guest("Ada", **DESK, locale=language)
        await compare(ada, name, language, range(n * FEW, (n + 1) * FEW))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
async def test_the_end_of_many_games_says_what_their_logs_say(guest: NewGuest, name: str, part: int) -> None:
    ada = await guest("Ada", **DESK)
    for begin in range(part * MANY, (part + 1) * MANY, 10):
        await compare(ada, name, "en", range(begin, begin + 10))
