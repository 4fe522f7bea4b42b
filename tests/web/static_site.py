"""The site without a server: its files, sent by a plain file server that can be switched off."""

from __future__ import annotations

import contextlib
import functools
import os
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Files(SimpleHTTPRequestHandler):
    """Sends files, and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """No log."""


class WithoutEndings(Files):
    """Leads from each page to its name without `.html`, as some hosts do."""

    def do_GET(self) -> None:
        path, mark, query = self.path.partition("?")
        if not path.endswith(".html"):
            super().do_GET()
            return
        self.send_response(308)
        self.send_header("location", f"{path.removesuffix('.html')}{mark}{query}")
        self.send_header("content-length", "0")
        self.end_headers()

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        return page if os.path.isfile(page := f"{found}.html") else found


class Site:
    """A folder at an address of this machine."""

    def __init__(self, folder: Path, files: type[Files] = Files) -> None:
        self.folder = folder
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(files, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def served(folder: Path, files: type[Files] = Files) -> Iterator[Site]:
    site = Site(folder, files)
    try:
        yield site
    finally:
        site.close()
