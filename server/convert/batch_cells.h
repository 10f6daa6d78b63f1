// The changed cells that the requests of a batch share.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/grid_changes.h"
#include "core/map/map_manifest.h"

namespace waystone {

// What a batch's changes say of one map's cells: read once and shared by its routes, which so find it applied
// (GridGroundCache). Lives for one message; one thread.
struct BatchCells {
  const MapVariant* variant = nullptr;  // whose cells these are; null: none were read yet
  absl::StatusOr<std::shared_ptr<const GridChanges>> cells = nullptr;
  // For whom the batch's changes of all other maps were found sound.
  std::vector<const MapVariant*> others_checked_for = {};
};

}  // namespace waystone
