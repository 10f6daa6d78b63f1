// The triangles of a sample world, by group and material, and its named places.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/geom/vec.h"

namespace waystone::samples {

// The material of a surface. Its name is the OBJ or glTF material, which the baker's table maps to areas.
enum class Material : uint8_t {
  kGrass,
  kGround,
  kRoad,
  kWater,
  kStone,
  kWood,
  kPlaster,
  kRoof,
  kLeaves,
  kCloth,
};
inline constexpr size_t kMaterialCount = 10;

const char* MaterialName(Material material);
// Linear red, green, blue in [0, 1].
std::array<double, 3> MaterialColour(Material material);

// Vertices are whole millimetres, so that files hold exactly what was generated and are equal everywhere.
struct PointMm {
  int32_t x = 0;
  int32_t y = 0;
  int32_t z = 0;
  friend bool operator==(const PointMm&, const PointMm&) = default;
};

// The nearest millimetre, halves upward.
PointMm RoundToMm(const Vec3& point_m);
// Whether the corners span an area.
bool IsTriangle(const PointMm& a, const PointMm& b, const PointMm& c);

// The triangles of one material in one group, wound counter-clockwise seen from outside.
struct MeshPart {
  std::string group;
  Material material = Material::kGrass;
  std::vector<PointMm> vertices;
  std::vector<uint32_t> indices;  // 3 per triangle, into `vertices`
};

// Grows part by part. One owner, one thread.
class SceneMesh {
 public:
  // Everything added from now on belongs to this group. Names are unique.
  void BeginGroup(std::string name);

  // Appends triangles (3 indices each, into `points`); those without area after rounding are dropped.
  // REQUIRES: a group was begun.
  void Add(Material material, std::span<const Vec3> points, std::span<const uint32_t> indices);
  // A convex polygon as a fan, counter-clockwise seen from outside.
  void AddPolygon(Material material, std::span<const Vec3> corners);

  const std::vector<MeshPart>& parts() const { return parts_; }
  size_t TriangleCount() const;

 private:
  MeshPart& PartOf(Material material);

  std::vector<MeshPart> parts_;
  std::string group_;
  std::array<size_t, kMaterialCount> part_of_material_{};  // index + 1 into parts_, 0 = none yet
};

// A named place of a sample world, for demos and tests.
struct Landmark {
  std::string name;  // lower case, digits and underscores
  Vec3 point;        // at the feet
};

struct SceneWithLandmarks {
  SceneMesh mesh;
  std::vector<Landmark> landmarks;
};

}  // namespace waystone::samples
