// Named places of a sample world, for demos and tests.
#pragma once

#include <string>

#include "core/geom/vec.h"

namespace waystone::samples {

struct Landmark {
  std::string name;  // lower case, digits and underscores
  Vec3 point;        // at the feet
};

}  // namespace waystone::samples
