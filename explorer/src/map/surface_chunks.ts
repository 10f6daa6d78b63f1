// Cuts a part of the surface into chunks of neighbouring polygons, which are drawn or left out as one, each in two levels
// of detail: its polygons, and flat squares for when it is seen from afar.
import {polyMiddle, type SurfacePart} from './surface';

export interface Chunk {
  part: SurfacePart;
  // Polygons of the part.
  polys: Uint32Array;
  // [m] Its box, relative to the origin: least x, y, z, greatest x, y, z.
  box: [number, number, number, number, number, number];
  // Squares of the coarse level, three numbers each: column, row, polygon of the part. Empty without a coarse level.
  squares: Uint32Array;
  // [m] Heights of the squares' middles.
  squareHeights: Float32Array;
}

export interface ChunkSizes {
  chunkM: number;
  // [m] Side of a coarse square; 0: the map is small enough to do without.
  squareM: number;
  // [m] Corner from which columns and rows count, relative to the origin.
  minX: number;
  minZ: number;
}

const kPolysWithoutCoarseLevel = 60_000;
const kCoarseSquares = 120_000;
const kPolysInChunk = 1500;

export function chunkSizes(polys: number, minX: number, minZ: number, sizeX: number, sizeZ: number): ChunkSizes {
  return {
    chunkM: Math.max(sizeX, sizeZ, 1) / Math.max(1, Math.floor(Math.sqrt(polys / kPolysInChunk))),
    squareM: polys < kPolysWithoutCoarseLevel ? 0 : Math.sqrt(sizeX * sizeZ / kCoarseSquares),
    minX, minZ,
  };
}

export function cutIntoChunks(part: SurfacePart, sizes: ChunkSizes): Chunk[] {
  const byCell = new Map<number, number[]>();
  for (let i = 0; i < part.polys.length; ++i) {
    const middle = polyMiddle(part, i);
    const column = Math.floor((middle.x - sizes.minX) / sizes.chunkM), row = Math.floor((middle.z - sizes.minZ) / sizes.chunkM);
    const key = row * 65536 + column;
    const list = byCell.get(key);
    if (list) list.push(i); else byCell.set(key, [i]);
  }
  return [...byCell.values()].map((polys) => makeChunk(part, Uint32Array.from(polys), sizes));
}

function makeChunk(part: SurfacePart, polys: Uint32Array, sizes: ChunkSizes): Chunk {
  const box: Chunk['box'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const {cornersXyz: c, firstCorner} = part;
  for (const i of polys) {
    for (let k = firstCorner[i] * 3; k < firstCorner[i + 1] * 3; k += 3) {
      for (let axis = 0; axis < 3; ++axis) {
        if (c[k + axis] < box[axis]) box[axis] = c[k + axis];
        if (c[k + axis] > box[axis + 3]) box[axis + 3] = c[k + axis];
      }
    }
  }
  const chunk = {part, polys, box, squares: new Uint32Array(0), squareHeights: new Float32Array(0)};
  if (sizes.squareM > 0) addSquares(chunk, sizes);
  return chunk;
}

// Each square shows the highest polygon under its middle.
function addSquares(chunk: Chunk, {squareM, minX, minZ}: ChunkSizes): void {
  const {part, polys, box} = chunk;
  const {cornersXyz: c, firstCorner} = part;
  const column0 = Math.floor((box[0] - minX) / squareM), row0 = Math.floor((box[2] - minZ) / squareM);
  const columns = Math.floor((box[3] - minX) / squareM) - column0 + 1;
  const rows = Math.floor((box[5] - minZ) / squareM) - row0 + 1;
  const top = new Float32Array(columns * rows).fill(-Infinity);
  const owner = new Uint32Array(columns * rows);
  for (const i of polys) {
    const first = firstCorner[i], end = firstCorner[i + 1];
    let x0 = Infinity, x1 = -Infinity, z0 = Infinity, z1 = -Infinity, y = 0;
    for (let k = first; k < end; ++k) {
      x0 = Math.min(x0, c[3 * k]); x1 = Math.max(x1, c[3 * k]);
      z0 = Math.min(z0, c[3 * k + 2]); z1 = Math.max(z1, c[3 * k + 2]);
      y += c[3 * k + 1] / (end - first);
    }
    const columnEnd = Math.floor((x1 - minX) / squareM - 0.5), rowEnd = Math.floor((z1 - minZ) / squareM - 0.5);
    for (let row = Math.ceil((z0 - minZ) / squareM - 0.5); row <= rowEnd; ++row) {
      for (let column = Math.ceil((x0 - minX) / squareM - 0.5); column <= columnEnd; ++column) {
        const at = (row - row0) * columns + column - column0;
        if (y > top[at] && isInside(part, i, minX + (column + 0.5) * squareM, minZ + (row + 0.5) * squareM)) {
          top[at] = y;
          owner[at] = i;
        }
      }
    }
  }
  let count = 0;
  for (const y of top) if (y > -Infinity) ++count;
  chunk.squares = new Uint32Array(count * 3);
  chunk.squareHeights = new Float32Array(count);
  let next = 0;
  for (let at = 0; at < top.length; ++at) {
    if (top[at] === -Infinity) continue;
    chunk.squares.set([column0 + at % columns, row0 + Math.floor(at / columns), owner[at]], next * 3);
    chunk.squareHeights[next++] = top[at];
  }
}

// In the plane; polygons are convex, or nearly so on grids.
export function isInside(part: SurfacePart, i: number, x: number, z: number): boolean {
  const {cornersXyz: c, firstCorner} = part;
  let inside = false;
  const first = firstCorner[i], end = firstCorner[i + 1];
  for (let a = end - 1, b = first; b < end; a = b++) {
    const ax = c[3 * a], az = c[3 * a + 2], bx = c[3 * b], bz = c[3 * b + 2];
    if ((az > z) !== (bz > z) && x < ax + (bx - ax) * (z - az) / (bz - az)) inside = !inside;
  }
  return inside;
}
