// Moves of swimmers and flyers on maps with scenes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/move/move_validator.h"
#include "tests/bake/program/scene_section.h"
#include "tests/support/plan_route.h"

namespace waystone {
namespace {

constexpr double kSpeed_mps = 2;

struct Track {
  std::vector<Vec3> samples;
  std::vector<double> times_s;
};

// An agent that follows a line of points.
Track Follow(const std::vector<Vec3>& points, double interval_s, double speed_mps = kSpeed_mps) {
  Track track{{points.front()}, {0}};
  double left_m = interval_s * speed_mps;
  for (size_t i = 1; i < points.size(); ++i) {
    Vec3 at = points[i - 1];
    while (Distance(at, points[i]) > left_m) {
      at = at + (points[i] - at) * (left_m / Distance(at, points[i]));
      track.samples.push_back(at);
      track.times_s.push_back(track.times_s.back() + interval_s);
      left_m = interval_s * speed_mps;
    }
    left_m -= Distance(at, points[i]);
  }
  return track;
}

class SceneMoves : public SceneMap {
 protected:
  MoveAnswer Judge(const Track& track, const std::vector<std::string>& abilities) {
    query_.samples = track.samples;
    query_.times_s = track.times_s;
    query_.allowances.max_speed_mps = track.times_s.empty() ? 0 : kSpeed_mps;
    const MapView view = View(abilities);
    query_.snap.radius_m = DefaultMoveSnap_m(view);
    const auto answer = ValidateMove(view, query_, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(MoveAnswer());
  }
  MoveViolationKind Broken(const Track& track, const std::vector<std::string>& abilities = {"swim"}) {
    return Judge(track, abilities).violation.kind;
  }
  std::vector<Vec3> Smoothed(const Vec3& from, const Vec3& to, const std::vector<std::string>& abilities) {
    RouteQuery query = Query(from, to);
    query.shape = RouteShape::kSmoothed;
    const RouteAnswer answer = Plan(View(abilities), query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete) << answer.explanation;
    return answer.points;
  }

  MoveQuery query_;
  Scratch scratch_;
};

TEST_F(SceneMoves, ASwimmerMayBeAnywhereInTheWater) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Vec3 from(random.NextInRange(1, 9), random.NextInRange(3, 11), random.NextInRange(1, 7));
    const Vec3 to(random.NextInRange(1, 9), random.NextInRange(3, 11), random.NextInRange(1, 7));
    const MoveAnswer answer = Judge({{from, to}, {}}, {"swim"});
    EXPECT_EQ(answer.verdict, MoveVerdict::kLegal) << from.y << " " << to.y;
    ASSERT_TRUE(answer.end.has_value());
    EXPECT_LT(Distance(*answer.end, to), 1e-9);
  }
}

TEST_F(SceneMoves, WhoFollowsARouteIsLegalAtAnyRate) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  const std::vector<Vec3> points = Smoothed(kCave.At('c'), kCave.At('b'), {"swim"});
  Random random(2);
  for (const double interval_s : {0.1, 0.5, 1.0, 2.0}) {
    Track track = Follow(points, interval_s);
    EXPECT_EQ(Broken(track), MoveViolationKind::kNone) << interval_s;
    for (Vec3& sample : track.samples) {
      sample = sample + Vec3(random.NextInRange(-0.1, 0.1), random.NextInRange(-0.1, 0.1),
                             random.NextInRange(-0.1, 0.1));
    }
    EXPECT_EQ(Broken(track), MoveViolationKind::kNone) << interval_s;
    EXPECT_EQ(Broken(Follow(points, interval_s, 1.3 * kSpeed_mps)), MoveViolationKind::kTooFast);
  }
}

TEST_F(SceneMoves, SpeedsCountUpwardsToo) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  EXPECT_EQ(Broken({{{4, 3, 4}, {4, 9, 4}}, {0, 3}}), MoveViolationKind::kNone);
  EXPECT_EQ(Broken({{{4, 3, 4}, {4, 9, 4}}, {0, 2}}), MoveViolationKind::kTooFast);
}

