"""The command line: `python -m bots COMMAND`; `commands.py` has what there is."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 where all was right."""
    try:
        from .commands import main  # takes a moment, and Ctrl-C ends that without a word, too

        return main(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
