// Bundles the unit tests, which are TypeScript as what they test, and runs them.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {build} from 'esbuild';

const tests = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waystone-units-'));
const bundled = path.join(folder, 'units.test.mjs');
await build({
  entryPoints: [path.join(tests, 'units/units.test.ts')],
  bundle: true, platform: 'node', format: 'esm', outfile: bundled, logLevel: 'warning',
});
// Some look into what the page is made from.
const env = {...process.env, EXPLORER: path.join(tests, '..')};
const {status} = spawnSync(process.execPath, ['--test', bundled], {stdio: ['ignore', 2, 'inherit'], env});
fs.rmSync(folder, {recursive: true});
process.exit(status ?? 1);
