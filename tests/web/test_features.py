"""Whatever style sheets and modules use is known by the oldest browsers, or something stands in for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .features import (
    AT_RULES,
    DECLARATIONS,
    FUNCTIONS,
    GROUPS,
    OLDEST,
    PROPERTIES,
    PSEUDO,
    SCRIPTS,
    SELECTORS,
    UNITS,
    Feature,
    Rule,
    Way,
    rules,
)

ROOT = Path(__file__).parents[2]
WEB = ROOT / "server/web"
SHEETS = sorted(WEB.rglob("*.css"))
MODULES = sorted(path for path in WEB.rglob("*.js") if path.parent != WEB / "older")

RELATION = re.compile(r"(?:> |\+ )?[^\s>+~]+(?:\([^()]*\)[^\s>+~]*)?|(?![>+~]).+")
"""What marks.js can find: a child or the next sibling with one compound selector, or anything below."""

CONDITION = r"\((?:min|max)-(?:width|height): \d+px\)"
ALTERNATIVE = rf"(?:{CONDITION}(?: and {CONDITION})*|\({CONDITION}(?: and {CONDITION})*\))"
QUERY = re.compile(rf"@container (?:\w+ )?{ALTERNATIVE}(?: or {ALTERNATIVE})*")
"""What known_rules.js and marks.js can answer."""


def has(selectors: str) -> Iterator[str]:
    """What `:has()` is asked in these selectors, each alternative by itself."""
    for match in re.finditer(r":has\(", selectors):
        depth, begin = 1, match.end()
        for at in range(begin, len(selectors)):
            sign = selectors[at]
            depth += (sign == "(") - (sign == ")")
            if depth == 0 or (depth == 1 and sign == ","):
                yield selectors[begin:at].strip()
                begin = at + 1
            if depth == 0:
                break


def stands_before(rule: Rule, at: int) -> bool:
    """Has the same property a value before this one that all browsers know? A value with an own property
    is valid until it is used, and then nothing stands in for it."""
    name, _, value = rule.declarations[at].partition(":")
    before = {one.partition(":")[0] for one in rule.declarations[:at]}
    return not before.isdisjoint({name, f"-webkit-{name}"}) and "var(" not in value


def unknown(declaration: str) -> Iterator[str]:
    """The words of a declaration that no list has."""
    name, _, value = declaration.partition(":")
    if any(re.match(feature.pattern, declaration) for feature in DECLARATIONS):
        return
    if not name.startswith("--") and name not in PROPERTIES:
        yield name
    words = re.sub(r"\"[^\"]*\"", "", value)
    yield from set(re.findall(r"([a-z][a-z-]*)\(", words)) - FUNCTIONS
    yield from set(re.findall(r"(?<![\w#-])\d*\.?\d+([a-z%]+)", words)) - UNITS


def faults(rule: Rule) -> Iterator[str]:
    """What is wrong with a rule."""
    heads = [group.split()[0] for group in rule.groups]
    asked = any(head == "@supports" for head in heads)
    yield from (f"{head} is in no list" for head in heads if head not in GROUPS and head != "@container")
    yield from (
        f"{word} is in no list" for word in set(re.findall(r"::?[a-z-]+", rule.selectors)) - PSEUDO - {":has"}
    )
    for at, declaration in enumerate(rule.declarations):
        yield from (f"{word} is in no list" for word in unknown(declaration) if not asked)
        for feature in DECLARATIONS:
            if asked or not re.match(feature.pattern, declaration):
                continue
            if feature.way is Way.NOT_USED or (feature.way is Way.BEFORE and not stands_before(rule, at)):
                yield f"not all browsers know {declaration!r}"


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(WEB)))
def test_style_sheets_use_what_the_oldest_browsers_know(path: Path) -> None:
    found = [*rules(path.read_text())]
    assert found
    assert [f"{rule.selectors}: {fault}" for rule in found for fault in faults(rule)] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(WEB)))
def test_what_is_replaced_in_older_browsers_can_be(path: Path) -> None:
    for rule in rules(path.read_text()):
        for relation in has(rule.selectors):
            assert RELATION.fullmatch(relation), f"marks.js can't find :has({relation})"
        for group in rule.groups:
            if group.startswith("@container"):
                assert QUERY.fullmatch(group), f"marks.js can't answer {group}"


@pytest.mark.parametrize("feature", SCRIPTS, ids=lambda feature: feature.pattern)
def test_modules_use_what_the_oldest_browsers_know(feature: Feature) -> None:
    uses = [
        f"{path.relative_to(WEB)}: {line.strip()}"
        for path in MODULES
        for line in path.read_text().splitlines()
        if re.search(feature.pattern, line) and not line.strip().startswith(("*", "//", "/*"))
    ]
    if feature.way is Way.NOT_USED:
        assert uses == []
    else:
        assert uses, "this row of the table is about nothing"


def test_the_table_has_no_needless_rows() -> None:
    rows = [*SELECTORS, *AT_RULES, *DECLARATIONS, *SCRIPTS]
    assert [row for row in rows if not row.lacks()] == []
    words = "\n".join("\n".join(rule.declarations) for path in SHEETS for rule in rules(path.read_text()))
    used = {line.partition(":")[0] for line in words.splitlines()}
    assert sorted(PROPERTIES - used) == []
    assert [
        row.pattern
        for row in DECLARATIONS
        if row.way is not Way.NOT_USED and not re.search(f"^{row.pattern}", words, re.MULTILINE)
    ] == []


@pytest.mark.parametrize("name", ["README.md", "docs/playing.md", "server/web/index.html"])
def test_the_oldest_browsers_are_told_everywhere(name: str) -> None:
    text = " ".join((ROOT / name).read_text().split())
    for browser, version in OLDEST.items():
        said = {"Chromium": "Edge"}.get(browser, browser)
        assert f"{said} {version:g}" in text
        assert f"{said} ab {version:g}" in text or not name.endswith("html")


SHOULD_FAIL = {
    "a { color: light-dark(#fff, #000) }": "not all browsers know 'color: light-dark(#fff, #000)'",
    "a { color: red; color: color-mix(in srgb, red, blue) }": "not all browsers know",
    "a { height: 100dvh }": "not all browsers know",
    "a { overflow: clip }": "not all browsers know",
    "a { overflow: var(--b); overflow: clip }": "",
    "a { top: 1px; top: calc(anchor(--b bottom) + var(--c)) }": "not all browsers know",
    "a { b & { color: red } }": "in no list",
    "a { field-sizing: content }": "field-sizing is in no list",
    "a { width: round(1.5px, 1px) }": "round is in no list",
    "a { width: 2rcap }": "rcap is in no list",
    "a:user-valid { color: red }": ":user-valid is in no list",
    "@layer b { a { color: red } }": "@layer is in no list",
    "@supports (height: 1dvh) { a { height: 1dvh } }": "",
}


@pytest.mark.parametrize(("sheet", "told"), SHOULD_FAIL.items())
def test_what_older_browsers_lack_is_found(sheet: str, told: str) -> None:
    found = [fault for rule in rules(sheet) for fault in faults(rule)]
    assert [told in fault for fault in found] == [True] * bool(told)


@pytest.mark.parametrize("relation", ["~ .b", "> .b .c", "+ .b .c", "> .b > .c"])
def test_what_cant_be_replaced_is_found(relation: str) -> None:
    assert not RELATION.fullmatch(relation)
    assert RELATION.fullmatch("> .b:not([hidden])") and RELATION.fullmatch(".b + .c > .d .e")
    assert not QUERY.fullmatch("@container (width > 3em)") and not QUERY.fullmatch("@container style(--a: b)")
