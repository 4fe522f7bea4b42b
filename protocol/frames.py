"""Every frame of both directions.

On the wire a frame is a msgpack array: its kind (the class name in lower case), then its fields in
the order below. Fields with a default may be left out from the end on; unknown further fields are
ignored. `README.md` beside this file tells the same story for other languages.

`id` is a whole number from 1 to 2**53 - 1 that the client chooses and never uses twice for the same
person (a random start, then counting up, is good). A frame that changes something carries one, so
that it can be sent again after a lost connection and still happens once.

A table is named by the text in its link. A seat is a number from 0; WATCH stands for no seat.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Raw, Struct

PROTOCOL: Final = 1
WATCH: Final = -1
AUTO: Final = -2

Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
TableId = Annotated[str, Meta(min_length=1, max_length=24, pattern="^[A-Za-z0-9_-]+\\Z")]
Seat = Annotated[int, Meta(ge=AUTO, le=15)]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]+\\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=32)]
Group = Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9_-]*\\Z")]
Luck = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*\\Z")]
Told = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+\\Z")]
Promise = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?\\Z")]
Mind = Annotated[str, Meta(max_length=16, pattern="^[a-z0-9_-]*\\Z")]
Person = Annotated[str, Meta(min_length=1, max_length=32)]
Verb = Annotated[str, Meta(max_length=32)]
When = Literal["never", "bots", "always"]
Changed = tuple[
    Annotated[str, Meta(max_length=24, pattern="^[a-z_]+\\Z")], Annotated[int, Meta(ge=-1, le=1)], int
]
"""What a choice changes: a part of what a seat has, by its name in the game's texts; is that better (1) or
worse; by how many tenths, 0 where it can't be counted."""


Moment = tuple[TableId, Annotated[int, Meta(ge=0)], Seat]
"""A version of a table's finished game, and whose knowledge counts: what this seat (WATCH: a watcher)
does not see there is dealt anew; with AUTO everything lies as it did. Version 0: what was brought to the
server under this name."""


def _kind(name: str) -> str:
    return name.lower()


class Frame(Struct, frozen=True, array_like=True, tag=_kind):
    """Base of all frames."""


# -- from the client: who, where -------------------------------------------------------------------


class Hello(Frame, frozen=True):
    """The first frame of a socket. The token is the guest's secret; who knows it is that guest."""

    token: Token
    name: Name
    protocol: int = PROTOCOL
    proof: Annotated[str, Meta(max_length=64)] = ""
    """Bot processes only: hex HMAC-SHA256 of the token under the server's bot key."""


class Ping(Frame, frozen=True):
    """Answered at once by `Pong` with the same number."""

    n: int


class Browse(Frame, frozen=True):
    """Begin (or stop) to be told of the tables in the lobby: a page of them as `Lobby`, then `Listed` for
    each change of any. `after`: what the page before gave as `more`; "" for the first."""

    on: bool = True
    after: Annotated[str, Meta(max_length=64)] = ""


class Join(Frame, frozen=True):
    """Begin to be told of a table, as the seat that one holds or as a watcher.

    `seat` AUTO: the first seat that this person holds, else watching. `have` is the version of the
    mirror that the client still holds, and `check` its check values, as in `Diff`: the answer is nothing but
    `Joined`, or the missing diffs, or `Full`; without `check` it is `Full`. `every`: a check value with every
    n-th version (0: the server's default). `hints`: the seat's part of the document is to hold `hints`, what
    a person would work out from the rules. `advice`: and what matters at the seat's question, among them.
    """

    table: TableId
    seat: Seat = AUTO
    have: int = -1
    every: Annotated[int, Meta(ge=0, le=1000)] = 0
    check: tuple[int, int] | None = None
    hints: bool = False
    advice: bool = False


class Part(Frame, frozen=True):
    """Be told no more of a table. The seat is kept."""

    table: TableId
    seat: Seat = AUTO


class History(Frame, frozen=True):
    """Ask for the document this seat had at an earlier version, with `hints` or not. Answered by `Past`."""

    table: TableId
    seat: Seat
    version: Annotated[int, Meta(ge=0)]
    hints: bool = False


class Why(Frame, frozen=True):
    """Ask why the seat can't choose something that its board shows, while it is asked question number `ask`.

    `thing`: the kind of thing, by a name of the game; `noun`: which one. Answered by `Because`. The `id` is
    only for the answer to name.
    """

    id: Id
    table: TableId
    seat: Seat
    ask: int
    thing: Annotated[str, Meta(max_length=32)]
    noun: int = -1


class Study(Frame, frozen=True):
    """Bot processes: show me what this seat sees, which waits for a tip for its question number `ask`.
    Answered by `Past`; refused "taken" where another one studies it. The `id` is only for a refusal to name.
    """

    id: Id
    table: TableId
    seat: Seat
    ask: int


# -- from the client: changes ----------------------------------------------------------------------


class Change(Frame, frozen=True):
    """Base of the frames that change something, and so can be repeated without harm."""

    id: Id


