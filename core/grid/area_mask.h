// A map's bits without the cells of some areas.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/deadline.h"
#include "core/grid/grid_view.h"

namespace waystone {

// The free cells of the map whose area is none of `areas` (bit k: area k), as bits by rows (BitLines{rows,
// columns}); nullopt if the deadline passes first. O(cells); cells of one area are tested 64 at a time.
std::optional<std::vector<uint64_t>> LeaveOutAreas(const GridView& map, uint64_t areas,
                                                   const Deadline& deadline);

}  // namespace waystone
