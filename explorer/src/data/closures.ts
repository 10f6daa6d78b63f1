// Ground that is painted shut: circles, each closed from somewhat below its place to somewhat above it, so that other floors stay open.
import type {Obstacle} from '../api/messages';
import type {Vec3} from '../map/surface';
import type {Link} from './link';

export interface Closure extends Vec3 {
  radiusM: number;
  belowM: number;
  aboveM: number;
}

// Closures on one floor that reach equally far below and above it.
export interface ClosedFloor {
  closures: Closure[];
  // [m] Heights of the ground that they are on, absolute.
  groundFromY: number;
  groundToY: number;
  // [m] Heights that they close, absolute.
  fromY: number;
  toY: number;
}

export const kBelowM = 0.5, kAboveM = 1.5;
export const kMostBelowM = 100, kLeastAboveM = 0.1, kMostAboveM = 100;
// [m] Ground so far above other ground is another floor.
const kFloorM = 1.5;
// [m] Ground that rises less is told as of one height.
const kRisesM = 0.3;

export function closureAt({x, y, z}: Vec3, radiusM: number): Closure { return {x, y, z, radiusM, belowM: kBelowM, aboveM: kAboveM}; }

// From the lowest floor to the highest one.
export function closedFloors(closures: readonly Closure[]): ClosedFloor[] {
  const floors: ClosedFloor[] = [], last = new Map<string, ClosedFloor>();
  for (const closure of [...closures].sort((a, b) => a.y - b.y)) {
    const {y, belowM, aboveM} = closure, reach = `${belowM} ${aboveM}`, floor = last.get(reach);
    if (!floor || y - floor.groundToY > kFloorM) {
      const made = {closures: [closure], groundFromY: y, groundToY: y, fromY: y - belowM, toY: y + aboveM};
      floors.push(made);
      last.set(reach, made);
      continue;
    }
    floor.closures.push(closure);
    floor.groundToY = y;
    floor.toY = y + aboveM;
  }
  return floors;
}

// "from -0.5 to 1.5 m"; of ground that rises each circle has heights of its own.
export function toldHeights({closures: [{belowM, aboveM}], groundFromY, groundToY, fromY, toY}: ClosedFloor): string {
  return groundToY - groundFromY < kRisesM ? `from ${fromY.toFixed(1)} to ${toY.toFixed(1)} m` : `from ${+belowM.toFixed(2)} m below their ground to ${+aboveM.toFixed(2)} m above it`;
}

export function toObstacle({x, y, z, radiusM, belowM, aboveM}: Closure): Obstacle {
  return {cylinder: {base: {x, y: y - belowM, z}, radiusM, heightM: belowM + aboveM}};
}

// "in 3 circles from -0.5 to 1.5 m", of each floor.
export function toldClosures(closures: readonly Closure[]): string {
  return closedFloors(closures).map((floor) => `in ${floor.closures.length === 1 ? 'a circle' : `${floor.closures.length} circles`} ${toldHeights(floor)}`).join(' and ');
}

// As a link has them: x, y, z, radius, and, if they are not the usual ones, metres below and above.
export function writeClosures(closures: readonly Closure[]): string {
  return closures.map(({x, y, z, radiusM, belowM, aboveM}) => {
    const heights = belowM === kBelowM && aboveM === kAboveM ? [] : [belowM, aboveM];
    return [x, y, z, radiusM, ...heights].map((value) => +value.toFixed(2)).join(',');
  }).join('|');
}

export function readClosures(link: Link, name: string): Closure[] {
  return link.list(name, 'not x,y,z,radius', (text) => {
    const numbers = text.split(',').map(Number), [x, y, z, radiusM, belowM = kBelowM, aboveM = kAboveM] = numbers;
    const isOne = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite) && radiusM > 0 && belowM >= 0 && belowM <= kMostBelowM &&
        aboveM >= kLeastAboveM && aboveM <= kMostAboveM;
    return isOne ? {x, y, z, radiusM, belowM, aboveM} : undefined;
  });
}
