"""HTTP endpoints beside the websocket: link previews, replays, uploads, analyses, personal data."""
