// Where names stand in the picture of the world: beside their maps and on the edges of their portals, off all maps and off each other. A
// name that finds no room is left out: the mouse that rests on its map or edge has it.
import type {LabelStyle} from '../picture/ink';
import {Room} from '../picture/room';
import {bowOf, kScale, radiusOf, type Graph, type GraphEdge} from './world_graph';

export interface PlacedName {x: number; y: number; text: string}
export interface GraphNames {
  // By map, and by edge; undefined where there is no room.
  maps: (PlacedName | undefined)[];
  edges: (PlacedName | undefined)[];
}

// [svg units] As style.css has them.
export const kMapName: LabelStyle = {colour: '', halo: '', sizePx: 15, isBold: true}, kPortalName: LabelStyle = {colour: '', halo: '', sizePx: 11.5};
// [svg units] Between the rim of a map and its name.
const kGapPx = 4;
// [share] Of an edge, at which its name is tried in turn.
const kShares = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

// `textsOf`: what may stand at an edge, the best first. `isNamed`: whether the map has a name. Names of maps come first, those of more
// portals before others.
export function placeNames(graph: Graph, textsOf: (edge: GraphEdge) => string[], isNamed: (mapId: string) => boolean,
                           widthPx: (text: string, style: LabelStyle) => number): GraphNames {
  const room = new Room(), {nodes} = graph;
  for (const node of nodes) {
    const x = node.x * kScale, y = node.y * kScale, radius = radiusOf(node);
    room.fill({left: x - radius, right: x + radius, top: y - radius, bottom: y + radius});
  }
  // The first of the places where there is room for the text, whose middle line is at y.
  const put = (text: string, style: LabelStyle, places: readonly (readonly [x: number, y: number])[]): PlacedName | undefined => {
    const across = widthPx(text, style) / 2 + 2, half = style.sizePx! * 0.6;
    const found = places.find(([x, y]) => room.take({left: x - across, right: x + across, top: y - half, bottom: y + half}));
    return found && {x: found[0], y: found[1], text};
  };
  const names: GraphNames = {maps: nodes.map(() => undefined), edges: graph.edges.map(() => undefined)};
  const order = nodes.map((_, i) => i).sort((a, b) => nodes[b].portals - nodes[a].portals || a - b);
  for (const i of order) {
    const {x, y, mapId} = nodes[i], down = radiusOf(nodes[i]) + kGapPx + kMapName.sizePx! * 0.6, aside = radiusOf(nodes[i]) + kGapPx + 2 + widthPx(mapId, kMapName) / 2;
    const beside = [[0, down], [0, -down], [aside, 0], [-aside, 0]].map(([dx, dy]) => [x * kScale + dx, y * kScale + dy] as const);
    if (isNamed(mapId)) names.maps[i] = put(mapId, kMapName, beside);
  }
  graph.edges.forEach((edge, i) => {
    const bow = bowOf(graph, edge), places = edge.from === edge.to ? [bow(0.5)] : kShares.map(bow);
    for (const text of textsOf(edge)) names.edges[i] ??= put(text, kPortalName, places);
  });
  return names;
}
