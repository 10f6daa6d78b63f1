// The views, in the order of their tabs.
import {ReportSource} from '../data/report_source';
import {ExploreView} from './explore_view';
import {MoveView} from './move_view';
import {PlaceView} from './place_view';
import {ReachView} from './reach_view';
import {ReportView} from './report_view';
import {RouteView} from './route_view';
import type {View, ViewHost} from './view';
import {WhyView} from './why_view';
import {WorldView} from './world_view';

// A report has no server to ask.
export function makeViews(host: ViewHost): View[] {
  const {source} = host;
  if (source instanceof ReportSource) return [new ReportView(host, source), ...(source.hasWorld ? [new WorldView(host)] : [])];
  return [
    new RouteView(host), new ExploreView(host), new PlaceView(host), new MoveView(host), new ReachView(host), new WhyView(host), new WorldView(host),
  ];
}
