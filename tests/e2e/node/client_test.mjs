// A Node.js client, its stubs made from the protos, against the real server. See `run`.
import assert from 'node:assert/strict';
import {execFileSync, spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import {after, before, test} from 'node:test';

import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';

const [serverProgram, writeTestWorld, root] = process.env.E2E_PROGRAMS.split('\n');

const definition = protoLoader.loadSync(
    [
      'waystone/v1/path_planning.proto',
      'waystone/v1/map_catalog.proto',
      'grpc/health/v1/health.proto',
      'grpc/reflection/v1alpha/reflection.proto',
    ],
    {
      includeDirs: [path.join(root, 'proto'), path.join(root, 'tests/e2e/protos')],
      keepCase: true,
      longs: Number,
      enums: String,
      defaults: true,
      oneofs: true,
    });
const api = grpc.loadPackageDefinition(definition);

let maps, server, address, planning;

// The answer of a unary call.
function call(stub, method, request) {
  return new Promise((resolve, reject) => {
    stub[method](request, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

function position(x, z) {
  return {map_id: 'yard', x, y: 10, z};
}

function route(x0, z0, x1, z1) {
  return {start: {position: position(x0, z0)}, goals: [{position: position(x1, z1)}]};
}

const scatter = {map_id: 'yard', scatter: {count: 5, seed: 3}};

before(async () => {
  maps = fs.mkdtempSync(path.join(os.tmpdir(), 'waystone-node-'));
  execFileSync(writeTestWorld, [maps]);
  server = spawn(serverProgram, ['--packages', maps, '--listen', '127.0.0.1:0'],
                 {stdio: ['ignore', 'pipe', 'inherit']});
  for await (const line of readline.createInterface({input: server.stdout})) {
    const event = JSON.parse(line);
    if (event.event !== 'server_started') continue;
    address = `127.0.0.1:${event.port}`;
    break;
  }
  server.stdout.resume();
  planning = new api.waystone.v1.PathPlanning(address, grpc.credentials.createInsecure());
});

after(async () => {
  planning.close();
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  assert.equal(await exited, 0);
  fs.rmSync(maps, {recursive: true});
});

test('a route is planned', async () => {
  const answer = await call(planning, 'PlanRoute', route(1005.5, -499.5, 1007.5, -499.5));
  assert.equal(answer.status, 'ROUTE_STATUS_COMPLETE');
  assert.ok(Math.abs(answer.routes[0].length_m - (2 * Math.hypot(0.5, 3.5) + 1)) < 1e-4);
  assert.deepEqual(answer.routes[0].points[0].xyz, [1005.5, 10, -499.5, 1006, 10, -496, 1007, 10, -496, 1007.5, 10, -499.5]);
});

test('positions are placed', async () => {
  const answer = await call(planning, 'PlaceResource', scatter);
  assert.equal(answer.status, 'PLACE_STATUS_COMPLETE');
  assert.equal(answer.points.xyz.length, 15);
});

test('moves are checked', async () => {
  const good = await call(planning, 'ValidateMove', {from: position(1000.5, -499.5), to: position(1003, -499.5)});
  assert.equal(good.verdict, 'MOVE_VERDICT_LEGAL');
  const bad = await call(planning, 'ValidateMove', {from: position(1005.5, -499.5), to: position(1007.5, -499.5)});
  assert.equal(bad.verdict, 'MOVE_VERDICT_ILLEGAL');
});

test('an error names its field', async () => {
  await assert.rejects(call(planning, 'PlanRoute', route(NaN, 0, 0, 0)), {
    code: grpc.status.INVALID_ARGUMENT,
    details: 'start.position.x: must be finite, is nan',
  });
});

test('a stream answers every batch as unary calls do', async () => {
  const items = [{tag: 1, plan_route: route(1000.5, -499.5, 1009.5, -493.5)}, {tag: 2, place_resource: scatter}];
  const stream = planning.Exchange();
  for (let tag = 0; tag < 50; ++tag) stream.write({tag, items});
  stream.end();
  const tags = new Set();
  const planned = await call(planning, 'PlanRoute', items[0].plan_route);
  const placed = await call(planning, 'PlaceResource', scatter);
  for await (const answer of stream) {
    tags.add(answer.tag);
    assert.deepEqual(answer.results[0].plan_route, planned);
    assert.deepEqual(answer.results[1].place_resource, placed);
  }
  assert.equal(tags.size, 50);
});

test('health is per service', async () => {
  const health = new api.grpc.health.v1.Health(address, grpc.credentials.createInsecure());
  for (const service of ['', 'waystone.v1.PathPlanning', 'waystone.v1.MapCatalog']) {
    assert.equal((await call(health, 'Check', {service})).status, 'SERVING');
  }
  health.close();
});

test('reflection lists the services', async () => {
  const reflection = new api.grpc.reflection.v1alpha.ServerReflection(address, grpc.credentials.createInsecure());
  const stream = reflection.ServerReflectionInfo();
  stream.write({list_services: ''});
  stream.end();
  for await (const answer of stream) {
    const names = answer.list_services_response.service.map((service) => service.name);
    assert.ok(names.includes('waystone.v1.PathPlanning'), names.join());
    assert.ok(names.includes('waystone.v1.MapCatalog'));
  }
  reflection.close();
});
