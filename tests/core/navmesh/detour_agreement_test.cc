// Surface queries against Detour on the same polygons of baked scenes, with stated tolerances:
// docs/navmesh.md has the table. Detour counts in float32, keeps the ends of tile borders as 255ths of a
// side, and has short limits; where the two part by more than a tolerance, an independent check must side
// with us.
#include <gtest/gtest.h>
#include <recastnavigation/DetourCommon.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "tests/oracle/detour_mesh.h"
#include "tests/oracle/slow_walks.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/scene_bake.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr int kQueries = 20'000;              // of each kind in each scene
constexpr double kPlaneTolerance_m = 0.001;   // Detour's float32 arithmetic over a hundred metres
constexpr double kHeightTolerance_m = 0.005;  // the same, on steep detail triangles
constexpr double kRayTolerance_m = 0.01;      // where a path ends

// The point as Detour is given it: what it computes from its float32 is compared with ours from the same.
struct FloatPoint {
  explicit FloatPoint(const Vec3& p)
      : at{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)} {}
  Vec3 Wide() const { return {at[0], at[1], at[2]}; }
  float at[3];
};

Vec3 FromDetour(const float* p) { return {p[0], p[1], p[2]}; }

class DetourAgreement : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string scene = GetParam();
    WS_TEST_DATA_OR_SKIP(path, "scenes/" + scene + ".obj");
    SceneBake bake;
    if (scene == "bridges") {
      bake = {.agent = {.radius_m = 0.2, .height_m = 1.0, .max_climb_m = 0.3}, .voxels = {0.1, 0.05, 6.4}};
    }
    absl::StatusOr<NavmeshData> data = BakeScene(path, bake);
    ASSERT_TRUE(data.ok()) << data.status();
    data_ = *std::move(data);
    mesh_ = std::make_unique<NavmeshView>(ViewOf(data_));
    absl::StatusOr<DetourMesh> detour = DetourMesh::Create(*mesh_);
    ASSERT_TRUE(detour.ok()) << detour.status();
    detour_ = std::make_unique<DetourMesh>(*std::move(detour));
    query_ = std::make_unique<DetourMesh::Query>(detour_->NewQuery(4096));
  }

  const dtNavMeshQuery& detour() const { return **query_; }
  // Anywhere in the mesh's bounds and a little around.
  Vec3 AnyPoint() {
    const NavmeshHeader& h = mesh_->arrays().header;
    const auto draw = [&](int axis) {
      return random_.NextInRange(h.bounds_min[axis] - 3.0, h.bounds_max[axis] + 3.0);
    };
    const double x = draw(0);
    const double y = draw(1);
    return {x, y, draw(2)};
  }
  // On the surface, at a float32 point.
  NavLocation AnyLocation() {
    const NavLocation at = RandomPoint(*mesh_, random_);
    const Vec3 rounded = FloatPoint(at.point).Wide();
    return {at.poly, ClosestPointOnPoly(*mesh_, at.poly, rounded)};
  }

  // By the corners of Detour's polygon.
  double DetourArea(PolyId id) const {
    const dtMeshTile* tile = nullptr;
    const dtPoly* poly = nullptr;
    detour_->nav().getTileAndPolyByRefUnsafe(detour_->Ref(id), &tile, &poly);
    double area_m2 = 0;
    for (int k = 2; k < poly->vertCount; ++k) {
      area_m2 += 0.5 * dtTriArea2D(&tile->verts[3 * poly->verts[0]], &tile->verts[3 * poly->verts[k - 1]],
                                   &tile->verts[3 * poly->verts[k]]);
    }
    return std::abs(area_m2);
  }

  NavmeshData data_;
  std::unique_ptr<NavmeshView> mesh_;
  std::unique_ptr<DetourMesh> detour_;
  std::unique_ptr<DetourMesh::Query> query_;
  dtQueryFilter filter_;
  Random random_{41};
};

TEST_P(DetourAgreement, OnWhichPolygonsAreNeighbours) {
  std::set<std::pair<uint32_t, uint32_t>> ours;
  for (const NavEdge& edge : data_.edges) {
    if (edge.twin != kNoEdge) ours.insert({edge.poly, data_.edges[edge.twin].poly});
  }
  std::set<std::pair<uint32_t, uint32_t>> theirs;
  for (uint32_t i = 0; i < mesh_->poly_count(); ++i) {
    const dtMeshTile* tile = nullptr;
    const dtPoly* poly = nullptr;
    ASSERT_TRUE(dtStatusSucceed(detour_->nav().getTileAndPolyByRef(detour_->Ref(PolyId(i)), &tile, &poly)));
    ASSERT_EQ(detour_->Poly(detour_->Ref(PolyId(i))), PolyId(i));
    for (unsigned link = poly->firstLink; link != DT_NULL_LINK; link = tile->links[link].next) {
      theirs.insert({i, detour_->Poly(tile->links[link].ref).value()});
    }
  }
  EXPECT_GE(ours.size(), 40U);
  EXPECT_EQ(ours, theirs);
}

