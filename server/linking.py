"""Links the page's modules into few files (a bundler), without changing what they say.

Each module becomes a function that takes what it imports from those before it and leaves what it exports in
one object, by the module's name. Comments and indentation are left out, and nothing else. Whatever a module
does beyond what `Module` knows, or a circle of imports, makes it `Unlinkable`: it is sent as it lies there.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

TOKEN: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`)|(?P<word>[\w$]+)|(?P<space>\s+)|(?P<slash>/)|(?P<other>[^\w$\s/\"'`{}()[\]]+|.)""",
    re.DOTALL | re.VERBOSE,
)
REGEX: Final = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
BEFORE_REGEX: Final = frozenset(
    ("return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "await", "yield")
)
"""Words after which a slash begins a regular expression; after other words it divides."""
TEXT: Final = re.compile(r"(?:[^\\`$]+|\\.|\$(?!\{))*", re.DOTALL)
"""What stands in a template up to its end, or up to code."""

NAME: Final = r"[\w$]+"
IMPORT: Final = re.compile(
    rf"import\s*(?:(?P<default>{NAME})?\s*,?\s*(?:\*\s*as\s+(?P<all>{NAME})|\{{(?P<names>[^}}]*)\}})?\s*from\s*)?"
    r"(?P<quote>[\"'])(?P<path>[^\"']+)(?P=quote)\s*;?"
)
EXPORT_FROM: Final = re.compile(
    r"export\s*(?:\{(?P<names>[^}]*)\}|\*)\s*from\s*(?P<quote>[\"'])(?P<path>[^\"']+)(?P=quote)\s*;?"
)
EXPORT_NAMES: Final = re.compile(r"export\s*\{(?P<names>[^}]*)\}\s*;?")
EXPORT_DEFAULT: Final = re.compile(
    r"export\s+default\b(?!\s*(?:async\s+)?(?:function|class)\b[\s*]*[\w$])\s*"
)
EXPORT_THING: Final = re.compile(
    rf"export\s+(?=(?:async\s+)?(?:function\b\s*\*?|class\b)\s*(?P<name>{NAME}))"
)
EXPORT_CONST: Final = re.compile(
    rf"export\s+(?=const\b\s*(?:(?P<name>{NAME})|[\[{{](?P<names>[\w$\s,]*)[\]}}])\s*=)"
)
FORBIDDEN: Final = re.compile(r"\bimport\(\s*[\"']|\b(?:linked|url|default)\$|\bimport\.meta\.(?!url)")
"""What a linked file would not mean in the same way."""
OPENS: Final = "{([,;:?&|="
CLOSES: Final = ")]},;:?.&|="
"""Signs after or before which a line can't end a statement."""

MARKUP: Final = "html"
"""The tag of templates that hold markup."""

SHARED: Final = 'const linked$ = (globalThis[Symbol.for("stammtisch")] ??= {});'
"""The one object with the exports of all modules that are linked, whatever file they came in."""


class Unlinkable(ValueError):
    """A module is written in a way that can't be linked; why."""


def tokens(source: str) -> list[str]:
    """A source without comments and without space that says nothing: gaps and tokens by turns, of which the
    first is a gap and the last a line's end. A template is one token, with all that is nested in it."""
    kept, end = _code(source, 0)
    if end != len(source):
        raise Unlinkable(f"a brace too many at {end}")
    return [*kept, "\n"]


def shorter(source: str) -> str:
    """The same without comments and without space that says nothing. A line stays one where it may end a
    statement."""
    return "".join(tokens(source))


def _code(source: str, at: int) -> tuple[list[str], int]:
    """Read up to the brace that closes what has been open before, or to the end: the tokens, and where that
    is. Whatever is nested is read once, with what it is nested in."""
    kept: list[str] = []
    depth, last, gap = 0, "", ""
    while at < len(source):
        match = TOKEN.match(source, at)
        assert match and match.lastgroup
        kind, text, end = match.lastgroup, match[0], match.end()
        if kind in ("comment", "space"):
            gap = "\n" if gap == "\n" or "\n" in text else " "
            at = end
            continue
        if kind == "template":
            text, end = _template(source, end, markup=last == MARKUP and not gap)
        elif kind == "slash" and not _divides(last):
            regex = REGEX.match(source, at)
            if not regex:
                raise Unlinkable(f"a regular expression without an end at {at}")
            text, end = regex[0], regex.end()
        depth += (text == "{") - (text == "}")
        if depth < 0:
            break
        kept += [gap and _gap(gap, last[-1:] or "{", text[0]), text]
        last, gap, at = text, "", end
    return kept, at


def _divides(last: str) -> bool:
    """Does a slash after this token divide?"""
    return last not in BEFORE_REGEX and bool(re.fullmatch(r"[\w$]+|[)\]}]|[\"'`].*", last, re.DOTALL))


def _gap(gap: str, before: str, after: str) -> str:
    """What must be left of a gap between these two signs."""
    if before in OPENS or after in CLOSES or (gap == " " and not _touch(before, after)):
        return ""
    return gap


def _template(source: str, at: int, markup: bool) -> tuple[str, int]:
    """The template whose text begins here, with shorter code in it, and its end. In markup, where a line ends
    nothing but its end is read."""
    kept, begin = ["`"], at

    def text(end: int) -> str:
        return re.sub(r"\s*\n\s*", "\n", source[begin:end]) if markup else source[begin:end]

    while True:
        match = TEXT.match(source, at)
        assert match
        at = match.end()
        if source.startswith("`", at):
            return "".join([*kept, text(at + 1)]), at + 1
        if not source.startswith("${", at):
            raise Unlinkable("a template without an end")
        code, end = _code(source, at + 2)
        kept += [text(at + 2), *code]
        at = begin = end


def _touch(before: str, after: str) -> bool:
    """Would these two signs become something else side by side?"""
    return (_of_a_word(before) and _of_a_word(after)) or (before in "+-/" and after in "+-/")


def _of_a_word(sign: str) -> bool:
    return sign == "$" or sign == "_" or sign.isalnum()


class Take(NamedTuple):
    """What is imported from another module: the names there, and the pattern that takes them over."""

    path: str
    names: set[str]
    pattern: str


class Module:
    """One module: what it imports, what it exports, and what is left of it in between."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.takes: list[Take] = []
        self.gives: list[str] = []
        """The rows of the object of its exports."""
        self.exports: list[str] = []
        """Their names."""
        try:
            self.body = self._read(tokens(source))
        except Unlinkable as why:
            raise Unlinkable(f"{name}: {why}") from None

    def _read(self, found: list[str]) -> str:
        source = "".join(found)
        if wrong := FORBIDDEN.search(source):
            raise Unlinkable(f"{wrong[0]!r} would be something else there")
        kept: list[str] = []
        done = 0
        for at in _statements(found):
            if at < done:
                continue
            kept.append(source[done:at])
            instead, done = self._statement(source, at)
            kept.append(instead)
        return "".join([*kept, source[done:]]).replace("import.meta.url", f"url$({self.name!r})")

    def _statement(self, source: str, at: int) -> tuple[str, int]:
        """What stands instead of an import or export, and where the rest goes on."""
        if match := IMPORT.match(source, at):
            self._take(match)
            return "", match.end()
        if match := EXPORT_FROM.match(source, at):
            path = self._path(match["path"])
            if match["names"] is None:
                raise Unlinkable("everything of another module is exported")
            pairs = _pairs(match["names"])
            self.takes.append(Take(path, {there for there, _ in pairs}, ""))
            for there, here in pairs:
                self._give(here, f"linked$[{path!r}].{there}")
            return "", match.end()
        if match := EXPORT_NAMES.match(source, at):
            for here, outside in _pairs(match["names"]):
                self._give(outside, here)
            return "", match.end()
        if match := EXPORT_DEFAULT.match(source, at):
            self._give("default", "default$")
            return "const default$ = ", match.end()
        if match := EXPORT_THING.match(source, at) or EXPORT_CONST.match(source, at):
            names = match.groupdict().get("names")
            for name in [match["name"]] if names is None else re.findall(NAME, names):
                self._give(name, name)
            return "", match.end()
        raise Unlinkable(f"{source[at : at + 60]!r}")

    def _take(self, match: re.Match[str]) -> None:
        path = self._path(match["path"])
        if match["all"]:
            self.takes.append(Take(path, set(), match["all"]))
        pairs = [("default", match["default"])] if match["default"] else []
        pairs += _pairs(match["names"] or "")
        names = ", ".join(there if there == here else f"{there}: {here}" for there, here in pairs)
        self.takes.append(Take(path, {there for there, _ in pairs}, f"{{ {names} }}" if names else ""))

    def _give(self, name: str, value: str) -> None:
        self.exports.append(name)
        self.gives.append(name if name == value else f"{name}: {value}")

    def _path(self, path: str) -> str:
        """A module's name, from how this one names it."""
        if not path.startswith("."):
            raise Unlinkable(f"{path} is no file beside it")
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), path))

    def block(self) -> str:
        """It as a part of a linked file."""
        takes = [f"const {pattern} = linked$[{path!r}];" for path, _, pattern in self.takes if pattern]
        gives = f"linked$[{self.name!r}] = {{ {', '.join(self.gives)} }};"
        return "\n".join(["(() => {", *takes, self.body.strip(), gives, "})();", ""])


