#include "samples/generator/castle.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/random.h"
#include "samples/generator/ground.h"
#include "samples/generator/house.h"
#include "samples/generator/noise.h"
#include "samples/generator/props.h"

namespace waystone::samples {
namespace {

constexpr double kWallHeight = 5.0;
constexpr double kWallThickness = 3.0;
constexpr double kGateWidth = 4.0;
constexpr double kGateHeight = 3.4;
constexpr double kParapet = 0.9;
constexpr double kTowerOffset = kCurtainHalf + 2.6;
constexpr double kTowerRadius = 3.4;
constexpr double kInner = kCurtainHalf - kWallThickness;
constexpr double kStairWidth = 2.2;
constexpr Vec2 kKeepFront{0, -6};
constexpr Vec2 kChapelFront{10.5, 4};

double RoadDistance(Vec2 p) { return std::max(std::abs(p.x) - 2.2, -5.5 - p.z); }
double CourtDistance(Vec2 p) { return Length(p) - 11.0; }

// Negative inside of the curtain wall, the stairs' landing and the towers, where there is no ground: an agent
// must not find itself in there.
double MasonryDistance(Vec2 p) {
  constexpr double kInset = 0.25;
  const double x = std::abs(p.x);
  const double z = std::abs(p.z);
  const double ring = std::max(std::max(x, z) - kCurtainHalf, kInner - std::max(x, z));
  const double gate = p.z > 0 ? x - kGateWidth / 2 : 1e3;
  const double tower = Length(Vec2{x - kTowerOffset, z - kTowerOffset}) - kTowerRadius;
  const double landing =
      std::max(std::abs(p.x + kInner - kStairWidth / 2) - kStairWidth / 2, std::abs(p.z + 6) - 1);
  return std::min({std::max(ring, -gate), tower, landing}) + kInset;
}

double Height(Vec2 p, int /*level*/) {
  const double edge = std::max(std::abs(p.x), std::abs(p.z));
  return SmoothStep(kCurtainHalf + 4, kCastleHalf, edge) * 1.2 * FractalNoise(p, 22, 2, 31) *
         SmoothStep(2, 12, RoadDistance(p));
}

GroundPatch PatchAt(Vec2 p) {
  if (MasonryDistance(p) < 0) return {.material = Material::kStone, .level = 0, .hole = true};
  if (CourtDistance(p) < 0) return {.material = Material::kStone};
  return {.material = RoadDistance(p) < 0 ? Material::kRoad : Material::kGrass};
}

void AddCurtainWall(SceneMesh& mesh) {
  mesh.BeginGroup("curtain_wall");
  const Frame middle;
  const double c = kCurtainHalf;
  const auto add = [&](const Vec3& lo, const Vec3& hi) { AddBox(mesh, middle, Material::kStone, lo, hi); };
  add({-c, -1, -c}, {c, kWallHeight, -kInner});
  add({-c, -1, -kInner}, {-kInner, kWallHeight, kInner});
  add({kInner, -1, -kInner}, {c, kWallHeight, kInner});
  const Opening gate{c - kGateWidth / 2, c + kGateWidth / 2, 0, kGateHeight};
  AddWall(mesh, Frame{{-c, 0, kInner}, {1, 0}}, Material::kStone, 2 * c, kWallThickness, kWallHeight,
          std::array{gate});
  constexpr double kThickness = 0.4;
  const double top = kWallHeight + kParapet;
  add({-c, kWallHeight, -c}, {c, top, -c + kThickness});
  add({-c, kWallHeight, c - kThickness}, {c, top, c});
  add({-c, kWallHeight, -c + kThickness}, {-c + kThickness, top, c - kThickness});
  add({c - kThickness, kWallHeight, -c + kThickness}, {c, top, c - kThickness});
  // Stairs along the west wall, rising to the north.
  constexpr int kSteps = 25;
  constexpr double kTread = 0.36;
  for (int k = 0; k < kSteps; ++k) {
    add({-kInner, 0, 4 - (k + 1) * kTread},
        {-kInner + kStairWidth, (k + 1) * kWallHeight / kSteps, 4 - k * kTread});
  }
  add({-kInner, 0, -7}, {-kInner + kStairWidth, kWallHeight, 4 - kSteps * kTread});
}

void AddTowers(SceneMesh& mesh) {
  mesh.BeginGroup("towers");
  constexpr uint32_t kSides = 12;
  for (const Vec2 corner : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{1, 1}, Vec2{-1, 1}}) {
    const Vec2 p = corner * kTowerOffset;
    const Frame frame{{p.x, 0, p.z}, {1, 0}};
    AddTurned(mesh, frame, Material::kStone, kSides,
              std::array<Ring, 6>{{{-2, 3.8},
                                   {0.5, kTowerRadius},
                                   {8.5, kTowerRadius},
                                   {8.8, 3.8},
                                   {10, 3.8},
                                   {10, kTowerRadius}}});
    AddTurned(mesh, frame, Material::kStone, kSides,
              std::array<Ring, 2>{{{10, kTowerRadius}, {9, kTowerRadius}}});
    AddDisc(mesh, frame, Material::kStone, kSides, {9, kTowerRadius});
  }
}

void AddTrees(SceneMesh& mesh) {
  mesh.BeginGroup("trees");
  Random random(5);
  for (int k = 0; k < 46; ++k) {
    const double x = random.NextInRange(-kCastleHalf + 3, kCastleHalf - 3);
    const double z = random.NextInRange(-kCastleHalf + 3, kCastleHalf - 3);
    const double size = random.NextInRange(0.7, 1.2);
    const Vec2 p{x, z};
    if (std::max(std::abs(x), std::abs(z)) < kCurtainHalf + 7 || RoadDistance(p) < 3) continue;
    AddConifer(mesh, Frame{{x, Height(p, 0), z}, CirclePoint(random.NextBelow(24), 24)}, size);
  }
}

}  // namespace

