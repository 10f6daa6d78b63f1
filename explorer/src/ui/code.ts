// The same request for a shell and for programs.
import {callPath, type Service} from '../api/connect';

export interface AskedRequest {
  service: Service;
  method: string;
  request: object;
}

export const kLanguages = ['curl', 'grpcurl', 'C++', 'Python'] as const;
export type Language = typeof kLanguages[number];

// Where gRPC is served, by its usual port: the page knows only its own.
function grpcAddress(): string { return `${location.hostname || 'localhost'}:50051`; }

// The file of proto/waystone/v1 that a service stands in, and the one of a method's request.
const kServiceFiles: Record<Service, string> = {PathPlanning: 'path_planning', MapCatalog: 'map_catalog'};
const kFiles: Record<string, string> = {
  PlanRoute: 'route', PlaceResource: 'place', ValidateMove: 'move', MeasureDistances: 'distances', Reach: 'reach',
};

export function codeFor({service, method, request}: AskedRequest, language: Language): string {
  const json = JSON.stringify(request);
  switch (language) {
    case 'curl':
      return `curl ${location.origin}${callPath(service, method)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted(json)}'`;
    case 'grpcurl':
      return `# the address is the server's --listen\ngrpcurl -plaintext -d '${quoted(json)}' \\\n  ${grpcAddress()} waystone.v1.${service}/${method}`;
    case 'C++':
      // The client puts its pages together.
      if (method === 'DescribeWorld') return `#include "client/waystone_client.h"\n\n${clientLine()}\nconst auto answer = (*client)->DescribeWorld();`;
      return `#include <google/protobuf/util/json_util.h>
#include "client/waystone_client.h"

waystone::v1::${method}Request request;
const auto parsed = google::protobuf::util::JsonStringToMessage(
    ${cppLiteral(JSON.stringify(request, null, 1))}, &request);
${clientLine()}
const auto answer = (*client)->${method}(request);`;
    case 'Python':
      return `# the modules, in a checkout, with Debian's protobuf-compiler-grpc and python3-grpcio:
#   protoc -Iproto --python_out=. --grpc_out=. --plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin proto/waystone/v1/*.proto
import grpc
from google.protobuf import json_format
from waystone.v1 import ${kFiles[method] ?? 'map_catalog'}_pb2, ${kServiceFiles[service]}_pb2_grpc

request = json_format.Parse(${pythonLiteral(JSON.stringify(request, null, 1))}, ${kFiles[method] ?? 'map_catalog'}_pb2.${method}Request())
stub = ${kServiceFiles[service]}_pb2_grpc.${service}Stub(grpc.insecure_channel('${grpcAddress()}'))  # the server's --listen
print(stub.${method}(request))`;
  }
}

function clientLine(): string {
  return `const auto client = waystone::client::WaystoneClient::Create({.address = "${grpcAddress()}"});  // the server's --listen`;
}

// A raw string with a delimiter that does not stand in it.
function cppLiteral(text: string): string {
  let delimiter = 'json';
  while (text.includes(`)${delimiter}"`)) delimiter += '_';
  return `R"${delimiter}(${text})${delimiter}"`;
}

// Python reads the escapes of JSON's own strings; between three quotes only text without them is itself.
function pythonLiteral(text: string): string {
  return text.includes('\\') || text.includes('\'\'\'') ? JSON.stringify(text) : `'''${text}'''`;
}

// For single quotes of a shell.
function quoted(text: string): string { return text.replaceAll('\'', '\'\\\'\''); }
