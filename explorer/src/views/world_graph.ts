// Where the maps of a world stand in its picture: springs along portals, all maps keep apart. The same world gives the same
// picture.
import type {WorldPortal} from '../api/messages';
import type {World} from '../data/map_source';

export interface GraphNode {
  mapId: string;
  isAvailable: boolean;
  portals: number;
  x: number;
  y: number;
}

export interface GraphEdge {
  from: number;
  to: number;
  portals: WorldPortal[];
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

// [svg units] Apart in the picture for a step of the layout.
export const kScale = 210;
const kRounds = 250;
// [node pairs] All rounds together look at so many, so that a world of a thousand maps takes a second.
const kPairs = 60_000_000;

export function layOut(world: World): Graph {
  const nodes = world.maps.map(({mapId, available}, i): GraphNode => {
    // A spiral, so that no two maps begin in one place.
    const angle = i * 2.399963, radius = Math.sqrt(i + 0.5);
    return {mapId: mapId ?? '', isAvailable: available ?? false, portals: 0, x: radius * Math.cos(angle), y: radius * Math.sin(angle)};
  });
  const index = new Map(nodes.map(({mapId}, i) => [mapId, i]));
  const edges = new Map<string, GraphEdge>();
  for (const portal of world.portals) {
    const {from, to} = portal;
    const a = index.get(from?.mapId ?? ''), b = index.get(to?.mapId ?? '');
    if (a === undefined || b === undefined) continue;
    ++nodes[a].portals;
    const key = `${a} ${b}`;
    const edge = edges.get(key);
    if (edge) edge.portals.push(portal); else edges.set(key, {from: a, to: b, portals: [portal]});
  }
  const graph = {nodes, edges: [...edges.values()]};
  const rounds = Math.max(20, Math.min(kRounds, Math.floor(kPairs / Math.max(1, nodes.length ** 2))));
  for (let round = 0; round < rounds; ++round) relax(graph, 0.6 * (1 - round / rounds));
  return graph;
}

// One step of Fruchterman and Reingold's method; no map moves further than `reach`.
function relax({nodes, edges}: Graph, reach: number): void {
  const pushX = new Float64Array(nodes.length), pushY = new Float64Array(nodes.length);
  for (let i = 0; i < nodes.length; ++i) {
    for (let j = i + 1; j < nodes.length; ++j) {
      const dx = nodes[i].x - nodes[j].x, dy = nodes[i].y - nodes[j].y, square = Math.max(0.01, dx * dx + dy * dy);
      if (square > 64) continue;
      pushX[i] += dx / square; pushY[i] += dy / square;
      pushX[j] -= dx / square; pushY[j] -= dy / square;
    }
  }
  for (const {from, to} of edges) {
    const dx = nodes[to].x - nodes[from].x, dy = nodes[to].y - nodes[from].y, length = Math.hypot(dx, dy);
    pushX[from] += dx * length / 4; pushY[from] += dy * length / 4;
    pushX[to] -= dx * length / 4; pushY[to] -= dy * length / 4;
  }
  nodes.forEach((node, i) => {
    // A weak pull to the middle keeps parts together that no portal joins.
    const x = pushX[i] - node.x * 0.02, y = pushY[i] - node.y * 0.02, length = Math.hypot(x, y);
    if (length === 0) return;
    const step = Math.min(length, reach) / length;
    node.x += x * step;
    node.y += y * step;
  });
}

// [svg units]
export function radiusOf({portals}: GraphNode): number { return 16 + Math.min(14, portals * 2); }

// The middle of the line that the edge bends to, in svg units: to the right of its direction, so that the way there and the way back do not
// cover each other.
export function bendOf({nodes}: Graph, {from, to}: GraphEdge): [x: number, y: number] {
  const a = nodes[from], b = nodes[to];
  return [kScale * ((a.x + b.x) / 2 - (b.y - a.y) * 0.16), kScale * ((a.y + b.y) / 2 + (b.x - a.x) * 0.16)];
}

// Places on the edge in svg units, by the share of it; of a map's edge to itself the one over the map.
export function bowOf(graph: Graph, edge: GraphEdge): (share: number) => readonly [x: number, y: number] {
  const a = graph.nodes[edge.from], b = graph.nodes[edge.to], [mx, my] = bendOf(graph, edge);
  if (edge.from === edge.to) return () => [a.x * kScale, a.y * kScale - 78];
  const at = (share: number, from: number, middle: number, to: number) =>
      (1 - share) ** 2 * from * kScale + 2 * share * (1 - share) * middle + share ** 2 * to * kScale;
  return (share) => [at(share, a.x, mx, b.x), at(share, a.y, my, b.y)];
}
