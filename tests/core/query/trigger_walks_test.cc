// Walks into and around triggers on random meshes, against meshes of unit cells whose sides into triggers
// were closed before they were built, and dense points along those sides.
#include "core/query/trigger_walks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bake/clusters/cluster_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/random.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr int kSamples = 32;           // along a side
constexpr double kTolerance_m = 0.03;  // half of what lies between two samples, and the margin

struct Place {
  double x = 0;
  double z = 0;
};
struct Jump {
  Place from;
  Place to;
  double cost_m = 0;
};

// Blocks of 2 x 2 cells; triggers, starts and links.
struct Scene {
  std::string drawing;
  std::vector<TriggerBox> boxes;
  std::vector<Jump> jumps;
};

std::string Doubled(const std::string& drawing) {
  std::string doubled;
  std::string row;
  for (const char cell : drawing) {
    if (cell == '\n') {
      doubled += row + "\n" + row + "\n";
      row.clear();
    } else {
      row += std::string(2, cell);
    }
  }
  return doubled;
}

bool IsFree(const std::string& drawing, double x, double z) {
  const size_t width = drawing.find('\n');
  return drawing[static_cast<size_t>(z) * (width + 1) + static_cast<size_t>(x)] == '.';
}

Place RandomPlace(const std::string& drawing, Random& random) {
  const auto width = static_cast<uint32_t>(drawing.find('\n'));
  const auto height = static_cast<uint32_t>(drawing.size() / (width + 1));
  for (;;) {
    const Place place{random.NextBelow(width) + 0.25 + 0.5 * random.NextBelow(2),
                      random.NextBelow(height) + 0.25 + 0.5 * random.NextBelow(2)};
    if (IsFree(drawing, place.x, place.z)) return place;
  }
}

Scene RandomScene(Random& random) {
  Scene scene;
  const int width = 3 + static_cast<int>(random.NextBelow(4));
  const int height = 3 + static_cast<int>(random.NextBelow(4));
  do {
    scene.drawing = Doubled(RandomDrawing(width, height, random.NextInRange(0.1, 0.45), random));
  } while (scene.drawing.find('.') == std::string::npos);
  const uint32_t boxes = 1 + random.NextBelow(4);
  for (uint32_t i = 0; i < boxes; ++i) {
    const Place within = RandomPlace(scene.drawing, random);
    const Vec3 min(std::floor(within.x) - random.NextBelow(2), -1,
                   std::floor(within.z) - random.NextBelow(2));
    const Vec3 max(std::ceil(within.x) + random.NextBelow(3), 1, std::ceil(within.z) + random.NextBelow(3));
    scene.boxes.push_back({.box = {min, max}, .is_one_way = random.NextBelow(3) != 0});
  }
  const uint32_t jumps = random.NextBelow(4);
  for (uint32_t i = 0; i < jumps; ++i) {
    const Place from = RandomPlace(scene.drawing, random);
    const Place to = RandomPlace(scene.drawing, random);
    scene.jumps.push_back({from, to, std::hypot(to.x - from.x, to.z - from.z) + random.NextBelow(3)});
  }
  return scene;
}

bool Holds(const TriggerBox& box, const Place& place) { return box.box.Contains({place.x, 0, place.z}); }

// The first one-way box that one comes into from one place to another; -1 where there is none.
int FirstEntered(const Scene& scene, const Place& from, const Place& to) {
  for (size_t i = 0; i < scene.boxes.size(); ++i) {
    const TriggerBox& box = scene.boxes[i];
    if (box.is_one_way && !Holds(box, from) && Holds(box, to)) return static_cast<int>(i);
  }
  return -1;
}

NavLocation At(const NavmeshView& mesh, const Place& place) {
  return {PolyAt(mesh, place.x, place.z), {place.x, 0, place.z}};
}

