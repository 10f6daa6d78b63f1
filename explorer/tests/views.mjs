// What is checked of each view: its answer against the API's, and its picture by structure and colours.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {ask, startServer} from './server.mjs';

// As in src/style.css and src/map/poly_colours.ts, in light.
const kRoute = [194, 37, 92], kGround = [150, 192, 216], kIsolated = [214, 122, 112], kBad = [201, 42, 42], kStart = [29, 122, 62],
      kBackground = [236, 234, 228], kWarn = [199, 119, 0], kDoor = [122, 74, 18], kBlocked = [92, 100, 108];
// All of the town, from above, beside the card.
const kCamera = 'camera=20,0,0,175';

function positionOf(text) {
  const [xyz, mapId] = text.split('@'), [x, y, z] = xyz.split(',').map(Number);
  return {mapId, x, y, z};
}

function planOf(address) {
  return {
    start: {position: positionOf(address.get('from'))}, goals: address.get('to').split('|').map((text) => ({position: positionOf(text)})),
  };
}

// Of the route's stretches, but for those under pins and names, the middles have the route's colour.
async function assertDrawn(page, xyz, colour, share = 0.75) {
  const pixels = await page.pixels();
  let seen = 0, total = 0;
  for (let i = 0; i + 5 < xyz.length; i += 3) {
    const middle = await page.onScreenNow({x: (xyz[i] + xyz[i + 3]) / 2, z: (xyz[i + 2] + xyz[i + 5]) / 2});
    ++total;
    if (pixels.hasNear(middle, colour)) ++seen;
  }
  assert.ok(seen >= total * share, `${seen} of ${total} stretches of the line are drawn`);
}

async function assertGround(page) {
  const pixels = await page.pixels(), all = pixels.width * pixels.height;
  const ground = pixels.count(kGround, 22) / all, background = pixels.count(kBackground, 6) / all;
  assert.ok(ground > 0.15, `ground is ${(ground * 100).toFixed(1)} % of the picture`);
  assert.ok(background > 0.1, `background is ${(background * 100).toFixed(1)} % of the picture`);
}

async function assertRouteAsApi(page, api) {
  const address = await page.address();
  const answer = await ask(api, 'PathPlanning', 'PlanRoute', planOf(address));
  const length = `${answer.routes[0].lengthM.toFixed(2)} m`;
  await page.until(`a route of ${length}`, async () => await page.figure('Length') === length);
  assert.equal(await page.figure('Cost'), `${answer.routes[0].costM.toFixed(2)} m`);
  assert.equal((await page.text('.results .badge')).trim(), answer.status.replace('ROUTE_STATUS_', '').toLowerCase());
  return answer;
}

async function route({browser, url, api, grpcPort, landmark}) {
  const page = await browser.open(url, `map=town&view=route&${kCamera}`);
  const from = landmark('street_west'), to = landmark('house_15_upper');
  await assertGround(page);
  await page.clickPlace(from);
  await page.clickPlace(to);
  await page.until('a route', () => page.figure('Length'));
  const answer = await assertRouteAsApi(page, api);
  await assertDrawn(page, answer.routes[0].points[0].xyz, kRoute);
  // The goal is dragged to the square, and the route follows.
  await page.drag(to, landmark('square'));
  const dragged = await assertRouteAsApi(page, api);
  assert.ok(dragged.routes[0].lengthM < answer.routes[0].lengthM - 20, 'the dragged route is shorter');
  await page.checkAccessibility('route');

  // The link restores it.
  const again = await browser.open(url, (await page.address()).toString());
  await assertRouteAsApi(again, api);
  await assertDrawn(again, dragged.routes[0].points[0].xyz, kRoute);
  await again.close();

  // Over maps, by the link; the leg on the other map is a click away.
  const keep = landmark('keep_upper', 'castle');
  const over = await browser.open(url, `map=town&view=route&${kCamera}&from=${from.x},${from.y},${from.z}&to=${keep.x},${keep.y},${keep.z}@castle&met=rope`);
  await over.until('legs over maps', () => over.page.locator('.results td:text-is("well_down")').count());
  await over.checkAccessibility('route over maps');
  // Each method that can be chosen is served, and one that was chosen for a single map is not asked for.
  const offered = await over.page.getByLabel('Method').locator('option:not(:disabled)').evaluateAll((options) => options.map(({value}) => value));
  assert.deepEqual(offered, ['', 'ROUTE_METHOD_CLUSTERS', 'ROUTE_METHOD_PORTAL_TABLES']);
  for (const method of offered.slice(1)) {
    const served = await ask(api, 'PathPlanning', 'PlanRoute', {...planOf(await over.address()), portals: {metRequirements: ['rope']}, limits: {method}});
    assert.equal(served.status, 'ROUTE_STATUS_COMPLETE', method);
  }
  const chosen = await browser.open(url, `${await over.address()}&method=ROUTE_METHOD_ANY_ANGLE`);
  await chosen.until('legs over maps', () => chosen.page.locator('.results td:text-is("well_down")').count());
  assert.match(await chosen.text('.conditions'), /Not asked with the method any angle, which routes over maps do not have\./);
  await chosen.close();
  await over.page.locator('.results button.link:text-is("dungeon")').first().click();
  await over.until('the dungeon', async () => (await over.address()).get('map') === 'dungeon');
  await over.until('its leg drawn', async () => (await over.pixels()).count(kRoute) > 500);
  await over.close();

  // Methods are those of meshes; of this one some need costs that differ, or what it was not baked with.
  await page.page.getByText('Alternatives and methods').click();
  await page.page.getByText('Doors, costs and portals').click();
  const methods = await page.page.getByLabel('Method').locator('option').evaluateAll((options) => options.map((each) => `${each.text}${each.disabled ? ' off' : ''}`));
  assert.deepEqual(methods, ['the server chooses', 'any angle', 'hierarchy', 'clusters off', 'edge points off', 'portal tables off']);
  await page.page.getByLabel('Cost of road').fill('3');
  await page.page.getByLabel('Cost of road').press('Tab');
  await page.until('other methods', async () => !await page.page.locator('option[value=ROUTE_METHOD_EDGE_POINTS]').isDisabled());
  await page.page.getByLabel('Cost of road').fill('');
  await page.page.getByLabel('Cost of road').press('Tab');
  await assertRouteAsApi(page, api);
  await files(page);
  await code(page, grpcPort);
  await page.close();
}

// What the server would refuse is not asked for, and said; what it refuses is saved with its words.
async function refusals({browser, url, api, landmark}) {
  const text = (name) => { const {x, y, z} = landmark(name); return `${x},${y},${z}`; };
  const ends = `from=${text('street_west')}&to=${text('street_east')}`;
  const page = await browser.open(url, `map=town&view=route&${kCamera}&${ends}&alternatives=2`);
  await page.until('alternatives', () => page.page.locator('.alternatives li').count());
  await page.page.getByText('Alternatives and methods').click();
  const field = page.page.getByLabel('Alternatives', {exact: true});
  assert.ok(!await field.isDisabled());
  await page.page.getByRole('button', {name: 'Via', exact: true}).click();
  await page.clickPlace(landmark('square'));
  await page.until('the field refused', () => field.isDisabled());
  await page.until('a route by the square', async () => (await page.text('.results .badge')).trim() === 'complete');
  assert.match(await page.text('.view'), /Routes by via points have no alternatives\./);
  assert.match(await page.text('.conditions'), /Not asked with alternatives, which routes by via points do not have\./);
  await page.checkAccessibility('refusals');
  // Of what is no place it says so, and the place before stays.
  const via = page.page.getByLabel('Via 1', {exact: true}), before = (await page.address()).get('via');
  const type = async (typed) => { await via.fill(typed); await via.press('Tab'); };
  await type('name:sqare');
  assert.equal(await via.getAttribute('aria-invalid'), 'true');
  assert.match(await page.text('.point .fault:not(:empty)'), /Via 1: this map has no place "sqare"/);
  await type('1, 2');
  assert.match(await page.text('.point .fault:not(:empty)'), /"1, 2" is neither x, y, z in metres nor the name of a place/);
  await type('1, 2, 3 @nomap');
  await page.until('no such map', async () => /Via 1: there is no map "nomap"/.test(await page.text('.point .fault:not(:empty)')));
  assert.equal((await page.address()).get('via'), before);
  await page.checkAccessibility('a text that is no place');
  // A name of another map, which is asked for it.
  await type('name:keep_upper @castle');
  const keep = landmark('keep_upper', 'castle');
  await page.until('the place on another map', async () => (await page.address()).get('via') === `${keep.x},${keep.y},${keep.z}@castle`);
  // The form of the command line.
  await type('name:house_02_upper');
  const upper = landmark('house_02_upper');
  await page.until('the named place', async () => (await page.address()).get('via') === `${upper.x},${upper.y},${upper.z}@town`);
  assert.equal(await page.page.locator('.point .fault:not(:empty)').count(), 0);
  await type('');
  await page.until('alternatives', () => page.page.locator('.alternatives li').count());
  assert.ok(!await field.isDisabled() && !await page.page.locator('.conditions').isVisible());
  await page.close();

  const refused = await browser.open(url, `map=town&view=route&${kCamera}&${ends}&method=ROUTE_METHOD_EDGE_POINTS`, {isBad: true});
  const request = {start: {position: {mapId: 'town', ...landmark('street_west')}}, goals: [{position: {mapId: 'town', ...landmark('street_east')}}], limits: {method: 'ROUTE_METHOD_EDGE_POINTS'}};
  const why = await ask(api, 'PathPlanning', 'PlanRoute', request).then(() => '', (error) => error.message);
  assert.notEqual(why, '');
  await refused.until('an error', async () => /invalid argument|unimplemented|failed precondition/.test(await refused.text('.results .badge')));
  const file = JSON.parse((await saved(refused, 'Save the answer as JSON')).toString());
  assert.ok(file.code && why.endsWith(file.message), `${file.message} of ${why}`);
  await refused.close();
}

async function saved(page, label) {
  const [download] = await Promise.all([page.page.waitForEvent('download'), page.page.getByRole('button', {name: label}).click()]);
  return fs.readFileSync(await download.path());
}

// What is saved can be read.
async function files(page) {
  const save = (label) => saved(page, label);
  assert.equal((await save('Save as PNG')).subarray(1, 4).toString(), 'PNG');
  const svg = (await save('Save as SVG')).toString();
  assert.ok(svg.startsWith('<svg') && svg.includes('#c2255c'), 'the SVG has the route');
  assert.equal(JSON.parse((await save('Save the answer as JSON')).toString()).status, 'ROUTE_STATUS_COMPLETE');
}

// The request as curl is the request that was made.
async function code(page, grpcPort) {
  await page.page.getByText('This request as code').click();
  const curl = await page.text('pre code');
  const [, url] = /curl (\S+)/.exec(curl), [, json] = /-d '(.*)'/s.exec(curl);
  const response = await fetch(url, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: json});
  assert.equal((await response.json()).status, 'ROUTE_STATUS_COMPLETE');
  for (const language of ['grpcurl', 'C++', 'Python']) {
    await page.page.getByRole('button', {name: language, exact: true}).click();
    assert.match(await page.text('pre code'), /PlanRoute/);
    await page.until(`the address in ${language}`, async () => (await page.text('pre code')).includes(`127.0.0.1:${grpcPort}`));
  }
}

