// Why not: what would have to change so that a goal could be reached, a position were good, or a move legal.
import type {CallError} from '../api/connect';
import {LiveCall} from '../api/live_call';
import {
  plainName, type Fix, type PlaceResourceRequest, type PlaceResourceResponse, type PlanRouteRequest, type PlanRouteResponse,
  type ValidateMoveRequest, type ValidateMoveResponse,
} from '../api/messages';
import type {Link} from '../data/link';
import {flatXyz, toPosition, type Place} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {badge, element, switcher} from '../ui/elements';
import {EndsEditor, toLocation, type EndTool} from './ends_editor';
import {drawFixes, fixList, fixMarks} from './fixes';
import {drawAnswer} from './route_drawing';
import {snapNote, snapNotes} from './snaps';
import {lookAt, View, withAgent, type ViewHost} from './view';

const kQuestions = [['route', 'A route'], ['position', 'A position'], ['move', 'A move']] as const;
type Question = typeof kQuestions[number][0];
const kWaiting: Record<Question, {start: string; goal: string}> = {
  route: {start: 'Click a start on the map.', goal: 'Click what cannot be reached from the start.'},
  position: {start: '', goal: 'Click a position on the map.'},
  move: {start: 'Click where the move begins.', goal: 'Click where the move ends.'},
};

export class WhyView extends View {
  readonly id = 'why';
  readonly title = 'Why not';
  readonly hint = 'Click a start and what cannot be reached from it: each thing in the way is listed with its place, measure and limit.';
  private readonly ends = new EndsEditor(this.host, () => { this.host.changed(); this.ask(); });
  private tool: EndTool = 'start';
  private fixes: Fix[] = [];
  private route: PlanRouteResponse | undefined;
  private readonly question = switcher('What is refused', kQuestions.map(([name, text]) => [name, text]), 'route',
                                       () => this.optionsChanged());
  private readonly routeCall = new LiveCall<PlanRouteResponse>(
      'PathPlanning', 'PlanRoute', ({message}, request) => {
        this.route = message;
        this.show('PlanRoute', request, message, message.status === 'ROUTE_STATUS_COMPLETE', plainName(message.status, 'ROUTE_STATUS_'),
                  [plainName(message.reason, 'ROUTE_REASON_'), message.explanation ?? ''], message.fixes ?? [], snapNotes(this.host, message));
      }, (error, request) => this.fail('PlanRoute', request, error));
  private readonly placeCall = new LiveCall<PlaceResourceResponse>(
      'PathPlanning', 'PlaceResource', ({message}, request) => {
        const verdict = message.verdicts?.[0], goal = this.host.ends.goals[0];
        this.show('PlaceResource', request, message, verdict === 'PLACE_REASON_GOOD', plainName(verdict, 'PLACE_REASON_'), [],
                  message.explanations?.[0]?.fixes ?? [], ...goal ? [snapNote(this.host, 'position', goal)] : []);
      }, (error, request) => this.fail('PlaceResource', request, error));
  private readonly moveCall = new LiveCall<ValidateMoveResponse>(
      'PathPlanning', 'ValidateMove', ({message}, request) => {
        const violation = message.violations?.[0];
        this.show('ValidateMove', request, message, message.verdict === 'MOVE_VERDICT_LEGAL', plainName(message.verdict, 'MOVE_VERDICT_'),
                  [plainName(violation?.kind, 'MOVE_VIOLATION_KIND_'), violation?.explanation ?? ''], violation?.fixes ?? []);
      }, (error, request) => this.fail('ValidateMove', request, error));

  constructor(host: ViewHost) {
    super(host);
    this.panel.append(this.question.row, this.ends.rows, this.results);
  }

  override mapOpened(): void { this.ends.refresh(); }

  override askedMaps(): string[] {
    const {start, goals} = this.host.ends;
    switch (this.question.value as Question) {
      case 'route': return this.ends.maps();
      case 'position': return [goals[0]?.mapId ?? this.host.mapId];
      case 'move': return [start?.mapId ?? this.host.mapId];
    }
  }

