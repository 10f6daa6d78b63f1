// The doors of a map as places: what each one closes, in the world's coordinates.
import type {DescribeMapResponse, DescribedDoor, DoorVolume} from '../api/messages';
import type {Camera, ScreenPoint} from '../picture/camera';
import {outlineOf} from './outline';
import {arch, circle, middleOf} from './shapes';
import type {Surface, Vec3} from './surface';

// [polygons] Of one kind of ground that are drawn.
const kGroundPolys = 5000;
// [css pixels] So near to a mark a click means its door.
const kMarkPx = 14;

// An upright solid. `edges`: the corners that have an upright edge drawn.
export interface DoorSolid {base: Vec3[]; top: Vec3[]; edges: number[]}

export interface PlacedDoor {
  door: DescribedDoor;
  solids: DoorSolid[];
  // Arches from end to end.
  links: Vec3[][];
  // Rectangles of cells.
  floors: Vec3[][];
  // Polygons of ground, and the lines around all of it.
  ground: Vec3[][];
  outlines: Vec3[][];
  // One for each part, and one for all ground; the name stands at the first.
  marks: Vec3[];
  // [m] Around all of it: least x, y, z, greatest x, y, z. Undefined: it has no place.
  box: number[] | undefined;
}

// `surface` is undefined until all of it is there: until then doors have no ground.
export function placeDoors(description: DescribeMapResponse, surface: Surface | undefined): PlacedDoor[] {
  const doors = description.describedDoors ?? [];
  const ground = surface ? groundOf(surface, new Set(doors.flatMap(({areas}) => areas ?? []))) : new Map<number, Vec3[][]>();
  return doors.map((door) => {
    const solids = (door.volumes ?? []).flatMap((volume) => solidOf(volume) ?? []);
    const links = linksOf(door), cells = cellsOf(door, description);
    const polys = (door.areas ?? []).flatMap((area) => ground.get(area) ?? []);
    return {
      door, solids, links, floors: cells, ground: polys, outlines: outlineOf(polys),
      marks: [...solids.map(({base}) => middleOf(base)), ...links.map((line) => line[line.length >> 1]), ...cells.map(middleOf),
              ...(polys.length > 0 ? [middlemost(polys.map(middleOf))] : [])],
      box: boxAround([...links, ...cells, ...polys, ...solids.flatMap(({base, top}) => [base, top])].flat()),
    };
  });
}

// Undefined: a shape that this page does not know.
function solidOf({prism, cylinder}: DoorVolume): DoorSolid | undefined {
  if (cylinder) {
    const {x = 0, y = 0, z = 0} = cylinder.base ?? {};
    const base = circle({x, y, z}, cylinder.radiusM ?? 0), top = base.map((p) => ({...p, y: y + (cylinder.heightM ?? 0)}));
    return {base, top, edges: [0, 1, 2, 3].map((i) => i * base.length / 4)};
  }
  if (!prism) return undefined;
  const {cornersXz = [], minY = 0, maxY = 0} = prism, base: Vec3[] = [];
  for (let i = 0; i + 1 < cornersXz.length; i += 2) base.push({x: cornersXz[i], y: minY, z: cornersXz[i + 1]});
  return {base, top: base.map((p) => ({...p, y: maxY})), edges: base.map((_, i) => i)};
}

function linksOf({linkEndsXyz = []}: DescribedDoor): Vec3[][] {
  const links: Vec3[][] = [];
  for (let i = 0; i + 5 < linkEndsXyz.length; i += 6) {
    const [x, y, z, toX, toY, toZ] = linkEndsXyz.slice(i, i + 6);
    links.push(arch({x, y, z}, {x: toX, y: toY, z: toZ}));
  }
  return links;
}

function cellsOf({rects = []}: DescribedDoor, {gridCorner, gridCellM = 0}: DescribeMapResponse): Vec3[][] {
  const {x = 0, y = 0, z = 0} = gridCorner ?? {}, cells: Vec3[][] = [];
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const [column, row, columns, rows] = rects.slice(i, i + 4);
    const x0 = x + column * gridCellM, x1 = x0 + columns * gridCellM, z0 = z + row * gridCellM, z1 = z0 + rows * gridCellM;
    cells.push([{x: x0, y, z: z0}, {x: x0, y, z: z1}, {x: x1, y, z: z1}, {x: x1, y, z: z0}]);
  }
  return cells;
}

// The polygons of each of these areas.
function groundOf(surface: Surface, areas: ReadonlySet<number>): Map<number, Vec3[][]> {
  const polys = new Map<number, Vec3[][]>([...areas].map((area) => [area, []]));
  if (areas.size === 0) return polys;
  const {origin} = surface;
  for (const {areas: areaOf, cornersXyz: c, firstCorner} of surface.whole()) {
    for (let i = 0; i < areaOf.length; ++i) {
      const list = polys.get(areaOf[i]);
      if (!list || list.length >= kGroundPolys) continue;
      const corners: Vec3[] = [];
      for (let k = firstCorner[i]; k < firstCorner[i + 1]; ++k) {
        corners.push({x: origin.x + c[3 * k], y: origin.y + c[3 * k + 1], z: origin.z + c[3 * k + 2]});
      }
      list.push(corners);
    }
  }
  return polys;
}

function boxAround(places: readonly Vec3[]): number[] | undefined {
  if (places.length === 0) return undefined;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const {x, y, z} of places) {
    [x, y, z].forEach((value, axis) => {
      box[axis] = Math.min(box[axis], value);
      box[axis + 3] = Math.max(box[axis + 3], value);
    });
  }
  return box;
}

// The place that is nearest to the middle of all: the middle itself may lie beside them.
function middlemost(places: readonly Vec3[]): Vec3 {
  const {x, y, z} = middleOf(places);
  const distance = (p: Vec3) => Math.hypot(p.x - x, p.y - y, p.z - z);
  return places.reduce((best, p) => (distance(p) < distance(best) ? p : best));
}

// The door at a place of the ground as it is seen: the one with the nearest mark, or else one whose outline has the place in it.
export function doorAt(doors: readonly PlacedDoor[], place: Vec3, camera: Camera): DescribedDoor | undefined {
  const at = camera.project(place);
  let nearest: DescribedDoor | undefined, best = kMarkPx, around: DescribedDoor | undefined;
  for (const {door, solids, links, floors, ground, marks} of doors) {
    for (const mark of [...marks, ...links.flatMap((line) => [line[0], line.at(-1)!])]) {
      const p = camera.project(mark), distance = Math.hypot(p.x - at.x, p.y - at.y);
      if (p.depth > 0 && distance < best) { best = distance; nearest = door; }
    }
    const outlines = [...floors, ...ground, ...solids.flatMap(({base, top}) => [base, top])];
    around ??= outlines.some((outline) => isWithin(at, outline.map((p) => camera.project(p)))) ? door : undefined;
  }
  return nearest ?? around;
}

function isWithin({x, y}: ScreenPoint, corners: readonly ScreenPoint[]): boolean {
  if (corners.some(({depth}) => depth <= 0)) return false;
  let isInside = false;
  for (let i = 0, k = corners.length - 1; i < corners.length; k = i++) {
    const a = corners[i], b = corners[k];
    if ((a.y > y) !== (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) isInside = !isInside;
  }
  return isInside;
}
