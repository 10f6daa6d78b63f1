// GetSurface by its wire format: JSON of 600,000 polygons takes five times the bytes and seconds to parse.
import {cornerStarts, type SurfacePart, type Vec3} from '../map/surface';
import {WireReader, WireWriter} from './wire';

const kLocalFloats = 2;
const kNoMoreParts = 4294967295;

export interface SurfaceRequest {
  mapId: string;
  profile: string;
  abilities: string[];
  maxPolys: number;
  firstPoly: number;
}

export interface SurfaceAnswer {
  part: SurfacePart;
  origin: Vec3 | undefined;
  // first_poly of the next part, or undefined after the last.
  nextPoly: number | undefined;
}

export function writeSurfaceRequest(request: SurfaceRequest): Uint8Array<ArrayBuffer> {
  const writer = new WireWriter().string(1, request.mapId).string(2, request.profile).uint(4, request.maxPolys)
      .uint(5, request.firstPoly);
  for (const ability of request.abilities) writer.string(7, ability);
  return writer.uint(8, kLocalFloats).finish();
}

// `firstIndex`: how many polygons came in the parts before.
export function readSurfaceAnswer(bytes: Uint8Array, firstIndex: number): SurfaceAnswer {
  const reader = new WireReader(bytes);
  const none = new Uint32Array(0);
  const part: SurfacePart = {
    firstIndex, cornersXyz: new Float32Array(0), firstCorner: new Uint32Array(1), polys: none, areas: none, zones: none,
    clusters: none,
  };
  let origin: Vec3 | undefined, nextPoly = 0;
  while (reader.next()) {
    switch (reader.field) {
      case 1: {
        const points = readPoints(reader.nested());
        part.cornersXyz = points.xyz;
        origin = points.origin;
        break;
      }
      case 2: part.firstCorner = cornerStarts(reader.packedUints()); break;
      case 3: part.polys = reader.packedUints(); break;
      case 4: part.areas = reader.packedUints(); break;
      case 5: part.zones = reader.packedUints(); break;
      case 6: nextPoly = reader.uint(); break;
      default: reader.skip();
    }
  }
  if (part.firstCorner.length !== part.polys.length + 1 ||
      part.firstCorner[part.polys.length] * 3 !== part.cornersXyz.length) {
    throw new Error('the lists of a surface part do not match');
  }
  return {part, origin, nextPoly: nextPoly === kNoMoreParts ? undefined : nextPoly};
}

function readPoints(bytes: Uint8Array): {xyz: Float32Array; origin: Vec3} {
  const reader = new WireReader(bytes);
  const origin = {x: 0, y: 0, z: 0};
  let xyz = new Float32Array(0);
  while (reader.next()) {
    switch (reader.field) {
      case 1: origin.x = reader.double(); break;
      case 2: origin.y = reader.double(); break;
      case 3: origin.z = reader.double(); break;
      case 4: xyz = new Float32Array(reader.packedFloats()); break;
      default: reader.skip();
    }
  }
  return {xyz, origin};
}
