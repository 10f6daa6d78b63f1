// GroundPiece and PiecePool.
#include <gtest/gtest.h>

#include <cmath>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/surface_queries.h"
#include "core/placement/ground_piece.h"
#include "core/placement/piece_pool.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// Squares with a hill in the middle, so that heights are not those of the corners.
NavmeshData HillyMesh() {
  Random random(3);
  PolygonSoup soup = AsciiSoup({"..1#\n..2.\n.123\n"}, {.cell_m = 4});
  for (SoupPolygon& poly : soup.polygons) {
    const Vec3f corner = soup.vertices[poly.vertices[0]];
    poly.detail_vertices = {
        {corner.x + 2, corner.y + static_cast<float>(random.NextInRange(-1, 2)), corner.z + 2}};
    poly.detail_triangles = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
  }
  return *BuildNavmesh(soup);
}

TEST(GroundPiece, PartsMakeUpThePieceAndLieWithinItsBounds) {
  const NavmeshData data = HillyMesh();
  const NavmeshView mesh = ViewOf(data);
  Random random(8);
  for (int i = 0; i < 200; ++i) {
    GroundPiece piece = GroundPiece::Whole(PolyId(random.NextBelow(mesh.poly_count())));
    for (int depth = 0; depth < 9; ++depth) {
      const GroundBounds bounds = BoundsOf(mesh, piece);
      std::vector<GroundPiece> parts;
      double area_m2 = 0;
      SplitPiece(mesh, piece, [&](const GroundPiece& part) {
        parts.push_back(part);
        area_m2 += AreaOf_m2(mesh, part);
      });
      ASSERT_NEAR(area_m2, AreaOf_m2(mesh, piece), 1e-9);
      for (const GroundPiece& part : parts) {
        const Vec2 at = RandomPlaceOf(mesh, part, random);
        const double y = HeightOnPoly(mesh, piece.poly, at);
        ASSERT_LE(Distance(at, bounds.centre), bounds.radius_m + 1e-9);
        ASSERT_GE(y, bounds.low - 1e-6);
        ASSERT_LE(y, bounds.high + 1e-6);
        ASSERT_NEAR(Distance(ClosestOf(mesh, piece, at), at), 0, 1e-9);
        ASSERT_LE(SizeOf_m(mesh, part), SizeOf_m(mesh, piece) + 1e-12);
      }
      piece = parts[random.NextBelow(static_cast<uint32_t>(parts.size()))];
    }
    // Heights close in on the surface as pieces shrink.
    const GroundBounds bounds = BoundsOf(mesh, piece);
    ASSERT_LT(bounds.high - bounds.low, 12 * bounds.radius_m + 1e-9);
  }
}

TEST(PiecePool, DrawsByWeightAlsoAfterRemovals) {
  PiecePool pool;
  Random random(2);
  std::vector<double> weight(40);
  for (uint32_t i = 0; i < weight.size(); ++i) {
    weight[i] = std::exp2(random.NextInRange(-6, 3));
    pool.Add(GroundPiece::Whole(PolyId(i)), weight[i]);
  }
  pool.Add(GroundPiece::Whole(PolyId(99)), 0);
  for (int i = 0; i < 10; ++i) {
    const PiecePool::Slot slot = pool.Draw(random);
    weight[pool.at(slot).poly.value()] = 0;
    pool.Remove(slot);
  }
  ASSERT_EQ(pool.size(), 30U);
  double total = 0;
  for (const double w : weight) total += w;
  std::vector<int> hits(weight.size());
  constexpr int kDraws = 200'000;
  for (int i = 0; i < kDraws; ++i) ++hits[pool.at(pool.Draw(random)).poly.value()];
  double chi_square = 0;
  for (size_t i = 0; i < weight.size(); ++i) {
    const double expected = kDraws * weight[i] / total;
    if (weight[i] == 0) {
      EXPECT_EQ(hits[i], 0);
    } else {
      chi_square += (hits[i] - expected) * (hits[i] - expected) / expected;
    }
  }
  EXPECT_LT(chi_square, 58.3);  // 29 degrees of freedom, p = 0.001
}

TEST(PiecePool, IsEmptyOnceEverythingIsRemoved) {
  PiecePool pool;
  Random random(1);
  for (uint32_t i = 0; i < 100; ++i) pool.Add(GroundPiece::Whole(PolyId(i)), 1 + i);
  for (int i = 0; i < 100; ++i) pool.Remove(pool.Draw(random));
  EXPECT_TRUE(pool.empty());
}

}  // namespace
}  // namespace waystone
