// An audit of positions from a file: a verdict on each, what would help, and the nearest good place for bad ones. The file is asked
// about in parts, so that it is seen to go on and can be stopped.
import {callJson} from '../api/connect';
import {plainName, type Fix, type PlaceResourceRequest, type PlaceResourceResponse} from '../api/messages';
import type {Link} from '../data/link';
import {flatXyz, listVec3, readXyz, writeXyz} from '../data/place';
import {absoluteXyz} from '../data/server_source';
import {readPositions, type PositionRow} from '../data/table_file';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Theme} from '../picture/theme';
import {badge, button, count, element, table} from '../ui/elements';
import {fileDrop} from '../ui/file_drop';
import {saveText} from '../ui/saving';
import {firstPlace, toldFix, toldInLine} from './fixes';
import {reasonColour, verdictBars} from './place_reasons';
import {lookAt, type ViewHost} from './view';

// [positions] Asked about at once: about a tenth of a second.
const kRowsAtOnce = 50;
// [rows] Of the table; the file that is saved has all.
const kRowsShown = 200;
// [characters] Longer files are not kept in the page's address.
const kMostInLink = 4000;

interface Finding {
  verdict: string;
  better: Vec3 | undefined;
  fixes: Fix[];
}

export class Audit {
  readonly file = fileDrop('Audit a CSV of spawns (x, y, z, name)', (text, name) => this.load(text, name));
  readonly results = element('div', {class: 'results', role: 'status'});
  private name = '';
  private rows: PositionRow[] = [];
  // Of the rows that were asked about so far.
  private findings: Finding[] = [];
  private running = new AbortController();
  // The request that the rows were asked with.
  private askedWith = '';

  // `request` is what the positions are asked with.
  constructor(private readonly host: ViewHost, private readonly request: () => Omit<PlaceResourceRequest, 'audit'>) {}

  clear(): void {
    this.running.abort();
    this.rows = [];
    this.findings = [];
    this.results.replaceChildren();
  }

  // Positions of a file are shown, in place of those that are drawn by seed.
  get isOpen(): boolean { return this.rows.length > 0; }

  private load(text: string, name: string): void {
    this.clear();
    try {
      this.rows = readPositions(text);
      this.name = name;
    } catch (error) {
      this.results.replaceChildren(badge('not audited', 'bad'), element('p', {}, `${name}: ${(error as Error).message}`));
    }
    this.host.changed();
    void this.run();
  }

  // Asks about all rows anew if they would be asked otherwise.
  renew(): void {
    if (JSON.stringify(this.request()) !== this.askedWith) void this.run();
  }

  private async run(): Promise<void> {
    this.running.abort();
    this.findings = [];
    if (this.rows.length === 0) return;
    const {signal} = this.running = new AbortController(), {rows} = this;
    const bar = element('progress', {max: String(rows.length), 'aria-label': 'Positions asked about'}), text = element('span');
    this.results.replaceChildren(element('div', {class: 'row'}, bar, text, button('Stop', () => this.running.abort())));
    const common = this.request();
    this.askedWith = JSON.stringify(common);
    const answers: PlaceResourceResponse[] = [];
    try {
      while (this.findings.length < rows.length && !signal.aborted) {
        bar.value = this.findings.length;
        text.textContent = `${count(this.findings.length)} of ${count(rows.length)}`;
        const part = rows.slice(this.findings.length, this.findings.length + kRowsAtOnce);
        const request: PlaceResourceRequest = {...common, audit: {xyz: flatXyz(part), suggest: true, explain: true}};
        const {message} = await callJson<PlaceResourceResponse>('PathPlanning', 'PlaceResource', request, signal);
        answers.push(message);
        this.findings.push(...findingsOf(part.length, message));
        this.host.asked({service: 'PathPlanning', method: 'PlaceResource', request}, answers);
        this.host.stage.redraw();
      }
      this.show();
    } catch (error) {
      // Another file, another map, or Stop.
      if (signal.aborted) { if (this.rows === rows) this.show(); return; }
      this.results.replaceChildren(badge('not audited', 'bad'), element('p', {}, `${this.name}: ${(error as Error).message}`));
    }
  }

