#include "core/move/move_validator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "tests/core/move/move_scene.h"

namespace waystone {
namespace {

MoveAnswer Validate(const MapView& view, const Vec3& from, const Vec3& to, MoveQuery query = {}) {
  const Vec3 ends[] = {from, to};
  query.samples = ends;
  return Judge(view, query);
}

MoveAnswer Validate(const DrawnMap& map, const Vec3& from, const Vec3& to, double tolerance_m = 0.1) {
  return Validate(map.view(), from, to, StraightQuery(tolerance_m));
}

Vec3 CorrectionOf(const MoveAnswer& answer, MoveCorrection::Kind kind) {
  const MoveCorrection* correction = Find(answer, kind);
  EXPECT_NE(correction, nullptr);
  return correction == nullptr ? Vec3() : correction->at;
}

TEST(ValidateMove, AllowsAStraightWalk) {
  const DrawnMap map({"....\n....\n"});
  const MoveAnswer answer = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(3.5, 0.3, 1.5));
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kNone);
  EXPECT_EQ(answer.end, map.Abs(3.5, 0, 1.5));
  EXPECT_THAT(answer.corrections, testing::IsEmpty());
}

// Two floors 0.4 m above each other, within a step of 0.5 m; only the upper one leads on, to the right.
NavmeshData FloorsWithinAStep() {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0},     {10, 0, 0},     {10, 0, 10},   {0, 0, 10},    {0, 0.4F, 0},
                   {10, 0.4F, 0}, {10, 0.4F, 10}, {0, 0.4F, 10}, {20, 0.4F, 0}, {20, 0.4F, 10}};
  const std::vector<std::vector<uint32_t>> corners = {{0, 1, 2, 3}, {4, 5, 6, 7}, {5, 8, 9, 6}};
  for (const std::vector<uint32_t>& vertices : corners) {
    SoupPolygon poly;
    poly.vertices = vertices;
    poly.neighbours.assign(4, kNoNeighbour);
    soup.polygons.push_back(poly);
  }
  soup.polygons[1].neighbours[1] = 2;
  soup.polygons[2].neighbours[3] = 1;
  return *BuildNavmesh(soup);
}

TEST(ValidateMove, AFloorWithinAStepOfTheOneWalkedOnIsStillAnotherFloor) {
  MoveScene scene(FloorsWithinAStep());
  const MapView view = scene.View();
  const Vec3 start = scene.map.Abs(13, 0.4, 3);
  EXPECT_EQ(Validate(view, start, scene.map.Abs(2, 0.4, 2)).verdict, MoveVerdict::kLegal);
  for (const double height : {0.0, 0.1, -0.1}) {
    const MoveAnswer answer = Validate(view, start, scene.map.Abs(2, height, 2));
    EXPECT_EQ(answer.violation.kind, MoveViolationKind::kUnreachable) << height;
  }
}

// Two floors that meet at one corner; along the side the right one rises to 0.9 m above the left one.
NavmeshData RisingSide() {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0}, {10, 0, 0}, {10, 0, 10}, {0, 0, 10}, {20, 0, 0}, {20, 0, 10}, {10, 0.9F, 10}};
  const std::vector<std::vector<uint32_t>> corners = {{0, 1, 2, 3}, {1, 4, 5, 6}};
  for (const std::vector<uint32_t>& vertices : corners) {
    SoupPolygon poly;
    poly.vertices = vertices;
    poly.neighbours.assign(4, kNoNeighbour);
    soup.polygons.push_back(poly);
  }
  soup.polygons[0].loose_sides = 1U << 1;
  soup.polygons[1].loose_sides = 1U << 3;
  return *BuildNavmesh(soup);
}

TEST(ValidateMove, AWalkMayEndOnTheSideThatItWouldCross) {
  MoveScene scene(RisingSide());
  const MapView view = scene.View();
  const Vec3 left = scene.map.Abs(2, 0, 8);
  const Vec3 above_side = scene.map.Abs(10, 0.72, 8);
  EXPECT_EQ(Validate(view, left, above_side).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, above_side, left).verdict, MoveVerdict::kLegal);
}

