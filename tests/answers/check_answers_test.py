#!/usr/bin/env python3
"""check_answers_test.py BUILD_DIR: runs scripts/check-answers on small maps of every family, and on answers that are wrong."""
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-answers"
KINDS = {"bake", "snap", "route", "distance", "grid", "waypoint", "world", "place", "move", "zone"}


def write(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def mirror(data):
    """Other maps of the same names: the two-dimensional upside down, the meshes and graphs with x mirrored or links reversed."""
    def change(path, row_of, skip=1):
        lines = path.read_text(encoding="ascii").splitlines()
        write(path, *lines[:skip], *(row_of(line.split(",")) for line in lines[skip:]))

    for grid in data.rglob("*.map"):
        lines = grid.read_text(encoding="ascii").splitlines()
        write(grid, *lines[:4], *reversed(lines[4:]))
    steps = data / "scenes" / "steps.obj"
    vertices = {"0": "24", "12": "12", "24": "0"}
    lines = [line.split() for line in steps.read_text(encoding="ascii").splitlines()]
    write(steps, *(" ".join(("v", vertices[w[1]], *w[2:]) if w[0] == "v" else (w[0], *reversed(w[1:]))) for w in lines))
    change(data / "repro" / "floors.polys.csv", lambda row: ",".join((*row[:2], "0.7" if row[2] == "0.4" else row[2], row[3])))
    change(data / "repro" / "floors.links.csv", lambda row: ",".join("1" if k == "2" else k for k in row))
    change(data / "csnav" / "lane.links.csv", lambda row: ",".join(reversed(row)))
    change(data / "waypoints" / "patrol.links.csv", lambda row: ",".join((row[1], row[0], row[2])))
    change(data / "ro_world" / "portals.csv", lambda row: ",".join((*row[:6], "11", "7", *row[8:])))


def octile(rows):
    return ["type octile", f"height {len(rows)}", f"width {len(rows[0])}", "map", *rows]


def write_meshes(data):
    """A step, two floors within a step of each other, and rectangles of a one-way passage."""
    write(data / "scenes" / "steps.obj",
          *(f"v {x} {y} {z}" for y, xs in ((0, (0, 12)), (0.3, (12, 24))) for x in xs for z in (0, 14)),
          "f 1 2 4 3", "f 5 6 8 7")
    floor = ((0, 0), (10, 0), (10, 10), (0, 10))
    corners = [f"{poly},{x + dx},{y},{z}" for poly, dx, y in ((1, 0, 0), (2, 0, 0.4), (3, 10, 0.4)) for x, z in floor]
    write(data / "repro" / "floors.polys.csv", "polygon,x,y,z", *corners)
    write(data / "repro" / "floors.links.csv", "from,to", "2,3", "3,2")
    write(data / "csnav" / "lane.areas.csv", "id,place,x0,y0,x1,y1,z_x0y0,z_x1y1",
          *(f"{k},,{200 * k},0,{200 * (k + 1)},300,0,0" for k in range(5)))
    write(data / "csnav" / "lane.links.csv", "from,to", "0,1", "1,0", "1,2", "2,1", "2,3")


def write_floors(data, heights, links):
    corners = ((0, 0), (10, 0), (10, 10), (0, 10))
    rows = zip((1, 2, 3, 4), (0, 10, 20, 10), heights)
    write(data / "repro" / "floors.polys.csv", "polygon,x,y,z",
          *(f"{poly},{x + dx},{y},{z}" for poly, x, y in rows for dx, z in corners))
    write(data / "repro" / "floors.links.csv", "from,to", *(f"{a},{b}" for a, b in links))


def write_grids(data):
    rng = random.Random(5)
    rows = ["".join(rng.choice("....@T") for _ in range(40)) for _ in range(30)]
    rows[0] = "....." + rows[0][5:]
    write(data / "movingai" / "drawn" / "maze.map", *octile(rows))
    write(data / "movingai" / "drawn" / "maze.map.scen", "version 1", "0\tmaze.map\t40\t30\t0\t0\t4\t0\t4")
    write(data / "movingai" / "golden" / "maze.csv", "id,cardinal_steps,diagonal_steps", "0,4,0")
    for name in ("east", "west"):
        write(data / "ro_world" / "maps" / f"{name}.map", *octile(["." * 12] * 8))
    write(data / "ro_world" / "portals.csv", "from_map,x,y,half_w,half_h,to_map,tx,ty,name,status",
          "east,10,4,1,1,west,2,2,gate,ok", "west,5,5,0,1,east,1,1,back,ok", "west,0,0,0,0,nowhere,1,1,gone,no_map")
    write(data / "ro_world" / "queries.csv",
          "id,from_map,sx,sy,to_map,gx,gy,kind,free_card,free_diag,free_cost,forced_card,forced_diag,forced_cost",
          "0,east,2,2,east,6,4,same_map,2,2,4.828427,2,2,4.828427")


def write_waypoints(data):
    rng = random.Random(9)
    write(data / "waypoints" / "patrol.nodes.csv", "id,x,y,z,radius,flags",
          *(f"{k},{rng.uniform(0, 4000):.2f},{rng.uniform(0, 4000):.2f},{rng.uniform(0, 99):.2f},16,0" for k in range(40)))
    pairs = sorted({(rng.randrange(40), rng.randrange(40)) for _ in range(120)})
    write(data / "waypoints" / "patrol.links.csv", "from,to,jump",
          *(f"{a},{b},{int(rng.random() < 0.2)}" for a, b in pairs if a != b))


class CheckAnswers(unittest.TestCase):
    def setUp(self):
        # Always at the same place: the script keeps its packages by the folder's path.
        self.data = BUILD / "answers" / "test_data"
        shutil.rmtree(self.data, ignore_errors=True)
        write_meshes(self.data)
        write_grids(self.data)
        write_waypoints(self.data)

    def run_script(self, *arguments):
        return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)

    def ask(self, *flags):
        run = self.run_script(BUILD, self.data, *flags)
        return run, json.loads(run.stdout.splitlines()[-1])

    def test_all_answers_are_right(self):
        run, line = self.ask("--questions", "3000", "--seed", "7")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(line["wrong"], 0, run.stderr)
        self.assertGreaterEqual(line["asked"], 3000)
        self.assertEqual(set(line["by_kind"]), KINDS)
        self.assertEqual(line["asked"], sum(kind["asked"] for kind in line["by_kind"].values()))
        self.assertTrue(all(kind["asked"] > 0 for kind in line["by_kind"].values()), line)
        self.assertIn("quake is missing", run.stderr)

    def test_what_is_wrong_is_counted_and_can_be_asked_again(self):
        write(self.data / "movingai" / "golden" / "maze.csv", "id,cardinal_steps,diagonal_steps", "0,2,1")
        run, line = self.ask("--questions", "300")
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertGreater(line["by_kind"]["grid"]["wrong"], 0)
        self.assertIn("waystone route --map movingai-maze --from 0.5,0,0.5 --to 4.5,0,0.5", run.stderr)

    def bake(self, data):
        """The folder where the script keeps what it made of the data."""
        run = self.run_script(BUILD, data, "--questions", "0")
        self.assertEqual(run.returncode, 0, run.stderr)
        return pathlib.Path(re.search(r"^(.*)/packages/world.wayworld:", run.stderr, re.MULTILINE)[1])

    def judge(self, change, questions):
        """Serves the maps, but judges by what `change` makes of their copy."""
        served = self.bake(self.data)
        others = BUILD / "answers" / "test_data_mirrored"
        shutil.rmtree(others, ignore_errors=True)
        shutil.copytree(self.data, others)
        change(others)
        truth = self.bake(others)
        with subprocess.Popen([BUILD / "server" / "waystone-server", "--packages", served / "packages", "--listen", "127.0.0.1:0"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            port = next(json.loads(line)["port"] for line in server.stdout if '"event":"server_started"' in line)
            run = subprocess.run([BUILD / "tests" / "answers" / "waystone-check-answers", "--server", f"127.0.0.1:{port}",
                                  "--maps", truth / "sources" / "maps.json", "--packages", truth / "packages",
                                  "--questions", str(questions)], capture_output=True, text=True, check=False)
            server.terminate()
        self.assertEqual(run.returncode, 1, run.stderr)
        return json.loads(run.stdout.splitlines()[-1])["by_kind"], run.stderr

    def test_every_kind_finds_answers_about_another_map_wrong(self):
        kinds, errors = self.judge(mirror, 3000)
        # Distances and moves are held against routes of the same server.
        for kind in KINDS - {"bake", "distance", "move"}:
            self.assertGreater(kinds[kind]["wrong"], kinds[kind]["asked"] / 20, f"{kind}: {errors}")

    def write_floors(self, heights, links):
        """One map only: three floors in a row, and a fourth one where the second is, joined by their numbers."""
        shutil.rmtree(self.data)
        write_floors(self.data, heights, links)

    def test_too_few_positions_are_wrong(self):
        both = ((1, 2), (2, 1), (2, 3), (3, 2))
        self.write_floors((0, 0, 0, 3), both[:2])
        kinds, errors = self.judge(lambda data: write_floors(data, (0, 0, 0, 3), both), 5000)
        self.assertGreater(kinds["place"]["wrong"], 0)
        self.assertIn("place: only 0 positions, but there is room at", errors)
        self.assertNotIn(" is not ", "".join(line for line in errors.splitlines() if line.startswith("place:")))

    def test_routes_at_the_height_of_another_floor_are_wrong(self):
        both = ((1, 2), (2, 1), (2, 3), (3, 2))
        self.write_floors((0, 0.4, 0, 0), both)
        kinds, errors = self.judge(lambda data: write_floors(data, (0, 0, 0, 0.4), both), 1000)
        self.assertGreater(kinds["route"]["wrong"], 0)
        self.assertIn("the ground that the walk is on", errors)

    def test_a_map_that_cannot_be_baked_is_wrong(self):
        write(self.data / "scenes" / "broken.obj", "v 0 0")
        run, line = self.ask("--questions", "300")
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertEqual(line["by_kind"]["bake"]["wrong"], 1)

    def test_wrong_usage_is_refused(self):
        for arguments in ((), (BUILD,), (BUILD, self.data / "nothing"), (BUILD, self.data, "--seed"),
                          (BUILD, self.data, "--questions", "-1"), (BUILD, self.data, "--what", "1")):
            self.assertEqual(self.run_script(*arguments).returncode, 2, arguments)


if __name__ == "__main__":
    unittest.main()
