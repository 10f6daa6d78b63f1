// Marks over the map (routes, points, labels), given in the world and drawn by a camera on a canvas or into an SVG file.
import type {Vec3} from '../map/surface';
import type {Camera, ScreenPoint} from './camera';

export interface LineStyle {
  colour: string;
  widthPx: number;
  dash?: number[];
  // A wider line of this colour below keeps the line readable on any ground.
  casing?: string;
}
export interface AreaStyle {fill: string; outline?: string; widthPx?: number}
export interface DotStyle {radiusPx: number; fill: string; outline?: string}
export interface LabelStyle {colour: string; halo: string; sizePx?: number; dyPx?: number; isBold?: boolean}

export interface Ink {
  line(points: readonly Vec3[], style: LineStyle): void;
  // Many of them, sooner drawn than one by one.
  lines(all: readonly (readonly Vec3[])[], style: LineStyle): void;
  area(points: readonly Vec3[], style: AreaStyle): void;
  // Many in one colour, all going round the same way: without seams between neighbours. Those beside the picture are left out.
  areas(all: readonly (readonly Vec3[])[], fill: string): void;
  dot(at: Vec3, style: DotStyle): void;
  label(at: Vec3, text: string, style: LabelStyle): void;
  // Flat squares of one size, many of them: x, y, z of each middle in turn.
  squares(xyz: ArrayLike<number>, sideM: number, colourOf: (index: number) => string): void;
}

// One path of very many takes longer than several, as do round ends.
const kLinesInPath = 50;
const kFont = 'system-ui, sans-serif';

// [texts] More widths are not kept.
const kWidthsKept = 20_000;
const widths = new Map<string, number>();
let measure: CanvasRenderingContext2D | undefined;

function fontOf({isBold, sizePx}: LabelStyle): string { return `${isBold ? '600 ' : ''}${sizePx ?? 12}px ${kFont}`; }

// [css pixels] As labels are drawn. To measure takes longer than to look it up.
export function textWidthPx(text: string, style: LabelStyle): number {
  const font = fontOf(style), key = `${font} ${text}`, known = widths.get(key);
  if (known !== undefined) return known;
  measure ??= document.createElement('canvas').getContext('2d')!;
  measure.font = font;
  const {width} = measure.measureText(text);
  if (widths.size >= kWidthsKept) widths.clear();
  widths.set(key, width);
  return width;
}

// The stretches of a line that lie ahead of the camera.
function visibleRuns(camera: Camera, points: readonly Vec3[]): ScreenPoint[][] {
  const runs: ScreenPoint[][] = [];
  let run: ScreenPoint[] = [];
  for (const point of points) {
    const p = camera.project(point);
    if (p.depth > 0) { run.push(p); continue; }
    if (run.length > 1) runs.push(run);
    run = [];
  }
  if (run.length > 1) runs.push(run);
  return runs;
}

export class CanvasInk implements Ink {
  constructor(private readonly context: CanvasRenderingContext2D, private readonly camera: Camera) {}

  line(points: readonly Vec3[], style: LineStyle): void { this.strokeRuns(visibleRuns(this.camera, points), style, 'round'); }

  lines(all: readonly (readonly Vec3[])[], style: LineStyle): void {
    for (let i = 0; i < all.length; i += kLinesInPath) {
      this.strokeRuns(all.slice(i, i + kLinesInPath).flatMap((points) => visibleRuns(this.camera, points)), style, 'butt');
    }
  }

  private strokeRuns(runs: readonly ScreenPoint[][], style: LineStyle, ends: CanvasLineCap): void {
    const {context} = this;
    context.lineJoin = 'round';
    context.lineCap = ends;
    for (const [colour, width, dash] of strokesOf(style)) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setLineDash(dash);
      context.beginPath();
      for (const run of runs) run.forEach((p, i) => (i === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y)));
      context.stroke();
    }
    context.setLineDash([]);
  }

  area(points: readonly Vec3[], style: AreaStyle): void {
    const {context} = this;
    const corners = points.map((point) => this.camera.project(point));
    if (corners.some((p) => p.depth <= 0)) return;
    context.beginPath();
    corners.forEach((p, i) => (i === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y)));
    context.closePath();
    context.fillStyle = style.fill;
    context.fill();
    if (style.outline) {
      context.strokeStyle = style.outline;
      context.lineWidth = style.widthPx ?? 1.5;
      context.stroke();
    }
  }

  areas(all: readonly (readonly Vec3[])[], fill: string): void {
    const {context} = this;
    context.beginPath();
    forAreas(this.camera, all, (corners) => {
      corners.forEach((p, i) => (i === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y)));
      context.closePath();
    });
    context.fillStyle = fill;
    context.fill();
  }

  dot(at: Vec3, style: DotStyle): void {
    const {context} = this;
    const p = this.camera.project(at);
    if (p.depth <= 0) return;
    context.beginPath();
    context.arc(p.x, p.y, style.radiusPx, 0, 2 * Math.PI);
    context.fillStyle = style.fill;
    context.fill();
    if (style.outline) {
      context.strokeStyle = style.outline;
      context.lineWidth = 2;
      context.stroke();
    }
  }

  squares(xyz: ArrayLike<number>, sideM: number, colourOf: (index: number) => string): void {
    const {context, camera} = this;
    forSquares(camera, xyz, sideM, (corners, i) => {
      context.fillStyle = colourOf(i);
      context.beginPath();
      corners.forEach((p, k) => (k === 0 ? context.moveTo(p.x, p.y) : context.lineTo(p.x, p.y)));
      context.fill();
    });
  }

  label(at: Vec3, text: string, style: LabelStyle): void {
    const {context} = this;
    const p = this.camera.project(at);
    if (p.depth <= 0) return;
    context.font = fontOf(style);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = style.halo;
    context.strokeText(text, p.x, p.y + (style.dyPx ?? 0));
    context.fillStyle = style.colour;
    context.fillText(text, p.x, p.y + (style.dyPx ?? 0));
  }
}