TEST(ValidateMove, StopsAtAWallAndSlidesAlongIt) {
  const DrawnMap map(
      {"..#.\n"
       "..#.\n"
       "..#.\n"});
  const MoveAnswer answer = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(3.5, 0, 2.0));
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(answer.end, std::nullopt);
  ASSERT_THAT(answer.corrections, testing::Not(testing::IsEmpty()));
  const MoveCorrection& slide = answer.corrections[0];
  EXPECT_EQ(slide.kind, MoveCorrection::Kind::kSlide);
  EXPECT_NEAR(slide.at.x, 1002, kWithin_m);
  EXPECT_NEAR(slide.at.z, -498, kWithin_m);
  EXPECT_NEAR(slide.distance_m, 1.5, kWithin_m);
  EXPECT_EQ(CorrectionOf(answer, MoveCorrection::Kind::kLastGood), map.Abs(0.5, 0, 0.5));
}

TEST(ValidateMove, TellsWhereTheBorderWasMet) {
  const DrawnMap map(
      {"..#.\n"
       "..#.\n"
       "....\n"});
  const MoveAnswer answer = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(3.5, 0, 2.0));
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.check, MoveCheck::kWalk);
  EXPECT_EQ(answer.violation.sample, 1U);
  EXPECT_NEAR(answer.violation.at.x, 1002, 1e-9);
  EXPECT_NEAR(answer.violation.at.z, -498.75, 1e-9);
  // And how long the walk around it is: by the corners (2, 2) and (3, 2).
  EXPECT_NEAR(answer.violation.measured, std::hypot(1.5, 1.5) + 1.5, 1e-9);
  EXPECT_NEAR(answer.violation.allowed, std::hypot(3, 1.5) + 0.1, 1e-9);
  ASSERT_GE(answer.violation.walk.size(), 3U);
  EXPECT_EQ(answer.violation.walk.front(), map.Abs(0.5, 0, 0.5));
  EXPECT_EQ(answer.violation.walk[1], map.Abs(2, 0, 2));
  EXPECT_EQ(answer.violation.walk.back(), map.Abs(3.5, 0, 2));
}

TEST(ValidateMove, WhatNoWalkLeadsAroundIsBlockedWithoutALength) {
  MoveScene scene({"..#.\n"});
  MoveQuery query = StraightQuery();
  query.skipped = {MoveCheck::kReachability};
  const MoveAnswer answer =
      Validate(scene.View(), scene.map.Abs(0.5, 0, 0.5), scene.map.Abs(3.5, 0, 0.5), query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(answer.violation.measured, -1);
  EXPECT_THAT(answer.violation.walk, testing::IsEmpty());
}

TEST(ValidateMove, AThinWallMayBeWalkedAroundWithinTheBudget) {
  AsciiOptions options;
  options.cell_m = 0.25;
  const DrawnMap map({".....\n"
                      ".....\n"
                      "..#..\n"
                      ".....\n"
                      ".....\n"},
                     options);
  const Vec3 from = map.Abs(0.1, 0, 0.625);
  const Vec3 to = map.Abs(1.15, 0, 0.625);
  const double around_m = 2 * std::hypot(0.4, 0.125) + 0.25 - 1.05;  // longer than the straight line
  EXPECT_EQ(Validate(map, from, to, around_m - 1e-4).violation.kind, MoveViolationKind::kBlocked);
  EXPECT_EQ(Validate(map, from, to, around_m + 1e-4).verdict, MoveVerdict::kLegal);
}

TEST(ValidateMove, AWallThatIsLongerThanTheBudgetIsNotPassed) {
  const DrawnMap map(
      {"..#..\n"
       "..#..\n"
       "..#..\n"
       "..#..\n"
       ".....\n"});
  // By default twice the straight line and 1 m: 4 m here; the walk around is 8.2 m long.
  const Vec3 from = map.Abs(1.75, 0, 0.5);
  const Vec3 to = map.Abs(3.25, 0, 0.5);
  const MoveAnswer answer = Validate(map.view(), from, to);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kBlocked);
  EXPECT_DOUBLE_EQ(answer.violation.allowed, 4);
  EXPECT_NEAR(answer.violation.measured, 2 * std::hypot(0.25, 3.5) + 1, 1e-9);
  EXPECT_THAT(answer.corrections, testing::IsEmpty()) << "none was wanted";
  EXPECT_EQ(Validate(map.view(), map.Abs(1.75, 0, 3.5), map.Abs(3.25, 0, 3.5)).verdict, MoveVerdict::kLegal);
}

