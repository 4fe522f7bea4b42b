"""The position in words, and the command line: they say all that the views do, few keys choose, and whole
games can be played by them alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import mean, median
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from playwright.async_api import expect

from server.authoring.walks import Walk, draw_deal
from server.games import GAMES
from server.games.catalogue import texts
from server.page.sources import WEB

from .blind import MOST_TABS, Blind, Heard
from .conftest import NewGuest
from .guest import DESK, DRAWN, FIRST, Guest
from .in_words import Reader
from .timers import milliseconds

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
POSITIONS: Final = 12
"""The positions of each game that are told in words."""
EVERY: Final = 7
"""The questions from one of these positions to the next."""
CHOICES: Final = 200
"""The choices of each game whose keys are counted."""
MOST_KEYS: Final = 3
"""For half of all choices no more keys than this are needed."""

TOLD: Final = """async ({ game, positions }) => {
  const { positionOf } = await import("/static/things/position_words.js");
  const { loadRules, wholeTexts } = await import("/static/core/text.js");
  await loadRules(game);
  return positions.map(({ view, own, seat, names }) => {
    const seats = names.map((name) => ({ kind: "person", person: name, name }));
    const open = { game: view, seats, scores: [], table: { phase: "playing" } };
    const parts = positionOf({ open, mine: { game: own }, seat }, wholeTexts(game), "all");
    return parts.map(({ title, lines }) => [title, Object.fromEntries(lines)]);
  });
}"""

KEYS: Final = """async ({ game, questions, names }) => {
  const { found, typed } = await import("/static/things/option_search.js");
  const { optionText } = await import("/static/core/gametext.js");
  await (await import("/static/core/text.js")).loadGame(game);
  const seats = names.map((name) => ({ kind: "person", person: name, name }));
  return questions.map(({ options, taken }) => {
    const texts = options.map(([verb, noun]) => optionText(game, seats, verb, noun));
    const words = typed(texts[taken]).split(" ");
    const entries = [...words.map((_, n) => words.slice(n).join(" ")), words.map((word) => word[0]).join("")];
    const length = (entry) => {
      for (let n = 1; n <= entry.length; n++) if (found(texts, entry.slice(0, n))[0] === taken) return n + 1;
      return Infinity;
    };
    const number = String(taken + 1);
    const letters = Math.min(...entries.map(length), 99);
    return [found(texts, number)[0] === taken ? number.length + 1 : Infinity, letters];
  });
}"""


def words(language: str) -> dict[str, str]:
    """The page's texts."""
    files = [WEB / "texts" / f"{part}{language}.json" for part in ("", "late.", "rare.")]
    return {key: text for file in files for key, text in msgspec.json.decode(file.read_bytes()).items()}


def questions(game: str) -> Iterator[tuple[Walk, int]]:
    """The questions of random games, numbered, again and again."""
    number = 0
    for deal in range(1000):
        walk = Walk(draw_deal(game, deal))
        while walk.asks:
            yield walk, number
            number += 1
            walk.choose(*walk.pick())


def positions(game: str) -> list[dict[str, Any]]:
    """Positions of random games, each as one of the seats sees it."""
    engine, found = GAMES[game], []
    for walk, number in questions(game):
        if number % EVERY == 0:
            seat = walk.asks[0].seat
            names = NAMES[: len(engine.scores(walk.game))]
            view, own = engine.public(walk.game), engine.private(walk.game, seat)
            found.append({"view": view, "own": own, "seat": seat, "names": names})
        if len(found) == POSITIONS:
            break
    return found


def same(kind: str, seen: Any, read: Any) -> bool:
    """Does a text say what a view has?"""
    if kind.startswith("rows "):
        seen = [f"{first}: {', '.join(rest)}" if rest else first for first, *rest in seen or []]
    if kind == "flag":
        return bool(seen) == bool(read)
    return bool(seen == read) or (not seen and not read and seen != 0)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_words_say_all_that_the_views_have(guest: NewGuest, language: str) -> None:
    page = (await guest("Ada")).page
    await page.evaluate("(language) => player.speak(language)", language)
    said = words(language)
    for game in GAMES:
        given = positions(game)
        for position, parts in zip(
            given, await page.evaluate(TOLD, {"game": game, "positions": given}), strict=True
        ):
            compare(Reader(game, language, position["names"]), position, dict(parts), said)


