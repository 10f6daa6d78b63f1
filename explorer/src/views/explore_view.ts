// Explore: a walk over the whole map, by one walker or several, played over time.
import {LiveCall} from '../api/live_call';
import {plainName, type PlanRouteRequest, type PlanRouteResponse} from '../api/messages';
import type {Link} from '../data/link';
import {joinedXyz} from '../data/map_source';
import {writePlace, type Place} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle} from '../picture/stage';
import {kWalkers, type Theme} from '../picture/theme';
import {lineChart, type ChartLine} from '../ui/chart';
import {
  badge, button, checkField, choiceField, count, element, figures, folded, metres, numberField, percent,
} from '../ui/elements';
import {pointRow} from '../ui/point_row';
import {toLocation} from './ends_editor';
import {coverageOf, pointAt, pointsUpTo, sumOfCurves, walkOf, type Walk} from './walk';
import {routePoints} from './route_drawing';
import {drawPin, namesOf, View, withAgent, type ViewHost} from './view';

const kOrders: [string, string][] = [
  ['', 'shortest'], ['WALK_ORDER_BREADTH_FIRST', 'breadth first'], ['WALK_ORDER_DEPTH_FIRST', 'depth first'],
  ['WALK_ORDER_POCKET_FIRST', 'pocket first'],
];
// [s] A whole walk is played in so much time at the speed 1.
const kPlayS = 20;

export class ExploreView extends View {
  readonly id = 'explore';
  readonly title = 'Explore';
  readonly hint = 'Click where the walk begins; then play it.';
  private start: Place | undefined;
  private walks: Walk[] = [];
  private along = 1;
  private playedAtMs = 0;
  private isPlaying = false;
  private readonly startRow = element('div');
  private readonly order = choiceField('Order', kOrders, () => this.optionsChanged());
  private readonly walkers = numberField('Walkers', 1, '', () => this.optionsChanged(), {min: 1, max: 64, step: 1});
  private readonly coverage = numberField('Coverage', 100, '%', () => this.optionsChanged(), {min: 1, max: 100});
  private readonly sight = numberField('Sight', undefined, 'm', () => this.optionsChanged(), {min: 0, max: 1000});
  private readonly doesReturn = checkField('Return to the start', false, () => this.optionsChanged());
  private readonly time = element('input', {type: 'range', min: '0', max: '1000', value: '1000', 'aria-label': 'How far the walk is played'});
  private readonly play = button('Play', () => this.togglePlay(), {class: 'main'});
  private readonly timeText = element('span', {class: 'quiet'});
  private readonly player = element('div', {class: 'row player'}, this.play, this.time, this.timeText);
  private readonly call = new LiveCall<PlanRouteResponse>(
      'PathPlanning', 'PlanRoute', ({message}, request) => {
        this.host.asked({service: 'PathPlanning', method: 'PlanRoute', request}, message);
        void this.take(message);
      },
      (error, request) => {
        this.forget();
        this.host.asked({service: 'PathPlanning', method: 'PlanRoute', request}, error);
        this.showError(error);
      });

  constructor(host: ViewHost) {
    super(host);
    this.time.addEventListener('input', () => { this.pause(); this.along = Number(this.time.value) / 1000; this.showTime(); this.host.changed(); });
    this.player.hidden = true;
    this.panel.append(this.startRow, this.walkers.row, this.order.row, this.doesReturn.row, this.player, this.results,
                      folded('More', this.coverage.row, this.sight.row));
    this.showStart();
  }

  override mapOpened(): void {
    if (this.start?.mapId !== this.host.mapId) this.forget();
    this.showStart();
  }

  override ask(): void {
    if (!this.start || this.start.mapId !== this.host.mapId) { this.call.drop(); this.forget(); this.host.asked(undefined, undefined); return; }
    const walkers = this.walkers.value ?? 1, coverage = (this.coverage.value ?? 100) / 100, sightRadiusM = this.sight.value ?? 0;
    const request: PlanRouteRequest = {
      start: toLocation(this.start),
      exploration: {
        ...(this.order.value !== '' && {order: this.order.value}),
        ...(walkers > 1 && {walkers}),
        ...(coverage < 1 && {coverage}),
        ...(sightRadiusM > 0 && {sightRadiusM}),
        ...(this.doesReturn.value && {returnToStart: true}),
      },
      ...withAgent(this.host),
      ...this.host.conditions.forMap(this.start.mapId),
      detail: {shape: 'ROUTE_SHAPE_TURNING_POINTS'},
    };
    this.results.replaceChildren(element('p', {class: 'quiet'}, 'Walking over the map …'));
    // A walk takes a second to find: one that is not wanted any more is ended.
    this.call.drop();
    this.call.ask(request);
  }

  override click(place: Place): void {
    this.start = place;
    this.showStart();
    this.optionsChanged();
  }

  override handles(): Handle[] {
    if (this.start?.mapId !== this.host.mapId) return [];
    return [{
      place: this.start,
      move: (to: Vec3) => { this.start = this.here(to); },
      drop: () => { this.showStart(); this.optionsChanged(); },
    }];
  }

  override closed(): void { this.pause(); }

  override draw(ink: Ink, theme: Theme): void {
    this.walks.forEach((walk, i) => {
      const colour = walkColour(i, theme);
      ink.line(walk.points, {colour: `${colour}40`, widthPx: 2});
      ink.line(pointsUpTo(walk, this.along), {colour, widthPx: 2.5});
    });
    this.walks.forEach((walk, i) => {
      if (walk.points.length > 0) ink.dot(pointAt(walk, this.along), {radiusPx: 7, fill: walkColour(i, theme), outline: theme.halo});
    });
    if (this.start?.mapId === this.host.mapId) drawPin(ink, this.start, 'A', theme.start, theme);
  }

