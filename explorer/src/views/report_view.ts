// Report: the figures of a bake, and what it warns of, with each island's way out. Only in report.html.
import type {ReportFinding, ReportMap} from '../data/report_document';
import type {ReportSource} from '../data/report_source';
import {toVec3} from '../data/place';
import {cssColour, type PolyColours, type Rgb} from '../map/poly_colours';
import type {Surface, SurfacePart, Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Theme} from '../picture/theme';
import {badge, button, element, figures} from '../ui/elements';
import {drawFixLists, fixList} from './fixes';
import {View, type ViewHost} from './view';

type Kind = ReportFinding['kind'];

const kTones: Record<Kind, 'bad' | 'warn' | 'quiet'> = {warning: 'bad', island: 'warn', lost: 'quiet', gained: 'quiet', moved: 'quiet',
                                                        removed: 'quiet', added: 'quiet', unreachable: 'quiet'};
const kIsland: Rgb = [232, 145, 44];
// What the colours say, in the order of the legend.
const kMeanings: [Kind, string][] = [
  ['warning', 'warning: the bake is doubtful there'], ['island', 'island: ground without a way to or from the main ground'],
  ['lost', 'lost: could be reached in the old one, and cannot in the new one'], ['gained', 'gained: can be reached now, and could not before'],
  ['moved', 'moved: a named place that is elsewhere now'], ['removed', 'removed: a named place of the old one that the new one has not'],
  ['added', 'added: a named place that the old one had not'], ['unreachable', 'unreachable: a named place that the old one had not, and that cannot be reached'],
];
// [share] Of ground that changed: floors below it are seen.
const kAlpha = 0.8;

export class ReportView extends View {
  readonly id = 'report';
  readonly title = 'Report';
  readonly hint: string;

  constructor(host: ViewHost, private readonly report: ReportSource) {
    super(host);
    const {compared} = report;
    host.stage.isGrey = compared !== undefined;
    this.hint = compared ? `What can be reached in ${compared.newer} and could not in ${compared.older}, and what cannot any more. The map is the new one.` :
        'What was baked, and what is wrong with it.';
  }

  private map(): ReportMap { return this.report.map(this.host.mapId); }

  override mapOpened(): void {
    const {figures: rows, findings} = this.map(), isComparison = this.report.compared !== undefined;
    this.panel.replaceChildren(
        figures(rows.map(({name, value}) => [name, value])),
        element('h2', {}, this.heading(findings)),
        legend(findings, isComparison),
        element('ol', {class: 'findings'}, ...findings.map((finding, i) => element(
            'li', {}, element('div', {class: 'verdict'}, element('span', {class: 'number'}, String(i + 1)), swatch(finding.kind),
                              badge(finding.kind, kTones[finding.kind]), finding.fails ? badge('fails', 'bad') : '',
                              finding.at ? button('Show', () => this.show(toVec3(finding.at)), {class: 'link', 'aria-label': `Show: ${finding.sentence}`}) : ''),
            element('p', {}, finding.sentence),
            finding.nextFinding === undefined ? '' : element('p', {}, nextGround(finding, finding.nextFinding)),
            finding.fixes && finding.fixes.length > 0 ? fixList(finding.fixes, this.host.mapId, (place) => this.show(place), String(i + 1)) : ''))));
  }

  override paintPolys(colours: PolyColours, _surface: Surface, part: SurfacePart): void {
    const islands = new Set(this.map().findings.flatMap(({polys}) => polys ?? []));
    if (islands.size === 0) return;
    part.polys.forEach((poly, i) => { if (islands.has(poly)) colours.put(part.firstIndex + i, kIsland); });
  }

  // Square by square: ground that is gone has no polygons, and of those that are there much may be as it was.
  override drawUnder(ink: Ink, theme: Theme): void {
    for (const {kind, squaresXyz, squareM} of this.map().findings) {
      if (squaresXyz && squareM) ink.squares(squaresXyz, squareM, () => withAlpha(colourOf(kind, theme), kAlpha));
    }
  }

  override draw(ink: Ink, theme: Theme): void {
    const {findings} = this.map();
    // Of many findings the list has the words.
    drawFixLists(ink, theme, this.host.stage.camera, findings.map(({fixes}, i) => ({fixes: fixes ?? [], prefix: String(i + 1)})), this.host.mapId,
                 findings.length === 1);
    findings.forEach(({at, kind}, i) => {
      if (!at) return;
      const place = toVec3(at);
      const colour = colourOf(kind, theme), isName = kind === 'removed' || kind === 'added';
      ink.dot(place, {radiusPx: 9, fill: isName ? theme.halo : colour, outline: isName ? colour : theme.halo});
      ink.label(place, String(i + 1), {colour: '#ffffff', halo: '#1d2733', isBold: true});
    });
  }

  private heading(findings: readonly ReportFinding[]): string {
    if (!this.report.compared) return findings.length === 0 ? 'Nothing was found wrong' : 'Findings';
    const fail = findings.filter(({fails}) => fails).length;
    if (fail > 0) return `What changed: ${fail} ${fail === 1 ? 'change fails' : 'changes fail'}`;
    const areChanges = findings.some(({kind}) => kind !== 'warning' && kind !== 'island');
    return areChanges ? 'What changed' : 'The same places and ground can be reached';
  }

  private show(place: Vec3): void {
    const {camera} = this.host.stage;
    camera.target = {...place};
    camera.spanM = Math.min(camera.spanM, 40);
    camera.update();
    this.host.stage.cameraMoved();
  }
}

function nextGround({fixes = []}: ReportFinding, next: number): string {
  return `${fixes.length === 1 ? 'This parts' : 'These part'} it from the ground of ${next + 1}, which is next on the way to the main ground:`;
}

function colourOf(kind: Kind, theme: Theme): string {
  switch (kind) {
    case 'lost': case 'gained': case 'moved': return theme[kind];
    case 'removed': case 'unreachable': return theme.lost;
    case 'added': return theme.gained;
    case 'island': return cssColour(kIsland);
    case 'warning': return theme.bad;
  }
}

// Of a colour of six hexadecimal digits.
function withAlpha(colour: string, share: number): string { return `${colour}${Math.round(share * 255).toString(16).padStart(2, '0')}`; }

function swatch(name: string): HTMLElement { return element('span', {class: `swatch ${name}`, 'aria-hidden': 'true'}); }

function legend(findings: readonly ReportFinding[], isComparison: boolean): HTMLElement {
  const kinds = kMeanings.filter(([kind]) => findings.some((finding) => finding.at && finding.kind === kind));
  const hasFixes = findings.some(({fixes}) => fixes && fixes.length > 0);
  return element('ul', {class: 'scale words', 'aria-label': 'Colours of findings'},
                 ...kinds.map(([kind, words]) => element('li', {}, swatch(kind), words)),
                 hasFixes && element('li', {}, swatch('fix'), 'what would join ground that is cut off'),
                 isComparison && element('li', {}, swatch('same'), 'grey: ground of the new one that is as it was'),
                 findings.some(({fails}) => fails) && element('li', {}, badge('fails', 'bad'), ' what --fail-on was asked to refuse'));
}
