// What is drawn of a skeleton: all of it, or, of a large map, squares first and key points by view.
import type {SkeletonPart} from '../api/skeleton_message';
import type {Vec3} from '../map/surface';
import {scaleOnScreen, type Camera} from '../picture/camera';
import {joinedXyz, type ByView, type Skeleton, type SurfaceChoice} from './map_source';
import {cornersOf, relativeTo, ViewLoader, type Tile} from './view_loader';

// Key points and arcs of one piece.
export interface SkeletonPicture {
  // x, y, z of each key point in turn, absolute; behind them those outside of the piece that arcs lead to.
  xyz: Float64Array;
  // Key points of the piece.
  count: number;
  // Indices of both ends of each arc, and how it is travelled (SkeletonArcKind).
  from: Uint32Array;
  to: Uint32Array;
  kinds: Uint32Array;
}

export interface ShownSkeleton {
  // What a picture has of it.
  seen(camera: Camera): readonly SkeletonPicture[];
  // The camera rests: more may be wanted.
  look(camera: Camera): void;
}

// There are about so many squares, and about so many key points in a tile.
const kSquares = 2_000;
const kInTile = 4_000;
// No more than about so many are asked for to fill the picture.
const kInPicture = 20_000;
// With more, memory would be short.
const kMost = 300_000;

// The parts of a whole skeleton, of a box, or of squares, in one.
export function skeletonPicture(parts: Skeleton): SkeletonPicture {
  const indexOf = new Map<number, number>(), outer: number[] = [];
  for (const {keyPoints} of parts) for (const id of keyPoints) indexOf.set(id, indexOf.size);
  const count = parts.reduce((sum, {xyz}) => sum + xyz.length / 3, 0), isWhole = indexOf.size === 0;
  for (const {outerKeyPoints, outerXyz} of parts) {
    outerKeyPoints.forEach((id, i) => {
      if (indexOf.has(id)) return;
      indexOf.set(id, indexOf.size);
      outer.push(...outerXyz.subarray(3 * i, 3 * i + 3));
    });
  }
  const xyz = new Float64Array(3 * count + outer.length);
  xyz.set(joinedXyz(parts));
  xyz.set(outer, 3 * count);
  const joined = (list: (part: SkeletonPart) => Uint32Array, indexed: (value: number) => number) => {
    const all = new Uint32Array(parts.reduce((sum, part) => sum + list(part).length, 0));
    let next = 0;
    for (const part of parts) for (const value of list(part)) all[next++] = indexed(value);
    return all;
  };
  const asIndex = (id: number) => (isWhole ? id : indexOf.get(id) ?? 0);
  return {
    xyz, count, from: joined((part) => part.arcFrom, asIndex), to: joined((part) => part.arcTo, asIndex),
    kinds: joined((part) => part.arcKinds, (kind) => kind),
  };
}

export function wholeSkeleton(parts: Skeleton): ShownSkeleton {
  const all = [skeletonPicture(parts)];
  return {seen: () => all, look: () => {}};
}

// What is known of a map whose skeleton is loaded by view.
export interface SkeletonGround {
  origin: Vec3;
  // Corners of its surface; absolute. [m]
  min: Vec3;
  max: Vec3;
  areaM2: number;
}

export class SkeletonByView implements ShownSkeleton {
  private readonly pieces = new Map<Tile, SkeletonPicture>();
  private readonly squares: SkeletonPicture;
  // The squares of places for which no tile is loaded.
  private squaresLeft: SkeletonPicture;
  private readonly perM2: number;
  private loader: ViewLoader<Skeleton>;

  // `fail` is told of errors that come later; `redraw` is called when there is more to draw.
  static async load(byView: ByView, choice: SurfaceChoice, ground: SkeletonGround, signal: AbortSignal, redraw: () => void,
                    fail: (error: unknown) => void): Promise<SkeletonByView> {
    const squares = await byView.loadSkeletonSquares(choice, Math.sqrt(ground.areaM2 / kSquares), signal);
    return new SkeletonByView(squares, ground, {
      loadBox: (min, max) => byView.loadSkeletonBox(choice, min, max, signal), redraw, fail: (error) => { if (!signal.aborted) fail(error); },
    });
  }

  constructor(squares: SkeletonPart, private readonly ground: SkeletonGround,
              private readonly calls: {loadBox(min: Vec3, max: Vec3): Promise<Skeleton>; redraw(): void; fail(error: unknown): void}) {
    this.squares = this.squaresLeft = skeletonPicture([squares]);
    this.perM2 = squares.keyPointCount / ground.areaM2;
    this.loader = this.begin();
  }

  seen(camera: Camera): readonly SkeletonPicture[] {
    if (camera.pixelsPerM < this.fromScale(camera)) return [this.squares];
    const {origin, min, max} = this.ground;
    const isSeen = ({minX, minZ, maxX, maxZ}: Tile) =>
        scaleOnScreen(camera, [minX, min.y - origin.y, minZ, maxX, max.y - origin.y, maxZ], origin) > 0;
    return [this.squaresLeft, ...[...this.pieces].filter(([tile]) => isSeen(tile)).map(([, piece]) => piece)];
  }

  look(camera: Camera): void {
    if (this.loader.isFull) {
      this.pieces.clear();
      this.squaresLeft = this.squares;
      this.loader = this.begin();
    }
    this.loader.look(camera);
  }

  private fromScale({width, height}: Camera): number { return Math.sqrt(this.perM2 * width * height / kInPicture); }

  private begin(): ViewLoader<Skeleton> {
    const {origin, min, max} = this.ground;
    const loader: ViewLoader<Skeleton> = new ViewLoader(origin, relativeTo(origin, min), relativeTo(origin, max), Math.sqrt(kInTile / this.perM2), kMost, {
      fromScale: (camera) => this.fromScale(camera),
      load: (tile) => this.calls.loadBox(...cornersOf(tile, origin, min.y, max.y)),
      take: (tile, parts) => {
        if (loader !== this.loader) return 0;
        const piece = skeletonPicture(parts);
        this.pieces.set(tile, piece);
        this.squaresLeft = this.without(this.squaresLeft, tile);
        this.calls.redraw();
        return piece.count;
      },
      fail: (error) => this.calls.fail(error),
    });
    return loader;
  }

  // Without the arcs that leave a tile.
  private without({xyz, count, from, to, kinds}: SkeletonPicture, {minX, minZ, maxX, maxZ}: Tile): SkeletonPicture {
    const {origin} = this.ground;
    const kept = [...from.keys()].filter((i) => {
      const x = xyz[3 * from[i]] - origin.x, z = xyz[3 * from[i] + 2] - origin.z;
      return x < minX || x >= maxX || z < minZ || z >= maxZ;
    });
    const pick = (list: Uint32Array) => Uint32Array.from(kept, (i) => list[i]);
    return {xyz, count, from: pick(from), to: pick(to), kinds: pick(kinds)};
  }
}
