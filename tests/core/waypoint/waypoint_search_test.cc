#include "core/waypoint/waypoint_search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "bake/waypoint/waypoint_importer.h"
#include "core/waypoint/landmark_bound.h"
#include "tests/support/test_data.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

WaypointView ViewOf(const PackedWaypoints& packed) {
  const absl::StatusOr<WaypointView> view = WaypointView::Create(packed.data);
  EXPECT_TRUE(view.ok()) << view.status();
  return *view;
}

// That the arcs lead from the start to the goal, may be used, and cost what the path says.
void ExpectPath(const WaypointView& graph, const WaypointQuery& query, const std::vector<bool>& is_closed,
                const WaypointPath& path) {
  PolyId at = query.starts[path.start].node;
  double cost_m = query.starts[path.start].cost_m;
  for (const LinkId i : path.arcs) {
    ASSERT_EQ(graph.SourceOf(i), at);
    ASSERT_TRUE(graph.MayUse(graph.arc(i), query.abilities));
    ASSERT_TRUE(is_closed.empty() || !is_closed[i.value()]);
    cost_m += static_cast<double>(graph.arc(i).cost_m);
    at = graph.arc(i).target;
  }
  ASSERT_EQ(at, query.goals[path.goal].node);
  cost_m += query.goals[path.goal].cost_m;
  ASSERT_NEAR(cost_m, path.cost_m, 1e-9 * (1 + cost_m));
}

std::vector<WaypointEnd> RandomEnds(const WaypointView& graph, uint32_t count, Random& random) {
  std::vector<WaypointEnd> ends;
  for (uint32_t i = 0; i < count; ++i) {
    const PolyId node(random.NextBelow(graph.size()));
    ends.push_back({node, random.NextBelow(2) == 0 ? 0 : random.NextInRange(0, 9)});
  }
  return ends;
}

// Asks for the cheapest path between some ends, and compares. Whether there is one.
bool CompareOnce(const WaypointView& graph, bool has_closed, Random& random, WaypointWorkspace& workspace) {
  std::vector<bool> is_closed(graph.arcs().size());
  for (size_t i = 0; i < is_closed.size(); ++i) is_closed[i] = has_closed && random.NextBelow(5) == 0;
  const auto closed = [&](LinkId arc) { return is_closed[arc.value()]; };
  const absl::FunctionRef<bool(LinkId)> closed_ref(closed);
  const std::vector<WaypointEnd> starts = RandomEnds(graph, 1 + random.NextBelow(3), random);
  const std::vector<WaypointEnd> goals = RandomEnds(graph, 1 + random.NextBelow(4), random);
  WaypointQuery query{.starts = starts, .goals = goals, .abilities = random.NextBelow(4)};
  if (has_closed) query.is_closed = &closed_ref;
  const WaypointPath path = FindWaypointPath(graph, query, workspace);
  const std::vector<double> costs = SlowCosts(graph, starts, query.abilities, is_closed);
  double least_m = kInfinite;
  for (const WaypointEnd& goal : goals) least_m = std::min(least_m, costs[goal.node.value()] + goal.cost_m);
  EXPECT_EQ(path.outcome, std::isfinite(least_m) ? SearchOutcome::kFound : SearchOutcome::kExhausted);
  EXPECT_EQ(path.arrives, std::isfinite(least_m));
  if (!path.arrives) return false;
  EXPECT_NEAR(path.cost_m, least_m, 1e-9 * (1 + least_m));
  ExpectPath(graph, query, is_closed, path);
  return true;
}

