// The rules of a PolygonSoup that the stages of BuildNavmesh rely on.
#pragma once

#include "absl/status/status.h"
#include "bake/navmesh/polygon_soup.h"

namespace waystone {

// InvalidArgument naming the polygon or vertex and the rule broken. O(n).
absl::Status CheckSoup(const PolygonSoup& soup);

}  // namespace waystone
