// Walks into and around triggers on random meshes, against meshes of unit cells whose sides into triggers
// were closed before they were built, and dense points along those sides.
#include "core/surface/navmesh/trigger_walks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "bake/clusters/cluster_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/clusters/cluster_route.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/trigger_entry.h"
#include "tests/core/surface/navmesh/trigger_cell_oracle.h"
#include "tests/core/surface/navmesh/trigger_scene.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone::trigger_test {
namespace {

constexpr double kTolerance_m = 0.03;  // half of what lies between two samples, and the margin

// The same ground of other polygons, cut.
class CutScene {
 public:
  CutScene(const Scene& scene, Random& random) : scene_(scene) {
    PolygonSoup soup = SharedCells(scene.drawing);
    MergeSome(soup, 200, random);
    data_ = *BuildNavmesh(soup);
    mesh_ = std::make_unique<NavmeshView>(ViewOf(data_));
    std::vector<NavLink> links;
    for (const Jump& jump : scene.jumps) links.push_back(LinkOf(*mesh_, jump));
    link_data_ = SortedLinks(*mesh_, links);
    links_ = *LinkView::Create(link_data_, *mesh_);
    view_.manifest = &manifest_;
    view_.navmesh = mesh_.get();
    view_.links = &links_;
    view_.surface = &NavmeshSurface::Plain();
    absl::StatusOr<std::unique_ptr<const CutMesh>> cut = CutMesh::Make(*mesh_, links_, scene.boxes);
    EXPECT_TRUE(cut.ok()) << cut.status();
    cut_ = *std::move(cut);
  }

  // From now on paths are found by clusters where they are long.
  void AddClusters() {
    cluster_data_ = *BuildClusters({*mesh_, links_, 0}, {ClusterMethod::kEdges, 64}, 1);
    clusters_ = std::make_unique<ClusterView>(*ClusterView::Create(cluster_data_, *mesh_, links_));
    surface_ = std::make_unique<NavmeshSurface>(std::vector<NavmeshIndexes>{{.clusters = clusters_.get()}});
    view_.surface = surface_.get();
  }
  uint32_t ClusterExpansions() { return scratch_.Borrow<ClusterWorkspace>()->search.expansions(); }

  const std::vector<TriggerEntry>& EntriesFrom(const Place& start, const TriggerWalkOptions& options = {}) {
    EXPECT_EQ(FindTriggerEntries(view_, *cut_, At(*mesh_, start), options, scratch_, entries_),
              RouteReason::kNone);
    return entries_;
  }
  RouteAnswer WalkInto(const Place& start, size_t box) {
    const SurfacePath route =
        WalkToEntry(view_, *cut_, At(*mesh_, start), static_cast<uint32_t>(box), entries_[box], {}, scratch_);
    return AnswerOf(view_, route, RouteShape::kSurface, scratch_);
  }
  RouteAnswer WalkTo(const Place& start, const Place& goal, std::optional<uint32_t>& box) {
    const TriggerWalk walk =
        WalkAroundTriggers(view_, *cut_, At(*mesh_, start), At(*mesh_, goal), {}, scratch_);
    box = walk.box;
    return AnswerOf(view_, walk.path, RouteShape::kSurface, scratch_);
  }

  // No place of the walk lies in a one-way box, but before it has left those that it starts in, and in `own`
  // at its end. Walks lead over the surface.
  void Check(const RouteAnswer& walk, int own) const {
    std::vector<bool> may_be_in = BoxesAt(walk.points[0]);
    for (const RouteLeg& leg : walk.legs) {
      for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
        const Vec3& a = walk.points[i - 1];
        const Vec3& b = walk.points[i];
        if (leg.kind != LinkKind::kWalk) continue;
        EXPECT_TRUE(IsWalk(a, b)) << "from " << a.x << " " << a.z << " to " << b.x << " " << b.z;
        for (int k = 0; k <= 100; ++k) {
          const Vec3 at = a + (b - a) * (k / 100.0);
          if (own >= 0 && Distance(at.Plane(), walk.points.back().Plane()) < 0.01) break;
          CheckPlace(at, may_be_in);
        }
      }
    }
  }

