// Start, via points and goals: the lines of the form, the pins on the map, and what a click sets.
import type {Location} from '../api/messages';
import type {Link} from '../data/link';
import {toPosition, writePlace, writePlaces, type Place} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle} from '../picture/stage';
import type {Theme} from '../picture/theme';
import {element} from '../ui/elements';
import {pointRow} from '../ui/point_row';
import {drawPin, namesOf, type Ends, type ViewHost} from './view';

export type EndTool = 'start' | 'goal' | 'more' | 'via';

export class EndsEditor {
  readonly rows = element('div', {class: 'points'});

  // `change` is called for every change, also while a pin is dragged.
  constructor(private readonly host: ViewHost, private readonly change: () => void) {}

  // Returns the tool for the next click.
  click(tool: EndTool, place: Place): EndTool {
    const {ends} = this.host;
    switch (tool) {
      case 'start': ends.start = place; tool = 'goal'; break;
      case 'goal': if (ends.start) ends.goals = [place, ...ends.goals.slice(1)]; else ends.start = place; break;
      case 'more': ends.goals.push(place); break;
      case 'via': ends.via.push(place); break;
    }
    this.refresh();
    this.change();
    return tool;
  }

  // As a click with the tool "goal", also without a start.
  setGoal(place: Place): void {
    const {ends} = this.host;
    ends.goals = [place, ...ends.goals.slice(1)];
    this.refresh();
    this.change();
  }

  refresh(): void {
    const {ends, mapId} = this.host;
    const row = (label: string, letter: string, kind: string, place: Place | undefined,
                 set: (place: Place | undefined) => void) => pointRow({
      label, letter, kind, place, mapId, names: namesOf(this.host),
      change: (next) => { set(next); this.refresh(); this.change(); },
    });
    const listRow = (list: Place[], i: number, label: string, letter: string, kind: string) =>
        row(label, letter, kind, list[i], (next) => { if (next) list[i] = next; else list.splice(i, 1); });
    this.rows.replaceChildren(
        row('Start', 'A', 'start', ends.start, (next) => { ends.start = next; }),
        ...ends.via.map((_, i) => listRow(ends.via, i, `Via ${i + 1}`, String(i + 1), 'via')),
        ...(ends.goals.length === 0 ? [row('Goal', 'B', 'goal', undefined, (next) => { if (next) ends.goals = [next]; })] :
            ends.goals.map((_, i) => listRow(ends.goals, i, i === 0 ? 'Goal' : `Goal ${i + 1}`, goalLetter(i), 'goal'))));
  }

  // Those that the ends lie on; of none, the one that is open.
  maps(): string[] {
    const {start, via, goals} = this.host.ends, places = [...(start ? [start] : []), ...via, ...goals];
    return places.length === 0 ? [this.host.mapId] : [...new Set(places.map(({mapId}) => mapId))];
  }

  handles(): Handle[] {
    const {ends} = this.host;
    const handle = (place: Place, set: (place: Place) => void): Handle[] => place.mapId !== this.host.mapId ? [] : [{
      place,
      move: (to: Vec3) => { set({...to, mapId: place.mapId}); this.change(); },
      drop: () => { this.refresh(); this.change(); },
    }];
    return [
      ...(ends.start ? handle(ends.start, (to) => { ends.start = to; }) : []),
      ...ends.goals.flatMap((place, i) => handle(place, (to) => { ends.goals[i] = to; })),
      ...ends.via.flatMap((place, i) => handle(place, (to) => { ends.via[i] = to; })),
    ];
  }

  draw(ink: Ink, theme: Theme): void {
    const {ends, mapId} = this.host;
    ends.via.forEach((place, i) => { if (place.mapId === mapId) drawPin(ink, place, String(i + 1), theme.via, theme); });
    ends.goals.forEach((place, i) => { if (place.mapId === mapId) drawPin(ink, place, goalLetter(i), theme.goal, theme); });
    if (ends.start?.mapId === mapId) drawPin(ink, ends.start, 'A', theme.start, theme);
  }

  read(link: Link): void {
    const {ends, mapId} = this.host;
    ends.start = link.places('from', mapId)[0];
    ends.goals = link.places('to', mapId);
    ends.via = link.places('via', mapId);
    this.refresh();
  }

  write(address: URLSearchParams): void { writeEnds(this.host.ends, address); }
}

export function writeEnds({start, goals, via}: Ends, address: URLSearchParams): void {
  if (start) address.set('from', writePlace(start));
  if (goals.length > 0) address.set('to', writePlaces(goals));
  if (via.length > 0) address.set('via', writePlaces(via));
}

export function toLocation(place: Place): Location { return {position: toPosition(place)}; }

export function goalLetter(i: number): string { return String.fromCharCode(66 + i % 25); }