def compare(
    reader: Reader, position: Mapping[str, Any], parts: Mapping[str, Any], said: Mapping[str, str]
) -> None:
    """Hold each line of a text against its field."""
    view, own, seat = position["view"], position["own"], position["seat"]
    titles = [
        said["words.you"].format(name=name) if n == seat else name for n, name in enumerate(position["names"])
    ]
    found = {
        "table": [(parts.get(said["words.table"], {}), view)],
        "own": [(parts.get(said["words.own"], {}), own)],
        "seats": [
            (
                parts.get(title, {}),
                {key: value[n] for key, value in view.items() if isinstance(value, list) and n < len(value)},
            )
            for n, title in enumerate(titles)
        ],
    }
    for _, place, key, kind in reader.rows:
        for lines, fields in found[place]:
            if key in fields:
                seen = reader.seen(kind, fields[key], view)
                read = reader.read(kind, lines.get(reader.label(place, key)), said["words.nothing"])
                assert same(kind, seen, read), f"{place} {key}: {read} is told of {seen}"


STEM: Final = re.compile(r"\{\d:(\w+)\}(?=\w)|\{(noun)\}(?=\w)")
"""In a text: the group of a name to which the text adds an ending."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_name_that_stands_alone_is_a_whole_word(game: str, language: str) -> None:
    """Where texts add an ending ("im {0:sides}en Abschnitt"), names are stems; the position has its own."""
    found = texts(game, language)
    stems = {group for line in found["log"].values() for group, _ in STEM.findall(line)}
    stems |= {found["nouns"].get(verb, "") for verb, line in found["choices"].items() if STEM.search(line)}
    told = {word for *_, kind in Reader(game, language, NAMES).rows for word in kind.split()}
    assert stems & told <= {*found["position"]["names"]}


PLAIN: Final = """async () => {
  const { positionOf } = await import("/static/things/position_words.js");
  const seats = ["Ann", "Ben"].map((name) => ({ kind: "person", person: name, name }));
  const view = { options: { long: true }, round: 2, open_row: [4, 7, 9], hand: [3, 5], shown: [true, false],
    resume: [] };
  const open = { game: view, seats, scores: [[0, 1, 12, {}], [1, 2, 9, {}]], table: { phase: "over" } };
  const parts = positionOf({ open, mine: { game: { hand: [1, 8, 8] } }, seat: 1 }, null, "normal");
  return parts.map(({ title, lines }) => [title, ...lines.map((line) => line.join(": "))]);
}"""


async def test_a_game_that_lists_nothing_is_told_by_the_fields_of_its_views(guest: NewGuest) -> None:
    page = (await guest("Ada")).page
    await page.evaluate("() => player.speak('en')")
    assert await page.evaluate(PLAIN) == [
        ["The table", "Round: 2", "Open row: 4; 7; 9"],
        ["For your eyes only", "Hand: 1; 8; 8"],
        ["Ben (you)", "Result: place 2, points: 9", "Hand: 5"],
        ["Ann", "Result: place 1, points: 12", "Hand: 3", "Shown: "],
    ]


async def test_few_keys_choose(guest: NewGuest) -> None:
    page = (await guest("Ada")).page
    for language in ("de", "en"):
        await page.evaluate("(language) => player.speak(language)", language)
        for game in GAMES:
            asked: list[dict[str, Any]] = []
            for walk, _ in questions(game):
                ask, choice = walk.pick()
                if len(ask.options) > 1:
                    asked.append({"options": [*ask.options], "taken": ask.options.index(choice)})
                if len(asked) == CHOICES:
                    break
            job = {"game": game, "questions": asked, "names": NAMES}
            by_number, by_letters = zip(*await page.evaluate(KEYS, job), strict=True)
            best = [min(both) for both in zip(by_number, by_letters, strict=True)]
            print(f"{game} {language}: {mean(by_number):.1f}, {mean(by_letters):.1f}, {mean(best):.1f} keys")
            assert median(by_number) <= MOST_KEYS and median(by_letters) <= MOST_KEYS, game


# -- at a table ------------------------------------------------------------------------------------


async def test_one_key_reads_the_position_and_the_choice_of_its_length_stays(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK, reduced_motion="reduce")
    page = ada.page
    await ada.begin("greedy", options=FIRST)
    await ada.turn()
    await page.keyboard.press("v")
    region = page.get_by_role("region", name="Position in words")
    field = page.get_by_role("combobox", name="Your choice")
    await expect(field).to_be_focused()
    await expect(page.locator("[data-test=announcer]")).to_contain_text("Ada (you). Coins: 3")
    await expect(region).to_contain_text("Supply: 6 × Wheat Field")
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await page.get_by_role("radio", name="Normal").evaluate("(one) => one === document.activeElement"):
            break
    await expect(page.get_by_role("radio", name="Normal")).to_be_focused()
    await page.keyboard.press("ArrowLeft")
    await expect(region).not_to_contain_text("Supply")
    await page.reload()
    await ada.turn()
    await expect(region).to_contain_text("Coins: 3")
    await expect(region).not_to_contain_text("Supply")
    await answers_by_typing(ada)
    await (await ada.find("[data-test=words-off]")).click()
    await expect(page.locator("#tab-words")).to_have_count(0)
    await expect(page.locator("#tab-log")).to_have_attribute("aria-selected", "true")


async def answers_by_typing(ada: Guest) -> None:
    """The command line explains what can't be chosen, finds an option by a few letters, and takes it."""
    page = ada.page
    await ada.reach("build")
    await page.keyboard.press("v")
    field = page.get_by_role("combobox", name="Your choice")
    await expect(field).to_be_focused()
    await page.keyboard.type("mine")
    await expect(page.locator("[data-test=words-answer]")).to_contain_text("No option fits")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-test=words-answer]")).to_contain_text("Mine. On a 9")
    await page.keyboard.type("bak")
    await expect(page.get_by_role("option", selected=True)).to_contain_text("Build: Bakery")
    asked = await ada.prompt()
    await page.keyboard.press("Enter")
    await ada.answered(asked)
    await expect(page.locator(".log-line", has_text="Bakery").first).to_be_attached()
    await expect(field).to_be_focused()
    assert await ada.violations() == []


