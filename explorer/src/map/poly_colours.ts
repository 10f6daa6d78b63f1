// One colour for each polygon, by what the reader wants to see.
import type {AreaType} from '../api/messages';
import {polyMiddle, polyNormal, type Surface, type SurfacePart} from './surface';

export type ColourBy = 'zone' | 'area' | 'height' | 'slope' | 'cluster';
export type Rgb = [number, number, number];
export interface LegendEntry {colour: Rgb; label: string}

// Rows of the colours' texture have so many polygons.
export const kColourRow = 1024;

// Hues that stay apart for colour-blind readers (after Okabe and Ito), softened for large areas.
const kGroups: Rgb[] = [
  [150, 192, 216], [238, 200, 134], [156, 208, 178], [226, 168, 196], [234, 226, 156], [222, 158, 128], [142, 164, 210],
  [184, 220, 230], [198, 180, 222], [180, 190, 146], [244, 212, 198], [132, 184, 186],
];
const kIsolated: Rgb = [214, 122, 112];
// Cells of a grid that are no ground.
const kBlocked: Rgb = [92, 100, 108];
const kAreas: Rgb[] = [
  [170, 178, 172], [169, 187, 143], [205, 184, 143], [110, 165, 204], [176, 154, 206], [226, 158, 122], [126, 190, 155], [214, 138, 176],
];
// Words in the names of areas that have colours of their own: the reader expects water to be blue.
const kAreaWords: [RegExp, Rgb][] = [
  [/water|sea|swim|river/i, [104, 160, 204]], [/air|sky|fly/i, [190, 212, 226]], [/road|street|path|stone/i, [196, 186, 172]],
  [/grass|ground|meadow|field/i, [164, 190, 140]], [/sand|beach|desert/i, [222, 204, 150]], [/lava|fire|danger|hazard/i, [204, 104, 84]],
  [/mud|swamp|marsh/i, [150, 134, 104]], [/snow|ice/i, [222, 230, 236]], [/wood|forest|bush/i, [112, 152, 112]],
];
// A scale from low to high that is read in greys, too (after viridis).
const kScale: Rgb[] = [[72, 64, 124], [58, 106, 142], [38, 148, 144], [92, 186, 106], [178, 212, 76], [250, 228, 96]];

// The same in hues that no ground has (after inferno), for what lies over it.
const kHotScale: Rgb[] = [[40, 11, 84], [101, 21, 110], [159, 42, 99], [212, 72, 66], [245, 125, 21], [250, 193, 39]];

export function onScale(share: number): Rgb { return between(kScale, share); }
export function onHotScale(share: number): Rgb { return between(kHotScale, share); }

function between(scale: readonly Rgb[], share: number): Rgb {
  const at = Math.max(0, Math.min(1, share)) * (scale.length - 1);
  const low = Math.min(scale.length - 2, Math.floor(at)), t = at - low;
  return scale[low].map((value, i) => Math.round(value + (scale[low + 1][i] - value) * t)) as Rgb;
}

