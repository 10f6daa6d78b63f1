// The page's address as a link says it: what cannot be understood is noted, and the usual taken in its place.
import {rangeFault, readPlace, readXyz, type Place} from './place';
import type {Vec3} from '../map/surface';

// Names as a link has them, between '|', which may stand in a name, too.
export function writeNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll('%', '%25').replaceAll('|', '%7C')).join('|');
}

function readName(text: string): string { return text.replaceAll('%7C', '|').replaceAll('%25', '%'); }

export class Link {
  // What was not understood, for the reader: "camera=a,b (x, y, z and a size are needed)".
  readonly doubts: string[] = [];
  // The maps that places may be on. Absent: any.
  maps: readonly string[] | undefined;
  private readonly values: URLSearchParams;
  private readonly asked = new Set<string>();

  constructor(text: string) { this.values = new URLSearchParams(text); }

  has(name: string): boolean {
    this.asked.add(name);
    return this.values.has(name);
  }

  text(name: string): string {
    this.asked.add(name);
    return this.values.get(name) ?? '';
  }

  doubt(name: string, why: string): void { this.doubts.push(`${name}=${this.text(name)} (${why})`); }

  // The usual if it is not there, and if it is no number within the limits.
  number<Usual extends number | undefined>(name: string, usual: Usual, min = -Infinity, max = Infinity): number | Usual {
    const text = this.text(name), value = Number(text);
    if (!this.values.has(name)) return usual;
    if (text.trim() !== '' && value >= min && value <= max) return value;
    this.doubt(name, min === -Infinity ? 'not a number' : `not a number from ${min} to ${max}`);
    return usual;
  }

  oneOf(name: string, choices: readonly string[], usual: string): string {
    const text = this.text(name);
    if (!this.values.has(name)) return usual;
    if (choices.includes(text)) return text;
    this.doubt(name, 'there is no such choice');
    return usual;
  }

  // Parts between '|', each as `read` has it; those that it makes nothing of are noted, with what is wrong with the first of them.
  list<Item>(name: string, what: string | ((bad: string) => string), read: (text: string) => Item | undefined): Item[] {
    const texts = this.text(name).split('|').filter((text) => text !== '');
    const items = texts.map(read), bad = texts.filter((_, i) => items[i] === undefined);
    if (bad.length > 0) this.doubts.push(`${name}: ${bad.slice(0, 3).join(' | ')} (${typeof what === 'string' ? what : what(bad[0])})`);
    return items.filter((item) => item !== undefined);
  }

  points(name: string): Vec3[] { return this.sound(name, readXyz, rangeFault); }
  places(name: string, mapId: string): Place[] {
    return this.sound(name, (text) => readPlace(text, mapId), (place) => rangeFault(place) || this.mapFault(place));
  }

  private sound<Item extends Vec3>(name: string, read: (text: string) => Item | undefined, faultOf: (item: Item) => string): Item[] {
    const fault = (text: string) => { const item = read(text); return item ? faultOf(item) : 'not x,y,z'; };
    return this.list(name, fault, (text) => (fault(text) === '' ? read(text) : undefined));
  }

  private mapFault({mapId}: Place): string { return this.maps?.includes(mapId) === false ? `there is no map ${mapId} here` : ''; }
  names(name: string): string[] { return this.text(name).split('|').filter((text) => text !== '').map(readName); }

  // Notes names that are none of these.
  namesOf(name: string, known: readonly string[]): string[] {
    const all = new Set(known);
    return this.list(name, 'there is no such name here', (text) => (all.has(readName(text)) ? readName(text) : undefined));
  }

  // Names that nobody has asked for. Call it last.
  unknown(): string[] { return [...new Set(this.values.keys())].filter((name) => !this.asked.has(name)); }
}
