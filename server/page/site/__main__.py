"""`python -m server.page.site FOLDER` writes the page that plays in the browser, and a front page, after
`setup.py build_page`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

from ..catalogue import PAGE, offline_rows
from ..page import FILES, OFFLINE, OFFLINE_SCRIPTS
from ..sources import BUILT, WEB

FRONT: Final = Path(__file__).with_name("front")
"""The front page and its files."""

TABLE: Final = Path(__file__).parents[3] / "docs/pictures/table.jpg"
"""The picture that it shows."""

PACKED: Final = (".br", ".gz", ".map")
"""Files that a static host makes itself, or that nobody needs there."""

PLAIN: Final = ("app_192.png", "app_512.png", "icon.png", "icon.svg", "offline.webmanifest")
"""Files that are asked for by their plain names."""


def write(folder: Path) -> None:
    """Write the site into a new folder. Raises FileExistsError, or RuntimeError if the page is not built."""
    page = PAGE.offline({"games": offline_rows()})
    scripts = {name: PAGE.offline_script(name) for name in OFFLINE_SCRIPTS}
    if page is None:
        raise RuntimeError("the page is not built: make page")
    shutil.copytree(FRONT, folder)
    shutil.copy(TABLE, folder)
    files = folder / "static"
    shutil.copytree(BUILT / FILES, files, ignore=lambda _, names: [n for n in names if n.endswith(PACKED)])
    for name in PLAIN:
        shutil.copyfile(WEB / name, files / name)
    for name, file in {OFFLINE: page, **scripts}.items():
        if file is not None:
            (folder / name).write_bytes(file.body)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
