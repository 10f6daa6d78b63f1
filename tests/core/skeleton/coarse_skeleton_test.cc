// A skeleton through squares, against one that looks for each square's key points among all.
#include "core/skeleton/coarse_skeleton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "tests/core/skeleton/skeletons.h"
#include "tests/oracle/slow_squares.h"

namespace waystone {
namespace {

using ::testing::IsEmpty;

SkeletonData RandomSkeleton(Random& random) {
  const uint32_t count = 1 + static_cast<uint32_t>(random.NextBelow(60));
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> arcs;
  for (uint32_t i = 0; i < 3 * count; ++i) {
    const auto from = static_cast<uint32_t>(random.NextBelow(count));
    const auto to = static_cast<uint32_t>(random.NextBelow(count));
    const auto link = static_cast<uint32_t>(random.NextBelow(kTestLinks));
    if (from != to) arcs.insert({from, to, random.NextBelow(3) == 0 ? link : kNoSkeletonLink});
  }
  std::vector<TestArc> listed;
  for (const auto& [from, to, link] : arcs) listed.push_back({from, to, 1, link});
  SkeletonData data = MakeSkeleton(count, listed);
  // On a coarse lattice places and distances coincide often.
  const auto next = [&](double low, double high) {
    return static_cast<float>(std::round(2 * random.NextInRange(low, high)) / 2);
  };
  for (KeyPoint& k : data.key_points) k = {next(-9, 9), next(0, 5), next(-9, 9), k.poly};
  return data;
}

TEST(CoarseSkeleton, KeepsAndJoinsWhatASlowSearchDoes) {
  Random random(20);
  int merged = 0;
  for (int round = 0; round < 2000; ++round) {
    const SkeletonData data = RandomSkeleton(random);
    const SkeletonView skeleton = ViewOf(data);
    const double cell_m = 0.5 * static_cast<double>(1 + random.NextBelow(12));
    const double floor_m = 0.5 * static_cast<double>(random.NextBelow(6));
    const Deadline never;
    DeadlinePoll poll(never, 8);
    const CoarseSkeleton coarse(skeleton, cell_m, floor_m, poll);
    std::vector<Vec3> points;
    for (uint32_t id = 0; id < skeleton.size(); ++id) points.push_back(skeleton.Position(KeyPointId(id)));
    const std::vector<SlowSquare> oracle = SlowSquares(points, cell_m, floor_m);
    ASSERT_EQ(coarse.squares().size(), oracle.size()) << round;
    std::map<uint32_t, uint32_t> stand_in;
    for (const SlowSquare& square : oracle) {
      for (const uint32_t id : square.members) stand_in[id] = square.kept;
    }
    for (size_t i = 0; i < oracle.size(); ++i) {
      const CoarseSkeleton::Square& square = coarse.squares()[i];
      ASSERT_EQ(square.kept.value(), oracle[i].kept) << round;
      ASSERT_EQ(square.member_count, oracle[i].members.size());
      merged += square.member_count > 1 ? 1 : 0;
      std::set<std::tuple<uint32_t, SkeletonArcKind>> joins;
      for (const uint32_t id : oracle[i].members) {
        for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(id))) {
          if (stand_in[arc.target] != oracle[i].kept) joins.insert({stand_in[arc.target], arc.kind});
        }
      }
      const std::vector<SkeletonArc> arcs = coarse.ArcsOf(square);
      ASSERT_EQ(arcs.size(), joins.size()) << round;
      size_t at = 0;
      for (const auto& [target, kind] : joins) {
        const SkeletonArc& arc = arcs[at++];
        ASSERT_EQ(std::tuple(arc.target, arc.kind), std::tuple(target, kind)) << round;
        ASSERT_EQ(arc.link, kNoSkeletonLink);
        const Vec3 path = skeleton.Position(KeyPointId(target)) - skeleton.Position(square.kept);
        ASSERT_FLOAT_EQ(arc.length_m, static_cast<float>(Length(path)));
        ASSERT_EQ((arc.direction + 4) % 8, arc.back);
        const double turn = std::atan2(path.x, -path.z) / (M_PI / 4);
        if (path.Plane() == Vec2{}) continue;
        ASSERT_LE(std::abs(std::remainder(turn - arc.direction, 8)), 0.5 + 1e-9);
      }
    }
  }
  EXPECT_GT(merged, 5000);
}

TEST(CoarseSkeleton, OfNothingHasNothing) {
  const SkeletonData data = MakeSkeleton(0, {});
  const SkeletonView skeleton = ViewOf(data);
  const Deadline never;
  DeadlinePoll poll(never, 8);
  EXPECT_THAT(CoarseSkeleton(skeleton, 1, 2, poll).squares(), IsEmpty());
}

TEST(CoarseSkeleton, StopsAtItsDeadline) {
  const SkeletonData data = MakeSkeleton(3, {});
  const SkeletonView skeleton = ViewOf(data);
  const Deadline over(Deadline::Clock::time_point::min());
  DeadlinePoll poll(over, 8);
  const CoarseSkeleton coarse(skeleton, 1, 2, poll);
  EXPECT_TRUE(absl::IsDeadlineExceeded(poll.Status()));
  EXPECT_THAT(coarse.squares(), IsEmpty());
}

}  // namespace
}  // namespace waystone
