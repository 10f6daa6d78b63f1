// The units and axes of a source.
#pragma once

#include "core/geom/vec.h"

namespace waystone {

enum class UpAxis { kY, kZ };

struct ImportOptions {
  double scale = 1.0;           // [factor, 1e-6 to 1e6, 1] metres per unit of the source
  UpAxis up_axis = UpAxis::kY;  // kZ: (x, y, z) becomes (x, z, -y)
};

// A position of the source in metres, y up.
inline Vec3 InMetres(const Vec3& at, const ImportOptions& options) {
  const Vec3 scaled = at * options.scale;
  return options.up_axis == UpAxis::kZ ? Vec3{scaled.x, scaled.z, -scaled.y} : scaled;
}

}  // namespace waystone