WATCHED: Final = """async (lingers) => {
  const field = document.activeElement;
  const option = document.getElementById(field.getAttribute("aria-activedescendant"));
  const [list, region] = [option.closest("[role=listbox]"), option.closest("section[aria-label]")];
  const left = [];
  const watch = () => {
    if (document.activeElement !== field) left.push("focus");
    if (!option.isConnected || !region.contains(option) || option.hidden) left.push("option");
    if (!list.isConnected || field.getAttribute("aria-controls") !== list.id) left.push("list");
  };
  const changes = new MutationObserver((all) => {
    if (all.some(({ removedNodes }) => [...removedNodes].includes(option))) left.push("option");
    watch();
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener("focusout", () => left.push("focus"));
  window.left = new Promise((done) => field.addEventListener("keydown", () => setTimeout(() => {
    watch();
    changes.disconnect();
    done([...new Set(left)]);
  }, lingers), { once: true }));
}"""
"""From the next key on: what of the place of the reader is gone, if only for a moment?"""

LINGERS_MS = 800
"""A screen reader under load asks so late (milliseconds) where the focus comes from."""


@pytest.mark.parametrize("game", GAMES)
async def test_an_answer_leaves_the_reader_in_its_place(guest: NewGuest, game: str) -> None:
    """Otherwise a screen reader reads out all regions around the command line after each answer."""
    ada, blind = await listener(guest, "en")
    await ada.begin("greedy", game=game)
    await blind.begin()
    for last in (False, True, False):
        told = await blind.question()
        await ada.page.evaluate(DRAWN)  # a question that comes empties the command line
        await blind.press(*str(max(told.options) if last else 1))
        await ada.page.evaluate(WATCHED, LINGERS_MS)
        await blind.press("Enter")
        assert await ada.page.evaluate("() => left") == []


