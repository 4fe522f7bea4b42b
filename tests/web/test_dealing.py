"""Seats that change hands, and browsers that keep their part of the random source until all have promised."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import Guest
from .running import House

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_hand_is_shown_to_somebody_else_only_with_its_owner_s_word(
    guest: NewGuest, patient: str
) -> None:
    ada, ben = await guest("Ada", at=patient), await guest("Ben", at=patient, locale="de-DE")
    eve = await guest("Eve", at=patient)
    table = await ada.make("", game="loyang")
    await ben.join(table)
    await eve.go(f"t/{table}")
    await ada.start()
    hand = ".lo-hand .lo-card"
    await expect(ben.page.locator(hand)).to_have_count(4)

    async def offer() -> None:
        page = ada.page
        await page.click("[data-test=menu]")
        row = page.locator(".spread").nth(1)
        await row.get_by_label("Give the seat of Ben to").select_option(label="Eve")
        await (await ada.find(row.locator("[data-test=hand]"))).click()
        await page.get_by_role("button", name="Hand over").click()

    await offer()
    for one in (ada, ben, eve):
        await expect(one.page.locator("[data-test=offer]")).to_have_count(1)
    await expect(ben.page.locator("[data-test=offer]")).to_contain_text("Einverstanden?")
    await expect(ben.page.locator("[data-test=alert]")).to_contain_text("Einverstanden?")
    await expect(ada.page.locator("[data-test=agree]")).to_have_count(0)
    await expect(eve.page.locator("[data-test=agree]")).to_have_count(0)
    await expect(eve.page.locator(hand)).to_have_count(0)
    await ben.page.get_by_role("button", name="Nein", exact=True).focus()
    await ben.page.keyboard.press("Enter")
    await expect(ada.page.locator("[data-test=offer]")).to_have_count(0)
    await expect(ben.page.locator(hand)).to_have_count(4)

    await offer()
    await ada.page.get_by_role("button", name="End the offer").click()
    await expect(ben.page.locator("[data-test=offer]")).to_have_count(0)

    await offer()
    await ben.page.get_by_role("button", name="Ja, Platz abgeben").focus()
    await ben.page.keyboard.press("Enter")
    await expect(eve.page.locator(hand)).to_have_count(4)
    await expect(ben.page.locator(hand)).to_have_count(0)


@pytest.fixture(scope="module")
def hasty() -> Iterator[House]:
    """A server on which bots soon stand in for people, and think too long to play meanwhile."""
    made = House({"STAMMTISCH_GRACE_MS": "1500"}, pause_ms=(600_000, 600_000))
    yield made
    made.close()


async def offer_seat(host: Guest, of: str, to: str) -> None:
    """Offer a player's seat to a watching guest, as the host."""
    page = host.page
    await page.click("[data-test=menu]")
    await expect(page.get_by_text("everybody else at the table must agree")).to_be_visible()
    row = page.locator(".spread", has=page.get_by_label(f"Give the seat of {of} to"))
    await row.get_by_label(f"Give the seat of {of} to").select_option(label=to)
    await (await host.find(row.locator("[data-test=hand]"))).click()
    await page.get_by_role("button", name="Hand over").click()


async def test_an_absent_player_s_hand_is_shown_to_a_guest_only_when_all_others_agree(
    guest: NewGuest, hasty: House
) -> None:
    """The host may be a friend of that guest, so the host alone cannot decide it; a page that is reloaded
    asks again."""
    at, hand = hasty.open(), ".lo-hand .lo-card"
    ada, ben, eve = await guest("Ada", at=at), await guest("Ben", at=at), await guest("Eve", at=at)
    cem = await guest("Cem", at=at, locale="de-DE")
    table = await ada.make("", "", game="loyang")
    for one in (ben, cem):
        await one.join(table)
    await eve.go(f"t/{table}")
    await ada.start()
    await ben.page.goto("about:blank")
    await expect(ada.page.locator("[data-tile='1'] .badge.stand-in")).to_be_visible()

    offer, yes = "[data-test=offer]", "[data-test=agree]"
    await offer_seat(ada, "Ben", "Eve")
    await expect(cem.page.locator(offer)).to_contain_text("Einverstanden?")
    await expect(cem.page.locator("[data-test=alert]")).to_contain_text("Einverstanden?")
    for one in (ada, eve):
        await expect(one.page.locator(offer)).to_contain_text("Still to agree: Cem")
        await expect(one.page.locator(yes)).to_have_count(0)
    await expect(ada.page.locator(offer)).to_contain_text("The seat of Ben is to go to Eve.")
    await expect(eve.page.locator(offer)).to_contain_text("would like to give you the seat of Ben")
    await expect(eve.page.locator(offer).get_by_role("button")).to_have_text(["Decline"])
    await cem.page.get_by_role("button", name="Nein", exact=True).click()
    for one in (ada, cem, eve):
        await expect(one.page.locator(offer)).to_have_count(0)
    await expect(eve.page.locator(hand)).to_have_count(0)

    await offer_seat(ada, "Ben", "Eve")
    await expect(cem.page.locator(yes)).to_be_visible()
    other = await cem.context.new_page()  # Cem stays present, however long the page takes to come again
    await other.goto(f"{at}/#/t/{table}")
    await expect(other.locator(yes)).to_be_visible()
    await cem.page.reload()
    await cem.page.get_by_role("button", name="Ja, einverstanden").click()
    await expect(cem.page.locator(yes)).to_have_count(0)
    for one, left in ((ada, "Still to agree: Eve"), (cem, "Noch gefragt: Eve")):
        await expect(one.page.locator(offer)).to_contain_text(left)
    await expect(eve.page.locator(hand)).to_have_count(0)
    await ben.page.goto(f"{at}/#/t/{table}")
    await expect(ben.page.locator(offer)).to_contain_text("Your seat is to go to Eve, because you were away.")
    await expect(ben.page.locator(offer).get_by_role("button")).to_have_count(0)
    await ben.page.goto("about:blank")
    await eve.page.get_by_role("button", name="Take the seat").click()
    await expect(eve.page.locator(hand)).to_have_count(4)


