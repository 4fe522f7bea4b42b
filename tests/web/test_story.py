"""The story of a game at its end: the deciding points, the turning point, and advice for the next time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from server.games import GAMES
from server.games.catalogue import LANGUAGES, texts

from .conftest import NewGuest
from .guest import DESK, WIDE

pytestmark = pytest.mark.asyncio(loop_scope="session")

TALL: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

SAY = """async ([game, seat, scores, moments]) => {
  const { said } = await import("/static/after/story.js");
  const { loadRules } = await import("/static/core/text.js");
  await loadRules(game);
  const seats = ["Ada", "Ben"].map((name) => ({ kind: "person", name, person: name, mind: "" }));
  return said({ open: { table: { game }, seats, scores }, seat }, scores, moments);
}"""
PARTS = [
    [0, 1, 20, {"persons": 15, "houses": 5, "guilders": 0}],
    [1, 2, 14, {"persons": 4, "houses": 10, "guilders": 30}],
]
COURSE = [[1, [0, 0]], [11, [2, 4]], [61, [9, 6]], [101, [20, 14]]]


REMEMBERED = """async (seen) => {
  const { remember, rowsOf } = await import("/static/table/scores.js");
  for (const [version, phase, scores] of seen) {
    const seats = scores.map(() => ({ kind: "person", name: "Ada", person: "Ada", mind: "" }));
    const figures = (play, seat) => [{ key: "score", value: scores[seat] }];
    const open = { table: { game: "bruges", phase }, seats, scores: [] };
    remember({ past: false, settled: true, table: "T", version, open, module: { figures } });
  }
  return [...rowsOf("T")];
}"""


async def test_the_end_is_the_last_moment_whatever_becomes_of_the_table(guest: NewGuest) -> None:
    """A rematch is one more version of the table, but no moment in which the loser of the tie had caught
    up."""
    ada = await guest("Ada", **DESK)
    seen = [[1, "playing", [0, 0]], [90, "playing", [4, 1]], [101, "over", [4, 4]]]
    after = [[102, "over", [4, 4]], [103, "over", [4, 4]]]
    moments = await ada.page.evaluate(REMEMBERED, [*seen, *after, seen[-1]])
    assert moments == [[version, scores] for version, _, scores in seen]


TOLD_BY = """async ([table, seen, last]) => {
  const { rowsOf } = await import("/static/table/scores.js");
  const { momentsOf } = await import("/static/after/score_chart.js");
  for (const version of seen) rowsOf(table).set(version, [version, 0]);
  return momentsOf(table, last).map(([version]) => version);
}"""


async def test_a_reloaded_page_draws_the_same_course_and_tells_the_same_story(guest: NewGuest) -> None:
    """A player who stayed knows more versions of the game than are requested after a reload."""
    ada = await guest("Ada", **DESK)
    asked = [1 + 5 * n for n in range(20)]
    seen = [("A", [*range(1, 102)]), ("B", [*asked, 101])]
    told = [await ada.page.evaluate(TOLD_BY, [*one, 101]) for one in seen]
    assert told == [[*asked, 101]] * 2


async def test_every_game_says_what_to_try_next() -> None:
    for game in GAMES:
        for language in LANGUAGES:
            words = texts(game, language)
            assert {"any", "won"} < set(words["next"]) <= {"any", "won", *words["scores"]}
            assert "bot" not in words["next"]["won"].lower(), "friends may have been alone"


async def test_the_three_sentences(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    tips = texts("bruges", "en")["next"]
    first = "What made the difference: Persons and pets (Ada 15, Ben 4)."
    for seat, tip in ((1, tips["persons"]), (0, tips["won"])):
        assert await ada.page.evaluate(SAY, ["bruges", seat, PARTS, COURSE]) == [
            first,
            "Ada took the lead for good after about 60% of the game.",
            tip,
        ]
    ahead = [[1, [1, 0]], [50, [5, 1]], [101, [20, 14]]]
    late = [[1, [0, 0]], [50, [1, 5]], [101, [20, 14]]]
    said = [(await ada.page.evaluate(SAY, ["bruges", -1, PARTS, course])) for course in (ahead, late)]
    assert said == [
        [first, "Ada was in front all the way."],
        [first, "Only at the very end did Ada take the lead."],
    ]
    shared = [[0, 1, 20, {"persons": 15}], [1, 1, 20, {"persons": 10}]]
    assert await ada.page.evaluate(SAY, ["bruges", -1, shared, COURSE]) == []


async def test_equal_points_are_explained_by_the_tie_break(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)

    async def said(game: str, parts: list[dict[str, int]], course: list[Any]) -> Any:
        points = course[-1][1]
        scores = [[seat, 1 + seat, points[seat], part] for seat, part in enumerate(parts)]
        return await ada.page.evaluate(SAY, [game, -1, scores, course])

    goods = [{"vp": 44, "goods": 4, "left": 1, "pesos": n} for n in (6, 5)]
    caught_up = [[1, [0, 0]], [50, [20, 30]], [61, [41, 41]], [101, [48, 48]]]
    assert await said("santiago", goods, caught_up) == [
        "48 points each and as many goods left over: pesos broke the tie (Ada 6, Ben 5).",
        "Ada drew level after about 60% of the game.",
    ]
    cash = [{"space": 15, "loans": -1, "cash": 4, "goods": 0}, {"space": 14, "cash": 3, "goods": 9}]
    assert await said("loyang", cash, [[1, [0, 0]], [50, [9, 8]], [101, [14, 14]]]) == [
        "A final score of 14 each: cash broke the tie (Ada 4, Ben 3).",
        "Ben drew level only at the very end.",
    ]
    pigs = [{"pig": 6, "sheep": 4}, {"cattle": 10}]
    assert await said("schweinebande", pigs, [[1, [0, 0]], [50, [0, 0]], [101, [10, 10]]]) == [
        "10 points each: pigs broke the tie (worth 6 to Ada, 0 to Ben)."
    ]
    done = [[1, [0, 0]], [34, [4, 1]], [90, [4, 4]], [101, [4, 4]]]
    assert await said("machi_koro", [{"landmarks": 4, "coins": 0}, {"landmarks": 4, "coins": 9}], done) == [
        "Ada completed all landmarks before Ben did.",
        "Ada was the first to finish, after about 35% of the game.",
    ]


TOLD = """async ([game, lines]) => {
  const { rowText, told } = await import("/static/core/gametext.js");
  const { loadGame } = await import("/static/core/text.js");
  await loadGame(game);
  const seats = ["Ada", "Ben", "Cy"].map((name) => ({ kind: "person", name, person: name, mind: "" }));
  return told(game, lines).map((row) => rowText(game, seats, row));
}"""


async def test_equal_events_of_several_players_are_told_once(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)

    async def rows(game: str, *lines: list[Any]) -> Any:
        return await ada.page.evaluate(TOLD, [game, lines])

    threats = [["takes_threat", seat, 2, 1] for seat in range(3)]
    assert await rows("bruges", *threats) == ["Threats taken: Ada, Ben, and Cy yellow (now 1)."]
    more = [["takes_threat", 1, 3, 2], ["takes_threat", 0, 0, 1]]
    assert await rows("bruges", *threats, *more) == [
        "Threats taken: Ada blue (now 1); Ada, Ben, and Cy yellow (now 1); Ben red (now 2)."
    ]
    assert await rows("bruges", *more) == ["Threats taken: Ada blue (now 1) and Ben red (now 2)."]
    drawn = [["drawn", 5], ["drawn", 5]]
    assert await rows("machi_koro", *drawn) == ["New in the supply: Forest and Forest."]


SCALE = """async (scores) =>
  (await import("/static/after/score_chart.js")).plotted([[1, [0]], [2, scores]]).marks"""


async def test_round_numbers_stand_beside_the_course(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    for scores, marks in [
        ([1, 0], [0, 1]),
        ([5, 2], [0, 2, 4, 6]),
        ([47, 21], [0, 20, 40, 60]),
        ([99, 1], [0, 50, 100]),
        ([-7, 12], [-10, -5, 0, 5, 10, 15]),
    ]:
        assert await ada.page.evaluate(SCALE, scores) == marks


SCORES = """async (scores) => {
  const { scoresIn } = await import("/static/table/scores.js");
  await (await import("/static/core/text.js")).loadGame("bruges");
  const figures = (_, seat) => [{ key: "score", value: 8 + seat }, { key: "worth", value: `(${30 + seat})` }];
  return scoresIn({ open: { table: { game: "bruges" }, seats: [{}, {}], scores }, module: { figures } });
}"""


async def test_the_course_tells_what_a_game_would_be_worth_and_ends_at_the_points(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    assert await ada.page.evaluate(SCORES, []) == [30, 31]
    assert await ada.page.evaluate(SCORES, PARTS) == [20, 14]


async def test_the_end_tells_what_to_try_next_time(guest: NewGuest) -> None:
    ada = await guest("Ada", locale="de-DE", **TALL)
    await ada.begin("greedy", options={"Wer beginnt": "Platz 1"})
    await ada.rush()
    won = await ada.page.locator(".place.place-1[data-seat='0']").count()
    tips = texts("machi_koro", "de")["next"]
    await expect(ada.page.locator("[data-test=story]")).to_contain_text(tips["won" if won else "landmarks"])
    assert await ada.violations() == []
    assert await ada.fits()


async def test_the_end_fills_a_large_window(guest: NewGuest) -> None:
    ada = await guest("Ada", **WIDE)
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.rush()
    await expect(ada.page.locator("[data-test=story][data-whole=yes]")).to_be_attached()
    share = "(end) => end.querySelector('.end-scene').offsetHeight / end.clientHeight"
    assert 0.6 < await ada.page.locator("[data-test=end]").evaluate(share) < 0.9
    assert await ada.violations() == []


LOOKS = """async () => {
  const { wire } = await import("/static/core/state.js");
  const history = wire.history.bind(wire);
  window.looks = [];
  wire.history = async (table, seat, version) => {
    const past = await history(table, seat, version);
    if (Object.keys(past.public.game).length) window.looks.push(version);
    return past;
  };
}"""
"""From now on the page records in `looks` the versions that it requests."""


async def test_only_versions_before_the_arrival_are_requested(guest: NewGuest) -> None:
    """Only versions before the player's arrival are requested, however fast the others came."""
    ada = await guest("Ada", **DESK)
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.page.evaluate(LOOKS)
    await ada.rush()
    await expect(ada.page.locator("[data-test=story][data-whole=yes]")).to_be_attached()
    assert await ada.page.evaluate("() => window.looks") == []
