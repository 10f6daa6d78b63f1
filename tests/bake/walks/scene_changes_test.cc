// Distances and placements on a map of scenes with something closed, against routes and a plain flood.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/navmesh/surface_queries.h"
#include "core/place/place_audit.h"
#include "core/place/resource_placer.h"
#include "core/store/loaded_map.h"
#include "tests/support/program_run.h"
#include "tests/support/route_distances.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

class SceneChanges : public ::testing::Test {
 protected:
  SceneChanges() {
    EXPECT_EQ(RunProgram({WAYSTONE_SAMPLES, "island", "-o", folder_.File("source")}).exit_code, 0);
    const ProgramRun bake =
        RunProgram({WAYSTONE_BAKE, folder_.File("source/island.obj"), "-o", folder_.File("packages")});
    EXPECT_EQ(bake.exit_code, 0) << bake.err;
    map_ = *LoadedMap::Load(folder_.File("packages/island.waymap"));
  }

  MapView DrawView() {
    std::vector<std::string> abilities;
    if (random_.NextBelow(4) != 0) abilities.emplace_back("swim");
    if (random_.NextBelow(2) == 0) abilities.emplace_back("fly");
    return *map_->View("", abilities);
  }
  // Some ground, some links, sometimes an area; other costs if so wanted.
  RouteChanges DrawChanges(const MapView& view, bool with_costs) {
    RouteChanges changes;
    const uint32_t polys = view.navmesh->poly_count();
    for (uint32_t k = random_.NextBelow(polys / 8); k > 0; --k)
      changes.blocked_polys.emplace_back(random_.NextBelow(polys));
    for (uint32_t k = random_.NextBelow(1 + view.links->size() / 8); k > 0; --k)
      changes.closed_links.emplace_back(random_.NextBelow(view.links->size()));
    if (random_.NextBelow(4) == 0) {
      const PolyId poly(random_.NextBelow(polys));
      changes.excluded_areas |= uint64_t{1} << view.navmesh->poly(poly).area;
    }
    if (with_costs) changes.area_factors = {{1, 1.5}, {2, 0.7}};
    return changes;
  }
  static bool IsBlocked(const MapView& view, const RouteChanges& changes, PolyId poly) {
    return std::count(changes.blocked_polys.begin(), changes.blocked_polys.end(), poly) > 0 ||
           (changes.excluded_areas >> view.navmesh->poly(poly).area & 1) != 0;
  }
  NavLocation Draw(const MapView& view, const RouteChanges& changes) {
    NavLocation place = RandomPoint(*view.navmesh, random_);
    for (int i = 0; i < 1000 && IsBlocked(view, changes, place.poly); ++i)
      place = RandomPoint(*view.navmesh, random_);
    return place;
  }

  // [poly] Whether the ground leads there from a polygon, or from there to it.
  static std::vector<bool> Flood(const MapView& view, const RouteChanges& changes, PolyId from,
                                 bool forward) {
    std::vector<std::vector<uint32_t>> next(view.navmesh->poly_count());
    const auto add = [&](uint32_t a, uint32_t b) { next[forward ? a : b].push_back(forward ? b : a); };
    for (const NavEdge& edge : view.navmesh->arrays().edges) {
      if (edge.twin != kNoEdge) add(edge.poly, view.navmesh->edge(EdgeId(edge.twin)).poly);
    }
    for (uint32_t link = 0; link < view.links->size(); ++link) {
      const NavLink& record = view.links->link(LinkId(link));
      if (MayUse(record, view.abilities) && !changes.IsClosed(LinkId(link)))
        add(record.start_poly, record.end_poly);
    }
    std::vector<bool> reached(view.navmesh->poly_count());
    reached[from.value()] = true;
    std::vector<uint32_t> open = {from.value()};
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      for (const uint32_t to : next[at]) {
        if (reached[to] || IsBlocked(view, changes, PolyId(to))) continue;
        reached[to] = true;
        open.push_back(to);
      }
    }
    return reached;
  }

  TempFolder folder_;
  std::shared_ptr<const LoadedMap> map_;
  Random random_{17};
};