// What a search took up.
async function explored({browser, url, api, landmark}) {
  const from = landmark('street_west'), to = landmark('house_15_upper');
  const page = await browser.open(url, `map=town&view=route&${kCamera}&from=${from.x},${from.y},${from.z}&to=${to.x},${to.y},${to.z}` +
                                  '&explored=1&method=ROUTE_METHOD_ANY_ANGLE');
  await page.until('explored nodes', () => page.figure('Explored'));
  const answer = await ask(api, 'PathPlanning', 'PlanRoute', {
    ...planOf(await page.address()), limits: {method: 'ROUTE_METHOD_ANY_ANGLE'}, detail: {maxTrace: 20000},
  });
  assert.equal(await page.figure('Explored'), (answer.trace.places.xyz.length / 3).toLocaleString('en'));
  await page.checkAccessibility('explored');
  // The last ones are bright.
  assert.ok((await page.pixels()).count([240, 193, 57], 24) > 300, 'they are drawn');
  await page.close();
}

// Ground painted shut with the mouse: the route goes round it.
async function closures({browser, url, api, landmark}) {
  const from = landmark('street_west'), to = landmark('street_east');
  const page = await browser.open(url, `map=town&view=route&${kCamera}&from=${from.x},${from.y},${from.z}&to=${to.x},${to.y},${to.z}`);
  const length = async () => parseFloat(await page.figure('Length'));
  await page.until('a route', length);
  const before = await length();
  await page.page.getByRole('button', {name: 'Close', exact: true}).click();
  await page.page.getByLabel('Brush radius').fill('4');
  await page.drag({x: 10, z: -12}, {x: 10, z: 12});
  await page.until('a longer route', async () => await length() > before + 10);
  assert.ok((await page.pixels()).count([106, 103, 108], 24) > 500, 'the closed ground is drawn');
  await page.page.getByRole('button', {name: 'Open all again'}).click();
  await page.until('the first route', async () => await length() === before);
  // A mouse that is seen twice only leaves no gaps, and a click sets one circle, also on a link, where there is no ground.
  const fast = await page.onScreen({x: 10, z: -12}), end = await page.onScreen({x: 10, z: 12});
  await page.page.getByLabel('Brush radius').fill('1');
  await page.page.getByLabel('Brush radius').press('Enter');
  await page.page.mouse.move(fast.x, fast.y);
  await page.page.mouse.down();
  await page.page.mouse.move(end.x, end.y);
  await page.page.mouse.up();
  const circles = async () => ((await page.address()).get('shut') ?? '').split('|').map((text) => text.split(',').map(Number));
  const painted = await circles();
  painted.slice(1).forEach(([x, , z], i) => assert.ok(Math.hypot(x - painted[i][0], z - painted[i][2]) < 2, 'circles touch'));
  assert.ok(painted.at(-1)[2] > 11);
  await page.close();
  await floors(browser, url, api, landmark);
  const patrol = await browser.open(url, 'map=patrol&view=route');
  await patrol.page.getByRole('button', {name: 'Close', exact: true}).click();
  const stage = await patrol.page.locator('.stage').boundingBox();
  await patrol.page.mouse.click(stage.x + 30, stage.y + stage.height / 2);
  assert.equal((await patrol.address()).get('shut').split('|').length, 1);
  assert.ok(!(await patrol.page.locator('.messages').innerText()).includes('no ground'));
  await patrol.close();
}

// What is painted lies on the floor that is shown; the form says on which, and has its heights.
async function floors(browser, url, api, landmark) {
  const room = landmark('house_02_ground'), roof = landmark('house_02_roof'), {summary: {min, max}} = await ask(api, 'MapCatalog', 'DescribeMap', {mapId: 'town'});
  const page = await browser.open(url, `map=town&view=route&camera=${room.x},0,${room.z},14`);
  const shut = async () => ((await page.address()).get('shut') ?? '').split('|').map((text) => text.split(',').map(Number));
  const said = () => page.text('.closed-floor >> nth=0');
  await page.page.getByRole('button', {name: 'Close', exact: true}).click();
  assert.match(await page.text('.view'), /Strokes close the topmost ground\./);
  await page.clickPlace(room);
  assert.ok(Math.abs((await shut())[0][1] - roof.y) < 0.5, 'the roof');
  await page.page.getByRole('button', {name: 'Open all again', exact: true}).click();
  await page.page.locator('.drawn summary').click();
  await page.page.getByLabel('Show ground up to this height').fill(String(Math.round((2.5 - min.y) / (max.y - min.y) * 1000)));
  await page.until('what strokes close', async () => /Strokes close the topmost of the ground that is shown, up to 2\.5 m\./.test(await page.text('.view')));
  await page.drag(room, {x: room.x - 1.5, z: room.z});
  const circles = await shut();
  for (const [, y] of circles) assert.ok(Math.abs(y - room.y) < 0.3, `${y} m is in the room`);
  assert.match(await said(), /Ground at 0\.[12].* m: \d+ circles, closed from -0\.[34] to 1\.[67] m/);
  await page.page.getByLabel('Closed above the ground of closed floor 1').fill('4');
  await page.page.getByLabel('Closed above the ground of closed floor 1').press('Tab');
  await page.until('heights', async () => / to 4\.[12] m/.test(await said()));
  for (const [, , , , below, above] of await shut()) assert.deepEqual([below, above], [0.5, 4]);
  assert.match(await page.text('.conditions'), /Asked with ground closed in \d+ circles from -0\.[34] to 4\.[12] m\./);
  await page.checkAccessibility('closed floors');
  const again = await browser.open(url, (await page.address()).toString());
  await again.page.getByRole('button', {name: 'Close', exact: true}).click();
  assert.match(await again.text('.closed-floor >> nth=0'), / to 4\.[12] m/);
  await again.page.getByRole('button', {name: 'Open again all of closed floor 1'}).click();
  assert.equal((await again.address()).get('shut'), null);
  await again.close();
  await page.close();
}

// The town's gate is drawn as it stands, and a click with the tool for doors closes and opens it.
async function doors({browser, url, api, landmark}) {
  const from = landmark('street_west'), to = landmark('street_east'), gate = landmark('bridge_middle');
  const ends = `from=${from.x},${from.y},${from.z}&to=${to.x},${to.y},${to.z}`;
  const page = await browser.open(url, `map=town&view=route&camera=${gate.x},0,${gate.z},40&${ends}`);
  const svg = async () => (await saved(page, 'Save as SVG')).toString();
  const lines = (text, isOpen) => (text.match(/<path [^>]*stroke="#7a4a12"[^>]*>/g) ?? []).filter((path) => path.includes('dasharray') === isOpen).length;
  const status = async () => (await page.text('.results .badge')).trim();
  const isClosed = async () => (await page.address()).get('doors') === 'bridge_gate';
  await page.until('a route over the bridge', async () => await status() === 'complete');
  const open = await svg();
  assert.ok(open.includes('bridge_gate: open') && lines(open, true) === 1 && lines(open, false) === 0, 'the gate stands open');
  assert.ok((await page.pixels()).hasNear(await page.onScreenNow(gate), kDoor, 12), 'it is drawn on the bridge');

  await page.page.getByRole('button', {name: 'Door', exact: true}).click();
  await page.clickPlace(gate);
  await page.until('no route', async () => await status() !== 'complete');
  const closed = await svg();
  assert.ok(closed.includes('bridge_gate: closed') && lines(closed, false) === 1 && lines(closed, true) === 0, 'the gate is closed');
  assert.ok(await isClosed(), 'the link has it');
  await page.page.getByText('Doors, costs and portals').click();
  assert.ok(await page.page.getByLabel('bridge_gate').isChecked());
  const answer = await ask(api, 'PathPlanning', 'PlanRoute', {
    ...planOf(await page.address()), changes: {maps: [{mapId: 'town', closedDoors: ['bridge_gate']}]},
  });
  assert.equal(await status(), answer.status.replace('ROUTE_STATUS_', '').toLowerCase());
  await page.checkAccessibility('doors');

  // The link restores it, and the layer.
  await page.page.getByText('What is drawn').click();
  await page.page.getByRole('checkbox', {name: 'doors', exact: true}).uncheck();
  assert.ok(!(await svg()).includes('bridge_gate'));
  const again = await browser.open(url, (await page.address()).toString());
  await again.until('no route', async () => (await again.text('.results .badge')).trim() !== 'complete');
  assert.ok(!(await saved(again, 'Save as SVG')).toString().includes('bridge_gate'));
  await again.close();
  await page.page.getByRole('checkbox', {name: 'doors', exact: true}).check();

  await page.clickPlace({x: gate.x + 12, z: gate.z});
  await page.until('a message', async () => await page.text('.notice span') === 'There is no door there.');
  await page.clickPlace(gate);
  await page.until('the route', async () => await status() === 'complete');
  assert.ok((await svg()).includes('bridge_gate: open') && !await isClosed());
  // Its box in 3D.
  await page.page.getByRole('button', {name: '3D'}).click();
  assert.equal(lines(await svg(), true), 6, 'base, top and four upright edges');
  // Maps without doors have no tool for them.
  await page.page.getByLabel('Map', {exact: true}).selectOption('dungeon');
  await page.until('no tool', async () => !await page.page.getByRole('button', {name: 'Door', exact: true}).isVisible());
  await page.close();
}

// Doors of all kinds, some closed by the settings, on a server of their own.
async function doorKinds({browser, buildFolder, folder}) {
  const source = path.join(folder, 'doors', 'level.map'), packages = path.dirname(source);
  fs.mkdirSync(packages, {recursive: true});
  const row = (middle) => `${'.'.repeat(14)}${middle}${'.'.repeat(14)}\n`;
  // Two rooms with three passages: of cells, of mud, and with a post.
  const rows = Array.from({length: 20}, (_, i) => row(i === 3 || i === 17 ? '..' : i === 10 ? 'SS' : '@@'));
  fs.writeFileSync(source, `type octile\nheight 20\nwidth 30\nmap\n${rows.join('')}`);
  fs.writeFileSync(`${source}.bake.yaml`,
                   'areas: [{name: mud, index: 2}]\ngrid: {letters: {S: mud}}\n' +
                   'doors:\n  - {name: grille, closed: true, cells: [[14, 3, 2, 1]]}\n  - {name: bog, closed: true, areas: [mud]}\n' +
                   '  - {name: post, volumes: [{cylinder: {base: [15, 0, 17.5], radius_m: 0.9, height_m: 2}}]}\n');
  execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', packages], {stdio: ['ignore', 'ignore', 'inherit']});
  const server = await startServer(buildFolder, packages);
  try {
    const camera = 'camera=15,0,10,22', page = await browser.open(`${server.url}/`, `map=level&view=route&${camera}&from=5,0,3&to=25,0,3`);
    const svg = async () => (await saved(page, 'Save as SVG')).toString();
    const length = async () => parseFloat(await page.figure('Length'));
    await page.until('a route by the post', async () => await length() > 30);
    const text = await svg();
    for (const label of ['grille: closed', 'bog: closed', 'post: open']) assert.ok(text.includes(label), label);
    // What is closed is dark, beside the marks.
    const pixels = await page.pixels();
    for (const z of [3.5, 10.5]) {
      assert.ok(pixels.hasNear(await page.onScreenNow({x: 14, z}), kDoor, 6), 'it is outlined');
      assert.ok(pixels.hasNear(await page.onScreenNow({x: 14.5, z}), [106, 103, 108], 4, 24), 'it is filled');
    }
    assert.ok(!pixels.hasNear(await page.onScreenNow({x: 14.5, z: 17.5}), [106, 103, 108], 4, 24), 'the post is not');
    await page.page.getByRole('button', {name: 'Door', exact: true}).click();
    await page.clickPlace({x: 14.4, z: 3.5});
    await page.until('a straight route', async () => await length() < 21);
    assert.ok((await svg()).includes('grille: open'));
    assert.equal((await page.address()).get('openedDoors'), 'grille');
    const again = await browser.open(`${server.url}/`, (await page.address()).toString());
    await again.until('a straight route', async () => parseFloat(await again.figure('Length')) < 21);
    await again.close();
    // Other views draw, and ask with, the same.
    await page.page.getByRole('tab', {name: 'Move'}).click();
    assert.ok((await svg()).includes('grille: open'));
    assert.match(await page.text('.conditions'), /Asked with grille opened\./);
    await page.checkAccessibility('kinds of doors');
    await page.close();
  } finally {
    await server.stop();
  }
}

