// What needs no browser: reading bytes and files, cameras, walks, loading by view.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import {CallError} from '../../src/api/connect';
import {LiveCall} from '../../src/api/live_call';
import {readSkeletonAnswer, writeSkeletonRequest, type SkeletonPart} from '../../src/api/skeleton_message';
import {readSquaresAnswer, readSurfaceAnswer, writeSurfaceRequest} from '../../src/api/surface_message';
import {WireReader, WireWriter} from '../../src/api/wire';
import {closedFloors, closureAt, readClosures, toldClosures, toObstacle, writeClosures} from '../../src/data/closures';
import {Conditions} from '../../src/data/conditions';
import {Link, writeNames} from '../../src/data/link';
import {unpackSkeleton, unpackSurface} from '../../src/data/packed_answers';
import {readPlace, readTyped, writePlaces} from '../../src/data/place';
import {ReportSource} from '../../src/data/report_source';
import {readPositions} from '../../src/data/table_file';
import {SkeletonByView, skeletonPicture, wholeSkeleton} from '../../src/data/shown_skeleton';
import {TakenPolys, ViewLoader, type Tile} from '../../src/data/view_loader';
import {thinned} from '../../src/layers';
import {doorAt, placeDoors} from '../../src/map/doors';
import {latticeCorner, piecesOf, piecesOn} from '../../src/map/ground_pieces';
import {cellAt, gridOf, paintCells} from '../../src/map/grid_cells';
import {outlineOf} from '../../src/map/outline';
import {PolyColours} from '../../src/map/poly_colours';
import {cornerStarts, polyArea, polyNormal, Surface, type SurfacePart} from '../../src/map/surface';
import {cutIntoChunks, gridChunkM, type Chunk} from '../../src/map/surface_chunks';
import {pickSurface} from '../../src/map/surface_picking';
import {drawBeyond} from '../../src/picture/beyond_drawing';
import {Camera} from '../../src/picture/camera';
import {drawClosures} from '../../src/picture/closure_drawing';
import {CellImages} from '../../src/picture/cell_images';
import {drawDoors} from '../../src/picture/door_drawing';
import {SvgInk} from '../../src/picture/ink';
import {LabelLayout, type Rank} from '../../src/picture/label_layout';
import {groundAsSvg} from '../../src/picture/svg_ground';
import type {Theme} from '../../src/picture/theme';
import {beyondFor, usableBy} from '../../src/surface_loading';
import {codeFor} from '../../src/ui/code';
import {drawFixLists, firstPlace, toldFix, toldInLine, type FixList} from '../../src/views/fixes';
import {withInputName} from '../../src/views/input_names';
import {coverageOf, pointAt, sumOfCurves, walkOf} from '../../src/views/walk';
import {kScale, layOut, radiusOf} from '../../src/views/world_graph';
import {placeNames} from '../../src/views/world_names';

// A packed list, which has no fields of its own.
function packed(values: number[]): Uint8Array {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}

function part(corners: number[][][]): SurfacePart {
  const list = new Uint32Array(corners.length);
  return {
    firstIndex: 0, cornersXyz: Float32Array.from(corners.flat(2)), firstCorner: cornerStarts(corners.map((each) => each.length)),
    polys: Uint32Array.from(corners, (_, i) => i), areas: list, zones: list, clusters: new Uint32Array(0),
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !isSo(); ++i) await new Promise((resolve) => setTimeout(resolve, 5));
}

// A unit square of ground at a height.
function square(x: number, z: number, y: number): number[][] { return [[x, y, z], [x, y, z + 1], [x + 1, y, z + 1], [x + 1, y, z]]; }

test('numbers of all sizes come back from the wire', () => {
  const bytes = new WireWriter().uint(1, 4294967295).string(2, 'tower').double(3, -2.5).bytesField(4, packed([1, 127, 128, 300000])).finish();
  const reader = new WireReader(bytes);
  assert.ok(reader.next());
  assert.equal(reader.uint(), 4294967295);
  assert.ok(reader.next());
  assert.equal(reader.string(), 'tower');
  assert.ok(reader.next());
  assert.equal(reader.double(), -2.5);
  assert.ok(reader.next());
  assert.deepEqual([...reader.packedUints()], [1, 127, 128, 300000]);
  assert.ok(!reader.next());
});

test('an answer that is cut short or does not match is an error', () => {
  const whole = new WireWriter().bytesField(2, packed([4])).bytesField(3, packed([7])).finish();
  assert.throws(() => readSurfaceAnswer(whole), /do not match/);
  assert.throws(() => readSurfaceAnswer(whole.subarray(0, whole.length - 1)), /cut short/);
});

// As tests/client/report/packed_answers_test.cc has them packed.
const kTwoSquares = [4, 8, 0, 0, 0, 0, 1, 2, 0, 0, 6, 0, 0, 8, 0, 8, 0, 6, 0, 0, 0, 0, 0, 0, 6, 0, 8, 0, 7, 8, 7, 2, 4, 4, 2, 14, 1, 2, 1, 2, 2, 1, 0, 1, 1, 0, 2, 0];
const kThreePoints = [2, 3, 2, 2, 7, 3, 0, 0, 0, 3, 0, 0xd8, 2, 0, 2, 10, 2, 2, 2, 1, 2, 2, 1, 6, 1];

test('a report\'s surface and skeleton are unpacked', () => {
  const ground = unpackSurface(Uint8Array.from(kTwoSquares));
  assert.deepEqual([...ground.cornersXyz], [0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1, 2, 0, 1, 2, 0, 0]);
  assert.deepEqual([ground.firstCorner, ground.polys, ground.areas, ground.zones, ground.clusters].map((list) => [...list]), [[0, 4, 8], [7, 8], [1, 1], [0, 0], []]);
  const {xyz, arcFrom, arcTo, arcKinds} = unpackSkeleton(Uint8Array.from(kThreePoints), {x: 10, y: 20, z: 30});
  assert.deepEqual([...xyz], [10.5, 20, 30, 11, 20, 116, 9, 20, 116]);
  assert.deepEqual([arcFrom, arcTo, arcKinds].map((list) => [...list]), [[5, 6], [6, 5], [1, 4]]);
  assert.throws(() => unpackSurface(Uint8Array.from(kTwoSquares.slice(0, 30))), /cut short/);
});

test('a report\'s parts come one after another without waiting for a picture, and end with the map', async (test) => {
  const text = Buffer.from(kTwoSquares).toString('base64'), source = new ReportSource({
    title: 'a', writer: 'b', maps: [{description: {summary: {mapId: 'yard'}}, surfaceParts: [text, text, text], skeletonParts: [], figures: [], findings: []}],
  });
  const loading = new AbortController(), choice = {mapId: 'yard', profile: '', abilities: []};
  let taken = 0, tasksBetween = 0, tasks = 0;
  const timer = setInterval(() => { ++tasks; });
  test.after(() => clearInterval(timer));
  // Node has no requestAnimationFrame.
  await source.loadSurface(choice, loading.signal, ({polys}) => { taken += polys.length; tasksBetween = tasks; });
  assert.equal(taken, 6);
  assert.ok(tasksBetween > 0, 'the page is not held up by all parts at once');
  taken = 0;
  await source.loadSurface(choice, loading.signal, ({polys}) => { taken += polys.length; loading.abort(); });
  assert.equal(taken, 2);
});

test('a request for a box has its corners and its size', () => {
  const bytes = writeSurfaceRequest({mapId: 'm', profile: '', abilities: ['jump'], maxPolys: 5, cellM: 2,
                                     box: {min: {x: 1, y: 2, z: 3}, max: {x: 4, y: 5, z: 6}}});
  const fields: number[] = [];
  for (const reader = new WireReader(bytes); reader.next(); reader.skip()) fields.push(reader.field);
  assert.deepEqual(fields, [1, 3, 4, 6, 7, 8, 9]);
});

test('squares meet at the mean of their heights, and floors above do not count', () => {
  const floats = new Uint8Array(Float32Array.from([1, 0, 1, 3, 1, 1, 3, 9, 1]).buffer);
  const points = new WireWriter().bytesField(4, floats);
  const bytes = new WireWriter().message(1, points).bytesField(3, packed([0, 1, 2])).bytesField(4, packed([1, 1, 1])).bytesField(5, packed([1, 1, 1])).finish();
  const {cornersXyz, polys} = readSquaresAnswer(bytes, 2);
  assert.equal(polys.length, 3);
  assert.deepEqual([...cornersXyz.slice(0, 3)], [0, 0, 0]);
  // Of the first square the highest ground beside it is nine metres up: its corners stay at its own height.
  assert.deepEqual([...cornersXyz.slice(3, 6)], [2, 0, 0]);
  assert.deepEqual([...cornersXyz.slice(24, 27)], [2, 9, 0]);
});