NavLink LinkOf(const NavmeshView& mesh, const Jump& jump) {
  NavLink link{};
  link.start[0] = static_cast<float>(jump.from.x);
  link.start[2] = static_cast<float>(jump.from.z);
  link.end[0] = static_cast<float>(jump.to.x);
  link.end[2] = static_cast<float>(jump.to.z);
  link.start_poly = PolyAt(mesh, jump.from.x, jump.from.z).value();
  link.end_poly = PolyAt(mesh, jump.to.x, jump.to.z).value();
  link.cost_m = static_cast<float>(jump.cost_m);
  link.reverse = kNoLink;
  link.name_offset = kNoLinkName;
  link.kind = LinkKind::kJump;
  return link;
}

// The scene over unit cells.
class CellOracle {
 public:
  explicit CellOracle(const Scene& scene) : scene_(scene) {
    PolygonSoup soup = SharedCells(scene.drawing);
    for (uint32_t i = 0; i < soup.polygons.size(); ++i) Close(soup, i);
    data_ = *BuildNavmesh(soup);
    mesh_ = std::make_unique<NavmeshView>(ViewOf(data_));
    std::vector<NavLink> links;
    for (const Jump& jump : scene.jumps) {
      if (FirstEntered(scene, jump.from, jump.to) < 0) links.push_back(LinkOf(*mesh_, jump));
    }
    link_data_ = SortedLinks(*mesh_, links);
    links_ = *LinkView::Create(link_data_, *mesh_);
  }

  // What the cheapest way into every box costs.
  std::vector<double> EntriesFrom(const Place& start) {
    flood_.Begin(*mesh_, links_, 0, At(*mesh_, start));
    flood_.GrowTo(kInfinite, {});
    std::vector<double> costs(scene_.boxes.size(), kInfinite);
    for (size_t i = 0; i < costs.size(); ++i) {
      if (!scene_.boxes[i].is_one_way && Holds(scene_.boxes[i], start)) costs[i] = 0;
    }
    for (const Door& door : doors_) {
      for (int k = 0; k <= kSamples; ++k) {
        const double share = static_cast<double>(k) / kSamples;
        const Place at{door.a.x + (door.b.x - door.a.x) * share, door.a.z + (door.b.z - door.a.z) * share};
        const PolyId poly = PolyAt(*mesh_, door.outside.x, door.outside.z);
        costs[door.box] = std::min(costs[door.box], flood_.DistanceTo({poly, {at.x, 0, at.z}}));
      }
    }
    for (const Jump& jump : scene_.jumps) {
      const double cost_m = flood_.DistanceTo(At(*mesh_, jump.from)) + jump.cost_m;
      const int first = FirstEntered(scene_, jump.from, jump.to);
      for (size_t i = 0; i < costs.size(); ++i) {
        const bool enters = !Holds(scene_.boxes[i], jump.from) && Holds(scene_.boxes[i], jump.to);
        if (enters && (first < 0 || first == static_cast<int>(i))) costs[i] = std::min(costs[i], cost_m);
      }
    }
    return costs;
  }
  // What the cheapest path to a goal in a one-way box costs that comes into that box first and stays in it;
  // infinite if there is none.
  double EndingIn(size_t box, const Place& start, const Place& goal) {
    PolygonSoup soup = SharedCells(scene_.drawing);
    for (SoupPolygon& cell : soup.polygons) {
      for (uint32_t& next : cell.neighbours) {
        if (next == kNoNeighbour) continue;
        const bool is_inside = Holds(scene_.boxes[box], Middle(soup, cell)) &&
                               Holds(scene_.boxes[box], Middle(soup, soup.polygons[next]));
        if (!is_inside) next = kNoNeighbour;
      }
    }
    const NavmeshData data = *BuildNavmesh(soup);
    const NavmeshView inside = ViewOf(data);
    std::vector<NavLink> back;
    for (const Jump& jump : scene_.jumps) {
      const bool is_inside = Holds(scene_.boxes[box], jump.from) && Holds(scene_.boxes[box], jump.to);
      if (is_inside) back.push_back(LinkOf(inside, {jump.to, jump.from, jump.cost_m}));
    }
    const LinkData link_data = SortedLinks(inside, back);
    const LinkView links = *LinkView::Create(link_data, inside);
    DistanceFlood from_goal;
    from_goal.Begin(inside, links, 0, At(inside, goal));
    from_goal.GrowTo(kInfinite, {});
    flood_.Begin(*mesh_, links_, 0, At(*mesh_, start));
    flood_.GrowTo(kInfinite, {});
    double least = kInfinite;
    for (const Door& door : doors_) {
      if (door.box != box) continue;
      for (int k = 0; k <= kSamples; ++k) {
        const double share = static_cast<double>(k) / kSamples;
        const Vec3 at(door.a.x + (door.b.x - door.a.x) * share, 0, door.a.z + (door.b.z - door.a.z) * share);
        least = std::min(least, flood_.DistanceTo({PolyAt(*mesh_, door.outside.x, door.outside.z), at}) +
                                    from_goal.DistanceTo({PolyAt(inside, door.inside.x, door.inside.z), at}));
      }
    }
    for (const Jump& jump : scene_.jumps) {
      if (FirstEntered(scene_, jump.from, jump.to) != static_cast<int>(box)) continue;
      least = std::min(least, flood_.DistanceTo(At(*mesh_, jump.from)) + jump.cost_m +
                                  from_goal.DistanceTo(At(inside, jump.to)));
    }
    return least;
  }
  // Of paths that keep off all one-way boxes. Infinite where there is no way.
  double Length(const Place& start, const Place& goal) {
    AnyAngleOptions options;
    options.links = &links_;
    const AnyAngleResult route =
        FindAnyAngle(*mesh_, At(*mesh_, start), At(*mesh_, goal), options, workspace_);
    return route.outcome == AnyAngleOutcome::kFound ? route.cost_m : kInfinite;
  }

