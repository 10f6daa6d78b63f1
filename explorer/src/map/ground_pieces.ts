// The ground that cells of a lattice stand for: triangles of the surface cut along the lattice, each piece with its cell. A floor that has no
// cell has no piece, so that neither walls nor roofs nor what is outside the map are covered.
import type {Surface} from './surface';

export interface LatticeCells {
  // [m] x, y, z of a place on the ground of each cell in turn, relative to the surface's origin.
  placesXyz: ArrayLike<number>;
  cellM: number;
  // [m] A corner of the lattice, likewise.
  cornerX: number;
  cornerZ: number;
}

// Pieces in the order of their polygons.
export interface GroundPieces {
  // [m] x, y, z of each corner in turn, relative to the surface's origin.
  cornersXyz: Float32Array;
  // Piece i has the corners firstCorner[i] .. firstCorner[i + 1] - 1.
  firstCorner: Uint32Array;
  // Of each piece: its polygon among all polygons received, and its cell.
  polys: Uint32Array;
  cells: Uint32Array;
  // [m2] Horizontal area of all pieces.
  areaM2: number;
}

// [m] Ground that a cell's place stands for is no further above or below it, at the place itself, and rises by no more than that beside it.
const kFloorM = 0.8, kRiseOfAMetreM = 1.2;
// Rows of the lattice have so many columns.
const kColumns = 2 ** 21;
const kAnyZone = -1;

type Corner = [x: number, y: number, z: number];

// A triangle's share of a square of the lattice, and the cells of that square.
interface Cut {
  poly: number;
  zone: number;
  corners: Corner[];
  here: readonly number[];
}

export function piecesOf(surface: Surface, cells: LatticeCells): GroundPieces {
  const {placesXyz} = cells, cuts = cutsOf(surface, cells), zones = zonesOf(cuts, placesXyz);
  const corners: number[] = [], firstCorner = [0], polys: number[] = [], owners: number[] = [];
  let areaM2 = 0;
  for (const cut of cuts) {
    const cell = nearestCell(cut, placesXyz, zones);
    if (cell === undefined) continue;
    for (const corner of cut.corners) corners.push(...corner);
    firstCorner.push(corners.length / 3);
    polys.push(cut.poly);
    owners.push(cell);
    areaM2 += areaOf(cut.corners);
  }
  return {
    cornersXyz: Float32Array.from(corners), firstCorner: Uint32Array.from(firstCorner), polys: Uint32Array.from(polys),
    cells: Uint32Array.from(owners), areaM2,
  };
}

// The pieces of a polygon: first .. end - 1. O(log pieces).
export function piecesOn({polys}: GroundPieces, poly: number): {first: number; end: number} {
  const lowest = (isPast: (owner: number) => boolean) => {
    let low = 0, high = polys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isPast(polys[middle])) high = middle; else low = middle + 1;
    }
    return low;
  };
  return {first: lowest((owner) => owner >= poly), end: lowest((owner) => owner > poly)};
}

// All triangles cut along the lattice, but for squares without cells: strip by strip, and each strip square by square.
function cutsOf(surface: Surface, cells: LatticeCells): Cut[] {
  const {cellM, cornerX, cornerZ} = cells, bySite = cellsBySite(cells), cuts: Cut[] = [];
  for (const part of surface.parts) {
    const {cornersXyz: c, firstCorner} = part;
    const corner = (k: number): Corner => [c[3 * k], c[3 * k + 1], c[3 * k + 2]];
    for (let i = 0; i < part.polys.length; ++i) {
      for (let k = firstCorner[i] + 1; k + 1 < firstCorner[i + 1]; ++k) {
        const triangle = [corner(firstCorner[i]), corner(k), corner(k + 1)];
        forSteps(triangle, 2, cornerZ, cellM, (strip, row) => forSteps(strip, 0, cornerX, cellM, (corners, column) => {
          const here = bySite.get(siteKey(column, row));
          if (here) cuts.push({poly: part.firstIndex + i, zone: part.zones[i], corners, here});
        }));
      }
    }
  }
  return cuts;
}

function cellsBySite({placesXyz, cellM, cornerX, cornerZ}: LatticeCells): Map<number, number[]> {
  const bySite = new Map<number, number[]>();
  for (let i = 0; 3 * i + 2 < placesXyz.length; ++i) {
    const key = siteKey(Math.floor((placesXyz[3 * i] - cornerX) / cellM), Math.floor((placesXyz[3 * i + 2] - cornerZ) / cellM));
    const list = bySite.get(key);
    if (list) list.push(i); else bySite.set(key, [i]);
  }
  return bySite;
}

