// What the parts of the navmesh's structure check share.
#pragma once

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/navmesh/navmesh_format.h"

namespace waystone {

// DataLoss: "navmesh " and the parts, which name array, index and rule.
template <typename... Parts>
absl::Status NavmeshBroken(const Parts&... parts) {
  return absl::DataLossError(absl::StrCat("navmesh ", parts...));
}

// Finite and within kNavMaxCoordinate_m of the origin.
inline bool InNavRange(float value) { return std::abs(value) <= kNavMaxCoordinate_m; }
inline bool InNavRange(const Vec3f& v) { return InNavRange(v.x) && InNavRange(v.y) && InNavRange(v.z); }
inline bool InNavRange(const float (&v)[3]) {
  return InNavRange(v[0]) && InNavRange(v[1]) && InNavRange(v[2]);
}

inline bool BoxContains(const NavBox& box, const Vec3f& v) {
  return v.x >= box.min[0] && v.x <= box.max[0] && v.y >= box.min[1] && v.y <= box.max[1] &&
         v.z >= box.min[2] && v.z <= box.max[2];
}

}  // namespace waystone
