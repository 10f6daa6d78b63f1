#include "samples/generator/town.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/random.h"
#include "samples/generator/file_output.h"
#include "samples/generator/props.h"

namespace waystone::samples {
namespace {

constexpr Vec2 kWell{56.2, 5.6};
constexpr double kYardWall = 2.4;

Frame Standing(const TownLayout& layout, Vec2 p, Vec2 u = {1, 0}) {
  return {{p.x, layout.GroundHeight(p), p.z}, u};
}

std::string Numbered(const std::string& stem, size_t number) {
  return stem + (number < 10 ? "_0" : "_") + std::to_string(number);
}

void AddHouses(const TownLayout& layout, SceneWithLandmarks& scene) {
  size_t number = 0;
  for (const HouseSite& site : layout.houses()) {
    const Frame frame = layout.HouseFrame(site);
    const std::string name = Numbered("house", ++number);
    scene.mesh.BeginGroup(name);
    AddHouse(scene.mesh, frame, site.plan);
    scene.landmarks.push_back({name + "_ground", GroundFloorPoint(frame, site.plan)});
    scene.landmarks.push_back({name + "_upper", UpperFloorPoint(frame, site.plan)});
    if (site.plan.roof == RoofKind::kFlat) {
      scene.landmarks.push_back({name + "_roof", RoofPoint(frame, site.plan)});
    }
  }
}

void AddMarket(const TownLayout& layout, SceneMesh& mesh) {
  mesh.BeginGroup("fountain");
  AddFountain(mesh, Standing(layout, kSquare));
  mesh.BeginGroup("stalls");
  // Around the fountain, where no street enters the square.
  for (const uint32_t k : {2U, 4U, 8U, 10U, 14U, 16U, 20U, 22U}) {
    const Vec2 out = CirclePoint(k, 24);
    AddStall(mesh, Standing(layout, kSquare + out * 8.2, {-out.z, out.x}));
  }
  mesh.BeginGroup("well");
  AddWell(mesh, Standing(layout, kWell));
}

void AddYard(const TownLayout& layout, SceneMesh& mesh) {
  mesh.BeginGroup("yard_wall");
  const double ground = layout.GroundHeight(kYard);
  const Frame frame{{kYard.x, ground, kYard.z}, {1, 0}};
  const double x = kYardHalf.x;
  const double z = kYardHalf.z;
  constexpr double kThickness = 0.4;
  const auto add = [&](const Vec3& lo, const Vec3& hi) { AddBox(mesh, frame, Material::kStone, lo, hi); };
  add({-x, -1, -z}, {x, kYardWall, -z + kThickness});
  add({-x, -1, z - kThickness}, {x, kYardWall, z});
  add({-x, -1, -z + kThickness}, {-x + kThickness, kYardWall, z - kThickness});
  add({x - kThickness, -1, -z + kThickness}, {x, kYardWall, z - kThickness});
}

// Scattered over free places, at least `spacing_m` from each other.
std::vector<Vec2> Scatter(const TownLayout& layout, Random& random, size_t count, double margin_m,
                          double spacing_m, std::vector<Vec2>& taken) {
  std::vector<Vec2> places;
  for (int tries = 0; tries < 20000 && places.size() < count; ++tries) {
    const double x = random.NextInRange(-kTownHalf + 3, kTownHalf - 3);
    const double z = random.NextInRange(-kTownHalf + 3, kTownHalf - 3);
    const Vec2 p{x, z};
    if (!layout.IsOpen(p, margin_m) || Distance(p, kWell) < 4) continue;
    if (std::ranges::any_of(taken, [&](Vec2 q) { return Distance(p, q) < spacing_m; })) continue;
    places.push_back(p);
    taken.push_back(p);
  }
  return places;
}

void AddPlants(const TownLayout& layout, SceneMesh& mesh) {
  Random random(41);
  std::vector<Vec2> taken;
  mesh.BeginGroup("trees");
  for (const Vec2 p : Scatter(layout, random, 150, 2.2, 4.2, taken)) {
    const Frame frame = Standing(layout, p, CirclePoint(random.NextBelow(24), 24));
    const double size = random.NextInRange(0.8, 1.3);
    TerraceDistance(p) < 0 ? AddConifer(mesh, frame, size) : AddBroadleaf(mesh, frame, size);
  }
  for (const Vec2 offset : {Vec2{-4.5, -2}, Vec2{0.5, 2.5}, Vec2{5, -2.5}}) {
    AddBroadleaf(mesh, Standing(layout, kYard + offset), 0.8);
  }
  mesh.BeginGroup("rocks");
  for (const Vec2 p : Scatter(layout, random, 60, 1.0, 2.4, taken)) {
    const double radius = random.NextInRange(0.4, 1.0);
    AddRock(mesh, Standing(layout, p, CirclePoint(random.NextBelow(24), 24)), radius, random);
  }
}

std::vector<Landmark> Landmarks(const TownLayout& layout) {
  const auto at = [&](Vec2 p) { return Vec3(p.x, layout.GroundHeight(p), p.z); };
  const Frame bridge = layout.BridgeFrame();
  return {
      {"square", at(kSquare + Vec2{4, 0})},
      {"street_west", at({-70, 3.6})},
      {"street_east", at({70, -2.4})},
      {"bridge_middle", bridge.At(0, BridgeHeight(layout.bridge(), 0), 0)},
      {"under_bridge", bridge.At(0, kWaterLevel, 0)},
      {"river_south", at({RiverMiddle(60), 60})},
      {"terrace_top", at({-14, -46})},
      {"terrace_foot", at({-14, -18})},
      {"terrace_west", at({-70, -57})},
      {"yard", at(kYard)},
      {"yard_outside", at(kYard + Vec2{0, -kYardHalf.z - 2})},
      {"well", at(kWell + Vec2{0, 2})},
  };
}

}  // namespace

SceneWithLandmarks BuildTown(const TownLayout& layout) {
  SceneWithLandmarks scene;
  scene.landmarks = Landmarks(layout);
  scene.mesh.BeginGroup("terrain");
  AddGround(layout.Ground(), scene.mesh);
  scene.mesh.BeginGroup("bridge");
  AddBridge(scene.mesh, layout.BridgeFrame(), layout.bridge());
  AddHouses(layout, scene);
  AddMarket(layout, scene.mesh);
  AddYard(layout, scene.mesh);
  AddPlants(layout, scene.mesh);
  return scene;
}

std::string TownSettingsText(const TownLayout& layout) {
  const Frame bridge = layout.BridgeFrame();
  const double deck = BridgeHeight(layout.bridge(), 0);
  const double side = layout.bridge().width_m / 2 + 0.2;
  std::string corners;
  for (const Vec2 at : {Vec2{-0.2, -side}, Vec2{0.2, -side}, Vec2{0.2, side}, Vec2{-0.2, side}}) {
    const PointMm mm = RoundToMm(bridge.At(at.x, deck, at.z));
    absl::StrAppend(&corners, corners.empty() ? "" : ", ", "[", MetresText(mm.x), ", ", MetresText(mm.z),
                    "]");
  }
  return absl::StrCat("doors:\n  - name: bridge_gate  # open, unless a request closes it\n    volumes:\n",
                      "      - prism: {corners: [", corners,
                      "], bottom_m: ", MetresText(RoundToMm(bridge.At(0, deck - 0.1, 0)).y),
                      ", top_m: ", MetresText(RoundToMm(bridge.At(0, deck + 2.4, 0)).y),
                      "}\ncost_profiles:\n  - {name: cart, costs: {ground: 3}, excluded: [water]}\n");
}

}  // namespace waystone::samples
