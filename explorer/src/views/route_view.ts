// Route: the way from a start to a goal, drawn while the ends are dragged.
import type {Answer} from '../api/connect';
import {LiveCall} from '../api/live_call';
import {plainName, type DescribedDoor, type PlanRouteRequest, type PlanRouteResponse} from '../api/messages';
import {closureAt, type Closure} from '../data/closures';
import type {Link} from '../data/link';
import type {Place} from '../data/place';
import {absoluteXyz} from '../data/server_source';
import {cssColour, onHotScale} from '../map/poly_colours';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle, Stroke} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {
  button, checkField, choiceField, element, folded, numberField, switcher, type ChoiceField, type NumberField,
} from '../ui/elements';
import {ClosuresForm} from './closures_form';
import {EndsEditor, toLocation, type EndTool} from './ends_editor';
import {drawAnswer} from './route_drawing';
import {routeResults} from './route_results';
import {View, withAgent, type ViewHost} from './view';

type Tool = EndTool | 'close' | 'door';

// [places] Of the search that are drawn.
const kTracePlaces = 20_000;
// What a reader may ask for, by the kind of the map. On meshes some need what was baked, or costs that differ.
const kMethods: Record<string, string[]> = {
  SURFACE_KIND_NAVMESH: ['ANY_ANGLE', 'HIERARCHY', 'CLUSTERS', 'EDGE_POINTS'],
  SURFACE_KIND_GRID: ['GRID_ASTAR', 'GRID_JPS', 'GRID_JPS_PLUS', 'GRID_BOUNDED', 'HUB_LABELS', 'TRUNK', 'CLUSTERS'],
  SURFACE_KIND_SCENES: ['SCENES', 'RISE_FIRST', 'RISE_LAST', 'EDGE_POINTS'],
};
// Whatever kinds the maps are of.
const kMethodsOverMaps = ['CLUSTERS', 'PORTAL_TABLES'];
const kMostAlternatives = 8;

function methodValue(name: string): string { return `ROUTE_METHOD_${name}`; }

export class RouteView extends View {
  readonly id: string = 'route';
  readonly title: string = 'Route';
  readonly hint: string = 'Click a start, then a goal; drag either.';
  protected readonly ends = new EndsEditor(this.host, () => { this.host.changed(); this.ask(); });
  protected answer: PlanRouteResponse | undefined;
  // x, y, z of the places that the search took up, in turn.
  private trace: number[] = [];
  private tool: Tool = 'start';
  private readonly tools = switcher('A click sets', [
    ['start', 'Start'], ['goal', 'Goal'], ['more', 'Goal +'], ['via', 'Via'], ['close', 'Close'], ['door', 'Door'],
  ], 'start', (value) => this.setTool(value as Tool));
  private readonly brush = numberField('Brush radius', 1, 'm', () => {}, {min: 0.1, max: 100, step: 0.1});
  private readonly clearClosures = button('Open all again', () => this.reopen(this.closures));
  private readonly closuresForm = new ClosuresForm(() => this.optionsChanged(), (closures) => this.reopen(closures));
  private readonly brushRow = element('div', {class: 'costs'}, element('div', {class: 'row'}, this.brush.row, this.clearClosures), this.closuresForm.element);
  private readonly alternatives: NumberField =
      numberField('Alternatives', 0, '', () => this.optionsChanged(), {min: 0, max: kMostAlternatives, step: 1});
  private readonly hasTrace = checkField('Explored nodes', false, () => this.optionsChanged());
  private readonly method: ChoiceField = choiceField('Method', [], () => this.optionsChanged());
  protected readonly call = new LiveCall<PlanRouteResponse>(
      'PathPlanning', 'PlanRoute', (answer, request) => this.take(answer, request),
      (error, request) => {
        this.answer = undefined;
        this.trace = [];
        this.host.asked({service: 'PathPlanning', method: 'PlanRoute', request}, error);
        this.showError(error);
        this.host.stage.redraw();
      });

  constructor(host: ViewHost) {
    super(host);
    this.panel.append(
        element('p', {class: 'caption'}, 'A click sets'), this.tools.row, this.brushRow, this.ends.rows, this.results,
        folded('Alternatives and methods', this.alternatives.row, this.method.row, this.hasTrace.row));
    this.brushRow.hidden = true;
    this.ends.refresh();
  }

