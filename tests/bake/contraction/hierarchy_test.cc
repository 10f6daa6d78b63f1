// Paths by the hierarchy against the exact search and against Dijkstra's search over the route graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/contraction/route_graph.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/hierarchy_route.h"
#include "tests/core/navmesh/any_angle_check.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"
#include "tests/support/same_bytes.h"

namespace waystone {
namespace {

// Witnesses that are 1 % too long can follow upon each other, and the climbs add up to 4 %.
constexpr double kWorstOverGraph = 1.11;
constexpr double kFar = std::numeric_limits<double>::infinity();

// Over the arcs of the route graph, without any hierarchy.
class GraphOracle {
 public:
  GraphOracle(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, double spacing_m)
      : mesh_(mesh), links_(links), graph_(*MakeRouteGraph(mesh, links, abilities, {}, spacing_m)) {}

  double Cost_m(const NavLocation& start, const NavLocation& goal) const {
    std::vector<double> cost(graph_.nodes.size(), kFar);
    const auto ends = [&](const NavLocation& place, bool leaving) {
      std::vector<std::pair<uint32_t, double>> nodes;
      const uint32_t poly = place.poly.value();
      for (uint32_t i = graph_.poly_rows[poly]; i < graph_.poly_rows[poly + 1]; ++i) {
        const uint32_t id = graph_.poly_nodes[i].value();
        const RouteNode& node = graph_.nodes[id];
        Vec2 at{node.x, node.z};
        double extra_m = 0;
        if (node.kind() == RouteNodeKind::kOneWayPoint) {
          const NavEdge& side = mesh_.edge(EdgeId(node.index()));
          if ((leaving ? side.poly : mesh_.edge(EdgeId(side.twin)).poly) != poly) continue;
        } else if (node.kind() == RouteNodeKind::kLink) {
          const NavLink& link = links_.link(LinkId(node.index()));
          if ((leaving ? link.start_poly : link.end_poly) != poly) continue;
          if (!leaving) at = {link.end[0], link.end[2]};
          if (!leaving) extra_m = LinkCost_m(link);
        }
        nodes.emplace_back(id, extra_m + Distance(at, place.point.Plane()));
      }
      return nodes;
    };
    for (const auto& [node, at_m] : ends(start, true)) cost[node] = std::min(cost[node], at_m);
    for (bool changed = true; changed;) {  // Bellman and Ford
      changed = false;
      const auto relax = [&](uint32_t from, uint32_t to, double by_m) {
        if (cost[from] + by_m >= cost[to]) return;
        cost[to] = cost[from] + by_m;
        changed = true;
      };
      for (const RouteArc& arc : graph_.arcs) {
        relax(arc.from.value(), arc.to.value(), arc.cost_m);
        if (arc.two_way) relax(arc.to.value(), arc.from.value(), arc.cost_m);
      }
    }
    double best_m = kFar;
    for (const auto& [node, at_m] : ends(goal, false)) best_m = std::min(best_m, cost[node] + at_m);
    return best_m;
  }

 private:
  const NavmeshView& mesh_;
  const LinkView& links_;
  const RouteGraph graph_;
};

struct Tally {
  int found = 0;
  int unreachable = 0;
  int links = 0;
  int exact = 0;
  double worst = 1;
};

struct CheckOptions {
  CheckLinks links;
  int pairs = 12;
};

void Compare(const PolygonSoup& soup, const std::string& drawing, const CheckOptions& options, Random& random,
             Tally& tally) {
  if (soup.polygons.empty()) return;
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  const LinkData link_data = RandomLinks(mesh, options.links.count, options.links.shortcuts, random);
  const LinkView links = *LinkView::Create(link_data, mesh);
  const HierarchyRules rules{.spacing_m = random.NextInRange(0.5, 3), .min_polygons = 0};
  const absl::StatusOr<HierarchyData> built = BuildHierarchy(mesh, links, options.links.abilities, rules, 1);
  ASSERT_TRUE(built.ok()) << built.status();
  const absl::StatusOr<HierarchyView> hierarchy = HierarchyView::Create(*built, mesh, links);
  ASSERT_TRUE(hierarchy.ok()) << hierarchy.status();
  const GraphOracle oracle(mesh, links, options.links.abilities, rules.spacing_m);
  AnyAngleOptions exactly;
  exactly.links = &links;
  exactly.abilities = options.links.abilities;
  AnyAngleWorkspace any_angle;
  HierarchyWorkspace workspace;
  for (int i = 0; i < options.pairs; ++i) {
    const NavLocation start = RandomLatticePlace(mesh, random);
    const NavLocation goal = RandomLatticePlace(mesh, random);
    SCOPED_TRACE(TextOf(drawing, start, goal));
    const SurfacePath exact = FindAnyAngle(mesh, start, goal, exactly, any_angle);
    const SurfacePath found = FindByHierarchy(mesh, links, *hierarchy, start, goal, {}, workspace);
    ASSERT_EQ(found.outcome, exact.outcome);
    if (exact.outcome != SearchOutcome::kFound) {
      ++tally.unreachable;
      EXPECT_TRUE(found.turns.empty());
      continue;
    }
    ++tally.found;
    tally.links += static_cast<int>(found.links.size());
    ExpectCorridor(mesh, start, found, exactly);
    EXPECT_EQ(found.turns.front().point, start.point);
    EXPECT_EQ(found.turns.back().point, goal.point);
    const double graph_m = oracle.Cost_m(start, goal);
    EXPECT_GE(found.cost_m, exact.cost_m * (1 - 1e-6) - 1e-6);
    EXPECT_LE(found.cost_m, graph_m * kWorstOverGraph + 1e-4);
    tally.exact += found.cost_m <= exact.cost_m * (1 + 1e-6) + 1e-6 ? 1 : 0;
    if (exact.cost_m > 1) tally.worst = std::max(tally.worst, found.cost_m / exact.cost_m);
    if (testing::Test::HasFailure()) return;
  }
}

Tally TryDrawings(int count, bool with_links, bool shortcuts, uint64_t seed) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const std::string drawing =
        RandomDrawing(3 + static_cast<int>(random.NextBelow(8)), 3 + static_cast<int>(random.NextBelow(8)),
                      random.NextInRange(0.05, 0.5), random);
    PolygonSoup soup = i % 2 == 0 ? SharedCells(drawing) : JitteredCells(drawing, 0.4, random);
    if (i % 4 < 2) MergeSome(soup, 60, random);
    if (i % 3 == 2) CloseSome(soup, 0.25, random);
    CheckOptions options;
    if (with_links) options.links = {1 + random.NextBelow(8), shortcuts, random.NextBelow(4)};
    Compare(soup, drawing, options, random, tally);
  }
  return tally;
}

