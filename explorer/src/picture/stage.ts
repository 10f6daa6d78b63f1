// The picture of a map: the ground, and over it the marks of the view and of the layers. It owns the camera, and draws only
// when something has changed.
import type {AreaType} from '../api/messages';
import type {Tile} from '../data/view_loader';
import {Overview} from '../map/overview';
import {PolyColours, type ColourBy} from '../map/poly_colours';
import type {Surface, SurfacePart, Vec3} from '../map/surface';
import {chunkSizeM, cutIntoChunks, gridChunkM, type Chunk} from '../map/surface_chunks';
import {pickSurface, type Pick} from '../map/surface_picking';
import type {BasePicture, BaseStyle, LaidPieces} from './base_picture';
import {Camera} from './camera';
import {Gestures, type Drag} from './gestures';
import {CanvasInk, SvgInk, type Ink} from './ink';
import {pngOfCanvas} from '../ui/saving';
import {groundAsSvg} from './svg_ground';
import {readTheme, type Theme} from './theme';

// What can be dragged on the map.
export interface Handle {
  place: Vec3;
  move(place: Vec3): void;
  drop(): void;
}

export interface Stroke {
  // [m] `add` is called for places that are about so near to each other, however fast the mouse moves.
  readonly stepM: number;
  add(place: Vec3): void;
  end(): void;
}

// What fills the stage besides the ground.
export interface StageClient {
  draw(ink: Ink, theme: Theme, camera: Camera): void;
  handles(): Handle[];
  click(place: Vec3, isShifted: boolean): void;
  // A click that meets no ground.
  missed(): void;
  // The pointer is over this polygon, or over none.
  hover(pick: Pick | undefined): void;
  // Painting with the mouse: returns the stroke that a press at this place begins, or undefined if presses move the map.
  stroke(place: Vec3): Stroke | undefined;
  // Colours that the view gives polygons in place of the chosen ones, or undefined.
  paintPolys(colours: PolyColours, surface: Surface, part: SurfacePart): void;
  cameraMoved(): void;
}

// [m] As far as no ground is.
export const kNoLimitM = 1e9;
const kGrabPx = 16;
// Places of a stroke between two of the mouse, at most.
const kMostSteps = 400;
// [m] Ground so far above a place is another floor.
const kCoverM = 0.8;
// [ms] What arrives of a large map is shown in such steps.
const kShowEveryMs = 400;
const kOverviewAfterMs = 800;
// [share] Pictures of which more is covered are not wide enough to do without.
const kMostCovered = 1 / 3;
// [polygons] More than that are no vector drawing any more: the saved SVG has the ground as an image, as it has a grid.
const kPolysInSvg = 30_000;

export class Stage {
  readonly element = document.createElement('div');
  readonly camera = new Camera();
  // [m] Only ground between these heights is drawn and picked.
  private fromY = -kNoLimitM;
  private toY = kNoLimitM;
  // The ground is grey, from the next map on.
  isGrey = false;
  private readonly marks = document.createElement('canvas');
  private theme = readTheme();
  private surface: Surface | undefined;
  private colours = new PolyColours(0, []);
  private colourBy: ColourBy = 'zone';
  private chunks: Chunk[] = [];
  private chunkM = 1;
  // Chunks that are not in the picture yet, those that they replace, and when the last ones were shown.
  private arrived: Chunk[] = [];
  private replaced = new Set<Chunk>();
  private shownAtMs = -Infinity;
  private showTimer = 0;
  private overviewTimer = 0;
  private overview: Overview | undefined;
  private laid: LaidPieces | undefined;
  private repaintFrom = Infinity;
  private isAsked = false;
  // The last frame was not drawn.
  private isPutOff = false;
  private pixelRatio = 1;

