// How much work a request is, as far as its fields tell.
#pragma once

#include <chrono>

#include "server/convert/request_limits.h"
#include "server/queue/queued_call.h"
#include "waystone/v1/batch.pb.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/distances.pb.h"
#include "waystone/v1/map_catalog.pb.h"
#include "waystone/v1/move.pb.h"
#include "waystone/v1/package_admin.pb.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/reach.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Quick is what is expected to be over in some milliseconds: moves with their tracks, routes that an index may answer, small
// placements, matrices and batches of these. Whether it is, shows when it runs. O(items).
CallCost CostOf(const v1::ValidateMoveRequest& request);
CallCost CostOf(const v1::PlanRouteRequest& request);
CallCost CostOf(const v1::PlaceResourceRequest& request);
CallCost CostOf(const v1::MeasureDistancesRequest& request);
CallCost CostOf(const v1::ReachRequest& request);
CallCost CostOf(const v1::PrepareChangesRequest& request);
CallCost CostOf(const v1::BatchRequest& request);
CallCost CostOf(const v1::DescribeServerRequest& request);
CallCost CostOf(const v1::DescribeMapRequest& request);
CallCost CostOf(const v1::ListMapsRequest& request);
CallCost CostOf(const v1::DescribeWorldRequest& request);
CallCost CostOf(const v1::GetSurfaceRequest& request);
CallCost CostOf(const v1::GetSkeletonRequest& request);
CallCost CostOf(const v1::ReloadRequest& request);
CallCost CostOf(const v1::PreloadRequest& request);
CallCost CostOf(const v1::VerifyRequest& request);

// How long a request of this kind is worked on, whatever time its caller gives. Administration may take any.
std::chrono::milliseconds WorkLimit(CallKind kind, const RequestLimits& limits);

}  // namespace waystone
