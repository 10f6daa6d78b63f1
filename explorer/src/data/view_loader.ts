// Loads the polygons of a large map where the reader looks: tile by tile, the nearest first, and each once.
import type {SurfacePart, Vec3} from '../map/surface';
import {scaleOnScreen, type Camera} from '../picture/camera';

// [m] Relative to the map's origin.
export interface Tile {
  minX: number;
  minZ: number;
  maxX: number;
  maxZ: number;
}

const kAtOnce = 3;
// [polygons] With more, memory would be short.
const kMostPolys = 1_500_000;

export class ViewLoader {
  private readonly waiting = new Map<string, Tile>();
  // Ids of the polygons that are there.
  private readonly taken = new Set<number>();
  private underWay = 0;
  private camera: Camera | undefined;

  // `min` and `max` are relative to the origin; `load` gets the polygons whose boxes reach into a tile. Tiles are wanted from a scale
  // on, in css pixels per metre.
  constructor(private readonly origin: Vec3, private readonly min: Vec3, private readonly max: Vec3, tileM: number,
              private readonly fromScale: (camera: Camera) => number, private readonly load: (tile: Tile) => Promise<SurfacePart[]>,
              private readonly take: (tile: Tile, parts: SurfacePart[]) => void,
              private readonly fail: (error: unknown) => void) {
    for (let row = Math.floor(min.z / tileM); row * tileM <= max.z; ++row) {
      for (let column = Math.floor(min.x / tileM); column * tileM <= max.x; ++column) {
        this.waiting.set(`${column} ${row}`, {
          minX: column * tileM, minZ: row * tileM, maxX: (column + 1) * tileM, maxZ: (row + 1) * tileM,
        });
      }
    }
  }

  // It loads no more.
  get isFull(): boolean { return this.taken.size >= kMostPolys; }

  look(camera: Camera): void {
    this.camera = camera;
    while (this.underWay < kAtOnce && !this.isFull) {
      const key = this.nearest();
      if (key === undefined) return;
      const tile = this.waiting.get(key)!;
      this.waiting.delete(key);
      ++this.underWay;
      void this.run(tile);
    }
  }

  private async run(tile: Tile): Promise<void> {
    try {
      const parts = await this.load(tile);
      this.take(tile, parts.map((part) => this.withoutTaken(part)).filter((part) => part.polys.length > 0));
    } catch (error) {
      this.fail(error);
      return;  // and ask for no more
    }
    --this.underWay;
    if (this.camera) this.look(this.camera);
  }

  // Polygons that reach into two tiles come with the first.
  private withoutTaken(part: SurfacePart): SurfacePart {
    const kept: number[] = [];
    part.polys.forEach((poly, i) => {
      if (this.taken.has(poly)) return;
      this.taken.add(poly);
      kept.push(i);
    });
    return withOnly(part, kept);
  }

  private nearest(): string | undefined {
    const {camera, origin} = this;
    const fromScale = this.fromScale(camera!);
    let best: string | undefined, bestRank = Infinity;
    for (const [key, tile] of this.waiting) {
      const scale = scaleOnScreen(camera!, [tile.minX, this.min.y, tile.minZ, tile.maxX, this.max.y, tile.maxZ], origin);
      if (scale < fromScale || scale === 0) continue;
      const dx = (tile.minX + tile.maxX) / 2 + origin.x - camera!.target.x, dz = (tile.minZ + tile.maxZ) / 2 + origin.z - camera!.target.z;
      const rank = Math.hypot(dx, dz);
      if (rank < bestRank) { bestRank = rank; best = key; }
    }
    return best;
  }
}

// Only some of a part's polygons.
function withOnly(part: SurfacePart, kept: readonly number[]): SurfacePart {
  const {cornersXyz: c, firstCorner} = part;
  const starts = new Uint32Array(kept.length + 1);
  kept.forEach((i, k) => { starts[k + 1] = starts[k] + firstCorner[i + 1] - firstCorner[i]; });
  const cornersXyz = new Float32Array(starts[kept.length] * 3);
  kept.forEach((i, k) => cornersXyz.set(c.subarray(firstCorner[i] * 3, firstCorner[i + 1] * 3), starts[k] * 3));
  const pick = (list: Uint32Array) => (list.length === 0 ? list : Uint32Array.from(kept, (i) => list[i]));
  return {
    firstIndex: 0, cornersXyz, firstCorner: starts, polys: pick(part.polys), areas: pick(part.areas), zones: pick(part.zones),
    clusters: pick(part.clusters),
  };
}
