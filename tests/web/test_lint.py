"""What checks the page's modules is what it says it is: pinned, and made of the protocol as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from protocol.typescript import declarations

ROOT = Path(__file__).parents[2]
LINT = ROOT / "lint"
LOCK = json.loads((LINT / "package-lock.json").read_text())


def test_documents_and_frames_are_declared_as_they_are() -> None:
    assert (LINT / "types/protocol.d.ts").read_text() == declarations()


def test_the_lock_names_no_host_and_has_every_hash() -> None:
    packages = {name: package for name, package in LOCK["packages"].items() if name}
    assert len(packages) > 20
    assert not [name for name, package in packages.items() if "resolved" in package or "link" in package]
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())


def test_the_libraries_types_are_of_the_versions_that_are_served() -> None:
    wanted = json.loads((LINT / "package.json").read_text())["devDependencies"]
    read_me = (ROOT / "server/web/vendor/README.md").read_text()
    rows = re.findall(r"^\| `\w.*?\.mjs` \| (\S+) (\d+\.\d+\.\d+),", read_me, re.MULTILINE)
    served = dict(rows)
    # Signals' own types bring those of their core.
    assert (
        served.pop("@preact/signals-core") == LOCK["packages"]["node_modules/@preact/signals-core"]["version"]
    )
    assert served.items() <= wanted.items() and len(served) == 4
