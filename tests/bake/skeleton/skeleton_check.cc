#include "tests/bake/skeleton/skeleton_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "tests/bake/skeleton/bitmap_graph.h"

namespace waystone {
namespace {

NavLocation PlaceOf(const SkeletonView& skeleton, uint32_t key_point) {
  const KeyPointId id(key_point);
  return {PolyId(skeleton.key_point(id).poly), skeleton.Position(id)};
}

// Which polygons each polygon leads to, over sides and links that the source may use.
ArcLists PolyArcs(const SkeletonSource& source) {
  ArcLists arcs(source.mesh->poly_count());
  for (const NavEdge& edge : source.mesh->arrays().edges) {
    if (edge.twin != kNoEdge) arcs[edge.poly].push_back(source.mesh->edge(EdgeId(edge.twin)).poly);
  }
  for (const NavLink& link : source.links->all()) {
    if (MayUse(link, source.abilities)) arcs[link.start_poly].push_back(link.end_poly);
  }
  return arcs;
}

ArcLists KeyPointArcs(const SkeletonView& skeleton) {
  ArcLists arcs(skeleton.size());
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(k))) arcs[k].push_back(arc.target);
  }
  return arcs;
}

// Places along all arcs.
std::vector<NavLocation> PlacesAlong(const SkeletonSource& source, const SkeletonView& skeleton) {
  std::vector<NavLocation> places;
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    const NavLocation from = PlaceOf(skeleton, k);
    places.push_back(from);
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(k))) {
      if (arc.kind != SkeletonArcKind::kWalk || arc.target < k) continue;
      const Vec2 path = skeleton.Position(KeyPointId(arc.target)).Plane() - from.point.Plane();
      for (double at_m = 0.3; at_m < Length(path); at_m += 0.3) {
        places.push_back(Raycast(*source.mesh, from, from.point.Plane() + path * (at_m / Length(path))).end);
      }
    }
  }
  return places;
}

}  // namespace

void ExpectArcsWalked(const SkeletonSource& source, const SkeletonView& skeleton, const CollisionView* solid,
                      const SkeletonOptions& options) {
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    const NavLocation from = PlaceOf(skeleton, k);
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(k))) {
      const NavLocation to = PlaceOf(skeleton, arc.target);
      EXPECT_NEAR(arc.length_m, Distance(from.point, to.point), 1e-3 + 1e-5 * arc.length_m);
      if (arc.kind == SkeletonArcKind::kJump || arc.kind == SkeletonArcKind::kDrop) {
        const double up_m = to.point.y - from.point.y;
        EXPECT_TRUE(options.leaps && up_m <= options.jump_height_m && up_m >= -options.drop_height_m) << up_m;
        EXPECT_LE(PlaneDistance(from.point, to.point), options.spacing_m * std::numbers::sqrt2);
      }
      if (arc.kind != SkeletonArcKind::kWalk) continue;
      const RaycastResult walk = Raycast(*source.mesh, from, to.point.Plane());
      // Places may lie outside of their polygon by the mesh's tolerance: a path along its side ends before.
      EXPECT_LT(PlaneDistance(walk.end.point, to.point), 0.01) << k << " to " << arc.target;
      EXPECT_NEAR(walk.end.point.y, to.point.y, source.agent.max_climb_m + 0.1) << k << " to " << arc.target;
      EXPECT_LE(PlaneDistance(from.point, to.point), options.max_arc_m + 1e-4);
      const Vec3 up{0, 0.8, 0};
      EXPECT_FALSE(solid != nullptr && solid->Blocked(from.point + up, to.point + up));
    }
  }
}

void ExpectSameReach(const SkeletonSource& source, const SkeletonView& skeleton) {
  const std::vector<std::vector<bool>> could = ReachOf(PolyArcs(source));
  const std::vector<std::vector<bool>> can = ReachOf(KeyPointArcs(skeleton));
  const auto poly = [&](uint32_t k) { return skeleton.key_points()[k].poly; };
  for (uint32_t a = 0; a < skeleton.size(); ++a) {
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(a))) {
      const Vec3 from = skeleton.Position(KeyPointId(a));
      const Vec3 to = skeleton.Position(KeyPointId(arc.target));
      ASSERT_TRUE(could[poly(a)][poly(arc.target)])
          << "the arc from polygon " << poly(a) << " at " << from.x << ", " << from.z << " to polygon "
          << poly(arc.target) << " at " << to.x << ", " << to.z << " of kind " << static_cast<int>(arc.kind);
    }
  }
  for (uint32_t a = 0; a < skeleton.size(); ++a) {
    for (uint32_t b = 0; b < skeleton.size(); ++b) {
      ASSERT_EQ(can[a][b], could[poly(a)][poly(b)]) << "from polygon " << poly(a) << " to " << poly(b);
    }
  }
  for (uint32_t p = 0; p < could.size(); ++p) {
    const bool is_reached = std::any_of(source.starts.begin(), source.starts.end(),
                                        [&](const NavLocation& s) { return could[s.poly.value()][p]; });
    bool has_key_point = false;
    for (uint32_t k = 0; k < skeleton.size() && !has_key_point; ++k) {
      has_key_point = could[poly(k)][p] && could[p][poly(k)];
    }
    ASSERT_EQ(has_key_point, is_reached) << "polygon " << p;
  }
}

void ExpectNear(const SkeletonSource& source, const SkeletonView& skeleton, double within_m) {
  const NavmeshView& mesh = *source.mesh;
  const std::vector<std::vector<bool>> reach = ReachOf(PolyArcs(source));
  const std::vector<NavLocation> places = PlacesAlong(source, skeleton);
  AnyAngleWorkspace workspace;
  AnyAngleOptions search;
  search.max_cost_m = within_m;
  const auto walks = [&](const NavLocation& from, const NavLocation& to) {
    const SurfacePath route = FindAnyAngle(mesh, from, to, search, workspace);
    return route.outcome == SearchOutcome::kFound && route.cost_m <= within_m;
  };
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const bool is_reached = std::any_of(source.starts.begin(), source.starts.end(),
                                        [&](const NavLocation& s) { return reach[s.poly.value()][p]; });
    if (!is_reached) continue;
    const Vec2 middle = PlaneChoice(mesh, PolyId(p), PolyArea_m2(mesh, PolyId(p)) / 2, 0.5);
    const NavLocation at{PolyId(p), {middle.x, HeightOnPoly(mesh, PolyId(p), middle), middle.z}};
    std::vector<std::pair<double, size_t>> nearest;
    for (size_t k = 0; k < places.size(); ++k) nearest.emplace_back(Distance(at.point, places[k].point), k);
    std::sort(nearest.begin(), nearest.end());
    EXPECT_TRUE(std::any_of(nearest.begin(), nearest.end(),
                            [&](const auto& n) {
                              return n.first <= within_m &&
                                     (walks(at, places[n.second]) || walks(places[n.second], at));
                            }))
        << "polygon " << p << " about " << middle.x << ", " << middle.z;
  }
}

double WidestPoly_m(const NavmeshView& mesh) {
  double widest_m = 0;
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const NavPoly& poly = mesh.poly(PolyId(p));
    for (uint32_t a = poly.first_edge; a < poly.first_edge + poly.edge_count; ++a) {
      for (uint32_t b = poly.first_edge; b < a; ++b) {
        widest_m = std::max(widest_m, PlaneDistance(mesh.EdgeStart(EdgeId(a)), mesh.EdgeStart(EdgeId(b))));
      }
    }
  }
  return widest_m;
}

}  // namespace waystone