RETOLD: Final = """async ({ lines }) => {
  const { told } = await import("/static/core/gametext.js");
  const { retold } = await import("/static/table/retelling.js");
  const { look } = await import("/static/core/state.js");
  const { seats } = look(location.hash.split("/")[2]).mirror().public;
  return retold("machi_koro", seats, told("machi_koro", lines));
}"""


LATE: Final = """async ({ lines }) => {
  const { retelling } = await import("/static/table/retelling.js");
  const { look } = await import("/static/core/state.js");
  const { latest } = look(location.hash.split("/")[2]).show;
  retelling({ listeners: new Set() }, [[lines, latest, latest]]);
}"""
"""The module that tells of moves arrives after these lines."""


async def test_what_others_did_is_one_sentence_for_each(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK, reduced_motion="reduce")
    await ada.begin("greedy", options=FIRST)
    lines = [
        ["begins", 1],
        ["rolled", 1, 4],
        ["nothing", 1],
        ["keeps", 1],
        ["begins", 0],
        ["rolled", 0, 1],
        ["over"],
    ]
    other = await ada.page.locator("[data-tile='1'] .tile-name span").first.text_content()
    assert await ada.page.evaluate(RETOLD, {"lines": lines}) == [
        f"{other} begins, rolls 4, {other}’s roll brings nobody anything, keeps the roll.",
        "Ada begins, rolls 1.",
        "The game is over.",
    ]
    many = [["rolled", 1, n] for n in range(1, 10)]
    assert await ada.page.evaluate(RETOLD, {"lines": many}) == [
        f"{other} rolls 1, rolls 6, rolls 7, rolls 8, rolls 9."
    ]
    await ada.page.evaluate(LATE, {"lines": [["begins", 1], ["rolled", 1, 77]]})
    await expect(ada.page.locator("[data-test=announcer]")).to_contain_text(f"{other} begins, rolls 77.")


# -- whole games -----------------------------------------------------------------------------------


class Chosen(NamedTuple):
    """The questions of a game, and the points that the player was told at its end."""

    questions: int
    keys: list[int]
    points: int


def decide(reader: Reader, told: Heard, own: Sequence[str]) -> int:
    """Take the thing of which there is least on the own side of the table; nothing only if there is nothing
    else. Of equal options the last one."""
    lines = {key: text for title in own for key, text in told.position.get(title, {}).items()}

    def rank(number: int) -> tuple[bool, int, int]:
        name = reader.thing(told.options[number])
        return name == "", reader.held(lines, name) if name else 0, -number

    return min(told.options, key=rank)


def by_documents(reader: Reader, mirror: Any, seat: int) -> int:
    """The same decision, made from what the server has sent."""
    view, own = mirror["public"]["game"], mirror["mine"].get("game", {})
    seen = [
        reader.seen(kind, own[key] if place == "own" else view[key][seat], view)
        for _, place, key, kind in reader.rows
        if (place == "own" and key in own) or (place == "seats" and view[key])
    ]
    options = [(verb, noun) for verb, *nouns in mirror["mine"]["ask"]["options"] for noun in nouns or [-1]]

    def rank(number: int) -> tuple[bool, int, int]:
        verb, noun = options[number - 1]
        group = reader.texts["nouns"].get(verb)
        named = group not in (None, "number", "seat", "seats")
        name = reader.name(group, noun) if named else None
        return group is None, sum(reader.held_in(it, name) for it in seen) if name else 0, -number

    return min(range(1, len(options) + 1), key=rank)


MIRROR: Final = """async () => {
  const { look } = await import("/static/core/state.js");
  return look(location.hash.split("/")[2]).mirror();
}"""


