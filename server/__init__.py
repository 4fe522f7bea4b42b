"""The server: people and bots play games at tables, over websockets; Redis keeps the tables.

Rooms. Each `__init__.py` says what lives there; `tests/test_layers.py` holds what each room may import.

    games/       the rules: a kernel and one folder for each game. No clock, no randomness of its own, no I/O
    table/       one table: a game with seats, versions and undo, and the view of each seat. Sans I/O
    book/        one person's finished games, and the rating made of them. Sans I/O
    store/       the only room that knows Redis, and the cluster's clock. Bytes and numbers, no tables
    settings/    settings, read once from the environment
    process/     child processes, shared listeners, restarts, logs, garbage collection
    net/         websockets, framing, admission, rate limits, client addresses
    moderation/  orders against a person, filtered words, cleaned text. Sans I/O
    http/        responses, error pages, request limits, allowed hosts
    hub/         greeting, dispatch of frames to their handlers, the lobby
    live/        the tables loaded in this process, and which clients are subscribed to them
    people/      books and groups
    push/        web push: encrypted notices to browsers whose page is away
    api/         HTTP endpoints: link previews, replays, uploads, analyses, privacy, reach
    admin/       the operator's tools: doctor, export and import, orders to all hubs
    authoring/   for authors of games: a new package, the laws of games, what examines a package
    page/        lists, bundles, compresses and sends the browser page; writes it as a site without a server
    web/         the browser page itself: plain modules

Beside them: `play.py` (supervisor of everything on one machine), `share.py` (its tunnel), `terminal_code.py`
(QR codes for the terminal), `serve.py` (one hub as a process),
`wiring.py` (composition root: builds the parts of a hub and connects them), `app.py` (routes and lifespan),
`commands.py` (command line), `starting.py` (how a command begins), `version.py` and `fingerprint.py` (the
number of the version, a hash of the program), `metrics.py` (counters),
`clock.py` (the wall clock), `replay.py` (plays a downloaded log again), `scene.py` (checks a written
position).

`docs/architecture.md` has pictures of the rooms, the way of a move, and what happens when a part fails.
"""