 private:
  struct Door {
    size_t box;
    Place a;
    Place b;
    Place outside;
    Place inside;
  };

  static Place Middle(const PolygonSoup& soup, const SoupPolygon& cell) {
    const Vec3f& first = soup.vertices[cell.vertices[0]];
    return {first.x + 0.5, first.z + 0.5};
  }

  void Close(PolygonSoup& soup, uint32_t cell) {
    SoupPolygon& from = soup.polygons[cell];
    for (size_t k = 0; k < from.vertices.size(); ++k) {
      if (from.neighbours[k] == kNoNeighbour) continue;
      const Place outside = Middle(soup, from);
      const Place inside = Middle(soup, soup.polygons[from.neighbours[k]]);
      const Vec3f& a = soup.vertices[from.vertices[k]];
      const Vec3f& b = soup.vertices[from.vertices[(k + 1) % from.vertices.size()]];
      const int first = FirstEntered(scene_, outside, inside);
      for (size_t i = 0; i < scene_.boxes.size(); ++i) {
        const bool enters = !Holds(scene_.boxes[i], outside) && Holds(scene_.boxes[i], inside);
        if (!enters || (first >= 0 && first != static_cast<int>(i))) continue;
        doors_.push_back({i, {a.x, a.z}, {b.x, b.z}, outside, inside});
      }
      if (first >= 0) from.neighbours[k] = kNoNeighbour;
    }
  }

