// Tracks: one sample after the other, speed, grants, and what is offered instead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// A track along the middle of the row z of a drawing; times 0.1 s apart.
struct Track {
  Track(const DrawnMap& map, const std::vector<double>& xs, double z = 0.5) {
    for (const double x : xs) {
      samples.push_back(map.Abs(x, 0, z));
      times_s.push_back(0.1 * static_cast<double>(times_s.size()));
    }
  }
  MoveQuery Query(double max_speed_mps = 0) const {
    MoveQuery query = StraightQuery();
    query.samples = samples;
    query.times_s = times_s;
    query.allowances.max_speed_mps = max_speed_mps;
    query.allowances.speed_tolerance = 1;
    return query;
  }
  std::vector<Vec3> samples;
  std::vector<double> times_s;
};

Vec3 CorrectionOf(const MoveAnswer& answer, MoveCorrection::Kind kind) {
  const MoveCorrection* correction = Find(answer, kind);
  EXPECT_NE(correction, nullptr);
  return correction == nullptr ? Vec3() : correction->at;
}

TEST(MoveTrack, ALegalTrackEndsAtItsLastSample) {
  MoveScene scene({"......\n"});
  const Track track(scene.map, {0.5, 1, 1.5, 2, 1.5, 1, 4.5});
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.end, track.samples.back());
  EXPECT_FALSE(answer.checks_made.Has(MoveCheck::kSpeed));
}

TEST(MoveTrack, TheFirstBadSampleDecidesAndTheLaterOnesAreNotJudged) {
  MoveScene scene(
      {"..#...\n"
       "......\n"});
  const Track track(scene.map, {0.5, 1.5, 3.5, 90, 4.5});
  const MoveAnswer answer = Judge(scene.View(), track.Query());
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.sample, 2U);
  EXPECT_EQ(CorrectionOf(answer, MoveCorrection::Kind::kLastGood), track.samples[1]);
}

TEST(MoveTrack, ATrackThatIsTooFastIsCorrectedToWhereItMayBe) {
  MoveScene scene({"..........\n"});
  const Track track(scene.map, {0.5, 1, 1.5, 9.5});
  const MoveAnswer answer = Judge(scene.View(), track.Query(5));
  EXPECT_TRUE(answer.checks_made.Has(MoveCheck::kSpeed));
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(answer.violation.check, MoveCheck::kSpeed);
  EXPECT_EQ(answer.violation.sample, 3U);
  EXPECT_NEAR(answer.violation.measured, 80, 1e-6);
  EXPECT_DOUBLE_EQ(answer.violation.allowed, 5);
  const Vec3 slide = CorrectionOf(answer, MoveCorrection::Kind::kSlide);
  EXPECT_NEAR(slide.x, scene.map.Abs(2, 0, 0).x, kWithin_m);
  EXPECT_NEAR(CorrectionOf(answer, MoveCorrection::Kind::kFurthest).x, scene.map.Abs(2, 0, 0).x, kWithin_m);
  EXPECT_EQ(CorrectionOf(answer, MoveCorrection::Kind::kLastGood), track.samples[2]);
}

TEST(MoveTrack, SpeedToleranceStretchesTheSpeed) {
  MoveScene scene({"..........\n"});
  const Track track(scene.map, {0.5, 1.05, 1.6});
  MoveQuery query = track.Query(5);
  EXPECT_EQ(Judge(scene.View(), query).violation.kind, MoveViolationKind::kTooFast);
  query.allowances.speed_tolerance = 1.1;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kLegal);
}

TEST(MoveTrack, ChecksKeepTheirOrderAtOneSample) {
  // The walk around is 12 m long.
  MoveScene scene(
      {"..#...\n"
       "..#...\n"
       "..#...\n"
       "..#...\n"
       "..#...\n"
       "..#...\n"
       "......\n"});
  scene.map.manifest().bounds = {scene.map.Abs(0, 0, 0), scene.map.Abs(6, 0, 7)};
  const MapView view = scene.View();
  EXPECT_EQ(Judge(view, Track(scene.map, {0.5, 3.5}).Query(5)).violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(Judge(view, Track(scene.map, {0.5, 300}).Query(5)).violation.kind,
            MoveViolationKind::kOutOfBounds);
  // An earlier bad sample counts before a later check.
  const MoveAnswer answer = Judge(view, Track(scene.map, {0.5, 1.9, 2.7, 5.9}).Query(14));
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.sample, 2U);
}

