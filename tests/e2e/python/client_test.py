#!/usr/bin/python3
"""A Python client, generated from the protos, against the real server.

client_test.py WAYSTONE_SERVER WRITE_TEST_WORLD
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import grpc

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER, WRITE_TEST_WORLD = sys.argv[1:3]


def generate(folder):
    """Generates the stubs and makes them importable."""
    for include in (ROOT / "proto", ROOT / "tests/e2e/protos"):
        protos = [path for path in include.rglob("*.proto") if "package" not in path.parts]
        subprocess.run(
            ["protoc", f"-I{include}", f"--python_out={folder}", f"--grpc_out={folder}",
             "--plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin", *map(str, protos)], check=True)
    # The folder grpc/ would hide the library of that name: move its modules up.
    moved = {"grpc.health.v1": "grpc_health_v1", "grpc.reflection.v1alpha": "grpc_reflection_v1alpha"}
    for package, name in moved.items():
        target = pathlib.Path(folder) / name
        (pathlib.Path(folder) / package.replace(".", "/")).rename(target)
        for module in target.glob("*.py"):
            module.write_text(module.read_text().replace(f"from {package} import", f"from {name} import"))
    (pathlib.Path(folder) / "grpc/health").rmdir()
    (pathlib.Path(folder) / "grpc/reflection").rmdir()
    (pathlib.Path(folder) / "grpc").rmdir()
    sys.path.insert(0, folder)


STUBS = tempfile.TemporaryDirectory()
generate(STUBS.name)

from google.protobuf import descriptor_pb2  # noqa: E402
from grpc_health_v1 import health_pb2, health_pb2_grpc  # noqa: E402
from grpc_reflection_v1alpha import reflection_pb2, reflection_pb2_grpc  # noqa: E402
from waystone.v1 import batch_pb2, map_catalog_pb2, map_catalog_pb2_grpc, move_pb2  # noqa: E402
from waystone.v1 import path_planning_pb2_grpc, place_pb2, position_pb2, route_pb2  # noqa: E402


def position(x, z):
    return position_pb2.Position(map_id="yard", x=x, y=10, z=z)


def route(x0, z0, x1, z1):
    return route_pb2.PlanRouteRequest(start=position_pb2.Location(position=position(x0, z0)),
                                      goals=[position_pb2.Location(position=position(x1, z1))])


def scatter(count):
    return place_pb2.PlaceResourceRequest(map_id="yard", scatter=place_pb2.ScatterTask(count=count, seed=3))


class PythonClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.maps = tempfile.TemporaryDirectory()
        subprocess.run([WRITE_TEST_WORLD, cls.maps.name], check=True)
        cls.server = subprocess.Popen([SERVER, "--packages", cls.maps.name, "--listen", "127.0.0.1:0"],
                                      stdout=subprocess.PIPE, text=True)
        for line in cls.server.stdout:
            event = json.loads(line)
            if event["event"] == "server_started":
                break
        cls.channel = grpc.insecure_channel(f"127.0.0.1:{event['port']}")
        cls.planning = path_planning_pb2_grpc.PathPlanningStub(cls.channel)
        cls.catalog = map_catalog_pb2_grpc.MapCatalogStub(cls.channel)

    @classmethod
    def tearDownClass(cls):
        cls.channel.close()
        cls.server.terminate()
        assert cls.server.wait(30) == 0
        cls.server.stdout.close()
        cls.maps.cleanup()

    def test_a_route_is_planned(self):
        answer = self.planning.PlanRoute(route(1005.5, -499.5, 1007.5, -499.5))
        self.assertEqual(answer.status, route_pb2.ROUTE_STATUS_COMPLETE)
        self.assertAlmostEqual(answer.routes[0].length_m, 2 * math.hypot(0.5, 3.5) + 1, places=4)
        points = answer.routes[0].points[0]
        self.assertEqual(points.xyz[0], 1005.5)
        self.assertEqual(len(points.xyz), 12)

    def test_positions_are_placed(self):
        answer = self.planning.PlaceResource(scatter(10))
        self.assertEqual(answer.status, place_pb2.PLACE_STATUS_COMPLETE)
        self.assertEqual(len(answer.points.xyz), 30)

    def test_moves_are_checked(self):
        good = move_pb2.ValidateMoveRequest(to=position(1003, -499.5))
        getattr(good, "from").CopyFrom(position(1000.5, -499.5))
        self.assertEqual(self.planning.ValidateMove(good).verdict, move_pb2.MOVE_VERDICT_LEGAL)
        bad = move_pb2.ValidateMoveRequest(to=position(1007.5, -499.5))
        getattr(bad, "from").CopyFrom(position(1005.5, -499.5))
        self.assertEqual(self.planning.ValidateMove(bad).verdict, move_pb2.MOVE_VERDICT_ILLEGAL)

    def test_an_error_names_its_field(self):
        with self.assertRaises(grpc.RpcError) as raised:
            self.planning.PlanRoute(route(math.nan, 0, 0, 0))
        self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.assertEqual(raised.exception.details(), "start.position.x: must be finite, is nan")

    def test_a_stream_answers_every_batch_as_unary_calls_do(self):
        items = [batch_pb2.BatchItem(tag=1, plan_route=route(1000.5, -499.5, 1009.5, -493.5)),
                 batch_pb2.BatchItem(tag=2, place_resource=scatter(5))]
        batches = [batch_pb2.BatchRequest(tag=tag, items=items) for tag in range(50)]
        answers = list(self.planning.Exchange(iter(batches)))
        self.assertEqual(sorted(answer.tag for answer in answers), list(range(50)))
        for answer in answers:
            self.assertEqual([result.tag for result in answer.results], [1, 2])
            self.assertEqual(answer.results[0].plan_route, self.planning.PlanRoute(items[0].plan_route))
            self.assertEqual(answer.results[1].place_resource,
                             self.planning.PlaceResource(items[1].place_resource))

    def test_the_catalogue_lists_the_maps(self):
        answer = self.catalog.ListMaps(map_catalog_pb2.ListMapsRequest())
        self.assertEqual([summary.map_id for summary in answer.maps], ["hall", "yard"])

    def test_the_server_tells_its_version_and_commit(self):
        said = subprocess.run([SERVER, "--version"], check=True, capture_output=True, text=True).stdout
        version, commit = re.fullmatch(r"waystone-server ([\d.]+) \(commit (\w+), package format 1\.0\)\n", said).groups()
        answer = self.catalog.DescribeServer(map_catalog_pb2.DescribeServerRequest())
        self.assertEqual(answer.version, version if commit == "unknown" else f"{version}+{commit}")

    def test_health_is_per_service(self):
        health = health_pb2_grpc.HealthStub(self.channel)
        for service in ("", "waystone.v1.PathPlanning", "waystone.v1.MapCatalog"):
            answer = health.Check(health_pb2.HealthCheckRequest(service=service))
            self.assertEqual(answer.status, health_pb2.HealthCheckResponse.SERVING)

    def test_reflection_lists_and_describes_the_services(self):
        reflection = reflection_pb2_grpc.ServerReflectionStub(self.channel)
        requests = [reflection_pb2.ServerReflectionRequest(list_services=""),
                    reflection_pb2.ServerReflectionRequest(file_containing_symbol="waystone.v1.PathPlanning")]
        listed, described = reflection.ServerReflectionInfo(iter(requests))
        names = {service.name for service in listed.list_services_response.service}
        self.assertLessEqual({"waystone.v1.PathPlanning", "waystone.v1.MapCatalog", "grpc.health.v1.Health"}, names)
        files = [descriptor_pb2.FileDescriptorProto.FromString(text)
                 for text in described.file_descriptor_response.file_descriptor_proto]
        methods = {method.name for file in files for service in file.service for method in service.method}
        self.assertLessEqual({"PlanRoute", "PlaceResource", "ValidateMove", "Batch", "Exchange"}, methods)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
