// A grid as what it is: a raster of cells. What came as rectangles of free cells is painted chunk by chunk, a texel for each cell.
import type {DescribeMapResponse} from '../api/messages';
import {toVec3} from '../data/place';
import type {PolyColours} from './poly_colours';
import type {SurfacePart, Vec3} from './surface';
import type {Chunk} from './surface_chunks';

export interface Grid {
  columns: number;
  rows: number;
  // [m]
  cellM: number;
  // [m] Of least coordinates of cell (0, 0), at the height of all cells; relative to the surface's origin.
  corner: Vec3;
}

// The texels of a chunk, with a border of nothing, so that no cell of it depends on how the image's sides are drawn.
export interface CellImage {
  // The cell of the first one.
  column: number;
  row: number;
  columns: number;
  rows: number;
  // Red, green, blue, 255 of each cell of the chunk, row by row; four times 0 where others are.
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

// Undefined if the map is no grid.
export function gridOf({gridColumns, gridRows, gridCellM, gridCorner, origin}: DescribeMapResponse): Grid | undefined {
  if (!gridColumns || !gridRows || !gridCellM) return undefined;
  const corner = toVec3(gridCorner), {x, y, z} = toVec3(origin);
  return {columns: gridColumns, rows: gridRows, cellM: gridCellM, corner: {x: corner.x - x, y: corner.y - y, z: corner.z - z}};
}

// The cell at a place that is relative to the origin, within the grid or not.
export function cellAt({corner, cellM}: Grid, {x, z}: Vec3): {column: number; row: number} {
  return {column: Math.floor((x - corner.x) / cellM), row: Math.floor((z - corner.z) / cellM)};
}

export function paintCells({part, polys, box}: Chunk, grid: Grid, {data}: PolyColours): CellImage {
  const {corner, cellM} = grid;
  const columnAt = (x: number) => Math.round((x - corner.x) / cellM), rowAt = (z: number) => Math.round((z - corner.z) / cellM);
  const column = columnAt(box[0]) - 1, row = rowAt(box[2]) - 1, columns = columnAt(box[3]) + 1 - column, rows = rowAt(box[5]) + 1 - row;
  const texels = new Uint32Array(columns * rows), colours = new Uint32Array(data.buffer);
  for (const i of polys) {
    const {minX, minZ, maxX, maxZ} = rectangleOf(part, i), colour = colours[part.firstIndex + i];
    const left = columnAt(minX) - column, right = columnAt(maxX) - column, end = rowAt(maxZ) - row;
    for (let at = rowAt(minZ) - row; at < end; ++at) texels.fill(colour, at * columns + left, at * columns + right);
  }
  return {column, row, columns, rows, pixels: new Uint8ClampedArray(texels.buffer)};
}

// [m] Relative to the origin. It may have corners within its sides, too: those of its neighbours.
export function rectangleOf({cornersXyz: c, firstCorner}: SurfacePart, i: number): {minX: number; minZ: number; maxX: number; maxZ: number} {
  let minX = Infinity, minZ = Infinity, maxX = -Infinity, maxZ = -Infinity;
  for (let k = firstCorner[i] * 3; k < firstCorner[i + 1] * 3; k += 3) {
    if (c[k] < minX) minX = c[k];
    if (c[k] > maxX) maxX = c[k];
    if (c[k + 2] < minZ) minZ = c[k + 2];
    if (c[k + 2] > maxZ) maxZ = c[k + 2];
  }
  return {minX, minZ, maxX, maxZ};
}
