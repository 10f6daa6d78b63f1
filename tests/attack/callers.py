"""Well-behaved callers, each in a process of its own: what others notice while somebody attacks.

callers.py moves|moves_of_many|tracks|routes|searches|walks|short_walks|placements ADDRESS SECONDS [RATE] [DEADLINE_S] [ENOUGH]

Asks one kind of request at RATE calls a second (0: the next when the last is answered) until SECONDS are over, or a file ENOUGH is
there, with TLS and a token if the environment has WAYSTONE_TLS_CA and WAYSTONE_TOKEN_FILE, and prints
one JSON object: {"asked":,"failed":,"busy":,"hinted":,"late":,"p50_ms":,"p99_ms":}. `hinted` of the busy ones said when to
ask again; `late` are those that missed the deadline.
"""

import hashlib
import json
import os
import pathlib
import random
import sys
import threading
import time

import grpc

from waystone.v1 import (batch_pb2, changes_pb2, exploration_pb2, move_pb2, path_planning_pb2_grpc, place_pb2, position_pb2,
                         route_pb2)

SIDE_M = 512  # of the field that fault_table.py draws


def place(x, z):
    return position_pb2.Position(map_id="field", x=x, y=0, z=z)


def location(x, z):
    return position_pb2.Location(position=place(x, z))


SNAP = position_pb2.SnapOptions(radius_m=20)


def move(_):
    return move_pb2.ValidateMoveRequest(**{"from": place(10, 10)}, to=place(10.5, 10), snap=SNAP)


def move_of_many(i):
    """On one of 24 maps, at random."""
    asked = move(i)
    getattr(asked, "from").map_id = asked.to.map_id = f"field{random.Random(i).randrange(24)}"
    return asked


def track(_):
    xyz = [value for i in range(65) for value in (10 + 0.05 * i, 0, 10)]
    return move_pb2.ValidateMoveRequest(track=move_pb2.Track(map_id="field", xyz=xyz), snap=SNAP)


def route(i, **limits):
    x, z = 20 + (37 * i) % 400, 20 + (61 * i) % 400
    return route_pb2.PlanRouteRequest(start=location(x, z), goals=[location(SIDE_M - x, SIDE_M - z)], snap=SNAP,
                                      limits=route_pb2.SearchLimits(**limits))


def search(i):
    """A search that no index answers: some tens of milliseconds."""
    return route(i, method=route_pb2.ROUTE_METHOD_GRID_ASTAR)


def walk(_, budget_ms=60000, walkers=8):
    """An exploration that takes all of its budget."""
    return route_pb2.PlanRouteRequest(
        start=location(256, 256), snap=position_pb2.SnapOptions(radius_m=100),
        exploration=exploration_pb2.ExplorationGoal(search_budget_ms=budget_ms, walkers=walkers))


def short_walk(i):
    """40 ms of search."""
    return walk(i, 40, 1)


