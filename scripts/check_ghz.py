#!/usr/bin/python3
"""Holds deploy/ghz/*.json against the API: each names an RPC, and its data is that RPC's request."""

import json
import pathlib
import subprocess
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUF = ROOT / "scripts/tools/node_modules/.bin/buf"


def load_api():
    image = subprocess.run([BUF, "build", "-o", "-#format=binpb"], cwd=ROOT, check=True, capture_output=True).stdout
    pool = descriptor_pool.DescriptorPool()
    for proto in descriptor_pb2.FileDescriptorSet.FromString(image).file:
        pool.Add(proto)
    return pool


def check(config, api):
    settings = json.loads(config.read_text())
    try:
        rpc = api.FindMethodByName(settings["call"].replace("/", "."))
    except KeyError:
        return f"{config.name}: no RPC {settings['call']}"
    request_class = message_factory.MessageFactory(api).GetPrototype(rpc.input_type)
    messages = settings["data"] if isinstance(settings["data"], list) else [settings["data"]]
    try:
        for message in messages:
            json_format.ParseDict(message, request_class())
    except json_format.ParseError as error:
        return f"{config.name}: {error}"
    return None


def main():
    api = load_api()
    configs = sorted((ROOT / "deploy/ghz").glob("*.json"))
    errors = [error for error in (check(config, api) for config in configs) if error]
    if not configs:
        errors.append("deploy/ghz: no configuration")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
