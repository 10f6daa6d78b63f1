// Doors over the ground. What is closed is filled and has whole lines, what is open has broken ones.
import type {PlacedDoor} from '../map/doors';
import type {Vec3} from '../map/surface';
import type {Camera} from './camera';
import type {Ink, LineStyle} from './ink';
import type {Theme} from './theme';

// [doors] Of more in the picture the names are left out.
const kNamesAtOnce = 100;

export function drawDoors(ink: Ink, theme: Theme, camera: Camera, doors: readonly PlacedDoor[], isClosed: (door: PlacedDoor) => boolean): void {
  const seen = doors.filter((each) => isInPicture(camera, each));
  for (const each of seen) drawParts(ink, theme, camera, each, isClosed(each));
  for (const each of seen) {
    for (const mark of each.marks) {
      ink.dot(mark, isClosed(each) ? {radiusPx: 5, fill: theme.door, outline: theme.halo} : {radiusPx: 4, fill: theme.halo, outline: theme.door});
    }
    if (seen.length > kNamesAtOnce) continue;
    ink.label(each.marks[0], `${each.door.name ?? ''}: ${isClosed(each) ? 'closed' : 'open'}`, {colour: theme.text, halo: theme.halo, dyPx: -14});
  }
}

// A door that has no place is in no picture.
function isInPicture(camera: Camera, {solids, links, floors, marks}: PlacedDoor): boolean {
  if (marks.length === 0) return false;
  return [marks, ...links, ...floors, ...solids.map(({base}) => base), ...solids.map(({top}) => top)].some((points) => {
    const seen = points.map((point) => camera.project(point)).filter(({depth}) => depth > 0);
    const xs = seen.map(({x}) => x), ys = seen.map(({y}) => y);
    return Math.max(...xs) >= 0 && Math.min(...xs) <= camera.width && Math.max(...ys) >= 0 && Math.min(...ys) <= camera.height;
  });
}

function drawParts(ink: Ink, theme: Theme, camera: Camera, {solids, links, floors}: PlacedDoor, isClosed: boolean): void {
  const line: LineStyle = {colour: theme.door, widthPx: isClosed ? 2.5 : 2, casing: theme.halo, ...(!isClosed && {dash: [5, 5]})};
  const outline = (corners: readonly Vec3[]) => {
    ink.line([...corners, corners[0]], line);
    // Above the line: of a narrow door its pale casing would hide what is filled.
    if (isClosed) ink.area(corners, {fill: theme.closed});
  };
  for (const floor of floors) outline(floor);
  for (const {base, top, edges} of solids) {
    outline(base);
    if (camera.isFlat) continue;
    for (const i of edges) ink.line([base[i], top[i]], line);
    outline(top);
  }
  for (const each of links) ink.line(each, line);
}
