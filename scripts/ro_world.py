#!/usr/bin/env python3
"""ro_world.py PORTALS.csv SOURCE_DIR: world.yaml and portals.csv of the maps in SOURCE_DIR/maps.

A line of a map after its header is one y of the game, so that cell (x, y) is column x, row y. A portal's trigger is
the rectangle of cells around (x, y); the baker leaves out what is blocked or lies beyond the map's edges.
"""
import csv
import pathlib
import sys

# '.' is ground by itself. Zones suffice for placing things; skeletons serve explorations only, which no benchmark of
# routes asks for, and would be most of the bake's time.
SETTINGS = """\
grid:
  letters: {S: ground, T: blocked, "@": blocked}
skeleton: false
"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[2])
    names = [path.stem for path in sorted(source.glob("maps/*.map"))]
    (source / "bake.yaml").write_text(SETTINGS, encoding="ascii")
    with (source / "world.yaml").open("w", encoding="utf-8") as world:
        world.write("world: ro\nconfig: bake.yaml\nportals: portals.csv\nmaps:\n")
        for name in names:
            world.write(f'  - {{id: "{name}", source: "maps/{name}.map"}}\n')
    count = 0
    with open(sys.argv[1], encoding="utf-8", newline="") as rows, \
            (source / "portals.csv").open("w", encoding="utf-8", newline="\n") as table:
        table.write("id,from_map,first_column,first_row,last_column,last_row,to_map,column,row\n")
        for number, row in enumerate(csv.DictReader(rows)):
            if row["status"] != "ok":
                continue
            x, y, half_w, half_h = (int(row[key]) for key in ("x", "y", "half_w", "half_h"))
            cells = (x - half_w, y - half_h, x + half_w, y + half_h)
            # Names repeat; the line of the original tells which one it is.
            table.write(f'{row["name"]}_{number + 2},{row["from_map"]},{",".join(map(str, cells))},'
                        f'{row["to_map"]},{row["tx"]},{row["ty"]}\n')
            count += 1
    print(f"{len(names)} maps, {count} portals")


if __name__ == "__main__":
    main()
