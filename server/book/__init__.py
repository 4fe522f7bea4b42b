"""A person's book: finished games, and what they come to. Sans-I/O.

    game.py      a finished game as it stands in the book of everybody who was at the table and wants one
    rating.py    how strong somebody plays, by the games of one book alone
    standings.py how the members of a group stand against each other
    figures.py   how often, with whom, from which seat, how well

A book is a world of its own: nothing of anybody else's is read to work something out for it.
"""
