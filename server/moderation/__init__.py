"""Moderation of people's texts: the operator's orders, filtered words, cleaned text. Sans I/O."""
