// Shapes that are drawn as lines through a few points.
import type {Vec3} from './surface';

const kCircleCorners = 24;

export function circle(middle: Vec3, radiusM: number): Vec3[] {
  return Array.from({length: kCircleCorners}, (_, i) => {
    const angle = i / kCircleCorners * 2 * Math.PI;
    return {x: middle.x + radiusM * Math.cos(angle), y: middle.y, z: middle.z + radiusM * Math.sin(angle)};
  });
}

// A link is no walk: it is drawn as an arch.
export function arch(from: Vec3, to: Vec3): Vec3[] {
  const rise = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z) * 0.25;
  return Array.from({length: 9}, (_, i) => {
    const t = i / 8;
    return {
      x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t + 4 * rise * t * (1 - t), z: from.z + (to.z - from.z) * t,
    };
  });
}

export function middleOf(points: readonly Vec3[]): Vec3 {
  const sum = points.reduce((a, p) => ({x: a.x + p.x, y: a.y + p.y, z: a.z + p.z}), {x: 0, y: 0, z: 0});
  return {x: sum.x / points.length, y: sum.y / points.length, z: sum.z / points.length};
}