TEST_F(SceneChanges, DistancesAreThoseOfRoutes) {
  ComparedDistances compared;
  for (int i = 0; i < 16 && !HasFailure(); ++i) {
    const MapView view = DrawView();
    DistanceQuery query;
    query.changes = DrawChanges(view, i % 4 == 0);
    for (int k = 0; k < 4; ++k)
      query.sources.push_back(Draw(view, query.changes).point + view.manifest->origin);
    for (int k = 0; k < 8; ++k)
      query.targets.push_back(Draw(view, query.changes).point + view.manifest->origin);
    if (i % 2 == 0) query.max_distance_m = 40;
    query.mutually_reachable = i % 8 == 2;
    ExpectDistancesOfRoutes(view, query, compared);
    // And there is one if, and only if, the ground leads there.
    if (query.max_distance_m > 0) continue;
    Scratch scratch;
    const DistanceAnswer answer = *MeasureDistances(view, query, scratch);
    const RouteChanges& changes = query.changes;
    const auto place = [&](const Vec3& at) {
      const RouteStops<Vec3> stops{at - view.manifest->origin, {}, {}};
      return (*view.surface->Open(view, changes, {}, scratch))->SnapStops(stops, {}, false, {}).start.place;
    };
    for (size_t a = 0; a < query.sources.size(); ++a) {
      const auto from = place(query.sources[a]);
      if (!from) continue;
      const std::vector<bool> leads = Flood(view, changes, from->poly, true);
      for (size_t b = 0; b < query.targets.size(); ++b) {
        const auto to = place(query.targets[b]);
        if (!to) continue;
        const bool is_found = answer.statuses[a * query.targets.size() + b] == DistanceStatus::kFound;
        EXPECT_EQ(is_found, leads[to->poly.value()]);
      }
    }
  }
  EXPECT_GT(compared.found, 100);
  EXPECT_GT(compared.not_found, 50);
}