  const Scene& scene_;
  std::vector<Door> doors_;
  NavmeshData data_;
  std::unique_ptr<NavmeshView> mesh_;
  LinkData link_data_;
  LinkView links_;
  DistanceFlood flood_;
  AnyAngleWorkspace workspace_;
};

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
    absl::StatusOr<std::unique_ptr<const CutMesh>> cut = CutMesh::Make(*mesh_, links_, scene.boxes);
    EXPECT_TRUE(cut.ok()) << cut.status();
    cut_ = *std::move(cut);
  }

  // From now on ways are found by clusters where they are long.
  void AddClusters() {
    cluster_data_ = *BuildClusters({*mesh_, links_, 0}, {ClusterMethod::kEdges, 64}, 1);
    clusters_ = std::make_unique<ClusterView>(*ClusterView::Create(cluster_data_, *mesh_, links_));
    view_.clusters = clusters_.get();
  }
  uint32_t ClusterExpansions() const { return workspace_.clusters.search.expansions(); }

  const std::vector<TriggerEntry>& EntriesFrom(const Place& start, const TriggerWalkOptions& options = {}) {
    EXPECT_EQ(FindTriggerEntries(view_, *cut_, At(*mesh_, start), options, workspace_, entries_),
              RouteReason::kNone);
    return entries_;
  }
  RouteAnswer WalkInto(const Place& start, size_t box) {
    const AnyAngleResult route = WalkToEntry(view_, *cut_, At(*mesh_, start), static_cast<uint32_t>(box),
                                             entries_[box], {}, workspace_);
    return AnswerOf(view_, route, RouteShape::kSurface, {}, workspace_);
  }
  RouteAnswer WalkTo(const Place& start, const Place& goal, std::optional<uint32_t>& box) {
    const TriggerWalk walk =
        WalkAroundTriggers(view_, *cut_, At(*mesh_, start), At(*mesh_, goal), {}, workspace_);
    box = walk.box;
    return AnswerOf(view_, walk.route, RouteShape::kSurface, {}, workspace_);
  }

  // No place of the walk lies in a one-way box, but before it has left those that it starts in, and in `own`
  // at its end. Walks lead over the surface.
  void Check(const RouteAnswer& walk, int own) const {
    std::vector<bool> may_be_in;
    for (const TriggerBox& box : scene_.boxes)
      may_be_in.push_back(!box.is_one_way || box.box.Contains(walk.points[0]));
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
    std::vector<bool> may_be_in;
    for (const TriggerBox& one : scene_.boxes)
      may_be_in.push_back(!one.is_one_way || one.box.Contains(walk.points[0]));
    const Aabb& own = scene_.boxes[box].box;
    const Aabb around{own.min - Vec3(0.01, 0, 0.01), own.max + Vec3(0.01, 0, 0.01)};
    bool has_come = false;
    for (const RouteLeg& leg : walk.legs) {
      for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
        const Vec3& a = walk.points[i - 1];
        const Vec3& b = walk.points[i];
        if (leg.kind != LinkKind::kWalk) {
          // A jump may land on the goal itself: then no walk follows.
          has_come = has_come || (own.Contains(b) && !may_be_in[box]);
          continue;
        }
        EXPECT_TRUE(IsWalk(a, b)) << "from " << a.x << " " << a.z << " to " << b.x << " " << b.z;
        for (int k = 0; k <= 100; ++k) {
          const Vec3 at = a + (b - a) * (k / 100.0);
          if (own.Contains(at) && !may_be_in[box]) has_come = true;
          if (has_come) {
            EXPECT_TRUE(around.Contains(at)) << at.x << " " << at.z;
          } else {
            CheckPlace(at, may_be_in);
          }
        }
      }
    }
    EXPECT_TRUE(has_come);
  }

  const CutMesh& cut() const { return *cut_; }

 private:
  // Straight over the surface, from any of the polygons that meet at `a`; a hair of a way may end beside it.
  bool IsWalk(const Vec3& a, const Vec3& b) const {
    if (Distance(a, b) < 0.01) return true;
    for (uint32_t poly = 0; poly < mesh_->poly_count(); ++poly) {
      const bool is_there = ClosestInPlane(*mesh_, PolyId(poly), a.Plane()).distance_sq_m2 < 1e-6;
      if (is_there && Raycast(*mesh_, {PolyId(poly), a}, b.Plane()).reached) return true;
    }
    return false;
  }

  void CheckPlace(const Vec3& at, std::vector<bool>& may_be_in) const {
    for (size_t i = 0; i < scene_.boxes.size(); ++i) {
      const bool is_in = scene_.boxes[i].box.Contains(at);
      if (scene_.boxes[i].is_one_way && !is_in) may_be_in[i] = false;
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
  std::unique_ptr<const CutMesh> cut_;
  Workspace workspace_;
  std::vector<TriggerEntry> entries_;
};

std::string Draw(const Scene& scene) {
  std::string text = scene.drawing;
  for (const TriggerBox& box : scene.boxes) {
    text += (box.is_one_way ? "walk-in " : "use ") + std::to_string(box.box.min.x) + " " +
            std::to_string(box.box.min.z) + " - " + std::to_string(box.box.max.x) + " " +
            std::to_string(box.box.max.z) + "\n";
  }
  for (const Jump& jump : scene.jumps) {
    text += "jump " + std::to_string(jump.from.x) + " " + std::to_string(jump.from.z) + " - " +
            std::to_string(jump.to.x) + " " + std::to_string(jump.to.z) + " cost " +
            std::to_string(jump.cost_m) + "\n";
  }
  return text;
}

TEST(TriggerWalks, LeadIntoEveryTriggerOnTheCheapestWay) {
  Random random(11);
  int found = 0;
  int unreachable = 0;
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    const Scene scene = RandomScene(random);
    CellOracle oracle(scene);
    CutScene cut(scene, random);
    for (int i = 0; i < 6 && !testing::Test::HasFailure(); ++i) {
      const Place start = RandomPlace(scene.drawing, random);
      SCOPED_TRACE(testing::Message() << "round " << round << " from " << start.x << " " << start.z << "\n"
                                      << Draw(scene));
      const std::vector<double> expected = oracle.EntriesFrom(start);
      const std::vector<TriggerEntry>& entries = cut.EntriesFrom(start);
      for (size_t box = 0; box < expected.size(); ++box) {
        SCOPED_TRACE(testing::Message() << "trigger " << box);
        if (expected[box] == kInfinite) {
          EXPECT_EQ(entries[box].cost_m, kInfinite);
          ++unreachable;
          continue;
        }
        ASSERT_TRUE(entries[box].IsFound()) << "expected " << expected[box];
        EXPECT_NEAR(entries[box].cost_m, expected[box], kTolerance_m);
        const RouteAnswer walk = cut.WalkInto(start, box);
        ASSERT_EQ(walk.status, RouteStatus::kComplete);
        EXPECT_NEAR(walk.cost_m, entries[box].cost_m, 0.01);
        EXPECT_TRUE(scene.boxes[box].box.Contains(walk.points.back()));
        cut.Check(walk, static_cast<int>(box));
        ++found;
      }
    }
  }
  EXPECT_GT(found, 2000);
  EXPECT_GT(unreachable, 300);
}