  // The walk keeps off all one-way boxes that it does not start in, comes into `box`, and stays there.
  void CheckEnding(const RouteAnswer& walk, uint32_t box) const {
    const Aabb& own = scene_.boxes[box].box;
    std::vector<Vec3> places{walk.points[0]};
    for (const RouteLeg& leg : walk.legs) {
      for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
        const Vec3& a = walk.points[i - 1];
        const Vec3& b = walk.points[i];
        // A jump may land on the goal itself: then no walk follows.
        if (leg.kind != LinkKind::kWalk) {
          places.push_back(b);
          continue;
        }
        EXPECT_TRUE(IsWalk(a, b)) << "from " << a.x << " " << a.z << " to " << b.x << " " << b.z;
        for (int k = 1; k <= 100; ++k) places.push_back(a + (b - a) * (k / 100.0));
      }
    }
    // The walk enters the box after its last place outside. If it has none, it does so at its first place on
    // a side.
    size_t come = 0;
    for (size_t i = 0; i < places.size(); ++i) {
      if (!Widened(own, 0.01).Contains(places[i])) come = i + 1;
    }
    const Aabb inner = Widened(own, -cut_->margin_m());
    if (come == 0 && own.Contains(places[0])) {
      while (come < places.size() && inner.Contains(places[come])) ++come;
    }
    EXPECT_LT(come, places.size());
    std::vector<bool> may_be_in = BoxesAt(walk.points[0]);
    for (size_t i = 0; i < come; ++i) CheckPlace(places[i], may_be_in);
    for (size_t i = come; i < places.size() && !own.Contains(places[i]); ++i)
      CheckPlace(places[i], may_be_in);
  }

  TriggerWalk WalkFrom(const NavLocation& start, const Place& goal) const {
    Scratch scratch;
    return WalkAroundTriggers(view_, *cut_, start, At(*mesh_, goal), {}, scratch);
  }

  const CutMesh& cut() const { return *cut_; }
  const NavmeshView& mesh() const { return *mesh_; }

 private:
  // Straight over the surface, from any of the polygons that meet at `a`; a hair of a path may end beside it.
  bool IsWalk(const Vec3& a, const Vec3& b) const {
    if (Distance(a, b) < 0.01) return true;
    for (uint32_t poly = 0; poly < mesh_->poly_count(); ++poly) {
      const bool is_there = ClosestInPlane(*mesh_, PolyId(poly), a.Plane()).distance_sq_m2 < 1e-6;
      if (is_there && Raycast(*mesh_, {PolyId(poly), a}, b.Plane()).reached) return true;
    }
    return false;
  }

  static Aabb Widened(const Aabb& box, double by_m) {
    return {box.min - Vec3(by_m, 0, by_m), box.max + Vec3(by_m, 0, by_m)};
  }
  // Whether one may be in a box, by box.
  std::vector<bool> BoxesAt(const Vec3& start) const {
    std::vector<bool> may_be_in;
    for (const TriggerBox& box : scene_.boxes)
      may_be_in.push_back(!box.is_one_way || box.box.Contains(start));
    return may_be_in;
  }
  // A box is left beyond its margin.
  void CheckPlace(const Vec3& at, std::vector<bool>& may_be_in) const {
    for (size_t i = 0; i < scene_.boxes.size(); ++i) {
      const bool is_in = scene_.boxes[i].box.Contains(at);
      const Aabb within = Widened(scene_.boxes[i].box, cut_->margin_m());
      if (scene_.boxes[i].is_one_way && !within.Contains(at)) may_be_in[i] = false;
      EXPECT_TRUE(!is_in || may_be_in[i]) << at.x << " " << at.z << " in " << i;
    }
  }

  const Scene& scene_;
  MapManifest manifest_;
  NavmeshData data_;
  std::unique_ptr<NavmeshView> mesh_;
  LinkData link_data_;
  LinkView links_;
  MapView view_;
  ClusterData cluster_data_;
  std::unique_ptr<const ClusterView> clusters_;
  std::unique_ptr<const NavmeshSurface> surface_;
  std::unique_ptr<const CutMesh> cut_;
  Scratch scratch_;
  std::vector<TriggerEntry> entries_;
};

