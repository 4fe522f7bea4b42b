"""All that knows Redis: where things lie in it, what it carries out in one step, and our own private one.

It knows nothing of tables and games: logs are bytes by number here. It may import none of ours but what
counts and what keeps a process.
"""
