// Report: the figures of a bake, and what it warns of, with each island's way out. Only in report.html.
import type {ReportFinding, ReportMap} from '../data/report_document';
import type {ReportSource} from '../data/report_source';
import {toVec3} from '../data/place';
import {cssColour, type PolyColours, type Rgb} from '../map/poly_colours';
import type {Surface, SurfacePart, Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Theme} from '../picture/theme';
import {badge, button, element, figures} from '../ui/elements';
import {drawFixes, fixList} from './fixes';
import {View, type ViewHost} from './view';

// Their colours are those of the legend.
const kKinds: Record<ReportFinding['kind'], {tone: 'bad' | 'warn' | 'good' | 'quiet'; colour: Rgb}> = {
  warning: {tone: 'bad', colour: [214, 69, 65]},
  island: {tone: 'warn', colour: [232, 145, 44]},
  lost: {tone: 'bad', colour: [214, 69, 65]},
  gained: {tone: 'good', colour: [60, 160, 90]},
  moved: {tone: 'quiet', colour: [126, 98, 200]},
};

export class ReportView extends View {
  readonly id = 'report';
  readonly title = 'Report';
  readonly hint: string;

  constructor(host: ViewHost, private readonly report: ReportSource) {
    super(host);
    const {compared} = report;
    this.hint = compared ? `What can be reached in ${compared.newer} and could not in ${compared.older}, and what cannot any more. The map is the new one.` :
        'What was baked, and what is wrong with it.';
  }

  private map(): ReportMap { return this.report.map(this.host.mapId); }

  override mapOpened(): void {
    const {figures: rows, findings} = this.map();
    this.panel.replaceChildren(
        figures(rows.map(({name, value}) => [name, value])),
        element('h2', {}, this.heading(findings)),
        element('ul', {class: 'scale', 'aria-label': 'Colours of findings'}, ...[...new Set(findings.map(({kind}) => kind))].map((kind) => {
          const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
          swatch.style.backgroundColor = cssColour(kKinds[kind].colour);
          return element('li', {}, swatch, kind);
        })),
        element('ol', {class: 'findings'}, ...findings.map((finding, i) => element(
            'li', {}, element('div', {class: 'verdict'}, element('span', {class: 'number'}, String(i + 1)), badge(finding.kind, kKinds[finding.kind].tone),
                              finding.at ? button('Show', () => this.show(toVec3(finding.at)), {class: 'link', 'aria-label': `Show: ${finding.sentence}`}) : ''),
            element('p', {}, finding.sentence),
            finding.fixes && finding.fixes.length > 0 ? fixList(finding.fixes, (place) => this.show(place), String(i + 1)) : ''))));
  }

  override paintPolys(colours: PolyColours, _surface: Surface, part: SurfacePart): void {
    const colourOf = new Map<number, Rgb>();
    for (const {kind, polys} of this.map().findings) for (const poly of polys ?? []) colourOf.set(poly, kKinds[kind].colour);
    if (colourOf.size === 0) return;
    part.polys.forEach((poly, i) => {
      const colour = colourOf.get(poly);
      if (colour) colours.put(part.firstIndex + i, colour);
    });
  }

  // Ground that is gone has no polygons to be coloured.
  override drawUnder(ink: Ink): void {
    for (const {kind, squaresXyz, squareM} of this.map().findings) {
      if (squaresXyz && squareM) ink.squares(squaresXyz, squareM, () => cssColour(kKinds[kind].colour, 0.6));
    }
  }

  override draw(ink: Ink, theme: Theme): void {
    const {findings} = this.map();
    findings.forEach(({at, kind, fixes}, i) => {
      // Of many findings the list has the words.
      drawFixes(ink, theme, fixes ?? [], this.host.mapId, findings.length === 1, String(i + 1));
      if (!at) return;
      const place = toVec3(at), colour = cssColour(kKinds[kind].colour);
      ink.dot(place, {radiusPx: 9, fill: colour, outline: theme.halo});
      ink.label(place, String(i + 1), {colour: '#ffffff', halo: '#1d2733', isBold: true});
    });
  }

  private heading(findings: readonly ReportFinding[]): string {
    if (!this.report.compared) return findings.length === 0 ? 'Nothing was found wrong' : 'Findings';
    const areChanges = findings.some(({kind}) => ['lost', 'gained', 'moved'].includes(kind));
    return areChanges ? 'What changed, and what is cut off in the new one' : 'The same places and ground can be reached';
  }

  private show(place: Vec3): void {
    const {camera} = this.host.stage;
    camera.target = {...place};
    camera.spanM = Math.min(camera.spanM, 40);
    camera.update();
    this.host.stage.cameraMoved();
  }
}
