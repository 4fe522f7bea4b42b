"""Check a replacement for `cards.json`, and print what it changes.

    python -m server.games.bruges FILE

Owners of the printed game can enter its figures, row by row. The output names an invalid row and field, or
lists every figure that changes. Names and effect texts are in `texts/`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..cardfile import CardsWrong
from .cards import BOX, differences, load
from .effects import effect

ABOUT = """\
usage: python -m server.games.bruges FILE

Check a replacement for `cards.json`: name an invalid row and field, or print what the file changes.
"""


def main(arguments: list[str]) -> int:
    """Check a file. Exit codes: 0 valid, 1 invalid, 2 no file named."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(ABOUT, end="")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    path = Path(arguments[0])
    try:
        new = load(path.read_bytes())
        for row in new.persons:
            effect("persons", row)
    except OSError as wrong:
        print(f"{path}: {wrong.strerror}")
        return 1
    except CardsWrong as wrong:
        print(wrong)
        return 1
    print("\n".join(differences(BOX, new)) or "the same figures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
