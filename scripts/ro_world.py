#!/usr/bin/env python3
"""ro_world.py PORTALS.csv SOURCE_DIR: world.yaml and portals.csv of the maps in SOURCE_DIR/maps.

A line of a map after its header is one y of the game, so that cell (x, y) is column x, row y. A portal's trigger is
the rectangle of cells around (x, y), as far as it lies on the map; the baker leaves blocked cells out.
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


def size_of(path):
    with path.open(encoding="ascii") as file:
        head = dict(line.split() for line in (next(file) for _ in range(3)))
    return int(head["width"]), int(head["height"])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[2])
    sizes = {path.stem: size_of(path) for path in sorted(source.glob("maps/*.map"))}
    (source / "bake.yaml").write_text(SETTINGS, encoding="ascii")
    with (source / "world.yaml").open("w", encoding="utf-8") as world:
        world.write("world: ro\nconfig: bake.yaml\nportals: portals.csv\nmaps:\n")
        for name in sizes:
            world.write(f'  - {{id: "{name}", source: "maps/{name}.map"}}\n')
    count = 0
    with open(sys.argv[1], encoding="utf-8", newline="") as rows, \
            (source / "portals.csv").open("w", encoding="utf-8", newline="\n") as table:
        table.write("id,from_map,first_column,first_row,last_column,last_row,to_map,column,row\n")
        for number, row in enumerate(csv.DictReader(rows)):
            if row["status"] != "ok":
                continue
            width, height = sizes[row["from_map"]]
            x, y, half_w, half_h = (int(row[key]) for key in ("x", "y", "half_w", "half_h"))
            cells = (max(0, x - half_w), max(0, y - half_h), min(width - 1, x + half_w), min(height - 1, y + half_h))
            # Names repeat; the line of the original tells which one it is.
            table.write(f'{row["name"]}_{number + 2},{row["from_map"]},{",".join(map(str, cells))},'
                        f'{row["to_map"]},{row["tx"]},{row["ty"]}\n')
            count += 1
    print(f"{len(sizes)} maps, {count} portals")


if __name__ == "__main__":
    main()
