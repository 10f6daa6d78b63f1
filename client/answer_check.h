// What must hold of an answer before anybody relies on it: WaystoneClient checks every answer so.
//
// CheckAnswer returns DataLoss, beginning with the field's path, if the answer breaks a promise of the API: a
// number of coordinates that is no multiple of 3, a leg over points that do not exist, a number that is not
// finite, no status, lists that do not match each other or the request. O(size of the answer).
#pragma once

#include "absl/status/status.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/reach.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone::client {

absl::Status CheckAnswer(const v1::PlanRouteRequest& request, const v1::PlanRouteResponse& answer);
absl::Status CheckAnswer(const v1::PlaceResourceRequest& request, const v1::PlaceResourceResponse& answer);
absl::Status CheckAnswer(const v1::ValidateMoveRequest& request, const v1::ValidateMoveResponse& answer);
absl::Status CheckAnswer(const v1::MeasureDistancesRequest& request,
                         const v1::MeasureDistancesResponse& answer);
absl::Status CheckAnswer(const v1::ReachRequest& request, const v1::ReachResponse& answer);
absl::Status CheckAnswer(const v1::PrepareChangesRequest& request, const v1::PrepareChangesResponse& answer);
// Replaces a result that breaks a rule by an error with the code DATA_LOSS. The error of a batch that failed
// as a whole is returned.
absl::Status CheckAnswer(const v1::BatchRequest& request, v1::BatchResponse& answer);

absl::Status CheckAnswer(const v1::ListMapsRequest& request, const v1::ListMapsResponse& page);
absl::Status CheckAnswer(const v1::DescribeMapRequest& request, const v1::DescribeMapResponse& answer);
absl::Status CheckAnswer(const v1::DescribeWorldRequest& request, const v1::DescribeWorldResponse& page);
absl::Status CheckAnswer(const v1::GetSurfaceRequest& request, const v1::GetSurfaceResponse& part);
absl::Status CheckAnswer(const v1::GetSkeletonRequest& request, const v1::GetSkeletonResponse& part);

}  // namespace waystone::client
