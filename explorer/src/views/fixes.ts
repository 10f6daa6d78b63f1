// Fixes, what would have to change so that a place could be reached: as a list, and on the map.
import {plainName, type Fix} from '../api/messages';
import {toVec3} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Theme} from '../picture/theme';
import {badge, button, element} from '../ui/elements';

const kUnits: Record<string, string> = {FIX_UNIT_METRES: ' m', FIX_UNIT_DEGREES: '°', FIX_UNIT_CELLS: ' cells', FIX_UNIT_COUNT: ''};

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
      element('p', {}, fix.sentence ?? ''))));
}

function otherMapOf({at}: Fix, mapId: string): string | undefined { return at?.mapId && at.mapId !== mapId ? at.mapId : undefined; }

// Of the fixes that `drawFixes` draws.
export function fixMarks(fixes: readonly Fix[], mapId: string): Vec3[] {
  return fixes.filter((fix) => fix.at && !otherMapOf(fix, mapId)).map(({at}) => toVec3(at));
}

function fixNumber(prefix: string, i: number): string { return prefix === '' ? String(i + 1) : `${prefix}${String.fromCharCode(97 + i % 26)}`; }

export function drawFixes(ink: Ink, theme: Theme, fixes: readonly Fix[], mapId: string, areNamed = true, prefix = ''): void {
  fixes.forEach((fix, i) => {
    if (!fix.at || otherMapOf(fix, mapId)) return;
    const at = toVec3(fix.at);
    if (fix.to) ink.line([at, toVec3(fix.to)], {colour: theme.warn, widthPx: 5, casing: theme.halo});
    ink.dot(at, {radiusPx: 10, fill: theme.warn, outline: theme.halo});
    ink.label(at, fixNumber(prefix, i), {colour: '#ffffff', halo: theme.warn, isBold: true});
    if (areNamed) ink.label(at, `${plainName(fix.kind, 'FIX_KIND_')} ${measureOf(fix)}`, {colour: theme.text, halo: theme.halo, dyPx: -19, isBold: true});
  });
}

function measureOf({measure, limit, unit, name}: Fix): string {
  if (unit === undefined) return name ?? '';
  const sign = kUnits[unit] ?? '';
  const measured = `${+(measure ?? 0).toFixed(2)}${sign}`;
  return limit === undefined ? measured : `${measured} (limit ${+limit.toFixed(2)}${sign})`;
}
