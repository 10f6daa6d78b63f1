#include "bake/skeleton/step_caster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/bake/skeleton/solid_scene.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

constexpr CastBody kBody{
    .jump_m = 0.8, .drop_m = 0.4, .climb_m = 0.5, .top_m = 1.62, .side_m = 0.34, .leaps = false};
constexpr CastBody kLeaper{
    .jump_m = 0.8, .drop_m = 0.4, .climb_m = 0.5, .top_m = 1.62, .side_m = 0.34, .leaps = true};
// Cells of a metre; levels a decimetre apart, of which those two apart do not join.
constexpr AsciiOptions kDecimetres{.cell_m = 1, .step_m = 0.1};

class Steps {
 public:
  Steps(std::string_view drawing, const SolidScene& solid)
      : data_(AsciiNavmesh(drawing, kDecimetres)), mesh_(ViewOf(data_)), rays_(solid.Rays()) {}

  std::optional<Landing> From(const Vec3& from, Vec2 to, const CastBody& body = kBody) const {
    CastWorkspace workspace;
    const PolyId poly = PolyAt(mesh_, from.x, from.z, from.y);
    return StepCaster(mesh_, rays_.get(), body).Step({poly, from}, to, workspace);
  }
  // By a step west to east over the middle, and back.
  bool There(const CastBody& body = kBody) const { return From({2.7, 0, 1.5}, {3.3, 1.5}, body).has_value(); }
  bool Back(const CastBody& body = kBody) const { return From({3.3, 0, 1.5}, {2.7, 1.5}, body).has_value(); }

 private:
  const NavmeshData data_;
  const NavmeshView mesh_;
  const std::unique_ptr<RayScene> rays_;
};

constexpr std::string_view kOpen =
    "......\n"
    "......\n"
    "......\n";
SolidScene Floor() { return SolidScene().Box({-2, -1, -2}, {8, 0, 5}); }

TEST(StepCaster, OpenGroundIsWalkedAndTheLandingIsTheGround) {
  const Steps steps(kOpen, SolidScene().Box({-2, -1, -2}, {8, 0.125, 5}));
  const std::optional<Landing> landing = steps.From({2.7, 0.125, 1.5}, {3.3, 2.1});
  ASSERT_TRUE(landing.has_value());
  EXPECT_EQ(landing->y, 0.125);
  EXPECT_FALSE(landing->is_leap);
}

TEST(StepCaster, TheEndOfTheSurfaceEndsSteps) {
  const Steps steps(kOpen, Floor());
  EXPECT_FALSE(steps.From({5.8, 0, 1.5}, {6.4, 1.5}).has_value());
  EXPECT_FALSE(steps.From({5.8, 0, 1.5}, {6.4, 1.5}, kLeaper).has_value());
}

// Two walls with a gap about z = 1.5 between them.
SolidScene Slit(double width_m) {
  return Floor().Box({2.9, 0, -2}, {3.1, 3, 1.5 - width_m / 2}).Box({2.9, 0, 1.5 + width_m / 2}, {3.1, 3, 5});
}

TEST(StepCaster, ASlitNarrowerThanTheBodyIsNotPassed) {
  for (const CastBody& body : {kBody, kLeaper}) {
    EXPECT_FALSE(Steps(kOpen, Slit(0.5)).There(body));
    EXPECT_FALSE(Steps(kOpen, Slit(0.5)).Back(body));
    EXPECT_TRUE(Steps(kOpen, Slit(0.8)).There(body));
    EXPECT_TRUE(Steps(kOpen, Slit(0.8)).Back(body));
  }
}

TEST(StepCaster, AWallAheadStopsTheBodyBeforeItsMiddleIsThere) {
  EXPECT_FALSE(Steps(kOpen, Floor().Box({3.5, 0, -2}, {3.6, 3, 5})).There());
  EXPECT_TRUE(Steps(kOpen, Floor().Box({3.7, 0, -2}, {3.8, 3, 5})).There());
}

TEST(StepCaster, LowCeilingsAreNotWalkedUnder) {
  EXPECT_FALSE(Steps(kOpen, Floor().Box({2.9, 1.5, -2}, {3.1, 4, 5})).There());
  EXPECT_FALSE(Steps(kOpen, Floor().Box({3.0, 1.5, -2}, {8, 4, 5})).There(kLeaper));
  EXPECT_TRUE(Steps(kOpen, Floor().Box({2.9, 1.7, -2}, {3.1, 4, 5})).There());
}

TEST(StepCaster, NoGroundIsStoodOnWhereNoneIs) {
  const SolidScene pit = SolidScene().Box({-2, -1, -2}, {3, 0, 5});
  EXPECT_FALSE(Steps(kOpen, pit).There());
  EXPECT_FALSE(Steps(kOpen, pit).There(kLeaper));
}