  override read(link: Link): void {
    this.start = link.places('at', this.host.mapId)[0];
    this.order.value = link.oneOf('order', kOrders.map(([name]) => name), '');
    this.walkers.value = link.number('walkers', 1, 1, 64);
    this.coverage.value = link.number('coverage', 100, 1, 100);
    this.sight.value = link.number('sight', undefined, 0, 1000);
    this.doesReturn.value = link.has('return');
    this.along = link.number('played', 1, 0, 1);
    this.showStart();
  }

  override write(address: URLSearchParams): void {
    if (this.start) address.set('at', writePlace(this.start));
    if (this.order.value !== '') address.set('order', this.order.value);
    if ((this.walkers.value ?? 1) > 1) address.set('walkers', String(this.walkers.value));
    if ((this.coverage.value ?? 100) < 100) address.set('coverage', String(this.coverage.value));
    if (this.sight.value) address.set('sight', String(this.sight.value));
    if (this.doesReturn.value) address.set('return', '1');
    if (this.along < 1 && !this.isPlaying) address.set('played', this.along.toFixed(3));
  }

  private optionsChanged(): void {
    this.along = 1;
    this.host.changed();
    this.ask();
  }

  private showStart(): void {
    this.startRow.replaceChildren(pointRow({
      label: 'Start', letter: 'A', kind: 'start', place: this.start, mapId: this.host.mapId,
      names: namesOf(this.host),
      change: (next) => { this.start = next; this.showStart(); this.optionsChanged(); },
    }));
  }

  private forget(): void {
    this.walks = [];
    this.pause();
    this.player.hidden = true;
    this.results.replaceChildren();
    this.host.stage.redraw();
  }

  private async take(answer: PlanRouteResponse): Promise<void> {
    const mapId = this.host.mapId;
    this.walks = (answer.routes ?? []).map((route) => walkOf(routePoints(answer, route, mapId)));
    this.player.hidden = this.walks.length === 0;
    this.showTime();
    const {exploration} = answer;
    const kind = answer.status === 'ROUTE_STATUS_COMPLETE' ? 'good' : this.walks.length > 0 ? 'warn' : 'bad';
    const lengthM = (answer.routes ?? []).reduce((sum, route) => sum + (route.lengthM ?? 0), 0);
    const chart = element('div');
    this.results.replaceChildren(
        element('div', {class: 'verdict'}, badge(plainName(answer.status, 'ROUTE_STATUS_'), kind),
                element('span', {}, plainName(exploration?.end, 'EXPLORATION_END_'))),
        answer.explanation ? element('p', {}, answer.explanation) : '',
        figures([
          ['Key points', `${percent(exploration?.coverage)} of ${count(exploration?.reachableKeyPoints)}`],
          ['Ground seen', exploration?.groundCoverage ? percent(exploration.groundCoverage) : undefined],
          ['All walks', metres(lengthM)],
          ['Any walk takes', exploration?.lowerBoundM ? `${metres(exploration.lowerBoundM)} or more` : undefined, 'No walk with this coverage can be shorter'],
          ...this.walks.length > 1 ? this.walks.map((walk, i): [string, string] => [`Walker ${i + 1}`, metres(walk.lengthM)]) : [],
        ]),
        chart);
    try {
      const xyz = joinedXyz(await this.host.skeleton());
      if (mapId !== this.host.mapId) return;
      const all = exploration?.reachableKeyPoints ?? 1;
      const lines: ChartLine[] = this.walks.map((walk, i) => ({
        colour: kWalkers[i % kWalkers.length],
        points: coverageOf(walk, (answer.routes?.[i].keyPoints ?? []).map((id) => ({x: xyz[3 * id], y: xyz[3 * id + 1], z: xyz[3 * id + 2]})), all),
      }));
      if (lines.length > 1) lines.push({colour: 'currentColor', points: sumOfCurves(lines.map(({points}) => points))});
      chart.replaceChildren(lineChart('Share of key points visited over metres walked', 'm', lines));
    } catch {
      // Without the skeleton there is no curve.
    }
  }

  private togglePlay(): void {
    if (this.isPlaying) { this.pause(); return; }
    if (this.along >= 1) this.along = 0;
    this.isPlaying = true;
    this.play.textContent = 'Pause';
    this.playedAtMs = performance.now();
    requestAnimationFrame(() => this.tick());
  }

  private pause(): void {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.play.textContent = 'Play';
    this.host.changed();
  }

  private tick(): void {
    if (!this.isPlaying) return;
    const now = performance.now();
    this.along = Math.min(1, this.along + (now - this.playedAtMs) / 1000 / kPlayS);
    this.playedAtMs = now;
    this.showTime();
    if (this.along >= 1) this.pause(); else requestAnimationFrame(() => this.tick());
  }

  private showTime(): void {
    const longestM = Math.max(0, ...this.walks.map(({lengthM}) => lengthM));
    this.time.value = String(Math.round(this.along * 1000));
    this.timeText.textContent = metres(longestM * this.along, 0);
    this.time.setAttribute('aria-valuetext', this.timeText.textContent);
    this.host.stage.redraw();
  }
}

function walkColour(i: number, theme: Theme): string { return i === 0 ? theme.route : kWalkers[i % kWalkers.length]; }
