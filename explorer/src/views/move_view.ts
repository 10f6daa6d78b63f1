// Move: may an agent have moved so? A move drawn on the map, or a track from a file: the check that is broken, the legal
// walk, and where the server would put the agent.
import {LiveCall} from '../api/live_call';
import {plainName, type MoveViolation, type ValidateMoveRequest, type ValidateMoveResponse} from '../api/messages';
import type {Link} from '../data/link';
import {flatXyz, listVec3, toPosition, toVec3, writePlace, writeXyz, type Place} from '../data/place';
import {readPositions} from '../data/table_file';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {badge, button, count, element, figures, metres, numberField, table} from '../ui/elements';
import {fileDrop} from '../ui/file_drop';
import {drawPin, View, withAgent, type ViewHost} from './view';

const kCorrections = ['SLIDE', 'LAST_GOOD', 'FURTHEST'].map((name) => `MOVE_CORRECTION_KIND_${name}`);
// Kinds whose measured value is a speed, or seconds; all others are metres.
const kUnits: Record<string, string> = {
  MOVE_VIOLATION_KIND_TOO_FAST: 'm/s', MOVE_VIOLATION_KIND_TOO_LONG_IN_AIR: 's',
};

// Kinds that fixes are looked for.
const kExplained = ['UNREACHABLE', 'BLOCKED', 'WRONG_FLOOR', 'FROM_OFF_MESH', 'TO_OFF_MESH'].map((name) => `MOVE_VIOLATION_KIND_${name}`);

export class MoveView extends View {
  readonly id = 'move';
  readonly title = 'Move';
  readonly hint = 'Click the samples of a move, one after the other; drag any. They are counted from 0, as by the API. Or drop a CSV: x, y, z, and a time if there is one.';
  private samples: Place[] = [];
  // [s] Of each sample; empty: untimed.
  private timesS: number[] = [];
  private answer: ValidateMoveResponse | undefined;
  private readonly speed = numberField('Greatest speed', undefined, 'm/s', () => { this.showList(); this.optionsChanged(); }, {min: 0, max: 10000});
  private readonly interval = numberField('Between samples', 1, 's', () => this.optionsChanged(), {min: 0.01, max: 3600});
  private readonly list = element('div', {class: 'row'});
  private readonly call = new LiveCall<ValidateMoveResponse>(
      'PathPlanning', 'ValidateMove', ({message}, request) => {
        this.answer = message;
        this.host.asked({service: 'PathPlanning', method: 'ValidateMove', request}, message);
        this.show(message);
        this.host.stage.redraw();
      },
      (error, request) => {
        this.answer = undefined;
        this.host.asked({service: 'PathPlanning', method: 'ValidateMove', request}, error);
        this.showError(error);
        this.host.stage.redraw();
      });

  constructor(host: ViewHost) {
    super(host);
    this.panel.append(this.list, this.speed.row, this.interval.row, this.results,
                      fileDrop('Load a track (x, y, z, time)', (text, name) => this.load(text, name)));
    this.showList();
  }

  override mapOpened(): void {
    if (this.samples.some(({mapId}) => mapId !== this.host.mapId)) this.setSamples([], []);
  }

  override ask(): void {
    const request = this.request();
    if (request) { this.call.ask(request); return; }
    this.call.drop();
    this.answer = undefined;
    this.results.replaceChildren();
    this.host.asked(undefined, undefined);
    this.host.stage.redraw();
  }

  private request(): ValidateMoveRequest | undefined {
    if (this.samples.length < 2) return undefined;
    const maxSpeedMps = this.speed.value ?? 0, hasTimes = maxSpeedMps > 0;
    const timeS = this.timesS.length > 0 ? this.timesS : this.samples.map((_, i) => i * (this.interval.value ?? 1));
    const common = {
      ...withAgent(this.host), ...this.host.conditions.forMap(this.host.mapId), ...(hasTimes && {allowances: {maxSpeedMps}}), corrections: kCorrections,
    };
    if (this.samples.length === 2) {
      return {
        from: toPosition(this.samples[0]), to: toPosition(this.samples[1]),
        ...(hasTimes && {fromTimeS: timeS[0], toTimeS: timeS[1]}), ...common,
      };
    }
    return {track: {mapId: this.host.mapId, xyz: flatXyz(this.samples), ...(hasTimes && {timeS})}, ...common};
  }

  private show(answer: ValidateMoveResponse): void {
    const isLegal = answer.verdict === 'MOVE_VERDICT_LEGAL', violation = answer.violations?.[0];
    this.results.replaceChildren(
        element('div', {class: 'verdict'}, badge(isLegal ? 'legal' : 'illegal', isLegal ? 'good' : 'bad'),
                element('span', {}, isLegal ? (answer.isUnproven ? 'not proven wrong' : '') : plainName(violation?.kind, 'MOVE_VIOLATION_KIND_')),
                violation && kExplained.includes(violation.kind ?? '') && button('Why not?', () => this.askWhy(violation.sample ?? 0), {class: 'link'})),
        violation?.explanation ? element('p', {}, violation.explanation) : '',
        violation ? violationFigures(violation) : '',
        this.speed.value || !answer.checksMade?.includes('MOVE_CHECK_WALK') ? '' :
            element('p', {}, 'No greatest speed is given, so times are not used: a walk of up to twice the straight line and 1 m is allowed, also ' +
                             'round what stands between.'),
        element('p', {class: 'quiet'}, `Checks made: ${(answer.checksMade ?? []).map((check) => plainName(check, 'MOVE_CHECK_')).join(', ')}`),
        (answer.corrections ?? []).length === 0 ? '' : table(['Correction', 'Off by', 'Walk', 'Place'], answer.corrections!.map((each) => [
          plainName(each.kind, 'MOVE_CORRECTION_KIND_'), metres(each.distanceM), metres(each.walkM), writeXyz(toVec3(each.position)).replaceAll(',', ', '),
        ]), 'Corrections', 'wrapping'));
  }

