"""Check a file that is to replace `cards.json`, and print what it changes.

    python -m server.games.bruges FILE

Owners of the printed game can put its figures in, row by row. The answer names the row and the field that
is wrong, or every figure that becomes another one; names and effect texts are in `texts/`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ..cardfile import CardsWrong
from .cards import BOX, differences, load
from .effects import effect

ABOUT = """\
usage: python -m server.games.bruges FILE

Check a file that is to replace `cards.json`: a wrong row and field are named, or what changes is printed.
"""


def main(arguments: list[str]) -> int:
    """Check a file: 0 where it can be used, 1 where it is wrong, 2 where none is named."""
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