  override mapOpened(): void {
    const hasDoors = (this.host.description?.describedDoors ?? []).length > 0;
    this.ends.refresh();
    this.tools.offer('door', hasDoors);
    if (this.tool === 'door' && !hasDoors) this.setTool('start');
    this.method.setChoices([['', 'the server chooses'], ...this.methods().map((name): [string, string] => [methodValue(name), plainName(name, '')])]);
    this.offerMethods();
  }

  private get closures(): Closure[] { return this.host.conditions.of(this.host.mapId).closures; }

  private reopen(closures: readonly Closure[]): void {
    const kept = this.closures.filter((closure) => !closures.includes(closure));
    this.host.conditions.of(this.host.mapId).closures = kept;
    this.optionsChanged();
  }

  override askedMaps(): string[] { return this.ends.maps(); }

  private methods(): string[] {
    const own = kMethods[this.host.description?.summary?.surface ?? ''] ?? [];
    return [...own, ...(this.host.world ? kMethodsOverMaps.filter((name) => !own.includes(name)) : [])];
  }

  // The name of the chosen method if routes over so many maps do not have it; else empty.
  private get refusedMethod(): string {
    const name = this.method.value.replace(methodValue(''), '');
    return name !== '' && (this.isOverMaps ? !kMethodsOverMaps.includes(name) : name === 'PORTAL_TABLES') ? plainName(name, '') : '';
  }

  // Methods that this request rules out cannot be chosen.
  private offerMethods(): void {
    const {surface, conditions, mapId} = this.host, isGrid = this.host.description?.summary?.surface === 'SURFACE_KIND_GRID';
    const isWeighted = (this.host.agent().minClearanceM ?? 0) > 0 || conditions.isWeighted(mapId);
    const hasClusters = !surface?.isComplete || isGrid || surface.parts.some(({clusters}) => clusters.length > 0);
    const isOffered: Record<string, boolean> = {
      EDGE_POINTS: isWeighted, ANY_ANGLE: !isWeighted, HIERARCHY: !isWeighted, SCENES: !isWeighted, RISE_FIRST: !isWeighted, RISE_LAST: !isWeighted,
      CLUSTERS: hasClusters && !(isWeighted && !isGrid), PORTAL_TABLES: false,
    };
    for (const name of this.methods()) this.method.offer(methodValue(name), this.isOverMaps ? kMethodsOverMaps.includes(name) : isOffered[name] ?? true);
  }

  override surfaceLoaded(): void { this.offerMethods(); }

  // What this request cannot have is said in the form, and not asked for.
  private get noAlternatives(): string {
    return this.host.ends.via.length > 0 ? 'Routes by via points have no alternatives.' : this.isOverMaps ? 'Routes over maps have no alternatives.' : '';
  }

  override leftOut(): string[] {
    const over = this.host.ends.via.length > 0 ? 'by via points' : 'over maps';
    return [
      ...(this.alternatives.value && this.noAlternatives !== '' ? [`alternatives, which routes ${over} do not have`] : []),
      ...(this.refusedMethod !== '' ? [`the method ${this.refusedMethod}, which routes ${this.isOverMaps ? 'over maps' : 'on one map'} do not have`] : []),
      ...(this.hasTrace.value && this.isOverMaps ? ['explored nodes, which routes over maps do not have'] : []),
    ];
  }

  override ask(): void {
    this.offerMethods();
    this.alternatives.refuse(this.noAlternatives);
    this.closuresForm.show(this.closures);
    const request = this.request();
    if (request) { this.call.ask(request); return; }
    this.call.drop();
    this.answer = undefined;
    this.trace = [];
    this.results.replaceChildren();
    this.host.asked(undefined, undefined);
  }

