"""All frames in both directions.

On the wire a frame is a msgpack array: its kind (the class name in lower case), then its fields in the order
below. Fields with a default may be omitted from the end; receivers ignore unknown additional fields.
`README.md` in this folder describes the same frames for other languages.

`id` is an integer from 1 to 2**53 - 1. The client chooses it and never uses it twice for the same person; a
random start, then counting up, is good. It is the idempotency key of a frame that changes something: the
client can send the frame again after a lost connection, and it is executed once.

A table is identified by the text in its link. A seat is a number from 0; WATCH means no seat.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from .structs import Meta, Raw, Struct

PROTOCOL_VERSION: Final = 1
WATCH: Final = -1
AUTO: Final = -2

MAX_NAME_CHARS: Final = 32
"""The longest name of a person or bot."""

Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
TableId = Annotated[str, Meta(min_length=1, max_length=24, pattern="^[A-Za-z0-9_-]+\\Z")]
Seat = Annotated[int, Meta(ge=AUTO, le=15)]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]+\\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
Group = Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9_-]*\\Z")]
Luck = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*\\Z")]
Told = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+\\Z")]
Promise = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?\\Z")]
Mind = Annotated[str, Meta(max_length=16, pattern="^[a-z0-9_-]*\\Z")]
Person = Annotated[str, Meta(min_length=1, max_length=32)]
Verb = Annotated[str, Meta(max_length=32)]
When = Literal["never", "bots", "always"]
HandsAfter = Annotated[int, Meta(ge=0, le=200)]
"""Moves after which all hands are shown to everybody who watches; 0: never in a running game."""
Changed = tuple[
    Annotated[str, Meta(max_length=24, pattern="^[a-z_]+\\Z")], Annotated[int, Meta(ge=-1, le=1)], int
]
"""An effect of a choice: the part of the seat's position, by its name in the game's texts; better (1) or
worse (-1); by how many tenths, 0 for an effect that can't be counted."""


Moment = tuple[TableId, Annotated[int, Meta(ge=0)], Seat]
"""A version of a table's finished game, and whose knowledge to preserve: everything that this seat (WATCH: a
watcher) does not see is dealt again; AUTO keeps everything as it was. Version 0: an upload that the server
stores under this name."""


def _kind(name: str) -> str:
    return name.lower()


RateClass = Literal["play", "look", "make", "say", "report", "past", "ping", "other"]
"""Frames of one class share a rate limit of the server."""


class Frame(Struct, frozen=True, array_like=True, tag=_kind):
    """Base of all frames."""

    rate_class: ClassVar[RateClass] = "other"


# -- from the client: authentication, subscriptions, queries ---------------------------------------


class Hello(Frame, frozen=True):
    """The first frame of a connection. The token is the guest's secret and sole credential. A further
    one changes the name: everybody at the person's tables is told, so it shares the limit of `say`."""

    rate_class = "say"

    token: Token
    name: Name
    protocol: int = PROTOCOL_VERSION
    proof: Annotated[str, Meta(max_length=64)] = ""
    """Bot processes only: hex HMAC-SHA256 of the token under the server's bot key."""


class Ping(Frame, frozen=True):
    """The server answers at once with `Pong` and the same number."""

    rate_class = "ping"

    n: int


class Browse(Frame, frozen=True):
    """Subscribe to (or unsubscribe from) the tables in the lobby. The answer is a page of them as `Lobby`,
    then `Listed` for each change of any table. `after`: the `more` of the previous page; "" for the first
    one."""

    rate_class = "ping"

    on: bool = True
    after: Annotated[str, Meta(max_length=64)] = ""


class Join(Frame, frozen=True):
    """Subscribe to a table, as an own seat or as a watcher.

    `seat` AUTO: the first seat that this person holds, otherwise watching. `have` is the version of the
    client's copy, and `check` its check values, as in `Diff`: `Joined` is then followed by nothing, by the
    missing diffs, or by `Full`; without `check` by `Full`. `every`: a check value with every n-th version
    (0: the server's default). `hints`: include `hints` in the seat's part of the document: facts that a
    person could derive from the rules. `advice`: include advice for the seat's question in these hints.
    """

    rate_class = "look"

    table: TableId
    seat: Seat = AUTO
    have: int = -1
    every: Annotated[int, Meta(ge=0, le=1000)] = 0
    check: tuple[int, int] | None = None
    hints: bool = False
    advice: bool = False


class Part(Frame, frozen=True):
    """Unsubscribe from a table. The person keeps the seat."""

    rate_class = "look"

    table: TableId
    seat: Seat = AUTO


