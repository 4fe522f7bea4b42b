"""Lost connections, reloads, several pages of one guest: nothing is lost and nothing happens twice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from .conftest import NewGuest, Wire
from .guest import DESK, pick
from .timers import TIMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_cut_socket_in_the_middle_of_a_turn(guest: NewGuest, wire: tuple[Wire, str]) -> None:
    between, near = wire
    ada = await guest("Ada", at=near)
    ada.lost_wires_are_fine = True
    table = await ada.begin("greedy")
    page = ada.page
    await ada.play(steps=6)
    await ada.reach("build")
    await ada.beside("chat")
    await page.get_by_label("Say something").fill("half a thou")
    asked = await ada.prompt()

    between.cut()
    await expect(page.locator(".reconnect")).to_be_visible()
    await page.locator(".line [data-verb]").first.click()
    await expect(page.locator(".line")).to_contain_text("No connection")
    between.mend()
    await expect(page.locator(".reconnect")).to_be_hidden()
    await ada.reach("build")
    assert await ada.prompt() != asked
    await expect(page.get_by_label("Say something")).to_have_value("half a thou")
    await ada.until("async () => !(await import('/static/core/state.js')).wire.pending.size")
    asked = await page.evaluate("async () => (await import('/static/core/state.js')).wire.socket.url")
    assert asked.endswith(f"/ws?table={table}"), "so the way may lead to where the others are"
    assert (
        await page.evaluate("async () => (await import('/static/core/state.js')).wire.mirrors.resyncs") == 0
    )


async def test_a_diverged_mirror_heals_itself(guest: NewGuest) -> None:
    ada = await guest("Ada")
    table = await ada.begin("greedy")
    await ada.reach("build")
    await ada.page.evaluate(
        """async (table) => {
          const { wire } = await import("/static/core/state.js");
          const mirror = wire.mirrors.tables.get(table).seats.get(0);
          const { game } = mirror.public;
          mirror.public = { ...mirror.public, game: { ...game, supply: game.supply.map(() => 77) } };
        }""",
        table,
    )
    for number in range(40):
        await ada.move(number)
        if await ada.page.evaluate(
            "async () => (await import('/static/core/state.js')).wire.mirrors.resyncs"
        ):
            break
    else:
        raise AssertionError("nobody noticed")
    await ada.reach("build")
    await expect(ada.page.locator(".mk-supply .mk-badge", has_text="77")).to_have_count(0)


async def test_a_reload_in_the_middle_of_a_turn(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.reach("build")
    await ada.page.locator(".mk-supply .mk-card.offered").first.click()
    await expect(ada.page.locator("[data-verb=done]")).to_be_visible()
    version = await ada.page.locator(".table-page").get_attribute("data-version")
    await ada.page.reload()
    await expect(ada.page.locator("[data-verb=done]")).to_be_visible()
    await expect(ada.page.locator(".table-page")).to_have_attribute("data-version", str(version))
    await ada.page.click("[data-test=undo]")
    await expect(ada.page.locator(".line")).to_have_attribute("data-prompt", "build")


async def test_undo_gives_back_what_was_there(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.reach("build")
    page = ada.page
    board = (
        "() => [...document.querySelectorAll('.mk-purse b, .mk-badge')].map((e) => e.textContent).join(' ')"
    )
    before = await page.evaluate(board)
    await expect(page.locator("[data-test=undo]")).to_have_count(0)
    await page.locator(".mk-supply .mk-card.offered").first.click()  # a kind that the city already has
    await expect(page.locator("[data-test=undo]")).to_be_visible()
    await expect(page.locator(".mk-card.last")).to_have_count(1)
    assert await page.evaluate(board) != before
    await page.click("[data-test=undo]")
    await expect(page.locator(".line")).to_have_attribute("data-prompt", "build")
    await page.wait_for_function(f"(before) => ({board})() === before", arg=before)  # coins are counted up
    await expect(page.locator("[data-test=log]")).to_contain_text("takes a move back")
    await expect(page.locator(".mk-card.last, .mk-landmark.last")).to_have_count(0)


async def test_undo_leaves_no_trace_of_what_was_built(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.reach("build")
    page = ada.page
    fresh, log = page.locator(".mk-city.own .last"), page.locator("[data-test=log]")
    await page.locator(".mk-supply .mk-card.offered").first.click()
    await expect(fresh).to_have_count(1)
    await expect(log).to_contain_text("builds: Wheat Field, for 1")
    await page.click("[data-test=undo]")
    await expect(log).to_contain_text("takes a move back")
    await expect(fresh).to_have_count(0)
    await expect(log).not_to_contain_text("builds")


async def test_one_guest_at_two_screens(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.reach("build")
    other = await ada.context.new_page()
    await other.goto(ada.page.url)
    await expect(other.locator(".tile .badge.you")).to_be_visible()
    await other.locator(".mk-supply .mk-card.offered").first.click()
    for page in (ada.page, other):
        await expect(page.locator("[data-verb=done]")).to_be_visible()
    await ada.page.click("[data-verb=done]")
    await expect(other.locator("[data-verb=done]")).to_have_count(0)


async def test_stepping_back_after_a_reload(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.begin("greedy")
    await ada.play(steps=4)
    await ada.reach("build")
    page = ada.page
    now = int(await page.locator(".table-page").get_attribute("data-version") or 0)
    await page.reload()
    await page.click("[data-step=back]")
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(now - 1))
    await expect(page.locator(".line button[data-verb]")).to_have_count(0)
    await page.click("[data-step=turn-back]")
    await expect(page.locator(".table-page")).not_to_have_attribute("data-version", str(now - 1))
    await page.click("[data-test=live]")
    await expect(page.locator(".table-page")).to_have_attribute("data-version", str(now))
    await ada.beside("log")
    await (await ada.find(page.locator(".log-line button", has_text="rolls").first)).click()
    await expect(page.locator("[data-test=status]")).to_contain_text("looking back")
    await expect(page.locator("[data-test=log] .log-line").last).to_be_visible()


async def test_one_guest_clicks_for_two_seats_at_once(guest: NewGuest, wire: tuple[Wire, str]) -> None:
    between, near = wire
    ada = await guest("Ada", at=near, **DESK)
    ada.lost_wires_are_fine = True
    page = ada.page
    pairs = {"Four players": "Both pairs at the same time"}
    await ada.make("", "", "", game="loyang", options=pairs)
    for seat in (1, 2, 3):
        await (await ada.find(f".seat-row[data-seat='{seat}'] [data-test=want]")).select_option("me")
        await expect(page.locator(f".seat-row[data-seat='{seat}']")).to_have_attribute("data-kind", "person")
    await ada.start()
    seats = await page.evaluate(UNTIL_TWO_ACT)
    dock = page.locator(".line")
    asked = []

    between.cut()
    await expect(page.locator(".reconnect")).to_be_visible()
    for seat in seats:
        await pick(page, "seat", seat)
        await ada.until(CAUGHT_UP)
        asked.append(await ada.prompt())
        await (await ada.find(".stage-board [data-verb=loan]")).click()
        await expect(dock).to_contain_text("No connection")
    await pick(page, "seat", seats[0])
    await expect(dock).to_contain_text("No connection")
    between.mend()
    for seat, before in zip(seats, asked, strict=True):
        await pick(page, "seat", seat)
        await ada.answered(before)


CAUGHT_UP = """async () => {
  const { look } = await import("/static/core/state.js");
  const view = look(location.hash.split("/")[2]);
  const { settled, version } = view.show.shown.value;
  return settled && version === view.mirror().version;
}"""
"""Does the page show everything that it has received? It shows events from the background a little later."""

UNTIL_TWO_ACT = """async () => {
  const { change, look } = await import("/static/core/state.js");
  const table = location.hash.split("/")[2];
  const mirrors = () => [...look(table).mirrors.value];
  for (let n = 0; n < 200; n++) {
    const rows = await player.until(() => {
      const all = mirrors();
      const versions = new Set(all.map(([, { version }]) => version));
      const asked = all.filter(([, { mine }]) => mine.ask?.number);
      return all.length === 4 && versions.size === 1 && asked.length && asked;
    }, "a question");
    const acting = rows.filter(([, { mine }]) => mine.ask.prompt === "act");
    if (acting.length > 1) return acting.slice(0, 2).map(([seat]) => seat);
    const [seat, { mine }] = rows.find(([, { mine }]) => mine.ask.prompt !== "act") ?? rows[0];
    const [verb, noun = -1] = mine.ask.options[0];
    await change("act", table, seat, mine.ask.number, verb, noun);
  }
  throw new Error("no two seats are asked at once");
}"""
"""One guest plays for all four seats until two of them are asked at once; returns these."""


async def test_a_join_that_is_refused_for_the_moment_is_tried_again(guest: NewGuest) -> None:
    """As while the server can't reach its store: the page does not treat the table as missing."""
    ada = await guest("Ada")
    table = await ada.begin("greedy")
    await ada.reach("build")
    prompt = await ada.prompt()
    await ada.page.evaluate(
        """async (table) => {
          const { wire } = await import("/static/core/state.js");
          wire.mirrors.tables.get(table).seats.clear();
          wire.on_refused(0, table, "storing", "The store is out of reach.");
        }""",
        table,
    )
    await ada.until(
        f"""async () => {{
          const {{ wire }} = await import("/static/core/state.js");
          return wire.mirrors.tables.get("{table}")?.seats.size;
        }}"""
    )
    back = "(prompt) => player.until(() => player.question() === prompt, `${prompt} again`)"
    await ada.page.evaluate(back, prompt)
    assert not await ada.page.evaluate(
        "async () => (await import('/static/core/state.js')).wire.mirrors.resyncs"
    )


