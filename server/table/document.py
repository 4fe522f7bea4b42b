"""The documents of a table as plain data: the public part and the private part of each seat.

Every field is listed here (and in the games' views) by name. Fields that are not listed never leave the
server. `protocol/README.md` describes the shapes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from protocol.codec import packed, unpacked
from protocol.document import Asked, Face, Mine, Origin, Public, SeatOffer, SeatTip
from protocol.frames import WATCH
from server.games.advising import advise
from server.games.catalogue import options_of
from server.games.engine import Engine, View
from server.games.kernel import Ask
from server.games.lessons import current_step

from . import tokens
from .entries import TableState
from .handing import asked
from .match import ChangePolicy, Match
from .table import Table

MAX_NUMBERED_WORDS = 100
"""Keys that are sent by number. The limit keeps each number in one byte."""


def face(table: Table) -> Face:
    """The parts that seldom change: the table and its seats."""
    s, made = table.state, table.state.made
    over = s.phase == "over"
    found: Face = {
        "table": {
            "game": made.game,
            "options": s.options,
            "phase": s.phase,
            "host": s.host,
            "public": made.public,
            "seats": len(s.seats),
            "rules": made.rules,
            "made": s.created,
            "auto": made.auto,
            "commitment": tokens.commitment(made.secret),
            "secret": made.secret if over else "",
            "promises": [row.promise for row in s.seats],
            "luck": [row.luck for row in s.seats] if table.match is not None else [],
            "next": s.next,
            "clock": made.clock,
            "tips": made.tips,
        },
        "seats": [
            {
                "person": row.person,
                "name": row.name,
                "kind": row.kind,
                "mind": row.mind,
                "stand_in": row.stand_in,
                "offer": _offer(table, seat),
            }
            for seat, row in enumerate(s.seats)
        ],
    }
    if made.lesson:
        found["table"]["lesson"] = made.lesson
    if made.hands_after:
        found["table"]["hands_after"] = made.hands_after
    if origin := made.origin:
        begun: Origin = {"table": origin.table, "version": origin.version, "knows": origin.knows}
        found["table"]["origin"] = begun
    return found


def _offer(table: Table, seat: int) -> SeatOffer:
    offer = table.state.seats[seat].offer
    if offer is None or table.state.phase != "playing":
        return {}
    first, *also = asked(table, seat) or [""]
    return {
        "number": offer.number,
        "mind": offer.mind,
        "person": offer.person,
        "name": offer.name,
        "asks": first,
        "also": also,
    }


def public(table: Table, face: Face) -> Public:
    """The public part. `face` is the result of `face(table)` since its last change."""
    s, match = table.state, table.match
    playing = match is not None and s.phase == "playing"
    return {
        **face,
        "asks": [[a.seat, match.state.numbers[a.seat], a.prompt] for a in match.asks]
        if match is not None and playing
        else [],
        "log": [s.lines, *s.ring],
        "clock": {"left": s.left, "since": s.house} if s.left and playing else {},
        "scores": [[x.seat, x.place, x.points, x.parts] for x in match.scores()]
        if match is not None and s.phase == "over"
        else [],
        "game": table.engine.public(match.game) if match is not None else {},
    }


def private(
    table: Table, seat: int, old: Mine | None = None, hinted: bool = False, advised: bool = False
) -> Mine:
    """The private part of a seat; empty for watchers. Returns `old`, that of the version before, if nothing
    has changed.

    `hinted`: include hints that a person could work out from the rules, also for watchers. `advised`: include
    advice on the seat's question as well.
    """
    if hinted:
        return {**private(table, seat), "hints": _hints(table, seat, advised)}
    if seat == WATCH:
        return {}
    match, number = table.match, table.question(seat)
    undo, done = table.undo(seat), table.state.seats[seat].done
    game = table.engine.private(match.game, seat) if match is not None else {}
    if old is not None:
        told = old["ask"].get("number", 0), old["undo"], old["done"], old["game"]
        # Tips change with the seat's question, or with the seats of the table.
        if told == (number, undo, done, game) and not table.rearranged:
            return old
    tip = _tip(table, seat, number)
    ask = match.ask(seat) if match is not None and number else None
    shown = _ask(ask, number) if ask else {}
    mine: Mine = {"seat": seat, "ask": shown, "undo": undo, "done": done, "game": game}
    return {**mine, "tip": tip} if tip else mine


def _question(table: Table, seat: int) -> Ask | None:
    """The open question of a seat in the running game; None for watchers."""
    match = table.match
    return match.ask(seat) if match is not None and table.state.phase == "playing" and seat != WATCH else None


def _hints(table: Table, seat: int, advised: bool) -> View:
    """Hints that a person could work out from the rules, with the lesson's texts; `advised`: with advice as
    well."""
    s, match = table.state, table.match
    if match is None:
        return {}
    ask, viewer = _question(table, seat), None if seat == WATCH else seat
    hints = table.engine.hints(match.game, viewer, ask)
    if s.made.lesson and viewer is not None and s.phase == "playing":
        hints = {**hints, "lesson": current_step(table.engine, s.made.lesson, match.game, seat, ask, hints)}
    if advised and ask is not None:
        hints = {**hints, "advice": advise(table.engine.advices, match.game, ask)}
    return hints


def _tip(table: Table, seat: int, question: int) -> SeatTip:
    """The seat's tips: how many are left, and the tip for its current question if one was requested."""
    left, tip = table.tips_left(seat), table.state.seats[seat].tip
    if left is None:
        return {}
    if tip is None or tip.ask != question:
        return {"left": left}
    if (taught := tip.taught) is None:
        return {"left": left, "ask": tip.ask}
    return {
        "left": left,
        "ask": tip.ask,
        "verb": taught.verb,
        "noun": taught.noun,
        "second": taught.second,
        "shares": taught.shares,
        "brings": taught.brings,
        "rather": taught.rather,
        "then": taught.then,
        "together": taught.together,
    }