class History(Frame, frozen=True):
    """Request this seat's document at an earlier version, with or without `hints`. Answered by `Past`."""

    rate_class = "past"

    table: TableId
    seat: Seat
    version: Annotated[int, Meta(ge=0)]
    hints: bool = False


class Why(Frame, frozen=True):
    """Ask why the seat can't choose a visible item at question number `ask`.

    `thing`: the kind of item, by a name of the game; `noun`: which one. Answered by `Because`. The `id` only
    links the answer to this request.
    """

    rate_class = "past"

    id: Id
    table: TableId
    seat: Seat
    ask: int
    thing: Annotated[str, Meta(max_length=32)]
    noun: int = -1


class Changes(Frame, frozen=True):
    """Request this person's changes of a table after version `after`, from its log. Answered by `Stored`. The
    `id` only links the answer to this request."""

    rate_class = "past"

    id: Id
    table: TableId
    after: Annotated[int, Meta(ge=0)] = 0


class Study(Frame, frozen=True):
    """Bot processes: request the document of a seat that waits for a tip for question number `ask`. Answered
    by `Past`, or refused "taken" if another process works on it. The `id` only links a refusal to this
    request.
    """

    rate_class = "past"

    id: Id
    table: TableId
    seat: Seat
    ask: int


# -- from the client: changes ----------------------------------------------------------------------


class Change(Frame, frozen=True):
    """Base of the frames that change something. They are idempotent: a client may repeat them."""

    id: Id


class Make(Change, frozen=True):
    """Create a table. The sender becomes its host, without a seat. Answered by `Done` with the table."""

    rate_class = "make"

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    public: bool = True
    wants: Annotated[list[Mind], Meta(max_length=16)] = []
    """By seat, the mind of the bot that will take it, or "" for a person. May be shorter than `seats`."""
    clock: Annotated[list[Annotated[int, Meta(ge=0, le=86_400_000)]], Meta(max_length=2)] = []
    """[] for none, else [bank, increment] in milliseconds for each seat."""
    auto: bool = False
    """The table answers questions with a single option automatically, for people too, unless that reveals
    something."""
    stand_in: Mind = ""
    """The mind that plays for people who are away or have left; "" for the server's default."""
    lesson: Annotated[str, Meta(max_length=32)] = ""
    """The name of one of the game's guided games, which defines the number of seats and the options."""
    tips: When = "bots"
    """When people may request a tip at their questions. "bots": only people who play with bots alone."""
    tips_each: Annotated[int, Meta(ge=0, le=99)] = 10
    """The limit on tips for each person in this game."""
    origin: Moment | None = None
    """The moment at which the game begins, instead of its setup. The table takes over seats and options of
    that moment's table, and is private if that one is."""
    group: Group = ""
    """The link of the group that plays at this table. The sender must belong to it."""
    hands_after: HandsAfter = 0
    """Every hand may be seen by everybody as it was this many moves ago; 30 or more, or 0 for never. It can't
    be changed later, and whoever takes a seat agrees to it."""


class OfTable(Change, frozen=True):
    """Base of the changes of one table."""

    table: TableId


class Sit(OfTable, frozen=True):
    """Take a free seat. Before the start a person may take the own seat again, with another promise.

    `promise` is a commitment: the SHA-256 (hex) of this client's part of the random seed, which the client
    discloses with `Reveal` when the game starts. `luck`: that part in plain, from clients without a promise.
    `hands_after`: the person has read the table's number of that name and agrees to it; with any other number
    the frame is refused.
    """

    seat: Seat = AUTO
    luck: Luck = ""
    promise: Promise = ""
    hands_after: HandsAfter = 0


class Want(OfTable, frozen=True):
    """Host, before the start: request a bot with this mind for the seat ("": a person again)."""

    seat: Seat
    mind: Mind


class Remove(OfTable, frozen=True):
    """Host, before the start: free a seat."""

    seat: Seat


class Resize(OfTable, frozen=True):
    """Host, before the start: change the number of seats, within what the game and its options allow.

    New seats are free and come last. Only free seats at the end can be taken away. The options that a number
    of seats decides change with it. Refused "taken", "options".
    """

    seats: Annotated[int, Meta(ge=1, le=16)]


class Start(OfTable, frozen=True):
    """Host: start the game. All seats must be taken."""


class Reveal(OfTable, frozen=True):
    """While a game starts: disclose the part of the random seed that this seat has committed to."""

    seat: Seat
    luck: Told


