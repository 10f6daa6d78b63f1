// Corrections are no gift: each is a legal move from the last good sample, within the same budget.
#include "core/move/move_corrections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"
#include "tests/core/move/move_scene.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

const char* NameOf(MoveCorrection::Kind kind) {
  if (kind == MoveCorrection::Kind::kSlide) return "SLIDE";
  return kind == MoveCorrection::Kind::kFurthest ? "FURTHEST" : "LAST_GOOD";
}

Vec3 RandomAt(const DrawnMap& map, Random& random) {
  const Vec3 at = RandomPoint(map.mesh(), random).point;
  return map.Abs(at.x, at.y, at.z);
}

struct Walks {
  double shortest_m = INFINITY;
  double longest_m = 0;
};

// A place on a border belongs to all polygons there: the shortest walks to each of them.
Walks ShortestWalks(const MapView& view, const Vec3& from, const Vec3& to) {
  const NavmeshView& mesh = *view.navmesh;
  const auto places = [&](const Vec3& absolute) {
    const Vec3 at = absolute - view.manifest->origin;
    std::vector<NavLocation> found;
    for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
      const Vec3 nearest = ClosestPointOnPoly(mesh, PolyId(p), at);
      if (Distance(nearest, at) < 1e-6) found.push_back({PolyId(p), nearest});
    }
    return found;
  };
  AnyAngleWorkspace workspace;
  Walks walks;
  for (const NavLocation& end : places(to)) {
    double walk_m = INFINITY;
    for (const NavLocation& start : places(from)) {
      const SurfacePath path = FindAnyAngle(mesh, start, end, {}, workspace);
      if (path.outcome == SearchOutcome::kFound) walk_m = std::min(walk_m, path.plane_length_m);
    }
    walks.shortest_m = std::min(walks.shortest_m, walk_m);
    walks.longest_m = std::max(walks.longest_m, walk_m);
  }
  return walks;
}

double ShortestWalk_m(const MapView& view, const Vec3& from, const Vec3& to) {
  return ShortestWalks(view, from, to).shortest_m;
}

// Whether the place is a corner at which grounds only touch: it is not told of which it is.
bool IsPinched(const MapView& view, const Vec3& from, const Vec3& to) {
  const Walks walks = ShortestWalks(view, from, to);
  return walks.longest_m > walks.shortest_m + 1e-6;
}

TEST(MoveCorrections, OfUntimedStepsAreLegalStepsThemselves) {
  Random random(401);
  int slides = 0;
  int furthest = 0;
  for (int round = 0; round < 200; ++round) {
    const std::string drawing = RandomDrawing(8, 8, 0.35, random);
    MoveScene scene({drawing});
    if (scene.map.mesh().poly_count() < 2) continue;
    const MapView view = scene.View();
    for (int k = 0; k < 20; ++k) {
      const Vec3 ends[] = {RandomAt(scene.map, random), RandomAt(scene.map, random)};
      MoveQuery query;
      query.allowances.max_detour_ratio = random.NextInRange(1, 1.5);
      query.tolerance_m = random.NextInRange(0, 0.5);
      query.corrections = kAllCorrections;
      query.samples = ends;
      const MoveAnswer answer = Judge(view, query);
      if (answer.verdict == MoveVerdict::kLegal) continue;
      ASSERT_EQ(answer.corrections.size(), 3U);
      for (const MoveCorrection& correction : answer.corrections) {
        const Vec3 corrected[] = {*answer.violation.last_good, correction.at};
        MoveQuery again = query;
        again.samples = corrected;
        again.mutually_reachable = true;  // at a corner, other ground is as near
        const MoveAnswer then = Judge(view, again);
        ASSERT_TRUE(then.verdict == MoveVerdict::kLegal || IsPinched(view, corrected[0], corrected[1]))
            << drawing << NameOf(correction.kind) << " kind " << static_cast<int>(then.violation.kind) << " "
            << then.violation.measured << " " << then.violation.allowed << ", walk " << correction.walk_m
            << " at " << correction.at.x - 1000 << " " << correction.at.z + 500 << " from "
            << corrected[0].x - 1000 << " " << corrected[0].z + 500;
        const double walk_m = ShortestWalk_m(view, corrected[0], corrected[1]);
        ASSERT_GE(correction.walk_m, walk_m - 1e-5);
        ASSERT_LE(correction.walk_m, walk_m + kWithin_m) << round << ": " << NameOf(correction.kind);
        ASSERT_NEAR(correction.distance_m, Distance(correction.at, ends[1]), 1e-9);
        if (correction.walk_m > 0.1) {
          slides += correction.kind == MoveCorrection::Kind::kSlide ? 1 : 0;
          furthest += correction.kind == MoveCorrection::Kind::kFurthest ? 1 : 0;
        }
      }
      // FURTHEST is the best of them.
      const double furthest_m = Find(answer, MoveCorrection::Kind::kFurthest)->distance_m;
      ASSERT_LE(furthest_m, Find(answer, MoveCorrection::Kind::kSlide)->distance_m + 0.05) << round;
      ASSERT_LE(furthest_m, Find(answer, MoveCorrection::Kind::kLastGood)->distance_m + kWithin_m) << round;
    }
  }
  EXPECT_GT(slides, 500);
  EXPECT_GT(furthest, 500);
}

