// Walks into triggers over waypoints, against arcs taken apart where they cross the sides of boxes.
#include "core/surface/waypoint/waypoint_trigger_walks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/scratch.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/support/waypoint_map.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kTolerance_m = 0.01;  // paths end a millimetre within
constexpr double kSpacing_m = 0.01;
constexpr int kOutline = 2000;
constexpr double kCorner_m = 0.1;  // of ground in a box between sampled places

struct Scene {
  std::shared_ptr<const LoadedMap> map;
  MapView view;
  std::vector<TriggerBox> boxes;  // map-local
};

Scene RandomScene(Random& random) {
  Scene scene;
  const uint32_t nodes = 2 + random.NextBelow(30);
  scene.map = WaypointMap(RandomWaypoints(nodes, random.NextInRange(1, 5), random));
  const std::vector<std::string>& all = scene.map->manifest().link_abilities;
  scene.view = *scene.map->View("", random.NextBelow(2) == 0 ? std::vector<std::string>() : all);
  const uint32_t count = 1 + random.NextBelow(4);
  for (uint32_t i = 0; i < count; ++i) {
    // Of whole steps, so that boxes share sides.
    const auto step = [&](int least, uint32_t choices) {
      return 5.0 * (least + static_cast<int>(random.NextBelow(choices)));
    };
    const Vec3 min(step(-10, 20), -5, step(-10, 20));
    scene.boxes.push_back({{min, min + Vec3(step(1, 5), 10, step(1, 5))}, random.NextBelow(2) == 0});
  }
  return scene;
}

std::vector<bool> BoxesAt(const Scene& scene, const Vec3& at) {
  std::vector<bool> in;
  for (const TriggerBox& box : scene.boxes) in.push_back(box.box.Contains(at));
  return in;
}

// Shares at which a straight walk crosses a plane of some side of a box.
std::vector<double> Crossings(const Scene& scene, const Vec3& from, const Vec3& to) {
  std::vector<double> shares = {0};
  const auto add = [&](double a, double b, double plane) {
    if (a != b && (plane - a) / (b - a) > 0 && (plane - a) / (b - a) < 1)
      shares.push_back((plane - a) / (b - a));
  };
  for (const TriggerBox& box : scene.boxes) {
    for (const Vec3& corner : {box.box.min, box.box.max}) {
      add(from.x, to.x, corner.x);
      add(from.y, to.y, corner.y);
      add(from.z, to.z, corner.z);
    }
  }
  std::sort(shares.begin(), shares.end());
  shares.push_back(1);
  return shares;
}

// What happens along an arc: where each box is come into, and whether its end is reached.
struct Passage {
  std::vector<double> entered_at;  // by box: share; infinite
  bool ends = true;
};

// Between two places that follow each other: the boxes come into; of one-way ones only the first, which ends
// it.
void Step(const Scene& scene, const std::vector<bool>& before, const std::vector<bool>& after, double share,
          Passage& passage) {
  std::vector<size_t> entered;
  for (size_t i = 0; i < scene.boxes.size(); ++i) {
    if (!before[i] && after[i]) entered.push_back(i);
  }
  const auto set_off =
      std::find_if(entered.begin(), entered.end(), [&](size_t i) { return scene.boxes[i].is_one_way; });
  if (set_off != entered.end()) {
    entered = {*set_off};
    passage.ends = false;
  }
  for (const size_t i : entered) passage.entered_at[i] = std::min(passage.entered_at[i], share);
}

Passage Pass(const Scene& scene, const Vec3& from, const Vec3& to, bool is_walk) {
  Passage passage;
  passage.entered_at.assign(scene.boxes.size(), kInfinite);
  std::vector<bool> before = BoxesAt(scene, from);
  if (!is_walk) {
    Step(scene, before, BoxesAt(scene, to), 1, passage);
    return passage;
  }
  const std::vector<double> shares = Crossings(scene, from, to);
  for (size_t i = 1; i < shares.size() && passage.ends; ++i) {
    const std::vector<bool> after = BoxesAt(scene, from + (to - from) * ((shares[i - 1] + shares[i]) / 2));
    Step(scene, before, after, shares[i - 1], passage);
    before = after;
  }
  return passage;
}

struct Expected {
  std::vector<double> into;  // by box
  std::vector<double> to;    // by node
};

