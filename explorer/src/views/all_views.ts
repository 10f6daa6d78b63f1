// The views, in the order of their tabs.
import {RouteView} from './route_view';
import type {View, ViewHost} from './view';

export function makeViews(host: ViewHost): View[] {
  return [new RouteView(host)];
}
