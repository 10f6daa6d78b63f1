// The same request for a shell and for programs.
import {callPath, type Service} from '../api/connect';

export interface AskedRequest {
  service: Service;
  method: string;
  request: object;
}

export const kLanguages = ['curl', 'grpcurl', 'C++', 'Python'] as const;
export type Language = typeof kLanguages[number];

// What the page's server tells of where gRPC is served (/explorer.json).
export interface Served {
  httpPort: number;
  grpcPort: number;
  hasTls: boolean;
  hasReflection: boolean;
  // gRPC is for programs on the server's machine.
  isLoopback: boolean;
}

const kUsualPort = 50051;

// `note` says what of the address is not known.
interface GrpcTarget {address: string; hasTls: boolean; hasReflection: boolean; note: string}

function grpcTarget(served: Served | undefined): GrpcTarget {
  const host = location.hostname || 'localhost';
  if (!served) return {address: `${host}:${kUsualPort}`, hasTls: false, hasReflection: true, note: 'the usual port: the server did not tell its own'};
  const {httpPort, grpcPort, hasTls, hasReflection, isLoopback} = served;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(host), isDirect = location.protocol === 'http:' && location.port === String(httpPort);
  // A proxy, or a container's published port, may give gRPC another address as it gave one to the page.
  const note = !isDirect ? 'the server\'s own port; what stands before this page may have another address for it' :
      isLoopback && !isHere ? 'for programs on the server\'s machine' : '';
  return {address: `${isLoopback && isDirect && !isHere ? 'localhost' : host}:${grpcPort}`, hasTls, hasReflection, note};
}

// The file of proto/waystone/v1 that a service stands in, and the one of a method's request.
const kServiceFiles: Record<Service, string> = {PathPlanning: 'path_planning', MapCatalog: 'map_catalog'};
const kFiles: Record<string, string> = {
  PlanRoute: 'route', PlaceResource: 'place', ValidateMove: 'move', MeasureDistances: 'distances', Reach: 'reach',
};

// `served`: undefined if the server does not tell.
export function codeFor({service, method, request}: AskedRequest, language: Language, served: Served | undefined): string {
  const json = JSON.stringify(request), target = grpcTarget(served), {address, hasTls, note} = target;
  switch (language) {
    case 'curl':
      return `curl ${location.origin}${callPath(service, method)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted(json)}'`;
    case 'grpcurl':
      return `${grpcurlNotes(target)}grpcurl ${grpcurlOptions(target, service)}-d '${quoted(json)}' \\\n  ${address} waystone.v1.${service}/${method}`;
    case 'C++':
      // The client puts its pages together.
      if (method === 'DescribeWorld') return `#include "client/waystone_client.h"\n\n${clientLines(target)}\nconst auto answer = (*client)->DescribeWorld();`;
      return `#include <google/protobuf/util/json_util.h>
#include "client/waystone_client.h"

waystone::v1::${method}Request request;
const auto parsed = google::protobuf::util::JsonStringToMessage(
    ${cppLiteral(JSON.stringify(request, null, 1))}, &request);
${clientLines(target)}
const auto answer = (*client)->${method}(request);`;
    case 'Python':
      return `# the modules, in a checkout, with Debian's protobuf-compiler-grpc and python3-grpcio:
#   protoc -Iproto --python_out=. --grpc_out=. --plugin=protoc-gen-grpc=/usr/bin/grpc_python_plugin proto/waystone/v1/*.proto
import grpc
from google.protobuf import json_format
from waystone.v1 import ${kFiles[method] ?? 'map_catalog'}_pb2, ${kServiceFiles[service]}_pb2_grpc

request = json_format.Parse(${pythonLiteral(JSON.stringify(request, null, 1))}, ${kFiles[method] ?? 'map_catalog'}_pb2.${method}Request())
channel = ${hasTls ? `grpc.secure_channel('${address}', grpc.ssl_channel_credentials())` : `grpc.insecure_channel('${address}')`}${note && `  # ${note}`}
stub = ${kServiceFiles[service]}_pb2_grpc.${service}Stub(channel)
print(stub.${method}(request))`;
  }
}

function grpcurlNotes({hasReflection, note}: GrpcTarget): string {
  return (note && `# ${note}\n`) + (hasReflection ? '' : '# in a checkout: the server does not describe its API\n');
}

// With TLS grpcurl asks the system's authorities; -cacert names another one.
function grpcurlOptions({hasTls, hasReflection}: GrpcTarget, service: Service): string {
  return (hasTls ? '' : '-plaintext ') + (hasReflection ? '' : `-import-path proto -proto waystone/v1/${kServiceFiles[service]}.proto `);
}

function clientLines({address, hasTls, note}: GrpcTarget): string {
  return `${note && `// ${note}\n`}const auto client = waystone::client::WaystoneClient::Create({.address = "${address}"${hasTls ? ', .tls = {.enabled = true}' : ''}});`;
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
