// What a clearance leaves of polygons, beside a fine raster of each.
#include "bake/contraction/clear_ground.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/surface_queries.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// Squares of a polygon in which there is at least so much room, and which of them belong together.
class Raster {
 public:
  Raster(const NavmeshView& mesh, PolyId poly, double room_m, double step_m) : step_m_(step_m) {
    Vec2 max{-1e9, -1e9};
    for (const NavEdge& edge : mesh.edges(poly)) {
      const Vec2 at = Vec3(mesh.vertex(VertexId(edge.vertex))).Plane();
      min_ = {std::min(min_.x, at.x), std::min(min_.z, at.z)};
      max = {std::max(max.x, at.x), std::max(max.z, at.z)};
    }
    columns_ = static_cast<int>((max.x - min_.x) / step_m) + 1;
    rows_ = static_cast<int>((max.z - min_.z) / step_m) + 1;
    group_.assign(static_cast<size_t>(columns_) * rows_, -1);
    SurfaceWorkspace workspace;
    const ClearanceCheck clearance(mesh, nullptr, room_m, workspace);
    for (int i = 0; i < columns_ * rows_; ++i) {
      const Vec2 at = MiddleOf(i);
      if (IsOverPoly(mesh, poly, at) && clearance.Room(poly, at, room_m) >= room_m) group_[i] = i;
    }
    for (int i = 0; i < columns_ * rows_; ++i) Flood(i);
  }

  // The group of the squares that are nearest to a place, at most two squares off.
  std::optional<int> GroupAt(Vec2 at) const {
    std::optional<int> best;
    double least_m = 2 * step_m_;
    for (int i = 0; i < columns_ * rows_; ++i) {
      if (group_[i] < 0 || Distance(MiddleOf(i), at) >= least_m) continue;
      least_m = Distance(MiddleOf(i), at);
      best = group_[i];
    }
    return best;
  }

 private:
  Vec2 MiddleOf(int i) const {
    return {min_.x + (i % columns_ + 0.5) * step_m_, min_.z + (i / columns_ + 0.5) * step_m_};
  }
  void Flood(int from) {
    if (group_[from] != from) return;
    std::vector<int> open{from};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (int dz = -1; dz <= 1; ++dz) {
        for (int dx = -1; dx <= 1; ++dx) {
          const int x = at % columns_ + dx;
          const int z = at / columns_ + dz;
          if (x < 0 || z < 0 || x >= columns_ || z >= rows_) continue;
          const int next = z * columns_ + x;
          if (group_[next] != next || next == from) continue;
          group_[next] = from;
          open.push_back(next);
        }
      }
    }
  }

  const double step_m_;
  Vec2 min_{1e9, 1e9};
  int columns_ = 0;
  int rows_ = 0;
  std::vector<int> group_;  // [square] the first of those that belong together; -1: too little room
};

struct Seen {
  int gaps = 0;
  int narrow_sides = 0;
  int joined = 0;
  int parted = 0;
};

Vec2 On(const NavmeshView& mesh, EdgeId side, double fraction) {
  const Vec2 a = Vec3(mesh.EdgeStart(side)).Plane();
  const Vec2 b = Vec3(mesh.EdgeEnd(side)).Plane();
  return a + (b - a) * fraction;
}

void ExpectGapsOfSides(const NavmeshView& mesh, const ClearGround& ground, double clearance_m, Seen& seen) {
  SurfaceWorkspace workspace;
  const ClearanceCheck clearance(mesh, nullptr, clearance_m, workspace);
  for (EdgeId side(0); side.value() < mesh.arrays().edges.size(); side = EdgeId(side.value() + 1)) {
    const std::span<const ClearGap> gaps = ground.GapsOf(side);
    if (mesh.edge(side).twin == kNoEdge) {
      ASSERT_TRUE(gaps.empty());
      continue;
    }
    seen.gaps += static_cast<int>(gaps.size());
    seen.narrow_sides += gaps.empty() ? 1 : 0;
    for (int k = 0; k <= 60; ++k) {
      const double fraction = k / 60.0;
      const bool is_in_gap = std::ranges::any_of(gaps, [&](const ClearGap& gap) {
        return gap.from - 1e-4 <= fraction && fraction <= gap.to + 1e-4;
      });
      const double room_m =
          clearance.Room(PolyId(mesh.edge(side).poly), On(mesh, side, fraction), clearance_m);
      if (room_m >= clearance_m) {
        ASSERT_TRUE(is_in_gap) << "side " << side.value() << " at " << fraction;
      } else if (room_m < clearance_m - mesh.tolerance_m() - 1e-3) {
        ASSERT_FALSE(is_in_gap) << "side " << side.value() << " at " << fraction << " room " << room_m;
      }
    }
  }
}