TEST(MoveTrack, ABlinkIsNotWalkedButMustBeAbleToLeadThere) {
  MoveScene scene(
      {"..#..#.\n"
       ".....#.\n"});
  const Track over(scene.map, {0.5, 1.5, 3.5, 4.5});
  const std::vector<MoveGrant> blink = {{MoveGrant::Kind::kBlink, 0.15, 0.15, 3}};
  MoveQuery query = over.Query(10);
  EXPECT_EQ(Judge(scene.View(), query).violation.kind, MoveViolationKind::kTooFast);
  query.allowances.grants = blink;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kLegal);
  const Track into_cell(scene.map, {0.5, 1.5, 6.5});
  query = into_cell.Query();
  query.allowances.grants = blink;
  EXPECT_EQ(Judge(scene.View(), query).violation.kind, MoveViolationKind::kUnreachable);
  // A blink elsewhere helps nobody.
  const std::vector<MoveGrant> later = {{MoveGrant::Kind::kKnockback, 5, 6, 30}};
  query = over.Query();
  query.allowances.grants = later;
  EXPECT_EQ(Judge(scene.View(), query).violation.kind, MoveViolationKind::kBlocked);
}

TEST(MoveTrack, AfterAShortBlinkTheWalkGoesOnFromItsEnd) {
  std::string drawing;
  for (int row = 0; row < 24; ++row) drawing += "...#...\n";
  MoveScene scene({drawing + ".......\n"}, {.cell_m = 0.25});
  // Half a metre, through a wall of 0.25 m.
  const Track track(scene.map, {0.3, 0.6, 1.1, 1.2, 1.3, 1.4}, 0.12);
  MoveQuery query = track.Query(10);
  query.allowances.debt_s = 0;
  query.allowances.max_speed_mps = 5;
  const std::vector<MoveGrant> blink = {{MoveGrant::Kind::kBlink, 0.15, 0.15, 0}};
  query.allowances.grants = blink;
  const MoveAnswer answer = Judge(scene.View(), query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone) << answer.violation.sample;
  EXPECT_EQ(answer.end, scene.map.Abs(1.4, 0, 0.12));
}

TEST(MoveTrack, AnUntimedMoveTouchesEveryGrant) {
  MoveScene scene(
      {"..#..\n"
       ".....\n"});
  Track track(scene.map, {0.5, 4.5});
  track.times_s.clear();
  MoveQuery query = track.Query();
  EXPECT_EQ(Judge(scene.View(), query).violation.kind, MoveViolationKind::kBlocked);
  const std::vector<MoveGrant> thrown = {{MoveGrant::Kind::kKnockback, 5, 6, 30}};
  query.allowances.grants = thrown;
  EXPECT_EQ(Judge(scene.View(), query).verdict, MoveVerdict::kLegal);
}

TEST(MoveTrack, WhatIsCarriedBeginsAnewWhereItIsSetDown) {
  // By a ferry over a gap of 16 m, to where no path leads.
  MoveScene scene({"...                ...\n"});
  const Track track(scene.map, {0.5, 2.5, 6, 10, 15, 20.5, 21.5, 19.5});
  MoveQuery query = track.Query();
  const MapView view = scene.View();
  EXPECT_EQ(Judge(view, query).violation.sample, 2U);
  const std::vector<MoveGrant> ferry = {{MoveGrant::Kind::kPlatform, 0.15, 0.45, 0}};
  query.allowances.grants = ferry;
  EXPECT_EQ(Judge(view, query).verdict, MoveVerdict::kLegal);
  // The grant ends too early.
  const std::vector<MoveGrant> brief = {{MoveGrant::Kind::kPlatform, 0.15, 0.25, 0}};
  query.allowances.grants = brief;
  const MoveAnswer answer = Judge(view, query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kToOffMesh);
  EXPECT_EQ(answer.violation.sample, 4U);
  EXPECT_EQ(CorrectionOf(answer, MoveCorrection::Kind::kLastGood), track.samples[1]);
}

