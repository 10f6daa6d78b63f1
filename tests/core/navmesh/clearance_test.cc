// Paths that keep clear of borders, looked at by distances to all borders.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/geom/segment.h"
#include "core/navmesh/border_distance.h"
#include "core/navmesh/clearance_check.h"
#include "core/navmesh/edge_point_search.h"
#include "core/navmesh/surface_walk.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/mesh_without.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// To the nearest border of all, by trying each: on one floor that is the nearest by walking, too.
double SlowRoom(const NavmeshView& mesh, const std::vector<bool>& blocked, Vec2 at) {
  double nearest_m = kInfinite;
  for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
    const NavEdge& edge = mesh.edge(EdgeId(e));
    if (blocked[edge.poly]) continue;
    if (edge.twin != kNoEdge && !blocked[mesh.edge(EdgeId(edge.twin)).poly]) continue;
    const Vec2 a = Vec3(mesh.EdgeStart(EdgeId(e))).Plane();
    const Vec2 b = Vec3(mesh.EdgeEnd(EdgeId(e))).Plane();
    nearest_m = std::min(nearest_m, SegmentDistance(a, b, at));
  }
  return nearest_m;
}

// Every place of the path has the room that its place asks for.
void ExpectRoom(const NavmeshView& mesh, const std::vector<bool>& blocked, const SurfacePath& path,
                const NavLocation& start, const NavLocation& goal, double clearance_m) {
  for (size_t i = 1; i < path.turns.size(); ++i) {
    const Vec2 a = path.turns[i - 1].point.Plane();
    const Vec2 b = path.turns[i].point.Plane();
    const int samples = 2 + static_cast<int>(Distance(a, b) / 0.01);
    for (int s = 0; s <= samples; ++s) {
      const Vec2 at = a + (b - a) * (static_cast<double>(s) / samples);
      double needed_m = clearance_m;
      for (const NavLocation& end : {start, goal}) {
        if (Distance(at, end.point.Plane()) > 2 * clearance_m) continue;
        needed_m = std::min(needed_m, SlowRoom(mesh, blocked, end.point.Plane()));
      }
      ASSERT_GE(SlowRoom(mesh, blocked, at), needed_m - mesh.tolerance_m() - 1e-9) << at.x << " " << at.z;
    }
  }
}

TEST(Clearance, KnowsRoomNearEndsThatLackIt) {
  Random random(3);
  SurfaceWorkspace workspace;
  int found = 0;
  for (int round = 0; round < 400; ++round) {
    const NavmeshData data =
        *BuildNavmesh(JitteredCells(RandomDrawing(8, 8, random.NextInRange(0, 0.3), random), 0.3, random));
    const NavmeshView mesh = ViewOf(data);
    if (mesh.poly_count() == 0) continue;
    const double clearance_m = random.NextInRange(0.1, 0.5);
    const ClearanceCheck clearance(mesh, nullptr, clearance_m, workspace);
    const NavLocation end = RandomLatticePlace(mesh, random);
    const std::optional<Vec2> near = clearance.RoomNear(end);
    if (!near || !Raycast(mesh, end, *near).reached) continue;
    const std::vector<bool> none(mesh.poly_count());
    EXPECT_GE(SlowRoom(mesh, none, *near), clearance_m - mesh.tolerance_m());
    EXPECT_LE(Distance(*near, end.point.Plane()), 2 * clearance_m);
    found += SlowRoom(mesh, none, end.point.Plane()) < clearance_m ? 1 : 0;
  }
  EXPECT_GT(found, 50);
}

TEST(Clearance, IsKeptAllTheWay) {
  Random random(1);
  EdgePointWorkspace workspace;
  Exclusions exclusions;
  int found = 0;
  int turns = 0;
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(8, 8, random.NextInRange(0, 0.15), random);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.3, random);
    for (uint32_t p = 0; p < soup.polygons.size(); ++p)
      soup.polygons[p].area = static_cast<uint8_t>(1 + p % 3);
    if (i % 4 < 2) MergeSome(soup, 60, random);
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView mesh = ViewOf(data);
    TakenAway taken = TakeSome(mesh, {}, random);
    if (i % 3 == 0) taken = {std::vector<bool>(mesh.poly_count(), false), {}, 0, {}};
    taken.Fill(mesh, {}, exclusions);
    EdgePointOptions options;
    options.exclusions = &exclusions;
    options.clearance_m = random.NextInRange(0.05, 0.6);
    options.costs.Set(2, random.NextInRange(0.5, 3));
    for (int k = 0; k < 5 && !HasFailure(); ++k) {
      const NavLocation start = RandomLatticePlace(mesh, random);
      const NavLocation goal = RandomLatticePlace(mesh, random);
      if (taken.blocked[start.poly.value()] || taken.blocked[goal.poly.value()]) continue;
      SCOPED_TRACE(testing::Message()
                   << drawing << "clearance " << options.clearance_m << " from " << start.point.x << " "
                   << start.point.z << " to " << goal.point.x << " " << goal.point.z);
      const SurfacePath path = FindEdgePoints(mesh, start, goal, options, workspace);
      ExpectRoom(mesh, taken.blocked, path, start, goal, options.clearance_m);
      found += path.outcome == SearchOutcome::kFound ? 1 : 0;
      turns += static_cast<int>(path.turns.size()) - 2;
    }
  }
  EXPECT_GT(found, 300);
  EXPECT_GT(turns, 500);
}