TEST(WaypointSearch, CostsWhatTheSlowSearchSaysOnRandomGraphsWithClosedLinksAndAbilities) {
  Random random(7);
  WaypointWorkspace workspace;
  int found = 0;
  int unreachable = 0;
  for (int round = 0; round < 600 && !HasFailure(); ++round) {
    const uint32_t nodes = 1 + random.NextBelow(round % 10 == 0 ? 400 : 40);
    const double degree = random.NextInRange(0.5, 5);
    const PackedWaypoints packed = Packed(RandomWaypoints(nodes, degree, random));
    const WaypointView graph = ViewOf(packed);
    for (int k = 0; k < 10; ++k) ++(CompareOnce(graph, k % 2 == 1, random, workspace) ? found : unreachable);
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(unreachable, 500);
}

TEST(WaypointSearch, TheBoundIsNeverAboveTheCost) {
  Random random(8);
  for (int round = 0; round < 100; ++round) {
    const PackedWaypoints packed = Packed(RandomWaypoints(2 + random.NextBelow(60), 3, random));
    const WaypointView graph = ViewOf(packed);
    const PolyId goal(random.NextBelow(graph.size()));
    const PolyId other(random.NextBelow(graph.size()));
    const std::vector<PolyId> goals = {goal, other};
    const LandmarkBound bound(graph, goals);
    for (PolyId node(0); node.value() < graph.size(); ++node) {
      const std::vector<double> costs = SlowCosts(graph, {{node, 0}}, ~uint64_t{0}, {});
      ASSERT_LE(bound.From(node), std::min(costs[goal.value()], costs[other.value()]));
    }
  }
}

TEST(WaypointSearch, AFloodReachesWhatCanBeReachedAndNothingElse) {
  Random random(9);
  WaypointWorkspace workspace;
  for (int round = 0; round < 100; ++round) {
    const PackedWaypoints packed = Packed(RandomWaypoints(1 + random.NextBelow(80), 2, random));
    const WaypointView graph = ViewOf(packed);
    const std::vector<WaypointEnd> starts = {{PolyId(random.NextBelow(graph.size())), 0}};
    FindWaypointPath(graph, {.starts = starts, .goals = {}, .abilities = 1}, workspace);
    const std::vector<double> costs = SlowCosts(graph, starts, 1, {});
    for (PolyId node(0); node.value() < graph.size(); ++node) {
      const double cost_m = costs[node.value()];
      ASSERT_EQ(workspace.Reached(node), std::isfinite(cost_m));
      if (std::isfinite(cost_m)) {
        ASSERT_NEAR(workspace.PathTo(node).cost_m, cost_m, 1e-9);
      }
    }
  }
}

TEST(WaypointSearch, LimitsEndItAndSayWhich) {
  Random random(10);
  const PackedWaypoints packed = Packed(RandomWaypoints(500, 6, random));
  const WaypointView graph = ViewOf(packed);
  WaypointWorkspace workspace;
  const std::vector<WaypointEnd> starts = {{PolyId(0), 0}};
  std::vector<WaypointEnd> goals = {{PolyId(0), 0}};
  const std::vector<double> costs = SlowCosts(graph, starts, ~uint64_t{0}, {});
  for (PolyId node(1); node.value() < graph.size(); ++node) {
    const double to_m = costs[node.value()];
    if (std::isfinite(to_m) && to_m > costs[goals[0].node.value()]) goals[0].node = node;
  }
  const double cost_m = costs[goals[0].node.value()];
  ASSERT_GT(cost_m, 0);
  WaypointQuery query{.starts = starts, .goals = goals, .abilities = ~uint64_t{0}};
  query.max_expansions = 1;
  EXPECT_EQ(FindWaypointPath(graph, query, workspace).outcome, SearchOutcome::kExpansionLimit);
  query.max_expansions = 100000;
  query.max_cost_m = cost_m * 0.999;
  EXPECT_EQ(FindWaypointPath(graph, query, workspace).outcome, SearchOutcome::kCostLimit);
  query.max_cost_m = cost_m * 1.001;
  EXPECT_EQ(FindWaypointPath(graph, query, workspace).outcome, SearchOutcome::kFound);
  const std::atomic<bool> cancelled = true;
  query.deadline = Deadline(Deadline::Clock::time_point::max(), &cancelled);
  EXPECT_EQ(FindWaypointPath(graph, query, workspace).outcome, SearchOutcome::kCancelled);
}

TEST(WaypointSearch, CostsWhatTheSlowSearchSaysOnEveryGraphOfBots) {
  WS_TEST_DATA_OR_SKIP(folder, "waypoints");
  WaypointWorkspace workspace;
  uint64_t fast = 0;
  uint64_t slow = 0;
  for (const char* name : {"cs_747", "de_dust2", "de_inferno", "de_nuke", "de_potos", "de_prodigy"}) {
    const absl::StatusOr<ImportedWaypoints> source =
        ImportWaypoints(folder + "/" + name + ".nodes.csv", {.scale = 0.0254, .up_axis = UpAxis::kZ});
    ASSERT_TRUE(source.ok()) << source.status();
    const PackedWaypoints packed = Packed(source->graph);
    const WaypointView graph = ViewOf(packed);
    Random random(11);
    for (int sample = 0; sample < 40; ++sample) {
      const std::vector<WaypointEnd> starts = {{PolyId(random.NextBelow(graph.size())), 0}};
      const uint64_t abilities = random.NextBelow(2);
      const std::vector<double> costs = SlowCosts(graph, starts, abilities, {});
      for (uint32_t k = 0; k < 25; ++k) {
        const std::vector<WaypointEnd> goals = {{PolyId(random.NextBelow(graph.size())), 0}};
        const double cost_m = costs[goals[0].node.value()];
        const WaypointQuery query{.starts = starts, .goals = goals, .abilities = abilities};
        const WaypointPath path = FindWaypointPath(graph, query, workspace);
        ASSERT_EQ(path.arrives, std::isfinite(cost_m)) << name;
        if (!path.arrives) continue;
        ASSERT_NEAR(path.cost_m, cost_m, 1e-9 * (1 + cost_m)) << name;
        fast += path.expanded;
        for (const double other_m : costs) slow += other_m <= cost_m ? 1 : 0;
      }
    }
  }
  EXPECT_LT(fast * 4, slow);
  std::printf("expanded %.1f %% of what a search without landmarks settles\n",
              100.0 * static_cast<double>(fast) / static_cast<double>(slow));
}

}  // namespace
}  // namespace waystone
