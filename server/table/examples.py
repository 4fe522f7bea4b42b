"""What the page draws of an example of the rules: documents as a table's players have them."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.document import Mine, Public, Seat
from server.games import GAMES
from server.games.engine import Engine
from server.games.examples import NAMES, Moment, asked, examples, moments
from server.games.kernel import Game


def told(game: str) -> dict[str, Any]:
    """A game's examples, by name: what of the board is shown, through whose eyes, and each part in turn."""
    return {
        name: {
            "shows": example.shows,
            "hides": example.hides,
            "seat": example.seat,
            "parts": [_part(GAMES[game], moment, example.seat) for moment in moments(game, name)],
        }
        for name, example in examples(game).items()
    }


def _part(engine: Engine, moment: Moment, seat: int) -> dict[str, Any]:
    ask = asked(moment.asks, seat)
    mine: Mine = {
        "seat": seat,
        "ask": {},
        "undo": 0,
        "done": 0,
        "game": engine.private(moment.game, seat),
        "hints": engine.hints(moment.game, seat, ask),
    }
    return {
        "say": moment.say(engine.name, seat),
        "lights": moment.part.lights,
        "lines": moment.lines,
        "public": _public(engine, moment),
        "mine": mine,
    }


def _public(engine: Engine, moment: Moment) -> Public:
    """What everybody sees of a game that is at no table."""
    game: Game = moment.game
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
        "asks": [[ask.seat, 0, ask.prompt] for ask in moment.asks],
        "log": [len(moment.lines), *moment.lines],
        "clock": {},
        "scores": [],
        "game": engine.public(game),
    }
