// A report as `waystone report` writes it, made here from what the server answers.
import fs from 'node:fs';
import {ask} from './server.mjs';

async function surfaceBytes(api, mapId) {
  const request = Buffer.concat([Buffer.from([10, mapId.length]), Buffer.from(mapId), Buffer.from([32, 0x90, 0x4e, 64, 2])]);
  const response = await fetch(`${api}/waystone.v1.MapCatalog/GetSurface`, {
    method: 'POST', headers: {'Content-Type': 'application/proto'}, body: request,
  });
  return Buffer.from(await response.arrayBuffer()).toString('base64');
}

// Fills `template`, the built report.html, for the town.
export async function makeReport(api, template, file) {
  const description = await ask(api, 'MapCatalog', 'DescribeMap', {mapId: 'town'});
  const surface = await ask(api, 'MapCatalog', 'GetSurface', {mapId: 'town'});
  const isolated = surface.polys.filter((_, i) => surface.zones[i] === 0);
  const report = {
    title: 'town.waymap', writer: 'waystone 0.0.0',
    maps: [{
      description, surfaceParts: [await surfaceBytes(api, 'town')], skeletonParts: [],
      figures: [{name: 'Polygons', value: '2,312'}],
      findings: [
        {kind: 'warning', sentence: 'A <script> in a name does no harm'},
        {kind: 'island', sentence: 'A roof that nothing leads to', at: {x: -48, y: 7, z: -46}, polys: isolated},
      ],
    }],
  };
  const json = JSON.stringify(report).replaceAll('<', '\\u003c');
  fs.writeFileSync(file, fs.readFileSync(template, 'utf8').replace('\nREPORT_DATA\n', () => `\n${json}\n`));
}