test('places are written into addresses and read again', () => {
  const places = [{x: 1.5, y: 0, z: -2, mapId: 'town'}, {x: 0, y: 1, z: 2, mapId: 'a b'}];
  assert.deepEqual(new Link(new URLSearchParams({to: writePlaces(places)}).toString()).places('to', 'other'), places);
  assert.deepEqual(readPlace('1 2 3', 'here'), {x: 1, y: 2, z: 3, mapId: 'here'});
  assert.equal(readPlace('1,2', 'here'), undefined);
  assert.equal(readPlace('1,x,3', 'here'), undefined);
});

test('places are typed as positions, and by name, bare or as the command line has them', async () => {
  const place = (name: string, x: number, mapId: string) => ({name, position: {mapId, x, y: 0, z: 0}});
  const names = {
    map: [place('square', 1, 'town'), place('name:odd', 2, 'town'), place('me@home', 6, 'town')], world: [place('shop', 3, 'castle'), place('square', 4, 'town')],
    maps: ['town', 'castle'], of: async (mapId: string) => [place('keep', 5, mapId)],
  };
  const typed = (text: string, isHereOnly = false) => readTyped(text, 'town', names, isHereOnly);
  const all = (...texts: string[]) => Promise.all(texts.map((text) => typed(text)));
  const at = (x: number, mapId = 'town') => ({x, y: 0, z: 0, mapId});
  assert.deepEqual(await all('square', ' name:square ', 'world:square'), [at(1), at(1), at(4)]);
  assert.deepEqual(await all('world:shop', 'name:odd', 'name:name:odd'), [at(3, 'castle'), at(2), at(2)]);
  assert.deepEqual(await all('5, 0, 0', '5 0 0 @ castle', '5,0,0@castle'), [at(5), at(5, 'castle'), at(5, 'castle')]);
  assert.deepEqual(await all('name:square @town', 'square@town', 'me@home', 'name:me@home', 'me@home @town'), [at(1), at(1), at(6), at(6), at(6)]);
  assert.deepEqual(await all('name:keep @castle', 'keep @ castle', 'world:shop @castle'), [at(5, 'castle'), at(5, 'castle'), at(3, 'castle')]);
  assert.deepEqual(await all('name:sqare', 'world:sqare', 'name:sqare @town', 'name:square @castle', 'sqare @castle', 'world:keep @castle'), [
    'this map has no place "sqare"', 'the world has no place "sqare"', 'this map has no place "sqare"', 'map "castle" has no place "square"',
    'map "castle" has no place "sqare"', 'the world has no place "keep"']);
  assert.equal(await typed('world:shop @town'), 'place "world:shop" is on map "castle", not on "town"');
  assert.equal(await typed('1,2,1e9'), 'coordinates are from -1e8 to 1e8 m');
  assert.deepEqual(await typed('-1e8,0,0'), at(-1e8));
  assert.equal(await typed('sqare'), '"sqare" is neither x, y, z in metres nor the name of a place');
  assert.equal(await typed('1, 2'), '"1, 2" is neither x, y, z in metres nor the name of a place');
  assert.deepEqual(await all('1,2,3 @nomap', 'name:square @nomap', '1,2,3@'), ['there is no map "nomap"', 'there is no map "nomap"', 'there is no map ""']);
  for (const text of ['world:shop', '5,0,0@castle', 'name:keep @castle']) {
    assert.equal(await typed(text, true), 'that place is on map "castle", and this one is "town"');
  }
});

test('tables are read with a heading and without, with names and with times', () => {
  assert.deepEqual(readPositions('1,2,3\n4,5,6,7\n').map(({x, timeS}) => [x, timeS]), [[1, undefined], [4, undefined]]);
  assert.deepEqual(readPositions('1,2,3,0.5\n4,5,6,0.7').map(({timeS}) => timeS), [0.5, 0.7]);
  assert.deepEqual(readPositions('id;x;y;z\nboss;1;2;3\n')[0], {name: 'boss', x: 1, y: 2, z: 3, timeS: undefined});
  assert.deepEqual(readPositions('# spawns\nboss 1 2 3')[0].name, 'boss');
  const faults = (text: string) => { try { readPositions(text); return ''; } catch (error) { return (error as Error).message; } };
  assert.equal(faults('x,y,z\n1,2\n'), 'line 2, column 3: z is missing; a number is expected there');
  assert.equal(faults('name,x,y,z\nboss,1,2,3\n\nlair,1,,3'), 'line 4, column 3: y is missing; a number is expected there');
  assert.equal(faults('1,2,3\n4,five,6'), 'line 2, column 2: y is no number: "five"');
  assert.equal(faults('x,y,z,t\n1,2,3,'), 'line 2, column 4: the time is missing; a number is expected there');
  assert.equal(faults('1,2,3\n4,5,1e9'), 'line 2: coordinates are from -1e8 to 1e8 m: 4, 5, 1000000000');
  const first = (text: string) => { const {name, x, y, z, timeS} = readPositions(text)[0]; return [name, x, y, z, timeS]; };
  assert.deepEqual(first('-50,0.1,54,second\n'), ['second', -50, 0.1, 54, undefined]);
  assert.deepEqual(first('"Boss, the ""big"" one",1,2,3'), ['Boss, the "big" one', 1, 2, 3, undefined]);
  assert.deepEqual(first('"a; b";1,5;2;-3,25'), ['a; b', 1.5, 2, -3.25, undefined]);
  assert.deepEqual(first('yaw,label,z,y,x\n90,chest,3,2,1'), ['chest', 1, 2, 3, undefined]);
  assert.deepEqual(first('\ufeffx;y;z\n1;2;3'), ['1', 1, 2, 3, undefined]);
  assert.throws(() => readPositions(''), /no lines/);
});

test('a link is read as far as it can be understood, and says what was not', () => {
  const names = ['a|b', '100%', 'c%7Cd', 'e, f'], kept = new Link(new URLSearchParams({doors: writeNames(names)}).toString());
  assert.deepEqual(kept.names('doors'), names);
  assert.deepEqual(kept.namesOf('doors', [...names, 'a', 'b']), names);
  assert.deepEqual(kept.doubts, []);
  const link = new Link('count=7&seed=x&spacing=-1&reachable=no&at=1,2&to=1,2,3|4,5&fron=1');
  assert.equal(link.number('count', 20, 1, 100), 7);
  assert.equal(link.number('seed', 1, 0, 9), 1);
  assert.equal(link.number('spacing', 5, 0, 9), 5);
  assert.equal(link.number('borders', undefined), undefined);
  assert.equal(link.oneOf('reachable', ['', 'any'], ''), '');
  assert.equal(link.places('at', 'm').length, 0);
  assert.deepEqual(link.points('to'), [{x: 1, y: 2, z: 3}]);
  assert.equal(link.doubts.length, 5);
  assert.match(link.doubts.join(), /seed=x.*spacing=-1.*reachable=no.*at: 1,2.*to: 4,5/);
  assert.deepEqual(link.unknown(), ['fron']);
});

test('places of a link are on maps that there are, and within reach', () => {
  const link = new Link('from=1,2,3@nomap&to=1,2,3@castle|4,5,6&via=1,2,1e9&region=2e8,0,0|1,2,3');
  link.maps = ['town', 'castle'];
  assert.deepEqual(link.places('from', 'town'), []);
  assert.deepEqual(link.places('to', 'town').map(({mapId}) => mapId), ['castle', 'town']);
  assert.deepEqual(link.places('via', 'town'), []);
  assert.equal(link.points('region').length, 1);
  assert.deepEqual(link.doubts, [
    'from: 1,2,3@nomap (there is no map nomap here)', 'via: 1,2,1e9 (coordinates are from -1e8 to 1e8 m)',
    'region: 2e8,0,0 (coordinates are from -1e8 to 1e8 m)']);
});

