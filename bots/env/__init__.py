"""Environments: the games for code that learns, with actions as numbers and observations as arrays.

    environment   one game in progress: act, observe, clone, deal again what a seat doesn't know
    vocabulary    the actions of a game as numbers
    observation   a seat's view as a flat array; `parts` writes the fields
    games/        the tables of both, by game
    aec           the environment of PettingZoo
    openspiel     the games of OpenSpiel
    recording     games of minds as rows of a table, written by `python -m bots record`

PettingZoo, OpenSpiel and PyArrow are extras of the package, and imported by `aec`, `openspiel` and
`recording` alone.
"""
