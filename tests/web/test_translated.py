"""A page that the browser translates stays alive: it goes on saying what is so."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from server.games.catalogue import texts

from .conftest import NewGuest
from .guest import DESK

pytestmark = pytest.mark.asyncio(loop_scope="session")

TRANSLATES = """() => {
  const translated = (text) => {
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    if (text.data.length % 2) text.replaceWith(outer);
    else { text.before(outer); text.remove(); }
  };
  const all = () => {
    const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    const ours = (text) => text.data.trim() && !text.parentElement.closest("font, style, svg");
    for (const text of found) if (ours(text)) translated(text);
  };
  all();
  window.translates = setInterval(all, 20);
}"""
"""A translator: it replaces every text node, in both ways that translators do, and later ones, too."""


async def test_a_translated_page_asks_the_question_that_is_open(guest: NewGuest) -> None:
    """Each question is read from the page after it was translated, and compared with the one that is open."""
    ada = await guest("Ada", **DESK)
    await ada.begin("greedy", options={"Who begins": "Seat 1"})
    await ada.turn()
    await ada.page.evaluate(TRANSLATES)
    asked, prompts = set(), texts("machi_koro", "en")["prompts"]
    for number in range(8):
        prompt = await ada.turn()
        asked.add(prompt)
        await expect(ada.page.locator(".line-prompt")).to_have_text(f"«{prompts[prompt]['ask']}»")
        assert prompt == await ada.move(number)
    assert len(asked) > 1 and await ada.page.locator("font").count() > 20
    await ada.page.evaluate("() => clearInterval(window.translates)")
