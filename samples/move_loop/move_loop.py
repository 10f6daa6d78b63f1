#!/usr/bin/env python3
"""A game server's loop: bots move, the game asks whether they can have moved so, and corrects them.

The same as main.cc, with the stubs that protoc generates. On Debian 12, with the packages protobuf-compiler-grpc,
python3-grpcio and python3-protobuf, in the checkout:

    mkdir -p stubs
    protoc -Iproto --python_out=stubs --grpc_out=stubs --plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin \\
        proto/waystone/v1/*.proto
    PYTHONPATH=stubs python3 samples/move_loop/move_loop.py 127.0.0.1:50051 town  -10 0 0  42.25 2.93 -53

An honest bot walks a planned route at 5 m/s. A cheater first runs straight through walls and heeds no correction; then
it follows a route at twice the speed, with a clock that runs twice as fast so that its speed looks right. Both send 10
positions a second for 10 seconds. Exit codes: 0 the honest bot was never corrected and no bot got ahead of where a walk at the speed allowed
leads, 1 one did, or no answer, 2 wrong usage.
"""

import collections
import math
import sys

import grpc
from waystone.v1 import distances_pb2, move_pb2, path_planning_pb2_grpc, position_pb2, route_pb2

SPEED_MPS = 5
TOLERANCE = 1.1  # by default Waystone allows so much on it,
SLACK_S = 0.5  # a clock that runs ahead by a quarter of a second, and a debt of as much
TICKS = 100
TICK_S = 0.1
LATENCY_S = 0.04
ROUNDING_M = 0.01
# The ground ends an agent's radius before a wall. Whoever is further beside it is inside of something.
SNAP_RADIUS_M = 0.3


class MoveGuard:
    """What a game server does with the positions that the client of a player sends.

    It hands the token of one answer back with the next question: the server keeps nothing, and yet judges the steps as
    one track, with one budget of speed.
    """

    def __init__(self, planning, map_id, start):
        self.planning, self.map_id = planning, map_id
        self.last = start  # (position, time by the player's clock, time by the game's)
        self.token = b""
        self.asked = self.illegal = self.corrected = 0
        self.reasons = collections.Counter()

    def ask(self, sample):
        samples = [sample] if self.token else [self.last, sample]
        track = move_pb2.Track(map_id=self.map_id)
        for at, time_s, received_s in samples:
            track.xyz.extend(at)
            track.time_s.append(time_s)
            track.received_s.append(received_s)
        return self.planning.ValidateMove(move_pb2.ValidateMoveRequest(
            track=track, token=self.token, return_token=True, snap=position_pb2.SnapOptions(radius_m=SNAP_RADIUS_M),
            allowances=move_pb2.MoveAllowances(max_speed_mps=SPEED_MPS),
            corrections=[move_pb2.MOVE_CORRECTION_KIND_FURTHEST]))

    def keep(self, sample, token):
        self.last, self.token = sample, token

    def step(self, claim):
        """Where the player stands now: where it claims to be, or the nearest place that it could have walked to."""
        self.asked += 1
        answer = self.ask(claim)
        if answer.verdict == move_pb2.MOVE_VERDICT_LEGAL:
            self.keep(claim, answer.token)
            return self.last[0]
        self.illegal += 1
        kind = move_pb2.MoveViolationKind.Name(answer.violations[0].kind)
        self.reasons[kind.removeprefix("MOVE_VIOLATION_KIND_").lower()] += 1
        if answer.corrections:  # the track goes on from there
            place = answer.corrections[0].position
            self.corrected += 1
            self.keep(((place.x, place.y, place.z), *claim[1:]), answer.corrections[0].token)
        return self.last[0]


