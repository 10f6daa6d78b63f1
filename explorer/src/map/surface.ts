// The walkable surface of one map as the page keeps it: parts of some ten thousand polygons, as parallel lists.
// Positions are relative to the map's origin, so that floats suffice.
import type {Grid} from './grid_cells';

export interface Vec3 {x: number; y: number; z: number}

export interface SurfacePart {
  // Index of the part's first polygon among all polygons received; Surface.add sets it.
  firstIndex: number;
  // [m] x, y, z of each corner in turn, relative to the surface's origin.
  cornersXyz: Float32Array;
  // Polygon i has the corners firstCorner[i] .. firstCorner[i + 1] - 1.
  firstCorner: Uint32Array;
  // Id of each polygon in the package generation.
  polys: Uint32Array;
  areas: Uint32Array;
  // Zone of each polygon; 0: isolated.
  zones: Uint32Array;
  // Cluster of each polygon; empty if the map has none.
  clusters: Uint32Array;
}

// Water or air that who walks has no place in: it is seen, and neither picked nor searched.
export interface Beyond {
  area: number;
  // Its name, and the ability that it takes.
  name: string;
  ability: string;
  // [m] Absolute.
  polys: Vec3[][];
}

export class Surface {
  // Parts in the order received. Of a large map the first one has squares in place of polygons (squares.ts), and the others the
  // polygons of tiles that were looked at.
  readonly parts: SurfacePart[] = [];
  // Polygons received, squares among them.
  polyCount = 0;
  // All of the map is there, if only as squares.
  isComplete = false;
  hasSquares = false;
  beyond: Beyond[] = [];

  // `minY` and `maxY` are the heights of the whole map, relative to the origin; `grid`: its polygons are rectangles of free cells.
  constructor(readonly origin: Vec3, readonly minY: number, readonly maxY: number, readonly grid?: Grid) {}

  add(part: SurfacePart): void {
    part.firstIndex = this.polyCount;
    this.parts.push(part);
    this.polyCount += part.polys.length;
  }

  clear(): void {
    this.parts.length = 0;
    this.polyCount = 0;
  }

  // Parts that cover the map once.
  whole(): readonly SurfacePart[] { return this.hasSquares ? this.parts.slice(0, 1) : this.parts; }
}

// firstCorner from the number of corners of each polygon.
export function cornerStarts(counts: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; ++i) starts[i + 1] = starts[i] + counts[i];
  return starts;
}

// The unit normal of polygon `i`, upward.
export function polyNormal(part: SurfacePart, i: number): Vec3 {
  const {cornersXyz: c, firstCorner} = part;
  let x = 0, y = 0, z = 0;
  const first = firstCorner[i], end = firstCorner[i + 1];
  for (let a = first; a < end; ++a) {
    const b = a + 1 < end ? a + 1 : first;
    const ax = c[3 * a], ay = c[3 * a + 1], az = c[3 * a + 2], bx = c[3 * b], by = c[3 * b + 1], bz = c[3 * b + 2];
    x += (ay - by) * (az + bz);
    y += (az - bz) * (ax + bx);
    z += (ax - bx) * (ay + by);
  }
  const length = Math.hypot(x, y, z) * (y < 0 ? -1 : 1);
  return length === 0 ? {x: 0, y: 1, z: 0} : {x: x / length, y: y / length, z: z / length};
}

// The middle of polygon `i`'s corners, relative to the origin.
export function polyMiddle(part: SurfacePart, i: number): Vec3 {
  const {cornersXyz: c, firstCorner} = part;
  const first = firstCorner[i], end = firstCorner[i + 1], count = end - first;
  let x = 0, y = 0, z = 0;
  for (let a = first; a < end; ++a) { x += c[3 * a]; y += c[3 * a + 1]; z += c[3 * a + 2]; }
  return {x: x / count, y: y / count, z: z / count};
}

// [m2] Horizontal area of polygon `i`.
export function polyArea(part: SurfacePart, i: number): number {
  const {cornersXyz: c, firstCorner} = part;
  const first = firstCorner[i], end = firstCorner[i + 1];
  let twice = 0;
  for (let a = first; a < end; ++a) {
    const b = a + 1 < end ? a + 1 : first;
    twice += c[3 * a] * c[3 * b + 2] - c[3 * b] * c[3 * a + 2];
  }
  return Math.abs(twice) / 2;
}

// The corners of polygon `i`, absolute.
export function polyCorners({cornersXyz: c, firstCorner}: SurfacePart, i: number, origin: Vec3): Vec3[] {
  return Array.from({length: firstCorner[i + 1] - firstCorner[i]}, (_, corner) => {
    const k = 3 * (firstCorner[i] + corner);
    return {x: origin.x + c[k], y: origin.y + c[k + 1], z: origin.z + c[k + 2]};
  });
}

// Only some of a part's polygons.
export function withOnly(part: SurfacePart, kept: readonly number[]): SurfacePart {
  const {cornersXyz: c, firstCorner} = part;
  const starts = new Uint32Array(kept.length + 1);
  kept.forEach((i, k) => { starts[k + 1] = starts[k] + firstCorner[i + 1] - firstCorner[i]; });
  const cornersXyz = new Float32Array(starts[kept.length] * 3);
  kept.forEach((i, k) => cornersXyz.set(c.subarray(firstCorner[i] * 3, firstCorner[i + 1] * 3), starts[k] * 3));
  const pick = (list: Uint32Array) => (list.length === 0 ? list : Uint32Array.from(kept, (i) => list[i]));
  return {
    firstIndex: 0, cornersXyz, firstCorner: starts, polys: pick(part.polys), areas: pick(part.areas), zones: pick(part.zones),
    clusters: pick(part.clusters),
  };
}
