// What a request changes on the maps of a world.
#pragma once

#include "absl/status/statusor.h"
#include "core/store/loaded_map.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "core/world/world_format.h"

namespace waystone {

// One query, one thread.
class WorldChanges {
 public:
  virtual ~WorldChanges() = default;

  // Whether something may differ from the baked map.
  virtual bool MayChange(WorldMapIndex map) const = 0;
  // Whether walks over the map may cost less than over the baked one: something is opened, or ground is cheaper.
  virtual bool MayBeLess(WorldMapIndex map) const = 0;
  // Whether that holds for any map.
  virtual bool MayBeLess() const = 0;
  // What differs; asked for once for each map that a search comes to. Any error ends the query. REQUIRES:
  // MayChange(map).
  virtual absl::StatusOr<RouteChanges> On(WorldMapIndex map, const LoadedMap& loaded,
                                          const MapView& view) const = 0;
};

}  // namespace waystone
