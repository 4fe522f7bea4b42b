"""The command line: `python -m server COMMAND`; `commands.py` has what there is."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 where all was right."""
    try:
        from .commands import main  # takes a moment, and Ctrl-C ends that without a word, too

        return main(arguments)
    except KeyboardInterrupt:
        return 130
    except ModuleNotFoundError as missing:
        if not missing.name or missing.name.split(".")[0] in ("server", "protocol", "bots"):
            raise
        wanted = f"stammtisch: the package {missing.name} is not here for {sys.executable}."
        print(wanted, "`make setup` makes .venv/bin/python, which has all.", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
