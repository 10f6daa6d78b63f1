// The options of the rpc suite.
#pragma once

#include <cstdint>
#include <string>

namespace waystone {

struct RpcSuiteOptions {
  std::string address = "127.0.0.1:50051";  // host:port
  std::string map_id;                       // that the requests are about; empty: the server's first
  std::string package_path;  // of that map; empty: the queries' own time, and the ratios, are null
  std::string ca_path;       // authority of the server's certificate; empty: without TLS
  std::string token_path;    // file of the token to show, with TLS; empty: none
  double seconds = 1;        // [s, 0.1-60, 1] of each measurement
  uint32_t rounds = 5;       // [1-100, 5] measurements of each call, taken in turn; the median counts
  uint32_t in_flight = 32;   // [calls, 1-1000, 32] that wait for their answers at once
  double route_m = 50;       // [m, 1-1000, 50] greatest straight distance of the routes planned
  uint64_t seed = 1;         // of the requests
};

}  // namespace waystone