void ExpectParts(const NavmeshView& mesh, const ClearGround& ground, PolyId poly, double clearance_m,
                 Seen& seen) {
  struct Place {
    Vec2 at;
    uint32_t part;
  };
  std::vector<Place> places;
  const NavPoly& p = mesh.poly(poly);
  for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
    for (const ClearGap& gap : ground.GapsOf(EdgeId(e)))
      places.push_back({On(mesh, EdgeId(e), 0.5 * (gap.from + gap.to)), gap.part});
  }
  if (places.size() < 2) return;
  const double step_m = clearance_m / 30;
  const Raster sure(mesh, poly, clearance_m, step_m);
  const Raster maybe(mesh, poly, clearance_m - 1.5 * step_m, step_m);
  for (const Place& a : places) {
    for (const Place& b : places) {
      const auto sure_a = sure.GroupAt(a.at);
      const auto sure_b = sure.GroupAt(b.at);
      if (sure_a && sure_b && *sure_a == *sure_b) {
        ASSERT_EQ(a.part, b.part) << "polygon " << poly.value();
        ++seen.joined;
      }
      const auto maybe_a = maybe.GroupAt(a.at);
      const auto maybe_b = maybe.GroupAt(b.at);
      if (maybe_a && maybe_b && *maybe_a != *maybe_b) {
        ASSERT_NE(a.part, b.part) << "polygon " << poly.value();
        ++seen.parted;
      }
    }
  }
}

TEST(ClearGround, IsWhatARasterSays) {
  Seen seen;
  Random random(5);
  for (int round = 0; round < 24 && !testing::Test::HasFailure(); ++round) {
    const std::string drawing = RandomDrawing(12, 8, random.NextInRange(0.05, 0.3), random);
    PolygonSoup cells = round % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.3, random);
    if (round % 3 == 0) MergeSome(cells, 60, random);
    const NavmeshData data = *BuildNavmesh(cells);
    const NavmeshView mesh = *NavmeshView::Create(data);
    const double clearance_m = random.NextInRange(0.1, 0.9);
    SCOPED_TRACE(testing::Message() << "round " << round << ", clearance " << clearance_m);
    const ClearGround ground = ClearGround::Of(mesh, clearance_m, 1);
    ExpectGapsOfSides(mesh, ground, clearance_m, seen);
    for (uint32_t poly = 0; poly < mesh.poly_count() && !testing::Test::HasFailure(); ++poly)
      ExpectParts(mesh, ground, PolyId(poly), clearance_m, seen);
  }
  EXPECT_GT(seen.gaps, 500);
  EXPECT_GT(seen.narrow_sides, 500);
  EXPECT_GT(seen.joined, 500);
  EXPECT_GT(seen.parted, 10);
}

TEST(ClearGround, DoesNotDependOnTheThreads) {
  Random random(6);
  const NavmeshData data = *BuildNavmesh(JitteredCells(RandomDrawing(80, 40, 0.1, random), 0.3, random));
  const NavmeshView mesh = *NavmeshView::Create(data);
  const ClearGround one = ClearGround::Of(mesh, 0.3, 1);
  const ClearGround three = ClearGround::Of(mesh, 0.3, 3);
  for (uint32_t side = 0; side < mesh.arrays().edges.size(); ++side) {
    const auto same = [](const ClearGap& a, const ClearGap& b) {
      return a.from == b.from && a.to == b.to && a.part == b.part;
    };
    ASSERT_TRUE(std::ranges::equal(one.GapsOf(EdgeId(side)), three.GapsOf(EdgeId(side)), same));
  }
}

}  // namespace
}  // namespace waystone