// From a place on the ground of a node straight to what is nearest of that ground in the box: of places 1 cm
// apart, so that it may be a little farther. Infinite where there is none, or other boxes are in the way.
double OverGround(const Scene& scene, const Vec3& from, PolyId node, size_t box) {
  const Vec3 middle = FindWaypoints(scene.view)->Position(node);
  const double reach_m = std::max(0.25, static_cast<double>(FindWaypoints(scene.view)->node(node).radius_m));
  const Vec3 reach(reach_m, 0, reach_m);
  if (!scene.boxes[box].box.Overlaps({middle - reach, middle + reach})) return kInfinite;
  std::optional<Vec3> nearest;
  const auto offer = [&](const Vec3& at) {
    if (nearest.has_value() && Distance(at, from) >= Distance(*nearest, from)) return;
    if (scene.boxes[box].box.Contains(at)) nearest = at;
  };
  const NavmeshView& mesh = *scene.view.navmesh;
  for (double x = -reach_m; x <= reach_m; x += kSpacing_m) {
    for (double z = -reach_m; z <= reach_m; z += kSpacing_m) {
      const Vec3 at = middle + Vec3(x, 0, z);
      if (ClosestInPlane(mesh, node, at.Plane()).distance_sq_m2 == 0) offer(at);
    }
  }
  for (int k = 0; k < kOutline; ++k) {
    const double turn = k * 2 * std::acos(-1.0) / kOutline;
    const Vec3 beyond = middle + Vec3(std::cos(turn), 0, std::sin(turn)) * (2 * reach_m);
    offer(ClosestPointOnPoly(mesh, node, beyond));
  }
  const bool is_entered =
      nearest.has_value() && Pass(scene, from, *nearest, true).entered_at[box] < kInfinite;
  return is_entered ? Distance(from, *nearest) : kInfinite;
}

// By rounds over all arcs, until nothing is cheaper. From a place on the ground of a node.
Expected ExpectedFrom(const Scene& scene, PolyId start, const Vec3& place) {
  const WaypointView& graph = *FindWaypoints(scene.view);
  Expected costs{std::vector<double>(scene.boxes.size(), kInfinite),
                 std::vector<double>(graph.size(), kInfinite)};
  const std::vector<bool> around = BoxesAt(scene, place);
  const Passage begin = Pass(scene, place, graph.Position(start), true);
  const double begin_m = Distance(place, graph.Position(start));
  if (begin.ends) costs.to[start.value()] = begin_m;
  for (size_t i = 0; i < around.size(); ++i) {
    costs.into[i] = OverGround(scene, place, start, i);
    if (begin.entered_at[i] < kInfinite)
      costs.into[i] = std::min(costs.into[i], begin.entered_at[i] * begin_m);
    if (around[i] && !scene.boxes[i].is_one_way) costs.into[i] = 0;
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (PolyId node(0); node.value() < graph.size(); ++node) {
      const double here_m = costs.to[node.value()];
      if (here_m == kInfinite) continue;
      for (LinkId id = graph.FirstArc(node); id < graph.EndArc(node); ++id) {
        const WaypointArc& arc = graph.arc(id);
        if (!graph.MayUse(arc, scene.view.abilities)) continue;
        const Passage passage =
            Pass(scene, graph.Position(node), graph.Position(arc.target), arc.is_walk != 0);
        const auto cost_m = static_cast<double>(arc.cost_m);
        for (size_t i = 0; i < scene.boxes.size(); ++i) {
          costs.into[i] = std::min(costs.into[i], here_m + passage.entered_at[i] * cost_m);
        }
        if (!passage.ends || here_m + cost_m >= costs.to[arc.target.value()]) continue;
        costs.to[arc.target.value()] = here_m + cost_m;
        has_changed = true;
      }
    }
  }
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    const double here_m = costs.to[node.value()];
    for (size_t i = 0; i < scene.boxes.size() && here_m < kInfinite; ++i) {
      const double over_m = OverGround(scene, graph.Position(node), node, i);
      costs.into[i] = std::min(costs.into[i], here_m + over_m);
    }
  }
  return costs;
}

