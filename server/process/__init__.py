"""Process management: child processes, shared listeners, restarts, logs, garbage collection, file limits.

Nothing here knows games, tables or Redis.
"""
