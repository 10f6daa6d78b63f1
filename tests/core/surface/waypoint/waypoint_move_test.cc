#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/move/move_validator.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

class WaypointMoveTest : public ::testing::Test {
 protected:
  void Load(const std::string& drawing, std::initializer_list<const char*> links) {
    graph_ = DrawnWaypoints(drawing, links);
    map_ = WaypointMap(graph_);
  }
  Vec3 At(char letter) const { return graph_.nodes[static_cast<size_t>(letter - 'a')].at; }
  MoveAnswer Judge(const std::vector<Vec3>& samples, const std::vector<double>& times_s = {},
                   double max_speed_mps = 0) {
    const absl::StatusOr<MapView> view = map_->View("");
    MoveQuery query;
    query.samples = samples;
    query.times_s = times_s;
    query.allowances.max_speed_mps = max_speed_mps;
    query.corrections = {MoveCorrection::Kind::kFurthest, MoveCorrection::Kind::kLastGood};
    const absl::StatusOr<MoveAnswer> answer = ValidateMove(*view, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return *answer;
  }
  WaypointGraph graph_;
  std::shared_ptr<const LoadedMap> map_;
  Scratch scratch_;
};

TEST_F(WaypointMoveTest, BetweenNodesOfAWalkIsLegalGround) {
  Load("a.........b\n", {"ab"});
  const MoveAnswer answer = Judge({At('a'), At('a') + Vec3(4, 0, 0.5), At('a') + Vec3(6, 0, -0.5), At('b')});
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_FALSE(answer.checks_made.Has(MoveCheck::kWalk));
  EXPECT_TRUE(answer.checks_made.Has(MoveCheck::kReachability));
  EXPECT_EQ(Judge({At('a') + Vec3(5, 0, 0), At('a') + Vec3(4, 0, 0)}).verdict, MoveVerdict::kLegal);
}

TEST_F(WaypointMoveTest, BesideEverythingIsOff) {
  Load("a.........b\n", {"ab"});
  const MoveAnswer answer = Judge({At('a'), At('a') + Vec3(5, 0, 3)});
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kToOffMesh);
  EXPECT_NEAR(answer.violation.measured, 3, 1e-4);
}

TEST_F(WaypointMoveTest, AgainstAOneWayLinkIsNotReachable) {
  Load("a.........b\n", {"a>b"});
  const Vec3 early = At('a') + Vec3(3, 0, 0);
  const Vec3 late = At('a') + Vec3(6, 0, 0);
  EXPECT_EQ(Judge({At('a'), early, late, At('b')}).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Judge({late, early}).violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_EQ(Judge({At('b'), late}).violation.kind, MoveViolationKind::kUnreachable);
  const MoveAnswer back = Judge({late, At('a')});
  EXPECT_EQ(back.violation.kind, MoveViolationKind::kUnreachable);
  ASSERT_FALSE(back.corrections.empty());
  EXPECT_EQ(back.corrections.back().kind, MoveCorrection::Kind::kLastGood);
}

TEST_F(WaypointMoveTest, TooFastIsTooFast) {
  Load("a.........b\n", {"ab"});
  EXPECT_EQ(Judge({At('a'), At('b')}, {0, 1}, 5).violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(Judge({At('a'), At('b')}, {0, 2}, 5).verdict, MoveVerdict::kLegal);
}

// Beside a ladder a little to the side is far up or down.
TEST_F(WaypointMoveTest, WhoIsOnASteepLinkMayStayThere) {
  Load("ab..c\n", {"ab", "bc"});
  graph_.nodes[1].at = At('a') + Vec3(0.02, 9, 0);
  graph_.nodes[2].at.y += 9;
  map_ = WaypointMap(graph_);
  std::vector<Vec3> samples = {At('a')};
  std::vector<double> times_s = {0};
  Random random(881);
  for (int i = 1; i <= 100; ++i) {
    const double share = std::min(1.0, 0.02 * i);
    const Vec3 noise(random.NextInRange(-0.15, 0.15), random.NextInRange(-0.15, 0.15),
                     random.NextInRange(-0.15, 0.15));
    samples.push_back(At('a') + (At('b') - At('a')) * share + noise);
    times_s.push_back(0.1 * i);
  }
  EXPECT_EQ(Judge(samples, times_s, 5).violation.kind, MoveViolationKind::kNone);
  for (size_t i = 1; i < samples.size(); ++i) samples[i].x -= 0.9;
  EXPECT_EQ(Judge(samples, times_s, 5).violation.check, MoveCheck::kAir) << "beside it, in the air";
}

TEST_F(WaypointMoveTest, AStartAloneIsTriedWithAnEndThatItLeadsTo) {
  Load("a.........b\n", {"a>b"});
  EXPECT_EQ(Judge({At('a') + Vec3(5, 0, 0)}).verdict, MoveVerdict::kLegal);
}

}  // namespace
}  // namespace waystone
