"""Books: what games come to."""