// What the cheapest paths cost to the nodes of a one-way box that come into that box first and stay in it, by
// node: by rounds over all arcs. `outside`: of paths that keep off all one-way boxes.
std::vector<double> EndingsIn(const Scene& scene, size_t box, PolyId start, const Vec3& place,
                              const std::vector<double>& outside) {
  const WaypointView& graph = *FindWaypoints(scene.view);
  const auto is_in = [&](PolyId node) { return scene.boxes[box].box.Contains(graph.Position(node)); };
  std::vector<double> costs(graph.size(), kInfinite);
  const double begin_m = Distance(place, graph.Position(start));
  const Passage begin = Pass(scene, place, graph.Position(start), true);
  if (is_in(start) && begin.entered_at[box] < kInfinite) costs[start.value()] = begin_m;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (PolyId node(0); node.value() < graph.size(); ++node) {
      for (LinkId id = graph.FirstArc(node); id < graph.EndArc(node); ++id) {
        const WaypointArc& arc = graph.arc(id);
        if (!graph.MayUse(arc, scene.view.abilities) || !is_in(arc.target)) continue;
        const Passage passage =
            Pass(scene, graph.Position(node), graph.Position(arc.target), arc.is_walk != 0);
        const double entering = passage.entered_at[box] < kInfinite ? outside[node.value()] : kInfinite;
        const double before = std::min(costs[node.value()], entering);
        const double cost_m = before + static_cast<double>(arc.cost_m);
        if (cost_m >= costs[arc.target.value()]) continue;
        costs[arc.target.value()] = cost_m;
        has_changed = true;
      }
    }
  }
  return costs;
}

// Of a path that ends in a one-way box: it keeps off all others before it comes into that one, and stays.
void CheckStaysIn(const Scene& scene, const RouteAnswer& walk, const Aabb& own) {
  const Vec3& origin = scene.view.manifest->origin;
  const Vec3 hair(kTolerance_m, kTolerance_m, kTolerance_m);
  const Aabb around{own.min - hair, own.max + hair};
  std::vector<bool> may_be_in = BoxesAt(scene, walk.points.front() - origin);
  bool has_left = !own.Contains(walk.points.front() - origin);
  bool has_come = false;
  for (const RouteLeg& leg : walk.legs) {
    for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
      const Vec3 from = walk.points[i - 1] - origin;
      const Vec3 to = walk.points[i] - origin;
      for (int k = leg.kind == LinkKind::kWalk ? 0 : 200; k <= 200; ++k) {
        const Vec3 at = from + (to - from) * (k / 200.0);
        has_left = has_left || !own.Contains(at);
        has_come = has_come || (has_left && own.Contains(at));
        EXPECT_TRUE(!has_come || around.Contains(at));
        const std::vector<bool> in = BoxesAt(scene, at);
        for (size_t box = 0; box < in.size() && !has_come; ++box) {
          if (!in[box]) may_be_in[box] = false;
          EXPECT_TRUE(!in[box] || may_be_in[box] || !scene.boxes[box].is_one_way) << "box " << box;
        }
      }
    }
  }
  EXPECT_TRUE(has_come);
}

// No place of what is walked lies in a one-way box, but in those that it starts in before it has left them,
// and in `own` at its end.
void CheckKeepsOff(const Scene& scene, const RouteAnswer& walk, const TriggerBox* own) {
  const Vec3& origin = scene.view.manifest->origin;
  std::vector<bool> may_be_in = BoxesAt(scene, walk.points.front() - origin);
  for (const RouteLeg& leg : walk.legs) {
    for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
      const Vec3 from = walk.points[i - 1] - origin;
      const Vec3 to = walk.points[i] - origin;
      for (int k = leg.kind == LinkKind::kWalk ? 0 : 200; k <= 200; ++k) {
        const Vec3 at = from + (to - from) * (k / 200.0);
        const std::vector<bool> in = BoxesAt(scene, at);
        for (size_t box = 0; box < in.size(); ++box) {
          if (!scene.boxes[box].is_one_way) continue;
          if (!in[box]) may_be_in[box] = false;
          const bool is_at_end = own != nullptr && Distance(at, walk.points.back() - origin) < kTolerance_m;
          EXPECT_TRUE(!in[box] || may_be_in[box] || is_at_end) << "box " << box;
        }
      }
    }
  }
  EXPECT_TRUE(own == nullptr || own->box.Contains(walk.points.back() - origin));
}

// Any node, and all that lie in one-way boxes.
std::vector<PolyId> SomeGoals(const Scene& scene, Random& random) {
  const WaypointView& graph = *FindWaypoints(scene.view);
  std::vector<PolyId> goals = {PolyId(random.NextBelow(graph.size()))};
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    const auto holds = [&](const TriggerBox& one) {
      return one.is_one_way && one.box.Contains(graph.Position(node));
    };
    if (std::any_of(scene.boxes.begin(), scene.boxes.end(), holds)) goals.push_back(node);
  }
  return goals;
}

