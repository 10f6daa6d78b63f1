// Ground that is painted shut: filled where its floor is shown, a broken line where it is not.
import type {Closure} from '../data/closures';
import {circle} from '../map/shapes';
import type {Camera} from './camera';
import type {Ink} from './ink';
import type {Theme} from './theme';

export function drawClosures(ink: Ink, theme: Theme, camera: Camera, closures: readonly Closure[], [fromY, toY]: readonly [number, number]): void {
  for (const closure of closures) {
    const {y, radiusM, belowM, aboveM} = closure, ring = circle(closure, radiusM), at = (height: number) => [...ring, ring[0]].map((place) => ({...place, y: height}));
    if (y >= fromY && y <= toY) ink.area(ring, {fill: theme.closed});
    else ink.line(at(y), {colour: theme.closed, widthPx: 1.5, dash: [4, 4]});
    if (!camera.isFlat) for (const height of [y - belowM, y + aboveM]) ink.line(at(height), {colour: theme.closed, widthPx: 1});
  }
}
