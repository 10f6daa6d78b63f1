// The cost of the rpc suite's queries without a server.
#pragma once

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "bench/rpc/rpc_requests.h"

namespace waystone {

// [us] Processor time per query, by the name of the call ("plan_route", "place_resource", "validate_move"):
// the same requests, answered by core from the package, in this thread, after a round that is not counted.
// NotFound or DataLoss if the package cannot be read; InvalidArgument if it is not the requests' map.
absl::StatusOr<std::map<std::string, double>> MeasureQueries(const std::string& package_path,
                                                             const RpcRequests& requests, double seconds);

}  // namespace waystone
