#include "core/query/snap.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/status_macros.h"
#include "core/query/field_checks.h"

namespace waystone {

namespace {

constexpr size_t kMaxComponentsTried = 16;

using Admit = absl::FunctionRef<bool(PolyId)>;

// Within the limits, among the polygons admitted.
std::optional<NavLocation> PlaceWithin(const NavmeshView& mesh, const Vec3& position,
                                       const SnapOptions& options, Admit admit, SurfaceWorkspace& workspace) {
  const double step_m = std::min<double>(mesh.arrays().header.max_climb_m, options.max_above_m);
  const auto find = [&](double above_m) {
    return NearestPolyWithin(mesh, position, options.radius_m, options.max_below_m, above_m, admit,
                             workspace);
  };
  const std::optional<NavLocation> place = find(step_m);
  return place || step_m >= options.max_above_m ? place : find(options.max_above_m);
}

SnapResult AtPlace(const Vec3& position, const NavLocation& place) {
  return {place, place, Distance(position, place.point)};
}

}  // namespace

SnapResult Snap(const NavmeshView& mesh, const Vec3& position, const SnapOptions& options,
                SurfaceWorkspace& workspace) {
  const auto all = [](PolyId) { return true; };
  SnapResult result;
  result.place = PlaceWithin(mesh, position, options, all, workspace);
  if (result.place) return AtPlace(position, *result.place);
  result.nearest = NearestPolyWithin(mesh, position, kSnapReport_m, kSnapReport_m, kSnapReport_m, workspace);
  if (result.nearest) result.distance_m = Distance(position, result.nearest->point);
  return result;
}

SnappedEnds SnapMutually(const NavmeshView& mesh, const ZoneView& zones, const Vec3& start, const Vec3& goal,
                         const SnapOptions& options, SurfaceWorkspace& workspace) {
  SnappedEnds ends{Snap(mesh, start, options, workspace), Snap(mesh, goal, options, workspace)};
  if (!ends.start.place || !ends.goal.place) return ends;
  std::vector<uint32_t> tried;
  double least_m = std::numeric_limits<double>::infinity();
  while (tried.size() < kMaxComponentsTried) {
    const auto is_new = [&](PolyId poly) {
      return std::find(tried.begin(), tried.end(), zones.ComponentOf(poly.value())) == tried.end();
    };
    const auto from = PlaceWithin(mesh, start, options, is_new, workspace);
    if (!from) break;
    const uint32_t component = zones.ComponentOf(from->poly.value());
    tried.push_back(component);
    const auto is_same = [&](PolyId poly) { return zones.ComponentOf(poly.value()) == component; };
    const auto to = PlaceWithin(mesh, goal, options, is_same, workspace);
    if (!to) continue;
    const double sum_m = Distance(start, from->point) + Distance(goal, to->point);
    if (sum_m >= least_m) continue;
    least_m = sum_m;
    ends = {AtPlace(start, *from), AtPlace(goal, *to)};
  }
  return ends;
}

absl::Status CheckSnapOptions(const SnapOptions& options) {
  constexpr double kMax_m = 100;
  WS_RETURN_IF_ERROR(CheckRange("snap.radius_m", options.radius_m, 0, kMax_m));
  WS_RETURN_IF_ERROR(CheckRange("snap.max_above_m", options.max_above_m, 0, kMax_m));
  return CheckRange("snap.max_below_m", options.max_below_m, 0, kMax_m);
}

}  // namespace waystone