TEST(ValidateMove, AllowsACornerToBeCutByTheTolerance) {
  const DrawnMap map(
      {"..\n"
       ".#\n"});
  const Vec3 from = map.Abs(0.5, 0, 1.5);
  EXPECT_EQ(Validate(map, from, map.Abs(1.6, 0, 0.5)).verdict, MoveVerdict::kLegal);
  const Vec3 behind = map.Abs(1.9, 0, 0.8);
  const double around_m = std::hypot(0.5, 0.5) + std::hypot(0.9, 0.2) - std::hypot(1.4, 0.7);
  EXPECT_EQ(Validate(map, from, behind, around_m + 1e-4).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(map, from, behind, around_m - 1e-4).violation.kind, MoveViolationKind::kBlocked);
}

TEST(ValidateMove, TellsFloorsApart) {
  // Under the bridge, not onto it.
  const DrawnMap map({"...\n", " .\n"});
  const MoveAnswer onto = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(1.5, 4.5, 0.5));
  EXPECT_EQ(onto.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(CorrectionOf(onto, MoveCorrection::Kind::kSlide), map.Abs(1.5, 0, 0.5));
  EXPECT_EQ(Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(1.5, 0, 0.5)).verdict, MoveVerdict::kLegal);
  MoveQuery walk_only;
  walk_only.skipped = {MoveCheck::kReachability};
  const MoveAnswer floor = Validate(map.view(), map.Abs(0.5, 0, 0.5), map.Abs(1.5, 4.5, 0.5), walk_only);
  EXPECT_EQ(floor.violation.kind, MoveViolationKind::kWrongFloor);
  EXPECT_DOUBLE_EQ(floor.violation.measured, 4.5);
}

// A ground floor with a wall, and a ramp beside it that leads to a floor above what lies behind the wall.
const std::vector<std::string_view> kRampBesideAWall = {
    "00#00000000000\n"
    "0123456789    \n",
    "          0000\n"
    "          0000\n"};

TEST(ValidateMove, ASlideAlongAWallDoesNotEndOnTheFloorAbove) {
  const DrawnMap map(kRampBesideAWall);
  for (const double z : {0.5, 0.9, 1.0, 1.5}) {
    const Vec3 to = map.Abs(12.5, 0, z);
    const MoveAnswer answer = Validate(map, map.Abs(0.5, 0, 0.5), to, 0.01);
    ASSERT_EQ(answer.verdict, MoveVerdict::kIllegal) << z;
    EXPECT_LE(CorrectionOf(answer, MoveCorrection::Kind::kSlide).y, map.Abs(0, 0.6, 0).y) << z;
  }
}

TEST(ValidateMove, ASlideAlongAWallDoesNotEndOnTheFloorBelow) {
  const DrawnMap map(
      {"              \n"
       "9876543210    \n"
       "          0000\n"
       "          0000\n",
       "00#00000000000\n"
       "              \n"
       "              \n"
       "              \n"});
  for (const double z : {0.5, 1.0, 1.5, 2.5}) {
    const MoveAnswer answer = Validate(map, map.Abs(0.5, 4.5, 0.5), map.Abs(12.5, 4.5, z), 0.01);
    ASSERT_EQ(answer.verdict, MoveVerdict::kIllegal) << z;
    EXPECT_GE(CorrectionOf(answer, MoveCorrection::Kind::kSlide).y, map.Abs(0, 3.9, 0).y) << z;
  }
}

// Two storeys with ramps at random.
TEST(ValidateMove, ASlideStaysAtTheHeightAtWhichTheStraightWalkEnds) {
  Random random(17);
  size_t slides = 0;
  size_t nearer = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> storeys(2);
    for (std::string& storey : storeys) {
      const int top = &storey == &storeys[0] ? 8 : 9;  // level 9 would lie in level 0 of the next storey
      for (int row = 0; row < 5; ++row) {
        int level = static_cast<int>(random.NextBelow(2)) * top;
        const int step = random.NextBelow(2) == 0 ? 0 : level == 0 ? 1 : -1;
        for (int column = 0; column < 12; ++column) {
          const bool is_wall = random.NextBelow(8) == 0;
          storey += is_wall ? '#' : static_cast<char>('0' + level);
          level = std::clamp(level + step, 0, top);
        }
        storey += '\n';
      }
    }
    const DrawnMap map({storeys[0], storeys[1]});
    const MapView view = map.view();
    SurfaceWorkspace scratch;
    for (int k = 0; k < 40; ++k) {
      const NavLocation from = RandomPoint(map.mesh(), random);
      const Vec3 to{random.NextInRange(0, 12), from.point.y, random.NextInRange(0, 5)};
      const MoveAnswer answer = Validate(view, map.Abs(from.point.x, from.point.y, from.point.z),
                                         map.Abs(to.x, to.y, to.z), StraightQuery());
      const MoveCorrection* slide = Find(answer, MoveCorrection::Kind::kSlide);
      if (slide == nullptr) continue;
      ++slides;
      const Vec3 at = slide->at - map.Abs(0, 0, 0);
      const NavLocation wall = Raycast(map.mesh(), from, to.Plane()).end;
      EXPECT_LE(std::abs(at.y - wall.point.y), 0.6) << storeys[0] << storeys[1];
      EXPECT_LE(PlaneDistance(at, to), PlaneDistance(wall.point, to) + kWithin_m)
          << storeys[0] << storeys[1] << from.point.x << " " << from.point.y << " " << from.point.z << " to "
          << to.x << " " << to.z << ": " << at.x << " " << at.y << " " << at.z << " wall " << wall.point.x
          << " " << wall.point.z;
      nearer += PlaneDistance(at, to) < PlaneDistance(wall.point, to) - 0.1 ? 1 : 0;
    }
  }
  EXPECT_GT(slides, 1000U);
  EXPECT_GT(nearer, slides / 4);
}

