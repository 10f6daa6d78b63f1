// What lies within some distance of a convex part of the plane is convex: a row of cells meets it in one stretch, which
// ends where the row's sides cross its border, or at a point that is farthest to one side.
#include "core/surface/solid_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr double kTouch_m = 1e-6;

// A stretch along x; empty at first.
struct Stretch {
  double from = std::numeric_limits<double>::infinity();
  double to = -std::numeric_limits<double>::infinity();

  void Add(double low, double high) {
    from = std::min(from, low);
    to = std::max(to, high);
  }
};

// Columns [first, end).
struct Columns {
  uint32_t first = 0;
  uint32_t end = 0;

  bool IsNone() const { return first >= end; }
};

void AddCrossing(Vec2 a, Vec2 b, double z, Stretch& stretch) {
  if (a.z == b.z || std::min(a.z, b.z) > z || std::max(a.z, b.z) < z) return;
  const double x = a.x + (b.x - a.x) * ((z - a.z) / (b.z - a.z));
  stretch.Add(x, x);
}

// The part of the line at `z` within `reach_m` of the convex part of the plane.
void AddLine(const std::vector<Vec2>& corners, double reach_m, double z, Stretch& stretch) {
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i];
    const double off_m = std::abs(z - a.z);
    if (off_m <= reach_m) {
      const double half_m = std::sqrt(reach_m * reach_m - off_m * off_m);
      stretch.Add(a.x - half_m, a.x + half_m);
    }
    if (corners.size() == 1) continue;
    const Vec2 b = corners[(i + 1) % corners.size()];
    const Vec2 along = b - a;
    const Vec2 out = Vec2{along.z, -along.x} * (reach_m / Length(along));
    AddCrossing(a + out, b + out, z, stretch);
  }
}

class CellBlocker {
 public:
  CellBlocker(const Solid& solid, const CellExtent& grid, double agent_radius_m)
      : solid_(solid), grid_(grid), room_m_(solid.radius_m + agent_radius_m) {}

  // The rows that the solid and the agent's radius around it reach.
  Columns Rows() const {
    Stretch along_z;
    for (const Vec2 corner : solid_.corners) along_z.Add(corner.z - room_m_, corner.z + room_m_);
    return {Index((along_z.from - grid_.corner.z) / grid_.cell_m, grid_.rows),
            Index((along_z.to - grid_.corner.z) / grid_.cell_m + 1, grid_.rows)};
  }

  Columns Overlapped(uint32_t row) const {
    const double top = grid_.corner.z + row * grid_.cell_m + kTouch_m;
    const double bottom = grid_.corner.z + (row + 1.0) * grid_.cell_m - kTouch_m;
    Stretch stretch;
    AddLine(solid_.corners, solid_.radius_m, top, stretch);
    AddLine(solid_.corners, solid_.radius_m, bottom, stretch);
    for (const Vec2 corner : solid_.corners) {
      const bool is_between = corner.z > top && corner.z < bottom;
      if (is_between) stretch.Add(corner.x - solid_.radius_m, corner.x + solid_.radius_m);
    }
    return ColumnsOf(stretch, 0, 1);
  }
  Columns TooNear(uint32_t row) const {
    Stretch stretch;
    AddLine(solid_.corners, room_m_, grid_.corner.z + (row + 0.5) * grid_.cell_m, stretch);
    return ColumnsOf(stretch, 0.5, 0.5);
  }

 private:
  static uint32_t Index(double at, uint32_t count) {
    return static_cast<uint32_t>(std::clamp(std::floor(at), 0.0, double{1} * count));
  }
  // The columns of which the part from `low` to `high` [cells] meets the stretch.
  Columns ColumnsOf(const Stretch& stretch, double low, double high) const {
    if (stretch.from > stretch.to) return {};
    const double from = (stretch.from + kTouch_m - grid_.corner.x) / grid_.cell_m;
    const double to = (stretch.to - kTouch_m - grid_.corner.x) / grid_.cell_m;
    return {Index(from - high + 1, grid_.columns), Index(std::ceil(to - low), grid_.columns)};
  }

  const Solid& solid_;
  const CellExtent& grid_;
  const double room_m_;
};

// A run of a row; grows the run above if that has the same columns.
void AddRun(Columns run, uint32_t row, size_t first_of_solid, std::vector<CellRect>& blocked) {
  if (run.IsNone()) return;
  const uint32_t count = run.end - run.first;
  if (blocked.size() > first_of_solid) {
    CellRect& last = blocked.back();
    if (last.column == run.first && last.columns == count && last.row + last.rows == row) {
      ++last.rows;
      return;
    }
  }
  blocked.push_back({run.first, row, count, 1});
}

}  // namespace

absl::Status BlockUnder(std::span<const Solid> solids, const CellExtent& grid, const AgentProfile& agent,
                        size_t max_rects, const Deadline& deadline, std::vector<CellRect>& blocked) {
  for (const Solid& solid : solids) {
    const bool is_touched = grid.corner.y < solid.max_y && grid.corner.y > solid.min_y - agent.height_m;
    if (!is_touched) continue;
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
    const CellBlocker blocker(solid, grid, agent.radius_m);
    const size_t first_of_solid = blocked.size();
    const Columns rows = blocker.Rows();
    for (uint32_t row = rows.first; row < rows.end; ++row) {
      Columns run = blocker.Overlapped(row);
      const Columns near = blocker.TooNear(row);
      const bool is_one = run.IsNone() || near.IsNone() || (run.first <= near.end && near.first <= run.end);
      if (!is_one) AddRun(near, row, first_of_solid, blocked);
      if (run.IsNone()) run = near;
      if (is_one && !near.IsNone()) {
        run = {std::min(run.first, near.first), std::max(run.end, near.end)};
      }
      AddRun(run, row, first_of_solid, blocked);
    }
    if (blocked.size() > max_rects) {
      return LimitError("obstacles", StrCat("they block more than ", max_rects, " rectangles of cells"),
                        {max_rects}, absl::StatusCode::kOutOfRange);
    }
  }
  return absl::OkStatus();
}

}  // namespace waystone
