#!/usr/bin/env python3
"""Builds the kustomizations of deploy/kubernetes, and runs the server and the baker as their Deployments and Jobs say.

    tests/install/kubernetes_test.py KUBERNETES_DIR SERVER CLI WRITE_TEST_WORLD BAKE

The container's arguments and environment start the real programs, with folders and ports of this machine in place of the pod's. Secrets
are laid out as a kubelet does, and renewed as it does. Exit code 77 (skipped) if there is no kubectl that knows components.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_S = 30
SKIPPED = 77


def build_all(folder):
    said = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    return list(yaml.safe_load_all(said.stdout))


def build(folder):
    return {document["kind"]: document for document in build_all(folder)}


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
        return answer.read().decode()


def write_certificate(folder, name):
    """A pair for localhost."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", folder / "tls.key", "-out", folder / "tls.crt"], check=True, capture_output=True)


def mount_secret(folder, write):
    """As a kubelet does: files are links into ..data, which is a link to a folder of this version and replaced by rename."""
    version = pathlib.Path(tempfile.mkdtemp(prefix="..", dir=folder))
    write(version)
    link = folder / "..data_tmp"
    link.symlink_to(version.name)
    link.rename(folder / "..data")
    for file in version.iterdir():
        if not (folder / file.name).is_symlink():
            (folder / file.name).symlink_to(pathlib.Path("..data") / file.name)


class Pod:
    """The server that a Deployment describes, on this machine."""

    def __init__(self, deployment, server, folder):
        spec = deployment["spec"]["template"]["spec"]
        self.grace_s = spec["terminationGracePeriodSeconds"]
        [container] = spec["containers"]
        self.container = container
        self.ports = {port["name"]: (port["containerPort"], free_port()) for port in container["ports"]}
        volumes = {volume["name"]: volume for volume in spec["volumes"]}
        self.mounts = {}
        for mount in container["volumeMounts"]:
            assert mount["name"] in volumes and (mount.get("readOnly") or "emptyDir" in volumes[mount["name"]]), mount
            self.mounts[mount["mountPath"]] = folder / mount["name"]
            (folder / mount["name"]).mkdir(exist_ok=True)
        self.command = [server] + [self.here(argument) for argument in container["args"]]
        self.environment = {variable["name"]: self.here(variable["value"]) for variable in container["env"]}
        self.log = folder / "log"
        self.process = None

    def here(self, text):
        for there, port in self.ports.values():
            text = text.replace(f"0.0.0.0:{there}", f"127.0.0.1:{port}")
        for path, folder in self.mounts.items():
            text = re.sub(f"^{re.escape(path)}(?=/|$)", str(folder), text)
        return text

    def start(self):
        with self.log.open("w") as out:
            self.process = subprocess.Popen(self.command, env=self.environment, stdout=out, stderr=out)

    def port(self, name):
        return self.ports[name][1]

    def wait_for(self, event):
        until = time.monotonic() + PATIENCE_S
        while f'"event":"{event}"' not in self.log.read_text():
            assert self.process.poll() is None, f"the server ended with {self.process.returncode}: {self.log.read_text()}"
            assert time.monotonic() < until, f"no {event}: {self.log.read_text()}"
            time.sleep(0.05)

    def probe(self):
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            http = self.container[probe]["httpGet"]
            get(self.port(http["port"]), http["path"])

    def stop(self):
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(self.grace_s) == 0, self.log.read_text()
        print(f"ended {time.monotonic() - begun:.1f} s after SIGTERM, {self.grace_s} s are given")

    def seconds_of(self, option):
        return float(self.container["args"][self.container["args"].index(option) + 1])


def serve_base(kubernetes, server, cli, world, folder):
    built = build(kubernetes / "base")
    pod = Pod(built["Deployment"], server, folder)
    shutil.copytree(world, pod.mounts["/packages"], dirs_exist_ok=True)
    assert pod.seconds_of("--lame-duck-s") + pod.seconds_of("--drain-s") < pod.grace_s
    assert built["Service"]["spec"]["ports"][0]["targetPort"] in pod.ports
    pod.start()
    try:
        pod.wait_for("server_started")
        pod.probe()
        subprocess.run([cli, "maps", "--server", f"127.0.0.1:{pod.port('grpc')}"], check=True)
        # What the autoscaler asks for, by the adapter, the server tells.
        adapter = yaml.safe_load((kubernetes / "components/autoscaling/prometheus_adapter.yaml").read_text())
        series = re.match(r"\w+", adapter["rules"][0]["seriesQuery"])[0]
        assert f"\n{series}{{" in get(pod.port("http"), "/metrics"), series
    finally:
        pod.stop()
    return adapter["rules"][0]["name"]["as"]


