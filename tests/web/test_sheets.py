"""Style sheets that are sent say what those say that lie there."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.sheets import IMPORT, sheet, shorter

from .running import Chromium

WEB = Path(__file__).parents[2] / "server/web"

RULES = """(source) => {
  const read = (text) => {
    const found = new CSSStyleSheet();
    found.replaceSync(text);
    return [...found.cssRules].map((rule) => rule.cssText.replace(/,\\s+/g, ","));
  };
  return source.map(read);
}"""
"""What the browser understands of each of these; in own properties it leaves space as it is."""


def test_what_says_nothing_is_left_out_and_strings_stay() -> None:
    assert (
        shorter("/* a */\n.b ,\n.c > d :hover { e: f( 1px + 2px ) ; }\n")
        == ".b,.c > d :hover{e:f( 1px + 2px );}"
    )
    assert shorter('.a::before { content: "b  /* c */ ; d"; --e: f; }') == (
        '.a::before{content:"b  /* c */ ; d";--e:f;}'
    )
    assert shorter("@media (a: b) and (c: d) { e :is(f, g) { h: i } }") == (
        "@media (a: b) and (c: d){e :is(f,g){h:i}}"
    )


def test_what_a_sheet_imports_stands_in_its_place() -> None:
    files = {
        "g/a.css": '@import "b.css";\n.a { c: d }',
        "g/b.css": '@import "e/f.css"; .b { c: d }',
        "g/e/f.css": ".f {}",
    }
    assert sheet("g/a.css", files.__getitem__) == ".f{}.b{c:d}.a{c:d}"


@pytest.mark.asyncio(loop_scope="session")
async def test_browsers_understand_the_same(chromium: Chromium) -> None:
    _, page = await chromium.window()
    for path in sorted(WEB.rglob("*.css")):
        name, plain = str(path.relative_to(WEB)), IMPORT.sub("", path.read_text())
        before, after = await page.evaluate(RULES, [plain, shorter(plain)])
        assert len(before) > 0
        assert before == after, name
