// Where the map is looked at from. One camera serves the WebGL picture, the flat picture, and the marks drawn over both,
// so that they always agree.
import type {Vec3} from '../map/surface';

export interface ScreenPoint {x: number; y: number; depth: number}
export interface Ray {from: Vec3; direction: Vec3}

const kFieldOfViewDeg = 40;
const kMinPitchDeg = 12;
// [m] Of what the picture shows.
export const kLeastSpanM = 0.5, kMostSpanM = 1e6;

export class Camera {
  // [m] The point looked at; absolute.
  target: Vec3 = {x: 0, y: 0, z: 0};
  // [m] Height of the part of the world at the target that the picture shows.
  spanM = 100;
  // [degrees] Turned clockwise seen from above; 0: north (-z) is up.
  yawDeg = 0;
  // [degrees] 90: straight down.
  pitchDeg = 55;
  // From above, without perspective.
  isFlat = true;
  // [css pixels]
  width = 1;
  height = 1;

  right: Vec3 = {x: 1, y: 0, z: 0};
  up: Vec3 = {x: 0, y: 0, z: -1};
  ahead: Vec3 = {x: 0, y: -1, z: 0};
  eye: Vec3 = {x: 0, y: 0, z: 0};

  // Computes the axes from the angles. Call it after every change.
  update(): void {
    const yaw = this.yawDeg * Math.PI / 180;
    const pitch = (this.isFlat ? 90 : Math.max(kMinPitchDeg, Math.min(90, this.pitchDeg))) * Math.PI / 180;
    const north = {x: Math.sin(yaw), y: 0, z: -Math.cos(yaw)};
    const s = Math.sin(pitch), c = Math.cos(pitch);
    this.right = {x: Math.cos(yaw), y: 0, z: Math.sin(yaw)};
    this.ahead = {x: north.x * c, y: -s, z: north.z * c};
    this.up = {x: north.x * s, y: c, z: north.z * s};
    const distance = this.distanceM;
    this.eye = {
      x: this.target.x - this.ahead.x * distance,
      y: this.target.y - this.ahead.y * distance,
      z: this.target.z - this.ahead.z * distance,
    };
  }

  get fieldOfViewDeg(): number { return kFieldOfViewDeg; }
  get distanceM(): number { return this.spanM / 2 / Math.tan(kFieldOfViewDeg * Math.PI / 360); }
  get pixelsPerM(): number { return this.height / this.spanM; }

  // Where the point is on the screen; depth <= 0: behind the eye.
  project(p: Vec3): ScreenPoint {
    const dx = p.x - this.eye.x, dy = p.y - this.eye.y, dz = p.z - this.eye.z;
    const across = dx * this.right.x + dy * this.right.y + dz * this.right.z;
    const upward = dx * this.up.x + dy * this.up.y + dz * this.up.z;
    const depth = dx * this.ahead.x + dy * this.ahead.y + dz * this.ahead.z;
    const scale = this.isFlat ? this.pixelsPerM : this.pixelsPerM * this.distanceM / Math.max(depth, 1e-3);
    return {x: this.width / 2 + across * scale, y: this.height / 2 - upward * scale, depth: this.isFlat ? 1 : depth};
  }

  // What lies under a point of the screen.
  ray(x: number, y: number): Ray {
    const scale = 1 / this.pixelsPerM;
    const across = (x - this.width / 2) * scale, upward = (this.height / 2 - y) * scale;
    const {right, up, target, eye} = this;
    const on = {
      x: target.x + right.x * across + up.x * upward,
      y: target.y + right.y * across + up.y * upward,
      z: target.z + right.z * across + up.z * upward,
    };
    if (this.isFlat) return {from: {x: on.x, y: on.y + 1e4, z: on.z}, direction: {x: 0, y: -1, z: 0}};
    const d = {x: on.x - eye.x, y: on.y - eye.y, z: on.z - eye.z};
    const length = Math.hypot(d.x, d.y, d.z);
    return {from: {...eye}, direction: {x: d.x / length, y: d.y / length, z: d.z / length}};
  }

  // The point of the horizontal plane at height `y` under a point of the screen, or undefined above the horizon.
  onPlane(x: number, y: number, heightY: number): Vec3 | undefined {
    const {from, direction} = this.ray(x, y);
    if (direction.y >= -1e-6) return undefined;
    const t = (heightY - from.y) / direction.y;
    return {x: from.x + direction.x * t, y: heightY, z: from.z + direction.z * t};
  }

  // Moves what is under (x, y) by so many pixels.
  pan(dxPx: number, dyPx: number): void {
    const yaw = this.yawDeg * Math.PI / 180;
    const scale = 1 / this.pixelsPerM;
    const tilt = this.isFlat ? 1 : 1 / Math.max(0.3, -this.ahead.y);
    const across = -dxPx * scale, ahead = dyPx * scale * tilt;
    this.target.x += Math.cos(yaw) * across + Math.sin(yaw) * ahead;
    this.target.z += Math.sin(yaw) * across - Math.cos(yaw) * ahead;
    this.update();
  }

  // Zooms by `factor` (> 1: out) and keeps what is under (x, y) there.
  zoom(factor: number, x: number, y: number): void {
    const before = this.onPlane(x, y, this.target.y);
    this.spanM = Math.max(kLeastSpanM, Math.min(kMostSpanM, this.spanM * factor));
    this.update();
    const after = this.onPlane(x, y, this.target.y);
    if (before && after) {
      this.target.x += before.x - after.x;
      this.target.z += before.z - after.z;
      this.update();
    }
  }

  rotate(yawDeg: number, pitchDeg: number): void {
    this.yawDeg = ((this.yawDeg + yawDeg) % 360 + 360) % 360;
    this.pitchDeg = Math.max(kMinPitchDeg, Math.min(89, this.pitchDeg + pitchDeg));
    this.update();
  }

  // Shows the whole box, beside what covers the right side of the picture.
  frame(min: Vec3, max: Vec3, coveredPx: number): void {
    this.target = {x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2};
    const aspect = Math.max(1, this.width - coveredPx) / Math.max(1, this.height);
    const across = Math.max(1, max.x - min.x), along = Math.max(1, max.z - min.z);
    this.spanM = Math.min(kMostSpanM, Math.max(along, across / aspect) * 1.08);
    this.update();
    this.pan(-coveredPx / 2, 0);
  }

  copy(): Camera { return Object.assign(new Camera(), this, {target: {...this.target}}); }
}

// [css pixels per metre] The scale at the nearest corner of a box (least x, y, z, greatest x, y, z, relative to `origin`); 0: the
// box is not on the screen.
export function scaleOnScreen(camera: Camera, box: readonly number[], origin: Vec3): number {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity, nearest = Infinity;
  let ahead = 0;
  for (let k = 0; k < 8; ++k) {
    const p = camera.project({
      x: origin.x + box[k & 1 ? 3 : 0], y: origin.y + box[k & 2 ? 4 : 1], z: origin.z + box[k & 4 ? 5 : 2],
    });
    if (p.depth <= 0) continue;
    ++ahead;
    left = Math.min(left, p.x); right = Math.max(right, p.x);
    top = Math.min(top, p.y); bottom = Math.max(bottom, p.y);
    nearest = Math.min(nearest, p.depth);
  }
  if (ahead === 0) return 0;
  // A box that reaches behind the eye covers more than its corners ahead do.
  if (ahead === 8 && (right < 0 || left > camera.width || bottom < 0 || top > camera.height)) return 0;
  return camera.isFlat ? camera.pixelsPerM : camera.pixelsPerM * camera.distanceM / (ahead === 8 ? nearest : 0.01);
}
