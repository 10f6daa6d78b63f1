// Reach: what can be walked to within so many metres, from one place or several, with lines of equal cost.
import {LiveCall} from '../api/live_call';
import {plainName, type ReachRequest, type ReachResponse} from '../api/messages';
import type {Link} from '../data/link';
import {flatXyz, listVec3, writeXyz, type Place} from '../data/place';
import {absoluteXyz} from '../data/server_source';
import {latticeCorner, piecesOf, type GroundPieces} from '../map/ground_pieces';
import {cssColour, onScale, type Rgb} from '../map/poly_colours';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {button, count, element, figures, metres, numberField} from '../ui/elements';
import {pointRow} from '../ui/point_row';
import {drawPin, namesOf, View, withAgent, type ViewHost} from './view';

const kMaxStarts = 16;
const kContours = 5;
// Fewer cells are drawn in time while a start is dragged.
const kCells = 24_000, kCellsWhileDragged = 4_000;
const kAlpha = 0.72;
const kBands = Array.from({length: kContours}, (_, i) => onScale(1 - (i + 0.5) / kContours));
// Kinds whose surface is ground to be coloured; of others the cells are drawn as squares.
const kGroundKinds = ['SURFACE_KIND_NAVMESH', 'SURFACE_KIND_GRID'];

export class ReachView extends View {
  readonly id = 'reach';
  readonly title = 'Reach';
  readonly hint = 'Click one place or several; drag any.';
  private starts: Place[] = [];
  private answer: ReachResponse | undefined;
  private request: object = {};
  private xyz: number[] = [];
  // The places, moved to the middles of their cells.
  private squares: number[] = [];
  // Lines of equal cost, and what of them no floor hides at the heights that are shown.
  private contours: Vec3[][] = [];
  private lines: Vec3[][] = [];
  private linesOf = '';
  // The ground that the cells stand for; undefined: the cells themselves are drawn.
  private pieces: GroundPieces | undefined;
  private isDragging = false;
  private readonly limit = numberField('Within', 60, 'm', () => this.optionsChanged(), {min: 0.1, max: 1e6});
  private readonly rows = element('div', {class: 'points'});
  private readonly call = new LiveCall<ReachResponse>(
      'PathPlanning', 'Reach', ({message}, request) => this.take(message, request),
      (error, request) => {
        this.forget();
        this.host.asked({service: 'PathPlanning', method: 'Reach', request}, error);
        this.showError(error);
      });

  constructor(host: ViewHost) {
    super(host);
    this.panel.append(this.limit.row, this.rows, element('div', {class: 'row'}, button('Remove all', () => this.setStarts([]))), this.results);
  }

  override mapOpened(): void {
    if (this.starts.some(({mapId}) => mapId !== this.host.mapId)) { this.starts = []; this.forget(); }
    this.showStarts();
  }

  // What was answered before all of the ground was there is laid upon it now.
  override surfaceLoaded(): void { if (this.answer) this.take(this.answer, this.request); }

  override closed(): void {
    this.call.drop();
    this.forget();
  }

  override ask(): void {
    const maxCostM = this.limit.value ?? 0;
    if (this.starts.length === 0 || maxCostM <= 0) { this.call.drop(); this.forget(); this.host.asked(undefined, undefined); return; }
    this.call.ask({
      mapId: this.host.mapId, startXyz: flatXyz(this.starts), maxCostM, ...withAgent(this.host), ...this.host.conditions.forMap(this.host.mapId),
      maxCells: this.isDragging ? kCellsWhileDragged : kCells,
      contourCostsM: Array.from({length: kContours}, (_, i) => maxCostM * (i + 1) / kContours),
    } satisfies ReachRequest);
  }

  private take(answer: ReachResponse, request: object): void {
    this.host.asked({service: 'PathPlanning', method: 'Reach', request}, answer);
    this.answer = answer;
    this.request = request;
    this.xyz = absoluteXyz(answer.places);
    this.squares = this.middlesOfCells(answer);
    this.layPieces();
    this.contours = (answer.contours ?? []).flatMap(({points, pointCounts}) => {
      const all = listVec3(absoluteXyz(points));
      let first = 0;
      return (pointCounts ?? []).map((total) => all.slice(first, first += total));
    });
    this.cutLines();
    const off = (answer.startStates ?? []).filter(({position}) => !position).length, cellM = answer.cellM ?? 0;
    this.results.replaceChildren(
        figures([
          ['Cells', count(this.xyz.length / 3)],
          ['Size of a cell', cellM > 0 ? metres(cellM, 2) : undefined],
          ['Ground', cellM > 0 ? `about ${count(Math.round(this.pieces?.areaM2 ?? this.xyz.length / 3 * cellM * cellM))} m²` : undefined, 'As it is drawn, from above'],
          ['Complete up to', metres(answer.knownToM), 'No ground that costs at most this is missing; less than was asked for if a limit came first'],
          ['Search nodes', count(answer.expansions), 'Places that the search took up: what it cost the server'],
          ['Surface', plainName(answer.surface, 'SURFACE_KIND_')],
        ]),
        off > 0 ? element('p', {}, `${off} of the places have no ground near them.`) : '',
        this.scale());
    this.host.stage.redraw();
  }