class Act(OfTable, frozen=True):
    """Answer the seat's question number `ask`, the version at which it was asked. `auto`: in the same
    change, the table answers the seat's next questions as long as they have a single option, by the rules for
    `auto` in `Make`."""

    rate_class = "play"

    seat: Seat
    ask: int
    verb: Annotated[str, Meta(max_length=32)]
    noun: int = -1
    auto: bool = False


class Undo(OfTable, frozen=True):
    """Undo the seat's last choice. `undo` is the number in the seat's document."""

    rate_class = "play"

    seat: Seat
    undo: int


class Tip(OfTable, frozen=True):
    """Request a tip for question number `ask` of this seat: the choice of the strongest mind, with reasons.
    The public log records the request. The tip arrives in the seat's document."""

    seat: Seat
    ask: int


class Back(OfTable, frozen=True):
    """Play an own seat again: the stand-in leaves it, even while another seat is asked."""

    seat: Seat


class Hurry(OfTable, frozen=True):
    """Make the bots of a table skip their pauses until a person is asked again. Requires a seat at the table.
    Without a bot that keeps people waiting, nothing happens."""


class Leave(OfTable, frozen=True):
    """Leave a seat. Before the start it becomes free; after that the person resigns, and a bot plays on."""

    seat: Seat


class Hand(OfTable, frozen=True):
    """Host: hand a seat to a bot (`mind`) or to another guest (`person`, who must be at the table and, in a
    running game, must not have or have had another seat).

    In a running game this makes a public offer. Others must `Agree`: the one who plays the seat; if no person
    plays it, all other players and the guest. A bot gets a seat that no person plays at once.
    """

    seat: Seat
    mind: Mind = ""
    person: Annotated[str, Meta(max_length=32)] = ""


class Agree(OfTable, frozen=True):
    """Answer the offer with this number for this seat. The host withdraws it with `yes` false."""

    seat: Seat
    offer: int
    yes: bool = True


class Close(OfTable, frozen=True):
    """Host: close this table permanently."""


class Rematch(OfTable, frozen=True):
    """After the end: create a table with the same people, bots and options. The documents have its name."""

    rate_class = "make"


class Say(OfTable, frozen=True):
    """Send a chat message to all clients at the table, watchers included.

    `moment`: the version that the message is about; only for players, after the end. 0 for none.
    """

    rate_class = "say"

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    moment: Annotated[int, Meta(ge=0)] = 0


class Report(OfTable, frozen=True):
    """Report a person at a table that this connection has joined, with a reason, to the operator of the
    server. The last chat messages are attached. The table is not notified."""

    rate_class = "report"

    person: Person
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Take(OfTable, frozen=True):
    """Bot processes: take a seat that wants a bot. Refused "taken" if another process was faster.

    `promise` as in `Sit`; it is only used before the start.
    """

    rate_class = "look"

    seat: Seat
    promise: Promise = ""


class Teach(OfTable, frozen=True):
    """Bot processes: the tip for question number `ask` of a seat that waits for one."""

    seat: Seat
    ask: int
    verb: Verb
    noun: int = -1
    second: Annotated[list[tuple[Verb, int]], Meta(max_length=1)] = []
    """The second-best choice; empty if there is no other."""
    shares: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=2)] = []
    """Shares of the win, in thousandths, for the best and the second-best choice; [] if unknown."""
    brings: Annotated[list[Changed], Meta(max_length=6)] = []
    """The effects of the choice compared with the current position, in descending weight."""
    rather: Annotated[list[Changed], Meta(max_length=6)] = []
    """The effects of the choice compared with the position after the second-best choice."""
    then: Annotated[list[tuple[Verb, int]], Meta(max_length=4)] = []
    """Own later choices that it prepares, for a choice without a benefit of its own."""
    together: Annotated[list[Changed], Meta(max_length=6)] = []
    """The effects of the choice and `then` together, compared with the current position."""


FromClient = (
    Hello | Ping | Browse | Join | Part | History | Why | Changes | Study | Make | Sit | Want | Remove
    | Resize | Start | Reveal | Act | Undo | Tip | Back | Hurry | Leave | Hand | Agree | Close | Rematch | Say
    | Report | Take | Teach
)  # fmt: skip


# -- from the server -------------------------------------------------------------------------------


class Welcome(Frame, frozen=True):
    """The answer to `Hello`. `person`: this guest's public id; `now`: the server's clock in ms; `house`: the
    same moment in cluster time, the time base of the seats' clocks. Cluster time stops while the server is
    down."""

    person: str
    now: int
    protocol: int = PROTOCOL_VERSION
    house: int = 0