LONE = """
  const { Wire } = await import("/static/net/net.js");
  const sent = [];
  const lone = (listener) => {
    const wire = new Wire("ws://nowhere.invalid/", "token", { status: () => {}, ...listener });
    wire.online = true;
    wire.send = (...frame) => sent.push(frame);
    return wire;
  };"""
"""`lone` makes a socket client that considers itself online, and only records the frames that it would
send."""


async def of_a_lone_wire(guest: NewGuest, script: str) -> Any:
    """The result of a script that tries such a client."""
    ada = await guest("Ada")
    await ada.page.goto(ada.address)
    return await ada.page.evaluate(f"async () => {{{LONE}{script}}}")


async def test_what_was_done_before_leaving_a_table_is_asked_for_once_more(guest: NewGuest) -> None:
    """The document of that table, which would acknowledge the change, no longer arrives."""
    asked = await of_a_lone_wire(
        guest,
        """
          const wire = lone();
          wire.join("t", 0);
          const here = wire.change("act", "t", 0, 7, "roll", 1);
          wire.change("undo", "elsewhere", 0, 3).catch(() => {});
          wire.change("leave", "t", 0).catch(() => {});
          sent.length = 0;
          wire.part("t");
          const [first] = [...wire.pending.keys()];
          wire.on_done(first, "t", 8);
          return { sent, first, stored: await here };
        """,
    )
    part, *again = asked["sent"]
    assert part == ["part", "t"]
    assert again == [["act", asked["first"], "t", 0, 7, "roll", 1]]
    assert asked["stored"] == {"table": "t", "version": 8}


