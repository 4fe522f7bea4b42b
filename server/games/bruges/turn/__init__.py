"""A turn, step by step: drawing, a card and its action, building and hiring, activation, threats."""
