// From the cells and rectangles of a request's changes to those of a grid.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "core/grid/grid_changes.h"
#include "core/surface/search_surface.h"
#include "server/convert/request_limits.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// What a batch's changes say of one map's cells: read once and shared by its routes, which so find it applied
// (GridGroundCache). Lives for one message; one thread.
struct BatchCells {
  const SearchSurface* surface = nullptr;  // whose cells these are; null: none were read yet
  absl::StatusOr<std::shared_ptr<const GridChanges>> cells = nullptr;
};

// The four lists of a map's changes, on top of those `beneath` (null: none), which are shared and not copied;
// `beneath` if all lists are empty.
// InvalidArgument (a surface without cells, a cell that it does not have, a count of no whole rectangles),
// ResourceExhausted (over a limit); messages begin with the field and its index. O(items).
absl::StatusOr<std::shared_ptr<const GridChanges>> ReadCells(const v1::MapChanges& changes,
                                                             const SearchSurface& surface,
                                                             const RequestLimits& limits,
                                                             std::shared_ptr<const GridChanges> beneath);

}  // namespace waystone
