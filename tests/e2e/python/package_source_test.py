#!/usr/bin/python3
"""The real server with packages from nginx and from a stand-in for an object store, and what goes wrong on the way.

package_source_test.py WAYSTONE_SERVER WRITE_TEST_WORLD WAYSTONE WAYSTONE_BAKE [TEST ...]
"""

import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse
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

THICKET = 120  # cells on a side


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

    def place(self, map_id, timeout=30, caller=None):
        """A placement: every kind of map has ground. Its status code."""
        request = place_pb2.PlaceResourceRequest(map_id=map_id, scatter=place_pb2.ScatterTask(count=1, seed=3))
        metadata = [("waystone-caller", caller)] if caller else None
        try:
            self.planning.PlaceResource(request, timeout=timeout, metadata=metadata)
            return grpc.StatusCode.OK, ""
        except grpc.RpcError as error:
            return error.code(), error.details()

    def generation(self, map_id):
        return self.planning.PlaceResource(place_pb2.PlaceResourceRequest(
            map_id=map_id, scatter=place_pb2.ScatterTask(count=1, seed=3)), timeout=30).map.generation

    def maps(self):
        maps, page = {}, ""
        while True:
            answer = self.catalog.ListMaps(map_catalog_pb2.ListMapsRequest(page_token=page))
            maps.update({one.map_id: one for one in answer.maps})
            page = answer.next_page_token
            if not page:
                return maps

    def reload(self):
        return self.admin.Reload(package_admin_pb2.ReloadRequest(), timeout=60)

    def stop(self, how=signal.SIGTERM):
        is_running = self.process.poll() is None
        if is_running:
            self.process.send_signal(how)
        code = self.process.wait(30)
        assert not is_running or how == signal.SIGKILL or code == 0, f"it ended with {code}"
        for channel in getattr(self, "channels", []):
            channel.close()
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()

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


    def make_tls(self):
        """A certificate for 127.0.0.1, which is its own authority."""
        tls = self.folder / "tls"
        tls.mkdir()
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", str(tls / "tls.key"), "-out", str(tls / "tls.crt"), "-days", "1", "-subj", "/CN=source",
                        "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        return tls

    def failed_start(self, *arguments, url=None, environment=None):
        """Exit code and standard error of a server that does not start, and its log."""
        done = subprocess.run([SERVER, "--packages", url or self.url, "--package-cache", str(self.cache), "--listen",
                               "127.0.0.1:0", *arguments], capture_output=True, text=True, timeout=60,
                              env={**os.environ, **(environment or {})})
        return done.returncode, done.stderr, done.stdout

    def test_tls_is_checked_by_the_authority_that_is_given(self):
        tls = self.make_tls()
        with Nginx(self.folder / "nginx", self.out, tls) as nginx:
            self.url = f"https://127.0.0.1:{nginx.port}"
            code, error, _ = self.failed_start()
            self.assertEqual(code, 1, error)
            self.assertIn("certificate", error)
            server = self.server("--packages-ca", str(tls / "tls.crt"))
            self.good(server, "yard")

    def test_redirects_from_https_end(self):
        tls = self.make_tls()
        location = "location /objects/ { return 302 $request_uri?again; }"
        with Nginx(self.folder / "nginx", self.out, tls, location) as nginx:
            self.url = f"https://127.0.0.1:{nginx.port}"
            server = self.server("--packages-ca", str(tls / "tls.crt"))
            code, why = server.place("yard")
            self.assertEqual(code, grpc.StatusCode.UNAVAILABLE)
            self.assertIn("Maximum (3) redirects followed", why)

    def test_redirects_from_https_do_not_leave_it(self):
        tls = self.make_tls()
        plain = self.store()
        location = f"location /objects/ {{ return 302 http://127.0.0.1:{plain.port}$request_uri; }}"
        with Nginx(self.folder / "nginx", self.out, tls, location) as nginx:
            self.url = f"https://127.0.0.1:{nginx.port}"
            server = self.server("--packages-ca", str(tls / "tls.crt"))
            self.assertEqual(server.place("yard")[0], grpc.StatusCode.UNAVAILABLE)
            self.assertEqual(plain.requests, [])

    # Starting

    def test_bad_urls_and_options_are_refused(self):
        for url, words in [("file:///etc", "must begin with https://"), ("http://10.1.2.3/maps", "needs --insecure"),
                           ("https://user:secret@host/", "must not have a user or a password"),
                           ("s3+http://127.0.0.1:1", "--s3-region")]:
            code, error, log = self.failed_start(url=url)
            self.assertEqual(code, 2, url)
            self.assertIn(words, error)
            self.assertNotIn("secret", error + log)
        done = subprocess.run([SERVER, "--packages", "https://host"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("needs --package-cache", done.stderr)

    def test_without_a_source_and_without_a_cache_it_does_not_start(self):
        self.url = f"http://127.0.0.1:{free_port()}"
        code, error, _ = self.failed_start()
        self.assertEqual(code, 1, error)
        self.assertIn("packages.json: ", error)

    def test_a_start_that_waits_for_the_source_ends_when_it_is_told_to(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            self.url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            server = self.server(waits=False)
            silent.settimeout(10)
            connection, _ = silent.accept()
            begun = time.monotonic()
            server.stop()
            self.assertLess(time.monotonic() - begun, 3)
            connection.close()

    def test_it_starts_from_the_cache_while_the_source_has_a_bad_index(self):
        self.store()
        server = self.server()
        self.good(server, "yard")
        server.stop()
        good = (self.out / "packages.json").read_text()
        (self.out / "packages.json").write_text(good[:-20])
        server = self.server()
        self.assertTrue(server.has("package_index_refused"))
        self.assertEqual(len(server.maps()), 3)
        self.good(server, "yard")
        self.good(server, "hall")
        with self.assertRaises(grpc.RpcError) as raised:
            server.reload()
        self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.publish(self.newer)
        self.eventually(lambda: server.maps()["thicket"].generation in (self.out / "packages.json").read_text(), 20)

    def test_it_starts_from_the_cache_while_the_source_is_down(self):
        store = self.store()
        port = store.port
        server = self.server()
        self.good(server, "yard")
        server.stop()
        store.close()
        server = self.server()
        self.assertTrue(server.has("package_source_down"))
        self.assertEqual(server.metric("waystone_package_source_up"), 0)
        self.assertEqual(len(server.maps()), 3)
        self.good(server, "yard")
        code, why = server.place("hall")
        self.assertEqual(code, grpc.StatusCode.UNAVAILABLE)
        self.assertIn("hall.waymap: ", why)
        begun = time.monotonic()
        self.assertEqual(server.place("hall")[0], grpc.StatusCode.UNAVAILABLE)
        self.assertLess(time.monotonic() - begun, 0.5, "while it rests, calls are told at once")
        self.store(port=port)
        server.wait_for("package_source_up", timeout=20)
        self.assertEqual(server.metric("waystone_package_source_up"), 1)
        self.eventually(lambda: server.place("hall")[0] == grpc.StatusCode.OK)

    def eventually(self, is_so, seconds=30):
        end = time.monotonic() + seconds
        while not is_so():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)

    def test_a_cache_of_another_source_is_not_taken_for_this_one(self):
        store = self.store()
        self.server().stop()
        store.close()
        self.url = f"http://127.0.0.1:{free_port()}"
        self.assertEqual(self.failed_start()[0], 1)

    def test_two_servers_do_not_share_a_cache(self):
        self.store()
        self.server()
        code, error, _ = self.failed_start()
        self.assertEqual(code, 2)
        self.assertIn("another server has this cache", error)

    def test_a_thousand_maps_are_served_without_fetching_one(self):
        packages = self.folder / "thousand"
        packages.mkdir()
        subprocess.run([WRITE_TEST_WORLD, str(packages), "0", "1000"], check=True)
        self.publish(packages)
        with Nginx(self.folder / "nginx", self.out) as nginx:
            self.url = f"http://127.0.0.1:{nginx.port}"
            server = self.server()
            print(f"1,002 maps: serving after {server.serving_s:.3f} s")
            self.assertLess(server.serving_s, 2)
            self.assertEqual(len(server.maps()), 1002)
            self.assertEqual(self.cached(), [])
            self.good(server, "map-777")
            self.assertEqual(len(self.cached()), 1)

    # Signatures

    def test_requests_to_an_object_store_are_signed(self):
        keys = {"AWS_ACCESS_KEY_ID": signing_store.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": signing_store.SECRET_KEY,
                "AWS_SESSION_TOKEN": signing_store.TOKEN, "AWS_REGION": signing_store.REGION}
        store = self.store(signed=True)
        self.url = "s3+" + self.url
        server = self.server(environment=keys)
        self.good(server, "yard")
        server.stop()
        self.assertNotIn(signing_store.SECRET_KEY, json.dumps(server.events))
        self.assertEqual({status for _, status in store.statuses("")}, {200})

        # A range of an object is signed as well.
        shutil.rmtree(self.cache)
        self.cut_once(store, self.object_of("thicket"), 100_000)
        server = self.server(environment=keys)
        self.good(server, "thicket")
        self.assertEqual(store.statuses(self.object_of("thicket")), [(None, 200), ("bytes=100000-", 206)])
        server.stop()

        file = self.folder / "credentials"
        file.write_text(f"[default]\naws_access_key_id = {signing_store.ACCESS_KEY}\n"
                        f"aws_secret_access_key = {signing_store.SECRET_KEY}\naws_session_token = {signing_store.TOKEN}\n")
        server = self.server("--s3-credentials", str(file), "--s3-region", signing_store.REGION)
        self.good(server, "hall")
        server.stop()

        shutil.rmtree(self.cache)
        for name, value in [("AWS_SECRET_ACCESS_KEY", "wrong-secret"), ("AWS_SESSION_TOKEN", "wrong-secret"),
                            ("AWS_REGION", "elsewhere")]:
            code, error, log = self.failed_start(environment={**keys, name: value})
            self.assertEqual(code, 1, error)
            self.assertIn("HTTP 403", error)
            self.assertNotIn("wrong-secret", error + log)
        code, error, _ = self.failed_start("--s3-region", signing_store.REGION)
        self.assertIn("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set", error)

    def test_folders_with_any_characters_are_signed(self):
        keys = {"AWS_ACCESS_KEY_ID": signing_store.ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": signing_store.SECRET_KEY,
                "AWS_SESSION_TOKEN": signing_store.TOKEN, "AWS_REGION": signing_store.REGION}
        store = self.store(signed=True)
        folder = "bucket/v=1,a+b:c d"
        store.fault = lambda path, count: lambda handler: store.send_file(
            handler, (self.out / urllib.parse.unquote(path).removeprefix(folder + "/")).read_bytes())
        self.url = f"s3+{self.url}/bucket/v=1,a+b:c%20d"
        server = self.server(environment=keys)
        self.good(server, "yard")

    # Faults of the source

    def cut_once(self, store, part, at):
        content = (self.out / "objects" / part).read_bytes()
        store.fault = lambda path, count: (
            (lambda handler: store.send_file(handler, content, cut_at=at)) if part in path and count == 1 else None)

    def test_a_fetch_that_is_cut_goes_on_where_it_was(self):
        store = self.store()
        self.cut_once(store, self.object_of("thicket"), 100_000)
        server = self.server()
        self.good(server, "thicket")
        self.assertEqual(store.statuses(self.object_of("thicket")), [(None, 200), ("bytes=100000-", 206)])
        self.assertEqual(server.wait_for("package_fetched")["tries"], 2)

    def test_a_fetch_that_is_cut_again_and_again_comes_to_its_end(self):
        store = self.store()
        content = (self.out / "objects" / self.object_of("thicket")).read_bytes()
        step = 70_000
        store.fault = lambda path, count: (
            (lambda handler: store.send_file(handler, content, cut_at=step)) if self.object_of("thicket") in path else None)
        server = self.server()
        self.good(server, "thicket", timeout=60)
        self.assertEqual(server.wait_for("package_fetched")["tries"], -(-len(content) // step))

    def test_a_source_without_ranges_is_read_anew(self):
        store = self.store()
        thicket = self.object_of("thicket")
        content = (self.out / "objects" / thicket).read_bytes()

        def fault(path, count):
            if thicket not in path:
                return None
            return lambda handler: store.send_file(handler, content, cut_at=100_000 if count == 1 else None, takes_ranges=False)
        store.fault = fault
        server = self.server()
        self.good(server, "thicket")
        self.assertEqual(store.statuses(thicket), [(None, 200), ("bytes=100000-", 200)])

    def test_wrong_bytes_are_never_served(self):
        store = self.store()
        thicket = self.object_of("thicket")
        content = bytearray((self.out / "objects" / thicket).read_bytes())
        content[len(content) // 2] ^= 1
        is_wrong = [True]
        store.fault = lambda path, count: (
            (lambda handler: store.send_file(handler, bytes(content))) if thicket in path and is_wrong[0] else None)
        server = self.server()
        for _ in range(2):
            code, why = server.place("thicket")
            self.assertEqual(code, grpc.StatusCode.DATA_LOSS)
            self.assertIn("thicket.waymap: its SHA-256 is ", why)
        self.assertIn("SHA-256", server.maps()["thicket"].damage)
        self.assertEqual(self.cached(), [])
        self.assertEqual(len(store.statuses(thicket)), 1, "it is not fetched for each call")
        self.good(server, "yard")
        is_wrong[0] = False
        self.eventually(lambda: server.place("thicket")[0] == grpc.StatusCode.OK)
        self.assertEqual(server.maps()["thicket"].damage, "")
        server.wait_for("map_good_again", timeout=10)

    def test_wrong_bytes_that_are_cut_are_not_fetched_for_ever(self):
        store = self.store()
        thicket = self.object_of("thicket")
        content = bytearray((self.out / "objects" / thicket).read_bytes())
        content[-1] ^= 1
        store.fault = lambda path, count: (
            (lambda handler: store.send_file(handler, content, cut_at=None if handler.headers.get("Range") else 200_000))
            if thicket in path else None)
        server = self.server()
        code, why = server.place("thicket")
        self.assertEqual(code, grpc.StatusCode.DATA_LOSS, why)
        self.assertEqual(len(store.statuses(thicket)), 4, "twice, from the first byte")

    def test_who_left_holds_nobody_up(self):
        packages = self.folder / "many"
        packages.mkdir()
        subprocess.run([WRITE_TEST_WORLD, str(packages), "0", "300"], check=True)
        self.publish(packages)
        store = self.store()

        def slowly(handler):
            time.sleep(0.4)
            store.send_file(handler, (self.out / handler.path.lstrip("/")).read_bytes())
        store.fault = lambda path, count: slowly if "objects" in path else None
        server = self.server()
        for i in range(250):  # 25 s of fetches
            server.place(f"map-{i}", timeout=0.01)
        begun = time.monotonic()
        self.good(server, "map-299")
        self.assertLess(time.monotonic() - begun, 10)
        self.good(server, "map-249")

    def test_a_partial_file_of_other_bytes_is_not_held_against_the_source(self):
        self.store()
        thicket = self.object_of("thicket")
        self.cache.mkdir()
        (self.cache / f"{thicket}.part").write_bytes(b"x" * 1000)
        server = self.server()
        self.good(server, "thicket")

    def test_wrong_lengths_are_refused(self):
        for change in (lambda content: content + b"more", lambda content: content[:-1]):
            store = self.store()
            shutil.rmtree(self.cache, ignore_errors=True)
            yard = self.object_of("yard")
            content = change((self.out / "objects" / yard).read_bytes())
            store.fault = lambda path, count: (
                (lambda handler: store.send_file(handler, content)) if yard in path else None)
            server = self.server()
            code, why = server.place("yard")
            self.assertEqual(code, grpc.StatusCode.DATA_LOSS)
            self.assertIn(f"yard.waymap: has {len(content)} bytes, and the index says ", why)
            server.stop()

    def test_an_index_of_another_package_is_refused_by_what_differs(self):
        store = self.store()
        index = json.loads((self.out / "packages.json").read_text())
        hall, thicket, yard = index["maps"]
        for name in ("sha256", "bytes"):
            hall[name], yard[name] = yard[name], hall[name]
        thicket["bounds_m"][0] -= 1
        (self.out / "packages.json").write_text(json.dumps(index))
        server = self.server()
        for map_id, words in [("hall", "its map is \"yard\", and the index says \"hall\""),
                              ("yard", "its map is \"hall\""), ("thicket", "its bounds are others")]:
            code, why = server.place(map_id)
            self.assertEqual(code, grpc.StatusCode.DATA_LOSS)
            self.assertIn(f"{map_id}.waymap: {words}", why)
        self.assertEqual(store.statuses("packages.json"), [(None, 200)])

        # A right index may follow at once: what was wrong was not the object.
        self.publish()
        server.reload()
        for map_id in ("hall", "yard", "thicket"):
            self.good(server, map_id)

        # And a wrong one: the object was right.
        right = json.loads((self.out / "packages.json").read_text())
        right["maps"][0]["generation"] = "0" * 32
        (self.out / "packages.json").write_text(json.dumps(right))
        self.assertIn("its generation is ", server.reload().refused[0].reason)
        self.good(server, "hall")

    def test_a_missing_object_is_unavailable(self):
        store = self.store()
        (self.out / "objects" / self.object_of("yard")).unlink()
        server = self.server()
        code, why = server.place("yard")
        self.assertEqual(code, grpc.StatusCode.UNAVAILABLE)
        self.assertIn("yard.waymap: the source answers with HTTP 404", why)
        self.assertEqual(len(store.statuses(self.object_of("yard"))), 1)
        self.publish()
        self.eventually(lambda: server.place("yard")[0] == grpc.StatusCode.OK)

    def test_a_busy_source_is_asked_again_when_it_says(self):
        store = self.store()
        yard = self.object_of("yard")
        store.fault = lambda path, count: (
            (lambda handler: store.send(handler, 503, b"", [("Retry-After", "1")])) if yard in path and count == 1 else None)
        server = self.server()
        begun = time.monotonic()
        self.good(server, "yard")
        self.assertGreater(time.monotonic() - begun, 0.99)
        self.assertEqual(server.metric("waystone_package_fetch_faults_total"), 1)

    def test_a_refusing_source_is_unavailable(self):
        store = self.store()
        yard = self.object_of("yard")
        store.fault = lambda path, count: (lambda handler: store.send(handler, 403, b"no" * 100_000)) if yard in path else None
        server = self.server()
        code, why = server.place("yard")
        self.assertEqual(code, grpc.StatusCode.UNAVAILABLE)
        self.assertIn("yard.waymap: the source answers with HTTP 403", why)
        self.assertEqual(len(store.statuses(yard)), 1)

    def stall(self, store, part):
        """Answers for that object come byte by byte until the event that is returned is set."""
        released = threading.Event()

        def slowly(handler):
            handler.send_response(200)
            handler.send_header("Content-Length", str((self.out / "objects" / part).stat().st_size))
            handler.end_headers()
            while not released.is_set():
                handler.wfile.write(b"W")
                handler.wfile.flush()
                time.sleep(0.2)
            handler.close_connection = True
        store.fault = lambda path, count: slowly if part in path and not released.is_set() else None
        self.addCleanup(released.set)
        return released

    def test_a_slow_source_holds_no_call_past_its_deadline_and_no_other_call(self):
        store = self.store()
        thicket = self.object_of("thicket")
        released = self.stall(store, thicket)
        server = self.server("--workers", "2")
        self.good(server, "yard")
        answers = []

        def ask():
            begun = time.monotonic()
            answers.append((server.place("thicket", timeout=3)[0], time.monotonic() - begun))
        waiting = [threading.Thread(target=ask) for _ in range(20)]
        for thread in waiting:
            thread.start()
        slowest, count = 0, 0
        while any(thread.is_alive() for thread in waiting):
            begun = time.monotonic()
            self.good(server, "yard", timeout=3)
            slowest, count = max(slowest, time.monotonic() - begun), count + 1
        print(f"beside a stalled fetch: {count} calls of another map, the slowest {slowest * 1000:.0f} ms")
        self.assertLess(slowest, 1)
        self.assertLess(max(took for _, took in answers), 3.5)
        codes = {code for code, _ in answers}
        self.assertEqual(codes, {grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE}, "few wait")
        self.assertEqual(store.counts[f"objects/{thicket}"], 1, "one fetch for all")
        released.set()
        self.eventually(lambda: server.place("thicket")[0] == grpc.StatusCode.OK, 40)

    def many_slow(self, seconds_of):
        """A store of map-0 to map-19, whose objects take so many seconds each."""
        packages = self.folder / "many"
        packages.mkdir()
        subprocess.run([WRITE_TEST_WORLD, str(packages), "0", "20"], check=True)
        self.publish(packages)
        store = self.store()
        numbers = {f"objects/{self.object_of(f'map-{i}')}": i for i in range(20)}

        def slowly(handler):
            path = handler.path.lstrip("/")
            time.sleep(seconds_of(numbers[path]))
            store.send_file(handler, (self.out / path).read_bytes())
        store.fault = lambda path, count: slowly if path.lstrip("/") in numbers else None

    def test_a_caller_of_many_slow_packages_keeps_no_other_caller_from_its_own(self):
        self.many_slow(lambda number: 6 if number < 12 else 1.2)
        server = self.server("--workers", "2", "--trust-callers")
        greedy = []
        waiting = [threading.Thread(target=lambda i=i: greedy.append(server.place(f"map-{i}", caller="greedy")))
                   for i in range(12)]
        for thread in waiting:
            thread.start()
        time.sleep(1)
        begun = time.monotonic()
        others = []
        more = [threading.Thread(target=lambda i=i: others.append(server.place(f"map-{12 + i}", caller=f"other {i}")))
                for i in range(3)]
        for thread in more:
            thread.start()
        for thread in more:
            thread.join()
        took = time.monotonic() - begun
        self.assertEqual(others, 3 * [(grpc.StatusCode.OK, "")])
        self.assertLess(took, 4, "they waited for their own packages only")
        for thread in waiting:
            thread.join()
        refused = [why for code, why in greedy if code == grpc.StatusCode.UNAVAILABLE]
        self.assertGreater(len(refused), 8, "one call of a caller waits on at a time, on two workers")
        self.assertIn("as many calls wait for packages as may", refused[0])
        print(f"beside 12 slow packages of a caller, three of others took {took:.1f} s, of 1.2 s that the source took")

    # The cache

    def test_a_server_that_is_killed_in_a_fetch_goes_on_with_it(self):
        store = self.store()
        thicket = self.object_of("thicket")
        content = (self.out / "objects" / thicket).read_bytes()
        hangs = threading.Event()

        def hang(handler):
            handler.send_response(200)
            handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content[:200_000])
            handler.wfile.flush()
            hangs.wait(30)
            handler.close_connection = True
        store.fault = lambda path, count: hang if thicket in path and count == 1 else None
        self.addCleanup(hangs.set)
        server = self.server()
        self.good(server, "yard")
        asking = threading.Thread(target=server.place, args=("thicket", 20))
        asking.start()
        part = self.cache / f"{thicket}.part"
        self.eventually(lambda: part.exists() and part.stat().st_size == 200_000)
        server.stop(signal.SIGKILL)
        asking.join()
        server = self.server()
        self.good(server, "thicket")
        self.assertEqual(store.statuses(thicket), [("bytes=200000-", 206)])
        self.good(server, "yard")
        self.assertEqual(len(store.statuses(self.object_of("yard"))), 1, "the cache is used again")

    def test_a_file_of_the_cache_that_was_changed_is_fetched_again(self):
        store = self.store()
        server = self.server()
        self.good(server, "yard")
        server.stop()
        path = self.cache / self.object_of("yard")
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        path.write_bytes(content)
        server = self.server()
        self.good(server, "yard")
        server.wait_for("cached_package_refused")
        self.assertEqual(len(store.statuses(self.object_of("yard"))), 2)

    def test_the_cache_keeps_within_its_limit(self):
        packages = self.folder / "many"
        packages.mkdir()
        count = 700
        subprocess.run([WRITE_TEST_WORLD, str(packages), "0", str(count)], check=True)
        self.publish(packages)
        self.store()
        limit = 1 << 20
        self.assertGreater(sum(path.stat().st_size for path in packages.iterdir()), 1.5 * limit)
        server = self.server("--package-cache-bytes", str(limit))
        for i in range(count):
            self.good(server, f"map-{i}")
            if i % 50 == 0:
                self.assertLessEqual(sum(path.stat().st_size for path in self.cache.iterdir() if len(path.name) == 64), limit)
        self.assertLessEqual(server.metric("waystone_package_cache_bytes"), limit)
        self.assertGreater(server.metric("waystone_package_cache_evictions_total"), 20)
        self.assertGreater(server.metric("waystone_package_cache_objects"), 50)
        self.good(server, "map-0")

    def test_a_package_too_large_for_the_cache_is_told(self):
        self.store()
        server = self.server("--package-cache-bytes", str(1 << 20))
        self.assertGreater(self.thicket_bytes, 1 << 19)
        code, why = server.place("thicket")
        self.assertEqual(code, grpc.StatusCode.FAILED_PRECONDITION)
        self.assertIn("thicket.waymap: its ", why)
        self.assertIn("more than half of --package-cache-bytes", why)

    @unittest.skipUnless(os.getuid() == 0, "mounting needs root")
    def test_a_full_disk_is_told_and_nothing_is_left(self):
        self.store()
        self.cache.mkdir()
        size = self.thicket_bytes // 2
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(self.cache)]).returncode != 0:
            self.skipTest("no tmpfs can be mounted")
        try:
            server = self.server()
            code, why = server.place("thicket")
            self.assertEqual(code, grpc.StatusCode.UNAVAILABLE)
            self.assertIn("thicket.waymap: cannot be written to the cache: No space left on device", why)
            self.good(server, "yard")
            self.assertEqual(self.cached(), [self.object_of("yard")])
            server.stop()
        finally:
            subprocess.run(["umount", str(self.cache)], check=True)

    # Reloads

    def test_a_reload_switches_to_new_packages_under_load(self):
        self.store()
        server = self.server()
        old = server.generation("thicket")
        stopping = threading.Event()
        failures, counts = [], [0, 0]

        def ask(index):
            while not stopping.is_set():
                answer = server.place(("thicket", "yard")[index])
                counts[index] += 1
                if answer[0] != grpc.StatusCode.OK:
                    failures.append(answer)
        asking = [threading.Thread(target=ask, args=(index % 2,)) for index in range(4)]
        for thread in asking:
            thread.start()
        generations = {old}
        for round_ in range(6):
            self.publish(self.newer if round_ % 2 == 0 else self.packages)
            self.assertEqual(list(server.reload().changed_maps), ["thicket"])
            generations.add(server.generation("thicket"))
            self.assertEqual(server.maps()["thicket"].generation, server.generation("thicket"))
        stopping.set()
        for thread in asking:
            thread.join()
        print(f"6 reloads: {counts} calls, {len(failures)} failed")
        self.assertEqual(failures, [])
        self.assertEqual(len(generations), 2)
        self.assertEqual(server.metric("waystone_packages_fetched_total"), 3, "the cache has both")

    def test_a_pinned_generation_goes_on_after_a_reload(self):
        self.store()
        server = self.server()
        old = server.generation("thicket")
        self.publish(self.newer)
        self.assertEqual(list(server.reload().changed_maps), ["thicket"])
        new = server.generation("thicket")
        self.assertNotEqual(new, old)
        request = place_pb2.PlaceResourceRequest(map_id="thicket", scatter=place_pb2.ScatterTask(count=1, seed=3))
        request.pinned.add(map_id="thicket", generation=old)
        self.assertEqual(server.planning.PlaceResource(request, timeout=10).map.generation, old)

    def test_a_watched_source_is_served_anew(self):
        store = self.store()
        server = self.server("--watch")
        old = server.generation("thicket")
        self.publish(self.newer)
        self.eventually(lambda: server.generation("thicket") != old, 15)
        self.eventually(lambda: (None, 304) in store.statuses("packages.json"), 15)

    def test_a_hangup_reads_the_index_anew(self):
        self.store()
        server = self.server()
        old = server.generation("thicket")
        self.publish(self.newer)
        server.process.send_signal(signal.SIGHUP)
        self.assertEqual(server.wait_for("reloaded", timeout=10)["changed"], 1)
        self.assertNotEqual(server.generation("thicket"), old)

    def test_a_new_package_that_cannot_be_had_leaves_the_old_one(self):
        store = self.store()
        server = self.server()
        old = server.generation("thicket")
        self.good(server, "yard")
        self.publish(self.newer)
        newer = self.object_of("thicket")
        is_wrong = [True]
        store.fault = lambda path, count: (
            (lambda handler: store.send(handler, 404, b"")) if newer in path and is_wrong[0] else None)
        reloaded = server.reload()
        self.assertEqual([one.file_name for one in reloaded.refused], ["thicket.waymap"])
        self.assertIn("HTTP 404", reloaded.refused[0].reason)
        self.assertEqual(server.generation("thicket"), old)
        self.good(server, "yard")
        is_wrong[0] = False
        self.eventually(lambda: server.generation("thicket") != old, 20)

    def test_a_new_package_of_a_map_that_is_not_loaded_is_checked_before_it_counts(self):
        store = self.store()
        server = self.server("--max-maps", "1")
        old = server.generation("thicket")
        self.good(server, "yard")
        self.assertEqual(server.metric("waystone_map_drops_total"), 1, "the thicket is not loaded")
        unused = self.object_of("hall")
        self.publish(self.newer)
        newer = self.object_of("thicket")
        content = bytearray((self.out / "objects" / newer).read_bytes())
        content[len(content) // 2] ^= 1
        is_wrong = [True]
        store.fault = lambda path, count: (
            (lambda handler: store.send_file(handler, bytes(content))) if newer in path and is_wrong[0] else None)
        for _ in range(2):
            reloaded = server.reload()
            self.assertEqual([one.file_name for one in reloaded.refused], ["thicket.waymap"])
            self.assertIn("SHA-256", reloaded.refused[0].reason)
            self.assertEqual(server.maps()["thicket"].generation, old)
            self.assertEqual(server.generation("thicket"), old)
            self.good(server, "yard")
        self.assertEqual(server.wait_for("package_refused")["file"], "thicket.waymap")
        self.assertEqual(server.metric("waystone_packages_refused"), 1)
        is_wrong[0] = False
        self.eventually(lambda: server.generation("thicket") != old, 40)
        self.assertEqual(server.metric("waystone_packages_refused"), 0)
        self.assertEqual(store.statuses(unused) + store.statuses(self.object_of("hall")), [], "nobody needed it")

    def test_a_reload_that_waits_for_a_package_ends_with_its_call(self):
        store = self.store()
        server = self.server()
        old = server.generation("thicket")
        self.publish(self.newer)
        newer = self.object_of("thicket")
        released = self.stall(store, newer)
        self.is_reload_late(server)  # by a hair or not
        refused = server.wait_for("package_refused", timeout=5)
        self.assertEqual((refused["file"], refused["reason"]), ("thicket.waymap", "thicket.waymap: is still being fetched"))
        asked = len(store.statuses("packages.json"))
        self.eventually(lambda: len(store.statuses("packages.json")) > asked, 20)  # the server tries by itself
        self.assertTrue(self.is_reload_late(server))
        verdicts = server.admin.Verify(package_admin_pb2.VerifyRequest(map_ids=["yard"]), timeout=5).verdicts
        self.assertTrue(verdicts[0].ok, "the administration answers others")
        self.assertEqual(server.generation("thicket"), old)
        released.set()
        self.eventually(lambda: server.generation("thicket") != old, 40)

    def is_reload_late(self, server):
        try:
            server.admin.Reload(package_admin_pb2.ReloadRequest(), timeout=0.5)
            return False
        except grpc.RpcError as error:
            self.assertEqual(error.code(), grpc.StatusCode.DEADLINE_EXCEEDED)
            return True

    def test_a_bad_index_changes_nothing(self):
        store = self.store()
        server = self.server()
        self.good(server, "yard")
        for text in ("", "{}", "[]", '{"format": 2, "maps": []}', '{"format": 1, "maps": [7]}'):
            (self.out / "packages.json").write_text(text)
            with self.assertRaises(grpc.RpcError) as raised:
                server.reload()
            self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
            self.assertIn("packages.json: ", raised.exception.details())
            self.assertEqual(len(server.maps()), 3)
            self.good(server, "hall")
        store.fault = lambda path, count: lambda handler: store.send(handler, 500, b"")
        with self.assertRaises(grpc.RpcError) as raised:
            server.reload()
        self.assertEqual(raised.exception.code(), grpc.StatusCode.UNAVAILABLE)
        self.assertEqual(len(server.maps()), 3)
        self.assertEqual(server.metric("waystone_package_source_up"), 0)

    def test_a_map_that_left_the_index_is_not_served(self):
        self.store()
        server = self.server()
        self.good(server, "yard")
        fewer = self.folder / "fewer"
        fewer.mkdir()
        shutil.copy(self.packages / "hall.waymap", fewer)
        self.publish(fewer)
        self.assertEqual(sorted(server.reload().removed_maps), ["thicket", "yard"])
        self.assertEqual(server.place("yard")[0], grpc.StatusCode.NOT_FOUND)

    # Worlds

    def bake_world(self, name, rows):
        """A world of the maps a and b with these rows of cells, from a to b and back; its packages."""
        sources = self.folder / f"{name}-sources"
        sources.mkdir()
        for map_id in ("a", "b"):
            size = f"height {len(rows.split())}\nwidth {len(rows.split()[0])}"
            (sources / f"{map_id}.map").write_text(f"type octile\n{size}\nmap\n{rows}")
        (sources / "all.yaml").write_text("skeleton: false\n")
        (sources / "world.yaml").write_text("""world: pair
config: all.yaml
maps:
  - {id: a, source: a.map}
  - {id: b, source: b.map, origin: [100, 0, 0]}
portals:
  - {id: there, from: {map: a, trigger: {cells: [4, 0, 4, 0]}}, to: {map: b, cell: [0, 0]}}
  - {id: back, from: {map: b, trigger: {cells: [0, 2, 0, 2]}}, to: {map: a, cell: [0, 2]}}
""")
        packages = self.folder / name
        subprocess.run([WAYSTONE_BAKE, str(sources / "world.yaml"), "-o", str(packages)], check=True, capture_output=True)
        return packages

    def walk(self, server):
        """A route from a to b: the world's generation."""
        start = position_pb2.Position(map_id="a", x=0.5, y=0, z=0.5)
        goal = position_pb2.Position(map_id="b", x=104.5, y=0, z=0.5)
        answer = server.planning.PlanRoute(route_pb2.PlanRouteRequest(
            start=position_pb2.Location(position=start), goals=[position_pb2.Location(position=goal)]), timeout=30)
        self.assertEqual(answer.status, route_pb2.ROUTE_STATUS_COMPLETE, answer)
        return answer.world_generation

    def test_a_world_and_its_maps_are_switched_together(self):
        first = self.bake_world("first", ".....\n.....\n.....\n")
        second = self.bake_world("second", ".....\n..@..\n.....\n")
        shutil.rmtree(self.out)
        self.publish(first)
        store = self.store()
        server = self.server()
        self.assertEqual(self.cached(), [json.loads((self.out / "packages.json").read_text())["world"]["sha256"]])
        old_world, old_maps = self.walk(server), {one: server.generation(one) for one in ("a", "b")}
        stopping = threading.Event()
        worlds, failures = set(), []

        def ask():
            while not stopping.is_set():
                try:
                    worlds.add(self.walk(server))
                except (grpc.RpcError, AssertionError) as error:
                    failures.append(error)
        asking = [threading.Thread(target=ask) for _ in range(2)]
        for thread in asking:
            thread.start()
        self.publish(second)
        missing = self.object_of("b")
        is_missing = [True]
        store.fault = lambda path, count: (
            (lambda handler: store.send(handler, 404, b"")) if missing in path and is_missing[0] else None)
        self.assertEqual([one.file_name for one in server.reload().refused], ["b.waymap"])
        self.assertEqual(self.walk(server), old_world)
        self.assertEqual({one: server.generation(one) for one in ("a", "b")}, old_maps, "a stays with b")
        is_missing[0] = False
        self.eventually(lambda: self.walk(server) != old_world, 20)
        for one in ("a", "b"):
            self.assertNotEqual(server.generation(one), old_maps[one])
        stopping.set()
        for thread in asking:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(worlds, {old_world, self.walk(server)})

    def test_a_restart_without_the_source_serves_the_last_index_that_was_whole(self):
        self.publish(self.bake_world("first", ".....\n.....\n.....\n"))
        store = self.store()
        server = self.server()
        old_world = self.walk(server)
        self.publish(self.bake_world("second", ".....\n..@..\n.....\n"))
        (self.out / "objects" / self.object_of("b")).unlink()  # not there yet
        self.assertEqual([one.file_name for one in server.reload().refused], ["b.waymap"])
        self.assertEqual(self.walk(server), old_world)
        server.stop()
        store.close()
        server = self.server()
        self.assertTrue(server.has("package_source_down"))
        self.assertEqual(self.walk(server), old_world)

    def test_maps_of_a_world_are_fetched_by_need(self):
        self.publish(self.bake_world("first", ".....\n.....\n.....\n"))
        store = self.store()
        (self.out / "objects" / self.object_of("b")).rename(self.folder / "b")
        server = self.server()
        self.good(server, "a")
        start = position_pb2.Position(map_id="a", x=0.5, y=0, z=0.5)
        goal = position_pb2.Position(map_id="b", x=104.5, y=0, z=0.5)
        answer = server.planning.PlanRoute(route_pb2.PlanRouteRequest(
            start=position_pb2.Location(position=start), goals=[position_pb2.Location(position=goal)]), timeout=30)
        self.assertEqual(answer.status, route_pb2.ROUTE_STATUS_UNREACHABLE)
        self.assertEqual(answer.reason, route_pb2.ROUTE_REASON_MAP_MISSING)
        (self.folder / "b").rename(self.out / "objects" / self.object_of("b"))
        self.eventually(lambda: server.metric("waystone_packages_fetched_total") == 3, 20)
        self.walk(server)
        self.assertEqual(len([one for one in store.statuses(self.object_of("a"))]), 1)

    def test_a_map_of_a_world_too_large_for_the_cache_is_not_called_baked_anew(self):
        # Many small obstacles: a large map, and a small world file.
        cells = random.Random(1)
        rows = ["".join(cells.choice("..@") for _ in range(200)) for _ in range(200)]
        self.publish(self.bake_world("large", "\n".join(["." * 200] * 3 + rows) + "\n"))
        self.store()
        server = self.server("--package-cache-bytes", str(1 << 20))
        with self.assertRaisesRegex(AssertionError, "ROUTE_REASON_MAP_MISSING") as raised:
            self.walk(server)
        self.assertNotIn("baked anew", str(raised.exception))
        self.assertIn("more than half of --package-cache-bytes", server.wait_for("map_missing")["reason"])
        self.assertFalse(server.has("map_not_joined"))
        self.assertEqual(server.metric("waystone_map_not_joined"), 0)

    def test_without_the_world_file_its_maps_are_served_and_it_is_awaited(self):
        self.publish(self.bake_world("first", ".....\n.....\n.....\n"))
        store = self.store()
        world = json.loads((self.out / "packages.json").read_text())["world"]["sha256"]
        is_missing = [True]
        store.fault = lambda path, count: (
            (lambda handler: store.send(handler, 404, b"")) if world in path and is_missing[0] else None)
        server = self.server()
        self.assertEqual(server.wait_for("package_refused")["file"], "world.wayworld")
        self.good(server, "a")
        with self.assertRaises(grpc.RpcError) as raised:
            self.walk(server)
        self.assertEqual(raised.exception.code(), grpc.StatusCode.NOT_FOUND)
        is_missing[0] = False
        self.eventually(lambda: server.has("reloaded") or self.has_world(server), 20)
        self.walk(server)

    def has_world(self, server):
        return server.catalog.DescribeServer(map_catalog_pb2.DescribeServerRequest()).world_generation != ""

    # Administration

    def test_preload_says_that_a_package_cannot_be_had(self):
        store = self.store()
        yard = self.object_of("yard")
        store.fault = lambda path, count: (lambda handler: store.send(handler, 403, b"")) if yard in path else None
        server = self.server()
        with self.assertRaises(grpc.RpcError) as raised:
            server.admin.Preload(package_admin_pb2.PreloadRequest(), timeout=30)
        self.assertEqual(raised.exception.code(), grpc.StatusCode.UNAVAILABLE)
        self.assertEqual(raised.exception.details(),
                         "not all maps are loaded: yard.waymap: the source answers with HTTP 403")

    def test_preload_fetches_and_verify_looks_at_what_is_here(self):
        self.store()
        server = self.server()
        verdicts = server.admin.Verify(package_admin_pb2.VerifyRequest()).verdicts
        self.assertEqual(len(verdicts), 0)
        self.assertEqual(server.admin.Preload(package_admin_pb2.PreloadRequest(map_ids=["yard"]), timeout=30).maps, 1)
        verdicts = server.admin.Verify(package_admin_pb2.VerifyRequest()).verdicts
        self.assertEqual([(one.file_name, one.ok) for one in verdicts], [("yard.waymap", True)])
        verdicts = server.admin.Verify(package_admin_pb2.VerifyRequest(map_ids=["hall"]), timeout=30).verdicts
        self.assertEqual([(one.file_name, one.ok) for one in verdicts], [("hall.waymap", True)])
        self.assertEqual(server.metric("waystone_packages_fetched_total"), 2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
