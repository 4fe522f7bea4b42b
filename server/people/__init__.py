"""Data about people across tables: books of finished games, and groups."""
