// GetSkeleton by its wire format, as surface_message.ts has GetSurface: a skeleton of a large map is millions of numbers.
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
  firstKeyPoint: number;
}

export interface SkeletonPart {
  // x, y, z of each key point in turn, absolute.
  xyz: Float64Array;
  // Ids of the key points at both ends of each arc, and how the arc is travelled (SkeletonArcKind).
  arcFrom: Uint32Array;
  arcTo: Uint32Array;
  arcKinds: Uint32Array;
  // first_key_point of the next part, or undefined after the last.
  nextKeyPoint: number | undefined;
}

export function writeSkeletonRequest(request: SkeletonRequest): Uint8Array<ArrayBuffer> {
  const writer = new WireWriter().string(1, request.mapId).string(2, request.profile).uint(3, request.maxKeyPoints)
      .uint(4, request.firstKeyPoint);
  for (const ability of request.abilities) writer.string(5, ability);
  return writer.uint(6, kLocalFloats).finish();
}

export function readSkeletonAnswer(bytes: Uint8Array): SkeletonPart {
  const reader = new WireReader(bytes);
  const none = new Uint32Array(0);
  const part = {xyz: new Float64Array(0), arcFrom: none, arcTo: none, arcKinds: none};
  let nextKeyPoint = 0;
  while (reader.next()) {
    switch (reader.field) {
      case 1: part.xyz = readPoints(reader.nested()); break;
      case 2: part.arcFrom = reader.packedUints(); break;
      case 3: part.arcTo = reader.packedUints(); break;
      case 4: nextKeyPoint = reader.uint(); break;
      case 9: part.arcKinds = reader.packedUints(); break;
      default: reader.skip();
    }
  }
  if (part.arcTo.length !== part.arcFrom.length || part.arcKinds.length !== part.arcFrom.length) {
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
