#include "samples/generator/scene_mesh.h"

#include <array>

#include "gtest/gtest.h"
#include "samples/generator/file_output.h"
#include "samples/generator/noise.h"
#include "samples/generator/shapes.h"

namespace waystone::samples {
namespace {

// Six times the volume enclosed: positive where all triangles face outward.
double SixfoldVolume(const SceneMesh& mesh) {
  double sum = 0;
  for (const MeshPart& part : mesh.parts()) {
    for (size_t k = 0; k < part.indices.size(); k += 3) {
      const auto at = [&](size_t c) {
        const PointMm& p = part.vertices[part.indices[k + c]];
        return Vec3(p.x / 1000.0, p.y / 1000.0, p.z / 1000.0);
      };
      sum += Dot(at(0), Cross(at(1), at(2)));
    }
  }
  return sum;
}

TEST(SceneMesh, RoundsToTheNearestMillimetre) {
  EXPECT_EQ(RoundToMm({1.2344, -1.2344, 0.0005}), (PointMm{1234, -1234, 1}));
}

TEST(SceneMesh, DropsTrianglesWithoutArea) {
  SceneMesh mesh;
  mesh.BeginGroup("g");
  mesh.AddPolygon(Material::kStone, std::array<Vec3, 3>{{{0, 0, 0}, {1, 0, 0}, {2, 0.0001, 0}}});
  EXPECT_EQ(mesh.TriangleCount(), 0U);
  mesh.AddPolygon(Material::kStone, std::array<Vec3, 3>{{{0, 0, 0}, {1, 0, 0}, {2, 0.001, 0}}});
  EXPECT_EQ(mesh.TriangleCount(), 1U);
}

TEST(SceneMesh, BoxesFaceOutwardInATurnedFrame) {
  SceneMesh mesh;
  mesh.BeginGroup("g");
  AddBox(mesh, {{5, 1, -3}, Unit({3, 4})}, Material::kWood, {-1, 0, -2}, {1, 3, 2});
  EXPECT_EQ(mesh.TriangleCount(), 12U);
  EXPECT_NEAR(SixfoldVolume(mesh), 6 * 2 * 3 * 4, 0.1);
}

TEST(SceneMesh, TurnedSolidsFaceOutward) {
  SceneMesh mesh;
  mesh.BeginGroup("g");
  AddTurned(mesh, {}, Material::kLeaves, 4, std::array<Ring, 3>{{{0, 0}, {1, 1}, {2, 0}}});
  EXPECT_EQ(mesh.TriangleCount(), 8U);
  EXPECT_NEAR(SixfoldVolume(mesh), 6 * 2 * 2.0 / 3, 0.01);
}

TEST(CirclePoint, WalksCounterClockwiseOnTheUnitCircle) {
  for (uint32_t k = 0; k < 24; ++k) {
    EXPECT_NEAR(Length(CirclePoint(k, 24)), 1, 1e-15);
    EXPECT_NEAR(Cross(CirclePoint(k, 24), CirclePoint(k + 1, 24)), 0.2588190451, 1e-9) << k;
  }
}

TEST(MetresText, KeepsSignAndThreeDecimals) {
  EXPECT_EQ(MetresText(0), "0.000");
  EXPECT_EQ(MetresText(-5), "-0.005");
  EXPECT_EQ(MetresText(-75001), "-75.001");
  EXPECT_EQ(MetresText(1200), "1.200");
}

TEST(ValueNoise, IsContinuousAndBounded) {
  for (int k = 0; k < 1000; ++k) {
    const Vec2 p{k * 0.037 - 18, k * 0.011};
    const double here = ValueNoise(p, 3);
    EXPECT_LE(std::abs(here), 1);
    EXPECT_NEAR(here, ValueNoise(p + Vec2{1e-6, 1e-6}, 3), 1e-4);
  }
}

}  // namespace
}  // namespace waystone::samples