export class SvgInk implements Ink {
  private readonly items: string[] = [];

  constructor(private readonly camera: Camera) {}

  line(points: readonly Vec3[], style: LineStyle): void { this.lines([points], style); }

  lines(all: readonly (readonly Vec3[])[], style: LineStyle): void {
    const path = all.flatMap((points) => visibleRuns(this.camera, points)).map((run) => `M${run.map(pair).join('L')}`).join('');
    if (path === '') return;
    for (const [colour, width, dash] of strokesOf(style)) {
      this.items.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" ` +
                      `stroke-linecap="round"${dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''}/>`);
    }
  }

  area(points: readonly Vec3[], style: AreaStyle): void {
    const corners = points.map((point) => this.camera.project(point));
    if (corners.some((p) => p.depth <= 0)) return;
    const outline = style.outline ? ` stroke="${style.outline}" stroke-width="${style.widthPx ?? 1.5}"` : '';
    this.items.push(`<path d="M${corners.map(pair).join('L')}Z" fill="${style.fill}"${outline}/>`);
  }

  areas(all: readonly (readonly Vec3[])[], fill: string): void {
    const paths: string[] = [];
    forAreas(this.camera, all, (corners) => paths.push(`M${corners.map(pair).join('L')}Z`));
    if (paths.length > 0) this.items.push(`<path d="${paths.join('')}" fill="${fill}"/>`);
  }

  dot(at: Vec3, style: DotStyle): void {
    const p = this.camera.project(at);
    if (p.depth <= 0) return;
    const outline = style.outline ? ` stroke="${style.outline}" stroke-width="2"` : '';
    this.items.push(`<circle cx="${round(p.x)}" cy="${round(p.y)}" r="${style.radiusPx}" fill="${style.fill}"${outline}/>`);
  }

  squares(xyz: ArrayLike<number>, sideM: number, colourOf: (index: number) => string): void {
    forSquares(this.camera, xyz, sideM, (corners, i) => {
      this.items.push(`<path d="M${corners.map(pair).join('L')}Z" fill="${colourOf(i)}"/>`);
    });
  }

  label(at: Vec3, text: string, style: LabelStyle): void {
    const p = this.camera.project(at);
    if (p.depth <= 0) return;
    this.items.push(`<text x="${round(p.x)}" y="${round(p.y + (style.dyPx ?? 0))}" font-family="${kFont}" ` +
                    `font-size="${style.sizePx ?? 12}"${style.isBold ? ' font-weight="600"' : ''} text-anchor="middle" ` +
                    `dominant-baseline="middle" fill="${style.colour}" stroke="${style.halo}" stroke-width="3.5" ` +
                    `stroke-linejoin="round" paint-order="stroke">${escapeXml(text)}</text>`);
  }

  // A whole file, with `ground` (SVG elements) below the marks.
  file(background: string, ground: string): string {
    const {width, height} = this.camera;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
        `<rect width="100%" height="100%" fill="${background}"/>\n${ground}\n${this.items.join('\n')}\n</svg>\n`;
  }
}

// Those that are on the screen, and ahead of the camera.
function forAreas(camera: Camera, all: readonly (readonly Vec3[])[], draw: (corners: ScreenPoint[]) => void): void {
  for (const points of all) {
    const corners = points.map((point) => camera.project(point));
    const isBeside = (axis: 'x' | 'y', size: number) => corners.every((p) => p[axis] < 0) || corners.every((p) => p[axis] > size);
    if (corners.every(({depth}) => depth > 0) && !isBeside('x', camera.width) && !isBeside('y', camera.height)) draw(corners);
  }
}

// Those that are on the screen.
function forSquares(camera: Camera, xyz: ArrayLike<number>, sideM: number, draw: (corners: ScreenPoint[], index: number) => void): void {
  const half = sideM / 2;
  for (let i = 0; 3 * i + 2 < xyz.length; ++i) {
    const x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
    const p = camera.project({x, y, z});
    if (p.depth <= 0 || p.x < -50 || p.y < -50 || p.x > camera.width + 50 || p.y > camera.height + 50) continue;
    const a = camera.project({x: x + half, y, z}), b = camera.project({x, y, z: z + half});
    const ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y;
    draw([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => ({x: p.x + u * ax + v * bx, y: p.y + u * ay + v * by, depth: p.depth})), i);
  }
}

function strokesOf(style: LineStyle): [string, number, number[]][] {
  const line: [string, number, number[]] = [style.colour, style.widthPx, style.dash ?? []];
  return style.casing ? [[style.casing, style.widthPx + 3, []], line] : [line];
}

function round(value: number): number { return Math.round(value * 10) / 10; }
function pair(p: ScreenPoint): string { return `${round(p.x)} ${round(p.y)}`; }
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
