#include "core/waypoint/waypoint_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

WaypointData Sound() {
  return Packed(DrawnWaypoints("a.b.c\n"
                               "..d..\n",
                               {"ab", "b>c", "^bd", "#c>d"}))
      .data;
}

TEST(WaypointView, TellsNodesArcsAndWhatTheyNeed) {
  const WaypointData data = Sound();
  const absl::StatusOr<WaypointView> view = WaypointView::Create(data);
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_EQ(view->size(), 4U);
  EXPECT_EQ(view->arcs().size(), 6U);
  for (PolyId node(0); node.value() < view->size(); ++node) {
    for (LinkId i = view->FirstArc(node); i < view->EndArc(node); ++i) {
      EXPECT_EQ(view->SourceOf(i), node);
      EXPECT_NEAR(view->arc(i).cost_m, Distance(view->Position(node), view->Position(view->arc(i).target)),
                  1e-6);
      EXPECT_TRUE(view->MayUse(view->arc(i), 3));
      EXPECT_EQ(view->MayUse(view->arc(i), 0), view->arc(i).is_walk == 1);
    }
  }
}

struct Lie {
  std::function<void(WaypointData&)> tell;
  std::string rule;
};

std::vector<Lie> Lies() {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  return {{[](WaypointData& d) { ++d.header.node_count; }, "header: counts"},
          {[](WaypointData& d) { d.header.landmark_count = 17; }, "header: 17 landmarks"},
          {[](WaypointData& d) { d.header.landmark_unit_m = 0; }, "header: bad unit"},
          {[nan](WaypointData& d) { d.header.least_cost_per_m = nan; }, "header: bad least cost"},
          {[](WaypointData& d) { d.header.reserved[3] = 1; }, "header: reserved"},
          {[](WaypointData& d) { d.needs.clear(); }, "needs: 0"},
          {[](WaypointData& d) { d.landmark_costs.pop_back(); }, "landmark costs"},
          {[](WaypointData& d) { d.landmarks[0] = PolyId(4); }, "landmarks[0]: no such node"},
          {[nan](WaypointData& d) { d.nodes[2].y = nan; }, "nodes[2]: not finite"},
          {[](WaypointData& d) { d.nodes[1].radius_m = -1; }, "nodes[1]: bad radius"},
          {[](WaypointData& d) { d.rows.pop_back(); }, "rows: row missing"},
          {[](WaypointData& d) { d.rows[4] = 5; }, "do not cover the arcs"},
          {[](WaypointData& d) { d.rows[1] = 7; }, "not monotone"},
          {[](WaypointData& d) { d.arcs[3].target = PolyId(4); }, "arcs[3]: target out of range"},
          {[](WaypointData& d) { d.arcs[0].target = PolyId(0); }, "arcs[0]: leads to where it begins"},
          {[nan](WaypointData& d) { d.arcs[5].cost_m = nan; }, "arcs[5]: bad cost"},
          {[](WaypointData& d) { d.arcs[5].needs = 4; }, "arcs[5]: needs out of range"},
          {[](WaypointData& d) { d.arcs[5].is_walk = 2; }, "arcs[5]: unknown flags"},
          {[](WaypointData& d) { d.arcs[5].reserved[1] = 1; }, "arcs[5]: unknown flags"},
          {[](WaypointData& d) { d.arcs[1].cost_m = 0; }, "arcs[1]: costs less"},
          {[](WaypointData& d) { d.boxes[0].max[0] += 1; }, "boxes: "},
          {[](WaypointData& d) { d.boxes.pop_back(); }, "boxes: "}};
}

// a -> b -> c and nothing back: a landmark at `at` with these costs from and to it, in units of a metre.
absl::Status WithLandmark(uint32_t at, std::vector<uint16_t> costs) {
  WaypointData data = Packed(DrawnWaypoints("a..b..c\n", {"a>b", "b>c"})).data;
  data.header.landmark_count = 1;
  data.header.landmark_unit_m = 1;
  data.landmarks = {PolyId(at)};
  data.landmark_costs = std::move(costs);
  return WaypointView::Create(data).status();
}

TEST(WaypointView, LandmarkCostsMayBeAnythingThatNoArcContradicts) {
  constexpr uint16_t kNo = kNoLandmarkPath;
  EXPECT_EQ(WithLandmark(0, {0, 0, 3, kNo, 6, kNo}), absl::OkStatus());
  EXPECT_EQ(WithLandmark(2, {kNo, 6, kNo, 3, 0, 0}), absl::OkStatus());
  EXPECT_EQ(WithLandmark(0, {0, 0, 2, kNo, 1, kNo}), absl::OkStatus());  // less is a weaker bound
}

TEST(WaypointView, LandmarkCostsThatAnArcContradictsAreRefusedByNodeAndLandmark) {
  constexpr uint16_t kNo = kNoLandmarkPath;
  const std::vector<std::pair<absl::Status, std::string>> refusals = {
      {WithLandmark(0, {1, 0, 3, kNo, 6, kNo}), "node 0: not 0, but landmark 0 stands there"},
      {WithLandmark(0, {0, 1, 3, kNo, 6, kNo}), "node 0: not 0, but landmark 0 stands there"},
      {WithLandmark(0, {0, 0, 4, kNo, 6, kNo}),
       "node 1: 4 units from landmark 0 (node 0), but 0 units at node 0, and arcs[0] costs 3 m"},
      {WithLandmark(0, {0, 0, 3, kNo, 7, kNo}),
       "node 2: 7 units from landmark 0 (node 0), but 3 units at node 1, and arcs[1] costs 3 m"},
      {WithLandmark(0, {0, 0, kNo, kNo, kNo, kNo}),
       "node 1: no path from landmark 0 (node 0), but 0 units at node 0, and arcs[0] costs 3 m"},
      {WithLandmark(2, {kNo, 7, kNo, 3, 0, 0}),
       "node 0: 7 units to landmark 0 (node 2), but 3 units at node 1, and arcs[0] costs 3 m"},
      {WithLandmark(2, {kNo, kNo, kNo, 3, 0, 0}),
       "node 0: no path to landmark 0 (node 2), but 3 units at node 1, and arcs[0] costs 3 m"}};
  for (const auto& [status, message] : refusals) {
    EXPECT_TRUE(absl::IsDataLoss(status)) << message;
    EXPECT_EQ(status.message(), "waypoint landmark costs: " + message);
  }
}

TEST(WaypointView, RefusesEveryBrokenRuleByName) {
  for (const Lie& lie : Lies()) {
    WaypointData data = Sound();
    lie.tell(data);
    const absl::Status status = WaypointView::Create(data).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << lie.rule;
    EXPECT_THAT(std::string(status.message()), HasSubstr(lie.rule));
  }
}

}  // namespace
}  // namespace waystone