TEST(ValidateMove, NamesTheEndThatIsOffTheMeshAndHowFarTheSurfaceIs) {
  const DrawnMap map({"....\n"});
  const MoveAnswer from = Validate(map, map.Abs(0.5, 0, 9), map.Abs(1.5, 0, 0.5));
  EXPECT_EQ(from.violation.kind, MoveViolationKind::kFromOffMesh);
  EXPECT_EQ(from.violation.sample, 0U);
  EXPECT_DOUBLE_EQ(from.violation.measured, 8);
  EXPECT_DOUBLE_EQ(from.violation.allowed, 2);
  ASSERT_EQ(from.corrections.size(), 1U);
  EXPECT_EQ(CorrectionOf(from, MoveCorrection::Kind::kFurthest), map.Abs(0.5, 0, 1));
  EXPECT_DOUBLE_EQ(from.corrections[0].distance_m, 8);
  const MoveAnswer to = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(9, 0, 0.5));
  EXPECT_EQ(to.violation.kind, MoveViolationKind::kToOffMesh);
  EXPECT_DOUBLE_EQ(to.violation.measured, 5);
  EXPECT_LE(Distance(CorrectionOf(to, MoveCorrection::Kind::kSlide), map.Abs(4, 0, 0.5)), kWithin_m);
  // High above it is the height that is wrong.
  const MoveAnswer above = Validate(map, map.Abs(0.5, 7, 0.5), map.Abs(1.5, 0, 0.5));
  EXPECT_EQ(above.violation.kind, MoveViolationKind::kFromOffMesh);
  EXPECT_DOUBLE_EQ(above.violation.measured, 7);
  EXPECT_DOUBLE_EQ(above.violation.allowed, 4);
  // Later on, that is a flight.
  const MoveAnswer flight = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(1.5, 7, 0.5));
  EXPECT_EQ(flight.violation.kind, MoveViolationKind::kTooHigh);
  EXPECT_DOUBLE_EQ(flight.violation.measured, 7);
  EXPECT_DOUBLE_EQ(flight.violation.allowed, 1.2);
  EXPECT_DOUBLE_EQ(Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(500, 0, 0)).violation.measured, -1);
}

TEST(ValidateMove, TakesTheNearestSurfaceWhereTheSurfaceCheckIsSkipped) {
  const DrawnMap map({"....\n"});
  MoveQuery query;
  query.skipped = {MoveCheck::kSurface};
  // How high it is above that surface is for the air check to judge.
  EXPECT_EQ(Validate(map.view(), map.Abs(0.5, 0, 9), map.Abs(3.5, 60, 0.5), query).violation.kind,
            MoveViolationKind::kTooHigh);
  query.skipped = {MoveCheck::kSurface, MoveCheck::kAir};
  const MoveAnswer answer = Validate(map.view(), map.Abs(0.5, 0, 9), map.Abs(3.5, 60, 0.5), query);
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.end, map.Abs(3.5, 0, 0.5));
  // Nothing is known about what is far from all surfaces.
  const MoveAnswer nowhere = Validate(map.view(), map.Abs(0.5, 0, 9), map.Abs(900, 0, 0.5), query);
  EXPECT_EQ(nowhere.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(nowhere.end, std::nullopt);
  EXPECT_FALSE(nowhere.checks_made.Has(MoveCheck::kWalk));
}