test('what a camera projects lies under its ray', () => {
  for (const isFlat of [true, false]) {
    const camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 90, yawDeg: 30, pitchDeg: 40, isFlat, target: {x: 10, y: 2, z: -5}});
    camera.update();
    const place = {x: 20, y: 2, z: -12}, {x, y} = camera.project(place), under = camera.onPlane(x, y, 2)!;
    assert.ok(Math.hypot(under.x - place.x, under.z - place.z) < 1e-6);
    camera.zoom(0.5, x, y);
    const after = camera.project(place);
    assert.ok(Math.hypot(after.x - x, after.y - y) < 1e-6, 'zooming keeps what is under the mouse');
  }
});

test('the upper of two floors is picked, and the lower one once the upper is cut away', () => {
  const chunks = cutIntoChunks(part([square(0, 0, 0), square(0, 0, 3)]), 10, false);
  const ray = {from: {x: 0.5, y: 100, z: 0.5}, direction: {x: 0, y: -1, z: 0}}, origin = {x: 0, y: 0, z: 0};
  assert.equal(pickSurface(chunks, ray, origin, -10, 10)!.place.y, 3);
  assert.equal(pickSurface(chunks, ray, origin, -10, 2)!.place.y, 0);
  assert.equal(pickSurface(chunks, {...ray, from: {x: 5, y: 100, z: 5}}, origin, -10, 10), undefined);
});

test('an SVG from above has lower ground before what lies over it, whatever chunks they are in, and edges from near', () => {
  // The chunk of the ground at 2 m has ground below all others, too.
  const ground = part([square(0, 0, 1), square(0.5, 0.5, 2), square(1, 1, -3)]), colours = new PolyColours(3, []);
  const [first, second] = [[0], [1, 2]].map((polys): Chunk => ({
    part: ground, isSquares: false, polys: Uint32Array.from(polys), triangles: 2, box: [0, polys.length > 1 ? -3 : 1, 0, 2, 2, 2],
  }));
  colours.put(0, [1, 0, 0]);
  colours.put(1, [2, 0, 0]);
  colours.put(2, [3, 0, 0]);
  const camera = Object.assign(new Camera(), {width: 100, height: 100, spanM: 4});
  camera.update();
  const style = {background: '', edge: '#abcdef', fromY: -10, toY: 10}, origin = {x: 0, y: 0, z: 0};
  const near = groundAsSvg([first, second], origin, colours, camera, style, undefined);
  assert.deepEqual([...near.matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill), ['#030000', '#010000', '#020000']);
  assert.equal(near.split('stroke="#abcdef"').length, 4);
  camera.spanM = 100;
  assert.ok(!groundAsSvg([first, second], origin, colours, camera, style, undefined).includes('#abcdef'));
});

// A gate of 4 m by 1 m and 2 m high, a post, a leap of two links, a grille of two cells by one, a hatch in ground of area 3, and one of a
// shape that is not known.
const kDoors = {
  gridCorner: {x: 100, y: 5, z: 200}, gridCellM: 0.5,
  describedDoors: [
    {name: 'gate', volumes: [{prism: {cornersXz: [0, 0, 0, 1, 4, 1, 4, 0], minY: 1, maxY: 3}}]},
    {name: 'post', isClosed: true, volumes: [{cylinder: {base: {x: 20, y: 2, z: 30}, radiusM: 0.5, heightM: 2}}]},
    {name: 'leap', links: ['a', 'b'], linkEndsXyz: [40, 0, 0, 48, 2, 0, 60, 0, 0, 60, 0, 4]},
    {name: 'grille', isClosed: true, rects: [4, 6, 2, 1]},
    {name: 'hatch', areas: [3]},
    {name: 'curtain', volumes: [{}]},
  ],
};

test('doors lie where what they close is', () => {
  const ground = part([square(0, 0, 0), square(7, 0, 0), square(8, 0, 0), square(9, 0, 0)]);
  ground.areas = Uint32Array.from([1, 3, 3, 3]);
  const surface = new Surface({x: 1000, y: 10, z: 0}, 0, 9);
  surface.add(ground);
  const [gate, post, leap, grille, hatch, curtain] = placeDoors(kDoors, surface);
  assert.deepEqual(gate.solids[0].base, [{x: 0, y: 1, z: 0}, {x: 0, y: 1, z: 1}, {x: 4, y: 1, z: 1}, {x: 4, y: 1, z: 0}]);
  assert.ok(gate.solids[0].top.every(({y}) => y === 3));
  assert.deepEqual(gate.marks, [{x: 2, y: 1, z: 0.5}]);
  for (const {x, y, z} of post.solids[0].top) assert.ok(y === 4 && Math.abs(Math.hypot(x - 20, z - 30) - 0.5) < 1e-9);
  assert.deepEqual(leap.links.map((line) => [line[0], line.at(-1)]), [[{x: 40, y: 0, z: 0}, {x: 48, y: 2, z: 0}], [{x: 60, y: 0, z: 0}, {x: 60, y: 0, z: 4}]]);
  assert.deepEqual(grille.floors, [[{x: 102, y: 5, z: 203}, {x: 102, y: 5, z: 203.5}, {x: 103, y: 5, z: 203.5}, {x: 103, y: 5, z: 203}]]);
  assert.equal(hatch.ground.length, 3);
  assert.equal(hatch.outlines.length, 1, 'three squares in a row have one line around them');
  assert.deepEqual(hatch.marks, [{x: 1008.5, y: 10, z: 0.5}]);
  assert.deepEqual(curtain.marks, []);
  assert.equal(placeDoors(kDoors, undefined)[4].ground.length, 0, 'its ground is not there yet');
});

test('the outline of ground has no side between its polygons, also where their corners do not meet', () => {
  const at = (x: number, z: number, y = 0) => ({x, y, z});
  const rect = (x: number, z: number, width: number, depth: number, y = 0) => [at(x, z, y), at(x, z + depth, y), at(x + width, z + depth, y), at(x + width, z, y)];
  // Lengths of the lines, each of which is closed.
  const around = (polys: ReturnType<typeof rect>[]) => outlineOf(polys).map((line) => {
    assert.deepEqual(line.at(-1), line[0]);
    return line.slice(1).reduce((sum, to, i) => sum + Math.hypot(to.x - line[i].x, to.z - line[i].z), 0);
  }).sort((a, b) => a - b);
  assert.deepEqual(around([rect(0, 0, 1, 1), rect(1, 0, 1, 1)]), [6], 'a side that both have');
  assert.deepEqual(around([rect(0, 0, 2, 4), rect(2, 0, 2, 1), rect(2, 1, 2, 3)]), [16], 'one side along two');
  assert.deepEqual(around([rect(0, 0, 2, 2), rect(2, 1, 2, 2)]), [14], 'sides that share a part');
  assert.deepEqual(around([rect(0, 0, 3, 1), rect(0, 2, 3, 1), rect(0, 1, 1, 1), rect(2, 1, 1, 1)]), [4, 12], 'a hole');
  assert.deepEqual(around([rect(0, 0, 1, 1), rect(1, 0, 1, 1, 3)]), [4, 4], 'of two floors');
  // A floor of many pieces: nothing is left within.
  const pieces = Array.from({length: 40 * 40}, (_, i) => rect(i % 40, Math.floor(i / 40), 1, 1));
  assert.deepEqual(around(pieces), [160]);
});

test('a click means the door with the nearest mark, or the one around it', () => {
  const camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60, target: {x: 10, y: 0, z: 10}});
  camera.update();
  const doors = placeDoors(kDoors, undefined), at = (x: number, z: number) => doorAt(doors, {x, y: 0, z}, camera)?.name;
  assert.equal(at(2, 0.5), 'gate');
  assert.equal(at(3.9, 0.9), 'gate', 'far from its mark, and within its outline');
  assert.equal(at(3.9, 2.6), undefined);
  assert.equal(at(20, 30), 'post');
  assert.equal(at(48, 0), 'leap', 'at the end of a link');
});

test('a door that closes a kind of ground is drawn as one piece', () => {
  const theme = {door: '#010203', closed: '#040506', halo: '#fff', text: '#000'} as Theme;
  const ground = part(Array.from({length: 400}, (_, i) => square(i % 20, Math.floor(i / 20), 0)));
  ground.areas = new Uint32Array(400).fill(3);
  const surface = new Surface({x: 0, y: 0, z: 0}, 0, 9), camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60});
  surface.add(ground);
  camera.update();
  const drawn = (isClosed: boolean) => {
    const ink = new SvgInk(camera), labels = new LabelLayout(widthOf);
    drawDoors(ink, labels, theme, camera, placeDoors({describedDoors: [{name: 'hatch', areas: [3]}]}, surface), () => isClosed);
    labels.draw(ink, camera);
    return ink.file('', '').match(/<path /g)!.length;
  };
  // The ground, and its outline with a casing.
  assert.deepEqual([drawn(true), drawn(false)], [3, 3]);
});

