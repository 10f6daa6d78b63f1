// Tracks over the ground: corners and walls between samples, links, clocks and lags.
#include "core/move/track_judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/core/move/move_scene.h"

namespace waystone {
namespace {

constexpr double kSpeed_mps = 5;

struct Track {
  explicit Track(const DrawnMap& drawn) : origin(drawn.Abs(0, 0, 0)) {}
  Track& Add(double x, double y, double z, double time_s) {
    samples.push_back(origin + Vec3(x, y, z));
    times_s.push_back(time_s);
    return *this;
  }
  // `count` samples, each `every_s` later than the one before, and moved by `step`.
  Track& Go(const Vec3& step, double every_s, int count) {
    for (int i = 0; i < count; ++i) {
      samples.push_back(samples.back() + step);
      times_s.push_back(times_s.back() + every_s);
    }
    return *this;
  }
  // With a limit of 5 m/s, and no tolerance on it.
  MoveQuery Query() const {
    MoveQuery query;
    query.samples = samples;
    query.times_s = times_s;
    query.received_s = received_s;
    query.states = states;
    query.allowances.max_speed_mps = kSpeed_mps;
    query.allowances.speed_tolerance = 1;
    query.corrections = kAllCorrections;
    return query;
  }
  Vec3 origin;
  std::vector<Vec3> samples;
  std::vector<double> times_s;
  std::vector<double> received_s;
  std::vector<MoveState> states;
};

TEST(TrackJudge, ACornerMayBeCutBetweenSamples) {
  MoveScene scene(
      {"....\n"
       ".##.\n"
       ".##.\n"});
  // 1 m before the corner, and 1 m behind it.
  const Track track = Track(scene.map).Add(0.9, 0, 1.9, 0).Add(1.9, 0, 0.9, 0.4);
  EXPECT_EQ(Judge(scene.View(), track.Query()).verdict, MoveVerdict::kLegal);
  // The walk round the corner is what counts: 1.82 m, not the straight line of 1.41 m.
  const double walk_m = 2 * std::hypot(0.1, 0.9);
  Track in_time = Track(scene.map).Add(0.9, 0, 1.9, 0).Add(1.9, 0, 0.9, walk_m / kSpeed_mps + 1e-3);
  EXPECT_EQ(Judge(scene.View(), in_time.Query()).verdict, MoveVerdict::kLegal);
  in_time.times_s[1] -= 2e-3;
  EXPECT_EQ(Judge(scene.View(), in_time.Query()).violation.kind, MoveViolationKind::kTooFast);
}

TEST(TrackJudge, AWallMayNotBePassedBetweenSamples) {
  MoveScene scene(
      {"..#..\n"
       "..#..\n"
       "..#..\n"
       ".....\n"});
  const Track track = Track(scene.map).Add(0.5, 0, 0.5, 0).Go({0.5, 0, 0}, 0.1, 2).Go({2, 0, 0}, 0.4, 1);
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.check, MoveCheck::kWalk);
  EXPECT_EQ(answer.violation.sample, 3U);
  // The straight piece of 0.5 m before it, and the walk: by (2, 3) and (3, 3).
  EXPECT_NEAR(answer.violation.measured, 2 * std::hypot(0.5, 2.5) + 1, 0.6);
  EXPECT_GE(answer.violation.walk.size(), 4U);
}

// The walk of a legal step round a corner is spent; so a runner between two rooms cannot take the wall twice.
TEST(TrackJudge, TheWalkRoundACornerIsSpentFromTheBudget) {
  MoveScene scene(
      {".#.\n"
       ".#.\n"
       "...\n"});
  // 2.81 m each time, by (1, 2) and (2, 2); 0.5 s earn 2.5 m, and 1.25 m may be owed.
  Track track = Track(scene.map).Add(0.9, 0, 1.1, 0);
  for (int i = 1; i < 8; ++i) track.Add(i % 2 == 0 ? 0.9 : 2.1, 0, 1.1, 0.5 * i);
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(answer.violation.sample, 5U) << "0.31 m are owed after each";
  for (size_t i = 0; i < track.times_s.size(); ++i) track.times_s[i] = 0.6 * static_cast<double>(i);
  EXPECT_EQ(Judge(scene.View(), track.Query()).verdict, MoveVerdict::kLegal);
}

// A wall of 0.25 m, 12 m long.
class TrackCreep : public testing::Test {
 protected:
  static std::string Drawing() {
    std::string drawing;
    for (int row = 0; row < 48; ++row) drawing += row < 44 ? "........#........\n" : ".................\n";
    return drawing;
  }
  MoveScene scene_{{Drawing()}, {.cell_m = 0.25}};
  MapView view_ = scene_.View();
};

TEST_F(TrackCreep, ThroughAThinWallInSmallStepsIsFound) {
  for (const bool is_timed : {true, false}) {
    for (const double step_m : {0.05, 0.01, 0.2}) {
      Track track = Track(scene_.map)
                        .Add(1.2, 0, 2, 0)
                        .Go({step_m, 0, 0}, step_m / kSpeed_mps, static_cast<int>(2 / step_m));
      MoveQuery query = track.Query();
      if (!is_timed) query.times_s = {};
      if (!is_timed) query.allowances.max_speed_mps = 0;
      const MoveAnswer answer = Judge(view_, query);
      ASSERT_EQ(answer.violation.kind, MoveViolationKind::kBlocked) << step_m;
      for (const MoveCorrection& correction : answer.corrections) {
        EXPECT_LE(correction.at.x, scene_.map.Abs(2, 0, 0).x + 1e-9) << "before the wall";
      }
    }
  }
}

// With each correction applied, the cheater goes on from there.
TEST_F(TrackCreep, CorrectedEachTimeItNeverComesThrough) {
  for (const auto kind :
       {MoveCorrection::Kind::kSlide, MoveCorrection::Kind::kFurthest, MoveCorrection::Kind::kLastGood}) {
    MoveTrackState state;
    bool is_begun = false;
    Vec3 at = scene_.map.Abs(1.2, 0, 2);
    int corrected = 0;
    for (int i = 0; i < 500; ++i) {
      const Vec3 samples[] = {at};
      const double times_s[] = {0.02 * i};
      MoveQuery query = Track(scene_.map).Query();
      query.samples = samples;
      query.times_s = times_s;
      query.is_continued = true;
      if (is_begun) query.resumed = &state;
      const MoveAnswer answer = Judge(view_, query);
      if (answer.verdict == MoveVerdict::kLegal) {
        if (query.resumed != nullptr || answer.state.good) state = answer.state;
        is_begun = true;
        at = at + Vec3(0.05, 0, 0);
        continue;
      }
      ++corrected;
      ASSERT_NE(Find(answer, kind), nullptr);
      at = Find(answer, kind)->at;
      ASSERT_LE(at.x, scene_.map.Abs(2, 0, 0).x + 1e-9) << i;
    }
    EXPECT_GT(corrected, 5);
  }
}

TEST(TrackJudge, AClockThatStandsStillEarnsNothing) {
  MoveScene scene({std::string(30, '.') + "\n"});
  // 1.25 m may be owed for a while.
  Track track = Track(scene.map).Add(0.5, 0, 0.5, 7).Go({0.25, 0, 0}, 0, 5).Go({0, 0, 0}, 0.1, 5);
  EXPECT_EQ(Judge(scene.View(), track.Query()).verdict, MoveVerdict::kLegal);
  track = Track(scene.map).Add(0.5, 0, 0.5, 7).Go({0.25, 0, 0}, 0, 20);
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(answer.violation.sample, 6U);
}

TEST(TrackJudge, ATimeBeforeAnEarlierOneCountsAsThatOne) {
  MoveScene scene({std::string(30, '.') + "\n"});
  Track track =
      Track(scene.map).Add(0.5, 0, 0.5, 0).Go({0.5, 0, 0}, 0.1, 3).Add(2.5, 0, 0.5, 0.1).Add(3, 0, 0.5, 0.5);
  EXPECT_EQ(Judge(scene.View(), track.Query()).verdict, MoveVerdict::kLegal)
      << "0.5 m are owed, and paid back";
  track = Track(scene.map).Add(0.5, 0, 0.5, 10);
  for (int i = 1; i < 30; ++i) track.Add(0.5 + 0.5 * i, 0, 0.5, i % 2 == 0 ? 10 : 0);
  EXPECT_EQ(Judge(scene.View(), track.Query()).violation.kind, MoveViolationKind::kTooFast)
      << "to and fro earns nothing";
}

TEST(TrackJudge, ALagAndThenItsSamplesAtOnceIsLegalOnce) {
  MoveScene scene({std::string(60, '.') + "\n"});
  // 20 Hz; for 2 s nothing comes, and then 2 s of samples at once.
  Track track = Track(scene.map).Add(0.5, 0, 0.5, 0).Go({0.25, 0, 0}, 0.05, 20).Go({0.25, 0, 0}, 2, 1);
  track.Go({0.25, 0, 0}, 0, 39).Go({0.25, 0, 0}, 0.05, 20);
  MoveQuery query = track.Query();
  query.allowances.speed_tolerance = 1.1;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kLegal);
  query.allowances.speed_tolerance = 1;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kLegal);
  query.allowances.max_lag_s = 1.5;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kIllegal);
  // A second burst right after it was earned by nothing.
  track.Go({0.25, 0, 0}, 0, 40);
  query = track.Query();
  query.allowances.speed_tolerance = 1.1;
  const MoveAnswer answer = Judge(scene.View(), query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_GT(answer.violation.sample, 80U);
  EXPECT_LT(answer.violation.sample, 95U);
}

