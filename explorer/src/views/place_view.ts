// Place: positions drawn by the server's rules; why others were rejected; an audit of positions from a file.
import {callJson, type CallError} from '../api/connect';
import {LiveCall} from '../api/live_call';
import {plainName, type PlaceResourceRequest, type PlaceResourceResponse, type PlaceRules} from '../api/messages';
import type {Link} from '../data/link';
import {flatXyz, listVec3, writeXyz, type Place} from '../data/place';
import {absoluteXyz} from '../data/server_source';
import {polyArea, polyMiddle, type Surface, type SurfacePart, type Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle, Stroke} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {bars} from '../ui/chart';
import {badge, button, checkField, choiceField, count, element, figures, folded, numberField, switcher} from '../ui/elements';
import {Audit} from './audit';
import {reasonColour, verdictBars} from './place_reasons';
import {kBases, kBasisMeans} from './route_results';
import {drawPin, View, withAgent, type ViewHost} from './view';

type Tool = 'region' | 'anchor';

const kReachabilities: [string, string][] = [
  ['', 'there and back'], ['REACHABILITY_FROM', 'there'], ['REACHABILITY_ANY', 'any ground'],
];
const kMostPositions = 100_000;
// [positions] Tried for the map of reasons.
const kTried = 4000;
export class PlaceView extends View {
  readonly id = 'place';
  readonly title = 'Place';
  readonly hint = 'Positions are drawn by seed. Click sets anchors; with Region, drag a shape to keep within. Drop a CSV to audit it.';
  private region: Vec3[] = [];
  private anchors: Place[] = [];
  private placed: Vec3[] = [];
  private tried: {places: Vec3[]; verdicts: string[]} | undefined;
  private tool: Tool = 'anchor';
  private readonly tools = switcher('The mouse', [['anchor', 'Anchors'], ['region', 'Region']], 'anchor', (value) => { this.tool = value as Tool; });
  private readonly total = numberField('Count', 20, '', () => this.optionsChanged(), {min: 1, max: 100000, step: 1});
  private readonly seed = numberField('Seed', 1, '', () => this.optionsChanged(), {min: 0, step: 1});
  private readonly spacing = numberField('Spacing', 5, 'm', () => this.optionsChanged(), {min: 0, max: 10000});
  private readonly walking = checkField('Spacing by walking distance', false, () => this.optionsChanged());
  private readonly clearance = numberField('From borders', 0, 'm', () => this.optionsChanged(), {min: 0, max: 1000});
  private readonly reachability = choiceField('Reachable', kReachabilities, () => this.optionsChanged());
  private readonly hasMap = checkField('Map of reasons', false, () => { this.host.changed(); void this.askForReasons(); });
  private readonly clear = button('Clear region and anchors', () => { this.region = []; this.anchors = []; this.optionsChanged(); });
  private readonly reasons = element('div');
  private readonly audit = new Audit(this.host, () => ({...this.common(), ...this.rules(undefined)}));
  private openedMap = '';
  private reasonsAsked = 0;
  private readonly call = new LiveCall<PlaceResourceResponse>(
      'PathPlanning', 'PlaceResource', ({message}, request) => this.take(message, request),
      (error, request) => {
        this.placed = [];
        this.host.asked({service: 'PathPlanning', method: 'PlaceResource', request}, error);
        this.showError(error);
        this.host.stage.redraw();
      });

  constructor(host: ViewHost) {
    super(host);
    this.panel.append(
        this.total.row, this.seed.row, this.spacing.row, element('div', {class: 'row'}, this.tools.row, this.clear), this.results,
        folded('Rules', this.walking.row, this.clearance.row, this.reachability.row, this.hasMap.row),
        this.audit.file, this.audit.results);
  }

  override mapOpened(): void {
    this.tried = undefined;
    if (this.openedMap === this.host.mapId) return;
    this.openedMap = this.host.mapId;
    this.anchors = [];
    this.region = [];
    this.placed = [];
    this.audit.clear();
  }

  override surfaceLoaded(): void { void this.askForReasons(); }

  private common(): Pick<PlaceResourceRequest, 'mapId' | 'agent' | 'changes'> {
    const {mapId, conditions} = this.host;
    return {mapId, ...withAgent(this.host), ...conditions.forMap(mapId)};
  }