// Every polygon that Detour finds around the box, by the rule of NearestPoly.
class NearestByDetour : public dtPolyQuery {
 public:
  NearestByDetour(const dtNavMeshQuery& query, const Vec3& point, const Aabb& box, double climb_m)
      : query_(query), point_(point), box_(box), climb_m_(climb_m) {}

  void process(const dtMeshTile*, dtPoly**, dtPolyRef* refs, int count) override {
    for (int i = 0; i < count; ++i) {
      float closest[3];
      bool over = false;
      query_.closestPointOnPoly(refs[i], FloatPoint(point_).at, closest, &over);
      const Vec3 nearest = FromDetour(closest);
      if (!box_.Contains(nearest)) continue;
      const double rise_m = std::abs(nearest.y - point_.y);
      best_m = std::min(best_m, over ? std::max(0.0, rise_m - climb_m_) : Distance(nearest, point_));
    }
  }
  double best_m = INFINITY;

 private:
  const dtNavMeshQuery& query_;
  const Vec3 point_;
  const Aabb box_;
  const double climb_m_;
};

TEST_P(DetourAgreement, OnTheNearestPolygon) {
  SurfaceWorkspace workspace;
  const Vec3 reach{2, 4, 2};
  const double climb_m = data_.header.max_climb_m;
  int found = 0;
  for (int i = 0; i < kQueries; ++i) {
    const Vec3 point = FloatPoint(AnyPoint()).Wide();
    const auto ours = NearestPoly(*mesh_, point, Aabb::Around(point, reach), workspace);
    double ours_m = INFINITY;
    if (ours) {
      ++found;
      const bool over = IsOverPoly(*mesh_, ours->poly, point.Plane());
      const double rise_m = std::abs(ours->point.y - point.y);
      ours_m = over ? std::max(0.0, rise_m - climb_m) : Distance(ours->point, point);
    }
    // The rim of the box may be told differently by a rounding: a little less and a little more box bound us.
    const Vec3 rim{2 * kPlaneTolerance_m, 2 * kHeightTolerance_m, 2 * kPlaneTolerance_m};
    double bound_m[2];
    for (int k = 0; k < 2; ++k) {
      const Vec3 half = k == 0 ? reach - rim : reach + rim;
      NearestByDetour theirs(detour(), point, Aabb::Around(point, half), climb_m);
      detour().queryPolygons(FloatPoint(point).at, FloatPoint(half).at, &filter_, &theirs);
      bound_m[k] = theirs.best_m;
    }
    ASSERT_LE(ours_m, bound_m[0] + kHeightTolerance_m) << i;
    ASSERT_GE(ours_m, bound_m[1] - kHeightTolerance_m) << i;
  }
  EXPECT_GT(found, 1000);
}

TEST_P(DetourAgreement, OnTheClosestPointOfAPolygon) {
  for (int i = 0; i < kQueries; ++i) {
    const PolyId poly(random_.NextBelow(mesh_->poly_count()));
    // Around the polygon, so that about half lie over it.
    const Vec3 corner = mesh_->EdgeStart(EdgeId(mesh_->poly(poly).first_edge));
    const Vec3 spread(random_.NextInRange(-3, 3), random_.NextInRange(-3, 3), random_.NextInRange(-3, 3));
    const FloatPoint point(corner + spread);
    float closest[3];
    ASSERT_TRUE(dtStatusSucceed(detour().closestPointOnPoly(detour_->Ref(poly), point.at, closest, nullptr)));
    const Vec3 ours = ClosestPointOnPoly(*mesh_, poly, point.Wide());
    // Beyond a corner, sides are about equally near and float32 cannot tell which is nearer.
    ASSERT_NEAR(PlaneDistance(ours, point.Wide()), PlaneDistance(FromDetour(closest), point.Wide()),
                kPlaneTolerance_m)
        << i;
    ASSERT_LT(PlaneDistance(ours, FromDetour(closest)), 10 * kPlaneTolerance_m) << i;
    ASSERT_NEAR(ours.y, closest[1], 2 * kHeightTolerance_m) << i;
  }
}

TEST_P(DetourAgreement, OnHeights) {
  for (int i = 0; i < kQueries; ++i) {
    const NavLocation at = AnyLocation();
    float height = 0;
    ASSERT_TRUE(
        dtStatusSucceed(detour().getPolyHeight(detour_->Ref(at.poly), FloatPoint(at.point).at, &height)));
    ASSERT_NEAR(at.point.y, height, kHeightTolerance_m) << i;
  }
}

