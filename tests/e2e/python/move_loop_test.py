#!/usr/bin/python3
"""The loops of samples/move_loop, in C++ and in Python, against the real server on the sample town.

move_loop_test.py WAYSTONE_SERVER WAYSTONE_SAMPLES WAYSTONE_BAKE MOVE_LOOP
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SERVER, SAMPLES, BAKE, MOVE_LOOP = sys.argv[1:5]
SQUARE, HOUSE = ("-10", "0", "0"), ("42.25", "2.93", "-53")


class MoveLoopTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        source, packages, cls.stubs = (os.path.join(cls.folder.name, name) for name in ("source", "packages", "stubs"))
        os.mkdir(cls.stubs)
        subprocess.run([SAMPLES, "town", "-o", source], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([BAKE, os.path.join(source, "town.obj"), "-o", packages], check=True, stdout=subprocess.DEVNULL)
        # As the sample says.
        subprocess.run(["protoc", "-Iproto", f"--python_out={cls.stubs}", f"--grpc_out={cls.stubs}",
                        "--plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin",
                        *(str(path.relative_to(ROOT)) for path in ROOT.glob("proto/waystone/v1/*.proto"))],
                       cwd=ROOT, check=True)
        cls.server = subprocess.Popen([SERVER, "--packages", packages, "--listen", "127.0.0.1:0"],
                                      stdout=subprocess.PIPE, text=True)
        for line in cls.server.stdout:
            event = json.loads(line)
            if event["event"] == "server_started":
                break
        cls.address = f"127.0.0.1:{event['port']}"

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        assert cls.server.wait(30) == 0
        cls.server.stdout.close()
        cls.folder.cleanup()

    def run_loop(self, *program):
        run = subprocess.run([*program, self.address, "town", *SQUARE, *HOUSE], text=True, capture_output=True,
                             env={**os.environ, "PYTHONPATH": self.stubs, "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        return run.stdout

    def test_the_honest_bot_is_left_alone_and_the_cheater_gets_nowhere(self):
        honest, honest_end, cheater, cheater_end = self.run_loop(MOVE_LOOP).splitlines()
        self.assertEqual(honest, "honest: 100 steps asked, 0 illegal, 0 corrected")
        self.assertRegex(honest_end, r"^honest: ends at .*, a walk of 49\.\d\d m; 57\.75 m are allowed: not ahead$")
        tally = re.fullmatch(r"cheater: 100 steps asked, (\d+) illegal \((.*)\), (\d+) corrected", cheater)
        self.assertIsNotNone(tally, cheater)
        reasons = {name: int(count) for name, count in (reason.split() for reason in tally[2].split(", "))}
        self.assertEqual(sorted(reasons), ["blocked", "to_off_mesh", "too_fast"])
        self.assertEqual(int(tally[1]), sum(reasons.values()))
        self.assertEqual(tally[3], tally[1], "every correction is a legal step")
        self.assertGreater(int(tally[1]), 30)
        self.assertRegex(cheater_end, r"m; 57\.75 m are allowed: not ahead$")

    def test_python_says_the_same(self):
        self.assertEqual(self.run_loop("/usr/bin/python3", str(ROOT / "samples/move_loop/move_loop.py")),
                         self.run_loop(MOVE_LOOP))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
