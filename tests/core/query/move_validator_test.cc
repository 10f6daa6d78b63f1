#include "core/query/move_validator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/core/query/drawn_map.h"

namespace waystone {
namespace {

MoveAnswer Validate(const DrawnMap& map, const Vec3& from, const Vec3& to, double tolerance_m = 0.1) {
  MoveQuery query;
  query.from = from;
  query.to = to;
  query.tolerance_m = tolerance_m;
  Workspace workspace;
  const absl::StatusOr<MoveAnswer> answer = ValidateMove(map.view(), query, workspace);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(MoveAnswer());
}

TEST(ValidateMove, AllowsAStraightWalk) {
  const DrawnMap map({"....\n....\n"});
  const MoveAnswer answer = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(3.5, 0.3, 1.5));
  EXPECT_EQ(answer.verdict, MoveVerdict::kLegal);
  EXPECT_EQ(answer.violation, MoveViolation::kNone);
  EXPECT_EQ(answer.corrected, map.Abs(3.5, 0, 1.5));
  EXPECT_NEAR(answer.overshoot_m, 0.3, 1e-9);
}

TEST(ValidateMove, StopsAtAWallAndSlidesAlongIt) {
  const DrawnMap map(
      {"..#.\n"
       "..#.\n"
       "..#.\n"});
  const MoveAnswer answer = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(3.5, 0, 2.0));
  EXPECT_EQ(answer.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(answer.violation, MoveViolation::kBlocked);
  EXPECT_NEAR(answer.blocked_at.x, 1002, 1e-9);
  EXPECT_NEAR(answer.blocked_at.z, -498.75, 1e-9);
  EXPECT_NEAR(answer.corrected.x, 1002, 1e-9);
  EXPECT_NEAR(answer.corrected.z, -498, 1e-6);
  EXPECT_NEAR(answer.overshoot_m, 1.5, 1e-6);
}

TEST(ValidateMove, DoesNotLetAMoveThroughAThinWallThatCouldBeWalkedAround) {
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
  EXPECT_EQ(Validate(map, from, to, 0.1).violation, MoveViolation::kBlocked);
  // Unless walks may stray as far as its end.
  EXPECT_EQ(Validate(map, from, to, 0.126).verdict, MoveVerdict::kLegal);
}

TEST(ValidateMove, AllowsACornerToBeCutByTheTolerance) {
  const DrawnMap map(
      {"..\n"
       ".#\n"});
  const Vec3 from = map.Abs(0.5, 0, 1.5);
  EXPECT_EQ(Validate(map, from, map.Abs(1.6, 0, 0.5)).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(map, from, map.Abs(1.9, 0, 0.8)).violation, MoveViolation::kBlocked);
}

TEST(ValidateMove, TellsFloorsApart) {
  // Under the bridge, not onto it.
  const DrawnMap map({"...\n", " .\n"});
  const MoveAnswer onto = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(1.5, 4.5, 0.5));
  EXPECT_EQ(onto.verdict, MoveVerdict::kIllegal);
  EXPECT_EQ(onto.violation, MoveViolation::kWrongFloor);
  EXPECT_EQ(onto.corrected, map.Abs(1.5, 0, 0.5));
  EXPECT_DOUBLE_EQ(onto.overshoot_m, 4.5);
  EXPECT_EQ(Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(1.5, 0, 0.5)).verdict, MoveVerdict::kLegal);
}

TEST(ValidateMove, NamesTheEndThatIsOffTheMesh) {
  const DrawnMap map({"....\n"});
  const MoveAnswer from = Validate(map, map.Abs(0.5, 0, 9), map.Abs(1.5, 0, 0.5));
  EXPECT_EQ(from.violation, MoveViolation::kFromOffMesh);
  EXPECT_EQ(from.corrected, map.Abs(0.5, 0, 1));
  EXPECT_DOUBLE_EQ(from.overshoot_m, 8);
  const MoveAnswer to = Validate(map, map.Abs(0.5, 0, 0.5), map.Abs(9, 0, 0.5));
  EXPECT_EQ(to.violation, MoveViolation::kToOffMesh);
  EXPECT_EQ(to.corrected, map.Abs(4, 0, 0.5));
  EXPECT_DOUBLE_EQ(to.overshoot_m, 5);
}

TEST(ValidateMove, SurvivesCoordinatesFarOutside) {
  const DrawnMap map({"..\n"});
  const Vec3 inside = map.Abs(0.5, 0, 0.5);
  for (const double far : {1e308, -1e308, 1e20}) {
    EXPECT_EQ(Validate(map, {far, 0, 0}, inside).violation, MoveViolation::kFromOffMesh);
    const MoveAnswer answer = Validate(map, inside, {far, far, far});
    EXPECT_EQ(answer.violation, MoveViolation::kToOffMesh);
    EXPECT_EQ(answer.corrected, inside);
  }
}

TEST(ValidateMove, NeverWalksAgainstAOneWaySide) {
  DrawnMap map({"..\n"});
  MakeOneWay(map.data(), PolyAt(map.mesh(), 0.5, 0.5), PolyAt(map.mesh(), 1.5, 0.5));
  const Vec3 left = map.Abs(0.5, 0, 0.5);
  const Vec3 right = map.Abs(1.5, 0, 0.5);
  EXPECT_EQ(Validate(map, left, right).verdict, MoveVerdict::kLegal);
  EXPECT_EQ(Validate(map, right, left).violation, MoveViolation::kBlocked);
}

TEST(ValidateMove, RefusesBadFieldsByName) {
  const DrawnMap map({"..\n"});
  Workspace workspace;
  const auto expect_refused = [&](const char* field, auto change) {
    MoveQuery query;
    change(query);
    const absl::Status status = ValidateMove(map.view(), query, workspace).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), testing::StartsWith(std::string(field) + ":"));
  };
  expect_refused("from", [](MoveQuery& q) { q.from.z = std::numeric_limits<double>::quiet_NaN(); });
  expect_refused("to", [](MoveQuery& q) { q.to.x = -std::numeric_limits<double>::infinity(); });
  expect_refused("tolerance_m", [](MoveQuery& q) { q.tolerance_m = 10.5; });
  expect_refused("snap.radius_m", [](MoveQuery& q) { q.snap.radius_m = 1e9; });
}

}  // namespace
}  // namespace waystone