class Make(Change, frozen=True):
    """Make a table; the sender is its host but has no seat yet. Answered by `Done` with the table."""

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    public: bool = True
    wants: Annotated[list[Mind], Meta(max_length=16)] = []
    """A mind for each seat that a bot is to take ("" for a person), by seat; may be shorter."""
    clock: Annotated[list[Annotated[int, Meta(ge=0, le=86_400_000)]], Meta(max_length=2)] = []
    """[] for none, else [bank, increment] in milliseconds for each seat."""
    auto: bool = False
    """Answer questions with a single option by itself, for people too, unless that gives something away."""
    stand_in: Mind = ""
    """The mind that plays on for people who are away or have left; "" for the server's own choice."""
    lesson: Annotated[str, Meta(max_length=32)] = ""
    """A guided game, by a name of the game's; it has its own number of seats and options."""
    tips: When = "bots"
    """May people ask for a tip at their own questions? "bots": only who plays with bots alone."""
    tips_each: Annotated[int, Meta(ge=0, le=99)] = 10
    """How many a person may have in this game."""
    origin: Moment | None = None
    """Where the game begins, if not with its setup. Seats and options are then those of that table, and where
    that is private, so is this one."""
    group: Group = ""
    """The link of the group that is to play there; the sender must belong to it."""


class OfTable(Change, frozen=True):
    """Base of the changes of one table."""

    table: TableId


class Sit(OfTable, frozen=True):
    """Take a free seat, or (before the start, with another promise) the own one again.

    `promise` is the SHA-256 (hex) of this client's part of the random source, which it tells by `Reveal`
    once the game starts. `luck`: that part told at once, by clients that promise nothing.
    """

    seat: Seat = AUTO
    luck: Luck = ""
    promise: Promise = ""


class Want(OfTable, frozen=True):
    """Host, before the start: a bot with this mind is to take the seat ("": it is for a person again)."""

    seat: Seat
    mind: Mind


class Remove(OfTable, frozen=True):
    """Host, before the start: free a seat."""

    seat: Seat


class Start(OfTable, frozen=True):
    """Host: all seats are taken, let's begin."""


class Reveal(OfTable, frozen=True):
    """While a game starts: the part of the random source that this seat has promised."""

    seat: Seat
    luck: Told


class Act(OfTable, frozen=True):
    """Answer the question that this seat was asked at version `ask`."""

    seat: Seat
    ask: int
    verb: Annotated[str, Meta(max_length=32)]
    noun: int = -1


class Undo(OfTable, frozen=True):
    """Take back the last own choice. `undo` is the number that the seat's document gives for it."""

    seat: Seat
    undo: int


class Tip(OfTable, frozen=True):
    """Ask for a tip for question number `ask` of this seat: what the strongest mind would choose, and why.
    Everybody is told that one was asked for. It comes in the seat's document."""

    seat: Seat
    ask: int


class Back(OfTable, frozen=True):
    """Play this own seat oneself again: whoever stands in for one leaves it, whoever is asked just now."""

    seat: Seat


class Hurry(OfTable, frozen=True):
    """Have the bots of a table pause no longer than they must, until a person is asked again. For whoever has
    a seat there; where no bot keeps anybody waiting, nothing happens."""


class Leave(OfTable, frozen=True):
    """Give up a seat: before the start it is free again, afterwards this is resigning and a bot plays on."""

    seat: Seat


class Hand(OfTable, frozen=True):
    """Host: give a seat to a bot (`mind`) or to another guest (`person`, who must be at the table, and in a
    running game neither have nor have had another seat).

    In a running game it is an offer that everybody is told of, and that one person must `Agree` to: whoever
    plays the seat; or the guest, where nobody does. To a bot such a seat goes at once.
    """

    seat: Seat
    mind: Mind = ""
    person: Annotated[str, Meta(max_length=32)] = ""


class Agree(OfTable, frozen=True):
    """The answer to the offer of this number, for this seat; by the host: `yes` false withdraws it."""

    seat: Seat
    offer: int
    yes: bool = True


class Close(OfTable, frozen=True):
    """Host: end this table for good."""


class Rematch(OfTable, frozen=True):
    """After the end: a new table with the same people, bots, options. Its name is in the documents."""


class Say(OfTable, frozen=True):
    """Say something to everybody at the table, watchers included.

    `moment`: about that version, by somebody who has played, once the game is over; 0 for nothing like that.
    """

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    moment: Annotated[int, Meta(ge=0)] = 0


class Report(OfTable, frozen=True):
    """Tell the host of the server about somebody at a table that this socket has joined, and why. What was
    said there last goes with it. Nobody at the table hears of it."""

    person: Person
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Take(OfTable, frozen=True):
    """Bot processes: take a seat that wants a bot. Refused "taken" where another was faster.

    `promise` as in `Sit`; it counts before the start only.
    """

    seat: Seat
    promise: Promise = ""