TEST(ValidateMove, KnowsTheBoundsOfTheMap) {
  DrawnMap map({"....\n"});
  map.manifest().bounds = {map.Abs(0, 0, 0), map.Abs(4, 0, 1)};
  const MoveAnswer out = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(104.5, 0, 0.5));
  EXPECT_EQ(out.violation.kind, MoveViolationKind::kOutOfBounds);
  EXPECT_EQ(out.violation.check, MoveCheck::kBounds);
  EXPECT_EQ(out.violation.sample, 1U);
  EXPECT_DOUBLE_EQ(out.violation.measured, 100.5);
  EXPECT_DOUBLE_EQ(out.violation.allowed, 100);
  EXPECT_EQ(out.violation.at, map.Abs(104.5, 0, 0.5));
  ASSERT_EQ(out.corrections.size(), 1U);
  EXPECT_EQ(CorrectionOf(out, MoveCorrection::Kind::kLastGood), map.Abs(0.5, 0, 0.5));
  EXPECT_EQ(Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(104, 0, 0.5)).violation.kind,
            MoveViolationKind::kToOffMesh);
  EXPECT_EQ(Validate(map, map.Abs(0.5, -100.5, 0.5), map.Abs(2, 0, 0.5)).violation.kind,
            MoveViolationKind::kOutOfBounds);
}

TEST(ValidateMove, SurvivesCoordinatesFarOutside) {
  const DrawnMap map({"..\n"});
  const Vec3 inside = map.Abs(0.5, 0, 0.5);
  for (const double far : {1e308, -1e308, 1e20}) {
    EXPECT_EQ(Validate(map, {far, 0, 0}, inside).violation.kind, MoveViolationKind::kFromOffMesh);
    const MoveAnswer answer = Validate(map, inside, {far, far, far});
    EXPECT_EQ(answer.violation.kind, MoveViolationKind::kToOffMesh);
    EXPECT_EQ(CorrectionOf(answer, MoveCorrection::Kind::kLastGood), inside);
  }
}

TEST(ValidateMove, NeverWalksAgainstAOneWaySide) {
  MoveScene scene({"..\n"});
  DrawnMap& map = scene.map;
  MakeOneWay(map.data(), PolyAt(map.mesh(), 0.5, 0.5), PolyAt(map.mesh(), 1.5, 0.5));
  const MapView view = scene.View();
  const Vec3 left = map.Abs(0.5, 0, 0.5);
  const Vec3 right = map.Abs(1.5, 0, 0.5);
  EXPECT_EQ(Validate(view, left, right).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, right, left).violation.kind, MoveViolationKind::kUnreachable);
  MoveQuery walk_only;
  walk_only.skipped = {MoveCheck::kReachability};
  EXPECT_EQ(Validate(view, right, left, walk_only).violation.kind, MoveViolationKind::kBlocked);
  // The seed's rule sees the same, for the left cell is a zone of its own that is not main.
  MoveQuery seed;
  seed.rule = MoveRule::kSeed;
  EXPECT_EQ(Validate(view, left, right, seed).verdict, MoveVerdict::kIllegal);
}

TEST(ValidateMove, WithoutTheWalkCheckTheRuleDecides) {
  MoveScene scene(
      {"..#..#.\n"
       ".......\n"});
  const MapView view = scene.View();
  MoveQuery rule_only;
  rule_only.skipped = {MoveCheck::kWalk};
  const Vec3 left = scene.map.Abs(0.5, 0, 0.5);
  const Vec3 right = scene.map.Abs(3.5, 0, 0.5);
  EXPECT_EQ(Validate(view, left, right, StraightQuery()).violation.kind, MoveViolationKind::kBlocked);
  rule_only.allowances = StraightQuery().allowances;
  const MoveAnswer answer = Validate(view, left, right, rule_only);
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.checks_made, (MoveChecks{MoveCheck::kSurface, MoveCheck::kReachability}));
}

