// Routes over worlds of volumes at random, against plain searches over all voxels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/surface/volume/volumes_of_map.h"
#include "core/volume/voxel_steps.h"
#include "core/world_route/world_distances.h"
#include "tests/bake/world/changes_of_maps.h"
#include "tests/bake/world/served_world.h"
#include "tests/core/volume/drawn_volume.h"

namespace waystone {
namespace {

using ::testing::IsEmpty;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Routes by Dijkstra's algorithm over all voxels of two volumes at once.
struct SlowSkies {
  struct Place {
    uint32_t map = 0;
    Voxel voxel;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Portal {
    uint32_t map = 0;
    VoxelBox trigger;
    Place to;
    double cost_m = 0;
    bool is_walk_in = false;
  };
  std::vector<VoxelBits> maps;
  double voxel_m = 1;
  std::vector<Portal> portals = {};

  bool IsFree(const Place& place) const {
    const VoxelBits& bits = maps[place.map];
    return bits.size().Contains(place.voxel) && bits.IsFree(place.voxel);
  }
  static bool Holds(const Portal& portal, const Place& place) {
    return portal.map == place.map && portal.trigger.Contains(place.voxel);
  }
  const Portal* SetOffAt(const Place& place, WorldMode mode) const {
    for (const Portal& portal : portals) {
      if (mode == WorldMode::kWalkInTeleports && portal.is_walk_in && Holds(portal, place)) return &portal;
    }
    return nullptr;
  }
  // All voxels of the step's box are free, and those between its ends set nothing off.
  bool MayStep(const Place& from, const VoxelStep& step, WorldMode mode) const {
    for (int32_t bit = 0; bit < 8; ++bit) {
      Place at = from;
      for (size_t a = 0; a < 3; ++a) at.voxel.along[a] += (bit >> a & 1) != 0 ? step.by[a] : 0;
      const bool is_end = at == from || at.voxel == After(from.voxel, step);
      if (!IsFree(at) || (!is_end && SetOffAt(at, mode) != nullptr)) return false;
    }
    return true;
  }
  // [m] Infinite: there is none.
  double CostOf(const Place& start, const Place& goal, WorldMode mode) const {
    std::map<Place, double> costs;
    std::set<std::pair<double, Place>> open;
    double best = kInfinite;
    const auto reach = [&](const Place& place, double cost) {
      const auto known = costs.find(place);
      if (known != costs.end() && known->second <= cost) return;
      costs[place] = cost;
      open.insert({cost, place});
    };
    const auto use = [&](const Portal& portal, double cost) {
      if (IsFree(portal.to)) reach(portal.to, cost + portal.cost_m);
    };
    reach(start, 0);
    while (!open.empty()) {
      const auto [cost, place] = *open.begin();
      open.erase(open.begin());
      if (cost > costs[place]) continue;
      if (place == goal) best = std::min(best, cost);
      for (const Portal& portal : portals) {
        const bool may_use = mode == WorldMode::kMayUse || !portal.is_walk_in;
        if (may_use && Holds(portal, place)) use(portal, cost);
      }
      for (const VoxelStep& step : kVoxelSteps) {
        if (!MayStep(place, step, mode)) continue;
        const Place next{place.map, After(place.voxel, step)};
        const double next_cost = cost + std::sqrt(step.axes) * voxel_m;
        const Portal* const portal = SetOffAt(next, mode);
        if (portal == nullptr) {
          reach(next, next_cost);
        } else {
          use(*portal, next_cost);
          if (next == goal) best = std::min(best, next_cost);
        }
      }
    }
    return best;
  }
};

class RandomSkies : public ::testing::Test {
 protected:
  static constexpr double kVoxel_m = 0.5;

