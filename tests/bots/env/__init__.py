"""Environments for learning: laws on random games, and the tests of PettingZoo and OpenSpiel themselves."""