function widthOf(text: string): number { return 6 * text.length; }

test('of names that would overlap the lower ranks are left out, wherever the map is moved', () => {
  const style = {colour: '#000', halo: '#fff'}, camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60});
  const names: [Rank, number, number, string][] = [
    ['place', 0, 0, 'square'], ['portal', 1, 0, 'ferry'], ['place', 0, 4, 'market'], ['place', 1, 4, 'stalls'], ['door', 20, 0, 'gate'], ['place', 20, 0.5, 'arch'],
    ['detail', 1, 1.6, 'to the island'],
  ];
  const drawn = (x: number, z: number) => {
    const ink = new SvgInk(camera), labels = new LabelLayout(widthOf);
    Object.assign(camera.target, {x, z});
    camera.update();
    for (const [rank, atX, atZ, text] of names) labels.add(rank, {x: atX, y: 0, z: atZ}, text, style);
    labels.draw(ink, camera);
    return [...ink.file('', '').matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
  };
  const shown = ['ferry', 'gate', 'market'];
  assert.deepEqual(drawn(0, 0), [...shown, 'to the island']);
  for (let i = 0; i < 40; ++i) assert.deepEqual(drawn(i * 0.37, i * 0.29), [...shown, 'to the island'], `moved by ${i} steps`);
  // Names at a distance do not overlap.
  camera.spanM = 10;
  assert.equal(drawn(0, 0).length, names.length - 2, 'all but those whose places are beside the picture, and far');
});

test('names keep off the marks of a view, and those of floors that are not shown are left out', () => {
  const style = {colour: '#000', halo: '#fff'}, camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60});
  camera.update();
  const drawn = (marks: Vec3[], heights?: [number, number]) => {
    const ink = new SvgInk(camera), labels = new LabelLayout(widthOf, marks, heights);
    for (const [x, y, text] of [[0, 0, 'gate'], [14, 0, 'square'], [-14, 4, 'attic']] as const) labels.add('door', {x, y, z: 0}, text, style);
    labels.draw(ink, camera);
    return [...ink.file('', '').matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
  };
  assert.deepEqual(drawn([]), ['gate', 'square', 'attic']);
  assert.deepEqual(drawn([{x: 0.2, y: 0, z: 0.1}]), ['square', 'attic']);
  assert.deepEqual(drawn([], [-1, 2]), ['gate', 'square']);
  assert.deepEqual(drawn([], [3.5, 9]), ['attic']);
});

test('fixes that one place needs are told together, and pins that would cover each other are one with all numbers', () => {
  const at = (x: number, mapId = 'yard') => ({mapId, x, y: 0, z: 0});
  const fixes = [
    {kind: 'FIX_KIND_STEP', at: at(0), sentence: 'a step', withNext: true}, {kind: 'FIX_KIND_WIDTH', at: at(0.2), sentence: 'a gap'},
    {kind: 'FIX_KIND_DROP', at: at(20), sentence: 'a drop'}, {kind: 'FIX_KIND_STEP', at: at(0, 'castle'), sentence: 'elsewhere'},
  ];
  assert.deepEqual(fixes.map(toldFix), ['a step, together with', 'a gap', 'a drop', 'elsewhere']);
  assert.equal(toldInLine(fixes), 'a step, together with a gap, then a drop, then elsewhere');
  assert.deepEqual(firstPlace(fixes), fixes.slice(0, 2));
  assert.deepEqual(firstPlace(fixes.slice(0, 1)), fixes.slice(0, 1));
  const camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60});
  const theme = {warn: '#c77700', halo: '#ffffff', text: '#111111'} as Theme;
  const drawn = (spanM: number, prefix = '', ...more: FixList[]) => {
    Object.assign(camera, {spanM});
    camera.update();
    const ink = new SvgInk(camera);
    drawFixLists(ink, theme, camera, [{fixes, prefix}, ...more], 'yard', true);
    const file = ink.file('', '');
    return {
      pins: [...file.matchAll(/fill="#ffffff"[^>]*>([^<>]+)<\/text>/g)].map(([, text]) => text), dots: file.split('<circle').length - 1,
      names: [...file.matchAll(/y="([\d.-]+)"[^>]*fill="#111111"[^>]*>([^<>]+)<\/text>/g)].map(([, y, text]) => [text.trim(), Number(y)] as const),
    };
  };
  const far = drawn(60);
  assert.deepEqual([far.pins, far.dots], [['1+2', '3'], 2]);
  assert.deepEqual(far.names.map(([text]) => text), ['step', 'width', 'drop']);
  assert.ok(far.names[1][1] - far.names[0][1] >= 12, 'names of one pin stand one over the other');
  assert.deepEqual(drawn(2000).pins, ['1–3']);
  assert.deepEqual(drawn(60, '7').pins, ['7a+b', '7c']);
  const other = (prefix: string) => ({fixes: fixes.slice(0, 1), prefix});
  assert.deepEqual(drawn(60, '7', other('8')).pins, ['7a+b 8a', '7c'], 'fixes of other lists at the place share its pin');
  assert.deepEqual(drawn(60, '7', ...['8', '9', '10'].map(other)).pins, ['7a+b 8a +2', '7c']);
  assert.deepEqual(drawn(3).pins, ['1', '2', '3'], 'from near each has its own');
});

test('an open door and a closed one differ in more than their colour', () => {
  const theme = {door: '#010203', closed: '#040506', halo: '#fff', text: '#000'} as Theme;
  const drawn = (isClosed: boolean, isFlat = true) => {
    const camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60, isFlat});
    camera.update();
    const ink = new SvgInk(camera), labels = new LabelLayout(widthOf);
    drawDoors(ink, labels, theme, camera, placeDoors({describedDoors: kDoors.describedDoors.slice(0, 1)}, undefined), () => isClosed);
    labels.draw(ink, camera);
    return ink.file('', '');
  };
  const countOf = (text: string, wanted: string) => text.split(wanted).length - 1;
  const open = drawn(false), closed = drawn(true);
  assert.ok(open.includes('>gate: open<') && closed.includes('>gate: closed<'));
  assert.ok(open.includes('stroke-dasharray') && !closed.includes('stroke-dasharray'));
  assert.ok(!open.includes(theme.closed) && closed.includes(theme.closed));
  // The outline; and that of the top, and four upright edges.
  assert.equal(countOf(open, 'stroke="#010203" stroke-width="2" stroke-linejoin'), 1);
  assert.equal(countOf(drawn(false, false), 'stroke="#010203" stroke-width="2" stroke-linejoin'), 6);
});

test('what is beside the picture is not drawn, and of very many doors names and parts are left out', () => {
  const theme = {door: '#010203', closed: '#040506', halo: '#fff', text: '#000'} as Theme;
  const camera = Object.assign(new Camera(), {width: 800, height: 600, spanM: 60});
  camera.update();
  const drawn = (doors: object[]) => {
    const ink = new SvgInk(camera), labels = new LabelLayout(widthOf);
    drawDoors(ink, labels, theme, camera, placeDoors({describedDoors: doors}, undefined), () => false);
    labels.draw(ink, camera);
    return ink.file('', '');
  };
  const gate = kDoors.describedDoors[0];
  assert.ok(!drawn([{...gate, volumes: [{prism: {cornersXz: [500, 0, 500, 1, 504, 1]}}]}, kDoors.describedDoors[5]]).includes('<circle'));
  const many = drawn(Array.from({length: 101}, () => gate));
  assert.ok(many.includes('<circle') && !many.includes('<text'));
  // Of still more each is a dot, or not all are.
  const crowd = drawn(Array.from({length: 10_000}, () => gate));
  assert.ok(!crowd.includes('<path'));
  const dots = crowd.split('<circle').length - 1;
  assert.ok(dots > 100 && dots <= 500, `${dots} dots`);
});

test('of very many arcs some are drawn, from all over the map', () => {
  const all = Array.from({length: 75_000}, (_, i) => i), few = thinned(all, 1_500);
  assert.ok(few.length > 1_400 && few.length <= 1_500 && few.at(-1)! > 74_900);
  assert.equal(thinned(all, 75_000).length, 75_000);
});

