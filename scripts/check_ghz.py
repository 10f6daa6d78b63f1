#!/usr/bin/env python3
"""Holds deploy/ghz/*.json against the API: each names an RPC, and its data is that RPC's request."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUF = ROOT / "scripts/tools/node_modules/.bin/buf"
RPC = re.compile(r"rpc (\w+)\((?:stream )?(\w+)\)")


def request_types():
    """The request type of each "package.Service/Method"."""
    types = {}
    for proto in sorted((ROOT / "proto/waystone/v1").glob("*.proto")):
        service = None
        for line in proto.read_text().splitlines():
            if line.startswith("service "):
                service = line.split()[1]
            match = RPC.search(line)
            if match:
                types[f"waystone.v1.{service}/{match.group(1)}"] = f"waystone.v1.{match.group(2)}"
    return types


def check(config, types):
    settings = json.loads(config.read_text())
    request_type = types.get(settings["call"])
    if request_type is None:
        return f"{config.name}: no RPC {settings['call']}"
    messages = settings["data"] if isinstance(settings["data"], list) else [settings["data"]]
    for message in messages:
        converted = subprocess.run(
            [BUF, "convert", "proto", "--type", request_type, "--from", "-#format=json", "--to", "-#format=binpb"],
            cwd=ROOT, input=json.dumps(message), capture_output=True, text=True, encoding="latin-1")
        if converted.returncode != 0:
            return f"{config.name}: {converted.stderr.strip()}"
    return None


def main():
    types = request_types()
    configs = sorted((ROOT / "deploy/ghz").glob("*.json"))
    errors = [error for error in (check(config, types) for config in configs) if error]
    if not configs:
        errors.append("deploy/ghz: no configuration")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