def _statements(found: list[str]) -> Iterator[int]:
    """Where the words import and export stand outside of everything, as statements, by a source's tokens."""
    depth, last, at = 0, "", 0
    for gap, text, after in zip(found[::2], found[1::2], [*found[3::2], ""], strict=False):
        at += len(gap)
        told = text == "export" or (text == "import" and after[:1] not in ("(", "."))
        if told and not last.endswith("."):
            if depth:
                raise Unlinkable(f"{text} inside of something")
            yield at
        if text == "await" and not depth and last != "=>":
            raise Unlinkable("it waits before it is there")
        depth += (text in ("{", "(", "[")) - (text in ("}", ")", "]"))
        last = text
        at += len(text)


def _pairs(names: str) -> list[tuple[str, str]]:
    """`a, b as c` as pairs."""
    rows = [row.split() for row in names.split(",") if row.strip()]
    return [(row[0], row[-1]) for row in rows]


def order(root: str, load: Callable[[str], Module]) -> list[Module]:
    """A module and all that it imports, each after what it needs itself."""
    done: dict[str, Module] = {}
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in open_:
            raise Unlinkable(f"a circle of imports: {' > '.join([*open_[open_.index(name) :], name])}")
        if name in done:
            return
        open_.append(name)
        module = load(name)
        for other, wanted, _ in module.takes:
            visit(other)
            if missing := wanted.difference(done[other].exports):
                raise Unlinkable(f"{name}: {other} exports no {', '.join(sorted(missing))}")
        open_.pop()
        done[name] = module

    visit(root)
    return list(done.values())


