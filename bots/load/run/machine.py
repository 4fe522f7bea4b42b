"""Describes this machine, for a result."""

from __future__ import annotations

import os
import platform
import re
import resource
from importlib import metadata
from pathlib import Path

from ..result import Machine

NAMED = ("websockets", "uvloop", "msgspec", "hdrhistogram")


def machine() -> Machine:
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        system=platform.platform(),
        versions={"python": platform.python_version(), **_versions()},
        files=resource.getrlimit(resource.RLIMIT_NOFILE)[1],
        load=round(os.getloadavg()[0], 2),
    )


def _cpu() -> str:
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    found = {}
    for name in NAMED:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found
