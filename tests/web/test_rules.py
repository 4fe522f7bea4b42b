"""The rules of a game: contents, sections with addresses, drawings, and the list of all things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.games import GAMES
from server.games.catalogue import LANGUAGES, texts

from .conftest import NewGuest
from .guest import DESK, LAPTOP, PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEEN = """(id) => {
  const place = document.getElementById(id);
  if (!place) return false;
  const { top } = place.getBoundingClientRect();
  return top >= 0 && top < innerHeight - 40 && place.contains(document.activeElement);
}"""
"""Does this place begin in the window, with the focus in it?"""


TOO_LARGE = """() => [...document.querySelectorAll(".rules-pictures .thing-picture")].flatMap((place) => {
  const { right, bottom } = place.getBoundingClientRect();
  const over = [...place.querySelectorAll("svg, img")].map((one) => one.getBoundingClientRect())
    .filter((one) => one.right > right + 9 || one.bottom > bottom + 9);
  return over.length ? [place.textContent || place.firstElementChild.outerHTML.slice(0, 80)] : [];
})"""
"""The drawings that stick out of their places."""


@pytest.mark.parametrize("context", [DESK, PHONE], ids=["desk", "phone"])
async def test_the_contents_lead_to_every_section(guest: NewGuest, context: dict[str, object]) -> None:
    ada = await guest("Ada", **context)
    page = ada.page
    await ada.go("rules/bruges")
    contents = page.locator(".rules-contents")
    titles = [section["title"] for section in texts("bruges", "en")["rules"]["long"]]
    await expect(contents.locator("a")).to_have_count(len(titles) + 2)
    for n in (5, 1):
        if context is PHONE:
            await (await ada.find(contents.locator("summary"))).click()
        assert (await contents.locator("a").all_text_contents())[2:] == titles
        await (await ada.find(contents.get_by_role("link", name=titles[n], exact=True))).click()
        await page.wait_for_function(SEEN, arg=f"long-{n}")
        assert page.url.endswith(f"#/rules/bruges/long-{n}")
    assert await ada.violations() == []
    assert await ada.fits()


async def test_an_address_leads_to_a_section_a_rule_or_a_card(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    for anchor, place in (("long-4", "long-4"), ("BRU-12.6", "long-7"), ("cards-60", "cards-60")):
        await ada.page.goto("about:blank")
        await ada.page.goto(f"{ada.address}/#/rules/bruges/{anchor}")
        await ada.page.wait_for_function(SEEN, arg=place)
    await ada.go("rules/bruges/nowhere")
    await expect(ada.page.locator(".rules-long section")).to_have_count(12)


async def test_who_reads_the_short_version_and_follows_a_link_gets_the_long_one(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.go("rules/machi_koro")
    await ada.page.locator("label", has_text="short").click()
    await expect(ada.page.locator(".rules-long")).to_have_count(0)
    await ada.page.get_by_role("link", name="Income", exact=True).click()
    await ada.page.wait_for_function(SEEN, arg="long-5")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_sections_show_what_they_tell_of(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada", **DESK, locale="de-DE")
    page = ada.page
    await ada.go(f"rules/{game}")
    told = sum(len(section.get("pictures", [])) for section in texts(game, "de")["rules"]["long"])
    await expect(page.locator(".rules-pictures li > a > .thing-picture")).to_have_count(told)
    assert told >= 7
    assert await page.evaluate(TOO_LARGE) == [], "a drawing is larger than its place"
    first = page.locator(".rules-pictures a").first
    anchor = (await first.get_attribute("href") or "").rsplit("/", 1)[1]
    name = await first.inner_text()
    await (await ada.find(first)).click()
    await page.wait_for_function("(id) => document.getElementById(id)", arg=anchor)
    await expect(page.locator(f"[id='{anchor}'] dt")).to_have_text(name)
    await page.wait_for_function(SEEN, arg=anchor)


async def test_the_list_is_searched_and_filtered(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.go("rules/bruges")
    await (await ada.find(".rules-cards summary")).click()
    things, found = page.locator(".thing"), page.locator("[data-test=found-things]")
    await expect(found).not_to_be_empty()
    everything = await things.count()
    assert everything > 200
    await page.fill("[data-test=search-things]", "CAPTAIN")
    await expect(things).to_have_count(1)
    await expect(found).to_have_text(f"1 of {everything}")
    await page.fill("[data-test=search-things]", "ship workers")
    await page.select_option("[data-test=kind-of-things]", "ships")
    await expect(found).to_have_text(re.compile(rf"^([5-9]|[12]\d) of {everything}$"))
    assert all("ship" in text and "workers" in text for text in await things.all_inner_texts())
    assert await ada.violations() == []
    await page.fill("[data-test=search-things]", "xylophone")
    await expect(page.get_by_text("Nothing matches.")).to_be_visible()


async def test_a_typed_apostrophe_matches_the_typographic_one(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    await ada.go("rules/machi_koro/things")
    await ada.page.fill("[data-test=search-things]", "anybody's turn")
    await expect(ada.page.locator(".thing").get_by_text("in anybody’s turn")).not_to_have_count(0)


@pytest.mark.parametrize(("locale", "term"), [("en-GB", "Majority"), ("de-DE", "Mehrheit")])
async def test_terms_that_are_no_cards_are_found_by_search(guest: NewGuest, locale: str, term: str) -> None:
    ada = await guest("Ada", **DESK, locale=locale)
    page = ada.page
    await ada.go("rules/bruges/things")
    await expect(page.locator("[data-test=search-things]")).to_be_visible()
    await page.select_option("[data-test=kind-of-things]", "terms")
    await page.fill("[data-test=search-things]", term)
    await expect(page.locator(".thing dt").get_by_text(term, exact=True)).to_be_visible()


async def test_the_rules_on_paper_are_words_and_drawings_alone(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK, color_scheme="dark")
    page = ada.page
    await ada.go("rules/bruges/terms-3")
    await expect(page.locator("[id='terms-3']")).to_be_visible()
    await page.evaluate("() => { window.print = () => document.body.setAttribute('data-printed', ''); }")
    await (await ada.find("[data-test=print-rules]")).click()
    await expect(page.locator("body[data-printed]")).to_have_count(1)
    await page.emulate_media(media="print", color_scheme="dark")
    for gone in (".top", ".rules-contents", ".things-search", "[data-test=print-rules]", ".back"):
        await expect(page.locator(gone)).to_be_hidden()
    await expect(page.locator("#long-0")).to_be_visible()
    await expect(page.locator("[id='terms-3']")).to_be_visible()
    assert await page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "light"
    await ada.picture("rules-on-paper")


async def test_the_origin_of_our_own_cards_is_shown_only_in_the_large_view(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.go("rules/bruges/cards-60")
    await page.wait_for_function(SEEN, arg="cards-60")
    await expect(page.locator(".rules-cards").get_by_text("Our own design")).to_have_count(0)
    await page.get_by_role("button", name="Charcoal Burner", exact=True).click()
    large = page.get_by_role("dialog", name="Charcoal Burner")
    await expect(large.locator("svg").first).to_be_visible()
    await expect(large).to_contain_text("Our own design")
    assert await ada.violations() == []
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Charcoal Burner", exact=True)).to_be_focused()


PANEL = """async (props) => {
  const { html, render } = await import("/static/core/lib.js");
  const { RulesPanel } = await import("/static/teach/rules.js");
  const { Dialog } = await import("/static/core/ui.js");
  const place = document.createElement("div");
  document.body.append(place);
  render(html`<${Dialog} title="Rules" onClose=${() => {}}><${RulesPanel} ...${props} /><//>`, place);
}"""


async def test_the_panel_beside_a_board_leaves_the_address_alone(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await page.evaluate(PANEL, {"game": "machi_koro", "anchor": "long-8"})
    await page.wait_for_function(SEEN, arg="long-8")
    address = page.url
    await (await ada.find(page.get_by_role("link", name="Rolling", exact=True))).click()
    await page.wait_for_function(SEEN, arg="long-4")
    await (await ada.find(page.locator(".panel .rules-pictures a", has_text="Radio Tower").first)).click()
    await page.wait_for_function(SEEN, arg="landmarks-3")
    assert page.url == address
    assert await ada.violations() == []


PLACES = """async ([game, prompts]) => {
  const { anchorOfPrompt, placeOf } = await import("/static/things/anchors.js");
  const { loadRules, wholeTexts } = await import("/static/core/text.js");
  await loadRules(game);
  return prompts.map((prompt) => placeOf(wholeTexts(game), anchorOfPrompt(prompt))?.part);
}"""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_question_has_its_place_in_the_rules(guest: NewGuest, game: str) -> None:
    ada = await guest("Ada")
    prompts = list(texts(game, "en")["prompts"])
    assert set(await ada.page.evaluate(PLACES, [game, prompts])) == {"long"}


async def test_rules_that_cannot_be_had_say_so(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ada.lost_wires_are_fine = True  # the browser logs the failed request
    await ada.page.route("**/games/santiago/rules*", lambda route: route.abort())
    await ada.go("rules/santiago")
    await expect(ada.page.get_by_text("The rules can’t be loaded at the moment.")).to_be_visible()
    await ada.page.unroute("**/games/santiago/rules*")
    await ada.page.get_by_role("button", name="Try again").click()
    await expect(ada.page.locator(".rules-short")).to_be_visible()


BEGINS = {"Who begins": "Seat 1"}
BOARDS = Path(__file__).parents[2] / "server/web/games"


async def test_the_rules_open_beside_the_board_where_they_tell_of_the_question(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("greedy", options=BEGINS)
    assert await ada.turn() == "throw"
    address = page.url
    await ada.beside("rules")
    await page.wait_for_function(SEEN, arg="long-4")
    assert page.url == address
    assert await ada.violations() == []
    apart = page.get_by_role("link", name="In a tab of its own")
    await expect(apart).to_have_attribute("href", "#/rules/machi_koro/long-4")
    await page.keyboard.press("Escape")
    await expect(page.locator("#side")).to_be_hidden()
    await expect(page.locator("[data-test=to-rules]")).to_be_focused()

    await page.locator("[data-test=supply] [data-kind='0']").focus()
    card = page.locator("[data-test=explanation]")
    await expect(card).to_contain_text("In the rules")
    await page.keyboard.press("r")
    await page.wait_for_function(SEEN, arg="establishments-0")
    await expect(card).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=supply] [data-kind='0']")).to_be_focused()


async def test_escape_closes_what_lies_on_the_rules_before_their_drawer(guest: NewGuest) -> None:
    """The drawer went first, and took the dialog along: the page was dead without anything to be seen."""
    ada = await guest("Ada", **LAPTOP)
    page = ada.page
    await ada.begin("greedy")
    await ada.turn()
    await page.keyboard.press("r")
    panel = page.locator("[data-test=rules-panel]")
    await (await ada.find(panel.locator(".rules-cards > summary"))).click()
    await (await ada.find(panel.locator(".thing-name").first)).click()
    thing = page.locator("[data-test=thing]")
    await expect(thing).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(thing).to_have_count(0)
    await expect(panel).to_be_visible()
    await expect(panel.locator(".thing-name").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()


async def test_an_explanation_that_stays_leads_into_the_rules(guest: NewGuest) -> None:
    ada = await guest("Ada", **DESK)
    page = ada.page
    await ada.begin("greedy", options=BEGINS)
    await ada.turn()
    field = page.locator("[data-test=supply] [data-kind='0']")
    await field.hover()
    await page.mouse.down(button="right")
    link = page.locator("[data-test=read-on]")
    await expect(link).to_be_visible()
    await page.evaluate("() => new Promise((go) => setTimeout(go, 700))")  # a resting pointer asks as well
    await page.mouse.up(button="right")
    await expect(link).to_be_visible()
    assert await ada.violations() == []
    await page.mouse.move(5, 5)
    await link.click()
    await page.wait_for_function(SEEN, arg="establishments-0")
    await expect(link).to_have_count(0)
    await page.click("[data-test=close-side]")
    await field.focus()
    await page.keyboard.press("ContextMenu")
    await expect(link).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(link).to_have_count(0)
    await expect(field).to_be_focused()


async def test_on_a_phone_the_explanation_leads_into_the_rules(guest: NewGuest) -> None:
    ada = await guest("Ada", **PHONE, locale="de-DE")
    page = ada.page
    await ada.begin("greedy", options={"Wer beginnt": "Platz 1"})
    await ada.turn()
    await page.locator("[data-test=supply] [data-kind='1']").click()
    await page.get_by_role("button", name="In den Regeln").click()
    await page.wait_for_function(SEEN, arg="establishments-1")
    await expect(page.locator("#tab-rules")).to_have_attribute("aria-selected", "true")
    assert await ada.violations() == []
    assert await ada.fits()
    await page.click("[data-test=close-side]")
    await expect(page.locator("#side")).to_be_hidden()


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_explanations_lead_to_places_that_there_are(game: str) -> None:
    modules = (BOARDS / game).glob("*.js")
    named = {rule for module in modules for rule in re.findall(r'"([A-Z]{3}-\d[\d.]*)"', module.read_text())}
    for language in LANGUAGES:
        sections = texts(game, language)["rules"]["long"]
        assert named <= {rule for section in sections for rule in section["ids"]}
