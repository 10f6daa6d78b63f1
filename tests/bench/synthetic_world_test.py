#!/usr/bin/env python3
"""A world of scripts/synthetic_world.py, baked in shards and whole, and measured: every route is compared with Dijkstra's algorithm.

    tests/bench/synthetic_world_test.py SCRIPTS_DIR BAKE BENCH [MAPS PORTALS ROUTES]
"""

import json
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    said = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert said.returncode == 0, f"{command}: {said.stdout}{said.stderr}"
    return said.stdout


def main():
    scripts, bake, bench = (pathlib.Path(argument) for argument in sys.argv[1:4])
    maps, portals, routes = (int(argument) for argument in sys.argv[4:7]) if len(sys.argv) > 4 else (400, 1200, 300)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        run(sys.executable, scripts / "synthetic_world.py", maps, portals, folder / "source")
        manifest = folder / "source/world.yaml"
        run(bake, manifest, "-o", folder / "world")
        for shard in range(2):
            run(bake, manifest, "-o", folder / "joined", "--shard", f"{shard}/2")
        run(bake, manifest, "-o", folder / "joined", "--join")
        for file in sorted((folder / "world").iterdir()):
            assert file.read_bytes() == (folder / "joined" / file.name).read_bytes(), file.name
        told = json.loads(run(bench, "--json", "world", "--packages", folder / "world", "--portals", routes, "--samples", routes,
                              "--repeats", 1))
        assert told["maps"] == maps and told["portals"] == portals, told
        for kind in ("as_baked", "one_in_100_closed"):
            assert told[kind]["checked"] == told[kind]["exact"] == routes, told
            assert told[kind]["found"] > routes * 9 / 10, told
    return 0


if __name__ == "__main__":
    sys.exit(main())
