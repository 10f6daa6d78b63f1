// The any-angle search against a visibility graph found by walking, on thousands of random meshes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "tests/oracle/path_oracle.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kScale = 4 * kMeshLattice;

struct Tally {
  int queries = 0;
  int unreachable = 0;
  int turns = 0;
};

// The corridor leads from the start's to the end's polygon over sides that may be crossed.
void ExpectCorridor(const NavmeshView& mesh, const NavLocation& start, const AnyAngleResult& result) {
  PolyId at = start.poly;
  for (const EdgeId edge : result.crossed) {
    ASSERT_EQ(mesh.edge(edge).poly, at.value());
    ASSERT_NE(mesh.edge(edge).twin, kNoEdge);
    at = PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly);
  }
  EXPECT_EQ(at, result.end.poly);
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

void ExpectExact(const NavmeshView& mesh, const PathOracle& oracle, const NavLocation& start,
                 const NavLocation& goal, AnyAngleWorkspace& workspace, Tally& tally) {
  const AnyAngleResult result = FindAnyAngle(mesh, start, goal, {}, workspace);
  const double exact_m = oracle.Length(start, goal);
  ++tally.queries;
  if (std::isinf(exact_m)) {
    ++tally.unreachable;
    EXPECT_EQ(result.outcome, AnyAngleOutcome::kExhausted);
    ExpectCorridor(mesh, start, result);
    return;
  }
  ASSERT_EQ(result.outcome, AnyAngleOutcome::kFound);
  tally.turns += static_cast<int>(result.turns.size()) - 2;
  EXPECT_NEAR(result.plane_length_m, exact_m, 1e-9 * (1 + exact_m));
  EXPECT_EQ(result.turns.front().point, start.point);
  EXPECT_EQ(result.turns.back().point, goal.point);
  ExpectCorridor(mesh, start, result);
  ExpectLegs(oracle, result);
}

// `pairs` random queries; on failure shows the drawing.
void Compare(const PolygonSoup& soup, const std::string& drawing, int pairs, Random& random,
             AnyAngleWorkspace& workspace, Tally& tally) {
  if (soup.polygons.empty()) return;
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  const PathOracle oracle(mesh, kScale);
  for (int i = 0; i < pairs; ++i) {
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    SCOPED_TRACE(testing::Message() << drawing << "from " << start.point.x << " " << start.point.z << " in "
                                    << start.poly.value() << " to " << goal.point.x << " " << goal.point.z
                                    << " in " << goal.poly.value());
    ExpectExact(mesh, oracle, start, goal, workspace, tally);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(AnyAngleOracle, IsExactOnRandomDrawings) {
  Random random(1);
  AnyAngleWorkspace workspace;
  Tally tally;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(5)), 3 + static_cast<int>(random.NextBelow(5)),
                      random.NextInRange(0.1, 0.5), random);
    Compare(SharedCells(drawing), drawing, 20, random, workspace, tally);
  }
  EXPECT_GT(tally.turns, 5000);
  EXPECT_GT(tally.unreachable, 1000);
}

TEST(AnyAngleOracle, IsExactWhereSidesMeetAlongParts) {
  Random random(2);
  AnyAngleWorkspace workspace;
  Tally tally;
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(7, 6, random.NextInRange(0.1, 0.5), random);
    AsciiOptions options;
    options.merge_rows = true;
    Compare(AsciiSoup({drawing}, options), drawing, 20, random, workspace, tally);
  }
  EXPECT_GT(tally.turns, 2000);
}

TEST(AnyAngleOracle, IsExactOnCrookedPolygons) {
  Random random(3);
  AnyAngleWorkspace workspace;
  Tally tally;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(6, 6, random.NextInRange(0.1, 0.5), random);
    PolygonSoup soup = JitteredCells(drawing, 0.4, random);
    MergeSome(soup, 60, random);
    Compare(soup, drawing, 20, random, workspace, tally);
  }
  EXPECT_GT(tally.turns, 5000);
}

TEST(AnyAngleOracle, IsExactThroughOneWaySides) {
  Random random(4);
  AnyAngleWorkspace workspace;
  Tally tally;
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(5, 5, random.NextInRange(0.0, 0.4), random);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 40, random);
    CloseSome(soup, 0.25, random);
    Compare(soup, drawing, 20, random, workspace, tally);
  }
  EXPECT_GT(tally.turns, 5000);
}

}  // namespace
}  // namespace waystone