  override leftOut(): string[] {
    const hasCosts = this.host.conditions.isWeighted(this.host.mapId);
    return hasCosts && !this.walking.value ? ['costs of ground, which matter to walking distances only'] : [];
  }

  private rules(spacing: PlaceRules['spacing']): {rules?: PlaceRules} {
    const clearanceM = this.clearance.value ?? 0;
    const rules: PlaceRules = {
      ...(this.region.length > 2 && {region: {prism: {cornersXz: this.region.flatMap(({x, z}) => [x, z])}}}),
      ...(this.reachability.value !== '' && {reachability: this.reachability.value}),
      ...(this.anchors.length > 0 && {anchorXyz: flatXyz(this.anchors)}),
      ...(clearanceM > 0 && {clearanceM}),
      ...(spacing && {spacing: {...spacing, ...(this.walking.value && {metric: 'DISTANCE_METRIC_WALKING'})}}),
    };
    return Object.keys(rules).length > 0 ? {rules} : {};
  }

  override ask(): void {
    this.audit.renew();
    const betweenM = this.spacing.value ?? 0;
    this.call.ask({
      ...this.common(),
      scatter: {count: this.total.value ?? 1, seed: String(this.seed.value ?? 0)},
      ...this.rules(betweenM > 0 ? {betweenM} : undefined),
    } satisfies PlaceResourceRequest);
  }

  private take(answer: PlaceResourceResponse, request: object): void {
    this.host.asked({service: 'PathPlanning', method: 'PlaceResource', request}, answer);
    this.placed = listVec3(absoluteXyz(answer.points));
    const kind = answer.status === 'PLACE_STATUS_COMPLETE' ? 'good' : answer.status === 'PLACE_STATUS_FEWER' ? 'warn' : 'bad';
    const rejections = (answer.rejections ?? []).map(({reason, count: rejected}) => ({
      label: plainName(reason, 'PLACE_REASON_'), count: Number(rejected), colour: reasonColour(reason ?? ''),
    }));
    this.results.replaceChildren(
        element('div', {class: 'verdict'}, badge(plainName(answer.status, 'PLACE_STATUS_'), kind),
                element('span', {}, `${count(this.placed.length)} positions`)),
        figures([['Known from', kBases[answer.basis ?? ''], kBasisMeans]]),
        rejections.length > 0 ? element('h2', {}, 'Rejected') : '',
        rejections.length > 0 ? bars('Rejected candidates by reason', rejections) : '', this.reasons);
    this.host.stage.redraw();
    void this.askForReasons();
  }

  // What each of some thousand places would be judged, beside the positions that were drawn.
  private async askForReasons(): Promise<void> {
    const asked = ++this.reasonsAsked;
    this.tried = undefined;
    this.reasons.replaceChildren();
    const {surface} = this.host;
    if (!this.hasMap.value || !surface?.isComplete) { this.host.stage.redraw(); return; }
    const places = spreadOver(surface), fromExistingM = this.spacing.value ?? 0;
    const hasSpacing = fromExistingM > 0 && this.placed.length > 0;
    try {
      const {message} = await callJson<PlaceResourceResponse>('PathPlanning', 'PlaceResource', {
        ...this.common(), audit: {xyz: flatXyz(places)},
        ...this.rules(hasSpacing ? {fromExistingM, existingXyz: flatXyz(this.placed)} : undefined),
      });
      if (asked !== this.reasonsAsked) return;
      this.tried = {places, verdicts: message.verdicts ?? []};
      this.reasons.replaceChildren(element('h2', {}, `${count(places.length)} places tried`), verdictBars(this.tried.verdicts));
    } catch (error) {
      if (asked === this.reasonsAsked) this.showError(error as CallError);
    }
    this.host.stage.redraw();
  }

  override click(place: Place): void {
    this.anchors.push(place);
    this.optionsChanged();
  }

  override stroke(place: Place): Stroke | undefined {
    if (this.tool !== 'region') return undefined;
    this.region = [place];
    const stepM = 8 / this.host.stage.camera.pixelsPerM;
    return {
      stepM: Infinity,
      add: (next) => {
        const last = this.region[this.region.length - 1];
        if (Math.hypot(next.x - last.x, next.z - last.z) > stepM && this.region.length < 500) this.region.push(next);
      },
      end: () => this.optionsChanged(),
    };
  }

