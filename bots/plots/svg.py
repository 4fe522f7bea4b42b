"""SVG as text: elements with escaped attributes and texts, and the common style of all plots."""

from __future__ import annotations

from hashlib import sha1
from html import escape
from typing import Final

STYLE: Final = """\
.plot{--ink:#1d2329;--soft:#59636e;--rule:#d5dae0;--paper:#fff;--shade:#eef1f4;--limit:#b42318;
--c1:#0b62b8;--c2:#c2410c;--c3:#0f766e;--c4:#8b2fb8;--c5:#8a6100;--c6:#b3125f;--heat:#0b62b8}
@media (prefers-color-scheme:dark){.plot{--ink:#e6e9ed;--soft:#a3adb8;--rule:#39424d;--paper:#14181d;
--shade:#1d232a;--limit:#ff8a7a;--c1:#6cb2ff;--c2:#ff9a5c;--c3:#4fd1bf;--c4:#d59bff;--c5:#e3bb4f;
--c6:#ff8fc4;--heat:#7fbcff}}
@media print{.plot{--ink:#000;--soft:#333;--rule:#bbb;--paper:#fff;--shade:#eee;--limit:#b42318;
--c1:#0b62b8;--c2:#c2410c;--c3:#0f766e;--c4:#8b2fb8;--c5:#8a6100;--c6:#b3125f;--heat:#0b62b8}}
.plot{font:12px system-ui,sans-serif;fill:var(--ink)}
.plot .paper{fill:var(--paper)}.plot .shade{fill:var(--shade)}
.plot .rule{stroke:var(--rule);fill:none}.plot .axis{stroke:var(--soft);fill:none}
.plot .limit{stroke:var(--limit);stroke-width:1.5;stroke-dasharray:6 3;fill:none}
.plot .limit-text{fill:var(--limit)}.plot .soft{fill:var(--soft)}.plot .title{font-weight:600;font-size:14px}
.plot .end{text-anchor:end}.plot .mid{text-anchor:middle}
.plot .line{fill:none;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
.plot .area{fill-opacity:.16}.plot .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}
.plot .heat{fill:var(--heat)}
.plot .h1{fill-opacity:.16}.plot .h2{fill-opacity:.34}.plot .h3{fill-opacity:.55}.plot .h4{fill-opacity:.78}
""" + "".join(f".plot .s{n}{{stroke:var(--c{n})}}.plot .f{n}{{fill:var(--c{n})}}\n" for n in range(1, 7))

COLOUR_COUNT: Final = 6
DASHES: Final = (None, "7 3", "2 3", "9 3 2 3", "4 2", "1 2")
"""Dash patterns distinguish lines without colours."""

Attribute = str | float | None


def number(value: float) -> str:
    """A coordinate, rounded to the visible precision."""
    return f"{value:.1f}".removesuffix(".0")


def tag(name: str, *children: str, **attributes: Attribute) -> str:
    """An element. `class_` is class, `_` is a hyphen, None leaves an attribute out; `children` are finished
    elements (see `text`)."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_shown(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{said}>{inner}</{name}>" if inner else f"<{name}{said}/>"


def _shown(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def text(words: str, x: float, y: float, class_: str | None = None, **attributes: Attribute) -> str:
    return tag("text", escape(words), x=x, y=y, class_=class_, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    return tag("path", d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", class_=class_)


def box(x: float, y: float, width: float, height: float, class_: str, *children: str) -> str:
    return tag("rect", *children, x=x, y=y, width=max(0, width), height=max(0, height), class_=class_)


def plot(
    title: str, description: str, width: float, height: float, *body: str, across: str | None = None
) -> str:
    """A whole picture, for a page that includes `STYLE`. `across` describes the x axis for a script."""
    name = "p" + sha1(f"{title}\n{description}".encode(), usedforsecurity=False).hexdigest()[:8]
    return tag(
        "svg",
        tag("title", escape(title), id=f"{name}t"),
        tag("desc", escape(description), id=f"{name}d"),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        class_="plot",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        data_across=across,
        aria_labelledby=f"{name}t {name}d",
    )


def alone(picture: str, title: str) -> str:
    """The picture as a file of its own: with style, background and a visible title."""
    head, rest = picture.split(">", 1)
    _, _, width, height = head.split('viewBox="')[1].split('"')[0].split()
    taller = float(height) + 26
    head = head.replace(f'viewBox="0 0 {width} {height}"', f'viewBox="0 -26 {width} {number(taller)}"')
    size = f' width="{width}" height="{number(taller)}"'
    paper = box(0, -26, float(width), taller, "paper")
    rest = rest.replace("</desc>", f"</desc>{paper}{text(title, 12, -6, 'title')}", 1)
    return f"{head}{size}>{tag('style', escape(STYLE, quote=False))}{rest}\n"
