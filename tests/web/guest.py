"""A person in front of a browser: opens pages, makes tables, plays. All through the page."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

from playwright.async_api import BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from server import authoring
from server.page.sources import WEB

from . import draws, pointer
from .slow import RATE
from .timers import BOTS_MAY_BE_LATE
from .wires import HURRY, Frames

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"
KEEPS_PICTURES = os.environ.get("PICTURES") != "no"
"""Are pictures of whole pages kept? `make test` keeps none: each takes 0.2 s of a core."""

AXE = Path(__file__).parent / "vendor" / "axe.min.js"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

WAITING = Path(authoring.__file__).with_name("waiting.js")

SCRIPTS = [WAITING, *(Path(__file__).parent / name for name in ("pointer.js", "player.js", "ways.js"))]

DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 820}}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
WIDE: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("desk-light", {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}),
    ("phone-dark", {**PHONE, "color_scheme": "dark", "device_scale_factor": 2}),
]
"""The windows in which a game's board is tested: a selection of sizes and colours."""

NOWHERE = "nowhere"
"""A page that does not exist, and only says so."""

LOBBY = ".empty-note, [data-test=tables]:not(details *)"
"""The content of the lobby when its tables have arrived."""

DRAWN = """async () => {
  await document.fonts.ready;
  for (let n = 0; n < 2; n++) await new Promise((go) => requestAnimationFrame(go));
}"""
"""Wait until the page is drawn, as a picture of it waits."""

CHANGED = """() => !document.getAnimations().some((one) => one instanceof CSSTransition)"""
"""Has every transition between colours ended?"""

COME = """() => document.getAnimations().every((one) => {
  const fades = () => one.effect.getKeyframes().some(({ opacity }) => opacity !== undefined);
  const words = one.effect.target && !one.effect.target.matches(".confetti *, .dots *");
  return one.playState !== "running" || !(one instanceof CSSTransition || (words && fades()));
})"""
"""Have all appearing or fading elements finished? Until then they are not readable."""

COMPLAINTS = """async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  const told = (id) => ({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(told(id)));
}"""
"""The violations that axe-core finds. Passed rules and their places are neither gathered nor sent."""

WHOLE = 900 * RATE
"""The seconds in which people must have finished their plays; a hanging page ends the test."""

TOLD = 10 * RATE
"""The seconds in which a page must report what it shows."""

PATIENCE = 60_000 * RATE
"""The milliseconds in which a question must come."""

ASKED_AT_ENDS = """try { localStorage["stammtisch.ends-alone"] ??= "off"; } catch { /* no storage */ }"""
"""The preference to be asked for the end of each turn: bots without a pause leave no time to undo it."""

Options = Mapping[str, str | bool]
DEFAULTS: Options = MappingProxyType({})
FIRST: Options = MappingProxyType({"Who begins": "Seat 1"})
"""The maker of the table begins."""


class Played(NamedTuple):
    """The result of playing: the open question, or "end"; the questions on the way; how often each verb was
    clicked; how often the wheel was turned to bring a thing into sight."""

    prompt: str
    asked: list[str]
    did: dict[str, int]
    turned: int


def cover_of(game: str) -> str:
    """A selector of the picture of one of our own games, which comes with those of the others."""
    drawing = (WEB / "games" / game / "cover.svg").read_text("utf-8")
    return f'img[src="data:image/svg+xml,{quote(drawing, safe=UNQUOTED)}"]'


UNQUOTED = "!'()*-._~"
"""What `encodeURIComponent` leaves, beside letters and digits."""


async def pick(page: Page, name: str, value: object) -> None:
    """Choose one of a bar of options by its label, as people do: the button itself is for screen readers, and
    a click at its place would miss while the page moves."""
    option = page.locator(f"input[name='{name}'][value='{value}']")
    if not await option.is_checked():
        await (await pointer.scroll_to(page.locator("label", has=option))).click()
    await expect(option).to_be_checked()


