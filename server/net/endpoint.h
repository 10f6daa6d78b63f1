// One address that is listened on, and the gRPC server behind it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "server/net/listener.h"
#include "server/net/reset_floods.h"
#include "server/net/stream_counts.h"
#include "server/net/tls_files.h"
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
    const TlsFiles* tls = nullptr;      // must outlive the endpoint; null: without TLS
    bool is_insecure = false;           // beyond loopback, too, without TLS
    bool has_reflection = true;
  };

  // Listens on host:port; the services must outlive it. Unavailable if it cannot be listened on; FailedPrecondition if others
  // than this machine would be served without TLS, and nobody said that they may.
  static absl::StatusOr<std::unique_ptr<Endpoint>> Open(const std::string& address, const Limits& limits,
                                                        const std::vector<grpc::Service*>& services);

  // Takes connections from now on. Once.
  void Start();
  // Takes no more connections and calls; those that run have until the deadline, then they are cancelled. Once.
  void Stop(std::chrono::system_clock::time_point deadline);

  // Connections that were refused since the last time. Thread-safe.
  uint64_t TakeRefusedCount() { return listener_->TakeRefusedCount(); }

  struct Ended {
    std::vector<std::string> floods;  // of resets
    size_t unfinished = 0;
  };
  // Ends connections that reset too many calls (ResetFloods), or hold too much of requests that do not end
  // (UnfinishedRequests). `arrived` is what has arrived since the last time. One thread.
  Ended EndHarmful(const ArrivedBytes::ByConnection& arrived);

  // Now; and what they hold of requests that have not arrived, by the last EndHarmful. Thread-safe.
  size_t connection_count() const { return listener_->connection_count(); }
  uint64_t unfinished_bytes() const { return unfinished_bytes_; }

  // For calls from within the process, whose answers have so many bytes at most. Thread-safe.
  std::shared_ptr<grpc::Channel> InProcess(int max_answer_bytes) const;

  // Of the process, and of a service.
  void SetHealth(bool serving);
  void SetHealth(const std::string& service, bool serving);
  int port() const { return listener_->port(); }
  // Only this machine can connect.
  bool is_loopback() const { return listener_->CheckLoopback("").ok(); }

  // Of a connection; as many calls as run or wait by default. A client's further calls wait within it.
  static constexpr int kMaxStreams = 2048;

 private:
  using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

  Endpoint(std::unique_ptr<Acceptor> acceptor, std::unique_ptr<grpc::Server> server,
           std::unique_ptr<Listener> listener, const StreamCounts& streams, const Limits& limits)
      : streams_(streams),
        unfinished_(limits.max_unfinished_bytes, limits.max_request_bytes),
        acceptor_(std::move(acceptor)),
        server_(std::move(server)),
        listener_(std::move(listener)) {}

  StreamCounts streams_;
  ResetFloods resets_{kMaxStreams};
  UnfinishedRequests unfinished_;
  std::atomic<uint64_t> unfinished_bytes_{0};
  std::atomic<bool> is_stopping_{false};
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Listener> listener_;  // last: its thread ends before what it hands over to
};

}  // namespace waystone