OFFERED = """(told) => {
  window.offered = new Promise((done) => {
    const look = () => {
      const text = document.querySelector("[data-test=offer]")?.textContent ?? "";
      if (text.replace(/\\s+/g, " ").includes(told)) done(true);
    };
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document.body, all);
  });
}"""
"""Notices an offer with this text, however short it is shown: a seat is lost soon without an answer here."""


async def test_the_host_reads_first_what_becomes_of_each_seat(guest: NewGuest, hasty: House) -> None:
    """One sentence stood there for bots and people alike, and the host was to be asked about the own seat."""
    at = hasty.open()
    ada, ben, eve = await guest("Ada", at=at), await guest("Ben", at=at), await guest("Eve", at=at)
    cem = await guest("Cem", at=at)
    table = await ada.make("", "", "greedy", game="loyang")
    for one in (ben, cem):
        await one.join(table)
    await eve.go(f"t/{table}")
    await ada.start()
    await cem.page.goto("about:blank")
    await expect(ada.page.locator("[data-tile='2'] .badge.stand-in")).to_be_visible()
    bot = await ada.page.evaluate("async () => (await import('/static/core/text.js')).mindName('greedy')")
    late = " If Cem has only run out of time, Cem is asked first."
    asked = "The other players are asked, and then Eve. "
    asked += "Everybody sees the offer, and the bot plays on until then."
    for seat, to, told in (
        (0, "", f"Your seat goes to the bot ({bot}) at once, and you watch."),
        (0, "Eve", "Eve is offered your seat, and everybody sees the offer. If Eve accepts, you watch."),
        (1, "", f"Ben will be asked whether the seat is to go to the bot ({bot}). Everybody sees the offer."),
        (2, "", f"The seat of Cem goes to the bot ({bot}) at once.{late}"),
        (2, "Eve", asked + late),
        (3, "Eve", asked),
    ):
        await reads(ada, seat, to, told)
        await ada.page.get_by_role("button", name="Cancel").click()
    await ada.page.evaluate("() => player.speak('de')")
    bot = await ada.page.evaluate("async () => (await import('/static/core/text.js')).mindName('greedy')")
    for seat, told in (
        (0, f"Der Bot ({bot}) übernimmt deinen Platz sofort, und du schaust zu."),
        (1, f"Ben wird gefragt, ob der Platz an den Bot ({bot}) gehen soll. Alle sehen das Angebot."),
    ):
        await reads(ada, seat, "", told)
        if not seat:
            await ada.page.get_by_role("button", name="Abbrechen").click()
    told = f"Der Platz von Ben soll an den Bot ({bot}) gehen."
    await ada.page.evaluate(OFFERED, told)
    await ada.page.locator(".dialog").get_by_role("button", name="Übergeben").click()
    assert await ada.page.evaluate("() => window.offered")


async def reads(host: Guest, seat: int, to: str, told: str) -> None:
    """The host is about to hand a seat to a person, or to a bot, and reads this."""
    await host.page.click("[data-test=menu]")
    row = host.page.locator(".dialog .spread").nth(seat)
    if to:
        await row.get_by_role("combobox").select_option(label=to)
    else:
        await row.get_by_role("combobox").select_option("mind greedy")
    await (await host.find(row.locator("[data-test=hand]"))).click()
    await expect(host.page.locator(".dialog p")).to_have_text(told)


