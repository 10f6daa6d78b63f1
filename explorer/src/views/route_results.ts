// What the page says of a route: verdict, figures, legs and alternatives.
import {plainName, type PlanRouteResponse, type Route} from '../api/messages';
import {toVec3} from '../data/place';
import type {Vec3} from '../map/surface';
import {kWalkers} from '../picture/theme';
import {badge, button, count, element, figures, metres, microseconds, table} from '../ui/elements';
import {goalLetter} from './ends_editor';
import {legPoints} from './route_drawing';
import {snapNotes} from './snaps';
import type {ViewHost} from './view';

// What a verdict rests on, in plain words.
export const kBases: Record<string, string> = {
  ANSWER_BASIS_SEARCH: 'a search', ANSWER_BASIS_BAKED: 'the bake', ANSWER_BASIS_BAKED_UNTOUCHED: 'the bake, which the changes leave as it is',
  ANSWER_BASIS_INCOMPLETE_SEARCH: 'a search that a limit ended',
  PLACE_BASIS_SURFACE: 'any ground counts', PLACE_BASIS_LABELS: 'the bake', PLACE_BASIS_SEARCH: 'a search',
};
export const kBasisMeans = 'Whether the verdict was read from what was baked, or searched for';

// [factor] Cost and length differ by more: it is said why.
const kAlike = 1.01;

export function routeResults(host: ViewHost, answer: PlanRouteResponse, traceCount: number, serverUs: number | undefined, roundTripUs: number,
                             askWhy: () => void): Node[] {
  const route = answer.routes?.[0], reason = plainName(answer.reason, 'ROUTE_REASON_');
  const isComplete = answer.status === 'ROUTE_STATUS_COMPLETE';
  const kind = isComplete ? 'good' : answer.status === 'ROUTE_STATUS_PARTIAL' ? 'warn' : 'bad';
  const verdict = element('div', {class: 'verdict'}, badge(plainName(answer.status, 'ROUTE_STATUS_'), kind), reason !== '' && element('span', {}, reason));
  if (!isComplete) verdict.append(button('Why not?', askWhy, {class: 'link'}));
  const parts: (Node | false | undefined)[] = [
    verdict, answer.explanation ? element('p', {}, answer.explanation) : undefined, snapNotes(host, answer),
    figures([
      ['Length', route && metres(route.lengthM, 2), 'Of the line, with its rises and falls'],
      ['Cost', route && metres(route.costM, 2), 'What is made least: metres over the plane, times what the ground costs, and what links and portals cost'],
      ['Short of the goal', route?.gapM ? metres(route.gapM) : undefined, 'From the end of the route to the goal'],
      ['Method', plainName(answer.method, 'ROUTE_METHOD_')],
      ['Search nodes', count(answer.expansions), 'Places that the search took up: what it cost the server'],
      ['Explored', answer.trace && `${count(traceCount)}${answer.trace.isCut ? ' and more' : ''}`, 'Places of the search that are drawn: dark first, bright last'],
      ['Known from', kBases[answer.basis ?? ''], kBasisMeans],
      ['Server', serverUs === undefined ? undefined : microseconds(serverUs), 'The time that the call took the server'],
      ['Round trip', microseconds(roundTripUs), 'The time from the call to the whole answer, as the page saw it'],
    ]),
    route && costNote(route), route && legs(host, answer, route), alternatives(answer),
  ];
  return parts.filter((part): part is Node => part instanceof Node);
}

function costNote({lengthM = 0, costM = 0}: Route): Node | undefined {
  if (costM > lengthM * kAlike) return element('p', {class: 'quiet'}, 'The cost is above the length: ground, links or portals on the way cost more than their length.');
  if (costM * kAlike < lengthM) return element('p', {class: 'quiet'}, 'The cost is below the length: it counts metres over the plane, without rises and falls, and some ground or links may cost less.');
  return undefined;
}

function legs(host: ViewHost, answer: PlanRouteResponse, route: Route): Node | undefined {
  const list = route.legs ?? [];
  if (list.length < 2) return undefined;
  const hasMaps = (answer.maps ?? []).length > 1, names = legNames(host, answer, route);
  const rows = list.map((leg, i) => {
    const mapId = answer.maps?.[leg.mapIndex ?? 0]?.mapId ?? '';
    const cells: (string | Node)[] = [plainName(leg.kind, 'LEG_KIND_'), names[i], metres(leg.lengthM), metres(leg.costM)];
    return hasMaps ? [mapId === host.mapId ? mapId : button(mapId, () => host.openMap(mapId), {class: 'link'}), ...cells] : cells;
  });
  return table([...(hasMaps ? ['Map'] : []), 'Leg', 'Name', 'Length', 'Cost'], rows, 'Legs of the route', 'wrapping');
}

// The source's name of a link or portal; of a walk, where it leads to.
function legNames(host: ViewHost, answer: PlanRouteResponse, route: Route): string[] {
  const list = route.legs ?? [], {via} = host.ends;
  let next = 0;
  return list.map((leg, i) => {
    const isWalk = leg.kind === 'LEG_KIND_WALK', after = list[i + 1];
    // Where a walk follows upon a walk, a via point is between them.
    const isAtVia = next < via.length && after !== undefined &&
        ((isWalk && after.kind === 'LEG_KIND_WALK') || isNear(legPoints(route, leg).at(-1), toVec3(via[next])));
    if (isAtVia) ++next;
    if (leg.externalId) return leg.externalId;
    if (isAtVia) return `to ${next}`;
    if (after === undefined) return `${answer.status === 'ROUTE_STATUS_COMPLETE' ? 'to' : 'towards'} ${goalLetter(answer.goalIndex ?? 0)}`;
    return isWalk ? `to the ${plainName(after.kind, 'LEG_KIND_')}` : '';
  });
}

function isNear(a: Vec3 | undefined, b: Vec3): boolean { return a !== undefined && Math.hypot(a.x - b.x, a.z - b.z) < 0.3; }

function alternatives(answer: PlanRouteResponse): Node | undefined {
  const others = (answer.routes ?? []).slice(1);
  if (others.length === 0) return undefined;
  return element('ul', {class: 'alternatives'}, ...others.map((route, i) => {
    const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
    swatch.style.backgroundColor = kWalkers[(i + 1) % kWalkers.length];
    return element('li', {}, swatch, `Alternative ${i + 1}: ${metres(route.lengthM)}, cost ${metres(route.costM)}`);
  }));
}
