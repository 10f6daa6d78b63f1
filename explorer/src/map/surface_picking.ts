// Which polygon a ray meets first, over chunks.
import type {Ray} from '../picture/camera';
import type {SurfacePart, Vec3} from './surface';
import type {Chunk} from './surface_chunks';

export interface Pick {
  // Absolute.
  place: Vec3;
  part: SurfacePart;
  // Index in the part.
  poly: number;
}

// `ray` is absolute; only what lies between the heights counts, as in the picture.
export function pickSurface(chunks: readonly Chunk[], ray: Ray, origin: Vec3, fromY: number, toY: number): Pick | undefined {
  const from = {x: ray.from.x - origin.x, y: ray.from.y - origin.y, z: ray.from.z - origin.z};
  let best: Pick | undefined, bestT = Infinity;
  for (const chunk of chunks) {
    if (!meetsBox(from, ray.direction, chunk.box)) continue;
    for (const i of chunk.polys) {
      const t = meetsPoly(from, ray.direction, chunk.part, i);
      if (t >= bestT) continue;
      const y = ray.from.y + ray.direction.y * t;
      if (y < fromY - 1e-6 || y > toY + 1e-6) continue;
      bestT = t;
      best = {
        place: {x: ray.from.x + ray.direction.x * t, y, z: ray.from.z + ray.direction.z * t}, part: chunk.part, poly: i,
      };
    }
  }
  return best;
}

function meetsBox(from: Vec3, direction: Vec3, box: Chunk['box']): boolean {
  let enter = 0, leave = Infinity;
  const f = [from.x, from.y, from.z], d = [direction.x, direction.y, direction.z];
  for (let axis = 0; axis < 3; ++axis) {
    if (Math.abs(d[axis]) < 1e-12) {
      if (f[axis] < box[axis] || f[axis] > box[axis + 3]) return false;
      continue;
    }
    const a = (box[axis] - f[axis]) / d[axis], b = (box[axis + 3] - f[axis]) / d[axis];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave + 1e-6;
}

// How far along the ray polygon `i` is met, over its fan of triangles; Infinity: it is not.
function meetsPoly(from: Vec3, d: Vec3, part: SurfacePart, i: number): number {
  const {cornersXyz: c, firstCorner} = part;
  const a = firstCorner[i] * 3;
  for (let k = firstCorner[i] + 1; k + 1 < firstCorner[i + 1]; ++k) {
    const b = k * 3, e = b + 3;
    const e1x = c[b] - c[a], e1y = c[b + 1] - c[a + 1], e1z = c[b + 2] - c[a + 2];
    const e2x = c[e] - c[a], e2y = c[e + 1] - c[a + 1], e2z = c[e + 2] - c[a + 2];
    const px = d.y * e2z - d.z * e2y, py = d.z * e2x - d.x * e2z, pz = d.x * e2y - d.y * e2x;
    const det = e1x * px + e1y * py + e1z * pz;
    if (Math.abs(det) < 1e-12) continue;
    const tx = from.x - c[a], ty = from.y - c[a + 1], tz = from.z - c[a + 2];
    const u = (tx * px + ty * py + tz * pz) / det;
    if (u < 0 || u > 1) continue;
    const qx = ty * e1z - tz * e1y, qy = tz * e1x - tx * e1z, qz = tx * e1y - ty * e1x;
    const v = (d.x * qx + d.y * qy + d.z * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const t = (e2x * qx + e2y * qy + e2z * qz) / det;
    if (t > 0) return t;
  }
  return Infinity;
}
