// Changes of the maps of a world, given one by one.
#pragma once

#include <map>
#include <utility>

#include "core/world_route/world_changes.h"

namespace waystone {

class ChangesOfMaps final : public WorldChanges {
 public:
  void Set(WorldMapIndex map, RouteChanges changes, bool may_be_less = false) {
    maps_[map] = {std::move(changes), may_be_less};
  }

  bool MayChange(WorldMapIndex map) const override { return maps_.contains(map); }
  bool MayBeLess(WorldMapIndex map) const override {
    const auto found = maps_.find(map);
    return found != maps_.end() && found->second.second;
  }
  bool MayBeLess() const override {
    for (const auto& [map, changes] : maps_) {
      if (changes.second) return true;
    }
    return false;
  }
  absl::StatusOr<RouteChanges> On(WorldMapIndex map, const LoadedMap&, const MapView&) const override {
    return maps_.at(map).first;
  }

 private:
  std::map<WorldMapIndex, std::pair<RouteChanges, bool>> maps_;
};

}  // namespace waystone
