#include "core/world/portal_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "tests/oracle/slow_portals.h"
#include "tests/support/portal_world.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Ends {
  std::vector<PortalHead> heads;
  std::vector<PortalTail> tails;
};

// Some portals more than once, and some of the tails at the same cost.
Ends RandomEnds(const PortalWorld& world, uint32_t count, Random& random) {
  const auto portals = static_cast<uint32_t>(world.nodes.size());
  Ends ends;
  for (uint32_t i = 0; i < count; ++i) {
    ends.heads.push_back({PortalId(random.NextBelow(portals)), double(random.NextBelow(4))});
    ends.tails.push_back({PortalId(random.NextBelow(portals)), double(random.NextBelow(4)), 100 + i});
  }
  return ends;
}

// That the path is there, costs what it says and ends where it says.
void ExpectWalkable(const PortalGraph& graph, const PortalQuery& query, const PortalPath& path) {
  ASSERT_EQ(path.outcome, SearchOutcome::kFound);
  ASSERT_FALSE(path.portals.empty());
  double cost_m = kInfinite;
  for (const PortalTail& tail : query.tails) {
    if (tail.portal != path.portals.back() || tail.goal != path.goal) continue;
    cost_m = std::min(cost_m, SlowCostToArrival(graph, query, path.portals) + tail.cost_m);
  }
  EXPECT_NEAR(cost_m, path.cost_m, 1e-9 * path.cost_m);
  std::vector<PortalId> portals = path.portals;
  std::sort(portals.begin(), portals.end());
  EXPECT_EQ(std::adjacent_find(portals.begin(), portals.end()), portals.end()) << "a portal is used twice";
}

// REQUIRES: integer costs, so that sums in any order are the same.
void ExpectBest(const PortalGraph& graph, const PortalQuery& query, PortalSearch& search) {
  PortalPath path;
  search.Find(graph, query, path);
  const SlowPortalPath best = TryAllPortalPaths(graph, query);
  if (best.cost_m == kInfinite) {
    EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
    EXPECT_TRUE(path.portals.empty());
    return;
  }
  ExpectWalkable(graph, query, path);
  EXPECT_EQ(path.cost_m, best.cost_m);
  EXPECT_EQ(path.goal, query.tails[best.tail].goal);
}

TEST(PortalSearch, FindsWhatTryingAllPathsFinds) {
  Random random(1);
  PortalSearch search;
  for (uint32_t round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    const RandomPortals plan{.maps = 1 + random.NextBelow(4),
                             .portals = 1 + random.NextBelow(7),
                             .walk_chance = random.NextUnit(),
                             .most_cost = random.NextBelow(6)};
    PortalWorld world = MakeRandomPortals(plan, random);
    for (const WorldMode mode : {WorldMode::kMayUse, WorldMode::kWalkInTeleports}) {
      const Ends ends = RandomEnds(world, 1 + random.NextBelow(3), random);
      ExpectBest(world.graph(), {.mode = mode, .heads = ends.heads, .tails = ends.tails}, search);
      world.MakeHierarchy();
      ExpectBest(world.graph(), {.mode = mode, .heads = ends.heads, .tails = ends.tails}, search);
    }
  }
}

TEST(PortalSearch, CostsWhatTheCheapestPathsOfALargerWorldCost) {
  Random random(2);
  PortalSearch search;
  for (uint32_t round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    PortalWorld world =
        MakeRandomPortals({.maps = 12, .portals = 60, .most_cost = 1000, .cost_unit = 0.001}, random);
    if (round % 2 == 1) world.MakeHierarchy();
    const PortalGraph graph = world.graph();
    const std::vector<double> costs = CostsBetweenPortals(graph, WorldMode::kMayUse, {});
    for (uint32_t question = 0; question < 50; ++question) {
      const Ends ends = RandomEnds(world, 3, random);
      double best_m = kInfinite;
      for (const PortalHead& head : ends.heads) {
        const double head_m = head.cost_m + graph.nodes[head.portal.value()].cost_m;
        for (const PortalTail& tail : ends.tails) {
          best_m =
              std::min(best_m, head_m + costs[head.portal.value() * 60 + tail.portal.value()] + tail.cost_m);
        }
      }
      const PortalQuery query{.heads = ends.heads, .tails = ends.tails};
      PortalPath path;
      search.Find(graph, query, path);
      ASSERT_EQ(path.outcome == SearchOutcome::kFound, best_m < kInfinite);
      if (path.outcome != SearchOutcome::kFound) continue;
      EXPECT_NEAR(path.cost_m, best_m, 1e-9 * best_m);
      ExpectWalkable(graph, query, path);
    }
  }
}