TEST_F(SceneMoves, NothingLeadsThroughRock) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  const Vec3 above(17, 11, 4);
  const MoveAnswer answer = Judge({{above, kCave.At('b')}, {0, 3}}, {"swim"});
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.check, MoveCheck::kWalk);
  // Round through the mouth it is some 25 m.
  EXPECT_EQ(Broken({{above, kCave.At('b')}, {0, 15}}), MoveViolationKind::kNone);
}

TEST_F(SceneMoves, NobodySwimsInRock) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  EXPECT_EQ(Broken({{{17, 9, 4}, {18, 9, 4}}, {}}), MoveViolationKind::kFromOffMesh);
  // In through the wall by a stop in it.
  EXPECT_EQ(Broken({{{8.5, 7, 4}, {9.5, 8.2, 4}, {11, 8.9, 4}, {13, 7, 4}}, {0, 1, 2, 4}}),
            MoveViolationKind::kToOffMesh);
}

TEST_F(SceneMoves, RisesMayBeLimited) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  query_.allowances.max_rise_mps = 1;
  EXPECT_EQ(Judge({{{4, 3, 4}, {4, 6, 4}}, {0, 2}}, {"swim"}).violation.check, MoveCheck::kAir);
  EXPECT_EQ(Broken({{{4, 6, 4}, {4, 3, 4}}, {0, 2}}), MoveViolationKind::kNone);
  EXPECT_EQ(Broken({{{4, 3, 4}, {4, 6, 4}}, {0, 4}}), MoveViolationKind::kNone);
}

// The sea of the beach ends at y = 8.
TEST_F(SceneMoves, LeapsOutOfTheWaterAreJumps) {
  ASSERT_NO_FATAL_FAILURE(Bake(kBeach, std::string(kBeachScenes)));
  EXPECT_EQ(Broken({{{10, 7, 4}, {10.5, 8.9, 4}}, {0, 1}}), MoveViolationKind::kNone);
  EXPECT_EQ(Judge({{{10, 7, 4}, {10, 10.5, 4}}, {0, 2}}, {"swim"}).violation.check, MoveCheck::kAir);
  EXPECT_EQ(Judge({{{10, 7, 4}, {10, 10.5, 4}}, {}}, {"swim"}).violation.check, MoveCheck::kAir);
  const std::vector<MoveState> swimming(2, MoveState::kSwimming);
  query_.states = swimming;
  EXPECT_EQ(Broken({{{10, 7, 4}, {10, 9.5, 4}}, {0, 2}}), MoveViolationKind::kToOffMesh);
}

// From a ledge 12 m above a pool, ten samples a second.
TEST_F(SceneMoves, AFallIntoWaterIsNoSpeeding) {
  const Section pool({
      "..........",
      "##........",
      "##........",
      "##........",
      "##........",
      "##........",
      "##........",
      "##........",
      "##########",
  });
  ASSERT_NO_FATAL_FAILURE(
      Bake(pool, "  - {name: pool, box: [[4, 2, 0], [20, 4, 8]], medium: water, surfaces: [volume]}\n"));
  Track fall{{{3.5, 16, 4}}, {0}};
  const auto height_m = [](int tenths) { return 16 - 0.5 * 9.81 * 0.01 * tenths * tenths; };
  for (int i = 1; height_m(i) > 3; ++i) {
    fall.samples.push_back({3.5 + 0.1 * i, height_m(i), 4});
    fall.times_s.push_back(0.1 * i);
  }
  EXPECT_NE(Broken(fall), MoveViolationKind::kTooFast);
}

TEST_F(SceneMoves, WaterIsNoPlaceForWhoCannotSwim) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  EXPECT_EQ(Broken({{{4, 8, 4}, {5, 8, 4}}, {}}, {"fly"}), MoveViolationKind::kFromOffMesh);
  const std::vector<MoveState> swimming(2, MoveState::kSwimming);
  query_.states = swimming;
  EXPECT_EQ(Broken({{{4, 8, 4}, {5, 8, 4}}, {}}, {"fly"}), MoveViolationKind::kFromOffMesh);
  EXPECT_EQ(Broken({{{4, 8, 4}, {5, 8, 4}}, {}}, {"swim"}), MoveViolationKind::kNone);
}

