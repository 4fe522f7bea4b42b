"""The documentation on its way to the site: which pages it has, their links and lists. The site itself:
tests/web/test_site.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.page.site.documentation import INDEX, ROOT, fitted, lay, navigation, titles, write


def test_the_navigation_has_every_page_once() -> None:
    """All of `docs`, the README, and those beside the code that people read."""
    docs = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    beside = {"README.md", "CHANGELOG.md", "bots/README.md", "lint/README.md", "protocol/README.md"}
    clients = {f"protocol/clients/{name}/README.md" for name in ("python", "typescript")}
    assert {*titles()} == docs | beside | clients
    pages = [page.path for section in navigation() for page in section.pages()]
    assert len(pages) == len({*pages}) and INDEX not in pages
    assert [section.title for section in navigation()] == [
        *("Play tonight", "Host", "Write bots and games", "Load-test", "Contribute")
    ]
    assert len({*titles().values()}) == len(titles()), "no two pages have one title"


def test_links_are_those_of_the_site() -> None:
    text, files = fitted(
        "[settings.md](settings.md#x), [them](rules/bruges.md), [a\n`b`](../README.md#play),\n"
        "[schemas](schemas/), [texts](schemas/texts.schema.json), [`app`](../server/app.py),\n"
        "[rules](rules/), [there](https://example.org/a.md), [here](#x), `[a](../server/app.py)`\n"
        "\n    [b](../setup.py)\n"
        "![Rooms](pictures/rooms.svg) [[a](playing.md)]\n",
        "docs/hosting.md",
    )
    assert text == (
        "[Settings](settings.md#x), [them](rules/bruges.md), [a\n`b`](../install.md#play),\n"
        "[schemas](schemas/README.md), [texts](schemas/texts.schema.json), `app`,\n"
        "rules, [there](https://example.org/a.md), [here](#x), `[a](../server/app.py)`\n"
        "\n    [b](../setup.py)\n"
        "![Rooms](pictures/rooms.svg) [[a](playing.md)]\n"
    )
    assert files == ["docs/schemas/texts.schema.json", "docs/pictures/rooms.svg"]
    text, files = fitted('<img src="docs/pictures/table.jpg"> [all](docs/README.md)', "README.md")
    assert text == '<img src="docs/pictures/table.jpg"> [all](docs/README.md)'
    assert files == ["docs/pictures/table.jpg"]


NUMBERED = """1. one

       code

   two
2. b
10. ten
    more
"""

NUMBERED_THERE = """1. one

        code

    two

2. b
10. ten
    more
"""

OTHERS = "- a\n  b\n  1. c\n\nend\n\n  x\n```\n- a\n  b\n```\n"
OTHERS_THERE = "- a\n    b\n    1. c\n\nend\n\n  x\n```\n- a\n  b\n```\n"


@pytest.mark.parametrize(("text", "there"), [(NUMBERED, NUMBERED_THERE), (OTHERS, OTHERS_THERE)])
def test_lists_are_as_deep_as_on_a_code_host(text: str, there: str) -> None:
    assert fitted(text, "docs/hosting.md").text == there


def test_the_pages_are_laid_as_their_sources_lie(tmp_path: Path) -> None:
    lay(tmp_path)
    laid = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")}
    assert laid == titles().keys() - {"README.md"} | {"install.md"}
    assert (tmp_path / "docs/pictures/table.jpg").is_file() and (
        tmp_path / "docs/pictures/move.svg"
    ).is_file()


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    def laid(folder: Path) -> None:
        lay(folder)
        page = folder / "docs/hosting.md"
        page.write_text(f"{page.read_text('utf-8')}\n[a](gone.md)\n[b](settings.md#gone)\n", encoding="utf-8")

    with pytest.raises(RuntimeError) as failed:
        write(tmp_path, laid)
    told = str(failed.value)
    assert "page does not exist" in told and "anchor does not exist" in told and "docs/hosting.md:" in told
    assert [*tmp_path.iterdir()] == []
