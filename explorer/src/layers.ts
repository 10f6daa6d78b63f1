// What can be drawn over the ground besides the view's own marks.
import {plainName, type Box, type DescribedDoor, type DescribeMapResponse} from './api/messages';
import {kWalkArc} from './api/skeleton_message';
import {toVec3} from './data/place';
import type {ShownSkeleton} from './data/shown_skeleton';
import {doorAt, placeDoors, type PlacedDoor} from './map/doors';
import {arch} from './map/shapes';
import type {Surface, Vec3} from './map/surface';
import type {Camera} from './picture/camera';
import {drawDoors} from './picture/door_drawing';
import {textWidthPx, type Ink} from './picture/ink';
import {LabelLayout} from './picture/label_layout';
import type {Theme} from './picture/theme';
import type {ViewHost} from './views/view';

export const kLayers = ['skeleton', 'links', 'portals', 'doors', 'places'] as const;
export type Layer = typeof kLayers[number];

// [arcs] More than that in the picture are drawn thinned. Links have dashes, which take longer.
const kWalksAtOnce = 10_000, kLinksAtOnce = 1_500;
// [key points] Of more in the picture none has a dot.
const kDotsAtOnce = 2_000;
// [css pixels per metre] Seen from farther, portals have their names only.
const kSecondLineFrom = 3.5;

export class Layers {
  readonly shown = new Set<Layer>();
  private skeleton: ShownSkeleton | undefined;
  // The call that it comes from; another map or agent has another one.
  private skeletonLoad: Promise<ShownSkeleton> | undefined;
  // The doors of this description on this surface.
  private doors: PlacedDoor[] = [];
  private doorsOf: [DescribeMapResponse?, Surface?] = [];

  constructor(private readonly host: ViewHost, private readonly loadSkeleton: () => Promise<ShownSkeleton>) {}

  // What is shown of a map as long as the reader has chosen nothing: a map of waypoints is its graph.
  showUsual(surfaceKind: string | undefined): void {
    this.shown.clear();
    for (const layer of ['portals', 'doors', 'places'] as const) this.shown.add(layer);
    if (surfaceKind === 'SURFACE_KIND_WAYPOINTS') for (const layer of ['skeleton', 'links'] as const) this.shown.add(layer);
  }

  // Loads what a layer needs. Call it when a layer is switched on, a map was opened or another agent chosen.
  async prepare(): Promise<void> {
    if (!this.showsArcs) return;
    const load = this.loadSkeleton();
    if (load === this.skeletonLoad) { this.look(); return; }
    this.skeletonLoad = load;
    this.skeleton = undefined;
    try {
      const skeleton = await load;
      if (load !== this.skeletonLoad) return;
      this.skeleton = skeleton;
      this.look();
      this.host.stage.redraw();
    } catch {
      // A map without a skeleton has none to draw.
    }
  }

  // The camera rests: more may be wanted of what is shown.
  look(): void {
    if (this.showsArcs) this.skeleton?.look(this.host.stage.camera);
  }

  private get showsArcs(): boolean { return this.shown.has('skeleton') || this.shown.has('links'); }

  // No name lies on one of the `marks`.
  draw(ink: Ink, theme: Theme, camera: Camera, isDoorClosed: (door: DescribedDoor) => boolean, marks: readonly Vec3[]): void {
    const labels = new LabelLayout(textWidthPx, marks, this.host.stage.shownHeights);
    if (this.skeleton) this.drawArcs(this.skeleton, ink, theme, camera);
    if (this.shown.has('portals')) this.drawPortals(ink, labels, theme, camera);
    if (this.shown.has('doors')) drawDoors(ink, labels, theme, camera, this.placedDoors(), ({door}) => isDoorClosed(door));
    if (this.shown.has('places')) {
      for (const {name, position} of this.host.description?.places ?? []) {
        const at = toVec3(position);
        if (labels.isShown(at)) ink.dot(at, {radiusPx: 4, fill: theme.text, outline: theme.halo});
        labels.add('place', at, name ?? '', {colour: theme.text, halo: theme.halo, dyPx: -12});
      }
    }
    labels.draw(ink, camera);
  }

  doorAt(place: Vec3, camera: Camera): DescribedDoor | undefined { return doorAt(this.placedDoors(), place, camera); }

