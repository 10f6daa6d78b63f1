// Changes to a map that its package has names for: doors and cost profiles.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/geom/vec.h"

namespace waystone {

// An upright solid over a convex part of the plane, and everything within `radius_m` of it: one corner and a radius
// make a cylinder.
struct DoorVolume {
  std::vector<Vec2> corners;  // [m, absolute] 1, or 3-256 counter-clockwise
  double radius_m = 0;        // [m] above 0 if there is one corner, else 0
  double min_y = 0;           // [m, absolute]
  double max_y = 0;           // [m, absolute]
};

// Cells [column, column + columns) x [row, row + rows) of a grid.
struct DoorCells {
  uint32_t column = 0;
  uint32_t row = 0;
  uint32_t columns = 0;
  uint32_t rows = 0;
};

// A door or gate: parts of the map that are closed together. The surface is baked with it open.
struct Door {
  std::string name;
  bool is_closed = false;  // unless a request opens it
  std::vector<DoorVolume> volumes = {};
  std::vector<std::string> links = {};  // external ids
  uint64_t areas = 0;                   // bit k: ground of area k [1-63]
  std::vector<DoorCells> cells = {};
};

// The cost of one kind of ground.
struct ProfileCost {
  uint8_t area = 1;   // [1-63]
  double factor = 1;  // [per metre walked, 0.01-1000]
};

// Costs that requests ask for by name.
struct CostProfile {
  std::string name;
  std::vector<ProfileCost> costs = {};  // by rising area
  uint64_t excluded_areas = 0;          // bit k: ground of area k [1-63] may not be entered
  double min_clearance_m = 0;           // [m, 0-100] from borders, beyond the agent's radius
};

// InvalidArgument naming the door or profile and the rule broken: the ranges above, names of 1-128 (doors) or 1-64
// (profiles) bytes of text that ascend, 10,000 doors, 64 profiles, 64 parts of each kind a door, no door without parts.
absl::Status CheckDoors(const std::vector<Door>& doors);
absl::Status CheckCostProfiles(const std::vector<CostProfile>& profiles);

// The position of a name in a list that ascends by names; its size if it is not there. O(log size).
template <typename Named>
size_t IndexOf(const std::vector<Named>& list, std::string_view name) {
  size_t first = 0;
  for (size_t end = list.size(); first < end;) {
    const size_t middle = (first + end) / 2;
    if (list[middle].name < name) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first < list.size() && list[first].name == name ? first : list.size();
}

}  // namespace waystone