def linked(modules: Iterable[Module], root: Module | None, top: str, before: str = "") -> str:
    """A file with these modules, in this order, that exports what `root` does. `top`: the way to where
    the modules' names begin. `before`: the address of a file with modules that these need."""
    where = f'const url$ = (name) => new URL(name, new URL("{top}", import.meta.url)).href;'
    needs = [f'import "{before}";'] if before else []
    gives = _passed_on(root) if root else ()
    return "\n".join([*needs, SHARED, where, *(module.block() for module in modules), *gives, ""])


def stub(module: Module, address: str) -> str:
    """A file that exports what a module does that is linked already, in the file of this address."""
    return "\n".join([f'import "{address}";', SHARED, *_passed_on(module), ""])


def _passed_on(module: Module) -> Iterator[str]:
    names = [name for name in module.exports if name != "default"]
    if names:
        yield f"export const {{ {', '.join(names)} }} = linked$[{module.name!r}];"
    if "default" in module.exports:
        yield f"export default linked$[{module.name!r}].default;"


def split(
    roots: Mapping[str, list[Module]], first: str, late: Collection[str] = (), shared: str = ""
) -> dict[str, list[Module]]:
    """Each module in one file alone: that of the only root which needs it, that of the first one, or, where
    only such roots need it as are `late`, one that these have in common."""
    needed: dict[str, list[str]] = {}
    every = {module.name: module for modules in roots.values() for module in modules}
    for root, modules in roots.items():
        for module in modules:
            needed.setdefault(module.name, []).append(root)
    parts: dict[str, list[Module]] = {first: [], shared: [], **{root: [] for root in roots}}
    for name, at in needed.items():
        several = shared if shared and set(at) <= set(late) else first
        parts[at[0] if len(at) == 1 else several].append(every[name])
    return {root: part for root, part in parts.items() if root}
