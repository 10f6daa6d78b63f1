// The calls of the API, by number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace waystone {

enum class Rpc : uint8_t {
  kPlanRoute,
  kPlaceResource,
  kValidateMove,
  kMeasureDistances,
  kPrepareChanges,
  kBatch,
  kExchange,  // a batch of a stream
  kReach,
  kDescribeServer,
  kListMaps,
  kDescribeMap,
  kGetSurface,
  kGetSkeleton,
  kDescribeWorld,
  kReload,
  kPreload,
  kVerify,
};
inline constexpr std::array<std::string_view, 17> kRpcNames = {
    "PlanRoute",   "PlaceResource", "ValidateMove",   "MeasureDistances", "PrepareChanges", "Batch",
    "Exchange",    "Reach",         "DescribeServer", "ListMaps",         "DescribeMap",    "GetSurface",
    "GetSkeleton", "DescribeWorld", "Reload",         "Preload",          "Verify"};
inline constexpr size_t kRpcCount = kRpcNames.size();
constexpr std::string_view NameOf(Rpc rpc) { return kRpcNames[static_cast<size_t>(rpc)]; }

}  // namespace waystone
