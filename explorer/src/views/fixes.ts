// Fixes, what would have to change so that a place could be reached: as a list, and on the map.
import {plainName, type Fix} from '../api/messages';
import {toVec3} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Camera} from '../picture/camera';
import type {Ink} from '../picture/ink';
import type {Theme} from '../picture/theme';
import {badge, button, element} from '../ui/elements';

const kUnits: Record<string, string> = {FIX_UNIT_METRES: ' m', FIX_UNIT_DEGREES: '°', FIX_UNIT_CELLS: ' cells', FIX_UNIT_COUNT: ''};

// [css pixels] Of a pin with one number, of each further character, and of a line of names over it.
const kPinPx = 10, kCharacterPx = 3.4, kLinePx = 14;

// As the command line tells it: of two that one place needs, the first one leads on to the second.
export function toldFix({sentence, withNext}: Fix): string { return `${sentence ?? ''}${withNext ? ', together with' : ''}`; }

// All of them in one line.
export function toldInLine(fixes: readonly Fix[]): string {
  return fixes.map((fix, i) => toldFix(fix) + (i + 1 === fixes.length ? '' : fix.withNext ? ' ' : ', then ')).join('');
}

// The first one, with those that are needed in the same place.
export function firstPlace(fixes: readonly Fix[]): readonly Fix[] {
  const last = fixes.findIndex(({withNext}) => !withNext);
  return last < 0 ? fixes : fixes.slice(0, last + 1);
}

// On the map each has its number, behind `prefix`. `show` is given the id of another map than `mapId` with a place there.
export function fixList(fixes: readonly Fix[], mapId: string, show: (place: Vec3, otherMap?: string) => void, prefix = ''): HTMLElement {
  const shown = (fix: Fix) => {
    const other = otherMapOf(fix, mapId);
    const label = other ? `Show on ${other}` : 'Show';
    return button(label, () => show(toVec3(fix.at), other), {class: 'link', 'aria-label': `${label}: ${fix.sentence ?? 'the place'}`});
  };
  return element('ol', {class: 'fixes', 'aria-label': 'What would have to change'}, ...fixes.map((fix, i) => element(
      'li', {}, element('div', {class: 'verdict'}, element('span', {class: 'number'}, fixNumber(prefix, i)), badge(plainName(fix.kind, 'FIX_KIND_'), 'warn'), element('span', {}, measureOf(fix)),
                        fix.at ? shown(fix) : ''),
      element('p', {}, toldFix(fix)))));
}

function otherMapOf({at}: Fix, mapId: string): string | undefined { return at?.mapId && at.mapId !== mapId ? at.mapId : undefined; }

// Of the fixes that `drawFixes` draws.
export function fixMarks(fixes: readonly Fix[], mapId: string): Vec3[] {
  return fixes.filter((fix) => fix.at && !otherMapOf(fix, mapId)).map(({at}) => toVec3(at));
}

function fixNumber(prefix: string, i: number): string { return prefix === '' ? String(i + 1) : `${prefix}${String.fromCharCode(97 + i % 26)}`; }

// Fixes whose numbers on the map stand behind a prefix.
export interface FixList {fixes: readonly Fix[]; prefix: string}

interface Member {fix: Fix; prefix: string; i: number}

// A pin for one fix, or for several whose pins would cover each other.
interface Pin {at: Vec3; x: number; y: number; members: Member[]}

// Of more lists than this a pin has the first ones, and how many more there are.
const kMostListsOfPin = 2;

function radiusPxOf(text: string): number { return text.length <= 2 ? kPinPx : kPinPx + kCharacterPx * (text.length - 2); }

// Of one list: "2", "2+3", "2–5"; behind a prefix "1a+b".
function numbersOfList(prefix: string, members: readonly number[]): string {
  const names = members.map((i) => fixNumber(prefix, i).slice(prefix.length)), first = members[0], last = members[members.length - 1];
  const isRun = members.length > 2 && last - first === members.length - 1;
  return prefix + (isRun ? `${names[0]}–${names[names.length - 1]}` : names.join('+'));
}

// Of several lists "1a+b 3a", of many "1a+b 3a +4".
function numbersOf(members: readonly Member[]): string {
  const prefixes = [...new Set(members.map(({prefix}) => prefix))], left = prefixes.length - kMostListsOfPin;
  const told = prefixes.slice(0, kMostListsOfPin).map((prefix) => numbersOfList(prefix, members.filter((one) => one.prefix === prefix).map(({i}) => i)));
  return told.join(' ') + (left > 0 ? ` +${left}` : '');
}

function pinsOf(camera: Camera, members: readonly Member[]): Pin[] {
  const pins: Pin[] = [];
  for (const member of members) {
    const at = toVec3(member.fix.at), {x, y} = camera.project(at);
    const covered = pins.find((pin) => Math.hypot(pin.x - x, pin.y - y) < radiusPxOf(numbersOf(pin.members)) + kPinPx);
    if (covered) covered.members.push(member); else pins.push({at, x, y, members: [member]});
  }
  return pins;
}

export function drawFixes(ink: Ink, theme: Theme, camera: Camera, fixes: readonly Fix[], mapId: string): void {
  drawFixLists(ink, theme, camera, [{fixes, prefix: ''}], mapId, true);
}

// Fixes of all lists that lie at one place share a pin.
export function drawFixLists(ink: Ink, theme: Theme, camera: Camera, lists: readonly FixList[], mapId: string, areNamed: boolean): void {
  const drawn = lists.flatMap(({fixes, prefix}) => fixes.map((fix, i) => ({fix, prefix, i}))).filter(({fix}) => fix.at && !otherMapOf(fix, mapId));
  for (const {fix} of drawn) {
    if (fix.to) ink.line([toVec3(fix.at), toVec3(fix.to)], {colour: theme.warn, widthPx: 5, casing: theme.halo});
  }
  for (const {at, members} of pinsOf(camera, drawn)) {
    const numbers = numbersOf(members), radiusPx = radiusPxOf(numbers);
    ink.dot(at, {radiusPx, fill: theme.warn, outline: theme.halo});
    ink.label(at, numbers, {colour: '#ffffff', halo: theme.warn, isBold: true});
    if (!areNamed) continue;
    members.forEach(({fix}, line) => ink.label(at, `${plainName(fix.kind, 'FIX_KIND_')} ${measureOf(fix)}`, {
      colour: theme.text, halo: theme.halo, dyPx: -radiusPx - 9 - kLinePx * (members.length - 1 - line), isBold: true,
    }));
  }
}

function measureOf({measure, limit, unit, name}: Fix): string {
  if (unit === undefined) return name ?? '';
  const sign = kUnits[unit] ?? '';
  const measured = `${+(measure ?? 0).toFixed(2)}${sign}`;
  return limit === undefined ? measured : `${measured} (limit ${+limit.toFixed(2)}${sign})`;
}
