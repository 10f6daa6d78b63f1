#include "core/waypoint/waypoint_near.h"

#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

// All arcs, one by one; ties by the source's ids of both ends.
std::optional<ArcPlace> SlowNearest(const WaypointView& graph, const Vec3& position, const ArcReach& reach) {
  std::optional<ArcPlace> best;
  for (LinkId i(0); i.value() < graph.arcs().size(); ++i) {
    if (graph.arc(i).is_walk == 0) continue;
    const PolyId source = graph.SourceOf(i);
    PolyId low = source;
    PolyId high = graph.arc(i).target;
    const auto id_of = [&](PolyId node) { return graph.node(node).external_id; };
    if (id_of(high) < id_of(low)) std::swap(low, high);
    const Vec3 at = NearestOnSegment(graph.Position(low), graph.Position(high), position);
    const double above_m = at.y - position.y;
    if (PlaneDistance(at, position) > reach.radius_m || above_m > reach.above_m || -above_m > reach.below_m) {
      continue;
    }
    const auto key = [&](double distance_m, PolyId from, LinkId arc) {
      return std::tuple(distance_m, id_of(from), id_of(graph.arc(arc).target));
    };
    const double distance_m = Distance(at, position);
    if (!best || key(distance_m, source, i) < key(best->distance_m, best->source, best->arc)) {
      best = {i, source, at, distance_m};
    }
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
      const auto fast = NearestOnArcs(*graph, {x, y, z}, reach, [](PolyId, LinkId) { return true; });
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
  const auto all = [](PolyId, LinkId) { return true; };
  const auto place = NearestOnArcs(*graph, {0, 0, 1}, reach, all);  // the jump is nearer
  ASSERT_TRUE(place);
  EXPECT_EQ(graph->node(place->source).external_id, 0U);
  EXPECT_FALSE(NearestOnArcs(*graph, {0, 0, 1}, reach, [](PolyId, LinkId) { return false; }));
  EXPECT_FALSE(NearestOnArcs(*graph, {0, 3, 1}, reach, all));
}

TEST(WaypointNear, OfALinkThereAndBackTheOneFromTheLowestIdIsNearest) {
  Random random(17);
  for (int round = 0; round < 200; ++round) {
    WaypointGraph drawn = DrawnWaypoints("a.........b\n", {"ab"});
    drawn.nodes[0].id = random.NextBelow(1000);
    drawn.nodes[1].id = 1000 + random.NextBelow(1000);
    if (round % 2 == 0) std::swap(drawn.nodes[0].id, drawn.nodes[1].id);
    drawn.nodes[1].at.z += random.NextInRange(-5, 5);
    const PackedWaypoints packed = Packed(drawn);
    const absl::StatusOr<WaypointView> graph = WaypointView::Create(packed.data);
    ASSERT_TRUE(graph.ok());
    const double x = random.NextInRange(-3, 3);
    const auto nearest = NearestOnArcs(*graph, {x, 0, 1}, {10, 1, 1}, [](PolyId, LinkId) { return true; });
    ASSERT_TRUE(nearest.has_value());
    EXPECT_LT(graph->node(nearest->source).external_id, 1000U);
  }
}

}  // namespace
}  // namespace waystone
