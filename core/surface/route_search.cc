#include "core/surface/route_search.h"

namespace waystone {

absl::Status CheckPlainShape(const RouteQuery& query) {
  const bool is_plain = query.shape == RouteShape::kTurningPoints || query.shape == RouteShape::kSurface;
  return is_plain ? absl::OkStatus() : absl::InvalidArgumentError("shape: only for grids");
}

}  // namespace waystone
