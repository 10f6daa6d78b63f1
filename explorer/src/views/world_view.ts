// World: the maps and the portals between them as a graph; a click opens a map.
import {plainName, type WorldPortal} from '../api/messages';
import type {World} from '../data/map_source';
import {writeXyz, toVec3} from '../data/place';
import {textWidthPx} from '../picture/ink';
import {badge, button, count, element, figures, metres, table} from '../ui/elements';
import {bendOf, kScale, layOut, radiusOf, type Graph, type GraphEdge, type GraphNode} from './world_graph';
import {placeNames, type PlacedName} from './world_names';
import {View} from './view';

const kSvg = 'http://www.w3.org/2000/svg';
const kSmallest = 760;
// [maps] With more, only the names of the best joined are written.
const kNamedMaps = 60;
// [rows] The list of maps above the tabs has all of them.
const kListedMaps = 1000;

export class WorldView extends View {
  readonly id = 'world';
  readonly title = 'World';
  readonly hint = 'Maps and the portals between them. Click a map to open it.';
  private readonly graphBox = element('div', {class: 'graph'});
  private drawn: World | undefined;

  override mapOpened(): void { this.refresh(); }

  override askedMaps(): string[] { return []; }
  override ownPicture(): HTMLElement { return this.graphBox; }

  private refresh(): void {
    const {world, mapId, source} = this.host;
    this.host.asked(world && source.hasServer ? {service: 'MapCatalog', method: 'DescribeWorld', request: {}} : undefined, world);
    if (!world) {
      this.panel.replaceChildren(element('p', {}, 'No world is loaded: the maps are not joined by portals.'), this.mapTable());
      this.graphBox.replaceChildren();
      return;
    }
    if (this.drawn !== world) { this.drawGraph(world); this.drawn = world; }
    for (const node of this.graphBox.querySelectorAll('.node')) node.classList.toggle('open', node.getAttribute('data-map') === mapId);
    const missing = world.maps.filter(({available}) => !available);
    this.panel.replaceChildren(
        figures([['Maps', count(world.maps.length)], ['Portals', count(world.portals.length)], ['Missing', missing.length > 0 ? count(missing.length) : undefined]]),
        missing.length > 0 ? element('p', {}, badge('missing', 'bad'), ` ${missing.slice(0, 8).map(({mapId: id, missing: why}) =>
            `${id} (${plainName(why, 'MISSING_MAP_REASON_')})`).join(', ')}`) : '',
        table(['Portal', 'From', 'To', 'Kind', 'Cost, takes'], world.portals.slice(0, 500).map((portal) => [
          portal.name ?? '',
          button(portal.from?.mapId ?? '', () => this.host.openMap(portal.from?.mapId ?? ''), {class: 'link', title: writeXyz(toVec3(portal.from))}),
          button(portal.to?.mapId ?? '', () => this.host.openMap(portal.to?.mapId ?? ''), {class: 'link', title: writeXyz(toVec3(portal.to))}),
          plainName(portal.kind, 'PORTAL_KIND_'),
          costOf(portal),
        ]), 'Portals', 'wrapping'),
        this.mapTable());
  }

  private mapTable(): HTMLElement {
    return table(['Map', 'Surface', 'Size', 'Package'], this.host.maps.slice(0, kListedMaps).map(({mapId, surface, min, max, packageBytes, damage}) => [
      button(mapId ?? '', () => this.host.openMap(mapId ?? ''), {class: 'link'}),
      damage ? badge('damaged', 'bad') : plainName(surface, 'SURFACE_KIND_'),
      `${((max?.x ?? 0) - (min?.x ?? 0)).toFixed(0)} × ${((max?.z ?? 0) - (min?.z ?? 0)).toFixed(0)} m`,
      `${(Number(packageBytes ?? 0) / 1e6).toFixed(1)} MB`,
    ]), 'Maps');
  }

