"""The sounds of a table: each exists, is audible, not too loud, ends, and differs from the others."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio

from server.games import GAMES
from server.games.catalogue import texts

from .conftest import NewGuest

pytestmark = pytest.mark.asyncio(loop_scope="session")

RENDER = """async () => {
  const { SOUNDS, play } = await import("/static/things/instruments.js");
  const [rate, seconds] = [44_100, 3];
  const found = {};
  for (const name of Object.keys(SOUNDS)) {
    const audio = new OfflineAudioContext(1, rate * seconds, rate);
    play(audio, name);
    const samples = (await audio.startRendering()).getChannelData(0);
    let [peak, power, steps, last] = [0, 0, 0, 0];
    samples.forEach((sample, n) => {
      peak = Math.max(peak, Math.abs(sample));
      power += sample ** 2;
      steps += (sample - (samples[n - 1] ?? 0)) ** 2;
      if (Math.abs(sample) > 0.001) last = n;
    });
    // How fast it goes up and down, as the frequency of a tone that would go as fast.
    const bright = Math.asin(Math.min(1, Math.sqrt(steps / power) / 2)) * rate / Math.PI;
    found[name] = { peak, bright, ends: last / rate };
  }
  return found;
}"""

TUNES = """async ([game, keys]) => {
  const { default: board } = await import(`/static/games/${game}/board.js`);
  return [null, ...keys].map((key) => board.tune(key ? [[key]] : []));
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def sounds(guest: NewGuest) -> dict[str, Any]:
    """By name, the properties of the rendered sound: its greatest sample, its brightness, and its end (s)."""
    ada = await guest("Ada")
    found: dict[str, Any] = await ada.page.evaluate(RENDER)
    return found


async def test_every_sound_is_heard_and_none_is_too_loud_or_too_long(sounds: dict[str, Any]) -> None:
    assert set(sounds) == {"turn", "dice", "coins", "built", "cards", "over", "refused"}
    for name, sound in sounds.items():
        assert 0.05 < sound["peak"] < 0.9, f"{name}: {sound['peak']:.2f}"
        assert 0.1 < sound["ends"] < (2.6 if name in ("turn", "over") else 1.2), (
            f"{name}: {sound['ends']:.2f} s"
        )


async def test_sounds_differ_as_their_things_do(sounds: dict[str, Any]) -> None:
    """Wood is dull, dice are small wood, metal is bright."""
    order = ["refused", "built", "dice", "coins"]
    assert all(sounds[dull]["bright"] * 1.3 < sounds[bright]["bright"] for dull, bright in pairwise(order))


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_boards_ask_for_sounds_that_there_are(guest: NewGuest, game: str) -> None:
    """For each kind of line, there is a sound of that name, or none."""
    ada = await guest("Ada")
    keys = [key.partition(".")[0] for key in texts(game, "en")["log"]]
    told = await ada.page.evaluate(TUNES, [game, keys])
    assert told[0] is None
    assert set(told) <= {None, "dice", "coins", "built", "cards"}
    assert len(set(told)) >= 3
