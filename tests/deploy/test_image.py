"""The image: its steps run here, what comes out plays, and writes nothing."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from bots.commands.parser import parser as bots_parser
from server.commands import parser as server_parser

from . import image
from .installed import BUILT_FROM, SHIPPED
from .test_compose import filled_in
from .test_deploy import DEPLOY, SECRETS, container

STEPS = image.steps(image.DOCKERFILE.read_text())


def of(word: str) -> list[str]:
    return [rest for step, rest in STEPS if step == word]


@pytest.mark.timeout(900)
async def test_the_image_is_built_and_plays(tmp_path: Path) -> None:
    """With the packages of the tests instead of those of the index."""
    stage = image.build(tmp_path, offline=True)
    image.add_game(stage)
    image.make_read_only(stage)
    assert "gops" in await image.play(stage, tmp_path / "temporary")
    with image.container(stage, ["sh", "-c", "touch it ../it"], tmp_path) as process:
        assert process.wait() != 0, "nothing is written there"


@pytest.mark.long
def test_the_image_is_built_of_the_locked_packages_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert image.main() == 0
    assert "Bots of the image have played" in capsys.readouterr().out


def test_the_image_is_built_from_what_a_package_is_built_from() -> None:
    copied = {name for rest in of("COPY") if "--from" not in rest for name in rest.split()[:-1]}
    assert copied == {*BUILT_FROM, *SHIPPED, "requirements-build.lock"}
    lines = (image.ROOT / ".dockerignore").read_text().splitlines()
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    assert "*" in lines and "**/__pycache__" in lines
    installs = [rest for rest in of("RUN") if rest.startswith("pip install")]
    assert all("--require-hashes" in rest or "--no-index" in rest for rest in installs)


def test_the_image_runs_as_nobody_special() -> None:
    (user,) = of("USER")
    (made,) = [rest for rest in of("RUN") if rest.startswith("useradd ")]
    assert made.split()[-1] == user
    assert [word for word, _ in STEPS].index("USER") > [rest for _, rest in STEPS].index(made)
    uid = int(re.search(r"--uid (\d+)", made)[1])  # type: ignore[index]
    for it in yaml.safe_load_all((DEPLOY / "kubernetes/hubs.yml").read_text()):
        if it["kind"] == "Deployment":
            context = container(it)["securityContext"]
            assert context["runAsUser"] == uid and context["readOnlyRootFilesystem"]
            assert {"name": "temporary", "mountPath": "/tmp"} in container(it)["volumeMounts"]
    (command,) = map(json.loads, of("CMD"))
    assert command[0] == "stammtisch" and server_parser().parse_args(command[1:]).command == "serve"


@pytest.mark.parametrize("file", ["docker-compose.yml", "deploy/compose.yml"])
def test_compose_files_use_it(file: str) -> None:
    path = image.ROOT / file
    services = yaml.safe_load(filled_in(path.read_text(), SECRETS))["services"]
    for name in ("hub", "bots"):
        it = services[name]
        assert (path.parent / it["build"]).resolve() == image.ROOT and it["image"] == "stammtisch"
        assert it["read_only"] and it["tmpfs"] == ["/tmp"] and it["cap_drop"] == ["ALL"]
        assert "games:/games:ro" in it["volumes"]
    assert "healthcheck" not in services["hub"], "the image has one"
    assert services["bots"]["healthcheck"] == {"disable": True}
    script, package, *words = services["bots"]["command"]
    assert (script, package) == ("stammtisch", "bots")
    assert bots_parser().parse_args(words).command == "fill"


def test_the_build_is_locked() -> None:
    """The same files of the same versions that the tests have, of what the build needs and no others."""
    build, ours = (
        locked_files(image.ROOT / name) for name in ("requirements-build.lock", "requirements.lock")
    )
    assert build.items() < ours.items()
    wanted = tomllib.loads((image.ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert {name.partition("==")[0] for name in build} == with_their_own(Requirement(one) for one in wanted)


def locked_files(lock: Path) -> dict[str, list[str]]:
    """By package and version, the hashes of its permitted files. For which machines it is locked is left
    out."""
    entries = re.findall(r"(?ms)^(\S+==\S+)(.*?)(?=^\S|\Z)", lock.read_text())
    return {name: re.findall(r"sha256:\w{64}", rest) for name, rest in entries}


def with_their_own(wanted: Iterable[Requirement]) -> set[str]:
    """The names of these packages, and of what they need in turn here."""
    found = set[str]()
    for one in wanted:
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        if (one.marker is None or one.marker.evaluate({"extra": ""})) and name not in found:
            found |= {name, *with_their_own(map(Requirement, requires(name) or ()))}
    return found
