"""Minds that have learnt from playing against themselves.

    features/   what a position looks like to a seat, as numbers; a module for each game
    encoding    positions of a game, of any number of seats, as one batch of arrays
    net         the small net that tells each seat's share of the win, in numpy
    judge       positions judged by a net: what minds play with
    selfplay    many games at a time, all their positions judged in one product
    training    what was played becomes a better net; progress, ladder, weights on disk

Minds use `judge` and what lies above it; nothing of a running bot needs the two below.
"""
