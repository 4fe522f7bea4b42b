"""Sockets, and the tables that live in this process: who may come in, who is told, what is stored first.

It may import `protocol`, the games, the table, the book, the store and the settings; nothing here starts a
process.
"""
