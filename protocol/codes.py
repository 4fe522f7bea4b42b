"""Refusals and close codes: the error, and whether to retry.

A refusal answers one frame, which changed nothing. A close code ends the connection. Its range tells the
client what to do: 4000-4099 reconnect at once, 4100-4199 reconnect later, 4200-4299 (and 1009) give up,
because a reconnection would fail in the same way.
"""

from __future__ import annotations

from typing import Final

REFUSALS: Final[dict[str, str]] = {
    # refused in the current state
    "stale": "That question is no longer open; look at the table again.",
    "not-your-turn": "You are not asked anything right now.",
    "sealed": "Nothing of yours can be taken back any more.",
    "taken": "Somebody else was faster.",
    "full": "All seats are taken.",
    "started": "The game has already started.",
    "not-started": "The game has not started yet.",
    "over": "The game is over.",
    "not-over": "The game is not over yet.",
    "settled": "So much was done at this table that seats don't change there any more; make a new one.",
    "waiting": "Some seats are still empty.",
    "nobody-there": "Nobody else who plays is there to agree; the bot keeps the seat.",
    "no-tips": "Tips are not allowed at this table.",
    "no-tips-left": "You have had all tips that this game allows.",
    # invalid frames, missing rights
    "illegal": "That is not one of the options.",
    "unknown-table": "There is no such table, or it has expired.",
    "unknown-game": "There is no such game.",
    "unknown-seat": "There is no such seat.",
    "unknown-person": "Nobody of that name is at this table.",
    "unknown-mind": "There is no bot of that kind.",
    "unknown-group": "There is no such group, or you don't belong to it.",
    "group-full": "That group has members enough.",
    "unknown-version": "That moment of the table can't be shown any more.",
    "unknown-beginning": "What the table was to begin with isn't kept any more; bring it again.",
    "options": "These options can't be played together or with this number of seats.",
    "not-host": "Only the host of the table may do that.",
    "not-your-seat": "That seat is not yours.",
    "not-joined": "Only who has joined the table can say something there.",
    "not-a-bot": "Only bot processes that know the server's key may do that.",
    "not-invited": "This seat is kept for somebody else.",
    "hands-shown": "This table shows all hands some moves late. Only who has agreed to that gets a seat.",
    "too-long": "That text is too long or empty.",
    "out-of-range": "A number or text of that frame is not within its limits.",
    "hello-first": "Say hello before anything else.",
    # refused by orders of the operator
    "silenced": "Whoever runs this server has silenced you for a while.",
    "no-new-tables": "This server takes no new tables just now.",
    # limits and errors of the server
    "slow-down": "Too many of these in a short time; wait a moment.",
    "too-many": "Too many tables or seats on one connection.",
    "fault": "The server made a mistake; nothing was changed. It has been noted.",
    "broken": "The game of this table has failed. The table is closed, and the host can see why.",
    "other-version": "This table was made by another version of the game; this server can't carry it on.",
    "storing": "The server can't reach its store right now; try again in a moment.",
}
"""Every code of `Refused`, with its reason for people."""

COME_BACK: Final = range(4000, 4100)
COME_BACK_LATER: Final = range(4100, 4200)
TOO_BIG: Final = 1009  # defined by the websocket protocol: a frame over the size limit
GIVE_UP: Final = frozenset((TOO_BIG, *range(4200, 4300)))

SLOW_READER: Final = 4001  # the client's outbox is full; it gets whole documents after the next join
RESTARTING: Final = 4002  # graceful shutdown of this server
CROWDED: Final = 4102  # too many connections
FLOOD: Final = 4103  # rate limits exceeded for too long
BAD_FRAME: Final = 4201  # not a valid frame
BAD_HELLO: Final = 4203  # no hello, or an invalid token or protocol number
LOCKED_OUT: Final = 4204  # the operator has locked out this person or address for some time
