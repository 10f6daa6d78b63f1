// Which call takes which request.
#pragma once

#include "server/base/rpc.h"
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

// The unary call that takes this request.
template <typename Request>
inline constexpr Rpc kRpcOf = Request::there_is_no_such_call;
template <>
inline constexpr Rpc kRpcOf<v1::BatchRequest> = Rpc::kBatch;
template <>
inline constexpr Rpc kRpcOf<v1::PlanRouteRequest> = Rpc::kPlanRoute;
template <>
inline constexpr Rpc kRpcOf<v1::PlaceResourceRequest> = Rpc::kPlaceResource;
template <>
inline constexpr Rpc kRpcOf<v1::ValidateMoveRequest> = Rpc::kValidateMove;
template <>
inline constexpr Rpc kRpcOf<v1::MeasureDistancesRequest> = Rpc::kMeasureDistances;
template <>
inline constexpr Rpc kRpcOf<v1::PrepareChangesRequest> = Rpc::kPrepareChanges;
template <>
inline constexpr Rpc kRpcOf<v1::ReachRequest> = Rpc::kReach;
template <>
inline constexpr Rpc kRpcOf<v1::DescribeServerRequest> = Rpc::kDescribeServer;
template <>
inline constexpr Rpc kRpcOf<v1::ListMapsRequest> = Rpc::kListMaps;
template <>
inline constexpr Rpc kRpcOf<v1::DescribeMapRequest> = Rpc::kDescribeMap;
template <>
inline constexpr Rpc kRpcOf<v1::GetSurfaceRequest> = Rpc::kGetSurface;
template <>
inline constexpr Rpc kRpcOf<v1::GetSkeletonRequest> = Rpc::kGetSkeleton;
template <>
inline constexpr Rpc kRpcOf<v1::DescribeWorldRequest> = Rpc::kDescribeWorld;
template <>
inline constexpr Rpc kRpcOf<v1::ReloadRequest> = Rpc::kReload;
template <>
inline constexpr Rpc kRpcOf<v1::PreloadRequest> = Rpc::kPreload;
template <>
inline constexpr Rpc kRpcOf<v1::VerifyRequest> = Rpc::kVerify;

}  // namespace waystone
