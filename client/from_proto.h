// From the API's messages to the client's structs, trusting nothing a server sends. Internal to the library.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/types.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/route.pb.h"

namespace grpc {
class Status;
}

namespace waystone::client {

// DataLoss, beginning with the field's path, where a message breaks a promise of the API: a number of floats
// that is no multiple of 3, a leg over points that do not exist, a number that is not finite, no status.
absl::StatusOr<RouteAnswer> FromProto(const v1::PlanRouteResponse& message);
// Also DataLoss where there is not one verdict, or one point, for each given position.
absl::StatusOr<PlaceAnswer> FromProto(const PlaceRequest& request, const v1::PlaceResourceResponse& message);
absl::StatusOr<MoveAnswer> FromProto(const v1::ValidateMoveResponse& message);
// Also DataLoss where there is not one distance for each pair.
absl::StatusOr<DistancesAnswer> FromProto(const DistancesRequest& request,
                                          const v1::MeasureDistancesResponse& message);
// The batch's own error where it failed as a whole. Also DataLoss where results are missing or out of order.
// A malformed result spoils only itself.
absl::StatusOr<BatchAnswer> FromProto(const BatchRequest& request, const v1::BatchResponse& message);
absl::StatusOr<MapSummary> FromProto(const v1::MapSummary& message);
absl::StatusOr<MapDescription> FromProto(const v1::DescribeMapResponse& message);
// A page of the world. Also DataLoss where a portal leaves out a place.
absl::StatusOr<WorldDescription> FromProto(const v1::DescribeWorldResponse& message);

// The code and message of a call's end.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace waystone::client