  private placedDoors(): PlacedDoor[] {
    const {description} = this.host, surface = this.host.surface?.isComplete ? this.host.surface : undefined;
    if (this.doorsOf[0] !== description || this.doorsOf[1] !== surface) {
      this.doors = description ? placeDoors(description, surface) : [];
      this.doorsOf = [description, surface];
    }
    return this.doors;
  }

  private drawArcs(skeleton: ShownSkeleton, ink: Ink, theme: Theme, camera: Camera): void {
    if (!this.showsArcs) return;
    const hasSkeleton = this.shown.has('skeleton'), hasLinks = this.shown.has('links');
    const walks: [Vec3, Vec3][] = [], links: [Vec3, Vec3][] = [], dots: Vec3[] = [];
    for (const {xyz, count, from, to, kinds} of skeleton.seen(camera)) {
      const at = (index: number): Vec3 => ({x: xyz[3 * index], y: xyz[3 * index + 1], z: xyz[3 * index + 2]});
      for (let i = 0; i < from.length; ++i) {
        const isWalk = kinds[i] === kWalkArc;
        if (isWalk ? !hasSkeleton || from[i] > to[i] : !hasLinks) continue;
        const begin = at(from[i]), end = at(to[i]), p = camera.project(begin), q = camera.project(end);
        if (Math.max(p.x, q.x) < 0 || Math.min(p.x, q.x) > camera.width || Math.max(p.y, q.y) < 0 ||
            Math.min(p.y, q.y) > camera.height) continue;
        (isWalk ? walks : links).push([begin, end]);
      }
      if (!hasSkeleton || camera.pixelsPerM < 3) continue;
      for (let index = 0; index < count; ++index) {
        const place = at(index), p = camera.project(place);
        if (p.x > 0 && p.x < camera.width && p.y > 0 && p.y < camera.height) dots.push(place);
      }
    }
    ink.lines(thinned(walks, kWalksAtOnce), {colour: theme.quiet, widthPx: 1.2});
    // From above an arch is a straight line.
    const shape = (link: [Vec3, Vec3]) => (camera.isFlat ? link : arch(...link));
    ink.lines(thinned(links, kLinksAtOnce).map(shape), {colour: theme.via, widthPx: 2, dash: [3, 4]});
    if (dots.length <= kDotsAtOnce) for (const place of dots) ink.dot(place, {radiusPx: 2, fill: theme.quiet});
  }

  private drawPortals(ink: Ink, labels: LabelLayout, theme: Theme, camera: Camera): void {
    for (const portal of this.host.world?.portals ?? []) {
      if (portal.to?.mapId === this.host.mapId) {
        ink.dot(toVec3(portal.to), {radiusPx: 4, fill: theme.halo, outline: theme.portal});
      }
      if (portal.from?.mapId !== this.host.mapId) continue;
      if (portal.trigger) ink.area(boxFloor(portal.trigger), {fill: `${theme.portal}44`, outline: theme.portal});
      const needs = portal.requirement ? ` (${portal.requirement})` : '';
      labels.add('portal', toVec3(portal.from), `${portal.name}${needs}`, {colour: theme.text, halo: theme.halo, dyPx: -16, isBold: true});
      if (camera.pixelsPerM < kSecondLineFrom) continue;
      labels.add('detail', toVec3(portal.from), `${plainName(portal.kind, 'PORTAL_KIND_')} → ${portal.to?.mapId}`,
                 {colour: theme.text, halo: theme.halo, dyPx: 16, sizePx: 11});
    }
  }
}

// No more than so many, from all over the list.
export function thinned<Item>(all: readonly Item[], most: number): readonly Item[] {
  const step = Math.ceil(all.length / most);
  return step <= 1 ? all : all.filter((_, i) => i % step === 0);
}

// The lower side of a box.
export function boxFloor(box: Box): Vec3[] {
  const middle = toVec3(box.center), yaw = (box.yawDeg ?? 0) * Math.PI / 180;
  const hx = box.halfXM ?? 0, hz = box.halfZM ?? 0;
  return [[-hx, -hz], [hx, -hz], [hx, hz], [-hx, hz]].map(([x, z]) => ({
    x: middle.x + x * Math.cos(yaw) + z * Math.sin(yaw), y: middle.y - (box.halfYM ?? 0),
    z: middle.z - x * Math.sin(yaw) + z * Math.cos(yaw),
  }));
}
