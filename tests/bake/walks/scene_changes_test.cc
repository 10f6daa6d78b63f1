// Distances and placements on a map of scenes with something closed, against routes and a plain flood.
#include <gtest/gtest.h>

#include <memory>
#include <string>
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

}  // namespace
}  // namespace waystone
