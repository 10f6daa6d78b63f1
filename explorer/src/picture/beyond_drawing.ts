// Water and air that who walks has no place in: a tint, through which the ground is seen.
import {areaColour, cssColour} from '../map/poly_colours';
import type {Beyond} from '../map/surface';
import type {Ink} from './ink';

// [share]
const kAlpha = 0.35;
// [polygons] More take too long to be drawn in each frame.
const kMostPolys = 20_000;

export function drawBeyond(ink: Ink, all: readonly Beyond[], [fromY, toY]: readonly [number, number]): void {
  for (const each of all) {
    if (each.polys.length <= kMostPolys) ink.areas(each.polys.filter(([{y}]) => y >= fromY && y <= toY), beyondColour(each));
  }
}

export function beyondColour({area, name}: Beyond): string { return cssColour(areaColour(area, name), kAlpha); }
