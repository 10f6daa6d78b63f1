// A large map seen from afar: a raster from above with the highest polygon under each square's middle. It is drawn in place of
// polygons that are smaller than a pixel, or more than the machine draws in time.
import {rectangleOf, type Grid} from './grid_cells';
import type {PolyColours} from './poly_colours';
import {polyNormal, type SurfacePart, type Vec3} from './surface';

const kSquares = 1_500_000;
// [polygons] Smaller maps are drawn as they are.
const kPolysWithout = 20_000;
const kNobody = 0xffffffff;

// How much light falls on ground with this normal, at this share of the map's height. gl_picture.ts has the same in its shader.
export function lightOn(normal: Vec3, heightShare: number): number {
  const towardsLight = (-0.35 * normal.x + 0.85 * normal.y - 0.4 * normal.z) / Math.hypot(0.35, 0.85, 0.4);
  return (0.74 + 0.26 * towardsLight) * (0.94 + 0.12 * Math.max(0, Math.min(1, heightShare)));
}

export class Overview {
  // One pixel for each square; row 0 is north.
  readonly canvas = document.createElement('canvas');
  readonly columns: number;
  readonly rows: number;
  // [m] Highest ground in each square, relative to the origin; -Infinity: none.
  readonly heights: Float32Array;
  private readonly owners: Uint32Array;
  // Owners below this are squares.
  private squaresEnd = 0;
  // 0-255 of the light on each square; of a grid how much of it is free cells.
  private readonly lights: Uint8Array;
  private readonly image: ImageData;
  private readonly context: CanvasRenderingContext2D;

  // Undefined for a map that is small enough to do without. `min` and `max` are relative to the origin.
  static of(polys: number, min: Vec3, max: Vec3): Overview | undefined {
    return polys < kPolysWithout ? undefined : new Overview(min, max, sideOfSquare(Math.max(1, max.x - min.x), Math.max(1, max.z - min.z)), false);
  }

  // Of a grid: each square is a cell, or as many cells as have to be.
  static ofGrid({corner, columns, rows, cellM}: Grid): Overview {
    const max = {x: corner.x + columns * cellM, y: corner.y, z: corner.z + rows * cellM};
    return new Overview(corner, max, cellM * Math.ceil(sideOfSquare(columns, rows)), true);
  }

  // `squareM` in metres.
  private constructor(readonly min: Vec3, readonly max: Vec3, readonly squareM: number, private readonly isOfGrid: boolean) {
    this.columns = this.canvas.width = Math.max(1, Math.ceil((max.x - min.x) / squareM));
    this.rows = this.canvas.height = Math.max(1, Math.ceil((max.z - min.z) / squareM));
    this.heights = new Float32Array(this.columns * this.rows).fill(-Infinity);
    this.owners = new Uint32Array(this.columns * this.rows).fill(kNobody);
    this.lights = new Uint8Array(this.columns * this.rows);
    this.context = this.canvas.getContext('2d')!;
    this.image = this.context.createImageData(this.columns, this.rows);
  }

  // Adds what stands for polygons until they come; the first part of all.
  addSquares(part: SurfacePart): void {
    this.add(part);
    this.squaresEnd = part.polys.length;
  }

  // Adds polygons; `paint` shows them.
  add(part: SurfacePart): void {
    const rise = Math.max(0.5, this.max.y - this.min.y);
    for (let i = 0; i < part.polys.length; ++i) {
      if (this.isOfGrid) { this.cover(part, i); continue; }
      let y = 0;
      const first = part.firstCorner[i], end = part.firstCorner[i + 1];
      for (let k = first; k < end; ++k) y += part.cornersXyz[3 * k + 1] / (end - first);
      const light = Math.round(Math.min(1, lightOn(polyNormal(part, i), (y - this.min.y) / rise)) * 255);
      this.fill(part, i, y, light);
    }
  }

  // Takes the squares out of a rectangle, whose polygons come now. Relative to the origin.
  clearSquares(minX: number, minZ: number, maxX: number, maxZ: number): void {
    const {squareM, min, columns} = this;
    const column0 = Math.max(0, Math.floor((minX - min.x) / squareM)), column1 = Math.min(columns, Math.floor((maxX - min.x) / squareM));
    const row0 = Math.max(0, Math.floor((minZ - min.z) / squareM)), row1 = Math.min(this.rows, Math.floor((maxZ - min.z) / squareM));
    for (let row = row0; row < row1; ++row) {
      for (let at = row * columns + column0; at < row * columns + column1; ++at) {
        if (this.owners[at] >= this.squaresEnd) continue;
        this.owners[at] = kNobody;
        this.heights[at] = -Infinity;
        this.lights[at] = 0;
      }
    }
  }

  // Colours all squares anew; squares whose ground lies outside the heights are left empty.
  paint(colours: PolyColours, fromY: number, toY: number): void {
    const pixels = new Uint32Array(this.image.data.buffer), {data} = colours;
    if (this.isOfGrid) this.paintGrid(pixels, colours); else this.paintGround(pixels, data, fromY, toY);
    this.context.putImageData(this.image, 0, 0);
  }

