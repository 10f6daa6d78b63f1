// The API's unary calls as HTTP requests, by the Connect protocol (connectrpc.com/docs/protocol, unary): for browsers, curl and
// engines without gRPC.
//
//   curl -d '{"mapId": "town"}' -H 'Content-Type: application/json' http://127.0.0.1:9001/waystone.v1.MapCatalog/DescribeMap
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/util/type_resolver.h"
#include "grpcpp/channel.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"
#include "server/http/http_server.h"

namespace waystone {

// Makes each request a gRPC call within the process, so that callers, limits, turns, errors and records are those of gRPC calls.
// Messages are application/json or application/proto. Of the request's headers Authorization, Traceparent and Waystone-Caller
// go with the call. Thread-safe. Blocks while a call runs; 24 run at a time, 16 of an address (HolderOf), answers that are not written
// yet have 256 MiB together, and what is over that is refused as BUSY. One answer has 16 MiB; as JSON, 4 MiB before.
class ConnectGateway {
 public:
  struct Served {
    std::string service;                     // its full name, which the process has the descriptors of
    std::shared_ptr<grpc::Channel> channel;  // into this process
  };
  explicit ConnectGateway(std::vector<Served> services);

  // What all paths of calls begin with.
  static constexpr char kPaths[] = "/waystone.v1.";
  // A POST below kPaths.
  HttpServer::Answer Call(const HttpServer::Request& request);

 private:
  using Method = google::protobuf::MethodDescriptor;
  struct Target {
    const Method* method = nullptr;  // null: there is none
    std::shared_ptr<grpc::Channel> channel;
  };
  struct Reply {
    grpc::Status status;
    std::string message = {};         // its bytes
    std::string retry_after_ms = {};  // empty: nothing was said
  };

  Target Find(std::string_view path) const;
  HttpServer::Answer CallTarget(const Target& target, bool is_json, const HttpServer::Request& request);
  absl::StatusOr<std::string> ToBinary(const Method& method, const std::string& json) const;
  absl::StatusOr<std::string> ToJson(const Method& method, const std::string& binary) const;
  Reply Ask(const Target& target, const std::string& message, std::chrono::milliseconds timeout,
            const HttpServer::Request& request) const;
  HttpServer::Answer ToError(const Reply& reply) const;
  HttpServer::Answer Hold(HttpServer::Answer answer);

  const std::vector<Served> services_;
  const std::unique_ptr<google::protobuf::util::TypeResolver> types_;
  std::mutex writing_;                   // JSON: one answer at a time
  std::atomic<uint64_t> held_bytes_{0};  // of answers that are not written yet
  std::mutex mutex_;                     // of what follows
  int running_ = 0;
  std::map<std::string, int> running_of_;  // by holder
};

}  // namespace waystone