TEST_F(SceneChanges, PlacesAreThoseThatAreLeft) {
  int good = 0;
  int bad = 0;
  for (int i = 0; i < 30 && !HasFailure(); ++i) {
    const MapView view = DrawView();
    Scratch scratch;
    AuditQuery query;
    query.terms.changes = DrawChanges(view, false);
    const NavLocation anchor = Draw(view, query.terms.changes);
    if (view.surface->SnapToGround(view, anchor.point, {}, scratch).place->poly != anchor.poly) continue;
    query.terms.anchors = {anchor.point + view.manifest->origin};
    std::vector<PolyId> polys;
    for (int k = 0; k < 60; ++k) {
      const NavLocation place = Draw(view, query.terms.changes);
      if (view.surface->SnapToGround(view, place.point, {}, scratch).place->poly != place.poly) continue;
      polys.push_back(place.poly);
      query.positions.push_back(place.point + view.manifest->origin);
    }
    const auto there = Flood(view, query.terms.changes, anchor.poly, true);
    const auto back = Flood(view, query.terms.changes, anchor.poly, false);
    const absl::StatusOr<AuditAnswer> answer = AuditPlaces(view, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    for (size_t k = 0; k < polys.size(); ++k) {
      const PlaceReason verdict = answer->verdicts[k];
      const bool is_good = there[polys[k].value()] && back[polys[k].value()];
      EXPECT_EQ(verdict == PlaceReason::kNone, is_good) << i << ' ' << static_cast<int>(verdict);
      (is_good ? good : bad) += 1;
    }
    PlaceQuery scatter;
    scatter.count = 40;
    scatter.seed = static_cast<uint64_t>(i);
    scatter.terms = query.terms;
    const PlaceAnswer drawn = *PlaceResource(view, scatter, scratch);
    for (const uint32_t poly : drawn.polys) {
      EXPECT_FALSE(IsBlocked(view, query.terms.changes, PolyId(poly)));
      EXPECT_TRUE(there[poly] && back[poly]);
    }
  }
  EXPECT_GT(good, 150);
  EXPECT_GT(bad, 150);
}

Solid SolidOf(const Aabb& box) {
  return {.corners = {{box.min.x, box.min.z},
                      {box.max.x, box.min.z},
                      {box.max.x, box.max.z},
                      {box.min.x, box.max.z}},
          .min_y = box.min.y,
          .max_y = box.max.y};
}

// Whether a body of the agent whose middle goes from one place to another comes into the box, `slack_m` more than by a touch.
bool GoesInto(const Aabb& box, const AgentProfile& agent, const Vec3& from, const Vec3& to, double slack_m) {
  const double steps = std::ceil(Distance(from, to) / 0.02);
  for (double i = 0; i <= steps; ++i) {
    const Vec3 at = from + (to - from) * (steps == 0 ? 0 : i / steps);
    const double off_x = std::max({0.0, box.min.x - at.x, at.x - box.max.x});
    const double off_z = std::max({0.0, box.min.z - at.z, at.z - box.max.z});
    const double off_y = std::max({0.0, box.min.y - at.y, at.y - box.max.y});
    if (std::hypot(off_x, off_z) < agent.radius_m - slack_m && off_y < agent.height_m / 2 - slack_m)
      return true;
  }
  return false;
}

TEST_F(SceneChanges, WaysOntoGroundThatABodyCannotTakeAreClosed) {
  const MapView view = *map_->View("", {"fly", "swim"});
  const AgentProfile& agent = view.variant->agent;
  const Vec3 to_middle(0, agent.height_m / 2, 0);
  // The middle of the body, from the ground straight there, or level and then up or down.
  struct Way {
    LinkId id;
    Vec3 ground;
    Vec3 over;
    Vec3 afloat;
  };
  std::vector<Way> ways;
  for (LinkId id(0); id < LinkId(view.links->size()); ++id) {
    const NavLink& link = view.links->link(id);
    const auto is_ground = [&](uint32_t poly) {
      return view.surface->Scenes()->poly(PolyId(poly)).part == ScenePart::kGround;
    };
    if (is_ground(link.start_poly) == is_ground(link.end_poly)) continue;
    Vec3 ground(link.start[0], link.start[1], link.start[2]);
    Vec3 afloat(link.end[0], link.end[1], link.end[2]);
    if (is_ground(link.end_poly)) std::swap(ground, afloat);
    ground = ground + to_middle;
    ways.push_back({id, ground, {afloat.x, ground.y, afloat.z}, afloat});
  }
  int by_line = 0;
  int by_steps = 0;
  int open = 0;
  for (int round = 0; round < 60; ++round) {
    const Way& aim = ways[random_.NextBelow(static_cast<uint32_t>(ways.size()))];
    Vec3 middle = aim.ground + (aim.afloat - aim.ground) * random_.NextInRange(0, 1);
    if (round % 2 == 0) {  // beyond the corner, where a straight line does not come
      const Vec3 ahead = aim.over - aim.ground;
      if (Length(ahead) > 0) middle = aim.over + ahead * ((agent.radius_m + 0.05) / Length(ahead));
      middle.y += std::copysign(agent.height_m / 2 + 0.07, aim.over.y - aim.afloat.y);
    }
    const Aabb box = Aabb::Around(middle, {0.1, 0.1, 0.1});
    RouteChanges changes;
    changes.solids.push_back(SolidOf(box));
    const MapView changed = *view.surface->Apply(view, changes, ZonesNeed::kIfReady, {});
    for (const Way& way : ways) {
      if (Distance(way.over, middle) > 5) continue;
      // One that leaves a piece of cut ground is a copy.
      const auto is_open_as = [&](uint32_t other) {
        const NavLink& baked = view.links->link(way.id);
        const NavLink& link = changed.links->link(LinkId(other));
        return std::ranges::equal(link.start, baked.start) && std::ranges::equal(link.end, baked.end) &&
               (link.flags & kLinkClosed) == 0;
      };
      bool is_closed = !is_open_as(way.id.value());
      for (uint32_t other = view.links->size(); other < changed.links->size(); ++other)
        is_closed = is_closed && !is_open_as(other);
      const auto is_hit = [&](double slack_m) {
        return GoesInto(box, agent, way.ground, way.over, slack_m) ||
               GoesInto(box, agent, way.over, way.afloat, slack_m);
      };
      const bool is_on_line = GoesInto(box, agent, way.ground, way.afloat, 0.01);
      if (is_on_line || is_hit(0.01)) {
        EXPECT_TRUE(is_closed) << round << " way " << way.id.value();
        (is_on_line ? by_line : by_steps) += 1;
      } else if (!GoesInto(box, agent, way.ground, way.afloat, -0.06) && !is_hit(-0.06)) {
        EXPECT_FALSE(is_closed) << round << " way " << way.id.value();
        ++open;
      }
    }
  }
  EXPECT_GT(by_line, 100);
  EXPECT_GT(by_steps, 20);
  EXPECT_GT(open, 100);
}

TEST_F(SceneChanges, ObstaclesTakeThePlacesAtWhichABodyTouchesThem) {
  const MapView view = *map_->View("", {"fly", "swim"});
  const AgentProfile& agent = view.variant->agent;
  constexpr double kSlack_m = 0.05;
  Scratch scratch;
  std::map<std::pair<LinkKind, bool>, int> counts;  // by how one moves there, and whether it is taken
  for (int round = 0; round < 300; ++round) {
    const NavLocation place = RandomPoint(*view.navmesh, random_);
    const LinkKind kind = view.surface->KindOn(place.poly);
    const double low_y = place.point.y - (kind == LinkKind::kWalk ? 0 : agent.height_m / 2);
    const Vec3 middle = place.point + Vec3(0.2, random_.NextInRange(-2, 3), 0.1);
    const Aabb box = Aabb::Around(middle, {0.1, 0.1, 0.1});
    const double apart_m = std::max(low_y - box.max.y, box.min.y - low_y - agent.height_m);
    if (std::abs(apart_m) < kSlack_m) continue;
    RouteChanges changes;
    changes.solids.push_back(SolidOf(box));
    const MapView changed = *view.surface->Apply(view, changes, ZonesNeed::kIfReady, {});
    const SnapOptions here{.radius_m = kSlack_m, .max_above_m = kSlack_m, .max_below_m = kSlack_m};
    const bool is_taken = !changed.surface->SnapToGround(changed, place.point, here, scratch).place;
    EXPECT_EQ(is_taken, apart_m < 0) << round << " on " << static_cast<int>(kind) << ", " << apart_m;
    ++counts[{kind, is_taken}];
  }
  for (const LinkKind kind : {LinkKind::kWalk, LinkKind::kSwim, LinkKind::kFly}) {
    EXPECT_GT((counts[{kind, true}]), 5);
    EXPECT_GT((counts[{kind, false}]), 5);
  }
}

}  // namespace
}  // namespace waystone
