// Fixes, what would have to change so that a place could be reached: as a list, and on the map.
import {plainName, type Fix} from '../api/messages';
import {toVec3} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import type {Theme} from '../picture/theme';
import {badge, button, element} from '../ui/elements';

const kUnits: Record<string, string> = {FIX_UNIT_METRES: ' m', FIX_UNIT_DEGREES: '°', FIX_UNIT_CELLS: ' cells', FIX_UNIT_COUNT: ''};

// On the map each has its number, behind `prefix`.
export function fixList(fixes: readonly Fix[], show: (place: Vec3) => void, prefix = ''): HTMLElement {
  return element('ol', {class: 'fixes', 'aria-label': 'What would have to change'}, ...fixes.map((fix, i) => element(
      'li', {}, element('div', {class: 'verdict'}, element('span', {class: 'number'}, fixNumber(prefix, i)), badge(plainName(fix.kind, 'FIX_KIND_'), 'warn'), element('span', {}, measureOf(fix)),
                        fix.at ? button('Show', () => show(toVec3(fix.at)), {class: 'link', 'aria-label': `Show ${fix.sentence ?? 'the place'}`}) : ''),
      element('p', {}, fix.sentence ?? ''))));
}

function fixNumber(prefix: string, i: number): string { return prefix === '' ? String(i + 1) : `${prefix}${String.fromCharCode(97 + i % 26)}`; }

export function drawFixes(ink: Ink, theme: Theme, fixes: readonly Fix[], mapId: string, areNamed = true, prefix = ''): void {
  fixes.forEach((fix, i) => {
    if (!fix.at || (fix.at.mapId && fix.at.mapId !== mapId)) return;
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