TEST(StepCaster, WithoutSolidTheSurfaceAloneDecides) {
  const NavmeshData data = AsciiNavmesh(kOpen, kDecimetres);
  const NavmeshView mesh = ViewOf(data);
  const StepCaster caster(mesh, nullptr, kLeaper);
  CastWorkspace workspace;
  const NavLocation from{PolyAt(mesh, 5.5, 1.5), {5.5, 0, 1.5}};
  EXPECT_TRUE(caster.Step(from, {4.9, 1.5}, workspace).has_value());
  EXPECT_FALSE(caster.Step(from, {6.1, 1.5}, workspace).has_value());
  EXPECT_EQ(workspace.rays, 0U);
  EXPECT_EQ(workspace.casts, 2U);
}

TEST(StepCaster, AWallThatAJumpClearsIsJumpedByWhomMayLeap) {
  // The surface ends before the wall and begins behind it.
  constexpr std::string_view kWall =
      "..#..\n"
      "..#..\n"
      "..#..\n";
  const auto jump = [&](double wall_m, const CastBody& body) {
    const Steps steps(kWall, Floor().Box({2.4, 0, -2}, {2.6, wall_m, 5}));
    return steps.From({1.95, 0, 1.5}, {3.05, 1.5}, body);
  };
  const std::optional<Landing> over = jump(0.7, kLeaper);
  ASSERT_TRUE(over.has_value());
  EXPECT_TRUE(over->is_leap);
  EXPECT_EQ(over->y, 0);
  EXPECT_FALSE(jump(0.7, kBody).has_value());
  EXPECT_FALSE(jump(0.9, kLeaper).has_value());
}

// Ground at 0 in the west; a plateau of `level` decimetres east of x = 3.
std::optional<Landing> Climb(char level, bool up, const CastBody& body) {
  std::string drawing = "...LLL\n...LLL\n...LLL\n";
  std::replace(drawing.begin(), drawing.end(), 'L', level);
  const double y = 0.1 * (level - '0');
  const Steps steps(drawing, Floor().Box({3, 0, -2}, {8, y, 5}));
  return up ? steps.From({2.7, 0, 1.5}, {3.3, 1.5}, body) : steps.From({3.3, y, 1.5}, {2.7, 1.5}, body);
}

TEST(StepCaster, ALedgeIsJumpedUpAndDroppedDownAsFarAsTheBodyMay) {
  EXPECT_TRUE(Climb('3', true, kLeaper).has_value());
  EXPECT_TRUE(Climb('3', false, kLeaper).has_value());
  EXPECT_TRUE(Climb('7', true, kLeaper).has_value());
  EXPECT_FALSE(Climb('7', false, kLeaper).has_value());
  EXPECT_FALSE(Climb('9', true, kLeaper).has_value());
  EXPECT_FALSE(Climb('9', false, kLeaper).has_value());
  EXPECT_TRUE(Climb('7', true, kLeaper)->is_leap);
  EXPECT_NEAR(Climb('7', true, kLeaper)->y, 0.7, 1e-3);
}

TEST(StepCaster, ALedgeIsNeitherJumpedNorDroppedWithoutLeaps) {
  EXPECT_FALSE(Climb('3', true, kBody).has_value());
  EXPECT_FALSE(Climb('3', false, kBody).has_value());
}

TEST(StepCaster, ALeapIsNotMadeWhereTheHeadWouldMeetACeiling) {
  const SolidScene plateau = Floor().Box({3, 0, -2}, {8, 0.7, 5});
  constexpr std::string_view kLedge =
      "...777\n"
      "...777\n"
      "...777\n";
  EXPECT_TRUE(Steps(kLedge, plateau).There(kLeaper));
  EXPECT_FALSE(Steps(kLedge, SolidScene(plateau).Box({-2, 2, -2}, {3, 4, 5})).There(kLeaper));
}

TEST(StepCaster, ALeapLandsOnTheSurfaceOnly) {
  constexpr std::string_view kWest =
      "...###\n"
      "...###\n"
      "...###\n";
  EXPECT_FALSE(Steps(kWest, Floor()).There(kLeaper));
}

TEST(StepCaster, SlopesAreWalkedBothWays) {
  BoxScene scene;
  scene.AddFloor(-6, -3, 0, 3, 0);
  scene.AddSlope(0, -3, 5, 3, 0, 3);  // 31 degrees
  scene.AddFloor(5, -3, 10, 3, 3);
  const NavmeshData data = scene.Bake();
  const NavmeshView mesh = ViewOf(data);
  const std::unique_ptr<RayScene> rays = SolidScene::Of(scene).Rays();
  const StepCaster caster(mesh, rays.get(), kBody);
  CastWorkspace workspace;
  const auto ground = [](double x) { return std::clamp(0.6 * x, 0.0, 3.0); };
  for (double x = -2; x < 7; x += 0.37) {
    for (const double step : {0.6, -0.6}) {
      const NavLocation from{PolyAt(mesh, x, 0.2, ground(x)), {x, ground(x), 0.2}};
      const std::optional<Landing> landing = caster.Step(from, {x + step, -0.4}, workspace);
      ASSERT_TRUE(landing.has_value()) << x;
      EXPECT_FALSE(landing->is_leap);
      EXPECT_NEAR(landing->y, ground(x + step), 1e-3) << x;
    }
  }
}

}  // namespace
}  // namespace waystone