TEST(Hierarchy, FindsPathsWhereThereAreAnyNoShorterThanTheShortestAndNoLongerThanOverTheGraph) {
  const Tally tally = TryDrawings(1500, false, false, 1);
  EXPECT_GT(tally.found, 5000);
  EXPECT_GT(tally.unreachable, 500);
  EXPECT_GT(tally.exact, tally.found / 2);
  EXPECT_LT(tally.worst, 1.5);
}

TEST(Hierarchy, UsesLinksAtTheirCost) {
  const Tally tally = TryDrawings(1000, true, false, 2);
  EXPECT_GT(tally.links, 1000);
  EXPECT_GT(tally.unreachable, 300);
}

TEST(Hierarchy, UsesLinksThatAreShorterThanTheStraightLine) {
  const Tally tally = TryDrawings(1000, true, true, 3);
  EXPECT_GT(tally.links, 1000);
}

TEST(Hierarchy, IsTheSameForAnyNumberOfThreads) {
  Random random(4);
  PolygonSoup soup = JitteredCells(RandomDrawing(60, 60, 0.3, random), 0.4, random);
  CloseSome(soup, 0.1, random);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const LinkData link_data = RandomLinks(mesh, 40, true, random);
  const LinkView links = *LinkView::Create(link_data, mesh);
  const HierarchyData one = *BuildHierarchy(mesh, links, 3, {}, 1);
  const HierarchyData three = *BuildHierarchy(mesh, links, 3, {}, 3);
  ASSERT_GT(one.arcs.size(), 1000U);
  EXPECT_TRUE(SameBytes(one.nodes, three.nodes));
  EXPECT_TRUE(SameBytes(one.poly_rows, three.poly_rows));
  EXPECT_TRUE(SameBytes(one.poly_nodes, three.poly_nodes));
  EXPECT_TRUE(SameBytes(one.arc_rows, three.arc_rows));
  EXPECT_TRUE(SameBytes(one.arcs, three.arcs));
  EXPECT_TRUE(SameBytes(one.strings, three.strings));
}

// Large squares in the open: every node sees every other.
TEST(Hierarchy, KeepsACoreOnOpenGround) {
  AsciiOptions options;
  options.cell_m = 100;
  std::string drawing;
  for (int row = 0; row < 7; ++row) drawing += ".......\n";
  const NavmeshData data = AsciiNavmesh(drawing, options);
  const NavmeshView mesh = ViewOf(data);
  const HierarchyData built = *BuildHierarchy(mesh, LinkView(), 0, {.min_polygons = 0}, 1);
  size_t most_arcs = 0;
  for (size_t i = 0; i + 1 < built.arc_rows.size(); ++i) {
    most_arcs = std::max<size_t>(most_arcs, built.arc_rows[i + 1] - built.arc_rows[i]);
  }
  EXPECT_LT(most_arcs, 250U);
  const HierarchyView hierarchy = *HierarchyView::Create(built, mesh, LinkView());
  HierarchyWorkspace workspace;
  const NavLocation start{PolyId(0), {5, 0, 5}};
  const NavLocation goal{PolyId(mesh.poly_count() - 1),
                         ClosestPointOnPoly(mesh, PolyId(mesh.poly_count() - 1), {690, 0, 690})};
  const SurfacePath route =
      FindByHierarchy(mesh, LinkView(), hierarchy,
                      {start.poly, ClosestPointOnPoly(mesh, start.poly, start.point)}, goal, {}, workspace);
  ASSERT_EQ(route.outcome, SearchOutcome::kFound);
  EXPECT_LE(route.cost_m, 1.02 * PlaneDistance(route.turns.front().point, route.turns.back().point));
}

