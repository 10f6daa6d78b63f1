#include "bench/world/joined_route.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/status_macros.h"
#include "core/navmesh/polys_in_box.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/search_surface.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

absl::Status JoinedRoute::Open(WorldStore& store) {
  world_ = &store.world().view();
  maps_.resize(world_->maps().size());
  for (uint32_t i = 0; i < maps_.size(); ++i) {
    Map& map = maps_[i];
    WS_ASSIGN_OR_RETURN(map.entry, store.Open(WorldMapIndex(i)));
    WS_ASSIGN_OR_RETURN(map.view, map.entry->map->View("", {}, ZonesNeed::kIfReady));
    if (map.view.surface->Fields().cells || map.view.surface->IsGraph()) {
      return absl::InvalidArgumentError("not all maps of the world are meshes");
    }
    const WorldMap& record = world_->maps()[i];
    for (const WorldPortal& portal : world_->portals().subspan(record.first_exit, record.exit_count)) {
      Sample(portal, map, map.triggers.emplace_back());
    }
  }
  for (uint32_t i = 0; i < world_->arrivals(TravellerId(0)).size(); ++i) {
    const WorldMapIndex map = world_->arrivals(TravellerId(0))[i].map;
    Flood(map, ArrivalOf(ArrivalId(i)));
    walks_.push_back(ToExits(map));
  }
  return absl::OkStatus();
}

// A raster over the box, moved in from its sides by a hair, and its outline besides.
void JoinedRoute::Sample(const WorldPortal& portal, const Map& map, std::vector<NavLocation>& points) const {
  const Vec3& origin = map.view.manifest->origin;
  const Aabb box{ToVec3(portal.box_min) - origin, ToVec3(portal.box_max) - origin};
  const Vec3 size = box.max - box.min;
  const auto columns = static_cast<uint32_t>(std::ceil(size.x / kSpacing_m));
  const auto rows = static_cast<uint32_t>(std::ceil(size.z / kSpacing_m));
  const NavmeshView& mesh = *map.view.navmesh;
  ForEachPolyIn(mesh, box, [&](PolyId poly) {
    for (uint32_t column = 0; column <= columns; ++column) {
      for (uint32_t row = 0; row <= rows; ++row) {
        const Vec2 at{box.min.x + size.x * column / columns, box.min.z + size.z * row / rows};
        if (!IsOverPoly(mesh, poly, at)) continue;
        const Vec3 place(at.x, HeightOnPoly(mesh, poly, at), at.z);
        if (box.Contains(place)) points.push_back({poly, place});
      }
    }
  });
}

NavLocation JoinedRoute::ArrivalOf(ArrivalId arrival) const {
  const WorldArrival& record = world_->arrivals(TravellerId(0))[arrival.value()];
  return {PolyId(record.node), ToVec3(record.place) - view(record.map).manifest->origin};
}

void JoinedRoute::Flood(WorldMapIndex map, const NavLocation& start) {
  const MapView& on = view(map);
  flood_.Begin(*on.navmesh, *on.links, on.abilities, start);
  flood_.GrowTo(kInfinite, {});
}

std::vector<double> JoinedRoute::ToExits(WorldMapIndex map) {
  std::vector<double> costs;
  for (const std::vector<NavLocation>& points : maps_[map.value()].triggers) {
    double least_m = kInfinite;
    for (const NavLocation& point : points) least_m = std::min(least_m, flood_.DistanceTo(point));
    costs.push_back(least_m);
  }
  return costs;
}

double JoinedRoute::Cost_m(WorldMapIndex from_map, const NavLocation& start, WorldMapIndex to_map,
                           const NavLocation& goal) {
  std::vector<double> cost_m(world_->portals().size(), kInfinite);
  Flood(from_map, start);
  double best_m = from_map == to_map ? flood_.DistanceTo(goal) : kInfinite;
  const std::vector<double> heads = ToExits(from_map);
  const uint32_t first_exit = world_->Map(from_map).first_exit;
  for (uint32_t i = 0; i < heads.size(); ++i) {
    cost_m[first_exit + i] = heads[i] + world_->portals()[first_exit + i].cost_m;
  }
  std::vector<double> tails(world_->arrivals(TravellerId(0)).size(), kInfinite);
  const WorldMap& end = world_->Map(to_map);
  for (uint32_t i = end.first_arrival; i < end.first_arrival + end.arrival_count; ++i) {
    Flood(to_map, ArrivalOf(ArrivalId(i)));
    tails[i] = flood_.DistanceTo(goal);
  }
  // The cheapest portal that was not passed yet, one after the other.
  std::vector<bool> is_done(cost_m.size(), false);
  for (;;) {
    size_t next = cost_m.size();
    for (size_t i = 0; i < cost_m.size(); ++i) {
      if (!is_done[i] && (next == cost_m.size() || cost_m[i] < cost_m[next])) next = i;
    }
    if (next == cost_m.size() || cost_m[next] >= best_m) return best_m;
    is_done[next] = true;
    const WorldPortal& portal = world_->portals()[next];
    best_m = std::min(best_m, cost_m[next] + tails[portal.arrival.value()]);
    const uint32_t first = world_->Map(portal.to_map).first_exit;
    for (uint32_t i = 0; i < walks_[portal.arrival.value()].size(); ++i) {
      const double by_m =
          cost_m[next] + walks_[portal.arrival.value()][i] + world_->portals()[first + i].cost_m;
      cost_m[first + i] = std::min(cost_m[first + i], by_m);
    }
  }
}

}  // namespace waystone
