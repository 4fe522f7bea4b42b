"""The laws of boards that can be read from their code: a board asks why of everything that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

from server.games.engine import Engine

from .engines import NoEvidence, texts_of
from .reasons import plain

ASKED: Final = re.compile(r'\bwhy(?:Not|At)?\((?:play, )?(?:seat, )?"(\w+)"')
"""The call by which a board asks why a thing can't be chosen, with the name of its kind."""


OURS: Final = files("server") / "web" / "games"
"""The folder with the boards of our own games, which lie with the page."""


def asked_kinds(code: str) -> set[str]:
    """The kinds of things of which a board asks why they can't be chosen."""
    return {*ASKED.findall(code), *(["neighbour"] if "whyAt(" in code else [])}


def code_of(engine: Engine) -> str:
    """The code of a game's board; "" without one."""
    package: Any = engine
    web = files(package.__name__) / "web"
    if not web.is_dir():
        web = OURS / engine.name
    found = sorted(web.iterdir(), key=lambda file: file.name) if web.is_dir() else []
    return "\n".join(file.read_text("utf-8") for file in found if file.name.endswith(".js"))


def violations(engine: Engine) -> Iterator[str]:
    """Kinds of things that the board never asks about, and verbs that choose no thing and are not plain."""
    if code := code_of(engine):
        for kind in sorted(engine.things.keys() - asked_kinds(code)):
            yield f'web/board.js: it shows things of the kind {kind}, and has no whyNot(play, "{kind}", …)'
        for kind in sorted(asked_kinds(code) - engine.things.keys()):
            yield f"web/board.js: it asks why of the kind {kind}, which the game doesn't have"
    yield from unknown_verbs(engine)


def unknown_verbs(engine: Engine) -> Iterator[str]:
    """For games with a module `shown`: each verb chooses things of a kind, or is listed as plain."""
    try:
        answers = plain(engine)
    except NoEvidence:
        return
    verbs = {key.partition(".")[0] for key in texts_of(engine, "en")["choices"]}
    about = {verb for thing in engine.things.values() for verb in thing.verbs}
    for verb in sorted(verbs - about - answers):
        yield f"shown.py: {verb} chooses no thing of `things`, and is not in PLAIN"
    for verb in sorted((about | answers) - verbs):
        yield f"texts/en.json: there is no choices.{verb}"
    for verb in sorted(about & answers):
        yield f"shown.py: {verb} is in PLAIN, and chooses things of `things`"
