// Whole skeletons, held against slow answers to what they promise.
#include "bake/skeleton/skeleton_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_walk.h"
#include "tests/bake/skeleton/bitmap_graph.h"
#include "tests/bake/skeleton/solid_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

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

// One walks each arc straight over the surface; nothing solid is in the way at the height of casts.
void ExpectArcsWalked(const SkeletonSource& source, const SkeletonView& skeleton, const CollisionView* solid,
                      const SkeletonOptions& options) {
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    const NavLocation from = PlaceOf(skeleton, k);
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(k))) {
      const NavLocation to = PlaceOf(skeleton, arc.target);
      EXPECT_NEAR(arc.length_m, Distance(from.point, to.point), 1e-3 + 1e-5 * arc.length_m);
      if (arc.kind != SkeletonArcKind::kWalk) continue;
      const RaycastResult walk = Raycast(*source.mesh, from, to.point.Plane());
      EXPECT_TRUE(walk.reached) << k << " to " << arc.target;
      EXPECT_NEAR(walk.end.point.y, to.point.y, 0.5) << k << " to " << arc.target;
      EXPECT_LE(PlaneDistance(from.point, to.point), options.max_arc_m + 1e-4);
      const Vec3 up{0, 0.8, 0};
      EXPECT_FALSE(solid != nullptr && solid->Blocked(from.point + up, to.point + up));
    }
  }
}

// Key points reach each other as the polygons they stand on do, and every strong component of what the starts
// reach has one.
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

// Places along all arcs.
std::vector<NavLocation> PlacesAlong(const SkeletonSource& source, const SkeletonView& skeleton) {
  std::vector<NavLocation> places;
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    const NavLocation from = PlaceOf(skeleton, k);
    places.push_back(from);
    for (const SkeletonArc& arc : skeleton.ArcsOf(KeyPointId(k))) {
      if (arc.kind != SkeletonArcKind::kWalk || arc.target < k) continue;
      const Vec2 way = skeleton.Position(KeyPointId(arc.target)).Plane() - from.point.Plane();
      for (double at_m = 0.3; at_m < Length(way); at_m += 0.3) {
        places.push_back(Raycast(*source.mesh, from, from.point.Plane() + way * (at_m / Length(way))).end);
      }
    }
  }
  return places;
}