TEST(ValidateMove, TheRulesDifferWherePitsAndIslandsLeadToTheMainZone) {
  //  ledge, main ground   pit     island
  MoveScene scene({"....#..#.\n"});
  scene.AddLink(LinkKind::kDrop, {3.5, 0, 0.5}, {5.5, 0, 0.5}, {"drop"});
  const MapView view = scene.View({"drop"});
  MoveQuery exact;
  exact.skipped = {MoveCheck::kWalk};
  MoveQuery seed = exact;
  seed.rule = MoveRule::kSeed;
  const Vec3 main = scene.map.Abs(0.5, 0, 0.5);
  const Vec3 pit = scene.map.Abs(5.5, 0, 0.5);
  const Vec3 other_pit = scene.map.Abs(6.5, 0, 0.5);
  const Vec3 island = scene.map.Abs(8.5, 0, 0.5);
  EXPECT_EQ(Validate(view, main, pit, exact).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, pit, main, exact).violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_EQ(Validate(view, pit, other_pit, exact).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, island, main, exact).violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_EQ(Validate(view, island, island, exact).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, main, pit, seed).violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_EQ(Validate(view, pit, main, seed).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, pit, other_pit, seed).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, island, main, seed).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(view, island, island, seed).violation.kind, MoveViolationKind::kUnreachable);
  // Without the ability there is no path down.
  EXPECT_EQ(Validate(scene.View(), main, pit, exact).violation.kind, MoveViolationKind::kUnreachable);
}

TEST(ValidateMove, OffersTheGroundThatTheStartReachesNearestToTheEnd) {
  MoveScene scene(
      {"..#...\n"
       "..#.#.\n"
       "..#.#.\n"});
  const MapView view = scene.View();
  MoveQuery query;
  query.corrections = {MoveCorrection::Kind::kFurthest};
  const MoveAnswer answer = Validate(view, scene.map.Abs(0.5, 0, 1.5), scene.map.Abs(3.2, 0, 1.5), query);
  EXPECT_EQ(answer.violation.kind, MoveViolationKind::kUnreachable);
  EXPECT_NEAR(answer.violation.measured, 1.2, 1e-9);
  ASSERT_EQ(answer.corrections.size(), 1U) << "only the wanted one";
  const Vec3 furthest = CorrectionOf(answer, MoveCorrection::Kind::kFurthest);
  EXPECT_NEAR(furthest.x, 1002, kWithin_m);
  EXPECT_NEAR(furthest.z, -498.5, kWithin_m);
  EXPECT_NEAR(answer.corrections[0].walk_m, 1.5, kWithin_m);
  EXPECT_NEAR(answer.corrections[0].distance_m, 1.2, kWithin_m);
}

TEST(ValidateMove, RefusesBadFieldsByName) {
  const DrawnMap map({"..\n"});
  Scratch scratch;
  const auto expect_refused = [&](const char* field, const std::vector<Vec3>& samples, auto change) {
    MoveQuery query;
    query.samples = samples;
    change(query);
    const absl::Status status = ValidateMove(map.view(), query, scratch).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), testing::StartsWith(std::string(field) + ":"));
  };
  const std::vector<Vec3> ends = {map.Abs(0.5, 0, 0.5), map.Abs(1.5, 0, 0.5)};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  expect_refused("samples[0]", {{0, 0, nan}, ends[1]}, [](MoveQuery&) {});
  expect_refused("samples[1]", {ends[0], {-inf, 0, 0}}, [](MoveQuery&) {});
  expect_refused("samples", {}, [](MoveQuery&) {});
  expect_refused("tolerance_m", ends, [](MoveQuery& q) { q.tolerance_m = 10.5; });
  expect_refused("snap.radius_m", ends, [](MoveQuery& q) { q.snap.radius_m = 1e9; });
  // A limit of speed without times was skipped in silence once.
  expect_refused("max_speed_mps", ends, [](MoveQuery& q) { q.allowances.max_speed_mps = 7; });
  expect_refused("max_detour_ratio", ends, [](MoveQuery& q) { q.allowances.max_detour_ratio = 0.5; });
  expect_refused("max_jump_m", ends, [](MoveQuery& q) { q.allowances.max_jump_m = -1; });
  expect_refused("gravity_mps2", ends, [](MoveQuery& q) { q.allowances.gravity_mps2 = 0; });
  expect_refused("max_air_s", ends, [=](MoveQuery& q) { q.allowances.max_air_s = nan; });
  expect_refused("max_rise_mps", ends, [=](MoveQuery& q) { q.allowances.max_rise_mps = inf; });
  expect_refused("credit_s", ends, [](MoveQuery& q) { q.allowances.credit_s = 61; });
  expect_refused("debt_s", ends, [](MoveQuery& q) { q.allowances.debt_s = -1; });
  expect_refused("max_lag_s", ends, [](MoveQuery& q) { q.allowances.max_lag_s = 61; });
  const std::vector<MoveState> one_state = {MoveState::kGrounded};
  expect_refused("states", ends, [&](MoveQuery& q) { q.states = one_state; });
}

}  // namespace
}  // namespace waystone