// As many doors as a map may have: the page stays usable.
async function manyDoors({browser, buildFolder, folder}) {
  const source = path.join(folder, 'many', 'yard.obj'), packages = path.dirname(source);
  fs.mkdirSync(packages, {recursive: true});
  fs.writeFileSync(source, 'v -100 0 -100\nv 100 0 -100\nv 100 0 100\nv -100 0 100\no ground\nf 1 4 3 2\n');
  const door = (i) => `  - {name: d${i}, volumes: [{box: [[${i % 100 * 2 - 99}, 0, ${Math.floor(i / 100) * 2 - 99}], ` +
      `[${i % 100 * 2 - 98.5}, 2, ${Math.floor(i / 100) * 2 - 98}]]}]}\n`;
  fs.writeFileSync(`${source}.bake.yaml`, `doors:\n${Array.from({length: 10_000}, (_, i) => door(i)).join('')}`);
  execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', packages], {stdio: ['ignore', 'ignore', 'inherit']});
  const server = await startServer(buildFolder, packages);
  try {
    const page = await browser.open(`${server.url}/`, 'map=yard&view=route&camera=0,0,0,220');
    const devtools = await page.context.newCDPSession(page.page);
    await devtools.send('Performance.enable', {timeDomain: 'threadTicks'});
    // [s] Of the page's processor time.
    const spent = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({name}) => name === 'TaskDuration').value;
    const before = await spent();
    await page.drag({x: 0, z: 0}, {x: 20, z: 10});
    await page.address();
    const moving = await spent() - before;
    assert.ok(moving < 5, `to move the map took ${moving.toFixed(1)} s`);
    await page.page.getByRole('button', {name: 'Door', exact: true}).click();
    await page.clickPlace({x: 1.25, z: 1.5});
    await page.until('a closed door', async () => (await page.address()).get('doors') === 'd5050');
    await page.close();
  } finally {
    await server.stop();
  }
}

// Colours, layers and heights.
async function layers({browser, url}) {
  // The skeleton is that of who walks.
  const patrol = await browser.open(url, 'map=patrol&view=route');
  const asked = [];
  patrol.page.on('request', (request) => { if (request.url().includes('GetSkeleton')) asked.push(request.postDataBuffer().toString('latin1')); });
  await patrol.page.getByText('Who walks').click();
  await patrol.page.getByLabel('ladder', {exact: true}).check();
  await patrol.until('another skeleton', async () => asked.some((request) => request.includes('ladder')));
  await patrol.close();

  const page = await browser.open(url, `map=town&view=route&${kCamera}`);
  await page.page.getByText('What is drawn').click();
  const legend = () => page.text('.legend');
  assert.match(await legend(), /zone 1 \(largest\)\s+isolated/);
  const roofs = (await page.pixels()).count(kIsolated, 22);
  assert.ok(roofs > 3000, 'roofs are isolated');
  assert.ok(await page.page.getByLabel('Colour').locator('option[value=cluster]').isDisabled(), 'the town has no clusters');
  await page.page.getByLabel('Colour').selectOption('area');
  await page.until('areas', async () => /ground\s+road\s+water/.test(await legend()));
  await page.until('water in blue', async () => (await page.pixels()).count([104, 160, 204], 22) > 5000);
  await page.page.getByLabel('Colour').selectOption('zone');
  await page.page.getByLabel('Show ground up to this height').fill('450');
  await page.until('no more roofs', async () => (await page.pixels()).count(kIsolated, 22) < roofs / 2);
  await page.page.getByLabel('skeleton').check();
  await page.until('the skeleton', async () => (await page.pixels()).count([74, 85, 96], 16) > 3000);
  await page.checkAccessibility('layers');
  const address = await page.address();
  assert.equal(address.get('heights'), '0,450');
  assert.deepEqual(address.get('layers').split(' ').sort(), ['doors', 'places', 'portals', 'skeleton']);
  await page.close();
}

// The numbers of a message's fields, in turn.
function fieldsOf(bytes) {
  const fields = [];
  let at = 0;
  const varint = () => {
    let value = 0, factor = 1;
    for (; bytes[at] > 127; factor *= 128) value += (bytes[at++] - 128) * factor;
    return value + bytes[at++] * factor;
  };
  while (at < bytes.length) {
    const tag = varint();
    fields.push(tag >> 3);
    if ((tag & 7) === 0) varint();
    else if ((tag & 7) === 1) at += 8;
    else {
      const length = varint();
      at += length;
    }
  }
  return fields;
}

