// A server within the test, on a loopback port of its own, and stubs that talk to it over a real socket.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "nlohmann/json.hpp"
#include "server/base/event_log.h"
#include "server/server_options.h"
#include "server/waystone_server.h"
#include "waystone/v1/map_catalog.grpc.pb.h"
#include "waystone/v1/package_admin.grpc.pb.h"
#include "waystone/v1/path_planning.grpc.pb.h"

namespace waystone {

// Options for tests: loopback, any free port, PackageAdmin served, a short drain, everything logged.
ServerOptions TestServerOptions(const std::string& packages);

// Aborts the test where the server cannot start. Stops with the object.
class RunningServer {
 public:
  explicit RunningServer(const ServerOptions& options);

  WaystoneServer& server() { return *server_; }
  std::shared_ptr<grpc::Channel> channel() const { return channel_; }
  v1::PathPlanning::Stub& planning() { return *planning_; }
  v1::MapCatalog::Stub& catalog() { return *catalog_; }
  v1::PackageAdmin::Stub& admin() { return *admin_; }

  // A channel of its own: not shared with other clients of this process.
  std::shared_ptr<grpc::Channel> NewChannel() const;

  // Every line logged so far; a line that is not a JSON object fails the test.
  std::vector<nlohmann::json> Events();
  // Those of one kind.
  std::vector<nlohmann::json> Events(const std::string& event);

 private:
  // The log's sink writes under a lock that the test does not have; so the test's stream has its own.
  class LockedBuffer;
  std::shared_ptr<LockedBuffer> buffer_;
  std::ostream log_stream_;
  EventLog log_;
  std::unique_ptr<WaystoneServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::PathPlanning::Stub> planning_;
  std::unique_ptr<v1::MapCatalog::Stub> catalog_;
  std::unique_ptr<v1::PackageAdmin::Stub> admin_;
};

// One unary call of raw bytes to a full method name, as in "/grpc.health.v1.Health/Check".
grpc::Status CallRaw(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                     const std::string& request, std::string* response);

// grpc.health.v1's status of a service: 1 serving, 2 not serving; -1 where the call fails.
int HealthOf(const std::shared_ptr<grpc::Channel>& channel, const std::string& service);

}  // namespace waystone