TEST(PortalSearch, DoesNotDependOnTheOrderOfHeads) {
  Random random(3);
  PortalSearch search;
  for (uint32_t round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    PortalWorld world =
        MakeRandomPortals({.maps = 4, .portals = 20, .most_cost = 2, .groups = round % 2 * 3}, random);
    if (round % 3 == 0) world.MakeHierarchy();
    Ends ends = RandomEnds(world, 5, random);
    PortalLimits limits{.is_limited = round % 4 >= 2, .money = kInfinite, .penalty_m = 1};
    const PortalQuery query{.heads = ends.heads, .tails = ends.tails, .limits = &limits};
    PortalPath path;
    search.Find(world.graph(), query, path);
    std::reverse(ends.heads.begin(), ends.heads.end());
    PortalPath turned;
    search.Find(world.graph(), query, turned);
    EXPECT_EQ(path.outcome, turned.outcome);
    EXPECT_EQ(path.cost_m, turned.cost_m);
    EXPECT_EQ(path.portals, turned.portals);
    EXPECT_EQ(path.goal, turned.goal);
  }
}

// Two maps; both portals arrive where the other one is entered.
TEST(PortalSearch, UsesNoPortalTwiceWherePortalsLeadRoundForNothing) {
  PortalWorld world;
  world.nodes = {{.arrival_map = WorldMapIndex(1), .first_cost = 0},
                 {.arrival_map = WorldMapIndex(0), .first_cost = 1}};
  world.exits = {{0, 1}, {1, 1}};
  for (std::vector<double>& costs : world.costs) costs = {0, 0};
  PortalSearch search;
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t portal = i / 2;
    i % 2 == 0 ? world.MakeLabels() : world.MakeHierarchy();
    const std::vector<PortalHead> heads = {{PortalId(portal), 1}};
    const std::vector<PortalTail> tails = {{PortalId(portal), 2, 0}};
    PortalPath path;
    search.Find(world.graph(), {.heads = heads, .tails = tails}, path);
    EXPECT_EQ(path.portals, std::vector{PortalId(portal)});
    EXPECT_EQ(path.cost_m, 3);
  }
}

TEST(PortalSearch, FindsOnlyWhatCostsLess) {
  Random random(4);
  PortalSearch search;
  const PortalWorld world = MakeRandomPortals({.maps = 2, .portals = 6, .walk_chance = 1}, random);
  const Ends ends = RandomEnds(world, 1, random);
  PortalLimits limits{.is_limited = true, .money = 0, .penalty_m = 1};
  for (const PortalLimits* given : {static_cast<const PortalLimits*>(nullptr), &std::as_const(limits)}) {
    PortalQuery query{.heads = ends.heads, .tails = ends.tails, .limits = given};
    PortalPath path;
    search.Find(world.graph(), query, path);
    ASSERT_EQ(path.outcome, SearchOutcome::kFound);
    const double cost_m = path.cost_m;
    query.below_cost_m = cost_m + 0.5;
    search.Find(world.graph(), query, path);
    EXPECT_EQ(path.outcome, SearchOutcome::kFound);
    query.below_cost_m = cost_m;
    search.Find(world.graph(), query, path);
    EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
    EXPECT_TRUE(path.portals.empty());
  }
}

TEST(PortalSearch, HasNoPathWithoutHeadsOrTails) {
  Random random(5);
  const PortalWorld world = MakeRandomPortals({}, random);
  const Ends ends = RandomEnds(world, 2, random);
  PortalSearch search;
  PortalPath path;
  search.Find(world.graph(), {.tails = ends.tails}, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
  search.Find(world.graph(), {.heads = ends.heads}, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
  search.Find(PortalWorld().graph(), {}, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kExhausted);
}

TEST(PortalSearch, EndsAtItsLimitAndWhenItIsCancelled) {
  const PortalWorld world = [] {
    PortalWorld square = MakePortalsOfSquare(6, 6, 1);
    square.MakeLabels();
    return square;
  }();
  const std::vector<PortalHead> heads = {{PortalId(0), 0}};
  const std::vector<PortalTail> tails = {{PortalId(static_cast<uint32_t>(world.nodes.size() - 1)), 0, 0}};
  const PortalLimits limits{.is_limited = true, .penalty_m = 10};
  PortalQuery query{.heads = heads, .tails = tails, .limits = &limits};
  PortalSearch search;
  PortalPath path;
  search.Find(world.graph(), query, path);
  ASSERT_EQ(path.outcome, SearchOutcome::kFound);
  query.max_expansions = 3;
  search.Find(world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kExpansionLimit);
  EXPECT_TRUE(path.portals.empty());
  query.max_expansions = 1'000'000;
  query.deadline = Deadline(Deadline::Clock::time_point::min());
  search.Find(world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kDeadline);
  const std::atomic<bool> is_cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &is_cancelled);
  search.Find(world.graph(), query, path);
  EXPECT_EQ(path.outcome, SearchOutcome::kCancelled);
  EXPECT_TRUE(path.portals.empty());
}

}  // namespace
}  // namespace waystone