async def test_few_changes_are_unanswered_at_a_time(guest: NewGuest) -> None:
    """The table would not recognise a repeat among too many later changes, also of a second page."""
    said = await of_a_lone_wire(
        guest,
        """
          const wire = lone({ welcome: () => {} });
          for (let n = 0; n < 15; n++) wire.change("say", "t", `word ${n}`);
          const words = () => sent.splice(0).flatMap(([kind, , , text]) => (kind === "say" ? [text] : []));
          const rounds = [words()];
          wire.on_done([...wire.pending.keys()][4], "t", 3);
          rounds.push(words());
          wire.on_welcome("person", 0, {}, 0);
          rounds.push(words());
          for (const id of [...wire.pending.keys()]) wire.on_done(id, "t", 4);
          rounds.push(words());
          return rounds;
        """,
    )
    texts = [f"word {n}" for n in range(15)]
    assert said == [texts[:12], texts[12:13], [*texts[:4], *texts[5:13]], texts[13:]]


async def test_equal_history_requests_share_one_answer(guest: NewGuest) -> None:
    """For example the end and its picture, which both request the scores of the game."""
    told = await of_a_lone_wire(
        guest,
        """
          const wire = lone();
          const asked = [wire.history("t", 0, 5), wire.history("t", 0, 5), wire.history("t", 0, 6)];
          wire.on_past("t", 0, 5, {}, {});
          wire.on_past("t", 0, 6, {}, {});
          const came = (await Promise.all(asked)).map(({ version }) => version);
          wire.history("t", 0, 5).catch(() => {});
          return { came, sent: sent.map(([, , , version]) => version) };
        """,
    )
    assert told == {"came": [5, 5, 6], "sent": [5, 6, 5]}


