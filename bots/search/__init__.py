"""Lookahead, tree search and evaluation by neural nets.

`minds` has the players built on it, `learning` the training.
"""