TEST(TrackJudge, AForgedClockIsHeldByTheServers) {
  MoveScene scene({std::string(90, '.') + "\n"});
  // 1.25 times as fast, by a clock that runs 1.25 times as fast.
  Track track(scene.map);
  for (int i = 0; i < 100; ++i) track.Add(0.5 + 0.625 * i, 0, 0.5, 100 + 0.125 * i);
  EXPECT_EQ(Judge(scene.View(), track.Query()).verdict, MoveVerdict::kLegal) << "nothing tells on it";
  // The server's clock is another one, and 30 ms late now and then.
  for (size_t i = 0; i < track.samples.size(); ++i) {
    track.received_s.push_back(5 + 0.1 * static_cast<double>(i) + (i % 3 == 2 ? 0.03 : 0));
  }
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_LE(answer.violation.sample, 22U) << "a quarter of a second's lead, and as much debt";
  // An honest clock is not held back.
  for (size_t i = 0; i < track.samples.size(); ++i) {
    track.times_s[i] = 100 + 0.1 * static_cast<double>(i);
    track.samples[i] = scene.map.Abs(0.5 + 0.5 * static_cast<double>(i), 0, 0.5);
  }
  EXPECT_EQ(Judge(scene.View(), track.Query()).verdict, MoveVerdict::kLegal);
}

