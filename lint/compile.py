"""Compiles the Python files of an archive, for the page without a server: it starts in half the time.

`page.js` runs this in Pyodide, since other versions of Python have another format.
"""

import io
import zipfile
from importlib import _bootstrap_external as files
from importlib.util import source_hash

CHANGED = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the same sources give the same archive."""

UNUSED = {
    *("_pydatetime", "_pydecimal", "_pyio", "argparse", "cProfile", "ctypes", "curses", "dbm", "doctest"),
    *("ensurepip", "ftplib", "html", "http", "idlelib", "imaplib", "lib2to3", "mailbox"),
    *("multiprocessing", "netrc", "optparse", "pdb", "pickletools", "poplib", "profile", "pstats"),
    *("pydoc", "pydoc_data", "smtplib", "sqlite3", "statistics", "tarfile", "test", "tkinter", "trace"),
    *("turtle", "unittest", "venv", "webbrowser", "wsgiref", "xml", "xmlrpc"),
}
"""Parts of the standard library that have no use in a worker of a page."""


def compiled(data, needed):
    """The archive with compiled modules, without their sources.

    `needed`: modules of the standard library that are compiled, without docstrings; its others stay as they
    are, since that takes fewer bytes, or are left out. None for other archives: games check positions by
    assertions, which stay.
    """
    found = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as sources,
        zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out,
    ):
        for row in sources.infolist():
            name, body = row.filename, sources.read(row)
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if name.endswith("/") or (needed and module not in needed and module.split(".")[0] in UNUSED):
                continue
            if name.endswith(".py") and (not needed or module in needed):
                code = compile(body, name, "exec", dont_inherit=True, optimize=2 if needed else 0)
                name, body = name + "c", bytes(files._code_to_hash_pyc(code, source_hash(body), False))
            out.writestr(zipfile.ZipInfo(name, CHANGED), body, zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()
