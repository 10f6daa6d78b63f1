// Vertices of the ground for WebGL: of a chunk's polygons, of their edges, and of a patch of the overview.
import {BufferAttribute, BufferGeometry, Uint32BufferAttribute} from 'three';
import type {Overview} from '../map/overview';
import type {Chunk} from '../map/surface_chunks';
import type {LaidPieces} from './base_picture';

// Squares along each side of an overview's patch.
const kPatch = 5;

export function polysGeometry({part, polys, triangles: triangleCount}: Chunk): BufferGeometry {
  const {cornersXyz, firstCorner, firstIndex} = part;
  const corners = triangleCount + 2 * polys.length;
  const positions = new Float32Array(corners * 3), owners = new Float32Array(corners);
  const triangles = new Uint32Array(triangleCount * 3);
  let vertex = 0, next = 0;
  for (const i of polys) {
    const count = firstCorner[i + 1] - firstCorner[i];
    positions.set(cornersXyz.subarray(firstCorner[i] * 3, firstCorner[i + 1] * 3), vertex * 3);
    owners.fill(firstIndex + i, vertex, vertex + count);
    for (let k = 2; k < count; ++k) {
      triangles[next++] = vertex; triangles[next++] = vertex + k - 1; triangles[next++] = vertex + k;
    }
    vertex += count;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('poly', new BufferAttribute(owners, 1));
  geometry.setIndex(new Uint32BufferAttribute(triangles, 1));
  return geometry;
}

export function piecesGeometry({pieces: {cornersXyz, firstCorner}, colours}: LaidPieces): BufferGeometry {
  const total = firstCorner.length - 1, tints = new Uint8Array(cornersXyz.length);
  const triangles = new Uint32Array((cornersXyz.length / 3 - 2 * total) * 3);
  let next = 0;
  for (let i = 0; i < total; ++i) {
    const first = firstCorner[i];
    for (let k = first; k < firstCorner[i + 1]; ++k) {
      tints.set(colours.subarray(3 * i, 3 * i + 3), 3 * k);
      if (k < first + 2) continue;
      triangles[next++] = first; triangles[next++] = k - 1; triangles[next++] = k;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(cornersXyz, 3));
  geometry.setAttribute('tint', new BufferAttribute(tints, 3, true));
  geometry.setIndex(new Uint32BufferAttribute(triangles, 1));
  return geometry;
}

// Lines over the vertices that `ground`, the chunk's polysGeometry, has.
export function edgesGeometry({part: {firstCorner}, polys, triangles}: Chunk, ground: BufferGeometry): BufferGeometry {
  const lines = new Uint32Array((triangles + 2 * polys.length) * 2);
  let vertex = 0, next = 0;
  for (const i of polys) {
    const count = firstCorner[i + 1] - firstCorner[i];
    for (let k = 0; k < count; ++k) { lines[next++] = vertex + k; lines[next++] = vertex + (k + 1) % count; }
    vertex += count;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', ground.getAttribute('position'));
  geometry.setAttribute('poly', ground.getAttribute('poly'));
  geometry.setIndex(new Uint32BufferAttribute(lines, 1));
  return geometry;
}

// A net over the rectangle at the heights that the overview has there; `heightY` where it has none, and everywhere if `isFlat`.
export function overviewGeometry(overview: Overview, x0: number, z0: number, x1: number, z1: number, heightY: number,
                                 isFlat: boolean): BufferGeometry {
  const squares = isFlat ? 1 : kPatch, {min, squareM, columns, rows} = overview;
  const positions: number[] = [], places: number[] = [], triangles: number[] = [];
  for (let row = 0; row <= squares; ++row) {
    for (let column = 0; column <= squares; ++column) {
      const x = x0 + (x1 - x0) * column / squares, z = z0 + (z1 - z0) * row / squares;
      positions.push(x, isFlat ? heightY : overview.heightAt(x, z) ?? heightY, z);
      places.push((x - min.x) / squareM / columns, (z - min.z) / squareM / rows);
      if (row === squares || column === squares) continue;
      const a = row * (squares + 1) + column, b = a + squares + 1;
      triangles.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('place', new BufferAttribute(Float32Array.from(places), 2));
  geometry.setIndex(triangles);
  return geometry;
}

export const kPatchTriangles = kPatch * kPatch * 2;