class Bot:
    """Walks to a goal."""

    def __init__(self, planning, map_id, start, goal):
        self.planning, self.map_id, self.goal = planning, map_id, goal
        self.put_at(start)

    def location(self, at):
        return position_pb2.Location(position=position_pb2.Position(map_id=self.map_id, x=at[0], y=at[1], z=at[2]))

    def plan(self):
        answer = self.planning.PlanRoute(
            route_pb2.PlanRouteRequest(start=self.location(self.at), goals=[self.location(self.goal)]))
        if answer.status != route_pb2.ROUTE_STATUS_COMPLETE:
            sys.exit(f"no route to the goal: {route_pb2.RouteReason.Name(answer.reason)}")
        for leg in answer.routes[0].legs:
            xyz = answer.routes[0].points[leg.map_index].xyz
            for i in range(leg.first_point, leg.first_point + leg.point_count):
                self.path.append(tuple(xyz[3 * i:3 * i + 3]))

    def follow(self, step_m):
        while self.next < len(self.path):
            ahead = self.path[self.next]
            dx, dz = ahead[0] - self.at[0], ahead[2] - self.at[2]
            piece_m = math.sqrt(dx * dx + dz * dz)
            if piece_m > step_m:
                self.at = tuple(a + (b - a) * (step_m / piece_m) for a, b in zip(self.at, ahead))
                break
            step_m -= piece_m
            self.at = ahead
            self.next += 1
        return self.at

    def walk(self, step_m):
        """The next position that it claims: `step_m` further along its route, in the plane."""
        if not self.path:
            self.plan()
        return self.follow(step_m)

    def run_through_walls(self, step_m):
        """The same straight towards the goal, whatever stands between."""
        self.path, self.next = [(self.goal[0], self.at[1], self.goal[2])], 0
        self.put_at(self.follow(step_m))
        return self.at

    def put_at(self, at):
        """The game put it there."""
        self.at, self.path, self.next = at, [], 0


def text(*numbers):
    return " ".join("0.00" if f"{number:.2f}" == "-0.00" else f"{number:.2f}" for number in numbers)


def play(planning, map_id, start, goal, cheats):
    """Whether all was as it should be."""
    name = "cheater" if cheats else "honest"
    bot = Bot(planning, map_id, start, goal)
    guard = MoveGuard(planning, map_id, (start, 0, LATENCY_S))
    clock_s = 0  # the bot's
    for tick in range(1, TICKS + 1):
        runs_through_walls = cheats and tick <= TICKS // 2
        haste = 2 if cheats and not runs_through_walls else 1
        step_m = SPEED_MPS * TICK_S * haste
        claim = bot.run_through_walls(step_m) if runs_through_walls else bot.walk(step_m)
        clock_s += TICK_S * haste
        at = guard.step((claim, clock_s, tick * TICK_S + LATENCY_S))
        heeds = not runs_through_walls or tick == TICKS // 2
        if heeds and at != claim:
            bot.put_at(at)
    distances = planning.MeasureDistances(
        distances_pb2.MeasureDistancesRequest(map_id=map_id, source_xyz=start, target_xyz=at))
    if distances.statuses[0] != distances_pb2.DISTANCE_STATUS_FOUND:
        sys.exit(f"nobody can walk to {text(*at)}")
    walk_m, allowed_m = distances.distance_m[0], SPEED_MPS * TOLERANCE * (TICKS * TICK_S + SLACK_S)
    is_ahead = walk_m > allowed_m + ROUNDING_M
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(guard.reasons.items()))
    print(f"{name}: {guard.asked} steps asked, {guard.illegal} illegal{f' ({reasons})' if reasons else ''}, "
          f"{guard.corrected} corrected")
    print(f"{name}: ends at {text(*at)}, a walk of {text(walk_m)} m; {text(allowed_m)} m are allowed: "
          f"{'ahead' if is_ahead else 'not ahead'}")
    return not is_ahead and (cheats or guard.illegal == 0)


def main():
    if len(sys.argv) != 9:
        print("usage: move_loop.py HOST:PORT MAP  FROM_X FROM_Y FROM_Z  TO_X TO_Y TO_Z", file=sys.stderr)
        sys.exit(2)
    numbers = tuple(map(float, sys.argv[3:]))
    with grpc.insecure_channel(sys.argv[1]) as channel:
        planning = path_planning_pb2_grpc.PathPlanningStub(channel)
        try:
            played = [play(planning, sys.argv[2], numbers[:3], numbers[3:], cheats) for cheats in (False, True)]
        except grpc.RpcError as error:
            sys.exit(f"{error.code().name}: {error.details()}")
    sys.exit(0 if all(played) else 1)


if __name__ == "__main__":
    main()
