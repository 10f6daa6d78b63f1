// The server as an object: what main runs, and what tests run within themselves.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/event_log.h"
#include "server/server_options.h"

namespace waystone {

// Serves PathPlanning and MapCatalog on one address and, where asked for, PackageAdmin on another; health
// (per service) and reflection on both; and health over HTTP on a third. PathPlanning is SERVING while at least one map can be used. Start, Reload,
// Stop and destruction from one thread.
class WaystoneServer {
 public:
  // Loads the packages and serves when it returns. NotFound where the folder does not exist; Unavailable
  // where an address cannot be listened on; FailedPrecondition where one is beyond loopback and neither TLS nor `insecure` is
  // given; as TlsFiles and AccessControl. The log must outlive the server.
  static absl::StatusOr<std::unique_ptr<WaystoneServer>> Start(const ServerOptions& options,
                                                               const EventLog& log);
  ~WaystoneServer();

  // What was listened on: as in the options, port 0 replaced by the one picked.
  int port() const;
  int admin_port() const;  // 0: not served
  int http_port() const;   // 0: not served

  // Reads the folder anew, as PackageAdmin.Reload; the log says what came of it.
  void Reload();

  // Health says NOT_SERVING; after lame_duck_s, no more calls are taken and streams end; after drain_s at
  // most, what still runs is cancelled. Returns when all has ended: at most lame_duck_s + drain_s plus what a
  // cancelled search needs to notice (10 ms). Once.
  void Stop();

 private:
  class Impl;
  explicit WaystoneServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace waystone
