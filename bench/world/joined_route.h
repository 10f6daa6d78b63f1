// The reference for routes over a world of meshes on which portals may be used.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/navmesh/distance_flood.h"
#include "core/store/world_store.h"
#include "core/surface/world_query.h"

namespace waystone {

// The exact joined route: Dijkstra's algorithm over the portals. Every walk is the exact any-angle distance
// over the surface as baked to the nearest of many points of the trigger's ground, at most kSpacing_m apart.
// Uses neither the walks that the world keeps nor cut surfaces. One thread.
class JoinedRoute {
 public:
  static constexpr double kSpacing_m = 0.05;

  // Opens all maps and holds them, and measures all walks between portals. InvalidArgument if a map is no
  // mesh.
  absl::Status Open(WorldStore& store);

  // [m] The cost of the cheapest path; infinite if there is none. Both places are on the surface.
  double Cost_m(WorldMapIndex from_map, const NavLocation& start, WorldMapIndex to_map,
                const NavLocation& goal);

  // A map of the world as it was opened.
  const MapView& view(WorldMapIndex map) const { return maps_[map.value()].view; }

 private:
  struct Map {
    std::shared_ptr<const OpenedMap> entry;
    MapView view;
    std::vector<std::vector<NavLocation>> triggers;  // by exit: points of their ground
  };

  void Sample(const WorldPortal& portal, const Map& map, std::vector<NavLocation>& points) const;
  NavLocation ArrivalOf(ArrivalId arrival) const;
  void Flood(WorldMapIndex map, const NavLocation& start);
  std::vector<double> ToExits(WorldMapIndex map);

  const WorldView* world_ = nullptr;
  std::vector<Map> maps_;
  std::vector<std::vector<double>> walks_;  // by arrival: to the exits of its map
  DistanceFlood flood_;
};

}  // namespace waystone
