// Where a place that was asked for is brought onto the ground, if that is far enough to be told.
import {callJson} from '../api/connect';
import type {PlanRouteRequest, PlanRouteResponse} from '../api/messages';
import {listVec3, type Place} from '../data/place';
import {absoluteXyz} from '../data/server_source';
import type {Vec3} from '../map/surface';
import {element} from '../ui/elements';
import {toLocation} from './ends_editor';
import {withAgent, type ViewHost} from './view';

// [m] Nearer is as good as where it was asked for.
const kToldFromM = 0.5;

function isTold(snapM: number | undefined): boolean { return (snapM ?? 0) > kToldFromM; }

// A sentence for each end of a route that was moved; it fills as it becomes known.
export function snapNotes(host: ViewHost, answer: PlanRouteResponse): HTMLElement {
  const {start, goals} = host.ends, goal = goals[answer.goalIndex ?? 0];
  const notes = element('div', {class: 'snaps'});
  // An end that is off the mesh is not moved, and the verdict says so.
  if (/OFF_MESH/.test(answer.status ?? '')) return notes;
  const points = answer.routes?.[0]?.points ?? [], isComplete = answer.status === 'ROUTE_STATUS_COMPLETE';
  const all = points.map((each) => listVec3(absoluteXyz(each)));
  if (start && isTold(answer.startSnapM)) void addNote(host, notes, 'start', start, all[0]?.[0]);
  // A route that ends elsewhere does not tell where its goal lies.
  if (goal && isTold(answer.goalSnapM)) void addNote(host, notes, 'goal', goal, isComplete ? all.at(-1)?.at(-1) : undefined);
  return notes;
}

// The same of a single place.
export function snapNote(host: ViewHost, what: string, place: Place): HTMLElement {
  const notes = element('div', {class: 'snaps'});
  void addNote(host, notes, what, place);
  return notes;
}

async function addNote(host: ViewHost, notes: HTMLElement, what: string, place: Place, known?: Vec3): Promise<void> {
  const at = known ?? await onGround(host, place).catch(() => undefined);
  if (!at) return;
  const movedM = Math.hypot(at.x - place.x, at.y - place.y, at.z - place.z);
  if (!isTold(movedM)) return;
  const to = [at.x, at.y, at.z].map((value) => +value.toFixed(2)).join(', ');
  notes.append(element('p', {}, `The ${what} was moved ${movedM.toFixed(1)} m, to (${to}).`));
}

// A route from a place to itself is where it stands.
async function onGround(host: ViewHost, place: Place): Promise<Vec3 | undefined> {
  const request: PlanRouteRequest = {start: toLocation(place), goals: [toLocation(place)], ...withAgent(host)};
  const {message} = await callJson<PlanRouteResponse>('PathPlanning', 'PlanRoute', request);
  return listVec3(absoluteXyz(message.routes?.[0]?.points?.[0]))[0];
}