  constructor(private readonly client: StageClient, private readonly base: BasePicture) {
    this.element.className = 'stage';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'application');
    this.element.setAttribute('aria-label', 'Map. Arrow keys move it, plus and minus zoom, Q and E turn it, Page Up and Page Down ' +
                              'tilt it, Enter sets a point at the cross in the middle.');
    this.marks.className = 'marks';
    const cross = document.createElement('div');
    cross.className = 'cross';
    this.element.append(base.canvas, this.marks, cross);
    new Gestures(this.element, {
      camera: this.camera,
      grab: (x, y) => this.grab(x, y),
      click: (x, y, isShifted) => {
        const pick = this.pick(x, y);
        if (pick) client.click(pick.place, isShifted); else client.missed();
      },
      hover: (x, y) => client.hover(this.pick(x, y)),
      moved: () => this.cameraMoved(),
    });
    new ResizeObserver(() => this.resize()).observe(this.element);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.theme = readTheme();
      this.repaint();
    });
  }

  // Begins a new map, of about so many polygons within the box.
  begin(surface: Surface, areas: readonly AreaType[], expectedPolys: number, min: Vec3, max: Vec3): void {
    const {origin} = surface;
    this.surface = surface;
    this.chunks = [];
    this.arrived = [];
    this.replaced = new Set();
    this.shownAtMs = -Infinity;
    this.colours = new PolyColours(expectedPolys, areas);
    this.colours.brightness = Number(this.theme.brightness);
    this.colours.isGrey = this.isGrey;
    this.chunkM = surface.grid ? gridChunkM(expectedPolys, surface.grid) : chunkSizeM(expectedPolys, max.x - min.x, max.z - min.z);
    this.laid = undefined;
    this.overview = surface.grid ? Overview.ofGrid(surface.grid) : Overview.of(expectedPolys, relative(min, origin), relative(max, origin));
    this.base.reset(surface, this.colours, this.overview);
    this.redraw();
  }

  addPart(part: SurfacePart): void {
    this.colours.countZones(part);
    this.takePart(part, this.chunkM, false);
  }

  // All of a large map as squares. Returns the side of the tiles that may take their place. [m]
  addSquares(part: SurfacePart): number {
    const tileM = 2 * this.chunkM;
    this.colours.countZones(part);
    this.takePart(part, tileM, true);
    return tileM;
  }

  // The polygons of a tile, in place of its squares.
  addTile({minX, minZ, maxX, maxZ}: Tile, parts: SurfacePart[]): void {
    for (const chunk of this.chunks) {
      const x = (chunk.box[0] + chunk.box[3]) / 2, z = (chunk.box[2] + chunk.box[5]) / 2;
      if (chunk.isSquares && x >= minX && x < maxX && z >= minZ && z < maxZ) this.replaced.add(chunk);
    }
    this.overview?.clearSquares(minX, minZ, maxX, maxZ);
    for (const part of parts) this.takePart(part, this.chunkM, false);
    if (parts.length === 0) this.showSoon();
  }

  private takePart(part: SurfacePart, chunkM: number, isSquares: boolean): void {
    this.paintPart(part);
    if (isSquares) this.overview?.addSquares(part); else this.overview?.add(part);
    this.arrived.push(...cutIntoChunks(part, chunkM, isSquares));
    this.showSoon();
  }

  private showSoon(): void {
    const untilMs = this.shownAtMs + kShowEveryMs - performance.now();
    // In a frame of its own: reading the part has taken its share of this one.
    if (untilMs <= 0) requestAnimationFrame(() => this.showArrived());
    else if (this.showTimer === 0) this.showTimer = setTimeout(() => this.showArrived(), untilMs);
  }

  // All parts are there.
  finish(): void {
    this.showArrived();
    this.repaint();
  }

  colour(by: ColourBy): void {
    this.colourBy = by;
    this.repaint();
  }

  // Pieces of the ground that the view colours; until the next map.
  lay(laid: LaidPieces | undefined): void {
    if (!laid && !this.laid) return;
    this.laid = laid;
    this.base.lay(laid);
    this.redraw();
  }

  // There is ground above the place that hides it from above.
  isCovered({x, y, z}: Vec3): boolean {
    if (!this.surface) return false;
    const ray = {from: {x, y: 1e4, z}, direction: {x: 0, y: -1, z: 0}};
    return (pickSurface(this.chunks, ray, this.surface.origin, this.fromY, this.toY)?.place.y ?? y) > y + kCoverM;
  }

  // Colours all polygons anew, a few parts in each frame.
  repaint(): void {
    this.colours.brightness = Number(this.theme.brightness);
    this.repaintFrom = 0;
    this.redraw();
  }

  slice(fromY: number, toY: number): void {
    if (fromY === this.fromY && toY === this.toY) return;
    this.fromY = fromY;
    this.toY = toY;
    if (this.overview) this.repaint(); else this.redraw();
  }

  // [m] The least and the greatest height of what is shown; infinite: there is no limit.
  get shownHeights(): [fromY: number, toY: number] {
    return [this.fromY > -kNoLimitM ? this.fromY : -Infinity, this.toY < kNoLimitM ? this.toY : Infinity];
  }

  // Tells apart what `slice` has set.
  get heights(): string { return `${this.fromY} ${this.toY}`; }

  legend(areaName: (area: number) => string) {
    return this.surface ? this.colours.legend(this.surface, this.colourBy, areaName) : [];
  }

  setFlat(isFlat: boolean): void {
    this.camera.isFlat = isFlat || this.base.isFlatOnly;
    this.camera.update();
    this.cameraMoved();
  }

  // Shows the whole box, beside what covers the right side of the picture so far.
  frame(min: Vec3, max: Vec3, coveredPx: number): void {
    // The browser may not have told the size of the picture yet.
    this.resize();
    this.camera.frame(min, max, coveredPx <= this.camera.width * kMostCovered ? coveredPx : 0);
    this.redraw();
  }

  cameraMoved(): void {
    this.client.cameraMoved();
    this.redraw();
  }

  redraw(): void {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => this.drawFrame());
  }

  // What is shown is finished: nothing more is painted.
  get isStill(): boolean { return !this.isAsked; }

  pick(x: number, y: number): Pick | undefined {
    if (!this.surface) return undefined;
    const pick = pickSurface(this.chunks, this.camera.ray(x, y), this.surface.origin, this.fromY, this.toY);
    // Millimetres, as the page's address has them: its link then asks the same.
    return pick && {...pick, place: rounded(pick.place)};
  }

  get background(): string { return this.theme.background; }

  // The picture as a PNG.
  async png(): Promise<Blob> {
    const {width, height} = this.marks;
    const whole = document.createElement('canvas');
    whole.width = width;
    whole.height = height;
    const context = whole.getContext('2d')!;
    context.drawImage(this.base.canvas, 0, 0, width, height);
    context.drawImage(this.marks, 0, 0);
    return pngOfCanvas(whole);
  }

  svg(): string {
    const ink = new SvgInk(this.camera);
    this.client.draw(ink, this.theme, this.camera);
    return ink.file(this.theme.background, this.groundAsSvg());
  }

  private get style(): BaseStyle {
    return {background: this.theme.background, edge: this.theme.edge, fromY: this.fromY, toY: this.toY};
  }

  private drawFrame(): void {
    this.isAsked = false;
    const isPainted = this.repaintFrom < Infinity && this.repaintSome();
    // To paint the overview has taken its share of this frame. The next one is drawn, whatever is to be painted by then.
    if (isPainted && this.overview && !this.isPutOff) {
      this.isPutOff = true;
      this.redraw();
    } else {
      this.isPutOff = false;
      this.draw();
    }
  }

  private draw(): void {
    const isUnfinished = this.base.draw(this.camera, this.style);
    const context = this.marks.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.marks.width, this.marks.height);
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
    this.client.draw(new CanvasInk(context, this.camera), this.theme, this.camera);
    if (isUnfinished || this.repaintFrom < Infinity) this.redraw();
  }

  // Returns whether all is painted.
  private repaintSome(): boolean {
    const surface = this.surface, end = performance.now() + 12;
    if (!surface) { this.repaintFrom = Infinity; return true; }
    while (this.repaintFrom < surface.parts.length && performance.now() < end) this.paintPart(surface.parts[this.repaintFrom++]);
    if (this.repaintFrom < surface.parts.length) return false;
    this.repaintFrom = Infinity;
    this.paintOverview();
    this.base.coloursChanged();
    return true;
  }

  // Each time costs the textures of colours and overview, whatever has arrived.
  private showArrived(): void {
    clearTimeout(this.showTimer);
    this.showTimer = 0;
    if (this.arrived.length === 0 && this.replaced.size === 0) return;
    this.shownAtMs = performance.now();
    this.chunks = this.chunks.filter((chunk) => !this.replaced.has(chunk));
    this.chunks.push(...this.arrived);
    this.base.remove(this.replaced);
    this.replaced = new Set();
    // While tiles come in, they hide the overview: it waits until they have come.
    clearTimeout(this.overviewTimer);
    if (this.surface!.isComplete) this.overviewTimer = setTimeout(() => { this.paintOverview(); this.redraw(); }, kOverviewAfterMs);
    else this.paintOverview();
    this.base.add(this.arrived);
    this.arrived = [];
    this.redraw();
  }

  private paintOverview(): void {
    const y = this.surface!.origin.y;
    this.overview?.paint(this.colours, this.fromY - y, this.toY - y);
    this.base.overviewChanged();
  }

  private paintPart(part: SurfacePart): void {
    this.colours.paint(this.surface!, part, this.colourBy);
    this.client.paintPolys(this.colours, this.surface!, part);
  }

  private grab(x: number, y: number): Drag | undefined {
    let nearest: Handle | undefined, best = kGrabPx;
    for (const handle of this.client.handles()) {
      const p = this.camera.project(handle.place), distance = Math.hypot(p.x - x, p.y - y);
      if (p.depth > 0 && distance < best) { best = distance; nearest = handle; }
    }
    if (nearest) {
      const handle = nearest;
      return {
        takesClick: false,
        move: (toX, toY) => {
          const pick = this.pick(toX, toY);
          if (pick) { handle.move(pick.place); this.redraw(); }
        },
        end: () => handle.drop(),
      };
    }
    // A stroke may begin and lead beside the ground: there it goes on at the height of the last ground that is shown.
    let groundY = Math.min(Math.max(this.camera.target.y, this.fromY), this.toY);
    const under = (atX: number, atY: number) => {
      const ground = this.pick(atX, atY)?.place;
      if (ground) groundY = ground.y;
      return ground ?? this.camera.onPlane(atX, atY, groundY);
    };
    const place = under(x, y), stroke = place && this.client.stroke(place);
    if (!stroke) return undefined;
    let lastX = x, lastY = y;
    return {
      takesClick: true,
      move: (toX, toY) => {
        const lengthM = Math.hypot(toX - lastX, toY - lastY) / this.camera.pixelsPerM;
        const steps = Math.max(1, Math.min(kMostSteps, Math.ceil(lengthM / stroke.stepM)));
        for (let i = 1; i <= steps; ++i) {
          const next = under(lastX + (toX - lastX) * i / steps, lastY + (toY - lastY) * i / steps);
          if (next) stroke.add(next);
        }
        [lastX, lastY] = [toX, toY];
        this.redraw();
      },
      end: () => stroke.end(),
    };
  }

  private resize(): void {
    const {clientWidth: width, clientHeight: height} = this.element;
    const pixelRatio = Math.min(2, devicePixelRatio);
    if (width === 0 || height === 0 || (width === this.camera.width && height === this.camera.height && pixelRatio === this.pixelRatio)) return;
    this.pixelRatio = pixelRatio;
    this.marks.width = Math.round(width * this.pixelRatio);
    this.marks.height = Math.round(height * this.pixelRatio);
    this.camera.width = width;
    this.camera.height = height;
    this.camera.update();
    this.base.resize(width, height, this.pixelRatio);
    // Resizing clears the canvases: paint them before the browser shows them.
    this.draw();
  }

  private groundAsSvg(): string {
    if (this.surface && !this.surface.grid && this.camera.isFlat && this.surface.polyCount <= kPolysInSvg) {
      return groundAsSvg(this.chunks, this.surface.origin, this.colours, this.camera, this.style, this.laid);
    }
    const image = this.base.canvas.toDataURL('image/png');
    return `<image href="${image}" width="${this.camera.width}" height="${this.camera.height}"/>`;
  }
}

function rounded({x, y, z}: Vec3): Vec3 { return {x: +x.toFixed(3), y: +y.toFixed(3), z: +z.toFixed(3)}; }
function relative(point: Vec3, origin: Vec3): Vec3 { return {x: point.x - origin.x, y: point.y - origin.y, z: point.z - origin.z}; }
