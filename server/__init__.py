"""The server: tables whose games people and bots play through websockets, kept in Redis. This is its map.

The rooms, each of which says in its `__init__.py` what lives there; `tests/test_layers.py` keeps the walls:

    games/      the rules: a kernel, and a folder for each game. Knows no clock, no chance, no world
    table/      one table: a game with seats, versions, undo, and what each seat may see of it. Sans I/O
    book/       a person's book: finished games, and how well one plays. Sans I/O
    store/      all that knows Redis, and the private one. Knows bytes and numbers, no tables
    hub/        sockets, and the tables that live in this process
    host/       what hosts do beside serving: doctor, moving house, orders to all hubs
    web/        the page in the browser, plain modules; page.py links, compresses and sends them

What stands beside them starts and runs processes: `play.py` (a supervisor over everything on one machine),
`team.py` (processes that are replaced one by one), `beside.py` (hubs that share an address), `gathering.py`
(their figures on one page), `serve.py` (a hub as a process), `parts.py` (puts a hub's parts together),
`app.py` (what it answers over HTTP), `children.py` (processes of ours), `steady.py` (tasks that never end),
`config.py` (settings), `metrics.py` (what is counted), `replay.py` (plays a downloaded log again),
`scene.py` (checks a written position), `static.py`, `linking.py`, `sheets.py`, `page.py` (the files of the
page).

The way of one move
-------------------
In:       hub/websocket.py (bytes, share by share: hub/turns.py), hub/hub.py (rate limits: hub/budget.py),
          protocol/codec.py and protocol/frames.py (what it says), hub/desk.py (into its table's queue)
Decided:  hub/live.py (is the table here? else hub/follower.py loads it), table/rights.py (may it? then it is
          an entry: table/entries.py)
Carried   table/table.py, table/match.py (undo, numbers of questions), games/kernel.py and the game's flow,
out:      table/clock.py
Stored:   store/store.py, store/pipeline.py (many in one round trip: group commit), store/links.py,
          store/commit.lua (at exactly its version, or not at all: optimistic concurrency)
Told:     table/viewers.py (what is new to each seat: fan-out), table/document.py and the game's view,
          protocol/diff.py, hub/live.py, hub/socket.py (what a slow client gets: back-pressure),
          hub/websocket.py
Others:   hubs that follow the table hear of the entry (store/hearing.py, parts.py), hub/follower.py plays it,
          and tells its own sockets in the same way

Until it is stored, nobody can reach the table that it made. What is no move goes a shorter way:
hub/making.py makes tables (hub/branching.py: those that go on from a moment of a finished game,
table/origins.py), hub/audience.py says who is told of which, hub/presence.py sees who is here and what time
does, hub/chat.py what is said, hub/reporting.py what the host is told of somebody, hub/hurrying.py hurries
bots, hub/past.py reads back, hub/reels.py gives whole games that are over (table/reel.py; a log that
somebody brings is played in a process beside the hub: hub/sandbox.py), hub/beginnings.py takes what tables
are to begin with that somebody brings (table/beginnings.py; games/positions.py reads positions),
hub/analyses.py what bots make of them, hub/lobby.py lists, hub/library.py keeps the books of those who want
one, hub/groups.py the groups of friends, hub/disclosure.py tells people what is kept of them, and deletes it
(hub/person.py finds it, hub/taking_out.py takes people out, for the host's command as well; hub/leaving.py
gives up their seats). hub/steward.py does what the host orders and says how the hub is (hub/lag.py) and how
it is set (hub/likeness.py).

When something dies or stands still
-----------------------------------
A hub dies. What was acknowledged lies in Redis, and a hub has nothing else to lose. Its clients come back by
    themselves, to it or to another hub, and send again what was not answered: what is stored already is known
    by its id (idempotency key, table/rights.py). Its people count as gone ten seconds after its last sign of
    life (heartbeat, store/signs.py), and every other hub then tells those who sit with them. Every table that
    is not over has a deadline in Redis, and every hub looks for those that have passed (hub/presence.py):
    whoever does has the lobby know, makes the table of a rematch that is not there yet, frees seats of bots
    that are gone, has bots stand in for people who stay away. Under `play` the hub is started again
    (children.py), else by whoever runs it.
A hub stands still. Clients hear nothing to their pings and try another socket; to other hubs it is as dead.
    When it goes on, what it wants to write at an old version is refused (store/commit.lua), it compares its
    versions with the logs (hub/upkeep.py) and catches up (hub/follower.py), and shows its people again
    (store/signs.py). Nobody ends it: the supervisor starts again only what has ended.
A bot process dies. Its socket closes, and a moment later (`STAMMTISCH_BOT_GRACE_MS`) its seats are free
    (hub/presence.py): bot processes hear of it from hub/lobby.py, and the first that asks has a seat. One
    that stands still answers no ping of the websocket (hub/websocket.py), and is then closed as if it had
    died. Under `play` one that has died is started again (children.py).
Redis dies, or stands still. What is to be written is held and sent again until it is answered, and a repeat
    finds its own entry (store/pipeline.py, store/commit.lua); a connection without an answer is given up
    after ten seconds (store/links.py). Whoever has waited for a second is told `storing`
    (hub/unanswered.py); what was to be read is refused, or tried again. /healthz says 503 (app.py). Once it
    is back, every table is brought up to its log, and the lobby is read anew (hub/upkeep.py, hub/follower.py,
    parts.py); where a log came back shorter, the table is loaded as it is now stored. The private one
    (store/embedded.py) is started again by children.py.
Somebody has put something of another kind into the place of a key. What concerns it waits and is tried ever
    more seldom (back-off), the log says so once, and all else goes on (store/aside.py).
The supervisor dies. On Linux the kernel tells its processes to end (children.py). The data folder stays
    locked for as long as the Redis on it lives (store/embedded.py), so there are never two. While the
    supervisor stands still all goes on, but nothing that ends is started again.
A task of a hub ends. Those that are to last begin again, and the log says so (steady.py). A table whose job
    has failed is thrown away and loaded anew (hub/desk.py).
"""
