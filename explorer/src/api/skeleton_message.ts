// GetSkeleton by its wire format, as surface_message.ts has GetSurface: a skeleton of a large map is millions of numbers.
import type {Vec3} from '../map/surface';
import {position} from './surface_message';
import {WireReader, WireWriter} from './wire';

const kLocalFloats = 2;
const kNoMoreParts = 4294967295;

// SkeletonArcKind.
export const kWalkArc = 1;

export interface SkeletonRequest {
  mapId: string;
  profile: string;
  abilities: string[];
  maxKeyPoints: number;
  firstKeyPoint?: number;
  // [m] One key point for each square of this size and floor.
  cellM?: number;
  // Only key points in this box. [m]
  box?: {min: Vec3; max: Vec3};
}

export interface SkeletonPart {
  // x, y, z of each key point in turn, absolute.
  xyz: Float64Array;
  // Their ids; empty: these follow one another over the parts of a whole skeleton, from 0 on.
  keyPoints: Uint32Array;
  // Ends of arcs that are outside of the box: ids and places.
  outerKeyPoints: Uint32Array;
  outerXyz: Float64Array;
  // Ids of the key points at both ends of each arc, and how the arc is travelled (SkeletonArcKind).
  arcFrom: Uint32Array;
  arcTo: Uint32Array;
  arcKinds: Uint32Array;
  // Of the whole skeleton.
  keyPointCount: number;
  // first_key_point of the next part, or undefined after the last.
  nextKeyPoint: number | undefined;
}

export function writeSkeletonRequest({mapId, profile, abilities, maxKeyPoints, firstKeyPoint = 0, cellM, box}: SkeletonRequest): Uint8Array<ArrayBuffer> {
  const writer = new WireWriter().string(1, mapId).string(2, profile).uint(3, maxKeyPoints).uint(4, firstKeyPoint);
  for (const ability of abilities) writer.string(5, ability);
  writer.uint(6, kLocalFloats);
  if (box) writer.message(7, position(box.min)).message(8, position(box.max));
  if (cellM !== undefined) writer.double(9, cellM);
  return writer.finish();
}

export function readSkeletonAnswer(bytes: Uint8Array): SkeletonPart {
  const reader = new WireReader(bytes);
  const none = new Uint32Array(0);
  const part = {
    xyz: new Float64Array(0), keyPoints: none, outerKeyPoints: none, outerXyz: new Float64Array(0), arcFrom: none, arcTo: none, arcKinds: none,
    keyPointCount: 0,
  };
  let nextKeyPoint = 0;
  while (reader.next()) {
    switch (reader.field) {
      case 1: part.xyz = readPoints(reader.nested()); break;
      case 2: part.arcFrom = reader.packedUints(); break;
      case 3: part.arcTo = reader.packedUints(); break;
      case 4: nextKeyPoint = reader.uint(); break;
      case 9: part.arcKinds = reader.packedUints(); break;
      case 13: part.keyPointCount = reader.uint(); break;
      case 14: part.keyPoints = reader.packedUints(); break;
      case 18: part.outerKeyPoints = reader.packedUints(); break;
      case 19: part.outerXyz = readPoints(reader.nested()); break;
      default: reader.skip();
    }
  }
  const {arcFrom, arcTo, arcKinds, keyPoints, xyz, outerKeyPoints, outerXyz} = part;
  if (arcTo.length !== arcFrom.length || arcKinds.length !== arcFrom.length || (keyPoints.length > 0 && keyPoints.length * 3 !== xyz.length) ||
      outerKeyPoints.length * 3 !== outerXyz.length) {
    throw new Error('the lists of a skeleton do not match');
  }
  return {...part, nextKeyPoint: nextKeyPoint === kNoMoreParts ? undefined : nextKeyPoint};
}

function readPoints(bytes: Uint8Array): Float64Array<ArrayBuffer> {
  const reader = new WireReader(bytes);
  const origin = [0, 0, 0];
  let local = new Float32Array(0);
  while (reader.next()) {
    if (reader.field >= 1 && reader.field <= 3) origin[reader.field - 1] = reader.double();
    else if (reader.field === 4) local = reader.packedFloats();
    else reader.skip();
  }
  return Float64Array.from(local, (value, i) => value + origin[i % 3]);
}