// The track as it would have been with the correction in place of the bad sample.
TEST(MoveCorrections, OfTimedTracksMakeThemLegal) {
  Random random(402);
  int corrected_steps = 0;
  for (int round = 0; round < 200; ++round) {
    MoveScene scene({RandomDrawing(8, 8, 0.25, random)});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    const MapView view = scene.View();
    for (int k = 0; k < 10; ++k) {
      std::vector<Vec3> samples = {RandomAt(scene.map, random)};
      std::vector<double> times_s = {0};
      while (samples.size() < 12) {
        const double reach_m = random.NextBelow(5) == 0 ? 3 : 0.4;
        samples.push_back(samples.back() + Vec3(random.NextInRange(-reach_m, reach_m), 0,
                                                random.NextInRange(-reach_m, reach_m)));
        times_s.push_back(times_s.back() + random.NextInRange(0.05, 0.15));
      }
      MoveQuery query;
      query.samples = samples;
      query.times_s = times_s;
      query.snap.radius_m = 0.3;
      query.allowances.max_speed_mps = 5;
      query.corrections = kAllCorrections;
      const MoveAnswer answer = Judge(view, query);
      if (answer.verdict == MoveVerdict::kLegal || answer.violation.sample == 0) continue;
      const uint32_t bad = answer.violation.sample;
      for (const MoveCorrection& correction : answer.corrections) {
        std::vector<Vec3> track(samples.begin(), samples.begin() + bad + 1);
        track.back() = correction.at;
        MoveQuery again = query;
        again.samples = track;
        again.times_s = std::span(times_s).first(track.size());
        again.is_continued = true;
        again.mutually_reachable = true;  // at a corner, other ground is as near
        const MoveAnswer then = Judge(view, again);
        ASSERT_TRUE(then.verdict == MoveVerdict::kLegal ||
                    IsPinched(view, *answer.violation.last_good, correction.at))
            << round << ": " << NameOf(correction.kind) << " " << static_cast<int>(answer.violation.kind)
            << " " << static_cast<int>(then.violation.kind);
        corrected_steps += correction.walk_m > 0.05 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(corrected_steps, 500);
}

constexpr double kSpacing_m = 1.0 / 16;

TEST(MoveCorrections, FurthestIsTheBestOfAllPlacesWithinTheBudget) {
  Random random(403);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    MoveScene scene({RandomDrawing(6, 6, 0.35, random)});
    const NavmeshView& mesh = scene.map.mesh();
    if (mesh.poly_count() < 2) continue;
    const MapView view = scene.View();
    for (const bool is_timed : {false, true}) {
      const Vec3 ends[] = {RandomAt(scene.map, random), RandomAt(scene.map, random)};
      const double times_s[] = {0, random.NextInRange(0, 1)};
      MoveQuery query;
      query.samples = ends;
      query.corrections = {MoveCorrection::Kind::kFurthest};
      query.allowances.max_detour_ratio = 1.2;
      query.tolerance_m = 0.3;
      if (is_timed) {
        query.times_s = times_s;
        query.allowances.max_speed_mps = 4;
        query.allowances.speed_tolerance = 1;
      }
      const MoveAnswer answer = Judge(view, query);
      if (answer.verdict == MoveVerdict::kLegal) continue;
      double best_m = INFINITY;
      for (double x = kSpacing_m / 2; x < 6; x += kSpacing_m) {
        for (double z = kSpacing_m / 2; z < 6; z += kSpacing_m) {
          const Vec3 at = scene.map.Abs(x, 0, z);
          const double distance_m = Distance(at, ends[1]);
          const double most_m = is_timed ? 4 * times_s[1] : 1.2 * Distance(at, ends[0]) + 0.3;
          if (distance_m >= best_m || Distance(at, ends[0]) > most_m) continue;
          const PolyId poly = PolyAt(mesh, x, z);
          if (poly == PolyId() || !IsOverPoly(mesh, poly, {x, z})) continue;
          if (ShortestWalk_m(view, ends[0], at) <= most_m) best_m = distance_m;
        }
      }
      ++compared;
      EXPECT_LE(Find(answer, MoveCorrection::Kind::kFurthest)->distance_m, best_m + (is_timed ? 0.05 : 0.5))
          << round << (is_timed ? " timed" : " untimed");
    }
  }
  EXPECT_GT(compared, 40);
}

TEST(MoveCorrections, NeverLieBeyondTheWall) {
  MoveScene scene(
      {"....#....\n"
       "....#....\n"
       "....#....\n"
       "....#....\n"
       "....#....\n"});
  const MapView view = scene.View();
  for (double x = 5.1; x < 9; x += 0.3) {
    for (double z = 0.1; z < 4; z += 0.3) {
      const Vec3 ends[] = {scene.map.Abs(3.5, 0, 0.5), scene.map.Abs(x, 0, z)};
      MoveQuery query;
      query.samples = ends;
      query.corrections = kAllCorrections;
      const MoveAnswer answer = Judge(view, query);
      ASSERT_EQ(answer.verdict, MoveVerdict::kIllegal);
      for (const MoveCorrection& correction : answer.corrections) {
        const Vec3 at = correction.at - scene.map.Abs(0, 0, 0);
        EXPECT_LE(at.x, 4 + 1e-9) << NameOf(correction.kind) << " " << x << " " << z;
      }
    }
  }
}

TEST(MoveCorrections, ASlideGoesAlongTheWallAndFurthestAroundItsEnd) {
  MoveScene scene(
      {"....#....\n"
       "....#....\n"
       ".........\n"});
  const Vec3 ends[] = {scene.map.Abs(3, 0, 0.5), scene.map.Abs(5.5, 0, 1)};
  const double times_s[] = {0, 0.75};
  MoveQuery query;
  query.samples = ends;
  query.times_s = times_s;
  query.allowances.max_speed_mps = 4;
  query.allowances.speed_tolerance = 1;
  query.corrections = kAllCorrections;
  const MoveAnswer answer = Judge(scene.View(), query);
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  // 3 m: along the wall, the rest of the way leads to z = 1; around its corners (4, 2) and (5, 2), by 2.8 m,
  // 0.197 m are left.
  const MoveCorrection& slide = *Find(answer, MoveCorrection::Kind::kSlide);
  EXPECT_NEAR(slide.at.x, scene.map.Abs(4, 0, 0).x, kWithin_m);
  EXPECT_NEAR(slide.at.z, scene.map.Abs(0, 0, 1).z, kWithin_m);
  const MoveCorrection& furthest = *Find(answer, MoveCorrection::Kind::kFurthest);
  const double left_m = 3 - std::hypot(1, 1.5) - 1;
  EXPECT_NEAR(furthest.distance_m, std::hypot(0.5, 1) - left_m, kWithin_m);
  EXPECT_GT(furthest.at.x, scene.map.Abs(5, 0, 0).x);
  EXPECT_NEAR(furthest.walk_m, 3, kWithin_m);
}

TEST(MoveCorrections, OnlyTheWantedOnesAreMade) {
  MoveScene scene({"..#..\n"});
  const MapView view = scene.View();
  const Vec3 ends[] = {scene.map.Abs(0.5, 0, 0.5), scene.map.Abs(4.5, 0, 0.5)};
  MoveQuery query;
  query.samples = ends;
  EXPECT_TRUE(Judge(view, query).corrections.empty());
  for (const auto kind :
       {MoveCorrection::Kind::kSlide, MoveCorrection::Kind::kLastGood, MoveCorrection::Kind::kFurthest}) {
    query.corrections = {kind};
    const MoveAnswer answer = Judge(view, query);
    ASSERT_EQ(answer.corrections.size(), 1U);
    EXPECT_EQ(answer.corrections[0].kind, kind);
  }
}

}  // namespace
}  // namespace waystone