// Corners of boxes and of walls fall together in these scenes, so they are drawn from several seeds.
struct Draws {
  uint64_t seed;
  int scenes;
};

struct EntryCounts {
  int found = 0;
  int unreachable = 0;
};

void TryEntries(const Draws& draws, EntryCounts& counts) {
  Random random(draws.seed);
  for (int round = 0; round < draws.scenes && !testing::Test::HasFailure(); ++round) {
    const Scene scene = RandomScene(random);
    CellOracle oracle(scene);
    CutScene cut(scene, random);
    for (int i = 0; i < 6 && !testing::Test::HasFailure(); ++i) {
      const Place start = RandomPlace(scene.drawing, random);
      SCOPED_TRACE(testing::Message() << "seed " << draws.seed << " round " << round << " from " << start.x
                                      << " " << start.z << "\n"
                                      << Draw(scene));
      const std::vector<double> expected = oracle.EntriesFrom(start);
      const std::vector<TriggerEntry>& entries = cut.EntriesFrom(start);
      for (size_t box = 0; box < expected.size(); ++box) {
        SCOPED_TRACE(testing::Message() << "trigger " << box);
        if (expected[box] == kInfinite) {
          EXPECT_EQ(entries[box].cost_m, kInfinite);
          ++counts.unreachable;
          continue;
        }
        ASSERT_TRUE(entries[box].IsFound()) << "expected " << expected[box];
        EXPECT_NEAR(entries[box].cost_m, expected[box], kTolerance_m);
        const RouteAnswer walk = cut.WalkInto(start, box);
        ASSERT_EQ(walk.status, RouteStatus::kComplete);
        EXPECT_NEAR(walk.cost_m, entries[box].cost_m, 0.01);
        EXPECT_TRUE(scene.boxes[box].box.Contains(walk.points.back()));
        cut.Check(walk, static_cast<int>(box));
        ++counts.found;
      }
    }
  }
}

TEST(TriggerWalks, LeadIntoEveryTriggerOnTheCheapestPath) {
  EntryCounts counts;
  for (const Draws& draws : {Draws{11, 300}, {101, 140}, {104, 250}, {107, 170}, {108, 50}, {8011, 150}}) {
    TryEntries(draws, counts);
  }
  EXPECT_GT(counts.found, 6000);
  EXPECT_GT(counts.unreachable, 900);
}

// Against the flood.
void TryFarEntries(const Draws& draws, std::vector<double>& ratios) {
  Random random(draws.seed);
  for (int round = 0; round < draws.scenes && !testing::Test::HasFailure(); ++round) {
    const Scene scene = RandomScene(random);
    CutScene cut(scene, random);
    for (int i = 0; i < 4; ++i) {
      const Place start = RandomPlace(scene.drawing, random);
      SCOPED_TRACE(testing::Message() << start.x << " " << start.z << "\n" << Draw(scene));
      std::vector<double> expected;
      for (const TriggerEntry& entry : cut.EntriesFrom(start)) expected.push_back(entry.cost_m);
      const std::vector<TriggerEntry>& entries = cut.EntriesFrom(start, {.max_exact = 1, .deadline = {}});
      for (size_t box = 0; box < expected.size(); ++box) {
        ASSERT_EQ(entries[box].IsFound(), expected[box] != kInfinite) << box;
        if (!entries[box].IsFound()) continue;
        EXPECT_GT(entries[box].cost_m, expected[box] - kTolerance_m);
        ratios.push_back((entries[box].cost_m + 1) / (expected[box] + 1));
        const RouteAnswer walk = cut.WalkInto(start, box);
        ASSERT_EQ(walk.status, RouteStatus::kComplete);
        cut.Check(walk, static_cast<int>(box));
      }
    }
  }
}

TEST(TriggerWalks, LeadIntoFarTriggersOnShortPaths) {
  std::vector<double> ratios;
  for (const Draws& draws : {Draws{13, 200}, {7013, 150}, {13013, 50}}) TryFarEntries(draws, ratios);
  ASSERT_GT(ratios.size(), 1000U);
  std::sort(ratios.begin(), ratios.end());
  EXPECT_LT(ratios[ratios.size() * 9 / 10], 1.02);
  EXPECT_LT(ratios.back(), 2);
}