// The searches of a hierarchy between two places far from each other.
class HierarchyLimitsTest : public ::testing::Test {
 protected:
  HierarchyLimitsTest()
      : random_(6),
        data_(*BuildNavmesh(SharedCells(RandomDrawing(60, 60, 0.2, random_)))),
        mesh_(ViewOf(data_)),
        built_(*BuildHierarchy(mesh_, LinkView(), 0, {.spacing_m = 1, .min_polygons = 0}, 1)),
        hierarchy_(*HierarchyView::Create(built_, mesh_, LinkView())) {
    AnyAngleWorkspace any_angle;
    for (bool is_far = false; !is_far;) {
      start_ = RandomLatticePlace(mesh_, random_);
      goal_ = RandomLatticePlace(mesh_, random_);
      is_far = PlaneDistance(start_.point, goal_.point) > 40 &&
               FindAnyAngle(mesh_, start_, goal_, {}, any_angle).outcome == SearchOutcome::kFound;
    }
  }

  SurfacePath Find(const HierarchyLimits& limits) {
    return FindByHierarchy(mesh_, LinkView(), hierarchy_, start_, goal_, limits, workspace_);
  }

  Random random_;
  const NavmeshData data_;
  const NavmeshView mesh_;
  const HierarchyData built_;
  const HierarchyView hierarchy_;
  NavLocation start_;
  NavLocation goal_;
  HierarchyWorkspace workspace_;
};

TEST_F(HierarchyLimitsTest, ASearchStopsAtSoManyNodesAndSaysSo) {
  const SurfacePath whole = Find({});
  ASSERT_EQ(whole.outcome, SearchOutcome::kFound);
  ASSERT_GT(whole.expansions, 2U);
  EXPECT_EQ(Find({whole.expansions, Deadline()}).cost_m, whole.cost_m);
  for (const uint32_t less : {1U, 2U}) {
    const SurfacePath cut = Find({whole.expansions - less, Deadline()});
    EXPECT_EQ(cut.outcome, SearchOutcome::kExhausted);
    EXPECT_EQ(cut.expansions, whole.expansions - less);
    EXPECT_TRUE(cut.turns.empty());
  }
}

// Without straight lines to aim along, searches are long.
TEST_F(HierarchyLimitsTest, ASearchLooksAtTheDeadlineBeforeLong) {
  std::vector<HierarchySeed> from;
  std::vector<HierarchySeed> to;
  FindSeeds(mesh_, LinkView(), hierarchy_, start_, false, from);
  FindSeeds(mesh_, LinkView(), hierarchy_, goal_, true, to);
  HierarchySearch search;
  ASSERT_TRUE(search.Find(hierarchy_, {}, from, to, {}));
  ASSERT_GT(search.settled(), HierarchyLimits::kPollInterval);
  const std::atomic<bool> cancelled = true;
  const HierarchyLimits limits{0xffffffffU, Deadline(Deadline::Clock::time_point::max(), &cancelled)};
  EXPECT_FALSE(search.Find(hierarchy_, {}, from, to, limits));
  EXPECT_LT(search.settled(), HierarchyLimits::kPollInterval);
}

TEST(Hierarchy, SmallMapsHaveNone) {
  const NavmeshData data = AsciiNavmesh("....\n....\n");
  const NavmeshView mesh = ViewOf(data);
  const HierarchyData none = *BuildHierarchy(mesh, LinkView(), 0, {});
  EXPECT_EQ(none.header.node_count, 0U);
  EXPECT_TRUE(HierarchyView::Create(none, mesh, LinkView()).ok());
}

TEST(Hierarchy, ReportsEveryNodeOnce) {
  Random random(5);
  const NavmeshData data = *BuildNavmesh(SharedCells(RandomDrawing(20, 20, 0.3, random)));
  const NavmeshView mesh = ViewOf(data);
  uint64_t last = 0;
  uint64_t all = 0;
  const auto progress = [&](uint64_t done, uint64_t total) {
    EXPECT_GT(done, last);
    last = done;
    all = total;
  };
  const HierarchyData built = *BuildHierarchy(mesh, LinkView(), 0, {.min_polygons = 0}, 1, progress);
  EXPECT_EQ(last, all);
  EXPECT_EQ(all, built.header.node_count);
}

}  // namespace
}  // namespace waystone
