// What every view has: a form with results, marks on the map, and its share of the page's address.
import type {CallError} from '../api/connect';
import type {Agent, DescribedDoor, DescribeMapResponse, MapSummary} from '../api/messages';
import type {Conditions} from '../data/conditions';
import type {Link} from '../data/link';
import type {MapSource, Skeleton, World} from '../data/map_source';
import type {Place, PlaceNames} from '../data/place';
import type {PolyColours} from '../map/poly_colours';
import type {Surface, SurfacePart, Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Handle, Stage, Stroke} from '../picture/stage';
import type {Theme} from '../picture/theme';
import type {AskedRequest} from '../ui/code';
import {badge, element} from '../ui/elements';
import {withInputName} from './input_names';

// Start and goals belong to the page: whoever asks for a route and goes on to "Why not" keeps them.
export interface Ends {
  start: Place | undefined;
  via: Place[];
  goals: Place[];
}

// What a view may use of the page.
export interface ViewHost {
  readonly source: MapSource;
  readonly stage: Stage;
  readonly ends: Ends;
  readonly conditions: Conditions;
  // All maps of the source, and the one that is open.
  readonly maps: readonly MapSummary[];
  readonly mapId: string;
  readonly description: DescribeMapResponse | undefined;
  readonly surface: Surface | undefined;
  readonly world: World | undefined;
  agent(): Agent;
  skeleton(): Promise<Skeleton>;
  // With `at` that place is in the middle.
  openMap(mapId: string, at?: Vec3): void;
  // Opens another view if the page has it, asked as the text of a link says, or else as it was.
  openView(id: string, link?: string): void;
  // The door that is drawn where this place of the ground is seen.
  doorAt(place: Vec3): DescribedDoor | undefined;
  // Tells the reader what a click did not do, until the next one.
  say(message: string): void;
  // The view's state has changed: the address is written anew and the map redrawn.
  changed(): void;
  // The view has changed the conditions, which forms show, too.
  conditionsChanged(): void;
  // The request that the code box shows, and the answer that is saved as JSON.
  asked(request: AskedRequest | undefined, answer: unknown): void;
}

export function namesOf({description, world, maps, source}: ViewHost): PlaceNames {
  return {
    map: description?.places ?? [], world: world?.places ?? [],
    maps: [...maps, ...world?.maps ?? []].map(({mapId}) => mapId ?? ''),
    of: async (mapId) => (await source.describeMap(mapId, new AbortController().signal)).places ?? [],
  };
}

export abstract class View {
  abstract readonly id: string;
  abstract readonly title: string;
  // One sentence: what a click does.
  abstract readonly hint: string;
  readonly panel = element('div', {class: 'view'});
  protected readonly results = element('div', {class: 'results', role: 'status'});

  constructor(protected readonly host: ViewHost) {}

  // A map was opened, or another agent chosen: choices may have changed.
  mapOpened(): void {}
  // All of the map's surface is there.
  surfaceLoaded(): void {}
  // Asks the server anew, if there is enough to ask.
  ask(): void {}
  read(_link: Link): void {}
  write(_address: URLSearchParams): void {}
  // What lies on the ground, below the layers and their names.
  drawUnder(_ink: Ink, _theme: Theme): void {}
  draw(_ink: Ink, _theme: Theme): void {}
  // Places whose marks have names of their own: those of layers keep off them.
  marks(): readonly Vec3[] { return []; }
  handles(): Handle[] { return []; }
  click(_place: Place, _isShifted: boolean): void {}
  stroke(_place: Place): Stroke | undefined { return undefined; }
  // The maps that are asked about: by these go the conditions that it is asked with. None: it has no use for any.
  askedMaps(): string[] { return [this.host.mapId]; }
  // What of the conditions and of who walks is not asked with, in words.
  leftOut(): string[] { return []; }
  paintPolys(_colours: PolyColours, _surface: Surface, _part: SurfacePart): void {}
  // The view is left for another one.
  closed(): void {}
  // Replaces the map by a picture of the view's own, or undefined.
  ownPicture(): HTMLElement | undefined { return undefined; }

  protected here(place: Vec3): Place { return {x: place.x, y: place.y, z: place.z, mapId: this.host.mapId}; }

  protected showError(error: CallError): void {
    this.results.replaceChildren(element('div', {class: 'verdict'}, badge(error.code.replaceAll('_', ' '), 'bad')),
                                 element('p', {}, withInputName(error.message)));
  }
}

// Moves the map so that the place is in its middle.
export function lookAt({stage}: ViewHost, {x, y, z}: Vec3): void {
  Object.assign(stage.camera.target, {x, y, z});
  stage.camera.update();
  stage.cameraMoved();
}

// A dot with a letter, as starts and goals have it.
export function drawPin(ink: Ink, place: Vec3, letter: string, fill: string, theme: Theme): void {
  ink.dot(place, {radiusPx: 10, fill, outline: theme.halo});
  ink.label(place, letter, {colour: '#ffffff', halo: fill, sizePx: 12, isBold: true});
}

// `agent` for a request, or nothing if all of it is as by default.
export function withAgent(host: ViewHost): {agent?: object} {
  const agent = host.agent();
  return Object.keys(agent).length > 0 ? {agent} : {};
}
