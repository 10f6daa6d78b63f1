// A large map before its polygons are there: squares of some metres with the height, zone and area of the ground at their middles.
// They make a surface part of their own, so that everything that colours or picks polygons works on them, too.
import {cornerStarts, type SurfacePart} from './surface';

export interface SquareLists {
  // [m] x, y, z of a place in each square, relative to the origin, from which squares count.
  placesXyz: Float32Array;
  polys: Uint32Array;
  areas: Uint32Array;
  zones: Uint32Array;
  clusters: Uint32Array;
}

export function partOfSquares({placesXyz, polys, areas, zones, clusters}: SquareLists, cellM: number): SurfacePart {
  const count = polys.length;
  const columns = new Int32Array(count), rows = new Int32Array(count);
  let firstColumn = 0, firstRow = 0, lastColumn = 0, lastRow = 0;
  for (let i = 0; i < count; ++i) {
    const column = columns[i] = Math.floor(placesXyz[3 * i] / cellM), row = rows[i] = Math.floor(placesXyz[3 * i + 2] / cellM);
    if (i === 0 || column < firstColumn) firstColumn = column;
    if (i === 0 || column > lastColumn) lastColumn = column;
    if (i === 0 || row < firstRow) firstRow = row;
    if (i === 0 || row > lastRow) lastRow = row;
  }
  const width = lastColumn - firstColumn + 3, height = lastRow - firstRow + 3;
  // Highest ground of each square, with a rim of none around.
  const tops = new Float32Array(width * height).fill(-Infinity);
  for (let i = 0; i < count; ++i) {
    const at = (rows[i] - firstRow + 1) * width + columns[i] - firstColumn + 1;
    tops[at] = Math.max(tops[at], placesXyz[3 * i + 1]);
  }
  // A corner lies at the mean height of the squares around it that are not another floor.
  const cornerY = (at: number, y: number) => {
    let sum = 0, total = 0;
    for (const beside of [at, at - 1, at - width, at - width - 1]) {
      if (Math.abs(tops[beside] - y) < cellM) { sum += tops[beside]; ++total; }
    }
    return total > 0 ? sum / total : y;
  };
  const cornersXyz = new Float32Array(count * 12);
  for (let i = 0; i < count; ++i) {
    const x = columns[i] * cellM, z = rows[i] * cellM, y = placesXyz[3 * i + 1];
    const at = (rows[i] - firstRow + 1) * width + columns[i] - firstColumn + 1;
    cornersXyz.set([x, cornerY(at, y), z, x + cellM, cornerY(at + 1, y), z, x + cellM, cornerY(at + width + 1, y), z + cellM,
                    x, cornerY(at + width, y), z + cellM], i * 12);
  }
  return {firstIndex: 0, cornersXyz, firstCorner: cornerStarts(new Uint8Array(count).fill(4)), polys, areas, zones, clusters};
}
