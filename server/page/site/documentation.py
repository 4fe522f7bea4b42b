"""The documentation as pages with search: those that the index `docs/README.md` names, by a generator.

`python -m server.page.site.documentation FOLDER` writes them into the folder of a site. All links on them are
relative, so that the site may lie at any address. Pages lie as their sources do in the repository, but for
the README: its page is `install.html`, beside the front page.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from json import dumps
from pathlib import Path
from typing import Final, NamedTuple

from server.process.child import environment

from ..sources import WEB

ROOT: Final = Path(__file__).parents[3]

INDEX: Final = "docs/README.md"
"""The page whose table is the navigation: a bold row begins a section, and a row's links are its pages."""

SETTINGS: Final = Path(__file__).with_name("documentation")
"""The settings of the generator, and what is laid over its theme."""

MOVED: Final = {"README.md": "install.md"}
"""Pages that lie elsewhere on the site: the front page has the place of the first."""

NEEDLESS: Final = ("404.html", "sitemap.xml", "objects.inv")
"""What the generator writes for sites that know their address."""

LIMIT_S: Final = 120

PLAIN: Final = r"^```.*?^```|^(?: {4}|\t)[^\n]*|`[^`]+`"
LINK: Final = re.compile(rf"(?ms)\[((?:[^\]\[`]|`[^`]*`)*)\]\(([^)\s]+)\)|{PLAIN}")
"""A link with its text and target, or code, in which nothing is a link."""

ITEM: Final = re.compile(r"(?:-|\d+\.) ")
"""How an item of a list begins."""

PICTURE: Final = re.compile(r'src="([^"]+)"')


class Page(NamedTuple):
    """A page of the navigation."""

    title: str
    path: str
    """Below the root of the repository."""


class Section(NamedTuple):
    """A part of the navigation, with its pages and its own parts."""

    title: str
    entries: list[Page | Section]

    def pages(self) -> Iterator[Page]:
        for entry in self.entries:
            if isinstance(entry, Page):
                yield entry
            else:
                yield from entry.pages()


def navigation() -> list[Section]:
    """The sections of the index, in its order. Several links of a row are a part of their section."""
    found: list[Section] = []
    for row in re.findall(r"(?m)^\| (.*?) \|", (ROOT / INDEX).read_text(encoding="utf-8")):
        pages = [
            Page(title, _beside(INDEX, target)) for title, target in re.findall(r"\[(.*?)\]\((.*?)\)", row)
        ]
        if bold := re.fullmatch(r"\*\*(.*)\*\*", row):
            found.append(Section(bold[1], []))
        elif pages and ": [" in row:
            found[-1].entries.append(Section(row.partition(":")[0], [*pages]))
        elif found:
            found[-1].entries.extend(pages)
    return found


@cache
def titles() -> Mapping[str, str]:
    """The titles of all pages, by their paths below the root of the repository."""
    pages = (page for section in navigation() for page in section.pages())
    return {INDEX: "Documentation", **{page.path: page.title for page in pages}}


class Fitted(NamedTuple):
    """A page for the site."""

    text: str
    files: list[str]
    """The pictures and files that it needs beside it, below the root of the repository."""


def fitted(text: str, path: str) -> Fitted:
    """The text of the page at `path` with links that are right on the site. Those to other pages say their
    titles instead of their files; those to files outside of `docs` become plain text."""
    pages, here = titles(), posixpath.dirname(MOVED.get(path, path)) or "."
    files = [_beside(path, name) for name in PICTURE.findall(text)]

    def link(found: re.Match[str]) -> str:
        words, target = found[1], found[2]
        if target is None or re.match(r"\w+:|#", target):
            return found[0]
        name, mark, anchor = target.partition("#")
        it = _beside(path, name)
        if f"{it}/README.md" in pages:
            it += "/README.md"
        if it in pages:
            words = pages[it] if words.endswith(".md") else words
            return f"[{words}]({posixpath.relpath(MOVED.get(it, it), here)}{mark}{anchor})"
        if it.startswith("docs/") and (ROOT / it).is_file():
            files.append(it)
            return found[0]
        return words

    return Fitted(_indented(LINK.sub(link, text)), files)


def lay(folder: Path) -> None:
    """Copy the pages into a new folder, with all that they need beside them."""
    for path in titles():
        text, files = fitted((ROOT / path).read_text(encoding="utf-8"), path)
        _made(folder / MOVED.get(path, path)).write_text(text, encoding="utf-8")
        for name in files:
            shutil.copyfile(ROOT / name, _made(folder / name))


def _indented(text: str) -> str:
    """The text with lists as the generator's Markdown wants them: the lines of an item are indented by four
    spaces, not by the width of its marker, and a blank line ends an item of several paragraphs."""
    lines: list[str] = []
    width, fenced, paragraphs = 0, False, False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        if marker := not fenced and ITEM.match(line):
            if paragraphs and lines[-1]:
                lines.append("")
            width, paragraphs = len(marker[0]), False
        elif width and line.startswith(" " * width):
            paragraphs = paragraphs or not lines[-1]
            line = f"    {line[width:]}"
        elif line:
            width, paragraphs = 0, False
        lines.append(line)
    return "\n".join(lines)


def _beside(path: str, target: str) -> str:
    """A relative target on a page, below the root of the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write(folder: Path, laid: Callable[[Path], None] = lay) -> None:
    """Write the pages that `laid` lays into a folder, beside what is there. Raises RuntimeError with the
    generator's words for a page that it does not accept, for instance because of a link that leads nowhere.
    """
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        shutil.copytree(SETTINGS, there, dirs_exist_ok=True)
        settings = there / "zensical.toml"
        named = f"[project]\nnav = {_toml([Page('Documentation', INDEX), *navigation()])}\n"
        settings.write_text(settings.read_text("utf-8").replace("[project]\n", named, 1), encoding="utf-8")
        shutil.copyfile(WEB / "icon.svg", _made(there / "pages/assets/icon.svg"))
        laid(there / "pages")
        words = [sys.executable, "-m", "zensical", "build", "--config-file", str(settings), "--strict"]
        done = subprocess.run(
            words,
            cwd=there,
            env=environment(given={"NO_COLOR": "1"}),
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        for needless in NEEDLESS:
            (there / "made" / needless).unlink(missing_ok=True)
        shutil.copytree(there / "made", folder, dirs_exist_ok=True)


def _toml(entries: Iterable[Page | Section]) -> str:
    """Part of the navigation, in the words of the generator's settings."""
    rows = (
        f"{{ {dumps(it.title)} = "
        f"{dumps(MOVED.get(it.path, it.path)) if isinstance(it, Page) else _toml(it.entries)} }}"
        for it in entries
    )
    return f"[{', '.join(rows)}]"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