test('many lines are one path of an SVG', () => {
  const camera = Object.assign(new Camera(), {width: 100, height: 100, spanM: 100}), ink = new SvgInk(camera), at = (x: number) => ({x, y: 0, z: 0});
  camera.update();
  ink.lines([[at(0), at(1)], [at(2), at(3)]], {colour: '#010203', widthPx: 1});
  assert.deepEqual([...ink.file('', '').matchAll(/ d="([^"]*)"/g)].map(([, path]) => path), ['M50 50L51 50M52 50L53 50']);
});

test('cells colour the floor that they are of, as far as there is ground', () => {
  const surface = new Surface({x: 0, y: 0, z: 0}, 0, 9);
  // Ground of 3 m by 1 m, a roof over its first metre, isolated, and a step of 0.4 m beside it in the second row.
  const ground = part([
    [[0, 0, 0], [0, 0, 1], [3, 0, 1], [3, 0, 0]], square(0, 0, 3), [[0, 0.4, 1], [0, 0.4, 2], [3, 0.4, 2], [3, 0.4, 1]],
  ]);
  surface.add({...ground, zones: Uint32Array.from([1, 0, 1])});
  // Cells of 2 m: of the first a place on the ground, of the second one too.
  const pieces = piecesOf(surface, {placesXyz: [1, 0, 0.5, 2.5, 0, 0.5], cellM: 2, cornerX: 0, cornerZ: 0});
  assert.ok(Math.abs(pieces.areaM2 - 6) < 1e-6, 'the ground and the step, and nothing beyond them');
  const cellsOn = (poly: number) => { const {first, end} = piecesOn(pieces, poly); return [...new Set(pieces.cells.slice(first, end))].sort(); };
  assert.deepEqual(cellsOn(0), [0, 1]);
  assert.deepEqual(cellsOn(1), [], 'the roof is not coloured');
  assert.deepEqual(cellsOn(2), [0, 1]);
  // An upper floor of the same zone is another one, too.
  const upstairs = new Surface({x: 0, y: 0, z: 0}, 0, 9);
  upstairs.add({...part([square(0, 0, 0), square(0, 0, 3)]), zones: Uint32Array.from([1, 1])});
  const lower = piecesOf(upstairs, {placesXyz: [0.5, 0, 0.5], cellM: 2, cornerX: 0, cornerZ: 0});
  assert.deepEqual([...new Set(lower.polys)], [0]);
  assert.ok(Math.abs(latticeCorner([0.8, 0, 0, 2.8, 0, 0, 3.1, 0, 0], 0, 2) - 1.8) < 0.01);
});

test('each cell of a grid has the colour of its rectangle, and a texel of its own', () => {
  // Cells of half a metre; the grid's corner lies at (-2, 7, 3) from the origin.
  const grid = gridOf({gridColumns: 6, gridRows: 4, gridCellM: 0.5, gridCorner: {x: 102, y: 8, z: -7}, origin: {x: 100, y: 1, z: -10}})!;
  assert.deepEqual(grid.corner, {x: 2, y: 7, z: 3});
  assert.deepEqual(cellAt(grid, {x: 2.9, y: 7, z: 4.2}), {column: 1, row: 2});
  assert.equal(gridOf({}), undefined);
  const rectangle = (column: number, row: number, columns: number, rows: number) => {
    const x = 2 + column / 2, z = 3 + row / 2, toX = x + columns / 2, toZ = z + rows / 2;
    // A neighbour's corner within its first side.
    return [[x, 7, z], [(x + toX) / 2, 7, z], [toX, 7, z], [toX, 7, toZ], [x, 7, toZ]];
  };
  const rectangles = part([rectangle(1, 0, 3, 2), rectangle(4, 1, 1, 3), rectangle(1, 2, 1, 1)]), colours = new PolyColours(3, []);
  colours.brightness = 1;
  colours.put(0, [10, 20, 30]);
  colours.put(1, [40, 50, 60]);
  colours.put(2, [70, 80, 90]);
  const [chunk] = cutIntoChunks(rectangles, 100, false), image = paintCells(chunk, grid, colours);
  assert.deepEqual([image.column, image.row, image.columns, image.rows], [0, -1, 6, 6]);
  const reds = Array.from({length: 6}, (_, row) => Array.from({length: 6}, (_each, column) => image.pixels[(row * 6 + column) * 4]));
  assert.deepEqual(reds, [[0, 0, 0, 0, 0, 0], [0, 10, 10, 10, 0, 0], [0, 10, 10, 10, 40, 0], [0, 70, 0, 0, 40, 0], [0, 0, 0, 0, 40, 0], [0, 0, 0, 0, 0, 0]]);
  assert.deepEqual([...image.pixels.slice(28, 32)], [10, 20, 30, 255]);
  assert.deepEqual([...image.pixels.slice(40, 44)], [0, 0, 0, 0], 'what is not of the chunk is not drawn');
});

test('images of cells are painted anew once colours change, and dropped if there are too many', () => {
  const side = 1990, grid = {columns: 4 * side, rows: side, cellM: 1, corner: {x: 0, y: 0, z: 0}}, colours = new PolyColours(4, []), dropped: number[] = [];
  const chunks = [0, 1, 2, 3].flatMap((i) => cutIntoChunks(part([[[i * side, 0, 0], [i * side, 0, side], [(i + 1) * side, 0, side], [(i + 1) * side, 0, 0]]]), 10_000, false));
  const images = new CellImages(grid, colours, ({column}) => (column + 1) / side, (drawn) => dropped.push(drawn));
  assert.equal(images.of(chunks[0]), undefined);
  assert.equal(images.paint(chunks[0]), 0);
  assert.ok(images.isFresh(chunks[0]));
  images.coloursChanged();
  assert.ok(!images.isFresh(chunks[0]));
  assert.equal(images.of(chunks[0]), 0, 'until then the old one is shown');
  for (const chunk of chunks.slice(0, 3)) images.paint(chunk);
  images.trim(new Set());
  assert.deepEqual(dropped, [0], 'only the old one: twelve million cells are kept');
  images.paint(chunks[3]);
  images.trim(new Set(chunks.slice(2)));
  assert.deepEqual(dropped, [0, 0, 1]);
});

test('chunks of a grid have some thousand rectangles, and textures of a few hundred cells', () => {
  const grid = {columns: 4096, rows: 4096, cellM: 0.5, corner: {x: 0, y: 0, z: 0}};
  assert.equal(gridChunkM(5_000, grid), 128);
  assert.equal(gridChunkM(4_096 * 4_096 / 4, grid), 50);
  assert.equal(gridChunkM(0, grid), 128);
});

test('polygons have their area and an upward normal, whichever way round they go', () => {
  const both = part([square(0, 0, 0), square(0, 0, 0).reverse()]);
  for (const i of [0, 1]) {
    assert.equal(polyArea(both, i), 1);
    assert.deepEqual(polyNormal(both, i).y, 1);
  }
});

// In CIE Lab, of a colour as readers see it whose eyes lack a kind of cones (Machado, Oliveira and Fernandes 2009).
function seen(colour: number[], eyes: number[][]): number[] {
  const linear = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = eyes.map((row) => Math.max(0, Math.min(1, row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2])));
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047), y = f(0.2126 * r + 0.7152 * g + 0.0722 * b), z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test('the colours of a comparison are told apart, by colour-blind eyes too, in light and in dark', () => {
  const eyes = {
    all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  };
  const css = fs.readFileSync(path.join(process.env.EXPLORER!, 'src/style.css'), 'utf8');
  css.split('prefers-color-scheme: dark').slice(0, 2).forEach((scheme, i) => {
    const valueOf = (name: string) => new RegExp(`--map-${name}: ([^;]+);`).exec(scheme)![1];
    const ofHex = (text: string) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
    const colours = ['lost', 'gained', 'moved', 'warn'].map((name) => [name, ofHex(valueOf(name))] as const);
    // Ground of the first zone, and isolated ground.
    const painted = new PolyColours(2, []), surface = new Surface({x: 0, y: 0, z: 0}, 0, 1), ground = part([square(0, 0, 0), square(2, 0, 0)]);
    ground.zones = Uint32Array.of(1, 0);
    surface.add(ground);
    painted.brightness = Number(valueOf('brightness'));
    painted.isGrey = true;
    painted.countZones(ground);
    painted.paint(surface, ground, 'zone');
    const greys = [0, 1].map((poly) => ['ground', [...painted.data.subarray(4 * poly, 4 * poly + 3)]] as const);
    for (const [, [r, g, b]] of greys) assert.ok(r === g && g === b);
    for (const [kind, matrix] of Object.entries(eyes)) {
      for (const [name, colour] of colours) {
        for (const [otherName, other] of [...colours, ...greys]) {
          if (otherName === name) continue;
          const [a, b] = [seen(colour, matrix), seen(other, matrix)], distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
          assert.ok(distance > 25, `${name} and ${otherName} in ${i === 0 ? 'light' : 'dark'}, ${kind}: ${distance.toFixed(0)}`);
        }
      }
    }
  });
});

