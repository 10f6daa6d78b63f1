// The API's unary calls as HTTP requests, by the Connect protocol (connectrpc.com/docs/protocol, unary): for browsers, curl and
// engines without gRPC.
//
//   curl -d '{"mapId": "town"}' -H 'Content-Type: application/json' http://127.0.0.1:9001/waystone.v1.MapCatalog/DescribeMap
#pragma once

#include <chrono>
#include <condition_variable>
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
// go with the call. Thread-safe. Blocks while a call runs. What is over a limit is refused as BUSY: 24 calls at a time, 16 of an address
// (HolderOf); 256 MiB of answers that are not written yet, 64 of an address. Large messages become JSON two at a time, one of an
// address. One answer has 16 MiB; as JSON, 4 MiB before.
class ConnectGateway {
 public:
  struct Served {
    std::string service;                     // its full name, which the process has the descriptors of
    std::shared_ptr<grpc::Channel> channel;  // into this process
  };
  explicit ConnectGateway(std::vector<Served> services);

  // What all paths of calls begin with, as a regular expression.
  static constexpr char kPaths[] = "/waystone\\.v1\\.";
  static constexpr int kMostAnswerBytes = 16 << 20;
  // A POST below kPaths.
  HttpServer::Answer Call(const HttpServer::Request& request);
  // Takes no more calls; those that run have until the deadline. Any thread.
  void Drain(std::chrono::system_clock::time_point deadline);

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
  // A request on its way.
  struct Asked {
    const HttpServer::Request& request;
    Target target;
    bool is_json;
    std::string holder;
    std::chrono::system_clock::time_point deadline;  // max: none
  };
  // What an address has, or all have.
  struct Use {
    int running = 0;
    int writing = 0;  // large messages that become JSON
    uint64_t held_bytes = 0;

    bool IsNone() const { return running == 0 && writing == 0 && held_bytes == 0; }
  };

  Target Find(std::string_view path) const;
  HttpServer::Answer CallTarget(const Asked& asked);
  grpc::Status Begin(const std::string& holder);
  void End(const std::string& holder);
  absl::StatusOr<std::string> ToBinary(const Method& method, const std::string& json) const;
  grpc::Status ToJson(const Asked& asked, const std::string& binary, std::string& json);
  Reply Ask(const Asked& asked, const std::string& message) const;
  HttpServer::Answer ToError(const Reply& reply) const;
  HttpServer::Answer Hold(const std::string& holder, HttpServer::Answer answer);
  template <typename Change>
  void ChangeUse(const std::string& holder, const Change& change);

  const std::vector<Served> services_;
  const std::unique_ptr<google::protobuf::util::TypeResolver> types_;
  std::mutex mutex_;
  std::condition_variable changed_;  // of what follows
  bool is_draining_ = false;
  Use all_;
  std::map<std::string, Use> by_holder_;
};

}  // namespace waystone
