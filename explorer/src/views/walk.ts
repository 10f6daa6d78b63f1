// A walk along a line, by the metres walked. All walkers of an exploration walk at one speed.
import type {Vec3} from '../map/surface';

export interface Walk {
  points: Vec3[];
  // [m] Walked up to each point.
  alongM: number[];
  lengthM: number;
}

// [m] A key point is visited where the walk comes so near to it.
const kVisitM = 0.3;

export function walkOf(points: Vec3[]): Walk {
  const alongM: number[] = [];
  let lengthM = 0;
  points.forEach((point, i) => {
    if (i > 0) lengthM += distance(points[i - 1], point);
    alongM.push(lengthM);
  });
  return {points, alongM, lengthM};
}

// The points walked at a share of the whole, and the place reached.
export function pointsUpTo(walk: Walk, share: number): Vec3[] {
  if (share >= 1) return walk.points;
  const end = indexAt(walk, share);
  return [...walk.points.slice(0, end), pointAt(walk, share)];
}

export function pointAt(walk: Walk, share: number): Vec3 {
  const i = indexAt(walk, share), {points, alongM, lengthM} = walk;
  if (i === 0 || i >= points.length) return points[Math.min(i, points.length - 1)];
  const a = points[i - 1], b = points[i], span = alongM[i] - alongM[i - 1];
  const t = span > 0 ? (share * lengthM - alongM[i - 1]) / span : 0;
  return {x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, z: a.z + (b.z - a.z) * t};
}

// [metres walked, share of `all` key points visited] as the walk comes to its key points, one after the other.
export function coverageOf(walk: Walk, keyPoints: Vec3[], all: number): [number, number][] {
  const curve: [number, number][] = [[0, 0]];
  const visited = new Set<string>();
  let from = 0;
  for (const keyPoint of keyPoints) {
    let i = from;
    while (i < walk.points.length && distance(walk.points[i], keyPoint) > kVisitM) ++i;
    if (i === walk.points.length) continue;
    from = i;
    visited.add(`${keyPoint.x} ${keyPoint.y} ${keyPoint.z}`);
    curve.push([walk.alongM[i], Math.min(1, visited.size / Math.max(1, all))]);
  }
  curve.push([walk.lengthM, curve[curve.length - 1][1]]);
  return curve;
}

// The curve of all walkers together, who walk at one speed.
export function sumOfCurves(curves: [number, number][][]): [number, number][] {
  const steps = curves.flatMap((curve) => curve.map(([alongM, share], i): [number, number] => [alongM, share - (i > 0 ? curve[i - 1][1] : 0)]));
  steps.sort((a, b) => a[0] - b[0]);
  let sum = 0;
  return steps.map(([alongM, more]) => [alongM, Math.min(1, sum += more)]);
}

// The first point that lies beyond the share.
function indexAt(walk: Walk, share: number): number {
  const reachedM = share * walk.lengthM;
  let low = 0, high = walk.alongM.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (walk.alongM[middle] <= reachedM) low = middle + 1; else high = middle;
  }
  return low;
}

function distance(a: Vec3, b: Vec3): number { return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z); }
