// One address that is listened on, and the gRPC server behind it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "server/net/listener.h"
#include "server/net/unfinished_requests.h"

namespace waystone {

// Serves health and reflection besides its services. Open, Start and Stop from one thread; SetHealth is thread-safe.
class Endpoint {
 public:
  struct Limits {
    uint32_t max_request_bytes = 0;
    uint32_t max_connections = 0;       // fewer, where there are no descriptors for so many
    bool is_behind_proxy = false;       // then one address may have them all
    uint64_t max_unfinished_bytes = 0;  // of requests that have begun to arrive
  };

  // Listens on host:port; the services must outlive it. Unavailable if it cannot be listened on.
  static absl::StatusOr<std::unique_ptr<Endpoint>> Open(const std::string& address, const Limits& limits,
                                                        const std::vector<grpc::Service*>& services);

  // Takes connections from now on. Once.
  void Start();
  // Takes no more connections and calls; those that run have until the deadline, then they are cancelled. Once.
  void Stop(std::chrono::system_clock::time_point deadline);

  // Ends the connection that gRPC calls so (ServerContext::peer), and all its calls. Thread-safe.
  void EndConnection(const std::string& peer) { listener_->EndConnection(peer); }

  // Connections that were refused since the last time. Thread-safe.
  uint64_t TakeRefusedCount() { return listener_->TakeRefusedCount(); }

  // Ends connections that hold too much of requests that do not end (UnfinishedRequests); how many. `arrived` is what has
  // arrived since the last time. One thread.
  size_t EndUnfinished(const ArrivedBytes::ByConnection& arrived);

  // Of the process, and of a service.
  void SetHealth(bool serving);
  void SetHealth(const std::string& service, bool serving);
  int port() const { return listener_->port(); }

 private:
  using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

  Endpoint(std::unique_ptr<Acceptor> acceptor, std::unique_ptr<grpc::Server> server,
           std::unique_ptr<Listener> listener, uint64_t max_unfinished_bytes)
      : unfinished_(max_unfinished_bytes),
        acceptor_(std::move(acceptor)),
        server_(std::move(server)),
        listener_(std::move(listener)) {}

  UnfinishedRequests unfinished_;
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Listener> listener_;  // last: its thread ends before what it hands over to
};

}  // namespace waystone
