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
import {circle} from './route_view';
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
  readonly hint = 'What was baked, and what is wrong with it.';

  constructor(host: ViewHost, private readonly report: ReportSource) { super(host); }

  private map(): ReportMap { return this.report.map(this.host.mapId); }

  override mapOpened(): void {
    const {figures: rows, findings} = this.map();
    this.panel.replaceChildren(
        figures(rows.map(({name, value}) => [name, value])),
        element('h2', {}, findings.length === 0 ? 'Nothing was found wrong' : 'Findings'),
        element('ul', {class: 'scale', 'aria-label': 'Colours of findings'}, ...[...new Set(findings.map(({kind}) => kind))].map((kind) => {
          const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
          swatch.style.backgroundColor = cssColour(kKinds[kind].colour);
          return element('li', {}, swatch, kind);
        })),
        element('ol', {class: 'findings'}, ...findings.map((finding) => element(
            'li', {}, element('div', {class: 'verdict'}, badge(finding.kind, kKinds[finding.kind].tone),
                              finding.at ? button('Show', () => this.show(toVec3(finding.at)), {class: 'link', 'aria-label': `Show: ${finding.sentence}`}) : ''),
            element('p', {}, finding.sentence),
            finding.fixes && finding.fixes.length > 0 ? fixList(finding.fixes, (place) => this.show(place)) : ''))));
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

  override draw(ink: Ink, theme: Theme): void {
    const {findings} = this.map();
    findings.forEach(({at, kind, fixes, areaM2}, i) => {
      // Of many findings the list has the words.
      drawFixes(ink, theme, fixes ?? [], this.host.mapId, findings.length === 1);
      if (!at) return;
      const place = toVec3(at), colour = cssColour(kKinds[kind].colour);
      if (areaM2) ink.area(circle(place, Math.sqrt(areaM2 / Math.PI)), {fill: cssColour(kKinds[kind].colour, 0.3), outline: colour, widthPx: 2});
      ink.dot(place, {radiusPx: 9, fill: colour, outline: theme.halo});
      ink.label(place, String(i + 1), {colour: '#ffffff', halo: '#1d2733', isBold: true});
    });
  }

  private show(place: Vec3): void {
    const {camera} = this.host.stage;
    camera.target = {...place};
    camera.spanM = Math.min(camera.spanM, 40);
    camera.update();
    this.host.stage.cameraMoved();
  }
}