SceneWithLandmarks BuildCastle() {
  SceneWithLandmarks scene;
  scene.mesh.BeginGroup("terrain");
  AddGround({.lo = {-kCastleHalf, -kCastleHalf},
             .hi = {kCastleHalf, kCastleHalf},
             .cells = 50,
             .cuts = {MasonryDistance, RoadDistance, CourtDistance},
             .patch_at = PatchAt,
             .height_at = Height},
            scene.mesh);
  AddCurtainWall(scene.mesh);
  AddTowers(scene.mesh);
  HousePlan keep;
  keep.width_m = 15;
  keep.depth_m = 12;
  keep.roof = RoofKind::kFlat;
  keep.walls = Material::kStone;
  // The keep looks south, the chapel west.
  const Frame keep_frame{{kKeepFront.x, kHouseSill, kKeepFront.z}, {-1, 0}};
  scene.mesh.BeginGroup("keep");
  AddHouse(scene.mesh, keep_frame, keep);
  HousePlan chapel;
  chapel.width_m = 8.4;
  chapel.walls = Material::kStone;
  scene.mesh.BeginGroup("chapel");
  AddHouse(scene.mesh, Frame{{kChapelFront.x, kHouseSill, kChapelFront.z}, {0, -1}}, chapel);
  AddTrees(scene.mesh);
  scene.landmarks = {
      {"court", {0, 0, 2}},
      {"road_south", {0, 0, kCastleHalf - 2}},
      {"under_gate", {0, 0, kCurtainHalf - kWallThickness / 2}},
      {"over_gate", {0, kWallHeight, kCurtainHalf - kWallThickness / 2}},
      {"wall_walk_north", {0, kWallHeight, -kCurtainHalf + kWallThickness / 2}},
      {"keep_ground", GroundFloorPoint(keep_frame, keep)},
      {"keep_upper", UpperFloorPoint(keep_frame, keep)},
      {"keep_roof", RoofPoint(keep_frame, keep)},
      {"tower_roof", {kTowerOffset, 9, kTowerOffset}},
  };
  return scene;
}

}  // namespace waystone::samples
