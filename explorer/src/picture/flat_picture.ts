// The ground without WebGL: from above, on a canvas. A large map takes longer than a frame to paint: it is painted in slices
// on a canvas behind, while the last finished picture is shown moved to where the camera is now.
import type {Overview} from '../map/overview';
import {cellAt, type CellImage, type Grid} from '../map/grid_cells';
import {piecesOn} from '../map/ground_pieces';
import {cssColour, type PolyColours} from '../map/poly_colours';
import type {Surface, Vec3} from '../map/surface';
import {inOrderOfHeight, meanPolySideM, type Chunk} from '../map/surface_chunks';
import {isOverviewEnough, kEdgeAlpha, kEdgesAbovePx, type BasePicture, type BaseStyle, type LaidPieces} from './base_picture';
import {CellImages} from './cell_images';
import {scaleOnScreen, type Camera} from './camera';

// [ms] Painting in one frame.
const kSliceMs = 10;
// [polygons] Of so many all are painted in the order of their heights; of more, chunk by chunk.
const kPolysInOrder = 20_000;
// Polygons in one path of one colour, at most.
const kPolysInPath = 400;

interface Painting {
  camera: Camera;
  style: BaseStyle;
  chunks: Chunk[];
  next: number;
}

// The cells of a chunk, and the cell of the first pixel.
interface CellCanvas {
  canvas: HTMLCanvasElement;
  column: number;
  row: number;
}