// Detour loses a ray at some corners and some tile borders (1 in 20,000 here). Wherever the two part, and at
// every hundredth ray besides, walking in small steps must end where ours does.
TEST_P(DetourAgreement, OnRays) {
  constexpr double kStep_m = 0.01;
  int parted = 0;
  for (int i = 0; i < kQueries; ++i) {
    const NavLocation start = AnyLocation();
    const FloatPoint from(start.point);
    const FloatPoint to(AnyPoint());
    dtRaycastHit hit{};
    dtPolyRef path[512];
    hit.path = path;
    hit.maxPath = 512;
    ASSERT_TRUE(
        dtStatusSucceed(detour().raycast(detour_->Ref(start.poly), from.at, to.at, &filter_, 0, &hit)));
    const Vec2 target = to.Wide().Plane();
    const RaycastResult ours = Raycast(*mesh_, {start.poly, from.Wide()}, target);
    const double path_m = PlaneDistance(from.Wide(), to.Wide());
    const double gap_m = std::abs(ours.fraction - std::min(hit.t, 1.0F)) * path_m;
    if (gap_m > kRayTolerance_m) ++parted;
    if (gap_m > kRayTolerance_m || i % 100 == 0) {
      const double stepped = WalkFractionBySteps(*mesh_, {start.poly, from.Wide()}, target, kStep_m);
      ASSERT_NEAR(ours.fraction * path_m, stepped * path_m, 2 * kStep_m) << i;
    }
  }
  EXPECT_LE(parted, kQueries / 2000);
}

// Detour measures a tile border's side as a whole where only a part leads on, so that it takes some paths
// that leave the circle; and it stops at 48 polygons. Ours must be what its own rule says, by going over all
// polygons.
TEST_P(DetourAgreement, OnSlides) {
  SurfaceWorkspace workspace;
  int parted = 0;
  for (int i = 0; i < kQueries; ++i) {
    const NavLocation start = AnyLocation();
    const FloatPoint from(start.point);
    const double reach_m = i % 2 == 0 ? 2 : 10;
    const auto draw = [&] { return random_.NextInRange(-reach_m, reach_m); };
    const Vec3 step(draw(), 0, draw());
    const FloatPoint to(from.Wide() + step);
    float end[3];
    dtPolyRef visited[64];
    int visited_count = 0;
    ASSERT_TRUE(dtStatusSucceed(detour().moveAlongSurface(detour_->Ref(start.poly), from.at, to.at, &filter_,
                                                          end, visited, &visited_count, 64)));
    const Vec2 target = to.Wide().Plane();
    const NavLocation ours = MoveAlongSurface(*mesh_, {start.poly, from.Wide()}, target, workspace);
    const double ours_m = Distance(ours.point.Plane(), target);
    const double theirs_m = PlaneDistance(FromDetour(end), to.Wide());
    const bool parts = std::abs(ours_m - theirs_m) > kRayTolerance_m;
    if (parts) ++parted;
    if (parts || i % 100 == 0) {
      ASSERT_NEAR(ours_m, SlideDistanceByRounds(*mesh_, {start.poly, from.Wide()}, target), kPlaneTolerance_m)
          << i;
    }
  }
  EXPECT_LE(parted, kQueries / 1000);
}

TEST_P(DetourAgreement, OnTheShareOfRandomPoints) {
  // Groups of about equal area, in the order of the polygons; Detour knows the areas of its own polygons.
  constexpr int kGroups = 32;
  std::vector<double> area_m2(kGroups, 0);
  double before_m2 = 0;
  const double total_m2 = data_.area_prefix_m2.back();
  std::vector<int> group(mesh_->poly_count());
  for (uint32_t i = 0; i < mesh_->poly_count(); ++i) {
    group[i] = std::min(kGroups - 1, static_cast<int>(before_m2 / total_m2 * kGroups));
    area_m2[group[i]] += DetourArea(PolyId(i));
    before_m2 = data_.area_prefix_m2[i];
  }
  std::vector<int> hits(kGroups, 0);
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) ++hits[group[RandomPoint(*mesh_, random_).poly.value()]];
  double chi_square = 0;
  for (int k = 0; k < kGroups; ++k) {
    const double expected = kDraws * area_m2[k] / total_m2;
    if (expected > 0) chi_square += (hits[k] - expected) * (hits[k] - expected) / expected;
  }
  EXPECT_LT(chi_square, 61.1);  // at most 31 degrees of freedom, p = 0.001
}

INSTANTIATE_TEST_SUITE_P(Scenes, DetourAgreement,
                         ::testing::Values("recast_dungeon", "recast_nav_test", "recast_undulating",
                                           "bridges", "proto-level"),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace waystone
