#!/usr/bin/python3
"""The real server with packages from nginx and from a stand-in for an object store, and what goes wrong on the way.

package_source_test.py WAYSTONE_SERVER WRITE_TEST_WORLD WAYSTONE WAYSTONE_BAKE [TEST ...]
"""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import grpc

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER, WRITE_TEST_WORLD, WAYSTONE, WAYSTONE_BAKE = sys.argv[1:5]
sys.path[:0] = [str(ROOT / "tests/attack"), str(ROOT / "tests/e2e/python")]

import signing_store  # noqa: E402
from signing_store import Store  # noqa: E402
from waystone_stubs import free_port, generate  # noqa: E402

STUBS = tempfile.TemporaryDirectory()
generate(STUBS.name)

from waystone.v1 import map_catalog_pb2, map_catalog_pb2_grpc, package_admin_pb2, package_admin_pb2_grpc  # noqa: E402
from waystone.v1 import path_planning_pb2_grpc, place_pb2, position_pb2, route_pb2  # noqa: E402

THICKET = 400  # cells on a side


def publish(packages, out):
    return subprocess.run([WAYSTONE, "package", "publish", str(packages), "-o", str(out)], capture_output=True, text=True)


class Server:
    """waystone-server with packages of a URL. Its log is read as it comes."""

    def __init__(self, url, cache, *arguments, environment=None, waits=True):
        self.events = []
        self.changed = threading.Condition()
        self.started_at = time.monotonic()
        self.process = subprocess.Popen(
            [SERVER, "--packages", url, "--package-cache", str(cache), "--listen", "127.0.0.1:0", "--admin-listen",
             "127.0.0.1:0", "--http-listen", "127.0.0.1:0", "--drain-s", "1", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        if not waits:
            return
        started = self.wait_for("server_started")
        self.serving_s = time.monotonic() - self.started_at
        self.http_port = started["http_port"]
        channel = grpc.insecure_channel(f"127.0.0.1:{started['port']}")
        admin = grpc.insecure_channel(f"127.0.0.1:{started['admin_port']}")
        self.channels = [channel, admin]
        self.planning = path_planning_pb2_grpc.PathPlanningStub(channel)
        self.catalog = map_catalog_pb2_grpc.MapCatalogStub(channel)
        self.admin = package_admin_pb2_grpc.PackageAdminStub(admin)

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.events.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.events.append({"event": "ended"})
            self.changed.notify_all()

    def wait_for(self, name, count=1, timeout=60):
        """The event of the log that is the count-th of its name."""
        with self.changed:
            def found():
                return [event for event in self.events if event["event"] == name]
            self.changed.wait_for(lambda: len(found()) >= count or self.events[-1:] == [{"event": "ended"}], timeout)
            if len(found()) < count:
                error = self.process.stderr.read() if self.process.poll() is not None else ""
                raise AssertionError(f"no {name}: {error} {self.events[-5:]}")
            return found()[count - 1]

    def has(self, name):
        with self.changed:
            return any(event["event"] == name for event in self.events)

    def metric(self, name):
        text = urllib.request.urlopen(f"http://127.0.0.1:{self.http_port}/metrics").read().decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.split("{")[0].split(" ")[0] == name)

    def place(self, map_id, timeout=30):
        """A placement: every kind of map has ground. Its status code."""
        request = place_pb2.PlaceResourceRequest(map_id=map_id, scatter=place_pb2.ScatterTask(count=1, seed=3))
        try:
            self.planning.PlaceResource(request, timeout=timeout)
            return grpc.StatusCode.OK, ""
        except grpc.RpcError as error:
            return error.code(), error.details()

    def generation(self, map_id):
        return self.planning.PlaceResource(place_pb2.PlaceResourceRequest(
            map_id=map_id, scatter=place_pb2.ScatterTask(count=1, seed=3)), timeout=30).map.generation

    def maps(self):
        return {one.map_id: one for one in self.catalog.ListMaps(map_catalog_pb2.ListMapsRequest()).maps}

    def reload(self):
        return self.admin.Reload(package_admin_pb2.ReloadRequest(), timeout=60)

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(30)
        for channel in getattr(self, "channels", []):
            channel.close()
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Nginx:
    """Debian's nginx, serving a folder."""

    def __init__(self, folder, root, tls=None, location=""):
        self.port = free_port()
        secure = "" if tls is None else f"ssl_certificate {tls}/tls.crt; ssl_certificate_key {tls}/tls.key;"
        folder.mkdir()
        (folder / "nginx.conf").write_text(f"""
            pid {folder}/nginx.pid;
            error_log stderr crit;
            events {{}}
            http {{
              access_log {folder}/access.log;
              client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
              uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
              server {{ listen 127.0.0.1:{self.port} {'ssl' if tls else ''}; {secure} root {root}; {location} }}
            }}""")
        self.log = folder / "access.log"
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g",
                                         "daemon off; user root;" if os.getuid() == 0 else "daemon off;"])
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise SystemExit("nginx did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class PackageSourceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = tempfile.TemporaryDirectory()
        cls.packages = pathlib.Path(cls.scene.name) / "packages"
        cls.packages.mkdir()
        subprocess.run([WRITE_TEST_WORLD, str(cls.packages), str(THICKET)], check=True)
        cls.newer = pathlib.Path(cls.scene.name) / "newer"
        cls.newer.mkdir()
        subprocess.run([WRITE_TEST_WORLD, str(cls.newer), str(THICKET + 1)], check=True)
        cls.thicket_bytes = (cls.packages / "thicket.waymap").stat().st_size

    @classmethod
    def tearDownClass(cls):
        cls.scene.cleanup()

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)
        self.out = self.folder / "out"
        self.cache = self.folder / "cache"
        self.publish()

    def publish(self, packages=None):
        done = publish(packages or self.packages, self.out)
        self.assertEqual(done.returncode, 0, done.stderr)

    def object_of(self, map_id):
        index = json.loads((self.out / "packages.json").read_text())
        return next(one["sha256"] for one in index["maps"] if one["map_id"] == map_id)

    def store(self, **arguments):
        store = Store(self.out, **arguments)
        self.addCleanup(store.close)
        self.url = f"http://127.0.0.1:{store.port}"
        return store

    def server(self, *arguments, **more):
        server = Server(self.url, self.cache, *arguments, **more)
        self.addCleanup(server.stop)
        return server

    def good(self, server, map_id, timeout=30):
        self.assertEqual(server.place(map_id, timeout), (grpc.StatusCode.OK, ""))

    def cached(self):
        return sorted(path.name for path in self.cache.iterdir() if len(path.name) >= 64 and "index" not in path.name)

    # nginx

    def test_packages_are_fetched_by_need_from_nginx(self):
        with Nginx(self.folder / "nginx", self.out) as nginx:
            self.url = f"http://127.0.0.1:{nginx.port}"
            server = self.server()
            self.assertEqual(sorted(server.maps()), ["hall", "thicket", "yard"])
            self.assertEqual(server.maps()["thicket"].package_bytes, self.thicket_bytes)
            self.assertEqual(self.cached(), [])
            self.good(server, "yard")
            self.good(server, "yard")
            self.assertEqual(self.cached(), [self.object_of("yard")])
            self.assertEqual(server.metric("waystone_packages_fetched_total"), 1)
            self.assertEqual(server.metric("waystone_package_source_up"), 1)
            self.good(server, "thicket")
            self.assertEqual(server.metric("waystone_package_fetched_bytes_total"),
                             self.thicket_bytes + server.maps()["yard"].package_bytes)
            self.assertEqual(nginx.log.read_text().count("GET /objects/"), 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
