#!/usr/bin/env python3
"""mesh_world.py OUT_DIR [SEED]: a world of 48 meshes, joined by portals of all kinds: OBJ files and world.yaml.

Half of the maps are hills with rocks, half are floors with walls and gaps in them. Triggers are boxes of 1 to 8 m on
the ground; most maps have 8 to 12 of them, and every map can be reached from every other one.
"""
import math
import pathlib
import random
import sys

MAPS = 48
KINDS = ("walk_in", "walk_in", "walk_on_use", "npc", "ship")


class Map:
    """Ground of height(x, z) over [0, size]^2, and boxes that stand on it."""

    def __init__(self, name, rng):
        self.name = name
        self.rng = rng
        self.size = rng.choice((60, 80, 100))
        self.boxes = []  # x0, z0, x1, z1
        self.waves = []

    def height(self, x, z):
        return sum(a * math.sin(kx * x + kz * z + p) for a, kx, kz, p in self.waves)

    def make_hills(self):
        for _ in range(5):
            length = self.rng.uniform(18, 60)
            turn = self.rng.uniform(0, math.tau)
            k = math.tau / length
            self.waves.append((length / 40, k * math.cos(turn), k * math.sin(turn), self.rng.uniform(0, math.tau)))
        for _ in range(self.size * self.size // 90):
            x, z = self.rng.uniform(2, self.size - 5), self.rng.uniform(2, self.size - 5)
            self.boxes.append((x, z, x + self.rng.uniform(0.8, 4), z + self.rng.uniform(0.8, 4)))

    def make_rooms(self):
        step = self.rng.choice((12, 15, 20))
        for at in range(step, self.size, step):
            for start in range(0, self.size, step):
                gap = start + self.rng.uniform(2, step - 4)
                for first, last in ((start, gap), (gap + self.rng.uniform(1.5, 3), start + step)):
                    if last - first > 0.5:
                        self.boxes.append((at - 0.3, first, at + 0.3, last))
                        self.boxes.append((first, at - 0.3, last, at + 0.3))
        for _ in range(self.size // 4):
            x, z = self.rng.uniform(2, self.size - 3), self.rng.uniform(2, self.size - 3)
            self.boxes.append((x, z, x + self.rng.uniform(0.5, 2), z + self.rng.uniform(0.5, 2)))

    def place(self, margin=1.2):
        """A place on open ground."""
        while True:
            x, z = self.rng.uniform(3, self.size - 3), self.rng.uniform(3, self.size - 3)
            if not any(b[0] - margin < x < b[2] + margin and b[1] - margin < z < b[3] + margin for b in self.boxes):
                return x, self.height(x, z), z

    def obj(self):
        vertices, faces = [], []
        cells = self.size // 2 if self.waves else 1
        for i in range(cells + 1):
            for j in range(cells + 1):
                x, z = j * self.size / cells, i * self.size / cells
                vertices.append((x, self.height(x, z), z))
        for i in range(cells):
            for j in range(cells):
                a = i * (cells + 1) + j + 1
                faces.append((a, a + cells + 1, a + cells + 2))
                faces.append((a, a + cells + 2, a + 1))
        for x0, z0, x1, z1 in self.boxes:
            low = min(self.height(x, z) for x in (x0, x1) for z in (z0, z1)) - 1
            n = len(vertices) + 1
            for y in (low, low + 5):
                vertices += [(x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)]
            for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
                faces.append((n + a, n + a + 4, n + b + 4))
                faces.append((n + a, n + b + 4, n + b))
            faces += [(n + 4, n + 7, n + 6), (n + 4, n + 6, n + 5)]
        lines = ["v %.4f %.4f %.4f" % v for v in vertices] + ["f %d %d %d" % f for f in faces]
        return "\n".join(lines) + "\n"


def portal(rng, number, start, end):
    x, y, z = start.place()
    width, depth = rng.uniform(1, 8), rng.uniform(1, 8)
    to = end.place()
    kind = rng.choice(KINDS)
    cost = 0 if kind == "walk_in" else rng.randrange(0, 30)
    return (
        "  - {id: p%d, kind: %s, from: {map: %s, trigger: {min: [%.3f, %.3f, %.3f], max: [%.3f, %.3f, %.3f]}}, "
        "to: {map: %s, point: [%.3f, %.3f, %.3f]}, cost_m: %d}\n"
        % (number, kind, start.name, x - width / 2, y - 3, z - depth / 2, x + width / 2, y + 3, z + depth / 2,
           end.name, *to, cost)
    )


def main():
    out = pathlib.Path(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    out.mkdir(parents=True, exist_ok=True)
    maps = []
    for i in range(MAPS):
        made = Map("m%02d" % i, rng)
        (made.make_hills if i % 2 == 0 else made.make_rooms)()
        (out / (made.name + ".obj")).write_text(made.obj(), encoding="ascii")
        maps.append(made)
    text = "world: meshes\nmaps:\n"
    text += "".join("  - {id: %s, source: %s.obj, skeleton: false, collision: false}\n" % (m.name, m.name) for m in maps)
    text += "portals:\n"
    number = 0
    for i, start in enumerate(maps):
        ends = [maps[(i + 1) % MAPS], maps[(i - 1) % MAPS]] + [rng.choice(maps) for _ in range(rng.randrange(6, 11))]
        for end in ends:
            text += portal(rng, number, start, end)
            number += 1
    (out / "world.yaml").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
