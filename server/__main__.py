"""The command line: `python -m server COMMAND`; `commands.py` has the commands."""

from __future__ import annotations

import sys

from server.process.file_limits import open_standard_files

from .starting import ends_at_once, keep_to_own_modules, outcome


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 on success."""
    open_standard_files()

    def command() -> int:
        with ends_at_once():
            from .commands import main  # takes a moment

        return main(arguments)

    return outcome(command)


if __name__ == "__main__":
    keep_to_own_modules()
    sys.exit(main())
