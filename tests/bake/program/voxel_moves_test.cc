// Moves of swimmers and flyers through baked volumes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/move/move_validator.h"
#include "core/store/loaded_map.h"
#include "tests/bake/program/bake_run.h"
#include "tests/support/plan_route.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

// 20 x 8 x 8 m of air, halved by a wall at x = 10 with a hole at y = 6, z = 2, and a hollow in the corner (0, 0, 0).
class VoxelMoves : public testing::Test {
 protected:
  VoxelMoves() {
    std::string text = "voxel 20 8 8\n1 0 0\n0 1 0\n0 0 1\n";
    for (int y = 0; y < 8; ++y) {
      for (int z = 0; z < 8; ++z) {
        if (y != 6 || z != 2) StrAppend(text, "10 ", y, " ", z, "\n");
      }
    }
    Load(text);
  }

  void Load(const std::string& text) {
    WriteFile(folder_.File("air.3dmap"), text);
    const ProgramRun run = Bake({folder_.File("air.3dmap"), "-o", folder_.path()});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    map_ = *LoadedMap::Load(folder_.File("air.waymap"));
    query_.snap.radius_m = 0.4;
  }

  MoveAnswer Judge(const std::vector<Vec3>& samples, const std::vector<double>& times_s = {}) {
    query_.samples = samples;
    query_.times_s = times_s;
    const auto answer = ValidateMove(*map_->View(""), query_, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(MoveAnswer());
  }
  MoveViolationKind Broken(const std::vector<Vec3>& samples, const std::vector<double>& times_s = {}) {
    return Judge(samples, times_s).violation.kind;
  }

  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
  MoveQuery query_;
  Scratch scratch_;
};

TEST_F(VoxelMoves, StraightMovesAreLegalInEveryDirection) {
  const MoveAnswer answer = Judge({{2.5, 1.5, 1.5}, {8.5, 7.5, 6.5}});
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.end, Vec3(8.5, 7.5, 6.5));
  for (const MoveCheck check :
       {MoveCheck::kBounds, MoveCheck::kSurface, MoveCheck::kReachability, MoveCheck::kWalk}) {
    EXPECT_TRUE(answer.checks_made.Has(check));
  }
  EXPECT_FALSE(answer.checks_made.Has(MoveCheck::kAir));
  EXPECT_EQ(Judge({{2.5, 1.5, 1.5}}).end, Vec3(2.5, 1.5, 1.5));
}

TEST_F(VoxelMoves, WhatIsInTheWayNeedsADetourThatIsAllowed) {
  // Through the hole, 3 m up and 2 m aside.
  EXPECT_EQ(Broken({{8.5, 4.5, 3.5}, {12.5, 4.5, 3.5}}), MoveViolationKind::kNone);
  query_.allowances.max_detour_ratio = 1;
  query_.tolerance_m = 0;
  const MoveAnswer answer = Judge({{9.5, 0.5, 6.5}, {11.5, 0.5, 6.5}});
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.check, MoveCheck::kWalk);
  EXPECT_GT(answer.violation.measured, 10);
  EXPECT_EQ(answer.violation.allowed, 2);
  EXPECT_EQ(answer.violation.last_good, Vec3(9.5, 0.5, 6.5));
  ASSERT_GE(answer.violation.walk.size(), 3U);
  EXPECT_EQ(answer.violation.walk.back(), Vec3(11.5, 0.5, 6.5));
  query_.skipped.Add(MoveCheck::kWalk);
  EXPECT_EQ(Broken({{9.5, 0.5, 6.5}, {11.5, 0.5, 6.5}}), MoveViolationKind::kNone);
}

TEST_F(VoxelMoves, OffFreeSpaceOutOfItsPartAndOutOfBoundsHaveTheirNames) {
  EXPECT_EQ(Broken({{2.5, 2.5, 2.5}, {10.5, 2.5, 2.5}}), MoveViolationKind::kToOffMesh);
  EXPECT_EQ(Broken({{10.5, 2.5, 2.5}, {2.5, 2.5, 2.5}}), MoveViolationKind::kFromOffMesh);
  EXPECT_EQ(Broken({{9.9, 2.5, 2.5}, {10.3, 2.5, 2.5}}), MoveViolationKind::kNone);  // within the limit
  EXPECT_EQ(Broken({{2.5, 2.5, 2.5}, {0.5, 0.5, 0.5}}), MoveViolationKind::kUnreachable);
  EXPECT_EQ(Broken({{2.5, 2.5, 2.5}, {2.5, 200, 2.5}}), MoveViolationKind::kOutOfBounds);
}

