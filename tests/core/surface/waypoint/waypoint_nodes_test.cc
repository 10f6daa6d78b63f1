// A position at a node is the node: every answer from and to nodes is what Dijkstra's algorithm says of the
// graph alone.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "bake/waypoint/waypoint_importer.h"
#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "core/explore/route_explorer.h"
#include "core/move/move_validator.h"
#include "core/navmesh/surface_queries.h"
#include "core/place/resource_placer.h"
#include "core/route/route_planner.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoint_trigger_walks.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/test_data.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

// All that is asked from one node about others, on one map.
class NodeAnswers {
 public:
  NodeAnswers(const WaypointGraph& graph, const std::vector<std::string>& abilities)
      : source_(graph), map_(WaypointMap(graph)), view_(*map_->View("", abilities)) {
    for (uint32_t node = 0; node < size(); ++node) {
      targets_.push_back(PositionOf(node));
    }
  }

  uint32_t size() const { return FindWaypoints(view_)->size(); }
  uint32_t unreachable() const { return unreachable_; }
  uint32_t found() const { return found_; }

  void CheckFrom(uint32_t from) {
    SCOPED_TRACE(testing::Message() << "from node " << IdOf(from));
    costs_m_ = SlowCosts(*FindWaypoints(view_), {{PolyId(from), 0}}, view_.abilities, {});
    CheckDistances(from);
    for (uint32_t to = 0; to < size(); ++to) CheckTo(from, to);
  }

  void CheckTo(uint32_t from, uint32_t to) {
    SCOPED_TRACE(testing::Message() << "to node " << IdOf(to));
    ++(std::isfinite(costs_m_[to]) ? found_ : unreachable_);
    CheckRoute(from, to);
    CheckMove(from, to);
    CheckWorldWalk(from, to);
  }

