"""Minds that have learnt from playing against themselves.

    features/   what a position looks like to a seat, as numbers; a module for each game
    encoding    positions of a game, of any number of seats, as one batch of arrays
    net         the small net that tells each seat's share of the win, in numpy
    judge       positions judged by a net: what minds play with
    selfplay    many games at a time, all their positions judged in one product
    workers     processes that do it
    learner     what was played moves the weights
    ladder      how strong a net is, against greedy
    training    a whole run: workers play, the learner learns, the ladder says which net is kept
    weights/    the nets that minds play with, by game; what made them and how strong they are is in each

Minds use `judge` and what lies above it; nothing of a running bot needs what lies below.
"""
