#include "core/query/resource_placer.h"

#include "core/base/random.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/surface_queries.h"
#include "core/query/field_checks.h"

namespace waystone {
namespace {

constexpr uint32_t kMaxPositions = 100'000;
constexpr uint32_t kPollInterval = 256;  // [positions]

}  // namespace

absl::StatusOr<PlaceAnswer> PlaceResource(const MapView& map, const PlaceQuery& query, Workspace&) {
  WS_RETURN_IF_ERROR(CheckCount("count", query.count, 1, kMaxPositions));
  WS_RETURN_IF_ERROR(CheckHasNavmesh(map));
  if (map.navmesh->poly_count() == 0) {
    return absl::FailedPreconditionError(
        StrCat("map ", map.manifest->map_id, ": it has no walkable surface"));
  }
  Random random(query.seed);
  PlaceAnswer answer;
  answer.positions.reserve(query.count);
  answer.polys.reserve(query.count);
  for (uint32_t i = 0; i < query.count; ++i) {
    if (i % kPollInterval == 0) WS_RETURN_IF_ERROR(CheckInTime(query.deadline));
    const NavLocation place = RandomPoint(*map.navmesh, random);
    answer.positions.push_back(place.point + map.manifest->origin);
    answer.polys.push_back(place.poly.value());
  }
  return answer;
}

}  // namespace waystone
