// Named places of a sample world, for demos and tests.
#pragma once

#include <string>

#include "core/geom/vec.h"

namespace waystone::samples {

struct Landmark {
  std::string name;  // lower case, digits and underscores
  Vec3 point;        // where one's feet would be
};

}  // namespace waystone::samples
