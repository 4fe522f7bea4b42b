"""Phones: notifications as their browsers show them, a screen that stays on, a connection after the dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import Worker, expect

from .conftest import NewGuest
from .guest import DESK, FIRST, PHONE, Guest
from .running import House

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def calm() -> Iterator[House]:
    """A server whose bots think for a moment, so that it shows when others are in turn."""
    made = House(pause_ms=(700, 700))
    yield made
    made.close()


WATCH = """([constructs, worker]) => {
  window.constructed = [];
  window.vibrations = 0;
  navigator.vibrate = () => { vibrations += 1; return true; };
  const real = Notification;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return this.permission = await real.requestPermission(); }
    constructor(title, { body }) {
      if (!constructs) throw new TypeError("Illegal constructor");
      constructed.push(`${title}: ${body}`);
    }
    close() {}
  };
  if (!worker) Object.defineProperty(navigator, "serviceWorker", { value: undefined });
  PushManager.prototype.subscribe = async () => { throw new DOMException("", "AbortError"); };
}"""
"""Records what the page does. On a phone the constructor throws; some browsers have no service workers. In a
headless browser `permission` is "denied" even after the permission was given, and it has no push service: its
console would say so."""

LOOK_AWAY = "(away) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => away })"

RECORD = """() => {
  self.shown = [];
  registration.showNotification = async (title, { body, data }) => { shown.push({ title, body, data }); };
}"""
"""From now on the service worker records notifications. A headless browser can't show them."""

SHOWN = "() => shown.map(({ title, body, data }) => ({ title, body, url: data.url }))"


async def switch_notifications_on(one: Guest, constructs: bool = False, worker: bool = True) -> None:
    """The switch in the preferences, on such a device."""
    await one.context.grant_permissions(["notifications"])
    await one.page.evaluate(WATCH, [constructs, worker])
    await one.page.click("[data-test=preferences]")
    switch = one.page.get_by_label("Notification when it is my turn")
    await switch.click()
    if worker:
        while not one.context.service_workers:
            await one.page.wait_for_timeout(50)
        await one.context.service_workers[0].evaluate(RECORD)
    await expect(switch).to_be_checked()
    await one.page.keyboard.press("Escape")


async def shown_by(worker: Worker) -> list[dict[str, str]]:
    found: list[dict[str, str]] = await worker.evaluate(SHOWN)
    return found


@pytest.mark.parametrize(
    ("worker", "constructs"),
    [
        pytest.param(True, True, id="worker-desktop"),
        pytest.param(True, False, id="worker-android"),
        pytest.param(False, True, id="no-worker-desktop"),
        pytest.param(False, False, id="no-worker-android", marks=pytest.mark.long),  # it only vibrates
    ],
)
async def test_a_notification_while_another_page_is_shown(
    guest: NewGuest, calm: House, constructs: bool, worker: bool
) -> None:
    ada = await guest("Ada", at=calm.open(), **(DESK if constructs else PHONE))
    page = ada.page
    assert ada.context.service_workers == []
    await switch_notifications_on(ada, constructs, worker)
    await ada.make("greedy", options=FIRST)
    await ada.start()
    await ada.play(steps=6)
    workers = ada.context.service_workers
    assert len(workers) == worker, "only those who want notifications have a service worker"
    if worker:
        assert await shown_by(workers[0]) == [], "a person who looks at the table needs no notification"
    before = await page.evaluate("() => vibrations")
    await page.evaluate(LOOK_AWAY, True)
    await ada.play(steps=6)
    if not constructs:
        await page.wait_for_function("(before) => vibrations > before", arg=before)
    if worker:
        while not (told := await shown_by(workers[0])):
            await page.wait_for_timeout(50)
        assert told[0] == {"title": "It is your turn", "body": "Machi Koro", "url": page.url}
        assert await page.evaluate("() => constructed") == []
    elif constructs:
        await page.wait_for_function("() => constructed.length")
        assert set(await page.evaluate("() => constructed")) == {"It is your turn: Machi Koro"}


CLICK = """async () => {
  const { data } = shown.pop();
  const did = [];
  WindowClient.prototype.focus = async function () { did.push("focus"); };
  clients.openWindow = async (url) => { did.push(url); };
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data, close: () => did.push("close") };
  event.waitUntil = (work) => { event.work = work; };
  self.dispatchEvent(event);
  await event.work;
  return did;
}"""
"""Click on the notification. A program can't focus or open a window, so that is recorded."""