// What of a convex piece lies in each step of the lattice along an axis.
function forSteps(piece: Corner[], axis: 0 | 2, from: number, stepM: number, visit: (share: Corner[], step: number) => void): void {
  let low = Infinity, high = -Infinity;
  for (const corner of piece) { low = Math.min(low, corner[axis]); high = Math.max(high, corner[axis]); }
  const first = Math.floor((low - from) / stepM), last = Math.floor((high - from) / stepM);
  let rest = piece;
  for (let step = first; step <= last; ++step) {
    const share = step === last ? rest : kept(rest, axis, from + (step + 1) * stepM, -1);
    if (share.length > 2) visit(share, step);
    if (step < last) rest = kept(rest, axis, from + (step + 1) * stepM, 1);
  }
}

// What of a convex piece lies above (sign 1) or below (-1) a limit of an axis (Sutherland and Hodgman).
function kept(piece: Corner[], axis: 0 | 2, limit: number, sign: number): Corner[] {
  const cut: Corner[] = [];
  for (let k = 0; k < piece.length; ++k) {
    const a = piece[k], b = piece[k + 1 < piece.length ? k + 1 : 0], da = (a[axis] - limit) * sign, db = (b[axis] - limit) * sign;
    if (da >= 0) cut.push(a);
    if ((da >= 0) === (db >= 0)) continue;
    const t = da / (da - db);
    cut.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]);
  }
  return cut;
}

// The zone that each cell's place is in, by the ground nearest above or below it.
function zonesOf(cuts: readonly Cut[], places: ArrayLike<number>): Int32Array {
  const total = Math.floor(places.length / 3), zones = new Int32Array(total).fill(kAnyZone), off = new Float64Array(total).fill(kFloorM);
  for (const {corners, zone, here} of cuts) {
    for (const cell of here) {
      const {y, besideM} = nearestOn(corners, places[3 * cell], places[3 * cell + 2]), offM = Math.abs(y - places[3 * cell + 1]) + besideM * 10;
      if (offM >= off[cell]) continue;
      off[cell] = offM;
      zones[cell] = zone;
    }
  }
  return zones;
}

// The cell that stands for a piece of ground in its square; undefined if that ground is another floor, or of another zone.
function nearestCell({corners, zone, here}: Cut, places: ArrayLike<number>, zones: Int32Array): number | undefined {
  let best: number | undefined, bestM = Infinity;
  for (const cell of here) {
    if (zones[cell] !== kAnyZone && zones[cell] !== zone) continue;
    const {y, besideM} = nearestOn(corners, places[3 * cell], places[3 * cell + 2]), offM = Math.abs(y - places[3 * cell + 1]);
    if (offM > kFloorM + besideM * kRiseOfAMetreM || offM >= bestM) continue;
    bestM = offM;
    best = cell;
  }
  return best;
}

// The height of a flat, convex piece at the place of it that is nearest to (x, z), and how far that is.
function nearestOn(piece: readonly Corner[], x: number, z: number): {y: number; besideM: number} {
  let isLeft = true, isRight = true, y = 0, best = Infinity;
  for (let k = 0; k < piece.length; ++k) {
    const [ax, ay, az] = piece[k], [bx, by, bz] = piece[k + 1 < piece.length ? k + 1 : 0], dx = bx - ax, dz = bz - az;
    const side = dx * (z - az) - dz * (x - ax);
    isLeft &&= side >= 0;
    isRight &&= side <= 0;
    const length2 = dx * dx + dz * dz, t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (z - az) * dz) / length2));
    const offX = ax + dx * t - x, offZ = az + dz * t - z, distance2 = offX * offX + offZ * offZ;
    if (distance2 < best) { best = distance2; y = ay + (by - ay) * t; }
  }
  return isLeft || isRight ? {y: heightOn(piece, x, z) ?? y, besideM: 0} : {y, besideM: Math.sqrt(best)};
}

// On the plane of the first three corners; undefined if it is upright.
function heightOn([[ax, ay, az], [bx, by, bz], [cx, cy, cz]]: readonly Corner[], x: number, z: number): number | undefined {
  const twice = (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
  if (Math.abs(twice) < 1e-9) return undefined;
  const u = ((x - ax) * (cz - az) - (z - az) * (cx - ax)) / twice, v = ((bx - ax) * (z - az) - (bz - az) * (x - ax)) / twice;
  return ay + (by - ay) * u + (cy - ay) * v;
}

function areaOf(piece: readonly Corner[]): number {
  let twice = 0;
  piece.forEach(([ax, , az], k) => { const [bx, , bz] = piece[(k + 1) % piece.length]; twice += ax * bz - bx * az; });
  return Math.abs(twice) / 2;
}

function siteKey(column: number, row: number): number { return (row + kColumns / 2) * kColumns + column + kColumns / 2; }

// Where a lattice lies of which most places are the middles of their cells: the share of a cell that they have in common.
export function latticeCorner(placesXyz: ArrayLike<number>, axis: 0 | 2, cellM: number): number {
  const counts = new Map<number, number>();
  for (let i = axis; i < placesXyz.length; i += 3) {
    const share = Math.round(((placesXyz[i] / cellM - 0.5) % 1 + 1) % 1 * 1000) % 1000;
    counts.set(share, (counts.get(share) ?? 0) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0] / 1000 * cellM;
}
