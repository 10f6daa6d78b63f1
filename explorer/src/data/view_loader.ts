// Loads what a large map has where the reader looks: tile by tile, the nearest first.
import {withOnly, type SurfacePart, type Vec3} from '../map/surface';
import {scaleOnScreen, type Camera} from '../picture/camera';

// [m] Relative to the map's origin.
export interface Tile {
  minX: number;
  minZ: number;
  maxX: number;
  maxZ: number;
}

export function relativeTo(origin: Vec3, point: Vec3): Vec3 { return {x: point.x - origin.x, y: point.y - origin.y, z: point.z - origin.z}; }

// The corners of a tile between two heights, and a metre beyond these; absolute. [m]
export function cornersOf({minX, minZ, maxX, maxZ}: Tile, origin: Vec3, minY: number, maxY: number): [Vec3, Vec3] {
  return [{x: minX + origin.x, y: minY - 1, z: minZ + origin.z}, {x: maxX + origin.x, y: maxY + 1, z: maxZ + origin.z}];
}

const kAtOnce = 3;

// What there is of a tile: `load` gets it.
export interface TileSource<T> {
  // Tiles are wanted from this scale on, in css pixels per metre.
  fromScale(camera: Camera): number;
  load(tile: Tile): Promise<T>;
  // Says how many things it has taken.
  take(tile: Tile, loaded: T): number;
  fail(error: unknown): void;
}

export class ViewLoader<T> {
  private readonly waiting = new Map<string, Tile>();
  private taken = 0;
  private underWay = 0;
  private camera: Camera | undefined;

  // `min` and `max` are relative to the origin. With `most` things memory would be short.
  constructor(private readonly origin: Vec3, private readonly min: Vec3, private readonly max: Vec3, tileM: number,
              private readonly most: number, private readonly source: TileSource<T>) {
    for (let row = Math.floor(min.z / tileM); row * tileM <= max.z; ++row) {
      for (let column = Math.floor(min.x / tileM); column * tileM <= max.x; ++column) {
        this.waiting.set(`${column} ${row}`, {
          minX: column * tileM, minZ: row * tileM, maxX: (column + 1) * tileM, maxZ: (row + 1) * tileM,
        });
      }
    }
  }

  // It loads no more.
  get isFull(): boolean { return this.taken >= this.most; }

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
      const loaded = await this.source.load(tile);
      this.taken += this.source.take(tile, loaded);
    } catch (error) {
      this.source.fail(error);
      return;  // and ask for no more
    }
    --this.underWay;
    if (this.camera) this.look(this.camera);
  }

  private nearest(): string | undefined {
    const {camera, origin} = this;
    const fromScale = this.source.fromScale(camera!);
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

// Polygons that reach into two tiles are taken with the first.
export class TakenPolys {
  private readonly taken = new Set<number>();

  // What is new of a tile's parts.
  take(parts: readonly SurfacePart[]): SurfacePart[] {
    return parts.map((part) => {
      const kept: number[] = [];
      part.polys.forEach((poly, i) => {
        if (this.taken.has(poly)) return;
        this.taken.add(poly);
        kept.push(i);
      });
      return withOnly(part, kept);
    }).filter((part) => part.polys.length > 0);
  }
}
