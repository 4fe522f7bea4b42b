"""Santiago de Cuba in the page: whole games, mouse and keyboard, and the previews of choices."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Locator, expect

from .conftest import NewGuest
from .guest import FIRST, PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAME = "santiago"
SCREENS: dict[str, str | bool] = {**FIRST, "Everybody sees everything": False}


async def count(place: Locator) -> int:
    return int(await place.get_attribute("data-count") or 0)


@pytest.mark.long
async def test_a_whole_game_by_two_people_and_a_bot(guest: NewGuest) -> None:
    ada = await guest("Ada")
    ben = await guest("Ben", locale="de-DE", **PHONE)
    table = await ada.make("", "greedy", game=GAME)
    await ben.join(table)
    await ada.start()
    played = await asyncio.gather(ada.play(seed=3), ben.play(seed=7))
    assert all({"drive", "enter"} <= set(asked) for _, asked, *_ in played)
    for one, total in ((ada, "Points"), (ben, "Punkte")):
        page = one.page
        await expect(page.locator("[data-test=end] .place")).to_have_count(3)
        await expect(page.locator(".place-total").first).to_contain_text(total)
        await expect(page.locator("[data-departed='7']")).to_be_visible()
        ends = await page.locator(".place-total b").all_inner_texts()
        shown = await page.locator("[data-tile] [data-figure=score] b").all_inner_texts()
        assert sorted(ends) == sorted(shown), "what players hold and their places tell the same"
        assert await one.fits()
        assert await one.violations() == []
    await ben.picture("santiago-end-phone")


@pytest.mark.rule("SAN-15.1", "SAN-15.2", "SAN-15.7", "SAN-5.2")
async def test_stations_and_buildings_are_clicked_and_the_turn_is_confirmed(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    assert await ada.turn() == "drive"
    await expect(page.locator("[data-tile] [data-figure=money] b")).to_have_text(["3", "3"])
    fares = await page.locator(".sg-station.offered").evaluate_all(
        "(all) => all.map((e) => [Number(e.dataset.station), e.querySelector('.sg-fare').innerText.trim()])"
    )
    assert sorted(fares) == [[1, "free"], [2, "1"], [3, "2"], [4, "3"]]
    for station, fare in sorted(fares):
        name = await page.locator(f"[data-station='{station}']").text_content() or ""
        assert ("for free" if station == 1 else f"for {fare} peso") in name, "the cost is read out, too"

    await page.click("[data-station='3']")
    await expect(page.locator(".sg-station.here[data-station='3']")).to_be_visible()
    await expect(page.locator("[data-car='3']")).to_have_count(1)
    pesos = page.locator("[data-player='0'] [data-item='6']")
    await expect(pesos).to_have_attribute("data-count", "1")

    await page.click("[data-test=undo]")
    assert await ada.turn("drive") == "drive"
    await expect(pesos).to_have_attribute("data-count", "3")
    zorro = await page.locator("[data-cuban='7']").get_attribute("data-station")
    goal = 2 if zorro == "1" else 1
    await ada.answer(f"[data-station='{goal}']")
    if await ada.turn() != "enter":
        await ada.answer(".line [data-verb=decline]")
    assert await ada.turn() == "enter"
    await expect(page.locator(".sg-building.offered")).to_have_count(3)
    chosen = page.locator(".sg-building.offered").nth(1)
    building = await chosen.get_attribute("data-building")
    await chosen.click()
    await expect(page.locator(f"[data-building='{building}'] .sg-pawn.seat-0")).to_be_visible()
    while await ada.turn() != "end_turn":
        await ada.answer(".line [data-verb=decline]")
    await ada.answer(".line [data-verb=done]")
    assert await ada.turn() == "drive"


NO_RENT = """() => !document.querySelector("[data-owner='0'] .sg-pawn:not(.seat-0)")"""
"""Is no other player's pawn in a building of the first seat, which would bring it a point at the turn's
end?"""


@pytest.mark.rule("SAN-15.3", "SAN-7.6", "SAN-7.7")
async def test_a_delivery_shows_its_points_before_and_turns_the_die_after(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("whim", game=GAME, options=FIRST)
    await ada.reach("deliver", when=NO_RENT)
    await expect(page.locator(".sg-ship .sg-die")).to_have_count(4)
    await expect(page.locator(".sg-quay .sg-die")).to_have_count(1)
    value = int(await page.locator(".sg-flags").get_attribute("data-value") or 0)
    chips = page.locator(".sg-chip")
    wood = await chips.first.get_attribute("data-verb") == "deliver_wood"
    good, units = divmod(int(await chips.first.get_attribute("data-noun") or 0), 4)
    points = (units + 1) * (1 if wood else value)
    assert await chips.first.get_attribute("data-points") == str(points)
    die = page.locator(f"[data-die='{good}']")
    before = int(await die.get_attribute("data-shows") or 0)
    mine = page.locator("[data-player='0'] [data-item='7']")
    owned, others = await count(mine), await page.locator(".sg-ship .sg-die:not(.zero)").count()
    await ada.answer(".sg-chip >> nth=0")
    await expect(mine).to_have_attribute("data-count", str(owned + points))
    if others > 1 or before > units + 1:
        await expect(page.locator("[data-test=log]")).to_contain_text(f"for {points} VP")


@pytest.mark.rule("SAN-14.3")
async def test_behind_screens_only_one_s_own_is_shown(guest: NewGuest) -> None:
    ada, eve = await guest("Ada"), await guest("Eve")
    table = await ada.make("greedy", "whim", game=GAME, options=SCREENS)
    await ada.start()
    assert await ada.turn() == "drive"
    await expect(ada.page.locator("[data-tile] [data-figure=score] b")).to_have_text(["2", "?", "?"])
    await expect(ada.page.locator("[data-player='0'] [data-item='6']")).to_have_attribute("data-count", "3")
    await expect((await ada.area(1)).locator(".sg-screen")).to_be_visible()
    await expect(ada.page.locator("[data-player='1'] [data-item]")).to_have_count(0)
    await eve.go(f"t/{table}")
    await expect(eve.page.locator("[data-tile] [data-figure] b")).to_have_text(["?"] * 6)
    for seat in range(3):
        await expect((await eve.area(seat)).locator(".sg-screen")).to_be_visible()
        await expect(eve.page.locator("[data-player] [data-item]")).to_have_count(0)
    await expect(eve.page.locator(".sg .offered")).to_have_count(0)
    before = await ada.page.locator("[data-test=supply] [data-item]").evaluate_all(
        "(all) => all.map((e) => Number(e.dataset.count))"
    )
    assert before[3:] == [8, 8, 8] and all(4 <= n <= 8 for n in before)


AT_THE_HARBOR = """
game = "santiago"
seats = 2
turn = 0
moment = "turn"
[table]
street = ["{}"]
car = "harbor"
buildings = [{}]
ship = {{"sugar cane" = 1, rum = 2}}
value = 2
[[players]]
holds = {{pesos = 9, VP = 3, "sugar cane" = 3, tobacco = 3}}
[[players]]
holds = {{pesos = 3}}
"""
"""A Cuban at the next station, buildings on the first spaces, and enough things for a choice of the
amount."""


OTHERS = ("Bank", "Church", "Black Market", "Sawmill", "Café", "Customs Office", "Newspaper")


@pytest.mark.rule("SAN-10.12", "SAN-10.3")
@pytest.mark.parametrize(
    ("building", "cuban", "before", "number"),
    [("Distillery", "Pedro", 0, 2), ("Cigar Factory", "José", 4, 3), ("Casino", "Miguel", 7, 8)],
    ids=["distillery", "cigar-factory", "casino"],
)
async def test_how_many_is_chosen_with_its_cost_in_view(
    guest: NewGuest, building: str, cuban: str, before: int, number: int
) -> None:
    """In a building behind this many others, under the flower of a Cuban."""
    ada = await guest("Ada")
    page = ada.page
    buildings = ", ".join(f'"{name}"' for name in (*OTHERS[:before], building))
    await ada.lay(AT_THE_HARBOR.format(cuban, buildings))
    assert await ada.turn() == "drive"
    await ada.answer("[data-verb=drive][data-station='1']")
    assert await ada.turn() == cuban.lower().replace("é", "e")
    await ada.answer(".line [data-verb=decline]")
    assert await ada.turn() == "enter"
    await ada.answer(f"[data-verb=enter][data-noun='{number}']")
    assert await ada.turn() == building.lower().replace(" ", "_")
    await expect(page.locator(".sg-building.busy")).to_have_count(1)
    inside = """() => {
      const [panel, town, house] = [".sg-bargains", ".sg-quarters", ".sg-building.busy"]
        .map((e) => document.querySelector(e).getBoundingClientRect());
      const upright = panel.top >= town.top && panel.bottom <= town.bottom;
      const within = upright && panel.left >= town.left && panel.right <= town.right;
      return within && (panel.top >= house.bottom - 1 || panel.bottom <= house.top + 1);
    }"""
    await page.wait_for_function(inside)  # at the building, in the other half of the town
    board = await page.locator(".sg-town").bounding_box()
    deal = page.locator("[data-test=bargain]").last
    form = page.locator(".sg-bargain").last
    slider, more = form.get_by_role("slider"), form.get_by_role("button", name="More")
    for n in range(int(await slider.input_value()) + 1, int(await slider.get_attribute("max") or 0) + 1):
        await more.click()
        await expect(slider).to_have_value(str(n))
    await expect(more).to_be_disabled()
    cost, gain = (await deal.inner_text()).split(" → ")
    await ada.answer(".sg-bargain >> nth=-1 >> [data-test=bargain]")
    await expect(page.locator("[data-test=log]")).to_contain_text(f"gives {cost} and gets {gain}")
    assert await page.locator(".sg-town").bounding_box() == board, "nothing was pushed away"


async def test_everything_with_the_keyboard(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    assert await ada.turn() == "drive"
    await expect(page.locator(".sg-station[tabindex='0']")).to_have_count(1)
    await page.keyboard.press("Tab")
    await page.locator(".sg-station[tabindex='0']").focus()
    await expect(page.locator("[data-test=explanation]")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-test=explanation]")).to_have_count(0)
    await page.keyboard.press("Home")
    await expect(page.locator("[data-station='0']")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("[data-station='2']")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-car='2']")).to_have_count(1)
    await expect(page.locator("[data-test=announcer]")).to_contain_text("Ada drives to")
    await page.wait_for_function(
        "() => !!document.activeElement.closest('.line, .stage-board, .stage-mine, .stage-hand')"
    )
    if await ada.turn() == "enter":
        await page.locator(".sg-building[tabindex='0']").focus()
        await page.keyboard.press("Space")
        await expect(page.locator(".sg-pawn.seat-0")).to_be_visible()
    else:
        await page.locator(".line [data-verb=decline]").focus()
        await page.keyboard.press("Enter")
    await ada.turn()


async def test_who_is_visited_is_used_by_a_click(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    assert await ada.turn() == "drive"
    simple = ", ".join(f"[data-cuban='{cuban}']" for cuban in (0, 1, 2, 3, 5, 6))
    stations = await page.locator(f".sg-station.offered:is({simple})").evaluate_all(
        "(all) => all.map((e) => e.dataset.station)"
    )
    assert stations, "four of nine Cubans are within reach, and only three want more than a yes"
    await ada.answer(f"[data-station='{stations[0]}']")
    await expect(page.locator(".sg-station.offered")).to_have_count(1)
    await ada.answer(f".sg-station.offered[data-station='{stations[0]}']")
    assert await ada.turn() == "enter"
    await expect(page.locator("[data-test=log]")).to_contain_text("Ada gets")


async def test_a_tile_explains_itself(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    await ada.turn()
    explanation = page.locator("[data-test=explanation]")
    await page.locator("[data-building='6']").hover()
    await expect(explanation).to_contain_text("2 victory points per unit")
    for shown in (1, 0):  # a click keeps it, though there is nothing to choose, and another one closes it
        await page.click("[data-building='6']")
        await expect(page.locator("[data-test=read-on], [data-test=why]")).to_have_count(2 * shown)
    await expect(explanation).to_have_count(0)
    described = await page.locator("[data-building='6']").get_attribute("aria-describedby")
    assert "2 victory points" in (await page.locator(f"#{described}").text_content() or "")


async def test_flags_and_dice_explain_themselves(guest: NewGuest) -> None:
    ada = await guest("Ada")
    page = ada.page
    await ada.begin("greedy", game=GAME, options=FIRST)
    await ada.turn()
    explanation = page.locator("[data-test=explanation]")
    for thing, words in (
        (".sg-flag.chequered", "loaded or not"),
        (".sg-flag >> nth=1", "3 points per unit"),
        (".sg-told.sg-track", "the game ends at once"),
        (".sg-quay .sg-die", "the ship takes none of this good"),
        (".sg-ship .sg-die >> nth=0", "as many of this good as its die shows"),
    ):
        await page.click(thing)
        await expect(explanation).to_contain_text(words)
        await page.keyboard.press("Escape")
        await expect(explanation).to_have_count(0)


OWNED = """
game = "santiago"
seats = 2
turn = 0
moment = "turn"
seed = 7
[options]
owner_vp_on_stay = {stays}
[[players]]
owns = ["Bank"]
"""


@pytest.mark.rule("SAN-9.3", "SAN-9.7")
@pytest.mark.parametrize(
    ("stays", "words"), [("true", "ends a turn with the pawn here"), ("false", "moves here")]
)
async def test_an_owned_building_tells_when_its_owner_earns_at_this_table(
    guest: NewGuest, stays: str, words: str
) -> None:
    ada = await guest("Ada")
    await ada.lay(OWNED.format(stays=stays))
    await ada.page.click(".sg-building[data-owner='0']")
    await expect(ada.page.locator("[data-test=explanation]")).to_contain_text(words)
