// The card that says what is drawn: colours with their legend, layers, and the heights that are shown.
import type {DescribeMapResponse} from './api/messages';
import type {Link} from './data/link';
import {kLayers, type Layer, type Layers} from './layers';
import {cssColour, type ColourBy} from './map/poly_colours';
import type {Surface} from './map/surface';
import {beyondColour} from './picture/beyond_drawing';
import {kNoLimitM, type Stage} from './picture/stage';
import {checkField, choiceField, element, folded, type CheckField} from './ui/elements';

const kColourings: [ColourBy, string][] = [
  ['zone', 'zone'], ['area', 'area'], ['height', 'height'], ['slope', 'slope'], ['cluster', 'cluster'],
];
// Narrower pages have the card folded: it would cover a corner of the map. [css pixels]
const kNarrowPx = 1300;
// [css pixels] Beside it.
const kMarginPx = 14;

export class DrawnCard {
  readonly element: HTMLDetailsElement;
  private description: DescribeMapResponse | undefined;
  private surface: Surface | undefined;
  private areLayersChosen = false;
  private readonly colour = choiceField('Colour', kColourings, () => { this.applyColour(); this.change(); });
  private readonly legend = element('ul', {class: 'legend', 'aria-label': 'Legend'});
  private readonly layerFields: [Layer, CheckField][] = kLayers.map((layer) => [layer, checkField(layer, false, () => this.layersChanged())]);
  private readonly lowest = heightSlider('Show ground from this height on', '0');
  private readonly highest = heightSlider('Show ground up to this height', '1000');
  private readonly heightText = element('span', {class: 'quiet'});

  // `change` is called when the reader has chosen something.
  constructor(private readonly stage: Stage, private readonly layers: Layers, private readonly change: () => void) {
    this.element = folded('What is drawn', this.colour.row, this.legend,
                          element('div', {class: 'checks'}, ...this.layerFields.map(([, field]) => field.row)),
                          element('div', {class: 'floor'}, element('span', {}, 'Heights'), this.heightText, this.lowest, this.highest));
    this.element.classList.add('card', 'drawn');
    this.element.open = innerWidth > kNarrowPx;
    for (const slider of [this.lowest, this.highest]) slider.addEventListener('input', () => { this.applyHeights(); this.change(); });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.showLegend());
  }

  // [css pixels] So much of the picture's right side is behind it.
  get coversPx(): number { return this.element.open ? this.element.offsetWidth + 2 * kMarginPx : 0; }

  mapOpened(description: DescribeMapResponse): void {
    this.description = description;
    this.surface = undefined;
    if (!this.areLayersChosen) this.layers.showUsual(description.summary?.surface);
    this.showLayers();
    this.applyHeights();
  }

  surfaceLoaded(surface: Surface): void {
    this.surface = surface;
    const hasClusters = surface.parts.some(({clusters}) => clusters.length > 0);
    this.colour.offer('cluster', hasClusters);
    if (this.colour.value === 'cluster' && !hasClusters) { this.colour.value = 'zone'; this.applyColour(); this.change(); }
    this.showLegend();
  }

  private showLegend(): void {
    const entries = this.stage.legend((index) => this.areaName(index)).map(({colour, label}): [string, string] => [cssColour(colour), label]);
    const beyond = (this.surface?.beyond ?? []).filter(({polys}) => polys.length > 0)
        .map((each): [string, string] => [beyondColour(each), `${each.name}, tinted: only with the ability ${each.ability}`]);
    this.legend.replaceChildren(...[...entries, ...beyond].map(([colour, label]) => {
      const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
      swatch.style.backgroundColor = colour;
      return element('li', {}, swatch, label);
    }));
  }

  areaName(index: number): string {
    return this.description?.areas?.find((area) => area.index === index)?.name ?? `area ${index}`;
  }

  read(link: Link): void {
    this.colour.value = link.oneOf('colour', kColourings.map(([name]) => name), 'zone');
    this.applyColour();
    this.areLayersChosen = link.has('layers');
    if (this.areLayersChosen) {
      const wanted = link.text('layers').split(' ').filter((name) => name !== '');
      this.layers.shown.clear();
      for (const layer of kLayers) if (wanted.includes(layer)) this.layers.shown.add(layer);
      if (wanted.length > this.layers.shown.size) link.doubt('layers', `they are ${kLayers.join(', ')}`);
    }
    const heights = link.has('heights') ? link.text('heights').split(',').map(Number) : [0, 1000];
    const areHeights = heights.length === 2 && heights.every((height) => height >= 0 && height <= 1000);
    if (!areHeights) link.doubt('heights', 'not two numbers from 0 to 1000');
    [this.lowest.value, this.highest.value] = (areHeights ? heights : [0, 1000]).map(String);
  }

  // Those that a link has chosen, of the map that is open.
  showLayers(): void {
    for (const [layer, field] of this.layerFields) field.value = this.layers.shown.has(layer);
    void this.layers.prepare();
  }

  write(address: URLSearchParams): void {
    if (this.colour.value !== 'zone') address.set('colour', this.colour.value);
    if (this.lowest.value !== '0' || this.highest.value !== '1000') address.set('heights', `${this.lowest.value},${this.highest.value}`);
    if (this.areLayersChosen) address.set('layers', [...this.layers.shown].join(' '));
  }

  private applyColour(): void {
    this.stage.colour(this.colour.value as ColourBy);
    this.showLegend();
  }

  private layersChanged(): void {
    this.areLayersChosen = true;
    for (const [layer, field] of this.layerFields) if (field.value) this.layers.shown.add(layer); else this.layers.shown.delete(layer);
    void this.layers.prepare();
    this.change();
  }

  private applyHeights(): void {
    const min = this.description?.summary?.min?.y ?? 0, max = this.description?.summary?.max?.y ?? 0;
    const from = Number(this.lowest.value) / 1000, to = Number(this.highest.value) / 1000;
    const height = (share: number) => min + (max - min) * share;
    this.stage.slice(from <= 0 ? -kNoLimitM : height(from) - 0.01, to >= 1 ? kNoLimitM : height(to) + 0.01);
    this.heightText.textContent = from <= 0 && to >= 1 ? 'all' : `${height(from).toFixed(1)} to ${height(to).toFixed(1)} m`;
    for (const slider of [this.lowest, this.highest]) {
      slider.setAttribute('aria-valuetext', `${height(Number(slider.value) / 1000).toFixed(1)} m`);
      slider.disabled = max - min < 0.5;
    }
  }
}

// In thousandths of the map's heights.
function heightSlider(label: string, value: string): HTMLInputElement {
  return element('input', {type: 'range', min: '0', max: '1000', value, 'aria-label': label});
}