export function groupColour(rank: number): Rgb { return kGroups[rank % kGroups.length]; }
export function areaColour(area: number, name: string): Rgb {
  return kAreaWords.find(([word]) => word.test(name))?.[1] ?? kAreas[area % kAreas.length];
}
export function cssColour([r, g, b]: Rgb, alpha = 1): string { return alpha === 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha})`; }

export class PolyColours {
  // Red, green, blue, 255 for each polygon in the order received; whole rows.
  data = new Uint8Array(0);
  // [factor] Of all colours: the ground is dimmed where the page is dark.
  brightness = 1;
  // In greys, so that what lies over the ground has the colours to itself.
  isGrey = false;
  private areaColours = new Map<number, Rgb>();
  private readonly zoneRanks = new Map<number, number>();
  private readonly zoneSizes = new Map<number, number>();

  constructor(expectedPolys: number, areas: readonly AreaType[]) {
    this.reserve(expectedPolys);
    for (const {index, name} of areas) this.areaColours.set(index ?? 0, areaColour(index ?? 0, name ?? ''));
  }

  reserve(polys: number): void {
    const bytes = Math.max(1, Math.ceil(polys / kColourRow)) * kColourRow * 4;
    if (bytes <= this.data.length) return;
    const grown = new Uint8Array(bytes);
    grown.set(this.data);
    this.data = grown;
  }

  // Takes note of the zones of a new part: the largest zone gets the first colour.
  countZones(part: SurfacePart): void {
    for (const zone of part.zones) this.zoneSizes.set(zone, (this.zoneSizes.get(zone) ?? 0) + 1);
    const bySize = [...this.zoneSizes].filter(([zone]) => zone !== 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    this.zoneRanks.clear();
    bySize.forEach(([zone], rank) => this.zoneRanks.set(zone, rank));
  }

  paint(surface: Surface, part: SurfacePart, by: ColourBy): void {
    this.reserve(part.firstIndex + part.polys.length);
    const rise = Math.max(1e-6, surface.maxY - surface.minY);
    for (let i = 0; i < part.polys.length; ++i) {
      this.put(part.firstIndex + i, this.colourOf(surface, part, i, by, rise));
    }
  }

  get blocked(): Rgb { return this.dimmed(kBlocked); }

  private dimmed(colour: Rgb): Rgb { return (this.isGrey ? grey(colour, this.brightness) : colour).map((value) => Math.round(value * this.brightness)) as Rgb; }

  put(index: number, colour: Rgb): void {
    const {brightness, data} = this, at = index * 4, [r, g, b] = this.isGrey ? grey(colour, brightness) : colour;
    data[at] = r * brightness;
    data[at + 1] = g * brightness;
    data[at + 2] = b * brightness;
    data[at + 3] = 255;
  }

  legend(surface: Surface, by: ColourBy, areaName: (area: number) => string): LegendEntry[] {
    const entries = this.entries(surface, by, areaName);
    if (surface.grid) entries.push({colour: kBlocked, label: 'blocked'});
    return entries.map(({colour, label}) => ({colour: this.dimmed(colour), label}));
  }

  private entries(surface: Surface, by: ColourBy, areaName: (area: number) => string): LegendEntry[] {
    switch (by) {
      case 'zone': return this.zoneLegend();
      case 'area': {
        const areas = new Set<number>();
        for (const part of surface.parts) for (const area of part.areas) areas.add(area);
        return [...areas].sort((a, b) => a - b).map((area) => ({colour: this.areaOf(area), label: areaName(area)}));
      }
      case 'height': return [0, 0.5, 1].map((share) => ({
        colour: onScale(share),
        label: `${(surface.origin.y + surface.minY + share * (surface.maxY - surface.minY)).toFixed(1)} m`,
      }));
      case 'slope': return [0, 15, 30, 45].map((deg) => ({colour: onScale(deg / 45), label: `${deg}°`}));
      case 'cluster': return [{colour: groupColour(0), label: 'a colour for each cluster'}];
    }
  }

  private zoneLegend(): LegendEntry[] {
    const ranks = [...this.zoneRanks].sort((a, b) => a[1] - b[1]);
    const entries = ranks.slice(0, 5).map(([zone, rank]) => ({
      colour: groupColour(rank), label: rank === 0 ? `zone ${zone} (largest)` : `zone ${zone}`,
    }));
    if (ranks.length > 5) entries.push({colour: groupColour(5), label: `${ranks.length - 5} more zones`});
    if (this.zoneSizes.has(0)) entries.push({colour: kIsolated, label: 'isolated'});
    return entries;
  }

  private areaOf(area: number): Rgb { return this.areaColours.get(area) ?? areaColour(area, ''); }

  private colourOf(surface: Surface, part: SurfacePart, i: number, by: ColourBy, rise: number): Rgb {
    switch (by) {
      case 'zone': return part.zones[i] === 0 ? kIsolated : groupColour(this.zoneRanks.get(part.zones[i]) ?? 0);
      case 'area': return this.areaOf(part.areas[i]);
      case 'height': return onScale((polyMiddle(part, i).y - surface.minY) / rise);
      case 'slope': return onScale(Math.acos(Math.min(1, polyNormal(part, i).y)) * 180 / Math.PI / 45);
      case 'cluster': return groupColour(part.clusters.length > 0 ? mixed(part.clusters[i]) : 0);
    }
  }
}

// As light as the colour, and on a dark page so much darker that bright colours over it stand out.
function grey([r, g, b]: Rgb, brightness: number): Rgb {
  const light = (0.3 * r + 0.59 * g + 0.11 * b) * brightness;
  return [light, light, light];
}

// Neighbouring clusters have neighbouring ids: spread them over the colours.
function mixed(id: number): number { return Math.imul(id + 1, 2654435761) >>> 16; }
