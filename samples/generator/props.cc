#include "samples/generator/props.h"

#include <array>
#include <vector>

namespace waystone::samples {

void AddConifer(SceneMesh& mesh, const Frame& frame, double size) {
  AddTurned(mesh, frame, Material::kWood, 3, std::array<Ring, 2>{{{-0.4, 0.24}, {3.0, 0.14}}});
  AddTurned(mesh, frame, Material::kLeaves, 6,
            std::array<Ring, 3>{{{2.7, 0}, {2.3, 1.7 * size}, {2.3 + 5.2 * size, 0}}});
}

void AddBroadleaf(SceneMesh& mesh, const Frame& frame, double size) {
  AddTurned(mesh, frame, Material::kWood, 4, std::array<Ring, 2>{{{-0.4, 0.34}, {3.0, 0.22}}});
  AddTurned(mesh, frame, Material::kLeaves, 6,
            std::array<Ring, 4>{
                {{2.4, 0}, {2.7, 1.5 * size}, {2.7 + 1.6 * size, 1.9 * size}, {2.7 + 4.0 * size, 0}}});
}

void AddRock(SceneMesh& mesh, const Frame& frame, double radius_m, Random& random) {
  constexpr uint32_t kSides = 6;
  std::vector<Vec3> points;
  const double height = radius_m * random.NextInRange(1.3, 1.7);
  for (const bool shoulder : {false, true}) {
    for (uint32_t k = 0; k < kSides; ++k) {
      const double radius = radius_m * random.NextInRange(0.8, 1.1) * (shoulder ? 0.6 : 1.0);
      const double up = shoulder ? height * random.NextInRange(0.5, 0.65) : -0.3;
      const Vec2 c = CirclePoint(k, kSides);
      points.push_back(frame.At(c.x * radius, up, c.z * radius));
    }
  }
  points.push_back(frame.At(0, height * 1.15, 0));
  std::vector<uint32_t> indices;
  for (uint32_t k = 0; k < kSides; ++k) {
    const uint32_t next = (k + 1) % kSides;
    indices.insert(indices.end(), {k, k + kSides, next + kSides, k, next + kSides, next});
    indices.insert(indices.end(), {k + kSides, 2 * kSides, next + kSides});
  }
  mesh.Add(Material::kStone, points, indices);
}

void AddStall(SceneMesh& mesh, const Frame& frame) {
  AddBox(mesh, frame, Material::kWood, {-1.2, -0.1, -0.5}, {1.2, 0.9, 0.5});
  for (const double u : {-1.25, 1.15}) {
    for (const double v : {-0.75, 0.65}) {
      AddBox(mesh, frame, Material::kWood, {u, -0.2, v}, {u + 0.1, 2.4, v + 0.1});
    }
  }
  // A ridged cloth, steep enough that nobody stands on it.
  constexpr double kEaves = 2.3;
  constexpr double kRidge = 3.4;
  const std::array<Vec3, 6> corners = {frame.At(-1.3, kEaves, -0.8), frame.At(1.3, kEaves, -0.8),
                                       frame.At(-1.3, kRidge, 0),    frame.At(1.3, kRidge, 0),
                                       frame.At(-1.3, kEaves, 0.8),  frame.At(1.3, kEaves, 0.8)};
  static constexpr std::array<uint32_t, 24> kFaces = {0, 2, 3, 0, 3, 1, 2, 4, 5, 2, 5, 3,
                                                      0, 4, 2, 1, 3, 5, 0, 1, 5, 0, 5, 4};
  mesh.Add(Material::kCloth, corners, kFaces);
}

void AddFountain(SceneMesh& mesh, const Frame& frame) {
  constexpr uint32_t kSides = 12;
  // Outside, rim and inside of the basin, then its water.
  AddTurned(mesh, frame, Material::kStone, kSides,
            std::array<Ring, 4>{{{-0.3, 2.2}, {0.7, 2.2}, {0.7, 1.9}, {0.3, 1.9}}});
  AddDisc(mesh, frame, Material::kWater, kSides, {0.5, 1.95});
  AddTurned(mesh, frame, Material::kStone, kSides,
            std::array<Ring, 6>{{{0.3, 0.4}, {1.4, 0.25}, {1.8, 1.3}, {1.9, 1.3}, {1.6, 0.3}, {3.0, 0}}});
}

void AddWell(SceneMesh& mesh, const Frame& frame) {
  constexpr uint32_t kSides = 8;
  AddTurned(mesh, frame, Material::kStone, kSides,
            std::array<Ring, 4>{{{-0.3, 0.8}, {0.8, 0.8}, {0.8, 0.55}, {-0.3, 0.55}}});
  AddDisc(mesh, frame, Material::kWater, kSides, {0.2, 0.6});
  for (const double u : {-0.7, 0.6}) {
    AddBox(mesh, frame, Material::kWood, {u, 0.7, -0.05}, {u + 0.1, 2.1, 0.05});
  }
  AddTurned(mesh, frame, Material::kRoof, 4, std::array<Ring, 3>{{{2.1, 0}, {1.95, 1.1}, {3.4, 0}}});
}

}  // namespace waystone::samples