  // Key points are nodes, and the first one is where the walk begins.
  void CheckExploration(uint32_t from) {
    ExplorationQuery query;
    query.start = targets_[from];
    query.order = WalkOrder::kBreadthFirst;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(view_, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    ASSERT_FALSE(answer->walks.empty());
    EXPECT_EQ(answer->walks[0].key_points[0], from);
  }

  // Positions within a band of walks from a node lie no farther than Dijkstra and their node's ground say,
  // nor than a route to them costs.
  void CheckPlacement(uint32_t anchor) {
    PlaceQuery query;
    query.count = 40;
    query.terms.anchors = {targets_[anchor]};
    query.terms.rules.reachability = Reachability::kFrom;
    query.terms.rules.max_walk_m = 25;
    const absl::StatusOr<PlaceAnswer> answer = PlaceResource(view_, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    costs_m_ = SlowCosts(*FindWaypoints(view_), {{PolyId(anchor), 0}}, view_.abilities, {});
    for (size_t i = 0; i < answer->positions.size(); ++i) {
      const uint32_t node = answer->polys[i];
      EXPECT_LE(costs_m_[node] + PlaneDistance(targets_[node], answer->positions[i]), 25 + 1e-3);
      RouteQuery route;
      route.start = targets_[anchor];
      route.goals = {answer->positions[i]};
      const absl::StatusOr<RouteAnswer> path = PlanRoute(view_, route, scratch_);
      ASSERT_TRUE(path.ok()) << path.status();
      EXPECT_EQ(path->status, RouteStatus::kComplete);
      EXPECT_LE(path->cost_m, 25 + 1e-3);
    }
  }

 private:
  uint32_t IdOf(uint32_t node) const { return FindWaypoints(view_)->node(PolyId(node)).external_id; }
  // As the source has it, which is not as it was rounded.
  Vec3 PositionOf(uint32_t node) const {
    const uint32_t id = IdOf(node);
    for (const WaypointGraph::Node& listed : source_.nodes) {
      if (listed.id == id) return listed.at;
    }
    return {};
  }

  void CheckDistances(uint32_t from) {
    DistanceQuery query;
    query.sources = {targets_[from]};
    query.targets = targets_;
    const absl::StatusOr<DistanceAnswer> answer = MeasureDistances(view_, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (uint32_t to = 0; to < size(); ++to) {
      SCOPED_TRACE(testing::Message() << "distance to node " << IdOf(to));
      const bool is_found = std::isfinite(costs_m_[to]);
      EXPECT_EQ(answer->statuses[to], is_found ? DistanceStatus::kFound : DistanceStatus::kUnreachable);
      EXPECT_NEAR(answer->distance_m[to], is_found ? costs_m_[to] : -1, Tolerance_m(to));
    }
  }

  void CheckRoute(uint32_t from, uint32_t to) {
    RouteQuery query;
    query.start = targets_[from];
    query.goals = {targets_[to]};
    query.allow_partial = false;
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(view_, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    if (!std::isfinite(costs_m_[to])) {
      EXPECT_EQ(answer->status, RouteStatus::kUnreachable);
      return;
    }
    ASSERT_EQ(answer->status, RouteStatus::kComplete) << answer->explanation;
    EXPECT_NEAR(answer->cost_m, costs_m_[to], Tolerance_m(to));
    EXPECT_LT(Distance(answer->points.front(), targets_[from]), 1e-3);
    EXPECT_LT(Distance(answer->points.back(), targets_[to]), 1e-3);
    for (size_t i = 1; i < answer->points.size() && answer->legs.size() == 1 && from != to; ++i) {
      EXPECT_GT(Distance(answer->points[i - 1], answer->points[i]), 1e-3) << i;
    }
  }

  void CheckMove(uint32_t from, uint32_t to) {
    const Vec3 samples[] = {targets_[from], targets_[to]};
    MoveQuery query;
    query.samples = samples;
    const absl::StatusOr<MoveAnswer> answer = ValidateMove(view_, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_EQ(answer->verdict == MoveVerdict::kLegal, std::isfinite(costs_m_[to]));
  }

  void CheckWorldWalk(uint32_t from, uint32_t to) {
    const WaypointTriggers none(*FindWaypoints(view_), {});
    const SurfacePath walk = FindWaypointPathAround(view_, none, Place(from, PlaceRole::kLeave),
                                                    Place(to, PlaceRole::kArrive), {}, scratch_)
                                 .path;
    ASSERT_EQ(walk.outcome == SearchOutcome::kFound, std::isfinite(costs_m_[to]));
    if (walk.outcome == SearchOutcome::kFound) {
      EXPECT_NEAR(walk.cost_m, costs_m_[to], Tolerance_m(to));
    }
  }
  NavLocation Place(uint32_t node, PlaceRole role) {
    const Vec3 local = targets_[node] - view_.manifest->origin;
    return *SnapToWaypoints(view_, local, {}, role, nullptr, *scratch_.Borrow<SurfaceWorkspace>()).place;
  }

  double Tolerance_m(uint32_t to) const {
    return std::isfinite(costs_m_[to]) ? 1e-4 * (1 + costs_m_[to]) : 0;
  }

  const WaypointGraph& source_;
  const std::shared_ptr<const LoadedMap> map_;
  const MapView view_;
  Scratch scratch_;
  std::vector<Vec3> targets_;
  std::vector<double> costs_m_;
  uint32_t found_ = 0;
  uint32_t unreachable_ = 0;
};

// The drawing of the smallest case that went wrong: three nodes, one of whose links leads one way.
TEST(WaypointNodes, AOneWayLinkThatTouchesAGoalDoesNotTakeIt) {
  WaypointGraph graph;
  graph.nodes = {{.id = 1, .at = {33.62, 2.56, 45.24}, .radius = 0.5},
                 {.id = 2, .at = {7.91, 3.58, 29.87}, .radius = 0.5},
                 {.id = 3, .at = {-46.37, 0.53, 26.74}, .radius = 0.5}};
  for (const auto& [from, to] : {std::pair(0U, 1U), {2U, 1U}, {1U, 2U}, {2U, 0U}, {0U, 2U}}) {
    graph.links.push_back({.from = from, .to = to});
  }
  NodeAnswers answers(graph, {});
  for (uint32_t from = 0; from < 3; ++from) answers.CheckFrom(from);
}

TEST(WaypointNodes, AnswersBetweenAllPairsOfNodesAreDijkstras) {
  Random random(1504);
  uint32_t found = 0;
  uint32_t unreachable = 0;
  for (int round = 0; round < 60 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round);
    WaypointGraph graph = RandomWaypoints(2 + random.NextBelow(40), 1 + random.NextBelow(4), random);
    // Every other map is so dense that grounds overlap and links run over grounds; every third is level.
    for (WaypointGraph::Node& node : graph.nodes) {
      if (round % 2 == 1) node.at = node.at * 0.08 + Vec3(0.1, 0.2, 0.3);
      if (round % 3 == 0) node.at.y = 0.7;
    }
    for (WaypointGraph::Link& link : graph.links) link.cost_m = round % 2 == 1 ? -1 : link.cost_m;
    NodeAnswers answers(
        graph, round % 4 < 2 ? std::vector<std::string>{"jump", "ladder"} : std::vector<std::string>{});
    for (uint32_t from = 0; from < answers.size(); ++from) answers.CheckFrom(from);
    for (uint32_t from = 0; from < answers.size(); from += 5) {
      answers.CheckExploration(from);
      answers.CheckPlacement(from);
    }
    found += answers.found();
    unreachable += answers.unreachable();
  }
  EXPECT_GT(found, 2500U);
  EXPECT_GT(unreachable, 3000U);
}

TEST(WaypointNodes, AnswersBetweenNodesOfGraphsOfBotsAreDijkstras) {
  WS_TEST_DATA_OR_SKIP(folder, "waypoints");
  for (const char* name : {"cs_747", "de_dust2", "de_inferno", "de_nuke", "de_potos", "de_prodigy"}) {
    SCOPED_TRACE(name);
    const absl::StatusOr<ImportedWaypoints> source =
        ImportWaypoints(folder + "/" + name + ".nodes.csv", {.scale = 0.0254, .up_axis = UpAxis::kZ});
    ASSERT_TRUE(source.ok()) << source.status();
    NodeAnswers answers(source->graph, {"jump"});
    Random random(3);
    for (int sample = 0; sample < 12; ++sample) {
      const uint32_t from = random.NextBelow(answers.size());
      answers.CheckFrom(from);
      answers.CheckExploration(from);
      answers.CheckPlacement(from);
    }
  }
}

}  // namespace
}  // namespace waystone