  private drawGraph(world: World): void {
    const graph = layOut(world);
    const xs = graph.nodes.map(({x}) => x * kScale), ys = graph.nodes.map(({y}) => y * kScale), margin = 110;
    // A small world is not blown up.
    const width = Math.max(kSmallest, Math.max(...xs) - Math.min(...xs) + 2 * margin);
    const height = Math.max(kSmallest, Math.max(...ys) - Math.min(...ys) + 2 * margin);
    const left = (Math.min(...xs) + Math.max(...xs) - width) / 2, top = (Math.min(...ys) + Math.max(...ys) - height) / 2;
    const svg = document.createElementNS(kSvg, 'svg');
    svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', 'The world: maps joined by portals');
    const named = new Set([...graph.nodes].sort((a, b) => b.portals - a.portals).slice(0, kNamedMaps).map(({mapId}) => mapId));
    const names = placeNames(graph, edgeTexts, (mapId) => named.has(mapId), textWidthPx);
    for (const edge of graph.edges) svg.append(...edgeElements(graph, edge));
    names.edges.forEach((name, i) => { if (name) svg.append(edgeLabel(name, graph.edges[i])); });
    graph.nodes.forEach((node, i) => svg.append(this.nodeElement(node, names.maps[i])));
    this.graphBox.replaceChildren(svg);
  }

  private nodeElement(node: GraphNode, name: PlacedName | undefined): SVGElement {
    const group = svgElement('g', {class: node.isAvailable ? 'node' : 'node missing', 'data-map': node.mapId, tabindex: 0, role: 'button',
                                   'aria-label': `${node.mapId}, ${node.portals} portals${node.isAvailable ? '' : ', missing'}`,
                                   transform: `translate(${node.x * kScale} ${node.y * kScale})`});
    group.append(svgElement('circle', {r: radiusOf(node)}));
    if (name) group.append(svgElement('text', {x: name.x - node.x * kScale, y: name.y - node.y * kScale}, name.text));
    else group.append(svgElement('title', {}, node.mapId));
    const open = () => {
      if (!node.isAvailable) return;
      this.host.openView('route');  // the graph would hide the map
      this.host.openMap(node.mapId);
    };
    group.addEventListener('click', open);
    group.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); open(); }
    });
    return group;
  }
}

function svgElement(tag: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text !== '') made.textContent = text;
  return made;
}

// What it costs to go through, and what it takes.
function costOf({costM, requirement, ticket, money}: WorldPortal): string {
  return [metres(costM, 0), requirement, ticket, money ? `${money} money` : ''].filter((text) => text).join(', ');
}

function told({portals}: GraphEdge): string[] { return portals.map((portal) => `${portal.name ?? ''} (${costOf(portal)})`); }

// What may stand at it: all of it, or how much it is.
function edgeTexts(edge: GraphEdge): string[] {
  const all = told(edge), names = edge.portals.map(({name}) => name ?? '');
  return all.length > 2 ? [`${all.length} portals`] : all.length > 1 ? [all.join(', '), names.join(', '), `${all.length} portals`] : [all[0], names[0]];
}

// The mouse that rests on it has all portals of the edge.
function edgeElements(graph: Graph, edge: GraphEdge): SVGElement[] {
  const {nodes} = graph, {from, to} = edge, ax = nodes[from].x * kScale, ay = nodes[from].y * kScale, bx = nodes[to].x * kScale, by = nodes[to].y * kScale;
  const [mx, my] = bendOf(graph, edge), isLoop = from === to;
  const line = svgElement('path', {class: 'edge', d: isLoop ? `M${ax - 14} ${ay - 14}C${ax - 70} ${ay - 90} ${ax + 70} ${ay - 90} ${ax + 14} ${ay - 14}` :
      `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}`});
  line.append(svgElement('title', {}, told(edge).join('\n')));
  return [line, isLoop ? arrowHead(ax + 70, ay - 90, nodes[to]) : arrowHead(mx, my, nodes[to])];
}

function edgeLabel({x, y, text}: PlacedName, edge: GraphEdge): SVGElement {
  const label = svgElement('text', {class: 'portal', x, y}, text);
  label.append(svgElement('title', {}, told(edge).join('\n')));
  return label;
}

// Where an edge that comes from (fromX, fromY) meets the map that it leads to.
function arrowHead(fromX: number, fromY: number, node: GraphNode): SVGElement {
  const x = node.x * kScale, y = node.y * kScale, length = Math.hypot(x - fromX, y - fromY) || 1, ux = (x - fromX) / length, uy = (y - fromY) / length;
  const at = (back: number, aside: number) => `${x - ux * back - uy * aside} ${y - uy * back + ux * aside}`;
  const tip = radiusOf(node) + 2;
  return svgElement('path', {class: 'arrow', d: `M${at(tip, 0)}L${at(tip + 12, 5)}L${at(tip + 12, -5)}Z`});
}