// A skeleton of more than 60,000 key points is seen as squares from afar, and whole where one looks.
async function largeSkeleton({browser, buildFolder, folder}) {
  // A checkerboard, whose cells are parted; a comb, its spine at column 363 with a tooth of 60 cells to the right in every fourth row; a hall.
  const size = 360, spine = size + 3, hall = spine + 64, cellM = 2, quiet = [74, 85, 96], packages = path.join(folder, 'comb');
  const source = path.join(packages, 'comb.map');
  const isFree = (column, row) => (column < size ? (row + column) % 2 === 0 : column >= hall || column === spine || (column > spine && column <= spine + 60 && row % 4 === 0));
  const rows = Array.from({length: size}, (_, row) => Array.from({length: hall + 60}, (__, column) => (isFree(column, row) ? '.' : '@')).join(''));
  fs.mkdirSync(packages);
  fs.writeFileSync(source, `type octile\nheight ${size}\nwidth ${rows[0].length}\nmap\n${rows.join('\n')}\n`);
  fs.writeFileSync(`${source}.bake.yaml`, `cell_size_m: ${cellM}\n`);
  execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', packages, '--no-hierarchy', '--no-gaps'], {stdio: ['ignore', 'ignore', 'inherit']});
  const server = await startServer(buildFolder, packages);
  const place = (column, row) => ({x: (column + 0.5) * cellM, z: (row + 0.5) * cellM});
  try {
    const {keyPointCount} = await ask(server.url, 'MapCatalog', 'GetSkeleton', {mapId: 'comb', maxKeyPoints: 1});
    assert.ok(keyPointCount > 60_000);
    for (const options of ['', '&gl=off']) {
      const page = await browser.open(`${server.url}/`, `map=comb${options}`);
      const asked = [];
      page.page.on('request', (request) => { if (request.url().includes('GetSkeleton')) asked.push(fieldsOf(request.postDataBuffer())); });
      const look = (camera) => page.page.evaluate((hash) => { location.hash = hash; }, `map=comb&layers=skeleton&camera=${camera}${options}`);
      await look('480,0,360,740');
      // Squares are joined as the comb is: along its teeth and its spine, and nothing joins the board's cells.
      await page.until('squares', async () => (await page.pixels()).count(quiet, 12) > 1000);
      const afar = await page.pixels();
      for (let column = 0; column < size; column += 12) {
        for (let row = 0; row < size; row += 12) {
          assert.ok(!afar.hasNear(await page.onScreenNow(place(column, row)), quiet, 3, 12), `nothing joins cell ${column}, ${row}`);
        }
      }
      assert.ok(asked.every((fields) => fields.includes(9)), `only squares are asked for: ${JSON.stringify(asked)}`);
      asked.length = 0;
      const middle = place(spine + 40, 180);
      await look(`${middle.x},0,${middle.z},60`);
      await page.until('boxes', async () => asked.some((fields) => fields.includes(7)));
      for (const row of [176, 180, 184]) {
        const tooth = await page.onScreen(place(spine + 40, row)), beside = await page.onScreenNow(place(spine + 40, row + 0.35));
        await page.until(`the tooth in row ${row}`, async () => (await page.pixels()).hasNear(tooth, quiet, 2, 60));
        assert.ok(!(await page.pixels()).hasNear(beside, quiet, 2, 60), 'the arc is a line');
      }
      assert.ok(asked.every((fields) => fields.includes(7) && fields.includes(8)), 'only boxes are asked for');
      assert.ok(asked.length < 20, `${asked.length} boxes are asked for`);
      // A slider that is dragged has the map painted anew in each frame. It is drawn all the same.
      await page.page.getByText('What is drawn').click();
      const drawn = await page.page.getByLabel('Colour').evaluate(async (colour) => {
        const context = document.querySelector('canvas.marks').getContext('2d'), clearRect = context.clearRect;
        let count = 0;
        context.clearRect = (...args) => { ++count; clearRect.apply(context, args); };
        for (let frame = 0; frame < 40; ++frame) {
          colour.value = frame % 2 === 0 ? 'area' : 'zone';
          colour.dispatchEvent(new Event('change', {bubbles: true}));
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return count;
      });
      assert.ok(drawn >= 15, `${drawn} of 40 frames are drawn`);
      await page.close();
    }
  } finally {
    await server.stop();
  }
}

async function explore({browser, url}) {
  const page = await browser.open(url, `map=castle&view=explore&camera=10,0,0,100&at=0,0,30`);
  await page.until('a whole walk', async () => (await page.figure('Key points')).startsWith('100.0 %'));
  await page.until('the curve', () => page.page.locator('.chart path').count());
  assert.ok((await page.pixels()).count(kRoute) > 2000, 'the walk is drawn');
  await page.checkAccessibility('explore');
  await page.page.getByRole('button', {name: 'Play'}).click();
  const slider = page.page.getByLabel('How far the walk is played');
  await page.until('the walk being played', async () => { const at = Number(await slider.inputValue()); return at > 10 && at < 900; });
  await page.page.getByRole('button', {name: 'Pause'}).click();
  // The slider is in the link.
  await slider.fill('250');
  assert.equal((await page.address()).get('played'), '0.250');
  // Where nothing is asked there is no code.
  assert.ok(await page.page.getByText('This request as code').isVisible());
  await page.page.getByLabel('Start', {exact: true}).fill('');
  await page.page.getByLabel('Start', {exact: true}).press('Tab');
  await page.until('no code', async () => !await page.page.getByText('This request as code').isVisible());
  await page.close();
}

async function place({browser, url, api, folder, landmark}) {
  // A region is one of its map.
  const other = await browser.open(url, `map=town&view=place&${kCamera}&region=-20,0,-20|20,0,-20|0,0,20`);
  assert.ok((await other.address()).has('region'));
  await other.page.getByLabel('Map', {exact: true}).selectOption('castle');
  await other.until('the castle without it', async () => (await other.address()).get('map') === 'castle' && !(await other.address()).has('region'));
  await other.close();

  const page = await browser.open(url, `map=town&view=place&${kCamera}&count=12&seed=7&spacing=5`);
  await page.until('positions', () => page.page.locator('.results .badge').count());
  const answer = await ask(api, 'PathPlanning', 'PlaceResource', {
    mapId: 'town', scatter: {count: 12, seed: '7'}, rules: {spacing: {betweenM: 5}},
  });
  const {xyz} = answer.points, pixels = await page.pixels();
  for (let i = 0; i < xyz.length; i += 3) {
    const at = await page.onScreenNow({x: xyz[i], z: xyz[i + 2]});
    assert.ok(pixels.hasNear(at, kRoute), `position ${i / 3} is drawn`);
  }
  await page.page.getByLabel('Map of reasons').evaluate((field) => field.click());
  await page.until('reasons', async () => /places tried/.test(await page.text('.results >> nth=0')));
  await page.checkAccessibility('place, reasons');
  // A region drawn by hand.
  await page.page.getByRole('button', {name: 'Region', exact: true}).click();
  await page.lasso([{x: -60, z: -60}, {x: -10, z: -60}, {x: -10, z: -10}, {x: -60, z: -10}]);
  await page.until('the region in the address', async () => (await page.address()).get('region')?.split('|').length > 3);

  // An audit: one good, one off the ground, one on a roof.
  const square = landmark('square'), roof = landmark('house_02_roof');
  const file = path.join(folder, 'spawns.csv');
  await page.page.getByRole('button', {name: 'Clear region and anchors'}).click();
  fs.writeFileSync(file, `name,x,y,z\ngood,${square.x},${square.y},${square.z}\nlost,500,0,500\nroof,${roof.x},${roof.y},${roof.z}\n`);
  await page.page.locator('.drop input').setInputFiles(file);
  await page.until('the audit', async () => (await page.text('.view > .results:last-child')).includes('2 bad'));
  const audit = await page.text('.view > .results:last-child');
  assert.match(audit, /lost\s+off mesh/);
  assert.match(audit, /roof\s+isolated/);
  assert.match(audit, /no ground under \(500, 0, 500\)/);
  await page.checkAccessibility('place, audit');
  // The link has the file, and a bad row leads to the view Why not.
  const again = await browser.open(url, (await page.address()).toString());
  await again.until('the audit of the link', async () => (await again.text('.view > .results:last-child')).includes('2 bad'));
  await again.page.getByRole('button', {name: 'Why not roof?'}).click();
  await again.until('what is in the way', () => again.page.locator('.fixes li').count());
  assert.equal((await again.address()).get('asked'), 'position');
  await again.close();
  // The positions by seed make way for the file's, and come back without it.
  const drawn = async () => (await page.pixels()).hasNear(await page.onScreen({x: xyz[0], z: xyz[2]}), kRoute);
  assert.ok(!await drawn());
  await page.page.getByRole('button', {name: 'Close the file'}).click();
  await page.until('the positions by seed', drawn);
  assert.ok(!(await page.address()).has('audit'));

  // A long file is asked about in parts, and can be stopped; the last verdicts are gone at once.
  const lines = Array.from({length: 4000}, (_, i) => `${-70 + i % 140},${i % 3},${-70 + Math.floor(i / 140)}`);
  fs.writeFileSync(file, lines.join('\n'));
  await page.page.locator('.drop input').setInputFiles(file);
  await page.until('progress', async () => /[1-9][\d,]* of 4,000/.test(await page.text('.view > .results:last-child')));
  assert.ok(!(await page.text('.view > .results:last-child')).includes('bad'));
  await page.page.getByRole('button', {name: 'Stop'}).click();
  await page.until('what there is', async () => /of the first [1-9][\d,]* of 4,000/.test(await page.text('.view > .results:last-child')));
  assert.equal((await page.address()).get('audit'), null, 'it is too long for the link');
  // An input out of its limits is named, and not asked with.
  await page.page.getByLabel('Seed').fill('-3');
  await page.page.getByLabel('Seed').press('Tab');
  assert.match(await page.text('.view'), /Seed: a whole number of 0 or more/);
  assert.equal((await page.address()).get('seed'), '7');
  await page.checkAccessibility('place');
  await page.close();
}

async function move({browser, url, api, landmark}) {
  const from = landmark('yard'), to = landmark('yard_outside');
  const page = await browser.open(url, `map=town&view=move&camera=${from.x},0,50,40`);
  await page.clickPlace(from);
  await page.clickPlace(to);
  await page.until('a verdict', async () => (await page.text('.results .badge')).trim() === 'illegal');
  const [a, b] = (await page.address()).get('track').split('|').map((text) => positionOf(`${text}@town`));
  const answer = await ask(api, 'PathPlanning', 'ValidateMove', {from: a, to: b});
  assert.ok((await page.text('.results')).includes(answer.violations[0].kind.replace('MOVE_VIOLATION_KIND_', '').toLowerCase().replaceAll('_', ' ')));
  assert.equal(await page.page.locator('.results tbody tr').count(), 3, 'three corrections');
  assert.equal(await page.figure('Sample'), `${answer.violations[0].sample}, counted from 0`);
  const pixels = await page.pixels();
  assert.ok(pixels.count(kBad) > 100 && pixels.count(kStart) > 100 && pixels.count(kWarn) > 50, 'move, verdict and corrections are drawn');
  await page.checkAccessibility('move');
  // Of a longer track, the step that is broken.
  const inYard = {...from, x: from.x + 0.5}, track = [inYard, from, to].map(({x, y, z}) => [x, y, z].join()).join('|');
  await page.page.evaluate((hash) => { location.hash = hash; }, `map=town&view=move&camera=${from.x},0,50,40&track=${track}`);
  await page.until('another verdict', async () => await page.figure('Sample') === '2, counted from 0');
  await page.page.getByRole('button', {name: 'Why not?'}).click();
  await page.until('its question', async () => (await page.address()).get('asked') === 'move' && /illegal/.test(await page.text('.view')));
  const asked = await page.address(), [why, end] = ['from', 'to'].map((name) => positionOf(asked.get(name)));
  assert.ok(Math.hypot(why.x - from.x, why.z - from.z) < 0.01 && Math.hypot(end.x - to.x, end.z - to.z) < 0.01, 'the ends of the step');
  await page.close();

  // What is legal without a speed is said to be so, without times.
  const legal = await browser.open(url, `map=town&view=move&camera=${to.x},0,40,40&track=${to.x},${to.y},${to.z}|${to.x},${to.y},${to.z - 6}`);
  await legal.until('a verdict', async () => (await legal.text('.results .badge')).trim() === 'legal');
  assert.match(await legal.text('.results'), /No greatest speed is given/);
  assert.ok(!await legal.page.getByLabel('Between samples').isVisible());
  await legal.checkAccessibility('move, legal');
  await legal.page.getByLabel('Greatest speed').fill('6');
  await legal.page.getByLabel('Greatest speed').press('Tab');
  await legal.until('times', async () => !/No greatest speed/.test(await legal.text('.results')) && await legal.page.getByLabel('Between samples').isVisible());
  await legal.close();
}

async function reach({browser, url, api, landmark}) {
  const page = await browser.open(url, `map=town&view=reach&${kCamera}&within=60&layers=links`);
  await page.clickPlace(landmark('square'));
  await page.until('cells', () => page.figure('Cells'));
  const at = positionOf(`${(await page.address()).get('from')}@town`);
  const answer = await ask(api, 'PathPlanning', 'Reach', {mapId: 'town', startXyz: [at.x, at.y, at.z], maxCostM: 60, maxCells: 24000});
  assert.equal(await page.figure('Cells'), answer.costM.length.toLocaleString('en'));
  // Nearest and farthest band over the ground, and not over roofs.
  const pixels = await page.pixels();
  const roof = landmark('house_02_roof'), middle = await page.onScreenNow(roof);
  for (const [x, y] of [[0, 0], [-8, -8], [8, -8], [-8, 8], [8, 8]]) {
    assert.ok(pixels.hasNear({x: middle.x + x, y: middle.y + y}, kIsolated, 1, 22), 'the roof is as it was');
  }
  // As many squares of half a metre whose middles are reached ground give the area without leaning to either side.
  const cellM = 0.5;
  const fine = await ask(api, 'PathPlanning', 'Reach', {mapId: 'town', startXyz: [at.x, at.y, at.z], maxCostM: 60, cellM, maxCells: 100000});
  const {origin} = await ask(api, 'MapCatalog', 'DescribeMap', {mapId: 'town'}), {xyz} = fine.places;
  const isMiddle = (value, corner = 0) => Math.abs(((value - corner) / cellM % 1 + 1) % 1 - 0.5) < 1e-3;
  let middles = 0;
  for (let i = 0; i < xyz.length; i += 3) if (isMiddle(xyz[i], origin?.x) && isMiddle(xyz[i + 2], origin?.z)) ++middles;
  const drawnM2 = Number((await page.figure('Ground')).replace(/[^0-9]/g, '')), wantedM2 = middles * cellM * cellM;
  assert.ok(Math.abs(drawnM2 / wantedM2 - 1) < 0.01, `${drawnM2} m2 are drawn of ${wantedM2} m2`);
  // A number counts once typing rests, without Enter or Tab.
  await page.page.getByLabel('Within').press('Control+A');
  await page.page.getByLabel('Within').pressSequentially('30');
  await page.until('less ground', async () => (await page.text('.results')).includes('to 30 m') && (await page.address()).get('within') === '30');
  await page.checkAccessibility('reach');
  await page.close();
}

async function why({browser, url, api, landmark}) {
  const from = landmark('square'), to = landmark('yard');
  const page = await browser.open(url, `map=town&view=why&${kCamera}&from=${from.x},${from.y},${from.z}&to=${to.x},${to.y},${to.z}`);
  await page.until('a reason', () => page.page.locator('.results .badge').count());
  const answer = await ask(api, 'PathPlanning', 'PlanRoute', {...planOf(await page.address()), detail: {explain: true}});
  assert.ok((answer.fixes ?? []).length > 0, 'the API has fixes');
  assert.equal(await page.page.locator('.fixes li').count(), answer.fixes.length);
  assert.ok((await page.text('.fixes')).includes(answer.fixes[0].sentence));
  assert.ok((await page.pixels()).count(kWarn) > 100, 'the fixes are marked');
  await page.checkAccessibility('why');
  await page.close();
}

// From a route that does not get there to what is in the way, with ends that were moved onto the ground.
async function whyNot({browser, url, landmark}) {
  const from = landmark('square'), to = landmark('yard');
  const page = await browser.open(url, `map=town&view=route&${kCamera}&from=${from.x},${from.y + 1.6},${from.z}&to=${to.x},${to.y + 1.2},${to.z}`);
  await page.until('a partial route', async () => (await page.text('.results .badge')).trim() === 'partial');
  await page.until('both ends', () => page.page.locator('.snaps p').nth(1).count());
  const moved = await page.text('.snaps');
  assert.match(moved, /The start was moved 1\.\d m, to \(/);
  assert.match(moved, /The goal was moved 1\.\d m, to \(/);
  await page.page.getByRole('button', {name: 'Why not?'}).click();
  await page.until('fixes', () => page.page.locator('.fixes li').count());
  assert.equal((await page.text('.results .badge >> nth=0')).trim(), 'unreachable');
  await page.checkAccessibility('why not, moved ends');
  await page.until('where the goal is', async () => /The goal was moved/.test(await page.text('.results')));
  await page.page.getByRole('button', {name: 'A position'}).click();
  await page.until('where the position is', async () => /The position was moved 1\.\d m/.test(await page.text('.results')));
  await page.close();

  // Each question says what it waits for; a position needs one click.
  const asked = await browser.open(url, `map=town&view=why&asked=position&${kCamera}`), waits = async () => (await asked.text('.results')).trim();
  assert.equal(await waits(), 'Click a position on the map.');
  await asked.page.getByRole('button', {name: 'A move'}).click();
  assert.equal(await waits(), 'Click where the move begins.');
  await asked.page.getByRole('button', {name: 'A route'}).click();
  assert.equal(await waits(), 'Click a start on the map.');
  await asked.page.getByRole('button', {name: 'A position'}).click();
  await asked.clickPlace(to);
  await asked.until('a verdict', () => asked.page.locator('.results .badge').count());
  const clicked = await asked.address();
  assert.ok(clicked.has('to') && !clicked.has('from'));
  // What the server would refuse is not asked.
  const goal = asked.page.getByLabel('Goal', {exact: true});
  await goal.fill('1e9, 0, 0');
  await goal.press('Tab');
  await asked.until('the range', async () => /Goal: coordinates are from -1e8 to 1e8 m/.test(await asked.text('.point .fault:not(:empty)')));
  assert.equal((await asked.address()).get('to'), clicked.get('to'));
  await asked.close();
  const nowhere = await browser.open(url, `map=town&view=why&${kCamera}&from=1,2,3@nomap&to=${to.x},${to.y},${to.z}`);
  await nowhere.until('the doubt', async () => /from: 1,2,3@nomap \(there is no map nomap here\)/.test(await nowhere.text('.notice')));
  assert.equal((await nowhere.text('.results')).trim(), 'Click a start on the map.');
  await nowhere.close();

  // What the route was asked to do without is asked for here, too, and by the link.
  const west = landmark('street_west'), east = landmark('street_east');
  const shut = await browser.open(url, `map=town&view=route&${kCamera}&doors=bridge_gate&from=${west.x},${west.y},${west.z}&to=${east.x},${east.y},${east.z}`);
  await shut.page.getByRole('button', {name: 'Why not?'}).click();
  const namesDoor = async (opened) => (await opened.page.locator('.fixes li').allInnerTexts()).some((text) => text.includes('bridge_gate'));
  await shut.until('the door', () => namesDoor(shut));
  const picture = (await saved(shut, 'Save as SVG')).toString();
  assert.ok(picture.includes('>closed bridge_gate<') && !picture.includes('bridge_gate: closed'), 'the mark has the name, not the door below it');
  assert.match(await shut.text('.conditions'), /Asked with bridge_gate closed\./);
  const again = await browser.open(url, (await shut.address()).toString());
  await again.until('the door', () => namesDoor(again));
  await again.close();
  await shut.page.getByRole('tab', {name: 'Route'}).click();
  assert.equal((await shut.address()).get('doors'), 'bridge_gate');
  await shut.close();

  // What is in the way on another map is shown there.
  const roof = landmark('keep_roof', 'castle');
  const over = await browser.open(url, `map=town&view=why&${kCamera}&from=${west.x},${west.y},${west.z}&to=${roof.x},${roof.y},${roof.z}@castle`);
  const show = over.page.getByRole('button', {name: /^Show on castle: /}).first();
  await over.until('a fix on the other map', () => show.count());
  const sentence = (await show.getAttribute('aria-label')).replace('Show on castle: ', '');
  const [x, , z] = sentence.match(/\(([^)]+)\)/)[1].split(',').map(Number);
  await show.click();
  await over.until('the castle', async () => (await over.address()).get('map') === 'castle');
  const camera = (await over.address()).get('camera').split(',').map(Number);
  assert.ok(Math.hypot(camera[0] - x, camera[2] - z) < 1, `the camera looks at ${camera}, the fix is ${sentence}`);
  await over.until('it is of this map now', async () => (await over.page.getByRole('button', {name: `Show: ${sentence}`}).count()) > 0);
  await over.close();
}

// All views ask with what is closed, opened and priced, and say so; nothing of it is left out in silence.
async function conditions({browser, url, api, landmark}) {
  const west = landmark('street_west'), east = landmark('street_east'), gate = landmark('bridge_middle');
  const text = ({x, y, z}) => `${x},${y},${z}`, xyz = ({x, y, z}) => [x, y, z], at = (place) => ({mapId: 'town', ...place});
  const before = {...gate, x: gate.x - 6}, behind = {...gate, x: gate.x + 6};
  const changes = {maps: [{mapId: 'town', closedDoors: ['bridge_gate']}]}, closed = 'doors=bridge_gate';
  const word = (value, prefix) => value.replace(prefix, '').toLowerCase().replaceAll('_', ' ');
  const badge = async (page) => (await page.text('.results .badge >> nth=0')).trim();
  // What the page says, with the gate closed and, after Clear, without.
  const assertAsked = async (address, call, request, shown, wanted) => {
    const page = await browser.open(url, `map=town&${kCamera}&${address}&${closed}`);
    const answers = [await ask(api, 'PathPlanning', call, {...request, changes}), await ask(api, 'PathPlanning', call, request)].map(wanted);
    assert.notEqual(answers[0], answers[1], `the gate matters to ${address}`);
    await page.until(`'${answers[0]}' of ${address}`, async () => await shown(page) === answers[0]);
    assert.match(await page.text('.conditions'), /Asked with bridge_gate closed\./);
    assert.match((await saved(page, 'Save as SVG')).toString(), />(bridge_gate: closed|closed bridge_gate)</, 'by its name, or by that of the mark on it');
    assert.equal((await page.address()).get('doors'), 'bridge_gate');
    await page.checkAccessibility(`conditions of ${address}`);
    await page.page.getByRole('button', {name: 'Clear what questions are asked with'}).click();
    await page.until(`'${answers[1]}' of ${address} without`, async () => await shown(page) === answers[1]);
    assert.ok(!await page.page.locator('.conditions').isVisible());
    assert.equal((await page.address()).get('doors'), null);
    await page.close();
  };
  await assertAsked(`view=why&asked=position&from=${text(west)}&to=${text(east)}`, 'PlaceResource',
                    {mapId: 'town', audit: {xyz: xyz(east)}, rules: {anchorXyz: xyz(west)}}, badge, ({verdicts}) => word(verdicts[0], 'PLACE_REASON_'));
  await assertAsked(`view=why&asked=move&from=${text(before)}&to=${text(behind)}`, 'ValidateMove', {from: at(before), to: at(behind)}, badge,
                    ({verdict}) => word(verdict, 'MOVE_VERDICT_'));
  await assertAsked(`view=move&track=${text(before)}|${text(behind)}`, 'ValidateMove', {from: at(before), to: at(behind)}, badge,
                    ({verdict}) => word(verdict, 'MOVE_VERDICT_'));
  await assertAsked(`view=reach&within=120&from=${text(west)}`, 'Reach', {mapId: 'town', startXyz: xyz(west), maxCostM: 120, maxCells: 24000},
                    (page) => page.figure('Cells'), ({costM}) => costM.length.toLocaleString('en'));
  await assertAsked(`view=explore&at=${text(west)}`, 'PlanRoute', {start: {position: at(west)}, exploration: {}}, (page) => page.figure('Key points'),
                    ({exploration}) => `${(exploration.coverage * 100).toFixed(1)} % of ${exploration.reachableKeyPoints.toLocaleString('en')}`);
  const places = ({points}) => String(points.xyz);
  await assertAsked(`view=place&count=40&seed=3&spacing=0&anchors=${text(west)}`, 'PlaceResource',
                    {mapId: 'town', scatter: {count: 40, seed: '3'}, rules: {anchorXyz: xyz(west)}},
                    async (page) => places(JSON.parse((await saved(page, 'Save the answer as JSON')).toString())), places);

  // Ground that is painted shut in Route is drawn and asked with in Move, and a link of that has it.
  const page = await browser.open(url, `map=town&view=route&${kCamera}`);
  await page.page.getByRole('button', {name: 'Close', exact: true}).click();
  await page.page.getByLabel('Brush radius').fill('4');
  await page.drag({x: 10, z: -12}, {x: 10, z: 12});
  await page.page.getByRole('tab', {name: 'Move'}).click();
  assert.match(await page.text('.conditions'), /Asked with ground closed in \d+ circles from -?[\d.]+ to [\d.]+ m\./);
  for (const place of [{x: 2, z: 3.6}, {x: 18, z: 3.6}]) await page.clickPlace(place);
  await page.until('a verdict', async () => await badge(page) === 'illegal');
  assert.ok((await page.pixels()).count([106, 103, 108], 24) > 500, 'the closed ground is drawn');
  const again = await browser.open(url, (await page.address()).toString());
  await again.until('the same verdict', async () => await badge(again) === 'illegal');
  await again.page.getByRole('button', {name: 'Clear what questions are asked with'}).click();
  await again.until('a legal move', async () => await badge(again) === 'legal');
  await again.close();

  // On another map it is not asked with, and said not to be; the link keeps it.
  await page.page.getByLabel('Map', {exact: true}).selectOption('castle');
  await page.until('the castle', async () => (await page.address()).get('map') === 'castle');
  assert.match(await page.text('.conditions'), /Not asked with what is set on town\./);
  const town = await browser.open(url, (await page.address()).toString().replace('map=castle', 'map=castle&money=5'));
  assert.match(await town.text('.conditions'), /Not asked with what is set on town; 5 money, which matters on routes over maps\./);
  await town.page.getByLabel('Map', {exact: true}).selectOption('town');
  await town.until('it', async () => /Asked with ground closed in \d+ circles from /.test(await town.text('.conditions')));
  await town.close();
  await page.close();

  // Costs count in placements by walking distance only.
  const priced = await browser.open(url, `map=town&view=place&${kCamera}&areaCosts=road:3`);
  assert.match(await priced.text('.conditions'), /Asked with road × 3\. Not asked with costs of ground, which matter to walking distances only\./);
  await priced.page.getByText('Rules', {exact: true}).click();
  await priced.page.getByLabel('Spacing by walking distance').check();
  await priced.until('costs', async () => !/Not asked/.test(await priced.text('.conditions')));
  await priced.close();
}

async function world({browser, url, api}) {
  const page = await browser.open(url, 'map=town&view=world');
  const answer = await ask(api, 'MapCatalog', 'DescribeWorld', {});
  assert.equal(await page.page.locator('.graph .node').count(), answer.maps.length);
  assert.equal(await page.page.locator('[aria-label="Portals"] tbody tr').count(), answer.portals.length);
  assert.ok((await page.pixels()).count([11, 107, 125], 10) > 500, 'the maps are drawn');
  const ways = new Set(answer.portals.map(({from, to}) => `${from.mapId} ${to.mapId}`));
  assert.equal(await page.page.locator('.graph .arrow').count(), ways.size, 'an arrow for each direction');
  assert.match((await page.page.locator('.graph .portal title').allTextContents()).join(), /ferry \(300 m, ferry_ticket\)/);
  // As they are drawn, names lie neither on each other nor on maps.
  const covered = await page.page.locator('.graph svg').evaluate((svg) => {
    const boxes = [...svg.querySelectorAll('text, circle')].map((each) => [each.textContent, each.getBoundingClientRect(), each.localName]);
    return boxes.flatMap(([text, a, what], i) => boxes.slice(i + 1).filter(([, b, other]) => (what === 'text' || other === 'text') &&
        a.left < b.right - 1 && b.left < a.right - 1 && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3).map(([other]) => `${text} and ${other}`));
  });
  assert.deepEqual(covered, []);
  await page.checkAccessibility('world');
  // A click opens the map where it can be seen.
  await page.page.locator('.graph .node[data-map="dungeon"]').click();
  await page.page.waitForFunction(() => location.hash.includes('map=dungeon') && location.hash.includes('view=route'));
  assert.equal(await page.page.locator('.own-picture').count(), 0);
  await page.page.locator('#tab-world').click();
  // What is saved is the graph, and the code asks for it.
  const svg = (await saved(page, 'Save as SVG')).toString();
  for (const {mapId} of answer.maps) assert.ok(svg.includes(`>${mapId}</text>`), mapId);
  const asFile = await page.page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {fault: file.querySelector('parsererror')?.textContent, fills: [...file.querySelectorAll('circle')].map((each) => each.getAttribute('fill'))};
  }, svg);
  assert.equal(asFile.fault, undefined);
  assert.ok(asFile.fills.every((fill) => /^rgb/.test(fill)), 'colours stand in the file');
  const png = await saved(page, 'Save as PNG'), size = await page.page.locator('.graph svg').boundingBox();
  assert.equal(png.readUInt32BE(16), Math.round(size.width));
  assert.equal(JSON.parse(await saved(page, 'Save the answer as JSON')).portals.length, answer.portals.length);
  await page.page.getByText('This request as code').click();
  assert.match(await page.text('pre code'), /MapCatalog\/DescribeWorld/);
  await page.page.getByRole('button', {name: 'Python'}).click();
  assert.match(await page.text('pre code'), /map_catalog_pb2_grpc\.MapCatalogStub/);
  const cut = await page.page.locator('[aria-label="Portals"]').evaluate((table) => table.scrollWidth - table.clientWidth);
  assert.ok(cut <= 0, `${cut} pixels of the portals' table are cut off`);
  await page.page.locator('.graph .node[data-map="castle"]').press('Enter');
  await page.until('the castle', async () => (await page.address()).get('map') === 'castle');
  await page.close();
}