test('water and air of scenes are no ground to those who cannot swim or fly', () => {
  const all = {...part([square(0, 0, 0), square(0, 0, 9), square(0, 0, -2)]), areas: Uint32Array.of(1, 3, 2), zones: Uint32Array.of(7, 0, 0)};
  const scenes = {
    summary: {surface: 'SURFACE_KIND_SCENES'},
    areas: [{index: 1, name: 'ground'}, {index: 2, name: 'open_water'}, {index: 3, name: 'open_air'}],
  };
  const shown = (abilities: string[], description = scenes) => [...usableBy(abilities, description)(all).polys];
  assert.deepEqual([shown([]), shown(['swim']), shown(['fly']), shown(['fly', 'swim'])], [[0], [0, 2], [0, 1], [0, 1, 2]]);
  // What is isolated stays, and areas that are called so elsewhere.
  assert.deepEqual(shown([], {...scenes, summary: {surface: 'SURFACE_KIND_NAVMESH'}}), [0, 1, 2]);
  assert.deepEqual([...usableBy([], scenes)(all).zones], [7]);
  // What is dropped is known by the ability that it takes.
  const beyond = (abilities: string[], description = scenes) => beyondFor(abilities, description).map(({area, name, ability}) => [area, name, ability].join());
  assert.deepEqual(beyond([]), ['2,open_water,swim', '3,open_air,fly']);
  assert.deepEqual([beyond(['fly']), beyond(['fly', 'swim']), beyond([], {...scenes, summary: {surface: 'SURFACE_KIND_GRID'}})], [['2,open_water,swim'], [], []]);
});

test('a polygon in two tiles comes once, and only tiles that are looked at are loaded', async () => {
  const asked: Tile[] = [], taken: number[] = [];
  const polys = new TakenPolys();
  const loader = new ViewLoader({x: 0, y: 0, z: 0}, {x: 0, y: 0, z: 0}, {x: 999, y: 1, z: 99}, 100, 1000, {
    fromScale: () => 0.1, fail: assert.fail,
    load: async (tile) => { asked.push(tile); return [part([square(99.5, 0, 0)])]; },
    take: (_tile, parts) => {
      const before = taken.length;
      for (const each of polys.take(parts)) taken.push(...each.polys);
      return taken.length - before;
    },
  });
  const camera = Object.assign(new Camera(), {width: 200, height: 100, spanM: 80, target: {x: 100, y: 0, z: 50}});
  camera.update();
  loader.look(camera);
  await until(() => asked.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(asked.map(({minX}) => minX).sort((a, b) => a - b), [0, 100]);
  assert.deepEqual(taken, [0]);
});

test('a loader that has too much asks for no more', async () => {
  const asked: Tile[] = [], taken: Tile[] = [];
  const loader = new ViewLoader({x: 0, y: 0, z: 0}, {x: 0, y: 0, z: 0}, {x: 999, y: 1, z: 99}, 100, 1000, {
    fromScale: () => 0.1, fail: assert.fail, load: async (tile) => { asked.push(tile); return asked.length; },
    take: (tile, number) => { taken.push(tile); return number === 2 ? 1000 : 0; },
  });
  const camera = Object.assign(new Camera(), {width: 1000, height: 100, spanM: 100, target: {x: 500, y: 0, z: 50}});
  camera.update();
  loader.look(camera);
  await until(() => taken.length >= 3 && loader.isFull);
  const before = asked.length;
  loader.look(camera);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(asked.length, before);
  assert.ok(before < 10, 'the map has ten tiles');
});

function skeletonPart(ids: number[], xyz: number[], arcs: number[][], outer: Record<number, number[]> = {}): SkeletonPart {
  return {
    keyPoints: Uint32Array.from(ids), xyz: Float64Array.from(xyz), arcFrom: Uint32Array.from(arcs, ([from]) => from),
    arcTo: Uint32Array.from(arcs, ([, to]) => to), arcKinds: Uint32Array.from(arcs, ([, , kind]) => kind ?? 1),
    outerKeyPoints: Uint32Array.from(Object.keys(outer), Number), outerXyz: Float64Array.from(Object.values(outer).flat()),
    keyPointCount: 10_000, nextKeyPoint: undefined,
  };
}

test('a request for a box of a skeleton, or for squares of it, has its fields', () => {
  const fieldsOf = (bytes: Uint8Array) => {
    const fields: number[] = [];
    for (const reader = new WireReader(bytes); reader.next(); reader.skip()) fields.push(reader.field);
    return fields;
  };
  const request = {mapId: 'm', profile: '', abilities: ['jump'], maxKeyPoints: 5};
  assert.deepEqual(fieldsOf(writeSkeletonRequest({...request, box: {min: {x: 1, y: 2, z: 3}, max: {x: 4, y: 5, z: 6}}})), [1, 3, 5, 6, 7, 8]);
  assert.deepEqual(fieldsOf(writeSkeletonRequest({...request, cellM: 2, firstKeyPoint: 3})), [1, 3, 4, 5, 6, 9]);
});

test('an answer with a part of a skeleton names its key points and the ends outside', () => {
  const points = (xyz: number[]) => new WireWriter().double(1, 100).bytesField(4, new Uint8Array(Float32Array.from(xyz).buffer));
  const answer = (outerXyz: number[]) => new WireWriter().message(1, points([1, 2, 3])).bytesField(2, packed([7, 7])).bytesField(3, packed([300, 4]))
      .uint(4, 4294967295).bytesField(9, packed([1, 2])).uint(13, 5000).bytesField(14, packed([7])).bytesField(18, packed([4, 300]))
      .message(19, points(outerXyz)).finish();
  const part = readSkeletonAnswer(answer([4, 5, 6, 7, 8, 9]));
  assert.deepEqual([[...part.keyPoints], [...part.xyz], [...part.outerKeyPoints], [...part.outerXyz]], [[7], [101, 2, 3], [4, 300], [104, 5, 6, 107, 8, 9]]);
  assert.deepEqual([part.keyPointCount, part.nextKeyPoint], [5000, undefined]);
  assert.throws(() => readSkeletonAnswer(answer([4, 5, 6])), /do not match/);
});

test('the parts of a box of a skeleton make one picture, ends outside once', () => {
  const picture = skeletonPicture([
    skeletonPart([3, 8], [0, 0, 0, 1, 0, 0], [[3, 8], [3, 40, 2], [8, 9]], {40: [5, 5, 5]}), skeletonPart([9], [2, 0, 0], [[9, 8], [9, 40]], {40: [5, 5, 5]}),
  ]);
  assert.deepEqual([...picture.xyz], [0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5]);
  assert.equal(picture.count, 3);
  assert.deepEqual([...picture.from], [0, 0, 1, 2, 2]);
  assert.deepEqual([...picture.to], [1, 3, 2, 1, 3]);
  assert.deepEqual([...picture.kinds], [1, 2, 1, 1, 1]);
  const whole = wholeSkeleton([skeletonPart([], [0, 0, 0, 1, 0, 0], [[0, 2]]), skeletonPart([], [2, 0, 0], [[2, 0]])]).seen(new Camera());
  assert.deepEqual(whole.map(({from, to, count}) => [[...from], [...to], count]), [[[0, 2], [2, 0], 3]]);
});

test('of a large skeleton squares are seen from afar, and from near tiles and the squares of what is not there', async () => {
  // 10,000 key points on 1,000 x 100 m: a tile of 4,000 is 200 m.
  const squares = skeletonPart([0, 1, 2], [50, 0, 50, 150, 0, 50, 950, 0, 50], [[0, 1], [1, 0], [2, 1]]), asked: number[] = [];
  let redraws = 0;
  const skeleton = new SkeletonByView(squares, {origin: {x: 0, y: 0, z: 0}, min: {x: 0, y: 0, z: 0}, max: {x: 999, y: 1, z: 99}, areaM2: 100_000}, {
    loadBox: async (min, max) => { asked.push(min.x); return [skeletonPart([5], [(min.x + max.x) / 2, 0, 50], [])]; },
    redraw: () => ++redraws, fail: assert.fail,
  });
  const camera = Object.assign(new Camera(), {width: 1000, height: 100, spanM: 1000, target: {x: 500, y: 0, z: 50}});
  camera.update();
  skeleton.look(camera);
  assert.deepEqual(skeleton.seen(camera).map(({count, from}) => [count, from.length]), [[3, 3]]);
  assert.deepEqual(asked, [], 'nothing is asked for from afar');
  Object.assign(camera, {spanM: 10, target: {x: 100, y: 0, z: 50}});
  camera.update();
  skeleton.look(camera);
  await until(() => redraws === 1);
  assert.deepEqual(asked, [0]);
  // The squares' arcs that leave the tile are gone.
  assert.deepEqual(skeleton.seen(camera).map(({count, from}) => [count, [...from]]), [[3, [2]], [1, []]]);
  Object.assign(camera, {target: {x: 900, y: 0, z: 50}});
  camera.update();
  assert.equal(skeleton.seen(camera).length, 1, 'the tile is not in the picture');
  Object.assign(camera, {spanM: 1000});
  camera.update();
  assert.deepEqual(skeleton.seen(camera).map(({from}) => from.length), [3]);
});

test('walks are played by the metres walked, and cover what they pass', () => {
  const walk = walkOf([{x: 0, y: 0, z: 0}, {x: 4, y: 0, z: 0}, {x: 4, y: 0, z: 4}]);
  assert.deepEqual(pointAt(walk, 0.75), {x: 4, y: 0, z: 2});
  const curve = coverageOf(walk, [walk.points[1], walk.points[2], walk.points[1]], 4);
  assert.deepEqual(curve, [[0, 0], [4, 0.25], [8, 0.5], [8, 0.5]]);
  assert.deepEqual(sumOfCurves([curve, curve]).at(-1), [8, 1]);
});

test('a world is laid out the same each time, with no two maps in one place', () => {
  const world = {
    maps: ['a', 'b', 'c', 'd'].map((mapId) => ({mapId, available: true})),
    portals: [['a', 'b'], ['b', 'a'], ['b', 'c']].map(([from, to], i) => ({name: `p${i}`, from: {mapId: from}, to: {mapId: to}})),
  };
  const {nodes, edges} = layOut(world);
  assert.deepEqual(layOut(world).nodes, nodes);
  assert.equal(edges.length, 3);
  for (const a of nodes) for (const b of nodes) if (a !== b) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 0.3);
});