async def test_a_click_on_the_notification_leads_to_its_table(guest: NewGuest, calm: House) -> None:
    ada = await guest("Ada", at=calm.open(), **PHONE)
    page = ada.page
    await switch_notifications_on(ada)
    other = await ada.context.new_page()
    await other.goto(f"{ada.address}/#/")

    async def tell() -> None:
        await page.evaluate("""async () => {
          const { show } = await import("/static/things/notifications.js");
          await show("It is your turn", "Machi Koro");
        }""")
        while not await shown_by(worker):
            await page.wait_for_timeout(50)

    (worker,) = ada.context.service_workers
    table = await ada.make("greedy", options=FIRST)
    where = page.url
    assert where.endswith(table)
    await tell()
    await page.evaluate("() => { location.hash = '#/learn'; }")
    assert await worker.evaluate(CLICK) == ["close", "focus"]
    await page.wait_for_url(where)
    assert other.url == f"{ada.address}/#/", "it is another window"

    await tell()
    await page.close()
    assert await worker.evaluate(CLICK) == ["close", where], "the window is gone: a new one"


async def test_no_page_is_in_the_scope_of_the_service_worker(guest: NewGuest) -> None:
    """So it can serve none, and no old one either."""
    ada = await guest("Ada", **DESK)
    await switch_notifications_on(ada)
    page = ada.page
    (worker,) = ada.context.service_workers
    assert worker.url == f"{ada.address}/static/notifier.js"
    await page.reload()
    assert await page.evaluate("() => navigator.serviceWorker.controller") is None
    assert await page.evaluate("() => caches.keys()") == []
    await page.evaluate(WATCH, [False, True])
    await page.evaluate("() => Notification.requestPermission()")
    await page.click("[data-test=preferences]")
    await page.get_by_label("Notification when it is my turn").click()
    await ada.until("async () => !(await navigator.serviceWorker.getRegistrations()).length")


LACKS: dict[str, tuple[str, str]] = {
    "insecure": (
        "Object.defineProperty(window, 'isSecureContext', { value: false });",
        "only from addresses that begin with https",
    ),
    "home": (
        "delete window.Notification; navigator.standalone = false;",
        "tap “Share”, then “Add to Home Screen”",
    ),
    "unsupported": ("delete window.Notification;", "This browser can’t show notifications."),
}


@pytest.mark.parametrize("lack", LACKS)
async def test_the_switch_says_what_the_device_lacks(guest: NewGuest, lack: str) -> None:
    ada = await guest(**PHONE)
    script, says = LACKS[lack]
    await ada.context.add_init_script(script)
    await ada.come("Ada")
    await ada.page.click("[data-test=preferences]")
    switch = ada.page.get_by_label("Notification when it is my turn")
    await expect(switch).to_be_disabled()
    await expect(ada.page.locator("label", has=switch)).to_contain_text(says)
    assert await ada.violations() == []
    assert await ada.fits()


async def test_the_switch_says_that_the_browser_blocks_notifications(guest: NewGuest) -> None:
    ben = await guest("Ben", **PHONE)
    await ben.context.grant_permissions(["geolocation"])  # and no other permission
    await ben.page.click("[data-test=preferences]")
    switch = ben.page.get_by_label("Notification when it is my turn")
    await switch.click()
    await expect(switch).not_to_be_checked()
    await expect(ben.page.get_by_text("Your browser doesn’t allow notifications from here.")).to_be_visible()
    await ben.until("async () => !(await navigator.serviceWorker.getRegistrations()).length")


COUNT_LOCKS = """
  window.held = 0;
  Object.defineProperty(navigator, "wakeLock", { value: {
    async request() {
      if (document.hidden) throw new DOMException("The page is hidden", "NotAllowedError");
      held += 1;
      return { release: async () => { held -= 1; } };
    },
  } });
"""
"""Counts the locks that keep the screen on."""

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


async def held(one: Guest, locks: int) -> None:
    await one.page.wait_for_function("(locks) => held === locks", arg=locks)