TEST(TrackJudge, ADebtCountsFromWhereItBeganAfterTheLastOneWasPaid) {
  MoveScene scene({std::string(30, '.') + "\n"});
  // Owed at the first step, and paid back but for a rounding; owed again, for good.
  const Track track = Track(scene.map)
                          .Add(0.5, 0, 0.5, 0)
                          .Go({1, 0, 0}, 0.1, 1)
                          .Go({1e-9, 0, 0}, 0.1, 1)
                          .Go({1, 0, 0}, 0.1, 1);
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  ASSERT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(answer.violation.sample, 3U);
  EXPECT_NEAR(answer.violation.measured, 10, 1e-6);
  ASSERT_TRUE(answer.violation.last_good);
  EXPECT_NEAR(answer.violation.last_good->x, track.samples[2].x, 1e-9);
  // What is offered is within the budget of the step that began it.
  EXPECT_NEAR(Find(answer, MoveCorrection::Kind::kFurthest)->at.x, track.samples[2].x + 0.5, kWithin_m);
}

TEST(TrackJudge, NoiseAndStandingDoNotAddUp) {
  MoveScene scene({std::string(30, '.') + "\n" + std::string(30, '.') + "\n"});
  // Stands at a desk, and shakes by 0.1 m at 60 Hz: 12 m/s from sample to sample.
  Track track(scene.map);
  for (int i = 0; i < 600; ++i) track.Add(3 + (i % 2 == 0 ? 0 : 0.2), 0, 0.5, i / 60.0);
  MoveQuery query = track.Query();
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kLegal);
}

// A gap of 3 m, and a balcony.
class TrackLinks : public testing::Test {
 protected:
  TrackLinks() {
    scene_.AddLink(LinkKind::kJump, {3.8, 0, 0.5}, {7.2, 0, 0.5}, {"jump"});
    scene_.AddLink(LinkKind::kLadder, {8.5, 0, 0.5}, {8.5, 4.5, 0.5}, {"climb"}, true);
    scene_.AddLink(LinkKind::kTeleport, {0.5, 0, 0.5}, {20.5, 0, 0.5}, {"teleport"});
  }
  MoveScene scene_{{"....   ....        .....\n", "       ..               \n"}};
};

