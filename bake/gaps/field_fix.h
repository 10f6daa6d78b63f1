// A place where the path over a gap breaks a rule, in the voxels of one tile.
#pragma once

#include <cstdint>

#include "core/gaps/gap_format.h"

namespace waystone {

// The floor of a column.
struct FieldPlace {
  uint16_t x = 0;
  uint16_t z = 0;
  uint16_t floor = 0;  // OpenSpan's
};

// A place where the path over a gap breaks a rule.
struct FieldFix {
  GapKind kind = GapKind::kStep;
  FieldPlace at;  // on the side of the gap's first end
  FieldPlace to;
  double measure = 0;                    // [m or degrees] by voxels
  StepShape shape = StepShape::kOneWay;  // of a step
  uint32_t more_places = 0;              // of its kind that are left out
  bool is_by_area = false;  // of a slope: the ground has no area; it may as well be not walkable by its name
};

}  // namespace waystone
