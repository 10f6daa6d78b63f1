// Drives the explorer in Chromium against a real server on sample maps. See scripts/check-explorer.
//
//   node check_explorer.mjs BUILD_DIR [VIEW...]     only these checks
//
// The programs of BUILD_DIR have the page in them. The last line is
// {"views":,"passed":,"accessibility_errors":,"console_errors":,"foreign_requests":}; what failed is on standard error.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Browser, faults} from './browser.mjs';
import {bakeSamples, landmark, startServer} from './server.mjs';
import {kViews} from './views.mjs';

const [buildFolder, ...wanted] = process.argv.slice(2);
const views = kViews.filter(([name]) => wanted.length === 0 || wanted.includes(name));
if (views.length < wanted.length) {
  console.error(`no such check among ${wanted.join(', ')}; there are ${kViews.map(([name]) => name).join(', ')}`);
  process.exit(2);
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waystone-explorer-'));
let server, browser, passed = 0;
try {
  server = await startServer(buildFolder, bakeSamples(buildFolder, folder));
  browser = await Browser.launch();
  const checks = {browser, url: `${server.url}/`, api: server.url, grpcPort: server.grpcPort, folder, buildFolder, landmark: (name, map) => landmark(folder, name, map)};
  for (const [name, check] of views) {
    const started = Date.now();
    try {
      await check(checks);
      ++passed;
      console.error(`${name}: passed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      console.error(`${name}: FAILED: ${error.message}`);
    }
  }
} finally {
  await browser?.close();
  await server?.stop();
  fs.rmSync(folder, {recursive: true});
}
for (const [kind, list] of Object.entries(faults)) for (const fault of list) console.error(`${kind}: ${fault}`);
const result = {
  views: views.length, passed, accessibility_errors: faults.accessibility.length, console_errors: faults.consoleErrors.length,
  foreign_requests: faults.foreignRequests.length,
};
console.log(JSON.stringify(result));
process.exit(passed === views.length && result.accessibility_errors + result.console_errors + result.foreign_requests === 0 ? 0 : 1);
