#include "samples/generator/island.h"

#include <algorithm>
#include <array>
#include <vector>

#include "samples/generator/shapes.h"

namespace waystone::samples {
namespace {

constexpr double kHalf = 40;          // [m] of the map's side
constexpr double kStep = 4;           // [m] of the terrain's lattice
constexpr double kDeep = -12;         // [m] the sea floor in the west
constexpr double kLand = 2;           // [m] the land in the east
constexpr double kFloor = 4;          // [m] from floor to floor of the tower
constexpr double kTread = 0.5;        // [m] of a stair
constexpr double kRise = 0.25;        // [m] of a stair
constexpr Vec3 kTower{14, kLand, 8};  // its north-west corner
constexpr double kTowerSide = 12;

double GroundHeight(double x) {
  constexpr double kFoot = -30;
  constexpr double kShore = 6;
  const double share = std::clamp((x - kFoot) / (kShore - kFoot), 0.0, 1.0);
  return kDeep + (kLand - kDeep) * share;
}

void AddTerrain(SceneMesh& mesh) {
  mesh.BeginGroup("terrain");
  const auto at = [](double x, double z) { return Vec3(x, GroundHeight(x), z); };
  for (double x = -kHalf; x < kHalf; x += kStep) {
    for (double z = -kHalf; z < kHalf; z += kStep) {
      const std::array<Vec3, 4> corners = {at(x, z), at(x, z + kStep), at(x + kStep, z + kStep),
                                           at(x + kStep, z)};
      mesh.AddPolygon(x < 0 ? Material::kGround : Material::kGrass, corners);
    }
  }
}

// Walls of rock with gaps, some of them bridged.
void AddReef(SceneMesh& mesh) {
  mesh.BeginGroup("reef");
  const Frame frame;
  const auto add = [&](const Vec3& lo, const Vec3& hi) { AddBox(mesh, frame, Material::kStone, lo, hi); };
  add({-26, -13, 0}, {-24, -3, 12});
  add({-26, -13, 15}, {-24, -2, 30});
  add({-26, -6, 12}, {-24, -3, 15});  // a bridge over the gap
  add({-20, -13, 6}, {-18, -4, 22});
  add({-18, -13, 20}, {-10, -5, 22});
  add({-15, -13, 2}, {-13, -4, 14});
}

// A hollow rock; a wall inside leaves a passage along its east side.
void AddCave(SceneMesh& mesh) {
  mesh.BeginGroup("cave");
  const Frame frame;
  const auto add = [&](const Vec3& lo, const Vec3& hi) { AddBox(mesh, frame, Material::kStone, lo, hi); };
  add({-36, -13, -36}, {-16, -11, -16});  // floor
  add({-36, -3, -36}, {-16, -1, -16});    // roof
  add({-36, -11, -36}, {-35, -3, -16});   // west
  add({-17, -11, -36}, {-16, -3, -16});   // east
  add({-35, -11, -36}, {-17, -3, -35});   // north
  add({-35, -11, -17}, {-28, -3, -16});   // south, beside the mouth
  add({-25, -11, -17}, {-17, -3, -16});
  add({-28, -7, -17}, {-25, -3, -16});   // and above it
  add({-35, -11, -27}, {-20, -3, -26});  // the wall inside
}

// Four walls with a door in the south, floors with a well for the stairs, and flights along the west and east walls.
void AddTower(SceneMesh& mesh) {
  mesh.BeginGroup("tower");
  constexpr double kThick = 0.5;
  constexpr double kHeight = 3 * kFloor;
  constexpr double kWell = 2.5;  // [m] width of the stairs
  const Frame frame{kTower, {1, 0}};
  const auto add = [&](Material material, const Vec3& lo, const Vec3& hi) {
    AddBox(mesh, frame, material, lo, hi);
  };
  const double in = kThick;
  const double out = kTowerSide - kThick;
  add(Material::kStone, {0, -1, 0}, {kTowerSide, kHeight, kThick});
  add(Material::kStone, {0, -1, in}, {kThick, kHeight, kTowerSide});
  add(Material::kStone, {out, -1, in}, {kTowerSide, kHeight, kTowerSide});
  add(Material::kStone, {in, -1, out}, {5, kHeight, kTowerSide});
  add(Material::kStone, {7, -1, out}, {out, kHeight, kTowerSide});
  add(Material::kStone, {5, 3, out}, {7, kHeight, kTowerSide});
  const auto steps = static_cast<int>(kFloor / kRise);
  for (int storey = 0; storey < 2; ++storey) {
    const double foot = storey * kFloor;
    const double top = foot + kFloor;
    // The flight leads north along the west wall, then south along the east one.
    const double low_x = storey == 0 ? in : out - kWell;
    for (int k = 0; k < steps; ++k) {
      const double along = storey == 0 ? out - 1.5 - (k + 1) * kTread : in + 1.5 + k * kTread;
      add(Material::kWood, {low_x, foot + k * kRise, along},
          {low_x + kWell, foot + (k + 1) * kRise, along + kTread});
    }
    // The floor above, but for the well of the stairs.
    const double floor = top - kRise;
    const double well_from = storey == 0 ? out - 1.5 - steps * kTread : in + 1.5;
    const double well_to = well_from + steps * kTread;
    const double rest_x = storey == 0 ? in + kWell : in;
    add(Material::kWood, {rest_x, floor, in}, {rest_x + out - in - kWell, top, out});
    if (well_from > in) add(Material::kWood, {low_x, floor, in}, {low_x + kWell, top, well_from});
    if (well_to < out) add(Material::kWood, {low_x, floor, well_to}, {low_x + kWell, top, out});
  }
}

}  // namespace

SceneWithLandmarks BuildIsland() {
  SceneWithLandmarks scene;
  AddTerrain(scene.mesh);
  AddReef(scene.mesh);
  AddCave(scene.mesh);
  AddTower(scene.mesh);
  const auto in_tower = [](double along_x, double floor, double along_z) {
    return kTower + Vec3(along_x, floor * kFloor, along_z);
  };
  scene.landmarks = {
      {"beach", {7, kLand, 0}},
      {"sea_near", {-8, -1.5, -8}},
      {"sea_behind_reef", {-32, -6, 20}},
      {"cave_mouth", {-26.5, -9, -14}},
      {"cave_chamber", {-30, -8, -31}},
      {"tower_door", in_tower(6, 0, kTowerSide + 2)},
      {"tower_ground", in_tower(6, 0, 6)},
      {"tower_middle", in_tower(6, 1, 6)},
      {"tower_top", in_tower(5, 2, 6)},
      {"sky", {8, 12, 30}},
  };
  return scene;
}

std::string IslandSettings() {
  return R"(# A sea with a reef and a cave, a tower, and the sky around it. Metres, y up.
agents:
  - {name: diver, radius_m: 0.4, height_m: 1.8, ability_sets: [[], [swim], [fly], [fly, swim]]}
spawns: [[7, 2, 0]]
scene_cell_m: 0.5
scenes:
  - {name: sea, box: [[-40, -13, -40], [4, 0, 40]], medium: water, surfaces: [layers, points], layer_gap_m: 3}
  - name: cave
    box: [[-35, -11, -35], [-17, -3, -16]]
    within: sea
    medium: water
    mouths: [{name: gate, at: [-26.5, -9, -16], radius_m: 2.5, state: swimming}]
  - {name: sky, box: [[5, 1, -5], [35, 20, 35]], medium: air}
  - {name: tower, box: [[14, 1, 8], [26, 14.5, 20]], within: sky}
)";
}

}  // namespace waystone::samples
