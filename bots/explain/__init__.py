"""Tips, analyses of finished games, puzzles, and their wording."""