test('names in the graph of a world lie neither on each other nor on maps, and are left out if there is no room', () => {
  const count = 40, ids = Array.from({length: count}, (_, i) => `map_number_${i}`);
  const portals = ids.flatMap((mapId, i) => [1, 2, 3].map((step) => ({name: `portal_${i}_${step}`, from: {mapId}, to: {mapId: ids[(i + step * step) % count]}})));
  const graph = layOut({maps: ids.map((mapId) => ({mapId, available: true})), portals, places: []});
  // A map with a neighbour where its name would stand.
  graph.nodes[1].x = graph.nodes[0].x;
  graph.nodes[1].y = graph.nodes[0].y + 0.25;
  const {maps, edges} = placeNames(graph, ({portals: [{name}]}) => [`${name} (300 m, ferry_ticket)`, name!], () => true, (text) => 7 * text.length);
  const boxes = [
    ...[...maps.map((name) => [name, 15] as const), ...edges.map((name) => [name, 11.5] as const)].flatMap(([name, sizePx]) => (name ?
        [{left: name.x - 3.5 * name.text.length, right: name.x + 3.5 * name.text.length, top: name.y - sizePx / 2, bottom: name.y + sizePx / 2, text: name.text}] : [])),
  ];
  const circles = graph.nodes.map((node) => ({
    left: node.x * kScale - radiusOf(node), right: node.x * kScale + radiusOf(node), top: node.y * kScale - radiusOf(node), bottom: node.y * kScale + radiusOf(node), text: 'a map',
  }));
  boxes.forEach((a, i) => [...boxes.slice(i + 1), ...circles].forEach((b) => {
    assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, `${a.text} on ${b.text}`);
  }));
  assert.ok(maps.every((name) => name), 'each map has its name');
  const [first] = graph.nodes;
  assert.ok(maps[0]!.y < first.y * kScale, 'not below, where another map is');
  const left = edges.filter((name) => name).length;
  assert.ok(left > graph.edges.length / 2 && edges.some((name) => name && !name.text.includes('ticket')), `${left} of ${graph.edges.length} edges have a name, some the short one`);
});

