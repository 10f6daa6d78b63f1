// Doors over the ground. What is closed is filled and has whole lines, what is open has broken ones. Kinds of ground have lines around
// them only, and are tinted if they are open.
import type {PlacedDoor} from '../map/doors';
import type {Vec3} from '../map/surface';
import {scaleOnScreen, type Camera} from './camera';
import type {Ink, LineStyle} from './ink';
import type {LabelLayout} from './label_layout';
import type {Theme} from './theme';

// [doors] Of more in the picture the names are left out.
const kNamesAtOnce = 100;
// [parts] With more in the picture each door is a dot: without a graphics card some thousand broken lines take seconds.
const kPartsAtOnce = 500;
// [doors] Of more than that not each is one.
const kDotsAtOnce = 500;
const kNoOrigin = {x: 0, y: 0, z: 0};

export function drawDoors(ink: Ink, labels: LabelLayout, theme: Theme, camera: Camera, doors: readonly PlacedDoor[], isClosed: (door: PlacedDoor) => boolean): void {
  // A door that has no place is in no picture.
  const seen = doors.filter(({box}) => box && scaleOnScreen(camera, box, kNoOrigin) > 0);
  if (seen.reduce((sum, {marks}) => sum + marks.length, 0) > kPartsAtOnce) { drawAsDots(ink, theme, seen, isClosed); return; }
  for (const each of seen) drawParts(ink, theme, camera, each, isClosed(each));
  for (const each of seen) {
    for (const mark of each.marks) {
      ink.dot(mark, isClosed(each) ? {radiusPx: 5, fill: theme.door, outline: theme.halo} : {radiusPx: 4, fill: theme.halo, outline: theme.door});
    }
    if (seen.length > kNamesAtOnce) continue;
    labels.add('door', each.marks[0], `${each.door.name ?? ''}: ${isClosed(each) ? 'closed' : 'open'}`, {colour: theme.text, halo: theme.halo, dyPx: -14});
  }
}

function drawAsDots(ink: Ink, theme: Theme, doors: readonly PlacedDoor[], isClosed: (door: PlacedDoor) => boolean): void {
  const step = Math.ceil(doors.length / kDotsAtOnce);
  for (let i = 0; i < doors.length; i += step) {
    ink.dot(doors[i].marks[0], {radiusPx: 2.5, fill: isClosed(doors[i]) ? theme.door : theme.halo, outline: theme.door});
  }
}

function drawParts(ink: Ink, theme: Theme, camera: Camera, {solids, links, floors, ground, outlines}: PlacedDoor, isClosed: boolean): void {
  const line: LineStyle = {colour: theme.door, widthPx: isClosed ? 2.5 : 2, casing: theme.halo, ...(!isClosed && {dash: [5, 5]})};
  const outline = (corners: readonly Vec3[]) => {
    ink.line([...corners, corners[0]], line);
    // Above the line: of a narrow door its pale casing would hide what is filled.
    if (isClosed) ink.area(corners, {fill: theme.closed});
  };
  if (ground.length > 0) ink.areas(ground, isClosed ? theme.closed : `${theme.door}33`);
  for (const each of outlines) ink.line(each, line);
  for (const floor of floors) outline(floor);
  for (const {base, top, edges} of solids) {
    outline(base);
    if (camera.isFlat) continue;
    for (const i of edges) ink.line([base[i], top[i]], line);
    outline(top);
  }
  for (const each of links) ink.line(each, line);
}