async function report({browser, buildFolder, folder}) {
  const file = path.join(folder, 'report.html');
  execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['report', path.join(folder, 'packages/town.waymap'), '-o', file]);
  const page = await browser.open(`file://${file}`, 'layers=skeleton doors');
  assert.match(await page.text('.view'), /138\S* m2 of ground is cut off from the main ground/);
  await assertGround(page);
  const pixels = await page.pixels();
  assert.ok(pixels.count([232, 145, 44], 30) > 2000, 'islands are coloured');
  assert.ok(pixels.count([74, 85, 96], 20) > 1000, 'the skeleton is drawn');
  assert.ok((await saved(page, 'Save as SVG')).toString().includes('bridge_gate: open'), 'the door is drawn');
  await page.checkAccessibility('report');
  await page.close();

  // Ground behind ground that is apart, too, has what parts it from that, and says so.
  const source = path.join(folder, 'rows', 'rows.map');
  fs.mkdirSync(path.dirname(source));
  fs.writeFileSync(source, `type octile\nheight 3\nwidth 13\nmap\n${'......@...@..\n'.repeat(3)}`);
  execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', path.dirname(source)], {stdio: ['ignore', 'ignore', 'inherit']});
  execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['report', path.join(folder, 'rows', 'rows.waymap'), '-o', file]);
  const rows = await browser.open(`file://${file}`, '');
  assert.deepEqual(await rows.page.locator('.fixes .number').allInnerTexts(), ['1a', '2a']);
  assert.match(await rows.text('.findings > li >> nth=1'), /This parts it from the ground of 1, which is next on the way to the main ground:/);
  assert.ok(!/next on the way/.test(await rows.text('.findings > li >> nth=0')));
  await rows.checkAccessibility('a report of islands in a row');
  await rows.close();

  // Of a world, with a map that could not be baked: the page tells why.
  const packages = path.join(folder, 'packages'), bake = path.join(folder, 'bake.json'), dump = (file) => JSON.parse(execFileSync(
      path.join(buildFolder, 'client/cli/waystone'), ['package', 'dump', '--json', file], {encoding: 'utf8', maxBuffer: 1e8}));
  const line = {map_id: 'town', generation: dump(path.join(packages, 'town.waymap')).generation, status: 'unchanged', seconds: 0, warnings: []};
  const failed = {map_id: 'mine', generation: '', status: 'failed', seconds: 0, warnings: [], error: 'mine.glb: there is no such file'};
  fs.writeFileSync(bake, JSON.stringify({world: 'samples', warnings: [], maps: [line, failed]}));
  const report = (of) => execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['report', of, '--bake-report', bake, '-o', file]);
  report(packages);
  const world = await browser.open(`file://${file}`, 'map=town');
  assert.match(await world.text('.findings > li >> nth=0'), /the world: map "mine" could not be baked: mine\.glb: there is no such file/);
  await world.close();
  report(path.join(packages, 'town.waymap'));
  assert.ok(!fs.readFileSync(file, 'utf8').includes('mine.glb'), 'a page of one map tells of that map');
}

