"""scripts/capacity over costs that are made up: its sums by hand, the same rows for the same seed, and what no fleet may break."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CAPACITY = pathlib.Path(__file__).resolve().parents[2] / "scripts/capacity"
COSTS = [
    {"call": "exchange_64_validate_move", "server_cpu_us": 10, "request_bytes": 60, "answer_bytes": 40},
    {"call": "plan_route", "server_cpu_us": 100, "request_bytes": 100, "answer_bytes": 300},
    {"call": "place_resource", "server_cpu_us": 200, "request_bytes": 40, "answer_bytes": 160},
]


def run(costs, *arguments):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write("".join(json.dumps(row) + "\n" for row in costs))
        file.flush()
        return subprocess.run([CAPACITY, "--costs", file.name, *arguments], capture_output=True, text=True)


def fleet(*arguments):
    return [json.loads(line) for line in run(COSTS, "--replicas", "5", "--maps", "300", *arguments).stdout.splitlines()]


class Capacity(unittest.TestCase):
    def test_players_are_summed_up(self):
        row = next(row for row in fleet() if row.get("players") == 1_000_000)
        # 10 moves of 10 us, 0.2 routes of 100 us, 0.005 placements of 200 us a player and second
        self.assertEqual(row["cores"], 121.0)
        self.assertEqual(row["replicas"], 31)  # of 8 cores that are 60 % busy, and a fifth more
        self.assertAlmostEqual(row["network_mbit_s"], 1e6 * 1.15 * (10 * 100 + 0.2 * 400 + 0.005 * 200) * 8 / 1e6, 1)

    def test_the_same_seed_has_the_same_rows(self):
        self.assertEqual(fleet("--seed", "3"), fleet("--seed", "3"))
        self.assertNotEqual(fleet("--seed", "3"), fleet("--seed", "4"))

    def test_loads_are_bounded_and_failures_cost_latency(self):
        rows = {row["phase"]: row for row in fleet() if "phase" in row}
        self.assertEqual(list(rows), ["steady", "failure", "rolling_update"])
        for row in rows.values():
            self.assertLessEqual(row["most_load_over_mean"], 1.5001)
            self.assertLessEqual(row["most_loaded_gib"], 4)
        self.assertEqual(rows["steady"]["cold_loads"], 0)
        self.assertGreater(rows["failure"]["cold_loads"], 0)
        self.assertGreaterEqual(rows["failure"]["p999_ms"], rows["steady"]["p999_ms"])

    def test_bad_input_is_named(self):
        self.assertIn("plan_route", run(COSTS[:1]).stderr)
        self.assertEqual(subprocess.run([CAPACITY], capture_output=True).returncode, 2)
        missing = subprocess.run([CAPACITY, "--costs", "/nowhere.json"], capture_output=True, text=True)
        self.assertEqual(missing.returncode, 2)
        self.assertIn("/nowhere.json", missing.stderr)
        self.assertEqual(run(COSTS, "--replicas", "1").returncode, 2)


if __name__ == "__main__":
    sys.exit(unittest.main())
