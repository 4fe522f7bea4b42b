"""A self-contained HTML page: its frame, its style, and the building blocks.

All texts are escaped here, so callers pass plain text. The page opens from a disk, prints, follows the
reader's light or dark mode, and every plot can be reached and read out by keyboard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import msgspec

from .chart import Series
from .svg import STYLE, tag

_STYLE: Final = """\
:root{color-scheme:light dark;--ink:#1d2329;--soft:#59636e;--rule:#d5dae0;--paper:#fff;--back:#f4f6f8;
--good:#1a7f37;--bad:#b42318;--odd:#8a6100}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#a3adb8;--rule:#39424d;--paper:#14181d;
--back:#0c0f12;--good:#4cc76a;--bad:#ff8a7a;--odd:#e3bb4f}}
@media print{:root{--ink:#000;--soft:#333;--rule:#bbb;--paper:#fff;--back:#fff;--good:#1a7f37;--bad:#b42318;
--odd:#8a6100}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1540px;margin:auto;padding:20px}
h1{font-size:24px;margin:0 0 2px}h2{font-size:18px;margin:32px 0 8px}
p{margin:4px 0 10px;max-width:80ch}.soft{color:var(--soft)}
.verdict{border-left:6px solid;background:var(--paper);padding:12px 18px;margin:16px 0;border-radius:4px}
.verdict strong{font-size:18px;display:block}
.good{color:var(--good)}.bad{color:var(--bad)}.odd{color:var(--odd)}
.verdict ul{margin:6px 0 0;padding-left:20px;color:var(--ink)}
.keys{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0 0;padding:0}
.keys div{background:var(--paper);border:1px solid var(--rule);border-radius:6px;padding:8px 14px}
.keys dt{color:var(--soft);font-size:13px}.keys dd{margin:0;font-size:20px;font-variant-numeric:tabular-nums}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,560px),1fr));gap:16px}
figure{margin:0;background:var(--paper);border:1px solid var(--rule);border-radius:6px;padding:12px;
min-width:0}
figure:focus-visible{outline:3px solid var(--good);outline-offset:2px}
figcaption{font-weight:600}figcaption small{display:block;font-weight:400;color:var(--soft);font-size:13px}
.scroll{overflow-x:auto}.scroll svg{display:block;width:100%;min-width:520px;height:auto;margin-top:6px}
output{display:block;min-height:1.5em;font-size:13px;color:var(--soft);font-variant-numeric:tabular-nums}
.plots+.scroll{margin-top:20px}
.tables{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}
table{border-collapse:collapse;background:var(--paper);font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:4px 0}
th,td{border:1px solid var(--rule);padding:3px 10px;text-align:right}
th:first-child,td:first-child,.words td,.words th{text-align:left}
.limits th:first-child{overflow-wrap:anywhere}
th{font-weight:600}code{overflow-wrap:anywhere}
@media (max-width:500px){th,td{padding:3px 6px}.limits{font-size:13px}}
@media print{main{padding:0}figure,table,.verdict{break-inside:avoid}h2{break-after:avoid}
.plots{grid-template-columns:1fr 1fr}
output{display:none}.scroll svg{min-width:0}}
"""

_SCRIPT: Final = """\
const readable = () => { for (const figure of document.querySelectorAll("figure[data-lines]")) {
  const {x, lines} = JSON.parse(figure.dataset.lines), svg = figure.querySelector("svg");
  const [low, high, start, end] = svg.dataset.across.split(" ").map(Number);
  const output = figure.querySelector("output");
  const rule = document.createElementNS("http://www.w3.org/2000/svg", "path");
  rule.setAttribute("class", "axis"); svg.append(rule);
  let at = -1;
  const show = (next) => {
    at = Math.min(x.length - 1, Math.max(0, next));
    const place = start + (x[at] - low) / (high - low) * (end - start);
    rule.setAttribute("d", `M${place} 20V${svg.viewBox.baseVal.height - 40}`);
    const told = lines.map(([name, values]) => `${name} ${values[at] ?? "–"}`);
    output.textContent = `${x[at]} s: ${told.join(", ")}`;
  };
  svg.addEventListener("pointermove", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const value = low + (point.x - start) / (end - start) * (high - low);
    let near = 0;
    x.forEach((other, index) => { if (Math.abs(other - value) < Math.abs(x[near] - value)) near = index; });
    show(near);
  });
  figure.addEventListener("keydown", (event) => {
    const steps = {ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - 10, PageDown: at + 10, Home: 0,
      End: x.length - 1};
    if (event.key in steps) { event.preventDefault(); show(steps[event.key]); }
  });
} };
readable();
"""


MARKS: Final = {"met": "good", "MISSED": "bad"}
"""Words in table cells that are coloured."""


def page(title: str, *body: str, language: str = "en") -> str:
    """A whole HTML document in this language."""
    head = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{STYLE}</style></head><body><main>"
    )
    return f"{head}{''.join(body)}</main><script>{_SCRIPT}</script></body></html>\n"


def element(name: str, content: str, class_: str | None = None) -> str:
    """An element that contains only text; an empty string if there is none."""
    return tag(name, escape(content), class_=class_) if content else ""


def bullet_list(items: Iterable[str]) -> str:
    """A list of sentences; an empty string if there are none."""
    rows = "".join(element("li", item) for item in items)
    return tag("ul", rows) if rows else ""


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], class_: str | None = None) -> str:
    """A table. The first column names the row, the others contain figures, or texts with class "words"."""
    first = tag("tr", *(tag("th", escape(cell), scope="col") for cell in head)) if head else ""
    rest = "".join(tag("tr", tag("th", escape(row[0]), scope="row"), *map(_cell, row[1:])) for row in rows)
    inner = (
        element("caption", caption),
        f"<thead>{first}</thead>" if first else "",
        f"<tbody>{rest}</tbody>",
    )
    return tag("div", tag("table", *inner, class_=class_), class_="scroll")


def _cell(content: str) -> str:
    mark = MARKS.get(content)
    return f'<td class="{mark}">{escape(content)}</td>' if mark else f"<td>{escape(content)}</td>"


def keys(pairs: Iterable[tuple[str, str]]) -> str:
    """Key figures in large type."""
    return tag("dl", *(tag("div", element("dt", a), element("dd", b)) for a, b in pairs), class_="keys")


def captioned(picture: str, title: str, more: str = "", lines: Sequence[Series] = ()) -> str:
    """A plot with its caption. With `lines`, their values are shown and read out at the pointer, or by the
    arrow keys."""
    caption = f"<figcaption>{escape(title)}{element('small', more)}</figcaption>"
    output = '<output aria-live="polite"></output>' if lines else ""
    return tag(
        "figure",
        caption,
        tag("div", picture, class_="scroll"),
        output,
        tabindex="0",
        aria_label=title,
        data_lines=_data(lines) if lines else None,
    )


def _data(lines: Sequence[Series]) -> str:
    """The values of lines with the same x values, as JSON for the script."""
    x = [point[0] for point in lines[0].points]
    shown = [[one.name, [None if y is None else float(f"{y:.4g}") for _, y in one.points]] for one in lines]
    return msgspec.json.encode({"x": x, "lines": shown}).decode()
