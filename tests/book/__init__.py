"""Books: the results of games."""