TEST(WaypointTriggerWalks, AreTheCheapestIntoEveryTriggerAndAroundThoseThatAreSetOff) {
  Random random(21);
  Scratch scratch;
  int entered = 0;
  int arrived = 0;
  int ended_inside = 0;
  int kept_out = 0;
  for (int round = 0; round < 3000 && !testing::Test::HasFailure(); ++round) {
    const Scene scene = RandomScene(random);
    const WaypointView& graph = *FindWaypoints(scene.view);
    const WaypointTriggers triggers(graph, scene.boxes);
    const PolyId from(random.NextBelow(graph.size()));
    const double off_m =
        random.NextBelow(2) * 0.4 * std::max(0.25, static_cast<double>(graph.node(from).radius_m));
    const Vec3 off(random.NextInRange(-off_m, off_m), 0, random.NextInRange(-off_m, off_m));
    const NavLocation start{from, graph.Position(from) + off};
    const Expected expected = ExpectedFrom(scene, from, start.point);
    SCOPED_TRACE(testing::Message() << "round " << round << " from node " << from.value());
    // A start within a centimetre of a link is on it, which spares the path to the node, up to thrice its
    // length.
    const double spared_m = 3 * Distance(start.point, graph.Position(from));
    const auto check = [&](const SurfacePath& route, double cost_m, const TriggerBox* own, int& found) {
      const RouteAnswer walk = WaypointAnswerOf(scene.view, route, RouteShape::kSurface);
      if (cost_m == kInfinite) {
        EXPECT_EQ(walk.status, RouteStatus::kUnreachable);
        ++kept_out;
        return;
      }
      ASSERT_EQ(walk.status, RouteStatus::kComplete) << "expected " << cost_m;
      EXPECT_EQ(walk.method, RouteMethod::kWaypoints);
      EXPECT_LT(route.cost_m, cost_m + kTolerance_m);
      EXPECT_GT(route.cost_m, cost_m - spared_m - (own == nullptr ? kTolerance_m : kCorner_m));
      EXPECT_NEAR(walk.cost_m, route.cost_m, 1e-4 * (1 + cost_m));
      if (&found == &ended_inside) {
        CheckStaysIn(scene, walk, own->box);
      } else {
        CheckKeepsOff(scene, walk, own);
      }
      ++found;
    };
    for (uint32_t box = 0; box < scene.boxes.size(); ++box) {
      SCOPED_TRACE(testing::Message() << "into trigger " << box);
      check(FindWaypointEntry(scene.view, triggers, start, box, {}, scratch), expected.into[box],
            &scene.boxes[box], entered);
    }
    for (const PolyId to : SomeGoals(scene, random)) {
      SCOPED_TRACE(testing::Message() << "to node " << to.value());
      std::vector<double> inside(scene.boxes.size(), kInfinite);
      for (size_t box = 0; box < inside.size(); ++box) {
        const bool holds = scene.boxes[box].is_one_way && scene.boxes[box].box.Contains(graph.Position(to));
        if (holds) inside[box] = EndingsIn(scene, box, from, start.point, expected.to)[to.value()];
      }
      const double least_m =
          std::min(expected.to[to.value()], *std::min_element(inside.begin(), inside.end()));
      const TriggerWalk walk =
          FindWaypointPathAround(scene.view, triggers, start, {to, graph.Position(to)}, {}, scratch);
      if (walk.box.has_value()) {
        check(walk.path, least_m, &scene.boxes[*walk.box], ended_inside);
        EXPECT_LT(inside[*walk.box], least_m + spared_m + kTolerance_m);
      } else {
        check(walk.path, least_m, nullptr, arrived);
        EXPECT_TRUE(least_m == kInfinite || expected.to[to.value()] < least_m + spared_m + kTolerance_m);
      }
    }
  }
  EXPECT_GT(entered, 1000);
  EXPECT_GT(arrived, 600);
  EXPECT_GT(ended_inside, 150);
  EXPECT_GT(kept_out, 2000);
}

class DrawnTriggers : public ::testing::Test {
 protected:
  void Load(const std::string& drawing, std::initializer_list<const char*> links) {
    graph_ = DrawnWaypoints(drawing, links);
    map_ = WaypointMap(graph_);
    view_ = *map_->View("");
  }
  NavLocation PlaceAt(const Vec3& absolute, PlaceRole role) {
    return *SnapToWaypoints(view_, absolute - view_.manifest->origin, {}, role, nullptr,
                            *scratch_.Borrow<SurfaceWorkspace>())
                .place;
  }
  NavLocation At(char letter) {
    return PlaceAt(graph_.nodes[static_cast<size_t>(letter - 'a')].at, PlaceRole::kLeave);
  }
  TriggerBox Box(const Vec3& min, const Vec3& max, bool is_one_way) const {
    return {{min - view_.manifest->origin, max - view_.manifest->origin}, is_one_way};
  }

  WaypointGraph graph_;
  std::shared_ptr<const LoadedMap> map_;
  MapView view_;
  Scratch scratch_;
};

