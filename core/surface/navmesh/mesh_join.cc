#include "core/surface/navmesh/mesh_join.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/navmesh/distance_flood.h"
#include "core/path/search_outcome.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFirstLook_m = 4;

struct Nearest {
  KeyPointId key_point;
  double distance_m = kInfinite;
};

// The nearest key point that the flood has reached; of equals the lowest.
Nearest FindNearest(const MapView& map, const NavLocation& start, const JoinOptions& options,
                    const std::optional<Vec2>& movement, DistanceFlood& flood) {
  const SearchSurface& surface = map.surface->AsPolygons();
  const SkeletonView& skeleton = *map.skeleton;
  const std::span<const KeyPoint> key_points = skeleton.key_points();
  Nearest nearest;
  for (const uint32_t poly : flood.EnteredPolys()) {
    const uint32_t baked = surface.BakedPoly(PolyId(poly)).value();
    const auto first = std::ranges::lower_bound(key_points, baked, {}, &KeyPoint::poly);
    for (auto k = first; k != key_points.end() && k->poly == baked; ++k) {
      const KeyPointId id(static_cast<uint32_t>(k - key_points.begin()));
      if (options.is_closed && options.is_closed(id)) continue;
      const Vec3 at = skeleton.Position(id);
      if (movement && !LiesAhead(start.point, at, *movement)) continue;
      const std::optional<NavLocation> place = surface.PlaceOfBaked({PolyId(baked), at});
      if (!place || place->poly.value() != poly) continue;
      const double distance_m = flood.DistanceTo(*place);
      if (!std::isfinite(distance_m)) continue;
      if (std::pair(distance_m, id) < std::pair(nearest.distance_m, nearest.key_point)) {
        nearest = {id, distance_m};
      }
    }
  }
  return nearest;
}

}  // namespace

SkeletonJoin FindMeshJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                          const Exclusions* exclusions, Scratch& scratch) {
  const double most_m = options.max_join_m == 0 ? kInfinite : options.max_join_m;
  const Scratch::Lease<DistanceFlood> lease = scratch.Borrow<DistanceFlood>();
  DistanceFlood& flood = *lease;
  flood.Begin(*map.navmesh, *map.links, map.abilities, start, exclusions);
  FloodOptions grow;
  grow.deadline = options.deadline;
  grow.max_expansions = options.max_expansions;
  SkeletonJoin join;
  Nearest nearest;
  double limit_m = std::min(kFirstLook_m, most_m);
  while (true) {
    join.end = flood.GrowTo(limit_m, grow);
    nearest = FindNearest(map, start, options, std::nullopt, flood);
    const bool is_over = join.end != SearchOutcome::kExhausted || limit_m >= most_m;
    if (!nearest.key_point.IsNone() || is_over) break;
    // When the flood has passed all sides, the polygon entered last may still reach beyond the limit.
    limit_m = flood.IsDone() ? most_m : std::min(2 * limit_m, most_m);
  }
  if (nearest.key_point.IsNone() && flood.IsDone()) {
    flood.GrowTo(kInfinite, grow);
    join.can_reach_none = FindNearest(map, start, options, std::nullopt, flood).key_point.IsNone();
  }
  if (options.movement && !nearest.key_point.IsNone()) {
    const double ahead_m = nearest.distance_m + kMovementDetour_m;
    flood.GrowTo(std::min(ahead_m, most_m), grow);
    const Nearest ahead = FindNearest(map, start, options, options.movement, flood);
    if (ahead.distance_m <= ahead_m) nearest = ahead;
  }
  join.key_point = nearest.key_point;
  join.expansions = flood.expansions();
  return join;
}

}  // namespace waystone