TEST(MoveTrack, RefusesBadTimesAndAllowancesByName) {
  MoveScene scene({"....\n"});
  const MapView view = scene.View();
  const Track track(scene.map, {0.5, 1, 1.5});
  std::vector<double> times_s;
  std::vector<MoveGrant> grants;
  Scratch scratch;
  const auto expect_refused = [&](const std::string& start, auto change) {
    MoveQuery query = track.Query();
    change(query);
    const absl::Status status = ValidateMove(view, query, scratch).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), testing::StartsWith(start));
  };
  const auto with_times = [&](const std::vector<double>& times) {
    return [&, times](MoveQuery& q) {
      times_s = times;
      q.times_s = times_s;
    };
  };
  expect_refused("times_s: ", with_times({0, 1}));
  expect_refused("times_s[1]: ", with_times({0, NAN, 1}));
  expect_refused("times_s[0]: ", with_times({-1, 1, 2}));
  expect_refused("times_s[2]: ", with_times({0, 1, 2e9}));
  expect_refused("max_speed_mps: ", [](MoveQuery& q) { q.allowances.max_speed_mps = -1; });
  expect_refused("speed_tolerance: ", [](MoveQuery& q) { q.allowances.speed_tolerance = 0.5; });
  expect_refused("max_step_m: ", [](MoveQuery& q) { q.allowances.max_step_m = NAN; });
  expect_refused("max_drop_m: ", [](MoveQuery& q) { q.allowances.max_drop_m = 1e5; });
  const auto with_grant = [&](const MoveGrant& grant) {
    return [&, grant](MoveQuery& q) {
      grants = {{MoveGrant::Kind::kBlink, 0, 1, 1}, grant};
      q.allowances.grants = grants;
    };
  };
  expect_refused("grants[1].from_s: ", with_grant({MoveGrant::Kind::kBlink, -1, 1, 1}));
  expect_refused("grants[1].to_s: ", with_grant({MoveGrant::Kind::kBlink, 2, 1, 1}));
  expect_refused("grants[1].distance_m: ", with_grant({MoveGrant::Kind::kBlink, 0, 1, NAN}));
  std::vector<double> received_s = {0, 1};
  expect_refused("received_s: ", [&](MoveQuery& q) { q.received_s = received_s; });
  expect_refused("received_s: ", [&](MoveQuery& q) {
    received_s = {0, 1, 2};
    q.received_s = received_s;
    q.times_s = {};
  });
}

// Whether all is ground around, or nothing: then the sample's place is plain.
bool IsPlain(const NavmeshView& mesh, const Vec3& at) {
  const bool is_ground = PolyAt(mesh, at.x, at.z) != PolyId();
  for (const double x : {-0.46, 0.46}) {
    for (const double z : {-0.46, 0.46}) {
      if ((PolyAt(mesh, at.x + x, at.z + z) != PolyId()) != is_ground) return false;
    }
  }
  return true;
}

// If its steps are at least 1 m long, each walk begins at the sample before: the first pair that is illegal by
// itself decides.
TEST(MoveTrack, OfLongStepsAgreesWithALoopOverItsPairs) {
  Random random(3);
  Scratch scratch;
  int bad = 0;
  for (int round = 0; round < 400; ++round) {
    const std::string drawing = RandomDrawing(8, 8, 0.15, random);
    MoveScene scene({drawing});
    const MapView view = scene.View();
    for (int k = 0; k < 10; ++k) {
      std::vector<Vec3> samples;
      Vec3 at(random.NextInRange(0, 8), 0, random.NextInRange(0, 8));
      for (uint32_t tries = 0; tries < 500 && samples.size() < 6; ++tries) {
        const double angle = random.NextInRange(0, 6.3);
        const double step_m = random.NextInRange(1.001, 1.6);
        const Vec3 next = at + Vec3(step_m * std::cos(angle), 0, step_m * std::sin(angle));
        if (!IsPlain(scene.map.mesh(), next)) continue;
        at = next;
        samples.push_back(scene.map.Abs(at.x, random.NextInRange(-0.2, 0.2), at.z));
      }
      if (samples.size() < 6) continue;
      MoveQuery query = StraightQuery();
      query.corrections = {};
      query.snap.radius_m = 0.4;
      query.samples = samples;
      const auto track = ValidateMove(view, query, scratch);
      ASSERT_TRUE(track.ok());
      MoveAnswer expected;
      uint32_t first_bad = 0;
      for (uint32_t i = 1; i < samples.size(); ++i) {
        query.samples = std::span<const Vec3>(samples).subspan(i - 1, 2);
        expected = Judge(view, query);
        first_bad = expected.violation.sample + i - 1;
        if (expected.verdict == MoveVerdict::kIllegal) break;
      }
      ASSERT_EQ(track->verdict, expected.verdict);
      ASSERT_EQ(track->violation.kind, expected.violation.kind);
      if (track->verdict == MoveVerdict::kLegal) continue;
      ASSERT_EQ(track->violation.sample, first_bad);
      ASSERT_EQ(track->violation.at, expected.violation.at);
      ++bad;
    }
  }
  EXPECT_GT(bad, 500);
  EXPECT_LT(bad, 3900);
}

}  // namespace
}  // namespace waystone
