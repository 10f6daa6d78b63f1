"""The rows of scripts/fault-table about files: sources, packages, memory, disks, logs."""

import collections
import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import time
import zlib


def glb(scene, binary=b"", magic=0x46546C67, length=None):
    """A binary glTF file of this scene."""
    text = scene if isinstance(scene, bytes) else json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    binary += bytes(-len(binary) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<III", magic, 2, 12 + len(chunks) if length is None else length) + chunks


def triangle_scene(**changes):
    """A scene of one triangle whose three positions are the binary part."""
    scene = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
             "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36}]}
    scene.update(changes)
    return scene


def png(width, height, rows=None, kind=0, crc=None):
    """A grey picture; the rows may lie about its size."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data) if crc is None else crc)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows or [b"\xff" * width] * height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)) +
            chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


CORNERS = struct.pack("<9f", 0, 0, 0, 0, 0, 9, 9, 0, 0)
SQUARE = "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\n"
NODES = "id,x,y,z\n1,0,0,0\n2,5,0,0\n"


def octile(lines, height=None, width=None, kind="octile"):
    return f"type {kind}\nheight {len(lines) if height is None else height}\nwidth " \
           f"{len(lines[0]) if width is None else width}\nmap\n" + "\n".join(lines) + "\n"


def hostile_sources():
    """File names and what they hold, each of which has to be refused; and files that lie beside them."""
    objs = ["", "# nothing\n", SQUARE, SQUARE + "f 1 2\n", SQUARE + "f 0 1 2\n", SQUARE + "f 1 2 9\n", SQUARE + "f -9 1 2\n",
            SQUARE + "f 1 2 99999999999999999999\n", SQUARE + "f 1 b 3\n", "v nan 0 0\n" + SQUARE + "f 1 2 3\n",
            "v inf 0 0\n" + SQUARE + "f 1 2 3\n", "v 1e400 0 0\n" + SQUARE + "f 1 2 3\n", "v 1e30 0 0\n" + SQUARE + "f 1 2 3\n",
            "v 1 2\n" + SQUARE + "f 1 2 3\n", "v a b c\n" + SQUARE + "f 1 2 3\n", SQUARE + "f 1 1 1\n",
            SQUARE + "f " + "1 2 3 " * 100 + "\n", "\0" * 100, SQUARE + "f 1 2 3\0\n", "v 0 0 0\nv 1e9 0 0\nv 0 0 1e9\nf 1 3 2\n",
            "v 0 0 0\nv 16000 0 0\nv 16000 0 16000\nv 0 0 16000\nf 1 4 3 2\n", SQUARE + "f 1 2\\\n", "f 1 2 3\n" * 3,
            SQUARE + "f 1/2/3/4/5 2 3\n", SQUARE + "g " + "x" * 65536 + "\nf 1 2 9\n", "\xff\xfe" + SQUARE]
    maps = ["type octile\n", octile(["..", ".."], height=0), octile(["..", ".."], height=-1),
            octile(["..", ".."], height=3), octile(["..", ".."], width=3), octile(["..", ".x\x01"]), octile(["..", "."]),
            octile(["..", ".."], height=10**9, width=10**9), octile(["..", ".."], width="nan"), octile(["..", ".."], kind="hex"),
            octile(["@@", "@@"]), "map\n..\n", octile(["..", ".?"]), "\0" * 64]
    pictures = [b"", b"\x89PNG\r\n\x1a\n", png(4, 4)[:-20], png(4, 4, crc=1), png(0, 4, rows=[b""] * 4), png(1 << 30, 1 << 30, [b"\xff"]),
                png(65535, 65535, [b"\xff"]), png(4, 4, [b"\xff" * 4]), png(4, 4, kind=5), png(4, 4, rows=[b"\0" * 4] * 4), b"GIF89a"]
    accessor = {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}
    scenes = [b"", b"glTF", glb(b"{"), glb({}), glb(triangle_scene(), b""), glb(triangle_scene(), CORNERS, magic=1),
              glb(triangle_scene(), CORNERS)[:-30], glb(triangle_scene(), CORNERS, length=1 << 31),
              glb(triangle_scene(accessors=[{**accessor, "count": 4_000_000_000}]), CORNERS),
              glb(triangle_scene(accessors=[{**accessor, "count": 4}]), CORNERS),
              glb(triangle_scene(accessors=[{**accessor, "byteOffset": 30}]), CORNERS),
              glb(triangle_scene(bufferViews=[{"buffer": 7, "byteLength": 36}]), CORNERS),
              glb(triangle_scene(buffers=[{"byteLength": 36, "uri": "../../../../etc/passwd"}])),
              glb(triangle_scene(buffers=[{"byteLength": 36, "uri": "/etc/passwd"}])),
              glb(triangle_scene(buffers=[{"byteLength": 36, "uri": "data:application/octet-stream;base64,!!"}])),
              glb(triangle_scene(nodes=[{"mesh": 0, "children": [0]}]), CORNERS),
              glb(triangle_scene(nodes=[{"mesh": 5}]), CORNERS), glb(triangle_scene(scenes=[{"nodes": [3]}]), CORNERS),
              glb(triangle_scene(nodes=[{"mesh": 0, "scale": [1e300, 1, 1]}]), CORNERS),
              glb(triangle_scene(), struct.pack("<9f", *[float("nan")] * 9)),
              glb(triangle_scene(), struct.pack("<9f", *[1e30] * 9)), glb(triangle_scene(), bytes(36)),
              glb(b'{"asset":' + b"[" * 100000)]
    graphs = [("", None), (NODES, "from,to\n1,7\n"), ("id,x,y,z\n1,nan,0,0\n2,5,0,0\n", "from,to\n1,2\n"),
              ("id,x,y,z\n1,0,0,0\n1,5,0,0\n", "from,to\n1,1\n"), ("id,x,y,z\n1,0,0\n", "from,to\n"),
              (NODES, "from\n1\n"), ("id,x,y,z\n1,1e30,0,0\n2,5,0,0\n", "from,to\n1,2\n")]
    for kind, ending, contents in (("obj", "obj", objs), ("map", "map", maps), ("png", "png", pictures), ("glb", "glb", scenes)):
        for i, content in enumerate(contents):
            yield f"{kind}{i}.{ending}", content, {}
    for i, (nodes, links) in enumerate(graphs):
        yield f"graph{i}.nodes.csv", nodes, {} if links is None else {f"graph{i}.links.csv": links}
    link = {"from": 0, "to": 1, "cost_m": -1}
    yield "debt.waypoints.json", json.dumps({"nodes": [{"id": i, "x": 5 * i, "y": 0, "z": 0} for i in range(2)], "links": [link]}), {}
    yield "bare.3dmap", "voxel 0 0 0\n", {}
    yield "vast.3dmap", "voxel 999999 999999 999999\n0 0 0\n", {}
    yield "world.yaml", "maps: [{id: ../../a, source: ../../a.obj}]\n", {}
    yield "no.yaml", "maps: {", {}


def save(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))


def run(*command, **options):
    """What a program ended with: exit code, standard error, [MB] the most memory."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said, used.ru_maxrss / 1024


def source_maps(stand):
    """Sources that are nonsense: exit code 2, one line, little memory, no package."""
    from fault_table import row
    folder = stand.new_folder()
    folder.mkdir()
    tried = lost = 0
    most_mb = 0.0
    for name, content, beside in hostile_sources():
        for file, text in {name: content, **beside}.items():
            save(folder / file, text)
        code, said, mb = run(stand.build / "bake/program/waystone-bake", folder / name, "-o", folder / "out")
        is_refused = code == 2 and said.endswith(b"\n") and said.count(b"\n") == 1 and not list(folder.glob("out/*.way*"))
        if not is_refused:
            print(f"source_maps: {name}: exit code {code}: {said[:200]!r}", file=sys.stderr)
        tried += 1
        lost += not is_refused
        most_mb = max(most_mb, mb)
    return row("source_maps", tried, lost, most_mb, 256, most_mb <= 256)


def many_fields(stand, maps, side):
    """A folder of packages of small fields, each of which is another one."""
    from fault_table import draw_field
    folder = stand.new_folder()
    folder.mkdir()
    draw_field(folder, side, side)
    packages = folder / "packages"
    for i in range(maps):
        stand.bake(folder, packages, "--map-id", f"field{i}")
    return packages


def lru_memory(stand):
    """All of 24 maps asked at random, with room for a quarter of them: memory stays within the limit, and flat."""
    from fault_table import row
    maps = 24
    packages = many_fields(stand, maps, 384)
    limit = sum(path.stat().st_size for path in packages.iterdir()) // 4
    with stand.server("--max-map-bytes", limit, packages=packages) as server:
        base_mb = server.rss_mb()
        stand.ask("moves_of_many", server, 1)
        most = []
        for _ in range(3):
            asking = stand.start("moves_of_many", server, stand.seconds, 200)
            samples = []
            while asking.poll() is None:
                samples.append(server.rss_mb())
                time.sleep(0.05)
            asked = json.loads(asking.stdout.read())
            most.append(max(samples))
        over = (max(most) - base_mb) / (limit / 2**20)
        growth_mb = most[-1] - most[0]
        return row("lru_memory", asked["asked"], asked["failed"], over, 1.15, over <= 1.15 and growth_mb <= 8,
                   limit_mb=limit / 2**20, growth_mb=growth_mb)


def damaged_map(stand):
    """A map of two is damaged: it is named, the other is served, and a good file brings it back within three seconds."""
    import grpc
    from fault_table import row
    from waystone.v1 import map_catalog_pb2, map_catalog_pb2_grpc, path_planning_pb2_grpc
    packages = stand.new_folder()
    shutil.copytree(stand.packages, packages)
    stand.bake(stand.folder, packages, "--map-id", "other")
    whole = (packages / "other.waymap").read_bytes()

    def replace(content):
        (packages / "aside").write_bytes(content)
        (packages / "aside").rename(packages / "other.waymap")
    replace(whole[:-1] + bytes([whole[-1] ^ 1]))
    with stand.server(packages=packages) as server:
        channel = grpc.insecure_channel(f"127.0.0.1:{server.port}")
        planning, catalog = path_planning_pb2_grpc.PathPlanningStub(channel), map_catalog_pb2_grpc.MapCatalogStub(channel)
        move = stand.callers.move(0)
        getattr(move, "from").map_id = move.to.map_id = "other"

        def code():
            try:
                planning.ValidateMove(move, timeout=10)
            except grpc.RpcError as error:
                return error.code()
            return grpc.StatusCode.OK
        asking = stand.start("moves", server, 5, 100)
        is_told = code() == grpc.StatusCode.DATA_LOSS
        listed = {one.map_id: one.damage for one in catalog.ListMaps(map_catalog_pb2.ListMapsRequest()).maps}
        is_told = is_told and " at offset " in listed.get("other", "") and listed.get("field") == ""
        replace(whole)
        begun = time.monotonic()
        while code() != grpc.StatusCode.OK and time.monotonic() - begun < 10:
            time.sleep(0.01)
        back_s = time.monotonic() - begun
        others = json.loads(asking.communicate()[0])
        return row("damaged_map", 1, others["failed"], back_s, 3, is_told and back_s <= 3)


def full_disk(stand):
    """A bake onto a full disk, and one whose fsync fails: exit code 1, and the old package stays whole."""
    from fault_table import row
    disk = stand.new_folder()
    disk.mkdir()
    old = (stand.packages / "field.waymap").read_bytes()
    bake = [stand.build / "bake/program/waystone-bake", stand.folder / "field.map", "-o", disk / "packages", "--strategy", "grid",
            "--cell-size", "2"]
    script = f"""
        mount -t tmpfs -o size={len(old) + 65536} none {disk}
        mkdir {disk}/packages
        cp {stand.packages}/field.waymap {disk}/packages
        code=0; {' '.join(map(str, bake))} 2> {disk}/said || code=$?
        echo $code
        cmp {disk}/packages/field.waymap {stand.packages}/field.waymap && echo same
        ls {disk}/packages"""
    full = subprocess.run(["unshare", "-m", "bash", "-ec", script], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    packages = disk / "packages"
    packages.mkdir()
    (packages / "field.waymap").write_bytes(old)
    code, _, _ = run("strace", "-f", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO", *bake)
    is_kept = (packages / "field.waymap").read_bytes() == old and os.listdir(packages) == ["field.waymap"]
    lost = int(full != ["1", "same", "field.waymap"]) + int(code != 1 or not is_kept)
    if lost:
        print(f"full_disk: {full}, fsync: exit code {code}, kept {is_kept}", file=sys.stderr)
    return row("full_disk", 2, lost, lost, "0 lost", lost == 0)


def logs(stand):
    """Strings that break lines, terminals and formats, in calls and file names: every event is a line of ASCII JSON."""
    import grpc
    from fault_table import row
    from waystone.v1 import path_planning_pb2_grpc
    packages = stand.new_folder()
    shutil.copytree(stand.packages, packages)
    hostile = ["a\r\nb", "\x1b[31mred", "nul\0nul", "%s%n%x", "{}{0}", '"\\', "\u202egnp.exe", "\u2066x\u2069", "\x7f\x85", "x" * 127]
    for i, name in enumerate(hostile):
        (packages / (name.replace("\0", "") + f"{i}.waymap")).write_bytes(b"no package")
    with stand.server("--log-level", "debug", packages=packages) as server:
        planning = path_planning_pb2_grpc.PathPlanningStub(grpc.insecure_channel(f"127.0.0.1:{server.port}"))
        for name in hostile:
            move = stand.callers.move(0)
            getattr(move, "from").map_id = move.to.map_id = name
            try:
                planning.ValidateMove(move, timeout=10)
            except grpc.RpcError:
                pass
        time.sleep(0.5)
        server.process.terminate()
        server.process.wait(30)
        server.reader.wait()
        server.log.seek(0)
        lines = server.log.buffer.read().split(b"\n")[:-1]
    events = collections.Counter()
    lost = 0
    for line in lines:
        try:
            line.decode("ascii")
            events[json.loads(line)["event"]] += 1
        except ValueError:
            lost += 1
    is_met = events["request_failed"] == len(hostile)
    return row("logs", len(lines), lost, events["request_failed"], len(hostile), is_met)


def determinism(stand):
    """The same package by one thread and by two, twice each; the same answers by two servers."""
    from fault_table import row
    digests = collections.Counter()
    for threads in (1, 2, 1, 2):
        folder = stand.new_folder()
        stand.bake(stand.folder, folder, "--threads", threads)
        digests[hashlib.sha256((folder / "field.waymap").read_bytes()).hexdigest()] += 1
    answers = collections.Counter()
    for workers in (1, 2):
        with stand.server("--workers", workers) as server:
            answers[stand.callers.digest(f"127.0.0.1:{server.port}", 200)] += 1
    figure = len(digests) + len(answers)
    return row("determinism", 6, figure - 2, figure, 2, figure == 2)