// The page tells a renamed place as removed and added, with hollow marks, and marks what --fail-on refuses.
async function changedNames({browser, buildFolder, folder}) {
  const package_ = (name, place, row = '.'.repeat(8)) => {
    const source = path.join(folder, name, 'names.map');
    fs.mkdirSync(path.dirname(source), {recursive: true});
    fs.writeFileSync(source, `type octile\nheight 8\nwidth 8\nmap\n${`${row}\n`.repeat(8)}`);
    fs.writeFileSync(`${source}.bake.yaml`, `places:\n  ${place}: [3.5, 0, 3.5]\n  well: [6.5, 0, 6.5]\n`);
    execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', path.dirname(source)], {stdio: ['ignore', 'ignore', 'inherit']});
    return path.join(path.dirname(source), 'names.waymap');
  };
  const file = path.join(folder, 'names.html');
  const diff = spawnSync(path.join(buildFolder, 'client/cli/waystone'), [
    'package', 'diff', package_('before', 'spawn'), package_('after', 'start'), '--html', file, '--fail-on', 'unreachable=spawn'], {encoding: 'utf8'});
  assert.equal(diff.status, 1, diff.stderr);
  const page = await browser.open(`file://${file}`, '');
  assert.match(await page.text('.view'), /What changed: 1 change fails/);
  const badges = async (at) => page.page.locator('.findings > li').nth(at).locator('.badge').allInnerTexts();
  assert.deepEqual([await badges(0), await badges(1)], [['removed', 'fails'], ['added']]);
  assert.match(await page.text('.findings'), /"spawn" is gone: it was removed or renamed/);
  assert.deepEqual(await page.page.locator('.scale li').allInnerTexts(), [
    'removed: a named place of the old one that the new one has not', 'added: a named place that the old one had not', 'grey: ground of the new one that is as it was',
    'fails what --fail-on was asked to refuse']);
  assert.ok((await saved(page, 'Save as SVG')).toString().includes('fill="#ffffff" stroke="#b3123f"'), 'a hollow mark');
  await page.checkAccessibility('changed names');
  await page.close();

  // A new name of a place that cannot be reached has the mark of one that is lost, not of one that was added.
  execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['package', 'diff', package_('before', 'spawn'), package_('walled', 'start', '..@.@...'), '--html', file]);
  const cut = await browser.open(`file://${file}`, '');
  const start = cut.page.locator('.findings > li', {hasText: '"start" was added and cannot be reached'});
  assert.deepEqual(await start.locator('.badge').allInnerTexts(), ['unreachable']);
  const swatch = (kind) => cut.page.locator(`.swatch.${kind}`).first().evaluate((each) => getComputedStyle(each).backgroundColor);
  assert.equal(await swatch('unreachable'), await swatch('lost'));
  assert.match(await cut.text('.scale'), /unreachable: a named place that the old one had not, and that cannot be reached/);
  const marks = (await saved(cut, 'Save as SVG')).toString();
  assert.ok(marks.includes('fill="#b3123f" stroke="#ffffff"') && !marks.includes('stroke="#0057c2"'), 'a full mark of what is lost, and none of what was added');
  await cut.checkAccessibility('a new name that is out of reach');
  await cut.close();
}