async def test_the_screen_stays_on_while_one_plays(guest: NewGuest) -> None:
    ada, ben, eve = [await guest(**PHONE) for _ in range(3)]
    for one, name in ((ada, "Ada"), (ben, "Ben"), (eve, "Eve")):
        await one.context.add_init_script(COUNT_LOCKS)
        await one.come(name)
    table = await ada.make("", options=FIRST)
    await ben.join(table)
    await held(ada, 0)
    await ada.start()
    for one in (ada, ben):
        await held(one, 1)
    await eve.go(f"t/{table}")
    await expect(eve.page.locator("[data-test=board]")).to_be_visible()
    await held(eve, 0)

    await ada.play(steps=2)
    await held(ada, 1)
    await ada.page.evaluate(HIDE, True)
    await held(ada, 0)
    await ada.page.evaluate(HIDE, False)
    await held(ada, 1)

    await ben.call("leave", table, 1)
    await held(ben, 0)
    await ben.page.evaluate(HIDE, False)
    await held(ben, 0)

    await ada.page.evaluate("() => { location.hash = '#/'; }")
    await held(ada, 0)
    await ada.go(f"t/{table}")
    await held(ada, 1)
    await ada.rush()
    await held(ada, 0)


async def test_a_browser_that_keeps_no_screen_on_plays_all_the_same(guest: NewGuest) -> None:
    """The battery is low, or the address is not secure: the guest has no complaints."""
    for value in ("undefined", "{ request: async () => { throw new DOMException('', 'NotAllowedError'); } }"):
        ada = await guest(**PHONE)
        await ada.context.add_init_script(
            f"Object.defineProperty(navigator, 'wakeLock', {{ value: {value} }});"
        )
        await ada.come("Ada")
        await ada.begin("greedy", options=FIRST)
        await ada.play(steps=2)
        await ada.page.evaluate(HIDE, True)
        await ada.page.evaluate(HIDE, False)


RETURN = """async ([greeted, slept, answered, ended]) => {
  const [{ Socket }, { encode }] = await Promise.all(
    ["socket", "codec"].map((name) => import(`/static/net/${name}.js`)));
  const real = { WebSocket, setTimeout, clearTimeout, now: Date.now };
  const at = Date.now();
  const lines = [];
  const timers = new Map();
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    sent = 0;
    constructor() { lines.push(this); }
    send() { this.sent += 1; }
    close() {}
  };
  window.setTimeout = (work, ms) => { timers.set(timers.size + 1, { work, ms }); return timers.size; };
  window.clearTimeout = (timer) => timers.has(timer) && (timers.get(timer).off = true);
  Date.now = () => at; // a busy browser may rest anywhere
  try {
    const socket = new Socket("ws://nowhere", "token", () => {});
    socket.receive = () => socket.greeted(Date.now());
    socket.open();
    const [line] = lines;
    if (greeted) {
      line.readyState = 1;
      line.onopen();
      line.onmessage({ data: encode(["welcome"]) });
      clearInterval(socket.beat);
      socket.receive = () => {};
    }
    if (ended) {
      socket.closed(1006);
      socket.open();
      socket.closed(4200);
    }
    const before = lines.length;
    if (slept) Date.now = () => at + slept;
    const { sent } = line;
    socket.hurry();
    const asked = line.sent - sent;
    if (answered) line.onmessage({ data: encode(["pong"]) });
    const due = [...timers.values()].filter(({ off }) => !off);
    for (const { work, ms } of due) if (ms < 1000) work();
    return { asked, opened: lines.length - before };
  } finally {
    Date.now = real.now;
    delete real.now;
    Object.assign(window, real);
  }
}"""
"""What a connection does when the page is visible again: it asks, and opens another one within a second."""


@pytest.mark.parametrize(
    ("greeted", "slept", "answered", "ended", "does"),
    [
        pytest.param(True, 60_000, False, False, {"asked": 1, "opened": 1}, id="lost-in-the-dark"),
        pytest.param(True, 60_000, True, False, {"asked": 1, "opened": 0}, id="alive-after-the-dark"),
        pytest.param(True, 0, False, False, {"asked": 1, "opened": 0}, id="another-tab-for-a-moment"),
        pytest.param(False, 60_000, False, False, {"asked": 0, "opened": 1}, id="begun-in-the-dark"),
        pytest.param(False, 0, False, False, {"asked": 0, "opened": 0}, id="just-begun"),
        pytest.param(True, 60_000, False, True, {"asked": 0, "opened": 0}, id="ended-by-the-server"),
    ],
)
async def test_a_page_that_comes_back_soon_has_a_connection(
    guest: NewGuest, greeted: bool, slept: int, answered: bool, ended: bool, does: dict[str, int]
) -> None:
    visitor = await guest()
    await visitor.page.goto(f"{visitor.address}/#/nowhere")
    assert await visitor.page.evaluate(RETURN, [greeted, slept, answered, ended]) == does
