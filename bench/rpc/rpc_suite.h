// The rpc suite: what a call costs the server.
#pragma once

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/rpc/rpc_suite_options.h"

namespace waystone {

// Prints one line per kind of call: requests, server_cpu_us (processor time of the server's process per
// request, all its threads, as it says itself; requests of a batch count one by one), calls_per_s (wall
// clock, with this client on the same machine), query_cpu_us (the same queries without any server, in this
// process). The last line has the ratios that docs/benchmarks.md explains. Errors as gRPC gave them, or of
// the package.
absl::Status RunRpcSuite(const RpcSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
