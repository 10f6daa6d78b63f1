#!/usr/bin/python3
"""Holds deploy/ghz/*.json against the API and ghz: each names an RPC, its data is that RPC's request, ghz knows its settings (it passes
over others without a word), and each RPC that callers have is there."""

import json
import pathlib
import subprocess
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUF = ROOT / "scripts/tools/node_modules/.bin/buf"

# ghz 0.120, "Configuration file" of its documentation.
SETTINGS = set("""
    proto protoset call cacert cert key cname skipTLS insecure authority async rps load-schedule load-start load-end load-step
    load-step-duration load-max-duration concurrency concurrency-schedule concurrency-start concurrency-end concurrency-step
    concurrency-step-duration concurrency-max-duration total timeout duration max-duration duration-stop data data-file binary
    binary-file metadata metadata-file stream-interval stream-call-duration stream-call-count stream-dynamic-messages
    reflect-metadata max-recv-message-size max-send-message-size connections connect-timeout keepalive name tags cpus debug
    enable-compression output format host import-paths skipFirst count-errors lb-strategy disable-template-functions
    disable-template-data""".split())
SERVICES = ("waystone.v1.PathPlanning", "waystone.v1.MapCatalog")


def load_api():
    image = subprocess.run([BUF, "build", "-o", "-#format=binpb"], cwd=ROOT, check=True, capture_output=True).stdout
    pool = descriptor_pool.DescriptorPool()
    for proto in descriptor_pb2.FileDescriptorSet.FromString(image).file:
        pool.Add(proto)
    return pool


def check(config, api):
    settings = json.loads(config.read_text())
    unknown = sorted(set(settings) - SETTINGS)
    if unknown:
        return f"{config.name}: ghz has no setting {unknown[0]}"
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
    called = {json.loads(config.read_text())["call"] for config in configs}
    for service in SERVICES:
        for rpc in api.FindServiceByName(service).methods:
            if f"{service}/{rpc.name}" not in called:
                errors.append(f"deploy/ghz: no configuration calls {service}/{rpc.name}")
    print("\n".join(errors), end="\n" if errors else "")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
