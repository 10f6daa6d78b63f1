#include "core/query/snap.h"

#include <algorithm>

#include "core/base/status_macros.h"
#include "core/query/field_checks.h"

namespace waystone {

SnapResult Snap(const NavmeshView& mesh, const Vec3& position, const SnapOptions& options,
                SurfaceWorkspace& workspace) {
  const double step_m = std::min<double>(mesh.arrays().header.max_climb_m, options.max_above_m);
  SnapResult result;
  result.place = NearestPolyWithin(mesh, position, options.radius_m, options.max_below_m, step_m, workspace);
  if (!result.place && step_m < options.max_above_m) {
    result.place = NearestPolyWithin(mesh, position, options.radius_m, options.max_below_m,
                                     options.max_above_m, workspace);
  }
  result.nearest = result.place;
  if (!result.nearest) {
    result.nearest =
        NearestPolyWithin(mesh, position, kSnapReport_m, kSnapReport_m, kSnapReport_m, workspace);
  }
  if (result.nearest) result.distance_m = Distance(position, result.nearest->point);
  return result;
}

absl::Status CheckSnapOptions(const SnapOptions& options) {
  constexpr double kMax_m = 100;
  WS_RETURN_IF_ERROR(CheckRange("snap.radius_m", options.radius_m, 0, kMax_m));
  WS_RETURN_IF_ERROR(CheckRange("snap.max_above_m", options.max_above_m, 0, kMax_m));
  return CheckRange("snap.max_below_m", options.max_below_m, 0, kMax_m);
}

}  // namespace waystone
