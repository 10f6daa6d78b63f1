#include "tests/core/navmesh/any_angle_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/str_cat.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// By a flood of our own.
std::vector<bool> Reachable(const NavmeshView& mesh, PolyId from, const AnyAngleOptions& options) {
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
    if (options.links == nullptr) continue;
    for (const NavLink& link : options.links->all()) {
      if (link.start_poly != poly.value() || !MayUse(link, options.abilities)) continue;
      if (!reached[link.end_poly]) open.emplace_back(link.end_poly);
      reached[link.end_poly] = true;
    }
  }
  return reached;
}

// Each leg can be walked straight, or is a link.
void ExpectLegs(const PathOracle& oracle, const SurfacePath& result) {
  for (size_t k = 0; k <= result.links.size(); ++k) {
    const auto turns = result.StretchTurns(k);
    for (size_t i = 1; i < turns.size(); ++i) {
      const NavLocation& from = turns[i - 1];
      const NavLocation& to = turns[i];
      const std::vector<uint32_t> polys =
          oracle.StraightWalk(from.poly.value(), oracle.ToLattice(from.point), oracle.ToLattice(to.point));
      EXPECT_TRUE(std::count(polys.begin(), polys.end(), to.poly.value()) > 0) << "leg " << i;
    }
  }
}

}  // namespace

std::string TextOf(const std::string& drawing, const NavLocation& start, const NavLocation& goal) {
  return StrCat(drawing, "from ", start.point.x, " ", start.point.z, " in ", start.poly.value(), " to ",
                goal.point.x, " ", goal.point.z, " in ", goal.poly.value());
}

void ExpectNearest(const NavmeshView& mesh, PolyId start, const NavLocation& end, const Vec3& goal,
                   const AnyAngleOptions& options) {
  const std::vector<bool> reached = Reachable(mesh, start, options);
  EXPECT_TRUE(reached[end.poly.value()]);
  double nearest_m = std::numeric_limits<double>::infinity();
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    if (!reached[i]) continue;
    nearest_m = std::min(nearest_m, Distance(ClosestPointOnPoly(mesh, PolyId(i), goal), goal));
  }
  EXPECT_DOUBLE_EQ(Distance(end.point, goal), nearest_m);
}

void ExpectCorridor(const NavmeshView& mesh, const NavLocation& start, const SurfacePath& result,
                    const AnyAngleOptions& options) {
  PolyId at = start.poly;
  for (size_t k = 0; k <= result.links.size(); ++k) {
    for (const EdgeId edge : result.StretchCrossed(k)) {
      ASSERT_EQ(mesh.edge(edge).poly, at.value());
      ASSERT_NE(mesh.edge(edge).twin, kNoEdge);
      at = PolyId(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly);
    }
    if (k == result.links.size()) break;
    const NavLink& link = options.links->link(result.links[k].link);
    ASSERT_TRUE(MayUse(link, options.abilities));
    ASSERT_EQ(link.start_poly, at.value());
    at = PolyId(link.end_poly);
    EXPECT_EQ(result.turns[result.links[k].turn].poly.value(), link.start_poly);
    EXPECT_EQ(result.turns[result.links[k].turn + 1].poly.value(), link.end_poly);
  }
  EXPECT_EQ(at, result.end.poly);
}

void AnyAngleCheck::ExpectExact(const NavmeshView& mesh, const PathOracle& oracle, const NavLocation& start,
                                const NavLocation& goal, const AnyAngleOptions& options) {
  const SurfacePath result = FindAnyAngle(mesh, start, goal, options, workspace_);
  const double exact_m = oracle.Length(start, goal);
  ++tally_.queries;
  if (std::isinf(exact_m)) {
    ++tally_.unreachable;
    ASSERT_EQ(result.outcome, SearchOutcome::kExhausted);
    ExpectCorridor(mesh, start, result, options);
    ExpectNearest(mesh, start.poly, result.end, goal.point, options);
    if (oracle.IsOnLattice(result.end.point)) {
      const double nearest_m = oracle.Length(start, result.end);
      EXPECT_NEAR(result.cost_m, nearest_m, 1e-9 * (1 + nearest_m));
    }
    return;
  }
  ASSERT_EQ(result.outcome, SearchOutcome::kFound);
  tally_.turns += static_cast<int>(result.turns.size()) - 2;
  tally_.links += static_cast<int>(result.links.size());
  EXPECT_NEAR(result.cost_m, exact_m, 1e-9 * (1 + exact_m));
  EXPECT_EQ(result.turns.front().point, start.point);
  EXPECT_EQ(result.turns.back().point, goal.point);
  ExpectCorridor(mesh, start, result, options);
  ExpectLegs(oracle, result);
}

void AnyAngleCheck::Compare(const PolygonSoup& soup, const std::string& drawing, int pairs, Random& random,
                            const CheckLinks& links) {
  if (soup.polygons.empty()) return;
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  const LinkData link_data = RandomLinks(mesh, links.count, links.shortcuts, random);
  const absl::StatusOr<LinkView> view = LinkView::Create(link_data, mesh);
  ASSERT_TRUE(view.ok()) << view.status();
  AnyAngleOptions options;
  options.links = &*view;
  options.abilities = links.abilities;
  const PathOracle oracle(mesh, kCheckScale, *view, links.abilities);
  for (int i = 0; i < pairs; ++i) {
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    SCOPED_TRACE(TextOf(drawing, start, goal));
    ExpectExact(mesh, oracle, start, goal, options);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace waystone
