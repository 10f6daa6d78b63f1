// Answers of the catalog as a report holds them; client/report/packed_answers.h says how they are written.
import type {SkeletonPart} from '../api/skeleton_message';
import {WireReader} from '../api/wire';
import {cornerStarts, type SurfacePart, type Vec3} from '../map/surface';

class ListReader {
  private readonly wire: WireReader;

  constructor(bytes: Uint8Array) { this.wire = new WireReader(bytes); }

  number(): number { return this.wire.uint(); }

  plain(): Uint32Array<ArrayBuffer> {
    const numbers = new Uint32Array(this.count());
    for (let i = 0; i < numbers.length; ++i) numbers[i] = this.number();
    return numbers;
  }

  signed(): Int32Array {
    const numbers = new Int32Array(this.count());
    for (let i = 0; i < numbers.length; ++i) numbers[i] = this.signedNumber();
    return numbers;
  }

  deltas(): Float64Array {
    const numbers = new Float64Array(this.count());
    let before = 0;
    for (let i = 0; i < numbers.length; ++i) numbers[i] = before += this.signedNumber();
    return numbers;
  }

  runs(): Uint32Array<ArrayBuffer> {
    const runs = Array.from({length: this.count()}, () => ({delta: this.signedNumber(), length: this.number()}));
    const numbers = new Uint32Array(runs.reduce((sum, {length}) => sum + length, 0));
    let at = 0, before = 0;
    for (const {delta, length} of runs) for (let i = 0; i < length; ++i) numbers[at++] = before += delta;
    return numbers;
  }

  places(): [Float64Array, Float64Array, Float64Array] { return [this.deltas(), this.deltas(), this.deltas()]; }

  // Each item has a byte or more.
  private count(): number {
    const count = this.number();
    if (count > this.wire.left) throw new Error('a list of the report is cut short');
    return count;
  }

  private signedNumber(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

export function unpackSurface(bytes: Uint8Array): SurfacePart {
  const reader = new ListReader(bytes), placesPerM = reader.number(), ago = reader.plain(), axes = reader.places();
  const firstCorner = cornerStarts(reader.plain()), [polys, areas, zones, clusters] = [reader.runs(), reader.runs(), reader.runs(), reader.runs()];
  if (firstCorner[polys.length] !== ago.length) throw new Error('the lists of a surface part do not match');
  const cornersXyz = new Float32Array(3 * ago.length);
  let added = 0;
  for (let i = 0; i < ago.length; ++i) {
    const place = ago[i] === 0 ? added++ : added - ago[i];
    for (let axis = 0; axis < 3; ++axis) cornersXyz[3 * i + axis] = axes[axis][place] / placesPerM;
  }
  return {firstIndex: 0, cornersXyz, firstCorner, polys, areas, zones, clusters};
}

// `origin`: the map's.
export function unpackSkeleton(bytes: Uint8Array, origin: Vec3): SkeletonPart {
  const reader = new ListReader(bytes), placesPerM = reader.number(), axes = reader.places();
  const arcFrom = Uint32Array.from(reader.deltas()), arcTo = Uint32Array.from(reader.signed(), (ahead, i) => arcFrom[i] + ahead), arcKinds = reader.runs();
  if (arcTo.length !== arcFrom.length || arcKinds.length !== arcFrom.length) throw new Error('the lists of a skeleton do not match');
  const xyz = new Float64Array(3 * axes[0].length), corner = [origin.x, origin.y, origin.z];
  for (let i = 0; i < xyz.length; ++i) xyz[i] = corner[i % 3] + axes[i % 3][Math.floor(i / 3)] / placesPerM;
  const none = new Uint32Array(0);
  return {
    xyz, keyPoints: none, outerKeyPoints: none, outerXyz: new Float64Array(0), arcFrom, arcTo, arcKinds, keyPointCount: axes[0].length,
    nextKeyPoint: undefined,
  };
}
