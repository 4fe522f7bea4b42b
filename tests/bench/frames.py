"""The page's frame rate during animations, and the same page's at rest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from statistics import median
from typing import Any, Final

from msgspec import Struct
from playwright.async_api import Page

from .kit import Aim, Say, Scale, Section, Shown, Table, spread
from .seated import Place, place

FULL: Final = 60
"""Frames per second of a screen."""

LONG_MS: Final = 34.0
"""A frame longer than this, two frames of a screen, is visible."""

STEPS: Final = 24
REST_S: Final = 3.0

ABOUT: Final = f"""\
A person plays {STEPS} questions with a bot at 1366x768, in Chromium without a graphics card, with all motion
that people have by default. Counted are the frames that the browser shows while at least one piece flies;
beside it those of the same page, in the same run, while nothing happens: more than that no page can show
here. A frame is long above {LONG_MS:.0f} ms, two frames of a screen."""

WATCH: Final = """
window.frameTimes = { flying: [], rest: [] };
let last = 0;
requestAnimationFrame(function frame(now) {
  const kind = document.querySelector(".flying") ? "flying" : "rest";
  if (last) window.frameTimes[kind].push(now - last);
  last = now;
  requestAnimationFrame(frame);
});
"""

FRESH: Final = "() => { window.frameTimes = { flying: [], rest: [] }; }"


class Frames(Struct, frozen=True, kw_only=True):
    """One game in one round: numbers and total durations of each kind of frame."""

    game: str
    flying: int
    flying_ms: float
    long: int
    rest: int
    rest_ms: float

    @property
    def per_second(self) -> float:
        """Frames per second during animations."""
        return 1000 * self.flying / self.flying_ms

    @property
    def at_rest(self) -> float:
        """Frames per second at rest."""
        return 1000 * self.rest / self.rest_ms


async def frames(there: Place, game: str, scale: Scale) -> Frames:
    """Play some questions of a game, then leave the page at rest."""
    async with there.asked(game) as ada:
        await ada.page.evaluate(WATCH)
        await ada.play(steps=4 if scale.small else STEPS)
        flying = (await _told(ada.page))["flying"]
        await ada.page.evaluate(FRESH)
        await asyncio.sleep(REST_S)
        rest = (await _told(ada.page))["rest"]
    long = sum(ms > LONG_MS for ms in flying)
    return Frames(
        game=game, flying=len(flying), flying_ms=sum(flying), long=long, rest=len(rest), rest_ms=sum(rest)
    )


async def _told(page: Page) -> dict[str, list[float]]:
    found: dict[str, list[float]] = await page.evaluate("() => window.frameTimes")
    return found


async def measured(scale: Scale, say: Say) -> list[Frames]:
    """All games in turn, in every round."""
    found = []
    async with place() as there:
        for game in scale.games * scale.rounds:
            one = await frames(there, game, scale)
            say(f"{game}: {one.per_second:.0f} frames/s of {one.flying}, at rest {one.at_rest:.0f}")
            found.append(one)
    return found


def measure(scale: Scale, say: Say) -> list[Frames]:
    """Measure with a private server and browser."""
    return asyncio.run(measured(scale, say))


def shown(found: list[Frames], others: Mapping[str, Any]) -> Shown:
    """A row per game; the aim applies to the slowest."""
    games = dict.fromkeys(one.game for one in found)
    rounds = {game: [one for one in found if one.game == game] for game in games}
    slowest = min(median(one.per_second for one in ones) for ones in rounds.values())
    head = ("game", "frames /s while things fly", "at rest", "long frames", "frames counted")
    return Shown(
        [Table(head, [_row(game, ones) for game, ones in rounds.items()])],
        {},
        [Aim("frames a second while things fly", f">= {FULL}", f"{slowest:.0f}", round(slowest) >= FULL)],
    )


def _row(game: str, ones: list[Frames]) -> list[str]:
    counted = sum(one.flying for one in ones)
    return [
        game,
        spread([one.per_second for one in ones]),
        spread([one.at_rest for one in ones]),
        f"{sum(one.long for one in ones) / counted:.1%}",
        f"{counted:,}",
    ]


SECTION: Final = Section("frames", "Frames while things fly", ABOUT, list[Frames], measure, shown)
