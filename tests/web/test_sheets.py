"""The style sheets as built mean the same as their sources."""

from __future__ import annotations

import re

import pytest

from server.page.sources import BUILT, WEB
from tests.built import build_page, sources_of

from .running import Chromium

RULES = """(sources) => {
  const alpha = (_, a) => `#000000${Math.round(Number(a) * 255).toString(16).padStart(2, "0")}`;
  const long = (_, r, g, b, a) => `#${r}${r}${g}${g}${b}${b}${a}${a}`;
  const plain = (text) => text
    .replace(/rgb\\(0 0 0 \\/ ([\\d.]+)\\)/g, alpha)
    .replace(/#([\\da-f])([\\da-f])([\\da-f])([\\da-f])(?![\\da-f])/g, long)
    .replace(/\\b0px\\b/g, "0")
    .replace(/,\\s+/g, ",");
  const shadow = (text) => text.replace(/( 0)+(?=[,;]|$| inset)/g, "");
  const read = (rules, around) => [...rules].flatMap((rule) => {
    const { selectorText, style, cssRules, conditionText } = rule;
    if (!selectorText) return cssRules && conditionText ? read(cssRules, `${around} ${conditionText}`)
      : [`${around} ${plain(rule.cssText)}`];
    return [...style].flatMap((name) => {
      const value = plain(style.getPropertyValue(name));
      const told = name === "box-shadow" ? shadow(value) : value;
      const set = `${name}: ${told} ${style.getPropertyPriority(name)}`;
      return selectorText.split(/,\\s*(?![^(]*\\))/).map((one) => `${around} ${one} ${set}`);
    });
  });
  return sources.map((text) => {
    const found = new CSSStyleSheet();
    found.replaceSync(text);
    return read(found.cssRules, "");
  });
}"""
"""The browser's interpretation of each of these: for each selector, what it sets. Black of an opacity, and
lengths of zero, have several forms."""

IMPORT = re.compile(r'^@import "[^"]+";', re.MULTILINE)

EMPTY = re.compile(r"--(?:light|dark):( ?)(?=[;}])")


def built() -> dict[str, str]:
    """The built sheets by their plain names."""
    build_page()
    maps = [path.relative_to(BUILT / "files").as_posix() for path in (BUILT / "files").rglob("*.css.map")]
    return {
        name: next((BUILT / "files").glob(f"{name.removesuffix('.css')}.*.css")).read_text("utf-8")
        for name in (one.removesuffix(".map") for one in maps)
    }


def test_every_sheet_is_built() -> None:
    sheets = {
        path.relative_to(WEB).as_posix() for path in WEB.rglob("*.css") if path.parent.name != "offline"
    }
    assert {name for sheet in built() for name in sources_of(sheet)} == sheets
    assert len(sheets) > 10


def test_an_empty_property_keeps_its_space() -> None:
    """Older browsers know no property without one."""
    found = EMPTY.findall(built()["app.css"])
    assert len(found) > 2 and set(found) == {" "}


@pytest.mark.asyncio(loop_scope="session")
async def test_browsers_understand_the_same(chromium: Chromium) -> None:
    _, page = await chromium.window()
    for name, text in built().items():
        source = "\n".join(IMPORT.sub("", part) for part in sources_of(name).values())
        before, after = await page.evaluate(RULES, [source, text])
        assert len(before) > 10
        assert sorted(before) == sorted(after), name