async def play(ada: Guest, blind: Blind, game: str, language: str) -> Chosen:
    """Play a whole game by words alone. Who reads the documents would do the same at each question."""
    terms = blind.words
    await blind.begin()
    mirror = await ada.page.evaluate(MIRROR)
    names = await ada.page.evaluate(
        """async () => {
          const { seatName } = await import("/static/core/gametext.js");
          const { look } = await import("/static/core/state.js");
          const { seats } = look(location.hash.split("/")[2]).mirror().public;
          return seats.map((_, seat) => seatName(seats, seat));
        }"""
    )
    reader, seat = Reader(game, language, names), mirror["seat"]
    own = (terms["words.you"].format(name=names[seat]), terms["words.own"])
    keys = []
    while not blind.over(told := await blind.question()):
        number = decide(reader, told, own)
        assert number == by_documents(reader, await ada.page.evaluate(MIRROR), seat), told
        before = blind.keys
        await blind.type(str(number))
        keys.append(blind.keys - before)
    result = told.position[own[0]][terms["words.result"]]
    mirror = await ada.page.evaluate(MIRROR)
    points = next(points for who, _, points, _ in mirror["public"]["scores"] if who == seat)
    assert result.endswith(f": {points}")
    return Chosen(len(keys), keys, points)


async def listener(guest: NewGuest, language: str) -> tuple[Guest, Blind]:
    """Somebody in the lobby who is asked for as little as by default, and has everything read out."""
    ada = await guest("Ada", lobby=True, **DESK, reduced_motion="reduce", ends_turns=False, locale=language)
    await ada.page.evaluate("() => { localStorage['stammtisch.in-words'] = 'all'; }")
    await ada.page.reload()
    await expect(ada.page.locator("[data-test=play-now]").first).to_be_visible()
    return ada, Blind(ada.page, words(language))


HEARD: Final = """() => {
  window.heard = [];
  const watch = new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => {
    if (one.textContent) heard.push(performance.now());
  })));
  watch.observe(document.querySelector("[data-test=announcer]"), { childList: true });
}"""
"""From now on the page notes when something is announced."""

SOON_MS: Final = milliseconds("core/show.js", "LINE_PAUSE_MS") + 100
"""What the page shows one after the other within this time, it announces together."""


async def from_lobby_to_rematch(guest: NewGuest, game: str, language: str) -> Chosen:
    """Begin in the lobby, play a whole game and begin another one, by keys alone."""
    ada, blind = await listener(guest, language)
    title = texts(game, language)["name"]
    await blind.walk_to(f"{blind.words['lobby.play-now']}: {title}")
    await blind.press("Enter")
    await blind.page.locator(".stage-board").wait_for()
    await ada.page.evaluate(HEARD)
    found = await play(ada, blind, game, language)
    assert found.questions > 10 and median(found.keys) <= MOST_KEYS
    heard = await ada.page.evaluate("() => heard")
    soon = [after for before, after in pairwise(heard) if after - before < SOON_MS]
    assert heard and len(soon) <= 2 * found.questions, "quick bots flood the person"
    table = ada.page.url
    await expect(ada.page.locator("[data-test=rematch]")).to_be_visible()
    await blind.walk_to(blind.words["end.rematch"])
    await blind.press("Enter")
    await expect(ada.page).not_to_have_url(table)
    await blind.begin()
    assert (await blind.question()).options
    return found


async def test_a_game_can_be_played_without_seeing_it(guest: NewGuest) -> None:
    await from_lobby_to_rematch(guest, "machi_koro", "de")


@pytest.mark.long
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
async def test_each_game_can_be_played_without_seeing_it(
    guest: NewGuest, game: str, language: str, number: int
) -> None:
    """Bots choose anew each time. Five long games would exceed the limit of one test on a busy machine."""
    played = await from_lobby_to_rematch(guest, game, language)
    print(f"{game} {language} {number}: {played.questions} questions, {played.points} points")
