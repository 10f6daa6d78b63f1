// The same request for a shell and for programs.
import {callPath, type Service} from '../api/connect';

export interface AskedRequest {
  service: Service;
  method: string;
  request: object;
}

export const kLanguages = ['curl', 'grpcurl', 'C++', 'Python'] as const;
export type Language = typeof kLanguages[number];

// Where gRPC is served; the page knows only its own port.
const kGrpcAddress = '127.0.0.1:50051';

// The file of proto/waystone/v1 that a method's request stands in.
const kFiles: Record<string, string> = {
  PlanRoute: 'route', PlaceResource: 'place', ValidateMove: 'move', MeasureDistances: 'distances', Reach: 'reach',
};

export function codeFor({service, method, request}: AskedRequest, language: Language): string {
  const json = JSON.stringify(request);
  switch (language) {
    case 'curl':
      return `curl ${location.origin}${callPath(service, method)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted(json)}'`;
    case 'grpcurl':
      return `grpcurl -plaintext -d '${quoted(json)}' \\\n  ${kGrpcAddress} waystone.v1.${service}/${method}`;
    case 'C++':
      return `#include <google/protobuf/util/json_util.h>
#include "client/waystone_client.h"

waystone::v1::${method}Request request;
const auto parsed = google::protobuf::util::JsonStringToMessage(R"(${JSON.stringify(request, null, 1)})", &request);
const auto client = waystone::client::WaystoneClient::Create({.address = "${kGrpcAddress}"});
const auto answer = (*client)->${method}(request);`;
    case 'Python':
      return `import grpc
from google.protobuf import json_format
from waystone.v1 import ${kFiles[method] ?? 'map_catalog'}_pb2, path_planning_pb2_grpc

request = json_format.Parse('''${JSON.stringify(request, null, 1)}''', ${kFiles[method] ?? 'map_catalog'}_pb2.${method}Request())
stub = path_planning_pb2_grpc.${service}Stub(grpc.insecure_channel('${kGrpcAddress}'))
print(stub.${method}(request))`;
  }
}

// For single quotes of a shell.
function quoted(text: string): string { return text.replaceAll('\'', '\'\\\'\''); }
