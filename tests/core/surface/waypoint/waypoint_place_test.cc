#include "core/surface/waypoint/waypoint_place.h"

#include <gtest/gtest.h>

#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

class WaypointPlaceTest : public ::testing::Test {
 protected:
  void Load(const std::string& drawing, std::initializer_list<const char*> links) {
    graph_ = DrawnWaypoints(drawing, links);
    map_ = WaypointMap(graph_);
    view_ = *map_->View("");
  }
  // The place nearest to a point given as an offset from a node.
  std::optional<WaypointPlace> Near(char letter, const Vec3& offset, const SnapOptions& options = {}) {
    const Vec3 at = graph_.nodes[static_cast<size_t>(letter - 'a')].at + offset - map_->manifest().origin;
    return NearestWaypointPlace(
        view_, at, options, [](PolyId, PolyId) { return true; }, nullptr,
        *scratch_.Borrow<SurfaceWorkspace>());
  }
  char LetterOf(PolyId node) const {
    return static_cast<char>('a' + FindWaypoints(view_)->node(node).external_id);
  }

  WaypointGraph graph_;
  std::shared_ptr<const LoadedMap> map_;
  MapView view_;
  Scratch scratch_;
};

TEST_F(WaypointPlaceTest, AreOnTheGroundOfNodesAndOnLinksThatAreWalked) {
  Load(
      "a.........b\n"
      "...........\n"
      "...........\n"
      "...........\n"
      "...........\n"
      "c.........d\n",
      {"a>b", "^cd"});
  const auto node = Near('a', {0.1, 0, 0.1});
  ASSERT_TRUE(node);
  EXPECT_EQ(node->from, node->to);
  EXPECT_NEAR(node->distance_m, 0, 1e-5);
  const auto link = Near('a', {4, 0, 0.5});
  ASSERT_TRUE(link);
  EXPECT_EQ(LetterOf(link->from), 'a');
  EXPECT_EQ(LetterOf(link->to), 'b');
  EXPECT_NEAR(link->distance_m, 0.5, 1e-5);
  EXPECT_FALSE(Near('c', {5, 0, 0}));  // amid a jump
  EXPECT_FALSE(Near('a', {5, 5, 0}));  // far above
  EXPECT_TRUE(Near('a', {5, 3.9, 0}));
}

TEST_F(WaypointPlaceTest, AreNotOnLinksThatTheAgentMayNotUse) {
  Load("a.........b\n", {"ab"});
  ASSERT_TRUE(Near('a', {5, 0, 0}));
  Exclusions exclusions;
  exclusions.Begin(*view_.navmesh, *view_.links);
  exclusions.CloseLink(LinkId(0));
  exclusions.CloseLink(LinkId(1));
  const Vec3 middle = graph_.nodes[0].at + Vec3(5, 0, 0) - map_->manifest().origin;
  EXPECT_FALSE(NearestWaypointPlace(
      view_, middle, {}, [](PolyId, PolyId) { return true; }, &exclusions,
      *scratch_.Borrow<SurfaceWorkspace>()));
}

TEST_F(WaypointPlaceTest, EndsAreTheNodesOnBothSidesWhereALinkLeadsBothWays) {
  Load("a.........b.........c\n", {"ab", "b>c"});
  const auto both = Near('a', {4, 0, 0});
  ASSERT_TRUE(both);
  EXPECT_EQ(StartsAt(view_, {both->to, both->point}, nullptr).size(), 2U);
  EXPECT_EQ(EndsAt(view_, {both->from, both->point}, nullptr).size(), 2U);
  const auto one = Near('b', {4, 0, 0});
  ASSERT_TRUE(one);
  const auto starts = StartsAt(view_, {one->to, one->point}, nullptr);
  ASSERT_EQ(starts.size(), 1U);
  EXPECT_EQ(LetterOf(starts[0].node), 'c');
  EXPECT_NEAR(starts[0].cost_m, 6, 1e-4);
  const auto ends = EndsAt(view_, {one->from, one->point}, nullptr);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(LetterOf(ends[0].node), 'b');
}

TEST_F(WaypointPlaceTest, WithinARadiusTheNodeWinsOverLinksThatRunThroughIt) {
  Load("a.........b.........c\n", {"a>b", "b>c"});
  for (const double off_m : {-0.25, -0.001, 0.0, 1e-9, 0.001, 0.25}) {
    const auto place = Near('b', {off_m, 0, 0});
    ASSERT_TRUE(place);
    EXPECT_EQ(LetterOf(place->from), 'b') << off_m;
    EXPECT_EQ(LetterOf(place->to), 'b') << off_m;
    EXPECT_TRUE(place->holds_position);
  }
  EXPECT_EQ(Near('b', {-0.001, 0, 0})->point, FindWaypoints(view_)->Position(Near('b', {})->to));
  const auto above = Near('b', {0, 1.5, 0});  // beyond a step
  ASSERT_TRUE(above);
  EXPECT_EQ(LetterOf(above->from), 'b');
  EXPECT_EQ(LetterOf(above->to), 'b');
  EXPECT_FALSE(above->holds_position);
  const auto before = Near('b', {-0.5, 0, 0});
  ASSERT_TRUE(before);
  EXPECT_EQ(LetterOf(before->from), 'a');
  EXPECT_TRUE(before->holds_position);
}

TEST_F(WaypointPlaceTest, WithinSeveralRadiiTheNearestNodeWinsThenTheLowestId) {
  graph_ = DrawnWaypoints("c.a.b\n", {"ca", "ab"});
  for (WaypointGraph::Node& node : graph_.nodes) node.radius = 5;
  map_ = WaypointMap(graph_);
  view_ = *map_->View("");
  for (const char letter : {'a', 'b', 'c'}) EXPECT_EQ(LetterOf(Near(letter, {})->to), letter);
  EXPECT_EQ(LetterOf(Near('a', {0.9, 0, 0.5})->to), 'a');
  EXPECT_EQ(LetterOf(Near('a', {1.1, 0, 0.5})->to), 'b');
  EXPECT_EQ(LetterOf(Near('a', {1, 0, 0})->to), 'a');
  EXPECT_EQ(LetterOf(Near('a', {-1, 0, 0})->to), 'a');
}

}  // namespace
}  // namespace waystone