// Against the flood.
TEST(TriggerWalks, LeadIntoFarTriggersOnShortWays) {
  Random random(13);
  std::vector<double> ratios;
  for (int round = 0; round < 200 && !testing::Test::HasFailure(); ++round) {
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
  ASSERT_GT(ratios.size(), 500U);
  std::sort(ratios.begin(), ratios.end());
  EXPECT_LT(ratios[ratios.size() * 9 / 10], 1.02);
  EXPECT_LT(ratios.back(), 2);
}

TEST(TriggerWalks, LeadIntoFarTriggersByClustersOnShortWays) {
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

TEST(TriggerWalks, KeepOffTriggersThatAreSetOffButForOneAtTheirEnd) {
  Random random(12);
  int found = 0;
  int ended_in_triggers = 0;
  int unreachable = 0;
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    const Scene scene = RandomScene(random);
    CellOracle oracle(scene);
    CutScene cut(scene, random);
    for (int i = 0; i < 6 && !testing::Test::HasFailure(); ++i) {
      const Place start = RandomPlace(scene.drawing, random);
      const Place goal = RandomPlace(scene.drawing, random);
      SCOPED_TRACE(testing::Message() << "round " << round << " from " << start.x << " " << start.z << " to "
                                      << goal.x << " " << goal.z << "\n"
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
        ++unreachable;
        continue;
      }
      ASSERT_EQ(walk.status, RouteStatus::kComplete);
      EXPECT_NEAR(walk.cost_m, expected, kTolerance_m);
      EXPECT_NEAR(box.has_value() ? inside[*box] : outside, expected, kTolerance_m);
      ++found;
      if (box.has_value()) {
        ++ended_in_triggers;
        cut.CheckEnding(walk, *box);
      } else {
        cut.Check(walk, -1);
      }
    }
  }
  EXPECT_GT(found, 500);
  EXPECT_GT(ended_in_triggers, 100);
  EXPECT_GT(unreachable, 200);
}

}  // namespace
}  // namespace waystone