test('no name in a request ends the text that it stands in', () => {
  Object.assign(globalThis, {location: {origin: 'http://127.0.0.1:1', hostname: '127.0.0.1'}});
  const request = {name: 'it\'s )json" \\ "quoted" \'\'\''}, asked = {service: 'PathPlanning', method: 'PlanRoute', request} as const;
  const shell = /-d '(.*)'$/s.exec(codeFor(asked, 'curl', undefined))![1];
  assert.deepEqual(JSON.parse(shell.replaceAll('\'\\\'\'', '\'')), request);
  const [, , raw] = /R"([^(]*)\((.*)\)\1"/s.exec(codeFor(asked, 'C++', undefined))!;
  assert.deepEqual(JSON.parse(raw), request);
  const python = /Parse\((".*"), route_pb2/s.exec(codeFor(asked, 'Python', undefined))![1];
  assert.deepEqual(JSON.parse(JSON.parse(python)), request);
});

test('code names the gRPC address that the server tells, and what is not known of it', () => {
  const served = {httpPort: 9001, grpcPort: 50052, hasTls: false, hasReflection: true, isLoopback: true};
  const asked = {service: 'PathPlanning', method: 'Reach', request: {}} as const;
  const codes = (origin: string, told: typeof served | undefined) => {
    const {protocol, hostname, port} = new URL(origin);
    Object.assign(globalThis, {location: {origin, protocol, hostname, port}});
    return (['grpcurl', 'C++', 'Python'] as const).map((language) => codeFor(asked, language, told));
  };
  for (const code of codes('http://127.0.0.1:9001', served)) {
    assert.ok(code.includes('127.0.0.1:50052') && !/server's|usual|TLS|tls|secure_channel/.test(code.replace('insecure_channel', '')), code);
  }
  for (const code of codes('http://game.lan:9001', {...served, isLoopback: false})) assert.ok(code.includes('game.lan:50052'), code);
  for (const code of codes('http://game.lan:9001', served)) assert.ok(code.includes('localhost:50052') && code.includes('on the server\'s machine'), code);
  for (const code of codes('https://maps.example', {...served, isLoopback: false})) {
    assert.ok(code.includes('maps.example:50052') && code.includes('what stands before this page'), code);
  }
  for (const code of codes('http://127.0.0.1:9001', undefined)) assert.ok(code.includes('127.0.0.1:50051') && code.includes('the usual port'), code);
  const [grpcurl, cpp, python] = codes('http://127.0.0.1:9001', {...served, hasTls: true, hasReflection: false});
  assert.ok(!grpcurl.includes('-plaintext') && grpcurl.includes('-import-path proto -proto waystone/v1/path_planning.proto'), grpcurl);
  assert.ok(cpp.includes('.tls = {.enabled = true}') && python.includes('secure_channel(') && !python.includes('insecure'));
});

test('costs of a link that are no numbers, or too high, are noted and not asked with', () => {
  const known = {doors: [], areas: ['road', 'mud', 'ice'], costProfiles: [], portals: [], requirements: []};
  for (const [text, costs] of [['road:2|mud:', [['road', 2]]], ['road:0|mud:Infinity|ice:1001', [['road', 0]]], ['road| :3|mud: ', []]] as const) {
    const conditions = new Conditions(), link = new Link(new URLSearchParams({areaCosts: text}).toString());
    conditions.read(link, 'town', [], known);
    assert.deepEqual([...conditions.of('town').areaCosts], costs);
    assert.equal(link.doubts.length, 1, text);
  }
});

test('conditions go with questions about their map, over maps with all maps and portals, and into the link', () => {
  const conditions = new Conditions(), known = {doors: ['gate'], areas: ['road', 'mud'], costProfiles: [], portals: ['well'], requirements: ['rope']};
  conditions.of('town').closures.push(closureAt({x: 1, y: 2, z: 3}, 4));
  conditions.toggleDoor('town', {name: 'gate'});
  conditions.of('town').areaCosts = new Map([['road', 2], ['mud', 0]]);
  conditions.of('castle').openedDoors = new Set(['a|b']);
  conditions.portals = {closed: ['well'], metRequirements: ['rope'], money: 5};
  const town = {
    mapId: 'town', areaCosts: [{area: 'road', factor: 2}, {area: 'mud', excluded: true}],
    obstacles: [{cylinder: {base: {x: 1, y: 1.5, z: 3}, radiusM: 4, heightM: 2}}], closedDoors: ['gate'],
  };
  const overMaps = {
    changes: {maps: [town, {mapId: 'castle', openedDoors: ['a|b']}], closedPortals: ['well']}, portals: {money: 5, metRequirements: ['rope']},
  };
  const address = new URLSearchParams(), again = new Conditions();
  conditions.write(address, 'town');
  const link = new Link(address.toString());
  again.read(link, 'town', ['castle', 'dungeon'], known);
  assert.deepEqual([...link.doubts, ...link.unknown()], []);
  for (const each of [conditions, again]) {
    assert.deepEqual(each.forMap('town'), {changes: {maps: [town]}});
    assert.deepEqual(each.forMap('dungeon'), {});
    assert.deepEqual(each.forRoute(['town']), {changes: {maps: [town]}});
    assert.deepEqual(each.forRoute(['town', 'dungeon']), overMaps);
    assert.deepEqual(each.told(['town']), {
      asked: ['ground closed in a circle from 1.5 to 3.5 m, gate closed, road × 2, mud closed'],
      notAsked: ['what is set on castle', 'well closed, rope met, 5 money, which matters on routes over maps'],
    });
    assert.deepEqual(each.told(['town', 'dungeon']), {
      asked: ['town: ground closed in a circle from 1.5 to 3.5 m, gate closed, road × 2, mud closed', 'castle: a|b opened', 'well closed', 'rope met', '5 money'], notAsked: [],
    });
  }
  conditions.toggleDoor('castle', {name: 'a|b', isClosed: true});
  assert.ok(conditions.isDoorClosed('castle', {name: 'a|b', isClosed: true}) && !conditions.isDoorClosed('castle', {name: 'gate'}));
  conditions.clear();
  assert.deepEqual([conditions.forRoute(['town', 'castle']), conditions.told(['town'])], [{portals: {}}, {asked: [], notAsked: []}]);
});

test('closures are told floor by floor, and each has heights of its own, in the request and in the link', () => {
  const street = [closureAt({x: 0, y: 0.2, z: 0}, 1), closureAt({x: 1, y: 1.1, z: 0}, 1)], upstairs = {...closureAt({x: 0, y: 3, z: 0}, 1), belowM: 0.2, aboveM: 2.25};
  const all = [street[0], upstairs, street[1]];
  assert.deepEqual(closedFloors(all).map(({closures}) => closures), [street, [upstairs]]);
  assert.equal(toldClosures(all), 'in 2 circles from 0.5 m below their ground to 1.5 m above it and in a circle from 2.8 to 5.3 m', 'no circle reaches from -0.3 to 2.6 m');
  // On level ground, circles of two heights.
  const level = [closureAt({x: 0, y: 0.2, z: 0}, 1), {...closureAt({x: 1, y: 0.3, z: 0}, 1), aboveM: 4}, closureAt({x: 2, y: 0.4, z: 0}, 1)];
  assert.deepEqual(closedFloors(level).map(({closures}) => closures), [[level[0], level[2]], [level[1]]]);
  assert.equal(toldClosures(level), 'in 2 circles from -0.3 to 1.9 m and in a circle from -0.2 to 4.3 m');
  assert.deepEqual(toObstacle(upstairs), {cylinder: {base: {x: 0, y: 2.8, z: 0}, radiusM: 1, heightM: 2.45}});
  const link = new Link(new URLSearchParams({shut: writeClosures(all)}).toString());
  assert.deepEqual([readClosures(link, 'shut'), link.doubts], [all, []]);
  for (const bad of ['1,2,3', '1,2,3,4,5', '1,2,3,4,-1,2', '1,2,3,4,1,0']) {
    const doubtful = new Link(new URLSearchParams({shut: bad}).toString());
    assert.deepEqual([readClosures(doubtful, 'shut'), doubtful.doubts.length], [[], 1], bad);
  }
});

test('a closure on a floor that is not shown is not filled', () => {
  const camera = new Camera(), theme = {closed: 'shut'} as Theme;
  Object.assign(camera, {width: 100, height: 100, spanM: 10});
  camera.update();
  const drawn = (fromY: number, toY: number) => {
    const ink = new SvgInk(camera);
    drawClosures(ink, theme, camera, [closureAt({x: 0, y: 3, z: 0}, 1)], [fromY, toY]);
    return ink.file('', '');
  };
  assert.match(drawn(2, Infinity), /fill="shut"/);
  assert.doesNotMatch(drawn(-Infinity, 2), /fill="shut"/);
  assert.match(drawn(-Infinity, 2), /stroke="shut"[^>]*stroke-dasharray/);
});

test('an error that is saved as JSON has its message', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(new CallError('invalid_argument', 'via: no'))), {code: 'invalid_argument', message: 'via: no'});
});

test('water that nobody walks in is a tint, at the heights that are shown', () => {
  const camera = Object.assign(new Camera(), {width: 100, height: 100, spanM: 10});
  camera.update();
  const drawn = (fromY: number, toY: number) => {
    const ink = new SvgInk(camera);
    drawBeyond(ink, [{area: 2, name: 'open_water', ability: 'swim', polys: [square(0, 0, 0), square(1, 0, -5)].map((corners) => corners.map(([x, y, z]) => ({x, y, z})))}], [fromY, toY]);
    return ink.file('', '');
  };
  const both = drawn(-Infinity, Infinity);
  assert.equal(both.match(/fill="rgb\(104 160 204 \/ 0\.35\)"/g)!.length, 1, 'one path: neighbours have no seams');
  assert.equal(both.split('Z').length - drawn(-1, 1).split('Z').length, 1);
  assert.ok(!drawn(2, 3).includes('rgb'));
});

test('messages name the page\'s inputs in place of fields', () => {
  assert.equal(withInputName('detail.alternatives: must be in 0..8'), 'Alternatives: must be in 0..8');
  assert.equal(withInputName('not a PlaceResourceRequest in JSON: (scatter.seed): invalid value "-3"'), 'Seed: invalid value "-3"');
  assert.equal(withInputName('rules.region.prism.corners_xz: sides 2 and 14 of the polygon meet'), 'Region: sides 2 and 14 of the polygon meet');
  assert.equal(withInputName('limits.method: not valid for this map and request; valid are: ANY_ANGLE, HIERARCHY'),
               'Method: not valid for this map and request; valid are: any angle, hierarchy');
  assert.equal(withInputName('the server does not answer'), 'the server does not answer');
});

test('a live call asks the last of what came meanwhile, and goes on after an error', async () => {
  Object.assign(globalThis, {sessionStorage: {getItem: () => 'secret'}});
  const asked: string[] = [], taken: string[] = [], failed: string[] = [], tokens: string[] = [];
  globalThis.fetch = async (_url, init) => {
    const {n} = JSON.parse(init!.body as string);
    asked.push(n);
    tokens.push((init!.headers as Record<string, string>).Authorization);
    await new Promise((resolve) => setTimeout(resolve, 5));
    init!.signal?.throwIfAborted();
    if (n === 'large') return new Response('too large\n', {status: 413, statusText: 'Content Too Large', headers: {'Content-Type': 'text/plain'}});
    return n === 'bad' ? new Response('{"code":"not_found","message":"none"}', {status: 404}) : Response.json({n});
  };
  const call = new LiveCall<{n: string}>('PathPlanning', 'PlanRoute', ({message}) => taken.push(message.n),
                                         ({code, message}) => failed.push(`${code}: ${message}`));
  for (const n of ['first', 'skipped', 'bad']) call.ask({n});
  await until(() => failed.length === 1);
  call.ask({n: 'large'});
  await until(() => failed.length === 2);
  call.ask({n: 'dropped'});
  call.drop();
  call.ask({n: 'last'});
  await until(() => taken.length === 2);
  assert.deepEqual(asked, ['first', 'bad', 'large', 'dropped', 'last']);
  assert.deepEqual(taken, ['first', 'last']);
  assert.deepEqual(failed, ['not_found: none', 'unknown: HTTP 413 Content Too Large: too large']);
  assert.equal(tokens[0], 'Bearer secret');
});