  // The view Why not, of the step that ends at this sample; of the first step if that begins there.
  private askWhy(sample: number): void {
    const end = Math.max(1, sample);
    const link = new URLSearchParams({asked: 'move', from: writePlace(this.samples[end - 1]), to: writePlace(this.samples[end])});
    this.host.openView('why', link.toString());
  }

  override click(place: Place): void { this.setSamples([...this.samples, place], []); }

  override handles(): Handle[] {
    return this.samples.map((sample, i) => ({
      place: sample,
      move: (to: Vec3) => { this.samples[i] = this.here(to); this.ask(); },
      drop: () => { this.showList(); this.host.changed(); },
    }));
  }

  override draw(ink: Ink, theme: Theme): void {
    const violation = this.answer?.violations?.[0], isLegal = this.answer?.verdict === 'MOVE_VERDICT_LEGAL';
    const bad = violation?.sample ?? this.samples.length;
    const good = this.samples.slice(0, isLegal ? this.samples.length : bad);
    ink.line(good, {colour: theme.good, widthPx: 3.5, casing: theme.halo});
    if (!isLegal) ink.line(this.samples.slice(Math.max(0, bad - 1)), {colour: theme.bad, widthPx: 3.5, dash: [7, 6], casing: theme.halo});
    if (violation) this.drawViolation(ink, theme, violation);
    for (const correction of this.answer?.corrections ?? []) {
      const at = toVec3(correction.position);
      ink.dot(at, {radiusPx: 6, fill: theme.warn, outline: theme.halo});
      ink.label(at, plainName(correction.kind, 'MOVE_CORRECTION_KIND_'), {colour: theme.text, halo: theme.halo, dyPx: -15});
    }
    const isLong = this.samples.length > 12;
    this.samples.forEach((sample, i) => {
      const colour = !isLegal && i >= bad ? theme.bad : theme.start;
      if (isLong) ink.dot(sample, {radiusPx: 4, fill: colour, outline: theme.halo});
      else drawPin(ink, sample, String(i), colour, theme);
    });
  }

  private drawViolation(ink: Ink, theme: Theme, violation: MoveViolation): void {
    const walk = listVec3(violation.walkXyz ?? []);
    if (walk.length > 1) ink.line(walk, {colour: theme.via, widthPx: 3, dash: [2, 5], casing: theme.halo});
    if (!violation.at) return;
    const at = toVec3(violation.at);
    ink.dot(at, {radiusPx: 7, fill: theme.bad, outline: theme.halo});
    ink.label(at, '×', {colour: '#ffffff', halo: theme.bad, sizePx: 14, isBold: true});
  }

  private load(text: string, name: string): void {
    try {
      const rows = readPositions(text);
      const hasTimes = rows.every(({timeS}) => timeS !== undefined);
      this.setSamples(rows.map((row) => this.here(row)), hasTimes ? rows.map(({timeS}) => timeS!) : []);
    } catch (error) {
      this.results.replaceChildren(badge('not loaded', 'bad'), element('p', {}, `${name}: ${(error as Error).message}`));
    }
  }

  private setSamples(samples: Place[], timesS: number[]): void {
    this.samples = samples;
    this.timesS = timesS;
    this.showList();
    this.optionsChanged();
  }

  private showList(): void {
    // Without a speed times are not used.
    this.interval.row.hidden = this.timesS.length > 0 || !this.speed.value;
    this.list.replaceChildren(
        element('span', {}, `${count(this.samples.length)} samples${this.timesS.length > 0 ? ' with times' : ''}`),
        button('Remove last', () => this.setSamples(this.samples.slice(0, -1), this.timesS.slice(0, -1))),
        button('Clear', () => this.setSamples([], [])));
  }

  private optionsChanged(): void { this.host.changed(); this.ask(); }

  override read(link: Link): void {
    this.samples = link.points('track').map((point) => this.here(point));
    this.timesS = link.text('times').split(',').filter((text) => text !== '').map(Number);
    if (this.timesS.length > 0 && (!this.timesS.every(Number.isFinite) || this.timesS.length !== this.samples.length)) {
      link.doubt('times', 'not a time for each sample');
      this.timesS = [];
    }
    this.speed.value = link.number('speed', undefined, 0, 10000);
    this.interval.value = link.number('interval', 1, 0.01, 3600);
    this.showList();
  }

  override write(address: URLSearchParams): void {
    if (this.samples.length > 0) address.set('track', this.samples.map(writeXyz).join('|'));
    if (this.timesS.length > 0) address.set('times', this.timesS.join(','));
    if (this.speed.value) address.set('speed', String(this.speed.value));
    if (this.interval.value !== 1) address.set('interval', String(this.interval.value));
  }
}

function violationFigures(violation: MoveViolation): HTMLElement {
  const unit = kUnits[violation.kind ?? ''] ?? 'm';
  const measured = violation.measured ?? 0;
  return figures([
    ['Check', plainName(violation.check, 'MOVE_CHECK_')],
    ['Sample', `${violation.sample ?? 0}, counted from 0`],
    ['Measured', measured < 0 ? 'none found' : `${measured.toFixed(2)} ${unit}`],
    ['Allowed', violation.allowed === undefined ? undefined : `${violation.allowed.toFixed(2)} ${unit}`],
  ]);
}
