"""Somebody in front of a browser: opens pages, makes tables, plays. All through the page itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.async_api import BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from . import pointer
from .slow import RATE
from .wires import HURRY, Frames

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"
AXE = Path(__file__).parent / "vendor" / "axe.min.js"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

SCRIPTS = [Path(__file__).parent / name for name in ("pointer.js", "player.js", "ways.js")]

DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 820}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
WIDE: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("desk-light", {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}),
    ("phone-dark", {**PHONE, "color_scheme": "dark", "device_scale_factor": 2}),
]
"""In which a game's board is looked at: one of each size and colours."""

NOWHERE = "nowhere"
"""A page that there is not, which says no more than that."""

LOBBY = ".empty-note, [data-test=tables]:not(details *)"
"""What the lobby shows once its tables are there."""

CHANGED = """() => !document.getAnimations().some((one) => one instanceof CSSTransition)"""
"""Is nothing on its way from one colour to another?"""

COME = """() => document.getAnimations().every((one) => {
  const fades = () => one.effect.getKeyframes().some(({ opacity }) => opacity !== undefined);
  const words = one.effect.target && !one.effect.target.matches(".confetti *, .dots *");
  return one.playState !== "running" || !(one instanceof CSSTransition || (words && fades()));
})"""
"""Has everything come that is just appearing, or changing its colour? Until then one can't read it."""

COMPLAINTS = """async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  const told = (id) => ({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(told(id)));
}"""
"""What axe-core finds wrong. All that is right, and where each of it lies, is neither gathered nor sent."""

WHOLE = 360 * RATE
"""Seconds in which people must have played what they wanted to; a page that hangs ends the test."""

TOLD = 10 * RATE
"""Seconds in which a page can tell what it shows."""

PATIENCE = 40_000 * RATE
"""Milliseconds in which something must be asked."""

Options = Mapping[str, str | bool]
DEFAULTS: Options = MappingProxyType({})
FIRST: Options = MappingProxyType({"Who begins": "Seat 1"})
"""Whoever makes the table begins."""


class Played(NamedTuple):
    """How far a game has been played: what is asked now, or "end"; what was asked on the way; how often which
    verb was clicked; how often the wheel had to be turned to see what was to be clicked on."""

    prompt: str
    asked: list[str]
    did: dict[str, int]
    turned: int


async def pick(page: Page, name: str, value: object) -> None:
    """Choose one of a bar of options by its label, as people do: the button itself is for readers alone,
    and a click on its place would miss where the page moves at that moment."""
    option = page.locator(f"input[name='{name}'][value='{value}']")
    if not await option.is_checked():
        await (await pointer.scroll_to(page.locator("label", has=option))).click()
    await expect(option).to_be_checked()


