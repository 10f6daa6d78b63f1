// GetSurface by its wire format: JSON of 600,000 polygons takes five times the bytes and seconds to parse.
import {partOfSquares} from '../map/squares';
import {cornerStarts, type SurfacePart, type Vec3} from '../map/surface';
import {WireReader, WireWriter} from './wire';

const kLocalFloats = 2;
const kNoMoreParts = 4294967295;

export interface SurfaceRequest {
  mapId: string;
  profile: string;
  abilities: string[];
  maxPolys: number;
  firstPoly?: number;
  // [m] Squares of this size in place of polygons.
  cellM?: number;
  // Only what reaches into this box. [m]
  box?: {min: Vec3; max: Vec3};
}

export interface SurfaceAnswer {
  part: SurfacePart;
  // first_poly of the next part, or undefined after the last.
  nextPoly: number | undefined;
}

export function writeSurfaceRequest({mapId, profile, abilities, maxPolys, firstPoly = 0, cellM, box}: SurfaceRequest): Uint8Array<ArrayBuffer> {
  const writer = new WireWriter().string(1, mapId).string(2, profile);
  if (box) writer.message(3, position(box.min));
  writer.uint(4, maxPolys).uint(5, firstPoly);
  if (box) writer.message(6, position(box.max));
  for (const ability of abilities) writer.string(7, ability);
  writer.uint(8, kLocalFloats);
  if (cellM !== undefined) writer.double(9, cellM);
  return writer.finish();
}

export function readSurfaceAnswer(bytes: Uint8Array): SurfaceAnswer {
  const {places, counts, nextPoly, ...lists} = readLists(bytes);
  const firstCorner = cornerStarts(counts);
  if (counts.length !== lists.polys.length || firstCorner[counts.length] * 3 !== places.length) {
    throw new Error('the lists of a surface part do not match');
  }
  return {part: {firstIndex: 0, cornersXyz: places, firstCorner, ...lists}, nextPoly: nextPoly === kNoMoreParts ? undefined : nextPoly};
}

// The answer to a request with cellM.
export function readSquaresAnswer(bytes: Uint8Array, cellM: number): SurfacePart {
  const {places, polys, areas, zones, clusters} = readLists(bytes);
  if (polys.length * 3 !== places.length) throw new Error('the lists of squares do not match');
  return partOfSquares({placesXyz: places, polys, areas, zones, clusters}, cellM);
}

export function position({x, y, z}: Vec3): WireWriter { return new WireWriter().double(2, x).double(3, y).double(4, z); }

function readLists(bytes: Uint8Array) {
  const reader = new WireReader(bytes);
  const none = new Uint32Array(0);
  const lists = {places: new Float32Array(0), counts: none, polys: none, areas: none, zones: none, clusters: none, nextPoly: 0};
  while (reader.next()) {
    switch (reader.field) {
      case 1: lists.places = readPoints(reader.nested()); break;
      case 2: lists.counts = reader.packedUints(); break;
      case 3: lists.polys = reader.packedUints(); break;
      case 4: lists.areas = reader.packedUints(); break;
      case 5: lists.zones = reader.packedUints(); break;
      case 6: lists.nextPoly = reader.uint(); break;
      case 9: lists.clusters = reader.packedUints(); break;
      default: reader.skip();
    }
  }
  return lists;
}

// Relative to the map's origin, which the map's description has, too.
function readPoints(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const reader = new WireReader(bytes);
  let xyz = new Float32Array(0);
  while (reader.next()) {
    if (reader.field === 4) xyz = reader.packedFloats(); else reader.skip();
  }
  return xyz;
}
