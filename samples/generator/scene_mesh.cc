#include "samples/generator/scene_mesh.h"

#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace waystone::samples {
namespace {

int32_t ToMm(double metres) {
  const double mm = std::floor(metres * 1000.0 + 0.5);
  WS_CHECK(std::isfinite(mm) && std::abs(mm) < 1e9);
  return static_cast<int32_t>(mm);
}

}  // namespace

const char* MaterialName(Material material) {
  static constexpr std::array<const char*, kMaterialCount> kNames = {
      "grass", "ground", "road", "water", "stone", "wood", "plaster", "roof", "leaves", "cloth"};
  return kNames[static_cast<size_t>(material)];
}

std::array<double, 3> MaterialColour(Material material) {
  static constexpr std::array<std::array<double, 3>, kMaterialCount> kColours = {{{0.42, 0.58, 0.28},
                                                                                  {0.60, 0.50, 0.36},
                                                                                  {0.74, 0.69, 0.60},
                                                                                  {0.31, 0.53, 0.68},
                                                                                  {0.56, 0.55, 0.53},
                                                                                  {0.48, 0.34, 0.21},
                                                                                  {0.90, 0.85, 0.74},
                                                                                  {0.66, 0.31, 0.23},
                                                                                  {0.21, 0.42, 0.20},
                                                                                  {0.84, 0.66, 0.30}}};
  return kColours[static_cast<size_t>(material)];
}

PointMm RoundToMm(const Vec3& point_m) { return {ToMm(point_m.x), ToMm(point_m.y), ToMm(point_m.z)}; }

bool IsTriangle(const PointMm& a, const PointMm& b, const PointMm& c) {
  const int64_t ux = int64_t{b.x} - a.x;
  const int64_t uy = int64_t{b.y} - a.y;
  const int64_t uz = int64_t{b.z} - a.z;
  const int64_t vx = int64_t{c.x} - a.x;
  const int64_t vy = int64_t{c.y} - a.y;
  const int64_t vz = int64_t{c.z} - a.z;
  return uy * vz != uz * vy || uz * vx != ux * vz || ux * vy != uy * vx;
}

void SceneMesh::BeginGroup(std::string name) {
  group_ = std::move(name);
  part_of_material_.fill(0);
}

MeshPart& SceneMesh::PartOf(Material material) {
  WS_CHECK(!group_.empty());
  size_t& slot = part_of_material_[static_cast<size_t>(material)];
  if (slot == 0) {
    parts_.push_back({.group = group_, .material = material, .vertices = {}, .indices = {}});
    slot = parts_.size();
  }
  return parts_[slot - 1];
}

void SceneMesh::Add(Material material, std::span<const Vec3> points, std::span<const uint32_t> indices) {
  MeshPart& part = PartOf(material);
  const auto first = static_cast<uint32_t>(part.vertices.size());
  for (const Vec3& point : points) part.vertices.push_back(RoundToMm(point));
  for (size_t k = 0; k + 2 < indices.size(); k += 3) {
    const uint32_t a = first + indices[k];
    const uint32_t b = first + indices[k + 1];
    const uint32_t c = first + indices[k + 2];
    if (!IsTriangle(part.vertices[a], part.vertices[b], part.vertices[c])) continue;
    part.indices.insert(part.indices.end(), {a, b, c});
  }
}

void SceneMesh::AddPolygon(Material material, std::span<const Vec3> corners) {
  std::vector<uint32_t> indices;
  for (uint32_t k = 2; k < corners.size(); ++k) indices.insert(indices.end(), {0, k - 1, k});
  Add(material, corners, indices);
}

size_t SceneMesh::TriangleCount() const {
  size_t count = 0;
  for (const MeshPart& part : parts_) count += part.indices.size() / 3;
  return count;
}

}  // namespace waystone::samples
