// How a client finds its server, and what it shows it.
#pragma once

#include <chrono>
#include <string>

namespace waystone::client {

// Files are in PEM. They, and that of a token, are read anew within a second when they are replaced: connections made later have
// what they hold then.
struct TlsOptions {
  bool enabled = false;
  std::string ca_file = {};    // authorities of the server's certificate; empty: the system's
  std::string cert_file = {};  // the client's own certificate, of servers that want one; with key_file
  std::string key_file = {};
  std::string server_name = {};  // that the server's certificate must have; empty: that of the address
};

struct ClientOptions {
  // host:port, or any gRPC target; "dns:///name:port" spreads the calls over all addresses of the name.
  std::string address = "127.0.0.1:50051";
  std::chrono::milliseconds timeout{5000};  // [ms, 1-3,600,000, 5000] of every call, retries included
  // [ms, 0-3,600,000, 0: never] A call of PathPlanning that has no answer after so long is made a second time, to the next
  // replica of the name's; the first answer counts, and the other call is cancelled. Of 20 calls one may be. The 95th percentile of
  // the calls' times is a good choice.
  std::chrono::milliseconds hedge_after{0};
  TlsOptions tls = {};
  std::string token_file = {};  // holds the token that each call shows, 7 KiB at most; empty: none
  bool insecure = false;        // the token may leave this machine without TLS
};

}  // namespace waystone::client