// A comparison of two packages says that it is one; its numbers on the map are those of the list; what changed is drawn square by square, and
// nothing else has its colours.
async function comparison({browser, buildFolder, folder}) {
  // Ten columns behind a wall are apart in both; a wall of six more is in the newer one.
  const package_ = (name, middle) => {
    const source = path.join(folder, name, 'level.map');
    fs.mkdirSync(path.dirname(source), {recursive: true});
    fs.writeFileSync(source, `type octile\nheight 20\nwidth 51\nmap\n${`${'.'.repeat(26)}${middle}${'.'.repeat(8)}@${'.'.repeat(10)}\n`.repeat(20)}`);
    execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', path.dirname(source)], {stdio: ['ignore', 'ignore', 'inherit']});
    return path.join(path.dirname(source), 'level.waymap');
  };
  const file = path.join(folder, 'comparison.html'), older = package_('older', '......'), newer = package_('newer', '@@@@@@');
  const compare = (...packages) => execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['package', 'diff', ...packages, '--html', file]);
  compare(older, newer);
  const page = await browser.open(`file://${file}`, '');
  assert.match(await page.text('.about'), /old: older\/level\.waymap, new: newer\/level\.waymap/);
  assert.match(await page.text('.hint'), /newer\/level\.waymap/);
  assert.match(await page.text('.view'), /270 m2 of ground cannot be reached any more/);
  const numbers = await page.page.locator('.findings > li > .verdict > .number').allInnerTexts();
  assert.deepEqual(numbers, numbers.map((_, i) => String(i + 1)));
  for (const number of await page.page.locator('.fixes .number').allInnerTexts()) assert.match(number, /^\d+[a-z]$/);
  // What is cut off in both is not what changed; lost ground has what would join it again.
  assert.deepEqual(await page.page.locator('.findings > li > .verdict > .badge').allInnerTexts(), ['lost']);
  assert.equal(await page.page.locator('.fixes .number').count(), 1);
  assert.deepEqual(await page.page.locator('.scale li').allInnerTexts(), [
    'lost: could be reached in the old one, and cannot in the new one', 'what would join ground that is cut off', 'grey: ground of the new one that is as it was']);
  assert.equal(await page.page.locator('.scale li .swatch').count(), 3, 'each line of the legend has its colour');
  // The two colours of its stripes.
  assert.match(await page.page.locator('.scale .swatch.same').evaluate((swatch) => getComputedStyle(swatch).backgroundImage), /rgb\(182, 182, 182\).*rgb\(148, 148, 148\)/);
  assert.equal(await page.page.locator('.badge.bad').count(), 0, 'nothing was asked to fail');
  // The columns with a colour in the middle of their right squares, of 0.5 m, between the marks.
  const drawnIn = async (opened, wanted) => {
    const pixels = await opened.pixels(), columns = Array.from({length: 51}, (_, column) => column), isDrawn = [];
    for (const column of columns) isDrawn.push(pixels.hasNear(await opened.onScreenNow({x: column + 0.75, z: 3.25}), wanted, 1, 14));
    return columns.filter((column) => isDrawn[column]);
  };
  const range = (from, end) => Array.from({length: end - from}, (_, i) => from + i);
  // On cells that are blocked now, and on free ones.
  assert.deepEqual(await drawnIn(page, [168, 39, 75]), range(26, 40));
  assert.deepEqual(await drawnIn(page, [148, 148, 148]), range(41, 51), 'what was cut off before is grey');
  assert.deepEqual(await drawnIn(page, [182, 182, 182]), range(0, 26), 'what can be reached in both is grey');
  await page.checkAccessibility('comparison');
  await page.close();

  // The other way round the new one is one field of cells, of which a part was there before.
  compare(newer, older);
  const back = await browser.open(`file://${file}`, 'layers=');
  assert.deepEqual(await back.page.locator('.findings > li > .verdict > .badge').allInnerTexts(), ['gained']);
  assert.deepEqual(await drawnIn(back, [36, 106, 192]), range(26, 40));
  assert.deepEqual(await drawnIn(back, [182, 182, 182]), range(0, 26));
  await back.close();
}

async function withoutWebGl({browser, url, api, landmark}) {
  const from = landmark('street_west'), to = landmark('street_east');
  const page = await browser.open(url, `map=town&view=route&gl=off&layers=links&${kCamera}&from=${from.x},${from.y},${from.z}&to=${to.x},${to.y},${to.z}`);
  const answer = await assertRouteAsApi(page, api);
  await page.until('the ground', async () => (await page.pixels()).count(kGround, 22) > 50_000);
  await assertGround(page);
  await assertDrawn(page, answer.routes[0].points[0].xyz, kRoute);
  // Roofs lie above all other floors.
  const roofs = await page.pixels(), roof = await page.onScreenNow(landmark('house_02_roof'));
  for (const [x, y] of [[0, 0], [-12, 0], [12, 0], [0, -12], [0, 12]]) {
    assert.ok(roofs.hasNear({x: roof.x + x, y: roof.y + y}, kIsolated, 1, 22), 'the roof is coloured as isolated');
  }
  assert.equal(await page.page.getByRole('button', {name: '3D'}).count(), 0, 'there is no 3D to choose');
  await page.close();
}

// A grid with two kinds of terrain: each cell has its colour, and lines part the cells; with WebGL and without, and in a report.
async function grids({browser, url: samples, buildFolder, folder}) {
  const rows = ['............', '.@@@@..SSSS.', '.@..@..SWWS.', '.@..@..SSSS.', '.@@@@.......', '............'];
  const source = path.join(folder, 'grids', 'yard.map'), cellM = 2, corner = {x: 100, z: -50};
  fs.mkdirSync(path.dirname(source));
  fs.writeFileSync(source, `type octile\nheight ${rows.length}\nwidth ${rows[0].length}\nmap\n${rows.join('\n')}\n`);
  fs.writeFileSync(`${source}.bake.yaml`, `cell_size_m: ${cellM}\ngrid: {origin: [${corner.x}, 3, ${corner.z}], letters: {S: swamp, W: water}}\n`);
  const packages = path.dirname(source), report = path.join(packages, 'report.html');
  execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', packages], {stdio: ['ignore', 'ignore', 'inherit']});
  execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['report', path.join(packages, 'yard.waymap'), '-o', report]);
  const place = (column, row) => ({x: corner.x + column * cellM, z: corner.z + row * cellM});
  const middles = rows.flatMap((letters, row) => [...letters].map((letter, column) => ({letter, column, row, at: place(column + 0.5, row + 0.5)})));
  // In a report the yard is an island with its marks.
  const assertCells = async (page, isReport, colourOf) => {
    await page.until('all cells', async () => (await page.pixels()).count(kBlocked, 1) > 12 * 40 * 40);
    const pixels = await page.pixels();
    for (const cell of isReport ? middles.filter(({column}) => column > 5) : middles) {
      const colour = colourOf(cell);
      assert.ok(pixels.hasNear(await page.onScreenNow(cell.at), colour, 0, 2), `cell ${cell.column}, ${cell.row} is '${cell.letter}' and not ${colour}`);
    }
    return pixels;
  };
  const areas = {'.': [164, 190, 140], S: [150, 134, 104], W: [104, 160, 204], '@': kBlocked};
  const isInYard = ({column, row}) => column > 1 && column < 4 && row > 1 && row < 4;
  const zoneOf = (cell) => (cell.letter === '@' ? kBlocked : isInYard(cell) ? kIsolated : kGround);
  const camera = 'camera=112,3,-44,24', server = await startServer(buildFolder, packages);
  try {
    for (const [url, options] of [[`${server.url}/`, ''], [`${server.url}/`, '&gl=off'], [`file://${report}`, '']]) {
      const isReport = url.startsWith('file:'), page = await browser.open(url, `map=yard&colour=area&${camera}${options}`);
      const pixels = await assertCells(page, isReport, ({letter}) => areas[letter]);
      const line = [128, 148, 119], border = await page.onScreenNow(place(6, 0.5)), middle = await page.onScreenNow(place(5.5, 0.5));
      assert.ok(pixels.hasNear(border, line, 1, 22) && !pixels.hasNear(middle, line, 1, 22), `a line parts the cells ${options}`);
      assert.deepEqual(await page.page.locator('.legend li').allTextContents(), ['ground', 'swamp', 'water', 'blocked']);
      await page.page.evaluate(() => { location.hash = location.hash.replace('colour=area', 'colour=zone'); });
      await page.until('zones', async () => (await page.pixels()).count(kGround, 1) > 10_000);
      await assertCells(page, isReport, zoneOf);
      const {x, y} = await page.onScreenNow(place(8.5, 2.5));
      await page.page.mouse.move(x, y);
      await page.until('the cell', async () => /water · cell 8, 2 · polygon/.test(await page.text('.status')));
      await page.close();
    }
  } finally {
    await server.stop();
  }
  // From afar, and tilted.
  for (const [seen, least] of [['camera=48,0,32,900', 300], ['camera=48,0,32,900&gl=off', 300], ['camera=48,0,32,70,20,40,3d', 10_000]]) {
    const page = await browser.open(samples, `map=dungeon&layers=&${seen}`);
    for (const colour of [kGround, kBlocked]) await page.until(`${colour} in ${seen}`, async () => (await page.pixels()).count(colour, 16) >= least);
    await page.close();
  }
}

// Grids, waypoints and scenes, in dark and in 3D.
async function kinds({browser, url, landmark}) {
  for (const [map, colour] of [['dungeon', [99, 127, 143]], ['patrol', [99, 127, 143]], ['island', [108, 125, 92]]]) {
    const page = await browser.open(url, `map=${map}&view=route&colour=${map === 'island' ? 'area' : 'zone'}`, {isDark: true});
    await page.page.getByRole('button', {name: '3D'}).click();
    await page.until(`${map} drawn`, async () => (await page.pixels()).count(colour, 20) > 1000);
    await page.checkAccessibility(`${map}, dark`);
    await page.close();
  }
  // Water and air hide no ground from those who have no place there, and are clicked by those who have.
  for (const [abilities, name] of [['', 'beach'], ['&abilities=swim', 'sea_behind_reef'], ['&abilities=fly', 'sky']]) {
    const page = await browser.open(url, `map=island&view=route${abilities}`), place = landmark(name, 'island');
    await page.clickPlace(place);
    const [, y] = (await page.address()).get('from').split(/[,@]/).map(Number);
    assert.ok(name === 'sky' ? y > 17 : y > -8 && y < 3, `${name}: at ${y} m`);
    await page.close();
  }
  // They are seen all the same, as a tint that says whom they are for; and are ground once one swims.
  const sea = landmark('sea_behind_reef', 'island'), page = await browser.open(url, 'map=island&view=route&colour=area&layers=links', {width: 1400});
  const pixels = await page.pixels(), at = await page.onScreen(sea);
  assert.ok(pixels.hasNear(at, [190, 208, 220], 2, 6), 'the sea is tinted');
  assert.match(await page.text('.legend'), /open_water, tinted: only with the ability swim\s+open_air, tinted: only with the ability fly/);
  await page.clickPlace(sea);
  await page.until('no ground', async () => await page.text('.notice span') === 'There is no ground there.');
  await page.checkAccessibility('water and air');
  await page.page.getByText('Who walks').click();
  await page.page.getByLabel('swim', {exact: true}).check();
  await page.until('ground', async () => /open_water\s+open_air, tinted/.test(await page.text('.legend')));
  await page.until('the sea', async () => (await page.pixels()).hasNear(await page.onScreenNow(sea), [98, 150, 191], 4, 24));
  await page.close();
}

// A server that asks who calls: the page asks the reader, and remembers for its tab.
async function access({browser, buildFolder, folder}) {
  const file = path.join(folder, 'access.yaml'), hash = createHash('sha256').update('open sesame').digest('hex');
  fs.writeFileSync(file, `callers:\n  - name: designer\n    token_sha256: [${hash}]\n    role: game_server\n`);
  const server = await startServer(buildFolder, path.join(folder, 'packages'), ['--access', file]);
  try {
    const page = await browser.open(`${server.url}/`, 'map=town&view=route', {isRefused: true});
    await page.page.getByLabel('Token').fill('open sesame');
    await page.page.getByRole('button', {name: 'Use'}).click();
    await page.page.waitForSelector('.explorer[data-loaded]');
    await assertGround(page);
    assert.equal(await page.page.evaluate(() => localStorage.length), 0);
    await page.checkAccessibility('access');
    await page.close();
  } finally {
    await server.stop();
  }
}