TEST(TriggerWalks, LeadIntoFarTriggersByClustersOnShortPaths) {
  Random random(14);
  int found = 0;
  for (int round = 0; round < 5 && !testing::Test::HasFailure(); ++round) {
    Scene scene;
    scene.drawing = Doubled(RandomDrawing(60, 12, 0.15, random));
    scene.boxes.push_back({.box = {Vec3(110, -1, 0), Vec3(118, 1, 24)}, .is_one_way = round % 2 == 0});
    CutScene cut(scene, random);
    cut.AddClusters();
    for (int i = 0; i < 4; ++i) {
      Place start = RandomPlace(scene.drawing, random);
      while (start.x > 40) start = RandomPlace(scene.drawing, random);
      const double expected = cut.EntriesFrom(start)[0].cost_m;
      const std::vector<TriggerEntry>& entries = cut.EntriesFrom(start, {.max_exact = 1, .deadline = {}});
      ASSERT_EQ(entries[0].IsFound(), expected != kInfinite);
      if (!entries[0].IsFound()) continue;
      EXPECT_GT(cut.ClusterExpansions(), 0U);
      EXPECT_GT(entries[0].cost_m, expected - kTolerance_m);
      EXPECT_LT(entries[0].cost_m, expected * 1.2);
      const RouteAnswer walk = cut.WalkInto(start, 0);
      ASSERT_EQ(walk.status, RouteStatus::kComplete);
      cut.Check(walk, 0);
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

struct WalkCounts {
  int found = 0;
  int ended_in_triggers = 0;
  int unreachable = 0;
  int came_again = 0;  // into the trigger that they start in
};

void TryWalks(const Draws& draws, WalkCounts& counts) {
  Random random(draws.seed);
  for (int round = 0; round < draws.scenes && !testing::Test::HasFailure(); ++round) {
    const Scene scene = RandomScene(random);
    CellOracle oracle(scene);
    CutScene cut(scene, random);
    for (int i = 0; i < 6 && !testing::Test::HasFailure(); ++i) {
      const Place start = RandomPlace(scene.drawing, random);
      const Place goal = RandomPlace(scene.drawing, random);
      SCOPED_TRACE(testing::Message() << "seed " << draws.seed << " round " << round << " from " << start.x
                                      << " " << start.z << " to " << goal.x << " " << goal.z << "\n"
                                      << Draw(scene));
      const double outside = oracle.Length(start, goal);
      std::vector<double> inside(scene.boxes.size(), kInfinite);
      for (size_t box = 0; box < inside.size(); ++box) {
        if (scene.boxes[box].is_one_way && Holds(scene.boxes[box], goal)) {
          inside[box] = oracle.EndingIn(box, start, goal);
        }
      }
      const double expected = std::min(outside, *std::min_element(inside.begin(), inside.end()));
      std::optional<uint32_t> box;
      const RouteAnswer walk = cut.WalkTo(start, goal, box);
      if (expected == kInfinite) {
        EXPECT_EQ(walk.status, RouteStatus::kUnreachable);
        ++counts.unreachable;
        continue;
      }
      ASSERT_EQ(walk.status, RouteStatus::kComplete);
      ++counts.found;
      bool may_come_again = box.has_value() && Holds(scene.boxes[*box], start);
      for (size_t own = 0; own < inside.size(); ++own) {
        may_come_again = may_come_again || (inside[own] <= expected && Holds(scene.boxes[own], start));
      }
      // Out of a trigger and into it again the cheapest path turns on its side; the search turns at corners
      // only.
      if (may_come_again && walk.cost_m > expected + kTolerance_m) {
        EXPECT_LT(walk.cost_m, expected + 2);
        EXPECT_NE(draws.seed, 12U) << "all were the cheapest there";
        ++counts.came_again;
        continue;
      }
      EXPECT_NEAR(walk.cost_m, expected, kTolerance_m);
      EXPECT_NEAR(box.has_value() ? inside[*box] : outside, expected, kTolerance_m);
      if (box.has_value()) {
        ++counts.ended_in_triggers;
        cut.CheckEnding(walk, *box);
      } else {
        cut.Check(walk, -1);
      }
    }
  }
}

TEST(TriggerWalks, KeepOffTriggersThatAreSetOffButForOneAtTheirEnd) {
  WalkCounts counts;
  for (const Draws& draws :
       {Draws{12, 300}, {2012, 290}, {3012, 190}, {7012, 50}, {12012, 240}, {19012, 50}}) {
    TryWalks(draws, counts);
  }
  EXPECT_GT(counts.found, 2000);
  EXPECT_GT(counts.ended_in_triggers, 300);
  EXPECT_GT(counts.unreachable, 600);
  EXPECT_LT(counts.came_again, counts.found / 100);
}

// On a side that two polygons share, by whichever of them.
TEST(TriggerWalks, LeaveATriggerFromItsVerySide) {
  Random random(15);
  int starts = 0;
  for (int round = 0; round < 20; ++round) {
    Scene scene;
    scene.drawing = "..........\n..........\n";
    scene.boxes.push_back({.box = {Vec3(5, 0, 0), Vec3(7, 1, 2)}, .is_one_way = true});
    const CutScene cut(scene, random);
    for (uint32_t poly = 0; poly < cut.mesh().poly_count(); ++poly) {
      const NavLocation start{PolyId(poly), {5, 0, 0.5}};
      if (ClosestInPlane(cut.mesh(), start.poly, start.point.Plane()).distance_sq_m2 > 0) continue;
      const TriggerWalk walk = cut.WalkFrom(start, {9.5, 0.5});
      EXPECT_EQ(walk.path.outcome, SearchOutcome::kFound);
      EXPECT_NEAR(walk.path.cost_m, 4.5, kTolerance_m);
      EXPECT_FALSE(walk.box.has_value());
      ++starts;
    }
  }
  EXPECT_GT(starts, 25);
}

// The shortest path out runs along a side of the trigger, which is in it, and around its corner, half a
// margin off.
TEST(TriggerWalks, MayStayInTheMarginOfTheTriggerThatTheyStartIn) {
  Scene scene;
  scene.drawing = Doubled("...\n...\n#..\n.#.\n...\n");
  scene.boxes.push_back({.box = {Vec3(1, -1, 5), Vec3(5, 1, 8)}, .is_one_way = true});
  scene.boxes.push_back({.box = {Vec3(3, 0, 8), Vec3(7, 1, 12)}, .is_one_way = false});
  CellOracle oracle(scene);
  const Place start{1.75, 7.75};
  const Place goal{3.75, 1.25};
  const double expected = oracle.Length(start, goal);
  Random random(16);
  for (int round = 0; round < 40 && !HasFailure(); ++round) {
    CutScene cut(scene, random);
    std::optional<uint32_t> box;
    const RouteAnswer walk = cut.WalkTo(start, goal, box);
    ASSERT_EQ(walk.status, RouteStatus::kComplete);
    EXPECT_FALSE(box.has_value());
    EXPECT_NEAR(walk.cost_m, expected, kTolerance_m);
    cut.Check(walk, -1);
  }
}

// The goal's trigger ends at a wall, whose other side lies in another trigger that leads there.
TEST(TriggerWalks, LeadPastNoTriggerInTheMarginOfTheGoals) {
  Scene scene;
  scene.drawing = Doubled("#...\n##.#\n....\n");
  scene.boxes.push_back({.box = {Vec3(6, -1, 1), Vec3(8, 1, 4)}, .is_one_way = true});
  scene.boxes.push_back({.box = {Vec3(3, -1, 1), Vec3(6, 1, 4)}, .is_one_way = true});
  Random random(17);
  for (int round = 0; round < 40; ++round) {
    CutScene cut(scene, random);
    std::optional<uint32_t> box;
    EXPECT_EQ(cut.WalkTo({4.25, 4.25}, {7.25, 1.25}, box).status, RouteStatus::kUnreachable);
  }
}

}  // namespace
}  // namespace waystone::trigger_test