TEST_F(SceneMoves, ClosedScenesAreEnteredByTheirMouths) {
  ASSERT_NO_FATAL_FAILURE(
      Bake(kCave,
           "  - {name: sea, box: [[0, 2, 0], [30, 12, 8]], medium: water, surfaces: [volume]}\n"
           "  - {name: net, box: [[3, 3, 2], [8, 8, 6]], medium: water, mouths: [{name: door, at: [3, 5, 4], "
           "radius_m: 0.7, state: swimming}]}\n"));
  EXPECT_EQ(Broken({{{1.5, 5, 4}, {5, 5, 4}}, {0, 2}}), MoveViolationKind::kNone);
  EXPECT_EQ(Broken({{{5, 9.5, 4}, {5, 7, 4}}, {0, 1.5}}), MoveViolationKind::kBlocked);
  // Out through the side far from the door.
  EXPECT_EQ(Broken({{{7, 5, 4}, {9.5, 5, 4}}, {0, 1.2}}), MoveViolationKind::kBlocked);
}

// A net hangs in the sea: its faces are the border of a closed scene, and nothing solid.
std::string NetScenes(std::string_view part, std::string_view mouth) {
  return StrCat("  - {name: sea, box: [[0, 2, 0], [30, 12, 8]], medium: water, surfaces: [", part,
                "]}\n  - {name: net, box: [[2, 4, 2], [9, 9, 6]], medium: water, surfaces: [", part,
                "], mouths: [{name: door, at: [2, 5.5, 4], radius_m: 0.7, state: ", mouth, "}]}\n");
}

// A metre, half of it before the middle of a patch of the net's border and half behind, in and out.
std::vector<std::pair<Vec3, Vec3>> StepsThroughNet() {
  std::vector<std::pair<Vec3, Vec3>> steps;
  const Vec3 low(2, 4, 2);
  const Vec3 high(9, 9, 6);
  const auto add = [&](const Vec3& at, const Vec3& out) {
    steps.emplace_back(at + out * 0.5, at - out * 0.5);
    steps.emplace_back(at - out * 0.5, at + out * 0.5);
  };
  for (double u = 0.1; u < 1; u += 0.2) {
    for (double v = 0.1; v < 1; v += 0.2) {
      const Vec3 at(low.x + u * 7, low.y + (u + v < 1 ? u : v) * 5, low.z + v * 4);
      for (const auto& [x, out] : {std::pair(low.x, -1), std::pair(high.x, 1)}) {
        add({x, low.y + u * 5, at.z}, Vec3(out, 0, 0));
      }
      for (const auto& [y, out] : {std::pair(low.y, -1), std::pair(high.y, 1)}) {
        add({at.x, y, at.z}, Vec3(0, out, 0));
      }
      for (const auto& [z, out] : {std::pair(low.z, -1), std::pair(high.z, 1)}) {
        add({at.x, low.y + v * 5, z}, Vec3(0, 0, out));
      }
    }
  }
  return steps;
}

TEST_F(SceneMoves, AClosedBorderIsPassedInAMouthThatFitsOnly) {
  const Vec3 door(2, 5.5, 4);
  for (const std::string_view part : {"volume", "layers", "points"}) {
    for (const std::string_view state : {"swimming", "walking", "flying"}) {
      ASSERT_NO_FATAL_FAILURE(Bake(kCave, NetScenes(part, state)));
      int in_mouth = 0;
      for (const auto& [from, to] : StepsThroughNet()) {
        SCOPED_TRACE(StrCat(part, " ", state, " ", from.x, " ", from.y, " ", from.z, " to ", to.x, " ", to.y,
                            " ", to.z));
        const double off_m = Distance((from + to) * 0.5, door);
        const bool is_in_mouth = state == "swimming" && off_m <= 0.7;
        in_mouth += is_in_mouth ? 1 : 0;
        // Round by the door it may be near enough: half a second leads a metre, and the budget saves some; without times
        // a walk may be 3 m for a metre.
        for (const auto& [track, near_m] :
             {std::pair(Track{{from, to}, {0, 0.5}}, 1.5), std::pair(Track{{from, to}, {}}, 2.5)}) {
          const bool is_legal = Broken(track) == MoveViolationKind::kNone;
          const bool is_elsewhere = state != "swimming" || off_m > near_m;
          if (is_in_mouth || is_elsewhere) {
            EXPECT_EQ(is_legal, is_in_mouth);
          }
        }
        EXPECT_NE(Broken({{from, to}, {}}, {"fly"}), MoveViolationKind::kNone);
        EXPECT_NE(Broken({{from, to}, {}}, {}), MoveViolationKind::kNone);
      }
      EXPECT_EQ(in_mouth, state == "swimming" ? 2 : 0);
    }
  }
}

