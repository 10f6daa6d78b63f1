// What a server is started with: flags, environment, configuration file.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>

#include "core/store/map_cache.h"
#include "server/base/event_log.h"
#include "server/convert/move_token.h"
#include "server/convert/request_limits.h"
#include "server/fetch/package_source.h"
#include "server/net/tls_files.h"

namespace waystone {

// Fields carry [unit, range, default]; `waystone-server --help` prints the same.
struct ServerOptions {
  std::string packages;                    // folder of *.waymap files, or URL
  PackageSourceOptions source;             // of a URL; its `url` is taken from `packages`
  std::string listen = "127.0.0.1:50051";  // host:port; port 0 picks a free one
  std::string admin_listen;                // host:port of PackageAdmin; empty: not served
  bool watch = false;                      // reload once packages have come, gone or been replaced
  TlsPaths tls;                            // of both addresses; empty: without TLS
  std::string access;            // file of who may call (docs/access.md); empty: anybody may everything
  bool insecure = false;         // addresses beyond loopback may be served without TLS
  bool reflection = true;        // callers may ask for the API's description
  std::string http_listen;       // host:port of health and metrics over HTTP; empty: not served
  std::optional<bool> http_api;  // calls and the explorer there, too; unset: if it is on loopback
  double access_log_share = 0;   // [0-1, 0] of calls that the log has a line of
  std::string otlp_host_port;    // of the collector of traces; from --otlp-endpoint; empty: none
  uint32_t workers = 0;          // [threads, 0-1024, 0 = one per core] for long requests
  double lame_duck_s = 0;        // [s, 0-300, 0] still serving, after telling health checks that it stops
  double drain_s = 10;  // [s, 0-3600, 10] for calls in flight to end when stopping; then they are cancelled
  EventLog::Level log_level = spdlog::level::info;
  TokenKey token_key = TokenKey::Random();  // of tokens of tracks; from --move-token-key-file
  RequestLimits limits;
  MapLimits maps{.kept_generations = 1};  // [bytes, 0-1 PiB, 0 = no limit], [maps, 0-1M, 0 = no limit]
};

// The process should end at once with this code (help was printed, or an error line).
struct ExitCode {
  int value = 0;
};

// Flags win over the environment (WAYSTONE_LISTEN and so on), which wins over the file named by --config.
// A variable called WAYSTONE_... that is of no option, nor of another program of ours, nor what Kubernetes tells of a service, is a mistake.
// Help goes to `out`; a mistake is one line on `err` and exit code 2.
std::variant<ServerOptions, ExitCode> ParseServerOptions(int argc, const char* const* argv, std::ostream& out,
                                                         std::ostream& err);

}  // namespace waystone
