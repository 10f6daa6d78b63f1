// A place on some map, as views hold it and as the page's address writes it: "x,y,z" or "x,y,z@map".
import type {DescribedPlace, Position} from '../api/messages';
import type {Vec3} from '../map/surface';

export interface Place extends Vec3 {mapId: string}

export function toPosition(place: Place): Position { return {mapId: place.mapId, x: place.x, y: place.y, z: place.z}; }

export function toVec3(position: Position | undefined): Vec3 {
  return {x: position?.x ?? 0, y: position?.y ?? 0, z: position?.z ?? 0};
}

export function writeXyz(place: Vec3): string { return [place.x, place.y, place.z].map((v) => +v.toFixed(3)).join(','); }
export function writePlace(place: Place): string { return `${writeXyz(place)}@${place.mapId}`; }

// Numbers apart by commas or spaces; undefined if they are not three.
export function readXyz(text: string): Vec3 | undefined {
  const parts = text.trim().split(/[\s,;]+/).map(Number);
  return parts.length === 3 && parts.every(Number.isFinite) ? {x: parts[0], y: parts[1], z: parts[2]} : undefined;
}

// [m] As proto/waystone/v1/position.proto has it.
const kFarthestM = 1e8;

// What is wrong with the coordinates; empty: nothing.
export function rangeFault({x, y, z}: Vec3): string {
  return [x, y, z].every((value) => Math.abs(value) <= kFarthestM) ? '' : 'coordinates are from -1e8 to 1e8 m';
}

export function readPlace(text: string, mapId: string): Place | undefined {
  const at = text.indexOf('@');
  const point = readXyz(at < 0 ? text : text.slice(0, at));
  return point && {...point, mapId: at < 0 ? mapId : text.slice(at + 1)};
}

// Of the map that is open, and of the world.
export interface PlaceNames {
  map: readonly DescribedPlace[];
  world: readonly DescribedPlace[];
  // The ids of all maps.
  maps: readonly string[];
  // Those of another map.
  of(mapId: string): Promise<readonly DescribedPlace[]>;
}

// A place as one types it: the name of one of the map, alone or as the command line has it ("name:well"), the name of one of the world
// ("world:shop"), or a position, "x, y, z"; of another map with " @map" behind it. Of any other text what is wrong with it, and so of
// places of other maps if isHereOnly. Fails if the other map's names cannot be had.
export async function readTyped(typed: string, mapId: string, names: PlaceNames, isHereOnly = false): Promise<Place | string> {
  const place = await readAnywhere(typed.trim(), mapId, names);
  return typeof place !== 'string' && isHereOnly && place.mapId !== mapId ? `that place is on map "${place.mapId}", and this one is "${mapId}"` : place;
}

async function readAnywhere(text: string, mapId: string, names: PlaceNames): Promise<Place | string> {
  // A name may have any of the signs itself.
  const whole = named(text, names, names.map, mapId) ?? placeOf(names.map, text, mapId);
  if (whole) return whole;
  const [, before = text, otherMap] = /^(.*?)\s*@\s*([^@]*)$/s.exec(text) ?? [], at = otherMap ?? mapId;
  if (!names.maps.includes(at)) return `there is no map "${at}"`;
  const xyz = readXyz(before);
  if (xyz) return rangeFault(xyz) || {...xyz, mapId: at};
  const found = otherMap === undefined ? undefined : named(before, names, at === mapId ? names.map : await names.of(at), at);
  if (found) return found.mapId === at ? found : `place "${before}" is on map "${found.mapId}", not on "${at}"`;
  const [, form, name] = kForms.exec(before) ?? [];
  if (!form && otherMap === undefined) return `"${text}" is neither x, y, z in metres nor the name of a place`;
  return `${form === 'world' ? 'the world' : at === mapId ? 'this map' : `map "${at}"`} has no place "${name ?? before}"`;
}

const kForms = /^(name|world):(.*)$/s;

// `list`: the places of map `mapId`.
function named(text: string, {world}: PlaceNames, list: readonly DescribedPlace[], mapId: string): Place | undefined {
  const [, form, name] = kForms.exec(text) ?? [];
  return placeOf(form === 'world' ? world : list, name ?? text, mapId);
}

function placeOf(list: readonly DescribedPlace[], name: string, mapId: string): Place | undefined {
  const found = list.find((place) => place.name === name);
  return found && {...toVec3(found.position), mapId: found.position?.mapId || mapId};
}

export function writePlaces(places: readonly Place[]): string { return places.map(writePlace).join('|'); }

export function listVec3(xyz: ArrayLike<number>): Vec3[] {
  const points: Vec3[] = [];
  for (let i = 0; i + 2 < xyz.length; i += 3) points.push({x: xyz[i], y: xyz[i + 1], z: xyz[i + 2]});
  return points;
}

export function flatXyz(points: readonly Vec3[]): number[] { return points.flatMap(({x, y, z}) => [x, y, z]); }