  override ask(): void {
    const {start, goals} = this.host.ends, goal = goals[0], question = this.question.value as Question;
    for (const call of [this.routeCall, this.placeCall, this.moveCall]) call.drop();
    const waitsFor = question !== 'position' && !start ? 'start' : !goal ? 'goal' : undefined;
    if (waitsFor || !goal) { this.wait(question, waitsFor ?? 'goal'); return; }
    if (question === 'route') {
      this.routeCall.ask({
        start: toLocation(start!), goals: goals.map(toLocation), ...withAgent(this.host), ...this.host.conditions.forRoute(this.askedMaps()), limits: {completeOnly: true}, detail: {explain: true},
      } satisfies PlanRouteRequest);
    } else if (question === 'position') {
      this.placeCall.ask({
        mapId: goal.mapId, ...withAgent(this.host), ...this.host.conditions.forMap(goal.mapId), audit: {xyz: flatXyz([goal]), explain: true},
        ...(start && start.mapId === goal.mapId && {rules: {anchorXyz: flatXyz([start])}}),
      } satisfies PlaceResourceRequest);
    } else {
      this.moveCall.ask({
        from: toPosition(start!), to: toPosition(goal), ...withAgent(this.host), ...this.host.conditions.forMap(start!.mapId), explain: true,
      } satisfies ValidateMoveRequest);
    }
  }

  private show(method: string, request: object, answer: object, isGood: boolean, verdict: string, sentences: string[],
               fixes: Fix[], ...notes: Node[]): void {
    this.host.asked({service: 'PathPlanning', method, request}, answer);
    this.fixes = fixes;
    if (method !== 'PlanRoute') this.route = undefined;
    const show = (place: Vec3, otherMap?: string) => { if (otherMap) this.host.openMap(otherMap, place); else lookAt(this.host, place); };
    this.results.replaceChildren(
        element('div', {class: 'verdict'}, badge(verdict, isGood ? 'good' : 'bad'), element('span', {}, sentences[0] ?? '')),
        ...sentences.slice(1).filter((sentence) => sentence !== '').map((sentence) => element('p', {}, sentence)), ...notes,
        isGood ? element('p', {}, 'Nothing is in the way.') :
            fixes.length > 0 ? fixList(fixes, this.host.mapId, show) : element('p', {class: 'quiet'}, 'No fix was found.'));
    this.host.stage.redraw();
  }

  private fail(method: string, request: object, error: CallError): void {
    this.forget();
    this.host.asked({service: 'PathPlanning', method, request}, error);
    this.showError(error);
  }

  private wait(question: Question, end: 'start' | 'goal'): void {
    this.forget();
    this.host.asked(undefined, undefined);
    this.results.replaceChildren(element('p', {class: 'quiet'}, kWaiting[question][end]));
  }

  private forget(): void {
    this.fixes = [];
    this.route = undefined;
    this.results.replaceChildren();
    this.host.stage.redraw();
  }

  private optionsChanged(): void { this.forget(); this.host.changed(); this.ask(); }

  override click(place: Place): void {
    if (this.question.value === 'position') this.ends.setGoal(place); else this.tool = this.ends.click(this.tool, place);
  }
  override marks(): readonly Vec3[] { return fixMarks(this.fixes, this.host.mapId); }
  override handles(): Handle[] { return this.ends.handles(); }

  override draw(ink: Ink, theme: Theme): void {
    if (this.route) drawAnswer(ink, theme, this.route, this.host.mapId);
    this.ends.draw(ink, theme);
    drawFixes(ink, theme, this.host.stage.camera, this.fixes, this.host.mapId);
  }

  override read(link: Link): void {
    this.ends.read(link);
    this.tool = this.host.ends.start ? 'goal' : 'start';
    this.question.value = link.oneOf('asked', kQuestions.map(([name]) => name), 'route');
  }

  override write(address: URLSearchParams): void {
    this.ends.write(address);
    if (this.question.value !== 'route') address.set('asked', this.question.value);
  }
}
