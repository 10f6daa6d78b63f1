#!/usr/bin/env python3
"""answer_sources.py DATA_DIR OUT_DIR: sources that waystone-bake takes of all maps found in DATA_DIR.

Writes OUT_DIR/world.yaml, which bakes them all, and OUT_DIR/maps.json, a list of what waystone-check-answers needs
to know of each: its id, the family (folder) that it comes from, and the files that tell what is right.

The folders are those of the Waystone data: csnav, quake, scenes, movingai, ro_world, waypoints, repro. Files are found by
their endings, whatever their names. Folders that are missing, or hold what is not baked, are named on standard error.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tarfile

MESHES = (".obj", ".glb", ".gltf")
COMMON = {"skeleton": False}  # explorations are not asked for
# Long routes of small maps shall use the index too.
INDEXED = {"hierarchy_min_polygons": 200}
PLAYER = {"name": "player", "radius_m": 0.4, "height_m": 1.75, "max_climb_m": 0.5625, "max_slope_deg": 45.6,
          "links": {"jump_distance_m": 6, "jump_height_m": 1.4, "drop_height_m": 25, "spacing_m": 0.5}}
QUAKE = INDEXED | {"agents": [PLAYER], "cell_size_m": 0.1, "cell_height_m": 0.05, "ignored": {"groups": ["mover"]},
         "not_solid": {"groups": ["water", "slime", "lava", "teleport", "clip"]}}
PLAYER_FEET_M = 0.75  # a player's origin lies this far above its feet
CSNAV = INDEXED | {"scale": 0.01905, "up_axis": "z", "agents": [{"name": "player", "max_climb_m": 0.35}]}
WAYPOINTS = {"scale": 0.0254, "up_axis": "z"}
# Trees and water that can be crossed, at a price.
WEIGHTED = {"letters": {"T": "trees", "W": "water"}, "costs": {"trees": 2.5, "water": 4}}


class Sources:
    """The maps found so far."""

    def __init__(self, data, out):
        self.data = data
        self.out = out
        self.maps = []

    def add(self, family, stem, source, settings, **truth):
        name = f"{family}-{stem}"
        config = self.out / f"{name}.yaml"
        # A YAML file may be written as JSON.
        config.write_text(json.dumps(COMMON | settings) + "\n", encoding="utf-8")
        files = {key: str(value) for key, value in truth.items() if isinstance(value, pathlib.Path)}
        rest = {key: value for key, value in truth.items() if not isinstance(value, pathlib.Path)}
        self.maps.append({"map": name, "family": family, "source": str(source), "config": str(config)} | files | rest)

    def folder(self, name):
        """The folder, or None, aloud."""
        folder = self.data / name
        if folder.is_dir():
            return folder
        print(f"answer_sources: {folder} is missing: none of its questions are asked", file=sys.stderr)
        return None


def areas_as_polygons(areas, polygons):
    """Level rectangles whose height is known at two opposite corners; the others lie between."""
    with areas.open(encoding="utf-8", newline="") as rows, polygons.open("w", encoding="utf-8") as out:
        out.write("polygon,x,y,z\n")
        for row in csv.DictReader(rows):
            x0, y0, x1, y1 = (float(row[key]) for key in ("x0", "y0", "x1", "y1"))
            z0, z1 = float(row["z_x0y0"]), float(row["z_x1y1"])
            middle = (z0 + z1) / 2
            for x, y, z in ((x0, y0, z0), (x1, y0, middle), (x1, y1, z1), (x0, y1, middle)):
                out.write(f'{row["id"]},{x!r},{y!r},{z!r}\n')


def add_csnav(sources, folder):
    for areas in sorted(folder.glob("*.areas.csv")):
        stem = areas.name.removesuffix(".areas.csv")
        links = folder / f"{stem}.links.csv"
        polygons = sources.out / f"csnav-{stem}.polys.csv"
        areas_as_polygons(areas, polygons)
        (sources.out / f"csnav-{stem}.links.csv").write_bytes(links.read_bytes())
        sources.add("csnav", stem, polygons, CSNAV, links=links)


def add_quake(sources, folder):
    for mesh in sorted(folder.glob("*.obj")):
        settings = dict(QUAKE)
        entities = folder / f"{mesh.stem}.entities.csv"
        if entities.is_file():
            with entities.open(encoding="utf-8", newline="") as rows:
                starts = [row for row in csv.DictReader(rows) if row["classname"] == "info_player_start"]
            settings["spawns"] = [[float(row["x"]), float(row["y"]) - PLAYER_FEET_M, float(row["z"])] for row in starts]
        sources.add("quake", mesh.stem, mesh, settings, has_spawns=bool(settings.get("spawns")))


def small_agent(mesh):
    """Models are drawn in all sizes: an agent suits a map a hundred times its radius wide."""
    if mesh.suffix != ".obj":
        return {"name": "human"}
    ends = [[float("inf")] * 3, [float("-inf")] * 3]
    with mesh.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("v ") and len(line.split()) > 3:
                at = [float(word) for word in line.split()[1:4]]
                ends = [list(map(min, ends[0], at)), list(map(max, ends[1], at))]
    radius = min(0.4, max(0.1, max(ends[1][0] - ends[0][0], ends[1][2] - ends[0][2]) / 100))
    return {"name": "human", "radius_m": radius, "height_m": 4.5 * radius, "max_climb_m": 1.25 * radius}


def add_scenes(sources, folder):
    for mesh in sorted(path for path in folder.iterdir() if path.suffix in MESHES):
        agent = small_agent(mesh)
        size = agent.get("radius_m", 0.4) / 0.4
        agent["links"] = {"jump_distance_m": 3 * size, "jump_height_m": 1.2 * size, "drop_height_m": 4 * size}
        sources.add("scenes", mesh.stem, mesh, INDEXED | {"agents": [agent]})


def add_movingai(sources, folder):
    for grid in sorted(folder.rglob("*.map")):
        scenario = grid.with_name(grid.name + ".scen")
        golden = folder / "golden" / f"{grid.stem}.csv"
        truth = {"scen": scenario, "golden": golden} if scenario.is_file() and golden.is_file() else {}
        sources.add("movingai", grid.stem, grid, {}, **truth)
        if any(letter in line for line in grid.read_text(encoding="ascii").splitlines()[4:] for letter in "TW"):
            sources.add("movingai", f"{grid.stem}-weighted", grid, {"grid": WEIGHTED})


def add_ro_world(sources, folder):
    ro_world = sources.out / "ro_world"
    ro_world.mkdir(exist_ok=True)
    archive = folder / "maps.tar.xz"
    if archive.is_file():
        with tarfile.open(archive) as maps:
            maps.extractall(ro_world, filter="data")
    elif (folder / "maps").is_dir() and not (ro_world / "maps").exists():
        (ro_world / "maps").symlink_to((folder / "maps").resolve())
    script = pathlib.Path(__file__).with_name("ro_world.py")
    subprocess.run([sys.executable, script, folder / "portals.csv", ro_world], check=True, stdout=sys.stderr)
    for number, grid in enumerate(sorted(ro_world.glob("maps/*.map"))):
        entry = {"map": grid.stem, "family": "ro_world", "source": str(grid), "config": str(ro_world / "bake.yaml")}
        sources.maps.append(entry)
        if number == 0:  # and the world as a whole
            truth = {"portals": str(ro_world / "portals.csv"), "queries": str(folder / "queries.csv")}
            sources.maps.append(entry | {"family": "world"} | truth)


def add_waypoints(sources, folder, family="waypoints", settings=None):
    settings = WAYPOINTS if settings is None else settings
    for nodes in sorted(folder.glob("*.nodes.csv")):
        stem = nodes.name.removesuffix(".nodes.csv")
        links = folder / f"{stem}.links.csv"
        sources.add(family, stem, nodes, settings, nodes=nodes, links=links, scale=settings.get("scale", 1),
                    up_axis=settings.get("up_axis", "y"))


def add_repro(sources, folder):
    add_waypoints(sources, folder, "repro", {})
    for polygons in sorted(folder.glob("*.polys.csv")):
        stem = polygons.name.removesuffix(".polys.csv")
        sources.add("repro", stem, polygons, {"hierarchy_min_polygons": 1}, links=folder / f"{stem}.links.csv")
    for other in sorted(path for path in folder.iterdir() if path.suffix in MESHES + (".map",)):
        sources.add("repro", other.stem, other, {})


def write_world(sources):
    with (sources.out / "world.yaml").open("w", encoding="utf-8") as world:
        world.write("world: answers\n")
        if any(entry["family"] == "ro_world" for entry in sources.maps):
            world.write("portals: ro_world/portals.csv\n")
        world.write("maps:\n")
        for entry in (entry for entry in sources.maps if entry["family"] != "world"):
            line = {"id": entry["map"], "source": entry["source"], "config": entry["config"]}
            world.write(f"  - {json.dumps(line)}\n")
    (sources.out / "maps.json").write_text(json.dumps(sources.maps, indent=0) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, out = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    sources = Sources(data, out)
    families = {"csnav": add_csnav, "quake": add_quake, "scenes": add_scenes, "movingai": add_movingai,
                "ro_world": add_ro_world, "waypoints": add_waypoints, "repro": add_repro}
    for name, add in families.items():
        folder = sources.folder(name)
        if folder is not None:
            add(sources, folder)
    for folder in sorted(path.name for path in data.iterdir() if path.is_dir() and path.name not in families):
        print(f"answer_sources: {folder} is not baked: no question is asked of it", file=sys.stderr)
    if not sources.maps:
        sys.exit(f"answer_sources: {data} holds no map")
    write_world(sources)


if __name__ == "__main__":
    main()
