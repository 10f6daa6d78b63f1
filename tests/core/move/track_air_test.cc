// Tracks in the air: jumps and falls are legal, hovering is not; what marks change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "core/base/random.h"
#include "tests/core/move/move_scene.h"

namespace waystone {
namespace {

constexpr double kGravity_mps2 = 9.81;
const double kTakeOff_mps = std::sqrt(2 * kGravity_mps2 * 1.2);
const double kFlight_s = 2 * kTakeOff_mps / kGravity_mps2;
constexpr double kSpeed_mps = 5;

double HopHeight_m(double time_s) {
  const double since_s = std::fmod(time_s, kFlight_s);
  return kTakeOff_mps * since_s - kGravity_mps2 * since_s * since_s / 2;
}

// Samples at a rate of an agent that runs along x, from x = 1, at height(time).
struct Flight {
  template <typename Height>
  Flight(const DrawnMap& map, double rate_hz, double length_s, const Height& height_m,
         double speed_mps = kSpeed_mps) {
    for (int i = 0; i <= length_s * rate_hz; ++i) {
      const double t = i / rate_hz;
      samples.push_back(map.Abs(1 + speed_mps * t, height_m(t), 0.5));
      times_s.push_back(t);
    }
  }
  MoveQuery Query() const {
    MoveQuery query;
    query.samples = samples;
    query.times_s = times_s;
    query.states = states;
    query.allowances.max_speed_mps = kSpeed_mps;
    return query;
  }
  Flight& Mark(MoveState state) {
    states.assign(samples.size(), state);
    return *this;
  }
  std::vector<Vec3> samples;
  std::vector<double> times_s;
  std::vector<MoveState> states;
};

class TrackAir : public testing::Test {
 protected:
  MoveScene scene_{{std::string(60, '.') + "\n"}};
  MapView view_ = scene_.View();
};

TEST_F(TrackAir, ABunnyHopperIsLegalAtEveryRate) {
  Random random(601);
  for (const double rate_hz : {1.0, 2.0, 5.0, 10.0, 20.0, 60.0}) {
    for (int round = 0; round < 50; ++round) {
      const double phase_s = random.NextInRange(0, kFlight_s);
      Flight flight(scene_.map, rate_hz, 10, [&](double t) { return HopHeight_m(t + phase_s); });
      const MoveAnswer answer = Judge(view_, flight.Query());
      ASSERT_EQ(answer.violation.kind, MoveViolationKind::kNone) << rate_hz << " Hz, phase " << phase_s;
      ASSERT_EQ(Judge(view_, flight.Mark(MoveState::kAirborne).Query()).violation.kind,
                MoveViolationKind::kNone)
          << rate_hz << " Hz, phase " << phase_s << ", marked";
    }
  }
}

TEST_F(TrackAir, ABunnyHopperIsLegalIfNoSampleHitsTheGround) {
  const Flight flight(scene_.map, 1 / kFlight_s, 10, [](double) { return 1.2; });
  EXPECT_EQ(Judge(view_, flight.Query()).verdict, MoveVerdict::kLegal);
}

TEST_F(TrackAir, AHoveringAgentIsNotLegal) {
  for (const double rate_hz : {5.0, 10.0, 20.0, 60.0}) {
    for (const double height_m : {0.9, 1.2, 1.4}) {
      const Flight flight(
          scene_.map, rate_hz, 3, [=](double t) { return t > 0 ? height_m : 0; }, 0);
      const MoveAnswer answer = Judge(view_, flight.Query());
      ASSERT_EQ(answer.violation.check, MoveCheck::kAir) << rate_hz << " Hz " << height_m;
      EXPECT_LE(answer.violation.sample, rate_hz * 1.4 + 1) << height_m;
      ASSERT_EQ(answer.verdict, MoveVerdict::kIllegal);
    }
  }
}

TEST_F(TrackAir, HoveringHighUpIsNotLegalFromTheFirstSampleOn) {
  for (const double height_m : {1.6, 2.0, 3.9}) {
    const Flight flight(
        scene_.map, 10, 1, [=](double) { return height_m; }, 0);
    const MoveAnswer answer = Judge(view_, flight.Query());
    EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooHigh) << height_m;
    EXPECT_EQ(answer.violation.sample, 0U);
    EXPECT_DOUBLE_EQ(answer.violation.measured, height_m);
    EXPECT_DOUBLE_EQ(answer.violation.allowed, 1.2);
  }
}

TEST_F(TrackAir, NobodyRises3Point9MetresIn10Milliseconds) {
  const Flight flight(scene_.map, 100, 0.011, [](double t) { return t > 0 ? 3.9 : 0; });
  const MoveAnswer answer = Judge(view_, flight.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooHigh);
  EXPECT_EQ(answer.violation.sample, 1U);
  // Nor a jump's height, in that time.
  const Flight jump(scene_.map, 100, 0.011, [](double t) { return t > 0 ? 1.2 : 0; });
  EXPECT_EQ(Judge(view_, jump.Query()).violation.kind, MoveViolationKind::kTooHigh);
}

TEST_F(TrackAir, FlyingLevelIsNoJump) {
  for (const double rate_hz : {5.0, 10.0, 20.0, 60.0}) {
    const Flight flight(scene_.map, rate_hz, 5,
                        [](double t) { return t < kFlight_s / 2 ? HopHeight_m(t) : 1.2; });
    const MoveAnswer answer = Judge(view_, flight.Query());
    EXPECT_EQ(answer.violation.check, MoveCheck::kAir) << rate_hz;
    EXPECT_LE(answer.violation.sample, 2 * rate_hz) << rate_hz;
  }
}

TEST_F(TrackAir, AFallThatStopsInMidAirIsNotLegal) {
  const Flight flight(scene_.map, 20, 3, [](double t) { return HopHeight_m(std::min(t, 0.7)); });
  EXPECT_EQ(Judge(view_, flight.Query()).violation.kind, MoveViolationKind::kTooLongInAir);
}

TEST_F(TrackAir, WithoutTheCheckHeightsAreForTheSurfaceToJudge) {
  const Flight flight(scene_.map, 10, 3, [](double) { return 3.9; });
  MoveQuery query = flight.Query();
  query.skipped = {MoveCheck::kAir};
  EXPECT_EQ(Judge(view_, query).verdict, MoveVerdict::kLegal);
}

TEST_F(TrackAir, GroundedSamplesAreNoHigherThanAStep) {
  Flight flight(scene_.map, 10, 1, [](double t) { return t > 0.45 ? 0.9 : 0.4; });
  EXPECT_EQ(Judge(view_, flight.Query()).verdict, MoveVerdict::kLegal) << "unmarked, it jumps";
  const MoveAnswer answer = Judge(view_, flight.Mark(MoveState::kGrounded).Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kToOffMesh);
  EXPECT_EQ(answer.violation.sample, 5U);
}

TEST_F(TrackAir, AGroundedSampleIsWalkedToAlsoIfTheSurfaceCheckIsSkipped) {
  MoveScene parted({"..#..\n"});
  const Vec3 samples[] = {parted.map.Abs(0.5, 0, 0.5), parted.map.Abs(4.5, 2, 0.5)};
  const MoveState states[] = {MoveState::kGrounded, MoveState::kGrounded};
  MoveQuery query;
  query.samples = samples;
  query.states = states;
  query.skipped = {MoveCheck::kSurface};
  EXPECT_EQ(Judge(parted.View(), query).violation.kind, MoveViolationKind::kUnreachable);
}

TEST_F(TrackAir, ASwimmerIsAtAnyHeightAndRisesNoFasterThanItMay) {
  Flight flight(
      scene_.map, 10, 3, [](double t) { return t; }, 1);
  flight.Mark(MoveState::kSwimming);
  EXPECT_EQ(Judge(view_, flight.Query()).verdict, MoveVerdict::kLegal);
  MoveQuery query = flight.Query();
  query.allowances.max_rise_mps = 1;
  EXPECT_EQ(Judge(view_, query).verdict, MoveVerdict::kLegal);
  Flight fast(
      scene_.map, 1, 3, [](double t) { return t; }, 1);
  query = fast.Mark(MoveState::kSwimming).Query();
  query.allowances.max_rise_mps = 0.5;
  const MoveAnswer risen = Judge(view_, query);
  EXPECT_EQ(risen.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(risen.violation.check, MoveCheck::kAir);
  EXPECT_EQ(risen.violation.allowed, 0.5);
  // High up, and from the first second on.
  MoveScene high({std::string(20, '9') + "\n"}, {.step_m = 20});
  Flight level(
      high.map, 10, 2, [](double) { return 180; }, 1);
  query = level.Mark(MoveState::kSwimming).Query();
  query.allowances.max_rise_mps = 0.5;
  EXPECT_EQ(Judge(high.View(), query).violation.kind, MoveViolationKind::kNone);
  // Nor faster than anybody along.
  Flight dash(
      scene_.map, 10, 1, [](double) { return -1; }, 20);
  EXPECT_EQ(Judge(view_, dash.Mark(MoveState::kSwimming).Query()).violation.kind,
            MoveViolationKind::kTooFast);
}

TEST_F(TrackAir, WhatIsCarriedIsAnywhere) {
  Flight flight(
      scene_.map, 10, 3, [](double) { return 30; }, 1);
  EXPECT_EQ(Judge(view_, flight.Query()).violation.kind, MoveViolationKind::kFromOffMesh);
  flight.Mark(MoveState::kPlatform);
  EXPECT_EQ(Judge(view_, flight.Query()).verdict, MoveVerdict::kLegal);
  // Let go, it must be somewhere again.
  flight.states.back() = MoveState::kGrounded;
  EXPECT_EQ(Judge(view_, flight.Query()).violation.kind, MoveViolationKind::kToOffMesh);
}

TEST_F(TrackAir, WhatIsThrownMayEndInTheAirAndFallsFromThere) {
  // Thrown up 3 m at 1 s, it falls.
  const double top_s = 1;
  const auto height_m = [=](double t) {
    return t < top_s ? 0 : std::max(0.0, 3 - kGravity_mps2 * (t - top_s) * (t - top_s) / 2);
  };
  const Flight flight(scene_.map, 20, 3, height_m);
  EXPECT_EQ(Judge(view_, flight.Query()).violation.kind, MoveViolationKind::kTooHigh);
  const std::vector<MoveGrant> grants = {{MoveGrant::Kind::kKnockback, top_s - 0.04, top_s, 0}};
  MoveQuery query = flight.Query();
  query.allowances.grants = grants;
  const MoveAnswer answer = Judge(view_, query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone)
      << answer.violation.sample << " " << answer.violation.measured << " " << answer.violation.allowed;
  // It does not hang there.
  const Flight hangs(scene_.map, 20, 4, [=](double t) { return t < top_s ? 0.0 : 3.0; });
  query = hangs.Query();
  query.allowances.grants = grants;
  EXPECT_EQ(Judge(view_, query).violation.check, MoveCheck::kAir);
}

// For half a second nothing comes, and then it all at once.
TEST_F(TrackAir, AHopThatArrivesInABurstIsAHopByTheAgentsClock) {
  const Flight flight(scene_.map, 20, 5, [](double t) { return HopHeight_m(t); });
  std::vector<double> received_s = flight.times_s;
  for (double& time_s : received_s) time_s = 30 + (time_s > 2 && time_s < 2.5 ? 2.5 : time_s);
  MoveQuery query = flight.Query();
  query.received_s = received_s;
  const MoveAnswer answer = Judge(view_, query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone) << answer.violation.sample;
}

TEST_F(TrackAir, UntimedOnlyTheHeightOfAJumpCounts) {
  for (const auto& [height_m, verdict] :
       {std::pair(1.4, MoveVerdict::kLegal), std::pair(1.6, MoveVerdict::kIllegal)}) {
    const Flight flight(scene_.map, 10, 3, [h = height_m](double t) { return t > 0 ? h : 0; });
    MoveQuery query = flight.Query();
    query.times_s = {};
    query.allowances.max_speed_mps = 0;
    EXPECT_EQ(Judge(view_, query).verdict, verdict) << height_m;
  }
}

// Roofs of 4 m and of 9 m, with a street before them.
class TrackFalls : public testing::TestWithParam<std::pair<double, double>> {
 protected:
  static std::vector<std::string_view> Storeys(double roof_m) {
    if (roof_m == 4) return {"88888888....................\n"};
    return {"        ....................\n", "                            \n",
            "00000000                    \n"};
  }
};

// Runs to the edge at x = 8, and falls.
TEST_P(TrackFalls, FromARoofAreLegalAndDoNotEndInMidAir) {
  const auto [roof_m, rate_hz] = GetParam();
  MoveScene scene(Storeys(roof_m));
  scene.AddGenerated(LinkKind::kDrop, {8, roof_m, 0.5}, {8.8, 0, 0.5});
  const MapView view = scene.View({"drop"});
  const double edge_s = 7 / kSpeed_mps;
  const auto falls = [&, roof_m = roof_m](double stop_s) {
    return [=](double t) {
      const double since_s = std::max(0.0, std::min(t, stop_s) - edge_s);
      return std::max(0.0, roof_m - kGravity_mps2 * since_s * since_s / 2);
    };
  };
  Flight flight(scene.map, rate_hz, 3.6, falls(100));
  const MoveAnswer answer = Judge(view, flight.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone)
      << "sample " << answer.violation.sample << " measured " << answer.violation.measured;
  flight.Mark(MoveState::kAirborne);
  for (size_t i = 0; i < flight.samples.size(); ++i) {
    const double y = flight.samples[i].y - scene.map.Abs(0, 0, 0).y;
    if (y == 0 || y == roof_m) flight.states[i] = MoveState::kGrounded;
  }
  EXPECT_EQ(Judge(view, flight.Query()).violation.kind, MoveViolationKind::kNone) << "marked";
  // It stays 2 m above the street.
  if (rate_hz < 5) return;
  const double stop_s = edge_s + std::sqrt(2 * (roof_m - 2) / kGravity_mps2);
  const Flight stops(scene.map, rate_hz, 5.2, falls(stop_s));
  EXPECT_EQ(Judge(view, stops.Query()).violation.check, MoveCheck::kAir);
}

INSTANTIATE_TEST_SUITE_P(Roofs, TrackFalls,
                         testing::Values(std::pair(4, 1), std::pair(4, 5), std::pair(4, 20), std::pair(4, 60),
                                         std::pair(9, 1), std::pair(9, 5), std::pair(9, 20),
                                         std::pair(9, 60)));

// Once a second, up a stair: the jump was from higher ground than that of the sample before.
TEST(TrackFlight, AJumpFromGroundThatWasWalkedToSinceIsLegal) {
  MoveScene scene({"0000123456666666\n"}, {.step_m = 0.4});
  MoveQuery query;
  const Vec3 samples[] = {scene.map.Abs(1.5, 0, 0.5), scene.map.Abs(3.5, 0, 0.5),
                          scene.map.Abs(8.5, 6 * 0.4 + 1, 0.5)};
  const double times_s[] = {0, 1, 2};
  query.samples = samples;
  query.times_s = times_s;
  query.allowances.max_speed_mps = kSpeed_mps;
  EXPECT_EQ(Judge(scene.View(), query).violation.kind, MoveViolationKind::kNone);
  // Not from ground too far to walk to.
  query.allowances.max_speed_mps = 4;
  query.allowances.debt_s = query.allowances.credit_s = 0;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kIllegal);
}

// Down stairs: a sample that is up by less than a step may be rising already.
TEST(TrackFlight, ABunnyHopperDownhillIsLegalAtEveryRate) {
  MoveScene scene({"99999999999999999999876543210000000000000000\n"}, {.step_m = 0.5});
  const MapView view = scene.View();
  const auto ground_m = [](double x) { return std::clamp(4.5 - 0.5 * (std::floor(x) - 19), 0.0, 4.5); };
  Random random(603);
  for (const double rate_hz : {2.0, 3.0, 5.0, 10.0, 20.0, 60.0}) {
    for (int round = 0; round < 30; ++round) {
      MoveQuery query;
      query.allowances.max_speed_mps = kSpeed_mps;
      std::vector<Vec3> samples;
      std::vector<double> times_s;
      double x = random.NextInRange(14, 17);
      double y = ground_m(x);
      double rise_mps = 0;
      const double ticks = 600 / rate_hz;
      for (int tick = 0; x < 40; ++tick) {
        if (tick >= static_cast<double>(samples.size()) * ticks) {
          samples.push_back(scene.map.Abs(x, y, 0.5));
          times_s.push_back(tick / 600.0);
        }
        if (y <= ground_m(x) && rise_mps <= 0) rise_mps = kTakeOff_mps;
        x += 4 / 600.0;
        y = std::max(ground_m(x), y + rise_mps / 600);
        rise_mps -= kGravity_mps2 / 600;
      }
      query.samples = samples;
      query.times_s = times_s;
      const MoveAnswer answer = Judge(view, query);
      ASSERT_EQ(answer.violation.kind, MoveViolationKind::kNone)
          << rate_hz << " Hz, round " << round << ", " << answer.violation.measured << " at x "
          << answer.violation.at.x - scene.map.Abs(0, 0, 0).x;
    }
  }
}

// Never seen on the ground behind the fence, it might have jumped anew there with each sample; but it cannot stand there.
TEST(TrackFlight, NobodyRoamsInTheAirWhereNoWalkLeads) {
  MoveScene scene({"....#" + std::string(60, '.') + "\n"});
  for (const double rate_hz : {1.5, 2.0, 2.5, 3.0, 5.0}) {
    const Flight flight(scene.map, rate_hz, 12, [](double t) { return t > 0 ? 0.95 : 0; });
    EXPECT_EQ(Judge(scene.View(), flight.Query()).verdict, MoveVerdict::kIllegal) << rate_hz;
  }
}

// Near a thin fence, a sample in the air is about as far from the one side of it as from the other.
TEST(TrackFlight, NobodyJumpsOverAFenceAndWalksOn) {
  const std::string row = std::string(20, '.') + "#" + std::string(60, '.') + "\n";
  MoveScene scene({row + row}, {.cell_m = 0.5});
  for (const double rate_hz : {1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 10.0}) {
    for (double phase_s = 0; phase_s < 0.4; phase_s += 0.02) {
      for (const double land_s : {2.0, 2.4, 3.0}) {
        const Flight flight(scene.map, rate_hz, 4.5,
                            [=](double t) { return t == 0 || t > land_s ? 0 : HopHeight_m(t + phase_s); });
        EXPECT_EQ(Judge(scene.View(), flight.Query()).verdict, MoveVerdict::kIllegal)
            << rate_hz << " Hz, " << phase_s << " s, lands after " << land_s << " s";
      }
    }
  }
}

TEST(TrackFlight, JumpsUpStairsCostWhatTheyLeadAlong) {
  std::string stairs;
  for (char level = '0'; level <= '9'; ++level) stairs += std::string(3, level);
  MoveScene scene({stairs + std::string(10, '9') + "\n"}, {.step_m = 0.4});
  const auto height_m = [](double t) {
    return t == 0 ? 0 : std::min(9.0, std::floor((1 + 7 * t) / 3)) * 0.4 + 0.9;
  };
  for (const double rate_hz : {2.0, 2.5, 3.3, 4.0}) {
    const Flight flight(scene.map, rate_hz, 5, height_m, 7);
    EXPECT_EQ(Judge(scene.View(), flight.Query()).verdict, MoveVerdict::kIllegal) << rate_hz;
  }
}

// The line of a jump is passed, not stood on.
TEST(TrackFlight, NobodyHoversOnTheLineOfAJump) {
  MoveScene scene({"...   ...\n"});
  scene.AddLink(LinkKind::kJump, {2.5, 0, 0.5}, {6.5, 0, 0.5}, {});
  const MapView view = scene.View();
  std::vector<Vec3> samples = {scene.map.Abs(2.5, 0, 0.5)};
  std::vector<double> times_s = {0};
  for (int i = 1; i <= 50; ++i) {
    samples.push_back(scene.map.Abs(std::min(2.5 + 0.5 * i, 4.5), 0.5, 0.5));
    times_s.push_back(0.1 * i);
  }
  MoveQuery query;
  query.samples = samples;
  query.times_s = times_s;
  query.snap.radius_m = DefaultMoveSnap_m(view);
  query.allowances.max_speed_mps = kSpeed_mps;
  const MoveAnswer hovers = Judge(view, query);
  EXPECT_EQ(hovers.verdict, MoveVerdict::kIllegal);
  EXPECT_GT(times_s[hovers.violation.sample], 2) << "the jump is 4 m, and may be slow";
  EXPECT_LT(times_s[hovers.violation.sample], 3.5);
  query.samples = query.samples.subspan(0, 25);
  query.times_s = query.times_s.subspan(0, 25);
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
  query.samples = samples;
  query.times_s = times_s;
  query.allowances.max_air_s = 10;
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
}

TEST(TrackFlight, WhatIsInTheAirDoesNotPassAWall) {
  // A fence of 3 m across the street; nothing of it is in the mesh, and the way round it is long.
  MoveScene scene(
      {"..........\n"
       "..........\n"});
  MapView view = scene.View();
  const std::vector<Vec3f> corners = {Vec3(5, -1, -1).ToFloat(), Vec3(5, -1, 3).ToFloat(),
                                      Vec3(5, 5, 3).ToFloat(), Vec3(5, 5, -1).ToFloat()};
  const CollisionData fence =
      *BuildCollision(corners, std::vector<CollisionTriangle>{{{0, 1, 2}}, {{0, 2, 3}}});
  const CollisionView collision = *CollisionView::Create(fence.vertices, fence.triangles, fence.nodes);
  const Flight flight(scene.map, 20, 1.6, [](double t) { return HopHeight_m(t); });
  EXPECT_EQ(Judge(view, flight.Query()).verdict, MoveVerdict::kLegal);
  view.collision = &collision;
  const MoveAnswer answer = Judge(view, flight.Query());
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_LE(answer.violation.at.x, scene.map.Abs(5.5, 0, 0).x);
}

// A wall between two rooms, in the mesh and in the collision geometry: the flight is stopped where it passes, not
// where it lands.
TEST(TrackFlight, AWallIsNotFlownThrough) {
  MoveScene scene({"....#.......\n"});
  MapView view = scene.View();
  const std::vector<Vec3f> corners = {Vec3(4.5, -1, -1).ToFloat(), Vec3(4.5, -1, 3).ToFloat(),
                                      Vec3(4.5, 5, 3).ToFloat(), Vec3(4.5, 5, -1).ToFloat()};
  const CollisionData wall =
      *BuildCollision(corners, std::vector<CollisionTriangle>{{{0, 1, 2}}, {{0, 2, 3}}});
  const CollisionView collision = *CollisionView::Create(wall.vertices, wall.triangles, wall.nodes);
  view.collision = &collision;
  const Flight flight(scene.map, 20, 1.6, [](double t) { return HopHeight_m(t); });
  const MoveAnswer answer = Judge(view, flight.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.sample, 15U) << "0.7 s after the start, and 1 m up";
}

// Of two untimed samples nobody knows whether the second lands: what is below must be walked to.
TEST(TrackFlight, AnUntimedMoveThatEndsInTheAirDoesNotPassAWall) {
  MoveScene scene(
      {"..#..\n"
       "..#..\n"
       "..#..\n"
       "..#..\n"
       ".....\n"});
  const MapView view = scene.View();
  MoveQuery query;
  for (const double height_m : {0.0, 0.9, 1.3}) {
    const Vec3 ends[] = {scene.map.Abs(1.5, 0, 0.5), scene.map.Abs(3.5, height_m, 0.5)};
    query.samples = ends;
    EXPECT_EQ(Judge(view, query).violation.kind, MoveViolationKind::kBlocked) << height_m;
    const Vec3 beside[] = {scene.map.Abs(1.5, 0, 0.5), scene.map.Abs(1.5, height_m, 2.5)};
    query.samples = beside;
    EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal) << height_m;
  }
  MoveScene parted({"..#..\n"});
  const Vec3 ends[] = {parted.map.Abs(1.5, 0, 0.5), parted.map.Abs(3.5, 0.9, 0.5)};
  query.samples = ends;
  EXPECT_EQ(Judge(parted.View(), query).violation.kind, MoveViolationKind::kUnreachable);
}

TEST(TrackFlight, NobodyFliesOverAWallToWhereNoWalkLeads) {
  MoveScene scene({"....#.......\n"});
  const Flight flight(scene.map, 20, 1.6, [](double t) { return HopHeight_m(t); });
  const MoveAnswer answer = Judge(scene.View(), flight.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_GE(answer.violation.sample, 10U) << "where it lands";
}

}  // namespace
}  // namespace waystone