class Pong(Frame, frozen=True):
    """The answer to the `Ping` with this number. `now` and `house` as in `Welcome`."""

    n: int
    now: int
    house: int = 0


class Lobby(Frame, frozen=True):
    """A page of the tables that this connection may see in the lobby: summaries by table, open tables first,
    then the newest. `after` is the request's; `more` requests the next page, "" on the last one."""

    tables: dict[str, dict[str, Any]]
    after: str = ""
    more: str = ""


class Listed(Frame, frozen=True):
    """A table's summary has changed, or the table is no longer in the lobby (None)."""

    table: str
    summary: dict[str, Any] | None


class Joined(Frame, frozen=True):
    """The answer to `Join`: this connection is subscribed to the table as `seat`.

    `channel` marks the diffs for this table and seat until the connection closes. `words` are the keys that
    their patches replace by a number.
    """

    table: str
    seat: int
    version: int
    channel: int
    words: list[str]


class Full(Frame, frozen=True):
    """A complete document: the public part, and the part for this seat alone."""

    table: str
    seat: int
    version: int
    public: Raw
    mine: Raw


class Diff(Frame, frozen=True, tag="d"):
    """The change from the previous version's document to this version's: a patch for each part.

    The only frame with a short kind, "d", because it is the most frequent one. An empty patch means no
    change. `check`, if present: [CRC-32 of the public part, CRC-32 of the seat's part], each in canonical
    msgpack.
    """

    channel: int
    version: int
    public: Raw
    mine: Raw
    check: tuple[int, int] | None = None


class Past(Frame, frozen=True):
    """The answer to `History` and `Study`: this seat's document at that version."""

    table: str
    seat: int
    version: int
    public: Raw
    mine: Raw


class Because(Frame, frozen=True):
    """The answer to the `Why` with this id: reasons that apply together, each [key, number, ...] with its
    text in the game's texts. Empty if the item can be chosen."""

    id: int
    table: str
    reasons: list[list[Any]]


class Stored(Frame, frozen=True):
    """The answer to the `Changes` with this id: the person's own changes among the versions up to `until`, as
    [version, kind, field, ...] each. `more`: later versions exist."""

    id: int
    table: str
    until: int
    more: bool
    changes: list[list[Any]]


class Done(Frame, frozen=True):
    """The change with this id is stored. The seat's document acknowledges `act` and `undo` instead (`done`),
    unless they are repeats."""

    id: int
    table: str
    version: int


class Refused(Frame, frozen=True):
    """A frame was refused and changed nothing. `id` is 0 for frames without an id."""

    id: int
    table: str
    code: str
    reason: str = ""


class Here(Frame, frozen=True):
    """Presence: the people at the table now, as [person, name, seat or WATCH]. Not part of the document."""

    table: str
    people: list[tuple[str, str, int]]


class Said(Frame, frozen=True):
    """A chat message at the table. `at` is in ms; `moment` as in `Say`. An empty text means that clients must
    remove all messages of this person at this table."""

    table: str
    person: str
    name: str
    text: str
    at: int
    moment: int = 0


class Wanted(Frame, frozen=True):
    """Bot processes: the seats of a table that want a bot now, as [seat, mind], and the seats that wait for a
    tip, as [seat, number of the question]. With tips, `minds` are the minds that people can choose in this
    game."""

    table: str
    game: str
    seats: list[tuple[int, str]]
    tips: list[tuple[int, int]] = []
    minds: list[str] = []


class Hurried(Frame, frozen=True):
    """Bot processes: a person at this table hurries the bots."""

    table: str


class Gone(Frame, frozen=True):
    """This connection's subscription has ended: to the table, or to one seat that another player has now.
    `game`: the game that is not installed here, if that is the reason."""

    table: str
    code: Literal["unknown-table", "other-version", "not-your-seat", "unknown-game", "broken"]
    seat: int = WATCH
    game: str = ""


class Notice(Frame, frozen=True):
    """A notice of the operator to all clients. `until` (ms, 0: no time) is the time of the announced event,
    at which the notice expires. An empty text withdraws the notice with this number."""

    number: int
    text: str
    until: int = 0


FromServer = (
    Welcome | Pong | Lobby | Listed | Joined | Full | Diff | Past | Because | Stored | Done | Refused | Here
    | Said | Wanted | Hurried | Gone | Notice
)  # fmt: skip