  // Colours the ground that the cells stand for, if it is ground and all of it is there.
  private layPieces(): void {
    const {surface} = this.host, cellM = this.answer?.cellM ?? 0, kind = this.answer?.surface ?? '';
    this.pieces = undefined;
    if (surface && !surface.hasSquares && cellM > 0 && kGroundKinds.includes(kind)) {
      const {x, y, z} = surface.origin, placesXyz = this.xyz.map((value, i) => value - [x, y, z][i % 3]), isGrid = kind === 'SURFACE_KIND_GRID';
      this.pieces = piecesOf(surface, {
        placesXyz, cellM, cornerX: isGrid ? latticeCorner(placesXyz, 0, cellM) : 0, cornerZ: isGrid ? latticeCorner(placesXyz, 2, cellM) : 0,
      });
    }
    const {pieces} = this;

    this.host.stage.lay(pieces && {pieces, alpha: kAlpha, colours: Uint8Array.from([...pieces.cells].flatMap((cell) => this.bandOf(cell)))});
  }

  private cutLines(): void {
    this.linesOf = this.host.stage.heights;
    this.lines = this.contours.flatMap((points) => this.uncovered(points));
  }

  // The stretches of a line that no floor above hides.
  private uncovered(points: Vec3[]): Vec3[][] {
    const runs: Vec3[][] = [[]];
    for (const point of points) {
      if (!this.host.stage.isCovered(point)) runs.at(-1)!.push(point);
      else if (runs.at(-1)!.length > 0) runs.push([]);
    }
    return runs.filter((run) => run.length > 1);
  }

  // A band, not a shade: it says "within 24 m".
  private bandOf(cell: number): Rgb {
    const share = (this.answer?.costM?.[cell] ?? 0) / (this.limit.value ?? 1);
    return kBands[Math.min(kContours - 1, Math.floor(share * kContours))];
  }

  // Cells count from the map's origin; only those of grids from their corner, but there places are middles already.
  private middlesOfCells({cellM, surface}: ReachResponse): number[] {
    if (!cellM || surface === 'SURFACE_KIND_GRID') return this.xyz;
    const origin = this.host.surface?.origin ?? {x: 0, y: 0, z: 0}, corners = [origin.x, 0, origin.z];
    return this.xyz.map((value, i) => i % 3 === 1 ? value : corners[i % 3] + (Math.floor((value - corners[i % 3]) / cellM) + 0.5) * cellM);
  }

  private scale(): HTMLElement {
    const maxCostM = this.limit.value ?? 1;
    return element('ul', {class: 'scale', 'aria-label': 'Colours by cost'}, ...Array.from({length: kContours}, (_, i) => {
      const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
      swatch.style.backgroundColor = cssColour(kBands[i]);
      return element('li', {}, swatch, `to ${metres(maxCostM * (i + 1) / kContours, 0)}`);
    }));
  }

  private forget(): void {
    this.answer = undefined;
    this.xyz = this.squares = [];
    this.contours = this.lines = [];
    this.pieces = undefined;
    this.host.stage.lay(undefined);
    this.results.replaceChildren();
    this.host.stage.redraw();
  }

  override click(place: Place): void {
    if (this.starts.length < kMaxStarts) this.setStarts([...this.starts, place]);
  }

  override handles(): Handle[] {
    return this.starts.map((start, i) => ({
      place: start,
      move: (to: Vec3) => { this.starts[i] = this.here(to); this.isDragging = true; this.ask(); },
      drop: () => { this.isDragging = false; this.setStarts(this.starts); },
    }));
  }

  override drawUnder(ink: Ink, theme: Theme): void {
    const cellM = this.answer?.cellM ?? 0, colourOf = (cell: number) => cssColour(this.bandOf(cell), kAlpha);
    if (!this.pieces && cellM > 0) ink.squares(this.squares, cellM, colourOf);
    else if (cellM === 0) listVec3(this.xyz).forEach((place, i) => ink.dot(place, {radiusPx: 7, fill: colourOf(i), outline: theme.halo}));
    if (this.linesOf !== this.host.stage.heights) this.cutLines();
    for (const points of this.lines) ink.line(points, {colour: theme.text, widthPx: 1.4});
  }

  override draw(ink: Ink, theme: Theme): void {
    this.starts.forEach((start, i) => drawPin(ink, start, String(i + 1), theme.start, theme));
  }

  private setStarts(starts: Place[]): void {
    this.starts = starts;
    this.showStarts();
    this.optionsChanged();
  }

  private showStarts(): void {
    const {mapId} = this.host;
    const row = (i: number) => pointRow({
      label: `Place ${i + 1}`, letter: String(i + 1), kind: 'start', place: this.starts[i], mapId, names: namesOf(this.host), isHereOnly: true,
      change: (next) => {
        const starts = [...this.starts];
        if (next) starts[i] = next; else starts.splice(i, 1);
        this.setStarts(starts);
      },
    });
    this.rows.replaceChildren(...(this.starts.length === 0 ? [row(0)] : this.starts.map((_, i) => row(i))));
  }

  private optionsChanged(): void { this.host.changed(); this.ask(); }

  override read(link: Link): void {
    this.limit.value = link.number('within', 60, 0.1, 1e6);
    this.starts = link.places('from', this.host.mapId).filter(({mapId}) => mapId === this.host.mapId);
    this.showStarts();
  }

  override write(address: URLSearchParams): void {
    address.set('within', String(this.limit.value ?? 0));
    if (this.starts.length > 0) address.set('from', this.starts.map(writeXyz).join('|'));
  }
}