class Guest:
    """A person with a browser of their own. `complaints` are errors of the page, which must stay empty; none
    of the pages sends more than `frames` a second by itself."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context = context
        self.page = page
        self.address = address
        self.name = ""
        self.complaints: list[str] = []
        self.lost_wires_are_fine = False
        self.hurried = True
        """Passes over what moves, by the button for it, and clicks many times as fast as a pointer can."""
        self.frames = HURRY
        self.wires = [Frames(page)]
        context.on("page", lambda other: self.wires.append(Frames(other)))
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("crash", lambda _: self.complaints.append("the page has crashed"))
        page.set_default_timeout(30_000 * RATE)

    async def prepare(self) -> None:
        """Every page that is opened has the scripts that play, and a pointer for them."""
        await self.context.expose_binding("press", lambda at, *aim: pointer.press(at["page"], *aim))
        await self.context.expose_binding("turnWheel", lambda at, by: pointer.turn_wheel(at["page"], by))
        for script in SCRIPTS:
            await self.context.add_init_script(path=script)

    def _console(self, message: ConsoleMessage) -> None:
        wire = "WebSocket" in message.text or "ERR_" in message.text
        if message.type in ("error", "warning") and not (wire and self.lost_wires_are_fine):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    # -- going somewhere ---------------------------------------------------------------------------

    async def enter(self, name: str, route: str = "") -> None:
        """Open the page for the first time and say one's name."""
        self.name = name
        await self.page.goto(f"{self.address}/#/{route}")
        await self.page.fill("#guest-name", name)
        await self.page.click(".welcome button")
        await expect(self.page.locator("#guest-name")).to_have_count(0)

    async def come(self, name: str) -> None:
        """Open the page where nothing is, and say one's name: for whoever goes on to a table at once. A lobby
        costs a browser as much as a table does."""
        self.name = name
        await self.page.goto(f"{self.address}/#/{NOWHERE}")
        await self.page.evaluate("(name) => player.greet(name)", name)

    async def languages(self) -> AsyncIterator[str]:
        """Have the page speak German, and then English again: for what differs in its words alone."""
        for language in ("de", "en"):
            await self.page.evaluate("(language) => player.speak(language)", language)
            yield language

    async def until(self, asked: str) -> None:
        """Wait until an async function of the page says yes (`wait_for_function` doesn't await it)."""
        while not await self.page.evaluate(asked):
            await asyncio.sleep(0.1)

    async def go(self, route: str) -> None:
        await self.page.evaluate("(route) => { location.hash = '#/' + route; }", route)

    async def make(
        self, *others: str, game: str = "machi_koro", link: bool = False, options: Options = DEFAULTS
    ) -> str:
        """Make a table: oneself on the first seat, then `others` ("" for a person, or a mind)."""
        page = self.page
        await self.go(f"new/{game}")
        await page.wait_for_selector("[data-test=make]")
        await pick(page, "count", len(others) + 1)
        for seat, mind in enumerate(others, 1):
            await page.select_option(f"select[data-seat='{seat}']", mind)
        for label, value in options.items():
            if isinstance(value, bool):
                await (await self.find(page.get_by_label(label))).set_checked(value)
            else:
                await page.get_by_label(label).select_option(label=value)
        if link:
            await pick(page, "visibility", "link")
        await (await self.find("[data-test=make]")).click()
        await page.wait_for_url(re.compile("#/t/"))
        return page.url.rsplit("/", 1)[1]

    async def lay(self, text: str) -> str:
        """Begin a game in a position, as by the page for it; the table."""
        table = await self.page.evaluate("(text) => player.lay(text)", text)
        await expect(self.page.locator(".table-page[data-phase=playing]")).to_be_visible()
        return str(table)

    async def join(self, table: str) -> None:
        """Sit down on a table's first free seat."""
        await self.go(f"t/{table}")
        await (await self.find("[data-test=sit]")).click()
        await expect(self.page.locator(".badge.you")).to_be_visible()

    async def start(self) -> None:
        await (await self.find("[data-test=start]:not([disabled])")).click()
        await self.page.wait_for_selector("[data-test=board]")

    async def begin(self, *minds: str, game: str = "machi_koro", options: Options = DEFAULTS) -> str:
        """Play against these bots: what `make` and `start` lead to, for a look at what comes after."""
        table = await self.page.evaluate("(job) => player.begin(...job)", [game, minds, dict(options)])
        await self.page.wait_for_selector("[data-test=board]")
        return str(table)

    async def beside(self, tab: str) -> None:
        """Open the log or the chat ("log", "chat") where it is a drawer over the board."""
        await self.page.click(f"[data-test=to-{tab}][aria-expanded=false]")
        await expect(self.page.locator(f"#panel-{tab}")).to_be_visible()

    async def area(self, seat: int) -> Locator:
        """Have a player's area shown large, by a tap on the player."""
        await self.page.click(f"[data-tile='{seat}'] .tile-name[aria-expanded=false]")
        large = self.page.locator(f"[data-large='{seat}'], [data-seat-area='{seat}']")
        await expect(large).to_be_in_viewport()
        return large

    # -- playing -----------------------------------------------------------------------------------

    async def turn(self, *prompts: str) -> str:
        """Wait until something is asked (or one of these), or all is over ("end"); which it is."""
        script = "([prompts, patience, hurried]) => player.turn(prompts, patience, hurried)"
        async with asyncio.timeout(WHOLE):
            return str(await self.page.evaluate(script, [prompts, PATIENCE, self.hurried]))

    async def play(
        self, *stops: str, when: str = "() => true", steps: int = -1, seed: int = 1, first: int = 0
    ) -> Played:
        """Play in the page as ways.js says: until one of these is asked and `when` holds there, until so
        many questions are answered, or to the end."""
        script = f"(job) => player.play({{ ...job, when: {when} }})"
        job = {"stops": stops, "steps": steps, "seed": seed, "first": first, "hurried": self.hurried}
        async with asyncio.timeout(WHOLE):
            return Played(**await self.page.evaluate(script, job))

    async def reach(self, *stops: str, when: str = "() => true", seed: int = 1) -> str:
        """Play until one of these is asked; which one. The game must come to it."""
        prompt = (await self.play(*stops, when=when, seed=seed)).prompt
        assert prompt in stops, f"the game came to its {prompt} without {stops}\n{await self.told()}"
        return prompt

    async def move(self, number: int = 1) -> str:
        """Answer one question. What was asked, or "end"."""
        return ([*(await self.play(steps=1, first=number)).asked, "end"])[0]

    async def find(self, thing: str | Locator) -> Locator:
        """Turn the wheel until something is in sight, where the page must be scrolled to see it."""
        return await pointer.scroll_to(self.page.locator(thing).first if isinstance(thing, str) else thing)

    async def rush(self) -> None:
        """Play a game to its end without a look at the board: for what comes after it."""
        async with asyncio.timeout(WHOLE):
            await self.page.evaluate("() => player.rush()")
        await self.page.wait_for_selector("[data-test=end]")

    async def answer(self, selector: str) -> None:
        """Find something that answers the question, click on it, and wait until it is answered. What others
        do meanwhile may take the question off the page for a moment."""
        asking = "!player.question().startsWith(' ') && player.question()"
        script = f"() => player.until(() => {asking}, 'a question')"
        asked = str(await self.page.evaluate(script))
        await (await self.find(selector)).click()
        await self.answered(asked)

    async def answered(self, asked: str) -> None:
        """Wait until this is no longer the question."""
        script = "(asked) => player.until(() => player.question() !== asked, `an answer to ${asked}`)"
        async with asyncio.timeout(WHOLE):
            await self.page.evaluate(script, asked)

    async def prompt(self) -> str:
        """What is asked, and the number of the question."""
        return str(await self.page.evaluate("() => player.question()"))

    # -- looking -----------------------------------------------------------------------------------

    async def call(self, change: str, *fields: Any) -> Any:
        """Send a change over the page's own wire, as no button of it would."""
        return await self.page.evaluate(
            "async ([kind, fields]) => (await import('/static/state.js')).change(kind, ...fields)",
            [change, list(fields)],
        )

    async def told(self) -> str:
        """What the page shows, and what it has complained of: for whoever has to find out what went wrong."""
        try:
            async with asyncio.timeout(TOLD):
                seen = await self.page.evaluate("() => player.told()")
        except (Error, TimeoutError) as why:
            seen = f"the page doesn't answer: {why!r}"
        return f"{self.name or 'somebody'} at {self.page.url} sees: {seen}\n  complaints {self.complaints}"

    async def count_flights(self) -> None:
        """From now on the page counts in `flown` what flies over it, by its class: "flying ...", and in
        `anew` how often something was measured just after something that flies had come onto the page: each
        time the whole page is laid out anew for it."""
        await self.page.evaluate(
            """() => {
              window.flown = [];
              window.anew = 0;
              let fresh = false;
              const { append, getBoundingClientRect } = Element.prototype;
              Element.prototype.append = function (...all) {
                append.apply(this, all);
                if (!all.some((e) => e.classList?.contains("flying"))) return;
                fresh = true;
                setTimeout(() => (fresh = false));
              };
              Element.prototype.getBoundingClientRect = function () {
                if (fresh) window.anew += 1;
                return getBoundingClientRect.call(this);
              };
              new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((e) => {
                if (e.classList?.contains("flying")) flown.push([...e.classList].slice(1).join(" "));
              }))).observe(document.body, { childList: true });
            }"""
        )

    async def fits(self) -> bool:
        """Is the page no wider than the screen?"""
        script = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        return bool(await self.page.evaluate(script))

    async def violations(self, rules: Sequence[str] = RULES) -> list[str]:
        """What axe-core finds wrong, by these rules or sets of them, with the page once it has scrolled
        to where it was sent, on its way any thing may lie half under a bar that stays, and all that appears
        has come."""
        await self.page.evaluate("() => player.rest()")
        await self.page.wait_for_function(COME)
        if not await self.page.evaluate("() => !!window.axe"):
            await self.page.evaluate(AXE.read_text())
        found: list[str] = await self.page.evaluate(COMPLAINTS, list(rules))
        return found

    async def look_at(
        self, *prompts: str, steps: int, name: str, then: Callable[[str], Awaitable[None]] | None = None
    ) -> set[str]:
        """Play so many steps, or until each of these was asked; where it is, a picture is kept under `name`,
        in which `{}` stands for it, `then` does what is to be done, and nothing is wrong with the page. Those
        that nobody asked."""
        left = set(prompts)
        for number in range(steps):
            prompt = await self.turn()
            if prompt in left:
                left.discard(prompt)
                await self.picture(name.format(prompt))
                if then is not None:
                    await then(prompt)
                assert await self.violations() == []
                assert await self.fits(), f"{prompt} is too wide"
            if not left or await self.move(number) == "end":
                break
        return left

    async def picture(self, name: str, part: Locator | None = None) -> None:
        """Keep a picture of the whole page, or of a part of it, to be looked at."""
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        if part is None:
            await self.page.screenshot(path=path, full_page=True)
        else:
            await part.screenshot(path=path)
