// Routes as lines over the map that is open, leg by leg.
import type {PlanRouteResponse, Route, RouteLeg} from '../api/messages';
import {absoluteXyz} from '../data/server_source';
import {listVec3} from '../data/place';
import type {Vec3} from '../map/surface';
import type {Ink} from '../picture/ink';
import {kWalkers, type Theme} from '../picture/theme';

// The points of a leg, absolute.
export function legPoints(route: Route, leg: RouteLeg): Vec3[] {
  const xyz = absoluteXyz(route.points?.[leg.mapIndex ?? 0]);
  const first = leg.firstPoint ?? 0;
  return listVec3(xyz.slice(first * 3, (first + (leg.pointCount ?? 0)) * 3));
}

// The points of the route on one map, in order; legs share the points where they meet.
export function routePoints(answer: PlanRouteResponse, route: Route, mapId: string): Vec3[] {
  const index = (answer.maps ?? []).findIndex((map) => map.mapId === mapId);
  return index < 0 ? [] : listVec3(absoluteXyz(route.points?.[index]));
}

export function drawAnswer(ink: Ink, theme: Theme, answer: PlanRouteResponse, mapId: string): void {
  const routes = answer.routes ?? [];
  for (let i = routes.length - 1; i >= 0; --i) {
    const colour = i === 0 ? theme.route : kWalkers[i % kWalkers.length];
    drawRoute(ink, theme, answer, routes[i], mapId, colour, i === 0);
  }
}

function drawRoute(ink: Ink, theme: Theme, answer: PlanRouteResponse, route: Route, mapId: string, colour: string,
                   isFirst: boolean): void {
  const legs = (route.legs ?? []).filter((leg) => answer.maps?.[leg.mapIndex ?? 0]?.mapId === mapId);
  const isPartial = answer.status !== 'ROUTE_STATUS_COMPLETE';
  for (const leg of legs) {
    const points = legPoints(route, leg);
    if (leg.kind === 'LEG_KIND_PORTAL') {
      for (const place of points) drawPortalEnd(ink, theme, place, leg.externalId ?? '');
      continue;
    }
    const isWalk = leg.kind === 'LEG_KIND_WALK';
    ink.line(points, {
      colour: isWalk ? colour : theme.via, widthPx: isFirst ? 4 : 2.5, ...(isFirst ? {casing: theme.halo} : {}),
      ...(isWalk && !isPartial ? {} : {dash: isWalk ? [8, 7] : [3, 6]}),
    });
  }
}

function drawPortalEnd(ink: Ink, theme: Theme, place: Vec3, name: string): void {
  ink.dot(place, {radiusPx: 6, fill: theme.portal, outline: theme.halo});
  ink.label(place, name, {colour: theme.text, halo: theme.halo, dyPx: -15});
}
