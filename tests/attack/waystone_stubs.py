"""Stubs of the API, generated from the protos, and a server to ask."""

import json
import os
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def resident_mb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def generate(folder):
    """Generates the stubs into a folder and makes them importable."""
    protos = [str(path.relative_to(ROOT)) for path in ROOT.glob("proto/waystone/v1/*.proto")]
    subprocess.run(["protoc", "-Iproto", f"--python_out={folder}", f"--grpc_out={folder}",
                    "--plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin", *protos], cwd=ROOT, check=True)
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = str(folder)


class Edge:
    """nginx as deploy/edge has it, in front of a server; stops with the block that it is used in."""

    def __init__(self, folder, server):
        self.folder = folder
        self.port = free_port()
        folder.mkdir()
        (folder / "nginx.conf").write_text((ROOT / "deploy/edge/nginx.conf").read_text())
        (folder / "listen.conf").write_text(f"listen 127.0.0.1:{self.port} http2;\n")
        (folder / "servers.conf").write_text(f"server 127.0.0.1:{server.port} max_conns=1000;\n")
        # Debian's own: without a path on most accounts. It tells every call that the server ends.
        with open(folder / "nginx.log", "wb") as log:
            self.process = subprocess.Popen(["/usr/sbin/nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"),
                                             "-g", "daemon off;"], stderr=log)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("nginx did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def rss_mb(self):
        """[MB] Of memory that nginx takes: its master and its workers."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return sum(resident_mb(pid) for pid in [self.process.pid, *map(int, children.split())])


class Server:
    """A waystone-server on a folder of packages; stops with the block that it is used in."""

    def __init__(self, build, packages, *arguments, descriptors=None, port=0):
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))) if descriptors else None
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [str(build / "server/waystone-server"), "--packages", str(packages), "--listen", f"127.0.0.1:{port}", *arguments],
            stdout=subprocess.PIPE, text=True, preexec_fn=limit)
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] == "server_started":
                break
        else:
            raise SystemExit("the server did not start")
        self.port = event["port"]
        self.admin_port = event["admin_port"]
        self.http_port = event["http_port"]
        # Somebody has to read it.
        self.reader = subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=self.log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.wait()
        self.process.stdout.close()
        self.log.close()

    def rss_mb(self):
        """[MB] Of memory that the server takes."""
        return resident_mb(self.process.pid)

    def threads(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("Threads"))
