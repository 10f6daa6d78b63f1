// The requests of the rpc suite: routes, placements and moves on one map of the server.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/rpc/call_load.h"
#include "bench/rpc/rpc_suite_options.h"
#include "grpcpp/channel.h"
#include "waystone/v1/batch.pb.h"

namespace waystone {

struct RpcRequests {
  std::string map_id;
  std::vector<v1::PlanRouteRequest> routes;  // up to options.route_m apart, all complete
  std::vector<v1::PlaceResourceRequest> placements;
  std::vector<v1::ValidateMoveRequest> moves;  // some metres long, some of them illegal
};

// Has the server draw places on the map, and pairs them. Reproducible by the seed and the map. Errors of the
// server; NotFound if it has no map, or too few pairs are found.
absl::StatusOr<RpcRequests> DrawRequests(const std::shared_ptr<grpc::Channel>& channel,
                                         const RpcSuiteOptions& options);

// Every kind of call that the suite measures.
std::vector<CallKind> CallKindsOf(const RpcRequests& requests);

}  // namespace waystone
