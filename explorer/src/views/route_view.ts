// Route: the way from a start to a goal, drawn while the ends are dragged.
import type {Answer} from '../api/connect';
import {LiveCall} from '../api/live_call';
import {plainName, type AreaCost, type Changes, type DescribedDoor, type MapChanges, type PlanRouteRequest, type PlanRouteResponse} from '../api/messages';
import {writeNames, type Link} from '../data/link';
import {toPosition, type Place} from '../data/place';
import {absoluteXyz} from '../data/server_source';
import {cssColour, onHotScale} from '../map/poly_colours';
import {circle} from '../map/shapes';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {
  button, checkField, choiceField, element, folded, namesField, numberField, switcher, type ChoiceField, type NamesField, type NumberField,
} from '../ui/elements';
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
  // Middles of the ground that is painted shut, with the radius of the brush each.
  private closures: (Place & {radiusM: number})[] = [];
  private tool: Tool = 'start';
  private readonly tools = switcher('A click sets', [
    ['start', 'Start'], ['goal', 'Goal'], ['more', 'Goal +'], ['via', 'Via'], ['close', 'Close'], ['door', 'Door'],
  ], 'start', (value) => this.setTool(value as Tool));
  private readonly brush = numberField('Brush radius', 1, 'm', () => {}, {min: 0.1, max: 100, step: 0.1});
  private readonly clearClosures = button('Open all again', () => { this.closures = []; this.optionsChanged(); });
  private readonly brushRow = element('div', {class: 'row'}, this.brush.row, this.clearClosures);
  private readonly alternatives: NumberField =
      numberField('Alternatives', 0, '', () => this.optionsChanged(), {min: 0, max: kMostAlternatives, step: 1});
  private readonly hasTrace = checkField('Explored nodes', false, () => this.optionsChanged());
  private readonly method: ChoiceField = choiceField('Method', [], () => this.optionsChanged());
  private readonly costProfile: ChoiceField = choiceField('Cost profile', [['', 'length']], () => this.optionsChanged());
  private readonly areaCosts = element('div');
  private areaFields: [string, NumberField][] = [];
  private readonly closedDoors: NamesField = namesField('Closed doors', () => this.optionsChanged());
  private readonly openedDoors: NamesField = namesField('Opened doors', () => this.optionsChanged());
  private readonly requirements: NamesField = namesField('Requirements met', () => this.optionsChanged());
  private readonly closedPortals: NamesField = namesField('Closed portals', () => this.optionsChanged());
  private readonly money: NumberField = numberField('Money', undefined, '', () => this.optionsChanged(), {min: 0});
  private readonly portalOptions = folded('Portals', this.money.row, this.requirements.group, this.closedPortals.group);
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
        folded('Costs and methods', this.costProfile.row, this.areaCosts, this.closedDoors.group, this.openedDoors.group, this.alternatives.row,
               this.method.row, this.hasTrace.row),
        this.portalOptions);
    this.brushRow.hidden = true;
    this.ends.refresh();
  }

  override mapOpened(): void {
    const {description, world} = this.host;
    this.ends.refresh();
    this.costProfile.setChoices([['', 'length'], ...(description?.costProfiles ?? []).map((name): [string, string] => [name, name])]);
    const kept = new Map(this.areaFields.map(([name, field]) => [name, field.value]));
    this.areaFields = (description?.areas ?? []).map(({name}) => {
      const field = numberField(`Cost of ${name}`, kept.get(name!), '× (0 closes it)', () => this.optionsChanged(), {min: 0, max: 1000});
      return [name!, field];
    });
    this.areaCosts.replaceChildren(...this.areaFields.map(([, field]) => field.row));
    this.offerDoors(description?.doors ?? [], description?.describedDoors ?? []);
    this.method.setChoices([['', 'the server chooses'], ...this.methods().map((name): [string, string] => [methodValue(name), plainName(name, '')])]);
    this.offerMethods();
    const portals = world?.portals ?? [];
    this.requirements.setNames([...new Set(portals.map(({requirement}) => requirement ?? '').filter((name) => name !== ''))].sort());
    this.closedPortals.setNames(portals.map(({name}) => name ?? ''));
    this.portalOptions.hidden = portals.length === 0;
  }

  // Doors that are closed anyway can be opened, the others closed.
  private offerDoors(names: string[], described: readonly DescribedDoor[]): void {
    const closed = new Set(described.filter(({isClosed}) => isClosed).map(({name}) => name));
    this.closedDoors.setNames(names.filter((name) => !closed.has(name)));
    this.openedDoors.setNames(names.filter((name) => closed.has(name)));
    this.tools.offer('door', described.length > 0);
    if (this.tool === 'door' && described.length === 0) this.setTool('start');
  }

  private methods(): string[] {
    const portalTables = this.host.world ? ['PORTAL_TABLES'] : [];
    return [...(kMethods[this.host.description?.summary?.surface ?? ''] ?? []), ...portalTables];
  }

  // Methods that this request rules out cannot be chosen.
  private offerMethods(): void {
    const {surface, ends: {start, goals}} = this.host, isGrid = this.host.description?.summary?.surface === 'SURFACE_KIND_GRID';
    const isWeighted = (this.host.agent().minClearanceM ?? 0) > 0 || this.costProfile.value !== '' || this.areaFields.some(([, {value}]) => (value ?? 1) !== 1);
    const isOverMaps = start !== undefined && goals.some(({mapId}) => mapId !== start.mapId);
    const hasClusters = !surface?.isComplete || isGrid || surface.parts.some(({clusters}) => clusters.length > 0);
    const isOffered: Record<string, boolean> = {
      EDGE_POINTS: isWeighted, ANY_ANGLE: !isWeighted, HIERARCHY: !isWeighted, SCENES: !isWeighted, RISE_FIRST: !isWeighted, RISE_LAST: !isWeighted,
      CLUSTERS: hasClusters && !(isWeighted && !isGrid), PORTAL_TABLES: isOverMaps,
    };
    for (const name of this.methods()) this.method.offer(methodValue(name), isOffered[name] ?? true);
  }

  override surfaceLoaded(): void { this.offerMethods(); }

  override ask(): void {
    this.offerMethods();
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
    const method = this.method.value, alternatives = this.alternatives.value ?? 0;
    const isOverMaps = goals.some((goal) => goal.mapId !== start.mapId);
    const hasTrace = this.hasTrace.value && !isOverMaps;
    return {
      start: toLocation(start),
      goals: goals.map(toLocation),
      ...(via.length > 0 && {via: via.map(toLocation)}),
      ...withAgent(this.host),
      ...this.conditions(start, goals),
      ...(method !== '' && {limits: {method}}),
      ...((alternatives > 0 || hasTrace) && {detail: {...(alternatives > 0 && {alternatives}), ...(hasTrace && {maxTrace: kTracePlaces})}}),
    };
  }

  // What the reader has closed, opened and priced, and what a route over maps may use.
  conditions(start: Place, goals: readonly Place[]): Pick<PlanRouteRequest, 'changes' | 'portals'> {
    const changes = this.changes(start.mapId), metRequirements = this.requirements.value, money = this.money.value ?? 0;
    const isOverMaps = goals.some(({mapId}) => mapId !== start.mapId);
    return {
      ...(changes && {changes}),
      ...(isOverMaps && {portals: {...(money > 0 && {money}), ...(metRequirements.length > 0 && {metRequirements})}}),
    };
  }

  private changes(mapId: string): Changes | undefined {
    const map: MapChanges = {};
    const costs = this.areaFields.filter(([, field]) => field.value !== undefined)
        .map(([area, field]): AreaCost => field.value === 0 ? {area, excluded: true} : {area, factor: field.value!});
    if (costs.length > 0) map.areaCosts = costs;
    if (this.costProfile.value !== '') map.costProfile = this.costProfile.value;
    const doors: MapChanges = {
      ...(this.closedDoors.value.length > 0 && {closedDoors: this.closedDoors.value}),
      ...(this.openedDoors.value.length > 0 && {openedDoors: this.openedDoors.value}),
    };
    const closures = this.closures.filter((closure) => closure.mapId === mapId);
    if (closures.length > 0) {
      map.obstacles = closures.map((closure) => ({
        cylinder: {base: {...toPosition(closure), y: closure.y - 0.5}, radiusM: closure.radiusM, heightM: 2},
      }));
    }
    const closedPortals = this.closedPortals.value;
    // The doors are those of the map that is open, which need not be that of the start.
    const maps = this.host.mapId === mapId ? [{mapId, ...map, ...doors}] : [{mapId, ...map}, {mapId: this.host.mapId, ...doors}];
    const changed = maps.filter((each) => Object.keys(each).length > 1);
    if (changed.length === 0 && closedPortals.length === 0) return undefined;
    return {...(changed.length > 0 && {maps: changed}), ...(closedPortals.length > 0 && {closedPortals})};
  }

  private optionsChanged(): void { this.host.changed(); this.ask(); }

  private setTool(tool: Tool): void {
    this.tool = tool;
    this.tools.value = tool;
    this.brushRow.hidden = tool !== 'close';
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
    this.writeConditions(link);
    this.host.openView('why', link.toString());
  }

  override click(place: Place): void {
    if (this.tool === 'close') {
      this.closures.push({...place, radiusM: this.brush.value ?? 1});
      this.optionsChanged();
    } else if (this.tool === 'door') {
      const door = this.host.doorAt(place);
      if (door) this.toggle(door); else this.host.say('There is no door there.');
    } else {
      this.setTool(this.ends.click(this.tool, place));
    }
  }

  override isDoorClosed(door: DescribedDoor): boolean {
    const name = door.name ?? '';
    return door.isClosed ? !this.openedDoors.has(name) : this.closedDoors.has(name);
  }

  private toggle(door: DescribedDoor): void {
    const name = door.name ?? '', field = door.isClosed ? this.openedDoors : this.closedDoors, names = field.value;
    field.value = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
    this.optionsChanged();
  }

  // Painting shut: a circle every radius along the stroke.
  override stroke(place: Place): {add(place: Vec3): void; end(): void} | undefined {
    if (this.tool !== 'close') return undefined;
    const radiusM = this.brush.value ?? 1;
    let last = place;
    this.closures.push({...place, radiusM});
    return {
      add: (next) => {
        if (Math.hypot(next.x - last.x, next.z - last.z) < radiusM) return;
        last = this.here(next);
        this.closures.push({...last, radiusM});
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
    this.drawClosures(ink, theme);
    if (this.answer) drawAnswer(ink, theme, this.answer, this.host.mapId);
    this.ends.draw(ink, theme);
  }

  drawClosures(ink: Ink, theme: Theme): void {
    for (const closure of this.closures) {
      if (closure.mapId === this.host.mapId) ink.area(circle(closure, closure.radiusM), {fill: theme.closed});
    }
  }

  override read(link: Link): void {
    this.ends.read(link);
    this.setTool(this.host.ends.start ? 'goal' : 'start');
    this.alternatives.value = link.number('alternatives', 0, 0, kMostAlternatives);
    this.hasTrace.value = link.has('explored');
    this.method.value = link.oneOf('method', this.methods().map(methodValue), '');
    this.readConditions(link);
  }

  readConditions(link: Link): void {
    const mapId = this.host.mapId;
    this.closures = link.list('shut', 'not x,y,z,radius', (text) => {
      const numbers = text.split(',').map(Number), [x, y, z, radiusM] = numbers;
      return numbers.length === 4 && numbers.every(Number.isFinite) && radiusM > 0 ? {x, y, z, radiusM, mapId} : undefined;
    });
    this.costProfile.value = link.oneOf('costs', this.host.description?.costProfiles ?? [], '');
    const portals = this.host.world?.portals ?? [];
    const doors = this.host.description?.doors ?? [];
    this.closedDoors.value = link.namesOf('doors', doors);
    this.openedDoors.value = link.namesOf('openedDoors', doors);
    this.requirements.value = link.namesOf('met', portals.map(({requirement}) => requirement ?? ''));
    this.closedPortals.value = link.namesOf('closedPortals', portals.map(({name}) => name ?? ''));
    this.money.value = link.number('money', undefined, 0, 1e12);
    const costs = new Map(link.list('areaCosts', 'not area:factor', (text) => {
      const [name, factor] = text.split(':');
      return this.areaFields.some(([area]) => area === name) && Number(factor) >= 0 ? [name, Number(factor)] as const : undefined;
    }));
    for (const [name, field] of this.areaFields) field.value = costs.get(name);
  }

  override write(address: URLSearchParams): void {
    this.ends.write(address);
    if (this.alternatives.value) address.set('alternatives', String(this.alternatives.value));
    if (this.hasTrace.value) address.set('explored', '1');
    if (this.method.value !== '') address.set('method', this.method.value);
    this.writeConditions(address);
  }

  writeConditions(address: URLSearchParams): void {
    const set = (name: string, value: string | number | undefined) => {
      if (value !== undefined && value !== '' && value !== 0) address.set(name, String(value));
    };
    set('shut', this.closures.filter((closure) => closure.mapId === this.host.mapId)
        .map((c) => [c.x, c.y, c.z, c.radiusM].map((v) => +v.toFixed(2)).join(',')).join('|'));
    set('costs', this.costProfile.value);
    set('doors', writeNames(this.closedDoors.value));
    set('openedDoors', writeNames(this.openedDoors.value));
    set('met', writeNames(this.requirements.value));
    set('closedPortals', writeNames(this.closedPortals.value));
    set('money', this.money.value);
    set('areaCosts', this.areaFields.filter(([, field]) => field.value !== undefined)
        .map(([name, field]) => `${name}:${field.value}`).join('|'));
  }
}
