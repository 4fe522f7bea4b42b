"""Bots, and the tools that use them: filler, arena, learning, load test.

A bot is a client like any other: it reaches a table only through the websocket, receives one seat's document,
and imagines hidden information with the server's engines. Of the server, bots import the games and a few
tools for processes.

    client/    a headless client: socket, session, mirrors of tables
    filler/    processes that fill empty seats, with workers for slow minds and tips
    minds/     the minds by name; `mind.py` is their interface
    search/    lookahead, tree search, evaluation by nets
    values/    what a position is worth, by game
    features/  positions as numbers that nets learn from, by game
    env/       the games as environments for learning, and recorded games
    learning/  training of nets by self-play
    outside/   bots in any language, by lines of JSON
    conform/   tries somebody's client of the protocol
    arena/     minds against minds in one process, tournaments of the levels
    explain/   tips, analyses, puzzles, and their wording
    plots/     plots as SVG
    commands/  the commands of `python -m bots`
    load/      the load test; its `__init__.py` lists its rooms
"""
