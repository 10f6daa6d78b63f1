#include "core/explore/skeleton_walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/base/scratch.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/search_surface.h"
#include "tests/support/explored_map.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;

// A walk from cell to cell of a map; the first path leads from a key point to itself.
class Walk {
 public:
  Walk(ExploredMap& map, const Vec3& from, double max_length_m = 0)
      : map_(map), view_(map.view()), writer_(walks_, WithLimit(max_length_m), answer_) {
    at_ = map.KeyPointIn(from.x, from.z, from.y);
    const NavLocation place{PolyId(view_.skeleton->key_point(at_).poly), view_.skeleton->Position(at_)};
    SurfacePath path;
    path.turns.assign(2, place);
    EXPECT_TRUE(writer_.AddPath(path));
  }

  absl::StatusOr<bool> GoTo(const Vec3& to) {
    const KeyPointId target = map_.KeyPointIn(to.x, to.z, to.y);
    for (const SkeletonArc& arc : view_.skeleton->ArcsOf(at_)) {
      if (arc.target != target.value()) continue;
      at_ = target;
      return writer_.AddArc(arc);
    }
    ADD_FAILURE() << "no arc";
    return false;
  }
  const RouteAnswer& Answer() { return answer_; }

 private:
  const RouteQuery& WithLimit(double max_length_m) {
    query_.max_length_m = max_length_m;
    query_.with_polys = true;
    return query_;
  }

  ExploredMap& map_;
  MapView view_;
  RouteQuery query_;
  Scratch scratch_;
  std::unique_ptr<RouteSearch> search_ = *view_.surface->Open(view_, query_.changes, {}, scratch_);
  ArcWalks walks_{{view_, query_.changes, nullptr, *search_, scratch_, {}}};
  RouteAnswer answer_;
  SkeletonWalkWriter writer_;
  KeyPointId at_;
};

std::vector<LinkKind> Kinds(const RouteAnswer& answer) {
  std::vector<LinkKind> kinds;
  for (const RouteLeg& leg : answer.legs) kinds.push_back(leg.kind);
  return kinds;
}

// Consecutive legs share a point, they cover all points, and their lengths are those of their points. No
// point is the same as the one before.
void ExpectSound(const RouteAnswer& answer) {
  double length_m = 0;
  uint32_t next = 0;
  for (const RouteLeg& leg : answer.legs) {
    EXPECT_EQ(leg.first_point, next);
    ASSERT_GE(leg.point_count, 2U);
    double leg_m = 0;
    for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
      EXPECT_NE(answer.points[i - 1], answer.points[i]);
      leg_m += Distance(answer.points[i - 1], answer.points[i]);
    }
    EXPECT_NEAR(leg.length_m, leg_m, 1e-9);
    length_m += leg_m;
    next = leg.first_point + leg.point_count - 1;
  }
  EXPECT_EQ(next + 1, answer.points.size());
  EXPECT_NEAR(answer.length_m, length_m, 1e-9);
}

TEST(SkeletonWalk, ArcsThatAreWalkedMakeOneLeg) {
  ExploredMap map({"...\n.#.\n...\n"});
  Walk walk(map, {0.5, 0, 0.5});
  for (const Vec3& to : {Vec3(1.5, 0, 0.5), Vec3(2.5, 0, 0.5), Vec3(2.5, 0, 1.5), Vec3(2.5, 0, 0.5)}) {
    EXPECT_TRUE(walk.GoTo(to).value());
  }
  const RouteAnswer& answer = walk.Answer();
  ExpectSound(answer);
  EXPECT_THAT(Kinds(answer), ElementsAre(LinkKind::kWalk));
  EXPECT_DOUBLE_EQ(answer.length_m, 4);
  EXPECT_DOUBLE_EQ(answer.cost_m, 4);
  EXPECT_THAT(answer.polys, ElementsAre(map.Cell(0.5, 0.5), map.Cell(1.5, 0.5), map.Cell(2.5, 0.5),
                                        map.Cell(2.5, 1.5), map.Cell(2.5, 0.5)));
}

