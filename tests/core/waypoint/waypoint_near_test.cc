#include "core/waypoint/waypoint_near.h"

#include <gtest/gtest.h>

#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

// All arcs, one by one.
std::optional<ArcPlace> SlowNearest(const WaypointView& graph, const Vec3& position, const ArcReach& reach) {
  std::optional<ArcPlace> best;
  for (uint32_t i = 0; i < graph.arcs().size(); ++i) {
    if (graph.arc(i).is_walk == 0) continue;
    const uint32_t source = graph.SourceOf(i);
    const Vec3 at = NearestOnSegment(graph.Position(source), graph.Position(graph.arc(i).target), position);
    const double above_m = at.y - position.y;
    if (PlaneDistance(at, position) > reach.radius_m || above_m > reach.above_m || -above_m > reach.below_m) {
      continue;
    }
    if (!best || Distance(at, position) < best->distance_m) best = {i, source, at, Distance(at, position)};
  }
  return best;
}

TEST(WaypointNear, FindsWhatLookingAtEveryLinkFinds) {
  Random random(3);
  int found = 0;
  for (int round = 0; round < 60; ++round) {
    const PackedWaypoints packed = Packed(RandomWaypoints(1 + random.NextBelow(300), 3, random));
    const absl::StatusOr<WaypointView> graph = WaypointView::Create(packed.data);
    ASSERT_TRUE(graph.ok());
    for (int k = 0; k < 50; ++k) {
      const double x = random.NextInRange(-60, 60);
      const double y = random.NextInRange(-4, 4);
      const double z = random.NextInRange(-60, 60);
      const double radius_m = random.NextInRange(0, 20);
      const ArcReach reach{radius_m, 4 - std::abs(y), 3};
      const auto fast = NearestOnArcs(*graph, {x, y, z}, reach, [](uint32_t, uint32_t) { return true; });
      const auto slow = SlowNearest(*graph, {x, y, z}, reach);
      ASSERT_EQ(fast.has_value(), slow.has_value());
      if (!fast) continue;
      ++found;
      EXPECT_EQ(fast->arc, slow->arc);
      EXPECT_EQ(fast->source, slow->source);
      EXPECT_EQ(fast->distance_m, slow->distance_m);
    }
  }
  EXPECT_GT(found, 500);
}

TEST(WaypointNear, PassesOverWhatIsNotAdmittedAndWhatIsNotWalked) {
  const PackedWaypoints packed =
      Packed(DrawnWaypoints("a...b\n"
                            ".....\n"
                            "c...d\n",
                            {"a>b", "^c>d"}));
  const absl::StatusOr<WaypointView> graph = WaypointView::Create(packed.data);
  ASSERT_TRUE(graph.ok());
  const ArcReach reach{10, 1, 1};
  const auto all = [](uint32_t, uint32_t) { return true; };
  const auto place = NearestOnArcs(*graph, {0, 0, 1}, reach, all);  // the jump is nearer
  ASSERT_TRUE(place);
  EXPECT_EQ(graph->node(place->source).external_id, 0U);
  EXPECT_FALSE(NearestOnArcs(*graph, {0, 0, 1}, reach, [](uint32_t, uint32_t) { return false; }));
  EXPECT_FALSE(NearestOnArcs(*graph, {0, 3, 1}, reach, all));
}

}  // namespace
}  // namespace waystone
