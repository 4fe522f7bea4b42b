"""The stage: the whole table in the window, its areas and its drawer, keys, the end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from protocol.codec import unpacked
from server.games import GAMES
from tests.waiting import until

from .conftest import NewGuest
from .guest import DESK, FIRST, LAPTOP, PHONE, WIDE, Options
from .lessons import begin
from .pairs import pairs
from .sight import look
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")

BRIEF: Options = {**FIRST, "Play for every place": False}


SMALL = {**PHONE, "viewport": {"width": 390, "height": 844}}

REGIONS = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const rows = [".stage-bar", ".strip", ".stage-board", ".line", ".stage-mine"].map(box).filter(Boolean);
  const inside = ({ left, right, top, bottom }) =>
    top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  const within = rows.every(inside);
  const apart = rows.every((r, n) => !n || r.top >= rows[n - 1].bottom - 1);
  scrollTo(0, 400);
  document.documentElement.scrollTop = 400;
  const still = scrollY === 0 && box(".stage-bar").top === 0;
  return { within, apart, still };
}"""
"""Are all regions in the window without overlap, and does nothing scroll the page?"""


@pytest.mark.parametrize("game", ["machi_koro", "santiago", "schweinebande", "bruges", "loyang"])
async def test_a_table_fills_the_window_and_never_scrolls(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", **LAPTOP)
    await ada.begin("greedy", "whim", game=game)
    await ada.turn()
    for window in (LAPTOP, WIDE):
        await ada.page.set_viewport_size(window["viewport"])
        await ada.page.evaluate("() => player.rest()")
        assert await ada.page.evaluate(REGIONS) == {"within": True, "apart": True, "still": True}, window
        for seat in range(3):
            tile = ada.page.locator(f".strip [data-tile='{seat}']")
            await expect(tile.locator("[data-figure=score]")).to_be_visible()
            await expect(tile.locator("[data-figure=money]")).to_be_visible()
        await expect(ada.page.locator("[data-tile='0'][data-asked]")).to_have_count(1)
        assert await ada.violations() == [], window


LARGER = """(part) => {
  const { currentCSSZoom, scrollHeight, clientHeight } = document.querySelector(part);
  return currentCSSZoom > 1.2 && scrollHeight <= clientHeight + 1;
}"""
"""Is a part of the board enlarged, and complete?"""


@pytest.mark.parametrize(("game", "part"), [("bruges", ".br-waters"), ("schweinebande", ".sb-neighbours")])
async def test_the_board_fills_the_room_of_missing_players(guest: NewGuest, game: str, part: str) -> None:
    ada = await guest("Ada", **WIDE)
    await ada.begin("greedy", game=game)
    await ada.turn()
    assert await ada.page.evaluate(LARGER, part)


OVERLAPS = """(pairs) => {
  const boxes = (row) => {
    const range = document.createRange();
    range.selectNodeContents(row);
    return [...range.getClientRects()];
  };
  const meets = (a, b, from, to) => a[from] < b[to] - 1 && b[from] < a[to] - 1;
  const over = (a, b) => meets(a, b, "left", "right") && meets(a, b, "top", "bottom");
  const rows = [...document.querySelectorAll(pairs.each)].filter((row) => row.checkVisibility());
  return rows.length > 0 && rows.every((row) => {
    const texts = [...row.querySelectorAll(pairs.texts)].flatMap(boxes), whole = row.getBoundingClientRect();
    const marks = [...row.querySelectorAll(pairs.marks)].map((mark) => mark.getBoundingClientRect());
    const free = (text) => text.bottom <= whole.bottom + 1 && !marks.some((mark) => over(mark, text));
    return texts.length && texts.every(free);
  });
}"""
"""Is each text completely on its card, with no mark over it?"""


@pytest.mark.parametrize(
    ("game", "options", "pairs"),
    [
        (
            "bruges",
            {},
            {"each": ".br-stack:not(.discard)", "texts": "b, .br-stack-name", "marks": ".br-sign"},
        ),
        (
            "machi_koro",
            {"Auslage": "Komme, was wolle: immer zehn"},
            {"each": ".mk-supply .mk-card", "texts": ".mk-name", "marks": ".mk-badge, .mk-coin"},
        ),
    ],
    ids=["bruges", "machi_koro"],
)
async def test_on_a_phone_no_mark_lies_over_a_name_and_no_number_is_cut(
    guest: NewGuest, game: str, options: Options, pairs: dict[str, str]
) -> None:
    ada = await guest("Ada", **SMALL, locale="de-DE")
    await ada.begin("greedy", game=game, options=options)
    await ada.turn()
    await ada.page.wait_for_function(OVERLAPS, arg=pairs)


APART = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const above = document.querySelector(".stage-tabs") ? ".stage-tabs" : ".strip";
  return box(".notice").top >= box(above).bottom && box(".notice").bottom <= box(".line").top;
}"""
"""Do passing messages cover nothing but the board?"""


@pytest.mark.parametrize("context", [LAPTOP, SMALL], ids=["laptop", "phone"])
async def test_passing_messages_cover_no_player(guest: NewGuest, context: dict[str, object]) -> None:
    ada = await guest("Ada", **context)
    await ada.begin("greedy", game="bruges")
    await ada.turn()
    await ada.page.evaluate(TIMELESS)
    await ada.page.evaluate(
        "async () => (await import('/static/core/state.js')).notice('refusal', 'storing')"
    )
    await expect(ada.page.locator(".notice")).to_be_visible()
    await ada.page.wait_for_function(APART)


async def test_the_page_of_what_is_asked_comes_by_itself(guest: NewGuest) -> None:
    ada = await guest("Ada", **SMALL)
    page = ada.page
    await ada.begin("whim", game="loyang")
    await ada.turn("start_crop")
    await expect(page.locator("[data-tab=mine]")).to_have_attribute("aria-pressed", "true")
    await expect(page.locator("[data-page=mine] [data-verb]").first).to_be_in_viewport()
    await page.click("[data-tab=board]")
    await expect(page.locator("[data-tab=board]")).to_have_attribute("aria-pressed", "true")
    leads = await page.locator("[data-tab=mine]").get_attribute("data-leads") or ""
    assert "loan -1" in leads.split(";"), "the tab says what it leads to"
    await page.click("[data-tile='1'] .tile-name")
    await expect(page.locator("[data-seat-area='1']")).to_be_in_viewport()
    await expect(page.locator("[data-tab=others]")).to_have_attribute("aria-pressed", "true")


async def test_an_area_lies_over_the_board_alone_and_goes_with_escape(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("whim", "whim", game="bruges")
    await ada.turn()
    shown = page.locator("[data-large='2']")
    tile = page.locator("[data-tile='2'] .tile-name")
    await tile.click()
    await expect(shown.locator("[data-player='2']")).to_be_visible()
    await ada.find("[data-large='2']")  # it rises into its place
    large, line = await shown.bounding_box(), await page.locator(".line").bounding_box()
    assert large and line and large["y"] + large["height"] <= line["y"] + 1
    await page.keyboard.press("Escape")
    await expect(shown).to_have_count(0)
    await page.keyboard.press("3")
    await expect(shown).to_be_visible()
    await tile.click()
    await expect(shown).to_have_count(0)


@pairs("game, context", {game: game for game in sorted(GAMES)}, {"desk": DESK, "phone": PHONE})
async def test_an_area_says_whose_it_is(guest: NewGuest, game: str, context: dict[str, Any]) -> None:
    ada = await guest("Ada", **context)
    await ada.begin("whim", "whim", game=game)
    await ada.turn()
    for seat in (1, 2):
        name, *_ = (await ada.page.locator(f"[data-tile='{seat}'] .tile-name").inner_text()).split()
        plate = (await ada.area(seat)).locator(f".plate.seat-{seat} .plate-name")
        await expect(plate).to_have_text(name)
        await expect(plate).to_be_in_viewport(ratio=1)
        await ada.page.keyboard.press("Escape")


FULLEST = ("bruges", "loyang")
"""Games whose boards need most room. Beside log and chat, test_sight.py looks at those of all games."""


@pytest.mark.parametrize(
    "game", [pytest.param(it, marks=[pytest.mark.long] * (it not in FULLEST)) for it in sorted(GAMES)]
)
async def test_on_a_laptop_the_drawer_lies_beside_the_table(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", **LAPTOP)
    await ada.begin("whim", "whim", "whim", game=game)
    await ada.turn()
    await ada.page.click("[data-test=to-rules]")
    await expect(ada.page.locator(".side-rules")).to_be_visible()
    side = await ada.page.locator(".side").bounding_box()
    assert side and side["height"] > 600
    for region in (".stage-board", ".line", ".stage-mine"):
        box = await ada.page.locator(region).bounding_box()
        assert box and box["x"] + box["width"] <= side["x"]
    await ada.picture(f"{game}-rules-beside")
    assert (await look(ada.page))["wrong"] == []


async def test_the_drawer_of_a_laptop_stays_open_from_table_to_table(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    log = ada.page.locator("#panel-log")
    await ada.begin("whim", game="machi_koro", options=BRIEF)
    await ada.turn()
    await expect(log).to_be_hidden()
    await ada.beside("log")
    await expect(log).to_be_visible()
    await ada.page.reload()
    await expect(log).to_be_visible()
    await ada.begin("whim", game="santiago", options={"Who begins": "Seat 1"})
    await ada.turn()
    await expect(log).to_be_visible()
    assert not await ada.page.evaluate("() => document.activeElement.closest('.side')")
    await ada.page.click("[data-test=close-side]")
    await ada.page.reload()
    await ada.turn()
    await expect(log).to_be_hidden()


async def test_a_guide_begins_with_the_whole_board(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    await ada.begin("whim", game="machi_koro", options=BRIEF)
    await ada.turn()
    await ada.beside("log")
    other = ada.page.url
    await begin(ada, "bruges")
    await ada.turn()
    await expect(ada.page.locator("[data-test=coach]")).to_be_visible()
    await expect(ada.page.locator("#panel-log")).to_be_hidden()
    board = await ada.page.locator(".stage-board").bounding_box()
    await ada.beside("rules")
    await ada.page.click("[data-test=close-side]")
    assert await ada.page.locator(".stage-board").bounding_box() == board
    await ada.page.goto(other)
    await expect(ada.page.locator("#panel-log")).to_be_visible()


ACROSS = {**PHONE, "viewport": {"width": 844, "height": 390}}


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_phone_can_be_held_across(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", **SMALL)
    page = ada.page
    await ada.begin("whim", "whim", "whim", game=game)
    await ada.turn()
    await page.set_viewport_size(ACROSS["viewport"])
    await page.wait_for_function("() => innerWidth === 844")
    pages = await page.locator(".stage-pages").bounding_box()
    line = await page.locator(".line").bounding_box()
    assert pages and line
    assert pages["x"] + pages["width"] <= line["x"] and pages["height"] > 220
    for part in (".line", ".strip", ".stage-tabs"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=1)
    await ada.picture(f"{game}-across")
    assert await ada.violations() == []
    await ada.play(steps=1)


async def test_the_drawer_takes_the_focus_and_gives_it_back(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.turn()
    await expect(page.locator("#side")).to_be_hidden()
    await page.locator("[data-test=menu]").focus()
    for close in ("l", "Escape"):
        await page.keyboard.press("l")
        await expect(page.locator("#tab-log")).to_be_focused()
        assert await ada.violations() == []
        await page.keyboard.press(close)
        await expect(page.locator("#side")).to_be_hidden()
        await expect(page.locator("[data-test=menu]")).to_be_focused()
    await page.set_viewport_size({"width": 1700, "height": 900})
    await expect(page.locator("#side")).to_be_visible()
    await expect(page.locator("[data-test=to-log]")).to_have_count(0)
    await expect(page.locator(".log-line .who").first).to_have_text("Ada")


KEYS_STAND_FREE = """() => [...document.querySelectorAll(".keys div")].every((row) => {
  const [key, does] = [row.querySelector("dt :last-child"), row.querySelector("dd")];
  return key.getBoundingClientRect().right < does.getBoundingClientRect().left;
})"""


async def test_no_key_of_the_list_lies_over_what_it_does(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    await ada.begin("greedy")
    await ada.turn()
    await ada.page.keyboard.press("?")
    await expect(ada.page.locator(".keys")).to_be_visible()
    async for language in ada.languages():
        assert await ada.page.evaluate(KEYS_STAND_FREE), language


async def test_keys_can_be_switched_off_and_leave_writing_alone(guest: NewGuest) -> None:
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy", options=BRIEF)
    await ada.turn()
    await ada.beside("chat")
    await page.get_by_label("Say something").fill("")
    await page.keyboard.type("lol?")
    await expect(page.get_by_label("Say something")).to_have_value("lol?")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await (await ada.find(page.get_by_label("Single keys"))).uncheck()
    await page.keyboard.press("Escape")
    await page.keyboard.press("l")
    await expect(page.locator("#side")).to_be_hidden()


async def test_the_list_of_keys_opens_from_the_settings_of_every_page(guest: NewGuest) -> None:
    """In the lobby it did not open, but later at a table."""
    ada = await guest("Ada", lobby=True, **LAPTOP)
    page = ada.page
    await page.click("[data-test=preferences]")
    await (await ada.find(page.get_by_role("button", name="Keys", exact=True))).click()
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.locator("[data-test=preferences]")).to_be_focused()


TAKE_BACK = """async () => {
  await player.until(() => document.querySelector(".ending [data-verb=done]"), "an end that comes by itself");
  document.querySelector("[data-test=undo]").click();
  await player.until(() => !document.querySelector("[data-test=undo]"), "the way back");
}"""
"""Take a choice back as soon as the turn is about to end automatically: there are only a few seconds for
it."""

ENDS = """(words) => player.until(
  () => document.querySelector(".line-prompt")?.textContent.trim() === words, "the words of the countdown")"""
"""Wait until the line says this, if only for a few seconds."""


async def test_a_turn_ends_by_itself_and_can_be_taken_back_until_the_next_one_acts(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", ends_turns=False, **LAPTOP), await guest("Ben", **SMALL)
    await ben.join(await ada.make("", options=BRIEF))
    await ada.start()
    await ada.reach("build")
    await (await ada.find("[data-test=supply] [data-verb=build]")).click()
    await ben.turn("throw")
    await ada.page.click("[data-test=undo]")
    assert await ada.turn("build") == "build"
    await ada.answer("[data-test=supply] [data-verb=build]")
    await ben.turn("throw")
    await ben.move()
    await expect(ada.page.locator("[data-test=announcer]")).to_contain_text("Ben rolls")
    await expect(ada.page.locator("[data-test=undo]")).to_have_count(0)


async def test_where_the_end_is_final_a_countdown_comes_before_it(guest: NewGuest) -> None:
    ada = await guest("Ada", ends_turns=False, **LAPTOP)
    page = ada.page
    await ada.begin("whim", game="bruges", options=FIRST)
    await ada.reach("turn")
    taking_back = asyncio.create_task(page.evaluate(TAKE_BACK))
    await ada.move()
    await taking_back
    await ada.turn("turn")
    ending = asyncio.create_task(page.evaluate(ENDS, "Your turn ends. You can still undo."))
    await ada.move()
    await ending
    await expect(page.locator(".line.yours [data-verb=done]")).to_have_count(0)


COUNTDOWN_MS = 4_000

UNDO_IN_TIME = """async () => {
  await player.until(() => document.querySelector(".ending [data-verb=done]"), "an end that comes by itself");
  document.querySelector("[data-test=undo]").click();
}"""


class SlowToUndo:
    """A line that keeps what the server says back, from an undo on until `goes_on`."""

    def __init__(self) -> None:
        self.sent, self.late = list[str](), list[str | bytes]()
        self.slow = False

    async def opened(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self.line = line

        def asked(frame: str | bytes) -> None:
            assert isinstance(frame, bytes)
            self.sent.append(str(unpacked(frame)[0]))
            self.slow = self.slow or self.sent[-1] == "undo"
            server.send(frame)

        line.on_message(asked)
        server.on_message(lambda frame: self.late.append(frame) if self.slow else line.send(frame))

    def goes_on(self) -> None:
        self.slow = False
        for frame in self.late:
            self.line.send(frame)


async def test_a_turn_is_not_ended_while_an_undo_is_on_its_way(guest: NewGuest) -> None:
    """Its answer comes later than the countdown takes."""
    ada, line = await guest("Ada", ends_turns=False, **LAPTOP), SlowToUndo()
    await ada.page.route_web_socket("**/ws**", line.opened)
    await ada.page.reload()
    await ada.begin("whim", game="bruges", options=FIRST)
    await ada.reach("turn")
    taking_back = asyncio.create_task(ada.page.evaluate(UNDO_IN_TIME))
    await ada.move()
    await taking_back
    await until(lambda: line.slow)
    await ada.page.wait_for_timeout(COUNTDOWN_MS + 1_000)
    assert "act" not in line.sent[line.sent.index("undo") :]
    line.goes_on()
    await ada.turn("turn")
    await expect(ada.page.locator(".notice.refusal")).to_have_count(0)


class HeldEnds:
    """A line that keeps the ends of turns back until `goes_on`."""

    def __init__(self) -> None:
        self.told, self.late = list[str](), list[str | bytes]()
        self.slow = True

    async def opened(self, line: WebSocketRoute) -> None:
        self.server = line.connect_to_server()

        def asked(frame: str | bytes) -> None:
            assert isinstance(frame, bytes)
            kind, *fields = unpacked(frame)
            if self.slow and kind == "act" and "done" in fields:
                self.late.append(frame)
            else:
                self.server.send(frame)

        def told(frame: str | bytes) -> None:
            assert isinstance(frame, bytes)
            self.told.append(str(unpacked(frame)[0]))
            line.send(frame)

        line.on_message(asked)
        self.server.on_message(told)

    def goes_on(self) -> None:
        self.slow = False
        for frame in self.late:
            self.server.send(frame)


async def test_a_turn_that_another_device_has_ended_is_no_news(guest: NewGuest) -> None:
    """Both end it by themselves, at the same moment."""
    ada, line, other_line = await guest("Ada", ends_turns=False, **LAPTOP), HeldEnds(), HeldEnds()
    await ada.page.route_web_socket("**/ws**", line.opened)
    await ada.page.reload()
    table = await ada.begin("whim", game="bruges", options=FIRST)
    other = await ada.context.new_page()
    await other.route_web_socket("**/ws**", other_line.opened)
    await other.goto(f"{ada.address}/#/t/{table}")
    await expect(other.locator("[data-test=board]")).to_be_visible()
    await other.evaluate(TIMELESS)
    await ada.reach("turn")
    await ada.move()
    await until(lambda: line.late and other_line.late)
    line.goes_on()
    await ada.turn("turn")
    other_line.goes_on()
    await until(lambda: "refused" in other_line.told)
    await expect(other.locator(".line.yours")).to_have_attribute("data-prompt", "turn")
    await expect(other.locator(".notice")).to_have_count(0)


A_LINE_THROUGH_THE_GAME = "() => document.querySelector('[data-test=graph] polyline').points.length >= 5"
"""Past versions that the page has not shown are requested at the end, one after the other."""


DEALING_IS_LAST = """() => {
  const at = (one) => document.querySelector(one).getBoundingClientRect();
  return at(".end-dealing").top >= Math.max(at(".end-story").bottom, at("[data-test=look]").bottom);
}"""
"""Do the reasons for the result and the ways on come before the proof of a fair dealing?"""


async def test_the_end_is_a_scene_that_can_be_left_and_looked_at_again(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **LAPTOP), await guest("Ben", locale="de-DE", **SMALL)
    await ben.join(await ada.make(""))
    await ada.start()
    await asyncio.gather(ada.rush(), ben.rush())
    for one in (ada, ben):
        page = one.page
        end = page.locator("[data-test=end]")
        await expect(end.locator("#end-title")).to_be_in_viewport()
        await expect(page.locator("[data-test=rematch]")).to_be_in_viewport()
        await expect(page.locator("[data-test=graph] polyline")).to_have_count(2)
        await page.wait_for_function(A_LINE_THROUGH_THE_GAME)
        assert await page.evaluate(DEALING_IS_LAST)
        assert await one.violations() == []
        await page.click("[data-test=look]")
        await expect(end).to_have_count(0)
        await expect(page.locator("[data-test=board]")).to_be_visible()
        await page.click("[data-test=result]")
        await expect(end).to_be_visible()
        await page.click("[data-test=look-back]")
        await expect(page.locator("[data-test=journey]")).to_be_visible()
        await page.click("[data-test=live]")
        await expect(end).to_be_visible()


async def test_things_say_once_that_they_explain_themselves(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("greedy", game="santiago", options={"Who begins": "Seat 1"})
    await ada.turn()
    assert await page.evaluate(
        "async () => !(await import('/static/core/settings.js')).told.value.includes('explained')"
    )
    await (await ada.find("[data-cuban='0']")).hover()
    await expect(page.locator("[data-test=explanation]")).to_be_visible()
    await ada.until("async () => (await import('/static/core/settings.js')).told.value.includes('explained')")
    await expect(page.locator("[data-test=hint]")).to_have_count(0)


async def test_whose_person_is_away_keeps_the_figures_on_a_phone(guest: NewGuest) -> None:
    """This holds for an asked player as well: there is room for one sign below a face."""
    ben, ada = await guest("Ben", **DESK), await guest("Ada", **PHONE, locale="de-DE")
    await ada.join(await ben.make("", "greedy", "greedy", game="bruges", options={"Who begins": "Seat 1"}))
    await ben.start()
    await ben.turn()
    await ada.page.wait_for_selector("[data-test=board]")
    await ben.page.goto("about:blank")
    tile = ada.page.locator("[data-tile='0'][data-asked]")
    await expect(tile.locator(".badge.away")).to_be_visible()
    over = """(tile) => [...tile.querySelectorAll(".figure")].filter((one) => one.checkVisibility()
      && one.getBoundingClientRect().right > tile.getBoundingClientRect().right)
      .map((one) => one.dataset.figure)"""
    assert await tile.evaluate(over) == []