async def test_where_no_other_player_is_there_the_bot_keeps_the_seat(guest: NewGuest, hasty: House) -> None:
    at = hasty.open()
    ada, ben, eve = await guest("Ada", at=at), await guest("Ben", at=at), await guest("Eve", at=at)
    table = await ada.make("", game="loyang")
    await ben.join(table)
    await eve.go(f"t/{table}")
    await ada.start()
    await ben.page.goto("about:blank")
    await expect(ada.page.locator("[data-tile='1'] .badge.stand-in")).to_be_visible()
    await offer_seat(ada, "Ben", "Eve")
    await expect(ada.page.get_by_text("The bot keeps the seat.").first).to_be_visible()
    await expect(eve.page.locator("[data-test=offer]")).to_have_count(0)


async def test_a_browser_that_is_shown_something_else_tells_nothing(guest: NewGuest) -> None:
    ada = await guest("Ada")
    found = await ada.page.evaluate(
        """async () => {
          const { promise, toTell, unfair, keptOf } = await import("/static/core/commitments.js");
          const { promiseOf, commitmentOf } = await import("/static/net/dealing.js");
          const secret = "5e".repeat(32), other = "66".repeat(32);
          const begun = (name, more = {}) => {
            const mine = promise(name, commitmentOf(secret));
            const shown = { commitment: commitmentOf(secret), secret: "", luck: [] };
            const open = { ...shown, phase: "open", promises: [mine, ""] };
            toTell(name, open);
            return { ...open, phase: "starting", promises: [mine, promiseOf("yours")], ...more };
          };
          const honest = begun("one");
          const luck = keptOf("one").lucks[honest.promises[0]];
          const over = { ...honest, phase: "over", secret, luck: [luck, "yours"] };
          const told = toTell("one", honest);
          const later = [honest.promises[0], promiseOf("chosen")];
          return {
            told: told[0][0] === 0 && told[0][1] === luck,
            again: toTell("one", honest),
            right: unfair("one", over),
            secret: unfair("one", { ...over, ...{ secret: other, commitment: commitmentOf(other) } }),
            forged: unfair("one", { ...over, secret: other }),
            promises: unfair("one", { ...over, promises: later, luck: [luck, "chosen"] }),
            mine: unfair("one", { ...over, luck: ["", "yours"] }),
            unlike: unfair("one", { ...over, luck: [luck, "chosen"] }),
            gone: unfair("one", { ...over, promises: ["", over.promises[1]], luck: ["", "yours"] }),
            silent: toTell("two", begun("two", { commitment: commitmentOf(other) })),
            early: toTell("three", { ...begun("three"), phase: "playing" }),
            kept: JSON.parse(localStorage.getItem("stammtisch.luck")).map(([name]) => name),
          };
        }"""
    )
    assert found == {
        "told": True,
        "again": [],
        "right": [],
        "secret": [["commitment"]],
        "forged": [["secret"]],
        "promises": [["promises"]],
        "mine": [["mine", 0]],
        "unlike": [["other", 1]],
        "gone": [["promises"], ["gone"]],
        "silent": [],
        "early": [],
        "kept": ["one", "two", "three"],
    }


WARNING = """async () => {
  const { fileAt } = await import("/static/core/files.js");
  return fileAt("table/dealing_warning.js");
}"""
"""The address of the file that has the warning."""

GOT = """(file) => performance.getEntriesByType("resource").some(({ name }) => name.includes(file))"""
"""Has the page requested this file?"""


async def test_a_reload_before_the_start_keeps_the_promise(guest: NewGuest) -> None:
    ada, ben = await guest("Ada"), await guest("Ben")
    table = await ada.make("")
    await ben.join(table)
    await ben.page.reload()
    await expect(ben.page.locator(".badge.you")).to_be_visible()
    await ada.start()
    await expect(ben.page.locator("[data-test=board]")).to_be_visible()
    for one in (ada, ben):
        await expect(one.page.locator("[data-test=unfair]")).to_have_count(0)


async def test_a_part_that_is_lost_is_told_loudly(guest: NewGuest) -> None:
    """The warning is loaded in advance: a server that deals unfairly would not deliver it later."""
    ada, ben = await guest("Ada"), await guest("Ben", locale="de-DE")
    table = await ada.make("")
    await ben.join(table)
    file = await ben.page.evaluate(WARNING)
    await ben.page.wait_for_function(GOT, arg=file)
    await ben.page.route(file, lambda route: route.abort())
    await ben.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          const reveal = new TextEncoder().encode("reveal").join();
          WebSocket.prototype.send = function (data) {
            if (!data.join().includes(reveal)) send.call(this, data);
          };
        }"""
    )
    await ada.start()
    await expect(ben.page.locator("[data-test=unfair]")).to_contain_text("nicht rechtzeitig")
    await expect(ada.page.locator("[data-test=unfair]")).to_have_count(0)
    await ada.beside("log")
    await expect(ada.page.locator(".log-line", has_text="Ben has not revealed")).to_be_visible()