def serve_production(kubernetes, server, cli, world, folder, metric):
    built = build(kubernetes / "overlays/production")
    pod = Pod(built["Deployment"], server, folder)
    assert "replicas" not in built["Deployment"]["spec"], "they are the autoscaler's"
    asked = [one["pods"]["metric"]["name"] for one in built["HorizontalPodAutoscaler"]["spec"]["metrics"] if one["type"] == "Pods"]
    assert asked == [metric], asked
    allowed = {port["port"] for rule in built["NetworkPolicy"]["spec"]["ingress"] for port in rule["ports"]}
    assert allowed == pod.ports.keys(), allowed
    shutil.copytree(world, pod.mounts["/packages"], dirs_exist_ok=True)
    mount_secret(pod.mounts["/tls"], lambda to: write_certificate(to, "first"))
    token = folder / "token"
    token.write_text("0123456789abcdef0123456789abcdef")
    digest = subprocess.run(["sha256sum", token], check=True, capture_output=True, text=True).stdout.split()[0]
    rules = f"callers:\n  - name: tester\n    role: game_server\n    token_sha256: [{digest}]\n"
    mount_secret(pod.mounts["/access"], lambda to: (to / "access.yaml").write_text(rules))
    address = f"localhost:{pod.port('grpc')}"
    pod.start()
    try:
        pod.wait_for("server_started")
        pod.probe()

        def ask(*more):
            command = [cli, "maps", "--server", address, "--tls-ca", pod.mounts["/tls"] / "tls.crt", *more]
            return subprocess.run(command, capture_output=True, text=True)

        answered = ask("--token-file", token)
        assert answered.returncode == 0, answered.stderr + pod.log.read_text()
        refused = ask()
        assert refused.returncode != 0 and "token" in refused.stderr, refused.stderr
        mount_secret(pod.mounts["/tls"], lambda to: write_certificate(to, "second"))
        pod.wait_for("certificate_replaced")
        answered = ask("--token-file", token)
        assert answered.returncode == 0, answered.stderr
    finally:
        pod.stop()


def serve_object_store(kubernetes, server, cli, world, folder):
    """The stand-in for the object store of the Deployment checks the signatures by the keys of the Secret."""
    sys.path.insert(0, str(ROOT / "tests/e2e/python"))
    import signing_store
    built = build(kubernetes / "overlays/object_store")
    assert [rule["ports"][-1]["port"] for rule in built["NetworkPolicy"]["spec"]["egress"]] == [443]
    pod = Pod(built["Deployment"], server, folder)
    assert "/packages" not in pod.mounts, "nothing else has packages"
    published = folder / "published"
    subprocess.run([cli, "package", "publish", world, "-o", published], check=True)
    signing_store.REGION = pod.environment["WAYSTONE_S3_REGION"]
    mount_secret(pod.mounts["/object-store"], lambda to: (to / "credentials").write_text(
        f"[default]\naws_access_key_id = {signing_store.ACCESS_KEY}\naws_secret_access_key = {signing_store.SECRET_KEY}\n"
        f"aws_session_token = {signing_store.TOKEN}\n"))
    with signing_store.Store(published, signed=True) as store:
        url = pod.command.index("--packages") + 1
        assert pod.command[url].startswith("s3+https://"), pod.command
        pod.command[url] = f"s3+http://127.0.0.1:{store.port}"
        pod.start()
        try:
            pod.wait_for("server_started")
            pod.probe()
            address = f"127.0.0.1:{pod.port('grpc')}"
            subprocess.run([cli, "maps", "--server", address], check=True)
            subprocess.run([cli, "place", "--server", address, "--map", "yard", "--count", "1"], check=True)
            pod.wait_for("package_fetched")
        finally:
            pod.stop()