def _ask(ask: Ask, number: int) -> Asked:
    return {"number": number, "prompt": ask.prompt, "options": ask.rows()}


def words(table: Table) -> tuple[list[str], dict[str, int]]:
    """The keys of a table's documents that patches send by number, and the number of each. They are the keys
    of a game that was just set up, as the table was made: hubs with the same table have the same keys, also
    after its number of seats was changed. Tables with the same game, options and number of seats share
    them."""
    made = table.state.made
    engine: Any = table.engine
    return _words(engine, made.seats, packed(made.options))


@lru_cache(maxsize=256)
def _words(engine: Engine, seats: int, raw: bytes) -> tuple[list[str], dict[str, int]]:
    options = options_of(engine, unpacked(raw))
    match = Match.begin(engine, seats, 0, options, ChangePolicy(1, lambda seat: False))
    found = ["asks", "log", "clock", "scores", "game", "left", "since", "seats", "table"]
    found += ["kind", "person", "name", "mind", "stand_in", "phase", "ask", "undo", "done"]
    found += ["hints", "amounts"]
    _keys(engine.public(match.game), found)
    for seat in range(seats):
        _keys(engine.private(match.game, seat), found)
    short = found[:MAX_NUMBERED_WORDS]
    return short, {word: number for number, word in enumerate(short)}


def _keys(value: Any, found: list[str]) -> None:
    """Append the keys of a view that are missing in `found`."""
    if type(value) is dict:
        found += [key for key in value if key not in found]
        value = list(value.values())
    if type(value) is list:
        for part in value:
            _keys(part, found)


def summary(table: Table) -> dict[str, Any]:
    """The table's row in the lobby; `wanted`, `puzzled` and `public` are for hubs only."""
    puzzled = [list(row) for row in table.puzzled()]
    wanted = [[seat, mind] for seat, mind in table.wanted()]
    return ({"puzzled": puzzled} if puzzled else {}) | outline(table.state) | {"wanted": wanted}


def outline(s: TableState) -> dict[str, Any]:
    """The summary of a table where no seat can be taken; it needs only the state, so no game is unpacked."""
    shown = {"hands_after": s.made.hands_after} if s.made.hands_after else {}
    return (
        ({"branch": True} if s.made.origin else {})
        | shown
        | {
            "game": s.made.game,
            "options": s.options,
            "phase": s.phase,
            "host": s.host,
            "host_name": s.host_name,
            "seats": [
                {"name": row.name, "kind": row.kind, "mind": row.mind, "person": row.person}
                for row in s.seats
            ],
            "clock": s.made.clock,
            "made": s.created,
            "public": s.made.public,
            "wanted": [],
        }
    )