// The middle of every polygon that the starts reach is so near the skeleton, walking there or back.
void ExpectNear(const SkeletonSource& source, const SkeletonView& skeleton, double within_m) {
  const NavmeshView& mesh = *source.mesh;
  const std::vector<std::vector<bool>> reach = ReachOf(PolyArcs(source));
  const std::vector<NavLocation> places = PlacesAlong(source, skeleton);
  AnyAngleWorkspace workspace;
  AnyAngleOptions search;
  search.max_cost_m = within_m;
  const auto walks = [&](const NavLocation& from, const NavLocation& to) {
    const AnyAngleResult route = FindAnyAngle(mesh, from, to, search, workspace);
    return route.outcome == AnyAngleOutcome::kFound && route.cost_m <= within_m;
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

// [m] between the two corners of a polygon that lie farthest apart, of all polygons.
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

// A town: walls with doors, pillars, a platform up a ramp, a bridge one walks under, crates.
BoxScene Town() {
  BoxScene scene;
  scene.AddFloor(0, 0, 40, 30, 0);
  scene.AddBox({10, 0, 0}, {10.5, 3, 12});
  scene.AddBox({10, 0, 14}, {10.5, 3, 30});
  scene.AddBox({10.5, 0, 15}, {24, 3, 15.5});
  for (const double x : {14.0, 18.0, 22.0}) scene.AddBox({x, 0, 20}, {x + 1, 4, 21});
  scene.AddSlope(26, 4, 32, 8, 0, 3);
  scene.AddBox({32, 2.5, 2}, {39, 3, 26});
  scene.AddBox({14, 0, 5}, {17, 0.9, 8});
  scene.AddBox({3, 0, 20}, {6, 2, 23});
  return scene;
}

class TownSkeleton : public ::testing::Test {
 protected:
  TownSkeleton()
      : scene_(Town()),
        data_(scene_.Bake()),
        mesh_(ViewOf(data_)),
        solid_(SolidScene::Of(scene_)),
        rays_(solid_.Rays()),
        tree_(solid_.Tree()) {
    source_.mesh = &mesh_;
    source_.links = &links_;
    source_.rays = rays_.get();
    source_.starts = {{PolyAt(mesh_, 5, 5), {5, 0, 5}}};
  }
  // A view of the skeleton built last.
  SkeletonView Build(const SkeletonOptions& options, int threads = 1) {
    built_ = *BuildSkeleton(source_, options, threads, nullptr);
    return *SkeletonView::Create(built_.data, mesh_.poly_count(), 0);
  }

  const BoxScene scene_;
  const NavmeshData data_;
  const NavmeshView mesh_;
  const SolidScene solid_;
  const std::unique_ptr<RayScene> rays_;
  const CollisionData tree_;
  const LinkView links_;
  SkeletonSource source_;
  BuiltSkeleton built_;
};

TEST_F(TownSkeleton, KeepsItsPromisesWithAnyOptions) {
  const CollisionView solid = ViewOf(tree_);
  for (const SkeletonOptions& options :
       {SkeletonOptions{}, SkeletonOptions{.prune_m = 0}, SkeletonOptions{.leaps = true},
        SkeletonOptions{.max_arc_m = 2, .tolerance_m = 0}, SkeletonOptions{.spacing_m = 1.1}}) {
    const SkeletonView skeleton = Build(options);
    ExpectArcsWalked(source_, skeleton, &solid, options);
    EXPECT_EQ(built_.blocked, 0U);
    EXPECT_EQ(skeleton.header().component_count, 1U);
    ExpectNear(source_, skeleton, skeleton.header().reach_m + 2 * options.spacing_m);
    EXPECT_LT(skeleton.header().reach_m, 9);
  }
}

TEST_F(TownSkeleton, HasALoopForEverythingThatOneWalksAround) {
  // The doors' wall, three pillars, the crate, the tower, the bridge's ramp and rims: at least those five.
  EXPECT_GE(Build({}).header().cycle_rank, 5U);
  EXPECT_EQ(Build({}).header().cycle_rank, Build({.prune_m = 0}).header().cycle_rank);
}

TEST_F(TownSkeleton, HasFewerKeyPointsThanLaunchPointsByFar) {
  const SkeletonView skeleton = Build({});
  EXPECT_GT(skeleton.header().launch_point_count, 2000U);
  EXPECT_LT(skeleton.size(), skeleton.header().launch_point_count / 20);
  EXPECT_GT(skeleton.size(), 15U);
}

TEST_F(TownSkeleton, PruningTakesShortDeadEndsAway) {
  const uint32_t all = Build({.prune_m = 0}).size();
  const uint32_t pruned = Build({.prune_m = 1.2}).size();
  EXPECT_LE(pruned, all);
  EXPECT_LT(Build({.prune_m = 5}).size(), pruned);
}

TEST_F(TownSkeleton, IsTheSameWithAnyNumberOfThreads) {
  Build({}, 1);
  const SkeletonData one = built_.data;
  for (const int threads : {2, 5}) {
    Build({}, threads);
    const auto bytes = [](const auto& records) { return std::as_bytes(std::span(records)); };
    EXPECT_TRUE(std::ranges::equal(bytes(built_.data.key_points), bytes(one.key_points)));
    EXPECT_TRUE(std::ranges::equal(bytes(built_.data.rows), bytes(one.rows)));
    EXPECT_TRUE(std::ranges::equal(bytes(built_.data.arcs), bytes(one.arcs)));
    EXPECT_EQ(built_.data.header.reach_m, one.header.reach_m);
  }
}

// A platform 0.7 m up, for a walker so thin that it stands near ledges.
TEST(BuildSkeleton, WithLeapsAPlatformIsJumpedOntoAndOneWay) {
  const AgentProfile thin{.name = "thin", .radius_m = 0.1, .height_m = 1.8, .max_climb_m = 0.3};
  BoxScene scene;
  scene.AddFloor(0, 0, 12, 12, 0);
  scene.AddBox({4, 0, 4}, {9, 0.7, 9});
  const NavmeshData data = scene.Bake(thin, {.cell_size_m = 0.1});
  const NavmeshView mesh = ViewOf(data);
  const std::unique_ptr<RayScene> rays = SolidScene::Of(scene).Rays();
  const LinkView links;
  const SkeletonSource source{.mesh = &mesh,
                              .links = &links,
                              .rays = rays.get(),
                              .starts = {{PolyAt(mesh, 1, 1), {1, 0, 1}}},
                              .agent = thin};
  const auto count = [&](const SkeletonOptions& options, SkeletonArcKind kind) {
    const BuiltSkeleton built = *BuildSkeleton(source, options, 1, nullptr);
    EXPECT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), 0).ok());
    return std::count_if(built.data.arcs.begin(), built.data.arcs.end(),
                         [&](const SkeletonArc& arc) { return arc.kind == kind; });
  };
  EXPECT_EQ(count({}, SkeletonArcKind::kJump), 0);
  EXPECT_GT(count({.leaps = true}, SkeletonArcKind::kJump), 0);
  EXPECT_EQ(count({.leaps = true}, SkeletonArcKind::kDrop), 0);
  EXPECT_GT(count({.drop_height_m = 1, .leaps = true}, SkeletonArcKind::kDrop), 0);
}