class Guest:
    """A person with a browser. `complaints` are errors of the page, which must stay empty; no page may send
    more than `frames` a second automatically."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context = context
        self.page = page
        self.address = address
        self.name = ""
        self.complaints: list[str] = []
        self.lost_wires_are_fine = False
        self.ends_turns = True
        """Is asked for the end of each turn, by its preference."""
        self.waits = True
        """Gives up neither late bots nor a slow connection."""
        self.hurried = True
        """Skips animations with the page's button, and clicks many times as fast as a pointer can."""
        self.frames = HURRY
        self.wires = [Frames(page)]
        context.on("page", lambda other: self.wires.append(Frames(other)))
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("crash", lambda _: self.complaints.append("the page has crashed"))
        page.set_default_timeout(60_000 * RATE)

    async def prepare(self) -> None:
        """Every page that is opened gets the scripts that play, and their pointer."""
        await self.context.expose_binding("press", lambda at, *aim: pointer.press(at["page"], *aim))
        await self.context.expose_binding("turnWheel", lambda at, by: pointer.turn_wheel(at["page"], by))
        for script in SCRIPTS:
            await self.context.add_init_script(path=script)
        await self.context.add_init_script(draws.of_page())
        if self.waits:
            await self.context.add_init_script(f"({BOTS_MAY_BE_LATE})()")
        if self.ends_turns:
            await self.context.add_init_script(ASKED_AT_ENDS)

    def _console(self, message: ConsoleMessage) -> None:
        wire = "WebSocket" in message.text or "ERR_" in message.text
        if message.type in ("error", "warning") and not (wire and self.lost_wires_are_fine):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    # -- going somewhere ---------------------------------------------------------------------------

    async def enter(self, name: str, route: str = "") -> None:
        """Open the page for the first time and enter a name."""
        self.name = name
        await self.page.goto(f"{self.address}/#/{route}")
        await self.page.fill("#guest-name", name)
        await self.page.click(".welcome button")
        await expect(self.page.locator("#guest-name")).to_have_count(0)

    async def come(self, name: str) -> None:
        """Open a page that does not exist, and enter a name: for guests that go on to a table at once. A
        lobby costs a browser as much as a table does."""
        self.name = name
        await self.page.goto(f"{self.address}/#/{NOWHERE}")
        await self.page.evaluate("(name) => player.greet(name)", name)

    async def languages(self) -> AsyncIterator[str]:
        """Switch the page to German and then back to English: for checks of texts alone."""
        for language in ("de", "en"):
            await self.page.evaluate("(language) => player.speak(language)", language)
            yield language

    async def until(self, asked: str) -> None:
        """Wait until an async function of the page returns true (`wait_for_function` doesn't await it)."""
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
        """Start a game in a written position, through the page for it; returns the table."""
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

    async def begin(
        self, *minds: str, game: str = "machi_koro", options: Options = DEFAULTS, **more: object
    ) -> str:
        """Play against these bots, without the pages of `make` and `start`. `more`: of `makeTable`."""
        table = await self.page.evaluate("(job) => player.begin(...job)", [game, minds, dict(options), more])
        await self.page.wait_for_selector("[data-test=board]")
        return str(table)

    async def beside(self, tab: str) -> None:
        """Open the log or the chat ("log", "chat") if it is a drawer over the board."""
        await self.page.click(f"[data-test=to-{tab}][aria-expanded=false]")
        await expect(self.page.locator(f"#panel-{tab}")).to_be_visible()

    async def area(self, seat: int) -> Locator:
        """Enlarge a player's area by a tap on the player."""
        await self.page.click(f"[data-tile='{seat}'] .tile-name[aria-expanded=false]")
        large = self.page.locator(f"[data-large='{seat}'], [data-seat-area='{seat}']")
        await expect(large).to_be_in_viewport()
        return large

    # -- playing -----------------------------------------------------------------------------------

    async def turn(self, *prompts: str) -> str:
        """Wait until there is a question (or one of these), or the game is over ("end"); returns it."""
        script = "([prompts, patience, hurried]) => player.turn(prompts, patience, hurried)"
        async with asyncio.timeout(WHOLE):
            return str(await self.page.evaluate(script, [prompts, PATIENCE, self.hurried]))

    async def play(
        self, *stops: str, when: str = "() => true", steps: int = -1, seed: int = 1, first: int = 0
    ) -> Played:
        """Play in the page as ways.js does: until one of these is asked and `when` holds there, until this
        many questions are answered, or to the end."""
        script = f"(job) => player.play({{ ...job, when: {when} }})"
        job = {"stops": stops, "steps": steps, "seed": seed, "first": first, "hurried": self.hurried}
        async with asyncio.timeout(WHOLE):
            return Played(**await self.page.evaluate(script, job))

    async def reach(self, *stops: str, when: str = "() => true", seed: int = 1) -> str:
        """Play until one of these is asked; returns it. The game must reach it."""
        prompt = (await self.play(*stops, when=when, seed=seed)).prompt
        assert prompt in stops, f"the game came to its {prompt} without {stops}\n{await self.told()}"
        return prompt

    async def move(self, number: int = 1) -> str:
        """Answer one question. Returns its prompt, or "end"."""
        return ([*(await self.play(steps=1, first=number)).asked, "end"])[0]

    async def find(self, thing: str | Locator) -> Locator:
        """Turn the wheel until a thing is in sight, if the page must be scrolled for it."""
        return await pointer.scroll_to(self.page.locator(thing).first if isinstance(thing, str) else thing)

    async def rush(self) -> None:
        """Play a game to its end without looking at the board."""
        async with asyncio.timeout(WHOLE):
            await self.page.evaluate("() => player.rush()")
        await self.page.wait_for_selector("[data-test=end]")

    async def answer(self, selector: str) -> None:
        """Find a thing that answers the question, click on it, and wait until it is answered. The moves of
        others may remove the question from the page for a moment."""
        asking = "!player.question().startsWith(' ') && player.question()"
        script = f"() => player.until(() => {asking}, 'a question')"
        asked = str(await self.page.evaluate(script))
        await (await self.find(selector)).click()
        await self.answered(asked)

    async def answered(self, asked: str) -> None:
        """Wait until the open question is another one."""
        script = "(asked) => player.until(() => player.question() !== asked, `an answer to ${asked}`)"
        async with asyncio.timeout(WHOLE):
            await self.page.evaluate(script, asked)

    async def prompt(self) -> str:
        """The prompt and the number of the question."""
        return str(await self.page.evaluate("() => player.question()"))

    # -- looking -----------------------------------------------------------------------------------

    async def call(self, change: str, *fields: Any) -> Any:
        """Send a change over the page's own socket, as no button of it would."""
        return await self.page.evaluate(
            "async ([kind, fields]) => (await import('/static/core/state.js')).change(kind, ...fields)",
            [change, list(fields)],
        )

    async def told(self) -> str:
        """What the page shows, and its complaints, to explain a failure."""
        try:
            async with asyncio.timeout(TOLD):
                seen = await self.page.evaluate("() => player.told()")
        except (Error, TimeoutError) as why:
            seen = f"the page doesn't answer: {why!r}"
        return f"{self.name or 'somebody'} at {self.page.url} sees: {seen}\n  complaints {self.complaints}"

    async def count_flights(self) -> None:
        """From now on the page counts in `flown` the classes of things that fly over it ("flying ..."), and
        in `anew` how often it measured an element just after a flying thing was added: each time the whole
        page needs another layout."""
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
        """The violations that axe-core finds by these rules or sets of rules, after the page has scrolled to
        its place and all elements have appeared; before that, a thing may lie partly under a fixed bar."""
        await self.page.evaluate("() => player.rest()")
        await self.page.wait_for_function(COME)
        if not await self.page.evaluate("() => !!window.axe"):
            await self.page.evaluate(AXE.read_text())
        found: list[str] = await self.page.evaluate(COMPLAINTS, list(rules))
        return found

    async def look_at(
        self, *prompts: str, steps: int, name: str, then: Callable[[str], Awaitable[None]] | None = None
    ) -> set[str]:
        """Play this many steps, or until each of these was asked. At each of them, keep a picture under
        `name`, in which `{}` is the prompt, call `then`, and check the page. Returns those that were not
        asked."""
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
        """Keep a picture of the whole page, or of a part of it, for a person to look at."""
        if part is None and not KEEPS_PICTURES:
            await self.page.evaluate(DRAWN)
            return
        SCREENSHOTS.mkdir(exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        if part is None:
            await self.page.screenshot(path=path, full_page=True)
        else:
            await part.screenshot(path=path)