// Doors of one cell, and one of two.
class ClearanceDoors : public ::testing::Test {
 protected:
  ClearanceDoors() : mesh_(ViewOf(data_)) {}
  SurfacePath Find(double clearance_m, const Vec3& from = {2.5, 0, 2.5}, const Vec3& to = {8.5, 0, 2.5}) {
    EdgePointOptions options;
    options.clearance_m = clearance_m;
    return FindEdgePoints(mesh_, {PolyAt(mesh_, from.x, from.z), from}, {PolyAt(mesh_, to.x, to.z), to},
                          options, workspace_);
  }
  NavmeshData data_ = AsciiNavmesh(
      ".....#.....\n"
      ".....#.....\n"
      "...........\n"
      ".....#.....\n"
      ".....#.....\n"
      ".....#.....\n"
      "...........\n"
      "...........\n"
      ".....#.....\n");
  NavmeshView mesh_;
  EdgePointWorkspace workspace_;
};

TEST_F(ClearanceDoors, LeadThroughTheDoorThatIsWideEnough) {
  EXPECT_DOUBLE_EQ(Find(0.5).cost_m, 6) << "a door as wide as twice the clearance";
  const SurfacePath wide = Find(0.75);
  ASSERT_EQ(wide.outcome, SearchOutcome::kFound);
  EXPECT_GT(wide.cost_m, 9);
  EXPECT_LT(wide.cost_m, 12);
  const SurfacePath none = Find(1.05);
  EXPECT_EQ(none.outcome, SearchOutcome::kExhausted);
  EXPECT_EQ(none.turns.back().point, none.end.point);
  EXPECT_LT(none.end.point.x, 5);
}

TEST_F(ClearanceDoors, LetAWalkerLeaveAWallAndComeToOne) {
  const SurfacePath path = Find(0.5, {0, 0, 2.5}, {11, 0, 2.5});
  EXPECT_EQ(path.outcome, SearchOutcome::kFound);
  EXPECT_DOUBLE_EQ(path.cost_m, 11);
  // Out of a corner, which is further from clear ground than the clearance.
  EXPECT_EQ(Find(0.5, {0, 0, 0}, {10.9, 0, 8.9}).outcome, SearchOutcome::kFound);
}

TEST_F(ClearanceDoors, MeasureAsBorderDistanceDoes) {
  Random random(2);
  SurfaceWorkspace workspace;
  const ClearanceCheck check(mesh_, nullptr, 1, workspace);
  SurfaceWorkspace other;
  for (int i = 0; i < 2000; ++i) {
    const NavLocation place = RandomPoint(mesh_, random);
    EXPECT_DOUBLE_EQ(check.Room(place.poly, place.point.Plane(), 9), BorderDistance(mesh_, place, 9, other));
  }
}

// The end of a link may lie at a ledge: there, and there alone, no clearance is kept.
TEST(Clearance, IsNotKeptAtTheEndsOfLinks) {
  const NavmeshData data = AsciiNavmesh(
      ".....#.....\n"
      ".....#.....\n"
      ".....#.....\n"
      ".....#.....\n");
  const NavmeshView mesh = ViewOf(data);
  NavLink link{};
  link.start[0] = 5;
  link.start[2] = 1.5;
  link.end[0] = 6;
  link.end[2] = 1.5;
  link.start_poly = PolyAt(mesh, 4.5, 1.5).value();
  link.end_poly = PolyAt(mesh, 6.5, 1.5).value();
  link.cost_m = 1;
  link.reverse = kNoLink;
  link.name_offset = kNoLinkName;
  link.kind = LinkKind::kJump;
  const LinkData link_data = SortedLinks(mesh, {link});
  const LinkView links = *LinkView::Create(link_data, mesh);
  EdgePointOptions options;
  options.links = &links;
  options.clearance_m = 0.75;
  EdgePointWorkspace workspace;
  const SurfacePath path = FindEdgePoints(mesh, {PolyAt(mesh, 1.5, 1.5), {1.5, 0, 1.5}},
                                          {PolyAt(mesh, 9.5, 1.5), {9.5, 0, 1.5}}, options, workspace);
  ASSERT_EQ(path.outcome, SearchOutcome::kFound);
  ASSERT_EQ(path.links.size(), 1U);
  EXPECT_DOUBLE_EQ(path.cost_m, 8);
}

}  // namespace
}  // namespace waystone
