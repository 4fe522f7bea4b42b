"""The files of `deploy/` against the actual settings, commands and metrics of the code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest

from bots.commands.parser import parser as bots_parser
from protocol import codes
from server.admin import doctor
from server.admin.findings import WRONG, Finding
from server.commands import parser as server_parser
from server.metrics import Metrics
from server.net.client_addresses import ClientAddresses
from server.process.shared_listener import ASKS
from server.settings.config import Settings, names, read
from server.store import replicas
from tests.store.machines import Cluster, Machine
from tests.waiting import LIMIT, until

from .test_compose import filled_in

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SECRETS = {"BOT_KEY": "a long random text", "GRAFANA_PASSWORD": "another one"}

Doc = dict[str, Any]


@pytest.fixture
def compose() -> Doc:
    text = filled_in((DEPLOY / "compose.yml").read_text(), SECRETS)
    assert "${" not in text
    found: Doc = yaml.safe_load(text)
    return found


@pytest.fixture
def kubernetes() -> dict[tuple[str, str], Doc]:
    """Every object by kind and name; the arguments of its containers are expanded as the kubelet does it."""
    found = {}
    for file in sorted((DEPLOY / "kubernetes").iterdir()):
        for it in yaml.safe_load_all(file.read_text()):
            assert it["apiVersion"]
            found[it["kind"], it["metadata"]["name"]] = it
            for one in it.get("spec", {}).get("template", {}).get("spec", {}).get("containers", ()):
                expand(one)
    return found


def expand(container: Doc) -> None:
    """Expand a container's arguments and variables as the kubelet does before the start."""
    variables: dict[str, str] = {}

    def expanded(text: str) -> str:
        """`$(NAME)` is replaced if there is a variable of this name, two dollars become one, all else
        stays."""
        return re.sub(
            r"\$\$|\$\(([^)]*)\)",
            lambda it: "$" if it[0] == "$$" else variables.get(it[1], it[0]),
            text,
        )

    for it in container.get("env", ()):
        if "value" in it:
            it["value"] = variables[it["name"]] = expanded(it["value"])
    for part in ("command", "args"):
        if part in container:
            container[part] = [expanded(word) for word in container[part]]


def test_words_are_expanded_as_kubernetes_documents_it() -> None:
    it: Doc = {
        "env": [{"name": "A", "value": "1"}, {"name": "B", "value": "$(A)$$(A)$(C)"}],
        "args": ["$(B) $C ${A}"],
    }
    expand(it)
    assert it["env"][1]["value"] == "1$(A)$(C)"
    assert it["args"] == ["1$(A)$(C) $C ${A}"]
    script = {"command": ["$(hostname)", r"\$${name}"]}
    expand(script)
    assert script["command"] == ["$(hostname)", r"\${name}"]


def known(given: Mapping[str, str]) -> Settings:
    """The settings that a hub reads; checks that each of them exists."""
    assert set(given) <= {variable for field in Settings.__struct_fields__ for variable in names(field)}
    assert all(type(value) is str for value in given.values())
    return read(given)


def container(it: Doc) -> Doc:
    (found,) = it["spec"]["template"]["spec"]["containers"]
    return dict(found)


# -- compose ---------------------------------------------------------------------------------------


def test_hubs_of_the_compose_file(compose: Doc) -> None:
    services = compose["services"]
    hub, settings = services["hub"], known(services["hub"]["environment"])
    addresses = {name: it["networks"]["inside"]["ipv4_address"] for name, it in redis_nodes(compose).items()}
    named = settings.redis.removeprefix("cluster+redis://").split(",")
    assert named == [f"{addresses[f'redis-{number}']}:6379" for number in range(3)]
    assert settings.copies == 1
    assert hub["deploy"]["replicas"] == 4
    assert (
        hub["image"] == yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["hub"]["image"]
    )
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert ClientAddresses(settings.proxies, 1.0).trusted(proxy)
    assert f"dynamic a hub {settings.port}" in compose["configs"]["caddyfile"]["content"]
    assert "ports" not in hub
    network = compose["networks"]["inside"]["ipam"]["config"][0]
    fixed = [ip_address(it) for it in (*addresses.values(), proxy)]
    assert len(set(fixed)) == 7
    for address in fixed:
        assert address in ip_network(network["subnet"])
        assert address not in ip_network(network["ip_range"]), "another container might have it"


