"""What lies in `deploy/`, against the settings, commands and figures that the code really has."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest

from bots.commands import parser as bots_parser
from protocol import codes
from server.beside import ASKS
from server.commands import parser as server_parser
from server.config import Settings, names, read
from server.host import doctor
from server.host.telling import WRONG
from server.hub.addresses import Addresses
from server.metrics import Metrics
from tests.store.machines import Cluster, Machine
from tests.waiting import LIMIT

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
    """Every object by kind and name; its containers are started as a machine of the cluster would do it."""
    found = {}
    for file in sorted((DEPLOY / "kubernetes").iterdir()):
        for it in yaml.safe_load_all(file.read_text()):
            assert it["apiVersion"]
            found[it["kind"], it["metadata"]["name"]] = it
            for one in it.get("spec", {}).get("template", {}).get("spec", {}).get("containers", ()):
                expand(one)
    return found


def expand(container: Doc) -> None:
    """Do in a container's words and variables what the kubelet does before it starts it."""
    variables: dict[str, str] = {}

    def expanded(text: str) -> str:
        """`$(NAME)` is a variable where there is one of this name, two dollars are one, all else stays."""
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
    """Settings that a hub reads, each of them one that there is."""
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
    assert f":{settings.port}/healthz" in " ".join(hub["healthcheck"]["test"])
    proxy = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert Addresses(settings.proxies, 1.0).trusted(proxy)
    assert f"dynamic a hub {settings.port}" in compose["configs"]["caddyfile"]["content"]
    assert "ports" not in hub
    network = compose["networks"]["inside"]["ipam"]["config"][0]
    fixed = [ip_address(it) for it in (*addresses.values(), proxy)]
    assert len(set(fixed)) == 7
    for address in fixed:
        assert address in ip_network(network["subnet"])
        assert address not in ip_network(network["ip_range"]), "somebody else might have it"


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
    assert set(compose["volumes"]) == {*nodes, "prometheus", "grafana"}


def test_bots_of_the_compose_file(compose: Doc, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = compose["services"]["bots"]
    for name, value in bots["environment"].items():
        monkeypatch.setenv(name, value)
    assert bots["environment"]["BOT_KEY"] == compose["services"]["hub"]["environment"]["BOT_KEY"]
    assert bots_parser().parse_args(bots["command"][3:]).server == "ws://proxy/ws"


# -- the Redis of both, really run -----------------------------------------------------------------


def words_of(compose: Doc, kubernetes: Mapping[tuple[str, str], Doc]) -> list[str]:
    """What a node is started with; the same here and there."""
    here = redis_nodes(compose)["redis-0"]["command"]
    there = container(kubernetes["StatefulSet", "redis"])
    assert here[0] == there["command"][-1] == "redis-server"
    assert there["args"] == [*here[1:], "--dir", "/data"]
    return [*map(str, here[1:])]


class Deployed(Cluster):
    """A cluster of nodes that are started with these words, and what keeps them apart on one machine."""

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
    monkeypatch.setattr(doctor, "TOO_SLOW_S", LIMIT)  # how fast this machine's disk is is another matter
    copies = known(compose["services"]["hub"]["environment"]).copies
    cluster = Deployed(tmp_path, words_of(compose, kubernetes))
    try:
        await cluster.start()
        found = await doctor.redis(cluster.url, copies)
    finally:
        cluster.kill()
    assert [it for it in found if it.state == WRONG] == []
    assert len([it for it in found if "is version" in it.what]) == 3


# -- Kubernetes ------------------------------------------------------------------------------------


SHOW = "printf '%s\\n' \"$@\""
"""A program that prints its words, one to a line."""


def ran(it: Doc, folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """A container's command, run here with the services of Redis in its environment and shell scripts in the
    place of programs."""
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
    assert [it["name"] for it in hub["env"]] == ["BOT_KEY"]
    named = settings.redis.removeprefix("cluster+redis://").split(",")
    assert len(set(named)) == 3
    assert all(("Service", place.removesuffix(":6379")) in kubernetes for place in named)
    assert settings.copies == 1
    ports = {it["name"]: it["containerPort"] for it in hub["ports"]}
    assert ports == {"play": settings.port, "metrics": int(settings.metrics.rpartition(":")[2])}
    assert server_parser().parse_args(hub["command"][3:]).command == "serve"
    assert hub["readinessProbe"]["httpGet"]["path"] == "/healthz"
    for it in bots["env"]:
        monkeypatch.setenv(it["name"], it.get("value", "key"))
    assert bots_parser().parse_args(bots["command"][3:]).server == "ws://hub/ws"
    assert kubernetes["Service", "hub"]["spec"]["ports"][0]["port"] == 80
    names_ = [rule["host"] for rule in kubernetes["Ingress", "stammtisch"]["spec"]["rules"]]
    assert set(settings.hosts) == {*names_, "hub"}, "by these people and bots come"


def test_the_ingress_leads_by_table_and_spreads_the_others(kubernetes: dict[tuple[str, str], Doc]) -> None:
    """By the variable that a socket's address has for hubs beside each other, too."""
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


# -- figures ---------------------------------------------------------------------------------------


def told() -> set[str]:
    """The names of all figures that a hub tells."""
    metrics = Metrics()
    for counter in (metrics.refusals, metrics.closes, metrics.stand_ins):
        counter.labels("x").inc()
    metrics.moved("Act", 0.1)
    metrics.received["Act"] += 1
    text = generate_latest(metrics.registry).decode()
    return {re.split(r"[{ ]", line)[0] for line in text.splitlines() if line and line[0] != "#"}


def asked(expression: str) -> set[str]:
    """The names of figures in an expression."""
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
    """The alerts, or what is recorded for them."""
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
    hidden = {"_created", "_sum", "_count"}
    unseen = {name for name in ours - used if not any(name.endswith(end) for end in hidden)}
    assert unseen == {"stammtisch_sent_frames_total"}, "what is counted is shown somewhere"
    assert recorded <= used


def test_what_is_picked_out_of_a_figure_is_there() -> None:
    """A bound that no histogram has, or a code that no hub says, would never be found; nor is the first of a
    kind, where the kind is not there before."""
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
    """`play` serves the figures of all its hubs at one, each with the number of its hub."""
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
