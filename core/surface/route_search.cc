#include "core/surface/route_search.h"

#include "core/base/field_error.h"

namespace waystone {

absl::Status CheckPlainShape(const RouteQuery& query) {
  const bool is_plain = query.shape == RouteShape::kTurningPoints || query.shape == RouteShape::kSurface;
  return is_plain ? absl::OkStatus() : FieldError("shape", "only for grids");
}

}  // namespace waystone