def redis_nodes(compose: Doc) -> dict[str, Doc]:
    return {name: it for name, it in compose["services"].items() if name.startswith("redis-")}


def test_the_cluster_of_the_compose_file_is_made_of_its_nodes(compose: Doc) -> None:
    nodes, make = redis_nodes(compose), compose["services"]["cluster"]
    script = make["command"][-1]
    addresses = [it["networks"]["inside"]["ipv4_address"] for it in nodes.values()]
    assert re.findall(r"(\S+):6379", script) == addresses
    assert "--cluster-replicas 1" in script
    assert set(make["depends_on"]) == set(nodes)
    assert {it["volumes"][0] for it in nodes.values()} == {f"{name}:/data" for name in nodes}
    assert set(compose["volumes"]) == {*nodes, "prometheus", "grafana", "games"}


def test_bots_of_the_compose_file(compose: Doc, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = compose["services"]["bots"]
    for name, value in bots["environment"].items():
        monkeypatch.setenv(name, value)
    assert bots["environment"]["BOT_KEY"] == compose["services"]["hub"]["environment"]["BOT_KEY"]
    assert bots_parser().parse_args(bots["command"][2:]).server == "ws://proxy/ws"


# -- the Redis of both, really run -----------------------------------------------------------------


def words_of(compose: Doc, kubernetes: Mapping[tuple[str, str], Doc]) -> list[str]:
    """The arguments of a node; equal in both files."""
    here = redis_nodes(compose)["redis-0"]["command"]
    there = container(kubernetes["StatefulSet", "redis"])
    assert here[0] == there["command"][-1] == "redis-server"
    assert there["args"] == [*here[1:], "--dir", "/data"]
    return [*map(str, here[1:])]


class Deployed(Cluster):
    """A cluster of nodes that are started with these arguments, and with changes that let them share one
    machine."""

    def __init__(self, folder: Path, words: list[str]) -> None:
        self.words = words
        super().__init__(folder)

    def _machine(self, number: int) -> Machine:
        machine = Machine(self.folder / f"node{number}", *self.words)
        machine.words += ("--cluster-port", str(machine.bus))
        return machine


async def test_the_doctor_finds_nothing_wrong_with_the_cluster(
    compose: Doc, kubernetes: dict[tuple[str, str], Doc], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replicas, "ANSWER_TIMEOUT_S", LIMIT)
    monkeypatch.setattr(doctor, "TOO_SLOW_S", LIMIT)  # the speed of this machine's disk is out of scope
    copies = known(compose["services"]["hub"]["environment"]).copies
    cluster = Deployed(tmp_path, words_of(compose, kubernetes))
    found: list[Finding] = []

    async def well() -> bool:
        """A write may take a slow disk of a replica longer than hubs wait for it."""
        found[:] = await doctor.redis(cluster.url, copies)
        return not [it for it in found if it.state == WRONG]

    try:
        await cluster.start()
        await until(well)
    finally:
        cluster.kill()
    assert len([it for it in found if "is version" in it.what]) == 3


# -- Kubernetes ------------------------------------------------------------------------------------


SHOW = "printf '%s\\n' \"$@\""
"""A program that prints its arguments, one on each line."""


def ran(it: Doc, folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """The command of a container, run here with the services of Redis in its environment and with shell
    scripts instead of programs."""
    for name, script in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o700)
    services = {f"REDIS_{n}_SERVICE_HOST": f"10.96.0.{n}" for n in range(6)}
    return subprocess.run(
        [*it["command"], *it.get("args", ())],
        env={"PATH": f"{folder}:{os.environ['PATH']}", **services},
        capture_output=True,
        text=True,
    )


def test_every_redis_of_kubernetes_tells_the_address_of_its_own_service(
    kubernetes: dict[tuple[str, str], Doc], tmp_path: Path
) -> None:
    node = container(kubernetes["StatefulSet", "redis"])
    for n in range(6):
        started = ran(node, tmp_path, hostname=f"echo redis-{n}", redis_server=SHOW)
        assert started.stdout.split("\n")[:-1] == [*node["args"], "--cluster-announce-ip", f"10.96.0.{n}"]
    alone = ran(node, tmp_path, hostname="echo redis-6", redis_server=SHOW)
    assert alone.returncode and not alone.stdout
    assert "REDIS_6_SERVICE_HOST" in alone.stderr, "one without a service would be lost at its next start"


def test_the_cluster_of_kubernetes_is_made_of_the_services(
    kubernetes: dict[tuple[str, str], Doc], tmp_path: Path
) -> None:
    made = ran(container(kubernetes["Job", "redis-cluster"]), tmp_path, redis_cli='echo "$@"')
    assert made.returncode == 0, made.stderr
    nodes = " ".join(f"10.96.0.{n}:6379" for n in range(6))
    assert made.stdout.splitlines()[-1] == f"--cluster-yes --cluster create --cluster-replicas 1 {nodes}"


def test_hubs_and_bots_of_kubernetes(
    kubernetes: dict[tuple[str, str], Doc], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, bots = (container(kubernetes["Deployment", name]) for name in ("hub", "bots"))
    settings = known({**kubernetes["ConfigMap", "stammtisch"]["data"], "BOT_KEY": "a long random text"})
    assert hub["envFrom"] == [{"configMapRef": {"name": "stammtisch"}}]
    assert [it["name"] for it in hub["env"]] == ["BOT_KEY", "ADMIN_KEY"]
    assert hub["env"][1]["valueFrom"]["secretKeyRef"]["optional"]
    assert kubernetes["Deployment", "hub"]["spec"]["template"]["spec"]["enableServiceLinks"] is False
    named = settings.redis.removeprefix("cluster+redis://").split(",")
    assert len(set(named)) == 3
    assert all(("Service", place.removesuffix(":6379")) in kubernetes for place in named)
    assert settings.copies == 1
    ports = {it["name"]: it["containerPort"] for it in hub["ports"]}
    assert ports == {"play": settings.port, "metrics": int(settings.metrics.rpartition(":")[2])}
    assert server_parser().parse_args(hub["command"][1:]).command == "serve"
    assert hub["readinessProbe"]["httpGet"]["path"] == "/healthz"
    for it in bots["env"]:
        monkeypatch.setenv(it["name"], it.get("value", "key"))
    assert bots_parser().parse_args(bots["command"][2:]).server == "ws://hub/ws"
    assert kubernetes["Service", "hub"]["spec"]["ports"][0]["port"] == 80
    names_ = [rule["host"] for rule in kubernetes["Ingress", "stammtisch"]["spec"]["rules"]]
    assert set(settings.hosts) == {*names_, "hub"}, "by these people and bots come"


def test_the_ingress_leads_by_table_and_spreads_the_others(kubernetes: dict[tuple[str, str], Doc]) -> None:
    """The ingress uses the same query variable of a socket's address as hubs on one machine."""
    ingress = kubernetes["Ingress", "stammtisch"]
    by = ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/upstream-hash-by"]
    snippet = kubernetes["ConfigMap", "ingress-nginx-controller"]["data"]["http-snippet"]
    found = re.fullmatch(
        r'map \$arg_(\w+) (\$\w+) {\s+"" \$request_id;\s+default \$arg_(\w+);\s+}\s+', snippet
    )
    assert found and found[2] == by and found[1] == found[3]
    assert ASKS.match(f"GET /ws?{found[1]}=x".encode())
    assert ingress["spec"]["ingressClassName"] == "nginx", "no other controller understands that"


def test_labels_and_services_of_kubernetes_fit(kubernetes: dict[tuple[str, str], Doc]) -> None:
    made = [it["spec"]["template"] for it in kubernetes.values() if "template" in it.get("spec", {})]
    pods = [it["metadata"]["labels"] for it in made]
    for (kind, name), it in kubernetes.items():
        if kind in ("Deployment", "StatefulSet"):
            assert it["spec"]["selector"]["matchLabels"] == it["spec"]["template"]["metadata"]["labels"]
        if kind == "Service" and "app" in it["spec"]["selector"]:
            assert it["spec"]["selector"] in pods, name
        if kind == "PodDisruptionBudget":
            assert it["spec"]["selector"]["matchLabels"] in pods
    number = kubernetes["StatefulSet", "redis"]["spec"]["replicas"]
    for n in range(number):
        picked = kubernetes["Service", f"redis-{n}"]["spec"]["selector"]
        assert picked == {"statefulset.kubernetes.io/pod-name": f"redis-{n}"}
    assert "for name in 0 1 2 3 4 5" in container(kubernetes["Job", "redis-cluster"])["command"][-1]
    backend = kubernetes["Ingress", "stammtisch"]["spec"]["rules"][0]["http"]["paths"][0]["backend"][
        "service"
    ]
    assert backend == {"name": "hub", "port": {"name": "play"}}


# -- systemd ---------------------------------------------------------------------------------------


UNIT = (DEPLOY / "systemd/stammtisch.service").read_text()


def directives(name: str) -> list[str]:
    return re.findall(rf"(?m)^{name}=(.*)$", UNIT)


def variables(file: Path) -> dict[str, str]:
    """The content of a file of environment variables."""
    rows = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return dict(row.split("=", 1) for row in rows)


def test_the_service_starts_what_there_is_as_a_user_that_there_is() -> None:
    (start,) = directives("ExecStart")
    script, command = start.split()
    assert script == "/opt/stammtisch/bin/stammtisch"
    assert server_parser().parse_args([command]).command == "play"
    (user,) = directives("User")
    line = next(it for it in (DEPLOY / "systemd/sysusers.conf").read_text().splitlines() if it[0] != "#")
    assert line.split()[:2] == ["u", user]
    settings = known(variables(DEPLOY / "systemd/stammtisch.env"))
    assert settings.data == f"/var/lib/{directives('StateDirectory')[0]}", "where it may write"
    assert settings.host in settings.proxies
    assert directives("EnvironmentFile") == ["/etc/stammtisch.env"]
    assert not directives("Environment"), "any user of the machine could read it"


def test_the_service_can_do_little_else() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not there")
    file = DEPLOY / "systemd/stammtisch.service"
    done = subprocess.run(
        [program, "security", "--offline=true", "--no-pager", str(file)], capture_output=True, text=True
    )
    if "unrecognized option" in done.stderr:
        pytest.skip("systemd-analyze is older than 250")
    found = re.search(r"Overall exposure level for \S+: ([\d.]+) (\w+)", done.stdout)
    assert found and found[2] in ("OK", "SAFE") and float(found[1]) < 2.5, done.stdout + done.stderr


def test_the_lines_that_set_the_service_up_copy_what_there_is() -> None:
    """The commands in the file itself, and in docs/hosting.md."""
    for text in (UNIT, (ROOT / "docs/hosting.md").read_text()):
        assert re.search(r"umask 022\b.*\n\W*python3 -m venv /opt/stammtisch", text), "its user reads it"
        copied = dict(re.findall(r"install (?:-D )?-m 6\d\d (\S+) (\S+)", text))
        assert set(copied) == {it.name for it in (DEPLOY / "systemd").iterdir()}
        assert copied["stammtisch.env"] == directives("EnvironmentFile")[0]
        assert copied["sysusers.conf"].startswith("/etc/sysusers.d/")
    inside = re.search(r"(?s)sudo systemd-run (.+?)\n\n", (ROOT / "docs/hosting.md").read_text())
    assert inside
    words = inside[1].replace("\\\n", " ").split()
    assert f"--property=User={directives('User')[0]}" in words
    assert f"--property=EnvironmentFile={directives('EnvironmentFile')[0]}" in words
    assert words[-2:-1] == directives("ExecStart")[0].split()[:-1]
    assert server_parser().parse_args(words[-1:]).command == "doctor"


PROMETHEUS = 9090
"""The default port of Prometheus, possibly on the same machine as hubs."""


def test_hubs_tell_their_figures_at_one_port_which_is_nobody_else_s(
    compose: Doc, kubernetes: dict[tuple[str, str], Doc]
) -> None:
    simple = yaml.safe_load(filled_in((ROOT / "docker-compose.yml").read_text(), SECRETS))
    told = [
        simple["services"]["hub"]["environment"]["METRICS"],
        compose["services"]["hub"]["environment"]["METRICS"],
        kubernetes["ConfigMap", "stammtisch"]["data"]["METRICS"],
        variables(DEPLOY / "systemd/stammtisch.env")["METRICS"],
    ]
    (port,) = {int(it.rpartition(":")[2]) for it in told}
    assert port != PROMETHEUS
    (service,) = kubernetes["Service", "hub-metrics"]["spec"]["ports"]
    noted = kubernetes["Deployment", "hub"]["spec"]["template"]["metadata"]["annotations"]
    scraped = re.findall(r"port: (\d+)|[\d.]+:(\d+)", (DEPLOY / "prometheus/prometheus.yml").read_text())
    assert {port} == {service["port"], int(noted["prometheus.io/port"]), *(int(a or b) for a, b in scraped)}


# -- figures ---------------------------------------------------------------------------------------


UNSHOWN = {"stammtisch_sent_frames_total"}
"""A panel shows the bytes that are sent, which say more than the number of frames."""


def told() -> set[str]:
    """The names of all metrics of a hub."""
    found = set()
    for family in Metrics().registry.collect():
        ends = {"counter": ("_total", "_created"), "histogram": ("_bucket", "_sum", "_count")}
        found |= {family.name + end for end in ends.get(family.type, ("",))}
    return found


def asked(expression: str) -> set[str]:
    """The names of metrics in an expression."""
    return set(re.findall(r"\b(?:stammtisch|process)_\w+|\bstammtisch:[\w:]+", expression))


def expressions() -> Iterator[tuple[str, str]]:
    board = json.loads((DEPLOY / "grafana/dashboard.json").read_text())
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield f"panel {panel['title']}", target["expr"]
    for rule in rules("alert"):
        yield f"alert {rule['alert']}", rule["expr"]
    for rule in rules("record"):
        yield f"record {rule['record']}", rule["expr"]


def rules(kind: str) -> list[Doc]:
    """The alerting rules, or the recording rules."""
    groups = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"] if kind in rule]


def test_dashboard_and_alerts_ask_for_figures_that_there_are() -> None:
    recorded = {rule["record"] for rule in rules("record")}
    figures, used = told() | recorded, set()
    for place, expression in expressions():
        assert asked(expression) <= figures, place
        assert expression.count("(") == expression.count(")"), place
        used |= asked(expression)
    ours = {name for name in figures if name.startswith("stammtisch_")}
    hidden = ("_created", "_sum", "_count")
    unseen = {name for name in ours - used - UNSHOWN if not name.endswith(hidden)}
    assert not unseen, f"no panel of deploy/grafana/dashboard.json and no alert asks for {unseen}"
    assert recorded <= used


def test_label_values_in_expressions_exist() -> None:
    """An unknown bound of a histogram, or an unknown code, would match nothing. The first sample of a label
    would be missed, if the label does not exist before it."""
    text = generate_latest(Metrics().registry).decode()
    told_at_once = set(re.findall(r'code="(\w+)"} 0.0', text))
    bounds = set(re.findall(r'stammtisch_move_seconds_bucket{le="([^"]+)"}', text))
    spoken = {*codes.REFUSALS, *map(str, vars(codes).values())}
    for place, expression in expressions():
        assert set(re.findall(r'le="([^"]+)"', expression)) <= bounds, place
        for picked in re.findall(r'code=~?"([^"]+)"', expression):
            assert set(picked.split("|")) <= spoken, place
            assert set(picked.split("|")) <= told_at_once, place


def test_hubs_behind_one_address_are_told_apart() -> None:
    """`play` serves the metrics of all its hubs at one address, each with the number of its hub."""
    board = json.loads((DEPLOY / "grafana/dashboard.json").read_text())
    targets = [target for panel in board["panels"] for target in panel.get("targets", ())]
    named = [it["legendFormat"] for it in targets if "instance" in it["legendFormat"]]
    assert len(named) > 5 and all("{{hub}}" in it for it in named)
    assert not [it["expr"] for it in targets if "by (instance)" in it["expr"] or "up{" in it["expr"]]


def test_every_alert_says_what_to_do() -> None:
    alerts = rules("alert")
    assert len({rule["alert"] for rule in alerts}) == len(alerts) > 8
    for rule in alerts:
        assert set(rule["annotations"]) == {"summary", "description"}
        assert rule["labels"]["severity"] in ("page", "look")


def test_codes_of_closes_in_alerts_are_those_of_the_protocol() -> None:
    (code,) = re.findall(r'code="(\d+)"', (DEPLOY / "prometheus/alerts.yml").read_text())
    assert int(code) == codes.CROWDED


def test_prometheus_and_grafana_find_what_they_need(compose: Doc) -> None:
    prometheus = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())
    assert prometheus["rule_files"] == ["alerts.yml"]
    (job,) = prometheus["scrape_configs"]
    (looked,) = job["dns_sd_configs"]
    settings = known(compose["services"]["hub"]["environment"])
    assert looked["names"] == compose["services"]["hub"]["networks"]["inside"]["aliases"]
    assert looked["port"] == int(settings.metrics.rpartition(":")[2])
    source = yaml.safe_load((DEPLOY / "grafana/datasource.yml").read_text())["datasources"][0]
    board = json.loads((DEPLOY / "grafana/dashboard.json").read_text())
    assert {it["datasource"]["uid"] for it in board["panels"] if "datasource" in it} == {source["uid"]}
    grafana = compose["services"]["grafana"]
    mounted = dict(volume.split(":")[:2] for volume in grafana["volumes"])
    for here in [it for it in mounted if it.startswith("./")]:
        assert (DEPLOY / here).is_file(), here
    assert (
        grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
        == mounted["./grafana/dashboard.json"]
    )
    places = [panel["gridPos"] for panel in board["panels"]]
    assert all(it["x"] + it["w"] <= 24 for it in places)
    cells = [
        (x, y)
        for it in places
        for x in range(it["x"], it["x"] + it["w"])
        for y in range(it["y"], it["y"] + it["h"])
    ]
    assert len(cells) == len(set(cells)), "no panel lies on another"


def test_hubs_without_containers_can_be_named_instead() -> None:
    text = (DEPLOY / "prometheus/prometheus.yml").read_text()
    (job,) = yaml.safe_load(re.sub(r"(?m)^    # (static_configs:|  - )", r"    \1", text))["scrape_configs"]
    (named,) = job["static_configs"]
    assert len(named["targets"]) > 1
    assert all(read({"METRICS": target}).metrics == target for target in named["targets"])


def test_prometheus_and_grafana_of_kubernetes_find_what_they_need(
    kubernetes: dict[tuple[str, str], Doc],
) -> None:
    (job,) = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())["scrape_configs"]
    assert f'job="{job["job_name"]}"' in (DEPLOY / "prometheus/alerts.yml").read_text()
    (looked,) = job["dns_sd_configs"]
    hubs = kubernetes["Service", looked["names"][0]]["spec"]
    assert hubs["clusterIP"] == "None", "the name has the addresses of all"
    assert hubs["publishNotReadyAddresses"], "one that can't store is to be seen, too"
    assert [it["port"] for it in hubs["ports"]] == [looked["port"]]
    source = yaml.safe_load((DEPLOY / "grafana/datasource.yml").read_text())["datasources"][0]
    port = kubernetes["Service", "prometheus"]["spec"]["ports"][0]["port"]
    assert source["url"] == f"http://prometheus:{port}"
    said = (DEPLOY / "kubernetes/watching.yml").read_text()
    for name in ("prometheus", "grafana"):
        pod = kubernetes["Deployment", name]["spec"]["template"]["spec"]
        assert {"name": "config", "configMap": {"name": name}} in pod["volumes"]
        assert f"kubectl create configmap {name} --from-file=deploy/{name}\n" in said
        assert ("PersistentVolumeClaim", name) in kubernetes


def test_grafana_has_its_files_at_the_same_places_everywhere(
    compose: Doc, kubernetes: dict[tuple[str, str], Doc]
) -> None:
    here = [volume.split(":")[:2] for volume in compose["services"]["grafana"]["volumes"]]
    there = container(kubernetes["Deployment", "grafana"])
    mounted = {it["mountPath"]: it["subPath"] for it in there["volumeMounts"] if "subPath" in it}
    assert mounted == {to: Path(it).name for it, to in here if it.startswith("./")}
    given = {it["name"]: it.get("value") for it in there["env"]}
    assert given["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] in mounted
    assert given.keys() == compose["services"]["grafana"]["environment"].keys()
    for name in ("prometheus", "grafana"):
        it = container(kubernetes["Deployment", name])
        assert it["image"] == compose["services"][name]["image"]