  protected request(): PlanRouteRequest | undefined {
    const {start, goals, via} = this.host.ends;
    if (!start || goals.length === 0) return undefined;
    const method = this.refusedMethod === '' ? this.method.value : '', alternatives = this.noAlternatives === '' ? this.alternatives.value ?? 0 : 0;
    const hasTrace = this.hasTrace.value && !this.isOverMaps;
    return {
      start: toLocation(start),
      goals: goals.map(toLocation),
      ...(via.length > 0 && {via: via.map(toLocation)}),
      ...withAgent(this.host),
      ...this.host.conditions.forRoute(this.askedMaps()),
      ...(method !== '' && {limits: {method}}),
      ...((alternatives > 0 || hasTrace) && {detail: {...(alternatives > 0 && {alternatives}), ...(hasTrace && {maxTrace: kTracePlaces})}}),
    };
  }

  private get isOverMaps(): boolean { return this.askedMaps().length > 1; }

  private optionsChanged(): void {
    this.closuresForm.show(this.closures);
    this.host.changed();
    this.ask();
  }

  private setTool(tool: Tool): void {
    this.tool = tool;
    this.tools.value = tool;
    this.brushRow.hidden = tool !== 'close';
    if (tool === 'close') this.closuresForm.showHeights(...this.host.stage.shownHeights);
  }

  private take({message, serverUs, roundTripUs}: Answer<PlanRouteResponse>, request: object): void {
    this.answer = message;
    this.trace = absoluteXyz(message.trace?.places);
    this.host.asked({service: 'PathPlanning', method: 'PlanRoute', request}, message);
    this.results.replaceChildren(...routeResults(this.host, message, this.trace.length / 3, serverUs, roundTripUs, () => this.askWhy()));
    this.host.stage.redraw();
  }

  private askWhy(): void {
    const link = new URLSearchParams();
    this.ends.write(link);
    this.host.openView('why', link.toString());
  }

  override click(place: Place): void {
    if (this.tool === 'close') {
      this.paint(place, this.brush.value ?? 1);
      this.optionsChanged();
    } else if (this.tool === 'door') {
      const door = this.host.doorAt(place);
      if (door) this.toggleDoor(door); else this.host.say('There is no door there.');
    } else {
      this.setTool(this.ends.click(this.tool, place));
    }
  }

  private toggleDoor(door: DescribedDoor): void {
    this.host.conditions.toggleDoor(this.host.mapId, door);
    this.host.conditionsChanged();
  }

  private paint(place: Vec3, radiusM: number): void { this.closures.push(closureAt(place, radiusM)); }

  // Painting shut: circles along the stroke that overlap.
  override stroke(place: Place): Stroke | undefined {
    if (this.tool !== 'close') return undefined;
    const radiusM = this.brush.value ?? 1;
    let last: Vec3 = place;
    this.paint(place, radiusM);
    return {
      stepM: radiusM / 2,
      add: (next) => {
        if (Math.hypot(next.x - last.x, next.z - last.z) < radiusM) return;
        last = next;
        this.paint(next, radiusM);
        this.ask();
      },
      end: () => this.optionsChanged(),
    };
  }

  override handles(): Handle[] { return this.tool === 'close' ? [] : this.ends.handles(); }

  // What the search took up: dark first, bright last.
  override drawUnder(ink: Ink): void {
    for (let i = 0; 3 * i < this.trace.length; ++i) {
      const place = {x: this.trace[3 * i], y: this.trace[3 * i + 1], z: this.trace[3 * i + 2]};
      ink.dot(place, {radiusPx: 3, fill: cssColour(onHotScale(3 * i / this.trace.length), 0.9)});
    }
  }

  override draw(ink: Ink, theme: Theme): void {
    // With the sliders for heights the map is drawn anew.
    if (this.tool === 'close') this.closuresForm.showHeights(...this.host.stage.shownHeights);
    if (this.answer) drawAnswer(ink, theme, this.answer, this.host.mapId);
    this.ends.draw(ink, theme);
  }

  override read(link: Link): void {
    this.ends.read(link);
    this.setTool(this.host.ends.start ? 'goal' : 'start');
    this.alternatives.value = link.number('alternatives', 0, 0, kMostAlternatives);
    this.hasTrace.value = link.has('explored');
    this.method.value = link.oneOf('method', this.methods().map(methodValue), '');
  }

  override write(address: URLSearchParams): void {
    this.ends.write(address);
    if (this.alternatives.value) address.set('alternatives', String(this.alternatives.value));
    if (this.hasTrace.value) address.set('explored', '1');
    if (this.method.value !== '') address.set('method', this.method.value);
  }
}