async def test_of_several_looks_that_are_refused_none_waits_for_ever(guest: NewGuest) -> None:
    """A refusal doesn't name its request: here the second is refused, and the first is answered."""
    told = await of_a_lone_wire(
        guest,
        """
          const wire = lone();
          const looks = [["t", 5], ["t", 6], ["other", 5]];
          const asked = looks.map(([table, version]) => wire.history(table, 0, version));
          wire.on_refused(0, "t", "slow-down");
          wire.on_past("t", 0, 5, {}, {});
          wire.on_past("other", 0, 5, {}, {});
          return Promise.all(asked.map((one) => one.then(() => "came", ({ code }) => code)));
        """,
    )
    assert told == ["slow-down", "slow-down", "came"]


async def test_the_storing_notice_appears_once_and_ends_with_the_change(guest: NewGuest) -> None:
    """The notice lies over the board: it goes away with its cause, after a refusal as well."""
    told = await of_a_lone_wire(
        guest,
        """
          const heard = [];
          const wire = lone({ refused: (code) => heard.push(code), stored: () => heard.push("stored") });
          const ends = {
            done: (id) => wire.on_done(id, "t", 8),
            document: (id) => wire.settle("t", 0, id),
            refused: (id) => wire.on_refused(id, "t", "stale"),
            none: () => {},
          };
          const rows = {};
          for (const [name, end] of Object.entries(ends)) {
            heard.length = 0;
            wire.change("act", "t", 0, 7, "roll", 1).catch(() => {});
            const id = [...wire.pending.keys()].at(-1);
            wire.on_refused(id, "t", "storing");
            wire.on_refused(id, "t", "storing");
            end(id);
            rows[name] = [...heard];
          }
          return rows;
        """,
    )
    over = ["storing", "stored"]
    assert told == {"done": over, "document": over, "refused": over, "none": ["storing"]}


async def test_a_notice_of_what_waits_goes_when_it_is_stored(guest: NewGuest) -> None:
    ada = await guest("Ada")
    await ada.page.goto(ada.address)
    say = """async () => {
      const { notice } = await import("/static/core/state.js");
      notice("refusal", "storing");
      notice("refusal", "slow-down");
    }"""
    await ada.page.evaluate(TIMELESS)
    await ada.page.evaluate(say)
    await expect(ada.page.locator(".notice")).to_have_count(2)
    await ada.page.evaluate("async () => (await import('/static/core/state.js')).wire.listener.stored()")
    await expect(ada.page.locator(".notice")).to_have_attribute("data-code", "slow-down")


async def test_the_storing_notice_does_not_ask_to_repeat(guest: NewGuest) -> None:
    """The client repeats it until it is stored, so the page must not ask the player to try again."""
    ada = await guest("Ada")
    await ada.page.goto(ada.address)
    await ada.page.evaluate(
        "async () => (await import('/static/core/state.js')).wire.listener.refused('storing')"
    )
    await expect(ada.page.locator(".notice")).to_contain_text("What you did is kept and sent by itself.")
    await ada.page.evaluate("async () => (await import('/static/core/state.js')).wire.listener.stored()")
    await expect(ada.page.locator(".notice")).to_have_count(0)
