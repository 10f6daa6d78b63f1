// The camera as a link has it.
import type {Link} from '../data/link';
import type {Vec3} from '../map/surface';
import {kLeastSpanM, kMostSpanM} from './camera';

// [m] The API has no places beyond.
const kFarthestM = 1e8;

export interface SeenCamera {
  target: Vec3;
  spanM: number;
  yawDeg: number;
  pitchDeg: number;
  isFlat: boolean;
  // Width over height of the picture; 0: not said.
  aspect: number;
}

// Undefined if the link has none, or none that can be understood, or that the page could not come to.
export function readCamera(link: Link): SeenCamera | undefined {
  const aspect = link.number('aspect', 0, 0.05, 20);
  if (!link.has('camera')) return undefined;
  const texts = link.text('camera').split(','), isFlat = texts.at(-1) !== '3d';
  const numbers = (isFlat ? texts : texts.slice(0, -1)).map(Number), [x, y, z, spanM, yawDeg = 0, pitchDeg = 55] = numbers;
  const isSeen = numbers.length >= 4 && [x, y, z].every((value) => Math.abs(value) <= kFarthestM) && spanM >= kLeastSpanM && spanM <= kMostSpanM &&
      Math.abs(yawDeg) <= 360 && pitchDeg >= 0 && pitchDeg <= 90;
  if (isSeen) return {target: {x, y, z}, spanM, yawDeg, pitchDeg, isFlat, aspect};
  link.doubt('camera', 'not x,y,z and the metres seen');
  return undefined;
}