def write_sources(folder):
    """A ring of maps."""
    maps = 9
    world = "world: ring\nmaps:\n"
    for one in range(maps):
        side = 16 + 4 * one
        row = "." * side + "\n"
        (folder / f"map{one}.map").write_text(f"type octile\nheight {side}\nwidth {side}\nmap\n" + row * side)
        world += f"  - {{id: map{one}, source: map{one}.map}}\n"
    world += "portals:\n"
    for one in range(maps):
        world += (f"  - {{id: door{one}, from: {{map: map{one}, trigger: {{cells: [0, 0, 0, 0]}}}}, "
                  f"to: {{map: map{(one + 1) % maps}, cell: [1, 0]}}}}\n")
    (folder / "world.yaml").write_text(world)


def job_command(job, bake, folders, index):
    """What the pod of that index of a Job runs."""
    spec = job["spec"]["template"]["spec"]
    assert spec["restartPolicy"] == "Never", "the failure policy needs it"
    [container] = spec["containers"]
    [codes] = [rule["onExitCodes"] for rule in job["spec"]["podFailurePolicy"]["rules"] if "onExitCodes" in rule]
    assert codes["containerName"] == container["name"] and codes["values"] == [2], codes
    assert container["command"] == ["waystone-bake"]
    volumes = {volume["name"] for volume in spec["volumes"]}
    command = [bake]
    for argument in container["args"]:
        argument = argument.replace("$(JOB_COMPLETION_INDEX)", str(index))
        for mount in container["volumeMounts"]:
            assert mount["name"] in volumes, mount
            argument = re.sub(f"^{re.escape(mount['mountPath'])}(?=/|$)", str(folders / mount["name"]), argument)
        command.append(argument)
    return command


def files_of(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def bake_world(kubernetes, bake, folder):
    jobs = {job["metadata"]["name"]: job for job in build_all(kubernetes / "overlays/bake")}
    shards, join = jobs["waystone-bake-shards"], jobs["waystone-bake-join"]
    for name in ("sources", "packages", "alone"):
        (folder / name).mkdir()
    write_sources(folder / "sources")
    assert shards["spec"]["completionMode"] == "Indexed" and join["spec"]["suspend"]
    count = shards["spec"]["completions"]
    commands = [job_command(shards, bake, folder, index) for index in range(count)]
    assert f"0/{count}" in commands[0], commands[0]
    joined = subprocess.run(job_command(join, bake, folder, None), capture_output=True, text=True)
    assert joined.returncode == 1 and 'map "map0": it was not baked' in joined.stderr, joined
    # At once; one is killed and started again.
    pods = [subprocess.Popen(command) for command in commands]
    pods[0].kill()
    pods[0].wait()
    pods[0] = subprocess.Popen(commands[0])
    assert [pod.wait(PATIENCE_S) for pod in pods] == [0] * count
    assert not (folder / "packages/world.wayworld").exists()
    subprocess.run(job_command(join, bake, folder, None), check=True)
    subprocess.run([bake, folder / "sources/world.yaml", "-o", folder / "alone"], check=True)
    assert files_of(folder / "packages") == files_of(folder / "alone")


def main():
    kubernetes, server, cli, write_test_world, bake = sys.argv[1:]
    version = subprocess.run("kubectl version --client", shell=True, capture_output=True, text=True).stdout
    if "Kustomize Version: v5" not in version:  # Debian's has version 2, which knows no components
        print("skipped: no kubectl with Kustomize 5 is installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        world, base, production, fetching, baked = (
            folder / name for name in ("world", "base", "production", "fetching", "baked"))
        for one in (world, base, production, fetching, baked):
            one.mkdir()
        bake_world(pathlib.Path(kubernetes), bake, baked)
        subprocess.run([write_test_world, world], check=True)
        metric = serve_base(pathlib.Path(kubernetes), server, cli, world, base)
        serve_production(pathlib.Path(kubernetes), server, cli, world, production, metric)
        serve_object_store(pathlib.Path(kubernetes), server, cli, world, fetching)
    return 0


if __name__ == "__main__":
    sys.exit(main())
