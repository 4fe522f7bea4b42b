"""A connection without an answer is given up, and a part of the page that did not load is fetched again."""

from __future__ import annotations

import pytest
from playwright.async_api import Route, WebSocketRoute, expect

from tests.waiting import until

from .conftest import NewGuest
from .guest import DESK, Guest
from .timers import milliseconds

pytestmark = pytest.mark.asyncio(loop_scope="session")


def expected(one: Guest) -> None:
    """The browser's complaints about what was not loaded are expected."""
    assert all("ERR_FAILED" in told for told in one.complaints), one.complaints
    one.complaints.clear()


STRETCHED = """() => {
  const { setTimeout } = window;
  window.setTimeout = (work, ms, ...all) => setTimeout(work, ms < 10_000 ? ms : 100 * ms, ...all);
}"""
"""From now on what takes ten seconds or more takes a hundred times as long, so that no time runs out between
two steps of a test on a busy machine."""


async def test_connecting_has_an_end_and_try_now_tries(guest: NewGuest) -> None:
    """The server accepts the connection and never answers the greeting; later it does."""
    ada = await guest(**DESK)
    page, silent, tried = ada.page, [True], []

    def taken(ws: WebSocketRoute) -> None:
        tried.append(ws)
        if not silent[0]:
            ws.connect_to_server()

    await page.route_web_socket("**/ws**", taken)
    await page.clock.install()
    await page.goto(ada.address)
    await page.evaluate(STRETCHED)
    await page.fill("#guest-name", "Ada")
    await page.press("#guest-name", "Enter")
    banner = page.locator(".reconnect")
    await expect(banner).to_be_hidden()
    await until(lambda: tried)
    assert len(tried) == 1
    await page.clock.fast_forward(100 * 10_500)
    await expect(banner).to_be_visible()
    await page.clock.fast_forward(2_000)
    await expect(banner).to_have_attribute("data-state", "connecting")
    await until(lambda: len(tried) > 1)
    before = len(tried)
    silent[0] = False
    await page.get_by_role("button", name="Try now").click()
    await page.clock.resume()
    await expect(banner).to_be_hidden()
    assert len(tried) == before + 1


async def test_a_part_of_the_page_that_failed_once_comes(guest: NewGuest) -> None:
    """Chromium does not request an address again that failed as a module; another one it does."""
    ada = await guest("Ada", lobby=True, **DESK)
    failed: list[str] = []

    async def fails(route: Route) -> None:
        failed.append(route.request.url)
        await (route.abort() if len(failed) == 1 else route.continue_())

    await ada.page.route("**/me/book*.js*", fails)
    await ada.go("book")
    await (await ada.find("[data-test=load-again]")).click()
    await expect(ada.page.locator("main h1")).to_be_visible()
    assert len(failed) == 2 and failed[0] != failed[1]
    expected(ada)


async def test_a_style_sheet_that_failed_comes_later(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    failed: list[str] = []

    async def fails(route: Route) -> None:
        failed.append(route.request.url)
        await (route.abort() if len(failed) < 3 else route.continue_())

    await ada.page.route("**/puzzle*.css*", fails)
    await ada.page.evaluate("async () => (await import('/static/core/files.js')).loadSheet('puzzle.css')")
    assert len(failed) == 1
    await ada.until("async () => [...document.styleSheets].some(({ href }) => href?.includes('/puzzle'))")
    assert len(failed) == 3
    await expect(ada.page.locator("link[rel=stylesheet][href*=puzzle]")).to_have_count(1)
    expected(ada)


SHEET_TRIES = """async (tries) => {
  const { loadSheet } = await import("/static/core/files.js");
  const pauses = [], { setTimeout } = window;
  await new Promise((done) => {
    window.setTimeout = (work, ms, ...all) => {
      if (all[0] !== "examples.css") return setTimeout(work, ms, ...all);
      return pauses.push(ms) === tries ? done() : setTimeout(work, 0, ...all);
    };
    loadSheet("examples.css");
  });
  window.setTimeout = setTimeout;
  return pauses;
}"""
"""The pauses before a style sheet is tried again."""


async def test_a_style_sheet_that_never_comes_is_asked_for_ever_more_rarely(guest: NewGuest) -> None:
    """Every page of a server may lack one: they must not ask in step for ever."""
    ada = await guest("Ada", lobby=True, **DESK)
    await ada.page.route("**/examples*.css*", lambda route: route.abort())
    pauses = await ada.page.evaluate(SHEET_TRIES, 6)
    assert pauses == [pauses[0] * 2**n for n in range(6)] and pauses[0] >= 1000
    expected(ada)


async def test_a_language_whose_texts_cannot_be_had_says_so(guest: NewGuest) -> None:
    ada = await guest("Ada", lobby=True, **DESK)
    await ada.page.route("**/texts/rare.de*", lambda route: route.abort())
    await ada.page.click("[data-test=preferences]")
    german = ada.page.get_by_text("Deutsch", exact=True)
    await german.click()
    await expect(ada.page.locator(".notice[data-code='status.not-loaded']")).to_be_visible()
    await ada.page.unroute_all()
    expected(ada)
    await german.click()
    await expect(ada.page.locator("html")).to_have_attribute("lang", "de")


async def test_a_page_whose_parts_keep_failing_is_loaded_again(guest: NewGuest) -> None:
    """What a part imports itself can't be requested at another address."""
    ada = await guest("Ada", lobby=True, **DESK)
    await ada.page.route("**/me/book*.js*", lambda route: route.abort())
    await ada.go("book")
    again = ada.page.locator("[data-test=load-again]")
    await expect(again).to_have_text("Try again")
    await again.click()
    await expect(again).to_have_text("Load the page again")
    await ada.page.unroute_all()
    expected(ada)
    await again.click()
    await expect(ada.page.locator("main h1")).to_be_visible()


async def test_the_page_s_clock_is_the_server_s_whatever_the_device_is_set_to(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    off = await ada.page.evaluate(
        """async () => {
          const { wire } = await import("/static/core/state.js");
          while (!wire.online) await new Promise((go) => setTimeout(go, 20));
          const [now, before] = [Date.now, wire.now()];
          Date.now = () => now() - 3_600_000;
          const off = wire.now() - before;
          Date.now = now;
          return off;
        }"""
    )
    assert 0 <= off < 60_000


GIVEN_UP = """async (attempts) => {
  const { Socket } = await import("/static/net/socket.js");
  const timers = [], lengths = [];
  const real = { setTimeout: window.setTimeout, WebSocket: window.WebSocket };
  window.setTimeout = (work, ms) => timers.push([work, ms]);
  window.WebSocket = class { close() {} };
  try {
    new Socket("wss://never.example/ws", "", () => {}).open();
    while (lengths.length < attempts) {
      const [giveUp, ms] = timers.pop();
      lengths.push(ms);
      giveUp();
      timers.pop()[0](); // the pause before the next one
    }
  } finally {
    Object.assign(window, real);
  }
  return lengths;
}"""
"""How long each of these attempts to connect may take, where no server answers."""


async def test_attempts_to_connect_get_more_time_after_those_that_failed(guest: NewGuest) -> None:
    """A server to which all come back at once answers late."""
    ada = await guest("Ada")
    first = milliseconds("net/socket.js", "CONNECT_TIMEOUT_MS")
    assert await ada.page.evaluate(GIVEN_UP, 5) == [first, 2 * first, *3 * [4 * first]]