TEST_F(VoxelMoves, AnotherPartIsAsFarAsTheNearestPlaceOfTheOwnOne) {
  query_.corrections.Add(MoveCorrection::Kind::kFurthest);
  const MoveAnswer answer = Judge({{2.5, 2.5, 2.5}, {0.5, 0.5, 0.5}});
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_NEAR(answer.violation.measured, std::sqrt(0.5), 0.01);
  EXPECT_EQ(answer.violation.allowed, 0);
  ASSERT_EQ(answer.corrections.size(), 1U);
  EXPECT_NEAR(Distance(answer.corrections[0].at, Vec3(0.5, 0.5, 0.5)), std::sqrt(0.5), 0.01);
  EXPECT_GT(answer.corrections[0].walk_m, 2);
}

TEST_F(VoxelMoves, SpeedCountsInThreeDimensions) {
  query_.allowances.max_speed_mps = 4;
  query_.allowances.speed_tolerance = 1;
  EXPECT_EQ(Broken({{2.5, 1.5, 1.5}, {2.5, 5.5, 1.5}}, {0, 1}), MoveViolationKind::kNone);
  const MoveAnswer up = Judge({{2.5, 1.5, 1.5}, {2.5, 7.5, 1.5}}, {0, 1});
  EXPECT_EQ(up.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_NEAR(up.violation.measured, 6, 0.6);
  // The way through the hole is longer than the straight line.
  EXPECT_EQ(Broken({{9.5, 0.5, 6.5}, {11.5, 0.5, 6.5}}, {0, 1}), MoveViolationKind::kBlocked);
  EXPECT_EQ(Broken({{9.5, 0.5, 6.5}, {11.5, 0.5, 6.5}}, {0, 5}), MoveViolationKind::kNone);
  const std::vector<MoveGrant> grants = {{MoveGrant::Kind::kBlink, 0, 1, 4}};
  query_.allowances.grants = grants;
  EXPECT_EQ(Broken({{2.5, 1.5, 1.5}, {2.5, 7.5, 1.5}}, {0, 1}), MoveViolationKind::kNone);
}

// It counts where it began, and the place before that is the last good one.
TEST_F(VoxelMoves, ADebtOfSpeedThatStaysBeganSomewhere) {
  query_.allowances.max_speed_mps = 5;
  query_.corrections = {MoveCorrection::Kind::kFurthest, MoveCorrection::Kind::kLastGood};
  const std::vector<std::pair<std::vector<Vec3>, std::vector<double>>> tracks = {
      {{{2, 4, 3}, {7.8, 4, 3}}, {0, 1}}, {{{2, 4, 3}, {7.8, 4, 3}, {7.9, 4, 3}}, {0, 1, 1.02}}};
  for (const auto& [samples, times_s] : tracks) {
    const MoveAnswer answer = Judge(samples, times_s);
    ASSERT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
    EXPECT_EQ(answer.violation.sample, 1U);
    EXPECT_EQ(answer.violation.last_good, Vec3(2, 4, 3));
    ASSERT_EQ(answer.corrections.size(), 2U);
    EXPECT_NEAR(Distance(answer.corrections[0].at, Vec3(7.5, 4, 3)), 0, 0.26);
    EXPECT_EQ(answer.corrections[1].at, Vec3(2, 4, 3));
  }
}

TEST_F(VoxelMoves, RisesMayBeLimited) {
  query_.allowances.max_rise_mps = 1;
  const MoveAnswer up = Judge({{2.5, 1.5, 1.5}, {2.5, 4.5, 1.5}}, {0, 2});
  EXPECT_EQ(up.violation.kind, MoveViolationKind::kTooFast);
  EXPECT_EQ(up.violation.check, MoveCheck::kAir);
  EXPECT_NEAR(up.violation.measured, 1.35, 1e-9);  // 0.3 m of errors are taken off
  EXPECT_EQ(up.violation.allowed, 1);
  EXPECT_TRUE(up.checks_made.Has(MoveCheck::kAir));
  EXPECT_EQ(Broken({{2.5, 1.5, 1.5}, {2.5, 4.5, 1.5}}, {0, 3}), MoveViolationKind::kNone);
  EXPECT_EQ(Broken({{2.5, 7.5, 1.5}, {2.5, 1.5, 1.5}}, {0, 1}), MoveViolationKind::kNone);  // down
  EXPECT_EQ(Broken({{2.5, 1.5, 1.5}, {8.5, 1.5, 6.5}}, {0, 1}), MoveViolationKind::kNone);  // ahead
  // Each of these steps rises by no more than errors do; over a second they are too fast.
  std::vector<Vec3> climb;
  std::vector<double> times_s;
  for (int i = 0; i < 20; ++i) {
    climb.emplace_back(2.5, 1.5 + 0.2 * i, 1.5);
    times_s.push_back(0.1 * i);
  }
  EXPECT_EQ(Judge(climb, times_s).violation.check, MoveCheck::kAir);
  EXPECT_EQ(Broken({{2.5, 1.5, 1.5}, {2.5, 4.5, 1.5}}), MoveViolationKind::kNone);  // without times
  query_.skipped.Add(MoveCheck::kAir);
  EXPECT_EQ(Broken(climb, times_s), MoveViolationKind::kNone);
}

TEST_F(VoxelMoves, WhatThrowsOrCarriesMayLiftFaster) {
  query_.allowances.max_rise_mps = 1;
  const std::vector<Vec3> samples = {{2.5, 1.5, 1.5}, {2.5, 5.5, 1.5}, {2.5, 5.7, 1.5}};
  const std::vector<double> times_s = {0, 0.5, 0.7};
  EXPECT_EQ(Broken(samples, times_s), MoveViolationKind::kTooFast);
  for (const auto kind : {MoveGrant::Kind::kBlink, MoveGrant::Kind::kKnockback, MoveGrant::Kind::kPlatform}) {
    const std::vector<MoveGrant> grants = {{kind, 0, 0.4, 4}};
    query_.allowances.grants = grants;
    EXPECT_EQ(Broken({samples[0], samples[1]}, {0, 0.5}), MoveViolationKind::kNone);
    // Afterwards rises count from there.
    std::vector<Vec3> after = samples;
    std::vector<double> after_s = times_s;
    after_s[0] = 0.1;
    after_s[2] = 0.9;
    after.emplace_back(2.5, 7.5, 1.5);
    after_s.push_back(1.4);
    EXPECT_EQ(Broken({after[0], after[1], after[2]}, {0.1, 0.5, 0.9}), MoveViolationKind::kNone);
    EXPECT_EQ(Broken(after, after_s), MoveViolationKind::kTooFast);
  }
}

TEST_F(VoxelMoves, CorrectionsRiseNoFasterThanAllowed) {
  query_.allowances.max_rise_mps = 1;
  query_.corrections = {MoveCorrection::Kind::kFurthest, MoveCorrection::Kind::kLastGood};
  query_.is_continued = true;
  const MoveAnswer answer = Judge({{2.5, 1.5, 1.5}, {4.5, 5.5, 1.5}}, {0, 2});
  EXPECT_EQ(answer.violation.check, MoveCheck::kAir);
  ASSERT_EQ(answer.corrections.size(), 2U);
  EXPECT_NEAR(Distance(answer.corrections[0].at, Vec3(3.5, 3.5, 1.5)), 0, 1e-9);
  EXPECT_EQ(answer.corrections[1].at, Vec3(2.5, 1.5, 1.5));
  // From there the track goes on, and rises no faster.
  const MoveTrackState state = answer.corrections[0].state;
  query_.resumed = &state;
  EXPECT_EQ(Broken({{3.5, 3.6, 1.5}}, {2.1}), MoveViolationKind::kNone);
  EXPECT_EQ(Broken({{3.5, 5.5, 1.5}}, {2.5}), MoveViolationKind::kTooFast);
}

TEST_F(VoxelMoves, CorrectionsStayWithinTheBudgetAndGoOn) {
  query_.allowances.max_speed_mps = 4;
  query_.allowances.speed_tolerance = 1;
  query_.allowances.debt_s = 0;
  query_.corrections = {MoveCorrection::Kind::kFurthest, MoveCorrection::Kind::kLastGood};
  query_.is_continued = true;
  const MoveAnswer answer = Judge({{9.5, 0.5, 6.5}, {11.5, 0.5, 6.5}}, {0, 1});
  ASSERT_EQ(answer.corrections.size(), 2U);
  const MoveCorrection& furthest = answer.corrections[0];
  EXPECT_EQ(furthest.kind, MoveCorrection::Kind::kFurthest);
  EXPECT_NEAR(furthest.walk_m, 4, 1e-6);
  EXPECT_EQ(Broken({{9.5, 0.5, 6.5}, furthest.at}, {0, 1}), MoveViolationKind::kNone);
  EXPECT_EQ(answer.corrections[1].at, Vec3(9.5, 0.5, 6.5));
  // From the corrected place the track goes on, having spent the budget.
  const MoveTrackState state = furthest.state;
  query_.resumed = &state;
  EXPECT_EQ(Broken({furthest.at + Vec3(0, 0, 0.5)}, {1.25}), MoveViolationKind::kNone);
  EXPECT_EQ(Broken({furthest.at + Vec3(-4, 0, 0)}, {1.25}), MoveViolationKind::kTooFast);
}

TEST_F(VoxelMoves, HonestTracksAlongRoutesAreLegalInPiecesToo) {
  Random random(1);
  std::string text = "voxel 24 12 24\n";
  for (int x = 0; x < 24; ++x) {
    for (int y = 0; y < 12; ++y) {
      for (int z = 0; z < 24; ++z) {
        if (random.NextBelow(7) == 0) StrAppend(text, x, " ", y, " ", z, "\n");
      }
    }
  }
  Load(text);
  const MapView view = *map_->View("");
  query_.allowances.max_speed_mps = 4;
  query_.allowances.speed_tolerance = 1.1;
  size_t samples = 0;
  for (int track = 0; track < 60; ++track) {
    const auto draw = [&] {
      return Vec3(random.NextInRange(0, 24), random.NextInRange(0, 12), random.NextInRange(0, 24));
    };
    RouteQuery asked = Query(draw(), draw());
    asked.shape = track % 2 == 0 ? RouteShape::kSmoothed : RouteShape::kTurningPoints;
    const RouteAnswer route = Plan(view, asked);
    if (route.status != RouteStatus::kComplete) continue;
    const double step_s = track % 3 == 0 ? 0.5 : 0.1;
    std::vector<Vec3> places;
    std::vector<double> times_s;
    double left_m = 0;
    for (size_t i = 0; i + 1 < route.points.size(); ++i) {
      const double length_m = Distance(route.points[i], route.points[i + 1]);
      for (; left_m <= length_m; left_m += 4 * step_s) {
        places.push_back(route.points[i] + (route.points[i + 1] - route.points[i]) * (left_m / length_m));
        times_s.push_back(static_cast<double>(times_s.size()) * step_s);
      }
      left_m -= length_m;
    }
    samples += places.size();
    query_.is_continued = false;
    query_.resumed = nullptr;
    EXPECT_EQ(Broken(places, times_s), MoveViolationKind::kNone) << track;
    // The same piece by piece.
    MoveTrackState state;
    query_.is_continued = true;
    for (size_t first = 0; first < places.size(); first += 3) {
      const size_t last = std::min(first + 3, places.size());
      query_.resumed = first == 0 ? nullptr : &state;
      const MoveAnswer answer = Judge({places.begin() + first, places.begin() + last},
                                      {times_s.begin() + first, times_s.begin() + last});
      ASSERT_EQ(answer.verdict, MoveVerdict::kLegal) << track;
      state = answer.state;
    }
    // Twice as fast is too fast.
    if (places.size() < 12) continue;
    std::vector<double> half = times_s;
    for (double& time_s : half) time_s /= 2;
    query_.is_continued = false;
    query_.resumed = nullptr;
    EXPECT_NE(Broken(places, half), MoveViolationKind::kNone) << track;
  }
  EXPECT_GT(samples, 1000U);
}

}  // namespace
}  // namespace waystone