  // Squares of free and blocked cells have a colour in between.
  private paintGrid(pixels: Uint32Array, {data, blocked: [r, g, b]}: PolyColours): void {
    for (let at = 0; at < pixels.length; ++at) {
      const owner = this.owners[at];
      if (owner === kNobody) { pixels[at] = 0; continue; }
      const share = this.lights[at] / 255, rest = 1 - share, k = owner * 4;
      pixels[at] = 0xff000000 | data[k + 2] * share + b * rest << 16 | data[k + 1] * share + g * rest << 8 | data[k] * share + r * rest;
    }
  }

  private paintGround(pixels: Uint32Array, data: Uint8Array, fromY: number, toY: number): void {
    for (let at = 0; at < pixels.length; ++at) {
      const owner = this.owners[at];
      const isHole = owner === kNobody, from = isHole ? this.shoreOf(at) : at;
      if (from < 0 || this.heights[from] < fromY || this.heights[from] > toY) { pixels[at] = 0; continue; }
      const light = this.lights[from] / 255 * (isHole ? 0.84 : 1), k = this.owners[from] * 4;
      pixels[at] = 0xff000000 | data[k + 2] * light << 16 | data[k + 1] * light << 8 | data[k] * light;
    }
  }

  // The highest ground near a place, relative to the origin, or undefined.
  heightAt(x: number, z: number): number | undefined {
    const column = Math.floor((x - this.min.x) / this.squareM), row = Math.floor((z - this.min.z) / this.squareM);
    for (let reach = 0; reach < 6; ++reach) {
      for (const [dc, dr] of [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]]) {
        const c = column + dc, r = row + dr;
        if (c < 0 || r < 0 || c >= this.columns || r >= this.rows) continue;
        const height = this.heights[r * this.columns + c];
        if (height > -Infinity) return height;
      }
    }
    return undefined;
  }

  // A square without ground that has ground on three sides or more is a tree or a post: it is shown as a darker spot of what is
  // around it, or a wood would be white. The square beside it, or -1.
  private shoreOf(at: number): number {
    const {owners, columns} = this;
    let count = 0, shore = -1;
    for (const beside of [at - 1, at + 1, at - columns, at + columns]) {
      if (beside < 0 || beside >= owners.length || owners[beside] === kNobody) continue;
      ++count;
      shore = beside;
    }
    return count >= 3 ? shore : -1;
  }

  // Adds a rectangle of free cells, or a square that stands for some.
  private cover(part: SurfacePart, i: number): void {
    const {minX, minZ, maxX, maxZ} = rectangleOf(part, i), {squareM, min, max, columns, rows} = this;
    const left = (minX - min.x) / squareM, right = (maxX - min.x) / squareM, top = (minZ - min.z) / squareM, bottom = (maxZ - min.z) / squareM;
    const overlap = (at: number, from: number, to: number) => Math.min(at + 1, to) - Math.max(at, from);
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(rows, bottom); ++row) {
      for (let column = Math.max(0, Math.floor(left)); column < Math.min(columns, right); ++column) {
        // The last squares reach beyond the grid.
        const inGrid = overlap(column, 0, (max.x - min.x) / squareM) * overlap(row, 0, (max.z - min.z) / squareM);
        const covered = Math.round(255 * overlap(column, left, right) * overlap(row, top, bottom) / inGrid), at = row * columns + column;
        if (covered <= 0) continue;
        const isStandIn = this.owners[at] < this.squaresEnd;
        this.lights[at] = Math.min(255, covered + (isStandIn ? 0 : this.lights[at]));
        this.heights[at] = this.min.y;
        this.owners[at] = part.firstIndex + i;
      }
    }
  }

  // Row by row, from where the polygon's border comes in to where it leaves.
  private fill(part: SurfacePart, i: number, y: number, light: number): void {
    const {cornersXyz: c, firstCorner} = part, {squareM, min, columns} = this;
    const first = firstCorner[i], end = firstCorner[i + 1];
    let z0 = Infinity, z1 = -Infinity;
    for (let k = first; k < end; ++k) { z0 = Math.min(z0, c[3 * k + 2]); z1 = Math.max(z1, c[3 * k + 2]); }
    const firstRow = Math.max(0, Math.ceil((z0 - min.z) / squareM - 0.5)), lastRow = Math.min(this.rows - 1, Math.floor((z1 - min.z) / squareM - 0.5));
    for (let row = firstRow; row <= lastRow; ++row) {
      const z = min.z + (row + 0.5) * squareM;
      let left = Infinity, right = -Infinity;
      for (let a = end - 1, b = first; b < end; a = b++) {
        const az = c[3 * a + 2], bz = c[3 * b + 2];
        if ((az > z) === (bz > z)) continue;
        const x = c[3 * a] + (c[3 * b] - c[3 * a]) * (z - az) / (bz - az);
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
      const lastColumn = Math.min(columns - 1, Math.floor((right - min.x) / squareM - 0.5));
      for (let column = Math.max(0, Math.ceil((left - min.x) / squareM - 0.5)); column <= lastColumn; ++column) {
        const at = row * columns + column;
        if (y <= this.heights[at] && this.owners[at] >= this.squaresEnd) continue;
        this.heights[at] = y;
        this.owners[at] = part.firstIndex + i;
        this.lights[at] = light;
      }
    }
  }
}

// Of a map of this size, in its unit.
function sideOfSquare(sizeX: number, sizeZ: number): number { return Math.sqrt(sizeX * sizeZ / kSquares); }