  Vec3 CornerOf(uint32_t map) const { return map == 0 ? Vec3(-3.7, 20, 11) : Vec3(500.3, -8.1, 2); }
  Vec3 MiddleOf(const SlowSkies::Place& place) const {
    const auto& along = place.voxel.along;
    return CornerOf(place.map) + Vec3(along[0] + 0.5, along[1] + 0.5, along[2] + 0.5) * kVoxel_m;
  }
  SlowSkies::Place AnyPlace(const SlowSkies& skies, Random& random) const {
    const auto map = static_cast<uint32_t>(random.NextBelow(static_cast<uint32_t>(skies.maps.size())));
    const std::vector<Voxel> free = FreeVoxels(skies.maps[map]);
    return {map, free[random.NextBelow(static_cast<uint32_t>(free.size()))]};
  }
  SlowSkies::Portal AnyPortal(const SlowSkies& skies, Random& random) const {
    SlowSkies::Portal portal;
    const SlowSkies::Place low = AnyPlace(skies, random);
    portal.map = low.map;
    portal.trigger = {low.voxel, low.voxel};
    for (size_t a = 0; a < 3; ++a) {
      const auto side = static_cast<int32_t>(skies.maps[low.map].size().sides[a]);
      int32_t& high = portal.trigger.high.along[a];
      high = std::min(high + static_cast<int32_t>(random.NextBelow(3)), side - 1);
    }
    portal.to = AnyPlace(skies, random);
    portal.cost_m = random.NextBelow(3);
    portal.is_walk_in = random.NextBelow(3) > 0;
    return portal;
  }
  void Serve(const SlowSkies& skies, ServedWorld& world) const {
    for (uint32_t map = 0; map < 2; ++map) {
      const VoxelBits& bits = skies.maps[map];
      const auto& sides = bits.size().sides;
      std::string text = StrCat("voxel ", sides[0], " ", sides[1], " ", sides[2], "\n");
      for (uint32_t id = 0; id < bits.size().VoxelCount(); ++id) {
        const Voxel voxel = bits.size().VoxelOf(id);
        if (bits.IsFree(voxel)) continue;
        StrAppend(text, voxel.along[0], " ", voxel.along[1], " ", voxel.along[2], "\n");
      }
      BakeConfig config;
      config.voxels.cell_size_m = kVoxel_m;
      config.cells.origin = CornerOf(map);
      world.Bake(StrCat("map", map), StrCat("map", map, ".3dmap"), text, config);
    }
    for (size_t i = 0; i < skies.portals.size(); ++i) {
      const SlowSkies::Portal& portal = skies.portals[i];
      const Vec3 reach(0.2, 0.2, 0.2);  // of a box beyond the middles of its voxels
      const Aabb box{MiddleOf({portal.map, portal.trigger.low}) - reach,
                     MiddleOf({portal.map, portal.trigger.high}) + reach};
      const PortalKind kind = portal.is_walk_in ? PortalKind::kWalkIn : PortalKind::kUse;
      world
          .AddPortal(StrCat("portal", i), kind, StrCat("map", portal.map), box, StrCat("map", portal.to.map),
                     MiddleOf(portal.to))
          .cost_m = portal.cost_m;
    }
    const absl::Status served = world.Serve();
    EXPECT_TRUE(served.ok()) << served;
    EXPECT_THAT(world.built().warnings, IsEmpty());
  }
  SlowSkies AnySkies(Random& random) const {
    SlowSkies skies{.maps = {}, .voxel_m = kVoxel_m};
    for (uint32_t map = 0; map < 2; ++map) {
      const auto side = [&] { return 2 + random.NextBelow(5); };
      VoxelBits bits = RandomVoxels({{side(), side(), side()}}, 10 + random.NextBelow(30), 1, random);
      bits.SetFree({{0, 0, 0}});
      skies.maps.push_back(std::move(bits));
    }
    for (uint32_t count = 1 + random.NextBelow(5); count > 0; --count) {
      skies.portals.push_back(AnyPortal(skies, random));
    }
    return skies;
  }

