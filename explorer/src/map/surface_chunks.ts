// Cuts a part of the surface into chunks of neighbouring polygons, which are drawn or left out as one.
import type {Grid} from './grid_cells';
import {polyMiddle, type SurfacePart} from './surface';

export interface Chunk {
  part: SurfacePart;
  // They are squares, which stand for polygons that are not there yet: only the overview shows them.
  isSquares: boolean;
  // Polygons of the part.
  polys: Uint32Array;
  // Triangles that they make.
  triangles: number;
  // [m] Its box, relative to the origin: least x, y, z, greatest x, y, z.
  box: [number, number, number, number, number, number];
}

const kPolysInChunk = 800;
// Of polygons in the order of their heights.
const kPolysInRun = 400;
// Of a grid: at most so many rectangles, and so many cells along a side.
const kRectanglesInChunk = 2500, kMostCellsAcross = 256, kLeastCellsAcross = 16;

// [m] Side of a chunk on a map of so many polygons.
export function chunkSizeM(polys: number, sizeX: number, sizeZ: number): number {
  return Math.max(sizeX, sizeZ, 1) / Math.max(1, Math.floor(Math.sqrt(polys / kPolysInChunk)));
}

// [m] Of chunks of a grid, which are drawn as a texture each.
export function gridChunkM(rectangles: number, {columns, rows, cellM}: Grid): number {
  const across = Math.floor(Math.sqrt(kRectanglesInChunk * columns * rows / Math.max(1, rectangles)));
  return cellM * Math.max(kLeastCellsAcross, Math.min(kMostCellsAcross, across));
}

export function cutIntoChunks(part: SurfacePart, chunkM: number, isSquares: boolean): Chunk[] {
  const byCell = new Map<number, number[]>();
  for (let i = 0; i < part.polys.length; ++i) {
    const middle = polyMiddle(part, i);
    const key = Math.floor(middle.z / chunkM) * 65536 + Math.floor(middle.x / chunkM);
    const list = byCell.get(key);
    if (list) list.push(i); else byCell.set(key, [i]);
  }
  return [...byCell.values()].map((polys) => makeChunk(part, Uint32Array.from(polys), isSquares));
}

function makeChunk(part: SurfacePart, polys: Uint32Array, isSquares: boolean): Chunk {
  const box: Chunk['box'] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const {cornersXyz: c, firstCorner} = part;
  let triangles = 0;
  for (const i of polys) {
    triangles += firstCorner[i + 1] - firstCorner[i] - 2;
    for (let k = firstCorner[i] * 3; k < firstCorner[i + 1] * 3; k += 3) {
      for (let axis = 0; axis < 3; ++axis) {
        if (c[k + axis] < box[axis]) box[axis] = c[k + axis];
        if (c[k + axis] > box[axis + 3]) box[axis + 3] = c[k + axis];
      }
    }
  }
  return {part, isSquares, polys, triangles, box};
}

// [m] Side of a square as large as a polygon is on average.
export function meanPolySideM(chunks: readonly Chunk[]): number {
  const total = chunks.reduce((sum, {polys}) => sum + polys.length, 0);
  const areaM2 = chunks.reduce((sum, {box}) => sum + (box[3] - box[0]) * (box[5] - box[2]), 0);
  return Math.sqrt(areaM2 / Math.max(1, total));
}

// The same polygons in runs from the lowest to the highest, so that no floor is painted over one above it in another chunk.
export function inOrderOfHeight(chunks: readonly Chunk[]): Chunk[] {
  const all = chunks.flatMap(({part, polys, box}) => Array.from(polys, (poly) => ({part, poly, box, y: part.cornersXyz[part.firstCorner[poly] * 3 + 1]})));
  all.sort((a, b) => a.y - b.y);
  const runs: Chunk[] = [];
  for (let first = 0, end = 0; first < all.length; first = end) {
    const {part, box} = all[first];
    for (end = first; end < all.length && end < first + kPolysInRun && all[end].part === part; ++end);
    runs.push({part, box, isSquares: false, triangles: 0, polys: Uint32Array.from(all.slice(first, end), ({poly}) => poly)});
  }
  return runs;
}
