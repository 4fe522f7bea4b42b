"""Names and faces of bots: the same wherever one meets them, told apart from each other and from people."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import NewGuest
from .guest import DESK

pytestmark = pytest.mark.asyncio(loop_scope="session")

ALL = """async () => {
  const { nameOf, titleOf } = await import("/static/faces.js");
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
    await ada.play(steps=3)  # the throw, a card, the end of the turn
    await expect(ada.page.locator("[data-test=log]")).to_contain_text("Curie rolls")
