// From the cells and rectangles of a request's changes to those of a grid.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/grid/grid_changes.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// The four lists of a map's changes, and the cells under its obstacles if the map has cells (solid_cells.h); on top of
// those `beneath` (null: none), which are shared and not copied; `beneath` if all lists are empty.
// InvalidArgument (a surface without cells, a cell that it does not have, a count of no whole rectangles; as
// ReadObstacles), LimitError, DeadlineExceeded, Cancelled; messages begin with the field and its
// index. O(items), and BlockUnder.
absl::StatusOr<std::shared_ptr<const GridChanges>> ReadCells(const v1::MapChanges& changes,
                                                             const FoundMap& found,
                                                             const RequestLimits& limits,
                                                             const Deadline& deadline,
                                                             std::shared_ptr<const GridChanges> beneath);

}  // namespace waystone
