"""The command `stammtisch`: all commands of `python -m server`, and those of `python -m bots`.

Its module has the name of the distribution: a module `server` may also be in the current folder, on
PYTHONPATH or in another distribution. Nothing of ours is imported before it is certain that it is ours.
"""

from __future__ import annotations

import os
import sys

HOME = os.path.realpath(os.path.dirname(__file__))
"""The folder of our packages."""

OURS = ("server", "bots", "protocol")

NOT_POSIX = "stammtisch: this needs Linux or macOS. On Windows: run `wsl --install`, and install it there."


def main() -> int:
    """Run one command; the exit status is 0 on success."""
    _leave_out_current_folder()
    if os.name != "posix":
        return _complain(NOT_POSIX)
    if foreign := _foreign():
        return _complain(foreign)
    from server import starting

    starting.by_script(__file__)
    words = sys.argv[1:]
    if words[:1] in (["bots"], ["load"], ["conform"]):
        from bots.__main__ import main as bots

        sys.argv[1:] = words[1:] if words[0] == "bots" else words
        return bots()
    from server.__main__ import main as server

    return server()


def _leave_out_current_folder() -> None:
    """An empty entry of PYTHONPATH, as `:/folder` has one, stands for the current folder."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if "" in given:
        named = [os.path.abspath(entry) for entry in given if entry]
        here = {"", *({os.getcwd()} - {*named, HOME})}
        sys.path[:] = [entry for entry in sys.path if entry not in here]


def _foreign() -> str:
    """What to tell if a package of ours is missing, or another module of its name is found first; else ""."""
    from importlib.util import find_spec

    for name in OURS:
        spec = find_spec(name)
        found = os.path.realpath(spec.origin) if spec and spec.origin else ""
        if os.path.dirname(os.path.dirname(found)) != HOME:
            how = f"hidden by {found}" if found else "missing"
            mend = "clear PYTHONPATH, or install Stammtisch into an environment of its own (`pipx install`)"
            return f"stammtisch: the package {name} in {HOME} is {how}: {mend}."
    return ""


def _complain(line: str) -> int:
    print(line, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