class Teach(OfTable, frozen=True):
    """Bot processes: the tip for question number `ask` of a seat that waits for one."""

    seat: Seat
    ask: int
    verb: Verb
    noun: int = -1
    second: Annotated[list[tuple[Verb, int]], Meta(max_length=1)] = []
    """The next best choice; none where there is no other."""
    shares: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=2)] = []
    """The share of the win that the one and the other give, in thousandths; [] where nobody can tell."""
    brings: Annotated[list[Changed], Meta(max_length=6)] = []
    """What the choice changes of what the seat has now, what weighs most first."""
    rather: Annotated[list[Changed], Meta(max_length=6)] = []
    """What it changes of what the seat would have after the second."""
    then: Annotated[list[tuple[Verb, int]], Meta(max_length=4)] = []
    """Own choices that it prepares, where it is no good for itself."""
    together: Annotated[list[Changed], Meta(max_length=6)] = []
    """What it changes with these of what the seat has now."""


FromClient = (
    Hello | Ping | Browse | Join | Part | History | Why | Study | Make | Sit | Want | Remove | Start | Reveal
    | Act | Undo | Tip | Back | Hurry | Leave | Hand | Agree | Close | Rematch | Say | Report
    | Take | Teach
)  # fmt: skip


# -- from the server -------------------------------------------------------------------------------


class Welcome(Frame, frozen=True):
    """The answer to `Hello`. `person` is how others see this guest; `now` the server's clock in ms."""

    person: str
    now: int
    protocol: int = PROTOCOL


class Pong(Frame, frozen=True):
    """The answer to the `Ping` of this number; `now`: the server's clock in ms."""

    n: int
    now: int


class Lobby(Frame, frozen=True):
    """A page of the tables that this socket may see in the lobby: summaries by table, open tables first, then
    the newest. `after` is as it was asked for; `more` asks for the next page, "" where this was the last."""

    tables: dict[str, dict[str, Any]]
    after: str = ""
    more: str = ""


class Listed(Frame, frozen=True):
    """One table's summary has changed, or the table is gone from the lobby (None)."""

    table: str
    summary: dict[str, Any] | None


class Joined(Frame, frozen=True):
    """The answer to `Join`: from now on this socket is told of the table as `seat`.

    `channel` is how diffs for this table and seat are marked on this socket, until it is closed.
    `words` are the keys that their patches name by number.
    """

    table: str
    seat: int
    version: int
    channel: int
    words: list[str]


class Full(Frame, frozen=True):
    """A whole document: the public part, and what is for this seat alone."""

    table: str
    seat: int
    version: int
    public: Raw
    mine: Raw


class Diff(Frame, frozen=True, tag="d"):
    """What turns the document of the version before into this version's: a patch for either part.

    The only frame with a short kind, "d", because it is most of what is sent. An empty patch is no
    change. `check`, where it is given: [CRC-32 of the public part, CRC-32 of the seat's part], each
    in canonical msgpack.
    """

    channel: int
    version: int
    public: Raw
    mine: Raw
    check: tuple[int, int] | None = None


class Past(Frame, frozen=True):
    """The answer to `History`: the document that this seat had at that version."""

    table: str
    seat: int
    version: int
    public: Raw
    mine: Raw


class Because(Frame, frozen=True):
    """The answer to the `Why` with this id: reasons that hold together, each [key, number, ...] with its
    words in the game's texts; none where the thing can be chosen."""

    id: int
    table: str
    reasons: list[list[Any]]


class Done(Frame, frozen=True):
    """The change with this id is stored. `act` and `undo` are acknowledged by the seat's document instead
    (`done`), unless they are repeats."""

    id: int
    table: str
    version: int


class Refused(Frame, frozen=True):
    """A frame was refused and changed nothing. `id` is 0 for frames without one."""

    id: int
    table: str
    code: str
    reason: str = ""


class Here(Frame, frozen=True):
    """Who is at the table now: rows of [person, name, seat or WATCH]. Outside document and version."""

    table: str
    people: list[tuple[str, str, int]]


class Said(Frame, frozen=True):
    """Somebody said something at the table. `at` is in ms; `moment` as in `Say`. Without a text: nothing that
    this person has said there is to be shown any longer."""

    table: str
    person: str
    name: str
    text: str
    at: int
    moment: int = 0


class Wanted(Frame, frozen=True):
    """Bot processes: the seats of a table that want a bot now, as [seat, mind] rows, and those that wait for
    a tip, as [seat, number of the question]; then `minds` are those that people may ask for in this game."""

    table: str
    game: str
    seats: list[tuple[int, str]]
    tips: list[tuple[int, int]] = []
    minds: list[str] = []


class Hurried(Frame, frozen=True):
    """Bot processes: somebody at this table hurries the bots."""

    table: str


class Gone(Frame, frozen=True):
    """This socket is told of a table no more, or of one seat, because somebody else has it now."""

    table: str
    code: Literal["unknown-table", "other-version", "not-your-seat"]
    seat: int = WATCH


class Notice(Frame, frozen=True):
    """The host of the server tells everybody something. `until` (ms, 0: no time) is when what it announces
    comes, and after it the notice is over; an empty text takes back the notice of this number."""

    number: int
    text: str
    until: int = 0


FromServer = (
    Welcome | Pong | Lobby | Listed | Joined | Full | Diff | Past | Because | Done | Refused | Here | Said
    | Wanted | Hurried | Gone | Notice
)  # fmt: skip