// A swimmer near the border is brought onto its own side of it, and goes out by the door.
TEST_F(SceneMoves, RoutesOutOfAClosedSceneLeadThroughItsMouth) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, NetScenes("volume", "swimming")));
  for (const auto& [from, to] : StepsThroughNet()) {
    if (Distance((from + to) * 0.5, {2, 5.5, 4}) <= 0.7) continue;  // seen through the door
    const RouteAnswer answer = Plan(View({"swim"}), Query(from, to));
    ASSERT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_TRUE(
        std::ranges::any_of(answer.legs, [](const RouteLeg& leg) { return leg.external_id == "net/door"; }))
        << from.x << " " << from.y << " " << from.z;
  }
}

TEST_F(SceneMoves, GroundInADrySceneIsKeptWhereAnotherSceneHasIt) {
  const std::string sky = "  - {name: sky, box: [[0, 0, 0], [30, 12, 8]], medium: air, walkable: false}\n";
  const auto status = [&](const std::string& scenes) {
    EXPECT_NO_FATAL_FAILURE(Bake(kCave, scenes));
    return Plan(View({}), Query({4, 2, 2}, {4, 2, 6})).status;
  };
  EXPECT_NE(status(sky), RouteStatus::kComplete);
  EXPECT_EQ(status(sky + "  - {name: deck, box: [[2, 1, 1], [9, 4, 7]]}\n"), RouteStatus::kComplete);
}

// Also where no place of the net is as near as its spacing, but one below it is.
TEST_F(SceneMoves, SwimmersAnywhereInANetLeaveItByItsMouth) {
  for (const std::string_view part : {"volume", "points", "layers"}) {
    ASSERT_NO_FATAL_FAILURE(Bake(kCave, NetScenes(part, "swimming")));
    Random random(4);
    for (int i = 0; i < 200; ++i) {
      const Vec3 from(random.NextInRange(2.01, 8.99), random.NextInRange(4.01, 8.99),
                      random.NextInRange(2.01, 5.99));
      if (Distance(from, {2, 5.5, 4}) <= 1.5) continue;  // sees through the door
      const RouteAnswer answer = Plan(View({"swim"}), Query(from, {1, 6, 4}));
      ASSERT_EQ(answer.status, RouteStatus::kComplete)
          << part << " " << from.x << " " << from.y << " " << from.z;
      EXPECT_TRUE(
          std::ranges::any_of(answer.legs, [](const RouteLeg& leg) { return leg.external_id == "net/door"; }))
          << part << " " << from.x << " " << from.y << " " << from.z;
    }
  }
}

// Where it cuts voxels, places on neither side reach beyond it.
TEST_F(SceneMoves, BordersThatCutVoxelsAreClosedToo) {
  const double border_m = 6.2;
  for (const std::string_view part : {"volume", "layers", "points"}) {
    ASSERT_NO_FATAL_FAILURE(Bake(
        kCave,
        StrCat("  - {name: sea, box: [[0, 2, 0], [30, 12, 8]], medium: water, surfaces: [", part,
               "]}\n  - {name: net, box: [[2.4, 4, 2.2], [9.4, 9, 6.2]], medium: water, surfaces: [", part,
               "], mouths: [{name: door, at: [2.4, 5.5, 4], radius_m: 0.8, state: swimming}]}\n")));
    Random random(3);
    for (int i = 0; i < 100; ++i) {
      const Vec3 outside(random.NextInRange(2.4, 9.4), random.NextInRange(5, 8), border_m + 1);
      const Vec3 inside(outside.x, outside.y, border_m - random.NextInRange(0.01, 0.6));
      for (const auto& [from, to] : {std::pair(inside, outside), std::pair(outside, inside)}) {
        RouteQuery query = Query(from, to);
        query.shape = RouteShape::kSmoothed;
        const RouteAnswer answer = Plan(View({"swim"}), query);
        ASSERT_EQ(answer.status, RouteStatus::kComplete);
        EXPECT_TRUE(std::ranges::any_of(answer.legs,
                                        [](const RouteLeg& leg) { return leg.external_id == "net/door"; }))
            << part << " " << from.x << " " << from.y << " " << from.z;
        EXPECT_EQ(Broken(Follow(answer.points, 0.5)), MoveViolationKind::kNone) << part;
      }
    }
  }
}

