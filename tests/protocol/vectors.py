"""Bytes and their meaning, for clients in any language: writes the files of `protocol/vectors/`.

    python -m tests.protocol.vectors

`protocol/README.md` explains the rows.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgpack
import msgspec
from msgspec import Raw

from protocol.codec import check_value, encode, packed
from protocol.diff import diff
from protocol.frames import (
    AUTO,
    Act,
    Agree,
    Back,
    Because,
    Browse,
    Changes,
    Close,
    Diff,
    Done,
    Frame,
    Full,
    Gone,
    Hand,
    Hello,
    Here,
    History,
    Hurried,
    Hurry,
    Join,
    Joined,
    Leave,
    Listed,
    Lobby,
    Make,
    Notice,
    Part,
    Past,
    Ping,
    Pong,
    Refused,
    Rematch,
    Remove,
    Report,
    Resize,
    Reveal,
    Said,
    Say,
    Sit,
    Start,
    Stored,
    Study,
    Take,
    Teach,
    Tip,
    Undo,
    Want,
    Wanted,
    Welcome,
    Why,
)
from server.games.kernel import Game, key
from server.table import tokens
from server.table.entries import Agreed, Entry, Handed, Made, Offered, Resized, TimedOut, Unrevealed
from server.table.log import FORMAT

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"

ID = 2**53 - 1
TOKEN = "0123456789abcdefABCDEF_-"
TABLE = "Yb3xQ9t0KzLm"
LUCK = "Xq3k0Zr9uWb7Tn2LcV5yPg"
PROMISE = tokens.promise(LUCK)

CLIENT: list[Frame] = [
    Hello(TOKEN, "Ännchen 💶"),
    Hello(TOKEN, "greedy", 1, "ab" * 32),
    Ping(0),
    Ping(4_294_967_296),
    Browse(),
    Browse(False),
    Browse(True, f"0 -1767225600000 {TABLE}"),
    Join(TABLE),
    Join(TABLE, 3, 129, 1),
    Join(TABLE, 3, hints=True, advice=True),
    Join(TABLE, 3, 129, 0, (3_421_780_262, 7)),
    Part(TABLE),
    Part(TABLE, -1),
    History(TABLE, 0, 65_536),
    Why(22, TABLE, 0, 17, "supply", 5),
    Why(23, TABLE, 0, 17, "dice"),
    Changes(33, TABLE),
    Changes(34, TABLE, 1000),
    Study(25, TABLE, 0, 17),
    Make(1, "machi_koro", 2),
    Make(2, "machi_koro", 4, {"play_out": False}, False, ["", "greedy"], [600_000, 10_000], True),
    Make(24, "machi_koro", 2, {}, True, ["casual"], [], False, "beginner"),
    Make(29, "machi_koro", 2, {}, True, ["casual"], [], False, "beginner", "", "always", 3),
    Make(31, "machi_koro", 2, {}, False, [], [], False, "", "", "bots", 10, (TABLE, 17, AUTO)),
    Sit(3, TABLE),
    Sit(4, TABLE, 0, "c0ffee"),
    Sit(17, TABLE, 1, "", PROMISE),
    Want(5, TABLE, 1, "whim"),
    Remove(6, TABLE, 1),
    Resize(35, TABLE, 3),
    Start(7, TABLE),
    Reveal(18, TABLE, 1, LUCK),
    Act(8, TABLE, 0, 17, "build", 5),
    Act(ID, TABLE, 15, 300, "done"),
    Undo(9, TABLE, 0, 18),
    Tip(26, TABLE, 0, 17),
    Back(32, TABLE, 2),
    Leave(10, TABLE, 2),
    Hand(11, TABLE, 2, "greedy"),
    Hand(12, TABLE, 2, "", "p-7"),
    Agree(19, TABLE, 2, 33),
    Agree(20, TABLE, 2, 33, False),
    Close(13, TABLE),
    Rematch(14, TABLE),
    Hurry(22, TABLE),
    Say(15, TABLE, "Gut gespielt! 🎲"),
    Say(16, TABLE, "Hier war es entschieden.", 57),
    Report(17, TABLE, "Qm3vX0fJk2bT9a1Z", "Beleidigt alle am Tisch."),
    Take(16, TABLE, 3),
    Take(21, TABLE, 3, PROMISE),
    Teach(27, TABLE, 0, 17, "pass"),
    Teach(28, TABLE, 0, 17, "build", 5, [("build", 0)], [412, 377], [("income", 1, 7)], [("coins", -1, -20)]),
]

DOCUMENT = {"table": {"phase": "playing"}, "asks": [[0, 17, "build"]], "game": {"coins": [3, 200, 70_000]}}
MINE = {"seat": 0, "ask": {"number": 17, "options": [["build", 0, 5], ["pass"]]}, "undo": 0}
SUMMARY = {"game": "machi_koro", "phase": "open", "seats": [{"name": "", "kind": "open", "mind": ""}]}


def raw(value: Any) -> Raw:
    return Raw(packed(value))


SERVER: list[Frame] = [
    Welcome("p-1", 1_750_000_000_000),
    Pong(7, 1_750_000_000_001),
    Lobby({}),
    Lobby({TABLE: SUMMARY}),
    Lobby({TABLE: SUMMARY}, "", f"0 -1767225600000 {TABLE}"),
    Listed(TABLE, SUMMARY),
    Listed(TABLE, None),
    Joined(TABLE, -1, 12, 0, ["asks", "game"]),
    Full(TABLE, 0, 17, raw(DOCUMENT), raw(MINE)),
    Full(TABLE, -1, 17, raw(DOCUMENT), raw({})),
    Diff(3, 18, raw([[], ["game", [[], ["coins", [[0, 2]]]]]]), raw([])),
    Diff(200, 70_000, raw([[0, []]]), raw([["undo", 18]]), (0, 4_294_967_295)),
    Past(TABLE, 0, 3, raw(DOCUMENT), raw(MINE)),
    Because(22, TABLE, [["none_left"], ["short", 2]]),
    Because(23, TABLE, []),
    Stored(33, TABLE, 1000, True, [[1, "made", 1, TABLE], [17, "act", 8, TABLE, 0, 16, "build", 5]]),
    Stored(34, TABLE, 1000, False, []),
    Done(ID, TABLE, 18),
    Refused(8, TABLE, "stale", "That question is no longer open; look at the table again."),
    Here(TABLE, [("p-1", "Ännchen", 0), ("p-2", "Bo", -1)]),
    Said(TABLE, "p-1", "Ännchen", "Hallo", 1_750_000_000_000),
    Wanted(TABLE, "machi_koro", [(1, "greedy"), (3, "whim")]),
    Wanted(TABLE, "machi_koro", [], [(0, 17)], ["skilled", "master"]),
    Hurried(TABLE),
    Gone(TABLE, "not-your-seat", 2),
    Notice(1750000000000, "Kurze Pause", 1750000300000),
]

DOCUMENTS: list[tuple[str, Any, Any, list[str]]] = [
    ("nothing", {"a": 1}, {"a": 1}, []),
    ("a value", {"a": 1, "b": 2}, {"a": 1, "b": 3}, []),
    ("true for one", {"a": 1}, {"a": True}, []),
    ("a new key, a lost key", {"a": 1, "b": 2}, {"b": 2, "c": None}, []),
    ("deep inside", {"a": {"b": {"c": [1, 2, 3, 4, 5]}}}, {"a": {"b": {"c": [1, 2, 3, 9, 5]}}}, []),
    ("a longer list", {"a": [1, 2, 3, 4]}, {"a": [1, 2, 3, 4, 5, 6]}, []),
    ("a shorter list", {"a": [1, 2, 3, 4, 5]}, {"a": [1, 9, 3]}, []),
    ("an empty list", {"a": [1, 2, 3, 4, 5]}, {"a": []}, []),
    ("a map for a list", {"a": [1, 2]}, {"a": {"0": 1}}, []),
    ("texts", {"ä": "x", "💶": ""}, {"ä": "ß", "💶": "\u0000"}, []),
    ("great numbers", {"a": 2**31, "b": -1}, {"a": 2**53 - 1, "b": -(2**53) + 1}, []),
    ("words by number", {"coins": [3, 3, 3], "x": 1}, {"coins": [3, 0, 3], "y": 1}, ["coins", "x", "y"]),
    ("a list as the whole", [1, [2, 3, 4, 5]], [1, [2, 3, 4, 6], 7], []),
    ("a key called length", {"length": 2, "a": {"length": 1}}, {"length": 3, "a": {}}, []),
]

BAD: list[tuple[str, Any, Any, list[str]]] = [
    ("a lost key that is not there", {"a": 1}, [[], [], ["b"]], []),
    ("inside a key that is not there", {"a": 1}, [[], ["b", [["c", 1]]]], []),
    ("inside a number", {"a": 1}, [[], ["a", [["c", 1]]]], []),
    ("beyond the end", [1, 2], [[3, 1]], []),
    ("before the beginning", [1, 2], [[-1, 1]], []),
    ("a text for a place", [1, 2], [["length", 0]], []),
    ("inside beyond the end", [1, 2], [[], [2, [["a", 1]]]], []),
    ("an unknown word", {"a": 1}, [[7, 1]], ["a"]),
    ("a prototype", {"a": 1}, [["__proto__", {"x": 1}]], []),
    ("inside a prototype", {"a": 1}, [[], ["__proto__", [["x", 1]]]], []),
    ("a constructor", {"a": 1}, [["constructor", 1]], []),
    ("a prototype by number", {"a": 1}, [[0, 1]], ["prototype"]),
    ("four parts", {"a": 1}, [[], [], [], []], []),
    ("cut beyond the end", [1, 2], [[], [], 3], []),
    ("cut where nothing is", [1, 2], [[], [], 2], []),
    ("cut before the beginning", [1, 2], [[], [], -1], []),
    ("cut at a text", [1, 2], [[], [], "1"], []),
    ("a number for the keys that go", {"a": 1}, [[], [], 1], []),
    ("a key without a value", {"a": 1}, [["a"]], []),
    ("a place without a value", [1, 2], [[0, 5, 1]], []),
    ("a key without a patch", {"a": {}}, [[], ["a"]], []),
    ("no list of values", {"a": 1}, [None], []),
]

VALUES: list[Any] = [
    {},
    [],
    {"b": 1, "a": 2, "B": 3, "ä": 4, "aa": 5, "": 6},
    [0, 127, 128, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**53 - 1],
    [-1, -32, -33, -128, -129, -32_768, -32_769, -(2**31), -(2**31) - 1, -(2**53) + 1],
    [True, False, None, "", "x" * 31, "x" * 32, "x" * 256],
    {"a": [[] for _ in range(16)], "b": {str(n): n for n in range(16)}},
    DOCUMENT,
]


def meaning(data: bytes) -> Any:
    """Bytes as any msgpack library decodes them."""
    return msgpack.unpackb(data)


def frame_rows(frames: list[Frame]) -> list[dict[str, Any]]:
    """Each frame in full, and without its optional fields."""
    rows = []
    for frame in frames:
        data = encode(frame)
        rows.append({"bytes": data.hex(), "form": "full", "means": meaning(data)})
        if short := shortened(frame):
            rows.append({"bytes": short.hex(), "form": "short", "means": meaning(short)})
    return rows


def shortened(frame: Frame) -> bytes | None:
    """A frame without its last fields that have their defaults; None if it has no such fields."""
    values = [getattr(frame, field) for field in frame.__struct_fields__]
    defaults = list(frame.__struct_defaults__)
    shorter = list(values)
    while defaults and shorter and shorter[-1] == default_of(defaults[-1]):
        shorter.pop()
        defaults.pop()
    if len(shorter) == len(values):
        return None
    return packed([frame.__struct_config__.tag, *shorter])


def default_of(default: Any) -> Any:
    factory = getattr(default, "factory", None)
    return factory() if factory else default


def patch_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for name, before, after, words in DOCUMENTS:
        node = diff(before, after, {word: number for number, word in enumerate(words)})
        row = {"name": name, "before": before, "words": words, "patch": packed(node).hex(), "means": node}
        rows.append({**deepcopy(row), "after": after})
    for name, before, node, words in BAD:
        row = {"name": name, "before": before, "words": words, "patch": packed(node).hex(), "means": node}
        rows.append({**deepcopy(row), "bad": True})
    return rows


def check_rows() -> list[dict[str, Any]]:
    canonical = msgspec.msgpack.Encoder(order="sorted").encode
    return [{"value": v, "bytes": canonical(v).hex(), "check": check_value(v)} for v in VALUES]


SECRETS = ["00" * 32, "5e" * 32, "0123456789abcdef" * 4]


def dealing_rows() -> list[dict[str, Any]]:
    """How the random source is made."""
    rows: list[dict[str, Any]] = [
        {"kind": "commitment", "secret": secret, "commitment": tokens.commitment(secret)}
        for secret in SECRETS
    ]
    rows += [{"kind": "promise", "luck": luck, "promise": tokens.promise(luck)} for luck in (LUCK, "x", "-_")]
    seats = [([], []), ([PROMISE], [LUCK]), ([PROMISE, "", "", PROMISE], ["", "told-at-once", "", LUCK])]
    for secret, (promises, lucks) in zip(SECRETS, seats, strict=True):
        parts = [luck or promise for promise, luck in zip(promises, lucks, strict=True)]
        seed = tokens.seed(secret, parts)
        row = {"secret": secret, "promises": promises, "lucks": lucks, "parts": parts}
        rows.append({"kind": "seed", **row, "seed": f"{seed:064x}", "key": key(seed).hex()})
    for seed in (0, 255, 2**248 - 1, tokens.seed(SECRETS[1], [LUCK])):  # leading zeros are left out
        rows.append({"kind": "key", "seed": f"{seed:064x}", "key": key(seed).hex()})
        sides = [6, 6, 2, 2, 1, 52, 255, 1000, 2**31, 2**53 - 1]
        game = Game(key=key(seed))
        draws = [game.roll(n) for n in sides]
        rows.append({"kind": "draws", "key": game.key.hex(), "sides": sides, "draws": draws})
        pile = list(range(12))
        game.shuffle(pile)
        after = {"after": pile, "drawn": game.drawn}
        rows.append(
            {"kind": "shuffle", "key": game.key.hex(), "from": len(sides), "pile": list(range(12)), **after}
        )
    return rows


def log_rows() -> list[dict[str, Any]]:
    """Short logs, valid and invalid; a real log has a whole game."""
    made = Made(
        *(1, TABLE, "machi_koro", 1, "0a1b2c3d", 3, {"play_out": False}, True, ["", "", "greedy"]),
        *([], False, SECRETS[2]),
    )
    other = "another-part"
    before = [
        ("ada", made),
        ("ada", Sit(2, TABLE, 0, "", tokens.promise("given-up"))),
        ("ada", Leave(3, TABLE, 0)),
        ("ada", Sit(4, TABLE, 0, "", PROMISE)),
        ("bo", Sit(5, TABLE, 1, "", tokens.promise(other))),
        ("bots", Take(6, TABLE, 2)),
        ("ada", Start(7, TABLE)),
    ]
    after = [("", TimedOut(table=TABLE, seats=[1], why="away")), ("ada", Act(9, TABLE, 0, 9, "build", 5))]
    told = ("ada", Reveal(8, TABLE, 0, LUCK))
    handed = [
        ("gus", Offered(10, TABLE, 1, "", "p-7", "Di")),
        ("ada", Agreed(11, TABLE, 1)),
        ("p-7", Handed(12, TABLE, 1, "", "p-7", "Di", True)),
        ("gus", Offered(13, TABLE, 2, "", "p-8", "Ed")),
        ("ada", Agree(14, TABLE, 2, 16, False)),
    ]
    cases: list[tuple[str, list[tuple[str, Any]], list[str]]] = [
        ("", [*before, ("bo", Reveal(8, TABLE, 1, other)), told, *after], [LUCK, other, ""]),
        ("", [*before, told, ("", Unrevealed(table=TABLE, seats=[1])), *after], [LUCK, "", ""]),
        (
            "",
            [("gus", made), *before[1:], told, ("bo", Reveal(8, TABLE, 1, other)), *after, *handed],
            [LUCK, other, ""],
        ),
        ("other", [*before, told, ("bo", Reveal(8, TABLE, 1, "chosen-later"))], [LUCK, "chosen-later", ""]),
        ("late", [*before, told, ("bo", Sit(8, TABLE, 1, "chosen-later"))], [LUCK, "chosen-later", ""]),
        (
            "",
            [
                *before[:2],
                ("ada", Resized(15, TABLE, 2, {"play_out": False})),
                ("ada", Resized(16, TABLE, 4, {"play_out": False})),
                *before[2:-1],
                ("ada", Resized(17, TABLE, 3, {"play_out": False})),
                before[-1],
                ("bo", Reveal(8, TABLE, 1, other)),
                told,
                *after,
            ],
            [LUCK, other, ""],
        ),
    ]
    rows = []
    for wrong, changes, lucks in cases:
        entries = [
            Entry(1_750_000_000_000 + 700 * n, by, by.title(), "hub", what, 7 * n)
            for n, (by, what) in enumerate(changes)
        ]
        promises = [PROMISE, "" if wrong == "late" else tokens.promise(other), ""]
        parts = [luck or promise for promise, luck in zip(promises, lucks, strict=True)]
        data = packed([FORMAT, *entries])
        rows.append(
            {
                "bytes": data.hex(),
                "means": meaning(data),
                "commitment": tokens.commitment(made.secret),
                "promises": promises,
                "lucks": lucks,
                "parts": parts,
                "seed": f"{tokens.seed(made.secret, parts):064x}",
                "wrong": wrong,
            }
        )
    return rows


def files() -> dict[str, str]:
    """The text of every file, by name: a row per line."""
    rows = {
        "client.json": frame_rows(CLIENT),
        "server.json": frame_rows(SERVER),
        "patches.json": patch_rows(),
        "checks.json": check_rows(),
        "dealing.json": dealing_rows(),
        "logs.json": log_rows(),
    }
    return {
        name: "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in found) + "\n]\n"
        for name, found in rows.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{FOLDER / name}: {text.count(chr(10)) - 2} rows")
