#include "tests/core/navmesh/any_angle_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// By a flood of our own.
std::vector<bool> Reachable(const NavmeshView& mesh, PolyId from) {
  std::vector<bool> reached(mesh.poly_count(), false);
  std::vector<PolyId> open = {from};
  reached[from.value()] = true;
  while (!open.empty()) {
    const PolyId poly = open.back();
    open.pop_back();
    for (const NavEdge& edge : mesh.edges(poly)) {
      if (edge.twin == kNoEdge) continue;
      const PolyId next(mesh.edge(EdgeId(edge.twin)).poly);
      if (!reached[next.value()]) open.push_back(next);
      reached[next.value()] = true;
    }
  }
  return reached;
}

// Each leg can be walked straight.
void ExpectLegs(const PathOracle& oracle, const AnyAngleResult& result) {
  for (size_t i = 1; i < result.turns.size(); ++i) {
    const NavLocation& from = result.turns[i - 1];
    const NavLocation& to = result.turns[i];
    const std::vector<uint32_t> polys =
        oracle.StraightWalk(from.poly.value(), oracle.ToLattice(from.point), oracle.ToLattice(to.point));
    EXPECT_TRUE(std::count(polys.begin(), polys.end(), to.poly.value()) > 0) << "leg " << i;
  }
}

}  // namespace

void ExpectNearest(const NavmeshView& mesh, PolyId start, const NavLocation& end, const Vec3& goal) {
  const std::vector<bool> reached = Reachable(mesh, start);
  EXPECT_TRUE(reached[end.poly.value()]);
  double nearest_m = std::numeric_limits<double>::infinity();
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    if (!reached[i]) continue;
    nearest_m = std::min(nearest_m, Distance(ClosestPointOnPoly(mesh, PolyId(i), goal), goal));
  }
  EXPECT_DOUBLE_EQ(Distance(end.point, goal), nearest_m);
}

void ExpectCorridor(const NavmeshView& mesh, const NavLocation& start, const AnyAngleResult& result) {
  PolyId at = start.poly;
  for (const EdgeId edge : result.crossed) {
    ASSERT_EQ(mesh.edge(edge).poly, at.value());
    ASSERT_NE(mesh.edge(edge).twin, kNoEdge);
    at = PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly);
  }
  EXPECT_EQ(at, result.end.poly);
}

void AnyAngleCheck::ExpectExact(const NavmeshView& mesh, const PathOracle& oracle, const NavLocation& start,
                                const NavLocation& goal) {
  const AnyAngleResult result = FindAnyAngle(mesh, start, goal, {}, workspace_);
  const double exact_m = oracle.Length(start, goal);
  ++tally_.queries;
  if (std::isinf(exact_m)) {
    ++tally_.unreachable;
    ASSERT_EQ(result.outcome, AnyAngleOutcome::kExhausted);
    ExpectCorridor(mesh, start, result);
    ExpectNearest(mesh, start.poly, result.end, goal.point);
    if (oracle.IsOnLattice(result.end.point)) {
      const double nearest_m = oracle.Length(start, result.end);
      EXPECT_NEAR(result.plane_length_m, nearest_m, 1e-9 * (1 + nearest_m));
    }
    return;
  }
  ASSERT_EQ(result.outcome, AnyAngleOutcome::kFound);
  tally_.turns += static_cast<int>(result.turns.size()) - 2;
  EXPECT_NEAR(result.plane_length_m, exact_m, 1e-9 * (1 + exact_m));
  EXPECT_EQ(result.turns.front().point, start.point);
  EXPECT_EQ(result.turns.back().point, goal.point);
  ExpectCorridor(mesh, start, result);
  ExpectLegs(oracle, result);
}

void AnyAngleCheck::Compare(const PolygonSoup& soup, const std::string& drawing, int pairs, Random& random) {
  if (soup.polygons.empty()) return;
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  const PathOracle oracle(mesh, kCheckScale);
  for (int i = 0; i < pairs; ++i) {
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    SCOPED_TRACE(testing::Message() << drawing << "from " << start.point.x << " " << start.point.z << " in "
                                    << start.poly.value() << " to " << goal.point.x << " " << goal.point.z
                                    << " in " << goal.poly.value());
    ExpectExact(mesh, oracle, start, goal);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace waystone
