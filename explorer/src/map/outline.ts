// The outline of ground that consists of polygons. A side that two of them share is within; so is the stretch of a side that others on
// its other side share, as at the borders of tiles and between rectangles of cells. Sides are joined to lines.
import type {Vec3} from './surface';

// [m] Corners that are nearer to each other are one.
const kGridM = 0.01;
// [m] Sides in one vertical plane whose heights differ by more are of different floors.
const kFloorM = 1;

interface Side {from: Vec3; to: Vec3}

// All polygons must go round the same way. The lines go along with their sides; one that is closed ends where it begins.
export function outlineOf(polys: readonly (readonly Vec3[])[]): Vec3[][] {
  return joined(withoutOverlaps(withoutTwins(polys)));
}

function keyOf({x, y, z}: Vec3): string { return `${Math.round(x / kGridM)},${Math.round(y / kGridM)},${Math.round(z / kGridM)}`; }

// Sides that no other polygon has from end to end.
function withoutTwins(polys: readonly (readonly Vec3[])[]): Side[] {
  const sides = new Map<string, Side>();
  for (const corners of polys) {
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length], a = keyOf(from), b = keyOf(to);
      if (a !== b && !sides.delete(`${b}|${a}`)) sides.set(`${a}|${b}`, {from, to});
    });
  }
  return [...sides.values()];
}

// Cuts away stretches that lie along a side of the other direction.
function withoutOverlaps(sides: readonly Side[]): Side[] {
  const byLine = new Map<string, Side[]>();
  for (const side of sides) {
    const key = lineKey(side), list = byLine.get(key);
    if (list) list.push(side); else byLine.set(key, [side]);
  }
  return [...byLine.values()].flatMap((list) => (list.length === 1 ? list : onLine(list)));
}

// The same for sides on one line seen from above: its direction, without a sign, and how far it passes from the origin.
function lineKey({from, to}: Side): string {
  const dx = to.x - from.x, dz = to.z - from.z, length = Math.hypot(dx, dz) || 1, sign = dx < -1e-9 || (Math.abs(dx) <= 1e-9 && dz < 0) ? -1 : 1;
  const ux = sign * dx / length, uz = sign * dz / length;
  return `${Math.round(ux * 500)},${Math.round(uz * 500)},${Math.round((from.x * uz - from.z * ux) / (5 * kGridM))}`;
}

function onLine(sides: readonly Side[]): Side[] {
  const {from, to} = sides[0], length = Math.hypot(to.x - from.x, to.z - from.z) || 1;
  const along = ({x, z}: Vec3) => ((x - from.x) * (to.x - from.x) + (z - from.z) * (to.z - from.z)) / length;
  const kept: Side[] = [];
  for (const side of sides) {
    const a = along(side.from), b = along(side.to);
    const against = sides.filter((other) => (along(other.to) - along(other.from)) * (b - a) < 0 &&
        Math.abs((other.from.y + other.to.y - side.from.y - side.to.y) / 2) < kFloorM);
    // What is left of the side, as shares of it.
    let left: [number, number][] = [[0, 1]];
    for (const other of against) {
      const [u, v] = [(along(other.from) - a) / (b - a), (along(other.to) - a) / (b - a)].sort((p, q) => p - q);
      left = left.flatMap(([s, t]) => [[s, Math.min(t, u)], [Math.max(s, v), t]] as [number, number][])
          .filter(([s, t]) => (t - s) * Math.abs(b - a) > kGridM);
    }
    for (const [s, t] of left) kept.push({from: between(side, s), to: between(side, t)});
  }
  return kept;
}

function between({from, to}: Side, share: number): Vec3 {
  if (share === 0 || share === 1) return share === 0 ? from : to;
  return {x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, z: from.z + (to.z - from.z) * share};
}

function joined(sides: readonly Side[]): Vec3[][] {
  const byStart = new Map<string, Side[]>(), ends = new Set(sides.map(({to}) => keyOf(to)));
  for (const side of sides) {
    const key = keyOf(side.from), list = byStart.get(key);
    if (list) list.push(side); else byStart.set(key, [side]);
  }
  const lines: Vec3[][] = [];
  const follow = (start: Side) => {
    const line = [start.from];
    for (let side: Side | undefined = start; side; side = byStart.get(keyOf(side.to))?.pop()) line.push(side.to);
    lines.push(line);
  };
  // Lines that are not closed first, from where they begin.
  for (const [key, list] of byStart) if (!ends.has(key)) for (let side = list.pop(); side; side = list.pop()) follow(side);
  for (const list of byStart.values()) for (let side = list.pop(); side; side = list.pop()) follow(side);
  return lines;
}