  override handles(): Handle[] {
    return this.anchors.map((anchor, i) => ({
      place: anchor,
      move: (to: Vec3) => { this.anchors[i] = this.here(to); },
      drop: () => this.optionsChanged(),
    }));
  }

  override drawUnder(ink: Ink, theme: Theme): void {
    if (this.region.length > 1) ink.area(this.region, {fill: `${theme.via}22`, outline: theme.via, widthPx: 2});
    // That places outside the region are outside is plain to see.
    this.tried?.places.forEach((place, i) => {
      const verdict = this.tried!.verdicts[i];
      if (verdict !== 'PLACE_REASON_OUTSIDE_REGION') ink.dot(place, {radiusPx: 3.5, fill: `${reasonColour(verdict)}b0`});
    });
  }

  override draw(ink: Ink, theme: Theme): void {
    if (!this.audit.isOpen) for (const place of this.placed) ink.dot(place, {radiusPx: 5.5, fill: theme.route, outline: theme.halo});
    this.audit.draw(ink, theme);
    this.anchors.forEach((anchor, i) => drawPin(ink, anchor, String(i + 1), theme.start, theme));
  }

  private optionsChanged(): void { this.host.changed(); this.ask(); }

  override read(link: Link): void {
    this.total.value = link.number('count', 20, 1, kMostPositions);
    this.seed.value = link.number('seed', 1, 0, Number.MAX_SAFE_INTEGER);
    this.spacing.value = link.number('spacing', 5, 0, 10000);
    this.clearance.value = link.number('borders', 0, 0, 1000);
    this.reachability.value = link.oneOf('reachable', kReachabilities.map(([name]) => name), '');
    this.walking.value = link.has('walking');
    this.hasMap.value = link.has('reasons');
    this.region = link.points('region');
    this.anchors = link.points('anchors').map((point) => this.here(point));
    this.audit.read(link);
  }

  override write(address: URLSearchParams): void {
    address.set('count', String(this.total.value ?? 1));
    address.set('seed', String(this.seed.value ?? 0));
    address.set('spacing', String(this.spacing.value ?? 0));
    if (this.clearance.value) address.set('borders', String(this.clearance.value));
    if (this.reachability.value !== '') address.set('reachable', this.reachability.value);
    if (this.walking.value) address.set('walking', '1');
    if (this.hasMap.value) address.set('reasons', '1');
    if (this.region.length > 0) address.set('region', this.region.map(writeXyz).join('|'));
    if (this.anchors.length > 0) address.set('anchors', this.anchors.map(writeXyz).join('|'));
    this.audit.write(address);
  }
}

// Middles of polygons, the more of them the larger the polygon: a golden-ratio walk over the summed area, so that the same
// map gives the same places.
function spreadOver(surface: Surface): Vec3[] {
  let areaM2 = 0;
  for (const part of surface.whole()) for (let i = 0; i < part.polys.length; ++i) areaM2 += polyArea(part, i);
  const each = areaM2 / kTried, places: Vec3[] = [];
  let owed = 0;
  for (const part of surface.whole()) {
    for (let i = 0; i < part.polys.length; ++i) {
      owed += polyArea(part, i);
      const wanted = Math.floor(owed / each);
      owed -= wanted * each;
      if (wanted === 1) places.push(absolute(polyMiddle(part, i), surface.origin));
      else for (let k = 0; k < wanted; ++k) places.push(absolute(withinPoly(part, i, k, places.length), surface.origin));
    }
  }
  return places;
}

function withinPoly(part: SurfacePart, i: number, k: number, seed: number): Vec3 {
  const {cornersXyz: c, firstCorner} = part;
  const first = firstCorner[i], corners = firstCorner[i + 1] - first;
  const t = 1 + k % Math.max(1, corners - 2);
  let u = ((seed + 1) * 0.7548776662) % 1, v = ((seed + 1) * 0.5698402910) % 1;
  if (u + v > 1) { u = 1 - u; v = 1 - v; }
  const at = (axis: number) => {
    const a = c[first * 3 + axis], b = c[(first + t) * 3 + axis], d = c[(first + t + 1) * 3 + axis];
    return a + (b - a) * u + (d - a) * v;
  };
  return {x: at(0), y: at(1), z: at(2)};
}

function absolute(point: Vec3, origin: Vec3): Vec3 { return {x: point.x + origin.x, y: point.y + origin.y, z: point.z + origin.z}; }