TEST(BuildSkeleton, OfNothingIsEmpty) {
  const NavmeshData data = AsciiNavmesh("..\n..\n");
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  const BuiltSkeleton built =
      *BuildSkeleton({.mesh = &mesh, .links = &links, .starts = {}, .agent = {}}, {}, 1, nullptr);
  EXPECT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), 0).ok());
  EXPECT_TRUE(built.data.key_points.empty());
}

TEST(BuildSkeleton, OfARoomSmallerThanTheSpacingIsOneKeyPoint) {
  const NavmeshData data = AsciiNavmesh("#.#\n###\n", {.cell_m = 0.25});
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  const SkeletonSource source{
      .mesh = &mesh, .links = &links, .starts = {{PolyId(0), {0.4, 0, 0.1}}}, .agent = {}};
  const BuiltSkeleton built = *BuildSkeleton(source, {}, 1, nullptr);
  EXPECT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), 0).ok());
  EXPECT_EQ(built.data.key_points.size(), 1U);
}

TEST(BuildSkeleton, RandomSurfacesWithLinksAndOneWaySidesAreReachedAsTheirPolygonsAre) {
  for (uint64_t seed = 0; seed < 60 && !testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    PolygonSoup soup = JitteredCells(RandomDrawing(14, 11, 0.3, random), 0.4, random);
    MergeSome(soup, 40, random);
    CloseSome(soup, seed % 3 == 0 ? 0 : 0.06, random);
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView mesh = ViewOf(data);
    const LinkData link_data = RandomLinks(mesh, seed % 4 == 0 ? 0 : 5, false, random);
    const LinkView links = *LinkView::Create(link_data, mesh);
    const SkeletonSource source{
        .mesh = &mesh,
        .links = &links,
        .abilities = 1,
        .starts = {RandomLatticePlace(mesh, random), RandomLatticePlace(mesh, random)},
        .agent = {}};
    const SkeletonOptions options{.prune_m = seed % 2 == 0 ? 0 : 1.2};
    const BuiltSkeleton built = *BuildSkeleton(source, options, 2, nullptr);
    const absl::StatusOr<SkeletonView> skeleton =
        SkeletonView::Create(built.data, mesh.poly_count(), links.size());
    ASSERT_TRUE(skeleton.ok()) << skeleton.status();
    ExpectArcsWalked(source, *skeleton, nullptr, options);
    ExpectSameReach(source, *skeleton);
    // Polygons without launch points may lie four spacings from the middle of one that has some.
    ExpectNear(source, *skeleton, skeleton->header().reach_m + 4 * options.spacing_m + WidestPoly_m(mesh));
  }
}

// FNV-1a (Fowler, Noll, Vo) of bytes.
template <typename Record>
uint64_t HashOf(const std::vector<Record>& records) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const std::byte b : std::as_bytes(std::span(records))) {
    hash = (hash ^ static_cast<uint8_t>(b)) * 0x100000001b3ULL;
  }
  return hash;
}

TEST(GoldenSkeleton, HasTheHashItAlwaysHad) {
  Random random(2026);
  PolygonSoup soup = JitteredCells(RandomDrawing(50, 40, 0.12, random), 0.4, random);
  MergeSome(soup, 900, random);
  CloseSome(soup, 0.01, random);
  const NavmeshData data = *BuildNavmesh(soup);
  const NavmeshView mesh = ViewOf(data);
  const LinkData link_data = RandomLinks(mesh, 8, false, random);
  const LinkView links = *LinkView::Create(link_data, mesh);
  SolidScene solid;
  solid.Plate({Vec3(-1, 0, -1), Vec3(-1, 0, 41), Vec3(51, 0.25, 41), Vec3(51, 0.25, -1)});
  for (int k = 0; k < 60; ++k) {
    const Vec3 at{random.NextInRange(0, 49), -1, random.NextInRange(0, 39)};
    solid.Box(at,
              at + Vec3(random.NextInRange(0.2, 1), random.NextInRange(1.1, 4), random.NextInRange(0.2, 1)));
  }
  const std::unique_ptr<RayScene> rays = solid.Rays();
  const SkeletonSource source{.mesh = &mesh,
                              .links = &links,
                              .abilities = 3,
                              .rays = rays.get(),
                              .starts = {RandomLatticePlace(mesh, random)},
                              .agent = {}};
  const BuiltSkeleton built = *BuildSkeleton(source, {.leaps = true}, 3, nullptr);
  ASSERT_TRUE(SkeletonView::Create(built.data, mesh.poly_count(), links.size()).ok());
  EXPECT_GT(built.data.key_points.size(), 200U);
  EXPECT_EQ(HashOf(built.data.key_points), 16320674118450728901U);
  EXPECT_EQ(HashOf(built.data.arcs), 7553709424889453728U);
}

}  // namespace
}  // namespace waystone
