// One map under question: its list entry, its package, and what is known of it by slow means.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "core/store/loaded_map.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/waypoint/waypoints_of_map.h"
#include "tests/answers/map_list.h"
#include "tests/answers/truth_surface.h"
#include "waystone/v1/agent.pb.h"

namespace waystone::answers {

// Immutable once opened.
struct CheckedMap {
  ListedMap listed;
  std::shared_ptr<const LoadedMap> loaded;
  MapView view;  // of the first agent with all abilities that links need
  std::unique_ptr<const TruthSurface> surface;

  bool IsMesh() const { return FindGrid(view) == nullptr && FindWaypoints(view) == nullptr; }
  bool IsGrid() const { return FindGrid(view) != nullptr; }
  bool IsWaypoints() const { return FindWaypoints(view) != nullptr; }
  // The first agent with all abilities that links need.
  v1::Agent AbleAgent() const;
};

// The package FOLDER/<map id>.waymap. Errors as LoadedMap::Load.
absl::StatusOr<CheckedMap> OpenCheckedMap(const ListedMap& listed, const std::string& folder);

}  // namespace waystone::answers
