"""Documents of games that are at no table, for the page's examples of the rules and its puzzles, in the form
in which players of a table get them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from protocol.document import Asked, Mine, Public, Seat
from server.games import GAMES
from server.games.engine import Engine
from server.games.examples import NAMES, ExampleMoment, asked, examples, moments
from server.games.kernel import Ask, Game


def told(game: str) -> dict[str, Any]:
    """A game's examples by name: the parts of the board to show, the viewing seat, and the moments in
    order."""
    return {
        name: {
            "shows": example.shows,
            "hides": example.hides,
            "seat": example.seat,
            "parts": [_part(GAMES[game], moment, example.seat) for moment in moments(game, name)],
        }
        for name, example in examples(game).items()
    }


def _part(engine: Engine, moment: ExampleMoment, seat: int) -> dict[str, Any]:
    ask = asked(moment.asks, seat)
    return {
        "say": moment.say(engine.name, seat),
        "lights": moment.part.lights,
        "lines": moment.lines,
        "public": public_of(engine, moment.game, moment.asks, moment.lines),
        "mine": mine_of(engine, moment.game, seat, ask),
    }


def mine_of(engine: Engine, game: Game, seat: int, ask: Ask | None, number: int = 0) -> Mine:
    """The private document of a seat. The question is in it if it has a number."""
    shown: Asked = {"number": number, "prompt": ask.prompt, "options": ask.rows()} if ask and number else {}
    return {
        "seat": seat,
        "ask": shown,
        "undo": 0,
        "done": 0,
        "game": engine.private(game, seat),
        "hints": engine.hints(game, seat, ask),
    }


def public_of(
    engine: Engine, game: Game, asks: Sequence[Ask], lines: Sequence[Sequence[Any]], number: int = 0
) -> Public:
    """The public document. `lines`: the log so far; `number`: the number of each question."""
    players = NAMES[: len(engine.scores(game))]
    seats: list[Seat] = [
        {"person": name, "name": name, "kind": "person", "mind": "", "stand_in": "", "offer": {}}
        for name in players
    ]
    return {
        "table": {
            "game": engine.name,
            "options": msgspec.to_builtins(getattr(game, "options", {})),
            "phase": "playing",
            "host": "",
            "public": False,
            "seats": len(players),
            "rules": engine.rules,
            "made": 0,
            "auto": False,
            "commitment": "",
            "secret": "",
            "promises": [],
            "luck": [],
            "next": "",
            "clock": [],
            "tips": "never",
        },
        "seats": seats,
        "asks": [[ask.seat, number, ask.prompt] for ask in asks],
        "log": [len(lines), *lines],
        "clock": {},
        "scores": [],
        "game": engine.public(game),
    }