def placement(_):
    """A placement that is fair to 64 teams: a flood of the map for each."""
    teams = [value for i in range(64) for value in (8 + 62 * (i % 8), 0, 8 + 62 * (i // 8))]
    return place_pb2.PlaceResourceRequest(
        map_id="field", snap=position_pb2.SnapOptions(radius_m=100),
        scatter=place_pb2.ScatterTask(count=4, fairness=place_pb2.Fairness(team_xyz=teams, max_ratio=4)))


KINDS = {"moves": ("ValidateMove", move), "moves_of_many": ("ValidateMove", move_of_many), "tracks": ("ValidateMove", track), "routes": ("PlanRoute", route),
         "searches": ("PlanRoute", search), "walks": ("PlanRoute", walk),
         "short_walks": ("PlanRoute", short_walk), "placements": ("PlaceResource", placement)}


# As the client library has it, but that it does not ask a busy server again: what is refused is to be seen.
SERVICE_CONFIG = json.dumps({
    "loadBalancingConfig": [{"round_robin": {}}],
    "methodConfig": [{"name": [{}], "retryPolicy": {
        "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "2s", "backoffMultiplier": 3,
        "retryableStatusCodes": ["UNAVAILABLE"]}}]})


class Tally:
    def __init__(self):
        self.lock = threading.Lock()
        self.times_ms = []
        self.told = set()  # codes of errors that nobody expects, each told once
        self.count = {"asked": 0, "failed": 0, "busy": 0, "hinted": 0, "late": 0}

    def add(self, begun, call):
        took_ms = 1000 * (time.monotonic() - begun)
        with self.lock:
            self.count["asked"] += 1
            if call.code() == grpc.StatusCode.OK:
                self.times_ms.append(took_ms)
                return
            self.count["failed"] += 1
            if call.code() == grpc.StatusCode.RESOURCE_EXHAUSTED:
                self.count["busy"] += 1
                self.count["hinted"] += any(key == "grpc-retry-pushback-ms" for key, _ in call.trailing_metadata())
            elif call.code() == grpc.StatusCode.DEADLINE_EXCEEDED:
                self.count["late"] += 1
            elif call.code() not in self.told:
                self.told.add(call.code())
                print(call.code(), call.details(), file=sys.stderr)

    def result(self):
        ranked = sorted(self.times_ms) or [float("inf")]
        return {**self.count, "p50_ms": ranked[len(ranked) // 2], "p99_ms": ranked[len(ranked) * 99 // 100]}


def channel_to(address):
    options = [("grpc.use_local_subchannel_pool", 1), ("grpc.service_config", SERVICE_CONFIG)]
    trusted = os.environ.get("WAYSTONE_TLS_CA")
    if trusted is None:
        return grpc.insecure_channel(address, options=options)
    token = pathlib.Path(os.environ["WAYSTONE_TOKEN_FILE"]).read_text(encoding="ascii")
    credentials = grpc.ssl_channel_credentials(pathlib.Path(trusted).read_bytes())
    shown = grpc.access_token_call_credentials(token)
    return grpc.secure_channel(address, grpc.composite_channel_credentials(credentials, shown), options=options)


def ask(kind, address, seconds, rate=0.0, deadline_s=5.0, enough=None):
    method, make = KINDS[kind]
    channel = channel_to(address)
    stub = getattr(path_planning_pb2_grpc.PathPlanningStub(channel), method)
    tally = Tally()
    waiting = []
    end = time.monotonic() + seconds
    due = time.monotonic()
    i = 0
    while time.monotonic() < end and not (enough and pathlib.Path(enough).exists()):
        begun = time.monotonic()
        call = stub.future(make(i), timeout=deadline_s, metadata=(("waystone-map", "field"),))
        i += 1
        if rate == 0:
            call.exception()
            tally.add(begun, call)
            continue
        call.add_done_callback(lambda done, begun=begun: tally.add(begun, done))
        waiting.append(call)
        due += 1 / rate
        time.sleep(max(0.0, due - time.monotonic()))
    for call in waiting:
        call.exception()
    deadline = time.monotonic() + 5
    while tally.count["asked"] < i and time.monotonic() < deadline:
        time.sleep(0.01)  # callbacks run on another thread
    return tally.result()


def digest(address, count):
    """Of the answers to so many routes."""
    stub = path_planning_pb2_grpc.PathPlanningStub(grpc.insecure_channel(address))
    answers = hashlib.sha256()
    for i in range(count):
        answers.update(stub.PlanRoute(route(i), timeout=30).SerializeToString(deterministic=True))
    return answers.hexdigest()


def routes_batch(count):
    return batch_pb2.BatchRequest(items=[batch_pb2.BatchItem(plan_route=route(i)) for i in range(count)])


def large_batch(answers=8, positions=20000):
    """A batch of some KB whose answer has four megabytes."""
    scatter = place_pb2.PlaceResourceRequest(map_id="field", scatter=place_pb2.ScatterTask(count=positions))
    return batch_pb2.BatchRequest(items=[batch_pb2.BatchItem(place_resource=scatter)] * answers,
                                  max_response_bytes=64 << 20)


def explorations(count=1024):
    return batch_pb2.BatchRequest(items=[batch_pb2.BatchItem(plan_route=walk(i)) for i in range(count)])


def nested(message, *path):
    """A message of this type within messages as the path says, each number a field of the one before: its bytes."""
    for number in reversed(path):
        size, length = len(message), b""
        while size >= 128:
            length += bytes([size % 128 + 128])
            size //= 128
        message = bytes([number << 3 | 2]) + length + bytes([size]) + message
    return message


def empty_parts(size):
    """[bytes] Batches of so many that would take some hundred times as much: empty changes of maps in a route of an item, and empty
    requests."""
    items = batch_pb2.BatchRequest.ITEMS_FIELD_NUMBER
    route_of_item = batch_pb2.BatchItem.PLAN_ROUTE_FIELD_NUMBER
    maps = bytes([changes_pb2.Changes.MAPS_FIELD_NUMBER << 3 | 2, 0]) * (size // 2)
    empty_item = nested(b"", items, route_of_item)
    return [nested(maps, items, route_of_item, route_pb2.PlanRouteRequest.CHANGES_FIELD_NUMBER),
            nested(maps, batch_pb2.BatchRequest.CHANGES_FIELD_NUMBER),
            empty_item * (size // len(empty_item))]


def send_heavy(address, seconds, size, is_stream):
    """Four callers send such batches, each the next when the last is answered or, on a stream, as soon as it is taken; how many were
    sent."""
    batches = empty_parts(size)
    end = time.monotonic() + seconds
    sent = [0] * 4

    def send(caller):
        channel = grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])

        def each():
            while time.monotonic() < end:
                sent[caller] += 1
                yield batches[sent[caller] % len(batches)]

        if is_stream:
            for _ in channel.stream_stream("/waystone.v1.PathPlanning/Exchange")(each(), timeout=seconds + 30):
                pass
            return
        ask = channel.unary_unary("/waystone.v1.PathPlanning/Batch")
        for batch in each():
            ask.future(batch, timeout=30).exception()

    callers = [threading.Thread(target=send, args=(caller,)) for caller in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    return sum(sent)


def send_batches(address, seconds, batches, streams=1):
    """Sends these batches on streams, without a deadline, and reads no answer; how many were sent."""
    channel = grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
    stub = path_planning_pb2_grpc.PathPlanningStub(channel)
    sent = [0]
    done = threading.Event()

    def each():
        for one in batches:
            if done.is_set():
                return
            sent[0] += 1
            yield one
        done.wait()

    calls = [stub.Exchange(each()) for _ in range(streams)]
    time.sleep(seconds)
    done.set()
    for call in calls:
        call.cancel()
    return sent[0]


if __name__ == "__main__":
    print(json.dumps(ask(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:6]), *sys.argv[6:])))
