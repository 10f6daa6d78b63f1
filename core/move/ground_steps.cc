#include "core/move/ground_steps.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace waystone {
namespace {

// +1 steeply up, -1 steeply down, 0 neither.
int Steepness(const Vec3& from, const Vec3& to, double slope) {
  const double rise_m = to.y - from.y;
  if (std::abs(rise_m) <= slope * PlaneDistance(from, to)) return 0;
  return rise_m > 0 ? 1 : -1;
}

// The point of the piece from `from` to `to` that lies `run_m` along it.
Vec3 Along(const Vec3& from, const Vec3& to, double run_m) {
  const double length_m = PlaneDistance(from, to);
  return length_m > run_m ? from + (to - from) * (run_m / length_m) : to;
}

}  // namespace

// The highest rise within a run begins or ends at a point of the line.
GroundSteps FindSteps(std::span<const Vec3> line, double max_slope_deg) {
  const double slope = std::tan(max_slope_deg * std::numbers::pi / 180);
  GroundSteps steps;
  const auto note = [&steps](const Vec3& begin, const Vec3& end) {
    GroundStep& step = end.y > begin.y ? steps.up : steps.down;
    const double height_m = std::abs(end.y - begin.y);
    if (height_m > step.height_m) step = {height_m, begin};
  };
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const int steep = Steepness(line[i], line[i + 1], slope);
    if (steep == 0) continue;
    // Forwards from the point where a piece begins, and backwards from the one where it ends.
    double left_m = kStepRun_m;
    for (size_t k = i; k + 1 < line.size() && left_m >= 0; ++k) {
      if (Steepness(line[k], line[k + 1], slope) != steep) break;
      note(line[i], Along(line[k], line[k + 1], left_m));
      left_m -= PlaneDistance(line[k], line[k + 1]);
    }
    left_m = kStepRun_m;
    for (size_t k = i + 1; k > 0 && left_m >= 0; --k) {
      if (Steepness(line[k - 1], line[k], slope) != steep) break;
      note(Along(line[k], line[k - 1], left_m), line[i + 1]);
      left_m -= PlaneDistance(line[k - 1], line[k]);
    }
  }
  return steps;
}

}  // namespace waystone