  private show(): void {
    const {rows, findings} = this;
    const bad = findings.map((finding, i) => ({row: rows[i], finding})).filter(({finding}) => finding.verdict !== 'PLACE_REASON_GOOD');
    const isAll = findings.length === rows.length;
    this.results.replaceChildren(
        element('div', {class: 'verdict'}, badge(bad.length > 0 ? `${count(bad.length)} bad` : isAll ? 'all good' : 'none bad', bad.length > 0 ? 'bad' : 'good'),
                element('span', {}, `of ${isAll ? '' : `the first ${count(findings.length)} of `}${count(rows.length)} in ${this.name}`),
                isAll ? '' : badge('stopped', 'warn')),
        verdictBars(findings.map(({verdict}) => verdict)),
        bad.length === 0 ? '' : table(['Name', 'Wrong', 'Better'], bad.slice(0, kRowsShown).map(({row, finding}) => [
          button(row.name, () => lookAt(this.host, row), {class: 'link'}),
          element('span', {}, plainName(finding.verdict, 'PLACE_REASON_'),
                  ...firstPlace(finding.fixes).map((fix) => element('span', {class: 'quiet block'}, toldFix(fix))),
                  moreFixes(finding.fixes.length - firstPlace(finding.fixes).length),
                  button('Why not?', () => this.askWhy(row), {class: 'link block', 'aria-label': `Why not ${row.name}?`})),
          finding.better ? writeXyz(finding.better).replaceAll(',', ', ') : '—',
        ]), 'Bad positions of the file', 'wrapping'),
        bad.length > kRowsShown ? element('p', {class: 'quiet'}, `The first ${kRowsShown} of ${count(bad.length)}; the CSV has all.`) : '',
        this.inLink() === '' ? element('p', {class: 'quiet'}, 'The file is too long for the link of this page.') : '',
        element('p', {class: 'quiet'}, 'The positions that are drawn by seed are hidden meanwhile.'),
        button('Close the file', () => { this.clear(); this.host.changed(); }),
        button('Save verdicts as CSV', () => saveText(this.csv(), 'text/csv', 'audit.csv')));
    this.host.stage.redraw();
  }

  private csv(): string {
    const quoted = (text: string) => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const lines = this.findings.map(({verdict, better, fixes}, i) => {
      const {name, x, y, z} = this.rows[i];
      return [quoted(name), x, y, z, plainName(verdict, 'PLACE_REASON_').replaceAll(' ', '_'), ...(better ? [better.x, better.y, better.z] : ['', '', '']),
              quoted(toldInLine(fixes))].join(',');
    });
    return ['name,x,y,z,verdict,better_x,better_y,better_z,explanation', ...lines].join('\n') + '\n';
  }

  // The view Why not, of this position; from the first anchor if there is one.
  private askWhy(row: PositionRow): void {
    const [x, y, z] = this.request().rules?.anchorXyz ?? [];
    const link = new URLSearchParams({asked: 'position', to: writeXyz(row)});
    if (z !== undefined) link.set('from', writeXyz({x, y, z}));
    this.host.openView('why', link.toString());
  }

  draw(ink: Ink, theme: Theme): void {
    this.findings.forEach(({verdict, better}, i) => {
      const row = this.rows[i];
      if (better) { ink.line([row, better], {colour: theme.good, widthPx: 2, dash: [4, 3]}); ink.dot(better, {radiusPx: 4, fill: theme.good, outline: theme.halo}); }
      ink.dot(row, {radiusPx: 5, fill: reasonColour(verdict), outline: theme.halo});
    });
  }

  read(link: Link): void {
    this.clear();
    this.name = 'the link';
    this.askedWith = '';
    this.rows = link.list('audit', 'not x,y,z,name', (text) => {
      const [x, y, z, ...name] = text.split(','), at = readXyz([x, y, z].join());
      return at && {...at, name: unescaped(name.join(',')), timeS: undefined};
    });
  }

  write(address: URLSearchParams): void {
    if (this.inLink() !== '') address.set('audit', this.inLink());
  }

  // Empty: none, or too long.
  private inLink(): string {
    const text = this.rows.map((row) => `${writeXyz(row)},${encodeURIComponent(row.name)}`).join('|');
    return text.length <= kMostInLink ? text : '';
  }
}

function unescaped(text: string): string {
  try { return decodeURIComponent(text); } catch { return text; }
}

function findingsOf(total: number, answer: PlaceResourceResponse): Finding[] {
  const points = listVec3(absoluteXyz(answer.points));
  const fixes = new Map((answer.explanations ?? []).map(({index, fixes: found}) => [index ?? 0, found ?? []]));
  return Array.from({length: total}, (_, i) => ({
    verdict: answer.verdicts?.[i] ?? '', better: answer.suggestions?.[i] === 'SUGGESTION_STATUS_FOUND' ? points[i] : undefined,
    fixes: fixes.get(i) ?? [],
  }));
}

// Those that the table leaves out.
function moreFixes(more: number): HTMLElement | string {
  return more === 0 ? '' : element('span', {class: 'quiet block'}, `and ${more} more ${more === 1 ? 'fix' : 'fixes'}`);
}
