#!/usr/bin/env python3
"""synthetic_world.py MAPS PORTALS SOURCE_DIR: a world of small grids, joined as the regions of a large game are.

The maps lie in a square, each of 8 x 8 cells with some walls. Passages, two portals each, join neighbours: as many as make one
world of all maps first, then others at random. One in a thousand is a ship between two of the harbours, of which there are about the
square root of MAPS. Cells on the edge set portals off; the ring within them is free. The same arguments make the same world.
"""
import math
import pathlib
import random
import sys

SIDE = 8
EDGE = [(column, row) for column in range(SIDE) for row in range(SIDE) if {column, row} & {0, SIDE - 1}]
RING = [(column, row) for column in range(1, SIDE - 1) for row in range(1, SIDE - 1) if {column, row} & {1, SIDE - 2}]
SHIP_COST_M = 40


def passages_of(maps, count, dice):
    """Pairs of maps, and whether a ship joins them."""
    side = math.isqrt(maps - 1) + 1
    neighbours = [(one, one + step) for one in range(maps) for step in (1, side)
                  if one + step < maps and (step == side or (one + 1) % side)]
    dice.shuffle(neighbours)
    leader = list(range(maps))

    def find(one):
        while leader[one] != one:
            leader[one] = leader[leader[one]]
            one = leader[one]
        return one

    tree, others = [], []
    for one, other in neighbours:
        roots = find(one), find(other)
        leader[roots[0]] = roots[1]
        (others if roots[0] == roots[1] else tree).append((one, other, False))
    harbours = dice.sample(range(maps), max(2, math.isqrt(maps)))
    ships = [(*dice.sample(harbours, 2), True) for _ in range(count // 1000)]
    passages = (ships + tree + others)[:count]
    if len(passages) < count or count < len(ships) + len(tree):
        sys.exit(f"{maps} maps take {2 * (len(ships) + len(tree))} to {2 * (len(ships) + len(neighbours))} portals")
    return passages


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    maps, portals = int(sys.argv[1]), int(sys.argv[2])
    source = pathlib.Path(sys.argv[3])
    dice = random.Random(1)
    (source / "maps").mkdir(parents=True, exist_ok=True)
    (source / "bake.yaml").write_text("skeleton: false\n", encoding="ascii")
    with (source / "world.yaml").open("w", encoding="ascii") as world:
        world.write("world: synthetic\nconfig: bake.yaml\nportals: portals.csv\nmaps:\n")
        for one in range(maps):
            inner = {(column, row) for column in range(2, SIDE - 2) for row in range(2, SIDE - 2) if dice.random() < 0.3}
            rows = ["".join("@" if (column, row) in inner else "." for column in range(SIDE)) for row in range(SIDE)]
            text = f"type octile\nheight {SIDE}\nwidth {SIDE}\nmap\n" + "\n".join(rows) + "\n"
            (source / f"maps/m{one:06}.map").write_text(text, encoding="ascii")
            world.write(f"  - {{id: m{one:06}, source: maps/m{one:06}.map}}\n")
    exits = [dice.sample(range(len(EDGE)), len(EDGE)) for _ in range(maps)]
    with (source / "portals.csv").open("w", encoding="ascii") as table:
        table.write("id,kind,from_map,first_column,first_row,last_column,last_row,to_map,column,row,cost_m\n")
        number = 0
        for one, other, is_ship in passages_of(maps, portals // 2, dice):
            for start, end in ((one, other), (other, one)):
                column, row = EDGE[exits[start].pop() if exits[start] else 0]
                place = RING[dice.randrange(len(RING))]
                table.write(f"p{number:06},{'ship' if is_ship else 'walk_in'},m{start:06},{column},{row},{column},{row},"
                            f"m{end:06},{place[0]},{place[1]},{SHIP_COST_M if is_ship else 0}\n")
                number += 1
    print(f"{maps} maps, {number} portals")


if __name__ == "__main__":
    main()