  // Asks for routes and distances between places, in both modes.
  void ExpectSameCosts(const SlowSkies& skies, const WorldChanges* changes, ServedWorld& world,
                       Random& random) {
    const auto at = [&](const SlowSkies::Place& place) {
      return world.At(StrCat("map", place.map), MiddleOf(place));
    };
    for (int pair = 0; pair < 12; ++pair) {
      const SlowSkies::Place start = AnyPlace(skies, random);
      const SlowSkies::Place goal = AnyPlace(skies, random);
      WorldDistanceQuery distances;
      distances.sources = {at(start)};
      distances.targets = {at(goal)};
      WorldRouteQuery& query = distances.route;
      query.mode = pair % 2 == 0 ? WorldMode::kMayUse : WorldMode::kWalkInTeleports;
      query.changes = changes;
      query.snap = {0.01, 0.01, 0.01};
      query.start = at(start);
      query.goals = {at(goal)};
      const double best_m = skies.CostOf(start, goal, query.mode);
      const absl::StatusOr<WorldRouteAnswer> route = PlanWorldRoute(world.store(), query, scratch_);
      ASSERT_TRUE(route.ok()) << route.status();
      const auto measured = MeasureWorldDistances(world.store(), distances, scratch_);
      ASSERT_TRUE(measured.ok()) << measured.status();
      if (best_m == kInfinite) {
        ++unreachable_;
        ASSERT_EQ(route->status, RouteStatus::kUnreachable);
        ASSERT_EQ(measured->statuses[0], DistanceStatus::kUnreachable);
        continue;
      }
      ASSERT_EQ(route->status, RouteStatus::kComplete);
      ASSERT_NEAR(route->cost_m, best_m, 1e-9);
      ASSERT_NEAR(measured->distance_m[0], best_m, 1e-9);
      through_portals_ += route->stretches.size() > 1 ? 1 : 0;
      setting_off_ += route->sets_off.IsNone() ? 0 : 1;
      double sum_m = 0;
      for (const WorldStretch& stretch : route->stretches) {
        sum_m += stretch.walk.cost_m;
        ASSERT_NEAR(stretch.walk.cost_m, stretch.walk.length_m, 1e-4);
        if (!stretch.portal.IsNone()) sum_m += world.world().Portal(stretch.portal).cost_m;
      }
      ASSERT_NEAR(sum_m, best_m, 1e-9);
    }
  }

  Scratch scratch_;
  int through_portals_ = 0;
  int unreachable_ = 0;
  int setting_off_ = 0;
};

TEST_F(RandomSkies, RoutesAndDistancesCostWhatPlainSearchesFind) {
  Random random(43);
  for (int round = 0; round < 80; ++round) {
    const SlowSkies skies = AnySkies(random);
    ServedWorld world;
    Serve(skies, world);
    ASSERT_NO_FATAL_FAILURE(ExpectSameCosts(skies, nullptr, world, random)) << "round " << round;
  }
  EXPECT_GT(through_portals_, 200);
  EXPECT_GT(unreachable_, 60);
  EXPECT_GT(setting_off_, 20);
}

TEST_F(RandomSkies, OfChangedMapsAsWell) {
  Random random(47);
  int closed = 0;
  for (int round = 0; round < 80; ++round) {
    SlowSkies skies = AnySkies(random);
    ServedWorld world;
    Serve(skies, world);
    ChangesOfMaps changes;
    bool is_any_left = true;
    for (uint32_t map = 0; map < 2; ++map) {
      if (random.NextBelow(3) == 0) continue;
      const WorldMapIndex index = *world.world().FindMap(StrCat("map", map));
      const auto opened = *world.store().Open(index);
      const MapView baked = *opened->map->View("");
      // A post as wide as the body's free place in a voxel.
      Solid post;
      const Vec3 at = MiddleOf(AnyPlace({.maps = {skies.maps[map]}}, random)) - CornerOf(0) + CornerOf(map) -
                      baked.manifest->origin;
      post.corners = {at.Plane()};
      post.radius_m = 0.1;
      post.min_y = at.y - 0.1;
      post.max_y = at.y + 0.1;
      RouteChanges of_map;
      of_map.solids = {post};
      const MapView applied = *baked.surface->Apply(baked, of_map, ZonesNeed::kIfReady, Deadline());
      VoxelBits left = FreeVoxelsOf(VolumeOf(applied));
      closed += FreeVoxels(left).size() < FreeVoxels(skies.maps[map]).size() ? 1 : 0;
      is_any_left = is_any_left && !FreeVoxels(left).empty();
      skies.maps[map] = std::move(left);
      changes.Set(index, of_map);
    }
    if (!is_any_left) continue;
    ASSERT_NO_FATAL_FAILURE(ExpectSameCosts(skies, &changes, world, random)) << "round " << round;
  }
  EXPECT_GT(closed, 50);
  EXPECT_GT(through_portals_, 100);
  EXPECT_GT(unreachable_, 60);
  EXPECT_GT(setting_off_, 10);
}

}  // namespace
}  // namespace waystone