export class FlatPicture implements BasePicture {
  readonly isFlatOnly = true;
  private readonly context: CanvasRenderingContext2D;
  private front = document.createElement('canvas');
  private back = document.createElement('canvas');
  private frontCamera: Camera | undefined;
  private painting: Painting | undefined;
  private chunks: Chunk[] = [];
  private surface: Surface | undefined;
  private colours: PolyColours | undefined;
  private overview: Overview | undefined;
  // [m] Mean side of a polygon.
  private polySideM = 0;
  private laid: LaidPieces | undefined;
  // In place of polygons, if the map is a grid.
  private cells: CellImages<CellCanvas> | undefined;
  private pixelRatio = 1;
  // Counts what makes a finished picture stale besides the camera.
  private wanted = 0;
  // What the painting under way, and the finished picture, show.
  private askedKey = '';
  private paintedKey = '';

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d')!;
  }

  reset(surface: Surface, colours: PolyColours, overview: Overview | undefined): void {
    this.chunks = [];
    this.surface = surface;
    this.colours = colours;
    this.overview = overview;
    this.cells = surface.grid && new CellImages(surface.grid, colours, canvasOf, () => {});
    this.frontCamera = undefined;
    this.laid = undefined;
    ++this.wanted;
  }

  add(chunks: Chunk[]): void {
    this.chunks.push(...chunks);
    // Lower floors are painted first.
    this.chunks.sort((a, b) => a.box[1] - b.box[1]);
    this.polySideM = meanPolySideM(this.chunks);
    ++this.wanted;
  }

  remove(chunks: ReadonlySet<Chunk>): void {
    this.chunks = this.chunks.filter((chunk) => !chunks.has(chunk));
    for (const chunk of chunks) this.cells?.remove(chunk);
    ++this.wanted;
  }

  coloursChanged(): void {
    this.cells?.coloursChanged();
    ++this.wanted;
  }

  overviewChanged(): void { ++this.wanted; }

  lay(laid: LaidPieces | undefined): void {
    this.laid = laid;
    ++this.wanted;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.pixelRatio = pixelRatio;
    for (const canvas of [this.canvas, this.front, this.back]) {
      canvas.width = Math.round(width * pixelRatio);
      canvas.height = Math.round(height * pixelRatio);
    }
    this.frontCamera = undefined;
    ++this.wanted;
  }

  draw(camera: Camera, style: BaseStyle): boolean {
    if (!this.surface) return false;
    const asked = `${this.wanted} ${style.fromY} ${style.toY} ${style.background}`;
    if (!this.painting || !isSame(this.painting.camera, camera) || asked !== this.askedKey) {
      const isStale = !this.frontCamera || !isSame(this.frontCamera, camera) || asked !== this.paintedKey;
      this.painting = isStale ? this.begin(camera, style) : undefined;
      this.askedKey = asked;
    }
    if (this.painting) this.goOn(this.painting);
    this.show(camera, style);
    return this.painting !== undefined;
  }

  private begin(camera: Camera, style: BaseStyle): Painting {
    const origin = this.surface!.origin;
    const context = this.back.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = style.background;
    context.fillRect(0, 0, this.back.width, this.back.height);
    if (this.surface!.grid) this.paintBlocked(context, camera, this.surface!.grid);
    const isFar = this.overview !== undefined && isOverviewEnough(this.overview, camera.pixelsPerM);
    const shown = this.chunks.filter((chunk) => scaleOnScreen(camera, chunk.box, origin) > 0);
    if (this.overview) this.paintOverview(context, camera, this.overview, isFar ? shown : shown.filter(({isSquares}) => isSquares));
    const chunks = isFar ? [] : shown.filter(({isSquares}) => !isSquares);
    const polys = chunks.reduce((sum, chunk) => sum + chunk.polys.length, 0);
    return {camera: camera.copy(), style, chunks: !this.cells && polys <= kPolysInOrder ? inOrderOfHeight(chunks) : chunks, next: 0};
  }

  private goOn(painting: Painting): void {
    const context = this.back.getContext('2d')!;
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
    const end = performance.now() + kSliceMs;
    while (painting.next < painting.chunks.length && performance.now() < end) {
      const chunk = painting.chunks[painting.next++];
      if (this.cells) this.paintCells(context, painting.camera, this.surface!.grid!, this.cells, chunk);
      else this.paintPolys(context, painting.camera, painting.style, chunk);
    }
    if (painting.next < painting.chunks.length) return;
    if (this.surface!.grid) this.paintLines(context, painting.camera, this.surface!.grid, painting.style);
    this.cells?.trim(new Set(painting.chunks));
    [this.front, this.back] = [this.back, this.front];
    this.frontCamera = painting.camera;
    this.paintedKey = this.askedKey;
    this.painting = undefined;
  }

  // The finished picture, moved from its camera to this one; before the first is finished, what there is.
  private show(camera: Camera, style: BaseStyle): void {
    const {context, pixelRatio} = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = style.background;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const source = this.frontCamera ?? this.painting?.camera;
    if (!source) return;
    const target = source.target;
    const at = camera.project(target), scale = camera.pixelsPerM / source.pixelsPerM;
    const turn = (camera.yawDeg - source.yawDeg) * -Math.PI / 180;
    context.translate(at.x * pixelRatio, at.y * pixelRatio);
    context.rotate(turn);
    context.scale(scale, scale);
    context.drawImage(this.frontCamera ? this.front : this.back, -this.canvas.width / 2, -this.canvas.height / 2);
  }

  // Only where these chunks lie.
  private paintOverview(context: CanvasRenderingContext2D, camera: Camera, {canvas, min, squareM}: Overview, chunks: Chunk[]): void {
    this.inSquares(context, camera, min, squareM, () => {
      context.beginPath();
      for (const {box} of chunks) {
        context.rect((box[0] - min.x) / squareM, (box[2] - min.z) / squareM, (box[3] - box[0]) / squareM, (box[5] - box[2]) / squareM);
      }
      context.clip();
      context.drawImage(canvas, 0, 0);
    });
  }

  private paintBlocked(context: CanvasRenderingContext2D, camera: Camera, grid: Grid): void {
    this.inSquares(context, camera, grid.corner, grid.cellM, () => {
      context.fillStyle = cssColour(this.colours!.blocked);
      context.fillRect(0, 0, grid.columns, grid.rows);
    });
  }

  private paintCells(context: CanvasRenderingContext2D, camera: Camera, grid: Grid, cells: CellImages<CellCanvas>, chunk: Chunk): void {
    const kept = cells.isFresh(chunk) ? cells.of(chunk) : undefined, {canvas, column, row} = kept ?? cells.paint(chunk);
    this.inSquares(context, camera, grid.corner, grid.cellM, () => {
      context.imageSmoothingEnabled = false;
      context.drawImage(canvas, column, row);
    });
    for (const i of this.laid ? chunk.polys : []) {
      const {first, end} = piecesOn(this.laid!.pieces, chunk.part.firstIndex + i);
      if (first < end) this.paintPieces(context, camera, this.laid!, first, end);
    }
  }

  // Between cells that are large enough, as far as they are on the screen.
  private paintLines(context: CanvasRenderingContext2D, camera: Camera, grid: Grid, style: BaseStyle): void {
    const cellPx = grid.cellM * camera.pixelsPerM, {columns, rows} = grid;
    if (cellPx <= kEdgesAbovePx) return;
    const {x, y, z} = this.surface!.origin, {width, height} = camera;
    const seen = [[0, 0], [width, 0], [width, height], [0, height]].map(([atX, atY]) => camera.onPlane(atX, atY, 0)!)
        .map((at) => cellAt(grid, {x: at.x - x, y: at.y - y, z: at.z - z}));
    const within = (values: number[], most: number) => [Math.max(0, Math.min(...values)), Math.min(most, Math.max(...values) + 1)];
    const [left, right] = within(seen.map(({column}) => column), columns), [top, bottom] = within(seen.map(({row}) => row), rows);
    this.inSquares(context, camera, grid.corner, grid.cellM, () => {
      context.beginPath();
      for (let column = left; column <= right; ++column) { context.moveTo(column, top); context.lineTo(column, bottom); }
      for (let row = top; row <= bottom; ++row) { context.moveTo(left, row); context.lineTo(right, row); }
      context.lineWidth = 1 / cellPx;
      context.globalAlpha = kEdgeAlpha;
      context.strokeStyle = style.edge;
      context.stroke();
    });
  }

  // Paints with squares as units, from the corner of the first one. `corner` is relative to the origin.
  private inSquares(context: CanvasRenderingContext2D, camera: Camera, corner: Vec3, squareM: number, paint: () => void): void {
    const {origin} = this.surface!, at = camera.project({x: origin.x + corner.x, y: 0, z: origin.z + corner.z}), scale = squareM * camera.pixelsPerM;
    context.save();
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
    context.translate(at.x, at.y);
    context.rotate(-camera.yawDeg * Math.PI / 180);
    context.scale(scale, scale);
    paint();
    context.restore();
  }

  private paintPolys(context: CanvasRenderingContext2D, camera: Camera, style: BaseStyle, chunk: Chunk): void {
    const {origin} = this.surface!, {part, polys} = chunk;
    const {cornersXyz: c, firstCorner} = part;
    const data = this.colours!.data;
    const edge = this.polySideM * camera.pixelsPerM > kEdgesAbovePx ? style.edge : undefined;
    const fromY = style.fromY - origin.y, toY = style.toY - origin.y;
    let last = -1, count = 0;
    const flush = () => {
      if (count === 0) return;
      context.fill();
      // A line of the same colour closes the seams that smoothing leaves between polygons.
      context.strokeStyle = edge ?? (context.fillStyle as string);
      context.globalAlpha = edge ? kEdgeAlpha : 1;
      context.stroke();
      context.globalAlpha = 1;
      count = 0;
    };
    context.lineWidth = 0.7;
    for (const i of polys) {
      const y = c[firstCorner[i] * 3 + 1];
      if (y < fromY || y > toY) continue;
      const at = (part.firstIndex + i) * 4;
      const colour = data[at] << 16 | data[at + 1] << 8 | data[at + 2];
      if (colour !== last || count >= kPolysInPath) {
        flush();
        context.fillStyle = `rgb(${data[at]} ${data[at + 1]} ${data[at + 2]})`;
        last = colour;
      }
      if (count++ === 0) context.beginPath();
      for (let k = firstCorner[i]; k < firstCorner[i + 1]; ++k) {
        const p = camera.project({x: origin.x + c[3 * k], y: 0, z: origin.z + c[3 * k + 2]});
        if (k === firstCorner[i]) context.moveTo(p.x, p.y); else context.lineTo(p.x, p.y);
      }
      context.closePath();
      const pieces = this.laid && piecesOn(this.laid.pieces, part.firstIndex + i);
      if (!pieces || pieces.first === pieces.end) continue;
      flush();
      last = -1;
      this.paintPieces(context, camera, this.laid!, pieces.first, pieces.end);
    }
    flush();
  }

  private paintPieces(context: CanvasRenderingContext2D, camera: Camera, {pieces, colours, alpha}: LaidPieces, first: number, end: number): void {
    const {origin} = this.surface!, {cornersXyz: c, firstCorner} = pieces;
    // Those of one colour together, so that there are no seams between them.
    let shown = '';
    for (let i = first; i < end; ++i) {
      const colour = `rgb(${colours[3 * i]} ${colours[3 * i + 1]} ${colours[3 * i + 2]} / ${alpha})`;
      if (colour !== shown) {
        if (shown !== '') context.fill();
        context.beginPath();
        context.fillStyle = shown = colour;
      }
      for (let k = firstCorner[i]; k < firstCorner[i + 1]; ++k) {
        const p = camera.project({x: origin.x + c[3 * k], y: 0, z: origin.z + c[3 * k + 2]});
        if (k === firstCorner[i]) context.moveTo(p.x, p.y); else context.lineTo(p.x, p.y);
      }
      context.closePath();
    }
    context.fill();
  }
}

function canvasOf({column, row, columns, rows, pixels}: CellImage): CellCanvas {
  const canvas = document.createElement('canvas');
  canvas.width = columns;
  canvas.height = rows;
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  return {canvas, column, row};
}

function isSame(a: Camera, b: Camera): boolean {
  return a.target.x === b.target.x && a.target.z === b.target.z && a.spanM === b.spanM && a.yawDeg === b.yawDeg &&
      a.width === b.width && a.height === b.height;
}
