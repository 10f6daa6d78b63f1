// Where the portals of a world lie on its maps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/kinds/surface_kinds.h"
#include "bake/portals/portal_baker.h"
#include "bake/world/world_manifest.h"
#include "core/store/loaded_map.h"

namespace waystone {

struct PlacedPortal {
  const PortalSpec* spec = nullptr;
  WorldMapIndex from_map;
  WorldMapIndex to_map;
  PlacedTrigger trigger;
  MapArrival points;           // where it leads
  MapArrivalId arrival;        // of to_map
  TravellerSet closed_to = 0;  // WorldPortal::closed_to
};

struct PlacedMap {
  const WorldMapSource* source = nullptr;
  std::shared_ptr<const LoadedMap> map;  // null where it is left out
  std::vector<uint32_t> exits;           // portals, in the order of the manifest
  std::vector<MapArrival> arrivals;      // the distinct places that portals lead to
  TravellerSet walkers = 0;              // WalkedMap::Walkers

  // REQUIRES: map.
  WalkedMap Walked(const WorldManifest& manifest) const { return {*map, manifest.travellers}; }
  const PortalBaker& Baker() const { return *RowOf(map->manifest().surface).portals; }
};

struct PlacedName {
  const NamedPlaceSpec* spec = nullptr;
  WorldMapIndex map;
  PlacedPoint point;  // of the first traveller who can stand there
};

// Borrows the manifest.
struct PlacedWorld {
  std::vector<PlacedMap> maps;        // by id
  std::vector<PlacedPortal> portals;  // in the order of the manifest; those left out belong to no map
  std::vector<PlacedName> places;     // by name
  std::vector<std::string> warnings;  // what is left out or closed to somebody, and why
};

// Loads the maps and finds the ground of triggers, arrivals and named places, as BuildWorld says.
// Deterministic. InvalidArgument "PLACE: portal ...: rule" where a portal, or a named place, does not fit its
// map.
absl::StatusOr<PlacedWorld> PlaceWorld(const WorldManifest& manifest,
                                       const std::vector<std::string>& package_paths, int thread_count);

}  // namespace waystone
