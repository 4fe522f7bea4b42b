"""A player who sees only the accessibility tree, hears the live regions, and has nothing but a keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from playwright.async_api import CDPSession, Page

from tests.waiting import until

LINE = re.compile(
    r"\s*- '?(?P<role>[a-z]+)"
    r'(?: "(?P<name>(?:[^"\\]|\\.)*)")?'
    r"(?P<marks>(?: \[[^]]*\])*)'?(?::\s*(?P<text>.*))?"
)
OPTION = re.compile(r"(\d+)\. (.*)", re.DOTALL)


MOST_TABS = 90
"""No page has more stops of the Tab key than this before what is sought."""


class Node(NamedTuple):
    """A line of the accessibility tree."""

    role: str
    name: str
    marks: str
    text: str


class Heard(NamedTuple):
    """What the panel "In words" says: the question, the options by their numbers, and the position, by
    headings and labels."""

    question: str
    options: dict[int, str]
    position: dict[str, dict[str, str]]
    status: str


def nodes(tree: str) -> list[Node]:
    """The lines of a tree as Playwright writes it."""
    found = []
    for line in tree.splitlines():
        match = LINE.fullmatch(line.replace("''", "'") if line.lstrip().startswith("- '") else line)
        if match:
            name, text = match["name"] or "", match["text"] or ""
            plain = json.loads(text) if text.startswith('"') else text
            found.append(Node(match["role"], json.loads(f'"{name}"'), match["marks"] or "", plain))
    return found


def heard(tree: str) -> Heard:
    """The content of the panel."""
    question, status = "", ""
    options: dict[int, str] = {}
    position: dict[str, dict[str, str]] = {}
    lines: dict[str, str] = {}
    for node in nodes(tree):
        match node.role:
            case "heading" if "[level=3]" in node.marks:
                lines = position.setdefault(node.name, {})
            case "heading" if not question:
                question = node.name
            case "status":
                status = node.text
            case "option" if "[disabled]" not in node.marks:
                number, text = OPTION.fullmatch(node.name).groups()  # type: ignore[union-attr]
                options[int(number)] = text
            case "listitem":
                label, _, text = (node.text or node.name).partition(": ")
                lines[label] = text
    return Heard(question, options, position, status)


class Blind:
    """`words`: the texts of the page in the language of the player."""

    def __init__(self, page: Page, words: Mapping[str, str]) -> None:
        self.page = page
        self.words = words
        self.keys = 0
        """The number of keys pressed so far."""
        self.tools: CDPSession | None = None

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            await self.page.keyboard.press(key)

    async def type(self, text: str) -> None:
        await self.press(*text, "Enter")

    async def focus(self) -> str:
        """The name of what has the focus."""
        self.tools = self.tools or await self.page.context.new_cdp_session(self.page)
        at = await self.tools.send("Runtime.evaluate", {"expression": "document.activeElement"})
        job = {"objectId": at["result"]["objectId"], "fetchRelatives": False}
        found = await self.tools.send("Accessibility.getPartialAXTree", job)
        return str(found["nodes"][0].get("name", {}).get("value", ""))

    async def walk_to(self, name: str) -> None:
        """Go by the Tab key to the thing whose name begins so."""
        been: list[str] = []
        while not (been and been[-1].startswith(name)):
            assert len(been) < MOST_TABS, f"Tab leads only to {been}, not to {name}"
            await self.press("Tab")
            been.append(await self.focus())

    async def begin(self) -> None:
        """Wait until a table has the panel, and go into its command line."""
        await self.page.get_by_role("tabpanel", name=self.words["side.words"]).wait_for()
        await self.press("v")

    async def panel(self) -> Heard:
        """What the panel says now."""
        return heard(await self.page.get_by_role("tabpanel", name=self.words["side.words"]).aria_snapshot())

    async def question(self) -> Heard:
        """What the panel says once there is a question, or the result."""
        found: list[Heard] = []

        async def asked() -> bool:
            found[:] = [await self.panel()]
            undo = [n for n, text in found[0].options.items() if text == self.words["table.undo"]]
            for number in undo:
                del found[0].options[number]
            chosen = self.words["words.chosen"].partition("{")[0]
            return bool(found[0].options or self.over(found[0])) and not found[0].status.startswith(chosen)

        await until(asked)
        return found[0]

    def over(self, told: Heard) -> bool:
        return any(self.words["words.result"] in lines for lines in told.position.values())