TEST(SkeletonWalk, ALinkIsEnteredAtItsStartAndLeftAtItsEnd) {
  ExploredMap map({"..#..\n"});
  map.AddLink({1.75, 0, 0.5}, {3.25, 0, 0.5}, LinkKind::kClimb);
  map.sketch().AddLinks(map.links());
  Walk walk(map, {0.5, 0, 0.5});
  for (const Vec3& to : {Vec3(1.5, 0, 0.5), Vec3(3.5, 0, 0.5), Vec3(4.5, 0, 0.5)}) {
    EXPECT_TRUE(walk.GoTo(to).value());
  }
  const RouteAnswer& answer = walk.Answer();
  ExpectSound(answer);
  EXPECT_THAT(Kinds(answer), ElementsAre(LinkKind::kWalk, LinkKind::kClimb, LinkKind::kWalk));
  EXPECT_EQ(answer.legs[1].link, LinkId(0));
  EXPECT_DOUBLE_EQ(answer.legs[1].length_m, 1.5);
  EXPECT_DOUBLE_EQ(answer.length_m, 4);
}

TEST(SkeletonWalk, JumpsAndDropsAreLegsWithoutALink) {
  ExploredMap map({"..#.#\n", "    9\n"});
  const Vec3 low{3.5, 0, 0.5};
  const Vec3 high{4.5, 9, 0.5};
  map.sketch().AddArc(map.Cell(1.5, 0.5), map.Cell(3.5, 0.5), SkeletonArcKind::kJump);
  map.sketch().AddArc(map.Cell(3.5, 0.5), map.Cell(4.5, 0.5, 9), SkeletonArcKind::kJump);
  map.sketch().AddArc(map.Cell(4.5, 0.5, 9), map.Cell(3.5, 0.5), SkeletonArcKind::kDrop);
  Walk walk(map, {0.5, 0, 0.5});
  for (const Vec3& to : {Vec3(1.5, 0, 0.5), low, high, low}) EXPECT_TRUE(walk.GoTo(to).value());
  const RouteAnswer& answer = walk.Answer();
  ExpectSound(answer);
  EXPECT_THAT(Kinds(answer), ElementsAre(LinkKind::kWalk, LinkKind::kJump, LinkKind::kJump, LinkKind::kDrop));
  for (const RouteLeg& leg : answer.legs) EXPECT_FALSE(leg.link.has_value());
  EXPECT_DOUBLE_EQ(answer.legs[1].length_m, 2);
  EXPECT_DOUBLE_EQ(answer.legs[2].cost_m, 1);
  EXPECT_DOUBLE_EQ(answer.plane_length_m, 5);
}

TEST(SkeletonWalk, IsCutAtItsLimit) {
  ExploredMap map({".....\n"});
  Walk walk(map, {0.5, 0, 0.5}, 2.25);
  EXPECT_TRUE(walk.GoTo({1.5, 0, 0.5}).value());
  EXPECT_TRUE(walk.GoTo({2.5, 0, 0.5}).value());
  EXPECT_FALSE(walk.GoTo({3.5, 0, 0.5}).value());
  const RouteAnswer& answer = walk.Answer();
  ExpectSound(answer);
  EXPECT_NEAR(answer.length_m, 2.25, 1e-6);
}

TEST(SkeletonWalk, DoesNotJumpBeyondItsLimit) {
  ExploredMap map({"..#.\n"});
  map.sketch().AddArc(map.Cell(1.5, 0.5), map.Cell(3.5, 0.5), SkeletonArcKind::kJump);
  Walk walk(map, {0.5, 0, 0.5}, 2.9);
  EXPECT_TRUE(walk.GoTo({1.5, 0, 0.5}).value());
  EXPECT_FALSE(walk.GoTo({3.5, 0, 0.5}).value());
  const RouteAnswer& answer = walk.Answer();
  ExpectSound(answer);
  EXPECT_DOUBLE_EQ(answer.length_m, 1);
}

TEST(SkeletonWalk, GoesRoundWhatStandsInTheWayOfAnArc) {
  ExploredMap map({".#.\n...\n"});
  map.sketch().AddArc(map.Cell(0.5, 0.5), map.Cell(2.5, 0.5), SkeletonArcKind::kWalk);
  Walk walk(map, {0.5, 0, 0.5});
  EXPECT_TRUE(walk.GoTo({2.5, 0, 0.5}).value());
  const RouteAnswer& answer = walk.Answer();
  ExpectSound(answer);
  EXPECT_NEAR(answer.length_m, 1 + std::sqrt(2.0), 1e-9);
}

TEST(SkeletonWalk, RefusesAnArcThatLeadsNowhere) {
  ExploredMap map({".#.\n"});
  map.sketch().AddArc(map.Cell(0.5, 0.5), map.Cell(2.5, 0.5), SkeletonArcKind::kWalk);
  Walk walk(map, {0.5, 0, 0.5});
  const absl::StatusOr<bool> added = walk.GoTo({2.5, 0, 0.5});
  EXPECT_TRUE(absl::IsDataLoss(added.status())) << added.status();
}

}  // namespace
}  // namespace waystone
