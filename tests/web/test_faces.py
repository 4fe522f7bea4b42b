"""Names and faces of bots: the same everywhere, and different from each other and from people's."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK

pytestmark = pytest.mark.asyncio(loop_scope="session")

ALL = """async () => {
  const { nameOf, titleOf } = await import("/static/core/faces.js");
  const rows = ["skilled", "beginner", "casual", "expert", "master", "from-elsewhere", ""].map((mind) =>
    Array.from({ length: 6 }, (_, seat) => ({ seat, row: { kind: "bot", name: "", mind, person: "" } })));
  return rows.map((of) => of.map(({ row, seat }) => [nameOf(row, seat), titleOf(row, seat)]));
}"""


async def test_every_bot_of_a_table_has_a_name_of_its_own(guest: NewGuest) -> None:
    ada = await guest("Ada")
    rows = await ada.page.evaluate(ALL)
    for kind in rows:
        assert len({name for name, _ in kind}) == 6
        assert all(title.startswith(name) and "bot" in title for name, title in kind)
    levels = [{name for name, _ in kind} for kind in rows[:5]]
    assert len(set.union(*levels)) == 30, "no two levels share a name"
    assert [title.split("bot, ")[1].rstrip(")") for (_, title), *_ in rows[:5]] == [
        "skilled",
        "beginner",
        "casual",
        "expert",
        "master",
    ]


async def test_a_bot_is_called_the_same_in_lobby_room_and_log(guest: NewGuest) -> None:
    ada, ben = await guest("Ada", **DESK), await guest("Ben", lobby=True, **DESK)
    table = await ada.make("greedy", "whim", "", options={"Who begins": "Seat 1"})
    for seat, name in ((1, "Curie"), (2, "Pogo")):
        row = ada.page.locator(f".seat-row[data-seat='{seat}']")
        await expect(row.locator(".plate-name")).to_have_text(name)
        await expect(row.locator(".face.bot svg")).to_be_visible()
        listed = ben.page.locator(f"[data-table='{table}'] .face.bot[title^='{name}']")
        await expect(listed).to_be_visible()
    await expect(ada.page.locator(".seat-row[data-seat='1'] .badge.bot")).to_have_text("clever")
    await ben.join(table)
    await ada.start()
    await ada.turn()
    await ada.play(steps=3)  # the roll, a card, the end of the turn
    await expect(ada.page.locator("[data-test=log]")).to_contain_text("Curie rolls")


LOOKS = """(e) => {
  const { backgroundColor, borderTopLeftRadius, borderBottomLeftRadius } = getComputedStyle(e);
  return `${backgroundColor} ${borderTopLeftRadius} ${borderBottomLeftRadius} ${e.textContent.trim()}`;
}"""


async def test_in_the_lobby_people_have_marks_of_their_own(guest: NewGuest) -> None:
    """All makers of tables once had the colour of the first seat."""
    names = ("Ada", "Adam", "Anna", "Alma", "Arne", "Aziz")
    people = [await guest(name, **DESK) for name in names]
    ada = people[0]
    tables = [await one.make("", game="santiago") for one in people]
    await ada.go("")
    looks = set()
    for table, one in zip(tables, people, strict=True):
        await one.go("")
        places = (f"[data-test=tables] [data-table='{table}'] .face.person", ".who .avatar")
        listed = ada.page.locator(places[0]).or_(
            ada.page.locator(f".own-table[data-table='{table}'] .face.person")
        )
        await expect(listed).to_have_text("A")
        own = await one.page.locator(places[1]).evaluate(LOOKS)
        assert await listed.evaluate(LOOKS) == own, "the same mark for all who see it"
        looks.add(own)
    assert len(looks) > 2, "all of these have the same letter"
    assert await ada.violations() == []
    for table, one in zip(tables, people, strict=True):
        await one.call("close", table)
