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

// The packages of a world of more maps are opened twice, and not held meanwhile: each takes a mapping, of which Linux gives a
// process 65,530 (vm.max_map_count).
inline constexpr size_t kMostOpenMaps = 10'000;

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
  bool is_left_out = true;
  std::string package_path;
  MapManifest map;                        // of the package
  std::shared_ptr<const LoadedMap> open;  // null if there are too many of them (kMostOpenMaps)
  std::vector<uint32_t> exits;            // portals, in the order of the manifest
  std::vector<MapArrival> arrivals;       // the distinct places that portals lead to
  TravellerSet walkers = 0;               // WalkedMap::Walkers

  // REQUIRES (both): not left out. Open: errors as LoadedMap::Load.
  absl::StatusOr<std::shared_ptr<const LoadedMap>> Open() const;
  const PortalBaker& Baker() const { return *RowOf(map.surface).portals; }
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