TEST_F(TrackLinks, SamplesOnAJumpAreLegalForWhoMayJump) {
  Track track = Track(scene_.map).Add(1, 0, 0.5, 0);
  for (int i = 1; i <= 70; ++i) {
    const double x = 1 + 0.1 * i;
    const double share = (x - 3.8) / 3.4;
    track.Add(x, share > 0 && share < 1 ? 2.4 * share * (1 - share) : 0, 0.5, 0.02 * i);
  }
  // A link ends a little beyond the border, which the walk back is charged for.
  track.Go({0, 0, 0}, 0.1, 10);
  MoveQuery query = track.Query();
  query.allowances.speed_tolerance = 1.1;
  const MoveAnswer answer = Judge(scene_.View({"jump"}), query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone) << answer.violation.sample;
  EXPECT_EQ(Judge(scene_.View(), track.Query()).verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(Judge(scene_.View({"climb", "teleport"}), track.Query()).verdict, MoveVerdict::kIllegal);
}

TEST_F(TrackLinks, SamplesOnALadderAreLegalForWhoMayClimb) {
  Track track = Track(scene_.map)
                    .Add(7.5, 0, 0.5, 0)
                    .Go({0.1, 0, 0}, 0.02, 10)
                    .Go({0, 0.1, 0}, 0.02, 45)
                    .Go({-0.1, 0, 0}, 0.02, 8);
  EXPECT_EQ(Judge(scene_.View({"climb"}), track.Query()).violation.kind, MoveViolationKind::kNone);
  const MoveAnswer answer = Judge(scene_.View({"jump"}), track.Query());
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_LE(answer.violation.sample, 10U + 16) << "higher than a jump";
  // Climbing counts: twice as fast is too fast.
  Track fast = Track(scene_.map).Add(8.5, 0, 0.5, 0).Add(8.5, 4.5, 0.5, 0.45);
  EXPECT_EQ(Judge(scene_.View({"climb"}), fast.Query()).verdict, MoveVerdict::kIllegal);
  fast.times_s[1] = 0.91;
  EXPECT_EQ(Judge(scene_.View({"climb"}), fast.Query()).verdict, MoveVerdict::kLegal);
}

TEST(TrackTallLinks, ALadderMayBeTallerThanTheBudgetEverHolds) {
  // 13.5 m: three storeys.
  MoveScene scene({"...\n", "   \n", "   \n", "  ..\n"});
  scene.AddLink(LinkKind::kLadder, {2.5, 0, 0.5}, {2.5, 13.5, 0.5}, {}, true);
  const MapView view = scene.View();
  Track track = Track(scene.map).Add(0.5, 0, 0.5, 0).Go({0.1, 0, 0}, 0.02, 20).Go({0, 0.1, 0}, 0.02, 135);
  track.Go({0.1, 0, 0}, 0.02, 10);
  const MoveAnswer answer = Judge(view, track.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone) << answer.violation.sample;
  // Not at once to its top.
  const Track blink = Track(scene.map).Add(2.5, 0, 0.5, 0).Go({0, 12.5, 0}, 0.1, 1).Go({0, 0, 0}, 0.1, 40);
  EXPECT_EQ(Judge(view, blink.Query()).verdict, MoveVerdict::kIllegal);
}

TEST_F(TrackLinks, ATeleportOfTheMapIsNoSpeed) {
  const Track track = Track(scene_.map)
                          .Add(1.5, 0, 0.5, 0)
                          .Go({-0.5, 0, 0}, 0.1, 2)
                          .Add(20.5, 0, 0.5, 0.3)
                          .Go({0.5, 0, 0}, 0.1, 3);
  EXPECT_EQ(Judge(scene_.View({"teleport"}), track.Query()).violation.kind, MoveViolationKind::kNone);
  EXPECT_EQ(Judge(scene_.View({"jump", "climb"}), track.Query()).verdict, MoveVerdict::kIllegal);
  // The walk to it counts.
  const Track far = Track(scene_.map).Add(3.5, 0, 0.5, 0).Add(20.5, 0, 0.5, 0.3);
  EXPECT_EQ(Judge(scene_.View({"teleport"}), far.Query()).verdict, MoveVerdict::kIllegal);
}

TEST(TrackJudge, AWalkWithinTheBudgetLeadsToAnotherFloorOverARamp) {
  MoveScene scene({"012345678900000\n"});
  // Level 9 is 4.5 m up; the rest is at 0.
  const Track up = Track(scene.map).Add(0.5, 0, 0.5, 0).Add(9.5, 4.5, 0.5, 2);
  EXPECT_EQ(Judge(scene.View(), up.Query()).verdict, MoveVerdict::kLegal);
  const Track down = Track(scene.map).Add(9.5, 4.5, 0.5, 0).Add(10.5, 0, 0.5, 2);
  EXPECT_EQ(Judge(scene.View(), down.Query()).violation.kind, MoveViolationKind::kUnreachable);
}

}  // namespace
}  // namespace waystone
