"""At the Gates of Loyang."""
