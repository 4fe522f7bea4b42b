"""`python -m tests.settings.page` writes the table of docs/settings.md from the declarations in the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from server.settings.config import Settings, agreed, helps

PAGE: Final = Path(__file__).parents[2] / "docs" / "settings.md"

TABLE: Final = re.compile(r"(?m)^\| variable \|.*\n(\|.*\n)+")


def page() -> str:
    """The page with its up-to-date table."""
    rows = ["| variable | default | hubs | meaning |", "|---|---|---|---|"]
    shared = agreed()
    for name, (variables, meaning, default) in zip(Settings.__struct_fields__, helps(), strict=True):
        alike = "**all**" if name in shared else ""
        rows.append(f"| `{variables[0]}` | {_code(default)} | {alike} | {meaning} |")
    table = "\n".join(rows) + "\n"
    return TABLE.sub(lambda _: table, PAGE.read_text(encoding="utf-8"))


def _code(value: object) -> str:
    text = ",".join(value) if isinstance(value, list) else str(value)
    return f"`{text}`" if text else "–"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
