#include "core/surface/snap.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/surface/field_checks.h"

namespace waystone {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr size_t kMaxComponentsTried = 16;
constexpr size_t kPollInterval = 4;  // [snaps]; a snap may look at all polygons within kSnapReport_m

using Admit = absl::FunctionRef<bool(PolyId)>;

// The nearest place within the limits, among the polygons admitted.
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

using SnapThere = absl::FunctionRef<std::optional<NavLocation>(const Vec3&)>;

// The sum of distances of the via points and the nearest goal; infinite if some via point or every goal finds
// no place.
double SnapOthers(SnapThere snap_there, const RouteStops<Vec3>& positions, const Deadline& deadline,
                  SnappedStops& places) {
  double via_m = 0;
  for (size_t i = 0; i < positions.via.size(); ++i) {
    const auto place = snap_there(positions.via[i]);
    if (!place) return kInfinite;
    places.via[i] = AtPlace(positions.via[i], *place);
    via_m += places.via[i].distance_m;
  }
  double goal_m = kInfinite;
  for (size_t i = 0; i < positions.goals.size(); ++i) {
    if (i % kPollInterval == kPollInterval - 1 && deadline.Expired()) break;
    const auto place = snap_there(positions.goals[i]);
    if (!place) continue;
    places.goals[i] = AtPlace(positions.goals[i], *place);
    goal_m = std::min(goal_m, places.goals[i].distance_m);
  }
  return via_m + goal_m;
}

}  // namespace

SnapResult Snap(const NavmeshView& mesh, const Vec3& position, const SnapOptions& options,
                SurfaceWorkspace& workspace, const Exclusions* exclusions) {
  const auto is_there = [&](PolyId poly) { return exclusions == nullptr || !exclusions->IsBlocked(poly); };
  SnapResult result;
  result.place = PlaceWithin(mesh, position, options, is_there, workspace);
  if (result.place) return AtPlace(position, *result.place);
  result.nearest =
      NearestPolyWithin(mesh, position, kSnapReport_m, kSnapReport_m, kSnapReport_m, is_there, workspace);
  if (result.nearest) result.distance_m = Distance(position, result.nearest->point);
  return result;
}

SnappedStops SnapEach(const RouteStops<Vec3>& positions, const Deadline& deadline,
                      absl::FunctionRef<SnapResult(const Vec3&)> snap) {
  SnappedStops snapped;
  snapped.start = snap(positions.start);
  const auto snap_list = [&](const std::vector<Vec3>& from, std::vector<SnapResult>& to) {
    to.resize(from.size());
    for (size_t i = 0; i < from.size(); ++i) {
      snapped.is_late = snapped.is_late || (i % kPollInterval == kPollInterval - 1 && deadline.Expired());
      if (snapped.is_late) return;
      to[i] = snap(from[i]);
    }
  };
  snap_list(positions.via, snapped.via);
  snap_list(positions.goals, snapped.goals);
  return snapped;
}

SnappedStops SnapTogether(const SnappedStops& alone, const RouteStops<Vec3>& positions,
                          const Deadline& deadline, absl::FunctionRef<bool()> next_ground,
                          absl::FunctionRef<std::optional<NavLocation>(const Vec3&)> snap_there) {
  const auto is_on_mesh = [](const SnapResult& snap) { return snap.place.has_value(); };
  SnappedStops best = alone;
  if (alone.is_late || !alone.start.place || !std::all_of(alone.via.begin(), alone.via.end(), is_on_mesh)) {
    return best;
  }
  double least_m = kInfinite;
  for (size_t tried = 0; tried < kMaxComponentsTried && !deadline.Expired() && next_ground(); ++tried) {
    const auto from = snap_there(positions.start);
    if (!from) continue;
    SnappedStops together = alone;
    together.start = AtPlace(positions.start, *from);
    const double rest_m = SnapOthers(snap_there, positions, deadline, together);
    if (together.start.distance_m + rest_m >= least_m) continue;
    least_m = together.start.distance_m + rest_m;
    best = std::move(together);
  }
  return best;
}

SnappedStops SnapAll(const NavmeshView& mesh, const RouteStops<Vec3>& positions, const SnapOptions& options,
                     const Deadline& deadline, SurfaceWorkspace& workspace, const Exclusions* exclusions) {
  return SnapEach(positions, deadline,
                  [&](const Vec3& position) { return Snap(mesh, position, options, workspace, exclusions); });
}

SnappedStops SnapMutually(const NavmeshView& mesh, const ZoneView& zones, const RouteStops<Vec3>& positions,
                          const SnapOptions& options, const Deadline& deadline, SurfaceWorkspace& workspace,
                          const Exclusions* exclusions) {
  const SnappedStops alone = SnapAll(mesh, positions, options, deadline, workspace, exclusions);
  const auto is_there = [&](PolyId poly) { return exclusions == nullptr || !exclusions->IsBlocked(poly); };
  std::vector<uint32_t> tried;
  const auto is_new = [&](PolyId poly) {
    return is_there(poly) && std::find(tried.begin(), tried.end(), zones.ComponentOf(poly)) == tried.end();
  };
  const auto is_same = [&](PolyId poly) { return is_there(poly) && zones.ComponentOf(poly) == tried.back(); };
  const auto next_ground = [&] {
    const auto from = PlaceWithin(mesh, positions.start, options, is_new, workspace);
    if (from) tried.push_back(zones.ComponentOf(from->poly));
    return from.has_value();
  };
  return SnapTogether(alone, positions, deadline, next_ground, [&](const Vec3& position) {
    return PlaceWithin(mesh, position, options, is_same, workspace);
  });
}

absl::Status CheckSnapOptions(const SnapOptions& options) {
  constexpr double kMax_m = 100;
  WS_RETURN_IF_ERROR(CheckRange("snap.radius_m", options.radius_m, 0, kMax_m));
  WS_RETURN_IF_ERROR(CheckRange("snap.max_above_m", options.max_above_m, 0, kMax_m));
  return CheckRange("snap.max_below_m", options.max_below_m, 0, kMax_m);
}

}  // namespace waystone
