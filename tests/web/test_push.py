"""Notices while no page is open: from a hub, through a push service of the tests, to the service worker of
a real Chromium. Its debugging protocol hands the message to the worker, as the browser's own push service
would. Only that service is missing: subscribing needs one of another company, so the page gets a
subscription of the tests."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import CDPSession, Response, Worker, expect

from server.push.encryption import encoded
from tests.waiting import until

from ..push.service import Browser, PushService
from .conftest import NewGuest
from .guest import DESK, PHONE, Guest
from .running import House
from .test_phones import CLICK, RECORD, shown_by

pytestmark = pytest.mark.asyncio(loop_scope="session")

SECOND = {"Who begins": "Seat 2"}

SWITCH = "Notification when it is my turn"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """A push service in a thread of its own."""
    made = PushService("", time.monotonic, secrets.token_bytes)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(made.protocol, "127.0.0.1", 0))
    made.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield made
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    server.close()
    loop.close()
    assert made.wrong == []


@pytest.fixture(scope="module")
def pushing(service: PushService) -> Iterator[House]:
    """A server that sends to it."""
    made = House({"STAMMTISCH_PUSH_HOSTS": service.origin.removeprefix("http://")})
    yield made
    made.close()


SUBSCRIBES = """([endpoint, p256dh, auth]) => {
  let made = JSON.parse(localStorage.getItem("subscription"));
  const keep = (one) => { localStorage.setItem("subscription", JSON.stringify(made = one)); };
  const bytes = (text) => Uint8Array.from(text.split(","), Number);
  const told = () => made && {
    endpoint,
    options: { applicationServerKey: bytes(made).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => { keep(null); return true; },
  };
  PushManager.prototype.getSubscription = async () => told();
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly) throw new DOMException("a message must be shown", "NotAllowedError");
    keep(String(new Uint8Array(applicationServerKey)));
    return told();
  };
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  window.takenBack = [];
  const shown = (tag) => ({ close: () => takenBack.push(tag) });
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => [shown(tag)];
}"""
"""Subscribing as in a browser with a push service, and with the permission. A headless browser says "denied"
even after the permission was given, and shows no notification that could be closed."""


async def with_push(one: Guest, browser: Browser) -> None:
    """The browser of a guest has a push service."""
    given = [browser.endpoint, encoded(browser.point), encoded(browser.auth)]
    await one.context.add_init_script(f"({SUBSCRIBES})({json.dumps(given)});")


def keeps_a_device(answer: Response) -> bool:
    """Has the server stored where a browser is to be reached?"""
    return answer.request.method == "PUT" and answer.url.endswith("/push")


async def switch_on(one: Guest, label: str = SWITCH, subscribes: bool = True) -> Worker:
    """The switch in the preferences; returns the service worker, which records what it shows."""
    await one.page.click("[data-test=preferences]")
    switch = one.page.get_by_label(label)
    if subscribes:
        async with one.page.expect_response(keeps_a_device):
            await switch.click()
    else:
        await switch.click()
    await expect(switch).to_be_checked()
    while not one.context.service_workers:
        await one.page.wait_for_timeout(50)
    (worker,) = one.context.service_workers
    await worker.evaluate(RECORD)
    await worker.evaluate("() => { registration.getNotifications = async () => []; }")
    return worker


async def devices(one: Guest) -> int:
    """The number of devices that the server keeps of a guest."""
    told: dict[str, Any] = await one.page.evaluate(
        "async () => (await import('/static/core/http.js')).ask('person')"
    )
    return len(told["devices"])


async def registered(wire: CDPSession) -> str:
    """The registration of the service worker."""
    found: list[Any] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    await wire.send("ServiceWorker.enable")
    await until(lambda: found)
    return str(found[0]["registrationId"])


MINE = "() => Boolean(document.querySelector('.line.yours') && document.querySelector('[data-settled=yes]'))"


async def test_a_turn_reaches_a_browser_whose_page_is_closed(
    guest: NewGuest, pushing: House, service: PushService
) -> None:
    ada, ben = await guest(at=pushing.open(), **PHONE), await guest("Ben", at=pushing.open(), **DESK)
    browser = service.browser()
    await with_push(ada, browser)
    await ada.come("Ada")
    worker = await switch_on(ada)
    await ada.page.keyboard.press("Escape")
    table = await ada.make("", options=SECOND)
    await ben.join(table)
    await ada.start()
    await expect(ada.page.locator("[data-test=board]")).to_be_visible()
    assert await devices(ada) == 1
    where = ada.page.url
    elsewhere = await ada.context.new_page()
    wire = await ada.context.new_cdp_session(elsewhere)
    registration = await registered(wire)

    async def deliver(told: dict[str, Any]) -> None:
        """Hand a message to the service worker, as the push service of the browser does."""
        place = {"origin": ada.address, "registrationId": registration}
        await wire.send("ServiceWorker.deliverPushMessage", {**place, "data": json.dumps(told)})

    await ada.page.close()
    while not service.told(browser):
        if await ben.page.evaluate(MINE):
            await ben.move()
        await asyncio.sleep(0.1)
    (told,) = service.told(browser)
    assert told == {"table": table, "title": "It is your turn", "body": "Machi Koro"}

    await deliver(told)
    while not (shown := await shown_by(worker)):
        await asyncio.sleep(0.05)
    assert shown == [{"title": "It is your turn", "body": "Machi Koro", "url": where}]
    assert await worker.evaluate(CLICK) == ["close", where], "a click opens the table"

    await elsewhere.goto(where)
    await elsewhere.wait_for_function("(where) => takenBack.includes(where)", arg=where)
    await deliver(told)
    await deliver({**told, "table": "another"})
    while not (shown := await shown_by(worker)):
        await asyncio.sleep(0.05)
    assert [row["url"] for row in shown] == [where.replace(table, "another")], "who looks needs none"


async def test_the_switch_says_what_comes_and_takes_it_back(
    guest: NewGuest, pushing: House, service: PushService
) -> None:
    ada = await guest(at=pushing.open(), **DESK)
    await with_push(ada, service.browser())
    await ada.come("Ada")
    await switch_on(ada)
    label = ada.page.locator("label", has=ada.page.get_by_label(SWITCH))
    await expect(label).to_contain_text("Also while the page is closed")
    assert await ada.violations() == [] and await ada.fits()
    await ada.picture("push-desk")
    assert await devices(ada) == 1
    await ada.page.reload()
    await ada.until("async () => (await import('/static/core/settings.js')).notify.value === 'on'")
    assert await devices(ada) == 1, "a page that is opened renews it"
    await ada.page.click("[data-test=preferences]")
    async with ada.page.expect_response(keeps_a_device) as renewing:
        await ada.page.locator("label", has_text="Deutsch").click()
    asked = (await renewing.value).request.post_data_json
    assert asked and asked["language"] == "de", "notices come in the language of the page"
    async with ada.page.expect_response(keeps_a_device):
        await ada.page.locator("label", has_text="English").click()
    await ada.page.get_by_label(SWITCH).click()
    await ada.until("async () => !(await navigator.serviceWorker.getRegistrations()).length")
    assert await devices(ada) == 0
    assert await ada.page.evaluate("() => localStorage.getItem('subscription')") == "null"


async def test_deletion_ends_it(guest: NewGuest, pushing: House, service: PushService) -> None:
    ben = await guest(at=pushing.open(), locale="de-DE", **PHONE)
    await with_push(ben, service.browser())
    await ben.come("Ben")
    await switch_on(ben, "Benachrichtigung, wenn ich dran bin")
    label = ben.page.locator("label", has=ben.page.get_by_label("Benachrichtigung, wenn ich dran bin"))
    await expect(label).to_contain_text("Auch wenn die Seite zu ist")
    assert await ben.violations() == [] and await ben.fits()
    await ben.picture("push-phone", label)
    await (await ben.find("[data-test=to-kept]")).click()
    await expect(ben.page.locator("[data-test=kept-small]")).to_contain_text("127.0.0.1")
    await ben.picture("push-kept-phone")
    await (await ben.find("[data-test=ask-delete]")).click()
    await (await ben.find("[data-test=delete-me]")).click()
    await expect(ben.page.locator("[data-test=kept-gone]")).to_be_visible()
    await ben.until("async () => !(await navigator.serviceWorker.getRegistrations()).length")
    assert await ben.page.evaluate("() => localStorage.getItem('subscription')") == "null"
    assert await devices(ben) == 0


async def test_without_a_push_service_notices_come_while_the_page_lives(
    guest: NewGuest, pushing: House
) -> None:
    """The browser has none, or its maker's is out of reach: subscribing fails."""
    ada = await guest(at=pushing.open(), **PHONE)
    await ada.context.add_init_script(
        """
        PushManager.prototype.getSubscription = async () => null;
        PushManager.prototype.subscribe = async () => { throw new DOMException("", "AbortError"); };
        Notification.requestPermission = async () => "granted";
        Object.defineProperty(Notification, "permission", { get: () => "granted" });
        """
    )
    await ada.come("Ada")
    await switch_on(ada, subscribes=False)
    label = ada.page.locator("label", has=ada.page.get_by_label(SWITCH))
    await expect(label).to_contain_text("Only while you are looking at something else")
    assert await devices(ada) == 0