// The server is gone when another map is chosen: the one that was open stays, whole.
async function serverGone({browser, buildFolder, folder, landmark}) {
  const server = await startServer(buildFolder, path.join(folder, 'packages')), from = landmark('street_west');
  let page;
  try {
    page = await browser.open(`${server.url}/`, `map=town&view=route&${kCamera}&from=${from.x},${from.y},${from.z}`, {isCutOff: true});
  } finally {
    await server.stop();
  }
  await page.page.getByLabel('Map', {exact: true}).selectOption('castle');
  await page.until('a message', async () => /castle was not opened: the server does not answer/.test(await page.text('.notice')));
  assert.equal(await page.page.getByLabel('Map', {exact: true}).inputValue(), 'town');
  assert.equal((await page.address()).get('map'), 'town');
  assert.ok((await page.address()).get('from'), 'the start is kept');
  // Nor does the ground go if another agent's cannot be had.
  await page.page.getByText('Who walks').click();
  await page.page.getByLabel('Profile', {exact: true}).dispatchEvent('change');
  await page.until('why', async () => /the server does not answer/.test(await page.text('.progress')));
  await assertGround(page);
  await page.close();
}

// Back leads through the views and maps that were open.
async function backButton({browser, url}) {
  const page = await browser.open(url, `map=town&view=route&${kCamera}`);
  const isAt = (map, view) => page.until(`${view} of ${map}`, async () => {
    const address = await page.address();
    return address.get('map') === map && address.get('view') === view && await page.page.locator(`.explorer[data-loaded=${map}]`).count() === 1;
  });
  await page.page.getByRole('tab', {name: 'Reach'}).click();
  await isAt('town', 'reach');
  await page.page.getByLabel('Within').fill('33');
  await page.page.getByLabel('Within').press('Tab');
  await page.page.getByLabel('Map', {exact: true}).selectOption('castle');
  await isAt('castle', 'reach');
  await page.page.goBack();
  await isAt('town', 'reach');
  assert.equal(await page.page.getByLabel('Within').inputValue(), '33');
  await page.page.goBack();
  await isAt('town', 'route');
  await assertGround(page);
  await page.page.goForward();
  await isAt('town', 'reach');
  await page.close();
}

// A link that was damaged opens the page all the same, and the page says what it made nothing of.
async function damagedLink({browser, url, landmark}) {
  const page = await browser.open(url, 'map=nowhere&view=nothing&camera=a,b,c,d&heights=x&colour=zzz&shut=1,x|2&from=1,2&layers=what&count=q&played=z&met=crown&abilities=swim_in_lava');
  assert.equal(await page.page.locator('.drawn select').inputValue(), 'zone');
  assert.equal(await page.page.locator('[role=tab][aria-selected=true]').innerText(), 'Route');
  await page.until('a camera', async () => /^-?\d/.test((await page.address()).get('camera')));
  const notice = await page.text('.notice');
  for (const part of ['map=nowhere', 'view=nothing', 'camera=a,b,c,d', 'heights=x', 'colour=zzz', '1,x', 'from: 1,2', 'layers=what', 'crown', 'swim_in_lava', 'count']) {
    assert.ok(notice.includes(part), `the page says of ${part}: ${notice}`);
  }
  await page.checkAccessibility('a message');
  // A camera that the page could not come to is none.
  for (const camera of ['0,0,0,1e300', '1e300,0,0,100', '0,0,0,1e-300', '0,0,0,100,0,-1e300,3d']) {
    const far = await browser.open(url, `map=town&view=route&camera=${camera}`);
    await far.until(`a doubt about ${camera}`, async () => (await far.text('.notice')).includes(camera));
    await far.until('the usual camera', async () => (await far.address()).get('camera') === '0,3.83,0,160.7');
    await far.close();
  }
  // A click beside the map says so, in its place.
  await page.page.getByRole('button', {name: 'Show all of the map'}).click();
  const box = await page.page.locator('.stage').boundingBox();
  await page.page.mouse.click(box.x + 3, box.y + 300);
  await page.until('a message', async () => await page.text('.notice span') === 'There is no ground there.');
  await page.close();
  await passingMessage(browser, url, landmark);
}

// A message about a click goes once something else is done: a click on ground, a stroke, a drag, a text, another view.
async function passingMessage(browser, url, landmark) {
  const page = await browser.open(url, 'map=town&view=route'), box = await page.page.locator('.stage').boundingBox();
  const miss = async () => {
    await page.page.mouse.click(box.x + 3, box.y + 300);
    await page.until('the message', () => page.page.locator('.notice').isVisible());
  };
  const west = landmark('street_west'), east = landmark('street_east');
  const done = [
    ['a click', () => page.clickPlace(west)], ['a drag', () => page.drag(west, east)],
    ['a text', async () => { await page.page.getByLabel('Goal', {exact: true}).fill('square'); await page.page.getByLabel('Goal', {exact: true}).press('Tab'); }],
    ['another view', () => page.page.getByRole('tab', {name: 'Reach'}).click()],
  ];
  for (const [what, act] of done) {
    await miss();
    await act();
    await page.until(`no message after ${what}`, async () => !await page.page.locator('.notice').isVisible());
  }
  await page.page.getByRole('tab', {name: 'Route'}).click();
  await miss();
  await page.page.getByRole('button', {name: 'Close', exact: true}).click();
  await page.clickPlace(landmark('square'));
  await page.until('no message after a stroke', async () => !await page.page.locator('.notice').isVisible());
  await page.close();
}

// The first picture of a report, and of the server's page, has all of the map beside what covers a part of it, in the middle.
async function firstCamera({browser, url, api, buildFolder, folder}) {
  const file = path.join(folder, 'first.html'), {summary: {min, max}} = await ask(api, 'MapCatalog', 'DescribeMap', {mapId: 'town'});
  execFileSync(path.join(buildFolder, 'client/cli/waystone'), ['report', path.join(folder, 'packages/town.waymap'), '-o', file]);
  for (const [opened, width] of [[`file://${file}`, 1400], [url, 1400], [`file://${file}`, 1280]]) {
    const page = await browser.open(opened, 'map=town', {width});
    const a = await page.onScreen(min), b = await page.onScreenNow(max), stage = await page.page.locator('.stage').boundingBox();
    const card = await page.page.locator('.drawn').boundingBox(), isOpen = await page.page.locator('.drawn').evaluate((each) => each.open);
    const right = isOpen ? card.x : stage.x + stage.width;
    assert.equal(isOpen, width > 1300);
    assert.ok(a.x >= stage.x && b.x <= right && a.y >= stage.y && b.y <= stage.y + stage.height, `${a.x} to ${b.x} of ${stage.x} to ${right}, ${opened}`);
    assert.ok(Math.abs((a.x - stage.x) - (right - b.x)) < 20, `as much is free on the left as on the right: ${a.x} to ${b.x} of ${stage.x} to ${right}, ${opened}`);
    await page.close();
  }
  // Once the card is folded, all of the picture is free.
  const page = await browser.open(url, 'map=town', {width: 1400});
  await page.page.locator('.drawn summary').click();
  await page.page.getByRole('button', {name: 'Show all of the map'}).click();
  const a = await page.onScreen(min), b = await page.onScreenNow(max), stage = await page.page.locator('.stage').boundingBox();
  assert.ok(Math.abs((a.x + b.x) / 2 - (stage.x + stage.width / 2)) < 3, 'the map is in the middle');
  await page.close();
}

// Names do not lie on each other, and from near all of them are there.
async function names({browser, buildFolder, folder}) {
  const source = path.join(folder, 'names', 'field.map'), packages = path.dirname(source), count = 400;
  fs.mkdirSync(packages, {recursive: true});
  fs.writeFileSync(source, `type octile\nheight 100\nwidth 100\nmap\n${`${'.'.repeat(100)}\n`.repeat(100)}`);
  const places = Array.from({length: count}, (_, i) => `  place_number_${i}: [${i % 20 * 5 + 2}, 0, ${Math.floor(i / 20) * 5 + 2}]\n`);
  fs.writeFileSync(`${source}.bake.yaml`, `places:\n${places.join('')}`);
  execFileSync(path.join(buildFolder, 'bake/program/waystone-bake'), [source, '-o', packages], {stdio: ['ignore', 'ignore', 'inherit']});
  const server = await startServer(buildFolder, packages);
  try {
    const page = await browser.open(`${server.url}/`, 'map=field&view=route&camera=50,0,50,110');
    const shown = async () => {
      const svg = (await saved(page, 'Save as SVG')).toString();
      return {dots: (svg.match(/<circle/g) ?? []).length,
              labels: [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"[^>]*>(place_number_\d+)</g)].map(([, x, y, name]) => ({x: Number(x), y: Number(y), name}))};
    };
    const all = await shown();
    assert.equal(all.dots, count, 'each place has its dot');
    assert.ok(all.labels.length > 50 && all.labels.length < count, `${all.labels.length} names`);
    // No name is shorter than 70 pixels.
    for (const a of all.labels) {
      for (const b of all.labels) assert.ok(a === b || Math.abs(a.x - b.x) > 70 || Math.abs(a.y - b.y) > 14, `${a.name} and ${b.name}`);
    }
    await page.page.evaluate(() => { location.hash = location.hash.replace(/camera=[^&]*/, 'camera=52,0,52,14'); });
    await page.until('names', async () => (await shown()).labels.some(({name}) => name === 'place_number_210'));
    const near = (await shown()).labels.map(({name}) => name);
    for (const i of [189, 190, 209, 210]) assert.ok(near.includes(`place_number_${i}`), `place_number_${i} in ${near}`);
    await page.close();
  } finally {
    await server.stop();
  }
}

// A phone, and the keyboard alone.
async function phone({browser, url, api}) {
  const page = await browser.open(url, 'map=town&view=route', {width: 390, height: 800, isTouch: true});
  const overflow = await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
  const box = await page.page.locator('.stage').boundingBox();
  await page.page.touchscreen.tap(box.x + 60, box.y + box.height / 2);
  const span = async () => Number((await page.address()).get('camera').split(',')[3]);
  const wide = await span();
  await page.pinch({x: box.x + 190, y: box.y + 200}, 40, 120);
  assert.ok(Math.abs(await span() - wide / 3) < wide / 20, 'two fingers zoom');
  await page.page.getByRole('button', {name: 'Show all of the map'}).click();
  await page.page.locator('.stage').focus();
  for (const key of ['+', '+', 'ArrowRight', 'ArrowRight', 'Enter']) await page.page.keyboard.press(key);
  await page.until('a route', () => page.figure('Length'));
  await assertRouteAsApi(page, api);
  await page.checkAccessibility('phone');
  await page.close();

  // What a wide window showed is within a narrow one.
  const from = {x: -70, y: 0, z: 3.6};
  const link = await browser.open(url, `map=town&view=route&${kCamera}&aspect=1.10&from=${from.x},${from.y},${from.z}`, {width: 390, height: 800});
  await link.until('a wider view', async () => Number((await link.address()).get('camera').split(',')[3]) > 176);
  const at = await link.onScreen(from), stage = await link.page.locator('.stage').boundingBox();
  assert.ok(at.x > stage.x && at.x < stage.x + stage.width, `the start is at ${at.x}, of ${stage.width}`);
  await link.close();
}

export const kViews = Object.entries({
  route, refusals, explored, closures, doors, doorKinds, manyDoors, layers, largeSkeleton, explore, place, move, reach, why, whyNot, conditions, world, report, comparison, changedNames, withoutWebGl, grids, kinds, access, serverGone,
  backButton, damagedLink,
  firstCamera, names, phone,
});