// Into a pool that is entered elsewhere, at once or by a step after which the foot is still beside the ground.
TEST_F(SceneMoves, NobodyWadesPastAMouth) {
  const std::vector<Track> tracks = {{{{4, 2, 4}, {6, 3, 4}}, {0, 2}},
                                     {{{4, 2, 4}, {5.2, 2.2, 4}, {6.5, 3, 4}}, {0, 1, 2}}};
  const std::string pool = "  - {name: pool, box: [[5, 2, 2], [9, 6, 6]], medium: water, surfaces: [volume]";
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, pool + "}\n"));
  for (const Track& track : tracks) EXPECT_EQ(Broken(track), MoveViolationKind::kNone);
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, pool + ", mouths: [{name: far, at: [9, 3, 4], radius_m: 1}]}\n"));
  for (const Track& track : tracks) EXPECT_EQ(Broken(track), MoveViolationKind::kBlocked);
}

TEST_F(SceneMoves, AWalkerMaySwimAndLand) {
  ASSERT_NO_FATAL_FAILURE(Bake(kBeach, std::string(kBeachScenes)));
  const std::vector<Vec3> out = Smoothed(kBeach.At('w') - Vec3(0, 1, 0), kBeach.At('s'), {"swim"});
  EXPECT_EQ(Broken(Follow(out, 0.25)), MoveViolationKind::kNone);
  EXPECT_EQ(Broken(Follow({out.rbegin(), out.rend()}, 0.25)), MoveViolationKind::kNone);
  const std::vector<Vec3> up = Smoothed(kBeach.At('w') - Vec3(0, 1, 0), {4, 11, 4}, {"fly", "swim"});
  EXPECT_EQ(Judge(Follow(up, 0.25), {"fly", "swim"}).violation.kind, MoveViolationKind::kNone);
  EXPECT_EQ(Judge(Follow(up, 0.25), {"swim"}).violation.check, MoveCheck::kAir);
  // Off the cliff, into the sea, and out of it again for a moment.
  Track leap{{{16.3, 8, 4},
              {15.6, 8.4, 4},
              {15, 7.4, 4},
              {14.6, 6.8, 4},
              {14.2, 7.8, 4},
              {13.8, 8.5, 4},
              {13.4, 7.8, 4}},
             {0, 0.4, 0.9, 1.3, 1.9, 2.3, 2.8}};
  EXPECT_EQ(Broken(leap), MoveViolationKind::kNone);
  for (int i = 0; i < 20; ++i) {
    leap.samples.push_back({13.4 - 0.1 * i, 8.6, 4});
    leap.times_s.push_back(leap.times_s.back() + 0.2);
  }
  EXPECT_EQ(Judge(leap, {"swim"}).violation.check, MoveCheck::kAir);
}

TEST_F(SceneMoves, CorrectionsLieWhereTheSwimmerCanBe) {
  ASSERT_NO_FATAL_FAILURE(Bake(kCave, CaveScenes("swimming")));
  query_.corrections.Add(MoveCorrection::Kind::kFurthest);
  query_.corrections.Add(MoveCorrection::Kind::kLastGood);
  const MoveAnswer answer = Judge({{{4, 8, 4}, {5, 8, 4}, {9, 8, 4}}, {0, 1, 1.5}}, {"swim"});
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kTooFast);
  ASSERT_EQ(answer.corrections.size(), 2U);
  for (const MoveCorrection& correction : answer.corrections) {
    EXPECT_EQ(Broken({{{5, 8, 4}, correction.at}, {}}), MoveViolationKind::kNone);
  }
}

}  // namespace
}  // namespace waystone
