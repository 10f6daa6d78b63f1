#include "core/surface/volume/volume_snap.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/nearest_voxel.h"

namespace waystone {
namespace {

std::optional<NavLocation> PlaceWithin(const MapView& map, const Vec3& position, const NearestLimits& limits,
                                       absl::FunctionRef<bool(uint32_t part)> admit) {
  const VolumeView& volume = VolumeOf(map);
  const std::optional<Vec3> place = NearestFreePlace(volume, position, limits, admit);
  if (!place.has_value()) return std::nullopt;
  return NavLocation{PolyId(*volume.PartOf(volume.VoxelAt(*place))), *place};
}

NearestLimits LimitsOf(const MapView& map, const SnapOptions& options) {
  const double most_m = kMaxVoxelsAround * VolumeOf(map).header().voxel_m;
  return {std::min(options.radius_m, most_m), std::min(options.max_above_m, most_m),
          std::min(options.max_below_m, most_m)};
}

bool AdmitAll(uint32_t /*part*/) { return true; }

}  // namespace

SnapResult SnapToVolume(const MapView& map, const Vec3& position, const SnapOptions& options) {
  SnapResult result;
  result.place = result.nearest = PlaceWithin(map, position, LimitsOf(map, options), AdmitAll);
  if (!result.place) {
    const SnapOptions far{kSnapReport_m, kSnapReport_m, kSnapReport_m};
    result.nearest = PlaceWithin(map, position, LimitsOf(map, far), AdmitAll);
  }
  if (result.nearest) result.distance_m = Distance(position, result.nearest->point);
  return result;
}

SnappedStops SnapStopsToVolume(const MapView& map, const RouteStops<Vec3>& positions,
                               const SnapOptions& options, bool mutually, const Deadline& deadline) {
  SnappedStops alone = SnapEach(positions, deadline,
                                [&](const Vec3& position) { return SnapToVolume(map, position, options); });
  if (!mutually) return alone;
  std::set<uint32_t> tried;
  uint32_t there = 0;
  const auto next_part = [&] {
    const auto is_new = [&](uint32_t part) { return !tried.contains(part); };
    const auto place = PlaceWithin(map, positions.start, LimitsOf(map, options), is_new);
    if (!place) return false;
    there = place->poly.value();
    tried.insert(there);
    return true;
  };
  return SnapTogether(alone, positions, deadline, next_part, [&](const Vec3& position) {
    return PlaceWithin(map, position, LimitsOf(map, options), [&](uint32_t part) { return part == there; });
  });
}

std::optional<NavLocation> NearestOfPart(const MapView& map, const Vec3& position, PolyId part) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  return PlaceWithin(map, position, {kAny, kAny, kAny},
                     [&](uint32_t other) { return other == part.value(); });
}

}  // namespace waystone
