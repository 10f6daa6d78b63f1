// Sample maps, baked here, and a server that serves them and the page.
import {execFileSync, spawn} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

// Bakes the samples into `folder`/packages and returns that folder. The town's landmarks are read by landmark().
export function bakeSamples(buildFolder, folder) {
  const samples = path.join(buildFolder, 'samples/generator/waystone-samples');
  const baker = path.join(buildFolder, 'bake/program/waystone-bake');
  const source = path.join(folder, 'source'), packages = path.join(folder, 'packages');
  const run = (program, ...args) => execFileSync(program, args, {stdio: ['ignore', 'ignore', 'inherit']});
  for (const kind of ['world', 'waypoints', 'island']) run(samples, kind, '-o', source);
  for (const name of ['world.yaml', 'patrol.nodes.csv', 'island.obj']) run(baker, path.join(source, name), '-o', packages);
  return packages;
}

// The place of a landmark of a sample map: {x, y, z}.
export function landmark(folder, name, map = 'town') {
  const lines = fs.readFileSync(path.join(folder, 'source', `${map}.landmarks.csv`), 'utf8').split('\n');
  const line = lines.find((each) => each.startsWith(`${name},`));
  if (!line) throw new Error(`no landmark ${name} on ${map}`);
  const [x, y, z] = line.split(',').slice(1).map(Number);
  return {x, y, z};
}

// Resolves once the server listens: {url, grpcPort, stop}.
export async function startServer(buildFolder, packages, options = []) {
  const server = spawn(path.join(buildFolder, 'server/waystone-server'),
                       ['--packages', packages, '--listen', '127.0.0.1:0', '--http-listen', '127.0.0.1:0', ...options],
                       {stdio: ['ignore', 'pipe', 'inherit']});
  const exited = new Promise((resolve) => server.once('exit', resolve));
  for await (const line of readline.createInterface({input: server.stdout})) {
    const event = JSON.parse(line);
    if (event.event !== 'server_started') continue;
    server.stdout.resume();
    return {url: `http://127.0.0.1:${event.http_port}`, grpcPort: event.port, stop: async () => { server.kill('SIGTERM'); await exited; }};
  }
  throw new Error('the server did not start');
}

// A call as any program makes it; throws on an error.
export async function ask(url, service, method, request) {
  const response = await fetch(`${url}/waystone.v1.${service}/${method}`, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(request),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method}: ${answer.message}`);
  return answer;
}