TEST_F(DrawnTriggers, WhoStandsOnALinkBehindATriggerGoesOnAndNotBack) {
  Load("a.........b\n", {"ab"});
  const WaypointTriggers triggers(*FindWaypoints(view_), {Box({4, -1, 0}, {5, 1, 1}, true)});
  const NavLocation behind = PlaceAt({7, 0, 0.5}, PlaceRole::kLeave);
  EXPECT_NEAR(FindWaypointPathAround(view_, triggers, behind, At('b'), {}, scratch_).path.cost_m, 3.5, 1e-4);
  EXPECT_EQ(FindWaypointPathAround(view_, triggers, behind, At('a'), {}, scratch_).path.outcome,
            SearchOutcome::kExhausted);
  const SurfacePath into = FindWaypointEntry(view_, triggers, behind, 0, {}, scratch_);
  EXPECT_NEAR(into.cost_m, 2, kTolerance_m);
  const NavLocation inside = PlaceAt({4.5, 0, 0.5}, PlaceRole::kLeave);
  EXPECT_NEAR(FindWaypointPathAround(view_, triggers, inside, At('a'), {}, scratch_).path.cost_m, 4, 1e-4);
}

TEST_F(DrawnTriggers, ATriggerBesideAllLinksIsEnteredOverTheGroundOfItsNode) {
  Load("a.........b\n", {"ab"});
  const Aabb around{Vec3(10.6, -1, 0.6), Vec3(10.7, 1, 0.7)};  // b stands at 10.5, 0.5
  for (const bool is_one_way : {false, true}) {
    const WaypointTriggers triggers(*FindWaypoints(view_), {Box(around.min, around.max, is_one_way)});
    ASSERT_TRUE(triggers.PathsInto(0).empty());
    const SurfacePath into = FindWaypointEntry(view_, triggers, At('a'), 0, {}, scratch_);
    ASSERT_EQ(into.outcome, SearchOutcome::kFound);
    EXPECT_NEAR(into.cost_m, 10 + std::sqrt(2) * 0.1, kTolerance_m);
    EXPECT_TRUE(around.Contains(into.end.point + view_.manifest->origin));
    // Straight over that ground, and not by way of the node.
    const NavLocation beside = PlaceAt({10.65, 0, 0.45}, PlaceRole::kLeave);
    EXPECT_NEAR(FindWaypointEntry(view_, triggers, beside, 0, {}, scratch_).cost_m, 0.15, kTolerance_m);
  }
}

TEST_F(DrawnTriggers, StandingInATriggerIsNotWalkingIntoIt) {
  Load("a...b\n", {"ab"});
  const WaypointTriggers triggers(*FindWaypoints(view_), {Box({-1, -1, -1}, {9, 1, 2}, true)});
  EXPECT_EQ(FindWaypointEntry(view_, triggers, At('a'), 0, {}, scratch_).outcome, SearchOutcome::kExhausted);
}

TEST_F(DrawnTriggers, OfTwoThatBeginTogetherTheOneThatTeleportsIsSetOff) {
  Load("a.........b\n", {"ab"});
  const WaypointTriggers triggers(*FindWaypoints(view_),
                                  {Box({4, -1, 0}, {6, 1, 1}, false), Box({4, -1, 0}, {5, 1, 1}, true)});
  EXPECT_NEAR(FindWaypointEntry(view_, triggers, At('a'), 1, {}, scratch_).cost_m, 3.5, kTolerance_m);
  EXPECT_EQ(FindWaypointEntry(view_, triggers, At('a'), 0, {}, scratch_).outcome, SearchOutcome::kExhausted);
  EXPECT_NEAR(FindWaypointEntry(view_, triggers, At('b'), 0, {}, scratch_).cost_m, 4.5, kTolerance_m);
}

TEST_F(DrawnTriggers, TheNearestPlaceInABoxMayBeAmidALink) {
  Load("a.........b\n", {"ab"});
  const Vec3& origin = view_.manifest->origin;
  const std::optional<Vec3> place =
      NearestOnWaypoints(*FindWaypoints(view_), {Vec3(3, -1, 0) - origin, Vec3(4, 1, 3) - origin});
  ASSERT_TRUE(place.has_value());
  EXPECT_LT(Distance(*place + origin, Vec3(3.5, 0, 0.5)), 1e-5);
  EXPECT_FALSE(NearestOnWaypoints(*FindWaypoints(view_), {Vec3(3, -1, 1) - origin, Vec3(4, 1, 3) - origin}));
}

}  // namespace
}  // namespace waystone
