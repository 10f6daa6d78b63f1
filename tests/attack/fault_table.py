"""The rows of scripts/fault-table."""

import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import file_faults
import http2
import http_faults
import waystone_stubs

HERE = pathlib.Path(__file__).resolve().parent


def draw_field(folder, side=512, blocks=2600):
    """A field of cells with blocks, large enough that a plain search over it takes tens of milliseconds."""
    draw = random.Random(1)
    rows = [["."] * side for _ in range(side)]
    for _ in range(blocks):
        width, height = draw.randint(1, 14), draw.randint(1, 14)
        x, y = draw.randrange(side - width), draw.randrange(side - height)
        for row in rows[y:y + height]:
            row[x:x + width] = "@" * width
    text = "\n".join("".join(row) for row in rows)
    (folder / "field.map").write_text(f"type octile\nheight {side}\nwidth {side}\nmap\n{text}\n")


class Stand:
    """What all rows need: programs, packages, seconds for each measurement."""

    def __init__(self, build, folder, is_quick):
        self.build, self.folder, self.is_quick = build, folder, is_quick
        self.seconds = 6 if is_quick else 30
        self.packages = folder / "packages"
        self.folders = 0
        draw_field(folder)
        self.bake(folder, self.packages)
        (folder / "stubs").mkdir()
        waystone_stubs.generate(folder / "stubs")
        import callers  # needs the stubs
        self.callers = callers

    def server(self, *arguments, packages=None, **options):
        return waystone_stubs.Server(self.build, packages or self.packages, *map(str, arguments), **options)

    def other_package(self):
        """The bytes of another package of the map."""
        folder = self.new_folder()
        folder.mkdir()
        draw_field(folder, blocks=2500)
        self.bake(folder, folder)
        return (folder / "field.waymap").read_bytes()

    def bake(self, folder, packages, *arguments):
        subprocess.run([str(self.build / "bake/program/waystone-bake"), str(folder / "field.map"), "-o", str(packages),
                        "--strategy", "grid", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)

    def new_folder(self):
        self.folders += 1
        return self.folder / str(self.folders)

    def start(self, kind, server, *arguments, address=None):
        """Begins to ask; `finish` gives what came of it."""
        return subprocess.Popen([sys.executable, str(HERE / "callers.py"), kind, address or f"127.0.0.1:{server.port}",
                                 *map(str, arguments)], stdout=subprocess.PIPE, text=True)

    def ask(self, kind, server, *arguments):
        return finish(self.start(kind, server, *arguments))

    def attack(self, name, server, seconds=None, request=None):
        """Attacks once, with this request or a route; a process that has been started."""
        process = subprocess.Popen([sys.executable, str(HERE / "attacks.py"), name, str(server.port),
                                    str(seconds or self.seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write((request or self.callers.route(0)).SerializeToString())
        process.stdin.close()
        return process


def finish(asking):
    return json.loads(asking.communicate()[0])


def count(attack):
    """How often the attack did what it does."""
    output = attack.stdout.read()
    attack.wait()
    return int(output)


def row(fault, tried, lost, figure, bar, is_met, **more):
    """`more` is told, too, and has no bar of its own."""
    return {"fault": fault, "tried": tried, "lost": lost, "figure": round(figure, 3), "bar": bar,
            "ok": bool(is_met and lost == 0), **{name: round(value, 3) for name, value in more.items()}}


class Peak:
    """[MB] The most memory that a server takes while the block runs, and what it took before."""

    def __init__(self, server):
        self.server = server
        self.before_mb = self.most_mb = server.rss_mb()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._watch)

    def _watch(self):
        while not self.is_over.wait(0.05):
            self.most_mb = max(self.most_mb, self.server.rss_mb())

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def grown_mb(self):
        return self.most_mb - self.before_mb


def recovery_s(stand, server, patience_s=30):
    """[s] Until a new caller has its answer."""
    begun = time.monotonic()
    while time.monotonic() - begun < patience_s:
        if stand.callers.ask("moves", f"127.0.0.1:{server.port}", 0.05, 0, 1.0)["failed"] == 0:
            return time.monotonic() - begun
    return float("inf")


def neighbour_s(server, patience_s=30):
    """[s] Until a new connection of the attacker's own address is taken, as of others behind the same router."""
    begun = time.monotonic()
    while time.monotonic() - begun < patience_s:
        try:
            with http2.open_connection(server.port) as connection:
                connection.settimeout(5)
                if connection.recv(1):
                    return time.monotonic() - begun
        except OSError:
            pass
        time.sleep(0.1)
    return float("inf")


def window_zero(stand):
    """An answer that is not taken holds nothing that others need."""
    with stand.server() as server:
        attack = stand.attack("window_zero", server)
        time.sleep(1)
        others = stand.ask("routes", server, stand.seconds - 1, 50)
        tried = count(attack)
        return row("window_zero", tried, others["failed"], others["p99_ms"], 250, others["p99_ms"] <= 250)


def endless_batches(stand):
    """Batches of explorations of a minute each, without a deadline: others have their turns."""
    with stand.server("--workers", "2") as server:
        address = f"127.0.0.1:{server.port}"
        batches = [stand.callers.explorations() for _ in range(8)]
        asking = stand.start("searches", server, stand.seconds, 2)
        sent = stand.callers.send_batches(address, stand.seconds + 1, batches)
        others = finish(asking)
        return row("endless_batches", sent, others["failed"], others["p99_ms"], 1000, others["p99_ms"] <= 1000)


def slow_calls(stand):
    """Quick calls beside 1,300 slow ones of the same connection kind: none refused, five times idle at most."""
    with stand.server("--workers", "2") as server:
        idle = {kind: stand.ask(kind, server, stand.seconds / 2, 100)["p99_ms"] for kind in ("moves", "tracks", "routes")}
        flood = [stand.start("walks", server, stand.seconds * 2 + 4, 1300 / 2 / stand.seconds, 60) for _ in range(2)]
        time.sleep(2)
        asking = {kind: stand.start(kind, server, stand.seconds, 100) for kind in idle}
        others = {kind: finish(one) for kind, one in asking.items()}
        for one in flood:
            one.kill()
            one.wait()
        ratio = max(others[kind]["p99_ms"] / idle[kind] for kind in idle)
        return row("slow_calls", 1300, sum(one["failed"] for one in others.values()), ratio, 5, ratio <= 5)


def many_connections(stand):
    """Searches of 40 ms of others beside 600 of a minute, on 200 connections of one address."""
    with stand.server("--workers", "2") as server:
        attack = stand.attack("many_connections", server, stand.seconds + 3, stand.callers.walk(0))
        time.sleep(2)
        others = stand.ask("short_walks", server, stand.seconds, 4)
        return row("many_connections", count(attack), others["failed"], others["p99_ms"], 2500, others["p99_ms"] <= 2500)


def overload(stand):
    """Four times as many searches of 40 ms as can be done: what cannot be done in time is refused at once, with a hint."""
    with stand.server("--workers", "2") as server:
        alone = stand.ask("short_walks", server, 2)
        peak = 2000 / alone["p50_ms"]  # two workers
        plain = stand.ask("short_walks", server, stand.seconds, peak * 0.9, 1.0)
        goodput = (plain["asked"] - plain["failed"]) / stand.seconds
        over = stand.ask("short_walks", server, stand.seconds, peak * 4, 1.0)
        ratio = (over["asked"] - over["failed"]) / stand.seconds / goodput
        unhinted = over["busy"] - over["hinted"]
        return row("overload", over["asked"], unhinted, ratio, 0.9, ratio >= 0.9)


def frames(name):
    """The server alone: others are served meanwhile, a new caller within two seconds after, and memory is given back."""
    def measure(stand):
        with stand.server() as server:
            stand.ask("moves", server, 1)
            before_mb = server.rss_mb()
            attack = stand.attack(name, server)
            others = stand.ask("moves", server, stand.seconds, 50)
            tried = count(attack)
            recovered_s = recovery_s(stand, server)
            neighbours_s = neighbour_s(server)
            time.sleep(10)
            grown_mb = server.rss_mb() - before_mb
            is_met = others["p99_ms"] <= 1000 and recovered_s <= 2 and neighbours_s <= 10 and grown_mb <= 64
            return row(name, tried, others["failed"], others["p99_ms"], "1000 ms, 2 s, 10 s, 64 MB", is_met,
                       recovered_s=recovered_s, neighbours_s=neighbours_s, grown_mb=grown_mb)
    measure.__name__ = name
    return measure


def unfinished(stand):
    """Requests whose last byte never comes, against the server alone: the connections that hold most are ended."""
    with stand.server() as server:
        stand.ask("moves", server, 1)
        with Peak(server) as peak:
            attack = stand.attack("unfinished", server)
            asking = [stand.start(kind, server, stand.seconds, 50) for kind in ("moves", "routes")]
            others = [finish(one) for one in asking]
            tried = count(attack)
        time.sleep(10)
        grown_mb, kept_mb = peak.grown_mb(), server.rss_mb() - peak.before_mb
        return row("unfinished", tried, sum(one["failed"] for one in others), grown_mb, "768 MB, 64 MB 10 s later",
                   grown_mb <= 768 and kept_mb <= 64, kept_mb=kept_mb, p99_ms=max(one["p99_ms"] for one in others))


def idle_streams(stand):
    """180,000 calls of which only the headers come: the connections that hold most are ended."""
    with stand.server() as server:
        stand.ask("moves", server, 1)
        with Peak(server) as peak:
            attack = stand.attack("idle_streams", server)
            others = stand.ask("moves", server, stand.seconds, 50)
            tried = count(attack)
        time.sleep(10)
        grown_mb, kept_mb = peak.grown_mb(), server.rss_mb() - peak.before_mb
        return row("idle_streams", tried, others["failed"], grown_mb, "512 MB, 64 MB 10 s later",
                   grown_mb <= 512 and kept_mb <= 64, kept_mb=kept_mb, p99_ms=others["p99_ms"])


def reflection(stand):
    """A thousand open streams of reflection: threads that the server takes for them."""
    with stand.server() as server:
        stand.ask("moves", server, 1)
        before = server.threads()
        attack = stand.attack("reflection", server)
        time.sleep(1)
        grown = server.threads() - before
        others = stand.ask("moves", server, stand.seconds - 1, 50)
        return row("reflection", count(attack), others["failed"], grown, 32, grown <= 32, p99_ms=others["p99_ms"])


def edge_unfinished(stand):
    """The same through the edge, which bounds what an address may hold."""
    with stand.server("--trust-callers") as server, waystone_stubs.Edge(stand.new_folder(), server) as edge:
        stand.ask("moves", edge, 1)
        with Peak(server) as peak, Peak(edge) as of_edge:
            attack = stand.attack("unfinished", edge)
            others = stand.ask("moves", edge, stand.seconds, 50)
            tried = count(attack)
        grown_mb = peak.grown_mb() + of_edge.grown_mb()
        return row("edge_unfinished", tried, others["failed"], grown_mb, 512, grown_mb <= 512,
                   p99_ms=others["p99_ms"], of_edge_mb=of_edge.grown_mb())


def behind_edge(name):
    """Others, through the edge as the attack: none of their calls fails."""
    def measure(stand):
        with stand.server("--trust-callers") as server, waystone_stubs.Edge(stand.new_folder(), server) as edge:
            stand.ask("moves", edge, 1)
            before_mb = server.rss_mb()
            attack = stand.attack(name, edge)
            others = stand.ask("moves", edge, stand.seconds, 50)
            tried = count(attack)
            time.sleep(1)
            grown_mb = server.rss_mb() - before_mb
            return row("edge_" + name, tried, others["failed"], grown_mb, 64, grown_mb <= 64)
    measure.__name__ = "edge_" + name
    return measure


def edge_words(stand):
    """What the edge answers by itself: requests that are too large, methods that it does not pass on, no server."""
    import grpc
    lost = 0
    with stand.server("--trust-callers") as server, waystone_stubs.Edge(stand.new_folder(), server) as edge:
        channel = grpc.insecure_channel(f"127.0.0.1:{edge.port}")

        def is_answered(method, request, code):
            try:
                channel.unary_unary(method)(request, timeout=10)
            except grpc.RpcError as error:
                return error.code() == code and "html" not in error.details()
            return False

        route = "/waystone.v1.PathPlanning/PlanRoute"
        lost += not is_answered(route, b"\0" * (5 << 20), grpc.StatusCode.RESOURCE_EXHAUSTED)
        lost += not is_answered("/waystone.v1.PackageAdmin/Reload", b"", grpc.StatusCode.UNIMPLEMENTED)
        server.process.kill()
        server.process.wait()
        lost += not is_answered(route, b"", grpc.StatusCode.UNAVAILABLE)
        return row("edge_words", 3, lost, 3 - lost, 3, lost == 0)


def descriptors(stand):
    """256 descriptors and 600 connections: served again within a second after they are gone."""
    with stand.server(descriptors=256) as server:
        tried = count(stand.attack("descriptors", server, 2))
        recovered_s = recovery_s(stand, server)
        return row("descriptors", tried, 0, recovered_s, 1, recovered_s <= 1)


def slow_preface(stand):
    """Connections that never get beyond their greeting."""
    with stand.server() as server:
        attack = stand.attack("slow_preface", server)
        others = stand.ask("moves", server, stand.seconds, 50)
        return row("slow_preface", count(attack), others["failed"], others["p99_ms"], 250, others["p99_ms"] <= 250)


def unread(name, make_batch, bar_mb):
    """Four streams that are sent large batches and whose answers nobody takes."""
    def measure(stand):
        with stand.server() as server:
            stand.ask("moves", server, 1)
            with Peak(server) as peak:
                asking = stand.start("routes", server, stand.seconds, 50)
                batches = [make_batch(stand.callers)] * 1000
                sent = stand.callers.send_batches(f"127.0.0.1:{server.port}", stand.seconds, batches, 4)
            others = finish(asking)
            return row(name, sent, others["failed"], peak.grown_mb(), bar_mb, peak.grown_mb() <= bar_mb,
                       p99_ms=others["p99_ms"])
    measure.__name__ = name
    return measure


def heavy_requests(stand):
    """Requests of 4 MB of empty parts, which would take some hundred times as much when they are decoded."""
    with stand.server() as server:
        stand.ask("moves", server, 1)
        with Peak(server) as peak:
            asking = stand.start("moves", server, stand.seconds, 50)
            sent = stand.callers.send_heavy(f"127.0.0.1:{server.port}", stand.seconds, 4_000_000, is_stream=False)
        others = finish(asking)
        return row("heavy_requests", sent, others["failed"], peak.grown_mb(), 256, peak.grown_mb() <= 256,
                   p99_ms=others["p99_ms"])


def heavy_streams(stand):
    """Four Exchange streams of such batches of 1 MB, which gRPC's few threads must not decode."""
    with stand.server() as server:
        stand.ask("moves", server, 1)
        with Peak(server) as peak:
            asking = stand.start("moves", server, stand.seconds, 50)
            sent = stand.callers.send_heavy(f"127.0.0.1:{server.port}", stand.seconds, 1_000_000, is_stream=True)
        others = finish(asking)
        return row("heavy_streams", sent, others["failed"], others["p99_ms"], 250, others["p99_ms"] <= 250,
                   grown_mb=peak.grown_mb())


def search_memory(stand):
    """Placements fair to 64 teams, which take 260 MB, where a search may take 64 MiB: refused, and the memory given back."""
    with stand.server("--max-search-bytes", str(64 << 20)) as server:
        stand.ask("moves", server, 1)
        asking = stand.start("moves", server, stand.seconds, 100)
        with Peak(server) as peak:
            asked = stand.ask("placements", server, stand.seconds, 0, 30)
        lost = finish(asking)["failed"] + asked["asked"] - asked["busy"]
        time.sleep(3)
        kept_mb = server.rss_mb() - peak.before_mb
        is_met = asked["asked"] > 0 and peak.grown_mb() <= 192 and kept_mb <= 128
        return row("search_memory", asked["asked"], lost, peak.grown_mb(), "192 MB, 128 MB 3 s later", is_met, kept_mb=kept_mb)


def hot_reload(stand):
    """A hundred swaps of the package under load, every other one to a broken file."""
    import grpc
    from waystone.v1 import package_admin_pb2, package_admin_pb2_grpc
    packages = stand.new_folder()
    shutil.copytree(stand.packages, packages)
    whole = packages / "field.waymap"
    others = [whole.read_bytes(), stand.other_package()]
    broken = whole.read_bytes()[:-1000]
    with stand.server("--admin-listen", "127.0.0.1:0", packages=packages) as server:
        asking = stand.start("moves", server, stand.seconds, 100)
        admin = package_admin_pb2_grpc.PackageAdminStub(grpc.insecure_channel(f"127.0.0.1:{server.admin_port}"))
        changed = refused = 0
        for i in range(100):
            aside = packages / "aside"
            aside.write_bytes(broken if i % 2 else others[i // 2 % 2])
            aside.rename(whole)
            report = admin.Reload(package_admin_pb2.ReloadRequest())
            changed += len(report.changed_maps)
            refused += len(report.refused)
        asked = finish(asking)
        is_met = refused == 50 and changed >= 49
        return row("hot_reload", 100, asked["failed"], changed + refused, "99: 49 or 50 changed, 50 refused", is_met)


def replicas(stand):
    """Three replicas, of which two are killed in turn and started again."""
    ports = [waystone_stubs.free_port() for _ in range(3)]
    servers = [stand.server(port=port) for port in ports]
    address = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in ports)
    asking = stand.start("moves", None, stand.seconds, 100, address=address)
    kills = 0
    end = time.monotonic() + stand.seconds - 2
    while time.monotonic() < end:
        victim = kills % 2
        servers[victim].process.kill()
        servers[victim].process.wait()
        kills += 1
        time.sleep(0.5)
        servers[victim] = stand.server(port=ports[victim])
        time.sleep(1)
    asked = finish(asking)
    for server in servers:
        server.__exit__()
    return row("replicas", kills, asked["failed"], asked["p99_ms"], 1000, asked["p99_ms"] <= 1000)


def packet_loss(stand):
    """The same callers over a network that loses one packet in twenty, in a namespace of its own."""
    script = f"""
        ip link set lo up
        nft add table inet lossy
        nft add chain inet lossy in '{{ type filter hook input priority 0; }}'
        nft add rule inet lossy in numgen random mod 100 '<' 5 drop
        exec {sys.executable} {HERE / "fault_table.py"} {stand.build} {stand.packages} {stand.folder / "stubs"} {stand.seconds}"""
    asking = subprocess.run(["unshare", "-n", "bash", "-ec", script], stdout=subprocess.PIPE, text=True, check=True)
    asked = json.loads(asking.stdout)
    return row("packet_loss", asked["asked"], asked["failed"], asked["p99_ms"], 2000, asked["p99_ms"] <= 2000)


def ask_here(build, packages, stubs, seconds):
    """What packet_loss runs within its namespace."""
    sys.path.insert(0, stubs)
    import callers
    with waystone_stubs.Server(pathlib.Path(build), packages) as server:
        print(json.dumps(callers.ask("moves", f"127.0.0.1:{server.port}", float(seconds), 50, 10)))


def stopping(stand):
    """SIGTERM with explorations running: over within lame duck and drain."""
    with stand.server("--lame-duck-s", "0.5", "--drain-s", "1") as server:
        flood = stand.start("walks", server, 30, 3, 60)
        time.sleep(3)
        begun = time.monotonic()
        server.process.terminate()
        server.process.wait(60)
        took_s = time.monotonic() - begun
        flood.kill()
        flood.wait()
        return row("stopping", 1, int(server.process.returncode != 0), took_s, 1.75, took_s <= 1.75)


def rows_of(*command):
    """What a program of tests prints; it ends with 1 if a row has missed its bar, and must not end otherwise."""
    ended = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False)
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    has_missed = any(not one["ok"] for one in rows)
    if not rows or ended.returncode != int(has_missed):
        raise subprocess.CalledProcessError(ended.returncode, command)
    return rows


def simulated_hours(stand):
    return rows_of(stand.build / "tests/simulation/simulate_schedule", 1000 if stand.is_quick else 20000)


def simulated_disk(stand):
    return rows_of(stand.build / "tests/simulation/simulate_store", 500 if stand.is_quick else 10000)


def package_mutants(stand):
    return rows_of(stand.build / "tests/faults/package_mutants")


def world_bake_kills(stand):
    return rows_of(stand.build / "tests/faults/world_bake_kills", stand.build / "bake/program/waystone-bake")


FRAMES = ("rapid_reset", "rapid_reset_inline", "rapid_reset_health", "churn", "empty_data", "settings", "ping", "continuation")
OF_SERVER = ("rapid_reset_inline", "rapid_reset_health", "churn")  # not asked of the edge
ROWS = [window_zero, endless_batches, slow_calls, many_connections, overload,
        *(frames(name) for name in FRAMES), *(behind_edge(name) for name in ("window_zero", *FRAMES) if name not in OF_SERVER),
        unfinished, idle_streams, reflection, edge_unfinished, edge_words, descriptors, slow_preface,
        unread("unread_stream", lambda callers: callers.routes_batch(512), 320),
        unread("unread_large", lambda callers: callers.large_batch(), 640), heavy_requests, heavy_streams,
        search_memory, http_faults.http_port, stopping, hot_reload, replicas, packet_loss, http_faults.package_source, file_faults.damaged_map, file_faults.lru_memory, file_faults.source_maps,
        file_faults.full_disk, file_faults.logs, file_faults.determinism,
        simulated_hours, simulated_disk, package_mutants, world_bake_kills]


def main(arguments, usage):
    parser = argparse.ArgumentParser(description=usage, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=[one.__name__ for one in ROWS])
    options = parser.parse_args(arguments)
    if not (options.build / "server/waystone-server").is_file():
        parser.error(f"{options.build} holds no build")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        stand = Stand(options.build.resolve(), pathlib.Path(folder), options.quick)
        for measure in ROWS:
            if options.only in (None, measure.__name__):
                try:
                    measured = measure(stand)
                except (OSError, ValueError, subprocess.SubprocessError) as problem:  # no right to, not installed, crashed
                    print(f"{measure.__name__}: {problem}", file=sys.stderr)
                    measured = {**row(measure.__name__, 0, 0, 0, 0, False)}
                for one in measured if isinstance(measured, list) else [measured]:
                    rows.append(one)
                    print(json.dumps(one), flush=True)
    missed = [one["fault"] for one in rows if not one["ok"]]
    print(json.dumps({"faults": len(rows), "missed": missed}))
    return 1 if missed else 0


if __name__ == "__main__":
    ask_here(*sys.argv[1:])
