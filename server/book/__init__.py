"""A person's book: finished games, and the figures computed from them. Sans-I/O.

    game.py      a finished game as stored in the book of each participant who keeps one
    rating.py    a person's strength, from the games of one book only
    standings.py the ranking of a group's members
    figures.py   games and wins by opponent, seat, number of players and options

A book is self-contained: no other person's data is read to compute its figures.
"""
