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


def main(arguments: list[str]) -> int:
    """Check a file: 0 where it can be used, 1 where it is wrong, 2 where none is named."""
    if len(arguments) != 1:
        print("python -m server.games.bruges FILE")
        return 2
    try:
        new = load(Path(arguments[0]).read_bytes())
        for row in new.persons:
            effect("persons", row)
    except (OSError, CardsWrong) as wrong:
        print(wrong)
        return 1
    print("\n".join(differences(BOX, new)) or "the same figures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
