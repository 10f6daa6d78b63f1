"""What scripts/operate-drill does."""

import argparse
import hashlib
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import fault_table
import waystone_stubs

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "maps.example"
WAIT_S = 10


class Authority:
    """Issues certificates that clients of 127.0.0.1 and of NAME trust."""

    def __init__(self, folder):
        self.folder = folder
        self.certificate = folder / "ca.pem"
        self.issued = 0
        self.openssl("req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2", "-subj", "/CN=drill",
                     "-keyout", folder / "ca.key", "-out", self.certificate)

    @staticmethod
    def openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], check=True, stderr=subprocess.DEVNULL)

    def issue(self):
        """The paths of a new certificate and of its key."""
        self.issued += 1
        stem = self.folder / f"issued{self.issued}"
        names = self.folder / "names"
        names.write_text(f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1\n")
        self.openssl("req", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-subj", f"/CN={NAME}", "-keyout", f"{stem}.key",
                     "-out", f"{stem}.csr")
        self.openssl("x509", "-req", "-in", f"{stem}.csr", "-CA", self.certificate, "-CAkey", self.folder / "ca.key", "-CAcreateserial",
                     "-days", "1", "-extfile", names, "-out", f"{stem}.pem")
        return pathlib.Path(f"{stem}.pem"), pathlib.Path(f"{stem}.key")


def replace(path, text):
    """As an operator should: a new file moved over the old one."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(text)
    fresh.rename(path)


def until(condition, what):
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.05)
    raise SystemExit(f"operate-drill: {what}")


class Drill:
    def __init__(self, build, folder, is_quick):
        self.build, self.folder, self.is_quick = build, folder, is_quick
        self.stand = fault_table.Stand(build, folder, is_quick)
        self.secrets = folder / "secrets"
        self.secrets.mkdir()
        self.authority = Authority(self.secrets)
        self.tokens = {name: secrets.token_hex(16) for name in ("game", "operations")}
        for name, token in self.tokens.items():
            (self.secrets / f"{name}.token").write_text(token)
        sums = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in self.tokens.items()}
        (self.secrets / "access.yaml").write_text(
            f"callers:\n  - {{name: game, role: game_server, token_sha256: [{sums['game']}]}}\n"
            f"  - {{name: operations, role: admin, token_sha256: [{sums['operations']}]}}\n")
        certificate, key = self.authority.issue()
        shutil.copy(certificate, self.secrets / "server.pem")
        shutil.copy(key, self.secrets / "server.key")
        (self.secrets / "edge.pem").write_bytes(certificate.read_bytes() + key.read_bytes())
        self.ports = [waystone_stubs.free_port() for _ in range(3)]
        self.http_ports = [waystone_stubs.free_port() for _ in range(3)]
        self.servers = [self.start(i) for i in range(3)]
        self.edge_port = waystone_stubs.free_port()
        self.edge = self.start_edge()

    def start(self, i):
        server = self.stand.server(
            "--admin-listen", "127.0.0.1:0", "--http-listen", f"127.0.0.1:{self.http_ports[i]}", "--trust-callers", "--lame-duck-s", 1, "--drain-s", 5,
            "--tls-cert", self.secrets / "server.pem", "--tls-key", self.secrets / "server.key", "--access", self.secrets / "access.yaml",
            port=self.ports[i])
        until(lambda: self.is_ready(i), "a server is not ready")
        return server

    def is_ready(self, i):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http_ports[i]}/readyz", timeout=1) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def start_edge(self):
        variables = {"WAYSTONE_BIND": f"127.0.0.1:{self.edge_port}", "WAYSTONE_PEM": str(self.secrets / "edge.pem"),
                     "WAYSTONE_CA": str(self.authority.certificate), "WAYSTONE_SERVER_NAME": NAME,
                     "WAYSTONE_SOCKET": str(self.folder / "haproxy.sock")}
        for i in range(3):
            variables[f"WAYSTONE_SERVER_{i + 1}"] = f"127.0.0.1:{self.ports[i]}"
            variables[f"WAYSTONE_HTTP_{i + 1}"] = str(self.http_ports[i])
        # Debian's own: without a path on most accounts.
        edge = subprocess.Popen(["/usr/sbin/haproxy", "-W", "-f", str(ROOT / "deploy/haproxy/haproxy.cfg")], env={**os.environ, **variables},
                                stderr=open(self.folder / "haproxy.log", "wb"))
        until(lambda: self.edge_says("show servers state") != "", "haproxy does not start")
        return edge

    def edge_says(self, command):
        """What haproxy answers on the socket of its administration; nothing if there is none."""
        with socket.socket(socket.AF_UNIX) as talk:
            try:
                talk.connect(str(self.folder / "haproxy.sock"))
            except OSError:
                return ""
            talk.sendall(command.encode() + b"\n")
            return b"".join(iter(lambda: talk.recv(65536), b"")).decode()

    def stop(self):
        self.edge.terminate()
        self.edge.wait()
        for server in self.servers:
            server.__exit__()

    def under_load(self, step, change):
        """Asks as long as `change` takes; what came of it."""
        environment = {**os.environ, "WAYSTONE_TLS_CA": str(self.authority.certificate),
                       "WAYSTONE_TOKEN_FILE": str(self.secrets / "game.token")}
        enough = self.folder / f"{step}.enough"
        callers = [subprocess.Popen(["/usr/bin/python3", str(ROOT / "tests/attack/callers.py"), kind, f"localhost:{self.edge_port}", "600", "60",
                                     "5", str(enough)], env=environment, stdout=subprocess.PIPE, text=True) for kind in ("moves", "routes")]
        time.sleep(1)
        done = change()
        time.sleep(1)
        enough.touch()
        told = [fault_table.finish(caller) for caller in callers]
        row = {"step": step, "done": done, "calls": sum(one["asked"] for one in told), "failed": sum(one["failed"] for one in told),
               "p99_ms": max(one["p99_ms"] for one in told)}
        print(json.dumps(row), flush=True)
        return row

    def events(self, i, name):
        """How often a server has logged this."""
        self.servers[i].log.flush()
        with open(f"/proc/{os.getpid()}/fd/{self.servers[i].log.fileno()}", encoding="ascii") as log:
            return sum(f'"event":"{name}"' in line for line in log)

    def renew(self):
        """The servers' certificate and haproxy's in turn, each once it is seen to be in use."""
        count = 2 if self.is_quick else 10
        for i in range(count):
            certificate, key = self.authority.issue()
            if i % 2 == 0:
                before = [self.events(k, "certificate_replaced") for k in range(3)]
                replace(self.secrets / "server.pem", certificate.read_bytes())
                replace(self.secrets / "server.key", key.read_bytes())
                until(lambda: all(self.events(k, "certificate_replaced") > before[k] for k in range(3)), "a certificate was not taken")
            else:
                both = (certificate.read_bytes() + key.read_bytes()).decode()
                path = self.secrets / "edge.pem"
                replace(path, both.encode())
                self.edge_says(f"set ssl cert {path} <<\n{both}")
                if "Success" not in self.edge_says(f"commit ssl cert {path}"):
                    raise SystemExit("operate-drill: haproxy did not take a certificate")
        return count

    def swap(self):
        """Another package of the map, which each server is told of."""
        import grpc
        from waystone.v1 import package_admin_pb2, package_admin_pb2_grpc
        whole = self.stand.packages / "field.waymap"
        packages = [self.stand.other_package(), whole.read_bytes()]
        trusted = grpc.ssl_channel_credentials(self.authority.certificate.read_bytes())
        admins = [package_admin_pb2_grpc.PackageAdminStub(grpc.secure_channel(f"127.0.0.1:{server.admin_port}", trusted))
                  for server in self.servers]
        token = (("authorization", f"Bearer {self.tokens['operations']}"),)
        count = 10 if self.is_quick else 100
        for i in range(count):
            replace(whole, packages[i % 2])
            for admin in admins:
                if list(admin.Reload(package_admin_pb2.ReloadRequest(), metadata=token).changed_maps) != ["field"]:
                    raise SystemExit("operate-drill: a server did not take a package")
        return count

    def kill(self):
        """One after the other, without a warning."""
        count = 2 if self.is_quick else 12
        for i in range(count):
            victim = self.servers[i % 3]
            victim.process.kill()
            victim.process.wait()
            time.sleep(0.5)
            self.servers[i % 3] = self.start(i % 3)
            time.sleep(0.5)
        return count

    def restart(self):
        """A rolling restart, as of a new release."""
        for i in range(3):
            self.servers[i].process.send_signal(signal.SIGTERM)
            if self.servers[i].process.wait(WAIT_S) != 0:
                raise SystemExit("operate-drill: a server did not end well")
            self.servers[i] = self.start(i)
            time.sleep(1)
        return 3


def main(arguments, usage):
    parser = argparse.ArgumentParser(description=usage, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args(arguments)
    if not (options.build / "server/waystone-server").is_file():
        parser.error(f"{options.build} holds no build")
    with tempfile.TemporaryDirectory() as folder:
        drill = Drill(options.build.resolve(), pathlib.Path(folder), options.quick)
        rows = {name: drill.under_load(name, getattr(drill, change)) for name, change in
                (("rotations", "renew"), ("swaps", "swap"), ("kills", "kill"), ("restarts", "restart"))}
        drill.stop()
    failed = sum(row["failed"] for row in rows.values())
    print(json.dumps({"calls": sum(row["calls"] for row in rows.values()), "failed": failed,
                      **{name: row["done"] for name, row in rows.items()}}))
    return int(failed > 0)
