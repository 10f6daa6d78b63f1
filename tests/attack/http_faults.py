"""The rows of scripts/fault-table about HTTP: the port that answers it, and a source of packages that fails."""

import http.client
import itertools
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "e2e/python"))
import signing_store  # noqa: E402

ELSEWHERE = "127.0.0.2"  # the attacker's address
MOVE = "/waystone.v1.PathPlanning/ValidateMove"


def connect(port):
    connection = socket.socket()
    connection.settimeout(0.5)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.bind((ELSEWHERE, 0))
    connection.connect(("127.0.0.1", port))
    return connection


class Dawdlers:
    """Until the block ends: connections whose heads or bodies come a byte every quarter of a second, and others that ask and take
    no byte of the answers. What the server ends is opened anew.
    """

    def __init__(self, port, each=80):
        self.port, self.opened = port, 0
        self.is_over = threading.Event()
        head = b"POST " + MOVE.encode() + b" HTTP/1.1\r\nHost: localhost\r\n"
        body = head + b"Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
        self.kinds = [(head, b"X"), (body, b" "), (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * 64, b"GET")] * each
        self.thread = threading.Thread(target=self._dawdle)

    def _dawdle(self):
        connections = {}
        while not self.is_over.wait(0.25):
            for i, (begin, more) in enumerate(self.kinds):
                try:
                    if i not in connections:
                        connections[i] = connect(self.port)
                        self.opened += 1
                        connections[i].sendall(begin)
                    else:
                        connections[i].send(more)
                except OSError:
                    if i in connections:
                        connections.pop(i).close()
        for connection in connections.values():
            connection.close()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()


def moves_by_http(port, seconds):
    """[ms] What moves took that were asked for in JSON, one after the other; how many failed."""
    asked = json.dumps({"from": {"mapId": "field", "x": 10, "y": 0, "z": 10},
                        "to": {"mapId": "field", "x": 10.5, "y": 0, "z": 10},
                        "snap": {"radiusM": 20}})
    times, failed = [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("POST", MOVE, asked, {"Content-Type": "application/json"})
            failed += connection.getresponse().status != 200
            connection.close()
        except (OSError, http.client.HTTPException):
            failed += 1
        times.append(1000 * (time.monotonic() - begun))
        time.sleep(0.02)
    times.sort()
    return times, failed


def http_port(stand):
    """Heads and bodies that trickle, and answers that nobody takes, on 240 connections of one address."""
    from fault_table import Peak, finish, row
    with stand.server("--http-listen", "127.0.0.1:0") as server:
        stand.ask("moves", server, 1)
        moves_by_http(server.http_port, 1)
        with Peak(server) as peak, Dawdlers(server.http_port) as attack:
            time.sleep(1)
            asking = stand.start("moves", server, stand.seconds, 50)
            times, failed = moves_by_http(server.http_port, stand.seconds)
            others = finish(asking)
        p99_ms = times[len(times) * 99 // 100]
        grown_mb = peak.grown_mb()
        return row("http_port", attack.opened, others["failed"] + failed, p99_ms, "250 ms, 64 MB",
                   max(p99_ms, others["p99_ms"]) <= 250 and grown_mb <= 64, grpc_p99_ms=others["p99_ms"], grown_mb=grown_mb)


def package_source(stand):
    """A source that stalls, cuts, lies and refuses when it is asked for a map: calls of the maps that are there go on."""
    from fault_table import finish, row
    import grpc
    from waystone.v1 import path_planning_pb2_grpc
    packages, store_folder = stand.new_folder(), stand.new_folder()
    for name in ("field", *(f"far{i}" for i in range(8))):
        stand.bake(stand.folder, packages, "--map-id", name)
    subprocess.run([str(stand.build / "client/cli/waystone"), "package", "publish", str(packages), "-o", str(store_folder)], check=True,
                   stdout=subprocess.DEVNULL)

    def move_on(name):
        move = stand.callers.move(0)
        getattr(move, "from").map_id = move.to.map_id = name
        return move

    is_over = threading.Event()

    def stall(_):
        is_over.wait(30)

    def lie(handler):
        store.send(handler, 200, bytes(100_000))

    def cut(handler):
        store.send_file(handler, (store_folder / handler.path.lstrip("/")).read_bytes(), cut_at=1000)

    def refuse(handler):
        store.send(handler, 503, b"busy")

    with signing_store.Store(store_folder) as store:
        url = f"http://127.0.0.1:{store.port}"
        with stand.server("--package-cache", stand.new_folder(), packages=url) as server:
            planning = path_planning_pb2_grpc.PathPlanningStub(grpc.insecure_channel(f"127.0.0.1:{server.port}"))

            def code(name, timeout=10):
                try:
                    planning.ValidateMove(move_on(name), timeout=timeout)
                except grpc.RpcError as error:
                    return error.code()
                return grpc.StatusCode.OK
            if code("field") != grpc.StatusCode.OK:
                raise ValueError("the source's map is not served")
            faults = itertools.cycle((stall, lie, cut, refuse))
            store.fault = lambda path, count: next(faults)
            asking = stand.start("moves", server, stand.seconds, 50)
            tried = wrong = 0
            while asking.poll() is None:
                wrong += code(f"far{tried % 8}", 0.5) == grpc.StatusCode.OK
                tried += 1
            others = finish(asking)
            store.fault = lambda path, count: None
            is_over.set()
            begun = time.monotonic()
            while any(code(f"far{i}") != grpc.StatusCode.OK for i in range(8)) and time.monotonic() - begun < 700:
                time.sleep(0.1)
            back_s = time.monotonic() - begun
        return row("package_source", tried, others["failed"] + wrong, others["p99_ms"], "250 ms, 90 s", others["p99_ms"] <= 250 and back_s <= 90,
                   back_s=back_s)
